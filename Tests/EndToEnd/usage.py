"""What `gatherctl help` says there is: what is written elsewhere of it is compared with this."""

import re

import programs

OPTION = re.compile(r"^  (?:-(\w), )?--([a-z-]+)(?:\[=(\S+)\]| (\S+))?(?:  |$)")


class Verb:
    """A verb, from its own help."""

    def __init__(self, name):
        text = help_text("help", name)
        self.name = name
        # What follows the name of the program: the verb and its arguments.
        self.usage = text.splitlines()[0].removeprefix("gatherctl ")
        also = re.search(r"^Also written: (.*)\.$", text, re.MULTILINE)
        self.synonyms = also[1].split(", ") if also else []
        self.options = options_in(text)


def help_text(*arguments):
    result = programs.run(programs.gatherctl(), *arguments)
    assert result.returncode == 0, result
    return result.stdout


def options_in(text):
    """The options with two dashes that a help has rows for."""
    return {f"--{match[2]}" for match in map(OPTION.match, text.splitlines()) if match}


def section(text, title):
    """The rows below a title of the help, without what goes on in the second column."""
    rows = re.search(rf"^{title}:\n((?:  .*\n)+)", text, re.MULTILINE)[1].splitlines()
    return [row for row in rows if re.match(r"  \S", row)]


def verbs():
    """All verbs, in the order of the help."""
    return [Verb(row.split()[0]) for row in section(help_text("--help"), "Verbs")]


def common_options():
    """The rows of the options that every verb has, without what they do."""
    return [row[2:].split("  ")[0] for row in section(help_text("--help"), "Options")]


def common_names():
    return options_in(help_text("--help"))
