"""The kick-off of a match: the real gatherd, the real clock, and days on which clocks are set."""

import datetime
import threading
import time
import unittest

from daemon import Daemon


def wait_until(boottime_microseconds):
    """Waits for a reading of the clock the daemon counts by; no daemon is there to tell."""
    while (rest := boottime_microseconds / 1e6 - time.clock_gettime(time.CLOCK_BOOTTIME)) > 0:
        threading.Event().wait(rest)


class KickOff(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, **more):
        return self.daemon.said(self, *arguments, **more)

    def test_a_daemon_that_was_killed_before_it_runs_since_it(self):
        self.ctl("new", "--at", "+1s", "--auto")
        kick_off = self.daemon.get()["kickOff"]
        self.daemon.kill()
        wait_until(kick_off["atBoottimeMicroseconds"] + 500_000)
        self.daemon.start()
        gather = self.daemon.get()
        self.assertEqual(gather["timer"]["state"], "running")
        self.assertIsNone(gather["kickOff"])
        # An event has whole milliseconds.
        began = gather["timer"]["endsAtBoottimeMicroseconds"] - 600_000_000
        self.assertAlmostEqual(began, kick_off["atBoottimeMicroseconds"], delta=2_000)
        self.assertIn("started by the kick-off", self.ctl("log"))
        self.ctl("undo")
        self.daemon.restart()
        self.assertEqual(self.daemon.get()["timer"]["state"], "stopped")

    def test_it_starts_by_itself_and_every_display_is_told(self):
        watcher = self.daemon.client()
        watcher.subscribe()
        self.ctl("new", "--at", "+1s", "--auto")
        kick_off = watcher.change_with("opened")["kickOff"]
        running = watcher.change_with("started")
        began = running["timer"]["endsAtBoottimeMicroseconds"] - 600_000_000
        self.assertAlmostEqual(began, kick_off["atBoottimeMicroseconds"], delta=2_000)

    def test_lines_count_down_to_it(self):
        self.ctl("new", "--at", "+2s")
        watch = self.daemon.watch(self, "--ticks")
        watch.line_with("kick-off in 00:01")
        watch.line_with("kick-off was due at")

    # A zone whose clocks are set in an hour from now, by an hour.

    def zone(self, forward):
        change = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
        change = change.replace(minute=0, second=0, microsecond=0) + datetime.timedelta(hours=1)
        day = change.timetuple().tm_yday - 1
        first = f"{day}/{change.hour}"
        # The other change is far away.
        other = (day + 180) % 364
        # Of each, the local time before it is given: at noon it was an hour more in summer.
        if forward:
            return f"WIN0SUM-1,{first},{other}/0", change
        first = f"{day}/{change.hour + 1}"
        return f"WIN0SUM-1,{other}/0,{first}", change

    def opened_at(self, time_of_day, zone):
        self.ctl("new", "--at", time_of_day, TZ=zone)
        at = self.daemon.get()["kickOff"]["atMicroseconds"]
        self.ctl("discard", "--yes")
        return datetime.datetime.fromtimestamp(at / 1e6, datetime.timezone.utc)

    def test_a_time_over_which_the_clocks_are_set_forward_is_none(self):
        zone, change = self.zone(forward=True)
        skipped = f"{change.hour}:30"
        said = self.ctl("new", "--at", skipped, TZ=zone, status=2)
        self.assertIn(f"there is no {skipped}: the clocks are set forward over it", said)
        dated = f"{change:%Y-%m-%d} {change.hour:02}:30"
        said = self.ctl("new", "--at", dated, TZ=zone, status=2)
        self.assertIn(f"there is no {dated}: the clocks are set forward over it", said)
        after = (change + datetime.timedelta(hours=1)).hour
        self.assertEqual(
            self.opened_at(f"{after}:30", zone), change + datetime.timedelta(minutes=30))

    def test_a_time_that_clocks_show_twice_is_the_first_of_them(self):
        zone, change = self.zone(forward=False)
        half = datetime.timedelta(minutes=30)
        for text in (f"{change.hour}:30", f"{change:%Y-%m-%d} {change.hour:02}:30"):
            with self.subTest(text):
                self.assertEqual(self.opened_at(text, zone), change - half)

    def test_tomorrow_is_the_next_day_though_it_has_an_hour_less(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        # In this zone it is half past eleven at night, and the clocks are set forward at two.
        west = (now.hour * 60 + now.minute - (23 * 60 + 30) + 720) % 1440 - 720
        local = now - datetime.timedelta(minutes=west)
        tomorrow, after = (f"{local + datetime.timedelta(days=days):%Y-%m-%d}" for days in (1, 2))
        day = (local + datetime.timedelta(days=1)).timetuple().tm_yday - 1
        offset = f"{'-' if west < 0 else ''}{abs(west) // 60}:{abs(west) % 60:02}"
        zone = {"TZ": f"WIN{offset}SUM,{day}/2,{(day + 180) % 364}/2"}
        self.assertIn("kick-off tomorrow at 15:00,", self.ctl("new", "--at", "15:00", **zone))
        self.assertIn(
            "kick-off tomorrow at 15:00,", self.ctl("kick-off", f"{tomorrow} 15:00", **zone))
        self.assertIn(
            f"kick-off on {after} at 00:20,", self.ctl("kick-off", f"{after} 00:20", **zone))
        self.ctl("set", "60")
        self.ctl("start")
        self.assertRegex(self.ctl("status", **zone), r"running until tomorrow 00:3\d:\d\d\n")

    def test_a_time_of_day_is_the_next_one(self):
        for zone in ("UTC", "Asia/Kolkata", "XXX-12", "XXX+11:30"):
            for ahead in (2, 720, 1438):
                with self.subTest(zone, ahead=ahead):
                    now = time.time()
                    wanted = (now // 60 + ahead) * 60
                    # The zones have no summer time; offsets in whole minutes.
                    offset = {"UTC": 0, "Asia/Kolkata": 330, "XXX-12": 720, "XXX+11:30": -690}[zone]
                    local = int(wanted // 60 + offset) % 1440
                    found = self.opened_at(f"{local // 60}:{local % 60:02}", zone)
                    self.assertEqual(found.timestamp(), wanted)


if __name__ == "__main__":
    unittest.main()
