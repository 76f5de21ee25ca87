"""The limits of gather-web: what one browser, one address or one that breaks the rules can take."""

import contextlib
import os
import pathlib
import select
import shutil
import signal
import socket
import ssl
import tempfile
import time
import unittest

import programs
from certificates import Certificates
from client import Closed
from web import ELSEWHERE, HERE, WebTest

# As Limits has them.
PER_ADDRESS = 32
AT_ONCE = 16
IDLE = 10
CONNECTIONS = 8192


class Addresses(WebTest):
    def test_an_address_has_so_many_connections(self):
        web = self.serve()
        streams = [web.stream() for _ in range(PER_ADDRESS)]
        for _ in range(3):
            refused = web.browser()
            answer = refused.answer()
            self.assertEqual(answer.status, 503)
            self.assertEqual(answer.header("Retry-After"), "10")
            self.assertEqual(answer.body.strip(), b"too many connections of this address")
            self.assertTrue(refused.is_closed())
        # It costs nobody else anything, and those that it has go on.
        self.assertEqual(web.ask("GET", "/", source=ELSEWHERE).status, 200)
        self.assertEqual(web.stream(source=ELSEWHERE).next_state()["reason"], "snapshot")
        self.play()
        for stream in streams:
            stream.state_with("started")
        # One that is closed makes room, which it notices with the next beat at the latest.
        streams[0].close()
        programs.eventually(lambda: web.get("/time").status == 200, "it has no room again")

    def test_the_refusal_reaches_one_who_has_asked_already(self):
        """Bytes that nobody reads make a close a reset, which can overtake the answer."""
        web = self.serve("--per-address", "1")
        kept = web.stream()
        web.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, web.process.pid, os.WSTOPPED | os.WNOWAIT)
        refused = web.browser()
        refused.ask("GET", "/", Cookie="x" * 3000)
        web.process.send_signal(signal.SIGCONT)
        self.assertEqual(refused.answer().status, 503)
        self.assertEqual(kept.next_beat(), [])

    def test_the_number_is_an_option(self):
        web = self.serve("--per-address=2")
        kept = [web.browser() for _ in range(2)]
        for browser in kept:
            self.assertEqual(browser.get("/time").status, 200)
        self.assertEqual(web.browser().answer().status, 503)

    def test_an_address_makes_so_many_requests(self):
        web = self.serve("--per-address", "2")
        began = time.monotonic()
        refused, count = exhausted(web)
        # Those that it has at once, and some of those that come with time.
        self.assertEqual(refused.status, 429)
        self.assertGreaterEqual(count, 2 * AT_ONCE)
        self.assertLessEqual(count, 2 * AT_ONCE + 4 * (time.monotonic() - began) + 1)
        self.assertEqual(refused.header("Retry-After"), "2")
        self.assertEqual(refused.header("X-Content-Type-Options"), "nosniff")
        self.assertIn(b'"error":"TooManyRequests"', refused.body)
        for path in ("/", "/events", "/api/squad"):
            self.assertEqual(web.ask("HEAD", path, source=ELSEWHERE).status // 100, 4
                             if path == "/events" else 2)
        # It may ask again later, as it is told.
        programs.eventually(lambda: web.get("/time").status == 200, "it may not ask again")

    def test_a_stream_needs_no_requests_of_its_address(self):
        web = self.serve("--per-address", "2")
        stream = web.stream()
        exhausted(web)
        self.play()
        stream.state_with("started")
        self.assertEqual(stream.next_beat(), [])


