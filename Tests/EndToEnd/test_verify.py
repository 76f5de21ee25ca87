"""The record of a match: what was changed behind the daemon's back shows, and a code that was
printed names the state that it was printed of."""

import contextlib
import hashlib
import json
import re
import sqlite3
import unittest

import programs
from client import Client
from daemon import Daemon

CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")

# What ends a text, a line or a command elsewhere, and characters of several bytes.
NAMES = ("Ré\"ds' \\ <b>,;", "東京 مباراة {\"a\":1}", "=1+1 \u0301\u200d", "\U0001f469\u200d\U0001f467")


def content(values):
    """The bytes of columns, of which the daemon makes checksums and hashes."""
    content = b""
    for value in values:
        if value is None:
            content += b"\0"
        elif isinstance(value, int):
            content += b"\1" + (value % 2**64).to_bytes(8, "little")
        else:
            text = value.encode() if isinstance(value, str) else value
            kind = b"\2" if isinstance(value, str) else b"\3"
            content += kind + len(text).to_bytes(8, "little") + text
    return content


def checksum(table, values):
    """FNV-1a of the other columns of a row, as the daemon computes it."""
    if table == "events" and values[-1] is None:
        values = values[:-1]  # The hash of an event, which earlier versions did not have.
    state = 0xCBF29CE484222325
    for byte in content(values):
        state = (state ^ byte) * 0x100000001B3 % 2**64
    return state - 2**64 if state >= 2**63 else state


