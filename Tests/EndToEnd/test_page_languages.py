"""The pages in other languages: which one is chosen, that all of a page is in it and fits, and that
nothing which programs read changes with it."""

import json
import pathlib
import re
import tempfile
import unittest

from browser import PHONE, Chromium
from club_stub import PITCHES, TABLE, ClubStub, apart, group, row, table
from firefox import Firefox
from pages import PageTest, Remote
from programs import ROOT, run

PLAYERS = "io.gatherd.Players"
PAGES = ROOT / "Sources/GatherWeb/Pages"
# The files of gatherd with the texts of events, which pages show; those of a sync they do not.
EVENTS = [path for path in (ROOT / "Sources/GatherDaemon").rglob("*.swift")
          if path.name != "PlayersPresenter+Sync.swift"]
LANGUAGES = sorted(path.stem for path in (ROOT / "units/po").glob("*.po"))
BOARD = {"width": 1920, "height": 1080}
# Names with letters that are written from right to left, and what is put around them.
HEBREW, ARABIC = "אדומים", "الأزرق"
ISOLATE = "\u2068%s\u2069"
PLACE = re.compile(r"%\d\$@|undefined|\[object|NaN")
# The texts that do not fit the box that they are in, or the window, and the broken words of what can
# be tapped. What is cut off with three dots is a name.
TOO_LONG = """(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || !parent.checkVisibility()
            || parent.closest(".unseen, noscript, script, option")) continue;
        let box = parent;
        while (getComputedStyle(box).display.startsWith("inline")
            && box.parentElement) box = box.parentElement;
        if (getComputedStyle(box).textOverflow === "ellipsis") continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const inner = range.getBoundingClientRect(), outer = box.getBoundingClientRect();
        if (inner.left < outer.left - 1 || inner.right > outer.right + 1
            || inner.right > innerWidth + 1 || inner.left < -1
            || box.scrollWidth > box.clientWidth + 1) {
            found.push(`${box.tagName} ${box.id || box.className}: ${node.textContent}`);
        }
        if (!parent.closest("button, a, th, .status, .number")) continue;
        for (const { 0: word, index } of node.textContent.matchAll(/\\S+/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(`${box.tagName}: ${word} is broken`);
        }
    }
    return found;
})()"""
# What is said and seen, and what is said to those who do not see.
ALL_TEXT = """document.title + "\\n" + document.body.innerText + "\\n"
    + [...document.querySelectorAll("[aria-label]")].map(
        (one) => one.getAttribute("aria-label")).join("\\n")"""

chromium = None


def setUpModule():
    global chromium
    chromium = Chromium()
    unittest.addModuleCleanup(chromium.close)


def catalogue(language):
    """The texts of the pages, and those of the server."""
    source = (PAGES / f"texts{language}.js").read_text()
    both = source.split("\ntexts: ", 1)[1].rsplit(" };\n", 1)[0]
    texts, periods = map(json.loads, both.split(",\nperiods: "))
    messages = dict(json.loads((PAGES / f"messages{language}.json").read_text()))
    return texts | periods, messages


