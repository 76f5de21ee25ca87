"""units/install and units/uninstall, as far as they change nothing of the machine, and what
units/deb refuses."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from programs import PACKING_LIMIT, ROOT, environment, installable_bin_dir, require, run
from test_storage import mount

INSTALL, UNINSTALL, DEB = (ROOT / "units" / name for name in ("install", "uninstall", "deb"))
USAGE = 2
# What an installation has at least, below its prefix.
INSTALLED = (
    "bin/gatherctl bin/gatherd libexec/gather-submit"
    " share/bash-completion/completions/gatherctl share/fish/vendor_completions.d/gatherctl.fish"
    " share/man/man1/gatherctl.1 share/man/man7/io.gatherd.Gather.7 share/man/man8/gatherd.8"
    " share/man/man8/gather-submit.8 share/gatherd/horn.wav share/gatherd/whistle.wav"
    " share/gatherd/gatherd.conf"
    " share/locale/de/LC_MESSAGES/gatherd.mo share/locale/pl/LC_MESSAGES/gatherd.mo"
    " share/doc/gatherd/README.md share/doc/gatherd/board.svg share/doc/gatherd/board.png"
    " share/doc/gatherd/remote.png share/doc/gatherd/overlay.png"
    " share/varlink/io.gatherd.Gather.varlink share/varlink/io.gatherd.Submitter.varlink"
).split()
UNITS = ["gatherd.service", "gatherd.socket", "gatherd@.service", "gatherd@.socket"]
SUBMITTER = ["gather-submit.service", "gather-submit.socket"]
HORN = ["gatherd-horn.service"]
# For the machine alone.
BACKUP = ["gatherd-backup.service", "gatherd-backup.timer"]
CONFIGURATION = "etc/gatherd/gatherd.conf"
PROFILES = ["etc/apparmor.d/gatherd", "etc/apparmor.d/gather-submit"]
# What the page for browsers adds.
WEB_PROGRAM = "usr/local/bin/gather-web"
WEB_UNITS = ["gather-web.service", "gather-web.socket", "gather-remote.service",
             "gather-remote.socket", "gather-remote-control.socket"]
WEB_PROFILES = ["etc/apparmor.d/gather-web", "etc/apparmor.d/gather-remote"]
# The files that a broker adds.
MQTT_PROGRAM, MQTT_CONFIGURATION = "usr/local/bin/gather-mqtt", "etc/gatherd/mqtt.conf"
MQTT_SCHEMAS = ["online.json", "state.json", "event.json", "result.json", "time.json",
                "command.json", "reply.json", "fixtures.json", "table.json"]
MQTT_DOCUMENTS = "usr/local/share/doc/gatherd-mqtt"
MQTT_PROFILES = ["etc/apparmor.d/gather-mqtt", "etc/apparmor.d/gather-club"]
MQTT_UNITS = ["gather-mqtt.service", "gather-mqtt@.service", "gather-mqtt-command.service",
              "gather-mqtt-command@.service", "gather-club.service", "gather-club.socket"]


class Installation(unittest.TestCase):
    def setUp(self):
        require("strip", "binutils")
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.root = self.directory / "root"

    def script(self, script, *arguments, **variables):
        given = {"DESTDIR": self.root, "GATHERD_BIN_DIR": installable_bin_dir()} | variables
        return run(script, *arguments, limit=PACKING_LIMIT, **given)

    def ok(self, script, *arguments, **variables):
        result = self.script(script, *arguments, **variables)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        return result.stdout

    def files(self):
        """Every file that is there, with when it was made."""
        return {str(path.relative_to(self.root)): path.lstat().st_ino
                for path in self.root.rglob("*") if path.is_symlink() or not path.is_dir()}


class Install(Installation):
    def test_everything_is_in_its_place(self):
        self.ok(INSTALL)
        files = self.files()
        for name in INSTALLED:
            self.assertIn(f"usr/local/{name}", files)
        units = UNITS + SUBMITTER + HORN
        paths = [f"{manager}/{unit}" for unit in units for manager in ("system", "user")]
        for unit in paths + [f"system/{unit}" for unit in BACKUP]:
            path = f"usr/local/lib/systemd/{unit}"
            self.assertIn(path, files)
            self.assertEqual((self.root / path).stat().st_mode & 0o777, 0o644)
        for name in ("sysusers.d/gatherd.conf", "tmpfiles.d/gatherd.conf",
                     "systemd/catalog/gatherd.catalog"):
            self.assertIn(f"usr/local/lib/{name}", files)
        for name in ("etc/polkit-1/rules.d/gatherd.rules", CONFIGURATION, *PROFILES):
            self.assertIn(name, files)
            self.assertEqual((self.root / name).stat().st_mode & 0o777, 0o644)
        for program in ("bin/gatherd", "bin/gatherctl", "libexec/gather-submit"):
            path = self.root / "usr/local" / program
            self.assertEqual(path.stat().st_mode & 0o777, 0o755)
            self.assertIn(path.name, run(path, "--version").stdout)
        # A pitch of that name would take the socket of the match without one.
        masked = self.root / "usr/local/lib/systemd/system/gatherd@gatherd.socket"
        self.assertEqual(os.readlink(masked), "/dev/null")

    def test_all_that_is_shipped_is_installed(self):
        """A file below units/ that no table knows of would be forgotten."""
        self.ok(INSTALL, "--web", "--mqtt")
        number = run(installable_bin_dir() / "gatherctl", "--version").stdout.split()[1]
        # A manual page is of the version of the programs.
        installed = {path.read_bytes().replace(f".Os gatherd {number}\n".encode(), b".Os\n")
                     for path in self.root.rglob("*") if path.is_file()}
        # Scripts, and what makes the package.
        left = {"install", "uninstall", "layout", "deb", "packages", "try",
                "catalogues", "generate", "texts", "schemas", "version", "release", ".gitattributes"}
        for path in (ROOT / "units").rglob("*"):
            if path.is_dir() or path.name in left or "debian" in path.parts[-3:-1]:
                continue
            if path.suffix == ".po":
                # What msgfmt makes of it is.
                name = f"share/locale/{path.stem}/LC_MESSAGES/gatherd.mo"
                self.assertTrue((self.root / "usr/local" / name).exists(), path)
                continue
            self.assertIn(path.read_bytes(), installed, path)
        for path in (ROOT / "Sources/GatherAPI/Interfaces").glob("[!S]*.varlink"):
            self.assertIn(path.read_bytes(), installed, path)

    def test_the_manual_is_of_the_version_of_the_programs(self):
        self.ok(INSTALL, "--web", "--mqtt")
        number = run(installable_bin_dir() / "gatherctl", "--version").stdout.split()[1]
        pages = list((self.root / "usr/local/share/man").rglob("*.[1-8]"))
        self.assertEqual(len(pages), len(list((ROOT / "units/man").iterdir())))
        for page in pages:
            self.assertIn(f"\n.Os gatherd {number}\n", page.read_text())

    def test_the_picture_of_the_readme_is_beside_it(self):
        self.ok(INSTALL)
        doc = self.root / "usr/local/share/doc/gatherd"
        readme = (doc / "README.md").read_text()
        pictures = re.findall(r'!\[.*?\]\((.*?)\)|<img src="(.*?)"', readme)
        pictures = sorted(one or other for one, other in pictures)
        self.assertEqual(pictures, ["board.png", "board.svg", "overlay.png", "remote.png"])
        for name in pictures:
            own = ROOT / "Tests/Picture" / name
            self.assertEqual((doc / name).read_bytes(), own.read_bytes(), name)

    def test_the_page_for_browsers_is_installed_where_it_is_wanted(self):
        self.ok(INSTALL)
        without = set(self.files())
        programs = [name for name in without if not name.endswith(".png")]
        self.assertEqual([name for name in programs if "web" in name or "remote" in name], [])
        self.ok(INSTALL, "--web")
        added = set(self.files()) - without
        for unit in WEB_UNITS:
            for manager in ("system", "user"):
                self.assertIn(f"usr/local/lib/systemd/{manager}/{unit}", added)
        self.assertLessEqual(
            {WEB_PROGRAM, "usr/local/lib/sysusers.d/gather-remote.conf",
             *(f"usr/local/lib/systemd/system/{unit}.service.d/gather-remote.conf"
               for unit in ("gatherd", "gatherd@")),
             "usr/local/share/man/man8/gather-web.8", *WEB_PROFILES}, added)
        # Nothing of it is enabled, where no system is.
        self.assertEqual([name for name in added if ".wants/" in name], [])
        self.assertEqual((self.root / WEB_PROGRAM).stat().st_mode & 0o777, 0o755)
        page = (self.root / "usr/local/share/man/man8/gather-web.8").read_text()
        examples = re.search(r"Pa (/usr/local/share/doc/gatherd-web/examples/)\n", page)[1]
        self.assertEqual({path.name for path in (self.root / examples[1:]).iterdir()},
                         {"nginx.conf", "Caddyfile", "gather-web.avahi.service"})

    def test_what_publishes_at_a_broker_is_installed_where_it_is_wanted(self):
        self.ok(INSTALL)
        without = set(self.files())
        self.assertEqual([name for name in without if "mqtt" in name], [])
        self.ok(INSTALL, "--mqtt")
        self.assertEqual(set(self.files()) - without, {
            MQTT_PROGRAM, MQTT_CONFIGURATION, *MQTT_PROFILES,
            "usr/local/share/gatherd/mqtt.conf", "usr/local/share/man/man8/gather-mqtt.8",
            *(f"usr/local/lib/systemd/system/{unit}" for unit in MQTT_UNITS),
            *(f"usr/local/share/gatherd/mqtt/{name}" for name in MQTT_SCHEMAS),
            *(f"{MQTT_DOCUMENTS}/examples/{name}" for name in ("mosquitto.conf", "mosquitto.acl"))})
        page = (self.root / "usr/local/share/man/man8/gather-mqtt.8").read_text()
        for place in (f"{MQTT_DOCUMENTS}/examples", "usr/local/share/gatherd/mqtt"):
            self.assertIn(f".It Pa /{place}/\n", page)
        self.assertIn("gather-mqtt", run(self.root / MQTT_PROGRAM, "--version").stdout)
        # Settings that were changed are kept, and an older program is not.
        (self.root / MQTT_CONFIGURATION).write_text("[MQTT]\nBroker=club.example\n")
        (self.root / MQTT_PROGRAM).write_text("an older one\n")
        said = self.ok(INSTALL)
        self.assertIn(": 1 files have changed", said)
        self.assertIn("kept: /etc/gatherd/mqtt.conf", said)
        self.assertIn("kept: /etc/gatherd/mqtt.conf", self.ok(UNINSTALL))
        self.assertEqual(set(self.files()), {MQTT_CONFIGURATION})

    def test_a_page_that_is_there_is_kept_up_to_date(self):
        self.ok(INSTALL, "--web")
        (self.root / WEB_PROGRAM).write_text("an older one\n")
        self.assertIn(": 1 files have changed", self.ok(INSTALL))
        self.assertGreater((self.root / WEB_PROGRAM).stat().st_size, 100_000)
        self.ok(UNINSTALL)
        self.assertEqual(self.files(), {})

    def test_a_second_time_changes_nothing(self):
        self.assertRegex(self.ok(INSTALL), r": \d\d files have changed")
        before = self.files()
        self.assertIn(": 0 files have changed", self.ok(INSTALL))
        self.assertEqual(self.files(), before)

    def test_an_upgrade_replaces_what_has_changed_and_nothing_else(self):
        self.ok(INSTALL)
        before = self.files()
        unit, program = "usr/local/lib/systemd/system/gatherd.service", "usr/local/bin/gatherd"
        (self.root / unit).write_text("[Unit]\n")
        (self.root / program).chmod(0o700)
        # Who has the old file open goes on with it.
        with open(self.root / unit) as old:
            self.assertIn(": 2 files have changed", self.ok(INSTALL))
            self.assertEqual(old.read(), "[Unit]\n")
        after = self.files()
        self.assertEqual({name for name in after if after[name] != before.get(name)},
                         {unit, program})
        self.assertEqual(list(self.root.rglob("*.new")), [])

    def test_a_full_disk_keeps_no_part_of_a_file(self):
        mount(self, self.root, "size=8m")
        result = self.script(INSTALL)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("No space left on device", result.stderr)
        self.assertEqual([name for name in self.files() if name.endswith(".new")], [])

    def test_a_configuration_that_was_changed_is_kept(self):
        self.ok(INSTALL)
        path = self.root / CONFIGURATION
        shipped = path.read_text()
        copy = self.root / "usr/local/share/gatherd/gatherd.conf"
        # One that is as it was installed is replaced by that of a later version.
        for file in (path, copy):
            file.write_text("# An older one.\n")
        self.ok(INSTALL)
        self.assertEqual(path.read_text(), shipped)
        path.write_text("[Daemon]\nGroup=referees\n")
        self.assertIn("kept: /etc/gatherd/gatherd.conf, which was changed", self.ok(INSTALL))
        self.assertIn("Group=referees", path.read_text())
        self.assertIn("kept: /etc/gatherd/gatherd.conf", self.ok(UNINSTALL))
        self.assertEqual(list(self.files()), [CONFIGURATION])
        self.ok(INSTALL)
        self.assertIn("Group=referees", path.read_text())
        self.ok(UNINSTALL, "--purge")
        self.assertEqual(self.files(), {})

    def test_the_profiles_are_of_the_programs_that_are_installed(self):
        self.ok(INSTALL, "--web", PREFIX="/opt/gatherd-1.0")
        for profile, program in zip(PROFILES + WEB_PROFILES, (
                "bin/gatherd", "libexec/gather-submit", "bin/gather-web", "bin/gather-web")):
            text = (self.root / profile).read_text()
            self.assertIn(f"  /opt/gatherd-1.0/{program} mr,\n", text)
            self.assertNotIn("/usr/local/", text)

    def test_another_prefix(self):
        self.ok(INSTALL, "--web", PREFIX="/opt/gatherd-1.0")
        for name in INSTALLED:
            self.assertTrue((self.root / "opt/gatherd-1.0" / name).exists(), name)
        for manager in ("system", "user"):
            for unit in ("gatherd.service", "gatherd@.service"):
                text = (self.root / "etc/systemd" / manager / unit).read_text()
                self.assertRegex(text, r"(?m)^ExecStart=/opt/gatherd-1\.0/bin/gatherd( |$)")
                self.assertNotIn("/usr/local/", text)
        text = (self.root / "etc/systemd/system/gather-submit.service").read_text()
        self.assertIn("\nExecStart=/opt/gatherd-1.0/libexec/gather-submit\n", text)
        self.assertNotIn("/usr/local/", text)
        for unit in ("gather-web.service", "gather-remote.service"):
            text = (self.root / "etc/systemd/system" / unit).read_text()
            self.assertIn("\nExecStart=/opt/gatherd-1.0/bin/gather-web ", text)
            self.assertNotIn("/usr/local/", text)
        self.ok(UNINSTALL, PREFIX="/opt/gatherd-1.0")
        self.assertEqual(self.files(), {})

    def test_uninstalling_leaves_nothing_and_what_is_others(self):
        other = self.root / "usr/local/bin/other"
        other.parent.mkdir(parents=True)
        other.touch()
        self.ok(INSTALL)
        self.ok(UNINSTALL)
        self.assertEqual(list(self.files()), ["usr/local/bin/other"])
        self.ok(UNINSTALL)
        other.unlink()
        self.ok(INSTALL)
        self.ok(UNINSTALL)
        self.assertEqual([path.name for path in self.root.rglob("*") if not path.is_dir()], [])

    def test_relative_to_where_the_caller_is(self):
        self.root = self.directory / "relative"
        for script in (INSTALL, UNINSTALL):
            variables = environment(DESTDIR="relative", GATHERD_BIN_DIR=installable_bin_dir())
            subprocess.run([script], cwd=self.directory, env=variables, check=True,
                           stdout=subprocess.DEVNULL)
            self.assertEqual((self.root / "usr/local/bin/gatherd").exists(), script == INSTALL)


class Wrong(Installation):
    """What can be wrong: a message, an exit status, and nothing is changed."""

    def refused(self, status, message, script, *arguments, **variables):
        with self.subTest(script=script.name, arguments=arguments, **variables):
            result = self.script(script, *arguments, **variables)
            self.assertEqual(result.returncode, status, result)
            self.assertIn(message, result.stderr)
            self.assertFalse(self.root.exists())

    def test_prefixes(self):
        for prefix in ("usr", "./usr", "/", "/usr/", "/a b", "/a|b", "/a&b", "/a\nb", "/a/../b",
                       "/home/x", "/tmp/x", "/..", "//usr", "/a'b", "/a$b", "~", "/é"):
            for script, verb in ((INSTALL, "install to"), (UNINSTALL, "uninstall from")):
                self.refused(USAGE, f"cannot {verb} '{prefix}': PREFIX has to be ", script,
                             PREFIX=prefix)

    def test_arguments(self):
        self.refused(USAGE, "units/install --web", INSTALL, "--prefix=/usr")
        self.refused(USAGE, "units/install --mqtt", INSTALL, "--web", "now")
        self.refused(USAGE, "units/uninstall --purge", UNINSTALL, "--purg")
        self.refused(USAGE, "units/uninstall --purge", UNINSTALL, "--purge", "now")
        self.refused(USAGE, "units/deb [DIRECTORY]", DEB, "a", "b")
        self.refused(USAGE, "units/deb [DIRECTORY]", DEB, "--sauce")

    def test_programs_that_are_not_there(self):
        self.refused(1, "gatherd", INSTALL, GATHERD_BIN_DIR=self.directory)
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_programs_that_are_not_there_for_a_package(self):
        require("dh", "debhelper")
        self.refused(1, "gatherd", DEB, self.directory, GATHERD_BIN_DIR=self.directory)
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_a_place_that_is_none(self):
        self.root.write_text("a file\n")
        result = self.script(INSTALL)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(str(self.root), result.stderr)
        self.assertEqual(self.root.read_text(), "a file\n")

    def without(self, *missing):
        """A PATH with all that is on ours but for some programs."""
        path = self.directory / "-".join(("bin", *missing))
        path.mkdir()
        for directory in os.environ["PATH"].split(":"):
            for program in pathlib.Path(directory).glob("*"):
                link = path / program.name
                if program.name not in missing and not link.is_symlink():
                    link.symlink_to(program)
        return path

    def nobody(self, script, path):
        """Runs a script as a user who may not write, on the machine itself."""
        if os.geteuid() != 0:
            return run(script, PATH=path, GATHERD_BIN_DIR=installable_bin_dir())
        self.directory.chmod(0o755)
        copy = self.directory / "units"
        shutil.copytree(ROOT / "units", copy)
        return run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                   copy / script.name, PATH=path, GATHERD_BIN_DIR=installable_bin_dir())

    def test_without_root_and_without_sudo(self):
        path = self.without("sudo")
        for script, verb in ((INSTALL, "install to"), (UNINSTALL, "uninstall from")):
            result = self.nobody(script, path)
            self.assertEqual(result.returncode, 1, result)
            self.assertEqual(
                result.stderr,
                f"cannot {verb} /usr/local: this takes root, and there is no sudo\n")
            shutil.rmtree(self.directory / "units", ignore_errors=True)

    def test_without_a_toolchain(self):
        """On a Debian before 13 there is none to install."""
        if "VERSION_ID=\"12\"" not in pathlib.Path("/etc/os-release").read_text():
            self.skipTest("this Debian has a Swift toolchain")
        self.refused(1, "there is no Swift toolchain on PATH", INSTALL,
                     PATH=self.without("swift"), GATHERD_BIN_DIR="")

    def test_a_tool_that_fails(self):
        path = self.without("strip")
        (path / "strip").write_text("#!/bin/sh\necho strip is broken >&2\nexit 7\n")
        (path / "strip").chmod(0o755)
        result = self.script(INSTALL, PATH=path)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("strip is broken", result.stderr)
        self.assertFalse(self.root.exists())


if __name__ == "__main__":
    unittest.main()
