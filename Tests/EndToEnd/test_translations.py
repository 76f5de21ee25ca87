"""gatherctl in other languages: the catalogues are whole, and only texts for people change."""

import itertools
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import usage
from board import Moment, entry, gather
from daemon import Daemon
from languages import (
    COUNTS, LANGUAGES, LOCALE, entries, locales, places, prefix, source, speaking, width)
from programs import ROOT, environment, gatherctl, require, run
from terminal import Terminal, Tmux
from test_board import STATES


class Catalogues(unittest.TestCase):
    """units/po/*.po."""

    def each(self):
        for language in LANGUAGES:
            for each in entries(language):
                yield language, each

    def test_there_are_five(self):
        self.assertEqual(
            {path.stem for path in (ROOT / "units/po").glob("*.po")}, set(LANGUAGES))

    def test_each_is_whole_and_right(self):
        require("msgfmt", "gettext")
        for language in LANGUAGES:
            path = source(language)
            with self.subTest(language):
                result = run("msgfmt", "--check", "--check-format", "--output-file=/dev/null", path)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                for kind in ("--untranslated", "--only-fuzzy", "--only-obsolete"):
                    self.assertEqual(run("msgattrib", kind, path).stdout, "", kind)

    def test_each_has_the_texts_of_the_programs_and_no_others(self):
        require("msgfmt", "gettext")
        template = run(ROOT / "units/texts").stdout
        with tempfile.NamedTemporaryFile("w", suffix=".pot") as file:
            file.write(template)
            file.flush()
            for language in LANGUAGES:
                merged = run("msgmerge", "--quiet", "--no-fuzzy-matching", source(language),
                             file.name).stdout
                with self.subTest(language):
                    for kind in ("--untranslated", "--only-obsolete"):
                        left = run("msgattrib", kind, "-", input=merged).stdout
                        self.assertEqual(left, "", f"{kind}; 'units/texts --update' says which")

    def test_arguments_are_where_they_belong(self):
        for language, each in self.each():
            wanted = places(each.plural or each.english)
            for form in each.forms:
                with self.subTest(language, text=each.english, form=form):
                    found = places(form)
                    # "a goal" may do for one.
                    may_lack = {"%1$@"} if each.plural and form != each.forms[-1] else set()
                    self.assertLessEqual(set(wanted) - set(found), may_lack)
                    self.assertLessEqual(set(found), set(wanted))

    def test_what_is_typed_is_the_same_in_every_language(self):
        for language, each in self.each():
            english = each.plural or each.english
            # Quotes stand around commands, and before options.
            typed = re.findall(r"'(gather[^']*)'", english)
            typed += re.findall(r"(?<![\w-])--[a-z][a-z-]+", english)
            typed += re.findall(r"\$[A-Z_]{4,}", english)
            for word, form in itertools.product(typed, each.forms):
                with self.subTest(language, text=english):
                    self.assertIn(word, form)

    def test_nothing_is_hidden_in_a_translation(self):
        for language, each in self.each():
            for form in each.forms:
                with self.subTest(language, text=each.english):
                    self.assertRegex(form, r"\A[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]+\Z")
                    self.assertEqual(form[:1].isspace(), each.english[:1].isspace())
                    self.assertEqual(form[-1:].isspace(), each.english[-1:].isspace())

    def test_the_marks_of_french_and_spanish(self):
        """What is before a French mark stays on its line, and a Spanish question is opened."""
        for language, each in self.each():
            for form in each.forms:
                with self.subTest(language, text=each.english):
                    if language == "fr":
                        # A key that is listed has blanks around it.
                        self.assertNotRegex(
                            form, r"\S [:;?!»](?!\S)|[^\u00a0];|« |[^\W\d_]'[^\W\d_]")
                    if language == "es":
                        self.assertEqual(
                            form.count("¿"), len(re.findall(r"(?<=\S)\?", form)))

    def test_plural_rules(self):
        for language, forms in LANGUAGES.items():
            catalogue = prefix().catalogue(language)
            entry = next(each for each in entries(language) if each.english == "%1$@ goal")
            for count, form in zip(COUNTS, forms):
                with self.subTest(language, count=count):
                    self.assertEqual(
                        catalogue.ngettext("%1$@ goal", "%1$@ goals", count), entry.forms[form])

    def test_the_english_texts_are_ascii(self):
        """A terminal with other characters gets these."""
        for each in entries("de"):
            # Quotations and dashes of typesetting are for the pages alone.
            if not all("GatherWeb" in line for line in each.files):
                self.assertTrue(each.english.isascii(), each.english)

    def test_the_answers_to_a_question_are_words_that_tell_them_apart(self):
        for language in LANGUAGES:
            words = {each.english: each.forms[0] for each in entries(language)
                     if each.context == "answer"}
            with self.subTest(language):
                self.assertEqual(set(words), {"yes", "keep", "send"})
                for word in words.values():
                    self.assertRegex(word, r"\A[^\W\d_]{2,}\Z")
                    # An English no is never a yes.
                    self.assertNotIn(word.lower(), ("no", "yes", "keep", "send"))
                self.assertNotEqual(words["yes"][0].lower(), "n")
                self.assertNotEqual(words["keep"], words["send"])

    def test_the_keys_of_the_board_stay(self):
        """A row of keys and what they do is a row of the same keys."""
        for language, each in self.each():
            pairs = each.english.split("  ")
            if each.plural or len(pairs) < 2 or not each.is_of("/Board/"):
                continue
            with self.subTest(language, text=each.english):
                translated = each.forms[0].split("  ")
                self.assertEqual(len(pairs), len(translated))
                for pair, other in zip(pairs, translated):
                    keys = [word for word in pair.split() if len(word) == 1 and not word.isdigit()]
                    self.assertLessEqual(set(keys), set(other.split()))
                # It fits where the English one does.
                self.assertLessEqual(width(each.forms[0]), max(width(each.english), 78))

    def test_the_list_of_keys_fits(self):
        for language, each in self.each():
            if each.is_of("BoardViewModel.swift"):
                with self.subTest(language, text=each.english):
                    self.assertLessEqual(
                        width(each.forms[0]), 5 if each.english == "space" else 13)


