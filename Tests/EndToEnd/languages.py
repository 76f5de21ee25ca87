"""The catalogues of other languages, and gatherctl where it finds them."""

import functools
import gettext
import pathlib
import re
import shutil
import subprocess
import tempfile
import unicodedata

import programs
from programs import ROOT, bin_dir, require

# The plural form of each of these counts, as msgfmt numbers them.
COUNTS = (0, 1, 2, 5, 12, 22, 101)
LANGUAGES = {
    "de": (1, 0, 1, 1, 1, 1, 1), "es": (1, 0, 1, 1, 1, 1, 1), "fr": (0, 0, 1, 1, 1, 1, 1),
    "pl": (2, 0, 1, 2, 2, 1, 2), "ro": (1, 0, 1, 1, 1, 2, 1)}


def source(language):
    return ROOT / "units/po" / f"{language}.po"


class Prefix:
    """A directory like /usr: the programs of the build, and the catalogues as they are installed."""

    def __init__(self):
        require("msgfmt", "gettext")
        self._directory = tempfile.TemporaryDirectory(prefix="gatherd-prefix-", dir="/tmp")
        self.directory = pathlib.Path(self._directory.name)
        (self.directory / "bin").mkdir()
        for program in ("gatherd", "gatherctl", "gather-submit", "gather-web", "gather-mqtt"):
            # gatherctl asks which file it is: a link would be the build's.
            place = shutil.copy if program == "gatherctl" else symlink
            place(bin_dir() / program, self.directory / "bin" / program)
        subprocess.run(
            ["bash", "-euc", '. units/layout; build_catalogues "$1"', "bash", self.locale],
            check=True, cwd=ROOT)

    @property
    def gatherctl(self):
        return str(self.directory / "bin/gatherctl")

    @property
    def locale(self):
        return self.directory / "share/locale"

    @functools.cache
    def catalogue(self, language):
        """The texts of a language, as Python's own gettext finds them."""
        path = self.locale / language / "LC_MESSAGES/gatherd.mo"
        with open(path, "rb") as file:
            return gettext.GNUTranslations(file)

    def run(self, language, *arguments, **variables):
        """Runs gatherctl in a language; None for English."""
        return programs.run(self.gatherctl, *arguments, **speaking(language) | variables)


def symlink(source, target):
    target.symlink_to(source)


@functools.cache
def locales():
    """A directory with the locale C.UTF-8, which every Debian has, by the name of a country: in one that
    begins with C, the C library of Debian 13 translates nothing."""
    directory = tempfile.TemporaryDirectory(prefix="gatherd-locale-", dir="/tmp")
    shutil.copytree("/usr/lib/locale/C.utf8", f"{directory.name}/{LOCALE}")
    pathlib.Path(directory.name).chmod(0o755)
    return directory


LOCALE = "en_GB.UTF-8"


def speaking(language):
    """The variables of a language, in a locale made of what every Debian has."""
    return {"LANG": LOCALE, "LANGUAGE": language or "", "LC_ALL": LOCALE,
            "LOCPATH": locales().name}


@functools.cache
def prefix():
    return Prefix()


class Entry:
    """A text with its translation: one form, or those of a plural."""

    def __init__(self, block):
        def text(key):
            match = re.search(rf'^{re.escape(key)} ((?:".*"\n?)+)', block, re.M)
            return match and unescaped("".join(re.findall(r'"(.*)"', match[1])))
        self.files = re.findall(r"^#: (.*)", block, re.M)
        self.context, self.english, self.plural = map(text, ("msgctxt", "msgid", "msgid_plural"))
        keys = [f"msgstr[{form}]" for form in range(6)] if self.plural else ["msgstr"]
        self.forms = [form for form in map(text, keys) if form is not None]

    def is_of(self, file):
        return any(file in line for line in self.files)


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), text)


@functools.cache
def entries(language):
    """The entries of a catalogue's source, without the header."""
    return [Entry(block) for block in source(language).read_text().split("\n\n")[1:]]


def places(text):
    """The places of arguments, and the percent signs."""
    return sorted(set(re.findall(r"%\d\$@|%%", text)))


def width(text):
    """The columns of a text; those of our languages are as wide as they have letters."""
    return sum(0 if unicodedata.category(letter) in ("Mn", "Me", "Cf")
               else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
