"""Words as the search index sees them, in scripts with blanks between words and without.

FTS5 finds words between blanks and punctuation, which Chinese or Thai text does not have. So characters of such
scripts are set apart before they are indexed (``中文`` becomes two words), and a run of them in a query becomes
a phrase, which is found wherever it stands.
"""

from __future__ import annotations

import unicodedata

import regex

EXCERPT = 300
"""Most code points of an excerpt. FTS5's own ``snippet`` takes quadratic time where a word stands often."""

_APART = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー]\p{M}*"
)
"""A character of a script without blanks between words, or, in Korean, with particles hung on them."""
_SEAM = "\u2063"
"""INVISIBLE SEPARATOR, set around such characters: no part of a word for FTS5, and easily taken out again."""
_TERM = regex.compile(r'"([^"]+)"|(\S+)')
_WORD = regex.compile(r"[\p{L}\p{N}]")


def apart(text: str) -> str:
    """Return a text as it is indexed: width folded (NFKC), characters of scripts without blanks set apart."""
    return _APART.sub(rf"{_SEAM}\g<0>{_SEAM}", unicodedata.normalize("NFKC", text))


def terms(query: str) -> list[str]:
    """Return the words of a query and its phrases in double quotes; what holds no letter or digit is left out."""
    found = (
        match[1] or match[2]
        for match in _TERM.finditer(unicodedata.normalize("NFKC", query).replace("\0", " "))
    )
    return [term for term in found if _WORD.search(term)]


def phrase(term: str) -> str:
    """Return a term as FTS5 takes it: quoted, so that nothing in it is syntax (https://sqlite.org/fts5.html)."""
    return '"' + apart(term).replace('"', '""') + '"'


def excerpt(indexed: str, wanted: list[str]) -> str:
    """Return the text around the first place of any of the terms, or its beginning.

    Args:
        indexed: A text as ``apart`` has made it.
        wanted: Terms of a query.

    Returns:
        At most ``EXCERPT`` code points, blanks folded, with ``…`` where it was cut.
    """
    text = indexed.replace(_SEAM, "")
    lower = text.lower()
    places = [place for term in wanted if (place := _place(lower, term.lower())) >= 0]
    start = max(0, min(places, default=0) - EXCERPT // 3)
    around = " ".join(text[start : start + EXCERPT].split())
    return "…" * (start > 0) + around + "…" * (start + EXCERPT < len(text))


def _place(text: str, term: str) -> int:
    """Return where a term, or its beginning, stands, since ``installing`` finds ``installed``; else -1."""
    ends = range(len(term), max(len(term) // 2, len(term) - 6), -1)
    return next((place for end in ends if (place := text.find(term[:end])) >= 0), -1)
