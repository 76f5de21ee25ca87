"""Clients that are slow, rude or broken, in a process of their own, all the time.

usage: hostile.py SOCKET SEED; "pause" on standard input makes them leave, "go on" come back.
"""

import os
import pathlib
import random
import select
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))
sys.dont_write_bytecode = True

from client import message

GET = message("Get")
PAUSE = 0.01  # Seconds between two acts: it is to disturb, not to take the machine.
MOST = 24  # Connections at a time.
ODD_CALLS = (
    b"{}\0", b"[]\0", b"\0\0\0", b'{"method":1}\0', b"[" * 5000 + b"\0", message("Nothing"),
    message("Undo", {"number": 0}), message("AddToScore", {"team": "teamC", "delta": 1}),
    message("Open", {"time": 9**99}), message("SetScore", {"team": "teamA", "score": -1}),
    message("org.varlink.service.GetInfo") * 40)


class Guest:
    """A connection that nobody blocks for."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.setblocking(False)

    def send(self, data):
        try:
            self.socket.send(data)
        except OSError:
            pass  # Full, or thrown out.

    def close(self):
        self.socket.close()


def never_reads(guest, chance):
    guest.send(message("Subscribe", {"ticks": True}, more=True))


def half_closes(guest, chance):
    guest.send(GET)
    guest.socket.shutdown(socket.SHUT_WR)


def sends_rubbish(guest, chance):
    guest.send(chance.randbytes(chance.randrange(1, 20_000)))


def sends_odd_calls(guest, chance):
    guest.send(chance.choice(ODD_CALLS))


def leaves_bytes_behind(guest, chance):
    guest.send(GET[:chance.randrange(1, len(GET))])


def pipelines(guest, chance):
    guest.send(GET * chance.randrange(1, 3_000))


def sends_a_long_message(guest, chance):
    guest.send(b" " * (1 << 18))


ACTS = (never_reads, half_closes, sends_rubbish, sends_odd_calls, leaves_bytes_behind, pipelines,
        sends_a_long_message)


def main():
    path, seed = sys.argv[1:]
    chance = random.Random(f"hostile {seed}")
    guests, is_on, acts, text = [], True, 0, b""
    print("there", flush=True)
    while True:
        ready, _, _ = select.select([0], [], [], PAUSE if is_on else None)
        if ready:
            some = os.read(0, 100)
            if not some:
                return
            text += some
            while b"\n" in text:
                line, text = text.split(b"\n", 1)
                is_on = line == b"go on"
                for guest in guests:
                    guest.close()
                guests = []
                print(acts, flush=True)
        elif is_on:
            if len(guests) >= MOST or (guests and chance.random() < 0.3):
                guests.pop(chance.randrange(len(guests))).close()
            try:
                guest = Guest(path)
            except OSError:
                continue  # It has just been killed.
            guests.append(guest)
            try:
                chance.choice(ACTS)(guest, chance)
            except OSError:
                pass
            acts += 1


if __name__ == "__main__":
    main()
