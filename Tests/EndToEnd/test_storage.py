"""A disk that is full or read-only, a directory of somebody else's, a lock, files that go, and
damage: the match goes on, commands say why they are refused, and all heals by itself."""

import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import time
import unittest

import programs
from client import GATHER, Refused
from daemon import Daemon

NOBODY = 65534


def mount(test, path, *options):
    """Puts a small disk of its own at a path, or ends the test where that is not permitted."""
    path.mkdir(parents=True, exist_ok=True)
    result = programs.run("mount", "-t", "tmpfs", "-o", ",".join(("mode=0700",) + options),
                          "gatherd-test", path)
    if result.returncode != 0:
        programs.cannot_run(f"no file system may be mounted here: {result.stderr.strip()}",
                            impossible=True)
    test.addCleanup(programs.run, "umount", "--lazy", path)


class Storage(unittest.TestCase):
    def refusal(self, daemon):
        """The reason for which a goal is refused; the rest of the match goes on."""
        before = daemon.get()
        began = time.monotonic()
        with self.assertRaises(Refused) as refused:
            daemon.call("AddToScore", team="teamA", delta=1)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(refused.exception.name, f"{GATHER}.StorageFailed")
        reason = refused.exception.parameters["reason"]
        said = daemon.ctl("goal", "a")
        self.assertEqual(said.returncode, 1)
        self.assertEqual(said.stderr, f"gatherctl: cannot count the goal: {reason}\n")
        after = daemon.get()
        self.assertEqual(after["revision"], before["revision"])
        self.assertEqual(after["score"], before["score"])
        ends = "endsAtBoottimeMicroseconds"
        self.assertEqual(after["timer"][ends], before["timer"][ends])
        return reason

    def check_goal(self, daemon):
        """A goal counts, and is found by the next daemon."""
        score = daemon.call("AddToScore", team="teamB", delta=1)["gather"]["score"]
        daemon.restart()
        self.assertEqual(daemon.get()["score"], score)
        self.assertEqual(daemon.set_aside, [])


class FullDisk(Storage):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        mount(self, self.daemon.state, "size=1m")
        self.filler = self.daemon.state / "filler"
        self.daemon.start()

    def fill(self):
        with open(self.filler, "ab", buffering=0) as filler:
            with contextlib.suppress(OSError):
                while filler.write(b"x" * 4096):
                    pass

    def test_commands_are_refused_while_it_is_full_and_watchers_go_on(self):
        self.daemon.call("Start")
        watcher = self.daemon.client()
        watcher.subscribe(ticks=True)
        self.fill()
        # The log may have room for some more.
        with self.assertRaises(Refused):
            while True:
                self.daemon.call("AddToScore", team="teamA", delta=1)
        self.assertRegex(self.refusal(self.daemon), r"^the disk is full \(/tmp/gatherd-")
        self.assertTrue(watcher.change_with("tick"))
        self.filler.unlink()
        self.check_goal(self.daemon)

    def test_a_match_does_not_open_on_it_and_does_when_there_is_room(self):
        self.fill()
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Open")
        self.assertIn("the disk is full", refused.exception.parameters["reason"])
        self.filler.unlink()
        self.daemon.call("Open")

    def test_a_daemon_that_starts_on_it_shows_the_match(self):
        for end in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(end):
                running = self.daemon.call("Start")["gather"]
                self.daemon.end(end)
                self.fill()
                self.daemon.start()
                self.assertEqual(self.daemon.get()["timer"]["endsAtBoottimeMicroseconds"],
                                 running["timer"]["endsAtBoottimeMicroseconds"])
                self.assertIn("cannot write to", self.daemon.log)
                self.assertIn("the disk is full", self.refusal(self.daemon))
                self.filler.unlink()
                self.check_goal(self.daemon)


class SizeLimit(Storage):
    def test_a_file_that_may_not_grow_is_named_and_the_daemon_lives(self):
        daemon = Daemon.running(self)
        daemon.call("Start")
        soft, hard = resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE)
        limit = (daemon.state / "gather.db-wal").stat().st_size
        resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (limit, hard))
        self.assertRegex(self.refusal(daemon), r"^the file may not grow: the file size limit of")
        resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (soft, hard))
        self.check_goal(daemon)


