"""gatherctl restore: a backup in the place of the matches, or nothing done."""

import contextlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import time

import programs
from client import HISTORY, Client
from daemon import Daemon
from test_backup import GOALS, Backups
from test_storage import mount

SOMEBODY = 65533


class Restores(Backups):
    def restore(self, path, *options, status=0, daemon=None):
        """Restores a file for a daemon; gives what is said."""
        daemon = daemon or self.daemon
        return daemon.said(self, "restore", *options, "--state-directory", daemon.state, path,
                           status=status)

    def history(self, daemon=None):
        """All matches with their events and codes."""
        with Client((daemon or self.daemon).socket) as client:
            gathers = client.call(f"{HISTORY}.List")["gathers"]
            return [client.call(f"{HISTORY}.Show", id=each["id"], record=True) for each in gathers]

    def files(self):
        """The files of the state with their bytes, but those of SQLite's own use."""
        return {path.name: path.read_bytes() for path in self.daemon.state.iterdir()
                if path.is_file() and not path.name.endswith("-shm")}

    def check_unchanged(self, *arguments, **more):
        """What was said when nothing was restored."""
        before = self.files()
        said = self.restore(*arguments, status=1, **more)
        self.assertEqual(self.files(), before)
        return said


class Whole(Restores):
    def test_all_is_as_it_was(self):
        for _ in range(2):
            self.play()
        self.daemon.said(self, "player", "add", "Anna")
        self.daemon.call("Open", teamAName="Reds", teamBName="Blues")
        self.daemon.call("AddToScore", team="teamA", delta=1)
        before = self.history()
        self.assertTrue(before[1]["gather"]["code"])
        path, _ = self.backup()
        self.daemon.stop()
        shutil.rmtree(self.daemon.state)
        said = self.restore(path)
        self.assertEqual(said, f"restored: 3 matches, {2 * (GOALS + 2) + 2} events\n"
                         f"the directory '{self.daemon.state}' is new\n")
        self.daemon.start()
        self.assertEqual(self.history(), before)
        # The match that is open goes on.
        self.daemon.call("AddToScore", team="teamA", delta=1)
        self.assertEqual(self.daemon.get()["score"], "2-0")
        self.assertEqual(self.daemon.set_aside, [])

    def test_what_was_there_is_set_aside(self):
        self.play()
        path, _ = self.backup()
        before = self.history()
        self.daemon.kill()  # So that there is a log as well.
        said = self.restore(path)
        (aside,) = self.daemon.state.glob("gather.db.replaced-*Z")
        self.assertIn(f"the files of before are '{aside}'", said)
        self.assertTrue(aside.with_name(aside.name + "-wal").exists())
        self.daemon.start()
        self.assertEqual(self.history(), before)
        for name in ("gather.db", aside.name):
            self.assertEqual(stat.S_IMODE((self.daemon.state / name).stat().st_mode), 0o600)

    def test_root_restores_for_the_user_of_the_directory(self):
        if os.geteuid() != 0:
            programs.cannot_run("only root can restore for others", impossible=True)
        self.play()
        path, _ = self.backup()
        daemon = Daemon.running(self, uid=SOMEBODY)
        daemon.stop()
        # Only root can read the backup.
        self.target.chmod(0o700)
        self.restore(path, daemon=daemon)
        for file in daemon.state.iterdir():
            self.assertEqual(file.stat().st_uid, SOMEBODY, file)
        daemon.start()
        self.assertEqual(self.history(daemon), self.history())