class LanguageTest(PageTest):
    def setUp(self):
        super().setUp()
        self.club = ClubStub(self)
        self.club.answers[TABLE] = table(
            group("A", row(1, "Reds", 3), row(2, "Blues")), group("B", row(1, HEBREW, 3)),
            apart=[apart(reason) for reason in (
                "noFixture", "unknownFixture", "otherSides", "beforeFixture", "abandoned",
                "replayed")])
        self.club.answers[PITCHES] = {"isLive": False, "pitches": [{
            "name": "north", "online": False, "state": None, "clockOffsetMilliseconds": 7_000}]}
        self.remote = Remote(self, self.daemon.socket, "--per-address", "256", "--club",
                             self.club.socket)

    def match(self, name_a="Reds", name_b="Blues"):
        """A match of two halves with all that a timeline can have; gives its ID."""
        names = ("Ada", "Bo", "Noor", HEBREW, "Kim", "Lou", "Max", "Uma")
        players = [player["id"] for player in self.daemon.call(
            f"{PLAYERS}.Add", players=[
                {"name": name, "position": "midfielder"} for name in names])["players"]]
        match = self.play(teamAName=name_a, teamBName=name_b, format="halves",
                          teamAPlayers=players[:3], teamBPlayers=players[3:6],
                          teamAColor="red", teamBColor="blue", benchPlayers=players[6:])
        call = self.daemon.call
        call("AddToScore", team="teamA", delta=1, scorer=players[0])
        call("AddToScore", team="teamB", delta=1, scorer=players[1], ownGoal=True)
        call("AddToScore", team="teamB", delta=2)
        call("AddToScore", team="teamB", delta=-1)
        for card in ("yellow", "yellow", "time"):
            call("ShowCard", team="teamA", card=card, playerId=players[1 if card == "yellow" else 2])
        call("Substitute", team="teamB", playerOff=players[4], playerOn=players[6])
        call("Pause")
        call("AdjustTime", seconds=-60)
        call("Resume")
        call("ColorTeams", teamAColor="green")
        call("Undo")
        call("AnnounceAddedTime", minutes=3)
        return match

    def pages(self, match):
        """The path of each page, and how a person knows that it is there."""
        return {
            "/": "document.getElementById('status').dataset.status === 'live'",
            "/overlay?style=both": "document.querySelector('#bug .clock').textContent",
            "/history": "document.querySelector('#list a')",
            f"/match/{match}": "document.querySelectorAll('#entries li').length > 8",
            "/squad": "document.querySelector('#rows tr')",
            "/pitches": "document.querySelector('#pitches li a')"
                        " && document.querySelector('#clubpitches li')",
            "/table": "document.querySelector('#groups table')",
        }

    def load(self, page, path, ready, language):
        page.go(self.url(self.remote, f"{path}{'&' if '?' in path else '?'}lang={language}"))
        page.until(f"Boolean({ready})")
        page.evaluate("document.fonts.ready.then(() => 0)")

    def unlock(self, page, language):
        offer = self.remote.offer()
        page.go(self.url(self.remote, f"/remote?lang={language}#{offer.number}"))
        page.until("document.activeElement?.id === 'name'")
        page.type(f"Anna {language}")
        page.press("Enter")
        page.until_text("#where", f"Anna {language}")
        page.until("document.getElementById('status').dataset.status === 'live'")

    def assert_fits(self, page, what):
        with self.subTest(what):
            self.assertEqual(page.evaluate(TOO_LONG), [])
            self.assertFalse(
                page.evaluate("document.documentElement.scrollWidth > innerWidth"), "sideways")
            self.assertNotRegex(page.evaluate(ALL_TEXT), PLACE)


