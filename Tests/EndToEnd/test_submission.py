"""The way of a result to the server: its requests, its faults, and what people see of it."""

import contextlib
import os
import pathlib
import signal
import threading
import time
import unittest
from datetime import datetime

import fast_clock
import programs
from backend import work_for
from client import Client, Refused
from faults import answer_instead, answer_never
from programs import LIMIT, eventually
from sweep import FIRST, STEPS
from test_account import HASH, PASSWORD, AccountTest

ACCOUNT = "io.gatherd.Account"
# After how many seconds without news somebody tries again.
AGAIN = 0.25


class SubmissionTest(AccountTest):
    """A daemon that is signed in."""

    def sign_in(self, **options):
        self.start(**options)
        self.register()
        self.backend.server.requests.clear()

    def play(self, goals=2):
        """A match up to its end; gives its ID."""
        self.daemon.call("Start")
        for _ in range(goals):
            self.daemon.call("AddToScore", team="teamA", delta=1)
        self.daemon.call("AddToScore", team="teamB", delta=1)
        return self.daemon.call("End")["gather"]["id"]

    def submit(self, *ids):
        return self.daemon.call(f"{ACCOUNT}.Submit", **{"ids": list(ids)} if ids else {})["count"]

    def results(self):
        return self.daemon.call(f"{ACCOUNT}.ListResults")["results"]

    def state(self):
        return (self.daemon.get()["submission"] or {}).get("state")

    def wait_for(self, *states, timeout=LIMIT):
        """Waits until the submission of the newest gather is in one of the states."""
        with_watch = self.daemon.client()
        gather = with_watch.subscribe()
        end = time.monotonic() + timeout
        while gather["submission"] is None or gather["submission"]["state"] not in states:
            assert time.monotonic() < end, gather["submission"]
            _, gather = with_watch.next_change()
        return gather["submission"]

    def changes(self):
        """Gives the state of the submission of the newest gather, and again each time that the
        daemon tells of a change, or that a person who was told nothing tries again."""
        with Client(self.daemon.socket) as watch:
            watch.subscribe()
            watch.socket.settimeout(AGAIN)
            while True:
                yield self.state()
                with contextlib.suppress(TimeoutError):
                    watch.next_change()

    def rows(self):
        """What the server has of gathers."""
        return [(one["score"], one["winnerTeam"]) for one in self.backend.gathers.values()]


class StateOfBefore(SubmissionTest):
    """The state of before a result was sent: it is not sent once more unless somebody says so."""

    def backup(self):
        self.done("backup", self.daemon.directory / "before.db")

    def restore(self):
        self.daemon.stop()
        self.done("restore", "--force", "--state-directory", self.daemon.state,
                  self.daemon.directory / "before.db")
        self.daemon.start()

    def check_asked(self, match):
        submission = self.wait_for("needsDecision", "sent")
        self.assertEqual(submission["state"], "needsDecision")
        self.assertIn(f"gatherctl submissions create {match[:8]}", self.done("submissions"))
        self.assertEqual(len(self.rows()), 1)
        self.done("submissions", "create", match)
        self.wait_for("sent")
        self.assertEqual(len(self.rows()), 2)

    def test_a_match_that_was_open_by_then_waits_for_somebody_when_it_ends(self):
        self.sign_in(options=("--submit-after", "0"))
        match = self.daemon.call("Start")["gather"]["id"]
        self.backup()
        self.daemon.call("End")
        self.wait_for("sent")
        self.restore()
        self.assertEqual(self.done("submissions"), "no results are waiting\n")
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.call("End")
        # It can be taken back as any end.
        self.daemon.call("Undo")
        self.daemon.call("End")
        self.check_asked(match)

    def test_a_match_whose_end_is_lost_with_a_damaged_log_waits_for_somebody(self):
        self.sign_in(options=("--submit-after", "0"))
        match = self.daemon.call("Start")["gather"]["id"]
        # All of it so far is in the database.
        self.daemon.stop()
        self.daemon.start()
        self.daemon.call("End")
        self.wait_for("sent")
        self.daemon.kill()
        log = self.daemon.database.with_name("gather.db-wal")
        whole = log.read_bytes()
        # The header of the log has 32 bytes.
        log.write_bytes(whole[:32] + bytes(each ^ 0x5A for each in whole[32:]))
        self.daemon.start()
        self.assertEqual(self.daemon.get()["phase"], "open")
        self.daemon.call("End")
        self.check_asked(match)

    def test_a_match_that_is_still_open_is_sent(self):
        self.sign_in(options=("--submit-after", "0"))
        self.daemon.call("Start")
        self.backup()
        self.restore()
        self.daemon.call("End")
        self.wait_for("sent")
        self.assertEqual(len(self.rows()), 1)

    def test_a_match_that_was_sent_by_its_name_since_is_not_called_never_sent(self):
        self.start(options=("--submit-after", "0"))
        match = self.play()
        self.backup()
        self.register()
        self.submit(match)
        self.wait_for("sent")
        self.restore()
        self.assertNotIn("never sent", self.done("login", "--password-file", self.file))
        self.check_asked(match)


