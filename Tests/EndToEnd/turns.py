"""What a test has a server do at a certain request, once."""

import dataclasses


@dataclasses.dataclass
class Turn:
    """What is done at the n-th request from now of a kind, or whose line begins so."""
    act: object
    at: str = None
    kind: str = None
    nth: int = 1

    def comes_with(self, request):
        """Counts a request; gives whether it is the one."""
        if self.at is not None and not request.line.startswith(self.at):
            return False
        if self.kind is not None and request.kind != self.kind:
            return False
        self.nth -= 1
        return self.nth == 0


class Turns:
    """Those that are to come; the server has one request at a time look at them."""

    def __init__(self):
        self._waiting = []

    def add(self, act, at=None, kind=None, nth=1):
        self._waiting.append(Turn(act, at, kind, nth))

    def due(self, request):
        """What is to be done at a request, and not at any other."""
        due = [turn for turn in self._waiting if turn.comes_with(request)]
        self._waiting = [turn for turn in self._waiting if turn.nth > 0]
        return [turn.act for turn in due]

    def first_due(self, request):
        """The same where one at a time is done: those behind it do not count the request."""
        for turn in self._waiting:
            if turn.comes_with(request):
                self._waiting = [one for one in self._waiting if one is not turn]
                return turn.act
        return None