class Choice(LanguageTest):
    def language(self, path="/history", **headers):
        """The language of a page, which all that it has agrees on."""
        answer = self.remote.get(path, **headers)
        self.assertEqual(answer.status, 200)
        page = answer.body.decode()
        language = re.search(r'<html lang="(\w+)">', page)[1]
        self.assertEqual(re.findall(r'src="/assets/texts(\w*)\.js"', page),
                         [] if language == "en" else [language])
        self.assertEqual("This page needs JavaScript." in page,
                         language == "en" and not path.startswith("/overlay"))
        return language

    def test_the_address_and_then_the_browser_decide(self):
        for path in ("/", "/overlay", "/history", "/match/1234", "/squad", "/pitches", "/table",
                     "/remote"):
            with self.subTest(path):
                self.assertEqual(self.language(path), "en")
                self.assertEqual(self.language(path, Accept_Language="sv, pl-PL;q=0.3"), "pl")
                self.assertEqual(self.language(f"{path}?lang=fr-CA", Accept_Language="de"), "fr")
        for language in LANGUAGES:
            self.assertEqual(self.language(f"/?lang={language}"), language)
            script = self.remote.get(f"/assets/texts{language}.js")
            self.assertEqual((script.status, script.header("Content-Type")),
                             (200, "text/javascript; charset=utf-8"))

    def test_what_is_no_language_is_english_and_is_not_repeated(self):
        for asked in ("xx", "", "%3Cscript%3Ealert(1)%3C/script%3E", "%22%3E%3Cimg%20src=x%3E",
                      "../remote", "de%00", "en%0d%0aSet-Cookie:a=b", "x" * 6_000, "messages",
                      "%F0%9F%87%A9%F0%9F%87%AA", "%ff%fe", "de" * 3_000):
            with self.subTest(asked[:40]):
                answer = self.remote.get(f"/history?lang={asked}")
                plain = self.remote.get("/history")
                self.assertEqual((answer.status, answer.body), (200, plain.body))
                self.assertEqual([each for each in answer.headers if each[0] != "Date"],
                                 [each for each in plain.headers if each[0] != "Date"])
        for preferred in ("", "*", ";;;", "q=1", ",".join(["xx"] * 1_500), "de;q=0", "\xff\xfe"):
            with self.subTest(preferred[:40]):
                with self.remote.browser() as browser:
                    browser.send(f"GET /history HTTP/1.1\r\nHost: {self.remote.host}\r\n"
                                 f"Accept-Language: {preferred}\r\n\r\n".encode("latin-1"))
                    self.assertEqual(browser.answer().body, plain.body)

    def test_caches_tell_them_apart(self):
        german = self.remote.get("/history", Accept_Language="de")
        english = self.remote.get("/history")
        for answer in (german, english):
            self.assertEqual(answer.header("Vary"), "Accept-Language")
        self.assertNotEqual(german.header("ETag"), english.header("ETag"))
        for tag, status in ((german.header("ETag"), 304), (english.header("ETag"), 200)):
            self.assertEqual(self.remote.get("/history", Accept_Language="de",
                                             If_None_Match=tag).status, status)
        self.assertEqual(german.header("Content-Security-Policy"),
                         english.header("Content-Security-Policy"))

    def test_what_the_server_writes_is_in_it_and_what_programs_read_is_not(self):
        match = self.match()
        for language in LANGUAGES:
            _, messages = catalogue(language)
            headers = {"Accept_Language": language}
            with self.subTest(language):
                board = self.remote.get("/", **headers).body.decode()
                self.assertIn('content="Reds 1–2 Blues"', board)
                self.assertIn(f'content="{messages["The match is on: the board, live"]}"', board)
                self.assertEqual(self.remote.get("/nothing", **headers).body.decode(),
                                 f"{messages['there is no such page']}\n")
                self.assertEqual(
                    self.remote.json("/api/history?limit=0", status=400, **headers),
                    {"error": "InvalidParameter",
                     "message": messages["'limit' is from 1 to %1$@"].replace("%1$@", "100")})
                for path in ("/api/history", f"/api/match?id={match}", "/api/squad",
                             "/api/pitches", "/api/formats", "/api/defaults", "/api/table",
                             "/api/club"):
                    self.assertEqual(self.remote.get(path, **headers).body,
                                     self.remote.get(path).body, path)
        self.assertEqual(self.remote.json("/api/history?limit=0", status=400)["message"],
                         "'limit' is from 1 to 100")



class Forgotten(LanguageTest):
    def test_the_name_that_is_left_is_in_it(self):
        match = self.match()
        self.daemon.call("End")
        for player in (1, 2, 5):
            self.daemon.call(f"{PLAYERS}.Forget", id=player)
        pages = {path: ready for path, ready in self.pages(match).items()
                 if path in ("/", f"/match/{match}") or path.startswith("/overlay")}
        page = chromium.profile(self).page(size=BOARD)
        for language, name in (("de", "jemand"), ("en", "somebody")):
            for path, ready in pages.items():
                with self.subTest(f"{path} {language}"):
                    self.load(page, path, ready, language)
                    page.until(f"document.body.textContent.includes('{name}')")
                    self.assertEqual("somebody" in page.evaluate(ALL_TEXT), language == "en")


