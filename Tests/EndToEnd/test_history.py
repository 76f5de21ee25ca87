"""The match record beside others: time zones, pagers, a killed daemon, readers of exports."""

import csv
import datetime
import io
import json
import os
import re
import signal
import time
import unittest

from client import Client
from daemon import Daemon
from programs import LIMIT, Running, gatherctl, require
from terminal import Terminal


class Record(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, status=0, **variables):
        """Runs gatherctl, checks its exit status; gives what it said."""
        result = self.daemon.ctl(*arguments, **variables)
        self.assertEqual(result.returncode, status, f"{arguments}: {result}")
        return result.stdout if status == 0 else result.stderr

    def play(self, count=1, teamA="Reds", teamB="Blues"):
        """Matches of two goals that are over; gives their IDs, oldest first."""
        gathers = []
        with Client(self.daemon.socket) as client:
            for _ in range(count):
                client.call("Open", teamAName=teamA, teamBName=teamB)
                client.call("Start")
                client.call("AddToScore", team="teamA", delta=1)
                client.call("AddToScore", team="teamB", delta=1)
                gathers.append(client.call("End")["gather"]["id"])
        return gathers


class History(Record):
    def test_since_is_a_local_date_or_so_long_ago(self):
        self.play()
        for zone in ("UTC", "Pacific/Auckland", "America/Los_Angeles"):
            with self.subTest(zone):
                now = datetime.datetime.strptime(
                    self.ctl("history", TZ=zone).split("  ")[1], "%Y-%m-%d %H:%M")
                earlier, later = now - datetime.timedelta(days=1), now + datetime.timedelta(days=1)
                for since in ("1h", "7d", "yesterday", f"{earlier:%Y-%m-%d}", f"{now:%Y-%m-%d}",
                              f"{now:%Y-%m-%d %H:%M}"):
                    self.assertIn("Reds", self.ctl("history", "--since", since, TZ=zone), since)
                for since in (f"{later:%Y-%m-%d}", f"{later:%Y-%m-%d %H:%M}", "1ms"):
                    self.assertEqual(self.ctl("history", "--since", since, TZ=zone), "", since)
        self.assertIn("'never' is not a date", self.ctl("history", "--since", "never", status=2))

    def test_since_a_time_that_clocks_show_twice_is_since_the_first_of_them(self):
        self.play()
        now = datetime.datetime.now(datetime.timezone.utc)
        # In summer time by an hour more, which ends in half an hour.
        shown, change = (now + datetime.timedelta(minutes=minutes) for minutes in (60, 90))
        day = change.timetuple().tm_yday - 1
        zone = f"WIN0SUM-1,{(day + 180) % 364}/0,{day}/{change:%H:%M:%S}"
        # It may have been the minute before when the match was opened.
        since = f"{shown - datetime.timedelta(minutes=1):%Y-%m-%d %H:%M}"
        self.assertIn("Reds", self.ctl("history", "--since", since, TZ=zone))

    def test_since_a_time_that_is_left_out_before_midnight_is_since_the_next_day(self):
        self.play()
        # The clocks are set forward from 23:00 to midnight, as in Greenland.
        zone = "WIN2SUM,M3.5.6/23,M10.5.0"
        for since in ("2099-03-28 22:30", "2099-03-28 23:30", "2099-03-29 00:30"):
            self.assertEqual(self.ctl("history", "--since", since, TZ=zone), "", since)

    def test_the_end_of_summer_time_is_told_in_the_log(self):
        with Client(self.daemon.socket) as client:
            client.call("Open")
            # No event to wait for: the times of the two are to differ by a second.
            time.sleep(1.1)
            client.call("Start")
        opened, change = (
            datetime.datetime.strptime(entry["at"][:19], "%Y-%m-%dT%H:%M:%S")
            for entry in json.loads(self.ctl("log", "--json"))["entries"])
        # The clocks were set back from an hour more at the second of the start.
        hour = datetime.timedelta(hours=1)
        before = change + hour
        day = before.timetuple().tm_yday - 1
        zone = f"WIN0SUM-1,{(day + 180) % 364}/0,{day}/{before:%H:%M:%S}"
        lines = self.ctl("log", TZ=zone).splitlines()[-3:]
        self.assertIn(f" {opened + hour:%H:%M:%S} ", lines[0])
        self.assertEqual(lines[1], f"{change:%Y-%m-%d} UTC+00:00")
        self.assertIn(f" {change:%H:%M:%S} ", lines[2])
        self.assertNotIn("UTC", self.ctl("log", TZ="UTC"))

    def test_what_is_longer_than_a_terminal_goes_through_a_pager(self):
        self.play(30)
        for pager, status, count in (("sed s/^/>/", 0, 30), ("head -n 1", 0, 1), ("cat", 0, 30),
                                     ("/nonexistent", 0, 30)):
            with self.subTest(pager):
                terminal = Terminal(
                    self, gatherctl(), "history", GATHERD_SOCKET=self.daemon.socket, PAGER=pager,
                    LESS="-FRX", GATHERCTL_PAGERSECURE="no")
                terminal.type("qqq")
                self.assertEqual(terminal.end(), status)
                lines = [line for line in terminal.output.splitlines() if "Reds" in line]
                self.assertGreaterEqual(len(lines), min(count, 23), terminal.output)
                if pager.startswith("sed"):
                    self.assertTrue(all(">" in line for line in lines), terminal.output)
                if count == 1:
                    self.assertEqual(len(lines), 1)
        # A pipe is no terminal, whatever the variable says.
        self.assertNotIn(">", self.ctl("history", PAGER="sed s/^/>/"))

    def test_the_pager_has_the_terminal_and_gives_it_back(self):
        self.play(60)
        terminal = Terminal(
            self, "sh", "-c", f"{gatherctl()} history; echo ended with $?; read line; echo $line",
            GATHERD_SOCKET=self.daemon.socket, PAGER="less")
        terminal.read_until("lines 1-")
        terminal.type("q")
        terminal.read_until("ended with 0")
        terminal.type("typed\n")
        terminal.read_until("typed\r\ntyped")
        self.assertEqual(terminal.end(), 0)

    def test_as_root_through_sudo_the_pager_has_no_shell(self):
        self.play(60)
        marker = self.daemon.directory / "marker"
        less = require("less", "less")
        programs = self.daemon.directory / "programs"
        programs.mkdir()
        (programs / "less").write_text(
            f'#!/bin/sh\nenv | grep -E "^(LESS|EDITOR|VISUAL)" | sort\nexec {less} "$@"\n')
        (programs / "less").chmod(0o755)
        (programs / "other").write_text(f"#!/bin/sh\ntouch {marker}\n")
        (programs / "other").chmod(0o755)
        variables = {
            "SUDO_UID": str(os.geteuid() + 1), "PAGER": "other", "EDITOR": "other",
            "LESSOPEN": "|other", "LESS": "-R", "PATH": f"{programs}:{os.environ['PATH']}",
            "GATHERD_SOCKET": self.daemon.socket}
        terminal = Terminal(self, gatherctl(), "history", **variables)
        # What less is given may be read with what it shows.
        terminal.read_until("lines 1-")
        self.assertIn("LESSSECURE=1", terminal.output)
        self.assertNotRegex(terminal.output, "LESSOPEN|EDITOR|LESS=-R")
        # A shell, and an editor.
        for key in "!v":
            terminal.type(key)
            terminal.read_until("Command not available")
            terminal.type("\n")
        terminal.type("q")
        self.assertEqual(terminal.end(), 0)
        self.assertFalse(marker.exists(), terminal.output)
        terminal = Terminal(self, gatherctl(), "history", GATHERCTL_PAGERSECURE="no", **variables)
        self.assertEqual(terminal.end(), 0)
        self.assertTrue(marker.exists(), terminal.output)