class Verify(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.is_damaged = False

    def tearDown(self):
        # A file that was doctored is none that is damaged: each row has its checksum.
        self.assertEqual(self.daemon.set_aside != [], self.is_damaged, self.daemon.log)

    def ctl(self, *arguments, status=0, **more):
        return self.daemon.said(self, *arguments, status=status, **more)

    def play(self, teamA="Reds", teamB="Blues", ends=True):
        """A match of two goals; gives its ID."""
        with Client(self.daemon.socket) as client:
            client.call("Open", teamAName=teamA, teamBName=teamB)
            client.call("Start")
            client.call("AddToScore", team="teamA", delta=1)
            client.call("AddToScore", team="teamB", delta=1)
            return client.call("End" if ends else "Get")["gather"]["id"]

    def code(self, *arguments):
        """The code that a report ends with."""
        last = self.ctl("report", *arguments).splitlines()[-1]
        found = re.fullmatch(rf"Record [0-9a-f]{{8}}: ({CODE.pattern})", last)
        self.assertIsNotNone(found, last)
        return found[1]

    @contextlib.contextmanager
    def doctored(self):
        """The file of the daemon, which has ended; it starts again with what it then has."""
        self.assertEqual(self.daemon.stop(), 0)
        with contextlib.closing(sqlite3.connect(self.daemon.database)) as database, database:
            yield database
        self.daemon.start()

    def rewrite(self, database, table, where, parameters, change):
        """Changes columns of one row, and gives it a right checksum."""
        cursor = database.execute(f"SELECT * FROM {table} WHERE {where}", parameters)
        (row,) = (dict(zip((column[0] for column in cursor.description), values))
                  for values in cursor.fetchall())
        names = [name for name in row if name != "checksum"]
        # What is computed here is what the daemon has written.
        self.assertEqual(checksum(table, [row[name] for name in names]), row["checksum"])
        change(row)
        row["checksum"] = checksum(table, [row[name] for name in names])
        columns = ", ".join(f"{name} = ?" for name in row)
        database.execute(f"UPDATE {table} SET {columns} WHERE {where}",
                         [*row.values(), *parameters])

    def number(self, database, match):
        """The number of a match in the file."""
        return database.execute("SELECT number FROM gathers WHERE id = ?", [match]).fetchone()[0]

    def rewrite_event(self, match, number, change):
        with self.doctored() as database:
            self.rewrite(database, "events", "gather = ? AND number = ?",
                         [self.number(database, match), number], change)


class Whole(Verify):
    def test_a_match_is_whole_and_a_code_names_its_state(self):
        match = self.play(ends=False)
        name = f"record {match[:8]}"
        code = self.code()
        whole = f"{name} is whole: 4 events, code {code}\n"
        self.assertEqual(self.ctl("verify"), whole)
        self.assertEqual(self.ctl("verify", "last"), whole)
        self.assertEqual(self.ctl("verify", match), whole)
        forms = (code, code.lower(), code.replace("-", ""), code.replace("-", "").lower(),
                 code.replace("0", "O").replace("1", "l"))
        for form in forms:
            self.assertEqual(
                self.ctl("verify", form), f"{whole}nothing has happened since it had this code\n")
        self.ctl("goal", "a")
        self.ctl("undo")
        self.assertNotEqual(self.code(), code)
        for words in ((code,), (match[:8], code), (code, "last"), (code.lower(), match)):
            said = self.ctl("verify", *words).splitlines()
            self.assertEqual(said, [f"{name} is whole: 6 events, code {self.code()}",
                                    "it had this code after event 4; 2 events came since"])
        self.daemon.restart()
        self.assertIn(" after event 4; ", self.ctl("verify", code))
        other = "0000-0000-0000-0000"
        self.assertEqual(
            self.ctl("verify", other, status=1),
            f"gatherctl: {name} has never had the code {other}\n"
            "this is the newest match; give the ID that is printed with the code\n")
        found = json.loads(self.ctl("verify", "--json", code))["verification"]
        self.assertEqual((found["id"], found["events"], found["codeEvent"], found["problem"]),
                         (match, 6, 4, None))
        # The code of one match is none of another.
        self.ctl("end", "--yes")
        self.play()
        self.assertIn("give the ID", self.ctl("verify", code, status=1))
        self.assertIn(" after event 4; ", self.ctl("verify", code, match[:8]))

    def test_each_form_of_a_report_ends_with_the_code(self):
        self.play()
        code = self.code()
        self.assertEqual(CODE.findall(self.ctl("report", "--markdown").splitlines()[-1]), [code])
        self.assertEqual(CODE.findall(self.ctl("report", "--html").splitlines()[-3]), [code])

    def test_names_of_any_characters(self):
        for name in NAMES[2:]:
            self.ctl("player", "add", name)
        match = self.play(*NAMES[:2], ends=False)
        self.ctl("team", "a", "1")
        self.ctl("goal", "a", "1")
        self.ctl("team", "names", NAMES[1], NAMES[0])
        listed = self.daemon.call("io.gatherd.History.Show", record=True)["entries"]
        self.assertTrue(all(entry["hash"] and entry["record"] for entry in listed), listed)
        for _ in range(2):
            self.assertIn(f"record {match[:8]} is whole: {len(listed)} events, code ",
                          self.ctl("verify"))
            self.daemon.restart()

    def test_all_matches_on_several_pages(self):
        self.assertEqual(self.ctl("verify", "--all"), "no matches yet\n")
        self.assertEqual(
            self.ctl("verify", status=1),
            "gatherctl: cannot check the record: there is no match yet; 'gatherctl start' starts "
            "one\n")
        for _ in range(101):
            self.play()
        self.assertEqual(self.ctl("verify", "--all"), "all are whole: 101 matches, 505 events\n")
        self.assertEqual(self.ctl("verify", "--all", "-q"), "")


class Doctored(Verify):
    def test_an_event_that_was_changed_is_named(self):
        match = self.play()
        code = self.code()
        self.play()
        self.rewrite_event(match, 3, lambda row: row.update(wall=row["wall"] + 1))
        name = f"record {match[:8]}"
        message = f"gatherctl: {name} is not whole: event 3 was changed\n"
        self.assertEqual(self.ctl("verify", match, status=1), message)
        self.assertEqual(
            self.ctl("verify", match, code, status=1),
            f"{message}  the code is that of its state after event 5\n")
        result = self.daemon.ctl("verify", "--json", match)
        self.assertEqual((result.returncode, result.stderr), (1, message))
        found = json.loads(result.stdout)["verification"]
        self.assertEqual((found["problem"], found["event"]), ("changed", 3))
        # The others are as they were.
        self.assertIn(" is whole: 5 events", self.ctl("verify"))
        result = self.daemon.ctl("verify", "--all")
        self.assertEqual((result.returncode, result.stderr),
                         (1, "gatherctl: the record of 1 match is not whole\n"))
        self.assertEqual(result.stdout.splitlines(),
                         [f"{name} is not whole: event 3 was changed",
                          "checked: 2 matches, 10 events", "1 match is whole"])

    def test_a_goal_that_was_given_to_the_other_side_is_named(self):
        match = self.play(ends=False)

        def change(row):
            self.assertIn('"teamA"', row["details"])
            row["details"] = row["details"].replace('"teamA"', '"teamB"')
        self.rewrite_event(match, 3, change)
        self.assertEqual(self.daemon.get()["score"], "0-2")
        self.assertIn("event 3 was changed", self.ctl("verify", status=1))

    def test_without_the_hashes_of_the_beginning_the_first_one_left_does_not_fit(self):
        match = self.play()
        for number in (1, 2):
            self.rewrite_event(match, number, lambda row: row.update(chain=None))
        self.assertIn("event 3, or one before it, was changed", self.ctl("verify", status=1))

    def test_an_event_that_was_taken_out_is_lost(self):
        match = self.play()
        with self.doctored() as database:
            database.execute("DELETE FROM events WHERE gather = ? AND number = 3",
                             [self.number(database, match)])
        # The daemon finds the gap, and saves what is left into a new file.
        self.is_damaged = True
        self.assertIn("event 3 was lost with a damaged file", self.ctl("verify", status=1))
        # The goal is in no report any more, which says so.
        for form in ((), ("--markdown",), ("--html",)):
            self.assertIn("event 3 was lost with a damaged file", self.ctl("report", *form))

    def test_a_beginning_that_was_taken_out_is_lost_and_not_changed(self):
        match = self.play()
        with self.doctored() as database:
            database.execute("DELETE FROM events WHERE gather = ? AND number <= 2",
                             [self.number(database, match)])
        self.is_damaged = True
        # The first event is made anew, as a match has to begin with an opening.
        self.assertIn("event 2 was lost with a damaged file", self.ctl("verify", status=1))
        self.assertIn("event 2 was lost with a damaged file",
                      self.ctl("verify", "-", status=1, input=self.ctl("export", match)))

    def test_an_opening_that_was_taken_out_is_lost_and_nothing_is_changed(self):
        match = self.play()
        with self.doctored() as database:
            database.execute("DELETE FROM events WHERE gather = ? AND number = 1",
                             [self.number(database, match)])
        self.is_damaged = True
        self.assertIn("event 1 was lost with a damaged file", self.ctl("verify", status=1))
        self.assertIn("event 1 was lost with a damaged file",
                      self.ctl("verify", "-", status=1, input=self.ctl("export", match)))

    def test_where_an_event_was_taken_out_without_a_gap_the_next_one_is_named(self):
        match = self.play()
        with self.doctored() as database:
            number = self.number(database, match)
            database.execute("DELETE FROM events WHERE gather = ? AND number = 3", [number])
            for event in (4, 5):
                self.rewrite(
                    database, "events", "gather = ? AND number = ?", [number, event],
                    lambda row: row.update(number=row["number"] - 1, step=row["step"] - 1))
            self.rewrite(database, "gathers", "number = ?", [number],
                         lambda row: row.update(revision=4))
        self.assertIn("event 3 was changed", self.ctl("verify", status=1))

    def test_where_the_end_was_cut_off_the_printed_code_is_not_found(self):
        match = self.play(ends=False)
        earlier = self.code()
        self.ctl("goal", "a")
        printed = self.code()
        with self.doctored() as database:
            number = self.number(database, match)
            database.execute("DELETE FROM events WHERE gather = ? AND number = 5", [number])
            self.rewrite(database, "gathers", "number = ?", [number],
                         lambda row: row.update(revision=4))
        # Such a record is whole, and is that of an earlier state.
        self.assertIn(f" is whole: 4 events, code {earlier}\n", self.ctl("verify"))
        self.assertIn("nothing has happened since", self.ctl("verify", earlier))
        self.assertIn(f"has never had the code {printed}\n", self.ctl("verify", printed, status=1))
        self.ctl("goal", "b")
        self.assertIn("has never had the code", self.ctl("verify", printed, match, status=1))


def checks_exports():
    """True if gatherd has the option with which gatherctl has it check an export."""
    return "--check-export" not in programs.run(programs.gatherd(), "--check-export").stderr


class Exports(Verify):
    """What an export has is checked without a daemon."""

    @classmethod
    def setUpClass(cls):
        if not checks_exports():
            raise unittest.SkipTest("this gatherd has no --check-export")

    def export(self):
        """The lines of an export of all matches, in a file."""
        path = self.daemon.directory / "matches.jsonl"
        text = self.ctl("export")
        path.write_text(text)
        return path, [json.loads(line) for line in text.splitlines()]

    def verify(self, *arguments, status=0, input=None):
        """What gatherctl says of a file where no daemon runs."""
        result = programs.ctl(self.daemon.directory / "none.sock", "verify", *arguments,
                              input=input)
        self.assertEqual(result.returncode, status, result)
        return result.stdout + result.stderr

    def with_lines(self, path, events):
        path.write_text("".join(f"{json.dumps(event)}\n" for event in events))
        return path

    def test_an_export_is_whole_as_the_record_is(self):
        for name in NAMES[2:]:
            self.ctl("player", "add", name)
        match = self.play(*NAMES[:2], ends=False)
        code = self.code()
        self.ctl("goal", "a", "--own-goal", "1", status=1)
        self.ctl("team", "b", "2")
        self.ctl("goal", "b", "2")
        path, events = self.export()
        whole = f"record {match[:8]} is whole: {len(events)} events, code {self.code()}\n"
        self.assertEqual(self.verify(path), whole)
        self.assertEqual(self.verify("-", input=path.read_text()), whole)
        self.assertIn("it had this code after event 4; ", self.verify(path, code.lower()))
        self.assertIn("has never had the code", self.verify("0" * 16, path, status=1))
        found = json.loads(self.verify("--json", path))
        self.assertEqual((found["id"], found["problem"]), (match, None))

    def test_a_byte_order_mark_at_the_beginning_is_no_fault(self):
        match = self.play()
        path, _ = self.export()
        text = path.read_text()
        path.write_text(text, encoding="utf-8-sig")
        self.assertIn(f"record {match[:8]} is whole: 5 events", self.verify(path))
        self.assertIn(" is whole: 5 events", self.verify("-", input="\ufeff" + text))
        path.write_text(self.ctl("export", "--format", "csv"), encoding="utf-8-sig")
        self.assertIn("has comma-separated values", self.verify(path, status=1))

    def test_what_was_changed_taken_out_or_cut_off_is_named(self):
        self.play()
        code = self.code()
        path, events = self.export()
        self.assertIn(" is whole: 5 events", self.verify(path, code))
        for name, value in (("kind", "started"), ("score", "9-0"), ("at", "2020-01-01T00:00:00Z"),
                            ("goneMilliseconds", 999_999), ("hash", "0" * 64), ("teamAName", "Greens")):
            with self.subTest(name):
                changed = [dict(event) for event in events]
                self.assertNotEqual(changed[2][name], value)
                changed[2][name] = value
                said = self.verify(self.with_lines(path, changed), status=1)
                self.assertIn("event 3 was changed", said)
        self.assertIn("event 3 is gone",
                      self.verify(self.with_lines(path, events[:2] + events[3:]), status=1))
        for order, reason in (([0, 1, 3, 2, 4], "line 4 has event 3 behind event 4"),
                              ([0, 1, 2, 2, 3, 4], "line 4 has event 3 again"),
                              ([0, 1, 2, 3, 4, 4], "line 6 has event 5 again")):
            said = self.verify(self.with_lines(path, [events[place] for place in order]), status=1)
            self.assertIn(f"cannot check the record: {reason}\n", said)
            self.assertNotIn("is gone", said)
        cut = self.with_lines(path, events[:4])
        self.assertIn(" is whole: 4 events", self.verify(cut))
        self.assertIn("has never had the code", self.verify(cut, code, status=1))
        for event in events:
            # These are made anew for each answer.
            event["text"], event["operatorName"] = "rain", "somebody"
        self.assertIn(" is whole: 5 events", self.verify(self.with_lines(path, events), code))
        for event in events:
            event["record"] = json.dumps([2**63 - 1] + json.loads(event["record"])[1:])
        self.assertIn(" is not whole: ", self.verify(self.with_lines(path, events), status=1))

    def test_several_matches_are_counted_and_those_with_a_problem_listed(self):
        matches = [self.play() for _ in range(3)]
        code = self.code(matches[1])
        path, events = self.export()
        self.assertEqual(self.verify(path), "all are whole: 3 matches, 15 events\n")
        self.assertIn(f"record {matches[1][:8]} is whole: ", self.verify(path, code))
        self.assertIn("no record in ", self.verify(path, "0" * 16, status=1))
        # The newest is the first.
        events[2]["score"] = "7-7"
        said = self.verify(self.with_lines(path, events), status=1)
        self.assertIn(f"record {matches[2][:8]} is not whole: event 3 was changed\n", said)
        self.assertIn("the record of 1 match is not whole\n", said)

    def test_an_event_of_a_newer_version_is_not_taken_for_a_change(self):
        self.play()
        lines = [json.loads(line) for line in self.ctl("export", "--format", "json").splitlines()]
        for newer in (False, True):
            if newer:
                record = json.loads(lines[3]["record"])
                record[2] = lines[3]["kind"] = "videoChecked"
                lines[3]["record"] = json.dumps(record)
            digest = hashlib.sha256(
                content(["gatherd chain 1", lines[0]["gatherId"], 1])).digest()
            for line in lines:
                *columns, _ = json.loads(line["record"])
                digest = hashlib.sha256(digest + content(columns)).digest()
                line["hash"] = digest.hex()
            export = "".join(json.dumps(line) + "\n" for line in lines)
            if not newer:
                self.assertIn(" is whole: 5 events", self.verify("-", input=export))
        self.assertIn("line 4 has an event that this gatherd does not know",
                      self.verify("-", status=1, input=export))
        # The rest of the export is checked all the same.
        self.play()
        lines_of_other = self.ctl("export", "last", "--format", "json").splitlines(keepends=True)
        changed = lines_of_other[1].replace("started", "paused", 1)
        other = "".join([lines_of_other[0], changed, *lines_of_other[2:]])
        for both in (export + other, other + export):
            said = self.verify("-", status=1, input=both)
            self.assertIn(" is not whole: event 2 was changed\n", said)
            self.assertIn(" has an event that this gatherd does not know", said)
        # A change is one in any case.
        lines[1]["hash"] = "0" * 64
        self.assertIn("event 2 was changed", self.verify(
            "-", status=1, input="".join(json.dumps(line) + "\n" for line in lines)))

    def test_what_is_no_export_is_refused(self):
        self.play()
        path = self.daemon.directory / "matches.csv"
        path.write_text(self.ctl("export", "--format", "csv"))
        self.assertIn("comma-separated values", self.verify(path, status=1))
        self.assertIn("JSON lines", self.verify("-", input=path.read_text(), status=1))
        self.assertIn("'gatherd --check-backup FILE'", self.verify(
            self.daemon.database, status=1))
        path.write_text("")
        self.assertIn("no events", self.verify(path, status=1))
        self.assertIn("No such file", self.verify("./none", status=1))

