"""Who can use the pages, and who cannot misuse them: names are text, nothing comes from elsewhere,
axe finds nothing, all is large enough for a thumb, and the overlay covers nothing but its panels."""

import re
import unittest
import urllib.parse

import foreign
import png
from browser import DESKTOP, PHONE, Chromium
from club_stub import PITCHES, TABLE, ClubStub, apart, group, row, table
from pages import LATE, RECORDER, SILENCE, PageTest, Remote

PLAYERS = "io.gatherd.Players"
# Each would say that it ran by a dialog, by `ran`, by an element or by a request.
PAYLOADS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>",
    "\"><script>ran=1</script>", "'><img src=x onerror=ran=1>", "</title><script>ran=1</script>",
    "</script><script>ran=1</script>", "<iframe src=javascript:ran=1>", "javascript:alert(1)",
    "<a href=javascript:ran=1>x</a>", "<body onload=ran=1>", "<details open ontoggle=ran=1>",
    "<style>*{display:none}</style>", "<link rel=stylesheet href=//evil.example>",
    "<base href=//evil.example/>", "<meta http-equiv=refresh content=0>",
    "<object data=//evil.example>", "<embed src=//evil.example>", "<form action=//evil.example>",
    "<math><mtext><script>ran=1</script>", "<!--><script>ran=1</script>", "${ran=1}`${ran=1}`",
    "{{constructor.constructor('ran=1')()}}", "&lt;script&gt;ran=1&lt;/script&gt;",
    "\" onfocus=ran=1 autofocus x=\"", "' style='background:url(//evil.example)",
    "<marquee onstart=ran=1>", "<video><source onerror=ran=1>", "%3Cscript%3Eran=1%3C/script%3E",
    "]]><script>ran=1</script>",
)
# What none of our pages has, whatever the names in it are.
FOREIGN = """[...document.querySelectorAll("*")].filter((one) =>
    ["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "MATH", "VIDEO", "AUDIO", "SOURCE", "SVG",
        "DETAILS", "MARQUEE", "FRAME"].includes(one.tagName.toUpperCase())
    || one.tagName === "SCRIPT" && !/^\\/assets\\//.test(one.getAttribute("src"))
    || one.tagName === "LINK" && !/^\\/assets\\//.test(one.getAttribute("href"))
    || one.tagName === "IMG" && !/^\\/crest\\/[ab]/.test(one.getAttribute("src") ?? "/crest/a")
    || one.tagName === "A" && !/^\\/[a-z0-9/?=&-]*$/i.test(one.getAttribute("href"))
    || [...one.attributes].some(({ name }) => name.startsWith("on"))
).map((one) => one.outerHTML)"""
# What is asked for, and nothing else.
ASKED = re.compile(
    r"/(overlay|history|squad|pitches|table|remote|match/[0-9a-f-]+|assets/[a-z0-9.]+|events|time"
    r"|favicon\.ico|crest/[ab]"
    r"|api/(history|match|squad|pitches|table|club|formats|device|pair|command))?")
# A target is 48 pixels wide and high; its label and its card can be tapped with it.
TARGETS = """[...document.querySelectorAll("a, button, input, select, [tabindex]")]
    .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
    .map((one) => one.closest("label, .card") ?? one)
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 47.5)
    .map(([text, { width, height }]) => `${width} x ${height}: ${text}`)"""
SCROLLS = """[document.documentElement.scrollWidth > innerWidth,
    document.documentElement.scrollHeight > innerHeight]"""
# A promise that is kept once a page has read the timeline up to the event of a number.
TIMELINE = """(() => {
    const ask = window.fetch.bind(window);
    const waiting = new Set();
    let last = 0;
    const look = () => {
        for (const one of waiting) if (one.number <= last && waiting.delete(one)) one.keep();
    };
    window.has = (number) => new Promise((keep) => {
        waiting.add({ number, keep });
        look();
    });
    window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (String(asked[0]).startsWith("/api/match")) {
            const { entries } = await answer.clone().json();
            last = entries.at(-1)?.number ?? 0;
            setTimeout(look);
        }
        return answer;
    };
})();
"""
# What is said and cannot be seen, as it is outside of the window or of a box that hides what is over.
CLIPPED = """[...document.querySelectorAll("p, h2, li, button, span, small")].filter((one) =>
    one.textContent.trim() && one.checkVisibility() && !one.closest(".unseen, [aria-hidden=true]")
    && one.children.length === 0).filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((one) => `${one.id || one.className || one.tagName}: ${one.textContent.slice(0, 40)}`)"""

chromium = None


def setUpModule():
    global chromium
    chromium = Chromium()
    unittest.addModuleCleanup(chromium.close)


class CareTest(PageTest):
    def setUp(self):
        super().setUp()
        # All browsers here are of one address.
        self.club = ClubStub(self)
        self.remote = Remote(self, self.daemon.socket, "--per-address", "256", "--club",
                             self.club.socket)

    def pages(self, match):
        """The address of each page, and how a person knows that it is there."""
        live = "document.getElementById('status').textContent === 'LIVE'"
        return {
            "/": live, "/overlay?style=both": "document.querySelector('#bug .clock').textContent",
            "/history": "document.querySelector('#list a')",
            f"/match/{match}": "document.querySelectorAll('#entries li').length > 3",
            "/squad": "document.querySelector('#rows tr')",
            "/pitches": "document.querySelector('#pitches li a') && "
                        "document.querySelector('#pitches').innerText.includes(':')",
            "/table": "document.getElementById('status').textContent === 'LIVE'",
        }

    def load(self, page, path, ready):
        page.go(self.url(self.remote, path))
        page.until(f"Boolean({ready})")
        page.evaluate("document.fonts.ready.then(() => 0)")

    def unlock(self, page, name="Anna's phone"):
        offer = self.remote.offer()
        page.go(self.url(self.remote, f"/remote#{offer.number}"))
        page.until("document.activeElement?.id === 'name'")
        page.type(name)
        page.press("Enter")
        page.until_text("#where", name)
        page.until_text("#status", "LIVE")

    def play_with(self, names, goals=2):
        """A match with players of these names on both sides, goals and cards; gives its ID."""
        profiles = [{"name": name} for name in names]
        players = [player["id"] for player in
                   self.daemon.call(f"{PLAYERS}.Add", players=profiles)["players"]]
        half = len(players) // 2
        match = self.play(teamAPlayers=players[:half], teamBPlayers=players[half:],
                          format="halves", teamAName="Reds", teamBName="Blues",
                          teamAColor="red", teamBColor="blue")
        for team, side in (("teamA", players[:half]), ("teamB", players[half:])):
            for player in side[:goals]:
                self.daemon.call("AddToScore", team=team, delta=1, scorer=player)
            for card in ("yellow", "red"):
                self.daemon.call("ShowCard", team=team, card=card, playerId=side[-1])
        return match

    def assert_at_home(self, page):
        """All that was asked for is of this server, and of what it has."""
        for address in page.requests:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme in ("about", "data"):
                continue
            self.assertEqual(parts.netloc, self.remote.host, address)
            self.assertIsNotNone(ASKED.fullmatch(parts.path), address)


