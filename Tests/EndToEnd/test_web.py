"""What gather-web serves: pages, their protection, the names it goes by, and what they load."""

import datetime
import json
import os
import re
import signal
import socket
import struct
import unittest
import zlib

import programs
from client import HISTORY
from programs import LIMIT
from web import ELSEWHERE, HERE, WebTest

PLAYERS = "io.gatherd.Players"
HTML = "text/html; charset=utf-8"
PAGES = ("/", "/overlay", "/history", "/match/12345678", "/squad", "/pitches", "/table")
TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
         "svg": "image/svg+xml", "woff2": "font/woff2"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          " font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none';"
          " form-action 'none'; frame-ancestors 'none'")
# What a page or a file of it refers to.
REFERENCE = re.compile(
    r"""(?:(?:src|href)="|from "|import "|import\("|url\("?|new SharedWorker\(")([^"#?)]+)""")


class Pages(WebTest):
    def test_each_has_its_type_and_nothing_it_refers_to_is_missing(self):
        web = self.serve()
        wanted, seen = list(PAGES), set()
        while wanted:
            path = wanted.pop()
            if path in seen or re.match("/crest/|/match/", path) and path not in PAGES:
                continue
            seen.add(path)
            answer = web.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertTrue(answer.body, path)
            kind = TYPES[path.rsplit(".")[-1]] if path.startswith("/assets/") else HTML
            self.assertEqual(answer.header("Content-Type"), kind, path)
            if kind in (HTML, TYPES["js"], TYPES["css"]):
                for found in REFERENCE.findall(answer.body.decode()):
                    self.assertNotRegex(found, "^//|:", f"{path} refers to another host")
                    wanted.append(found if found.startswith("/") else
                                  os.path.normpath(os.path.join(os.path.dirname(path), found)))
        # All kinds of files were met.
        self.assertLessEqual(set(TYPES), {path.rsplit(".")[-1] for path in seen})
        icon = web.get("/favicon.ico")
        self.assertEqual((icon.status, icon.header("Content-Type")), (200, TYPES["svg"]))

    def test_what_a_browser_has_is_not_sent_again(self):
        web = self.serve()
        for path in ("/assets/base.css", "/history", "/favicon.ico"):
            with self.subTest(path), web.browser() as browser:
                whole = browser.get(path)
                tag = whole.header("ETag")
                self.assertRegex(tag, '^"[0-9a-f]+"$')
                self.assertEqual(whole.header("Cache-Control"), "no-cache")
                same = browser.get(path, If_None_Match=tag)
                self.assertEqual((same.status, same.header("ETag"), same.body), (304, tag, b""))
                other = browser.get(path, If_None_Match='"0"')
                self.assertEqual((other.status, other.body), (200, whole.body))
        tags = {web.get(path).header("ETag") for path in ("/history", "/squad", "/pitches")}
        self.assertEqual(len(tags), 3)

    def test_a_tag_is_found_in_a_list_and_where_a_proxy_has_weakened_it(self):
        """As RFC 9110 has it, 13.1.2; nginx weakens the tag of what it compresses."""
        web = self.serve()
        tag = web.get("/history").header("ETag")
        for given in (f'"0", {tag}', f"W/{tag}", "*"):
            with self.subTest(given):
                self.assertEqual(web.get("/history", If_None_Match=given).status, 304)

    def test_every_answer_is_protected(self):
        web = self.serve()
        self.play()
        for method, path, host in (
            *(("GET", path, None) for path in PAGES), ("HEAD", "/", None),
            ("GET", "/assets/base.css", None), ("GET", "/time", None), ("GET", "/api/squad", None),
            ("GET", "/api/match?id=x", None), ("GET", "/nothing", None), ("GET", "/crest/a", None),
            ("POST", "/", None), ("GET", "/", "evil.example"), ("GET", "/events?pitch=no", None),
        ):
            with self.subTest(method=method, path=path, host=host):
                answer = web.ask(method, path, host)
                self.assertEqual(answer.header("Content-Security-Policy"), POLICY)
                self.assertEqual(answer.header("X-Content-Type-Options"), "nosniff")
                self.assertEqual(answer.header("Referrer-Policy"), "no-referrer")
                self.assertEqual(answer.header("Cross-Origin-Opener-Policy"), "same-origin")
                self.assertEqual(answer.header("Cross-Origin-Resource-Policy"), "same-origin")
                # No page of another site may read an answer, and nobody is to be recognised.
                for name in ("Access-Control-Allow-Origin", "Set-Cookie", "Server"):
                    self.assertIsNone(answer.header(name))
        head = web.stream().answer_head
        self.assertEqual(head.header("Content-Type"), "text/event-stream")
        self.assertEqual(head.header("Cache-Control"), "no-store")
        self.assertEqual(head.header("X-Content-Type-Options"), "nosniff")
        self.assertEqual(head.header("Cross-Origin-Resource-Policy"), "same-origin")
        self.assertEqual(head.header("X-Accel-Buffering"), "no")

    def test_head_has_the_head_alone(self):
        web = self.serve()
        self.play()
        for path in (*PAGES, "/assets/base.css", "/api/history", "/api/pitches", "/nothing"):
            with self.subTest(path), web.browser() as browser:
                whole = browser.get(path)
                for _ in range(2):  # A body would be taken for the next answer.
                    browser.ask("HEAD", path)
                    head = browser.answer("HEAD")
                    self.assertEqual(head.status, whole.status)
                    self.assertEqual([each for each in head.headers if each[0] != "Date"],
                                     [each for each in whole.headers if each[0] != "Date"])

    def test_what_is_not_there(self):
        web = self.serve()
        for path in ("/nothing", "/assets/", "/assets/nothing.js", "/assets/../board.html",
                     "/assets/%2e%2e/board.html", "/..", "/etc/passwd", "/remote",
                     "/Overlay", "//", "/history/", "/api", "/api/", "/api/command", "/events/",
                     "/crest/c", "/crest/", "/index.html", "*"):
            with self.subTest(path):
                self.assertEqual(web.get(path).status, 404)

    def test_what_follows_a_nul_is_not_ignored(self):
        web = self.serve()
        for path in ("/%00", "/history%00", "/assets/base.css%00.js", "/events?pitch=gatherd%00",
                     "/api/pitches%00x", "/api/history?pitch=gatherd%00.sock"):
            with self.subTest(path), web.browser() as browser:
                browser.ask("GET", path)
                self.assertIn(browser.head().status, (400, 404))

    def test_nothing_can_be_changed(self):
        web = self.serve()
        self.play()
        before = self.daemon.get()["revision"]
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "ODD"):
            for path in ("/", "/events", "/api/squad", "/api/command", "/assets/base.css"):
                with self.subTest(method=method, path=path):
                    answer = web.ask(method, path, body=b"{}" if method == "POST" else b"")
                    self.assertEqual(answer.status, 405)
                    self.assertEqual(answer.header("Allow"), "GET, HEAD")
        head = web.ask("HEAD", "/events")
        self.assertEqual((head.status, head.header("Allow")), (405, "GET"))
        self.assertEqual(self.daemon.get()["revision"], before)