class English(unittest.TestCase):
    """When texts stay in English."""

    def usage(self, **variables):
        result = run(prefix().gatherctl, "frob", **variables)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        return result.stderr

    def test_the_environment_chooses_the_language(self):
        english = "there is no such command"
        german, polish = (prefix().catalogue(language).gettext(
            "cannot do '%1$@': there is no such command").split("%1$@")[0]
            for language in ("de", "pl"))
        utf8 = {"LANG": LOCALE, "LOCPATH": locales().name}
        for variables, expected in (
                (utf8, english),
                (utf8 | {"LANGUAGE": "de"}, german),
                (utf8 | {"LANGUAGE": "de_AT.UTF-8"}, german),
                (utf8 | {"LANGUAGE": "tlh:pl:de"}, polish),
                (utf8 | {"LANGUAGE": "tlh"}, english),
                (utf8 | {"LANGUAGE": ""}, english),
                (utf8 | {"LANGUAGE": "::de"}, german),
                (utf8 | {"LANGUAGE": "tlh:en:de"}, english),
                # The first language is the one of the texts themselves.
                (utf8 | {"LANGUAGE": "C:de"}, english),
                (utf8 | {"LANGUAGE": "en_GB:de"}, english),
                # A path is no language.
                (utf8 | {"LANGUAGE": "../locale/de"}, english),
                # Other characters than those of UTF-8, or none that are known.
                ({"LANG": "C", "LANGUAGE": "de"}, english),
                ({"LANG": "POSIX", "LANGUAGE": "de"}, english),
                ({"LANG": "", "LANGUAGE": "de"}, english),
                ({"LANG": "de_DE.ISO-8859-1", "LANGUAGE": "de"}, english),
                (utf8 | {"LC_ALL": "C", "LANGUAGE": "de"}, english),
                (utf8 | {"LC_CTYPE": "C", "LANGUAGE": "de"}, english),
                # A locale that was not generated.
                ({"LANG": "xx_XX.UTF-8", "LANGUAGE": "de"}, english)):
            with self.subTest(variables):
                self.assertIn(expected, self.usage(**variables))

    def test_a_locale_that_was_generated_chooses_its_language(self):
        if not pathlib.Path("/usr/share/i18n/locales/de_DE").exists():
            self.skipTest("the package locales is not installed")
        with tempfile.TemporaryDirectory(prefix="gatherd-locale-", dir="/tmp") as directory:
            for name, characters in (("de_DE.UTF-8", "UTF-8"), ("de_DE", "ISO-8859-1")):
                made = run("localedef", "-i", "de_DE", "-f", characters, f"{directory}/{name}")
                self.assertIn(made.returncode, (0, 1), made)
            text = prefix().catalogue("de").gettext("cannot do '%1$@': there is no such command")
            lead = text.split("%1$@")[0]
            for name, expected in (("de_DE.UTF-8", lead), ("de_DE", "cannot do '")):
                with self.subTest(name):
                    self.assertIn(expected, self.usage(LOCPATH=directory, LANG=name))

    def test_the_reasons_of_the_c_library_are_of_the_same_language(self):
        """Without a catalogue for a language, that library's own is not looked for."""
        strace = require("strace", "strace")
        for language, is_asked in (("de", True), ("tlh", False), ("tlh:en:de", False)):
            traced = run(
                strace, "-e", "trace=openat", prefix().gatherctl, "--socket", "/nonexistent",
                **speaking(language))
            with self.subTest(language):
                self.assertIn("/nonexistent", traced.stderr)
                self.assertEqual(f"{locales().name}/" in traced.stderr, is_asked, traced.stderr)

    def test_a_program_without_catalogues(self):
        """A build that is not installed."""
        with tempfile.TemporaryDirectory(prefix="gatherd-bare-", dir="/tmp") as directory:
            program = pathlib.Path(directory) / "bin/gatherctl"
            program.parent.mkdir()
            shutil.copy(gatherctl(), program)
            result = run(program, "frob", **speaking("de"))
        self.assertIn("there is no such command", result.stderr)


