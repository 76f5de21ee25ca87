"""What a client can send that is no call: an error with a name, or a closed connection.

After each of them the same daemon answers another client, and the match is as it was.
"""

import contextlib
import json
import os
import pathlib
import socket
import time

from client import GATHER, HISTORY, SERVICE, Refused, message
from programs import LIMIT
from submitter import SUBMITTER
from unharmed import UnharmedDaemon

MESSAGE_LIMIT = 1 << 20
GET_INFO = message(f"{SERVICE}.GetInfo")


class BadMessages(UnharmedDaemon):
    # Calls

    def test_unknown_methods_are_named(self):
        for method in ("Nope", "", ".", ".Get", "io.gatherd.Gather.", "io.gatherd.Gather.get",
                       "org.varlink.service.Nope"):
            self.check_unknown(method, "MethodNotFound", {"method": method})
        for interface in ("io.gatherd.Nowhere", "io.gatherd", "io.gatherd.gather", SUBMITTER,
                          "io.gatherd.Gather.Get"):
            self.check_unknown(
                f"{interface}.Get", "InterfaceNotFound", {"interface": interface})

    def check_unknown(self, method, error, parameters):
        with self.subTest(method), self.daemon.client() as client:
            client.send_bytes(json.dumps({"method": method}).encode() + b"\0")
            with self.assertRaises(Refused) as refused:
                client.reply()
            self.assertEqual(refused.exception.name, f"{SERVICE}.{error}")
            self.assertEqual(refused.exception.parameters, parameters)

    def test_flags_that_do_not_fit(self):
        self.check_refused("Subscribe", {}, f"{SERVICE}.ExpectedMore")
        with self.daemon.client() as client:
            client.send(f"{SERVICE}.GetInfo", upgrade=True)
            with self.assertRaises(Refused):
                client.reply()
        with self.daemon.client() as client:
            client.send("Get", more=True)
            self.assertNotIn("continues", client.receive())
        self.check_closed("more and oneway", message("Get", more=True, oneway=True))
        self.check_closed("more is a word", message("Get", more="yes"))

    def test_a_oneway_error_is_silent_and_the_next_call_is_answered(self):
        with self.daemon.client() as client:
            client.send("AddToScore", {"team": "teamA", "delta": 0}, oneway=True)
            client.send("Nope", oneway=True)
            client.send(f"{SERVICE}.GetInfo")
            self.assertEqual(client.reply()["product"], "gatherd")
            client.socket.shutdown(socket.SHUT_WR)
            self.assertTrue(client.is_closed())

    # Bytes

    def test_what_is_no_message_closes_the_connection(self):
        name = f"{GATHER}.Get"
        for label, data in {
            "an empty message": b"\0",
            "no JSON": b"hello\0",
            "half an object": b'{"method":\0',
            "a list": b"[1]\0",
            "a text": f'"{name}"\0'.encode(),
            "two objects": b"{}{}\0",
            "no method": b'{"parameters":{}}\0',
            "the method is a number": b'{"method":7}\0',
            "the parameters are a list": message(name, [1]),
            "a key twice": f'{{"method":"{name}","method":"{name}"}}\0'.encode(),
            "a key twice, once escaped": f'{{"method":"{name}","\\u006dethod":"x"}}\0'.encode(),
            "a key twice further in": message(name).replace(
                b"}", b',"parameters":{"a":1,"a":1}}'),
            "the escaped character 0": f'{{"method":"{name}\\u0000"}}\0'.encode(),
            "half a surrogate pair": f'{{"method":"{name}\\ud800"}}\0'.encode(),
            "invalid UTF-8": b'{"method":"\xff\xfe"}\0',
            "overlong UTF-8": b'{"method":"\xc0\xae"}\0',
            "a bare control character": b'{"method":"a\nb"}\0',
            "a comma at the end": f'{{"method":"{name}",}}\0'.encode(),
            "not a number": message(name).replace(b"}", b',"parameters":{"a":NaN}}'),
            "a number beyond all": message(name).replace(b"}", b',"parameters":{"a":1e999}}'),
            "1,000 levels": b'{"method":"x","parameters":{"a":' + b"[" * 1000 + b"]" * 1000
                            + b"}}\0",
            "1,000 open levels": b"[" * 1000 + b"\0",
            "1,000 levels of objects": b'{"a":' * 1000 + b"1" + b"}" * 1000 + b"\0",
        }.items():
            self.check_closed(label, data)

    def test_calls_before_a_broken_message_are_answered(self):
        with self.daemon.client() as client:
            client.send_bytes(GET_INFO + b"\0" + GET_INFO)
            self.assertEqual(client.reply()["product"], "gatherd")
            self.assertTrue(client.is_closed())

    def test_a_message_has_at_most_a_mebibyte(self):
        body = GET_INFO[:-1]
        with self.daemon.client() as client:
            client.send_bytes(body + b" " * (MESSAGE_LIMIT - len(body)) + b"\0")
            self.assertEqual(client.reply()["product"], "gatherd")
        self.check_closed("one byte more", body + b" " * (MESSAGE_LIMIT + 1 - len(body)) + b"\0")
        self.check_closed("no end at all", b" " * (4 * MESSAGE_LIMIT))

    def test_half_a_message_and_silence_stops_nobody(self):
        with self.daemon.client() as silent, self.daemon.client() as gone:
            silent.send_bytes(GET_INFO[:20])
            gone.send_bytes(GET_INFO[:20])
            gone.close()
            self.check_unharmed()
            silent.send_bytes(GET_INFO[20:])
            self.assertEqual(silent.reply()["product"], "gatherd")

    def test_half_a_message_and_the_end_is_closed(self):
        with self.daemon.client() as client:
            client.send_bytes(GET_INFO + GET_INFO[:20])
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(client.reply()["product"], "gatherd")
            self.assertTrue(client.is_closed())

    def test_a_client_that_only_stops_sending_gets_its_answers(self):
        with self.daemon.client() as client:
            client.send_bytes(GET_INFO * 100)
            client.socket.shutdown(socket.SHUT_WR)
            for _ in range(100):
                self.assertEqual(client.reply()["product"], "gatherd")
            self.assertTrue(client.is_closed())

    def test_a_half_closed_subscriber_is_noticed_when_it_leaves(self):
        """Nothing changes meanwhile, so that no message could find out."""
        def sockets():
            descriptors = pathlib.Path(f"/proc/{self.daemon.process.pid}/fd")
            count = 0
            for entry in descriptors.iterdir():
                # One may be closed meanwhile.
                with contextlib.suppress(FileNotFoundError):
                    count += os.readlink(entry).startswith("socket:")
            return count

        with self.daemon.client() as client:
            client.call("Get")
            before = sockets()
            for _ in range(50):
                with self.daemon.client() as leaver:
                    leaver.send("Subscribe", more=True)
                    leaver.reply()
                    leaver.socket.shutdown(socket.SHUT_WR)
            deadline = time.monotonic() + LIMIT
            while sockets() > before:
                self.assertLess(time.monotonic(), deadline, "they are all still there")
                client.call("Get")

    # What looks odd and is right

    def test_leniency(self):
        for label, data in {
            "white space around": b" \n\t" + GET_INFO[:-1] + b"\r\n\0",
            "no parameters": message(f"{SERVICE}.GetInfo", parameters=None),
            "parameters are null": json.dumps(
                {"method": f"{SERVICE}.GetInfo", "parameters": None}).encode() + b"\0",
            "flags are false": message(
                f"{SERVICE}.GetInfo", more=False, oneway=False, upgrade=False),
            "a member of tomorrow": message(f"{SERVICE}.GetInfo", tomorrow={"x": [1]}),
        }.items():
            with self.subTest(label), self.daemon.client() as client:
                client.send_bytes(data)
                self.assertEqual(client.reply()["product"], "gatherd")

    def test_replies_to_pipelined_calls_come_in_order(self):
        with self.daemon.client() as client:
            calls = [message("Get"), GET_INFO, message(f"{HISTORY}.List"), message("Nope")] * 50
            client.send_bytes(b"".join(calls))
            for _ in range(50):
                self.assertIn("gather", client.reply())
                self.assertIn("product", client.reply())
                self.assertIn("gathers", client.reply())
                with self.assertRaises(Refused):
                    client.reply()

    def test_one_byte_at_a_time(self):
        with self.daemon.client() as client:
            for byte in GET_INFO:
                client.send_bytes(bytes([byte]))
            self.assertEqual(client.reply()["product"], "gatherd")