class Names(WebTest):
    """A page of another site can have its own name resolve to this machine; then its name gives it
    away."""

    def check(self, web, statuses):
        for host, status in statuses.items():
            for path in ("/", "/events", "/api/history", "/nothing"):
                with self.subTest(host=host, path=path), web.browser() as browser:
                    browser.ask("GET", path, host)
                    found = browser.head().status
                    if status == 200:
                        self.assertNotEqual(found, 421)
                    else:
                        self.assertEqual(found, status)

    def test_the_machines_own_are_answered_and_others_are_not(self):
        web = self.serve("--host", "Scores.example", "--host", "pitch.example:8443")
        name = socket.gethostname().lower()
        short = name.split(".")[0]
        good = ["localhost", "LocalHost", "localhost.", f"localhost:{web.port}", "localhost:1",
                HERE, web.host, f"{HERE}:1", f"{HERE}.", name, name.upper(), short, f"{short}.local",
                f"{short}.local:{web.port}", "scores.example", "SCORES.example:80",
                "pitch.example", "pitch.example:8443"]
        bad = ["evil.example", f"evil.example:{web.port}", "localhost.evil.example",
               "evil.localhost", "local", "xlocalhost", "sub.scores.example", "example",
               "127.0.0.2", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "192.0.2.77",
               "[::1]", "[::]", "[fd00::2]", "localhost:", "localhost:x", "localhost:65536",
               "localhost:80:80", "localhost..", "user@localhost", "localhost/", ".", ":80",
               "[localhost", f"{HERE}.evil.example", "locälhost"]
        self.check(web, dict.fromkeys(good, 200) | dict.fromkeys(bad, 421))

    def test_the_address_is_the_one_it_came_to(self):
        web = self.serve(address="0.0.0.0")
        for address in (HERE, ELSEWHERE):
            web.address = address, web.port
            self.check(web, {HERE: 200 if address == HERE else 421,
                             ELSEWHERE: 200 if address == ELSEWHERE else 421, "0.0.0.0": 421})

    def test_ipv6(self):
        try:
            web = self.serve(address="::1")
        except OSError as error:
            programs.cannot_run(f"no IPv6: {error}", impossible=True)
        self.check(web, {"[::1]": 200, web.host: 200, "[0:0:0:0:0:0:0:1]": 200, "localhost": 200,
                         "[::2]": 421, "127.0.0.1": 421, "[::ffff:127.0.0.1]": 421,
                         "[fd00::2]": 421})
        self.assertEqual(web.stream().next_state()["pitch"], "gatherd")

    def test_one_that_takes_both_protocols(self):
        """As systemd has it with an address that is a port alone."""
        try:
            web = self.serve(address="::1")
            both = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            programs.cannot_run(f"no IPv6: {error}", impossible=True)
        web.kill()
        web.listener.close()
        web.listener = both
        self.addCleanup(both.close)
        web.address = HERE, both.getsockname()[1]
        web.start()
        self.check(web, {HERE: 200, "[::ffff:127.0.0.1]": 200, ELSEWHERE: 421, "[::1]": 421})

    def test_a_request_without_a_name(self):
        web = self.serve()
        for version in ("1.0", "1.1"):
            with self.subTest(version), web.browser() as browser:
                browser.send(f"GET / HTTP/{version}\r\n\r\n".encode())
                self.assertRegex(browser.read_to(b"\r\n\r\n"), rb"^HTTP/1\.[01] 400 ")


