"""A club: the fixtures at every reader, and the table from the results of all pitches."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
import unittest

import programs
from client import Client, Refused
from club import CLUB, FIXTURES, TABLE, Club, Pitch, fixture, rows
from daemon import Daemon
from mqtt import HERE, Broker, Publisher, Reader
from programs import LIMIT, eventually, run

SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))

LEAGUE = ("1 Reds Blues", "2 Blues Greens", "3 Greens Reds")


class ClubTest(unittest.TestCase):
    def setUp(self):
        self.broker = Broker.running(self)

    def club(self, *options, **more):
        return Club.begun(self, self.broker, *options, **more)


class Fixtures(ClubTest):
    def test_fixtures_of_one_reader_arrive_at_another(self):
        first, second = self.club().live(), self.club(name="bar").live()
        self.assertEqual(first.call("GetFixtures"), {"revision": 0, "fixtures": [],
                                                     "isLive": True})
        answer = first.take(*LEAGUE)
        self.assertIs(answer["published"], True)
        self.assertEqual(second.fixtures(lambda found: len(found) == 3), ["1", "2", "3"])
        self.assertEqual(second.call("GetFixtures"), first.call("GetFixtures"))
        found = second.call("GetFixture", id="2")["fixture"]
        self.assertEqual((found["home"], found["away"]), ("Blues", "Greens"))
        with self.assertRaises(Refused) as refused:
            second.call("GetFixture", id="4")
        self.assertEqual(refused.exception.name, f"{CLUB}.NoSuchFixture")
        newer = second.take("7 Reds Greens")
        self.assertGreater(newer["revision"], answer["revision"])
        self.assertEqual(first.fixtures(lambda found: len(found) == 1), ["7"])

    def test_the_copy_is_there_without_the_broker_and_after_a_restart(self):
        first = self.club().live()
        first.take(*LEAGUE)
        self.broker.kill()
        first.until("GetFixtures", lambda answer: not answer["isLive"])
        self.assertEqual(first.fixtures(), ["1", "2", "3"])
        first.kill()
        first.start()
        self.assertEqual(first.fixtures(), ["1", "2", "3"])
        answer = first.take("9 Reds Blues")
        self.assertIs(answer["published"], False)
        first.stop()
        first.start()
        self.assertEqual(first.fixtures(), ["9"])
        # A list that the broker has lost, or never had, comes back to it; other readers get it
        # there.
        self.broker.start()
        self.assertEqual(self.club(name="bar").fixtures(lambda found: found), ["9"])

    def test_the_newer_list_wins_after_a_connection(self):
        first, second = self.club().live(), self.club(name="bar").live()
        first.take(*LEAGUE)
        second.fixtures(lambda found: len(found) == 3)
        first.stop()
        newer = second.take("7 Reds Greens")
        first.start()
        answer = first.until("GetFixtures", lambda answer: answer["isLive"])
        self.assertEqual(answer["revision"], newer["revision"])
        self.assertEqual(json.loads(self.broker.retained(FIXTURES)[FIXTURES])["revision"],
                         newer["revision"])

    def test_a_list_that_is_wrong_is_refused_whole(self):
        club = self.club().live()
        club.take(*LEAGUE)
        good = fixture("4 A B")
        for wrong, expected in (
                ({"id": "1 2"}, ("id", "malformed")), ({"home": " "}, ("home", "missing")),
                ({"away": "A"}, ("away", "sameSide")), ({"time": "noon"}, ("time", "malformed")),
                ({"pitch": "a/b"}, ("pitch", "malformed")), ({"id": "3"}, ("id", "repeated")),
                ({"lengthSeconds": 0}, ("length", "outOfRange"))):
            with self.assertRaises(Refused) as refused:
                club.call("ImportFixtures", fixtures=[fixture("3 A B"), good | wrong])
            self.assertEqual(refused.exception.name, f"{CLUB}.InvalidFixture")
            self.assertEqual(refused.exception.parameters,
                             {"index": 1, "field": expected[0], "problem": expected[1]})
        with self.assertRaises(Refused) as refused:
            club.call("ImportFixtures", fixtures=[good] * 1001)
        self.assertEqual(refused.exception.name, f"{CLUB}.ListTooLong")
        self.assertEqual(club.fixtures(), ["1", "2", "3"])
        many = [fixture(f"f{number} A B") for number in range(1000)]
        self.assertIs(club.call("ImportFixtures", fixtures=many)["published"], True)
        self.assertEqual(len(club.fixtures()), 1000)

    def test_others_may_look_and_not_change(self):
        if os.geteuid() != 0:
            programs.cannot_run("only root can connect as several users", impossible=True)
        club = self.club().live()
        club.directory.chmod(0o755)
        club.socket.chmod(0o666)
        script = textwrap.dedent("""
            import json, socket, sys
            for method in ("ImportFixtures", "GetFixtures"):
                with socket.socket(socket.AF_UNIX) as client:
                    client.connect(sys.argv[1])
                    call = {"method": "io.gatherd.Club." + method}
                    if method == "ImportFixtures":
                        call["parameters"] = {"fixtures": []}
                    client.sendall(json.dumps(call).encode() + b"\\0")
                    print(client.recv(4096).rstrip(b"\\0").decode())
            """)
        asked = subprocess.run(
            [sys.executable, "-c", script, club.socket], user=12345, group=12345, extra_groups=[],
            capture_output=True, text=True, timeout=LIMIT, cwd="/")
        refused, looked = map(json.loads, asked.stdout.splitlines())
        self.assertEqual(refused["error"], "org.varlink.service.PermissionDenied")
        self.assertEqual(looked["parameters"]["fixtures"], [])

    def test_a_message_that_makes_no_sense_is_told_once_and_changes_nothing(self):
        club = self.club().live()
        club.take(*LEAGUE)
        reader = self.broker.reader("test/none")
        for payload in (b"", b"nonsense", b"{}", b'{"revision":1,"fixtures":[{}]}', b"\xff"):
            reader.publish(FIXTURES, payload, retained=True)
            reader.publish(TABLE, payload, retained=True)
            reader.publish("gather/north/state", payload, retained=True)
            reader.publish("gather/north/result/m1", payload, retained=True)
        Pitch(self.broker).result("m2", "1-0")
        self.broker.retained()
        self.assertEqual(club.fixtures(), ["1", "2", "3"])
        club.stop()
        lines = club.log()
        for topic in (FIXTURES, TABLE, "gather/north/state", "gather/north/result/m1"):
            told = [line for line in lines if f"{topic}: it makes no sense, ignoring" in line]
            self.assertEqual(len(told), 1, lines)

    def test_a_list_that_no_other_could_replace_is_not_taken(self):
        club = self.club().live()
        revision = club.take(*LEAGUE)["revision"]
        reader = self.broker.reader("test/none")
        wrong = int((time.time() + 20 * 366 * 86_400) * 1000)
        reader.publish(FIXTURES, json.dumps({"revision": wrong, "fixtures": []}).encode(),
                       retained=True)
        # The broker gets that of before again.
        eventually(lambda: json.loads(self.broker.retained(FIXTURES)[FIXTURES])["revision"]
                   == revision, self.broker.retained)
        self.assertEqual(club.fixtures(), ["1", "2", "3"])
        # Nor does one stay that an earlier version has taken.
        club.stop()
        [line] = [line for line in club.log() if "years ahead" in line]
        self.assertIn(f"{FIXTURES}: its revision is years ahead of the clock, ignoring", line)
        [kept] = (club.directory / "state").glob("*.json")
        record = json.loads(kept.read_text())
        record["list"]["revision"] = record["published"] = 1 << 52
        kept.write_text(json.dumps(record))
        club.start().live()
        self.assertEqual(club.take("7 Reds Greens")["published"], True)
        self.assertEqual(club.fixtures(), ["7"])

    def test_the_broker_refuses_and_that_is_told(self):
        self.broker.close()
        self.broker = Broker.running(
            self, acl="user house\ntopic readwrite gather/#\nuser bar\ntopic read gather/#\n",
            passwords={"house": "x", "bar": "y"})
        def named(name, word):
            file = self.broker.file(f"word-{name}", f"{word}\n")
            return self.club("--user", name, "--password-file", file, name=name).live()
        house, bar = named("house", "x"), named("bar", "y")
        house.take(*LEAGUE)
        bar.fixtures(lambda found: len(found) == 3)
        answer = bar.take("9 A B")
        self.assertEqual((answer["published"], answer["unpublished"]), (False, "denied"))
        self.assertEqual(house.fixtures(), ["1", "2", "3"])
        # It keeps what it was told, and goes on as soon as it may or a newer list comes.
        self.assertEqual(bar.fixtures(), ["9"])
        house.take("10 A B")
        self.assertEqual(bar.fixtures(lambda found: found[0]["id"] == "10"), ["10"])

    def test_that_they_are_gone_and_refused_is_told(self):
        access = "user other\ntopic readwrite gather/#\nuser house\ntopic {} gather/#\n"
        self.broker.close()
        self.broker = Broker.running(self, acl=access.format("readwrite"),
                                     passwords={"house": "x", "other": "y"})
        club = self.club("--user", "house", "--password-file", self.broker.file("word", "x\n"))
        club.live().take(*LEAGUE)
        self.broker.file("acl", access.format("read"))
        self.broker.process.send_signal(signal.SIGHUP)
        other = Reader((HERE, self.broker.port), "other", "y")
        self.addCleanup(other.close)
        other.retain({FIXTURES: b""})
        club.until("GetFixtures", lambda answer: answer.get("unpublished") == "denied")


class TheTable(ClubTest):
    def setUp(self):
        super().setUp()
        self.house = self.club("--table").live()
        self.bar = self.club(name="bar").live()
        self.north, self.south = Pitch(self.broker), Pitch(self.broker, "south")
        self.house.take(*LEAGUE)

    def same(self, *lines):
        """Waits for a table at both readers, and compares what they answer."""
        self.assertEqual(self.house.table(*lines), self.bar.table(*lines))

    def test_results_of_all_pitches_count_and_a_correction_corrects(self):
        self.same("1 Blues 0", "1 Greens 0", "1 Reds 0")
        self.north.result("m1", "2-1", fixture="1")
        self.same("1 Reds 3", "2 Greens 0", "3 Blues 0")
        self.south.result("m2", "0-0", fixture="2")
        self.same("1 Reds 3", "2 Greens 1", "3 Blues 1")
        self.north.result("m1", "2-2", fixture="1", revision=7)
        self.same("1 Blues 2", "2 Reds 1", "3 Greens 1")
        # A broker that was killed may have one of before.
        self.north.result("m1", "9-0", fixture="1", revision=6, age=60)
        self.south.result("m3", "1-0", fixture="3")
        self.same("1 Greens 4", "2 Blues 2", "3 Reds 1")
        self.north.discard("m1")
        self.same("1 Greens 4", "2 Blues 1", "3 Reds 0")

    def test_a_pitch_that_was_renamed_has_its_matches_once(self):
        self.south.result("m1", "2-1", fixture="1")
        self.house.table("1 Reds 3", "2 Greens 0", "3 Blues 0")
        self.north.result("m1", "2-1", fixture="1")
        self.north.result("m1", "1-2", fixture="1", revision=6)
        self.same("1 Blues 3", "2 Greens 0", "3 Reds 0")
        self.house.apart()

    def test_a_pitch_whose_backup_was_restored_counts_as_it_is(self):
        self.north.result("m1", "2-1", fixture="1", revision=7)
        self.same("1 Reds 3", "2 Greens 0", "3 Blues 0")
        self.north.result("m1", "1-1", fixture="1", revision=5)
        self.same("1 Blues 1", "1 Reds 1", "3 Greens 0")

    def test_what_counts_in_no_table_is_shown_apart(self):
        self.north.result("m1", "1-0", fixture="1")
        self.north.result("friendly", "3-3")
        self.south.result("other", "1-1", fixture="99", teamAName="Reds", teamBName="Whites")
        self.south.result("left", "0-1", fixture="2", endedPeriod="first half")
        self.south.result("again", "0-2", fixture="1", minute=30)
        lines = ("friendly noFixture", "other unknownFixture", "left abandoned", "m1 replayed")
        self.assertEqual(self.house.apart(*lines), self.bar.apart(*lines))
        self.same("1 Blues 3", "2 Greens 0", "3 Reds 0")
        # It has been put into the list since.
        self.house.take(*LEAGUE, "99 Reds Whites")
        self.same("1 Blues 3", "2 Whites 1", "3 Reds 1", "4 Greens 0")

    def test_a_group_alone_and_none_with_that_name(self):
        self.house.take("1 A B X", "2 C D Y")
        self.north.result("m1", "1-0", fixture="1")
        self.same("1 A 3", "2 B 0", "1 C 0", "1 D 0")
        self.assertEqual(rows(self.bar.call("GetTable", group="X")), ["1 A 3", "2 B 0"])
        with self.assertRaises(Refused) as refused:
            self.bar.call("GetTable", group="Z")
        self.assertEqual(refused.exception.name, f"{CLUB}.NoSuchGroup")

    def test_it_is_published_when_it_changes_alone_and_its_numbers_grow(self):
        reader = self.broker.reader(TABLE)
        first = reader.on(TABLE, lambda table: table["groups"])
        self.north.result("m1", "1-0", fixture="1")
        second = reader.on(TABLE)
        self.assertGreater(second["sequence"], first["sequence"])
        self.north.result("m1", "1-0", fixture="1", revision=6)
        self.house.stop()
        self.house.start().live()
        self.north.result("m2", "1-0", fixture="2")
        third = reader.on(TABLE)
        self.assertGreater(third["sequence"], second["sequence"])
        self.assertEqual(rows(third), ["1 Reds 3", "2 Blues 3", "3 Greens 0"])

    def test_the_broker_is_killed_and_comes_back_and_what_is_gone_meanwhile_goes(self):
        self.north.online()
        self.north.result("m1", "1-0", fixture="1")
        self.north.result("m2", "1-0", fixture="2")
        self.same("1 Reds 3", "2 Blues 3", "3 Greens 0")
        self.broker.kill()
        for club in (self.house, self.bar):
            answer = club.until("GetTable", lambda answer: not answer["isLive"])
            self.assertEqual(rows(answer), ["1 Reds 3", "2 Blues 3", "3 Greens 0"])
        # It has lost all of it, and the pitch tells one of the two again.
        for path in self.broker.directory.glob("mosquitto.db*"):
            path.unlink()
        self.broker.start()
        self.north.result("m2", "1-0", fixture="2")
        for club in (self.house, self.bar):
            club.table("1 Blues 3", "2 Reds 0", "3 Greens 0", pitches=[self.north])
        self.bar.live()
        self.assertEqual(self.bar.fixtures(), ["1", "2", "3"])

    def test_a_table_that_nobody_makes_any_more_is_not_live(self):
        self.north.result("m1", "1-0", fixture="1")
        self.same("1 Reds 3", "2 Greens 0", "3 Blues 0")
        self.assertIs(self.bar.call("GetTable")["isLive"], True)
        self.house.kill()
        self.north.result("m2", "1-0", fixture="2")
        answer = self.bar.until("GetTable", lambda answer: not answer["isLive"])
        self.assertEqual(rows(answer), ["1 Reds 3", "2 Greens 0", "3 Blues 0"])
        self.house.start().live()
        self.same("1 Reds 3", "2 Blues 3", "3 Greens 0")
        self.assertIs(self.bar.call("GetTable")["isLive"], True)

    def test_what_another_one_replaces_or_takes_away_comes_back(self):
        lines = "1 Blues 0", "1 Greens 0", "1 Reds 0"
        self.same(*lines)
        self.bar.fixtures(lambda found: len(found) == 3)
        before = self.broker.retained()
        newer = json.loads(before[TABLE])["sequence"] + 1_000
        other = {"sequence": newer, "order": "goal-difference", "groups": [], "apart": []}
        for messages in ({TABLE: b"", FIXTURES: b""},
                         {TABLE: json.dumps(other).encode(),
                          FIXTURES: b'{"revision":1,"fixtures":[]}'}):
            with self.subTest(messages):
                self.broker.reader("test/none").retain(messages)
                eventually(lambda: self.broker.retained().get(FIXTURES) == before[FIXTURES],
                           "the fixtures have not come back")
                eventually(lambda: rows(json.loads(self.broker.retained().get(TABLE)
                                                   or '{"groups":[]}')) == list(lines),
                           "the table has not come back")
        # It counts for those who have read the other one.
        self.bar.table(*lines)
        self.assertGreater(json.loads(self.broker.retained()[TABLE])["sequence"], newer)

    def test_a_result_of_a_pitch_that_is_away_stays(self):
        self.north.online()
        self.north.result("m1", "1-0", fixture="1")
        self.same("1 Reds 3", "2 Greens 0", "3 Blues 0")
        self.broker.kill()
        for path in self.broker.directory.glob("mosquitto.db*"):
            path.unlink()
        self.broker.start()
        self.house.live()
        self.same("1 Reds 3", "2 Greens 0", "3 Blues 0")


class Model:
    """The results as they were told, and the table of them, by other code than ours."""

    def __init__(self, fixtures):
        self.fixtures = {words[0]: words[1:] for words in map(str.split, fixtures)}
        self.results = {}

    def counted(self):
        """The result of each fixture: of its matches, the one that ended last."""
        found = {}
        for (pitch, match), (score, fixture, minute) in self.results.items():
            if fixture in self.fixtures:
                found.setdefault(fixture, []).append((minute, pitch, match, score))
        return {fixture: max(matches)[-1] for fixture, matches in found.items()}

    def reached(self, teams):
        """Points, goal difference and goals of teams in the matches among them."""
        reached = {team: [0, 0, 0] for team in teams}
        for fixture, score in self.counted().items():
            goals = [int(part) for part in score.split("-")]
            sides = self.fixtures[fixture]
            if set(sides) <= set(teams):
                for team, own, others in zip(sides, goals, reversed(goals)):
                    points = 3 if own > others else 1 if own == others else 0
                    for index, more in enumerate((points, own - others, own)):
                        reached[team][index] += more
        return reached

    def split(self, teams, key):
        ordered = sorted(teams, key=key, reverse=True)
        return [list(part) for _, part in itertools.groupby(ordered, key)]

    def among(self, teams):
        reached = self.reached(teams)
        parts = self.split(teams, lambda team: reached[team])
        return sum(map(self.among, parts), []) if len(parts) > 1 else parts

    def rows(self, order):
        teams = sorted({team for sides in self.fixtures.values() for team in sides})
        reached = self.reached(teams)
        if order == "goal-difference":
            parts = sum(map(self.among, self.split(teams, lambda team: reached[team])), [])
        else:
            tied = sum(map(self.among, self.split(teams, lambda team: reached[team][:1])), [])
            parts = sum((self.split(part, lambda team: reached[team][1:]) for part in tied), [])
        rows = []
        for part in parts:
            place = len(rows) + 1
            rows += [f"{place} {team} {reached[team][0]}" for team in sorted(part)]
        return rows


class Random(ClubTest):
    def check(self, order):
        chance = random.Random(SEED)
        print(f"GATHERD_SEED={SEED}")
        teams = [f"T{number}" for number in range(5)]
        fixtures = [f"{home}{away} {home} {away}" for home, away
                    in itertools.permutations(teams, 2)]
        model = Model(fixtures)
        house = self.club("--table", "--order", order).live()
        bar = self.club(name="bar").live()
        house.take(*fixtures)
        pitches = {name: Pitch(self.broker, name) for name in ("north", "south", "west")}
        revisions = itertools.count(5)

        def tell(place):
            score, fixture, minute = model.results[place]
            pitches[place[0]].result(
                place[1], score, fixture, revision=next(revisions), minute=minute)

        for _ in range(120):
            pitch, number = chance.choice(list(pitches)), chance.randrange(14)
            place = pitch, f"{pitch}-{number}"
            if chance.random() < 0.15 and place in model.results:
                del model.results[place]
                pitches[place[0]].discard(place[1])
                continue
            fixture = chance.choice([*model.fixtures, *model.fixtures, "none", None])
            model.results[place] = (f"{chance.randrange(3)}-{chance.randrange(3)}", fixture,
                                    chance.randrange(60))
            tell(place)
            if chance.random() < 0.02:
                chance.choice((house, bar)).kill()
            elif chance.random() < 0.02:
                self.broker.kill()
                self.broker.start()
                # As gather-mqtt does with each connection.
                for pitch in pitches.values():
                    pitch.online()
                for known in model.results:
                    tell(known)
                for pitch, match in itertools.product(pitches, range(14)):
                    if (pitch, f"{pitch}-{match}") not in model.results:
                        pitches[pitch].discard(f"{pitch}-{match}")
            for club in (house, bar):
                if club.running.process.poll() is not None:
                    club.start()
        expected = model.rows(order)
        for club in (house, bar):
            answer = club.until("GetTable", lambda answer: rows(answer) == expected
                                and answer["isLive"], pitches.values())
            self.assertEqual(answer["order"], order)
        self.assertEqual(house.call("GetTable"), bar.call("GetTable"))

    def test_by_goal_difference_the_table_is_that_of_a_model_whoever_is_killed(self):
        self.check("goal-difference")

    def test_head_to_head_the_table_is_that_of_a_model_whoever_is_killed(self):
        self.check("head-to-head")


class Gatherctl(ClubTest):
    FILE = '''\ufeffid;time;pitch;home;away;group;length
        1;2026-11-28 10:30;north;Reds;Blues;A;25
        2;9:15;south;"Old ""Greens""";Reds;A;
        3;;;Whites;Blacks;B;12:30
        '''.replace("    ", "")

    def ctl(self, club, *arguments, input=None):
        return run(programs.gatherctl(), *arguments, "--club", club.socket, input=input)

    def test_a_file_is_imported_and_listed_at_another_reader(self):
        house, bar = self.club("--table").live(), self.club(name="bar").live()
        path = house.directory / "fixtures.csv"
        path.write_text(self.FILE)
        result = self.ctl(house, "fixtures", "import", path)
        self.assertEqual((result.stdout, result.stderr), ("imported 3 fixtures\n", ""))
        bar.fixtures(lambda found: len(found) == 3)
        lines = self.ctl(bar, "fixtures").stdout.splitlines()
        self.assertEqual(lines[0].split(),
                         ["09:15", "south", "A", "2", "Old", '"Greens"', "-", "Reds"])
        self.assertEqual({line.split(" - ")[-1] for line in lines}, {"Reds", "Blues", "Blacks"})
        answer = json.loads(self.ctl(bar, "fixtures", "--json").stdout)
        self.assertEqual(answer, bar.call("GetFixtures"))
        self.assertEqual(answer["fixtures"][0]["lengthSeconds"], 1500)
        Pitch(self.broker).result("m1", "2-0", fixture="1")
        Pitch(self.broker).result("m2", "2-0")
        bar.apart("m2 noFixture")
        result = self.ctl(bar, "table", "--group", "A")
        self.assertEqual(result.stdout.splitlines()[:3], [
            "group A", "   team          played  won  drawn  lost  goals  +/-  points",
            "1  Reds               1    1      0     0    2-0   +2       3"])
        self.assertIn("played without a fixture", result.stdout)
        self.assertEqual(self.ctl(house, "table", "--group", "A").stdout, result.stdout)
        self.broker.kill()
        bar.until("GetTable", lambda answer: not answer["isLive"])
        self.assertTrue(self.ctl(bar, "table").stdout.startswith("STALE: "))
        result = self.ctl(bar, "fixtures", "import", "-", input=self.FILE)
        self.assertIn("not yet at the broker: there is no connection\n", result.stdout)

    def test_fixtures_that_the_broker_does_not_have_are_told_until_it_has(self):
        self.broker.close()
        self.broker = Broker.running(self, acl="user house\ntopic read gather/#\n",
                                     passwords={"house": "x"})
        club = self.club("--user", "house", "--password-file", self.broker.file("word", "x\n"))
        club.live()
        def told(reason):
            club.until("GetFixtures", lambda answer: answer.get("unpublished") == reason)
            result = self.ctl(club, "fixtures")
            self.assertEqual((result.returncode, result.stderr), (0, ""), result)
            return result.stdout.splitlines()[3:]
        denied = ["kept here; not yet at the broker: the broker does not allow it",
                  f"'gatherctl mqtt --club {club.socket} check' says what does not work"]
        away = [denied[0].replace("the broker does not allow it", "there is no connection"),
                denied[1]]
        result = self.ctl(club, "fixtures", "import", "-", input=self.FILE)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        self.assertEqual(result.stdout.splitlines(), ["imported 3 fixtures", *denied])
        self.assertEqual(told("denied"), denied)
        club.kill()
        club.start()
        self.assertEqual(told("denied"), denied)
        self.broker.stop()
        self.assertEqual(told("noConnection"), away)
        club.stop()
        club.start()
        self.assertEqual(told("noConnection"), away)
        result = self.ctl(club, "fixtures", "import", "-", input=self.FILE)
        self.assertEqual(result.stdout.splitlines(), ["imported 3 fixtures", *away])
        # With the right to write them they get there by themselves.
        self.broker.file("acl", "user house\ntopic readwrite gather/#\n")
        self.broker.start()
        self.assertEqual(told(None), [])
        # That it has them is known without it, and after a restart.
        self.broker.kill()
        club.until("GetFixtures", lambda answer: not answer["isLive"])
        self.assertEqual(told(None), [])
        club.stop()
        club.start()
        self.assertEqual(told(None), [])

    def test_of_a_file_that_is_wrong_nothing_is_imported(self):
        club = self.club().live()
        club.take(*LEAGUE)
        result = self.ctl(club, "fixtures", "import", "-", input=self.FILE + "3;x;;A;A;;\n")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.splitlines(), [
            "gatherctl: cannot import the fixtures: standard input is wrong, and none was imported",
            "  line 5, column 1 (id): another fixture has this ID",
            "  line 5, column 3 (time): a time is as 2026-11-28 10:30, 10:30 or "
            "2026-11-28T10:30:00+01:00",
            "  line 5, column 8 (away): it is the name of the other side"])
        self.assertEqual(club.fixtures(), ["1", "2", "3"])
        for arguments in (("fixtures", "import", "/none"), ("table", "--group", "Z")):
            self.assertEqual(self.ctl(club, *arguments).returncode, 1 if "import" in arguments
                             else 0)

    def test_without_the_service_it_says_how_to_start_it(self):
        club = Club(self, self.broker)
        result = self.ctl(club, "table")
        self.assertEqual(result.returncode, 3)
        self.assertIn("gather-mqtt --club", result.stderr)


class Many(ClubTest):
    def test_all_results_are_read_however_many_the_broker_retains(self):
        """More than it queues for a client."""
        Pitch.SIDES.update({f"f{number}": (f"a{number}", f"b{number}") for number in range(1000)})
        pitches = [Pitch(self.broker, name) for name in ("north", "south")]
        with self.broker.reader("test/none") as reader:
            reader.retain({f"gather/{pitch.name}/result/m{number}": pitch.payload(
                f"m{number}", "1-0", f"f{number % 1000}", minute=number // 1000)
                for pitch, first in zip(pitches, (0, 1250))
                for number in range(first, first + 1250)})
        house = self.club("--table").live()
        house.call("ImportFixtures", fixtures=[
            {"id": f"f{number}", "home": f"a{number}", "away": f"b{number}"}
            for number in range(1000)])
        answer = house.until("GetTable", lambda answer: answer["groups"] and answer["isLive"])
        self.assertEqual({row["played"] for row in answer["groups"][0]["rows"]}, {1})
        self.assertEqual(len(answer["apart"]), 500)
        bar = self.club(name="bar").live()
        self.assertEqual(bar.until("GetTable", lambda answer: answer["isLive"]), answer)


    def test_a_pitch_with_too_many_loses_its_oldest_until_there_is_room(self):
        evil, north = Pitch(self.broker, "evil"), Pitch(self.broker)
        with self.broker.reader("test/none") as reader:
            reader.retain({f"gather/evil/result/m{number}": evil.payload(
                f"m{number}", "1-0", minute=30) for number in range(2000)})
        house = self.club("--table").live()
        house.take("old Reds Blues", "new Greens Blacks")
        evil.result("old", "1-0", "old")
        north.result("m1", "2-0", "new", minute=10)
        house.running.line_with("gather/evil/result/+: there is no room for the oldest of so many")
        house.table("1 Greens 3", "2 Blues 0", "2 Reds 0", "4 Blacks 0")
        evil.discard("m7")
        house.table("1 Greens 3", "2 Reds 3", "3 Blues 0", "4 Blacks 0")


class Pitches(ClubTest):
    def test_the_pitches_are_as_they_were_heard_last(self):
        club = self.club().live()
        north, south = Pitch(self.broker), Pitch(self.broker, "south")
        south.state(7, gather=None)
        north.online()
        north.state(5, gather={"score": "1-0"})
        north.state(4, gather={"score": "0-0"})
        south.online(False)
        north.raw("m1", b"")
        answer = club.until("GetPitches", lambda answer: len(answer["pitches"]) == 2
                            and answer["pitches"][0]["state"])
        self.assertEqual(
            [(pitch["name"], pitch["online"], pitch["state"]["sequence"])
             for pitch in answer["pitches"]], [("north", True, 5), ("south", False, 7)])
        self.assertEqual(answer["pitches"][0]["state"]["gather"], {"score": "1-0"})
        self.assertIsNone(answer["pitches"][0]["clockOffsetMilliseconds"])
        self.assertIs(answer["isLive"], True)

    def test_there_is_room_for_so_many(self):
        club = self.club().live()
        self.broker.reader("test/none").retain(
            {f"gather/p{number}/online": b"1" for number in range(258)})
        Pitch(self.broker, "p0").state(1)
        answer = club.until("GetPitches", lambda answer: answer["pitches"]
                            and answer["pitches"][0]["state"])
        self.assertEqual(len(answer["pitches"]), 256)

    def test_two_real_pitches_are_read(self):
        club = self.club("--table").live()
        matches = []
        for name in ("north", "south"):
            daemon = Daemon.running(self)
            Publisher.begun(self, self.broker, daemon.socket, pitch=name)
            matches.append(daemon.call("Open")["gather"]["id"])
            daemon.call("AddToScore", team="teamA", delta=1)
            daemon.call("End")
        club.apart(*(f"{match} noFixture" for match in matches))
        answer = club.until("GetPitches", lambda answer: [
            (pitch["state"] or {}).get("gather", {}).get("phase") for pitch in answer["pitches"]
            if pitch["online"]] == ["ended", "ended"])
        self.assertEqual([pitch["name"] for pitch in answer["pitches"]], ["north", "south"])


class WhoAsks(ClubTest):
    def test_calls_that_make_no_sense_get_an_error(self):
        club = self.club()
        with Client(club.socket) as client:
            for method, error in (
                    (f"{CLUB}.None", "MethodNotFound"), ("a.b.C", "InterfaceNotFound")):
                with self.assertRaises(Refused) as refused:
                    client.call(method)
                self.assertEqual(refused.exception.name, f"org.varlink.service.{error}")
            for parameters in ({}, {"id": 1}, {"id": "1", "more": 2}):
                with self.assertRaises(Refused) as refused:
                    client.call(f"{CLUB}.GetFixture", **parameters)
                self.assertEqual(refused.exception.name, "org.varlink.service.InvalidParameter")
            self.assertIn(CLUB, client.call("org.varlink.service.GetInfo")["interfaces"])

    def test_who_reads_nothing_or_sends_rubbish_keeps_nobody_waiting(self):
        club = self.club().live()
        club.call("ImportFixtures", fixtures=[fixture(f"f{number} {'A' * 90} {'B' * 90}")
                                              for number in range(1000)])
        with Client(club.socket) as idle, Client(club.socket) as rude:
            for _ in range(20):
                idle.send(f"{CLUB}.GetFixtures")
            rude.send_bytes(b"rubbish\0")
            self.assertTrue(rude.is_closed())
            self.assertEqual(len(club.fixtures()), 1000)
            # And all of it comes once it is read.
            for _ in range(20):
                self.assertEqual(len(idle.reply()["fixtures"]), 1000)

    def test_two_of_them_do_not_share_a_directory(self):
        club = self.club()
        other = Club(self, self.broker, name="other")
        other.variables = club.variables
        result = run(*other.command, **other.variables)
        self.assertEqual(result.returncode, 1)
        self.assertIn("another gather-mqtt reads the club already", result.stderr)


if __name__ == "__main__":
    unittest.main()
