"""The remote: phones are paired by a number, control the match, and are kept out when revoked."""

import collections
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import stat
import threading
import time
import unittest

import fast_clock
import interfaces
import programs
from client import GATHER, SERVICE, Client, Closed, Refused, message
from daemon import Daemon, as_user
from phones import OTHER, PHONE, REMOTE, Phone, RemoteTest, decoded, is_whole
from programs import LIMIT, Running, cannot_run, eventually, require
from terminal import Terminal
from test_storage import mount
from web import ELSEWHERE, HERE, Browser

SECRET = re.compile("[0-9a-f]{32}")
# A user whom nothing else runs as.
STRANGER = 60041
# What a phone may call.
METHODS = set(
    "Open Start Pause Resume Toggle Cancel SetTime AdjustTime AddToScore SetScore AmendGoal"
    " ShowCard AmendCard Substitute Whistle CountFoul TakeTimeOut AnnounceAddedTime AddExtraTime BeginKicks"
    " TakeKick Undo Redo End Discard Reopen NameTeams ColorTeams ChooseFormat MovePlayers"
    " DrawTeams".split())


def wrong(number, step=1):
    """Another number of six digits."""
    return f"{(int(number) + step) % 1_000_000:06}"


class Pairing(RemoteTest):
    def test_the_code_leads_to_the_page_and_the_number_pairs_a_phone(self):
        web = self.remote()
        pairing = web.pairing()
        addresses, code = pairing.addresses_and_code()
        self.assertEqual(addresses, [f"http://localhost:{web.port}/remote"])
        self.assertIn("a phone cannot reach this address: gather-web listens here alone",
                      pairing.lines)
        address, number = decoded(self, code).split("#")
        self.assertEqual((address, number), (addresses[0], pairing.number))
        host = f"localhost:{web.port}"
        page = web.ask("GET", address.removeprefix(f"http://{host}"), host)
        self.assertEqual(page.status, 200)
        self.assertIn(b"/assets/remote.js", page.body)
        answer = web.redeem(number)
        self.assertEqual(answer.status, 200, answer)
        paired = json.loads(answer.body)
        self.assertEqual(list(paired), ["device", "name", "secret"])
        self.assertRegex(paired["device"], "^[0-9a-f]{8}$")
        self.assertRegex(paired["secret"], SECRET)
        self.assertEqual(paired["name"], PHONE)
        lines, status = pairing.rest()
        self.assertEqual((lines[-1], status), (f"paired: {PHONE}", 0))
        self.assertEqual(web.names(), [PHONE])

    def test_the_addresses_are_those_that_a_phone_can_reach(self):
        web = self.remote("--host", HERE, address="0.0.0.0")
        pairing = web.pairing()
        addresses, code = pairing.addresses_and_code()
        self.assertEqual(decoded(self, code), f"{addresses[0]}#{pairing.number}")
        self.assertTrue(addresses)
        own = programs.run("hostname", "-I").stdout.split()
        for address in addresses:
            host = re.fullmatch(rf"http://(.*):{web.port}/remote", address)[1].strip("[]")
            self.assertIn(host, [*own, "localhost", f"{socket.gethostname().split('.')[0]}.local"])

    def test_on_a_terminal_the_code_is_dark_on_light(self):
        web = self.remote()
        terminal = Terminal(self, programs.gatherctl(), "pair", "--control", web.control)
        terminal.read_until("number: ")
        number = terminal.read_until(",")[:-1].replace(" ", "")
        code = coloured_code(terminal)
        self.assertEqual(decoded(self, code), f"http://localhost:{web.port}/remote#{number}")
        # ^C withdraws the number.
        terminal.type("\x03")
        self.assertNotEqual(terminal.end(), 0)
        eventually(lambda: json.loads(web.redeem(number).body)["error"] == "NoPairing",
                   "the number is still valid")

    def test_as_json_there_are_the_number_and_the_device(self):
        web = self.remote()
        running = Running(self, programs.gatherctl(), "--json", "pair", "--control", web.control)
        offer = json.loads(running.next_line())
        self.assertEqual(offer, {"number": offer["number"], "seconds": 60, "address": HERE,
                                 "port": web.port, "secure": False, "device": None,
                                 "ended": None})
        paired = json.loads(web.redeem(offer["number"]).body)
        device = json.loads(running.next_line())["device"]
        self.assertEqual((device["id"], device["name"]), (paired["device"], PHONE))
        self.assertIsNone(running.next_line())
        self.assertEqual(running.process.wait(LIMIT), 0)

    def test_another_address_is_shown_as_it_was_given(self):
        web = self.remote()
        for url in ("https://pitch.example", "https://pitch.example/", "http://192.0.2.7:80"):
            with self.subTest(url):
                pairing = web.pairing("--url", url)
                addresses, code = pairing.addresses_and_code()
                self.assertEqual(addresses, [f"{url.rstrip('/')}/remote"])
                self.assertEqual(decoded(self, code), f"{addresses[0]}#{pairing.number}")

    def test_what_is_no_address_is_refused_and_no_number_is_made(self):
        web = self.remote()
        number = web.number()
        for url in ("", "pitch.example", "ftp://pitch.example", "https://", "https:///remote",
                    "https://pitch.example#1", "https://pitch.example?a", "https://a b",
                    "javascript:alert(1)", "https://\x1b[2J", "https://" + "x" * 300, "https://ü"):
            with self.subTest(url):
                self.assertIn("is not an address; use one such as https://pitch.example",
                              web.said("pair", "--url", url, status=2))
        self.assertEqual(web.redeem(number).status, 200)

    def test_a_later_number_ends_the_one_before(self):
        web = self.remote()
        first = web.pairing()
        first.addresses_and_code()
        second = web.pairing()
        lines, status = first.rest()
        self.assertEqual(lines[-2:], [
            "gatherctl: cannot pair a phone: there is a newer number",
            f"'gatherctl pair --control {web.control}' shows another one"])
        self.assertEqual(status, 1)
        self.assertEqual(self.check(web.redeem(first.number), 403, "WrongNumber")["parameters"],
                         {"left": 4})
        self.assertEqual(web.redeem(second.number).status, 200)
        self.assertEqual(second.rest()[1], 0)

    def test_a_number_is_used_once(self):
        web = self.remote()
        self.check(web.redeem("123456"), 403, "NoPairing")
        number = web.number()
        self.assertEqual(web.redeem(number).status, 200)
        self.check(web.redeem(number), 403, "NoPairing")
        self.assertEqual(web.names(), [PHONE])

    def test_of_two_at_once_one_is_paired(self):
        web = self.remote()
        number = web.number()
        body = json.dumps({"code": number, "name": PHONE}).encode()
        head = (f"POST /api/pair HTTP/1.1\r\nHost: {web.host}\r\nOrigin: http://{web.host}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
        # Four of them might be too many wrong numbers: there is none when they come.
        browsers = [web.browser() for _ in range(8)]
        for browser in browsers:
            browser.send(head.encode() + body[:-1])
        for browser in browsers:
            browser.send(body[-1:])
        statuses = collections.Counter(browser.answer().status for browser in browsers)
        self.assertEqual(statuses, {200: 1, 403: 7})
        self.assertEqual(web.names(), [PHONE])

    def test_after_five_wrong_numbers_the_right_one_is_refused(self):
        web = self.remote()
        pairing = web.pairing()
        for left in (4, 3, 2, 1):
            said = self.check(web.redeem(wrong(pairing.number, left)), 403, "WrongNumber")
            self.assertEqual(said["parameters"], {"left": left})
        self.check(web.redeem(wrong(pairing.number)), 429, "TooManyTries")
        for _ in range(2):
            self.check(web.redeem(pairing.number), 429, "TooManyTries")
        lines, status = pairing.rest()
        self.assertEqual(
            lines[-2], "gatherctl: cannot pair a phone: five wrong numbers were given for it")
        self.assertEqual(status, 1)
        self.assertEqual(web.names(), [])
        # Whoever stands at the machine lets a phone in all the same.
        self.assertEqual(web.redeem(web.number()).status, 200)

    def test_it_is_over_after_a_minute(self):
        rate = 100
        web = self.remote(**fast_clock.variables(rate))
        pairing = web.pairing()
        # It has clocks of its own: the command waits for as long as it is told to.
        lines, status = pairing.rest()
        self.assertEqual(lines[-2], "gatherctl: cannot pair a phone: no phone has used the number")
        self.assertEqual(status, 1)
        self.check(web.redeem(pairing.number), 403, "NoPairing")

    def test_one_who_leaves_withdraws_the_number(self):
        web = self.remote()
        client = web.operator()
        client.send(f"{REMOTE}.Pair", more=True)
        number = client.reply()["number"]
        client.close()
        eventually(lambda: json.loads(web.redeem(number).body)["error"] == "NoPairing",
                   "the number is still valid")
        # What it asked for with one reply stays, for programs that are run for each step.
        self.assertEqual(web.redeem(web.number()).status, 200)

    def test_a_phone_that_leaves_before_its_answer_is_listed(self):
        """Its secret is lost, and whoever stands at the machine can revoke it."""
        web = self.remote()
        pairing = web.pairing()
        with web.browser() as browser:
            browser.ask("POST", "/api/pair", Origin=f"http://{web.host}", body=json.dumps(
                {"code": pairing.number, "name": PHONE}).encode(), Content_Type="application/json")
        self.assertEqual(pairing.rest()[0][-1], f"paired: {PHONE}")
        self.assertEqual(web.restart().names(), [PHONE])
        self.assertEqual(web.said("devices", "revoke", PHONE), f"revoked: {PHONE}\n")

    def test_without_the_program_for_the_code_the_number_is_enough(self):
        web = self.remote()
        alone = gatherctl_alone(self, self.daemon.directory)
        running = Running(self, alone, "pair", "--control", web.control, PATH="/nowhere")
        number = re.search(r"(\d{3}) (\d{3}),", running.line_with("number: "))
        self.assertEqual(web.redeem("".join(number.groups())).status, 200)
        running.line_with(f"paired: {PHONE}")
        self.assertEqual(running.process.wait(LIMIT), 0)

    def test_names_that_people_cannot_read(self):
        web = self.remote()
        number = web.number()
        for name in ("", " \t\u3000", "x" * 65, "a\nb", "a\rb", "\x1b[2J", "a\x7fb", "a\x9bb",
                     "a\u2028b", "a\u202eb", "a\u2066b", "\u200b", "\u2060\ufeff", "a\u200fb",
                     "a\u061cb", "x" * 5_000):
            with self.subTest(name[:80]):
                self.check(web.redeem(number, name), 400, "InvalidName")
        for body in ({"code": number}, {"name": PHONE}, {"code": int(number), "name": PHONE},
                     {"code": number, "name": None}, {"code": number, "name": [PHONE]},
                     {"code": number * 11, "name": PHONE}, [], "x", 7, None, b"", b"{", b"\xff",
                     b"[" * 5_000, b'{"code":"\\ud800","name":"x"}',
                     {"code": number, "name": "a\0b"}):
            with self.subTest(body):
                self.check(web.post("/api/pair", body), 400, "InvalidBody")
        # None of these was a try.
        self.assertEqual(web.redeem(number).status, 200)

    def test_names_that_are_kept_as_they_are(self):
        web = self.remote()
        self.play()
        names = ["x" * 64, "👨‍👩‍👧" * 14, "<img src=x onerror=alert(1)>", "\"'&;$(id)`\\",
                 "هاتف آنا",
                 "Anna’s  phone", "..", "0", "null", "-H", "%1$@"]
        for name in names:
            with self.subTest(name):
                phone = web.phone(f" {name}\t")
                self.assertEqual(phone.name, name)
                self.assertEqual(json.loads(phone.device().body),
                                 {"device": phone.id, "name": name})
                # What gather-web takes, gatherd takes.
                phone.goal()
                self.assertEqual(self.entries()[-1]["operatorDevice"], name)
        self.assertEqual(web.names(), names)
        listed = web.said("devices").splitlines()
        # Those of the other direction stand between marks of their own.
        shown = [line.split("  ", 2)[2].strip("\u2068\u2069") for line in listed]
        self.assertEqual(shown, names)

    def test_sixty_four_can_be_paired(self):
        web = self.remote()
        phones = [web.phone(f"Phone {number}") for number in range(64)]
        number = web.number()
        said = self.check(web.redeem(number), 403, "TooManyDevices")
        self.assertIn("gatherctl devices", said["message"])
        web.call("Revoke", id=phones[0].id)
        # The number was not used up.
        self.assertEqual(web.redeem(number).status, 200)
        self.assertEqual(len(web.names()), 64)
        self.assertEqual(web.restart().names()[-1], PHONE)



class Devices(RemoteTest):
    def test_a_list_of_them(self):
        web = self.remote()
        self.assertEqual(
            web.said("devices"),
            f"no phone is paired; 'gatherctl pair --control {web.control}' lets one in\n")
        self.assertEqual(json.loads(web.said("--json", "devices")), {"devices": []})
        phones = [web.phone(name) for name in (PHONE, OTHER)]
        lines = web.said("devices").splitlines()
        for line, phone in zip(lines, phones, strict=True):
            self.assertRegex(line, rf"^{phone.id}  \d{{4}}-\d\d-\d\d  {phone.name}$")
        for device, phone in zip(json.loads(web.said("--json", "devices"))["devices"], phones,
                                 strict=True):
            self.assertEqual((device["id"], device["name"]), (phone.id, phone.name))
            self.assertRegex(device["pairedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertEqual(set(device), {"id", "name", "pairedAt"})

    def test_one_is_revoked_by_its_name_or_its_id(self):
        web = self.remote()
        anna, ben, cleo = web.phone(PHONE), web.phone(OTHER), web.phone("Cleo")
        self.assertEqual(web.said("devices", "revoke", PHONE), f"revoked: {PHONE}\n")
        self.assertEqual(web.said("devices", "revoke", ben.id), f"revoked: {OTHER}\n")
        self.check(anna.device(), 403, "NotPaired")
        self.check(ben.device(), 403, "NotPaired")
        self.assertEqual(cleo.device().status, 200)
        self.assertEqual(web.names(), ["Cleo"])
        device = json.loads(web.said("--json", "devices", "revoke", "Cleo"))["device"]
        self.assertEqual((device["id"], device["name"]), (cleo.id, "Cleo"))
        self.assertEqual(web.names(), [])

    def test_one_that_is_not_there_and_two_of_one_name(self):
        web = self.remote()
        phone, other = web.phone(PHONE), web.phone(PHONE)
        for name in ("nobody", "", "x" * 1_000, phone.id[:4], phone.id.upper() + "x", "\x1b[2J"):
            with self.subTest(name):
                said = web.said("devices", "revoke", name, status=1)
                self.assertRegex(said, "^gatherctl: cannot revoke the phone: no phone is called '")
                self.assertNotIn("\x1b", said)
        # The record is to tell them apart.
        self.assertEqual(web.names(), [PHONE, f"{PHONE} 2"])
        self.assertEqual(web.said("devices", "revoke", other.id), f"revoked: {PHONE} 2\n")
        self.assertEqual(web.said("devices", "revoke", PHONE), f"revoked: {PHONE}\n")
        self.assertIn("the phone is missing", web.said("devices", "revoke", status=2))
        for words in (("forget",), ("revoke", "a", "b")):
            self.assertIn("gatherctl devices --help", web.said("devices", *words, status=2))
        for number in ("", phone.id, "x", "x" * 100):
            with self.assertRaises(Refused) as refused:
                web.call("Revoke", id=number)
            self.assertEqual(refused.exception.name, f"{REMOTE}.NoSuchDevice")

    def test_none_is_shielded_by_the_name_of_another(self):
        """Whoever pairs a phone chooses its name."""
        web = self.remote()
        bad = web.phone("Bad")
        for _ in range(2):
            web.phone(bad.id)
        self.assertEqual(web.said("devices", "revoke", bad.id), "revoked: Bad\n")
        self.check(bad.device(), 403, "NotPaired")

    def test_one_that_was_revoked_is_out_at_once(self):
        web = self.remote()
        self.play()
        phone, other = web.phone(PHONE), web.phone(OTHER)
        with web.browser() as browser:
            self.assertEqual(phone.ask("AddToScore", browser, team="teamA", delta=1).status, 200)
            web.call("Revoke", id=phone.id)
            answer = phone.ask("AddToScore", browser, team="teamA", delta=1)
            self.check(answer, 403, "NotPaired")
        self.check(phone.device(), 403, "NotPaired")
        other.goal("teamB")
        self.assertEqual(self.score(), "1-1")
        # Its body was on the way meanwhile.
        body = other.body("AddToScore", team="teamA", delta=1)
        with web.browser() as browser:
            browser.send(
                f"POST /api/command HTTP/1.1\r\nHost: {web.host}\r\nOrigin: http://{web.host}\r\n"
                f"Content-Type: application/json\r\nGather-Device: {other.credential}\r\n"
                f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n".encode())
            browser.read_to(b"HTTP/1.1 100 Continue\r\n\r\n")
            browser.send(body[:-1])
            web.call("Revoke", id=other.id)
            browser.send(body[-1:])
            self.check(browser.answer(), 403, "NotPaired")
        self.assertEqual(self.score(), "1-1")
        # The record has what it did.
        self.assertEqual([entry.get("operatorDevice") for entry in self.entries()],
                         [None, None, PHONE, OTHER])
        self.assertEqual(web.restart().names(), [])
        self.check(phone.device(), 403, "NotPaired")

    def test_commands_of_one_that_is_revoked_meanwhile_are_answered(self):
        """With gatherd at a stop, some were sent and others wait for their turn."""
        web = self.remote("--per-address", 100)
        self.play()
        phone = web.phone()
        phone.goal()
        self.daemon.signal(signal.SIGSTOP)
        browsers = [web.browser() for _ in range(24)]
        for browser in browsers:
            browser.ask("POST", "/api/command", body=phone.body(
                "AddToScore", team="teamA", delta=1), Gather_Device=phone.credential,
                Origin=f"http://{web.host}", Content_Type="application/json")
        # It has read them all once it has answered a later one.
        self.assertEqual(web.get("/time").status, 200)
        web.call("Revoke", id=phone.id)
        statuses = collections.Counter(browser.answer().status for browser in browsers)
        self.assertEqual(sum(statuses.values()), 24)
        self.assertLessEqual(set(statuses), {403, 503, 504})
        self.daemon.signal(signal.SIGCONT)
        goals = int(self.score().split("-")[0])
        self.assertLessEqual(goals, 1 + statuses[504])

    def test_what_a_phone_may_not_is_refused_to_one_with_another_name_and_secret(self):
        web = self.remote()
        self.play()
        phone, other = web.phone(PHONE), web.phone(OTHER)
        for credential in (
            "", ".", phone.id, phone.secret, f"{phone.id}.", f".{phone.secret}",
            f"{phone.id}.{other.secret}", f"{other.id}.{phone.secret}",
            f"{phone.id}.{phone.secret[:-1]}", f"{phone.id}.{phone.secret}0",
            f"{phone.id}.{phone.secret.upper()}x", f"{phone.id}.{phone.secret}.",
            f"{phone.id}.{'0' * 32}", f"{phone.id.upper()}.{'f' * 32}",
            f"{phone.id}:{phone.secret}",
            f"{phone.id} {phone.secret}", f"{phone.name}.{phone.secret}", "x" * 2_000,
            # What is on disk opens nothing.
            f"{phone.id}.{hashlib.sha256(phone.secret.encode()).hexdigest()}",
        ):
            with self.subTest(credential[:80]):
                answer = web.get("/api/device", Gather_Device=credential)
                self.check(answer, 403, "NotPaired")
                answer = phone.post(phone.body("AddToScore", team="teamA", delta=1),
                                    Gather_Device=credential)
                self.check(answer, 403, "NotPaired")
        self.assertEqual(self.score(), "0-0")
        self.assertEqual(phone.device().status, 200)

    def test_thousands_of_wrong_secrets_keep_nobody_else_out(self):
        web = self.remote()
        self.play()
        phone = web.phone()
        began = time.monotonic()
        statuses = collections.Counter(
            web.ask("GET", "/api/device", source=ELSEWHERE,
                    Gather_Device=f"{phone.id}.{number:032x}").status
            for number in range(2_000))
        self.assertLessEqual(set(statuses), {403, 429})
        # An address has 512 of them at once, and 64 a second: most were not even looked at.
        self.assertLessEqual(statuses[403], 512 + 64 * (time.monotonic() - began) + 1)
        phone.goal()
        self.assertEqual(self.score(), "1-0")


class Storage(RemoteTest):
    def test_the_disk_has_no_secret_and_nobody_else_may_read_it(self):
        web = self.remote()
        phones = [web.phone(name) for name in (PHONE, OTHER)]
        for path, mode in ((web.state, 0o700), (web.devices_file, 0o600)):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), mode, path)
        self.assertEqual(os.listdir(web.state), ["devices.json"])
        text = web.devices_file.read_text()
        kept = json.loads(text)["devices"]
        for phone, device in zip(phones, kept, strict=True):
            self.assertNotIn(phone.secret, text)
            self.assertEqual(
                device["hash"], hashlib.sha256(phone.secret.encode()).hexdigest())
            self.assertEqual(set(device), {"id", "name", "hash", "pairedAt"})
        self.assertNotEqual(kept[0]["hash"], kept[1]["hash"])
        # Nor has anything it says.
        web.restart().kill()
        for phone in phones:
            self.assertNotIn(phone.secret, "\n".join(web.running.lines))

    def test_devices_stay_over_any_end(self):
        web = self.remote()
        self.play()
        phone, other = web.phone(PHONE), web.phone(OTHER)
        web.call("Revoke", id=other.id)
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                web.process.send_signal(number)
                web.process.wait(LIMIT)
                web.start().ready()
                phone.goal()
                self.check(other.device(), 403, "NotPaired")
        self.assertEqual(self.score(), "3-0")

    def test_a_number_does_not_stay(self):
        web = self.remote()
        pairing = web.pairing()
        pairing.addresses_and_code()
        web.restart()
        lines, status = pairing.rest()
        self.assertIn(f"gather-web at '{web.control}' has gone", lines[-1])
        self.assertEqual(status, 4)
        self.check(web.redeem(pairing.number), 403, "NoPairing")

    def test_a_damaged_file_keeps_it_from_its_start(self):
        web = self.remote()
        phone = web.phone()
        web.kill()
        whole = web.devices_file.read_bytes()
        for data in (b"", b"x", b"{}", b"[]", b"null", whole[:-1], whole[:-40], whole + b"x",
                     b"\xff" + whole, whole.replace(b'"hash"', b'"hush"'), b'{"devices":{}}',
                     b'{"devices":[7]}', bytes(1 << 19), b'{"devices":[' + b"[" * 20_000):
            with self.subTest(data[:60]):
                web.devices_file.write_bytes(data)
                web.start()
                said = web.running.next_line()
                self.assertRegex(said, f"^gather-web: cannot start: .*{web.devices_file}.*")
                self.assertIsNone(web.running.next_line())
                self.assertEqual(web.process.wait(LIMIT), 1)
                # Somebody may mend it.
                self.assertEqual(web.devices_file.read_bytes(), data)
        web.devices_file.write_bytes(whole)
        web.start().ready()
        self.assertEqual(phone.device().status, 200)
        # Without the file nobody is paired; it is told by nothing else.
        web.devices_file.unlink()
        self.assertEqual(web.restart().names(), [])

    def test_a_file_that_others_may_write_to_is_refused(self):
        web = self.remote()
        web.phone()
        web.kill()
        for path in (web.devices_file, web.state):
            for mode in (0o666, 0o620):
                with self.subTest(path.name, mode=oct(mode)):
                    before = stat.S_IMODE(path.stat().st_mode)
                    path.chmod(mode | (0o111 if path == web.state else 0))
                    web.start()
                    said = web.running.next_line()
                    self.assertRegex(said, f"^gather-web: cannot start: .*{path}.*others may write")
                    self.assertEqual(web.process.wait(LIMIT), 1)
                    path.chmod(before)
        self.assertEqual(web.start().ready().names(), [PHONE])

    def files(self, web):
        return set(os.listdir(web.state)) - {"filler"}

    def full(self, web, fill, free):
        """A disk that takes nothing refuses a change, and what was there stays."""
        phone, other = web.phone(PHONE), web.phone(OTHER)
        before = web.devices_file.read_bytes()
        pairing = web.pairing()
        fill()
        said = self.check(web.redeem(pairing.number, "Cleo"), 503, "StorageFailed")
        self.assertIn("the device cannot be kept: ", said["message"])
        self.assertEqual(pairing.rest()[1], 1)
        text = web.said("devices", "revoke", OTHER, status=1)
        self.assertIn("cannot revoke the phone: it could not be written: ", text)
        self.assertEqual(web.names(), [PHONE, OTHER])
        self.assertEqual(web.devices_file.read_bytes(), before)
        self.assertEqual(self.files(web), {"devices.json"})
        for each in (phone, other):
            self.assertEqual(each.device().status, 200)
        free()
        self.assertEqual(web.said("devices", "revoke", OTHER), f"revoked: {OTHER}\n")
        web.phone("Cleo")
        self.assertEqual(web.restart().names(), [PHONE, "Cleo"])

    def test_a_full_disk(self):
        mount(self, self.daemon.directory / "remote", "size=64k")
        web = self.remote()
        filler = web.state / "filler"

        def fill():
            with open(filler, "wb", buffering=0) as file, self.assertRaises(OSError):
                while True:
                    file.write(bytes(4096))

        self.full(web, fill, filler.unlink)

    def test_a_file_that_may_not_grow(self):
        web = self.remote()
        soft, hard = resource.prlimit(web.process.pid, resource.RLIMIT_FSIZE)

        def limit(count):
            resource.prlimit(web.process.pid, resource.RLIMIT_FSIZE, (count, hard))

        self.full(web, lambda: limit(10), lambda: limit(soft))


class Protection(RemoteTest):
    def setUp(self):
        super().setUp()
        self.web = self.remote()
        self.play()
        self.phone = self.web.phone()
        self.goal = self.phone.body("AddToScore", team="teamA", delta=1)

    def tearDown(self):
        """Nothing but what is allowed has counted."""
        self.assertEqual(self.score(), "0-0")

    def test_each_has_its_status(self):
        host = self.web.host
        for name, headers, status, error in (
            ("no secret", {"Gather_Device": None}, 403, "NotPaired"),
            ("a secret in a cookie", {
                "Gather_Device": None, "Cookie": f"Gather-Device={self.phone.credential}"},
             403, "NotPaired"),
            ("no origin", {"Origin": None}, 403, "ForeignOrigin"),
            ("no type", {"Content_Type": None}, 403, "NotJSON"),
            *((f"origin {origin}", {"Origin": origin}, 403, "ForeignOrigin") for origin in (
                "", "null", "http://evil.example", f"http://{HERE}", f"http://{HERE}:8080",
                f"http://{host}.evil.example", f"http://evil.example/{host}", f"{host}",
                f"ftp://{host}", f"http://{host}/", f"http://user@{host}", "http://", "file://",
                f"http://localhost:{self.web.port}")),
            *((f"type {kind}", {"Content_Type": kind}, 403, "NotJSON") for kind in (
                "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                "application/jsonx", "text/plain; application/json", "json")),
        ):
            with self.subTest(name):
                self.check(self.phone.post(self.goal, **headers), status, error)
        for kind in ("application/json; charset=utf-8", "Application/JSON"):
            self.assertEqual(self.phone.post(
                self.phone.body("CountFoul", team="teamA"), Content_Type=kind).status, 409)

    def test_methods(self):
        credential = self.phone.credential
        for path, allowed in (("/api/command", "POST"), ("/api/pair", "POST"),
                              ("/api/device", "GET")):
            for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
                if method == allowed:
                    continue
                with self.subTest(path, method=method):
                    answer = self.web.ask(
                        method, path, body=self.goal if method not in ("GET", "HEAD") else b"",
                        Gather_Device=credential, Origin=f"http://{self.web.host}",
                        Content_Type="application/json")
                    self.assertEqual((answer.status, answer.header("Allow")), (405, allowed))
                    for name, _ in answer.headers:
                        self.assertNotIn("access-control", name.lower())

    def test_a_body_that_comes_in_single_bytes_is_closed(self):
        web = self.web
        web.kill()
        web.set(**fast_clock.variables())
        web.start().ready()
        slow, stream = web.browser(), web.stream()
        slow.send(f"POST /api/pair HTTP/1.1\r\nHost: {web.host}\r\nOrigin: http://{web.host}\r\n"
                  "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n".encode())
        slow.socket.settimeout(0)
        for _ in range(60):
            stream.next_beat()
            try:
                slow.socket.sendall(b" ")
                self.assertEqual(slow.socket.recv(1), b"")
            except BlockingIOError:
                continue
            except OSError:
                pass
            break
        else:
            self.fail("it is still open")

    def test_a_body_without_an_end_is_closed(self):
        with self.web.browser() as browser:
            browser.send(
                f"POST /api/pair HTTP/1.1\r\nHost: {self.web.host}\r\n"
                f"Origin: http://{self.web.host}\r\nContent-Type: application/json\r\n"
                "Transfer-Encoding: chunked\r\n\r\n".encode())
            with self.assertRaises(OSError):
                for _ in range(10_000):
                    browser.socket.sendall(b"10000\r\n" + bytes(0x10000) + b"\r\n")

    def test_a_foreign_host(self):
        for host in ("evil.example", f"evil.example:{self.web.port}", ELSEWHERE):
            for path in ("/api/command", "/api/pair"):
                with self.subTest(host, path=path), self.web.browser() as browser:
                    browser.ask("POST", path, host, self.goal, Origin=f"http://{host}",
                                Content_Type="application/json",
                                Gather_Device=self.phone.credential)
                    self.assertEqual(browser.head().status, 421)

    def test_bodies_that_are_no_command(self):
        good = json.loads(self.goal)
        self.check(self.phone.post(b"x" * 16_384), 400, "InvalidCommand")
        for data in (b" " * 16_385 + self.goal, bytes(1 << 20)):
            with self.web.browser() as browser:
                self.assertEqual(self.phone.post(data, browser).status, 413)
        for name, body in {
            "nothing": b"", "no JSON": b"AddToScore", "half": self.goal[:-1],
            "more": self.goal + b"}", "a list": b"[]", "deep": b"[" * 8_000, "null": b"null",
            "another encoding": self.goal.decode().encode("utf-16"),
            "no method": good | {"method": None},
            "a long method": good | {"method": "A" * 10_000},
            "a method twice": self.goal[:-1] + b',"method":"AddToScore"}',
            "no parameters": {"method": "AddToScore"},
            "parameters in a list": good | {"parameters": []},
            "a field too many": good | {"more": True}, "upgrade": good | {"upgrade": True},
            "a pitch that is none": good | {"pitch": 7},
        }.items():
            with self.subTest(name):
                self.check(self.phone.post(body), 400, "InvalidCommand")
        for request in (None, "", "x" * 65, 7, True, []):
            with self.subTest(requestId=request):
                body = good | {"parameters": good["parameters"] | {"requestId": request}}
                self.check(self.phone.post(body), 400, "InvalidCommand")
        self.check(self.phone.post(
            {"method": "AddToScore", "parameters": {"team": "teamA", "delta": 1}}),
            400, "InvalidCommand")
        for request in ("\x7f", "ü", "a\nb"):
            said = self.check(self.phone.ask(
                "AddToScore", team="teamA", delta=1, requestId=request), 409,
                f"{SERVICE}.InvalidParameter")
            self.assertEqual(said["parameters"], {"parameter": "requestId"})
        for pitch in ("nowhere", "../gatherd", "", "x" * 65, "gatherd.sock", "."):
            with self.subTest(pitch=pitch):
                body = good | {"pitch": pitch}
                self.check(self.phone.post(body), 404, "NoSuchPitch")

    def test_what_is_not_for_a_phone(self):
        """All that gatherd has besides what changes the match that is played."""
        allowed = 0
        files = [interfaces.Interface(path.read_text())
                 for path in sorted(programs.INTERFACES.glob("*.varlink"))]
        for interface in files:
            for method in interface.methods:
                names = [f"{interface.name}.{method}"]
                if interface.name == GATHER and method in METHODS:
                    allowed += 1
                elif not (interface.name != GATHER and method in METHODS):
                    names.append(method)
                for name in names:
                    with self.subTest(name):
                        self.check(self.phone.ask(name), 400, "InvalidCommand")
        self.assertEqual(allowed, len(METHODS))
        for name in ("addToScore", "AddToScore ", "ActFor", "Subscribe", f"{SERVICE}.GetInfo"):
            self.check(self.phone.ask(name), 400, "InvalidCommand")

    def test_the_board_has_nothing_of_this(self):
        board = self.serve()
        for path in ("/remote", "/remote/", "/remote?x", "/remote.html", "/assets/remote.html"):
            self.assertEqual(board.get(path).status, 404, path)
        for path in ("/api/pair", "/api/device", "/api/command"):
            for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE"):
                with self.subTest(path, method=method):
                    answer = board.ask(
                        method, path, body=self.goal if method not in ("GET", "HEAD") else b"",
                        Gather_Device=self.phone.credential, Origin=f"http://{board.host}",
                        Content_Type="application/json")
                    self.assertEqual(answer.status, 404 if method in ("GET", "HEAD") else 405)
        # Nor does it touch what the remote keeps.
        self.assertEqual(
            [os.readlink(f"/proc/{board.process.pid}/fd/{number}")
             for number in os.listdir(f"/proc/{board.process.pid}/fd")
             if os.path.lexists(f"/proc/{board.process.pid}/fd/{number}")
             and str(self.web.state) in os.readlink(f"/proc/{board.process.pid}/fd/{number}")], [])

    def test_the_remote_has_the_pages_of_the_board(self):
        for path in ("/", "/overlay", "/history", "/squad", "/pitches", "/api/pitches"):
            self.assertEqual(self.web.get(path).status, 200, path)
        page = self.web.get("/remote")
        self.assertIn("frame-ancestors 'none'", page.header("Content-Security-Policy"))
        self.assertEqual(self.web.get("/api/device", Gather_Device=self.phone.credential)
                         .header("Cache-Control"), "no-store")


class Commands(RemoteTest):
    def setUp(self):
        super().setUp()
        self.web = self.remote()

    def test_a_whole_match_is_played_from_a_phone(self):
        """Each method reaches gatherd, and its reply comes back as it is."""
        self.daemon.call("io.gatherd.Players.Add", players=[
            {"name": name, "age": 20} for name in ("Ada", "Bo", "Cy", "Di", "Eve")])
        phone = self.web.phone()
        done = []

        def do(method, **parameters):
            reply = phone.do(method, **parameters)
            done.append(method)
            # What it says of the match is what it is.
            shown, kept = reply["gather"], self.daemon.get()
            if kept is not None and kept["phase"] != "over":
                for name in ("id", "revision", "phase", "score", "teamA", "teamB", "bench"):
                    self.assertEqual(shown[name], kept[name], method)
            return reply

        do("Open")
        do("NameTeams", teamAName="Reds", teamBName="<b>Blues</b>")
        do("ColorTeams", teamAColor="red", teamBColor="blue")
        do("MovePlayers", playerIds=[1, 2, 3, 4], section="teamA")
        do("DrawTeams")
        do("SetTime", time={"minutes": 10, "seconds": 0})
        do("Start")
        do("AdjustTime", seconds=-60)
        do("Pause")
        do("Resume")
        do("Toggle")
        do("Cancel")
        do("SetScore", team="teamA", score=3)
        number = do("AddToScore", team="teamB", delta=1)["outcome"]["revision"]
        do("AmendGoal", number=number, noScorer=True)
        do("Undo")
        do("Redo")
        ident = do("End")["gather"]["id"]
        do("Reopen", id=ident)
        do("Discard")
        do("Open", time={"minutes": 10, "seconds": 0})
        do("ChooseFormat", format="2x25-5")
        do("MovePlayers", playerIds=[1, 2], section="teamA")
        do("MovePlayers", playerIds=[4], section="teamB")
        do("MovePlayers", playerIds=[3], section="bench")
        do("Whistle")
        card = do("ShowCard", team="teamA", playerId=1, card="yellow")["outcome"]["revision"]
        do("AmendCard", number=card, playerId=2)
        do("Substitute", team="teamA", playerOff=1, playerOn=3)
        do("AnnounceAddedTime", minutes=2)
        do("Whistle")
        # What does not fit such a match is refused by gatherd, and not on the way there.
        for method in sorted(METHODS - set(done)):
            with self.subTest(method):
                said = json.loads(phone.ask(method, team="teamA").body)
                self.assertRegex(said["error"], rf"^({GATHER}|{SERVICE}\.InvalidParameter)")

    def test_a_refusal_has_its_name_its_parameters_and_a_text(self):
        phone = self.web.phone()
        refusals = [
            (phone.ask("AddToScore", team="teamA", delta=1), "NoGather", "no match is open")]
        self.play()
        refusals += [
            (phone.ask("SetScore", team="teamA", score=10_000), "InvalidScore",
             "the goals of a side"),
            (phone.ask("SetTime", time={"minutes": 0, "seconds": 0}), "InvalidTime",
             "the time is too short"),
            (phone.ask("Open"), "GatherInProgress", "a match is open already"),
            (phone.ask("Whistle"), "HasNoFormat", "the match has no periods"),
            (phone.ask("Redo"), "NothingToRedo", "there is nothing to redo"),
        ]
        for answer, name, text in refusals:
            said = self.check(answer, 409, f"{GATHER}.{name}")
            self.assertIn(text, said["message"])
        self.assertEqual(
            json.loads(refusals[1][0].body)["parameters"], self.refused_score())
        for parameters, name in (({"team": "teamC", "delta": 1}, "team"),
                                 ({"team": "teamA"}, "delta"),
                                 ({"team": "teamA", "delta": "1"}, "delta"),
                                 ({"team": "teamA", "delta": 1, "extra": 1}, "extra")):
            said = self.check(phone.ask("AddToScore", **parameters), 409,
                              f"{SERVICE}.InvalidParameter")
            self.assertEqual((said["parameters"], said["message"]),
                             ({"parameter": name}, f"the value '{name}' is not valid"))
        self.assertEqual(self.score(), "0-0")

    def refused_score(self):
        with self.assertRaises(Refused) as refused:
            self.daemon.call("SetScore", team="teamA", score=10_000)
        return refused.exception.parameters

    def test_a_command_that_is_sent_again_counts_once(self):
        web, phone = self.web, self.web.phone()
        self.play()
        body = phone.body("AddToScore", team="teamA", delta=1)
        first = phone.post(body)
        self.assertEqual(first.status, 200)

        def again():
            answer = phone.post(body)
            self.assertEqual(answer.status, 200)
            self.assertEqual(json.loads(answer.body)["outcome"], json.loads(first.body)["outcome"])
            self.assertEqual(self.score(), "1-0")

        again()
        web.restart()
        again()
        self.daemon.restart()
        again()
        self.daemon.kill()
        web.kill()
        self.daemon.start()
        web.start().ready()
        again()
        # The same ID with other words is a mistake of the page.
        other_words = json.loads(body)
        other_words["parameters"]["team"] = "teamB"
        said = self.check(phone.post(other_words), 409, f"{SERVICE}.InvalidParameter")
        self.assertEqual(said["parameters"], {"parameter": "requestId"})
        # The goal of another phone is another one.
        other = web.phone(OTHER)
        other.goal("teamB")
        self.assertEqual(self.score(), "1-1")

    def test_one_that_was_long_on_its_way_counts_for_the_moment_at_which_it_was_sent(self):
        phone = self.web.phone()
        timer = self.daemon.call("Start", agoMilliseconds=120_000)["gather"]["timer"]
        began = timer["endsAtBoottimeMicroseconds"] // 1_000 - 600_000
        # Milliseconds on the way, and before that; a page gives up what is on its way for longer.
        for way, ago, counted in (
                (3_000, 0, 3_000), (3_000, 5_000, 8_000), (0, 5_000, 5_000), (0, 0, 0),
                (60_000, 5_000, 5_000), (60_000, 0, 0), (-60_000, 5_000, 5_000)):
            with self.subTest(way=way, ago=ago):
                now = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
                body = json.loads(phone.body("AddToScore", team="teamA", delta=1, **(
                    {"agoMilliseconds": ago} if ago else {})))
                body["sentAtBoottimeMicroseconds"] = (now - way) * 1_000
                self.assertEqual(phone.post(body).status, 200)
                late = began + self.entries()[-1]["goneMilliseconds"] - (now - counted)
                self.assertTrue(-10 <= late < 900, late)
        # What is no time of this machine dates nothing.
        for sent_at in (-1 << 63, (1 << 63) - 1, "now", 0.5, None):
            with self.subTest(sent_at):
                body = json.loads(phone.body("AddToScore", team="teamB", delta=1))
                body["sentAtBoottimeMicroseconds"] = sent_at
                self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(self.score(), "7-5")

    def test_of_the_same_sent_at_once_one_counts(self):
        phone = self.web.phone()
        self.play()
        body = phone.body("AddToScore", team="teamA", delta=1)
        browsers = [self.web.browser() for _ in range(8)]
        for browser in browsers:
            browser.ask("POST", "/api/command", body=body, Origin=f"http://{self.web.host}",
                        Content_Type="application/json", Gather_Device=phone.credential)
        self.assertEqual({browser.answer().status for browser in browsers}, {200})
        self.assertEqual(self.score(), "1-0")

    def test_without_gatherd_nothing_counts(self):
        phone = self.web.phone()
        self.play()
        self.daemon.kill()
        body = phone.body("AddToScore", team="teamA", delta=1)
        for _ in range(2):
            self.check(phone.post(body), 503, "Unreachable")
        self.daemon.start()
        self.assertEqual(self.score(), "0-0")
        self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(self.score(), "1-0")

    def test_one_that_gatherd_does_not_answer_is_sent_again_and_counts_once(self):
        phone = self.web.phone()
        self.play()
        phone.goal("teamB")
        body = phone.body("AddToScore", team="teamA", delta=1)
        self.daemon.signal(signal.SIGSTOP)
        self.check(phone.post(body), 504, "Unconfirmed")
        self.daemon.signal(signal.SIGCONT)
        self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(self.score(), "1-1")

    def test_a_gatherd_that_dies_of_it(self):
        """It is stopped with the command unread, and killed."""
        phone = self.web.phone()
        self.play()
        phone.goal("teamB")
        body = phone.body("AddToScore", team="teamA", delta=1)
        self.daemon.signal(signal.SIGSTOP)
        browser = self.web.browser()
        browser.ask("POST", "/api/command", body=body, Origin=f"http://{self.web.host}",
                    Content_Type="application/json", Gather_Device=phone.credential)
        self.assertEqual(self.web.get("/time").status, 200)
        self.daemon.kill()
        self.check(browser.answer(), 504, "Unconfirmed")
        self.daemon.start()
        self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(self.score(), "1-1")

    def test_one_that_leaves_before_the_answer(self):
        phone = self.web.phone()
        self.play()
        phone.goal("teamB")
        body = phone.body("AddToScore", team="teamA", delta=1)
        self.daemon.signal(signal.SIGSTOP)
        before = self.web.descriptors()
        for _ in range(20):
            with self.web.browser() as browser:
                browser.ask("POST", "/api/command", body=body, Origin=f"http://{self.web.host}",
                            Content_Type="application/json", Gather_Device=phone.credential)
        self.assertEqual(self.web.get("/time").status, 200)
        self.daemon.signal(signal.SIGCONT)
        eventually(lambda: self.web.descriptors() <= before, "connections stay")
        self.assertEqual(phone.post(body).status, 200)
        self.assertEqual(self.score(), "1-1")

    def test_a_second_press_of_another_phone_is_not_counted(self):
        phone, other = self.web.phone(PHONE), self.web.phone(OTHER)
        self.play()
        for _ in range(20):
            number = phone.goal(guarded=True)["outcome"]["revision"]
            press = other.goal(guarded=True)["outcome"]
            # On a busy machine a second may have passed.
            if not press["changed"]:
                break
        self.assertEqual((press["countedByDevice"], press["countedAs"]), (PHONE, number))
        score = int(self.score().split("-")[0])
        # One that presses twice means it.
        for _ in range(2):
            self.assertTrue(phone.goal("teamB", guarded=True)["outcome"]["changed"])
        self.assertEqual(self.score(), f"{score}-2")

    def test_a_phone_learns_no_accounts_of_the_machine(self):
        phone = self.web.phone()
        self.play()
        for _ in range(20):
            self.daemon.call("AddToScore", team="teamA", delta=1)
            press = phone.goal(guarded=True)["outcome"]
            # On a busy machine a second may have passed.
            if not press["changed"]:
                break
        self.assertIsInstance(press["countedAs"], int)
        self.assertNotIn("countedByUid", press)

    def test_the_record_says_who_did_it(self):
        phone, other = self.web.phone(PHONE), self.web.phone(OTHER)
        self.play()
        phone.goal()
        other.goal("teamB")
        self.daemon.call("AddToScore", team="teamB", delta=1)
        phone.do("Undo")
        self.assertEqual([entry.get("operatorDevice") for entry in self.entries()],
                         [None, None, PHONE, OTHER, None, PHONE])
        lines = self.daemon.said(self, "log").splitlines()
        self.assertRegex(lines[-4], f"  {PHONE}  goal for Team A$")
        self.assertRegex(lines[-3], f"  {OTHER}  +goal for Team B")
        self.assertRegex(lines[-1], f"  {PHONE}  +undid")
        shown = self.web.json(f"/api/match?id={self.daemon.get()['id']}")["entries"]
        self.assertEqual(shown[2]["operatorDevice"], PHONE)
        # And still does when it is out.
        self.web.call("Revoke", id=phone.id)
        self.assertEqual(self.daemon.said(self, "log").splitlines(), lines)
        self.daemon.restart()
        self.assertEqual(self.daemon.said(self, "log").splitlines(), lines)

    def test_each_pitch_has_its_own_commands(self):
        north = self.pitch("north")
        phone = self.web.phone()
        self.play()
        for daemon in (self.daemon, north):
            if daemon.get() is None:
                daemon.call("Open")
        answer = phone.post(phone.body("AddToScore", "north", team="teamA", delta=1))
        self.assertEqual(answer.status, 200)
        self.assertEqual((north.get()["score"], self.score()), ("1-0", "0-0"))
        usual = phone.post(phone.body("AddToScore", "gatherd", team="teamB", delta=1))
        self.assertEqual(usual.status, 200)
        self.assertEqual((north.get()["score"], self.score()), ("1-0", "0-1"))
        north.kill()
        answer = phone.post(phone.body("AddToScore", "north", team="teamA", delta=1))
        self.check(answer, 503, "Unreachable")
        north.start()

    def test_commands_one_after_the_other_keep_their_order(self):
        phone = self.web.phone()
        self.play()
        with self.web.browser() as browser:
            for score in range(40):
                browser.ask("POST", "/api/command", body=phone.body(
                    "SetScore", team="teamA", score=score), Origin=f"http://{self.web.host}",
                    Content_Type="application/json", Gather_Device=phone.credential)
            revisions = [json.loads(browser.answer().body)["outcome"]["revision"]
                         for _ in range(40)]
        self.assertEqual(revisions, sorted(revisions))
        self.assertEqual(self.score(), "39-0")


class Refusing(RemoteTest):
    """A gatherd that takes no device's name."""

    def test_one_that_does_not_know_this_user_counts_nothing(self):
        if os.geteuid() != 0:
            cannot_run("only root can connect as several users", impossible=True)
        require("setpriv", "util-linux")
        self.daemon = Daemon.running(self, uid=STRANGER)
        for path in (self.daemon.directory, self.daemon.socket.parent):
            path.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        web = self.remote()
        phone = web.phone()
        self.play()
        for _ in range(5):
            said = self.check(phone.ask("AddToScore", team="teamA", delta=1), 409,
                              f"{SERVICE}.PermissionDenied")
            self.assertIn("RemoteUser=", said["message"])
        self.assertEqual(self.score(), "0-0")
        self.assertEqual(len(self.entries()), 2)

    def test_an_older_one_counts_nothing(self):
        """It is played: it knows all but ActFor, and does what else it is asked for."""
        place = self.daemon.directory / "old.sock"
        asked = []
        self.old(place, asked)
        self.daemon.socket, real = place, self.daemon.socket
        web = self.remote()
        self.daemon.socket = real
        phone = web.phone()
        said = self.check(phone.ask("AddToScore", team="teamA", delta=1), 409,
                          f"{SERVICE}.MethodNotFound")
        self.assertEqual(said["message"], "gatherd is too old for this")
        self.assertEqual(asked, ["ActFor"])

    def old(self, place, asked):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(place))
        listener.listen()

        def end():
            # To close alone would not end the wait in accept(2), which then takes the connections
            # of the next listener that gets the number of the descriptor.
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(LIMIT)
            listener.close()

        def serve():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection, Client(connection=connection) as peer:
                    try:
                        while True:
                            method = peer.receive()["method"].rpartition(".")[2]
                            asked.append(method)
                            reply = {"parameters": {}} if method != "ActFor" else {
                                "error": f"{SERVICE}.MethodNotFound",
                                "parameters": {"method": f"{GATHER}.ActFor"}}
                            peer.send_bytes(json.dumps(reply).encode() + b"\0")
                    except (Closed, OSError):
                        pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        self.addCleanup(end)


class ControlSocket(RemoteTest):
    def setUp(self):
        super().setUp()
        self.web = self.remote("--per-address", 1000)

    def tearDown(self):
        """It goes on, whatever was sent."""
        self.assertEqual(self.web.call("GetDevices"), {"devices": []})

    def test_it_is_for_its_user_alone(self):
        self.assertEqual(stat.S_IMODE(self.web.control.stat().st_mode), 0o600)
        if os.geteuid() != 0:
            cannot_run("only root can connect as several users", impossible=True)
        require("setpriv", "util-linux")
        self.daemon.directory.chmod(0o755)
        for words in (("pair",), ("devices",), ("devices", "revoke", "x")):
            result = programs.run(*as_user(STRANGER), programs.gatherctl(), *words,
                                  "--control", self.web.control)
            self.assertEqual((result.returncode, result.stdout), (3, ""), result)
            self.assertIn("Permission denied", result.stderr)
            self.assertIn(f"'{self.web.control}' belongs to root, who alone may do this",
                          result.stderr)

    def test_its_interfaces_are_those_of_the_files(self):
        with Client(self.web.control) as client:
            told = client.call(f"{SERVICE}.GetInfo")
            self.assertEqual(told["vendor"], "gatherd")
            self.assertEqual(told["product"], "gather-web")
            self.assertEqual(told["interfaces"], [SERVICE, REMOTE])
            text = client.call(f"{SERVICE}.GetInterfaceDescription", interface=REMOTE)
            self.assertEqual(text["description"],
                             (programs.INTERFACES / "Remote.varlink").read_text())
            for method, parameters, error in (
                (f"{SERVICE}.GetInterfaceDescription", {"interface": GATHER}, "InterfaceNotFound"),
                (f"{GATHER}.AddToScore", {"team": "teamA", "delta": 1}, "InterfaceNotFound"),
                (f"{REMOTE}.Command", {}, "MethodNotFound"),
                (f"{REMOTE}.pair", {}, "MethodNotFound"),
                ("x", {}, "InterfaceNotFound"),
                (f"{REMOTE}.Revoke", {}, "InvalidParameter"),
                (f"{REMOTE}.Revoke", {"id": 7}, "InvalidParameter"),
                (f"{REMOTE}.Revoke", {"id": "x", "all": True}, "InvalidParameter"),
                (f"{REMOTE}.Pair", {"number": "123456"}, "InvalidParameter"),
                (f"{REMOTE}.GetDevices", {"secrets": True}, "InvalidParameter"),
            ):
                with self.subTest(method, parameters=parameters):
                    with self.assertRaises(Refused) as refused:
                        client.call(method, **parameters)
                    self.assertEqual(refused.exception.name, f"{SERVICE}.{error}")

    def test_a_number_is_asked_for_again_on_the_same_connection(self):
        with Client(self.web.control) as client:
            numbers = [client.call(f"{REMOTE}.Pair")["number"] for _ in range(4)]
            for number in numbers:
                self.assertRegex(number, r"^\d{6}$")
            client.send(f"{REMOTE}.Pair", more=True)
            number = client.reply()["number"]
            for _ in range(2):
                self.assertRegex(self.web.number(), r"^\d{6}$")
            # Its own is over by that, and the connection is good for another call.
            self.assertIsNone(client.reply()["device"])
            self.assertEqual(client.call(f"{REMOTE}.GetDevices"), {"devices": []})
        self.check(self.web.redeem(number), 403, "WrongNumber")

    def test_garbage(self):
        for label, data in {
            "no JSON": b"hello\0", "nothing": b"\0", "HTTP": b"GET / HTTP/1.1\r\n\r\n\0",
            "a list": b"[]\0", "no method": b"{}\0", "deep": b"[" * 2_000 + b"\0",
            "not UTF-8": b'{"method":"\xff"}\0', "many values": message(
                f"{REMOTE}.GetDevices", {"x": list(range(500))}),
            "too long": b'{"method":"' + b"x" * 5_000 + b'"}\0',
            "without an end": b"x" * 5_000_000,
        }.items():
            with self.subTest(label), Client(self.web.control) as client:
                client.send_bytes(data)
                self.assertTrue(client.is_closed())
                self.assertEqual(self.web.call("GetDevices"), {"devices": []})

    def test_one_that_waits_and_sends_without_an_end(self):
        with Client(self.web.control) as client:
            client.send(f"{REMOTE}.Pair", more=True)
            self.assertRegex(client.reply()["number"], r"^\d{6}$")
            client.send_bytes(b"x" * 5_000_000)
            self.assertTrue(client.is_closed())

    def test_there_are_sixteen_at_once(self):
        clients = [self.web.operator() for _ in range(16)]
        for client in clients:
            self.assertEqual(client.call(f"{REMOTE}.GetDevices"), {"devices": []})
        more = self.web.operator()
        more.send(f"{REMOTE}.GetDevices")
        self.assertTrue(more.is_closed())
        said = self.web.ctl("devices")
        self.assertEqual((said.returncode, said.stdout), (4, ""), said)
        self.assertIn(f"gather-web at '{self.web.control}' has gone", said.stderr)
        clients.pop().close()
        # It has to read the end of that one first.
        eventually(lambda: self.web.ctl("devices").returncode == 0, "there is no place again")
        for client in clients:
            self.assertEqual(client.call(f"{REMOTE}.GetDevices"), {"devices": []})

    def test_without_descriptors_they_wait_for_their_turn(self):
        self.web.kill()
        self.web.limit(40)
        self.web.start().ready()
        browsers = [self.web.browser() for _ in range(60)]
        eventually(lambda: self.web.descriptors() >= 40, "there are descriptors left")
        client = self.web.operator()
        client.send(f"{REMOTE}.GetDevices")
        for browser in browsers:
            browser.close()
        self.assertEqual(client.reply(), {"devices": []})

    def test_one_that_stops_sending_has_its_answers(self):
        for count in (1, 10):
            with Client(self.web.control) as client:
                client.send_bytes(message(f"{REMOTE}.GetDevices") * count)
                client.socket.shutdown(socket.SHUT_WR)
                for _ in range(count):
                    self.assertEqual(client.reply(), {"devices": []})
                self.assertTrue(client.is_closed())
        # One that could not be told of a phone withdraws its number.
        with Client(self.web.control) as client:
            client.send(f"{REMOTE}.Pair", more=True)
            number = client.reply()["number"]
            client.socket.shutdown(socket.SHUT_WR)
            self.assertTrue(client.is_closed())
        self.check(self.web.redeem(number), 403, "NoPairing")

    def test_a_file_that_a_dead_one_left_is_replaced_and_a_living_one_stays(self):
        self.web.restart()
        second = self.remote_at_the_same_place()
        self.assertEqual(second.next_line(),
                         f"gather-web: cannot start: cannot listen at {self.web.control}: "
                         "another gather-remote does")
        self.assertEqual(second.process.wait(LIMIT), 1)
        self.web.process.terminate()
        self.assertEqual(self.web.process.wait(LIMIT), 0)
        self.assertFalse(self.web.control.exists())
        self.web.control.write_text("mine")
        third = self.remote_at_the_same_place()
        self.assertIn("something else is there", third.next_line())
        self.assertEqual(self.web.control.read_text(), "mine")
        self.web.control.unlink()
        self.web.start().ready()

    def remote_at_the_same_place(self):
        return Running(self, programs.gather_web(), "--remote", "--control", self.web.control,
                       "--listen", f"{HERE}:0", STATE_DIRECTORY=self.web.state)

    def test_commands_without_one(self):
        self.web.kill()
        for words in (("pair",), ("devices",), ("devices", "revoke", "x")):
            with self.subTest(words):
                said = self.web.said(*words, status=3)
                self.assertIn(f"cannot reach gather-web at '{self.web.control}'", said)
                self.assertIn(
                    f"start it with 'gather-web --remote --control {self.web.control}'", said)
                result = programs.run(programs.gatherctl(), *words, "--control", "/nowhere/x.sock")
                self.assertEqual(result.returncode, 3)
                self.assertIn("No such file or directory", result.stderr)
                result = programs.run(
                    programs.gatherctl(), *words, XDG_RUNTIME_DIR=self.daemon.directory)
                self.assertEqual(result.returncode, 3)
                self.assertIn("start it with 'gatherctl web --remote'", result.stderr)
                result = programs.run(programs.gatherctl(), "-H", "pitch", *words)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn("it is about the machine that it runs on", result.stderr)
        self.assertIn("leaves nothing to see", self.web.said("--quiet", "pair", status=2))
        for words in (("pair", "x"), ("pair", "--url"), ("devices", "--url", "http://x")):
            self.assertIn("--help", self.web.said(*words, status=2))
        self.web.start().ready()

    def test_no_number_is_in_a_command_line(self):
        """Everybody on the machine can read those."""
        strace = require("strace", "strace")
        trace = self.daemon.directory / "trace"
        running = Running(self, strace, "-f", "-e", "trace=execve", "-s", "4096", "-o", trace,
                          programs.gatherctl(), "pair", "--control", self.web.control)
        number = re.search(r"(\d{3}) (\d{3}),", running.line_with("number: "))
        self.assertEqual(self.web.redeem("".join(number.groups())).status, 200)
        running.line_with("paired: ")
        self.assertIn("gather-web", trace.read_text())
        self.assertNotIn("".join(number.groups()), trace.read_text())
        self.web.call("Revoke", id=self.web.call("GetDevices")["devices"][0]["id"])


class Web(RemoteTest):
    """`gatherctl web`, for somebody at a terminal."""

    def started(self, *options, **variables):
        terminal = Terminal(
            self, programs.gatherctl(), "--socket", self.daemon.socket, "web", *options,
            XDG_RUNTIME_DIR=self.daemon.directory, STATE_DIRECTORY=self.daemon.directory / "own",
            **variables)
        return terminal

    def children(self, pid):
        return [int(word) for word in
                open(f"/proc/{pid}/task/{pid}/children").read().split()]

    def test_it_shows_the_address_and_ends_with_all_it_started(self):
        port = programs.free_port()
        terminal = self.started("--listen", f"{HERE}:{port}")
        terminal.read_until(f"http://localhost:{port}/\r\n")
        self.assertEqual(decoded(self, coloured_code(terminal)), f"http://localhost:{port}/")
        with socket.create_connection((HERE, port)) as connection:
            connection.sendall(f"GET / HTTP/1.0\r\nHost: {HERE}:{port}\r\n\r\n".encode())
            self.assertIn(b"200 OK", connection.recv(65536))
        terminal.type("\x03")
        terminal.end()
        eventually(lambda: not in_use(port), "gather-web goes on")

    def test_one_that_is_ended_takes_the_server_with_it(self):
        port = programs.free_port()
        running = Running(self, programs.gatherctl(), "--socket", self.daemon.socket, "web",
                          "--listen", f"{HERE}:{port}", XDG_RUNTIME_DIR=self.daemon.directory)
        running.line_with(f":{port}/")
        for number in (signal.SIGTERM,):
            running.process.send_signal(number)
            running.process.wait(LIMIT)
        while running.next_line() is not None:  # To its end, when nobody has its output open.
            pass
        self.assertFalse(in_use(port))

    def test_somebody_pairs_a_phone_with_a_server_of_their_own(self):
        """Everything is where a user has such things, and found there."""
        if os.geteuid() != 0:
            cannot_run("only root can become another user", impossible=True)
        require("setpriv", "util-linux")
        daemon = Daemon.running(self, uid=STRANGER)
        home, port = daemon.directory, programs.free_port()
        variables = {name: home for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME")}
        ctl = [*as_user(STRANGER), programs.gatherctl()]
        web = Running(self, *ctl, "--socket", daemon.socket, "web", "--remote", "--listen",
                      f"{HERE}:{port}", **variables)
        web.line_with(f"http://localhost:{port}/remote")
        pairing = Running(self, *ctl, "pair", **variables)
        number = "".join(re.search(r"(\d{3}) (\d{3}),", pairing.line_with("number: ")).groups())
        with Browser((HERE, port), f"{HERE}:{port}") as browser:
            browser.ask("POST", "/api/pair", Origin=f"http://{HERE}:{port}", body=json.dumps(
                {"code": number, "name": PHONE}).encode(), Content_Type="application/json")
            paired = json.loads(browser.answer().body)
            pairing.line_with(f"paired: {PHONE}")
            daemon.call("Start")
            browser.ask("POST", "/api/command", Origin=f"http://{HERE}:{port}", body=Phone.body(
                "AddToScore", team="teamA", delta=1), Content_Type="application/json",
                Gather_Device=f"{paired['device']}.{paired['secret']}")
            self.assertEqual(browser.answer().status, 200)
        self.assertEqual(daemon.get()["score"], "1-0")
        kept = home / "gather-remote" / "devices.json"
        self.assertEqual(
            (stat.S_IMODE(kept.stat().st_mode), kept.stat().st_uid), (0o600, STRANGER))
        listed = programs.run(*ctl, "devices", **variables)
        self.assertRegex(listed.stdout, f"^{paired['device']}  .*  {PHONE}\n$")
        # One that was killed leaves its socket behind, and nobody is waited for.
        web.finish()
        lost = programs.run(*ctl, "devices", **variables)
        self.assertEqual((lost.returncode, lost.stdout), (3, ""))
        self.assertIn("Connection refused", lost.stderr)

    def test_a_port_that_is_in_use(self):
        with socket.create_server((HERE, 0)) as taken:
            place = f"{HERE}:{taken.getsockname()[1]}"
            result = self.daemon.ctl("web", "--listen", place)
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        self.assertEqual(result.stderr, f"gather-web: cannot start: cannot listen at {place}: "
                         "Address already in use; name another one with --listen\n")

    def test_a_command_line_that_is_wrong(self):
        for options in (("--listen", "x"), ("--listen", "0.0.0.0"), ("--listen", f"{HERE}:x"),
                        ("--listen",), ("x",), ("--port", "1")):
            with self.subTest(options):
                result = self.daemon.ctl("web", *options)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result)
        result = self.daemon.ctl("-H", "pitch", "web")
        self.assertEqual(result.returncode, 2)
        self.assertIn("it is about the machine that it runs on", result.stderr)
        result = self.daemon.ctl("--quiet", "web")
        self.assertEqual(result.returncode, 2)

    def test_without_the_program_it_says_where_that_is(self):
        """A gatherctl without a gather-web beside it, nor in the path."""
        alone = gatherctl_alone(self, self.daemon.directory)
        for words in (("web",), ("web", "--remote")):
            result = programs.run(alone, *words, PATH="/nowhere",
                                  GATHERD_SOCKET=self.daemon.socket)
            self.assertEqual((result.returncode, result.stdout), (1, ""), result)
            self.assertIn("'gather-web' does not start: No such file or directory", result.stderr)
            self.assertIn("the package gatherd-web has it, or 'units/install --web'", result.stderr)


def gatherctl_alone(test, directory):
    """A gatherctl without the other programs beside it."""
    path = directory / "bin" / "gatherctl"
    path.parent.mkdir()
    shutil.copy(programs.gatherctl(), path)
    if "not found" in programs.run("ldd", path).stdout:
        cannot_run("gatherctl has libraries beside it", impossible=True)
    return path


def coloured_code(terminal):
    """The lines of the next QR code on a terminal."""
    code = []
    while not code or not is_whole(code):
        line = terminal.read_until("\n").rstrip("\r\n")
        if line.startswith("\x1b["):
            code.append(line)
    return code


def in_use(port):
    with socket.socket() as probe:
        return probe.connect_ex((HERE, port)) == 0


if __name__ == "__main__":
    unittest.main()
