"""Commands at random, and the clients that send them again until they are answered."""

import dataclasses

from client import Client, Closed, Refused
from world import boottime

CLIENTS = 4
LONG = {"minutes": 90, "seconds": 0}
# A match is ended after so many events, so that there are many of them.
LONGEST = 600


@dataclasses.dataclass(eq=False)
class Command:
    """A command and what was answered."""

    id: str
    method: str
    given: dict
    sent_at: int = None
    answered_at: int = None
    sendings: int = 0
    refusal: str = None
    outcome: dict = None
    snapshots: list = dataclasses.field(default_factory=list)

    @property
    def is_answered(self):
        return self.answered_at is not None

    def send(self, client):
        self.sent_at = self.sent_at or boottime()
        self.sendings += 1
        client.send(self.method, self.given | {"requestId": self.id})

    def take_answer(self, client):
        """Reads the next answer, which is this one's; gives it, or None if nothing was stored."""
        try:
            answer = client.reply()
        except Refused as refused:
            name = refused.name.rpartition(".")[2]
            if name == "StorageFailed":
                return name
            assert self.outcome is None, f"answered, and then {name}: {self}"
            assert refused.name.startswith("io.gatherd.Gather."), f"{refused} to {self}"
            self.refusal = name
        else:
            assert self.refusal is None
            outcome = answer.get("outcome") or {
                name: answer[name] for name in ("undone", "redone") if name in answer}
            assert self.outcome in (None, outcome), f"{outcome} is another answer to {self}"
            self.outcome = outcome
            self.snapshots.append(answer["gather"])
        self.answered_at = boottime()
        return self.refusal


class Deck:
    """Makes commands at random that mostly make sense in the present match."""

    def __init__(self, chance, chronicle):
        self._chance = chance
        self._chronicle = chronicle
        self.dealt = 0

    def command(self, method, **given):
        self.dealt += 1
        return Command(f"{self.dealt}", method, given)

    def deal(self, count):
        """So many commands; the first ones see to it that there is something to do."""
        chance, state = self._chance, self._chronicle.state
        commands = []
        if state.phase != "open":
            commands.append(self.beginning())
        elif state.revision > LONGEST:
            commands += [self.command("End"), self.opening(), self.command("Start")]
        elif state.timer.at(boottime()) != "running" and chance.random() < 0.6:
            commands += [self.command("SetTime", time=LONG), self.command("Start")]
        return commands + [self.any() for _ in range(count - len(commands))]

    def beginning(self):
        draw = self._chance.random()
        if draw < 0.4:
            return self.opening()
        if draw < 0.7:
            return self.command(self._chance.choice(("Start", "Toggle")))
        if draw < 0.8:
            return self.command("Undo")
        if draw < 0.9:
            return self.command("Redo")
        return self.reopening()

    def opening(self):
        time = LONG if self._chance.random() < 0.8 else {
            "minutes": 0, "seconds": self._chance.randint(1, 4)}
        names = {"teamAName": "Blau-Weiß", "teamBName": "東"}
        if self._chance.random() < 0.5:
            names = {}
        return self.command("Open", time=time, **names)

    def reopening(self):
        ids = [match.state.id for _, match in sorted(self._chronicle.matches.items())[-5:]
               if match.state.id]
        if not ids:
            return self.command("Redo")
        return self.command("Reopen", id=self._chance.choice(ids))

    def any(self):
        chance = self._chance
        kind, = chance.choices(
            ("AddToScore", "SetScore", "AdjustTime", "Undo", "UndoNumber", "Redo", "Toggle",
             "Start", "Pause", "Resume", "Cancel", "SetTime", "End", "Discard", "Open", "Reopen"),
            (60, 8, 8, 5, 4, 4, 2, 3, 2, 2, 0.5, 1, 0.7, 0.3, 1, 0.7))
        team = chance.choice(("teamA", "teamB"))
        match kind:
            case "AddToScore":
                return self.command(kind, team=team, delta=chance.choice((1, 1, 1, 1, -1, 2, -999)))
            case "SetScore":
                return self.command(kind, team=team, score=chance.choice((0, 1, 5, 990, 1000)))
            case "AdjustTime":
                start = {"start": True} if chance.random() < 0.3 else {}
                return self.command(kind, seconds=chance.choice((30, 60, -30, -7, -9_000)), **start)
            case "SetTime":
                return self.command(kind, time=chance.choice(
                    (LONG, {"minutes": 0, "seconds": 1}, {"minutes": 2, "seconds": 30})))
            case "UndoNumber":
                latest = self._chronicle.state.revision + 3
                return self.command("Undo", number=max(1, latest - chance.randint(0, 20)))
            case "Open":
                return self.opening()
            case "Reopen":
                return self.reopening()
        return self.command(kind)


class Players:
    """Several clients with commands in flight."""

    def __init__(self, world, chance):
        self._world = world
        self._chance = chance
        self.clients = []

    def connect(self):
        self.disconnect()
        self.clients = [Client(self._world.socket) for _ in range(CLIENTS)]

    def disconnect(self):
        for client in self.clients:
            client.close()
        self.clients = []

    def send(self, commands):
        """Hands the commands out in turn; gives what each client has in flight."""
        flights = [(client, commands[index::CLIENTS])
                   for index, client in enumerate(self.clients)]
        for client, flight in flights:
            for command in flight:
                command.send(client)
        return flights

    @staticmethod
    def collect(flights):
        """Reads all answers that come before a connection ends; gives the errors among them."""
        errors = []
        for client, flight in flights:
            try:
                for command in flight:
                    if error := command.take_answer(client):
                        errors.append(error)
            except Closed:
                pass  # Killed; whoever has no answer is sent again.
        return errors
