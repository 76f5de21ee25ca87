"""What is installed from the tree: a real systemd in a container, in which it comes and goes."""

import unittest

from test_systemd import Container


class Installed(Container):
    def test_installed_upgraded_and_uninstalled(self):
        self.check("inside_install")


if __name__ == "__main__":
    unittest.main()