class Sequence(SubmissionTest):
    def test_the_requests_of_a_match_byte_for_byte(self):
        self.sign_in()
        self.play()
        self.submit()
        remote = self.wait_for("sent")["remoteId"]
        token = self.token()
        wanted = ["authorization", "content-type", "accept"]
        seen = [
            (one.method, one.path, {name: one.header(name) for name in wanted}, one.body)
            for one in self.backend.server.requests]
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json",
                   "accept": "application/json"}
        self.assertEqual([one[:2] for one in seen], [
            ("GET", "/api/gathers"), ("POST", "/api/gathers"), ("PUT", f"/api/gathers/{remote}")])
        self.assertEqual([one[3] for one in seen], [
            b"", b"{}", b'{"score":"2-1","winnerTeam":"Team A"}'])
        for _, _, given, _ in seen:
            self.assertEqual(given["authorization"], headers["authorization"])
            self.assertEqual(given["accept"], headers["accept"])
        for _, _, given, body in seen:
            if body:
                self.assertEqual(given["content-type"], headers["content-type"])
        self.assertEqual(self.rows(), [("2-1", "Team A")])
        self.assertEqual(remote, next(iter(self.backend.gathers)))

    def test_what_people_see(self):
        self.sign_in()
        self.done("start")
        self.assertNotIn("Result", self.done("status"))
        self.assertIn("Result will be sent in ", self.done("end", "--yes"))
        self.assertEqual(self.done("submit"), "sending 1 result\n")
        self.wait_for("sent")
        self.assertIn("Result sent", self.done("status"))
        self.assertEqual(self.done("submissions"), "no results are waiting\n")

    def test_an_end_that_waits_tells_the_outcome_by_its_exit_status(self):
        self.sign_in()
        self.done("start")
        said = self.done("end", "--yes", "--wait")
        self.assertTrue(said.endswith("undo --match\nResult sent\n"), said)
        # A list is refused by what stands before the server, and is asked for again.
        self.done("start")
        self.backend.server.fail(answer_instead(404), at="GET")
        result = self.ctl("end", "--yes", "--wait")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.endswith("Result sent\n"), result)
        self.done("start")
        self.backend.server.fail(answer_instead(422), at="PUT")
        result = self.ctl("end", "--yes", "--wait")
        self.assertEqual(result.returncode, 1)
        self.assertIn("Result refused by the server", result.stderr)

    def test_the_grace_period_is_as_long_as_was_said(self):
        self.sign_in(options=("--submit-after", "0"))
        self.play()
        self.wait_for("sent")
        self.daemon.call("Undo")
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.call("End")
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-2", "None")])
        lines = self.backend.server.lines
        self.assertEqual([line.split()[0] for line in lines], ["GET", "POST", "PUT", "PUT"])

    def test_an_end_that_is_taken_back_in_time_is_not_sent(self):
        self.sign_in()
        self.play()
        self.assertEqual(self.state(), "held")
        self.daemon.call("Undo")
        self.assertIsNone(self.daemon.get()["submission"])
        self.assertEqual(self.submit(), 0)
        self.assertEqual(self.backend.server.lines, [])

    def test_a_match_without_an_account_is_as_before(self):
        self.start()
        self.play()
        self.assertIsNone(self.daemon.get()["submission"])
        self.assertEqual(self.results(), [])
        self.assertIn("nothing to send", self.done("submit", "--waiting"))
        self.assertEqual(self.ctl("submit").returncode, 1)
        self.assertNotIn("Result", self.done("status"))

    def test_login_offers_what_was_never_sent(self):
        self.start()
        ids = [self.play(), self.play(3)]
        self.daemon.call("Start")
        self.daemon.call("Discard")
        self.assertEqual(self.done("submissions"), "no results are waiting\n")
        text = self.register()
        offer = f"2 results never sent: gatherctl submit {ids[0][:8]} {ids[1][:8]}"
        self.assertIn(offer, text)
        # It can be had again, as "nothing to send" says.
        self.assertIn("'gatherctl submissions' lists", self.done("submit"))
        self.assertEqual(self.done("submissions"), f"{offer}\n")
        self.assertEqual(self.done("submit", ids[0][:8], ids[1][:8]), "sending 2 results\n")
        self.until(lambda: self.rows() == [("2-1", "Team A"), ("3-1", "Team A")])
        self.until(lambda: self.done("submissions") == "no results are waiting\n")

    def test_results_that_login_does_not_name_are_named_once_the_others_are_sent(self):
        self.start()
        ids = [self.play(0)[:8] for _ in range(7)]
        self.assertIn(f"7 results never sent; the newest: gatherctl submit {' '.join(ids[2:])}\n",
                      self.register())
        self.done("submit", *ids[2:])
        self.until(lambda: self.done("submissions")
                   == f"2 results never sent: gatherctl submit {' '.join(ids[:2])}\n")

    def until(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            assert time.monotonic() < end
            self.daemon.get()

    def test_nothing_secret_is_left_anywhere(self):
        self.sign_in()
        self.play()
        self.submit()
        self.wait_for("sent")
        said = self.done("--json", "submissions") + self.done("status") + self.daemon.log
        self.file.unlink()
        for secret in (self.token(), PASSWORD, HASH):
            self.assertNotIn(secret, said)
            for path in self.daemon.directory.rglob("*"):
                if path.is_file() and path.name != "account.token":
                    self.assertNotIn(secret.encode(), path.read_bytes(), path)


class People(SubmissionTest):
    def test_a_token_that_does_not_count_waits_for_a_login(self):
        self.sign_in()
        self.play()
        self.backend.tokens.clear()
        self.submit()
        self.wait_for("signInNeeded")
        self.assertIn("Sign in to send the result", self.done("status"))
        self.done("login", "--password-file", self.file)
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_a_token_that_counts_again_needs_no_login(self):
        """One that the server has not taken once only: the next result proves it."""
        self.sign_in()
        self.play()
        self.backend.server.fail(answer_instead(401))
        self.submit()
        self.wait_for("signInNeeded")
        self.submit(self.play(goals=4))
        self.wait_for("sent")
        eventually(lambda: not self.results(), "the first one waits for a login")
        self.assertEqual(sorted(self.rows()), [("2-1", "Team A"), ("4-1", "Team A")])
        self.assertIn(", signed in\n", self.done("account"))

    def check_that_the_empty_gather_goes(self):
        """What was made for a result that is dropped is of no use to anybody."""
        with self.daemon.client() as client:
            submission = client.subscribe()["submission"]
            while submission["deleting"]:
                submission = client.next_change()[1]["submission"]
        self.assertEqual(submission["state"], "dropped")
        self.assertEqual(self.backend.gathers, {})

    def test_last_is_the_newest_match(self):
        self.sign_in()
        self.assertIn("there is no match yet", self.ctl("submit", "last").stderr)
        self.play(5)
        self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.assertEqual(self.done("submit", "last"), "sending 1 result\n")
        self.wait_for("refused")
        self.assertEqual(self.done("submissions", "drop", "last", "--yes"), "dropped\n")
        self.check_that_the_empty_gather_goes()
        self.assertEqual(self.done("submissions", "retry", "last"), "sending 1 result\n")
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])
        self.assertIn("there is nothing to decide",
                      self.ctl("submissions", "create", "last").stderr)

    def test_an_end_while_nobody_is_signed_in_says_that_nothing_is_sent(self):
        words = "\nnot sent: nobody is signed in; 'gatherctl login' signs in\n"
        self.start()
        self.done("start")
        # Nobody who has no account is asked for one.
        self.assertNotIn("not sent", self.done("end", "--yes"))
        self.register()
        self.done("start")
        self.assertNotIn("not sent", self.done("end", "--yes"))
        self.done("submit", "last")
        self.wait_for("sent")
        self.done("undo")
        self.done("goal", "a")
        self.done("logout")
        # What was sent before is corrected after the next login.
        said = self.done("end", "--yes")
        self.assertTrue(said.endswith("\nSign in to send the result: 'gatherctl login'\n"), said)
        self.done("start")
        said = self.done("end", "--yes")
        self.assertTrue(said.endswith(words), said)
        # It was never to be sent, and the login offers it.
        gather = self.daemon.get()["id"]
        said = self.done("login", "--password-file", self.file)
        self.assertIn("never sent: gatherctl submit", said)
        self.assertIn(gather[:8], said)
        self.done("start")
        self.done("logout")
        result = self.ctl("end", "--yes", "--wait")
        self.assertNotIn("not sent", result.stdout)
        self.assertIn("nobody is signed in; 'gatherctl login' signs in", result.stderr)

    def test_the_account_tells_what_the_server_has_answered_last(self):
        self.sign_in(options=("--submit-after", "0"))
        self.assertIn("\nlast answer: 200 OK, ", self.done("account"))
        self.play()
        self.wait_for("sent")
        shown = self.done("account").splitlines()
        self.assertEqual(shown[0], f"alice at {self.backend.url}, signed in")
        self.assertRegex(shown[1], r"^last answer: 204 No Content, (just now|[0-9]+ s ago)$")
        # It is the server's, and not that of a request that got none.
        self.backend.server.refuse()
        self.play()
        self.wait_for("waiting")
        self.assertIn("\nlast answer: 204 No Content, ", self.done("account"))
        self.daemon.restart()
        self.assertIn("last answer: ", self.done("account"))

    def test_the_account_tells_that_the_server_does_not_take_the_sign_in(self):
        self.sign_in(options=("--submit-after", "0"))
        refused = (f"alice at {self.backend.url}, but the server does not accept the sign-in any "
                   "more; 'gatherctl login' signs in again")
        self.backend.tokens.clear()
        self.play()
        self.wait_for("signInNeeded")
        for _ in range(2):
            shown = self.done("account").splitlines()
            self.assertEqual(shown[0], refused)
            self.assertRegex(shown[1], "^last answer: 401 Unauthorized, ")
            account = self.daemon.call(f"{ACCOUNT}.Get")["account"]
            self.assertEqual((account["signInRefused"], account["lastAnswer"]["status"]),
                             (True, 401))
            # A restart knows it as well.
            self.daemon.restart()
        self.ctl("login", "--password-file", "-", input="wrong\n")
        self.assertEqual(self.done("account").splitlines()[0], refused)
        self.done("login", "--password-file", self.file)
        self.assertIn(f"alice at {self.backend.url}, signed in\nlast answer: 20",
                      self.done("account"))

    def test_a_refused_result_is_tried_again_or_dropped_by_hand(self):
        self.sign_in()
        gather = self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        self.assertEqual(self.wait_for("refused")["lastError"][:22], "the server answers 422")
        text = self.done("submissions")
        self.assertIn(f"gatherctl submissions retry {gather[:8]}", text)
        result = self.ctl("submissions", "drop", gather[:8])
        self.assertEqual(result.returncode, 2)
        self.done("submissions", "drop", gather[:8], "--yes")
        self.check_that_the_empty_gather_goes()
        self.assertEqual(self.done("submissions"), "no results are waiting\n")
        self.done("submissions", "retry", gather[:8])
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_a_restart_knows_why_a_result_was_refused(self):
        self.sign_in()
        gather = self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        self.wait_for("refused")
        self.daemon.restart()
        self.assertIn("\n  the server answers 422\n", self.done("submissions"))
        self.done("submissions", "retry", gather[:8])
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_a_decision(self):
        for choice in ("adopt", "create"):
            with self.subTest(choice):
                self.sign_in()
                gather = self.play()
                self.backend.server.fail(self.lose_and_make_another, at="POST")
                self.submit()
                self.wait_for("needsDecision")
                (result,) = self.results()
                self.assertEqual(set(result["candidates"]), set(self.backend.gathers))
                self.assertEqual(len(result["candidates"]), 2)
                text = self.done("submissions")
                self.assertIn(f"gatherctl submissions create {gather[:8]}", text)
                if choice == "adopt":
                    self.done("submissions", "adopt", gather[:8], self.made)
                else:
                    self.done("submissions", "create", gather[:8])
                remote = self.wait_for("sent")["remoteId"]
                if choice == "adopt":
                    self.assertEqual(remote, self.made)
                self.assertEqual(len(self.backend.gathers), 2 if choice == "adopt" else 3)
                results = [row for row in self.rows() if row[0]]
                self.assertEqual(results, [("2-1", "Team A")])

    def test_what_is_no_decision_is_refused_and_changes_nothing(self):
        self.sign_in()
        gather = self.play()
        self.backend.server.fail(self.lose_and_make_another, at="POST")
        self.submit()
        self.wait_for("needsDecision")
        for remote in ("not-a-uuid", "", self.made + "0", self.made.replace("-", "")):
            result = self.ctl("submissions", "adopt", gather[:8], remote)
            self.assertEqual(result.returncode, 2, result)
            self.assertEqual(self.state(), "needsDecision")
        self.done("submissions", "adopt", gather[:8], self.made)
        self.wait_for("sent")
        result = self.ctl("submissions", "create", gather[:8])
        self.assertIn("there is nothing to decide", result.stderr)

    def test_only_what_is_on_its_way_is_dropped_or_sent(self):
        self.sign_in()
        sent = self.play()
        self.submit()
        self.wait_for("sent")
        self.daemon.call("Start")
        discarded = self.daemon.call("Discard")["gather"]["id"]
        for gather in (sent, discarded):
            result = self.ctl("submissions", "drop", gather[:8], "--yes")
            self.assertEqual(result.returncode, 1)
            self.assertIn("the result is sent already, or was never to be sent", result.stderr)
        self.assertIn("nothing to send", self.done("submit", sent[:8]))
        self.assertIn("has no result", self.ctl("submit", discarded[:8]).stderr)
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_an_end_that_waits_says_that_another_gather_was_opened(self):
        self.sign_in()
        self.done("start")
        self.backend.server.refuse()
        waiting = programs.Running(
            self, programs.gatherctl(), "end", "--yes", "--wait",
            GATHERD_SOCKET=self.daemon.socket)
        self.wait_for("waiting")
        self.daemon.call("Start")
        self.assertEqual(waiting.process.wait(LIMIT), 1)

    def test_the_same_server_by_another_address_has_the_same_gathers(self):
        self.sign_in()
        gather = self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        self.wait_for("refused")
        self.done("login", "alice", "--server", self.backend.url + "/",
                  "--password-file", self.file)
        self.submit(gather)
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_another_user_gets_the_results_that_wait_if_somebody_says_so(self):
        self.sign_in()
        gather = self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        self.wait_for("refused")
        result = self.ctl(
            "register", "bob", "--server", self.backend.url, "--password-file", self.file)
        self.assertEqual(result.returncode, 0, result)
        self.assertIn("'gatherctl submit --take-over' sends them as bob", result.stderr)
        self.assertIn("ended for alice, who is not signed in", self.done("submissions"))
        with self.assertRaises(Refused) as caught:
            self.submit(gather)
        self.assertEqual(caught.exception.name, "io.gatherd.Account.OtherAccount")
        self.assertIn("nothing to send", self.done("submit"))
        self.assertEqual(self.done("submit", "--take-over"), "sending 1 result\n")
        self.wait_for("sent")
        users = {user["username"]: key for key, user in self.backend.users.items()}
        rows = [(one["userId"], one["score"]) for one in self.backend.gathers.values()]
        self.assertEqual(rows, [(users["alice"], None), (users["bob"], "2-1")])

    def test_a_server_that_has_lost_everything_gets_the_result_after_a_new_account(self):
        self.sign_in()
        self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        self.wait_for("refused")
        for table in (self.backend.users, self.backend.tokens, self.backend.gathers):
            table.clear()
        gather = self.daemon.get()["id"]
        self.submit(gather)
        self.wait_for("signInNeeded")
        result = self.ctl("login", "--password-file", self.file)
        self.assertIn("the user name or the password is wrong", result.stderr)
        self.register()
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def lose_and_make_another(self, exchange):
        """The answer is lost, and meanwhile another client of the account makes a gather."""
        exchange.act()
        self.made = next(iter(self.backend.gathers))
        exchange.act()
        exchange.close()