class Names(CareTest):
    def test_script_in_names_is_text(self):
        self.assertEqual(len(set(PAYLOADS)), 30)
        match = self.play_with(PAYLOADS, goals=15)
        for payload in PAYLOADS:
            with self.daemon.client() as client:
                client.call("ActFor", device=payload)
                client.call("AddToScore", team="teamA", delta=1)
        # Some rename the sides while they are looked at.
        board, overlay, phone, pitches = [chromium.profile(self).page(size=PHONE) for _ in range(4)]
        pages = self.pages(match)
        self.unlock(phone, PAYLOADS[1])
        for page, path in ((board, "/"), (overlay, "/overlay?style=both"), (pitches, "/pitches")):
            self.load(page, path, pages[path])
        for nameA, nameB in zip(PAYLOADS, PAYLOADS[1:] + PAYLOADS[:1]):
            self.daemon.call("NameTeams", teamAName=nameA, teamBName=nameB)
            with self.subTest(nameA):
                board.until_text("#sidea .name", nameA)
                board.until_text("#sideb .name", nameB)
                phone.until_text("#sidea .pad .name", nameA)
                pitches.until_says("#pitches", nameA, nameB)
                for page in (board, overlay, phone, pitches):
                    self.assertEqual(page.evaluate(FOREIGN), [])
        # A question of the remote has the players, and the timeline has the devices.
        phone.tap("#sidea .pad")
        phone.tap_button("Who?")
        phone.until("document.querySelector('dialog') !== null")
        for payload in PAYLOADS[:15]:
            phone.until_says("dialog", payload)
        others = [chromium.profile(self).page() for _ in range(3)]
        for page, path in zip(others, ("/squad", f"/match/{match}", "/history")):
            self.load(page, path, pages[path])
        for payload in PAYLOADS:
            others[0].until_says("#rows", payload)
            others[1].until_says("#lineups", payload)
            others[1].until_says("#entries", payload)
        others[2].until_says("#list", PAYLOADS[-1])
        for page in (board, overlay, phone, pitches, *others):
            self.assertEqual(page.evaluate(FOREIGN), [])
            self.assertEqual(page.evaluate("typeof ran"), "undefined")
            self.assert_at_home(page)
        self.assert_no_complaints(board, overlay, phone, pitches, *others)


    def test_what_would_run_is_noticed(self):
        self.match()
        page = chromium.profile(self).page(self.url(self.remote))
        page.until_text("#status", "LIVE")
        self.assert_no_complaints(page)
        page.evaluate("""void (() => {
            const script = document.createElement("script");
            script.textContent = "ran = 1";
            const image = document.createElement("img");
            image.src = "http://evil.example/";
            document.body.append(script, image);
            setTimeout(() => { alert("here"); throw new Error("there"); });
        })()""")
        page.until(f"{FOREIGN}.length === 2")
        page.evaluate("new Promise((keep) => setTimeout(keep))")
        told = "\n".join(page.complaints)
        for part in ("script-src 'self'", "img-src 'self'", "a dialog: here", "Error: there"):
            self.assertIn(part, told)
        self.assertEqual(page.evaluate("typeof ran"), "undefined")


