"""The profiles for AppArmor, as its tools and the kernel take them."""

import pathlib
import re

from programs import ROOT, require, run

PROFILES = sorted((ROOT / "units/apparmor").iterdir())
# What is asked of a kernel, which need not be this one's.
FEATURES = "/etc/apparmor.d/abi/3.0"
KERNEL = pathlib.Path("/sys/kernel/security/apparmor")


def is_enforced():
    """Whether the kernel enforces profiles."""
    enabled = pathlib.Path("/sys/module/apparmor/parameters/enabled")
    return enabled.exists() and enabled.read_text().strip() == "Y" and KERNEL.is_dir()


def parser(*arguments):
    """Runs apparmor_parser without what it keeps of earlier runs."""
    program = require("apparmor_parser", "apparmor")
    return run(program, "--skip-cache", *arguments)


def load(profile):
    result = parser("--replace", profile)
    assert result.returncode == 0, result


def unload(profile):
    parser("--remove", profile)


def rules(profile):
    """The rules for files of a profile with all that it includes: pairs of an expression for paths
    and the permissions."""
    result = parser("--preprocess", profile)
    assert result.returncode == 0, result
    text = re.sub(r"(?m)^\s*#.*$", "", result.stdout)
    variables = {}
    for name, how, values in re.findall(r"(?m)^\s*(@\{\w+\})\s*(\+?=)\s*(.*)$", text):
        variables.setdefault(name, [])
        variables[name] += re.findall(r'"[^"]*"|\S+', values)
    found = []
    for line in re.findall(r"[^\n]+", text):
        match = re.match(
            r'\s*(?:allow |owner |file )*"?((?:/|@\{)[^\s"]*)"?\s+([rwmkaliuxPpCcUu]+)\s*,', line)
        if match is None:
            continue
        found += [(re.compile(expression(path)), match[2]) for path in expand(match[1], variables)]
    return found


def expand(path, variables):
    """A path for each value of the variables in it."""
    match = re.search(r"@\{\w+\}", path)
    if match is None:
        return [path]
    values = variables.get(match[0], [])
    return [found for value in values for found in expand(
        path[:match.start()] + value.strip('"') + path[match.end():], variables)]


def expression(glob):
    """The regular expression of a glob of AppArmor's, apparmor.d(5)."""
    result, depth, place = "", 0, 0
    glob = re.sub("//+", "/", glob)
    while place < len(glob):
        sign = glob[place]
        if glob.startswith("**", place):
            # A name has one character at least.
            result, place = result + (".+" if result.endswith("/") else ".*"), place + 1
        elif sign == "*":
            result += "[^/]+" if result.endswith("/") else "[^/]*"
        elif sign == "?":
            result += "[^/]"
        elif sign == "{":
            result, depth = result + "(?:", depth + 1
        elif sign == "}":
            result, depth = result + ")", depth - 1
        elif sign == "," and depth:
            result += "|"
        elif sign == "[":
            end = glob.index("]", place)
            result, place = result + glob[place:end + 1], end
        elif sign == "\\":
            result, place = result + re.escape(glob[place + 1]), place + 1
        else:
            result += re.escape(sign)
        place += 1
    return result + r"\Z"