class ForPrograms(unittest.TestCase):
    """What programs read is the same in every language, to the byte."""

    # What is different each time: clocks, times and IDs.
    VARYING = re.compile(
        rb'("\w*(?:Microseconds|Milliseconds|At|at|seed)": ?)("[^"]*"|\d+)'
        rb"|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d[T ][0-9:.]+Z?|/tmp/gatherd-\w+"
        rb'|"(?:code|hash|requestId|lastRequestId)": ?"[^"]*"|\d\d:\d\d:\d\d')
    LOOKS = (
        ["status"], ["-p", "none", "status"], ["history"], ["history", "--table"], ["log"],
        ["team"], ["player"], ["player", "show", "Ada"], ["player", "export"],
        ["player", "export", "--format", "csv"], ["scorers"], ["report"], ["verify"],
        ["verify", "--all"], ["format"], ["format", "show", "halves"], ["defaults"], ["kick-off"],
        ["submissions"], ["submissions", "check"], ["account"], ["config"], ["export"],
        ["export", "--format", "csv"], ["watch", "--once"], ["watch", "--once", "--all"],
        ["devices"], ["mqtt"], ["mqtt", "check"], ["table"], ["fixtures"], ["help"],
        ["frob"], ["goal"], ["goal", "c"], ["goal", "a", "--frob"], ["undo", "999"],
        ["player", "show", "nobody"], ["set", "x"], ["score", "a", "x"], ["end"], ["resume"],
        ["verify", "0000"], ["replay", "/nonexistent"], ["restore", "/nonexistent"],
        ["format", "show", "frob"], ["submit", "frob"], ["new", "--time", "x"],
        ["watch", "--once", "--format", "{state} {period} {clock} {score} {stale} {added}"])
    CHANGES = (
        ["new", "10", "--team-a", "Reds", "--team-b", "Blues"], ["player", "add", "Ada"],
        ["player", "add", "Bo"], ["team", "a", "Ada"], ["team", "b", "Bo"], ["start"],
        ["goal", "a", "Ada"], ["undo"], ["redo"], ["card", "b", "yellow", "Bo"], ["pause"],
        ["score", "b", "3"], ["set", "05:00"], ["adjust", "+30s"], ["format", "choose", "halves"],
        ["foul", "a"], ["team", "colors", "red", "blue"], ["edit", "999", "--minute", "3"],
        ["end", "--yes"], ["reopen"], ["discard", "--yes"])

    def outcome(self, daemon, language, arguments):
        """What a program gets: the status and the output, without what varies."""
        result = subprocess.run(
            [prefix().gatherctl, "--json", *arguments], stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60,
            env=self.variables(daemon, language))
        return result.returncode, self.VARYING.sub(rb"\1X", result.stdout)

    @staticmethod
    def variables(daemon, language):
        return environment(**speaking(language) | {"GATHERD_SOCKET": daemon.socket})

    def test_looks(self):
        daemon = Daemon.running(self)
        for change in self.CHANGES[:14]:
            self.outcome(daemon, None, change)
        for look in self.LOOKS:
            english = self.outcome(daemon, None, look)
            for language in LANGUAGES:
                with self.subTest(language, look=look):
                    # The help is for people.
                    if look == ["help"]:
                        self.assertEqual(self.outcome(daemon, language, look)[0], 0)
                    else:
                        self.assertEqual(self.outcome(daemon, language, look), english)

    def test_settings(self):
        """Where they come from."""
        daemon = Daemon.running(self)
        with tempfile.TemporaryDirectory(prefix="gatherd-config-", dir="/tmp") as directory:
            file = pathlib.Path(directory) / "gatherctl/config"
            file.parent.mkdir()
            file.write_text("[Client]\nColor=no\nPager=less\n")
            file.chmod(0o600)
            for options in ([], ["-H", "anna@pitch.local", "-p", "north"]):
                seen = {}
                for language in (None, *LANGUAGES):
                    variables = self.variables(daemon, language) | {"XDG_CONFIG_HOME": directory}
                    del variables["GATHERD_SOCKET"]
                    seen[language] = subprocess.run(
                        [prefix().gatherctl, "--json", *options, "config"], timeout=60,
                        stdin=subprocess.DEVNULL, capture_output=True, env=variables).stdout
                    with self.subTest(language, options=options):
                        self.assertIn(b", line 2", seen[language])
                        self.assertEqual(seen[language], seen[None])
            report = prefix().run(
                "de", "bugreport", "--output", "-", XDG_CONFIG_HOME=directory,
                GATHERD_SOCKET=daemon.socket)
        self.assertIn(", line 2", report.stdout)

    def test_changes(self):
        seen = {}
        for language in (None, *LANGUAGES):
            daemon = Daemon.running(self)
            seen[language] = [self.outcome(daemon, language, each) for each in self.CHANGES]
        for language in LANGUAGES:
            for change, english, outcome in zip(self.CHANGES, seen[None], seen[language]):
                with self.subTest(language, change=change):
                    self.assertEqual(outcome, english)

    def test_completions(self):
        daemon = Daemon.running(self)
        for words in ([""], ["goal", ""], ["player", ""], ["watch", "--"], ["undo", ""]):
            offered = {
                language: [line.split("\t")[0] for line in prefix().run(
                    language, "__complete", *words, GATHERD_SOCKET=daemon.socket)
                    .stdout.splitlines()]
                for language in (None, *LANGUAGES)}
            for language in LANGUAGES:
                with self.subTest(language, words=words):
                    self.assertEqual(offered[language], offered[None])

    def test_files_for_displays_and_variables_of_commands(self):
        daemon = Daemon.running(self)
        daemon.call("Open", time={"minutes": 10, "seconds": 0})
        daemon.call("AddToScore", team="teamA", delta=1)
        seen = {}
        for language in (None, *LANGUAGES):
            with tempfile.TemporaryDirectory(prefix="gatherd-files-", dir="/tmp") as directory:
                result = prefix().run(language, "watch", "--once", "--write", directory,
                                      GATHERD_SOCKET=daemon.socket)
                self.assertEqual(result.returncode, 0, result)
                seen[language] = {
                    path.name: self.VARYING.sub(rb"\1X", path.read_bytes())
                    for path in pathlib.Path(directory).iterdir()
                    if path.name in ("match.json", "period.txt", "clock.txt")}
            self.assertEqual(len(seen[language]), 3)
        for language in LANGUAGES:
            self.assertEqual(seen[language], seen[None], language)

    def test_a_report_of_a_bug_is_for_maintainers(self):
        for arguments in (["bugreport"], ["--json", "bugreport"]):
            report = prefix().run("pl", *arguments, GATHERD_SOCKET="/nonexistent/g.sock").stdout
            self.assertIn("== Versions", report.replace("\\n", "\n"))
            self.assertIn("no answer at", report)