class Offline(SubmissionTest):
    def test_a_server_that_is_away_is_tried_again_and_the_match_goes_on(self):
        self.sign_in()
        self.backend.server.refuse()
        self.play()
        self.submit()
        submission = self.wait_for("waiting")
        while not submission["lastError"]:
            submission = self.wait_for("waiting")
        self.assertIn("Result not sent yet, next try in ", self.done("status"))
        self.daemon.restart()
        self.backend.server.listen_again()
        self.done("submit", "--waiting")
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_a_page_in_the_place_of_the_server_refuses_nothing(self):
        """A portal, or a proxy whose server is being replaced, answers with a page of its own."""
        self.sign_in()
        self.play()
        self.submit()
        self.wait_for("sent")
        for status in (404, 200):
            self.daemon.call("Undo")
            self.daemon.call("AddToScore", team="teamA", delta=1)
            self.daemon.call("End")
            self.backend.server.fail(
                answer_instead(status, b"<html>Welcome", content_type="text/html"), at="PUT")
            self.submit()
            with self.daemon.client() as client:
                submission = client.subscribe()["submission"]
                while not submission["lastError"]:
                    submission = client.next_change()[1]["submission"]
            self.assertEqual((submission["state"], submission["lastError"]), (
                "waiting", f"the answer {status} is no JSON but text/html"))
            self.wait_for("sent")
        self.assertEqual(self.rows(), [("4-1", "Team A")])

    def test_a_write_that_fails_again_and_again_is_tried_less_and_less(self):
        """Although the list before each try arrives."""
        self.sign_in()

        def fail(exchange):
            self.backend.server.fail(fail, at="PUT")
            answer_instead(500)(exchange)

        self.backend.server.fail(fail, at="PUT")
        self.play()
        self.submit()
        eventually(lambda: self.results()[0]["submission"]["attempts"] == 3,
                   lambda: self.results()[0]["submission"])
        self.assertEqual(self.backend.server.kinds["PUT /api/gathers/*"], 3)
        self.assertEqual(self.backend.server.kinds["GET /api/gathers"], 3)
        self.assertEqual(self.daemon.log.count("the result waits"), 1)

    def test_many_results_are_sent_two_at_a_time(self):
        self.start()
        ids = []
        for _ in range(60):
            ids.append(self.play(1))
        self.register()
        self.backend.server.requests.clear()
        self.backend.server.most_at_once = 0
        self.assertEqual(self.submit(*ids), 60)
        for left in range(60):
            eventually(lambda: len(self.results()) < 60 - left, "no result is sent")
        self.assertEqual(self.rows(), [("1-1", "None")] * 60)
        self.assertLessEqual(self.backend.server.most_at_once, 2)
        self.assertEqual(len(self.backend.server.lines), 180)

    def test_a_server_that_names_a_time_is_not_asked_before_it_unless_somebody_wants_it(self):
        self.sign_in()
        self.play()
        self.backend.server.fail(answer_instead(503, Retry_After="600"))
        self.submit()
        with self.daemon.client() as client:
            submission = client.subscribe()["submission"]
            while not submission["lastError"]:
                submission = client.next_change()[1]["submission"]
        wait = datetime.fromisoformat(submission["nextAttemptAt"]).timestamp() - time.time()
        self.assertGreater(wait, 600 - LIMIT)
        self.assertLessEqual(wait, 600)
        self.assertEqual(self.backend.server.lines, ["GET /api/gathers"])
        self.done("submit")
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])

    def test_results_that_a_server_puts_off_again_and_again_do_not_keep_another_back(self):
        self.sign_in()
        seconds = "600"

        def put_off(exchange):
            self.backend.server.fail(put_off, exchange.request.line)
            answer_instead(429, Retry_After=seconds)(exchange)

        def has_failed(gather):
            [submission] = [one["submission"] for one in self.results()
                            if one["gatherId"] == gather]
            return submission["lastError"]

        old = []
        for _ in range(2):
            old.append(self.play())
            self.backend.server.fail(put_off, "PUT /api/gathers/")
            self.submit(old[-1])
            eventually(lambda: has_failed(old[-1]), "the server does not put it off")
        new = self.play(goals=4)
        # From now on the three of them are due at the same moment.
        seconds = "1"
        self.backend.server.fail(answer_instead(429, Retry_After=seconds))
        self.submit(new)
        eventually(lambda: [one["gatherId"] for one in self.results()] == old, "it is kept back")
        self.assertEqual(self.rows(), [(None, None)] * 2 + [("4-1", "Team A")])

    def test_a_result_that_a_server_puts_off_again_and_again_keeps_the_others_back_once(self):
        self.sign_in(GATHERD_SUBMIT_AFTER="86400")
        tries = []

        def put_off(exchange):
            # As many as the server has of the others.
            tries.append(sum(score == "1-1" for score, _ in self.rows()))
            self.backend.server.fail(put_off, exchange.request.line)
            # A shorter time would end before it is looked whether the result came late.
            answer_instead(503, Retry_After="2")(exchange)

        poisoned = self.play(9)
        for _ in range(4):
            self.play(1)
        self.backend.server.fail(put_off, "PUT /api/gathers/")
        self.submit()
        eventually(lambda: [one["gatherId"] for one in self.results()] == [poisoned],
                   "the others are kept back")
        eventually(lambda: len(tries) > 2, "it is not tried again")
        # The first one is that of the start, when all were as good as it.
        self.assertEqual(set(tries[1:]), {4}, tries)


