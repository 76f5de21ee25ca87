"""The board in real browsers: how near to each second they show it, and when a goal is in all tabs.

All moments are microseconds of CLOCK_BOOTTIME, which gatherd's deadlines are in.

A frame is presented here as soon as it is drawn, as there is no screen to wait for; with one it is
seen up to a frame later, wherever in a frame the screen is then. What that makes of the values is
computed: as many of them for each place in a frame. Where the browser itself keeps to frames, as
Firefox does, the place hardly changes while both go on, so there are stretches of the match, each a
fraction of a frame off the one before.

Time stamps of Chromium's screencast are not taken: those are of ticks, up to 7 ms before or after
the frame was presented (by the trace of the same run, in which both had one frame a second), and a
screencast changes how the browser draws: 10 ms rather than 3 after the change in the page.
"""

import contextlib
import time

from boards import PAUSE, free_port, is_somebody_at
from browser import Chromium, Profile
from firefox import Firefox
from programs import eventually, run
from report import Row, median, middle_half, quantile

CHROMIUM_LATEST, FIREFOX_LATEST, TABS_LATEST = 20e3, 50e3, 200e3
FRAME = 1e6 / 60
# The offsets in a frame at which a screen may refresh, for each of which the delay is computed.
PLACES = [(place + 0.5) / 16 * FRAME for place in range(16)]
TABS = 12
# The time after a start in which nothing is counted, in us: the page has to hear of it first.
BEGINNING = 200e3
# Notes each change of the digits with its moment, as a mark in the trace and in the page.
DIGITS = """
window.changes = [];
window.paints = [];
(() => {
    let last = "";
    new MutationObserver(() => {
        const text = document.getElementById("digits")?.textContent ?? "";
        if (text === last) return;
        last = text;
        window.changes.push([Date.now(), text]);
        performance.mark(`digits ${text}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    addEventListener("MozAfterPaint", () => window.paints.push(Date.now()));
})();
"""
# Notes each change of the score with its moment.
SCORES = """
window.scores = [];
new MutationObserver(() => {
    const text = document.getElementById("scorea")?.textContent ?? "";
    if (text !== window.scores.at(-1)?.[1]) window.scores.push([Date.now(), text]);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
# The error of the page's clock against the wall clock, taken when a millisecond begins.
CLOCK = """import(`${location.origin}/assets/clock.js`).then(async ({ ServerClock }) => {
    const clock = new ServerClock();
    await clock.refresh();
    return Array.from({ length: 21 }, () => {
        const before = Date.now();
        let now = before;
        while (now === before) now = Date.now();
        return clock.now() - now * 1_000;
    });
})"""
# The frames as the compositor reports them, each with its stages, and the marks of pages.
CATEGORIES = ["blink.user_timing", "disabled-by-default-devtools.timeline.frame"]


def browsers(setting):
    """Chromium, then Firefox, then many tabs; nothing of one runs while another is measured."""
    gatherd = setting.gatherd("browsers", is_placed=False).play()
    port = free_port()
    setting.daemon(setting.built.gather_web, "--socket", gatherd.socket, "--listen",
                   f"127.0.0.1:{port}", is_placed=False)
    eventually(lambda: is_somebody_at(port), "gather-web does not listen")
    board = f"http://127.0.0.1:{port}/"
    found, errors = [], {}
    for name, measured in (("Chromium", in_chromium), ("Firefox", in_firefox)):
        rows, errors[name] = measured(setting, gatherd, board)
        found += rows
    found.append(Row("how far the page's clock is ahead of gatherd's in Chromium",
                     signed(errors["Chromium"]), f"in Firefox {signed(errors['Firefox'])}"))
    return found + in_tabs(setting, gatherd, board)


def in_chromium(setting, gatherd, board):
    """When a frame with each second was presented, by the compositor's own time stamps."""
    with contextlib.closing(Chromium(whole=True)) as chromium:
        page = quiet_page(Profile(chromium), board, DIGITS)
        share = main_thread_share(page, 5 if setting.is_quick else 30)
        trace = Trace(chromium)
        stretches = list(play(setting, gatherd))
        marks, frames = trace.finish()
        error = clock_error(page)
    shown = [(frame, digits) for moment, pid, digits in marks
             if (frame := first(presented for committed, presented, of in frames
                                if of == pid and committed >= moment)) is not None]
    changed = [(moment, digits) for moment, _, digits in marks]
    return rows_of_seconds("Chromium: the frame with", shown, "its change in the page", changed,
                           stretches, CHROMIUM_LATEST) + [
        Row("the main thread of the page is busy", f"{100 * share:.2f} %")], error


