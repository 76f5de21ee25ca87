"""The types that the scripts of the pages state in their comments, checked by TypeScript."""

import pathlib
import tempfile
import unittest

import programs

PAGES = programs.ROOT / "Sources/GatherWeb/Pages"
# What browsers have had for years, and the TypeScript of Debian 12 does not know.
KNOWN_TO_BROWSERS = """
interface Array<T> {
    findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
    findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
}
"""


class Types(unittest.TestCase):
    def check(self, *files):
        tsc = programs.require("tsc", "node-typescript")
        with tempfile.TemporaryDirectory() as directory:
            known = pathlib.Path(directory, "browsers.d.ts")
            known.write_text(KNOWN_TO_BROWSERS)
            return programs.run(
                tsc, "--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2022",
                "--module", "es2022", "--moduleResolution", "node", "--pretty", "false",
                "--lib", "es2022,dom,dom.iterable", "--typeRoots", directory, known, *files,
                limit=4 * programs.LIMIT)

    def test_they_hold(self):
        scripts = sorted(PAGES.glob("*.js"))
        self.assertGreater(len(scripts), 40)
        for script in scripts:
            self.assertEqual(script.read_text().split("\n", 1)[0], "// @ts-check", script.name)
        said = self.check(*scripts)
        self.assertEqual((said.returncode, said.stdout), (0, ""))

    def test_one_that_does_not_is_found(self):
        with tempfile.TemporaryDirectory() as directory:
            script = pathlib.Path(directory, "wrong.js")
            script.write_text(
                '/** @param {number} one */\nfunction f(one) { return one; }\nf("");\n')
            said = self.check(script)
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("TS2345", said.stdout)


if __name__ == "__main__":
    unittest.main()