class ReadOnlyDisk(Storage):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        mount(self, self.daemon.state, "size=200m")
        self.daemon.start()

    def remount(self, how):
        result = programs.run("mount", "-o", f"remount,{how}", self.daemon.state)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_daemon_that_starts_on_it_shows_the_match_and_goes_on_once_it_can_be_written(self):
        for end in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(end):
                self.daemon.call("Start")
                running = self.daemon.call("AddToScore", team="teamA", delta=1)["gather"]
                self.daemon.end(end)
                self.remount("ro")
                self.daemon.start()
                gather = self.daemon.get()
                self.assertEqual(gather["revision"], running["revision"])
                self.assertEqual(gather["timer"]["state"], "running")
                self.assertRegex(self.refusal(self.daemon), r"^the disk is read-only \(/tmp/")
                log = self.daemon.log.splitlines()
                self.assertIn("Read-only file system", [
                    line for line in log if "cannot write to" in line][-1])
                self.assertTrue(self.daemon.call("io.gatherd.History.List")["gathers"])
                self.remount("rw")
                self.check_goal(self.daemon)

    def test_a_large_file_is_written_to_as_soon_as_it_can_be(self):
        self.daemon.call("Start")
        self.daemon.end(signal.SIGTERM)
        with contextlib.closing(sqlite3.connect(self.daemon.database)) as database:
            # Many that were answered before rows had checksums: a check of all takes its time.
            database.execute(
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
                " WHERE n < 200000) INSERT INTO requests"
                " SELECT 'old ' || n, 'Start', '{}', 1, 0, 0, '', NULL FROM numbers")
            database.commit()
        self.daemon.start()
        self.daemon.call("AddToScore", team="teamA", delta=1)
        self.daemon.kill()
        self.remount("ro")
        self.daemon.start()
        self.remount("rw")
        self.check_goal(self.daemon)