def in_firefox(setting, gatherd, board):
    """When the page heard that a frame with each second had been painted, so not before that; its
    clocks tell milliseconds only."""
    with contextlib.closing(Firefox({"dom.send_after_paint_to_content": True})) as firefox:
        firefox.preload(DIGITS)
        page = firefox.page(board)
        page.until("document.getElementById('status').textContent === 'LIVE'")
        stretches = list(play(setting, gatherd))
        ahead = boottime_ahead(time.CLOCK_REALTIME)
        changes, paints = page.evaluate("[window.changes, window.paints]")
        error = clock_error(page)
    changed = [(1e3 * moment + ahead, digits) for moment, digits in changes]
    painted = [1e3 * moment + ahead for moment in paints]
    shown = [(frame, digits) for moment, digits in changed
             if (frame := first(paint for paint in painted if paint >= moment)) is not None]
    return rows_of_seconds("Firefox: painted, as the page hears,", shown, "its change in the page",
                           changed, stretches, FIREFOX_LATEST), error


def in_tabs(setting, gatherd, board):
    """When the last of the tabs of one browser, of which one is seen, has a goal."""
    goals = 5 if setting.is_quick else 20
    with contextlib.closing(Chromium(whole=True)) as chromium:
        profile = Profile(chromium)
        tabs = [quiet_page(profile, board, SCORES, window=number == 0) for number in range(TABS)]
        ends = []
        for _ in range(goals):
            assert run(setting.built.gatherctl, "goal", "a", "--socket",
                       gatherd.socket).returncode == 0
            ends.append(time.time() * 1e3)
            # No event to wait for: the next goal is to be at no fixed distance from the beats.
            time.sleep(PAUSE)
        scores = [{int(text): moment for moment, text in tab.evaluate("window.scores") if text}
                  for tab in tabs]
    # A goal that a tab has never shown is missed here.
    values = [1e3 * (max(seen[number] for seen in scores) - end)
              for number, end in enumerate(ends, 1)]
    name = f"{TABS} tabs of Chromium: a goal in the last after the end of gatherctl, of {goals}"
    return rows_of_parts(name, values, values, TABS_LATEST)


def quiet_page(profile, address, script, **options):
    """A page that is live; nothing of it is reported, so nothing has to be read meanwhile."""
    page = profile.page(address, before=script, **options)
    page.until_text("#status", "LIVE")
    for domain in ("Network", "Log"):
        page.call(f"{domain}.disable")
    return page


def main_thread_share(page, seconds):
    """The part of the time for which the page's main thread has tasks."""
    page.call("Performance.enable")
    # No event to wait for: the work in a while of this length is measured.
    before, after = metrics(page), time.sleep(seconds) or metrics(page)
    page.call("Performance.disable")
    return ((after["TaskDuration"] - before["TaskDuration"])
            / (after["Timestamp"] - before["Timestamp"]))


def metrics(page):
    return {one["name"]: one["value"] for one in page.call("Performance.getMetrics")["metrics"]}


def clock_error(page):
    """How far the clock that a page computes is from that of gatherd, in microseconds."""
    return median(page.evaluate(CLOCK)) - boottime_ahead(time.CLOCK_REALTIME)


