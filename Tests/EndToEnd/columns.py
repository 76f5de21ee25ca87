"""How wide a text is on a terminal, told by Python's tables of Unicode."""

import unicodedata

JOINER, COLOURFUL, SKINS = "\u200d", "\ufe0f", "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

# Names that are wider or narrower than they are long, and their widths.
NAMES = {
    "Jo": 2,
    "김민준": 6,
    "أحمد": 4,
    "Zoe\u0308 Nun\u0303ez": 9,
    "👩‍👩‍👧 Dora": 7,
    "⚽🇷🇴 Gheorghe": 13,
    "东京 FC\u200b": 7,
    "x" * 100: 100,
    "한" * 100: 200,
    "e\u0301" * 100: 100,
}


def width(text):
    """The columns that a text takes."""
    columns, joined, before = 0, False, 0
    for sign in text:
        if sign == JOINER:
            joined = True
            continue
        if joined or sign in SKINS and before == 2:
            joined = False
            continue
        if sign == COLOURFUL:
            columns += 2 - before
            before = 2
            continue
        if unicodedata.category(sign) in ("Mn", "Me", "Cf") or "\u1160" <= sign <= "\u11ff":
            continue
        before = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        columns += before
    return columns


def place(line, text):
    """The column at which a text begins in a line."""
    return width(line[:line.index(text)])