class Catalogues(unittest.TestCase):
    def test_they_are_those_of_units_po(self):
        with tempfile.TemporaryDirectory(prefix="gatherd-texts-") as directory:
            made = run(ROOT / "units/catalogues", directory)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            names = sorted(path.name for path in pathlib.Path(directory).iterdir())
            self.assertEqual(names, sorted(
                path.name for path in PAGES.iterdir()
                if re.fullmatch(r"texts\w+\.js|messages\w+\.json", path.name)))
            self.assertEqual(len(names), 2 * len(LANGUAGES))
            for name in names:
                self.assertEqual(pathlib.Path(directory, name).read_text(),
                                 (PAGES / name).read_text(), f"{name}: units/generate makes it")

    def test_every_text_is_in_each(self):
        periods = ROOT / "Sources/GatherAPI/PeriodName.swift"
        of_pages = self.texts(*PAGES.glob("strings*.js"), *EVENTS, periods)
        of_server = self.texts(periods, *(ROOT / "Sources/GatherWeb").rglob("*.swift"),
                               *(ROOT / "Sources/GatherAPI/Generated").glob("*.swift"))
        self.assertGreater(len(of_pages), 350)
        self.assertGreater(len(of_server), 80)
        self.assertEqual(LANGUAGES, ["de", "es", "fr", "pl", "ro"])
        for language in LANGUAGES:
            for wanted, texts in zip((of_pages, of_server), catalogue(language)):
                with self.subTest(language):
                    self.assertEqual(wanted, set(texts))
                    for english, text in texts.items():
                        forms = [text] if isinstance(text, str) else text
                        for form in forms:
                            self.assertEqual(set(re.findall(r"%.", form)) - {"%%"},
                                             set(re.findall(r"%.", english)) - {"%%"}, english)

    def test_no_page_has_a_text_of_its_own(self):
        """All of them are in the strings; the HTML has that for browsers without scripts."""
        for path in PAGES.glob("*.html"):
            source = path.read_text().replace("This page needs JavaScript.", "")
            texts = re.findall(r">([^<>]*[A-Za-z]{2}[^<>]*)<", source)
            self.assertEqual(set(texts) - {"gatherd"}, set(), path.name)
            self.assertEqual(
                re.findall(r'(?:aria-label|title|placeholder|alt)="[^"]+"', source), [], path.name)

    def texts(self, *files):
        """The texts that units/texts lists of some files, each with its context."""
        listed = run(ROOT / "units/texts", *sorted(files)).stdout
        return {json.loads(f'"{context}\\u0004{text}"' if context else f'"{text}"')
                for context, text in re.findall(
                    r'^(?:msgctxt "(.+)"\n)?msgid "(.+)"$', listed, re.MULTILINE)}


