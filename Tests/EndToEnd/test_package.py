"""The packages that units/deb builds: what is in them, and what Debian says of them."""

import functools
import pathlib
import re
import tempfile
import unittest

from programs import (
    PACKING_LIMIT, QUICKLY, ROOT, installable_bin_dir, require, run, skip_if_sanitized)
from test_install import (
    BACKUP, CONFIGURATION, DEB, HORN, INSTALLED, MQTT_CONFIGURATION, MQTT_PROFILES,
    MQTT_SCHEMAS, MQTT_UNITS, PROFILES, SUBMITTER, UNITS, WEB_PROFILES, WEB_UNITS)


@functools.cache
def build(directory, kind="binary"):
    """A package, and the exit status and messages of building it."""
    # An hour after the newest entry of the changelog, and so before whatever day this is.
    moment = int(run("dpkg-parsechangelog", "-l", ROOT / "units/debian/changelog",
                     "-S", "Timestamp").stdout) + 3600
    given = {"GATHERD_VERSION": "1.2~test", "SOURCE_DATE_EPOCH": moment}
    arguments = ["--source", directory] if kind == "source" else [directory]
    return run(DEB, *arguments, limit=PACKING_LIMIT, GATHERD_BIN_DIR=installable_bin_dir(),
               **QUICKLY, **given)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require("dh", "debhelper")
        require("dh_apparmor", "dh-apparmor")
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        cls.addClassCleanup(directory.cleanup)
        cls.directory = pathlib.Path(directory.name)

    def packages(self, where="out", kind="binary"):
        """The packages that are built there, once for all tests; or their source."""
        result = build(self.directory / where, kind)
        self.assertEqual(result.returncode, 0, result)
        paths = [pathlib.Path(line) for line in result.stdout.splitlines()]
        self.assertEqual({path.parent for path in paths}, {self.directory / where})
        return paths

    def package(self, name="gatherd"):
        """One of the packages."""
        path, = (path for path in self.packages() if path.name.startswith(f"{name}_"))
        return path

    def scripts(self, name="gatherd"):
        """What the scripts of a package have, by their names."""
        directory = self.directory / f"control-{name}"
        run("dpkg-deb", "--control", self.package(name), directory)
        return {path.name: path.read_text() for path in directory.iterdir()}

    @skip_if_sanitized("it is not what is packaged")
    def test_lintian_has_nothing_to_say(self):
        # Of both releases: what gatherctl is linked with, and the newest policy, differ.
        differs = ("unused-override", "out-of-date-standards-version")
        arguments = ["--no-cfg", "--allow-root", "-EI", "--pedantic", "--fail-on", "pedantic"]
        result = run(require("lintian", "lintian"), *arguments, *self.packages(),
                     *self.packages(kind="source"), limit=PACKING_LIMIT)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        said = [line for line in result.stdout.splitlines()
                if line[0] != "N" and not any(f": {tag} " in line for tag in differs)]
        self.assertEqual(said, [])

    def test_what_is_in_it(self):
        package = self.package()
        fields = run("dpkg-deb", "--field", package).stdout
        for field in ("Package: gatherd", "Version: 1.2~test-1", "Section: utils"):
            self.assertIn(f"{field}\n", fields)
        # Of whatever names they are in the release that it is built on.
        for name in ("libcurl4", "libnettle8", "libsqlite3-0", "libssl3", "libsystemd0", "systemd"):
            self.assertRegex(fields, rf"\nDepends: (.*, )?{name}[t6 ,\n]")
        contents = run("dpkg-deb", "--contents", package).stdout
        for name in INSTALLED:
            # Debian has manual pages and long texts compressed.
            self.assertRegex(contents, rf"\./usr/{re.escape(name)}(\.gz)?\n")
        for unit in UNITS + SUBMITTER + HORN + BACKUP:
            self.assertIn(f"./usr/lib/systemd/system/{unit}\n", contents)
        self.assertIn("./usr/share/polkit-1/rules.d/gatherd.rules\n", contents)
        self.assertNotIn("/usr/local", contents)
        # The page for browsers and what is for a broker are packages of their own.
        self.assertNotRegex(contents, "gather-(web|remote)|mqtt")
        self.assertNotIn(".service.d", contents)
        conffiles = run("dpkg-deb", "--info", package, "conffiles").stdout.split()
        self.assertEqual(conffiles, sorted(f"/{name}" for name in (CONFIGURATION, *PROFILES)))
        self.assertEqual(sorted(re.findall(r"\./(etc/.*[^/])$", contents, re.MULTILINE)),
                         sorted((CONFIGURATION, *PROFILES)))
        # Whoever has built it, all is root's.
        owners = set(re.findall(r"^\S+ (\S+)", contents, re.MULTILINE))
        self.assertEqual(owners, {"root/root"})

    def test_a_match_goes_on_over_an_upgrade(self):
        """What the scripts of the package do, made by debhelper: no more is stopped than has to."""
        scripts = self.scripts()
        self.assertNotRegex(scripts["preinst"], r"systemctl|deb-systemd|service |kill")
        for line in re.findall(r"^.*deb-systemd-invoke (?!try-restart).*$",
                               scripts["postinst"], re.MULTILINE):
            self.assertRegex(line, r"invoke start '?(gather-submit\.socket|\"\$)")
        for stop in re.findall(r"^.*deb-systemd-invoke stop.*$", scripts["prerm"], re.MULTILINE):
            before = scripts["prerm"][:scripts["prerm"].index(stop)]
            self.assertIn('"$1" = remove', before.splitlines()[-1] + before.splitlines()[-2])

    def test_the_package_of_the_page(self):
        package = self.package("gatherd-web")
        fields = run("dpkg-deb", "--field", package).stdout
        # Of the same version: what they say to each other is of both.
        self.assertRegex(fields, r"\nDepends: (.*, )?gatherd \(= 1\.2~test-1\)")
        self.assertRegex(fields, r"\nDepends: .*libmicrohttpd12")
        contents = run("dpkg-deb", "--contents", package).stdout
        for manager in ("system", "user"):
            for unit in WEB_UNITS:
                self.assertIn(f"./usr/lib/systemd/{manager}/{unit}\n", contents)
        for name in ("bin/gather-web", "share/man/man8/gather-web.8.gz",
                     "share/doc/gatherd-web/examples/nginx.conf",
                     "share/doc/gatherd-web/examples/Caddyfile",
                     "share/doc/gatherd-web/examples/gather-web.avahi.service"):
            self.assertIn(f"./usr/{name}\n", contents)
        self.assertNotIn("/usr/local", contents)
        conffiles = run("dpkg-deb", "--info", package, "conffiles").stdout.split()
        self.assertEqual(conffiles, sorted(f"/{name}" for name in WEB_PROFILES))

    def test_the_page_is_enabled_by_hand(self):
        scripts = self.scripts("gatherd-web")
        for line in re.findall(r"^.*deb-systemd-invoke (?!try-restart).*$",
                               "".join(scripts.values()), re.MULTILINE):
            self.assertRegex(line, r'invoke (stop gather-web\.socket|start "\$\{link)')
        # What somebody has enabled stays so.
        for line in re.findall(r"^.*deb-systemd-helper enable.*$", scripts["postinst"],
                               re.MULTILINE):
            before = scripts["postinst"][:scripts["postinst"].index(line)].splitlines()
            self.assertIn("was-enabled", "".join(before[-2:]))

    def test_the_package_for_a_broker(self):
        package = self.package("gatherd-mqtt")
        fields = run("dpkg-deb", "--field", package).stdout
        self.assertRegex(fields, r"\nDepends: (.*, )?gatherd \(= 1\.2~test-1\)")
        self.assertRegex(fields, r"\nDepends: .*libmosquitto1")
        self.assertIn("\nSuggests: mosquitto\n", fields)
        contents = run("dpkg-deb", "--contents", package).stdout
        for name in ("bin/gather-mqtt", "share/man/man8/gather-mqtt.8.gz",
                     "share/gatherd/mqtt.conf",
                     *(f"lib/systemd/system/{unit}" for unit in MQTT_UNITS),
                     *(f"share/gatherd/mqtt/{name}" for name in MQTT_SCHEMAS),
                     "share/doc/gatherd-mqtt/examples/mosquitto.conf",
                     "share/doc/gatherd-mqtt/examples/mosquitto.acl"):
            self.assertIn(f"./usr/{name}\n", contents)
        self.assertNotIn("/usr/local", contents)
        conffiles = run("dpkg-deb", "--info", package, "conffiles").stdout.split()
        self.assertEqual(conffiles, sorted(f"/{name}" for name in (
            MQTT_CONFIGURATION, *MQTT_PROFILES)))
        # It is for the administrator to enable, as no broker is known before.
        scripts = self.scripts("gatherd-mqtt")
        for line in re.findall(r"^.*deb-systemd-invoke (?!try-restart).*$",
                               "".join(scripts.values()), re.MULTILINE):
            self.assertRegex(
                line, r'''invoke (stop gather-mqtt\.service 'gather-mqtt@\*|start "\$\{link)''')

    def test_the_profiles_are_loaded_before_what_they_confine_is_started(self):
        for name, profiles in (("gatherd", PROFILES), ("gatherd-web", WEB_PROFILES),
                               ("gatherd-mqtt", MQTT_PROFILES)):
            scripts = self.scripts(name)
            for path in profiles:
                loaded = scripts["postinst"].index(f'APP_PROFILE="/{path}"')
                self.assertIn("apparmor_parser -r ", scripts["postinst"][loaded:])
                self.assertLess(loaded, scripts["postinst"].index("deb-systemd-invoke"))
            # It is empty, and of the package apparmor.
            self.assertNotIn("rmdir /etc/apparmor.d/disable", scripts["postrm"])

    def test_the_same_twice_is_the_same_package(self):
        for one, other in zip(self.packages("again"), self.packages()):
            self.assertEqual(one.read_bytes(), other.read_bytes(), one.name)

    @skip_if_sanitized("it is not what is packaged")
    def test_the_programs_are_hardened(self):
        for package in self.packages():
            run("dpkg-deb", "--extract", package, self.directory / "root")
        for name in ("bin/gatherd", "bin/gatherctl", "libexec/gather-submit", "bin/gather-web",
                     "bin/gather-mqtt"):
            program = self.directory / "root/usr" / name
            shown = run(require("readelf", "binutils"), "-hldSW", program).stdout
            with self.subTest(name):
                self.assertIn(" GNU_RELRO ", shown)
                self.assertRegex(shown, r"GNU_STACK .* RW ")
                # One that is linked alone is where it was linked for: its start would be as slow
                # with its addresses to be set as with a dynamic linker.
                if "INTERP" in shown:
                    self.assertRegex(shown, r"Type: +DYN ")
                    self.assertRegex(shown, r"\((BIND_NOW|FLAGS|FLAGS_1)\).*NOW")


if __name__ == "__main__":
    unittest.main()
