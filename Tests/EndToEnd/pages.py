"""What the tests of the pages have: a match, what shows it, a browser, and the truth beside it."""

import math
import pathlib
import re
import socket
import tempfile
import time

import programs
from programs import Running
from web import HERE, Web, WebTest

# A script that a page runs before its own: it keeps all that the clock of a board has shown, with
# the moment of this machine's wall clock and the milliseconds since anything else could run, and
# the longest time for which nothing could run.
RECORDER = """
window.seen = [];
window.stall = 0;
(() => {
    let last = performance.now();
    const look = () => {
        const [digits, added] = ["digits", "added"].map(
            (id) => document.getElementById(id)?.textContent ?? "");
        const text = `${digits} ${added}`.trim();
        if (!text || text === window.seen.at(-1)?.[1]) return;
        window.seen.push([Date.now(), text, performance.now() - last]);
    };
    new MutationObserver(look).observe(
        document, { subtree: true, childList: true, characterData: true });
    setInterval(() => {
        const now = performance.now();
        window.stall = Math.max(window.stall, now - last);
        last = now;
    }, 50);
})();
"""
# The first frame that is drawn after a page is seen again, as it keeps it itself.
FRAMES = """
window.frames_seen = [];
document.addEventListener("visibilitychange", () => {
    if (document.hidden) return void (window.frames_seen = []);
    requestAnimationFrame(() => window.frames_seen.push([
        Date.now(), document.getElementById("digits").textContent,
        document.getElementById("scorea").textContent,
        document.getElementById("status").textContent]));
});
"""
# The next frame that a page draws.
FRAME = """new Promise((keep) => requestAnimationFrame(() => requestAnimationFrame(() => keep([
    Date.now(), document.getElementById("digits").textContent,
    document.getElementById("scorea").textContent]))))"""
# A script after which the next answer of a list, such as "match", never comes; the patience of the
# page ends when it is told to.
SILENCE = """void (() => {
    const ask = window.fetch.bind(window);
    const wait = window.setTimeout;
    const patience = [];
    window.isSilent = false;
    window.endPatience = () => { for (const act of patience) act(); };
    window.setTimeout = (act, milliseconds, ...rest) => milliseconds === 8_000
        ? (patience.push(act), 0) : wait(act, milliseconds, ...rest);
    window.fetch = (address, options) => {
        if (!String(address).startsWith("/api/%s")) return ask(address, options);
        window.fetch = ask;
        window.isSilent = true;
        return new Promise((_, fail) => {
            options.signal.addEventListener("abort", () => fail(new TypeError("it is lost")));
        });
    };
})()"""
# The most milliseconds by which a page may be late on a busy machine, and may be early.
LATE, EARLY = 500, 50


class Remote(Web):
    """A gather-web with the remote, and the socket that devices are paired at."""

    def __init__(self, test, gatherd, *options, address=HERE):
        directory = tempfile.TemporaryDirectory(prefix="remote-", dir="/tmp")
        test.addCleanup(directory.cleanup)
        self.state = pathlib.Path(directory.name)
        self.control = self.state / "control.sock"
        super().__init__(test, gatherd, "--remote", "--control", self.control, *options,
                         address=address, STATE_DIRECTORY=self.state)

    def ctl(self, *arguments):
        """A gatherctl that asks it."""
        said = programs.run(programs.gatherctl(), *arguments, "--control", self.control)
        assert said.returncode == 0, said
        return said.stdout

    def is_controllable(self):
        # The file is there a moment before anybody listens at it.
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.control)) == 0

    def offer(self, *options):
        """A `gatherctl pair` that waits for a device; gives it with all it has said."""
        programs.eventually(self.is_controllable, "there is no socket to pair at")
        return Offer(self._test, programs.gatherctl(), "pair", "--control", self.control, *options)


class Offer(Running):
    """A number that is shown to people."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        told = self.line_with("number: ")
        self.number = "".join(re.findall(r"\d", told.split(",")[0]))
        self.address = self.line_with("open:").split()[-1]

    def code(self):
        """What the QR code says."""
        first = self.line_with("█")
        # It is square, and a line has two rows of it.
        return read_code([first] + [self.next_line() for _ in range((len(first) - 1) // 2)])


def read_code(lines):
    """What a camera reads in a QR code that is drawn with half blocks, which are its light."""
    program = programs.require("zbarimg", "zbar-tools")
    scale, light = 6, {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in lines:
        for half in (0, 1):
            row = b"".join(
                bytes([255 if light[letter][half] else 0]) * scale for letter in line)
            rows += [row] * scale
    with tempfile.NamedTemporaryFile(suffix=".pgm") as picture:
        picture.write(b"P5 %d %d 255\n" % (len(rows[0]), len(rows)) + b"".join(rows))
        picture.flush()
        said = programs.run(program, "--quiet", "--raw", picture.name)
    assert said.returncode == 0, said
    return said.stdout.rstrip("\n")


class PageTest(WebTest):
    """A match, and pages about it."""

    def url(self, web, path="/"):
        return f"http://{web.host}{path}"

    def match(self, *options):
        """A match that runs."""
        self.daemon.said(self, "new", *(options or ("20",)))
        self.daemon.said(self, "start")

    def pass_seconds(self, count, daemon=None):
        """Waits for so many seconds of a countdown that runs, as gatherd tells of them."""
        with_ticks = (daemon or self.daemon).client()
        first = with_ticks.subscribe(ticks=True)["timer"]["remainingMilliseconds"]
        while first - with_ticks.next_change()[1]["timer"]["remainingMilliseconds"] < count * 1000:
            pass
        with_ticks.close()

    def deadline(self, daemon=None):
        """When the countdown ends, in milliseconds of the wall clock, which pages know too."""
        ends = (daemon or self.daemon).get()["timer"]["endsAtBoottimeMicroseconds"]
        return ends / 1000 + (time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)) * 1000

    def assert_right(self, moment, digits, deadline, stall=0):
        """A countdown showed what was right at a moment, or just before it.

        A page that stood still for so many milliseconds before may be as late.
        """
        minutes, seconds = re.fullmatch(r"(\d+):(\d\d)", digits).groups()
        left = (deadline - moment) / 1000
        least, most = math.ceil(left - EARLY / 1000), math.ceil(left + (LATE + stall) / 1000)
        shown = int(minutes) * 60 + int(seconds)
        self.assertTrue(least <= shown <= most, f"{digits} rather than {least} to {most} s")

    def assert_no_complaints(self, *pages):
        for page in pages:
            self.assertEqual(page.complaints, [])

    def await_live(self, *pages):
        for page in pages:
            page.until_text("#status", "LIVE")

    @staticmethod
    def look(phone):
        """Waits until a tap on a button of a remote is no slip: for a second after the last one, or
        its answer, which may come after what it has changed."""
        phone.until("document.getElementById('feedback').dataset.kind !== 'busy'")
        phone.evaluate("new Promise((keep) => setTimeout(keep, 1_050))")