class EachStep(SubmissionTest):
    """What may happen at each step, and is no cell of the sweep in test_submission_sweep.py."""

    SIDES = [("Ann", "Team A"), ("Bob", "Team A"), ("Cem", "Team B")]

    def sign_in(self, **options):
        super().sign_in(**options)
        self.daemon.call("io.gatherd.Players.Add",
                         players=[{"name": name} for name, _ in self.SIDES])

    def play(self, goals=2):
        self.daemon.call("Open", teamAPlayers=[1, 2], teamBPlayers=[3])
        return super().play(goals)

    def check(self):
        """The server has one gather, each player once and on the right side, and the result."""
        self.assertEqual(self.rows(), [("2-1", "Team A")])
        [gather] = self.backend.gathers
        rows = [(self.backend.players[player]["name"], team)
                for owner, player, team in self.backend.rows if owner == gather]
        self.assertEqual(rows, self.SIDES)
        self.assertEqual(len(self.backend.players), len(self.SIDES))

    def test_a_server_that_never_answers_at_each_step(self):
        benches = []
        for step in FIRST:
            self.sign_in(**fast_clock.variables())
            self.backend.server.fail(answer_never, kind=STEPS[step])
            self.play()
            self.submit()
            benches.append((step, self.daemon, self.backend, self.file))
        for step, self.daemon, self.backend, self.file in benches:
            with self.subTest(step):
                self.daemon.call("Start", requestId="the clock goes on")
                self.daemon.call("Undo")
                submission = self.daemon.get()["submission"]
                # It may be over, by the time that somebody looks.
                while not submission["lastError"] and submission["state"] != "sent":
                    submission = self.wait_for("waiting", "sent")
                self.finish()
                self.check()

    def test_a_submitter_that_dies_at_each_step(self):
        for step in FIRST:
            with self.subTest(step):
                self.sign_in(**fast_clock.variables())

                def fail(exchange):
                    exchange.act()
                    for pid in children(self.daemon.pid):
                        os.kill(pid, signal.SIGKILL)
                    exchange.close()

                self.backend.server.fail(fail, kind=STEPS[step])
                self.play()
                self.submit()
                self.finish()
                self.check()

    def test_a_server_that_acts_when_the_daemon_is_killed_and_back(self):
        self.sign_in()
        hit, is_back = threading.Event(), threading.Event()

        def act_late(exchange):
            hit.set()
            is_back.wait(LIMIT)
            # Less than the time (Limits.submissionSettling) for which the daemon has to leave a slow
            # server to itself: that it asks nothing and makes nothing meanwhile is no event.
            work_for(0.3)
            exchange.act()
            exchange.close()

        self.backend.server.fail(act_late, kind=STEPS["create"])
        self.play()
        self.submit()
        self.assertTrue(hit.wait(LIMIT), self.backend.server.lines)
        self.daemon.restart()
        is_back.set()
        self.finish()
        self.check()

    def finish(self):
        """Does what the state says somebody has to, until the result is there."""
        states = []
        end = time.monotonic() + LIMIT
        for state in self.changes():
            assert time.monotonic() < end, states
            if not states or states[-1] != state:
                states.append(state)
            if state == "sent":
                return [one for one in states if one != "sending"]
            if state == "signInNeeded":
                self.ctl("login", "--password-file", self.file)
            elif state in ("refused", "held"):
                self.submit(self.daemon.get()["id"])
            elif state == "waiting":
                self.daemon.call(f"{ACCOUNT}.Submit", waiting=True)
            elif state == "needsDecision":
                self.fail(f"nobody else makes gathers: {self.results()}")


def children(pid):
    """The gather-submits of a daemon."""
    found = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text().split()]


if __name__ == "__main__":
    unittest.main()
