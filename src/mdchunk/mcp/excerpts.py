"""The part of a section that a search hit shows: cut from the source text, where most of the words are."""

from __future__ import annotations

import unicodedata
from itertools import islice
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EXCERPT = 300
"""Maximum characters of an excerpt, without the ``…`` at a cut."""
_PLACES = 4_000
"""Maximum places of words that are compared in one section."""


def excerpt(text: str, words: Sequence[str]) -> str:
    """Return the window of a text that holds the most different words, or its beginning if it holds none.

    Args:
        text: The section, as its document has it.
        words: The words searched for; a word also matches others with its beginning (``installing``, ``installed``).

    Returns:
        At most ``EXCERPT`` characters of the text, whitespace folded, with ``…`` at a cut.
    """
    places = _places(text, words)
    start = max(0, _best(places) - EXCERPT // 4) if places else 0
    end = min(len(text), start + EXCERPT)
    start = max(0, end - EXCERPT)
    start, end = _between_words(text, start, end)
    return "…" * (start > 0) + " ".join(text[start:end].split()) + "…" * (end < len(text))


def _best(places: Sequence[tuple[int, int]]) -> int:
    """Return the first place of the window with the most different words; of several, the first."""
    reach = EXCERPT * 3 // 4
    inside: dict[int, int] = {}
    best, most, last = places[0][0], 0, 0
    for first, (place, word) in enumerate(places):
        while last < len(places) and places[last][0] < place + reach:
            inside[places[last][1]] = inside.get(places[last][1], 0) + 1
            last += 1
        if len(inside) > most:
            best, most = place, len(inside)
        inside[word] -= 1
        if not inside[word]:
            del inside[places[first][1]]
    return best


def _places(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where words are, in order: offset in the text and index of the word."""
    stems = [stem for word in words if (stem := _stem(word))]
    if not stems:
        return []
    found = list(_matches(text, stems))
    if found:
        return found
    plain, offsets = _without_marks(text)
    return [(offsets[place], word) for place, word in _matches(plain, [_without_marks(s)[0] for s in stems])]


def _matches(text: str, stems: Iterable[str]) -> Iterable[tuple[int, int]]:
    group = "|".join(f"({regex.escape(stem)})" for stem in stems)
    found = regex.finditer(group, text, regex.IGNORECASE)
    return ((match.start(), match.lastindex or 0) for match in islice(found, _PLACES))


def _stem(word: str) -> str:
    """Return what the forms of a word have in common, roughly: ``install`` for ``installing``."""
    word = word.strip()
    return word if len(word) < 6 else word[: max(5, len(word) - 3)]


def _without_marks(text: str) -> tuple[str, list[int]]:
    """Return a text with widths folded and marks removed, and for each character its offset in the text."""
    plain: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        for base in unicodedata.normalize("NFKD", character):
            if not unicodedata.combining(base):
                plain.append(base)
                offsets.append(offset)
    return "".join(plain), offsets


def _between_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Move a window's borders inwards to whitespace, if there is some close by."""
    if start:
        blank = regex.search(r"\s", text, pos=start, endpos=min(end, start + 20))
        start = blank.end() if blank else start
    if end < len(text):
        trailing = regex.search(r"\s\S*$", text[max(start, end - 20) : end])
        end = max(start, end - 20) + trailing.start() if trailing else end
    return start, end
