"""The manual pages: correct, and of the programs that are there."""

import re
import unittest

import programs
import usage
from programs import INTERFACES, ROOT, require, run

PAGES = ROOT / "units/man"
# What is written alike, however it is spaced.
FORM = str.maketrans("", "", " \t")


def source(name):
    return (PAGES / name).read_text()


def form(text):
    """A synopsis, without what differs between a terminal and a manual page."""
    return text.translate(FORM).lower()


class Manual(unittest.TestCase):
    def tags(self, name):
        """What the page explains, each as it is shown."""
        result = run(require("mandoc", "mandoc"), "-T", "ascii", "-O", "width=400", PAGES / name)
        self.assertEqual(result.returncode, 0, result)
        text = re.sub(".\b", "", result.stdout)
        rows = re.findall(r"^     (\S.*)$", text, re.MULTILINE)
        # A short one has its text on the same line.
        return {form(re.split(r" {2,}|\t", row)[0]) for row in rows} | {form(row) for row in rows}

    def test_the_pages_are_correct(self):
        pages = sorted(PAGES.iterdir())
        self.assertEqual(len(pages), 12)
        for page in pages:
            result = run(require("mandoc", "mandoc"), "-T", "lint", page)
            # What pages there are beside these is no matter of theirs.
            said = [line for line in (result.stdout + result.stderr).splitlines()
                    if "manual not found" not in line and "outdated mandoc.db" not in line]
            self.assertEqual(said, [], page)

    def test_every_verb_is_explained_and_no_other(self):
        tags, verbs = self.tags("gatherctl.1"), usage.verbs()
        for verb in verbs:
            names = ", ".join([verb.name, *verb.synonyms])
            expected = verb.usage.replace(verb.name, names, 1)
            with self.subTest(expected):
                self.assertIn(form(expected), tags)
        text = source("gatherctl.1").split(".Ss Options")[0]
        self.assertEqual(len(re.findall(r"^\.It Cm ", text, re.MULTILINE)), len(verbs))

    def test_every_option_is_explained_and_no_other(self):
        tags, options = self.tags("gatherctl.1"), usage.common_options()
        for option in options:
            with self.subTest(option):
                self.assertIn(form(option), tags)
        text = source("gatherctl.1").split(".Ss Options")[1].split(".Ss Times")[0]
        self.assertEqual(len(re.findall(r"^\.It Fl ", text, re.MULTILINE)), len(options))
        # Those of a verb are in what it is written like, the long form of a letter in its text.
        for verb in usage.verbs():
            for name in verb.options:
                self.assertIn(f"Fl -{name.removeprefix('--')}", source("gatherctl.1"))

    def test_the_options_of_the_daemon(self):
        for program, page in ((programs.gatherd(), "gatherd.8"),
                              (programs.gather_submit(), "gather-submit.8"),
                              (programs.gather_web(), "gather-web.8"),
                              (programs.gather_mqtt(), "gather-mqtt.8")):
            options = usage.options_in(run(program, "--help").stdout)
            self.assertGreaterEqual(len(options), 4)
            explained = {f"--{name}" for name in re.findall(
                r"^\.It Fl (?:h , Fl )?-([a-z-]+)", source(page), re.MULTILINE)}
            self.assertEqual(explained, options, page)

    def test_every_method_and_error_of_the_interfaces(self):
        for name in ("Account", "Gather", "History", "Players", "Submitter"):
            with self.subTest(name):
                page = source(f"io.gatherd.{name}.7")
                self.check_interface(f"{name}.varlink", page.split(".Sh SEE")[0])

    def check_interface(self, name, page):
        text = re.sub(r"#.*", "", (INTERFACES / name).read_text())
        methods = dict(re.findall(r"^method (\w+)\((.*?)\) ->", text, re.M | re.S))
        self.assertEqual(
            re.findall(r"^\.It Cm (\w+)", page.split(".Ss Types")[1].split(".Ss ")[0], re.M),
            re.findall(r"^type (\w+)", text, re.M))
        explained = re.findall(r"^\.It Fn (\w+)(.*)$", page, re.MULTILINE)
        self.assertEqual({name for name, _ in explained}, set(methods))
        for name, arguments in explained:
            # An enumeration in place of a type has no parameters of its own.
            parameters = re.findall(r"(\w+):\s*(\??)", methods[name])
            self.assertEqual(
                arguments.split(),
                [f'"[{word}]"' if optional else word for word, optional in parameters], name)
        errors = re.findall(r"^error (\w+)", text, re.MULTILINE)
        rows = re.findall(r"^\.It Cm (.+)$", page.split(".Ss Errors")[1], re.MULTILINE)
        self.assertEqual(sorted(", ".join(rows).replace(" ,", ",").split(", ")), sorted(errors))

    def test_the_exit_statuses(self):
        text = (ROOT / "Sources/GatherControl/ExitStatus.swift").read_text()
        statuses = re.findall(r"case \w+ = (\d)", text)
        page = source("gatherctl.1").split(".Sh EXIT STATUS")[1].split(".Sh")[0]
        self.assertGreater(len(statuses), 3)
        self.assertEqual(re.findall(r"^\.It (\d)$", page, re.MULTILINE), statuses)
