"""Colours and the like of what tmux captures, in one form for all its versions.

Some versions carry what a character looks like over the end of a line, others do not; some say
twice what is so already.
"""

import re

SEQUENCE = re.compile(r"\x1b\[([\d;]*)m")
# What takes an attribute away; 22 takes away two.
ENDS = {22: (1, 2), 23: (3,), 24: (4,), 25: (5,), 27: (7,), 28: (8,), 29: (9,)}


def change(attributes, codes):
    """The attributes after a sequence: each under its number, the colours under 38 and 48."""
    attributes, codes = dict(attributes), list(codes)
    while codes:
        code = codes.pop(0)
        if code == 0:
            attributes = {}
        elif code in ENDS:
            attributes = {key: value for key, value in attributes.items() if key not in ENDS[code]}
        elif code in (38, 48):
            count = 2 if codes[0] == 5 else 4
            attributes[code] = (code, *codes[:count])
            del codes[:count]
        elif code in (39, 49):
            attributes.pop(code - 1, None)
        elif code in (*range(30, 38), *range(90, 98)):
            attributes[38] = (code,)
        elif code in (*range(40, 48), *range(100, 108)):
            attributes[48] = (code,)
        else:
            attributes[code] = (code,)
    return attributes


def normal(screen):
    """The screen with one sequence where the look of the text changes, and none at line ends."""
    attributes, lines = {}, []
    for line in screen.split("\n"):
        shown, text = {}, ""
        for index, part in enumerate(SEQUENCE.split(line)):
            if index % 2:
                attributes = change(attributes, (int(code or 0) for code in part.split(";")))
                continue
            # Of a blank nothing is seen but a line below it and what is behind it.
            blank = not part.strip(" ") and not {4, 7, 48} & (attributes.keys() | shown.keys())
            if part and not blank and attributes != shown:
                codes = [str(code) for key in sorted(attributes) for code in attributes[key]]
                text += f"\x1b[{';'.join(['0', *codes])}m"
                shown = attributes
            text += part
        lines.append(text.rstrip(" "))  # Some versions show the blanks at the end, some do not.
    return "\n".join(lines)
