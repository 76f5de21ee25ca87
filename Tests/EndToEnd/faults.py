"""What a server can do instead of its answer; each is a function of the exchange."""

import threading

from http_wire import Answer
from programs import LIMIT


def answer(exchange):
    """Does what was asked and answers: no fault."""
    exchange.send(exchange.act().wire)


def close_before_acting(exchange):
    """Reads the request and closes."""
    exchange.close()


def close_after_acting(exchange):
    """Does what was asked and closes without an answer."""
    exchange.act()
    exchange.close()


def answer_half(exchange):
    """Does what was asked and closes in the middle of the answer: of its body, or, where it has
    none, of its head."""
    answer = exchange.act()
    kept = max(1, len(answer.body) // 2) if answer.body else len(answer.wire) // 2
    exchange.send(answer.wire[:-kept])
    exchange.close()


def answer_never(exchange):
    """Does what was asked and says nothing until the client gives up."""
    exchange.act()
    exchange.wait_until_gone()


def answer_rubbish(exchange):
    """Does what was asked and answers with what is no HTTP."""
    exchange.act()
    exchange.send(b"\x00\x1b[31mnot HTTP\r\n\r\n" * 10)
    exchange.close()


def answer_byte_by_byte(exchange):
    """Does what was asked and sends each byte of the answer alone."""
    for byte in exchange.act().wire:
        exchange.send(bytes([byte]))


def answer_without_end(exchange):
    """Does what was asked, and the body of the answer never ends."""
    answer = exchange.act()
    head = f"HTTP/1.1 {answer.status} OK\r\ncontent-type: application/json\r\n\r\n"
    exchange.send(head.encode() + b"[")
    while True:
        exchange.send(b"[]," * 10_000)


def headers_without_end(exchange):
    """Does what was asked, and the head of the answer never ends."""
    exchange.act()
    exchange.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        exchange.send(b"x-filler: " + b"x" * 8_000 + b"\r\n")


def answer_instead(status, body=b"", **headers):
    """A fault that does not do what was asked, and answers with this."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda exchange: exchange.send(Answer(status, named, body).wire)


def answer_with(name, value):
    """A fault that does what was asked, and gives the answer another header."""
    def fault(exchange):
        answer = exchange.act()
        answer.headers[name] = value
        exchange.send(answer.wire)
    return fault


class Stall:
    """A fault from which on writes wait and reads are answered, as while somebody holds the write
    lock of the server's database.

    They are carried out when it is over, in the order in which they came, also those whose clients
    have gone by then.
    """

    def __init__(self, seconds=None):
        """It is over so long after the first write has come, or when it is released."""
        self._seconds = seconds
        self._changed = threading.Condition()
        self._arrived = self._done = 0
        self._is_over = False
        self._server = None

    def __call__(self, exchange):
        self.begin(exchange.server)
        (self.hold if exchange.request.writes else answer)(exchange)

    def begin(self, server):
        """Has all writes wait from now on."""
        self._server = server
        server.stall = self

    def _start_timer(self):
        if self._seconds is not None:
            timer = threading.Timer(self._seconds, self.release)
            timer.daemon = True
            timer.start()

    def hold(self, exchange):
        """Has one request wait, and answers it if its client is still there."""
        exchange.send(self._carry_out(exchange, self._take_number()).wire)

    def _take_number(self):
        with self._changed:
            self._arrived += 1
            if self._arrived == 1:
                self._start_timer()
            self._changed.notify_all()
            return self._arrived

    def _carry_out(self, exchange, number):
        with self._changed:
            self._changed.wait_for(lambda: self._is_over and self._done == number - 1)
        try:
            return exchange.act()
        finally:
            with self._changed:
                self._done += 1
                self._changed.notify_all()

    def release(self):
        """Has those that wait carried out, and those that come answered at once."""
        if self._server:
            self._server.stall = None
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def wait_for(self, count):
        """Waits until so many requests have come to wait."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._arrived >= count, LIMIT), self._arrived

    def wait_until_done(self):
        """Waits until all that has come to wait was carried out."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.is_done, LIMIT), self._arrived

    @property
    def is_done(self):
        """Whether all that has come to wait was carried out, if any has."""
        return self._done == self._arrived


class KeptUpstream(Stall):
    """A single request that a proxy holds, whether its client has gone or not, while all others
    come through: what was sent later overtakes it."""

    def __init__(self, seconds=None, status=None):
        """With a status, the proxy gives up waiting and answers that at once: 504, for example;
        what it has asked for is carried out nevertheless."""
        super().__init__(seconds)
        self._status = status

    def __call__(self, exchange):
        number = self._take_number()
        if self._status is None:
            exchange.send(self._carry_out(exchange, number).wire)
            return
        threading.Thread(target=self._carry_out, args=(exchange, number), daemon=True).start()
        exchange.send(Answer(self._status, {"content-type": "text/html"}).wire)