class Rules(LanguageTest):
    def test_the_form_for_a_count_is_the_one_that_browsers_know(self):
        page = chromium.profile(self).page()
        for language in LANGUAGES:
            page.go(self.url(self.remote, f"/history?lang={language}"))
            categories, places = page.evaluate(f"""(() => {{
                const rules = new Intl.PluralRules({json.dumps(language)});
                const counts = Array.from({{ length: 1_001 }}, (_, count) => count);
                return [counts.map((count) => rules.select(count)),
                    counts.map(pageCatalogue.plural)];
            }})()""")
            with self.subTest(language):
                pairs = set(zip(categories, places))
                self.assertEqual(len(pairs), len({category for category, _ in pairs}))
                self.assertEqual({place for _, place in pairs}, set(range(len(pairs))))
                texts, _ = catalogue(language)
                for text in texts.values():
                    if isinstance(text, list):
                        self.assertEqual(len(text), len(pairs))

    def test_counts_and_periods_and_places(self):
        page = chromium.profile(self).page()
        for language, expected in {
            "en": ["0 matches", "1 match", "2 matches", "5 matches", "22 matches"],
            "de": ["0 Spiele", "1 Spiel", "2 Spiele", "5 Spiele", "22 Spiele"],
            "fr": ["0 match", "1 match", "2 matchs", "5 matchs", "22 matchs"],
            "pl": ["0 meczów", "1 mecz", "2 mecze", "5 meczów", "22 mecze"],
            "ro": ["0 meciuri", "1 meci", "2 meciuri", "5 meciuri", "22 de meciuri"],
        }.items():
            page.go(self.url(self.remote, f"/history?lang={language}"))
            said, periods, filled, locale = page.evaluate("""Promise.all([
                import("/assets/strings.js"), import("/assets/texts.js")]).then(
                    ([{ strings }, { filled, locale }]) => [
                        [0, 1, 2, 5, 22].map(strings.matchCount),
                        ["first half", "second half of extra time", "Hinspiel", "constructor",
                            " of extra time", "x of extra time", "Paused",
                            "Undo"].map(strings.period),
                        [filled("%2$@ %% %1$@ %3$@ 5%", ["%2$@", "b"]),
                            filled("%10$@%1$@%0$@", [..."abcdefghij"])], locale])""")
            with self.subTest(language):
                self.assertEqual(said, expected)
                # What people called a period is not touched, also where it is another text.
                self.assertEqual(periods[2:], [
                    "Hinspiel", "constructor", " of extra time", "x of extra time", "Paused",
                    "Undo"])
                self.assertEqual(language == "en", periods[:2] == [
                    "first half", "second half of extra time"])
                self.assertEqual(filled, ["b % %2$@ %3$@ 5%", "ja%0$@"])
                self.assertEqual(locale, language)


