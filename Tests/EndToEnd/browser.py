"""Debian's Chromium, driven by the DevTools protocol over a pipe: nothing beside Python is needed.

What a test waits for is told by the page, by a promise that its changes keep; nothing sleeps.
"""

import base64
import contextlib
import json
import math
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

import programs
from programs import LIMIT

# A promise that is kept with the value of an expression, as soon as a change makes it true.
UNTIL = """new Promise((keep) => {
    let observer = null;
    const look = () => {
        const value = (%s);
        if (!value) return;
        observer?.disconnect();
        keep(value);
    };
    observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true,
        attributes: true });
    look();
})"""
# The keys that are not letters: their codes, and what they write.
KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "),
        "ArrowDown": (40, ""), "ArrowRight": (39, "")}
# Two taps that are nearer than so many pixels are at one place, and the remote takes the second for
# blind if it is sooner than so many milliseconds and meets something else.
PLACE, BLIND = 25, 650
PHONE = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
DESKTOP = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}


class Navigated(AssertionError):
    """The page was left for another one before it has answered."""


class Chromium:
    """A browser without windows, of a profile of its own.

    Unless the whole of it is wanted, it is the shell without tabs, in which nothing hides a page:
    that takes less than half of the processor time.
    """

    def __init__(self, *options, whole=False):
        name = "chromium" if whole else "chromium-headless-shell"
        program = programs.require(name, name)
        self._directory = tempfile.mkdtemp(prefix="chromium-", dir="/tmp")
        self._number = 0
        self._received = b""
        self._replies = {}
        self._pages = {}
        told, self._commands = os.pipe()
        self._messages, telling = os.pipe()
        command = [
            program, "--headless", "--remote-debugging-pipe", "--no-startup-window",
            f"--user-data-dir={self._directory}", "--no-first-run", "--disable-gpu",
            "--hide-scrollbars", "--mute-audio", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text",
            "--disable-dev-shm-usage", "--lang=en",
            # It has none for root and in some containers, and these pages are ours.
            "--no-sandbox", *options]
        with open(f"{self._directory}/log", "wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", f'exec 3<&{told} 4>&{telling} && exec "$@"', "bash", *command],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[told, telling],
                env=programs.environment(), start_new_session=True)
        os.close(told)
        os.close(telling)
        self.version = self.call("Browser.getVersion")["product"]

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(LIMIT)
        for end in (self._commands, self._messages):
            os.close(end)
        shutil.rmtree(self._directory, ignore_errors=True)

    def signal(self, number):
        """A signal for all of its processes."""
        os.killpg(self.process.pid, number)

    def listen(self, listener, session=None):
        """Has a listener note the events of a session, or of the browser itself."""
        self._pages[session] = listener

    def profile(self, test):
        """What shares cookies, stores and workers, and nothing with others; ends with the test."""
        profile = Profile(self)
        test.addCleanup(profile.close)
        return profile

    # The protocol

    def post(self, method, session=None, **parameters):
        """Sends a command; gives its number."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data):]
        return self._number

    def reply(self, number, what, limit=LIMIT):
        """Waits for the reply to a command, and takes what comes before it."""
        end = time.monotonic() + limit
        while number not in self._replies:
            self.take(end, what)
        reply = self._replies.pop(number)
        if "navigated" in reply.get("error", {}).get("message", ""):
            raise Navigated(f"{what}: {reply['error']}")
        if "error" in reply:
            raise AssertionError(f"{what}: {reply['error']}")
        return reply["result"]

    def call(self, method, session=None, limit=LIMIT, **parameters):
        return self.reply(self.post(method, session, **parameters), method, limit)

    def take(self, end, what):
        """Takes the next messages; `end` is the moment from which on that has taken too long."""
        left = end - time.monotonic()
        if left <= 0 or not select.select([self._messages], [], [], left)[0]:
            raise TimeoutError(f"the browser does not answer in time: {what}")
        some = os.read(self._messages, 1 << 20)
        if not some:
            raise AssertionError(f"the browser has ended: {self.process.poll()}")
        *whole, self._received = (self._received + some).split(b"\0")
        for message in map(json.loads, whole):
            if "id" in message:
                self._replies[message["id"]] = message
            elif page := self._pages.get(message.get("sessionId")):
                page.note(message["method"], message["params"])


class Profile:
    """A context of a browser."""

    def __init__(self, browser):
        self.browser = browser
        self.pages = []
        self._id = browser.call("Target.createBrowserContext")["browserContextId"]

    def close(self):
        for page in self.pages:
            self.browser._pages.pop(page.session, None)
        self.browser.call("Target.disposeBrowserContext", browserContextId=self._id)

    def page(self, address=None, size=DESKTOP, before="", window=True, **media):
        """A page in a window of its own, or in a tab, with an address that it has loaded;
        `before` is a script that it runs before its own, `media` are what it prefers."""
        target = self.browser.call(
            "Target.createTarget", url="about:blank", browserContextId=self._id,
            newWindow=window)["targetId"]
        session = self.browser.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self.browser, target, session)
        self.pages.append(page)
        self.browser._pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Page.setLifecycleEventsEnabled", enabled=True)
        page.resize(**size)
        if media:
            page.prefer(**media)
        if before:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        if address:
            page.go(address)
        return page


class Page:
    """A tab, and all it has said."""

    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        # What went wrong: errors of scripts, violations of the policy, dialogs that opened.
        self.complaints = []
        # The addresses that were asked for.
        self.requests = []
        # The documents that were loaded with all that they name, by the IDs of their loaders.
        self._loaded = []
        self._tapped = (math.inf, math.inf)

    def note(self, event, told):
        if event == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or
                                   details["text"])
        elif event == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(str([each.get("value") for each in told["args"]]))
        elif event == "Log.entryAdded" and told["entry"]["source"] in ("security", "violation"):
            self.complaints.append(told["entry"]["text"])
        elif event == "Page.javascriptDialogOpening":
            self.complaints.append(f"a dialog: {told['message']}")
            self.browser.post("Page.handleJavaScriptDialog", self.session, accept=True)
        elif event == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif event == "Page.lifecycleEvent" and told["name"] == "load":
            self._loaded.append(told["loaderId"])

    def call(self, method, limit=LIMIT, **parameters):
        return self.browser.call(method, self.session, limit, **parameters)

    def go(self, address):
        """Loads an address, and waits until all that its page names is there."""
        told = self.call("Page.navigate", url=address)
        assert "errorText" not in told, f"{address}: {told}"
        # With another fragment alone nothing is loaded. The empty page of before may be loaded now.
        if "loaderId" in told:
            self._await_load(lambda: told["loaderId"] in self._loaded, address)
        return self

    def await_requests(self, end, count):
        """Waits until addresses that end so were asked for so many times."""
        limit = time.monotonic() + LIMIT
        while sum(address.endswith(end) for address in self.requests) < count:
            self.browser.take(limit, f"{count} requests for {end}")

    def reload(self):
        before = len(self._loaded)
        self.call("Page.reload")
        self._await_load(lambda: len(self._loaded) > before, "a reload")

    def _await_load(self, is_loaded, what):
        end = time.monotonic() + LIMIT
        while not is_loaded():
            self.browser.take(end, f"the load of {what}")

    def resize(self, width, height, deviceScaleFactor=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=deviceScaleFactor, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def prefer(self, **media):
        """What a person prefers, such as color_scheme="dark"."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in media.items()])

    def show(self):
        """Brings the tab to the front of its window."""
        self.call("Page.bringToFront")

    def close(self):
        self.browser._pages.pop(self.session, None)
        self.browser.call("Target.closeTarget", targetId=self.target)

    # What is on it

    def post(self, expression):
        """Begins to evaluate an expression; `value` has what it gives."""
        return self.browser.post(
            "Runtime.evaluate", self.session, expression=expression, awaitPromise=True,
            returnByValue=True, userGesture=True)

    def value(self, number, what, limit=LIMIT):
        reply = self.browser.reply(number, what, limit)
        if "exceptionDetails" in reply:
            raise AssertionError(f"{what}: {reply['exceptionDetails']}")
        return reply["result"].get("value")

    def evaluate(self, expression, limit=LIMIT):
        return self.value(self.post(expression), expression, limit)

    def until(self, expression, limit=LIMIT):
        """Waits until an expression about what is on the page is true; gives its value."""
        end = time.monotonic() + limit
        try:
            while True:
                # A page that is left for another one answers no more.
                with contextlib.suppress(Navigated):
                    return self.value(
                        self.post(UNTIL % expression), expression, end - time.monotonic())
        except TimeoutError:
            text = self.evaluate(
                "`${document.URL} is ${document.readyState}: ${document.body.innerText}`")
            raise AssertionError(f"it never was so: {expression}, but {text}") from None

    def until_text(self, selector, text, limit=LIMIT):
        """Waits until an element's text is this one."""
        found = f"document.querySelector({json.dumps(selector)})?.textContent"
        return self.until(f"{found} === {json.dumps(text)}", limit)

    def until_says(self, selector, *texts):
        """Waits until an element's text has all of these in it; gives the text."""
        found = f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"
        are = f"{json.dumps(texts)}.every((one) => ({found}).includes(one))"
        return self.until(f"{are} && ({found})")

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def is_shown(self, selector):
        return self.evaluate(
            f"Boolean(document.querySelector({json.dumps(selector)})?.checkVisibility())")

    def png(self, transparent=False):
        """What is seen, as a picture."""
        if transparent:
            color = {"r": 0, "g": 0, "b": 0, "a": 0}
            self.call("Emulation.setDefaultBackgroundColorOverride", color=color)
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    # What a person does

    def place(self, selector):
        """The middle of an element that can be seen."""
        where = f"""(() => {{
            const found = document.querySelector({json.dumps(selector)});
            if (!found?.checkVisibility()) return null;
            found.scrollIntoView({{ block: "nearest" }});
            const {{ left, top, width, height }} = found.getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        }})()"""
        return self.until(where)

    def tap(self, selector):
        self.tap_at(*self.place(selector))

    def tap_at(self, x, y):
        """Taps a place; the same place again as somebody does who has read what is there now."""
        if math.dist(self._tapped, (x, y)) < PLACE:
            self.evaluate(f"new Promise((keep) => setTimeout(keep, {BLIND}))")
        self._tapped = x, y
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap_button(self, text, within="document"):
        """Taps the button with a text, once it is there; the page may make it anew meanwhile."""
        x, y = self.until(f"""(() => {{
            const found = [...{within}.querySelectorAll("button")].filter((one) =>
                one.checkVisibility() && !one.disabled && one.textContent === {json.dumps(text)});
            if (found.length === 0) return null;
            found.at(-1).scrollIntoView({{ block: "nearest" }});
            const {{ left, top, width, height }} = found.at(-1).getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        }})()""")
        self.tap_at(x, y)

    def press(self, *keys):
        """Presses keys, one after the other."""
        for key in keys:
            self.hold(key)
            self.release(key)

    def hold(self, key, repeats=False):
        """Presses a key, or has one that is held down repeat itself."""
        text = KEYS[key][1]
        self.call("Input.dispatchKeyEvent", type="keyDown", autoRepeat=repeats, **self._told(key),
                  **({"text": text} if text else {}))

    def release(self, key):
        self.call("Input.dispatchKeyEvent", type="keyUp", **self._told(key))

    @staticmethod
    def _told(key):
        return {"key": key, "code": "Space" if key == " " else key,
                "windowsVirtualKeyCode": KEYS[key][0]}

    def type(self, text):
        """Writes a text into what has the focus."""
        self.call("Input.insertText", text=text)
