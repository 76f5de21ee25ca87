"""gatherctl backup: a whole copy while a match goes on, or none."""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import stat
import subprocess
import tempfile
import threading
import unittest

import programs
from client import HISTORY, Client, Refused
from daemon import Daemon
from remote import Remote
from test_storage import mount

GOALS = 40


class Backups(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.target = pathlib.Path(directory.name)

    def play(self, goals=GOALS, daemon=None):
        """A match that is over; gives its ID."""
        with Client((daemon or self.daemon).socket) as client:
            client.call("Open", teamAName="Reds", teamBName="Blues")
            for _ in range(goals):
                client.call("AddToScore", team="teamA", delta=1)
            return client.call("End")["gather"]["id"]

    def backup(self, *arguments, status=0):
        """Makes a backup in the directory; gives its path and what was said."""
        before = set(self.target.iterdir())
        said = self.daemon.said(self, "backup", *arguments, self.target, status=status)
        new = set(self.target.iterdir()) - before
        return (new.pop() if new else None), said

    def check(self, path):
        """What gatherd finds in a file."""
        result = programs.run(programs.gatherd(), "--check-backup", path)
        return result.returncode, json.loads(result.stdout)

    def events(self, path):
        with contextlib.closing(
                sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as database:
            return database.execute(
                "SELECT gather, number, kind, details FROM events ORDER BY 1, 2").fetchall()


class Whole(Backups):
    def test_it_has_a_name_of_its_own_and_is_for_its_owner(self):
        self.play()
        path, said = self.backup()
        self.assertRegex(path.name, r"^gatherd-\d{8}T\d{6}Z(-\d+)?\.db$")
        self.assertEqual(said, f"done: '{path}', 1 match, {GOALS + 2} events\n")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        status, found = self.check(path)
        self.assertEqual(status, 0)
        self.assertEqual((found["matches"], found["events"], found["withoutHashes"]),
                         (1, GOALS + 2, 0))
        # Another one in the same second has another name.
        self.assertNotEqual(self.backup()[0], path)
        self.assertEqual(len(list(self.target.iterdir())), 2)
        self.assertEqual([name for name in os.listdir(self.daemon.state) if ".copy" in name], [])

    def test_a_named_file_is_replaced(self):
        file = self.target / "season.db"
        file.touch()
        self.play()
        # The second time it is a backup that is there.
        for _ in range(2):
            reply = json.loads(self.daemon.said(self, "backup", "--json", file))
            self.assertEqual(reply, {"file": str(file), "matches": 1, "events": GOALS + 2,
                                     "problems": 0})
        self.assertEqual(self.check(file)[0], 0)
        self.assertEqual(os.listdir(self.target), ["season.db"])

    def test_it_is_of_one_moment_while_goals_are_counted(self):
        self.play()
        self.daemon.call("Open", teamAName="Reds", teamBName="Blues")
        ended = threading.Event()

        def count():
            with Client(self.daemon.socket) as client:
                while not ended.is_set():
                    client.call("AddToScore", team="teamB", delta=1)
                    client.call("AddToScore", team="teamB", delta=-1)

        counter = threading.Thread(target=count)
        counter.start()
        try:
            paths = [self.backup()[0] for _ in range(5)]
        finally:
            ended.set()
            counter.join()
        self.daemon.stop()
        all_events = self.events(self.daemon.database)
        counts = []
        for path in paths:
            found = self.events(path)
            counts.append(len(found))
            self.assertEqual(found, all_events[:len(found)])
        self.assertEqual(counts, sorted(counts))
        self.assertGreater(counts[-1], counts[0], "nothing was counted meanwhile")

    def test_that_of_another_machine_is_written_and_checked_here(self):
        for _ in range(2):
            self.play(800)
        result = Remote(self, self.daemon.socket).ctl("--host", "pitch", "backup", self.target)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        (path,) = self.target.iterdir()
        self.assertEqual(result.stdout, f"done: '{path}', 2 matches, 1604 events\n")
        # It takes several pieces, which come over the bridge one by one.
        self.assertGreater(path.stat().st_size, 3 << 16)
        self.assertEqual(self.check(path)[0], 0)

    def test_no_secret_is_in_it(self):
        self.daemon.stop()
        account = {"server": "https://football.example", "userName": "anna", "signedOut": False,
                   "tokenFile": "account.token"}
        for name, text in (("account.json", json.dumps(account)),
                           ("account.token", "tok3nOfTheAccount")):
            (self.daemon.state / name).write_text(text)
            (self.daemon.state / name).chmod(0o600)
        self.daemon.start()
        self.play()
        self.daemon.ctl("login", "anna", input="hunter2hunter2\n")
        path, _ = self.backup()
        for secret in (b"tok3nOfTheAccount", b"hunter2hunter2"):
            self.assertNotIn(secret, path.read_bytes())
        self.assertIn(b"Blues", path.read_bytes())

    def test_so_many_of_the_newest_are_kept(self):
        self.play(1)
        names = [f"gatherd-2026010{day}T030000Z.db" for day in range(1, 6)]
        others = ["gatherd-notes.db", "gatherd@east-20260101T030000Z.db", "season.db"]
        for name in names + others:
            (self.target / name).write_text("")
        path, _ = self.backup("--keep", "3")
        self.assertEqual(sorted(os.listdir(self.target)),
                         sorted([*names[3:], path.name, *others]))
        self.assertIn("not a number", self.backup("--keep", "0", status=2)[1])

    def test_one_with_a_time_to_come_takes_no_place_of_the_newest(self):
        self.play(1)
        for name in ("gatherd-20260101T030000Z.db", "gatherd-20990101T030000Z.db",
                     "gatherd-20980101T030000Z.db"):
            (self.target / name).write_text("")
        made = []
        for ahead in (["gatherd-20990101T030000Z.db"], []):
            path, _ = self.backup("--keep", "3")
            made.append(path.name)
            self.assertEqual(sorted(os.listdir(self.target)),
                             sorted(["gatherd-20260101T030000Z.db", *made, *ahead][:3]))

    def test_the_one_just_made_is_always_kept(self):
        self.play(1)
        # Several are made in a second, and a clock was set back.
        (self.target / "gatherd-20990101T030000Z.db").write_text("")
        for _ in range(12):
            said = self.daemon.said(self, "backup", "--keep", "1", self.target)
            (name,) = os.listdir(self.target)
            self.assertIn(name, said)


class Refusals(Backups):
    def test_the_directory_of_the_state_is_refused(self):
        self.play()
        for place in (self.daemon.state, self.daemon.database, f"{self.daemon.state}/season.db"):
            said = self.daemon.said(self, "backup", place, status=1)
            self.assertIn("gatherd has its state in this directory", said)
        self.assertEqual(list(self.daemon.state.glob("*season*")), [])
        self.play()

    def test_a_file_of_something_else_stays(self):
        self.play()
        notes, other = self.target / "notes.txt", self.target / "other.db"
        notes.write_text("mine")
        with contextlib.closing(sqlite3.connect(other)) as database, database:
            database.execute("CREATE TABLE notes (text)")
        before = {path: path.read_bytes() for path in (notes, other)}
        for path in before:
            said = self.daemon.said(self, "backup", path, status=1)
            self.assertIn("it is not a database of gatherd, and is not replaced", said)
        self.assertEqual({path: path.read_bytes() for path in self.target.iterdir()}, before)
        self.assertIn("standard output", self.daemon.said(self, "backup", "-", status=2))

    def test_a_file_that_was_changed_is_refused(self):
        self.play()
        path, _ = self.backup()
        with open(path, "r+b") as file:
            at = file.read().index(b"Blues")
            file.seek(at)
            file.write(b"Greys")
        status, found = self.check(path)
        self.assertEqual(status, 1)
        self.assertIn("fault", found)

    def test_a_record_that_is_not_whole_is_named_and_the_backup_kept(self):
        gather = self.play()
        self.daemon.stop()
        with contextlib.closing(sqlite3.connect(self.daemon.database)) as database, database:
            # Without its checksum, a row is taken as one of an early version.
            database.execute("UPDATE events SET wall = wall + 1, checksum = NULL WHERE number = 7")
        self.daemon.start()
        result = self.daemon.ctl("backup", self.target)
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("the record of 1 match is not whole", result.stderr)
        self.assertIn(f"'{gather}', from its event 7 on", result.stderr)
        (path,) = self.target.iterdir()
        self.assertEqual(result.stdout, f"done: '{path}', 1 match, {GOALS + 2} events\n")
        status, found = self.check(path)
        self.assertEqual((status, found["problem"]["event"]), (1, 7))

    def test_a_full_disk_of_the_backup_leaves_nothing(self):
        self.play()
        mount(self, self.target / "disk", "size=32k")
        said = self.daemon.said(self, "backup", self.target / "disk", status=1)
        self.assertIn("No space left on device", said)
        self.assertEqual(os.listdir(self.target / "disk"), [])

    def test_a_full_disk_of_gatherd_is_an_error_and_the_match_goes_on(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        # The database of the match, its log and no copy.
        mount(self, daemon.state, "size=1m")
        daemon.start()
        self.play(daemon=daemon)
        with open(daemon.state / "filler", "wb") as filler:
            free = os.statvfs(daemon.state)
            filler.write(b"x" * (free.f_bavail * free.f_bsize - 48 * 1024))
        said = daemon.said(self, "backup", self.target, status=1)
        self.assertIn("the disk is full", said)
        self.assertEqual(os.listdir(self.target), [])
        self.assertNotIn("gather.db.copy", os.listdir(daemon.state))
        self.assertEqual(daemon.get()["score"], f"{GOALS}-0")
        os.remove(daemon.state / "filler")
        self.assertIn("done", daemon.said(self, "backup", self.target))

    def begin(self, *place):
        """A backup that has begun; the daemon, which stands still, answers nothing."""
        process = subprocess.Popen(
            [programs.gatherctl(), "backup", self.target.joinpath(*place)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=programs.environment(GATHERD_SOCKET=self.daemon.socket))
        # Nobody tells that it has begun.
        programs.eventually(lambda: os.listdir(self.target), "it makes no file")
        return process

    def test_a_backup_that_a_signal_ends_leaves_nothing(self):
        self.play()
        self.daemon.signal(signal.SIGSTOP)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            for place in ((), ("season.db",)):
                with self.subTest(number=number, place=place):
                    process = self.begin(*place)
                    process.send_signal(number)
                    self.assertEqual(process.wait(programs.LIMIT), -number)
                    self.assertEqual(os.listdir(self.target), [])
        self.daemon.signal(signal.SIGCONT)

    def test_a_killed_backup_leaves_no_file_with_a_name(self):
        self.play()
        # It is killed in the middle.
        self.daemon.signal(signal.SIGSTOP)
        process = self.begin()
        process.kill()
        process.wait()
        self.daemon.signal(signal.SIGCONT)
        (left,) = os.listdir(self.target)
        self.assertTrue(left.startswith("."), left)
        # The next one removes it.
        path, _ = self.backup()
        self.assertEqual(os.listdir(self.target), [path.name])

    def test_a_daemon_that_is_killed_leaves_no_backup(self):
        self.play()
        with Client(self.daemon.socket) as client:
            first = client.call(f"{HISTORY}.Backup")
            self.daemon.restart()
            with Client(self.daemon.socket) as other, self.assertRaises(Refused) as refused:
                other.call(f"{HISTORY}.Backup", id=first["id"], offset=0)
        self.assertEqual(refused.exception.name, f"{HISTORY}.NoSuchBackup")
        self.assertNotIn("gather.db.copy", os.listdir(self.daemon.state))