class Pages(LanguageTest):
    def test_each_fits_a_phone_in_each_language(self):
        match = self.match()
        page = chromium.profile(self).page(size=PHONE)
        english = {}
        for language in ("en", *LANGUAGES):
            for path, ready in self.pages(match).items():
                self.load(page, path, ready, language)
                self.assertEqual(page.evaluate("document.documentElement.lang"), language)
                self.assert_fits(page, f"{language} {path}")
                text = page.evaluate(ALL_TEXT)
                # A page that is the same in all languages has not been looked at.
                if language == "en":
                    english[path] = text
                elif not path.startswith("/overlay"):
                    self.assertNotEqual(text, english[path])
        self.assert_no_complaints(page)

    def test_the_board_fits_a_television(self):
        self.match()
        page = chromium.profile(self).page(size=BOARD)
        path = "/"
        ready = self.pages("")[path]
        for language in LANGUAGES:
            self.load(page, path, ready, language)
            self.assert_fits(page, f"{language}, in play")
        for change in (("Pause",), ("Whistle",), ("End",)):
            self.daemon.call(*change)
            for language in LANGUAGES:
                self.load(page, path, ready, language)
                self.assert_fits(page, f"{language}, {change[0]}")
        self.assert_no_complaints(page)

    def test_the_remote_fits_a_phone(self):
        self.match()
        for language in LANGUAGES:
            page = chromium.profile(self).page(size=PHONE)
            page.go(self.url(self.remote, f"/remote?lang={language}"))
            page.until("document.activeElement?.id === 'code'")
            self.assert_fits(page, f"{language}, locked")
            self.unlock(page, language)
            page.until("document.getElementById('feedbackwho').textContent")
            self.assert_fits(page, f"{language}, unlocked")
            self.assertFalse(page.evaluate(
                "document.documentElement.scrollHeight > innerHeight"), language)
            page.tap("#more")
            page.until("document.querySelector('dialog') !== null")
            self.assert_fits(page, f"{language}, the menu")
            page.press("Escape")
            page.until("document.querySelector('dialog') === null")
            self.assert_no_complaints(page)

    def test_the_form_for_a_new_match_fits_a_phone(self):
        self.match()
        self.daemon.call("End")
        for language in LANGUAGES:
            page = chromium.profile(self).page(size=PHONE)
            self.unlock(page, language)
            page.tap("#toggle")
            page.until("document.querySelector('dialog form') !== null")
            self.assert_fits(page, f"{language}, the form")
            self.assert_no_complaints(page)

    def test_names_keep_their_places_between_words_of_another_direction(self):
        match = self.match(HEBREW, "Blues")
        self.daemon.call("End")
        page = chromium.profile(self).page()
        for language in LANGUAGES:
            texts, _ = catalogue(language)
            with self.subTest(language):
                page.go(self.url(self.remote, f"/?lang={language}"))
                page.until_says("#spoken", ISOLATE % HEBREW + " 1, Blues 2")
                page.until_says("#digits", texts["%1$@ win"].replace("%1$@", "Blues"))
                self.load(page, f"/match/{match}", self.pages(match)[f"/match/{match}"], language)
                # Each name is apart, so the goal or card stands before it and the side behind it.
                left = page.evaluate("""[...document.querySelectorAll("#entries li")]
                    .filter((one) => one.textContent.includes(%s)).map((one) =>
                        [...one.querySelectorAll("b, bdi")].map((part) =>
                            [part.tagName, part.getBoundingClientRect().left,
                                part.getBoundingClientRect().top]))""" % json.dumps(HEBREW))
                self.assertGreater(len(left), 1)
                for parts in left:
                    lines = {}
                    for tag, x, y in parts:
                        lines.setdefault(round(y), []).append(x)
                    for places in lines.values():
                        self.assertEqual(places, sorted(places))
        self.daemon.call("Open", teamAName=ARABIC, teamBName=HEBREW)
        page.go(self.url(self.remote, "/?lang=de"))
        page.until_says("#spoken", f"{ISOLATE % ARABIC} 0, {ISOLATE % HEBREW} 0")
        self.assert_no_complaints(page)


