"""The pages in real browsers: each second once, right whenever they are looked at, and never
without a word about what they do not know."""

import os
import re
import signal
import time
import unittest
import urllib.parse

from browser import Chromium
from firefox import Firefox
from pages import FRAME, FRAMES, RECORDER, PageTest, read_code

# For how long a page is hidden.
HIDDEN = int(os.environ.get("GATHERD_HIDDEN_SECONDS", "4"))
# A browser may run the timers of a page that is hidden once a minute. One with this before its own
# scripts has none while it is hidden, and those that are due a while after it is seen again.
THRIFTY = """(() => {
    const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const held = new Map();
    window.setTimeout = (act, wait, ...more) => {
        const id = begin(() => {
            if (document.hidden) held.set(id, () => act(...more));
            else act(...more);
        }, wait);
        return id;
    };
    window.clearTimeout = (id) => {
        held.delete(id);
        end(id);
    };
    document.addEventListener("visibilitychange", () => begin(() => {
        if (document.hidden) return;
        for (const [id, act] of [...held]) if (held.delete(id)) act();
    }, 500));
})();
"""
SECONDS = 20

chromium = None


def setUpModule():
    global chromium
    chromium = Chromium(whole=True)
    unittest.addModuleCleanup(chromium.close)


def seconds(text):
    """The seconds of "07:31", or of "45:00 +2:13"."""
    parts = re.findall(r"(\d+):(\d\d)", text)
    return sum(60 * int(minutes) + int(rest) for minutes, rest in parts)


class EachSecond(PageTest):
    """Of clocks that count down, that count up, and that are in added time."""

    # Where each clock begins, in seconds, and its step in each second.
    PITCHES = {"gatherd": (1200, -1, [["new", "20"], ["start"]]),
               "up": (420, 1, [["new", "--format", "halves"], ["start"], ["adjust", "-7m"]]),
               "added": (2698, 1, [["new", "--format", "halves"], ["start"],
                                   ["adjust", "-44:58"]])}

    def begin(self):
        self.began = time.monotonic()
        for name, (_, _, commands) in self.PITCHES.items():
            daemon = self.daemon if name == "gatherd" else self.pitch(name)
            for command in commands:
                daemon.said(self, *command)
        return self.serve()

    def addresses(self, web):
        return {name: self.url(web, f"/?pitch={name}") for name in self.PITCHES}

    def check(self, pages):
        """Looks at pages for so many seconds, and again if the machine stood still meanwhile, as
        nobody can show a second then."""
        seen, left = {}, dict(pages)
        for _ in range(8):
            for page in left.values():
                page.until("document.getElementById('status').textContent === 'LIVE'")
                page.evaluate("void (window.seen = [], window.stall = 0)")
            for page in left.values():
                page.until(f"window.seen.length >= {SECONDS}")
            seen |= {name: [text for _, text, _ in page.evaluate("window.seen")]
                     for name, page in left.items()}
            left = {name: page for name, page in left.items()
                    if page.evaluate("window.stall") >= 700}
            if not left:
                break
        gone = time.monotonic() - self.began
        looks = {"gatherd": r"^\d\d:\d\d$", "up": r"^\d\d:\d\d$", "added": r"^45:00 \+\d:\d\d$"}
        for (browser, name), texts in seen.items():
            with self.subTest(browser, name=name):
                begin, step, _ = self.PITCHES[name]
                shown = [seconds(text) for text in texts]
                self.assertEqual(shown, list(range(shown[0], shown[0] + step * len(shown), step)),
                                 texts)
                self.assertRegex(texts[0], looks[name])
                # All of them were seen by now, and none before the start.
                self.assertGreaterEqual(step * (shown[0] - begin), 0)
                self.assertLessEqual(step * (shown[-1] - begin), gone + 1)

    def test_chromium_and_firefox(self):
        web = self.begin()
        firefox = Firefox()
        self.addCleanup(firefox.close)
        firefox.preload(RECORDER)
        # Each has a window of its own, as a page that is not seen need not show anything.
        own = {("Chromium", name): chromium.profile(self).page(address, before=RECORDER)
               for name, address in self.addresses(web).items()}
        others = {("Firefox", name): firefox.page(address)
                  for name, address in self.addresses(web).items()}
        self.check(own | others)
        self.assert_no_complaints(*own.values())


