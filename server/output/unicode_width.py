"""Prints unicode_width.def: how many columns a terminal gives to each character that does not take one.

`./dev unicode` writes the file. The data are those of the Python that runs this; the header names their Unicode version.
"""
import itertools
import textwrap
import unicodedata

# UAX #11 makes these wide although some of their numbers are not assigned.
WIDE_BLOCKS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD))
HANGUL_VOWELS_AND_FINALS = (0x1160, 0x11FF)  # they are drawn into the syllable's first letter
SOFT_HYPHEN = 0xAD  # a format character that terminals draw

HEADER = f"""\
/* unicode_width.def - characters that do not take one column: first, last, columns. Written by unicode_width.py from
 * Unicode {unicodedata.unidata_version}: categories Mn, Me and Cf take none, East Asian widths W and F two. Sorted. */"""


def within(code, block):
    return block[0] <= code <= block[1]


def columns(code):
    """Columns of an assigned character; None where the number is not assigned."""
    character = chr(code)
    if any(within(code, block) for block in WIDE_BLOCKS):
        return 2
    if unicodedata.category(character) == "Cn":
        return None
    if within(code, HANGUL_VOWELS_AND_FINALS):
        return 0
    if unicodedata.category(character) in ("Mn", "Me", "Cf") and code != SOFT_HYPHEN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def settled(before, width, after):
    """A stretch of numbers that are not assigned is as wide as its neighbours where these agree, else one column."""
    if width is not None:
        return width
    return before if before == after else 1


def ranges():
    """(first, last, columns) of all numbers, as few as possible."""
    stretches = [(width, list(codes)) for width, codes in itertools.groupby(range(0x110000), key=columns)]
    widths = [1] + [width for width, _ in stretches] + [1]
    known = [(settled(*widths[i : i + 3]), codes[0], codes[-1]) for i, (_, codes) in enumerate(stretches)]
    for width, run in itertools.groupby(known, key=lambda stretch: stretch[0]):
        run = list(run)
        yield run[0][1], run[-1][2], width


rows = [f"FP_WIDTH(0x{first:X},~0x{last:X},~{width})" for first, last, width in ranges() if width != 1]
print(HEADER)
print(textwrap.fill(" ".join(rows), width=120).replace("~", " "))