class Proxies(WebTest):
    def assert_counted(self, get):
        """The requests count for the address that is exhausted: of some one is refused, and the
        others may be those that have come with time."""
        self.assertIn(429, (get().status for _ in range(AT_ONCE)))

    def test_a_trusted_one_says_whose_request_it_is(self):
        web = self.serve("--trusted-proxy", HERE, "--per-address", "1")
        exhausted(web, X_Forwarded_For="203.0.113.1")
        for given, status in (
            ("203.0.113.1", 429), (" 203.0.113.1", 429), ("203.0.113.2", 200),
            # What the browser itself has said is before what the proxy has added.
            ("198.51.100.7, 203.0.113.1", 429), ("198.51.100.7,203.0.113.1", 429),
            ("203.0.113.1, 203.0.113.3", 200), ("2001:db8::1", 200),
            ("::ffff:203.0.113.1", 429),
        ):
            with self.subTest(given):
                def get():
                    return web.get("/time", X_Forwarded_For=given)
                if status == 429:
                    self.assert_counted(get)
                else:
                    self.assertEqual(get().status, status)

    def test_a_trusted_one_that_adds_a_line_of_its_own(self):
        """As HAProxy does: the last line is its own, and the first is anybody's."""
        web = self.serve("--trusted-proxy", HERE, "--per-address", "1")
        exhausted(web, X_Forwarded_For="203.0.113.1")
        def get():
            with web.browser() as browser:
                browser.send(
                    f"GET /time HTTP/1.1\r\nHost: {web.host}\r\nX-Forwarded-For: 198.51.100.9\r\n"
                    "X-Forwarded-For: 203.0.113.1\r\n\r\n".encode())
                return browser.answer()

        self.assert_counted(get)

    def test_a_trusted_one_that_says_nothing_or_nonsense_counts_itself(self):
        web = self.serve("--trusted-proxy", HERE, "--per-address", "1")
        exhausted(web)
        for given in ("", "unknown", "203.0.113.1:80", "[2001:db8::1]", "x" * 500, ",", "1.2.3"):
            with self.subTest(given):
                self.assert_counted(lambda: admitted(web, X_Forwarded_For=given))

    def test_nobody_else_does(self):
        web = self.serve("--trusted-proxy", "192.0.2.77", "--per-address", "1")
        exhausted(web)
        for given in ("203.0.113.1", "192.0.2.77", ELSEWHERE):
            self.assert_counted(lambda: admitted(web, X_Forwarded_For=given))
        self.assertEqual(web.ask("GET", "/time", source=ELSEWHERE).status, 200)

    def test_a_trusted_one_has_the_connections_of_many(self):
        web = self.serve("--trusted-proxy", HERE, "--per-address", "1")
        streams = [web.stream() for _ in range(10)]
        for stream in streams:
            self.assertEqual(stream.next_beat(), [])
        web.stream(source=ELSEWHERE)
        self.assertEqual(web.browser(source=ELSEWHERE).answer().status, 503)


