"""The packages of Debian: a real systemd in a container, in which they come and go."""

import tempfile
import unittest

from programs import PACKING_LIMIT, QUICKLY, ROOT, installable_bin_dir, require, run
from test_systemd import Container


class Packaged(Container):
    @classmethod
    def setUpClass(cls):
        require("dh", "debhelper")
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        cls.addClassCleanup(directory.cleanup)
        cls.packages = directory.name
        for version in ("1.0", "1.1"):
            result = run(ROOT / "units/deb", cls.packages, limit=PACKING_LIMIT,
                         GATHERD_VERSION=version, GATHERD_BIN_DIR=installable_bin_dir(), **QUICKLY)
            assert result.returncode == 0, result

    def test_installed_upgraded_and_purged(self):
        self.check("inside_package", "-b", f"{self.packages}:/gatherd/packages")


if __name__ == "__main__":
    unittest.main()
