"""The picture of the README: it is of the board there is, in a match that could be played."""

import pathlib
import re
import unittest

import picture

FILE = pathlib.Path(__file__).resolve().parents[1] / "Picture" / "board.svg"


class Picture(unittest.TestCase):
    maxDiff = None

    def test_it_is_what_the_board_shows(self):
        self.assertEqual(
            picture.draw(self), FILE.read_text(), "Tests/Picture/run draws it anew")

    def test_the_goals_fit_the_clock(self):
        texts = re.findall(r">([^<]*)</text>", FILE.read_text())
        goals = [re.fullmatch(r"(\d\d):(\d\d)  (\d)-(\d)  goal for (Reds|Blues)", text)
                 for text in texts]
        goals = [[int(number) for number in goal.groups()[:4]] for goal in goals if goal][::-1]
        moments = [minutes * 60 + seconds for minutes, seconds, *_ in goals]
        # 07:31 of 12:00 are left.
        self.assertEqual(moments[-1], 12 * 60 - (7 * 60 + 31))
        self.assertEqual(moments, sorted(set(moments)))
        self.assertGreater(moments[0], 60)
        self.assertEqual([a + b for *_, a, b in goals], list(range(1, len(goals) + 1)))
        self.assertIn("goal for Reds: counted, Reds 2-2 Blues", texts)

    def test_digits_have_no_seams(self):
        svg = FILE.read_text()
        self.assertEqual(svg.count("<rect"), 1, "only the ground")
        lines = []
        for path in re.findall(r' d="([^"]*)"', svg):
            for loop in re.findall(r"M([^Z]*)Z", path):
                points = [tuple(map(int, point.split())) for point in loop.split("L")]
                lines += zip(points, points[1:] + points[:1])
        self.assertGreater(len(lines), 40)
        # No line lies on another, wholly or in part: each is once the border of something.
        steps = [step for line in lines for step in self.steps(*line)]
        self.assertEqual(len(steps), len(set(steps)))

    @staticmethod
    def steps(start, end):
        """The cells' sides that a line is made of, whichever way it goes."""
        (x, y), (toX, toY) = sorted((start, end))
        if x == toX:
            return [(x, at, "down") for at in range(y, toY, picture.HEIGHT // 2)]
        assert y == toY, "lines are level or upright"
        return [(at, y, "right") for at in range(x, toX, picture.WIDTH)]

    def test_it_is_the_same_however_tmux_ends_a_line(self):
        bold, green, off = "\x1b[1m", "\x1b[38;5;40m", "\x1b[0m"
        line = f" {bold}{green}RUNNING until 01:02:03{off}    {bold} CONTROL"
        forms = [
            f"{line}\n{off}  ██\n",
            f"{line} {off}\n  ██{' ' * 76}\n",
            f"{line}{off}{' ' * 40}\n  ██\n",
            f"{line} \n{off}  ██  {bold}  \n",
        ]
        pictures = {picture.svg(form) for form in forms}
        self.assertEqual(len(pictures), 1)
        self.assertIn(f">RUNNING until {picture.END}<", pictures.pop())


if __name__ == "__main__":
    unittest.main()