class Endpoints(WebTest):
    def test_the_time_is_that_of_the_deadlines(self):
        web = self.serve()
        self.play(time={"minutes": 45, "seconds": 0})
        timer = web.stream().next_state()["gather"]["timer"]
        now = web.json("/time")
        self.assertEqual(list(now), ["boottimeMicroseconds", "wallMilliseconds"])
        self.assertLess(timer["takenAtBoottimeMicroseconds"], now["boottimeMicroseconds"])
        self.assertLess(now["boottimeMicroseconds"], timer["endsAtBoottimeMicroseconds"])

    def test_the_history_has_pages(self):
        web = self.serve()
        self.assertEqual(web.json("/api/history"), {"gathers": []})
        ids = []
        for _ in range(5):
            ids.insert(0, self.play())
            self.daemon.call("End")
        everything = self.daemon.call(f"{HISTORY}.List")
        self.assertEqual(web.json("/api/history"), everything)
        self.assertEqual(web.json("/api/history?limit=100"), everything)
        found, query = [], ""
        while page := web.json(f"/api/history?limit=2{query}")["gathers"]:
            found += [gather["id"] for gather in page]
            query = f"&before={found[-1]}"
        self.assertEqual(found, ids)
        for limit in ("0", "101", "x", "-1", "", "1e1", "99999999999999999999", "1.0"):
            with self.subTest(limit):
                said = web.json(f"/api/history?limit={limit}", 400)
                self.assertEqual(said["error"], "InvalidParameter")
                self.assertIn("100", said["message"])
        self.assertEqual(
            web.json(f"/api/history?before={HERE}", 404)["error"], "NoSuchGather")
        self.assertEqual(web.json("/api/history?pitch=nowhere", 404)["error"], "NoSuchPitch")

    def test_a_match_is_found_by_its_beginning(self):
        web = self.serve()
        match = self.play()
        self.goals(3)
        whole = self.daemon.call(f"{HISTORY}.Show")
        for given in (match, match[:4], match[:8]):
            with self.subTest(given):
                found = web.json(f"/api/match?id={given}")
                self.assertEqual(found["gather"], whole["gather"])
                self.assertEqual([entry["number"] for entry in found["entries"]], [1, 2, 3, 4, 5])
        later = web.json(f"/api/match?id={match}&after=3")
        self.assertEqual([entry["number"] for entry in later["entries"]], [4, 5])
        self.assertEqual(web.json(f"/api/match?id={match}&after=5")["entries"], [])
        for given, status, error in (
            ("ffffffff" if match[0] != "f" else "00000000", 404, "NoSuchGather"),
            (match + "0", 400, "InvalidParameter"), (match[:3], 400, "InvalidParameter"),
            ("x" * 1000, 400, "InvalidParameter"), ("%25_%25_", 404, "NoSuchGather"),
        ):
            with self.subTest(given):
                self.assertEqual(web.json(f"/api/match?id={given}", status)["error"], error)
        for query in (f"?id={match}&after=x", f"?id={match}&after=", "?after=x",
                      f"?id={match}&after=-1", f"?id={match}&after=9999999999999999999"):
            with self.subTest(query):
                self.assertEqual(web.json(f"/api/match{query}", 400)["error"], "InvalidParameter")

    def test_its_texts_come_with_their_values_apart_if_that_is_asked(self):
        web = self.serve()
        match = self.play()
        self.goals(300)
        plain = web.json(f"/api/match?id={match}")
        self.assertEqual([entry for entry in plain["entries"] if "translatable" in entry], [])
        self.assertEqual(web.json(f"/api/match?id={match}&translatable=false"), plain)
        whole, after = [], 0
        for count in (250, 52):
            found = web.json(f"/api/match?id={match}&after={after}&translatable=true")
            self.assertEqual(len(found["entries"]), count)
            self.assertEqual(found["gather"], plain["gather"])
            whole += found["entries"]
            after = whole[-1]["number"]
        shown = self.daemon.call(f"{HISTORY}.Show", translatable=True)["entries"]
        self.assertEqual([entry.pop("translatable") for entry in whole],
                         [entry["translatable"] for entry in shown])
        # They say nothing of the accounts of the machine either.
        self.assertEqual(whole, plain["entries"])
        for query in ("id=000&translatable=true", "translatable=1", "translatable="):
            self.assertEqual(
                web.json(f"/api/match?{query}", 400)["error"], "InvalidParameter")
        self.assertEqual(
            web.json("/api/match?pitch=nowhere&translatable=true", 404)["error"], "NoSuchPitch")

    def test_without_an_id_the_match_is_the_present_one(self):
        web = self.serve()
        self.assertEqual(web.json("/api/match", 404)["error"], "NoSuchGather")
        older = self.play()
        self.daemon.call("End")
        newer = self.play()
        self.assertEqual(web.json("/api/match")["gather"]["id"], newer)
        self.assertEqual(
            [entry["number"] for entry in web.json("/api/match?after=1")["entries"]], [2])
        self.daemon.call("End")
        self.daemon.call("Reopen", id=older)
        found = web.json("/api/match?after=999999999")
        self.assertEqual((found["gather"]["id"], found["entries"]), (older, []))

    def test_two_matches_that_begin_alike(self):
        web = self.serve()
        # With so many of four hexadecimal digits some are alike.
        with self.daemon.client() as client:
            seen = {}
            while True:
                match = client.call("Open")["gather"]["id"]
                client.call("Discard")
                if match[:4] in seen:
                    break
                seen[match[:4]] = match
        self.assertEqual(web.json(f"/api/match?id={match[:4]}", 404)["error"], "AmbiguousGather")
        self.assertEqual(web.json(f"/api/match?id={match}")["gather"]["id"], match)

    def test_nobody_learns_the_accounts_of_the_machine(self):
        web = self.serve()
        match = self.play()
        with self.daemon.client() as phone:
            phone.call("ActFor", device="Anna's phone")
            phone.call("AddToScore", team="teamA", delta=1)
        own = self.daemon.call(f"{HISTORY}.Show")["entries"]
        self.assertEqual({entry["operatorUid"] for entry in own}, {os.geteuid()})
        shown = web.json(f"/api/match?id={match}")["entries"]
        for entry, whole in zip(shown, own, strict=True):
            expected = {name: value for name, value in whole.items()
                        if name not in ("operatorUid", "operatorName")}
            self.assertEqual(entry, expected | {"commanded": True})
        self.assertEqual([entry.get("operatorDevice") for entry in shown],
                         [None, None, "Anna's phone"])

    def test_the_squad_has_what_a_programme_has(self):
        web = self.serve()
        self.assertEqual(web.json("/api/squad"), {"players": []})
        ada = {"name": "Ada \"9\" <b>", "age": 31, "skill": "professional", "position": "striker",
               "favouriteTeam": "Reds", "shirt": 9}
        self.daemon.call(f"{PLAYERS}.Add", players=[ada, {"name": "Hana", "age": 17}])
        self.play(teamAPlayers=[1], teamBPlayers=[2])
        for _ in range(2):
            self.daemon.call("AddToScore", team="teamA", delta=1, scorer=1)
        state = json.dumps(web.stream().next_state())
        self.daemon.call("End")
        self.assertEqual(web.json("/api/squad")["players"], [
            {"id": 1, "name": 'Ada "9" <b>', "position": "striker", "shirt": 9, "goals": 2},
            {"id": 2, "name": "Hana", "position": None, "shirt": None, "goals": 0}])
        for private in ("age", "skill", "favouriteTeam", "professional"):
            self.assertNotIn(f'"{private}"', state)

    def test_the_usual_values_are_those_of_the_form_for_a_match(self):
        web = self.serve()
        usual = self.daemon.call("GetDefaults")["defaults"]
        self.daemon.call("SetDefaults", defaults=usual | {
            "format": "futsal", "teamAName": "Reds", "teamAColor": "red"})
        said = web.json("/api/defaults")["defaults"]
        self.assertEqual([said.get(name) for name in ("format", "teamAName", "teamAColor")],
                         ["futsal", "Reds", "red"])
        self.assertNotIn("players", said)

    def test_each_pitch_has_its_own(self):
        web = self.serve()
        self.assertEqual(web.json("/api/pitches"), {"pitches": ["gatherd"], "usual": "gatherd"})
        north = self.pitch("north")
        self.daemon.socket.with_name("file.sock").touch()
        self.daemon.socket.with_name("od d.sock").touch()
        self.assertEqual(web.json("/api/pitches"),
                         {"pitches": ["gatherd", "north"], "usual": "gatherd"})
        north.call("Open", teamAName="Northerners")
        north.call("End")
        self.assertEqual(web.json("/api/history")["gathers"], [])
        self.assertEqual(web.json("/api/history?pitch=gatherd")["gathers"], [])
        found = web.json("/api/history?pitch=north")["gathers"]
        self.assertEqual([gather["teamAName"] for gather in found], ["Northerners"])

    def test_no_name_leads_out_of_the_directory_of_the_pitches(self):
        web = self.serve()
        beside = self.daemon.socket.parent.with_name("x.sock")
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(beside))
            other.listen()
            for name in ("nowhere", "../x", "..%2Fx", "%2e%2e/x", "x" * 64, "x" * 65, "x" * 3000,
                         "%00", ".", "..", "", "file", "a b",
                         "gatherd.sock", "Gatherd", "%FF", "g%C3%A4therd", "gatherd/", "**"):
                for path in ("/events", "/api/history", "/api/squad", "/api/match", "/crest/a"):
                    with self.subTest(name[:80], path=path):
                        answer = web.get(f"{path}?id=12345678&pitch={name}")
                        # A blank in a request is mended by a newer libmicrohttpd.
                        known = (301, 400, 404) if " " in name else (404,)
                        self.assertIn(answer.status, known if len(name) < 1000 else (answer.status,))
                        if answer.status == 404:
                            self.assertEqual(json.loads(answer.body)["error"], "NoSuchPitch")
            self.assertEqual(self.daemon.client().call("Get")["gather"], None)
            other.settimeout(0)
            with self.assertRaises(BlockingIOError):  # Nobody has come to the one beside.
                other.accept()

    def test_without_gatherd_the_pages_are_there_and_the_rest_says_why(self):
        web = self.serve()
        self.daemon.kill()
        for path in PAGES:
            self.assertEqual(web.get(path).status, 200, path)
        for path in ("/api/history", "/api/squad", "/api/match?id=12345678"):
            self.assertEqual(web.json(path, 503)["error"], "Unreachable", path)
        self.assertEqual(web.get("/crest/a").status, 404)
        self.daemon.start()
        self.assertEqual(web.json("/api/history"), {"gathers": []})