class Trace:
    """What Chromium keeps of its frames from now on."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.events = []
        self.is_complete = False
        chromium.listen(self)
        chromium.call("Tracing.start", transferMode="ReportEvents",
                      traceConfig={"includedCategories": CATEGORIES})

    def note(self, event, told):
        if event == "Tracing.dataCollected":
            self.events += told["value"]
        elif event == "Tracing.tracingComplete":
            self.is_complete = True

    def finish(self):
        """The marks, each with its moment, its process and its digits, and the frames that were
        presented, each with the moments in which it got what the page was and in which it was
        seen, and its process."""
        self.chromium.call("Tracing.end")
        end = time.monotonic() + 30
        while not self.is_complete:
            self.chromium.take(end, "the trace")
        ahead = boottime_ahead(time.CLOCK_MONOTONIC)
        marks, frames, open_frames = [], [], {}
        for event in sorted(self.events, key=lambda event: event["ts"]):
            moment, pid, name = event["ts"] + ahead, event["pid"], event["name"]
            if name.startswith("digits "):
                marks.append((moment, pid, name.removeprefix("digits ")))
            if event["ph"] not in ("b", "e") or "id2" not in event:
                continue
            key = (pid, event["cat"], event["id2"].get("local"))
            frame = open_frames.setdefault(key, Frame())
            if frame.note(event, moment):
                del open_frames[key]
                if frame.is_presented and frame.committed is not None:
                    frames.append((frame.committed, moment, pid))
        return marks, sorted(frames)


class Frame:
    """A frame that is reported, with its stages. Its end is that of the last of them: where a stage
    begins before the frame, Chromium gives their ends each other's names."""

    def __init__(self):
        self.depth = 0
        self.is_presented = False
        self.committed = None

    def note(self, event, moment):
        """Takes one of its events; tells whether that was the last."""
        self.depth += 1 if event["ph"] == "b" else -1
        if (event["name"], event["ph"]) == ("PipelineReporter", "b"):
            state = event["args"]["frame_reporter"]["state"]
            self.is_presented = state.startswith("STATE_PRESENTED")
        elif (event["name"], event["ph"]) == ("Commit", "b"):
            self.committed = moment
        return self.depth <= 0


class Stretch:
    """A while in which a countdown runs to one deadline."""

    def __init__(self, deadline, start, end):
        self.deadline, self.start, self.end = deadline, start, end

    def seconds(self):
        """The moments in it at which another second begins, with what is shown from then on."""
        left = int((self.deadline - self.start - BEGINNING) // 1e6)
        while (moment := self.deadline - left * 1e6) < self.end - BEGINNING:
            yield moment, left
            left -= 1


def play(setting, gatherd):
    """Has the countdown begin again and again, each time at another place between two frames."""
    count, seconds = (4, 4) if setting.is_quick else (8, 8)
    for number in range(count):
        left = gatherd.call("Pause")["gather"]["timer"]["remainingMilliseconds"]
        # No event to wait for: the start is to be at this part of a second, counted from where it
        # would be at once.
        time.sleep((number * FRAME / count - boottime() - 1e3 * left) % FRAME / 1e6)
        timer = gatherd.call("Start")["gather"]["timer"]
        start = boottime()
        # No event to wait for: the seconds that the pages show in this time are measured.
        time.sleep(seconds + 0.5)
        yield Stretch(timer["endsAtBoottimeMicroseconds"], start, boottime())


def distances(shown, stretches):
    """How far from each second it was shown, and how many of them never were."""
    found, missing = [], 0
    for stretch in stretches:
        for second, left in stretch.seconds():
            digits = f"{left // 60:02}:{left % 60:02}"
            moment = first(moment for moment, text in shown
                           if text == digits and stretch.start < moment)
            if moment is None:
                missing += 1
            else:
                found.append(moment - second)
    return found, missing


def rows_of_seconds(name, shown, beside, others, stretches, limit):
    values, missing = distances(shown, stretches)
    other_values, _ = distances(others, stretches)
    rows = rows_of_parts(f"{name} a new second, of {len(values)}, after it", values,
                         [abs(value) for value in values], limit)
    sizes = [abs(value) for value in other_values]
    for row, value in zip(rows, (median(other_values), quantile(sizes, 0.9), max(sizes))):
        row.peer = f"{beside} {signed(value)}"
    on_screen = [abs(value + place) for value in values for place in PLACES]
    rows.append(Row.within("the same, computed for a screen of 60 Hz: p90, early or late",
                           quantile(on_screen, 0.9), limit, show=signed))
    if missing:
        rows[1].value += f", {missing} missing"
        rows[1].is_met = False
    return rows


def rows_of_parts(name, values, sizes, limit):
    """The median of values; their sizes, of which 9 of 10 have a limit."""
    return [
        Row(f"{name}: p50", signed(median(values)), spread=middle_half(values, signed)),
        Row.within("the same: p90, early or late", quantile(sizes, 0.9), limit, show=signed),
        Row("the same: greatest, early or late", signed(max(sizes))),
    ]


def signed(microseconds):
    return f"{microseconds / 1e3:.1f} ms"


def first(values):
    return next(iter(values), None)


def boottime():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e3


def boottime_ahead(clock):
    """How far CLOCK_BOOTTIME is ahead of another clock; the least has the fewest interruptions."""
    read = time.clock_gettime_ns
    return min(-read(clock) + read(time.CLOCK_BOOTTIME) for _ in range(20)) / 1e3