class ForPeople(unittest.TestCase):
    """What people see."""

    def text(self, language, english):
        return prefix().catalogue(language).gettext(english)

    def test_status_log_and_report(self):
        daemon = Daemon.running(self)
        for change in (["new", "10", "--team-a", "Reds", "--team-b", "Blues"], ["start"],
                       ["goal", "a"], ["pause"], ["undo"], ["redo"],
                       ["set", "05:00"], ["team", "names", "Whites", "Blacks"]):
            result = prefix().run(None, *change, GATHERD_SOCKET=daemon.socket)
            self.assertEqual(result.returncode, 0, result)
        told = [json.loads(line)["text"] for line in prefix().run(
            None, "export", "last", GATHERD_SOCKET=daemon.socket).stdout.splitlines()]
        self.assertGreater(len(told), 7)
        for language in LANGUAGES:
            with self.subTest(language):
                status = prefix().run(language, "status", GATHERD_SOCKET=daemon.socket).stdout
                self.assertIn(self.text(language, "stopped"), status)
                log = prefix().run(language, "log", GATHERD_SOCKET=daemon.socket).stdout
                goal = self.text(language, "goal for %1$@").replace("%1$@", "Reds")
                self.assertIn(goal, log)
                self.assertIn(self.text(language, "undid %1$@: %2$@").split("%")[0], log)
                for text in told:
                    self.assertNotIn(f"  {text}\n", log)
                report = prefix().run(language, "report", GATHERD_SOCKET=daemon.socket).stdout
                self.assertIn(self.text(language, "not over yet"), report)

    def test_a_goal_and_a_card_that_are_edited(self):
        daemon = Daemon.running(self)
        for change in (["new", "10"], ["start"], ["goal", "a"], ["card", "b", "red"]):
            result = prefix().run(None, *change, GATHERD_SOCKET=daemon.socket)
            self.assertEqual(result.returncode, 0, result)
        for language in LANGUAGES:
            for number, option, form, side in (
                    ("3", ["--no-scorer"], "goal for %1$@", "Team A"),
                    ("4", ["--card", "red"], "red card for %1$@", "Team B")):
                with self.subTest(language, form=form):
                    said = prefix().run(
                        language, "edit", number, *option, GATHERD_SOCKET=daemon.socket).stdout
                    told = self.text(language, form).replace("%1$@", side)
                    whole = self.text(language, "no change; event %1$@: %2$@")
                    self.assertEqual(
                        said, whole.replace("%1$@", number).replace("%2$@", told) + "\n")

    def test_the_colours_of_the_sides(self):
        """They are the same in an answer and in the log."""
        daemon = Daemon.running(self)
        for change in (["new", "10"], ["team", "colors", "red", "blue"]):
            result = prefix().run(None, *change, GATHERD_SOCKET=daemon.socket)
            self.assertEqual(result.returncode, 0, result)
        for language in (None, *LANGUAGES):
            red, blue = (self.text(language, name) if language else name
                         for name in ("red", "blue"))
            for look in ("team", "log"):
                with self.subTest(language, look=look):
                    said = prefix().run(language, look, GATHERD_SOCKET=daemon.socket).stdout
                    self.assertIn(f": Team A {red}, Team B {blue}\n",
                                  said.replace("\u00a0", ""))

    def test_the_reason_why_http_is_refused(self):
        """gather-submit says it in English."""
        daemon = Daemon.running(self)
        reason = "http would show the password and the token to everybody on the way: use https"
        for language in LANGUAGES:
            with self.subTest(language):
                said = prefix().run(
                    language, "login", "anna", "--server", "http://football.example",
                    "--password-file", "-", input="secret\n",
                    GATHERD_SOCKET=daemon.socket).stderr
                self.assertIn(self.text(language, reason), said)

    def test_two_texts_in_a_row(self):
        for language in (None, *LANGUAGES):
            said = prefix().run(language, "gaol").stderr
            semicolon = "\u00a0; "
            self.assertIn(semicolon if language == "fr" else "; ", said)
            self.assertEqual(semicolon in said, language == "fr", said)

    def test_a_colon_between_two_texts(self):
        daemon = Daemon.running(self)
        prefix().run(None, "player", "add", "Ada", GATHERD_SOCKET=daemon.socket)
        for language in (None, *LANGUAGES):
            said = prefix().run(
                language, "player", "import", "-", "--update", "--dry-run",
                input='{"name": "Ada", "age": 20}', GATHERD_SOCKET=daemon.socket).stdout
            self.assertIn("  Ada\u00a0: " if language == "fr" else "  Ada: ", said)

    def test_errors_of_the_system(self):
        """strerror(3) speaks as the C library does, and in UTF-8."""
        result = prefix().run("pl", "status", GATHERD_SOCKET="/nonexistent/g.sock")
        self.assertEqual(result.returncode, 3)
        lead = self.text("pl", "cannot reach gatherd at %1$@: %2$@").split("%1$@")[0]
        self.assertTrue(result.stderr.startswith(f"gatherctl: {lead}"), result.stderr)
        self.assertNotIn("?", result.stderr)

    def test_a_question_takes_the_word_of_the_language_and_yes(self):
        daemon = Daemon.running(self)
        for language, answers in (("de", ["ja", "J"]), ("fr", ["oui", "o"]), ("es", ["si", "sí"]),
                                  ("pl", ["tak", "TAK"]), ("ro", ["da", "d"])):
            for answer, ends in [*((each, False) for each in ("n", "", "no", "x", "yesno")),
                                 *((each, True) for each in [*answers, "y", "yes", "YES"])]:
                with self.subTest(language, answer=answer):
                    if (daemon.get() or {}).get("phase") != "open":
                        daemon.call("Open", time={"minutes": 10, "seconds": 0})
                    terminal = Terminal(
                        self, prefix().gatherctl, "end", GATHERD_SOCKET=daemon.socket,
                        **speaking(language))
                    yes = prefix().catalogue(language).pgettext("answer", "yes")
                    terminal.read_until(
                        self.text(language, "%1$@/[Cancel]").replace("%1$@", yes.capitalize()))
                    terminal.type(f"{answer}\r")
                    self.assertEqual(terminal.end(), 0 if ends else 1)
                    self.assertEqual(daemon.get()["phase"], "ended" if ends else "open")

    def test_english_does_not_take_the_words_of_others(self):
        daemon = Daemon.running(self)
        daemon.call("Open", time={"minutes": 10, "seconds": 0})
        terminal = Terminal(
            self, prefix().gatherctl, "end", GATHERD_SOCKET=daemon.socket, **speaking(None))
        terminal.read_until("Yes/[Cancel]")
        terminal.type("ja\r")
        self.assertEqual(terminal.end(), 1)

    def test_the_help_keeps_to_80_columns(self):
        verbs = [[], *([verb.name] for verb in usage.verbs())]
        for verb in verbs:
            english = run(gatherctl(), "help", *verb).stdout.splitlines()
            for language in LANGUAGES:
                with self.subTest(language, verb=verb):
                    result = prefix().run(language, "help", *verb)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    for line in result.stdout.splitlines():
                        # A line of usage is as long as in English.
                        if width(line) > 80:
                            self.assertIn(line, english)
                    if verb:
                        self.assertNotEqual(result.stdout.splitlines(), english)

    def test_numbers_and_counts(self):
        """The plural forms by way of the program."""
        daemon = Daemon.running(self)
        names = "name\n" + "".join(f"Player {number}\n" for number in range(101))
        for language, forms in LANGUAGES.items():
            entry = next(each for each in entries(language)
                         if each.english == "would import %1$@ player")
            for count, form in zip(COUNTS, forms):
                if count == 0:
                    continue  # A file without players is refused.
                rows = "".join(names.splitlines(True)[:count + 1])
                with self.subTest(language, count=count):
                    result = run(
                        prefix().gatherctl, "player", "import", "--dry-run", "-", input=rows,
                        GATHERD_SOCKET=daemon.socket, **speaking(language))
                    self.assertIn(
                        entry.forms[form].replace("%1$@", str(count)), result.stdout, result)


