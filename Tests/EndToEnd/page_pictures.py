"""The pictures of the README: board, remote and overlay in Chromium, at one moment of a match."""

import time

from browser import PHONE, Chromium
from pages import PageTest, Remote
from programs import ROOT
from replay import Replay

# What `gatherctl export` has written of the match, before the last goal.
RECORD = ROOT / "Tests/Picture/match.jsonl"
NAME = "pitch.local"
ANNA = "Anna's phone"
# The clock that all of them show, and the time of day.
MOMENT, HOUR, MINUTE = "31:27", 15, 48
BOARD = {"width": 1280, "height": 720}
# What is under the overlay, as a stream would be.
GRASS = {"r": 58, "g": 125, "b": 68, "a": 1}
# It is the same time of day whenever they are drawn, wherever that is.
FIXED = f"Date.prototype.getHours = () => {HOUR}; Date.prototype.getMinutes = () => {MINUTE};"


class Match(PageTest):
    """A match of two halves in which Anna has counted a goal a moment ago."""

    def setUp(self):
        # Its own gatherd is there already, and by its clock as much time has gone.
        self.daemon = Replay(self, RECORD, "--speed", "max").play()
        self.board = self.serve("--host", NAME)
        self.remote = Remote(self, self.daemon.socket, "--host", NAME)
        chromium = Chromium(
            f"--host-resolver-rules=MAP {NAME}:80 {self.board.host},"
            f" MAP {NAME}:8081 {self.remote.host}")
        self.addCleanup(chromium.close)
        self.profile = chromium.profile(self)

    def set_clock(self):
        """Has the clock come to the moment in a few seconds."""
        minutes, seconds = map(int, MOMENT.split(":"))
        zero = self.daemon.get()["course"]["zeroAtBoottimeMicroseconds"] / 1e6
        gone = time.clock_gettime(time.CLOCK_BOOTTIME) - zero
        if step := round(gone + 4 - 60 * minutes - seconds):
            self.daemon.call("AdjustTime", seconds=step)

    def page(self, address, **options):
        page = self.profile.page(address, before=FIXED, color_scheme="dark",
                                 reduced_motion="reduce", **options)
        page.evaluate("document.fonts.ready.then(() => 0)")
        return page

    def shot(self, page, digits, prepare=lambda: None, undo=lambda: None):
        """A picture of the moment, in which the clock is the same before and after."""
        for _ in range(5):
            self.set_clock()
            prepare()
            page.until_text(digits, MOMENT)
            picture = page.png()
            if page.text(digits) == MOMENT:
                return picture
            undo()
        raise AssertionError(f"no picture of {MOMENT}")

    def draw(self):
        """The pictures by their names."""
        offer = self.remote.offer()
        phone = self.page(f"http://{NAME}:8081/remote#{offer.number}",
                          size=PHONE | {"deviceScaleFactor": 2})
        phone.until("document.activeElement?.id === 'name'")
        phone.type(ANNA)
        phone.press("Enter")
        phone.until_text("#where", ANNA)
        # It is unlocked before it knows the match, and until then a tap on a pad is none.
        self.await_live(phone)

        def tap():
            phone.tap("#sidea .pad")
            phone.until_says("#feedbackwhat", "Goal for Reds")
            phone.until_text("#feedbackwho", f"by {ANNA}")
            phone.until("document.getElementById('sidea').dataset.state === ''")

        def undo():
            phone.tap_button("Undo")
            phone.until_says("#feedbackwhat", "Undone")

        remote = self.shot(phone, "#digits", tap, undo)
        board = self.page(f"http://{NAME}/", size=BOARD)
        board.until_text("#status", "LIVE")
        board.until_says("#sidea .facts", "Ada", "Bo")
        # Nobody has touched it for a while.
        board.evaluate("void document.body.setAttribute('data-idle', '')")
        overlay = self.page(f"http://{NAME}/overlay?style=both", size=BOARD)
        overlay.call("Emulation.setDefaultBackgroundColorOverride", color=GRASS)
        overlay.until("!document.getElementById('panels').hidden")
        overlay.until_says("#third .scorers.a", "Ada")
        return {"board": self.shot(board, "#digits"), "remote": remote,
                "overlay": self.shot(overlay, "#bug .clock")}