class SomebodyElses(Storage):
    def setUp(self):
        if os.geteuid() != 0:
            programs.cannot_run("only root can run a daemon as somebody else", impossible=True)
        programs.require("setpriv", "util-linux")

    def test_a_directory_without_permission_is_named(self):
        daemon = Daemon(uid=NOBODY)
        self.addCleanup(daemon.close)
        daemon.state.mkdir(mode=0o700)
        daemon.spawn(ends=True)
        self.assertEqual(daemon.process.wait(programs.LIMIT), 1)
        self.assertIn(f"cannot use the state directory {daemon.state}: Permission denied",
                      daemon.log)

    def test_a_database_without_permission_is_shown_and_not_written(self):
        daemon = Daemon.running(self, uid=NOBODY)
        daemon.call("Start")
        daemon.kill()
        # A stranger's, to be read by everybody.
        for path, mode in ((daemon.state, 0o755), *((p, 0o644) for p in daemon.state.iterdir())):
            os.chown(path, 0, 0)
            path.chmod(mode)
        daemon.start()
        self.assertEqual(daemon.get()["timer"]["state"], "running")
        self.assertIn("permission denied", self.refusal(daemon))
        for path in (daemon.state, *daemon.state.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        self.check_goal(daemon)


class OtherProcesses(Storage):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.daemon.call("Start")

    def test_a_lock_of_another_process_is_named_and_not_waited_for(self):
        with contextlib.closing(sqlite3.connect(self.daemon.database)) as other:
            other.execute("BEGIN IMMEDIATE")
            reason = self.refusal(self.daemon)
            self.assertRegex(reason, r"^another process has locked the database \(/tmp/")
            other.execute("ROLLBACK")
        self.check_goal(self.daemon)

    def test_a_state_directory_that_was_deleted_is_made_again_at_a_clean_end(self):
        shutil.rmtree(self.daemon.state)
        self.daemon.stop()
        self.daemon.start()
        self.assertEqual(self.daemon.get()["timer"]["state"], "running")
        self.check_goal(self.daemon)

    def test_a_link_in_the_place_of_the_database_is_named_and_left_alone(self):
        self.daemon.stop()
        elsewhere = self.daemon.directory / "elsewhere.db"
        self.daemon.database.rename(elsewhere)
        self.daemon.database.symlink_to(elsewhere)
        self.daemon.spawn(ends=True)
        self.assertEqual(self.daemon.process.wait(programs.LIMIT), 1)
        self.assertIn(f"{self.daemon.database} is a symbolic link, not a file; ", self.daemon.log)
        self.assertTrue(self.daemon.database.is_symlink())
        elsewhere.replace(self.daemon.database)
        self.daemon.start()
        self.check_goal(self.daemon)

    def test_a_state_directory_that_was_deleted_is_made_again(self):
        self.daemon.call("AddToScore", team="teamA", delta=1)
        shutil.rmtree(self.daemon.state)
        self.check_goal(self.daemon)
        self.assertEqual(self.daemon.get()["score"], "1-1")
        self.assertIn("was removed; it was written again", self.daemon.log)

    def test_a_file_in_the_place_of_the_database_is_not_written_to(self):
        self.daemon.database.rename(self.daemon.state / "ours")
        self.daemon.database.write_text("somebody else's")
        self.assertIn("another file was put in the place", self.refusal(self.daemon))
        self.assertEqual(self.daemon.database.read_text(), "somebody else's")
        (self.daemon.state / "ours").rename(self.daemon.database)
        self.check_goal(self.daemon)


class Damage(Storage):
    def setUp(self):
        self.daemon = Daemon.running(self)
        for name in ("Eins", "Zwei"):
            self.daemon.call("Open", teamAName=name)
            self.daemon.call("AddToScore", team="teamA", delta=1, requestId=f"goal {name}")
            self.daemon.call("End")
        self.daemon.call("Open", teamAName="Drei")
        self.running = self.daemon.call("Start")["gather"]

    def damaged(self, change):
        """Ends the daemon by force, changes its files, and starts it on them."""
        self.daemon.kill()
        change()
        before = {path.name: path.read_bytes() for path in self.daemon.state.glob("gather.db*")}
        self.daemon.start()
        return before

    def check_set_aside(self, before):
        names = self.daemon.set_aside
        self.assertTrue(names)
        stem = names[0].removesuffix("-shm").removesuffix("-wal")
        self.assertRegex(stem, r"^gather\.db\.damaged-\d{8}T\d{6}Z$")
        for name, content in before.items():
            if name != "gather.db-shm":
                aside = self.daemon.state / name.replace("gather.db", stem, 1)
                self.assertEqual(aside.read_bytes(), content, name)
        self.assertRegex(self.daemon.log, r"gather\.db was damaged .* events were saved")

    def check_nothing_lost(self):
        gather = self.daemon.get()
        self.assertEqual(gather["revision"], self.running["revision"])
        self.assertEqual(gather["timer"]["endsAtBoottimeMicroseconds"],
                         self.running["timer"]["endsAtBoottimeMicroseconds"])
        gathers = self.daemon.call("io.gatherd.History.List")["gathers"]
        self.assertEqual([one["teamAName"] for one in gathers], ["Drei", "Zwei", "Eins"])
        again = self.daemon.call("AddToScore", team="teamA", delta=1, requestId="goal Eins")
        self.assertEqual(again["gather"]["revision"], gather["revision"], "it counted before")
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.restart()
        self.assertEqual(self.daemon.get()["score"], "0-1")

    def test_a_header_that_is_gone_costs_nothing(self):
        def change():
            with open(self.daemon.database, "r+b") as file:
                file.write(b"\0" * 100)
        self.check_set_aside(self.damaged(change))
        self.check_nothing_lost()

    def test_a_flipped_byte_in_the_log_costs_nothing(self):
        def change():
            log = self.daemon.state / "gather.db-wal"
            data = bytearray(log.read_bytes())
            data[len(data) // 2] ^= 0x10
            log.write_bytes(data)
        self.check_set_aside(self.damaged(change))
        self.check_nothing_lost()

    def test_an_empty_file_with_its_log_costs_nothing(self):
        self.check_set_aside(self.damaged(lambda: self.daemon.database.write_bytes(b"")))
        self.check_nothing_lost()

    def test_an_empty_file_alone_is_a_new_database(self):
        def change():
            for path in self.daemon.state.glob("gather.db*"):
                path.unlink()
            self.daemon.database.write_bytes(b"")
        self.damaged(change)
        self.assertEqual(self.daemon.set_aside, [])
        self.assertIsNone(self.daemon.get())
        self.daemon.call("Start")

    def test_a_file_that_is_no_database_is_set_aside(self):
        def change():
            for path in self.daemon.state.glob("gather.db*"):
                path.unlink()
            self.daemon.database.write_text("not a database\n" * 1000)
        self.check_set_aside(self.damaged(change))
        self.assertIsNone(self.daemon.get())
        self.daemon.call("Start")
        self.check_goal_after_damage()

    def check_goal_after_damage(self):
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.restart()
        self.assertEqual(self.daemon.get()["score"], "0-1")

    def test_damage_in_an_old_match_is_found_after_the_start(self):
        self.daemon.stop()
        data = bytearray(self.daemon.database.read_bytes())
        data[data.index(b'"seconds":600,"teamAName":"Eins"') + 30] ^= 0x01
        self.daemon.database.write_bytes(data)
        self.daemon.start()
        watcher = self.daemon.client()
        watcher.subscribe(ticks=True)
        # The check runs while the match goes on.
        for _ in range(10):
            if self.daemon.set_aside:
                break
            watcher.change_with("tick")
        self.assertTrue(self.daemon.set_aside)
        self.assertIn("1 is lost", self.daemon.log)
        self.assertEqual(self.daemon.get()["revision"], self.running["revision"])
        gathers = self.daemon.call("io.gatherd.History.List")["gathers"]
        self.assertEqual([one["score"] for one in gathers], ["0-0", "1-0", "1-0"])
