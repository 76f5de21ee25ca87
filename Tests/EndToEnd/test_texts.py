"""units/texts: every text for people goes through tr(...), or says why not."""

import pathlib
import tempfile
import unittest

from programs import ROOT, run


class Texts(unittest.TestCase):
    def texts(self, *arguments):
        return run(ROOT / "units/texts", *arguments)

    def left(self, source):
        """The lines that are complained of in a file, each with what is wrong."""
        with tempfile.TemporaryDirectory(prefix="gatherd-texts-", dir="/tmp") as directory:
            path = pathlib.Path(directory) / "A.swift"
            path.write_text(source)
            result = self.texts("--left", path)
        lines = [line.removeprefix(f"{path}:") for line in result.stdout.splitlines()]
        self.assertEqual((result.returncode, result.stderr), (1 if lines else 0, ""))
        return lines

    def test_all_texts_are_translated_or_say_why_not(self):
        result = self.texts("--left")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        # Of no files it would be true as well.
        self.assertGreater(self.texts().stdout.count("\nmsgid "), 500)

    def test_what_is_no_text_of_tr_is_found(self):
        for source, complaint in {
            'print("no match yet")': "1: no match yet",
            'let a = 1\nprint("no \\(a) match yet")': "2: no \\() match yet",
            'tr("the score: %1$@", "not known yet")': "1: not known yet",
            'tr(isHome ? "we have won" : "we have lost")': "1: tr( begins with no literal",
            'tr(text)': "1: tr( begins with no literal",
            'tr("we have \\(count) goals")': "1: not a plain literal: we have \\() goals",
            'tr("%1$@ goal", "\\(b) goals", count: 2)': "1: not a plain literal: \\() goals",
            'print("\\(tr("a goal")) of this side")': "1: \\() of this side",
            'let quotes = /["\']/\nprint("no match yet")': "2: no match yet",
            'let quotes = #/"/"/#\nprint("no match yet")': "2: no match yet",
            'let third = a / b\nprint("no match" + c / d)': "2: no match",
            'print("gatherctl start the match")': "1: gatherctl start the match",
            '// Not translated: a name.\nlet a = "A B"\n\nlet b = "C D"': "4: C D",
            'let a = "A B"  // Not translated: a name.\nlet b = "C D"': "2: C D",
        }.items():
            with self.subTest(source):
                self.assertIn(complaint, self.left(source))

    def test_what_is_fine_is_not(self):
        for source in (
            'tr("no match yet")', 'tr(\n    // Why.\n    "no match yet")',
            'tr("%1$@ goal", "%1$@ goals", count: count)',
            'func tr(_ text: String) -> String { filled(text) }', '// "no match yet"',
            'let name = "gatherd"', 'precondition(false, "this is for us")',
            'let start = "gatherctl start"', 'let add = "\'gatherctl player link \\(a) \\(b)\'"',
            'let a = "A B"  // Not translated: a name.',
            '// Not translated: names.\nlet a = [\n    "A B",\n    "C D",\n]',
        ):
            with self.subTest(source):
                self.assertEqual(self.left(source), [])

    def test_what_cannot_be_read_is_said(self):
        with tempfile.TemporaryDirectory(prefix="gatherd-texts-", dir="/tmp") as directory:
            path = pathlib.Path(directory) / "A.swift"
            path.write_text('let a = "b\nlet c = 1\n')
            result = self.texts(path)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"texts: {path}:1: a literal that does not end\n")


if __name__ == "__main__":
    unittest.main()
