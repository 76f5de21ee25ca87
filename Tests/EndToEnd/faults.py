"""What a server can do instead of its answer; each is a function of the exchange."""

from http_wire import Answer


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


def answer_of_type(content_type):
    """A fault that does what was asked, and gives the answer another content type."""
    def fault(exchange):
        answer = exchange.act()
        answer.headers["content-type"] = content_type
        exchange.send(answer.wire)
    return fault