class Looking(PageTest):
    """Whenever somebody looks, what is shown is right."""

    @staticmethod
    def first_frame(page):
        """What is seen first of a page that comes to the front."""
        page.show()
        [frame] = page.evaluate(
            "new Promise(requestAnimationFrame).then(() => window.frames_seen)")
        return frame

    def test_twelve_tabs_of_one_browser(self):
        web = self.serve()
        self.match()
        profile = chromium.profile(self)
        tabs = [profile.page(self.url(web), window=number == 0) for number in range(12)]
        self.await_live(*tabs)
        self.daemon.said(self, "goal", "a")
        for tab in tabs:
            tab.until_text("#scorea", "1")
        # A browser lets six connections be open to a server: none is taken for good.
        self.assertEqual(tabs[-1].evaluate("fetch('/time').then((reply) => reply.status)"), 200)
        self.assert_no_complaints(*tabs)

    def test_eight_pitches_in_tabs_of_one_browser(self):
        """They have one connection for all, which changes as tabs come and go."""
        web = self.serve()
        self.match()
        names = [f"field{number}" for number in range(1, 8)]
        others = [self.pitch(name) for name in names]
        for other in others:
            other.said(self, "new", "20")
            other.said(self, "start")
        profile = chromium.profile(self)
        main = profile.page(self.url(web))
        self.await_live(main)
        tabs = [profile.page(self.url(web, f"/?pitch={name}"), window=False) for name in names]
        pitches = profile.page(self.url(web, "/pitches"), window=False)
        self.await_live(main, *tabs)
        pitches.until("document.querySelectorAll('.card[data-status=live]').length === 8")
        self.assertEqual(pitches.evaluate("fetch('/time').then((reply) => reply.status)"), 200)
        for number, other in enumerate(others, 1):
            other.said(self, "score", f"{number}-0")
        self.daemon.said(self, "score", "9-0")
        for number, tab in enumerate(tabs, 1):
            tab.until_text("#scorea", str(number))
        main.until_text("#scorea", "9")
        # One that is lost is lost to its own tab alone.
        others[0].kill()
        tabs[0].until_text("#status", "STALE")
        pitches.until("document.querySelectorAll('.card[data-status=live]').length === 7")
        for tab in (main, *tabs[1:]):
            self.assertEqual(tab.text("#status"), "LIVE")
        unknown = profile.page(window=False)
        for no_name in ("north/", "nörth", "*"):
            unknown.go(self.url(web, f"/?pitch={urllib.parse.quote(no_name)}"))
            unknown.until_says("#headline", f"There is no pitch {no_name}")
        unknown.go(self.url(web, "/?pitch=nowhere"))
        unknown.until_text("#headline", "There is no pitch nowhere here")
        unknown.until_text("#status", "STALE")
        # With one left it hears of that one, and of no old state of another.
        for tab in (unknown, pitches, main, *tabs[1:]):
            tab.go("about:blank")
        others[1].said(self, "score", "20-0")
        others[0].start()
        self.await_live(tabs[0])
        others[0].said(self, "score", "30-0")
        tabs[0].until_text("#scorea", "30")
        self.await_live(tabs[1].go(self.url(web, f"/?pitch={names[1]}")))
        tabs[1].until_text("#scorea", "20")
        self.assert_no_complaints(main, *tabs, pitches)

    def test_a_page_that_was_hidden(self):
        web = self.serve()
        self.match()
        profile = chromium.profile(self)
        page = profile.page(self.url(web), before=THRIFTY + FRAMES)
        self.await_live(page)
        cover = profile.page(window=False)
        self.assertTrue(page.evaluate("document.hidden"))
        deadline = self.deadline()
        self.pass_seconds(HIDDEN)
        self.daemon.said(self, "goal", "a")
        page.until_text("#scorea", "1")
        self.pass_seconds(1)
        moment, digits, score, status = self.first_frame(page)
        self.assert_right(moment, digits, deadline)
        self.assertEqual((score, status), ("1", "LIVE"))
        self.assert_no_complaints(page, cover)

    def test_a_page_that_was_frozen(self):
        web = self.serve()
        self.match()
        profile = chromium.profile(self)
        page = profile.page(self.url(web), before=THRIFTY + FRAMES)
        self.await_live(page)
        cover = profile.page(window=False)
        deadline = self.deadline()
        page.call("Page.setWebLifecycleState", state="frozen")
        self.daemon.said(self, "goal", "a")
        self.pass_seconds(HIDDEN)
        # It goes on as it is seen, and not a moment before.
        moment, digits, *_ = self.first_frame(page)
        self.assert_right(moment, digits, deadline)
        page.until_text("#scorea", "1")
        self.await_live(page)
        self.assert_no_complaints(page, cover)

    def test_a_browser_that_stood_still(self):
        web = self.serve()
        self.match()
        page = chromium.profile(self).page(self.url(web))
        self.await_live(page)
        deadline = self.deadline()
        chromium.signal(signal.SIGSTOP)
        try:
            self.daemon.said(self, "goal", "a")
            self.pass_seconds(4)
        finally:
            chromium.signal(signal.SIGCONT)
        moment, digits, _ = page.evaluate(FRAME)
        self.assert_right(moment, digits, deadline)
        page.until_text("#scorea", "1")
        self.await_live(page)
        self.assert_no_complaints(page)

    def test_a_page_that_is_opened_late(self):
        web = self.serve()
        self.match()
        self.daemon.said(self, "goal", "a")
        deadline = self.deadline()
        # Since the goal nothing was told of the clock.
        self.pass_seconds(3)
        page = chromium.profile(self).page(self.url(web), before=RECORDER)
        page.until("window.seen.length > 2")
        for moment, digits, stall in page.evaluate("window.seen"):
            self.assert_right(moment, digits, deadline, stall)
        self.assertEqual(page.text("#scorea"), "1")
        self.assert_no_complaints(page)


class Address(PageTest):
    def test_a_camera_opens_the_board(self):
        self.match()
        web = self.serve("--announce")
        first = web.running.line_with("█")
        address = read_code([first] + [
            web.running.next_line() for _ in range((len(first) - 1) // 2)])
        page = chromium.profile(self).page(address)
        self.await_live(page)
        self.assertIn(web.running.lines[0].split()[-1], address)
        self.assert_no_complaints(page)


if __name__ == "__main__":
    unittest.main()
