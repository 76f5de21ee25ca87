"""Reads .varlink files: what may be sent, what may come back, and whether one file still keeps what
another has promised."""

import re

TOKEN = re.compile(r"#[^\n]*|\s+|(->|\[\]|[?:,()]|\[string\]|[A-Za-z][\w.]*)")
SCALARS = {"string": str, "int": int, "bool": bool, "float": (int, float), "object": object}


class Interface:
    """One interface: its types, methods and errors by name.

    A type is a name, ("?", type), ("[]", type), {field: type}, or a tuple of words in a frozenset.
    """

    def __init__(self, text):
        self._tokens = [match[1] for match in TOKEN.finditer(text) if match[1]][::-1]
        self.types, self.methods, self.errors = {}, {}, {}
        self._take("interface")
        self.name = self._tokens.pop()
        while self._tokens:
            kind, name = self._tokens.pop(), self._tokens.pop()
            if kind == "method":
                given = self._type()
                self._take("->")
                self.methods[name] = given, self._type()
            else:
                {"type": self.types, "error": self.errors}[kind][name] = self._type()

    def _take(self, token):
        found = self._tokens.pop()
        assert found == token, (found, token)

    def _type(self):
        token = self._tokens.pop()
        if token in ("?", "[]"):
            return token, self._type()
        return self._members() if token == "(" else token

    def _members(self):
        fields, words = {}, []
        while (token := self._tokens.pop()) != ")":
            if token == ",":
                continue
            if self._tokens[-1] == ":":
                self._take(":")
                fields[token] = self._type()
            else:
                words.append(token)
        return frozenset(words) if words else fields

    def resolved(self, kind):
        """A type without its name."""
        while isinstance(kind, str) and kind not in SCALARS:
            kind = self.types[kind]
        return kind

    def known(self, value, kind):
        """A value without the fields that were added since, which a client passes over."""
        kind = self.resolved(kind)
        if isinstance(kind, tuple) and value is not None:
            if kind[0] == "?":
                return self.known(value, kind[1])
            return [self.known(each, kind[1]) for each in value]
        if isinstance(kind, dict) and isinstance(value, dict):
            return {name: self.known(each, kind[name]) for name, each in value.items()
                    if name in kind}
        return value

    def fault(self, value, kind, at=""):
        """Where a value is not of a type; nil if it is."""
        kind = self.resolved(kind)
        if isinstance(kind, str):
            is_other = isinstance(value, bool) and kind in ("int", "float")
            return at if is_other or not isinstance(value, SCALARS[kind]) else None
        if isinstance(kind, frozenset):
            return None if value in kind else at
        if isinstance(kind, tuple):
            if kind[0] == "?":
                return None if value is None else self.fault(value, kind[1], at)
            if not isinstance(value, list):
                return at
            parts = [(each, kind[1], f"{at}[]") for each in value]
        else:
            if not isinstance(value, dict):
                return at
            if unknown := set(value) - set(kind):
                return f"{at}.{min(unknown)}".lstrip(".")
            parts = [(value.get(name), each, f"{at}.{name}".lstrip("."))
                     for name, each in kind.items()]
        return next((found for part in parts if (found := self.fault(*part)) is not None), None)


def read(directory):
    """The interfaces of all files of a directory, by name."""
    found = [Interface(path.read_text()) for path in sorted(directory.glob("*.varlink"))]
    return {each.name: each for each in found}


def is_nullable(kind):
    return isinstance(kind, tuple) and kind[0] == "?"


class Promise:
    """Finds what a later interface does not keep of an earlier one."""

    def __init__(self, earlier, later):
        self._earlier, self._later = earlier, later
        self._met = set()
        self.broken = []

    def check(self):
        """All that is broken, in words."""
        for name, (given, got) in self._earlier.methods.items():
            if name not in self._later.methods:
                self.broken.append(f"method {name} is gone")
                continue
            self._takes(given, self._later.methods[name][0], f"{name}(")
            self._gives(got, self._later.methods[name][1], f"{name} -> ")
        for name, fields in self._earlier.errors.items():
            if name not in self._later.errors:
                self.broken.append(f"error {name} is gone")
                continue
            self._gives(fields, self._later.errors[name], f"{name} ")
        return self.broken

    def _pair(self, earlier, later, at, way):
        """Both without their names; nil where there is nothing more to compare."""
        names = (way, str(earlier), str(later))
        if isinstance(earlier, str) and earlier in self._earlier.types:
            if names in self._met:
                return None
            self._met.add(names)
        earlier, later = self._earlier.resolved(earlier), self._later.resolved(later)
        if type(earlier) is not type(later) or isinstance(earlier, str) and earlier != later \
                or isinstance(earlier, tuple) and earlier[0] != later[0]:
            self.broken.append(f"{at}: {earlier} is now {later}")
            return None
        return earlier, later

    def _takes(self, earlier, later, at):
        """A later daemon takes what an earlier client sends."""
        if is_nullable(later) and not is_nullable(earlier):
            later = later[1]
        pair = self._pair(earlier, later, at, "takes")
        if pair is None:
            return
        earlier, later = pair
        if isinstance(earlier, tuple):
            self._takes(earlier[1], later[1], at)
        elif isinstance(earlier, frozenset) and earlier - later:
            self.broken.append(f"{at}: {sorted(earlier - later)} are not taken")
        elif isinstance(earlier, dict):
            self._all(earlier, later, at, self._takes)
            for name in set(later) - set(earlier):
                if not is_nullable(later[name]):
                    self.broken.append(f"{at}.{name} is new, and has to be given")

    def _gives(self, earlier, later, at):
        """An earlier client reads what a later daemon gives."""
        if is_nullable(earlier) and not is_nullable(later):
            earlier = earlier[1]
        pair = self._pair(earlier, later, at, "gives")
        if pair is None:
            return
        earlier, later = pair
        if isinstance(earlier, tuple):
            self._gives(earlier[1], later[1], at)
        elif isinstance(earlier, frozenset) and later - earlier:
            self.broken.append(f"{at}: {sorted(later - earlier)} are not known")
        elif isinstance(earlier, dict):
            self._all(earlier, later, at, self._gives)

    def _all(self, earlier, later, at, compare):
        for name, kind in earlier.items():
            if name in later:
                compare(kind, later[name], f"{at}.{name}")
            else:
                self.broken.append(f"{at}.{name} is gone")