class Wire(WebTest):
    """One that breaks the rules is answered or closed, and nobody else notices."""

    def setUp(self):
        super().setUp()
        self.play()
        self.web = self.serve("--per-address", "1000")
        self.stream = self.web.stream()
        self.stream.next_state()

    def tearDown(self):
        self.assertIsNone(self.web.process.poll())
        self.assertEqual(self.web.get("/").status, 200)
        self.assertEqual(self.stream.next_beat(), [])

    def test_requests_one_after_the_other_without_waiting(self):
        with self.web.browser() as browser:
            paths = ("/time", "/assets/base.css", "/api/history", "/nothing", "/", "/api/squad")
            for path in 5 * paths:
                browser.ask("GET", path)
            statuses = [browser.answer().status for _ in 5 * paths]
            self.assertEqual(statuses, 5 * [200, 200, 200, 404, 200, 200])

    def test_a_request_in_single_bytes(self):
        with self.web.browser() as browser:
            for byte in f"GET /time HTTP/1.1\r\nHost: {self.web.host}\r\n\r\n".encode():
                browser.send(bytes([byte]))
            self.assertEqual(browser.answer().status, 200)

    def test_garbage(self):
        browsers = []
        for data in (b"\0", b"\xff" * 5000, b"\r\n" * 5000, b"GET\r\n\r\n", b"GET / \r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b" / HTTP/1.1\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(100),
                     b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
                     b"GET / HTTP/1.1\r\n\x00\x01: \xff\r\nHost: \xff\xfe\r\n\r\n",
                     b"{\"method\":\"io.gatherd.Gather.Get\"}\0", os.urandom(100_000)):
            browsers.append((data, self.web.browser()))
            browsers[-1][1].send(data)
            with contextlib.suppress(OSError):  # It may have been closed by now.
                browsers[-1][1].socket.shutdown(socket.SHUT_WR)
        for data, browser in browsers:
            # It may be answered, with any refusal, and is closed.
            with self.subTest(data[:40]), self.assertRaises(Closed):
                self.assertNotRegex(browser.read_to(b"\r\n"), rb" 2\d\d ")
                while True:
                    browser.read(1)

    def test_a_request_that_asks_for_another_protocol(self):
        for name in ("h2c", "websocket", "TLS/1.2"):
            answer = self.web.get("/time", Upgrade=name, Connection="Upgrade",
                                  HTTP2_Settings="AAMAAABkAAQAoAAAAAIAAAAA")
            self.assertEqual(answer.status, 200)
        self.assertEqual(self.web.ask("CONNECT", "localhost:80").status, 405)

    def test_a_request_of_two_lengths(self):
        for lines in ("Content-Length: 5\r\nContent-Length: 6", "Content-Length: -1",
                      "Content-Length: 99999999999999999999", "Content-Length: x",
                      "Transfer-Encoding: chunked\r\nContent-Length: 5",
                      "Transfer-Encoding: x"):
            with self.subTest(lines), self.web.browser() as browser:
                browser.send(f"POST / HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n\r\n".encode()
                             + b"GET /time HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try:
                    self.assertEqual(browser.head().status // 100, 4)
                except Closed:
                    pass

    def test_a_head_of_any_length_is_answered_or_refused_with_a_word(self):
        for size in (*range(100, 4500, 100), 10_000, 100_000, 1 << 20):
            for path in ("/", "/events"):
                with self.subTest(size=size, path=path), self.web.browser() as browser:
                    browser.ask("GET", path, Cookie="x" * size)
                    status = browser.head().status
                    self.assertIn(status, (200, 413, 431) if size > 1000 else (200,))

    def test_many_arguments_are_answered_or_refused_with_a_word(self):
        for count in range(10, 400, 10):
            many = "&".join(f"a{number}=b" for number in range(count))
            with self.subTest(count), self.web.browser() as browser:
                browser.ask("GET", f"/time?{many}")
                self.assertIn(browser.head().status, (200, 413, 414, 431))

    def test_the_head_of_a_browser_with_cookies_of_others_is_answered(self):
        """Cookies know no ports: what runs at another one of the machine has left them."""
        with self.web.browser() as browser:
            browser.ask("GET", "/", User_Agent="Mozilla/5.0 " + 100 * "x", Accept=130 * "x",
                        Accept_Language="en-US,en;q=0.9", Accept_Encoding="gzip, deflate, br",
                        Referer=f"http://{self.web.host}/history?pitch=north",
                        Cookie="; ".join(f"session{number}={40 * 'x'}" for number in range(30)))
            self.assertEqual(browser.answer().status, 200)

    def test_a_connection_ends_with_an_answer_that_is_no_stream_after_all(self):
        """It got too little memory for the long head that may come next."""
        for path in ("/events?pitch=no", "/eventsx"):
            with self.subTest(path), self.web.browser() as browser:
                answer = browser.get(path)
                self.assertEqual((answer.status, answer.header("Connection")), (404, "close"))
                self.assertTrue(browser.is_closed())
        with self.web.browser() as browser:
            self.assertEqual(browser.get("/nothing").status, 404)
            self.assertEqual(browser.get("/", Cookie=6000 * "x").status, 200)

    def test_a_long_address(self):
        for size in (1000, 3000, 10_000, 1 << 20):
            with self.subTest(size), self.web.browser() as browser:
                browser.ask("GET", "/" + size * "x")
                try:
                    self.assertIn(browser.head().status, (404, 414, 431, 413))
                except Closed:
                    self.assertGreater(size, 5000)

    def test_a_body_that_nobody_has_asked_for(self):
        body = bytes(1 << 20)
        for method, path, statuses in (
            ("GET", "/", (413,)), ("GET", "/events", (413,)), ("GET", "/api/history", (413,)),
            ("POST", "/", (405,)), ("PUT", "/assets/base.css", (405,)),
        ):
            with self.subTest(method=method, path=path), self.web.browser() as browser:
                browser.ask(method, path, body=body)
                self.assertIn(browser.head().status, statuses)
        short = self.web.ask("GET", "/time", body=b"x" * 1000)
        self.assertEqual(short.status, 200)
        with self.web.browser() as browser:
            browser.send(f"GET / HTTP/1.1\r\nHost: {self.web.host}\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n".encode())
            for _ in range(100):
                browser.send(b"1000\r\n" + bytes(4096) + b"\r\n")
            browser.send(b"0\r\n\r\n")
            self.assertEqual(browser.head().status, 413)

    def test_a_body_that_is_announced_and_does_not_come(self):
        before = self.web.descriptors()
        browsers = [self.web.browser() for _ in range(10)]
        for browser in browsers:
            browser.send(f"GET / HTTP/1.1\r\nHost: {self.web.host}\r\n"
                         "Content-Length: 1000\r\n\r\nx".encode())
        for browser in browsers:
            self.assertTrue(browser.is_closed())
        # The server shuts a connection down before it closes it: the browser knows first.
        programs.eventually(lambda: self.web.descriptors() <= before, "connections are left over")

    def test_one_that_leaves_in_the_middle_of_anything(self):
        for data in (b"", b"GET", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET /api/squad HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx"):
            for _ in range(20):
                with self.web.browser() as browser:
                    browser.send(data)
        programs.eventually(lambda: self.web.descriptors() < 40, "connections are left over")


class Silence(WebTest):
    def test_one_that_sends_nothing_or_not_all_is_closed(self):
        """A head that does not go on, and a connection that is kept for nothing."""
        web = self.serve()
        self.play()
        stream = web.stream()
        silent, slow, kept = web.browser(), web.browser(), web.browser()
        slow.send(b"GET / HTTP/1.1\r\nHost: local")
        self.assertEqual(kept.get("/time").status, 200)
        closed = [browser.is_closed() for browser in (silent, slow, kept)]
        self.assertEqual(closed, [True, True, True])
        # A stream has its beats, and is not.
        stream.next_beat()
        beats = [data for name, data in stream.seen if name == "beat"]
        self.assertGreaterEqual(len(beats), 1)
        for _ in range(IDLE + 3 - len(beats)):
            self.assertEqual(stream.next_beat(), [])

    def test_one_that_sends_a_byte_now_and_then_is_closed(self):
        """A whole head has to come in some time, or a few hold all places with next to nothing."""
        web = self.serve()
        slow, stream = web.browser(), web.stream()
        slow.send(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(3 * IDLE):
            stream.next_beat()
            if ready(slow):
                break
            slow.send(b"x")
        self.assertTrue(ready(slow), "it is open still")
        with self.assertRaises(Closed):
            while True:
                slow.read(1)

    def test_many_that_send_nothing_take_the_places_of_their_address_only(self):
        programs.require_descriptors(CONNECTIONS + 4000)
        web = self.serve()
        board = web.stream(source=ELSEWHERE)
        silent = [web.browser() for _ in range(10_000)]
        statuses = [b"" if not ready(browser) else browser.read(12) for browser in silent]
        programs.eventually(lambda: sum(map(ready, silent)) >= 10_000 - PER_ADDRESS,
                            "not all are refused")
        self.assertEqual(web.ask("GET", "/", source=ELSEWHERE).status, 200)
        self.play()
        programs.eventually(lambda: web.descriptors() < 100, "they stay")
        self.assertLessEqual(set(statuses), {b"", b"HTTP/1.1 503"})

    def test_many_that_send_nothing_and_may(self):
        programs.require_descriptors(CONNECTIONS + 4000)
        web = self.serve("--per-address", CONNECTIONS)
        board = web.stream(source=ELSEWHERE)
        silent = [web.browser() for _ in range(10_000)]
        self.play()
        board.state_with("started")
        self.assertEqual(board.next_beat(), [])
        # All are closed after a while, and there is room for others.
        programs.eventually(lambda: web.descriptors() < 100, "they stay")
        for browser in silent[::100]:
            with self.assertRaises(Closed):
                browser.read(1000)
        self.assertEqual(web.get("/").status, 200)
        self.assertEqual(board.next_beat(), [])

    def test_without_descriptors_they_wait_for_their_turn(self):
        few = 40
        web = self.serve("--per-address", "1000", descriptors=few)
        self.play()
        first = web.stream()
        first.next_state()
        streams = [web.browser() for _ in range(2 * few)]
        for stream in streams:
            stream.ask("GET", "/events")
        programs.eventually(lambda: web.descriptors() == few, "they do not come")
        # Those that it has go on, and the others have not been turned away.
        self.goals(1)
        first.score("1-0")
        served = [stream for stream in streams if ready(stream)]
        self.assertLess(len(served), few)
        for stream in served:
            stream.close()
        waiting = [stream for stream in streams if stream not in served]
        self.assertEqual([stream.head().status for stream in waiting[:few // 2]],
                         few // 2 * [200])
        for stream in waiting:
            stream.close()
        programs.eventually(lambda: web.descriptors() < few // 2, "they stay")
        self.assertEqual(web.get("/").status, 200)
        self.goals(1)
        first.score("2-0")

    def test_without_descriptors_gatherd_is_found_again(self):
        few = 40
        web = self.serve("--per-address", "1000", descriptors=few)
        self.play()
        first = web.stream()
        first.next_state()
        browsers = [web.browser() for _ in range(few)]
        for browser in browsers:
            browser.ask("GET", "/events")
        programs.eventually(lambda: web.descriptors() == few, "they do not come")
        self.daemon.restart()
        for browser in browsers:
            browser.close()
        first.beat_with([])
        self.goals(1)
        first.score("1-0")


class Secure(WebTest):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-certificates-")
        cls.addClassCleanup(directory.cleanup)
        cls.first = Certificates(pathlib.Path(directory.name))
        (pathlib.Path(directory.name) / "second").mkdir()
        cls.second = Certificates(pathlib.Path(directory.name) / "second")

    def setUp(self):
        super().setUp()
        self.certificate = self.daemon.directory / "certificate.pem"
        self.key = self.daemon.directory / "key.pem"
        self.put(self.first.good)

    def put(self, pair):
        """Puts files in the place of those that are there, as who renews certificates does."""
        for path, source in zip((self.certificate, self.key), pair):
            new = path.with_suffix(".new")
            shutil.copyfile(source, new)
            os.replace(new, path)

    def serve_securely(self, *options):
        return self.serve("--certificate", self.certificate, "--key", self.key, *options)

    def trusting(self, certificates):
        """What accepts the certificates of an authority, and no others."""
        return ssl.create_default_context(cafile=certificates.authority)

    def is_served_by(self, web, certificates):
        try:
            answer = web.ask("GET", "/time", secure=self.trusting(certificates))
        except ssl.SSLCertVerificationError:
            return False
        self.assertEqual(answer.status, 200)
        return True

    def test_pages_and_events_are_served(self):
        web = self.serve_securely()
        first = self.trusting(self.first)
        self.assertEqual(web.ask("GET", "/", secure=first).status, 200)
        self.assertEqual(web.ask("GET", "/", "evil.example", secure=first).status, 421)
        self.assertGreater(len(web.ask("GET", "/assets/interbold.woff2", secure=first).body), 9999)
        stream = web.stream(secure=first)
        self.assertEqual(stream.next_state()["reason"], "snapshot")
        self.play()
        stream.state_with("started")
        self.assertEqual(stream.next_beat(), [])

    def test_plain_requests_are_not(self):
        web = self.serve_securely()
        with web.browser() as browser:
            browser.ask("GET", "/")
            with self.assertRaises(Closed):
                while True:
                    browser.read(1)
        self.assertTrue(self.is_served_by(web, self.first))

    def test_protocols_that_are_given_up_are_not(self):
        """RFC 8996: nobody is to speak TLS 1.0 or 1.1."""
        web = self.serve_securely()
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionResetError)):
            web.ask("GET", "/", secure=old)
        self.assertTrue(self.is_served_by(web, self.first))

    def test_a_handshake_that_does_not_go_on_is_closed(self):
        web = self.serve_securely()
        silent, slow = web.browser(), web.browser()
        slow.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        self.assertTrue(self.is_served_by(web, self.first))
        for browser in (silent, slow):
            with self.assertRaises(Closed):
                browser.read(1000)

    def test_a_renewed_certificate_is_taken_while_a_stream_goes_on(self):
        web = self.serve_securely()
        old = web.stream(secure=self.trusting(self.first))
        old.next_state()
        self.put(self.second.good)
        programs.eventually(lambda: self.is_served_by(web, self.second), "it is not taken")
        web.running.line_with("the certificate was renewed")
        self.assertFalse(self.is_served_by(web, self.first))
        new = web.stream(secure=self.trusting(self.second))
        self.play()
        for stream in (old, new):
            stream.state_with("started")
            self.assertEqual(stream.next_beat(), [])
        # And once more, when the first has left.
        old.close()
        self.put(self.first.good)
        programs.eventually(lambda: self.is_served_by(web, self.first), "it is not taken again")
        self.goals(1)
        new.score("1-0")
        self.assertEqual(new.next_beat(), [])

    def test_a_broken_new_file_changes_nothing_and_is_told_of(self):
        web = self.serve_securely()
        stream = web.stream(secure=self.trusting(self.first))
        for label, pair in {
            "no PEM": (__file__, self.first.good[1]),
            "another's key": (self.second.good[0], self.first.good[1]),
            "empty": ("/dev/null", "/dev/null"),
        }.items():
            with self.subTest(label):
                self.put(pair)
                programs.eventually(
                    lambda: self.is_served_by(web, self.first) and told(web), "it is not told of")
                line = web.running.line_with("cannot take the renewed certificate")
                self.assertRegex(line, "^gather-web: cannot take the renewed certificate, going"
                                       " on: ")
        self.certificate.unlink()
        programs.eventually(lambda: self.is_served_by(web, self.first) and told(web),
                            "it is not told of")
        self.assertIn("there is no such file",
                      web.running.line_with("cannot take the renewed certificate"))
        self.play()
        stream.state_with("started")
        self.put(self.second.good)
        programs.eventually(lambda: self.is_served_by(web, self.second), "it is not taken")

    def test_a_certificate_that_is_written_over_is_taken_as_well(self):
        """As acme.sh and many a script of one's own have it: into the file, which stays the same
        one."""
        web = self.serve_securely()
        self.assertTrue(self.is_served_by(web, self.first))
        for path, source in zip((self.certificate, self.key), self.second.good):
            path.write_bytes(pathlib.Path(source).read_bytes())
        programs.eventually(lambda: self.is_served_by(web, self.second), "it is not taken")

    def test_files_that_cannot_be_used_at_the_start(self):
        missing = f"{self.certificate}.missing"
        for certificate, key, text in (
            (self.certificate, self.second.good[1], "the certificate and the key are not a pair"),
            (__file__, self.key, "the certificate and the key are not a pair"),
            (self.certificate, missing, f"cannot read {missing}: there is no such file"),
            ("/", self.key, "cannot read /: "),
            ("/dev/zero", self.key, "cannot read /dev/zero: "),
        ):
            with self.subTest(text):
                result = programs.run(
                    programs.gather_web(), "--listen", f"{HERE}:0", "--certificate", certificate,
                    "--key", key)
                self.assertEqual((result.returncode, result.stdout), (1, ""), result)
                self.assertTrue(result.stderr.startswith(f"gather-web: cannot start: {text}"),
                                result)


def admitted(web, **options):
    """The answer to a request on a connection that is not one too many for its address: nobody
    tells when one that was closed a moment ago does not count any more."""
    def answer():
        found = web.get("/time", **options)
        return found if found.status != 503 else None
    return programs.eventually(answer, "a connection that was closed counts still")


def exhausted(web, **options):
    """The first answer that is another one, as its address has made so many requests, and their
    number."""
    for count in range(100 * AT_ONCE):
        if (answer := admitted(web, **options)).status != 200:
            return answer, count
    raise AssertionError("an address may make any number of requests")


def ready(browser):
    """Whether there is something to read, or an end."""
    poll = select.poll()
    poll.register(browser.socket, select.POLLIN)
    return bool(poll.poll(0))


def told(web):
    """Whether it has written something that was not read yet."""
    return bool(select.select([web.process.stdout], [], [], 0)[0])


if __name__ == "__main__":
    unittest.main()
