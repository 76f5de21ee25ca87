"""Pages whose server, daemon or link is lost: they say so, their clock goes on, and they come back
by themselves; and what was tapped meanwhile counts once, or is said not to be confirmed."""

import socket
import time
import unittest

import programs
from browser import PHONE, Chromium
from network import Network
from pages import FRAME, LATE, RECORDER, PageTest, Remote
from programs import Running

ANNA = "Anna's phone"
# Without a word for so long, a page does not know any more.
STALE = 2_000

chromium = None


def setUpModule():
    global chromium
    chromium = Chromium()
    unittest.addModuleCleanup(chromium.close)


class LossTest(PageTest):
    def setUp(self):
        super().setUp()
        self.match("20", "--team-a", "Reds", "--team-b", "Blues")
        self.ends = self.deadline()

    def await_stale(self, page, since):
        """Waits until a page says that it does not know, which is soon, however busy the machine is
        with other things than the page."""
        page.until_text("#status", "STALE")
        took = (time.monotonic() - since) * 1000
        self.assertLess(took, STALE + 2 * LATE + page.evaluate("window.stall"))

    def assert_goes_on(self, page):
        """The clock shows some more seconds, each once, and is right."""
        page.evaluate("void (window.seen = [])")
        page.until("window.seen.length >= 3")
        seen = page.evaluate("window.seen")
        for moment, digits, stall in seen:
            self.assert_right(moment, digits, self.ends, stall)
        shown = [digits for _, digits, _ in seen]
        self.assertEqual(shown, sorted(set(shown), reverse=True))


class Killed(LossTest):
    def test_gather_web(self):
        web = self.serve()
        page = chromium.profile(self).page(self.url(web), before=RECORDER)
        self.await_live(page)
        since = time.monotonic()
        web.kill()
        self.await_stale(page, since)
        self.assertTrue(page.evaluate("'stale' in document.body.dataset"))
        self.assert_goes_on(page)
        self.daemon.said(self, "goal", "a")
        web.start()
        page.until_text("#scorea", "1")
        self.await_live(page)
        moment, digits, _ = page.evaluate(FRAME)
        self.assert_right(moment, digits, self.ends)

    def test_gatherd(self):
        page = chromium.profile(self).page(self.url(self.serve()), before=RECORDER)
        self.daemon.said(self, "goal", "a")
        page.until_text("#scorea", "1")
        self.await_live(page)
        since = time.monotonic()
        self.daemon.kill()
        self.await_stale(page, since)
        self.assert_goes_on(page)
        self.assertEqual(page.text("#scorea"), "1")
        self.daemon.start()
        self.await_live(page)
        self.daemon.said(self, "goal", "a")
        page.until_text("#scorea", "2")
        moment, digits, _ = page.evaluate(FRAME)
        self.assert_right(moment, digits, self.deadline())
        self.assert_no_complaints(page)

    def test_a_tap_while_gather_web_is_away_counts_once(self):
        remote = Remote(self, self.daemon.socket)
        phone = self.pair(remote, self.url(remote, "/remote"))
        remote.kill()
        phone.tap("#sidea .pad")
        phone.until_says("#feedbackwhat", "No answer yet")
        remote.start()
        phone.until_text("#sidea .number", "1")
        phone.until_says("#feedbackwho", ANNA)
        self.await_live(phone)
        self.assertEqual(self.daemon.get()["score"], "1-0")

    def pair(self, remote, address):
        offer = remote.offer()
        phone = chromium.profile(self).page(f"{address}#{offer.number}", size=PHONE,
                                            before=RECORDER)
        phone.until("document.activeElement?.id === 'name'")
        phone.type(ANNA)
        phone.press("Enter")
        phone.until_text("#where", ANNA)
        self.await_live(phone)
        return phone