class Events(LanguageTest):
    """What the pages have no form for is told by gatherd's own text."""

    # Changes what is read of a match, and keeps what was asked.
    CHANGED = """(() => {
        const ask = window.fetch.bind(window);
        window.asked = [];
        window.fetch = async (...given) => {
            const answer = await ask(...given);
            if (!String(given[0]).startsWith("/api/match")) return answer;
            window.asked.push(String(given[0]));
            const changed = await answer.json();
            for (const entry of changed.entries ?? []) { %s }
            return new Response(JSON.stringify(changed));
        };
    })();"""

    def told(self, language, change="", match=None):
        """The lines of a match in a language, after a change of each `entry`; and the page."""
        match = match or self.match("Reds", HEBREW)
        page = chromium.profile(self).page(before=self.CHANGED % change)
        path = f"/match/{match}"
        self.load(page, path, self.pages(match)[path], language)
        self.assert_no_complaints(page)
        return page.evaluate("""[...document.querySelectorAll("#entries .what")].map(
            (one) => one.textContent)"""), page

    def test_each_is_in_the_language(self):
        match = self.match("Reds", HEBREW)
        told, _ = self.told("de", match=match)
        name = ISOLATE % HEBREW
        for text in (f"Eröffnet mit 45:00: Reds - {name}", "Beginn: 1. Halbzeit", "Fortgesetzt",
                     "Zeit um -60 s geändert", f"Ein Tor weniger für {name}",
                     "Farben: Reds grün"):
            self.assertTrue([each for each in told if each.startswith(text)], (text, told))
        for language in LANGUAGES:
            texts, _ = catalogue(language)
            told = "\n".join(self.told(language, match=match)[0])
            with self.subTest(language):
                self.assertNotRegex(told, r"(?i)opened at|resumed|time adjusted|colours:|fewer")
                self.assertIn(texts["time adjusted by %1$@ s"].replace("%1$@", "-60")[1:], told)

    def test_a_kind_that_is_new_needs_no_page_to_know_it(self):
        told, _ = self.told("de", """
            if (["cardShown", "substituted"].includes(entry.kind)) entry.kind = "invented";""")
        for text in ("Gelbe Karte für Bo, Reds", "Zeitstrafe von 02:00 für Noor, Reds",
                     f"Wechsel bei {ISOLATE % HEBREW}: Max für Kim"):
            self.assertIn(text, told)

    def test_a_form_that_is_unknown_stays_english(self):
        told, page = self.told("de", """
            if (entry.kind === "paused") {
                entry.kind = "invented";
                entry.text = "a drum was heard for Reds by somebody";
                entry.translatable = { form: "a drum was heard for %1$@ by %2$@", values: [
                    { name: "Reds" }, { form: "somebody" }] };
            }
            if (entry.kind === "timeAdjusted") {
                entry.text = "time adjusted, far too much";
                const long = { name: "x".repeat(60_000) };
                entry.translatable = { form: "%1$@%1$@%1$@", values: [long] };
            }""")
        self.assertIn("A drum was heard for Reds by jemand", told)
        self.assertIn("Time adjusted, far too much", told)
        self.assertNotIn("xxx", page.text("#entries"))

    def test_of_a_gatherd_that_sends_no_forms_it_is_english(self):
        told, _ = self.told("de", "delete entry.translatable;")
        self.assertIn("Time adjusted by -60 s", told)
        self.assertTrue([each for each in told if each.startswith("Tor Ada")], told)

    def test_only_those_who_show_them_in_another_language_ask_for_forms(self):
        match = self.match()
        for language in ("en", "de"):
            _, page = self.told(language, match=match)
            asked = page.evaluate("window.asked")
            self.assertEqual({"translatable=true" in each for each in asked}, {language == "de"})
        page.go(self.url(self.remote, "/?lang=de"))
        page.until("window.asked.length > 0")
        self.assertNotIn("translatable", page.evaluate("window.asked.join()"))

    def test_a_long_match_is_read_to_its_end(self):
        match = self.play(teamAName="Reds", teamBName="Blues")
        self.goals(520)
        told, page = self.told("de", match=match)
        page.until("document.querySelectorAll('#entries li').length === 522")
        self.assertEqual(
            [each.split("after=")[1:] for each in page.evaluate("window.asked")][:3],
            [[], ["250&translatable=true"], ["500&translatable=true"]])
        # The remote says the last one of them.
        self.daemon.call("AdjustTime", seconds=-60)
        phone = chromium.profile(self).page(size=PHONE)
        self.unlock(phone, "de")
        phone.until_says("#feedbackwhat", "Zeit um -60 s geändert")