class RightToLeft(unittest.TestCase):
    """Names that are written from right to left, beside others and in sentences of any language."""

    HEBREW, ARABIC = "הפועל", "الأهلي"
    BEGIN, END = "\u2068", "\u2069"

    def isolated(self, text, name):
        """Each time that the name stands there it is isolated."""
        self.assertIn(name, text)
        self.assertEqual(text.count(name), text.count(f"{self.BEGIN}{name}{self.END}"), text)
        self.assertEqual(text.count(self.BEGIN), text.count(self.END))

    def test_names_are_isolated_in_every_language(self):
        daemon = Daemon.running(self)
        for change in (["new", "10", "--team-a", self.HEBREW, "--team-b", "Blues"],
                       ["player", "add", self.ARABIC], ["player", "add", "Ada"],
                       ["team", "a", self.ARABIC], ["team", "b", "Ada"], ["start"],
                       ["goal", "a", self.ARABIC], ["goal", "b"],
                       ["card", "a", "yellow", self.ARABIC]):
            result = prefix().run(None, *change, GATHERD_SOCKET=daemon.socket)
            self.assertEqual(result.returncode, 0, result)
        for language in (None, *LANGUAGES):
            for look in ("status", "log", "report", "team"):
                with self.subTest(language, look=look):
                    text = prefix().run(language, look, GATHERD_SOCKET=daemon.socket).stdout
                    if language or look != "log":
                        for name in (self.HEBREW, self.ARABIC):
                            self.isolated(text, name)
                    self.assertEqual(text.count(self.BEGIN), text.count(self.END))

    def test_the_order_of_a_line_holds(self):
        moment = Moment(self, gather("paused", 451, names=(self.HEBREW, "Blues")))
        for language in (None, *LANGUAGES):
            with self.subTest(language):
                line = prefix().run(language, "status", GATHERD_SOCKET=moment.socket).stdout
                self.assertLess(line.index(self.HEBREW), line.index("2-1"))
                self.assertLess(line.index("2-1"), line.index("Blues"))