class Sharing(WebTest):
    """What a chat shows of a link."""

    HOSTILE = ("\"><script>alert('1')</script>", "<!-- og -->'&amp;\" onload=x")

    def tags(self, web, path):
        """The page, and what its head says of it."""
        body = web.get(path).body.decode()
        return body, dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', body))

    def test_the_page_has_the_match_in_its_head(self):
        web = self.serve()
        _, tags = self.tags(web, "/")
        self.assertEqual(tags, {"og:title": "gatherd", "og:description": "No match yet",
                                "og:type": "website"})
        match = self.play(teamAName="Reds", teamBName="Blues")
        self.goals(2)
        for path in ("/", f"/match/{match}", f"/match/{match[:8]}"):
            self.assertEqual(self.tags(web, path)[1]["og:title"], "Reds 2–0 Blues", path)
        self.daemon.call("End")
        self.assertEqual(self.tags(web, "/")[1]["og:description"], "Final score")
        self.assertIn("Played on 20", self.tags(web, f"/match/{match}")[1]["og:description"])
        north = self.pitch("north")
        north.call("Open", teamAName="Northerners")
        self.assertIn("Northerners", self.tags(web, "/?pitch=north")[1]["og:title"])

    def test_the_day_is_that_of_the_pitch(self):
        match = self.play()
        self.daemon.call("End")
        opened = self.daemon.call(f"{HISTORY}.List")["gathers"][0]["openedAt"]
        moment = datetime.datetime.fromisoformat(opened.replace("Z", "+00:00"))
        # At any moment these have two days; the signs of the zones are those of POSIX.
        for zone, hours in (("AAA12", -12), ("BBB-14", 14)):
            web = self.serve(TZ=zone)
            day = (moment + datetime.timedelta(hours=hours)).strftime("%Y-%m-%d")
            self.assertEqual(self.tags(web, f"/match/{match}")[1]["og:description"],
                             f"Played on {day}")

    def test_no_name_is_markup(self):
        web = self.serve()
        match = self.play(teamAName=self.HOSTILE[0], teamBName=self.HOSTILE[1])
        for path in ("/", f"/match/{match}"):
            body, tags = self.tags(web, path)
            self.assertNotIn("<script>alert", body)
            self.assertNotIn("alert('1')", body)
            self.assertEqual(
                tags["og:title"], "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; 0–0"
                " &lt;!-- og --&gt;&#39;&amp;amp;&quot; onload=x")

    def test_a_match_that_is_not_there_has_a_page_and_no_tags(self):
        web = self.serve()
        for path in ("/match/ffffffff", "/match/", "/match/%22%3E%3Cscript%3E", "/match/a/b/c"):
            body, tags = self.tags(web, path)
            self.assertEqual(tags, {}, path)
            self.assertNotIn('"><script>', body, path)


