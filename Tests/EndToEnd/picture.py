"""The picture of the README: a moment of a match on a real board in tmux, as SVG."""

import html
import re

import attributes
from board import Moment, entry, gather
from programs import gatherctl
from terminal import Tmux, zone_of_hour

COLUMNS, LINES = 80, 24
WIDTH, HEIGHT, MARGIN = 9, 18, 12
# The halves of a cell that a block fills, from the top.
BLOCKS = {"█": (0, 1), "▀": (0,), "▄": (1,)}
TEXT, GROUND = "#d8dee9", "#101418"
PALETTE = {40: "#00d700", 214: "#ffaf00", 196: "#ff0000", 45: "#00d7ff", 201: "#ff00ff",
           245: "#8a8a8a", 9: "#ff5f5f", 11: "#ffff5f", 14: "#5fffff"}
# When it ends is another time whenever it is drawn, and told as this one.
END = "19:42:31"


class Match(Moment):
    """A match of twelve minutes with 07:31 left, in which one more goal is counted at any key."""

    GOALS = (("Reds", "1-0", 72), ("Blues", "1-1", 158), ("Blues", "1-2", 235), ("Reds", "2-2", 269))

    def __init__(self, test):
        self._count = len(self.GOALS) - 1
        super().__init__(test, self._snapshot)

    def _snapshot(self):
        score = self.GOALS[self._count - 1][1]
        snapshot = gather("running", 450.5)()
        snapshot["timer"]["initial"] = {"minutes": 12, "seconds": 0}
        snapshot["revision"], snapshot["score"] = self._count, score
        for team, goals in zip(("teamA", "teamB"), score.split("-")):
            snapshot[team]["score"] = int(goals)
        self._entries = [
            entry(number, f"goal for {side}", then, gone)
            for number, (side, then, gone) in enumerate(self.GOALS[:self._count], 1)]
        return snapshot

    def _answer(self, connection, call):
        if not call["method"].endswith(".AddToScore"):
            return super()._answer(connection, call)
        self._count = len(self.GOALS)
        snapshot = self._snapshot()
        self.send(connection, {"gather": snapshot, "outcome": {
            "changed": True, "gatherId": snapshot["id"], "revision": snapshot["revision"],
            "opened": False, "wasRunning": True, "since": {"minutes": 12, "seconds": 0}}})


def draw(test):
    """The picture, of the board there is."""
    match = Match(test)
    tmux = Tmux(test, COLUMNS, LINES, GATHERD_SOCKET=match.socket, TZ=zone_of_hour(12))
    tmux("set", "-g", "status", "off")
    tmux("resize-window", "-x", COLUMNS, "-y", LINES)
    tmux("respawn-pane", "-k",
         f"env TERM=tmux-256color LANG=C.UTF-8 {gatherctl()} watch --control")
    tmux.wait_for("%0", "RUNNING", "1-2  goal for Blues")
    tmux.press("%0", "a")
    tmux.wait_for("%0", "goal for Reds: counted", "2-2  goal for Reds")
    return svg(tmux("capture-pane", "-e", "-p"))


def svg(screen):
    """What tmux captured, as a picture."""
    screen = re.sub(r"until \d\d:\d\d:\d\d", f"until {END}", screen)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH + 2 * MARGIN} '
        f'{LINES * HEIGHT + 2 * MARGIN}" font-family="monospace" font-size="15">',
        "<title>gatherctl watch --control</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>']
    blocks = {}
    for row, letters in enumerate(rows(screen)):
        for column, text, (color, bold, reverse, block) in stretches(letters):
            if block or reverse:
                cells = blocks.setdefault(color, set())
                cells.update(
                    (column + index, 2 * row + half) for index, letter in enumerate(text)
                    for half in BLOCKS.get(letter, (0, 1)))
            if not block and text.strip():
                weight = ' font-weight="bold"' if bold else ""
                parts.append(
                    f'<text x="{MARGIN + column * WIDTH}" y="{MARGIN + row * HEIGHT + 14}" '
                    f'textLength="{len(text) * WIDTH}" xml:space="preserve"{weight} '
                    f'fill="{GROUND if reverse else color}">{html.escape(text)}</text>')
    # Behind the letters.
    parts[3:3] = [f'<path fill="{color}" d="{outline(cells)}"/>' for color, cells in blocks.items()]
    return "\n".join(parts + ["</svg>", ""])


def rows(screen):
    """The captured lines: letters, each with its colour, whether it is bold, and reversed."""
    # In the form that is the same for all versions of tmux; each line begins anew.
    for line in attributes.normal(screen).rstrip("\n").split("\n"):
        row, look = [], (TEXT, False, False)
        for code, letter in re.findall(r"\x1b\[([\d;]*)m|([^\x1b])", line):
            if letter:
                row.append((letter, *look))
            else:
                look = changed(look, [int(number or 0) for number in code.split(";")])
        yield row


def changed(look, numbers):
    """A look after a sequence of these numbers."""
    color, bold, reverse = look
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            color, bold, reverse = TEXT, False, False
        elif number == 1:
            bold = True
        elif number == 7:
            reverse = True
        elif number == 38:
            color, numbers = PALETTE[numbers[1]], numbers[2:]
        elif 90 <= number <= 97:
            color = PALETTE[number - 82]
    return color, bold, reverse


def stretches(row):
    """Neighbours that look the same, with their column, without the blanks around them."""
    start, text, last = 0, "", None
    for column, (letter, *look) in enumerate([*row, ("", None, None, None)]):
        kind = (*look, letter in BLOCKS)
        if text and kind != last:
            shown = text if last[2] else text.strip(" ")
            if shown:
                yield start + text.index(shown), shown, last
            start, text = column, ""
        text, last = text + letter, kind


def outline(cells):
    """The border of cells as a path: where one meets another there is none, and so no seam."""
    edges = {}
    for x, y in cells:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        beside = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        for index, neighbour in enumerate(beside):
            if neighbour not in cells:
                edges.setdefault(corners[index], []).append(corners[(index + 1) % 4])
    path = []
    while edges:
        point = first = min(edges)
        loop = []
        while point in edges:
            following = edges[point].pop()
            if not edges[point]:
                del edges[point]
            loop.append(point)
            point = following
        assert point == first, "a border is closed"
        path.append("M" + "L".join(
            f"{MARGIN + x * WIDTH} {MARGIN + y * HEIGHT // 2}" for x, y in corners_of(loop)) + "Z")
    return "".join(path)


def corners_of(loop):
    """The points of a closed way where it turns."""
    around = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1])
    return [point for before, point, after in around
            if not before[0] == point[0] == after[0] and not before[1] == point[1] == after[1]]
