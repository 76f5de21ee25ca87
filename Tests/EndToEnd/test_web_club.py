"""The club in browsers: its table, and all its pitches by their own clocks."""

import copy
import json
import re
import time
import unittest

from browser import DESKTOP, PHONE, Chromium
from club import Club, Pitch
from club_stub import PITCHES, TABLE, ClubStub, apart, group, row, table
from mqtt import Broker
from pages import PageTest
from programs import eventually
from web import WebTest

# A name that would be a picture with a script if it ever were markup.
MARKUP = '<img src=x onerror="alert(1)">&'


class Answers(WebTest):
    def setUp(self):
        super().setUp()
        self.club = ClubStub(self)

    def served(self):
        return self.serve("--club", self.club.socket)

    def until(self, web, path, status, error=None):
        """Waits for an answer with a status; what was answered before counts for a second."""
        def found():
            answer = web.get(path)
            said = json.loads(answer.body)
            return said if answer.status == status and said.get("error") == error else None
        return eventually(found, lambda: f"still {web.get(path)}")

    def test_without_a_club(self):
        web = self.serve("--club", self.club.socket.with_name("none.sock"))
        for path in ("/api/table", "/api/table?group=A", "/api/club"):
            for _ in range(3):
                answer = web.json(path, status=503)
                self.assertEqual(answer["error"], "NoClub")
                self.assertIn("gather-mqtt --club", answer["message"])
        self.assertEqual(web.get("/table").status, 200)
        web.kill()
        self.assertEqual(web.running.lines, [])

    def test_the_table_and_a_group_of_it(self):
        a, b = group("A", row(1, MARKUP, 3)), group("B", row(1, "Reds", 6))
        self.club.answers[TABLE] = table(a, b, apart=[apart("noFixture")])
        web = self.served()
        for path in ("/api/table", "/api/table?group="):
            self.assertEqual(web.json(path), self.club.answers[TABLE])
        self.assertEqual(web.json("/api/table?group=B"), self.club.answers[TABLE] | {"groups": [b]})
        for name in ("C", "a", "A%20", "%00", "x" * 1000):
            self.assertEqual(web.json(f"/api/table?group={name}", status=404)["error"],
                             "NoSuchGroup")
        head = web.get("/table").body.decode()
        self.assertIn('<meta property="og:title" content="Table">', head)
        self.assertIn('content="A: &lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp; 3; '
                      'B: Reds 6">', head)
        self.assertNotIn("<img", head)

    def test_answers_that_make_no_sense(self):
        web = self.served()
        for answer, status, error in (
                (b"nonsense\0", 503, "Unreachable"), (b"[1]\0", 503, "Unreachable"),
                (None, 503, "Unreachable"), (table() | {"isLive": "yes"}, 502, "Nonsense"),
                (table({"group": "A"}), 502, "Nonsense"),
                (table(apart=[apart("another")]), 502, "Nonsense"), ({}, 502, "Nonsense"),
                ({"error": "org.varlink.service.MethodNotFound"}, 502,
                 "org.varlink.service.MethodNotFound")):
            with self.subTest(answer):
                self.club.answers[TABLE] = answer
                self.until(web, "/api/table", status, error)
                self.assertEqual(web.get("/table").status, 200)
        self.club.answers[TABLE] = table()
        self.until(web, "/api/table", 200)
        pitch = {"name": "north", "online": True, "state": None, "clockOffsetMilliseconds": 7}
        for wrong in ({"name": 1}, {"state": "none"}, {"clockOffsetMilliseconds": "7"}):
            self.club.answers[PITCHES] = {"pitches": [pitch | wrong], "isLive": True}
            self.until(web, "/api/club", 502, "Nonsense")
        self.club.answers[PITCHES] = {"pitches": [pitch], "isLive": True}
        self.assertEqual(self.until(web, "/api/club", 200)["pitches"], [pitch])


