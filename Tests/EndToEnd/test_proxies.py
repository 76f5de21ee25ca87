"""gather-web behind nginx and caddy, with the examples as they are shipped but for their places."""

import json
import pathlib
import shutil
import socket
import ssl
import tempfile
import time
import unittest

import programs
from certificates import Certificates
from daemon import Daemon
from phones import Remote
from programs import LIMIT, ROOT, Running, eventually, require
from web import Browser, Stream, Web

EXAMPLES = ROOT / "units/examples"
HERE = "127.0.0.1"
# The certificate is of this name; the examples have others.
NAME = "localhost"
# The text between the page and the remote in each example.
BETWEEN = "\n# The remote at "


class LocalWeb(Web):
    """A gather-web on a Unix socket, as the unit has one for proxies."""

    def __init__(self, test, gatherd, path, *options):
        self._test, self._descriptors, self._variables = test, None, {}
        self.command = [programs.gather_web(), "--socket", gatherd, *options]
        self.listener = socket.socket(socket.AF_UNIX)
        test.addCleanup(self.listener.close)
        self.listener.bind(str(path))
        path.chmod(0o666)
        self.listener.listen(4096)
        self.start()


class Proxies(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        # nginx has workers that are another user.
        self.directory.chmod(0o755)
        certificates = Certificates(self.directory)
        self.certificate, self.key = certificates.good
        self.context = ssl.create_default_context(cafile=certificates.authority)
        self.daemon = Daemon.running(self)
        self.port = programs.free_port()
        # One connection of an address is enough: those of a proxy are not counted.
        self.options = ("--per-address", "1")

    def over_unix(self):
        """Serves where the examples have it; gives the place for nginx and for caddy."""
        path = self.directory / "web.sock"
        self.web = LocalWeb(self, self.daemon.socket, path, *self.options)
        return f"http://unix:{path}", f"unix/{path}"

    def over_tcp(self):
        """Serves at a port, for a proxy that it is told of."""
        self.web = Web(self, self.daemon.socket, "--trusted-proxy", HERE, *self.options)
        return f"http://{HERE}:{self.web.port}", f"{HERE}:{self.web.port}"

    def remote(self):
        """Serves the remote at a port, as the examples have it."""
        self.web = Remote(self, self.daemon.socket, "--host", NAME, "--trusted-proxy", HERE,
                          *self.options, directory=self.daemon.directory).ready()
        return f"{HERE}:{self.web.port}"

    def example(self, name, *places, of_remote=False):
        """The page's or the remote's part of an example, with other places in it; each has to be
        there."""
        text = (EXAMPLES / name).read_text().split(BETWEEN)[of_remote]
        for old, new in places:
            self.assertIn(old, text)
            text = text.replace(old, str(new))
        return text

    def nginx(self, old, new, of_remote=False):
        """An nginx with its example, where `old` is the place that it passes requests to."""
        site = "remote" if of_remote else "match"
        text = self.example(
            "nginx.conf", ("listen 443 ssl", f"listen {HERE}:{self.port} ssl"),
            ("    listen [::]:443 ssl http2;\n", ""), (f"{site}.example;", f"{NAME};"),
            (f"/etc/ssl/{site}.example/fullchain.pem", self.certificate),
            (f"/etc/ssl/{site}.example/privkey.pem", self.key),
            (f"proxy_pass {old}", f"proxy_pass {new}"), of_remote=of_remote)
        if of_remote:
            text = f"# {text}"  # Of the line that it was cut from.
        # Of all modules, or it wants directories of the machine's.
        temporary = "".join(
            f"{module}_temp_path {self.directory}/{module};\n"
            for module in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = self.directory / "nginx.conf"
        path.write_text(
            f"daemon off; pid {self.directory}/pid; error_log stderr;\nevents {{}}\n"
            f"http {{ access_log off;\n{temporary}{text}\n}}\n")
        program = require("nginx", "nginx-light")
        return Running(self, program, "-c", path)

    def caddy(self, old, new, of_remote=False):
        """A caddy with its example, where `old` is the place that it passes requests to."""
        site = "remote" if of_remote else "match"
        text = self.example(
            "Caddyfile", (f"\n{site}.example {{", f"\nhttps://{NAME}:{self.port} {{\n"
                          f"\ttls {self.certificate} {self.key}"),
            (f"reverse_proxy {old}", f"reverse_proxy {new}"), of_remote=of_remote)
        if of_remote:
            text = f"# {text}"  # Of the line that it was cut from.
        path = self.directory / "Caddyfile"
        path.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
        return Running(self, require("caddy", "caddy"), "run", "--config", path, "--adapter",
                       "caddyfile", HOME=self.directory, XDG_DATA_HOME=self.directory,
                       XDG_CONFIG_HOME=self.directory)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex((HERE, self.port)) == 0

    def browser(self, kind=Browser):
        """A connection to the proxy."""
        browser = kind((NAME, self.port), f"{NAME}:{self.port}", secure=self.context)
        self.addCleanup(browser.close)
        return browser

    def check(self, proxy):
        eventually(self.listens, lambda: proxy.lines)
        self.daemon.call("Open", teamAName="Reds")
        # A page, with the name that was asked for, and all that protects it.
        answer = self.browser().get("/")
        self.assertEqual(answer.status, 200, answer)
        self.assertIn(b"Reds", answer.body)
        self.assertIn("default-src 'none'", answer.header("Content-Security-Policy"))
        # Events come as they happen, to several at once.
        streams = [self.browser(Stream) for _ in range(3)]
        for stream in streams:
            stream.begin()
            stream.next_state()
            stream.next_beat()
        self.daemon.call("AddToScore", team="teamA", delta=1)
        before = time.monotonic()
        for stream in streams:
            stream.score("1-0")
        # One that keeps them back would do so until there are kilobytes of them: for minutes.
        self.assertLess(time.monotonic() - before, LIMIT)
        # What a browser says of its address counts for nothing: the requests are its own.
        browser = self.browser()
        statuses = set()
        for number in range(200):
            statuses.add(browser.get("/time", X_Forwarded_For=f"192.0.2.{number}").status)
            if 429 in statuses:
                break
        self.assertEqual(statuses, {200, 429})
        # The page comes back by itself, and so do events.
        self.web.kill()
        self.web.start()
        eventually(lambda: self.browser().get("/squad").status != 502, "it stays away")

    def check_remote(self, proxy):
        eventually(self.listens, lambda: proxy.lines)
        self.daemon.call("Open", teamAName="Reds")
        page = self.browser().get("/remote")
        self.assertEqual(page.status, 200, page)
        self.assertIn(b"/assets/remote.js", page.body)
        # A phone is paired, and counts, where the page that it has is of the name asked for.
        site = f"{NAME}:{self.port}"
        answer = self.post("/api/pair", {"code": self.web.number(), "name": "Anna's phone"},
                           Origin=f"https://{site}")
        self.assertEqual(answer.status, 200, answer)
        paired = json.loads(answer.body)
        credential = f"{paired['device']}.{paired['secret']}"
        goal = {"method": "AddToScore", "parameters": {
            "team": "teamA", "delta": 1, "requestId": "0" * 32}}
        for origin, status in ((f"https://{site}", 200), ("https://evil.example", 403)):
            answer = self.post("/api/command", goal, Origin=origin, Gather_Device=credential)
            self.assertEqual(answer.status, status, answer)
        self.assertEqual(self.daemon.get()["score"], "1-0")

    def post(self, path, body, **headers):
        """What is answered to a POST through the proxy."""
        browser = self.browser()
        browser.ask("POST", path, body=json.dumps(body).encode(),
                    Content_Type="application/json", **headers)
        return browser.answer()

    # The places of the page and of the remote are those of the examples.

    def test_nginx(self):
        self.check(self.nginx("http://unix:/run/gather-web/gather-web.sock", self.over_unix()[0]))

    def test_nginx_over_a_port(self):
        self.check(self.nginx("http://unix:/run/gather-web/gather-web.sock", self.over_tcp()[0]))

    def test_nginx_before_the_remote(self):
        place = self.remote()
        self.check_remote(self.nginx("http://127.0.0.1:8081", f"http://{place}", of_remote=True))

    def test_caddy(self):
        self.check(self.caddy("unix//run/gather-web/gather-web.sock", self.over_unix()[1]))

    def test_caddy_over_a_port(self):
        self.check(self.caddy("unix//run/gather-web/gather-web.sock", self.over_tcp()[1]))

    def test_caddy_before_the_remote(self):
        self.check_remote(self.caddy("127.0.0.1:8081", self.remote(), of_remote=True))
