"""Where sentences begin in running text of any script (https://unicode.org/reports/tr29/, and abbreviations)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Starts = Callable[[str, int, int], Iterator[int]]
"""From a text and two offsets to the offsets of words between them at which it may be cut."""

CLOSERS = "\"'”’»›)\\]}」』】）》〉〕］｝*_~"
"""What may stand between the mark that ends a sentence and the blank behind it, for a class of characters."""
# a run of marks is looked at once: "!?!?!?…" must not cost the square of its length
_ENDS = ".!?…‽؟۔।॥։።"
# It ends.[^1] Next
_SENTENCE = re.compile(
    rf"(?<![{_ENDS}])[{_ENDS}]++[{CLOSERS}]*+(?:\[\^[^\s\]]{{1,40}}\])*+(?=\s)|[。！？｡．]+[{CLOSERS}]*"
)
_NO_END = re.compile(
    r"(?:(?<![^\W_])(?:et al|[Ff]igs?|Eqs?|Refs?|Sec|Ch|Vol|pp|vs|cf|approx|Dr|Mrs?|Ms|Prof|St"
    r"|ca|Nr|Abs|Art|Abb|Bd|bzw|vgl|evtl|ggf|inkl|Mme)"
    # J. Smith, U.S., e.g., z. B.: a single letter, but not the English "I"
    r"|(?<![^\W_])(?!I\Z)[^\W\d_]"
    # 1. One           a number at the start of a line counts something
    r"|(?:^|\||<br ?/?>)[ \t]*\d{1,2})\Z",
    re.MULTILINE,
)
_BEFORE = 12
"""Code points in front of a full stop that tell whether it ends a sentence; more than the longest abbreviation has."""


def sentence_starts(text: str, low: int, high: int) -> Iterator[int]:
    """Yield the offsets between ``low`` and ``high`` at which a sentence begins behind another."""
    for match in _SENTENCE.finditer(text, low, high):
        at = _behind_blanks(text, match.end(), high)
        # a full stop before a lower-case letter ends no sentence (UAX #29, rule SB8): "e.g. this"
        if at < high and not text[at].islower() and not _is_abbreviated(text, match.start()):
            yield at


def starts_behind(pattern: re.Pattern[str]) -> Starts:
    """Return what yields the offset of the next word behind each match of a pattern."""

    def starts(text: str, low: int, high: int) -> Iterator[int]:
        for match in pattern.finditer(text, low, high):
            at = _behind_blanks(text, match.end(), high)
            if at < high:
                yield at

    return starts


def _behind_blanks(text: str, at: int, end: int) -> int:
    """Return ``at`` moved over white space, but not past ``end``."""
    while at < end and text[at].isspace():
        at += 1
    return at


def _is_abbreviated(text: str, at: int) -> bool:
    """Return whether the mark at an offset is a single full stop that shortens a word."""
    if text[at] != "." or text[at + 1 : at + 2] in _ENDS:
        return False
    return _NO_END.search(text, max(at - _BEFORE, 0), at) is not None