class Access(CareTest):
    MEDIA = ({"color_scheme": "dark"}, {"color_scheme": "light"}, {"contrast": "more"})

    def check(self, page, what):
        """Whatever axe knows of, in dark; and the contrast in all other looks. On a phone and on a
        desktop; on a phone what can be tapped is large enough."""
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(f"void (() => {{ {self.axe} }})()")
        for size in (PHONE, DESKTOP):
            page.resize(**size)
            for media in self.MEDIA:
                page.prefer(reduced_motion="reduce", **media)
                rules = "" if media == self.MEDIA[0] else (
                    ", runOnly: { type: 'rule', values: ['color-contrast'] }")
                found = self.found_by_axe(page, rules)
                with self.subTest(what, size=size["width"], **media):
                    self.assertEqual(found, [])
            if size is PHONE:
                with self.subTest(what):
                    self.assertEqual(page.evaluate(TARGETS), [])
                    self.assertFalse(page.evaluate(SCROLLS)[0], "it scrolls sideways")
                    if what.split()[0] in ("/", "/overlay?style=both", "remote"):
                        self.assertFalse(page.evaluate(SCROLLS)[1], "it scrolls")

    @staticmethod
    def found_by_axe(page, rules=""):
        return page.evaluate(f"""axe.run({{ resultTypes: ["violations"]{rules} }}).then(
            ({{ violations }}) => violations.map(({{ id, nodes }}) => [id, nodes.map(
                ({{ html, failureSummary }}) => `${{html}} ${{failureSummary}}`)]))""")

    def test_axe_finds_nothing_and_a_thumb_all(self):
        self.axe = foreign.axe()
        self.club.answers[TABLE] = table(
            group("A", row(1, "Reds", 3), row(2, "Blues")), apart=[apart("noFixture")])
        self.club.answers[PITCHES] = {"isLive": True, "pitches": [{
            "name": "north", "online": False, "state": None, "clockOffsetMilliseconds": 7_000}]}
        self.play_with(["Ada", "Bo", "Noor", "Eve", "Kim", "Lou"])
        self.daemon.call("End")
        match = self.next_match()
        page = chromium.profile(self).page(size=PHONE)
        for path, ready in self.pages(match).items():
            self.load(page, path, ready)
            self.check(page, path)
        page.resize(**PHONE)
        page.go(self.url(self.remote, "/remote"))
        page.until("document.activeElement?.id === 'code'")
        self.check(page, "remote, locked")
        page.resize(**PHONE)
        self.unlock(page)
        self.check(page, "remote")
        page.resize(**PHONE)
        page.tap("#more")
        page.until("document.querySelector('dialog') !== null")
        self.check(page, "remote with its menu")
        page.press("Escape")
        page.until("document.querySelector('dialog') === null")
        self.daemon.call("End")
        page.until_text("#toggle", "New match")
        page.resize(**PHONE)
        page.tap("#toggle")
        page.until("document.querySelector('dialog form') !== null")
        self.check(page, "remote with a form")
        # It is axe that looks, and it would find something.
        page.evaluate("""void (() => {
            const label = document.querySelector("dialog form label span");
            label.style.color = "#888";
            label.style.background = "#999";
            document.querySelector("dialog").append(document.createElement("img"));
        })()""")
        self.assertEqual([name for name, _ in self.found_by_axe(page)],
                         ["color-contrast", "image-alt"])
        self.assert_at_home(page)
        self.assert_no_complaints(page)

    def next_match(self):
        players = [player["id"] for player in self.daemon.call(f"{PLAYERS}.List")["players"]]
        match = self.play(teamAPlayers=players[:3], teamBPlayers=players[3:], format="halves",
                          teamAName="Reds", teamBName="Blues", teamAColor="red")
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=players[0])
        self.daemon.call("ShowCard", team="teamB", card="yellow", playerId=players[3])
        return match

    def test_a_screen_reader_hears_the_score_and_not_each_second(self):
        self.match("20", "--team-a", "Reds", "--team-b", "Blues")
        phone = chromium.profile(self).page()
        self.unlock(phone)
        paths = ("/", "/overlay", f"/match/{self.daemon.get()['id']}", "/pitches")
        pages = [chromium.profile(self).page(self.url(self.remote, path)) for path in paths]
        board, overlay, match, pitches = pages
        spoken = {board: "#spoken", overlay: "#spoken", phone: "#spoken", match: "#title"}
        for page, place in spoken.items():
            page.until_text(place, "Reds 0, Blues 0")
        for page in (match, pitches):
            page.until_says("main", "LIVE", ":")
        # The club answers a little later.
        pitches.until_text("#clubnotice", "No other pitch is there yet.")
        for page in (*pages, phone):
            # All changes of what is read aloud by itself.
            page.evaluate("""void (() => {
                window.heard = [];
                const live = [...document.querySelectorAll(
                    "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]")];
                new MutationObserver((changes) => {
                    for (const { target } of changes) {
                        const place = live.find((one) => one.contains(target));
                        if (place?.checkVisibility()) window.heard.push(place.textContent);
                    }
                }).observe(document, { subtree: true, childList: true, characterData: true });
            })()""")
        # Where a busy machine stands still, pages say that they do not know, and then that they do.
        for _ in range(5):
            for page in (*pages, phone):
                page.evaluate("window.heard = []")
            self.pass_seconds(3)
            heard = [page.evaluate("window.heard") for page in (*pages, phone)]
            if not any(heard):
                break
        self.assertEqual(heard, [[]] * 5)
        self.daemon.said(self, "goal", "a")
        for page, place in spoken.items():
            page.until_text(place, "Reds 1, Blues 0")
            self.assertIn("Reds 1, Blues 0", page.evaluate("window.heard"))
            page.call("Accessibility.enable")
            nodes = page.call("Accessibility.getFullAXTree")["nodes"]
            found = {(node["role"]["value"], node.get("name", {}).get("value", "")): {
                each["name"]: each["value"].get("value") for each in node.get("properties", [])}
                for node in nodes if not node["ignored"]}
            self.assertEqual(found["heading", "Reds 1, Blues 0"].get("live"), "polite")
            # The overlay is a picture over another one, and its digits are no news.
            if page is not overlay:
                self.assertIn(found["timer", "Clock"].get("live"), ("off", None))
        self.assert_no_complaints(*pages, phone)