class Crests(WebTest):
    def setUp(self):
        super().setUp()
        self.crests = self.daemon.directory / "crests"
        self.crests.mkdir()

    def serve_teams(self, teamA, teamB="Blues"):
        self.daemon.call("Open", teamAName=teamA, teamBName=teamB)
        return self.serve("--crests", self.crests)

    def rename(self, name):
        self.daemon.call("NameTeams", teamAName=name)

    def test_a_side_has_the_picture_of_its_name(self):
        (self.crests / "reds.PNG").write_bytes(png(4, 4))
        (self.crests / "Blues.png").write_bytes(png(8, 8))
        web = self.serve_teams("Reds")
        for side, picture in (("a", png(4, 4)), ("b", png(8, 8))):
            answer = web.get(f"/crest/{side}")
            self.assertEqual((answer.status, answer.header("Content-Type"), answer.body),
                             (200, "image/png", picture))
        # Another name, another picture; a new file is there at once.
        self.rename("Greens")
        self.assertEqual(web.get("/crest/a").status, 404)
        (self.crests / "Greens.png").write_bytes(png(2, 2))
        self.assertEqual(web.get("/crest/a").body, png(2, 2))
        self.assertEqual(web.ask("HEAD", "/crest/a").status, 200)

    def test_a_link_out_of_the_directory_is_followed(self):
        """Who can put it there could put the picture there; only what is a picture is served."""
        outside = self.daemon.directory / "outside.png"
        outside.write_bytes(png(3, 3))
        (self.crests / "Reds.png").symlink_to(outside)
        (self.crests / "Blues.png").symlink_to("/etc/passwd")
        web = self.serve_teams("Reds")
        self.assertEqual(web.get("/crest/a").body, png(3, 3))
        self.assertEqual(web.get("/crest/b").status, 404)

    def test_what_is_no_picture_for_browsers_is_not_served(self):
        web = self.serve_teams("Reds")
        path = self.crests / "Reds.png"
        good = png(4, 4)
        for label, content in {
            "empty": b"", "text": b"no picture", "the signature": good[:8], "cut": good[:32],
            "SVG": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
            "JPEG": b"\xff\xd8\xff\xe0" + bytes(100), "GIF": b"GIF89a" + bytes(100),
            "too wide": png(2049, 1), "too high": png(1, 2049), "no size": png(0, 4),
            "another chunk first": good.replace(b"IHDR", b"IDAT", 1),
            "too long": good + bytes((256 << 10) + 1 - len(good)),
        }.items():
            with self.subTest(label):
                path.write_bytes(content)
                self.assertEqual(web.get("/crest/a").status, 404)
        path.write_bytes(good + bytes((256 << 10) - len(good)))
        self.assertEqual(len(web.get("/crest/a").body), 256 << 10)
        path.unlink()
        path.with_suffix(".svg").write_bytes(b"<svg/>")
        self.assertEqual(web.get("/crest/a").status, 404)

    def test_what_is_no_file_holds_nobody_up(self):
        path = self.crests / "Reds.png"
        web = self.serve_teams("Reds")
        for make, remove in ((path.mkdir, path.rmdir), (lambda: os.mkfifo(path), path.unlink),
                             (lambda: path.symlink_to(path), path.unlink),
                             (lambda: path.symlink_to("/dev/zero"), path.unlink)):
            make()
            self.assertEqual(web.get("/crest/a").status, 404)
            remove()

    def test_no_name_leads_out_of_the_directory(self):
        (self.daemon.directory / "x.png").write_bytes(png(4, 4))
        (self.crests / ".png").write_bytes(png(4, 4))
        (self.crests / "in").mkdir()
        (self.crests / "in/x.png").write_bytes(png(4, 4))
        web = self.serve_teams("../x")
        for name in ("../x", "in/x", "..", ".", "./in/x", f"{self.crests}/in/x", "x", "in\\x",
                     "../crests/in/x", "%2e%2e/x"):
            with self.subTest(name):
                self.rename(name)
                self.assertEqual(web.get("/crest/a").status, 404)

    def test_without_a_directory_or_a_match_there_is_none(self):
        self.assertEqual(self.serve("--crests", self.crests).get("/crest/a").status, 404)
        web = self.serve_teams("Reds")
        self.crests.rmdir()
        self.assertEqual(web.get("/crest/a").status, 404)
        self.assertEqual(self.serve().get("/crest/a").status, 404)