class Refusals(Restores):
    def test_a_daemon_that_runs_has_to_be_stopped(self):
        self.play()
        path, _ = self.backup()
        said = self.restore(path, status=1)
        self.assertIn("gatherd runs, and has to be stopped first\n", said)
        # It runs in no unit.
        self.assertNotIn("systemctl", said)
        self.assertEqual(self.daemon.get()["score"], f"{GOALS}-0")

    def test_the_units_of_a_daemon_that_runs_are_named(self):
        self.play()
        path, _ = self.backup()
        manager = self.target / "systemctl"
        for status, hint in (
                (0, "stop it with 'systemctl --user stop gatherd.socket gatherd.service'\n"),
                (3, "")):
            manager.write_text(f"#!/bin/sh\nexit {status}\n")
            manager.chmod(0o755)
            result = programs.ctl(
                self.daemon.socket, "restore", path, STATE_DIRECTORY=self.daemon.state,
                PATH=f"{self.target}:/usr/bin:/bin")
            self.assertEqual((result.returncode, result.stderr), (
                1, "gatherctl: cannot restore the backup: gatherd runs, and has to be stopped "
                f"first\n{hint}"))

    def test_a_newer_state_is_replaced_by_force_alone(self):
        old = self.play()
        path, _ = self.backup()
        self.daemon.call("Open", teamAName="Reds", teamBName="Blues")
        new = self.daemon.call("AddToScore", team="teamB", delta=1)["gather"]["id"]
        self.daemon.said(self, "player", "add", "Anna")
        self.daemon.stop()
        said = self.check_unchanged(path)
        self.assertIn("the present state is newer than the backup\n", said)
        self.assertIn(f"match '{new}' has events that the backup has not\n", said)
        self.assertIn("1 player was added or changed since\n", said)
        self.assertNotIn(old, said)
        self.restore(path, "--force")
        (aside,) = self.daemon.state.glob("gather.db.replaced-*Z")
        self.assertIn(new.encode(), aside.read_bytes())
        self.daemon.start()
        self.assertEqual([each["gather"]["id"] for each in self.history()], [old])

    def test_a_match_that_went_on_otherwise_is_newer(self):
        self.daemon.call("Open")
        gather = self.daemon.call("AddToScore", team="teamB", delta=1)["gather"]["id"]
        path, _ = self.backup()
        self.daemon.call("AddToScore", team="teamA", delta=1)
        other, _ = self.backup()
        self.daemon.stop()
        self.assertIn(gather, self.check_unchanged(path))
        self.restore(path, "--force")
        self.daemon.start()
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.stop()
        # As many events, and others.
        self.assertIn(gather, self.check_unchanged(other))

    def test_defaults_that_were_changed_are_newer(self):
        self.daemon.said(self, "defaults", "--team-a", "Reds")
        path, _ = self.backup()
        self.daemon.stop()
        self.restore(path)
        self.daemon.start()
        self.daemon.said(self, "defaults", "--team-a", "Blacks")
        self.daemon.stop()
        said = self.check_unchanged(path)
        self.assertIn("the defaults of the pitch were changed since", said)
        self.restore(path, "--force")
        self.daemon.start()
        self.assertIn("Reds", self.daemon.said(self, "defaults"))
        # What is as it was made is not missed.
        other = Daemon.running(self)
        other.stop()
        self.restore(path, daemon=other)

    def test_the_directory_of_another_socket_is_not_guessed(self):
        self.play()
        path, _ = self.backup()
        self.daemon.stop()
        said = self.daemon.said(self, "restore", path, status=2)
        self.assertIn("name it with '--state-directory DIR'", said)

    def test_a_pitch_that_the_socket_names_has_its_own_directory(self):
        old = self.play()
        path, _ = self.backup()
        self.daemon.stop()
        runtime = "/run" if os.geteuid() == 0 else self.target / "run"
        result = programs.ctl(
            f"{runtime}/gatherd/north.sock", "restore", path, XDG_RUNTIME_DIR=runtime,
            STATE_DIRECTORY=self.target / "state")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(
            [each.name for each in (self.target / "state").iterdir()], ["north"])
        self.assertIn(old.encode(), (self.target / "state/north/gather.db").read_bytes())

    def test_players_who_were_forgotten_do_not_come_back_unsaid(self):
        for name in ("Anna", "Bert"):
            self.daemon.said(self, "player", "add", name)
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=1)
        self.daemon.call("End")
        path, _ = self.backup()
        self.daemon.said(self, "player", "forget", "1", "--yes")
        after, _ = self.backup()
        self.daemon.stop()
        said = self.check_unchanged(path)
        self.assertIn("1 player who was forgotten since comes back\n", said)
        # Nothing else is another one.
        for other in ("has events", "was added", "on its way"):
            self.assertNotIn(other, said)
        self.assertIn("restored: ", self.restore(after))
        self.assertIn("restored: ", self.restore(path, "--force"))
        # The name is what the backup after it has not.
        self.assertIn("1 player was added or changed since", self.check_unchanged(after))

    def test_a_file_that_is_not_whole_is_refused(self):
        self.play()
        path, _ = self.backup()
        self.daemon.stop()
        whole = path.read_bytes()
        for wrong in (whole.replace(b"Blues", b"Greys"), whole[:len(whole) // 2], b"",
                      b"text" * 1000):
            path.write_bytes(wrong)
            for options in ((), ("--force",)):
                self.assertIn("cannot restore the backup: ", self.check_unchanged(path, *options))
        for wrong, why in ((b"", "is empty"), (b"text", "is not a database"),
                           (whole[:50], "is cut off")):
            path.write_bytes(wrong)
            self.assertIn(why, self.check_unchanged(path))
        path.write_bytes(b"text" * 1000)
        new = self.target / "new"
        self.daemon.said(self, "restore", "--state-directory", new, path, status=1)
        self.assertFalse(new.exists())
        self.assertIn("is a device, not a backup", self.check_unchanged("/dev/null"))
        self.assertIn("No such file", self.check_unchanged(self.target / "none"))
        path.write_bytes(whole)
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("PRAGMA user_version = 200")
        self.assertIn("version 200", self.check_unchanged(path))

    def test_a_database_that_cannot_be_read_is_replaced_by_force_alone(self):
        self.play()
        before = self.history()
        path, _ = self.backup()
        self.daemon.stop()
        self.daemon.database.write_bytes(b"damaged" * 2000)
        self.assertIn("the present database cannot be read", self.check_unchanged(path))
        self.restore(path, "--force")
        self.daemon.start()
        self.assertEqual(self.history(), before)
        self.assertEqual(self.daemon.set_aside, [])

    def test_a_full_disk_leaves_all_as_it_was(self):
        self.play()
        path, _ = self.backup()
        daemon = Daemon()
        self.addCleanup(daemon.close)
        mount(self, daemon.state, "size=512k")
        daemon.start()
        self.play(1, daemon=daemon)
        before = self.history(daemon)
        daemon.stop()
        with open(daemon.state / "filler", "wb") as filler:
            free = os.statvfs(daemon.state)
            filler.write(b"x" * (free.f_bavail * free.f_bsize - 64 * 1024))
        self.assertIn("the disk is full",
                      self.restore(path, "--force", status=1, daemon=daemon))
        self.assertEqual([name for name in os.listdir(daemon.state) if ".new" in name], [])
        daemon.start()
        self.assertEqual(self.history(daemon), before)

    def test_whenever_it_is_killed_there_is_the_one_or_the_other(self):
        self.play()
        backed_up = self.history()
        path, _ = self.backup()
        self.play(2)
        newer = self.history()
        command = [programs.gatherd(), "--restore", path, "--force", "--state-directory",
                   self.daemon.state]
        self.daemon.stop()
        state = self.target / "state"
        shutil.copytree(self.daemon.state, state)
        began = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - began
        seen = set()
        rounds = 24
        for number in range(rounds):
            shutil.rmtree(self.daemon.state)
            shutil.copytree(state, self.daemon.state)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            # It is to be killed at any moment: nobody could tell of each.
            time.sleep(whole * number / (rounds - 4))
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.daemon.start()
            found = self.history()
            self.assertIn(found, (backed_up, newer))
            seen.add(len(found))
            left = [name for name in os.listdir(self.daemon.state)
                    if ".new" in name or ".restored" in name]
            self.assertEqual(left, [])
            self.daemon.stop()
        self.assertEqual(self.daemon.set_aside, [])
        # The first one was killed at once.
        self.assertIn(len(newer), seen)