class Following(Record):
    def test_the_log_is_followed_over_a_restart(self):
        self.daemon.call("Start")
        log = Running(self, gatherctl(), "log", "-f", GATHERD_SOCKET=self.daemon.socket)
        log.line_with("started")
        self.daemon.call("AddToScore", team="teamA", delta=1)
        log.line_with("goal for Team A")
        self.daemon.kill()
        log.line_with("lost gatherd at")
        self.daemon.start()
        self.daemon.call("AddToScore", team="teamB", delta=1)
        log.line_with("goal for Team B")
        self.daemon.call("Undo")
        log.line_with("undid 4: the goal for Team B")
        numbers = [line.split()[0] for line in log.lines if re.match(r" *\d+  \d\d:", line)]
        self.assertEqual(numbers, ["1", "2", "3", "4", "5"])
        self.daemon.call("End")
        log.line_with("ended")
        self.daemon.call("Open", teamAName="Next")
        log.line_with("opened at 10:00: Next - Team B")
        log.process.send_signal(signal.SIGINT)
        self.assertEqual(log.process.wait(LIMIT), -signal.SIGINT)


class Export(Record):
    NAMES = ('Reds, "the old"', "=1+1")

    def test_both_formats_have_every_event(self):
        gathers = self.play(3, *self.NAMES)
        events = [json.loads(line) for line in self.ctl("export").splitlines()]
        self.assertEqual([event["gatherId"] for event in events[::5]], gathers[::-1])
        self.assertEqual([event["number"] for event in events], [1, 2, 3, 4, 5] * 3)
        text = self.ctl("export", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual(len(rows), len(events))
        for row, event in zip(rows, events):
            clock = event.pop("clock")
            event["clock"] = f"{clock['minutes']:02}:{clock['seconds']:02}"
            # A truth value is written as JSON has it; there is a column for what JSON leaves out.
            values = dict.fromkeys(row, "") | {
                name: "" if value is None else str(value).lower() if isinstance(value, bool)
                else str(value) for name, value in event.items()}
            self.assertEqual(row, values)
        self.assertEqual((rows[0]["teamAName"], rows[0]["teamBName"]), self.NAMES)

    def test_a_fixture_is_in_every_record_of_its_match(self):
        with self.daemon.client() as client:
            opened = client.call("Open", fixture="cup.A_12-b")["gather"]
            self.assertEqual(opened["fixture"], "cup.A_12-b")
            client.call("AddToScore", team="teamA", delta=1)
            client.call("End")
            other = client.call("Open")["gather"]
            self.assertNotIn("fixture", other)
        for _ in range(2):
            listed = self.daemon.call("io.gatherd.History.List")["gathers"]
            self.assertEqual([gather.get("fixture") for gather in listed], [None, "cup.A_12-b"])
            events = [json.loads(line) for line in self.ctl("export").splitlines()]
            self.assertEqual([event.get("fixture") for event in events],
                             [None, "cup.A_12-b", None, None])
            self.assertIn("fixture cup.A_12-b", self.ctl("show", opened["id"]))
            self.daemon.restart()

    def test_a_reader_who_has_had_enough_is_no_error(self):
        self.play(150)  # More than a pipe holds.
        export = Running(
            self, "bash", "-c", f"set -o pipefail; {gatherctl()} export | head -n 1 | wc -l",
            GATHERD_SOCKET=self.daemon.socket)
        self.assertEqual(export.next_line(), "1")
        self.assertEqual(export.process.wait(LIMIT), 0)