class Small(CareTest):
    """A phone of 360 x 640 shows the board and the remote whole, whatever the match is at."""

    LONG = "Sportvereinigung Deutsche Jugendkraft Obertraubling-Niedertraubling e. V. 1923"
    HEBREW = "נבחרת הכדורגל של ירושלים"
    STATES = {
        "no match": [],
        "opened": [("new", "--format", "futsal", "--team-a-players", "1,2,3,4",
                    "--team-b-players", "5,6,7,8")],
        "running": [("start",)],
        "long names": [("team", "names", LONG, f"{LONG} II"), ("goal", "a", "1"),
                       ("goal", "b", "5"), ("foul", "a")],
        "written from the right": [("team", "names", HEBREW, "W" * 40)],
        "cards": [*(("card", "a", "yellow", str(number)) for number in (1, 2, 3)),
                  ("card", "b", "red", "5"), ("card", "a", "time", "4"),
                  ("card", "b", "time", "6")],
        "many goals": [("score", "12-10"), *(("goal", "a", str(1 + number % 3), "--force")
                                             for number in range(6))],
        "a time-out": [("timeout", "a")],
        "a break": [("period", "end")],
        "the second half": [("period", "begin")],
        "paused": [("pause",)],
        "drawn": [("resume",), ("score", "100-100"), ("period", "end")],
        "kicks": [("kicks",), *(("kick", "ab"[number % 2], "in") for number in range(9))],
        "ended": [("end", "--yes")],
        "a kick-off to come": [("new", "10", "--at", "+20m")],
    }

    # The words of names that are on more than one line.
    BROKEN = """[...document.querySelectorAll(".side .name")].filter((one) => one.checkVisibility())
        .flatMap((one) => [...one.textContent.matchAll(/[^\\s-]+-?/gu)].map((word) => {
            const range = document.createRange();
            range.setStart(one.firstChild, word.index);
            range.setEnd(one.firstChild, word.index + word[0].length);
            return [word[0], new Set([...range.getClientRects()].map(({ top }) => top)).size];
        })).filter(([, lines]) => lines !== 1)"""
    WORDS = ("Obertraubling-Niedertraubling", "Borussia Mönchengladbach", "WANDERERS WOMBOURNE",
             "Sportvereinigung", "Wolverhampton Wanderers", LONG)

    def test_no_name_breaks_within_a_word(self):
        self.match("--format", "halves")
        phone, board, match = [chromium.profile(self).page(size=PHONE) for _ in range(3)]
        self.unlock(phone)
        board.go(self.url(self.remote))
        match.go(self.url(self.remote, f"/match/{self.daemon.get()['id']}"))
        for one, other in zip(self.WORDS, self.WORDS[1:] + self.WORDS[:1]):
            self.daemon.call("NameTeams", teamAName=one, teamBName=other)
            for page, places in ((phone, ("#sidea .pad .name", "#sideb .pad .name")),
                                 (board, ("#sidea .name", "#sideb .name")),
                                 (match, ("#nameA", "#nameB"))):
                page.until_text(places[0], one)
                page.until_text(places[1], other)
                page.evaluate("document.fonts.ready.then(() => 0)")
                for size in (PHONE, DESKTOP):
                    page.resize(**size)
                    with self.subTest(one, size=size["width"], page=places[0]):
                        self.assertEqual(page.evaluate(self.BROKEN), [])

    def test_no_name_is_cut_within_a_word(self):
        for one, other in zip(self.WORDS, self.WORDS[1:] + self.WORDS[:1]):
            self.daemon.said(self, "new", "--team-a", one, "--team-b", other)
            self.daemon.said(self, "end", "--yes")
        page = chromium.profile(self).page(
            self.url(self.remote, "/history"), size=PHONE | {"width": 320})
        page.until(f"document.querySelectorAll('.result').length === {len(self.WORDS)}")
        page.evaluate("document.fonts.ready.then(() => 0)")
        # The names of which a line is wider than the room for it.
        self.assertEqual(page.evaluate("""[...document.querySelectorAll(".result .name")]
            .filter((one) => {
                const range = document.createRange();
                range.selectNodeContents(one);
                const { left, right } = one.getBoundingClientRect();
                return [...range.getClientRects()].some(
                    (line) => line.left < left - 1 || line.right > right + 1);
            }).map((one) => one.textContent)"""), [])

    def test_all_states(self):
        for number in range(8):
            self.daemon.said(self, "-q", "player", "add", f"Maximilian {number} Oberhuber")
        phone, board = [chromium.profile(self).page(
            size=PHONE, before=TIMELINE, reduced_motion="reduce") for _ in range(2)]
        self.unlock(phone)
        board.go(self.url(self.remote))
        self.await_live(board)
        for state, commands in self.STATES.items():
            for command in commands:
                self.daemon.said(self, *command)
            with self.subTest(state):
                gather = self.daemon.get()
                for page in (board, phone):
                    if gather:
                        page.evaluate(f"window.has({gather['revision']})")
                    page.evaluate("new Promise(requestAnimationFrame)")
                    self.assertEqual(page.evaluate(SCROLLS), [False, False])
                    self.assertEqual(page.evaluate(TARGETS), [])
                    self.assertEqual(page.evaluate(CLIPPED), [])
        self.assert_no_complaints(board, phone)

    # What is over the sides of the window, or is not seen whole in its pad.
    CUT = """[...document.querySelectorAll("#remote *")]
        .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const pad = one.closest(".pad")?.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1
                || pad && (top < pad.top - 1 || bottom > pad.bottom + 1);
        }).map((one) => `${one.id || one.className}: ${one.textContent}`)"""

    def test_a_remote_that_is_enlarged_is_scrolled(self):
        """A window of 1280 x 1024 is one of 320 x 256 at 400 %."""
        self.match("--format", "halves", "--team-a", "Reds", "--team-b", "Blues")
        phone = chromium.profile(self).page(size=PHONE)
        self.unlock(phone)
        for width, height in ((320, 256), (256, 320), (320, 180)):
            with self.subTest(width=width, height=height):
                phone.resize(width, height)
                phone.evaluate("new Promise(requestAnimationFrame)")
                self.assertEqual(phone.evaluate(self.CUT), [])
                self.assertEqual(phone.evaluate(TARGETS), [])
                self.assertEqual(phone.evaluate(SCROLLS), [False, True])
                # One is below the other, and none over the other.
                edges = phone.evaluate("""[...document.querySelectorAll("#remote > *")].map((one) =>
                    one.getBoundingClientRect()).flatMap(({ top, bottom }) => [top, bottom])""")
                self.assertEqual(edges, sorted(edges))
        self.assert_no_complaints(phone)