class RealClub(WebTest):
    def test_it_is_what_the_club_has(self):
        broker = Broker.running(self)
        club = Club.begun(self, broker, "--table").live()
        club.take("1 Reds Blues A", "2 Greens Whites B")
        north = Pitch(broker)
        north.online()
        north.state(1)
        north.result("m1", "2-1", "1")
        north.result("m2", "2-1")
        club.table("1 Reds 3", "2 Blues 0", "1 Greens 0", "1 Whites 0")
        club.apart("m2 noFixture")
        web = self.serve("--club", club.socket)
        self.assertEqual(web.json("/api/table"), club.call("GetTable"))
        self.assertEqual(web.json("/api/table?group=B"), club.call("GetTable", group="B"))
        club.until("GetPitches", lambda answer: answer["pitches"] and answer["pitches"][0]["state"])
        eventually(lambda: [(pitch["name"], pitch["online"], pitch["state"]["sequence"])
                            for pitch in web.json("/api/club")["pitches"]] == [("north", True, 1)],
                   lambda: web.json("/api/club"))
        club.kill()
        eventually(lambda: web.get("/api/table").status == 503, "a club that is gone still answers")
        club.start()
        eventually(lambda: web.get("/api/table").status == 200, "a new club is not found")


class Pages(PageTest):
    def setUp(self):
        super().setUp()
        self.club = ClubStub(self)
        self.chromium = Chromium()
        self.addCleanup(self.chromium.close)
        self.profile = self.chromium.profile(self)

    def web(self, path=None):
        return self.serve("--club", path or self.club.socket, "--per-address", "256")

    def assert_no_scroll(self, page):
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        self.assertIs(page.evaluate(wide), False)

    def test_the_table(self):
        rows = [row(1, MARKUP, 6, 11), row(2, "Blues of the Town with a Long Name" * 2, 3, -11)]
        self.club.answers[TABLE] = table(
            group("A", *rows), group("B", row(1, "Greens"), row(1, "שלום")),
            apart=[apart(reason, MARKUP) for reason in ("noFixture", "abandoned", "replayed")])
        web = self.web()
        page = self.profile.page(self.url(web, "/table"))
        page.until_text("#status", "LIVE")
        page.until("document.querySelectorAll('.standings tbody tr').length === 4")
        page.evaluate("document.fonts.ready.then(() => 0)")
        self.assertEqual(page.text("tbody th"), MARKUP)
        self.assertEqual(page.text("tbody tr"), f"1{MARKUP}210112–1+116")
        self.assertIn("−11", page.text("tbody tr:nth-child(2)"))
        page.until_says("#apart", "Not in the table", f"{MARKUP} 2–1 Blues", "Pitch north",
                        "played without a fixture", "left before its end", "has ended later")
        columns = """Object.values([...document.querySelectorAll(".standings tr > *")]
            .filter((one) => one.checkVisibility() && !one.matches(".team, tbody th"))
            .reduce((all, one) => {
                const name = one.className;
                const { left, right } = one.getBoundingClientRect();
                (all[name] ??= new Set()).add(`${left} ${right}`);
                return all;
            }, {})).map((edges) => edges.size)"""
        # Each column has the same edges in all rows of all groups.
        self.assertEqual(page.evaluate(columns), [1] * 8)
        lines = """[...document.querySelectorAll(".standings tr")].map((row) => new Set(
            [...row.children].map((one) => one.getBoundingClientRect().top)).size)"""
        self.assertEqual(page.evaluate(lines), [1] * 6)
        self.assert_no_scroll(page)
        page.resize(**PHONE)
        self.assertEqual(page.evaluate(columns), [1] * 4)
        self.assertIs(page.is_shown("td.won"), False)
        self.assertEqual(page.evaluate("""new Set([...document.querySelectorAll("nav a")]
            .map((one) => one.getBoundingClientRect().top)).size"""), 1)
        self.assert_no_scroll(page)
        page.resize(**DESKTOP)
        # It is kept current by itself, and says where it is not.
        self.club.answers[TABLE] = table(group(None, row(1, "Whites", 1)), is_live=False)
        page.until_text("#status", "STALE")
        page.until_says("#notice", "Not live")
        self.assertEqual(page.text("tbody th"), "Whites")
        self.assertIs(page.is_shown(".group h2"), False)
        self.club.answers[TABLE] = None
        page.until_says("#notice", "The club does not answer")
        self.assertEqual(page.text("tbody th"), "Whites")
        self.club.answers[TABLE] = table()
        page.until_says("#notice", "There is no table yet")
        one = self.profile.page(self.url(web, "/table?group=C"))
        one.until_says("#notice", "There is no group C")
        none = self.profile.page(self.url(self.web("/tmp/none.sock"), "/table"))
        none.until_says("#notice", "There is no club on this machine")
        self.assertEqual(none.text("nav [aria-current]"), "Table")
        self.assert_no_complaints(page, one, none)

    def state(self, name, offset, name_a="Reds"):
        """A state of a match with ten minutes that is told by the clocks of another machine."""
        gather = copy.deepcopy(self.daemon.get())
        boot, wall = time.clock_gettime(time.CLOCK_BOOTTIME), time.time()
        other = 5_000_000_000
        gather["id"] = f"00000000-0000-0000-0000-{name:0>12.12}"
        gather["teamA"]["name"] = name_a
        left = gather["timer"]["endsAtBoottimeMicroseconds"] - int(boot * 1e6)
        gather["timer"]["endsAtBoottimeMicroseconds"] += other
        published = int(wall * 1000) + offset
        return {"pitch": name, "sequence": 1, "publishedAt": published,
                "publishedAtBoottimeMicroseconds": int(boot * 1e6) + other,
                "deadlineAt": published + left // 1000, "clockDoubtful": False, "gather": gather}

    def test_the_pitches(self):
        self.match("10")
        deadline = self.deadline()

        def pitch(name, offset, state=None, known=True, online=True):
            return {"name": name, "online": online,
                    "state": state or self.state(name, offset, MARKUP),
                    "clockOffsetMilliseconds": offset if known else None}

        damaged = self.state("damaged", 0)
        damaged["gather"]["timer"] = 7
        pitches = [
            pitch("ahead", 61_000), pitch("behind", -3_600_000), pitch("damaged", 0, damaged),
            pitch("gone", 0, online=False), pitch("here", 0, {
                **self.state("here", 0), "gather": self.daemon.get()}),
            pitch("near", 900), pitch("unknown", 0, known=False)]
        self.club.answers[PITCHES] = {"pitches": pitches, "isLive": True}
        page = self.profile.page(self.url(self.web(), "/pitches"))
        cards = "#clubpitches .card"
        page.until(f"document.querySelectorAll('{cards}').length === 6")
        page.until("document.querySelector('#pitches .card .status').textContent === 'LIVE'")
        page.until_says("#club", "At the club")
        shown = f"""[...document.querySelectorAll("{cards}")].map((card) => ["h2", ".status",
            ".note", ".name", ".clock"].map((one) => card.querySelector(one).textContent))"""
        page.until("document.querySelector('#clubpitches .clock').textContent.includes(':')")
        found = {name.removeprefix("Pitch "): rest for name, *rest in page.evaluate(shown)}
        self.assertEqual({name: rest[:2] for name, rest in found.items()}, {
            "ahead": ["LIVE", "clock 61 s ahead"], "behind": ["LIVE", "clock 3600 s behind"],
            "damaged": ["no answer", ""], "gone": ["STALE", ""], "near": ["LIVE", ""],
            "unknown": ["LIVE", ""]})
        self.assertEqual(found["near"][2], MARKUP)
        self.assertTrue(found["unknown"][3].startswith("~"), found)
        # All show the same second, with any clocks of the machines.
        moment, clocks = page.evaluate(f"[Date.now(), ({shown}).map((card) => card[4])]")
        for clock in filter(None, clocks):
            self.assert_right(moment, re.sub("~", "", clock), deadline)
        self.assertEqual(len(list(filter(None, clocks))), 5)
        for size in (PHONE, DESKTOP):
            page.resize(**size)
            self.assert_no_scroll(page)
        self.club.answers[PITCHES] = {"pitches": pitches[:1], "isLive": False}
        page.until(f"document.querySelectorAll('{cards}').length === 1")
        page.until_says("#clubnotice", "Not live")
        page.until_text(f"{cards} .status", "STALE")
        self.club.answers[PITCHES] = None
        page.until_says("#clubnotice", "The club does not answer")
        page.until_text(f"{cards} .status", "STALE")
        self.assert_no_complaints(page)


if __name__ == "__main__":
    unittest.main()