class Program(WebTest):
    def run_web(self, *arguments, **variables):
        return programs.run(programs.gather_web(), *arguments, **variables)

    def test_a_command_line_that_is_wrong(self):
        for arguments, text in (
            (["--listen"], "--listen needs ADDRESS:PORT"),
            (["--listen", "8080"], "--listen needs ADDRESS:PORT"),
            (["--listen=localhost:80"], "--listen needs ADDRESS:PORT"),
            (["--listen", "127.0.0.1:65536"], "--listen needs ADDRESS:PORT"),
            (["--listen", "::1:80"], "--listen needs ADDRESS:PORT"),
            (["--listen", "[127.0.0.1]:80"], "--listen needs ADDRESS:PORT"),
            (["--socket", ""], "--socket needs a path"),
            (["--socket", "x" * 108], "--socket needs a path of at most 107 bytes"),
            (["--per-address", "0"], "--per-address needs a number from 1 to 8192"),
            (["--per-address=8193"], "--per-address needs a number from 1 to 8192"),
            (["--per-address", "x"], "--per-address needs a number from 1 to 8192"),
            (["--trusted-proxy", "nginx"], "--trusted-proxy needs an address"),
            (["--certificate", "a"], "--certificate and --key belong together"),
            (["--key", "a"], "--certificate and --key belong together"),
            (["--host="], "--host needs a value"), (["--crests"], "--crests needs a value"),
            (["--nothing"], "unknown argument '--nothing'"), (["match"], "unknown argument 'match'"),
            ([""], "unknown argument ''"),
        ):
            with self.subTest(arguments):
                result = self.run_web(*arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result)
                self.assertTrue(result.stderr.startswith(f"gather-web: {text}"), result)
                self.assertTrue(result.stderr.endswith("; try 'gather-web --help'\n"), result)

    def test_help_and_version(self):
        for option, text in (("--help", "usage: gather-web "), ("-h", "usage: gather-web "),
                             ("--version", "gather-web ")):
            result = self.run_web(option)
            self.assertEqual((result.returncode, result.stderr), (0, ""), result)
            self.assertTrue(result.stdout.startswith(text), result)
        self.assertLessEqual(max(map(len, self.run_web("--help").stdout.splitlines())), 90)

    def test_a_port_that_is_in_use(self):
        with socket.create_server((HERE, 0)) as taken:
            place = f"{HERE}:{taken.getsockname()[1]}"
            result = self.run_web("--listen", place)
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        self.assertRegex(result.stderr, f"^gather-web: cannot start: cannot listen at {place}: "
                                        "Address already in use; name another one with --listen\n$")

    def test_an_address_that_is_not_here(self):
        result = self.run_web("--listen", "192.0.2.77:8080")
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        self.assertIn("cannot listen at 192.0.2.77:8080: ", result.stderr)

    def test_it_listens_where_it_is_told_and_ends_when_it_is_asked_to(self):
        with socket.create_server((HERE, 0)) as one, socket.create_server((ELSEWHERE, 0)) as other:
            places = [one.getsockname(), other.getsockname()]
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            running = programs.Running(
                self, programs.gather_web(), "--socket", self.daemon.socket,
                *(f"--listen={host}:{port}" for host, port in places))
            for place in places:
                # It tells nobody that it listens.
                connection = programs.eventually(lambda: connected(place), f"nobody at {place}")
                self.addCleanup(connection.close)
                connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
            running.process.send_signal(number)
            self.assertEqual(running.process.wait(LIMIT), 0)
            self.assertIsNone(running.next_line())
            # The next one has the same port at once, though connections of this one linger.

    def test_it_serves_the_sockets_that_it_is_passed_and_no_others(self):
        web = self.serve()
        ours = {int(name) for name in os.listdir(f"/proc/{web.process.pid}/fd")}
        self.assertEqual(web.get("/").status, 200)
        self.assertNotIn(f":{8080:04X}", sockets_of(web.process.pid), ours)
        # One with another name is a mistake of the configuration: it listens as without it.
        with socket.create_server((HERE, 0)) as taken:
            place = f"{HERE}:{taken.getsockname()[1]}"
            result = programs.run(
                "bash", "-c", 'exec env LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=other "$@"',
                "bash", programs.gather_web(), "--listen", place)
            self.assertEqual(result.returncode, 1, result)
            self.assertIn("Address already in use", result.stderr)

    def test_a_new_one_serves_the_same_port_at_once(self):
        web = self.serve()
        stream = web.stream()
        self.play()
        stream.state_with("started")
        web.kill()
        with self.assertRaises(Exception):
            while True:
                stream.next()
        # Who comes meanwhile is answered by the next.
        browser = web.browser()
        browser.ask("GET", "/api/pitches")
        web.start()
        self.assertEqual(browser.answer().status, 200)
        self.assertEqual(web.stream().next_state()["gather"]["phase"], "open")

    def test_no_dump_of_its_memory_can_have_a_secret(self):
        web = self.serve()
        self.assertEqual(web.get("/time").status, 200)
        limits = open(f"/proc/{web.process.pid}/limits").read()
        self.assertRegex(limits, r"Max core file size +0 +0 ")


def png(width, height):
    """A picture of one colour; its size is what its header says."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(
            ">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes(width)) * height)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows)
            + chunk(b"IEND", b""))


def connected(place):
    """A connection, or None where nobody listens."""
    connection = socket.socket()
    connection.settimeout(LIMIT)
    if connection.connect_ex(place) == 0:
        return connection
    connection.close()
    return None


def sockets_of(pid):
    """What the sockets of a process's network are bound to and listen at, as the kernel has it."""
    listening = "0A"
    with open(f"/proc/{pid}/net/tcp") as lines:
        rows = [line.split() for line in lines]
    inodes = {os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")}
    return [row[1] for row in rows[1:] if row[3] == listening and f"socket:[{row[9]}]" in inodes]


if __name__ == "__main__":
    unittest.main()
