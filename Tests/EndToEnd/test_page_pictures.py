"""The pictures of the pages in the README: they are of the pages there are."""

import pathlib
import re
import unittest

import page_pictures
import png
from programs import ROOT, ctl

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Picture"
# A square of so many pixels is compared by its mean. The fonts are ours, and so letters differ by
# their edges alone from one Chromium to the next.
SQUARE = 16
# The levels of 255 that all squares may differ by on the average, and any of them.
MEAN, MOST = 1.0, 40


class Pictures(page_pictures.Match):
    def test_they_are_what_the_pages_show(self):
        for name, picture in self.draw().items():
            with self.subTest(name):
                path = FOLDER / f"{name}.png"
                stored = path.read_bytes()
                self.assertLess(len(stored), 100_000)
                mean, most = self.difference(stored, picture)
                self.assertTrue(mean <= MEAN and most <= MOST,
                                f"{path.name} differs by {mean:.2f}, and a square by {most:.0f}:"
                                " Tests/Picture/pages draws it anew")

    def difference(self, stored, drawn):
        """By how much two pictures differ on the average, and where they do most."""
        self.assertEqual(png.size(stored), png.size(drawn))
        squares = [abs(one - other)
                   for rows in zip(png.downscaled(stored, SQUARE), png.downscaled(drawn, SQUARE))
                   for pair in zip(*rows) for one, other in zip(*pair)]
        return sum(squares) / len(squares), max(squares)


class Record(unittest.TestCase):
    def test_it_is_as_it_was_exported(self):
        result = ctl("/nowhere", "verify", page_pictures.RECORD)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(" is whole: 10 events, code ", result.stdout)


class Readme(unittest.TestCase):
    def test_it_shows_them(self):
        shown = re.findall(r"\]\(Tests/Picture/(\w+)\.png\)|src=\"Tests/Picture/(\w+)\.png\"",
                           (ROOT / "README.md").read_text())
        self.assertEqual({one or other for one, other in shown}, {"board", "remote", "overlay"})


if __name__ == "__main__":
    unittest.main()