class Scripts(LanguageTest):
    def test_no_word_is_english_before(self):
        """All that a page ever showed in its places for words."""
        self.match()
        page = chromium.profile(self).page(before="""
            window.shown = new Set();
            new MutationObserver(() => {
                for (const one of document.querySelectorAll("[data-word], #status, #headline")) {
                    if (one.textContent) window.shown.add(one.textContent);
                }
            }).observe(document, { subtree: true, childList: true, characterData: true });
        """)
        self.load(page, "/", self.pages("")["/"], "pl")
        shown = set(page.evaluate("[...window.shown]"))
        texts, _ = catalogue("pl")
        self.assertIn(texts["Matches"], shown)
        self.assertEqual(shown & {english for english, text in texts.items() if text != english},
                         set())

    def test_without_its_catalogue_a_page_is_english_and_works(self):
        self.match()
        page = chromium.profile(self).page()
        page.call("Network.setBlockedURLs", urls=["*/assets/textsde.js"])
        page.go(self.url(self.remote, "/?lang=de"))
        page.until_text("#status", "LIVE")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "en")
        self.assertEqual(page.text("nav a"), "Matches")
        # It is not loaded again and again, as it is without one of its scripts.
        self.pass_seconds(4)
        self.assertEqual(sum(each.endswith("/?lang=de") for each in page.requests), 1)
        # What is blocked is told, and nothing else.
        self.assertLessEqual({("textsde" in each or "ERR_BLOCKED" in each)
                              for each in page.complaints}, {True})

    def test_firefox_has_it_too(self):
        self.match()
        firefox = Firefox({"intl.accept_languages": "ro-MD, ro"})
        self.addCleanup(firefox.close)
        texts, _ = catalogue("ro")
        page = firefox.page(self.url(self.remote))
        page.until("document.getElementById('status').dataset.status === 'live'")
        self.assertEqual(page.evaluate("""[document.documentElement.lang,
            document.querySelector("nav a").textContent]"""), ["ro", texts["Matches"]])
        self.assertEqual(page.evaluate(
            "import('/assets/texts.js').then(({ locale }) => locale)"), "ro-MD")

    def test_the_remote_speaks_it(self):
        self.match()
        page = chromium.profile(self).page(size=PHONE)
        self.unlock(page, "de")
        # It is unlocked before it knows the match, and until then a tap on a pad is none.
        self.await_live(page)
        # Within a second of somebody else's goal a tap would be the same one.
        self.pass_seconds(1.5)
        texts, messages = catalogue("de")
        self.daemon.call("AdjustTime", seconds=-60)
        page.until_says("#feedbackwhat", "Zeit um -60 s geändert")
        goal = texts["goal for %1$@"].replace("%1$@", "Reds")
        page.tap("#sidea .pad")
        page.until_says("#feedbackwhat", f"{texts['Goal']}: Reds")
        self.look(page)
        page.tap_button(texts["Undo"])
        page.until_text("#feedbackwhat", texts["Undone: %1$@"].replace("%1$@", goal))
        page.tap_button(texts["Redo"])
        page.until_text("#feedbackwhat", texts["Done again: %1$@"].replace("%1$@", goal))
        # The text for people is in the language of the page, the error for programs is not.
        refusal = page.evaluate("""import("/assets/device.js").then(async ({ postCommand }) => {
            const body = JSON.stringify({
                method: "TakeKick",
                parameters: { requestId: "0123456789abcdef", team: "teamA", scored: true } });
            return (await postCommand(body, AbortSignal.timeout(8_000))).json();
        })""")
        self.assertEqual(refusal["error"], "io.gatherd.Gather.NoKicks", refusal)
        self.assertEqual(refusal["message"], messages["there are no kicks from the mark"])
        self.assertNotIn(goal, self.remote.get("/api/history").body.decode())
        self.assertNotIn("goal for", page.text("#feedbackwhat"))
        # A refusal is an answer of 409, which Chromium tells of.
        page.complaints = [each for each in page.complaints if "409" not in each]
        self.assert_no_complaints(page)

    def test_dates_are_written_as_it_does(self):
        match = self.match()
        page = chromium.profile(self).page()
        for language in LANGUAGES:
            path = f"/match/{match}"
            self.load(page, path, self.pages(match)[path], language)
            written, locale, expected = page.evaluate("""(() => {
                const time = document.querySelector("#facts time");
                return [time.textContent, time.lang, new Intl.DateTimeFormat(
                    document.documentElement.lang, { dateStyle: "full", timeStyle: "short" })
                    .format(new Date(time.dateTime))];
            })()""")
            with self.subTest(language):
                self.assertEqual((written, locale), (expected, language))


if __name__ == "__main__":
    unittest.main()