class Crowded(LossTest):
    def test_a_page_that_came_in_part_comes_whole_once_there_is_room(self):
        web = self.serve("--per-address", "8")
        streams = [web.stream() for _ in range(5)]
        # A proxy in between takes no HEAD.
        page = chromium.profile(self).page(self.url(web), before="""(() => {
            const ask = window.fetch.bind(window);
            window.fetch = (address, options) => options?.method === "HEAD"
                ? Promise.resolve(new Response("", { status: 405 })) : ask(address, options);
        })()""")
        self.assertIn(503, page.evaluate("performance.getEntriesByType('resource')"
                                         ".map((one) => one.responseStatus)"))
        for stream in streams:
            stream.close()
        self.await_live(page)


class Away(Remote):
    """A gather-web in a network of its own, at the other end of a link that can drop."""

    def __init__(self, test, gatherd):
        self.network = Network(test)
        super().__init__(test, gatherd, address=self.network.address)

    def listen(self, address):
        """It does so itself, as the place is none of ours."""
        self.address = address, 8081

    def start(self):
        self.running = Running(
            self._test, *self.network.entry, *self.command, "--listen", self.host,
            **self._variables)
        programs.eventually(self._is_reached, "gather-web is not reached")
        return self

    def _is_reached(self):
        try:
            socket.create_connection(self.address, 1).close()
            return True
        except OSError:
            assert self.process.poll() is None, "gather-web has ended"
            return False


class Dropped(LossTest):
    pair = Killed.pair

    def test_a_link_that_drops(self):
        remote = Away(self, self.daemon.socket)
        board = chromium.profile(self).page(self.url(remote), before=RECORDER)
        phone = self.pair(remote, self.url(remote, "/remote"))
        self.await_live(board)
        # Who is in this network can read along.
        self.assertFalse(phone.evaluate("window.isSecureContext"))
        since = time.monotonic()
        remote.network.drop()
        phone.tap("#sidea .pad")
        self.await_stale(board, since)
        phone.until_text("#status", "STALE")
        phone.until_says("#feedbackwhat", "No answer yet")
        self.assert_goes_on(board)
        self.daemon.said(self, "goal", "b")
        remote.network.rise()
        for side in "ab":
            board.until_text(f"#score{side}", "1")
            phone.until_text(f"#side{side} .number", "1")
        self.await_live(board, phone)
        self.assertEqual(self.daemon.get()["score"], "1-1")

        # And now nobody is told, and for so long that nobody goes on with sending, and the server
        # has given the connections up.
        remote.network.lose()
        phone.tap("#sidea .pad")
        phone.until_says("#feedbackwhat", "NOT confirmed: goal for Reds")
        self.assertEqual(phone.text("#sidea .hint"), "not confirmed")
        self.assert_goes_on(board)
        remote.network.find()
        self.await_live(board, phone)
        self.assertEqual(self.daemon.get()["score"], "1-1")
        phone.tap_button("Send again")
        phone.until_text("#sidea .number", "2")
        board.until_text("#scorea", "2")
        self.assertEqual(self.daemon.get()["score"], "2-1")

    def test_a_pause_over_a_link_that_stands_still(self):
        remote = Away(self, self.daemon.socket)
        phone = self.pair(remote, self.url(remote, "/remote"))
        remote.network.lose()
        left = [self.left()]
        phone.tap("#toggle")
        left.append(self.left())
        phone.until_says("#feedbackwhat", "No answer yet")
        # What was sent once arrives now.
        remote.network.find()
        phone.until_text("#toggle", "Resume")
        self.assertTrue(left[1] - LATE <= self.left() <= left[0] + LATE, (left, self.left()))

    def test_a_pause_beside_that_of_somebody_else(self):
        remote = Away(self, self.daemon.socket)
        phone = self.pair(remote, self.url(remote, "/remote"))
        remote.network.lose()
        phone.tap("#toggle")
        self.daemon.said(self, "pause")
        left = self.left()
        phone.until_says("#feedbackwhat", "No answer yet")
        remote.network.find()
        # It was tapped before the other one, of which the page does not hear at once.
        phone.until_says("#feedbackwhat", "Nothing changed: pause")
        self.assertEqual(self.left(), left)

    def left(self):
        """The milliseconds that are left of the countdown."""
        return self.daemon.get()["timer"]["remainingMilliseconds"]


if __name__ == "__main__":
    unittest.main()