class Board(unittest.TestCase):
    """The board: nothing is wider than the screen, or cut where the English is not."""

    # The line of who plays, which is cut where it is long, is left out.
    STATES = {name: STATES[name] for name in (
        "none", "ready", "kick-off", "last-minute", "paused", "time-up", "ended", "discarded",
        "doubtful")} | {"running": gather("running", 450.5)}
    SIZES = ((80, 24), (40, 12), (40, 10))
    ENTRIES = [entry(2, "goal for Reds", "1-0", 61, team="teamA", goals=1, scorer="Anna"),
               entry(3, "goal for Blues", "1-1", 90, team="teamB", goals=1,
                     translatable={"form": "goal for %1$@", "values": [{"name": "Blues"}]})]

    def cut(self, screen):
        return [line for line in screen.splitlines() if line.rstrip().endswith("…")]

    def test_each_state_in_each_size(self):
        moments = {name: Moment(self, state, self.ENTRIES if name == "running" else ())
                   for name, state in self.STATES.items()}
        for columns, lines in self.SIZES:
            tmux = self.terminal(columns, lines)
            for name, moment in moments.items():
                english = self.screen(tmux, moment, None)
                for language in LANGUAGES:
                    with self.subTest(f"{language} {name} {columns}x{lines}"):
                        screen = self.screen(tmux, moment, language)
                        for line in screen.splitlines():
                            self.assertLessEqual(width(line), columns)
                        self.assertLessEqual(len(self.cut(screen)), len(self.cut(english)), screen)

    def terminal(self, columns, lines, **variables):
        """A terminal whose pane has this size from the beginning, as a board may be drawn before it
        is told of another one; tmux has a line below it."""
        return Tmux(self, columns, lines + 1, **variables)

    def screen(self, tmux, moment, language):
        """What the board shows in a language."""
        variables = " ".join(f"{name}={value}" for name, value in speaking(language).items())
        tmux("respawn-pane", "-k", f"env TERM=tmux-256color GATHERD_SOCKET={moment.socket} "
             f"{variables} {prefix().gatherctl} watch")
        hint = "c control  ? keys  q quit"
        shown = [prefix().catalogue(language).gettext(hint) if language else hint]
        if moment.has_entries:
            goal = "goal for %1$@"
            text = prefix().catalogue(language).gettext(goal) if language else goal
            shown.append(text.replace("%1$@", "Blues"))
        return tmux.wait_for("%0", *shown)

    def test_the_keys_and_what_they_do(self):
        moment = Moment(self, self.STATES["paused"])
        for language in LANGUAGES:
            tmux = self.terminal(40, 11, GATHERD_SOCKET=moment.socket, **speaking(language))
            tmux("respawn-pane", "-k",
                 f"env TERM=tmux-256color {prefix().gatherctl} watch --control")
            text = prefix().catalogue(language).gettext
            tmux.wait_for("%0", "q ")
            tmux.press("%0", "?")
            with self.subTest(language):
                screen = tmux.wait_for("%0", text("this help"))
                self.assertEqual(self.cut(screen), [], screen)


if __name__ == "__main__":
    unittest.main()