class Overlay(CareTest):
    SIZE = {"width": 640, "height": 360}

    def overlay(self, query="?style=both", **options):
        page = chromium.profile(self).page(
            self.url(self.remote, f"/overlay{query}"), size=self.SIZE, reduced_motion="reduce",
            **options)
        page.until("/\\d:\\d\\d/.test(document.querySelector('#bug .clock').textContent)")
        return page

    BOXES = """
        [...document.querySelectorAll("#bug > *, #third > *")]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect())
            .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""

    def test_names_from_the_right_stay_with_their_minutes(self):
        names = ["משה כהן", "דוד לוי", "Ada", "Bo"]
        self.play_with(names)
        page = self.overlay("?style=third")
        page.until_says("#third .scorers.a", *names[:2])
        # From the left to the right: a name, its minute, the next name, its minute.
        places = page.evaluate(f"""(() => {{
            const text = document.querySelector("#third .scorers.a").firstChild;
            const ends = [];
            let from = 0;
            for (const part of [{names[0]!r}, "1'", {names[1]!r}, "1'"]) {{
                const range = document.createRange();
                range.setStart(text, text.data.indexOf(part, from));
                from = text.data.indexOf(part, from) + part.length;
                range.setEnd(text, from);
                const {{ left, right }} = range.getBoundingClientRect();
                ends.push(left, right);
            }}
            return ends;
        }})()""")
        self.assertEqual(places, sorted(places))

    def test_short_names_make_sense(self):
        self.match()
        page = self.overlay("")
        for name, other, short, longer in (
                ("Reds", "Blues", "Reds", "Reds"),
                ("Wanderers West United North and Friends", "Blues", "Wanderers", "Wanderers"),
                ("W W United North and Friends", "Blues", "Friends", "Friends"),
                ("<img src=x onerror=alert(1)>", "Blues", "<img src=x…", "<img src=x onerror=al…"),
                ("FC Bayern München", "SC Freiburg", "Bayern München", "FC Bayern München"),
                ("Borussia Dortmund", "Borussia Mönchengladbach", "B. Dortmund",
                 "Borussia Dortmund")):
            for most, wanted in ((14, short), (22, longer)):
                with self.subTest(name, most=most):
                    found = page.evaluate(f"""import("/assets/shortname.js").then(
                        ({{ shortNames }}) => shortNames({name!r}, {other!r}, {most}))""")
                    self.assertEqual(found[0], wanted)
                    self.assertLessEqual(len(found[1]), most)

    def test_the_words_of_the_result_are_whole(self):
        self.match("--periods", "1x0:25", "--team-a", "FC Borussia", "--team-b", "Rot-Weiß")
        pages = [self.overlay(f"?style=third&lang={language}") for language in ("en", "ro")]
        self.daemon.said(self, "period", "end", "--ago", "1ms")
        self.daemon.said(self, "kicks")
        for _ in range(3):
            self.daemon.said(self, "kick", "a", "in")
            self.daemon.said(self, "kick", "b", "out")
        self.daemon.said(self, "end", "--yes")
        for page in pages:
            page.until_says("#third .label", "FC Borussia", "3-0")
            page.evaluate("document.fonts.ready.then(() => 0)")
            self.assertEqual(page.evaluate("""["#third .middle", "#third .label"]
                .map((one) => document.querySelector(one))
                .filter((one) => one.scrollWidth > one.clientWidth
                    || one.scrollHeight > one.clientHeight)
                .map((one) => one.textContent)"""), [])

    def test_a_delay_that_is_none(self):
        self.match()
        page = self.overlay("")
        for text, milliseconds in (
                ("", 0), ("0", 0), ("4", 4000), ("4s", 4000), ("2.5s", 2500), ("1500ms", 1500),
                ("60s", 60000), ("61s", 0), ("99999s", 0), ("abc", 0), ("-3s", 0), ("4 s", 0)):
            with self.subTest(text):
                self.assertEqual(page.evaluate(
                    f"import('/assets/delay.js').then(({{ delayOf }}) => delayOf({text!r}))"),
                    milliseconds)

    def test_it_covers_nothing_but_its_panels(self):
        self.play_with(["Ada", "Bo", "Noor", "Eve"])
        page = self.overlay()
        page.evaluate("document.fonts.ready.then(() => 0)")
        # The panels are as wide as what they say, which may change while the picture is taken: the
        # goal goes away, and the clock of a busy machine has a sign while it is not sure.
        for goals in range(3, 8):
            self.daemon.call("AddToScore", team="teamA", delta=1)
            page.until_text("#third .number.a", str(goals))
            page.until("document.querySelector('#third .goal').checkVisibility()")
            page.evaluate("document.fonts.ready.then(() => 0)")
            boxes = page.evaluate(self.BOXES)
            picture = page.png(transparent=True)
            if len(boxes) == 5 and boxes == page.evaluate(self.BOXES):
                break
        else:
            self.fail("the panels never stay as they are")
        width, rows, step = png.read(picture)
        self.assertEqual((width, len(rows), step), (640, 360, 4))
        inside = outside = 0
        for y, row in enumerate(rows):
            for x, alpha in enumerate(row[3::4]):
                if any(left - 1 <= x <= right and top - 1 <= y <= bottom
                       for left, top, right, bottom in boxes):
                    inside += alpha == 255
                else:
                    outside += alpha != 0
        self.assertEqual(outside, 0)
        self.assertGreater(inside, 10_000)
        self.assert_no_complaints(page)

    def test_it_is_as_late_as_the_stream(self):
        self.match()
        late, now = [self.overlay(f"?delay={delay}", before=RECORDER) for delay in ("4s", "0")]
        # Each tells when it shows the goal, whenever it is asked.
        shown = [page.post("""new Promise((keep) => {
            const score = document.querySelector("#bug .number.a");
            const look = () => { if (score.textContent === "1") keep(Date.now()); };
            new MutationObserver(look)
                .observe(score, { subtree: true, childList: true, characterData: true });
            look();
        })""") for page in (late, now)]
        self.daemon.said(self, "goal", "a")
        lates, nows = [page.value(number, "the goal") for page, number in zip((late, now), shown)]
        stall = max(page.evaluate("window.stall") for page in (late, now))
        self.assertLess(abs(lates - nows - 4000), LATE + stall)
        # Its clock is as late: four seconds more are left on it, or three or five at a boundary.
        # Both are looked at in one moment.
        asked = [page.post(f"""new Promise((keep) => setTimeout(
            () => keep(document.querySelector("#bug .clock").textContent.replace("~", "")),
            {nows} + 6_000 - Date.now()))""") for page in (late, now)]
        digits = [page.value(number, "the clock") for page, number in zip((late, now), asked)]
        left = [60 * int(text[:2]) + int(text[3:]) for text in digits]
        self.assertIn(left[0] - left[1], (3, 4, 5))
        self.assert_no_complaints(late, now)

    # All that a page of a stream that is a minute late has to do by then.
    LATER = """
    window.later = [];
    (() => {
        const wait = window.setTimeout;
        window.setTimeout = (act, milliseconds, ...rest) => milliseconds === 60_000
            ? window.later.push(act) : wait(act, milliseconds, ...rest);
    })();
    """

    def test_a_scorer_is_as_late_as_the_goal(self):
        self.play_with(["Ada", "Bo", "Cy", "Noor", "Eve", "Uma"], goals=1)
        page = chromium.profile(self).page(
            self.url(self.remote, "/overlay?style=third&delay=60s"), size=self.SIZE,
            before=self.LATER + TIMELINE)
        gather = self.daemon.get()
        page.evaluate(f"window.has({gather['revision']})")
        goal = self.daemon.call("AddToScore", team="teamA", delta=1,
                                scorer=gather["teamA"]["players"][1]["id"])
        page.evaluate(f"window.has({goal['outcome']['revision']})")
        # The minute is over for one after the other.
        seen = page.evaluate("""(async () => {
            const place = document.querySelector("#third .scorers.a");
            const seen = [];
            while (!place.textContent.includes("Bo")) {
                const act = window.later.shift();
                if (!act) await new Promise(requestAnimationFrame);
                act?.();
                seen.push(place.textContent);
            }
            return seen;
        })()""")
        self.assertIn("Ada", seen[-1])
        self.assertTrue(any("Ada" in text and "Bo" not in text for text in seen), seen)
        self.assert_no_complaints(page)

    def test_a_goal_without_motion(self):
        self.match("20", "--team-a", "Reds", "--team-b", "Blues")
        calm = self.overlay("")
        self.daemon.said(self, "goal", "a")
        calm.until("document.querySelector('#bug .goal').checkVisibility()")
        self.assertEqual(calm.evaluate("document.getAnimations().length"), 0)
        moving = self.overlay("")
        moving.prefer(reduced_motion="no-preference")
        moving.evaluate("""void (window.moved = 0, document.addEventListener(
            "animationstart", () => { window.moved += 1; }, true))""")
        self.daemon.said(self, "goal", "b")
        moving.until("document.querySelector('#bug .goal').checkVisibility()")
        moving.evaluate("new Promise((keep) => requestAnimationFrame(() => setTimeout(keep)))")
        self.assertGreater(moving.evaluate("window.moved + document.getAnimations().length"), 0)


class Opening(CareTest):
    # A script that keeps all that a page says of itself, and from it the beats and the end of its
    # patience until they are let through: a slow machine is no reason to be stale.
    KEPT = """
    delete window.SharedWorker;
    window.said = [];
    new MutationObserver(() => {
        const text = document.getElementById("status")?.textContent;
        if (text && text !== window.said.at(-1)) window.said.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    (() => {
        const listen = EventSource.prototype.addEventListener;
        let isOpen = false;
        window.open_beats = () => { isOpen = true; };
        const later = window.setTimeout;
        window.setTimeout = (act, delay, ...rest) => {
            if (delay !== 2_000 || isOpen) return later(act, delay, ...rest);
            window.end_patience = act;
            return 0;
        };
        EventSource.prototype.addEventListener = function (name, act) {
            listen.call(this, name, (event) => { if (name !== "beat" || isOpen) act(event); });
        };
    })();
    """

    # A script that keeps what the pitch has said, and answers about a match until they are let
    # through.
    HELD = """
    delete window.SharedWorker;
    window.names = [];
    window.held = 0;
    window.beats = 0;
    (() => {
        const listen = EventSource.prototype.addEventListener;
        EventSource.prototype.addEventListener = function (name, act) {
            listen.call(this, name, (event) => {
                act(event);
                if (name === "state") window.names.push(JSON.parse(event.data).gather.teamA.name);
                if (name === "beat") window.beats += 1;
            });
        };
        const ask = window.fetch.bind(window);
        const released = new Promise((release) => { window.release = release; });
        window.fetch = async (...asked) => {
            const answer = await ask(...asked);
            if (String(asked[0]).startsWith("/api/match")) {
                await answer.clone().arrayBuffer();
                window.held += 1;
                await released;
            }
            return answer;
        };
    })();
    """

    def test_a_change_before_the_first_answer_is_seen(self):
        self.match()
        page = chromium.profile(self).page(
            self.url(self.remote, f"/match/{self.daemon.get()['id']}"), before=self.HELD)
        page.until("window.held === 1")
        self.daemon.call("NameTeams", teamAName="Late", teamBName="Later")
        page.until("window.names.includes('Late')")
        page.evaluate("void window.release()")
        page.until_text("#nameA", "Late")

    def test_a_change_that_is_in_no_answer_is_not_asked_for_without_end(self):
        self.match()
        # As with a full disk, where the clock goes on and its events are not stored.
        script = self.HELD.replace("return answer;", """
            const changed = await answer.json();
            if (changed.gather) changed.gather.revision = 1;
            return new Response(JSON.stringify(changed));""")
        page = chromium.profile(self).page(
            self.url(self.remote, f"/match/{self.daemon.get()['id']}"), before=script)
        page.evaluate("void window.release()")
        self.daemon.call("NameTeams", teamAName="Late", teamBName="Later")
        page.until_text("#nameA", "Late")
        begin = page.evaluate("window.beats")
        page.until(f"window.beats >= {begin + 3}")
        self.assertLessEqual(page.evaluate("window.held"), 6)

    def test_a_state_before_the_first_beat_is_not_stale(self):
        self.match()
        for path in ("/", f"/match/{self.daemon.get()['id']}"):
            with self.subTest(path):
                page = chromium.profile(self).page(self.url(self.remote, path), before=self.KEPT)
                page.until_says("main", ":")
                page.evaluate("void window.open_beats()")
                page.until("window.said.includes('LIVE')")
                self.assertEqual(page.evaluate("window.said.slice(0, 2)"), ["connecting", "LIVE"])
        # Without a beat at all it does not know for long.
        page = chromium.profile(self).page(self.url(self.remote), before=self.KEPT)
        page.until_says("main", ":")
        self.assertEqual(page.evaluate("window.said"), ["connecting"])
        page.evaluate("void window.end_patience()")
        page.until_text("#status", "STALE")
        self.assertEqual(page.evaluate("window.said"), ["connecting", "STALE"])


class Later(CareTest):
    """What a page does that was not seen, or not answered, for a while."""

    # A page with a stream of its own, which is seen or not as the test says.
    UNSEEN = """
    delete window.SharedWorker;
    window.isUnseen = false;
    Object.defineProperty(document, "hidden", { get: () => window.isUnseen });
    window.beSeen = (isSeen) => {
        window.isUnseen = !isSeen;
        document.dispatchEvent(new Event("visibilitychange"));
    };
    """

    def test_the_end_of_a_match_that_nobody_saw(self):
        self.match()
        page = chromium.profile(self).page(
            self.url(self.remote, f"/match/{self.daemon.get()['id']}"), before=self.UNSEEN)
        page.until_text("#status", "LIVE")
        board = chromium.profile(self).page(self.url(self.remote))
        page.evaluate("void window.beSeen(false)")
        self.daemon.said(self, "goal", "a")
        self.daemon.said(self, "end", "--yes")
        self.daemon.said(self, "new", "20", "--team-a", "Greens")
        board.until_text("#sidea .name", "Greens")
        page.evaluate("void window.beSeen(true)")
        page.until_text("#goalsA", "1")
        page.until("document.getElementById('present').hidden")

    def test_the_clock_of_a_machine_that_was_started_again(self):
        self.match()
        page = chromium.profile(self).page(self.url(self.remote))
        found = page.evaluate("""(async () => {
            const { ServerClock } = await import("/assets/clock.js");
            let [boot, wait] = [-1e9, 0];
            window.fetch = async () => {
                await new Promise((keep) => setTimeout(keep, wait));
                const boottimeMicroseconds = 1_000 * (performance.now() - boot);
                return new Response(
                    JSON.stringify({ boottimeMicroseconds, wallMilliseconds: Date.now() }));
            };
            const clock = new ServerClock();
            const uptime = () => clock.now() / 1_000 - performance.now() + boot;
            await clock.refresh();
            const found = [uptime()];
            [boot, wait] = [performance.now(), 40];
            await clock.refresh();
            return [...found, uptime()];
        })()""")
        for wrong in found:
            self.assertLess(abs(wrong), 300, found)

    def test_a_clock_that_got_no_answer_asks_again(self):
        # A page without a clock of its own.
        page = chromium.profile(self).page(self.url(self.remote, "/squad"))
        # At the beginning, when the server is there again, and when nothing has happened.
        found = page.evaluate("""(async () => {
            const { ServerClock } = await import("/assets/clock.js");
            let isLost = true;
            window.fetch = async () => {
                const status = isLost ? 503 : 200;
                isLost = false;
                const boottimeMicroseconds = 1_000 * performance.now();
                return new Response(
                    JSON.stringify({ boottimeMicroseconds, wallMilliseconds: Date.now() }),
                    { status });
            };
            const clock = new ServerClock();
            const doubts = [];
            clock.onChange(() => doubts.push(clock.isCoarse));
            const found = [clock.isCoarse];
            for (const isRoutine of [false, false, true]) {
                isLost = true;
                doubts.length = 0;
                await clock.refresh(isRoutine);
                found.push([doubts.includes(true), isLost, clock.isCoarse, clock.now() !== null]);
            }
            return found;
        })()""")
        self.assertEqual(found, [True, [True, False, False, True], [True, False, False, True],
                                 [False, False, False, True]])

    def test_an_undo_between_two_answers_is_seen(self):
        page = chromium.profile(self).page(self.url(self.remote, "/squad"))
        found = page.evaluate("""(async () => {
            const { MatchReader } = await import("/assets/matchreader.js");
            const entry = (number, more) => ({ number, step: number, kind: "paused", ...more });
            const log = Array.from({ length: 5 }, (_, index) => entry(index + 1));
            let answers = 0;
            window.fetch = async (address) => {
                answers += 1;
                if (answers === 2) {
                    log[1] = { ...log[1], undoneBy: 6 };
                    log.push(entry(6, { kind: "undone" }));
                }
                const after = Number(new URL(address, location).searchParams.get("after"));
                const gather = { id: "x", revision: log.length };
                const entries = log.slice(after, after + 3);
                return new Response(JSON.stringify({ gather, entries }));
            };
            const reader = new MatchReader("x", () => {}, () => {});
            await reader.update();
            const { entries } = reader.match;
            return [entries.map(({ number }) => number), entries[1].undoneBy, answers];
        })()""")
        self.assertEqual(found, [[1, 2, 3, 4, 5, 6], 6, 4])

    # A page whose device has its clock set forward by `step`, and gets no time of the server then.
    STEPPED = """
    window.step = 0;
    (() => {
        const now = Date.now;
        Date.now = () => now.call(Date) + window.step;
        const ask = window.fetch.bind(window);
        window.fetch = (address, ...more) => window.step > 0 && String(address) === "/time"
            ? new Promise(() => {}) : ask(address, ...more);
    })();
    """

    def test_a_device_whose_clock_is_set(self):
        self.match("20")
        day = 86_400_000
        for step, digits in ((day // 24, "/^00:00$/"), (40 * day, "/^(19|20):/")):
            with self.subTest(step):
                board = chromium.profile(self).page(self.url(self.remote), before=self.STEPPED)
                board.until_text("#status", "LIVE")
                board.until("document.getElementById('coarse').hidden")
                board.evaluate(f"void (window.step = {step})")
                board.until("!document.getElementById('coarse').hidden"
                            f" && {digits}.test(document.getElementById('digits').textContent)")
                self.assertEqual(board.text("#status"), "LIVE")
                self.assert_no_complaints(board)

    def test_a_server_that_is_away_is_asked_by_one_look_alone(self):
        for path, list in (("/pitches", "pitches"), ("/squad", "squad")):
            with self.subTest(path):
                page = chromium.profile(self).page(self.url(self.remote, path), before="""
                    window.asked = [];
                    window.regular = [];
                    window.fetch = (address) => {
                        window.asked.push(String(address));
                        return new Promise(() => {});
                    };
                    window.setInterval = (act, every) => {
                        if (every === 15_000) window.regular.push(act);
                        return 0;
                    };
                """)
                asked = f"window.asked.filter((one) => one.startsWith('/api/{list}')).length"
                page.until(f"{asked} === 1")
                page.evaluate("""void (() => {
                    for (const act of window.regular) act();
                    document.dispatchEvent(new Event("visibilitychange"));
                })()""")
                self.assertEqual(page.evaluate(asked), 1)

    def test_an_answer_that_never_comes_is_asked_for_again(self):
        self.daemon.said(self, "-q", "player", "add", "Ada")
        page = chromium.profile(self).page(
            self.url(self.remote, "/squad"), before=SILENCE % "squad")
        page.until("window.isSilent")
        page.evaluate("window.endPatience()")
        page.until_says("#rows", "Ada")
        self.assert_no_complaints(page)

    def test_a_crest_is_that_of_the_team(self):
        crests = self.remote.state / "crests"
        crests.mkdir()
        web = Remote(self, self.daemon.socket, "--crests", crests)
        page = chromium.profile(self).page(self.url(web), size=PHONE)
        # Any picture will do.
        (crests / "Reds.png").write_bytes(page.png())
        crest = "document.querySelector('#sidea img').hidden"
        page.until(crest)
        self.daemon.said(self, "new", "20", "--team-a", "Reds")
        page.until(f"!{crest}")
        self.daemon.said(self, "end", "--yes")
        self.daemon.said(self, "new", "20", "--team-a", "Greens")
        page.until_text("#sidea .name", "Greens")
        page.until(crest)


class Corrected(CareTest):
    """What was corrected or forgotten is seen on the pages that were open before."""

    def page(self, path):
        """A page that hears of what comes."""
        page = chromium.profile(self).page(self.url(self.remote, path))
        page.until("document.getElementById('status').dataset.status === 'live'")
        return page

    def test_a_goal_of_an_older_match(self):
        match = self.play(teamAName="Reds", teamBName="Blues")
        for _ in range(2):
            goal = self.daemon.call("AddToScore", team="teamA", delta=1)["outcome"]["revision"]
        self.daemon.call("End")
        # It is on the second page of the history.
        for _ in range(50):
            self.play(teamAName="Greens", teamBName="Greys")
            self.daemon.call("End")
        history, older = self.page("/history"), self.page(f"/match/{match}")
        history.until("!document.getElementById('more').hidden")
        history.evaluate("document.getElementById('more').click()")
        score = f"#list [data-id='{match}'] .score"
        history.until_text(score, "2–0")
        older.until_text("#goalsA", "2")
        self.daemon.call("AmendGoal", number=goal, team="teamB", id=match)
        history.until_text(score, "1–1")
        older.until_text("#goalsA", "1")
        older.until_text("#goalsB", "1")
        self.assert_no_complaints(history, older)

    def test_a_goal_that_was_scored_before_the_others(self):
        """It was dated back behind a correction, and moves those that the page has already."""
        self.daemon.call(f"{PLAYERS}.Add", players=[
            {"name": name} for name in ("Ada", "Bo", "Noor", "Eve")])
        match = self.daemon.call("Start", agoMilliseconds=540_000)["gather"]["id"]
        self.daemon.call("MovePlayers", playerIds=[1, 2], section="teamA")
        page = self.page(f"/match/{match}")
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=1)
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.call("AddToScore", team="teamB", delta=-1)
        page.until_says("#scorersA", "Ada")
        page.until_text("#goalsB", "0")
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=2, agoMilliseconds=300_000)
        page.until("/Bo.*Ada/s.test(document.getElementById('scorersA').textContent)")
        self.assert_no_complaints(page)

    def test_a_player_who_was_renamed(self):
        match = self.play_with(["Ada", "Bo", "Noor", "Eve"])
        page = self.page(f"/match/{match}")
        page.until_says("#scorersA", "Ada")
        self.daemon.call(f"{PLAYERS}.Edit", id=1, profile={"name": "Adele"})
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=1)
        page.until_says("#scorersA", "Adele")
        self.assertNotIn("Ada", page.text("#scorersA"))
        self.assert_no_complaints(page)

    def test_a_player_who_was_forgotten(self):
        match = self.play_with(["Ada", "Bo", "Noor", "Eve"])
        self.daemon.call("End")
        page = self.page(f"/match/{match}")
        page.until_says("#entries", "Ada")
        self.daemon.call(f"{PLAYERS}.Forget", id=1)
        page.until("!document.getElementById('match').textContent.includes('Ada')")
        page.until_says("#entries", "somebody", "Bo")
        self.assert_no_complaints(page)

    def test_a_time_penalty_while_the_clock_stands(self):
        players = [player["id"] for player in self.daemon.call(f"{PLAYERS}.Add", players=[
            {"name": name} for name in ("Ada", "Bo", "Noor", "Eve")])["players"]]
        self.play(teamAPlayers=players[:2], teamBPlayers=players[2:])
        card = self.daemon.call("ShowCard", team="teamA", card="time", playerId=players[0])
        self.daemon.call("Pause")
        board = self.page("/")
        board.until_says("#sidea .penalty", "Ada")
        for player, side, name in ((players[1], "a", "Bo"), (players[2], "b", "Noor")):
            self.daemon.call(
                "AmendCard", number=card["outcome"]["revision"], playerId=player)
            board.until_says(f"#side{side} .penalty", name)
        board.until("document.querySelectorAll('.penalty').length === 1")
        self.assert_no_complaints(board)


class Query(CareTest):
    def test_what_has_gone_is_seen_in_each_theme(self):
        self.match("--format", "halves")
        page = chromium.profile(self).page()
        looks = [(f"?theme={theme}", {}) for theme in ("dark", "light", "contrast")]
        looks += [("", {"contrast": "more"}), ("", {"color_scheme": "light"})]
        for query, media in looks:
            with self.subTest(query, **media):
                page.prefer(**media)
                page.go(self.url(self.remote, f"/{query}"))
                page.until_text("#status", "LIVE")
                grounds = page.evaluate("""["track", "part"].map(
                    (id) => getComputedStyle(document.getElementById(id)).backgroundColor)""")
                self.assertNotEqual(*grounds)

    # A browser whose clock is wrong by so much.
    WRONG = """{
        const Right = Date;
        window.Date = class extends Right {
            constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])); }
            static now() { return Right.now() + %d; }
        };
    }"""

    def test_a_browser_whose_clock_is_wrong(self):
        self.match("20")
        right = chromium.profile(self).page(self.url(self.remote))
        right.until_says("#detail", "Until ")
        hour = 3_600_000
        for wrong in (-3 * hour, 7 * hour):
            page = chromium.profile(self).page(
                self.url(self.remote), before=self.WRONG % wrong)
            page.until_text("#detail", right.text("#detail"))
        page = chromium.profile(self).page(
            self.url(self.remote), before=self.WRONG % (30 * hour))
        page.until_text("#status", "LIVE")
        page.until("/^[0-9:]+$/.test(document.getElementById('digits').textContent)")
        self.assertEqual(page.text("#detail"), "")

    def test_theme_and_language(self):
        self.match()
        grounds = {"dark": "rgb(11, 15, 23)", "light": "rgb(246, 247, 250)",
                   "contrast": "rgb(0, 0, 0)"}
        page = chromium.profile(self).page(color_scheme="light")
        for query, theme in (("?theme=dark", "dark"), ("?theme=light", "light"),
                             ("?theme=contrast", "contrast"), ("", "light"),
                             ("?theme=nonsense", "light")):
            with self.subTest(query):
                page.go(self.url(self.remote, f"/{query}"))
                self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"),
                                 grounds[theme])
        page.prefer(color_scheme="dark")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"),
                         grounds["dark"])
        # The links carry all of it on.
        page.go(self.url(self.remote, "/?lang=de&theme=light&pitch=gatherd"))
        page.until_text("#status", "LIVE")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "de")
        self.assertEqual(
            page.evaluate("document.querySelector('nav a').getAttribute('href')"),
            "/history?pitch=gatherd&theme=light&lang=de")
        self.assert_no_complaints(page)

    def test_a_browser_without_shared_workers(self):
        """As some on phones: each page has a stream of its own, which it closes while hidden."""
        self.match()
        browser = Chromium(whole=True)
        self.addCleanup(browser.close)
        profile = browser.profile(self)
        page = profile.page(self.url(self.remote), before="delete window.SharedWorker;")
        page.until_text("#status", "LIVE")
        self.assertIn(self.url(self.remote, "/events"), page.requests)
        self.daemon.said(self, "goal", "a")
        page.until_text("#scorea", "1")
        cover = profile.page(window=False)
        self.daemon.said(self, "goal", "a")
        self.pass_seconds(3)
        self.assertEqual(page.text("#scorea"), "1")
        page.show()
        page.until_text("#scorea", "2")
        page.until_text("#status", "LIVE")
        self.assert_no_complaints(page, cover)


if __name__ == "__main__":
    unittest.main()
