"""From a query to its terms, each of which FTS5 can look up."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from mdchunk.mcp.words import folded, is_common, is_run, parts, quoted, runs, special, subjects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_TERMS = 64
"""Maximum terms of a query; the others are ignored."""

_TYPED = regex.compile(r'"([^"]+)"|(\S+)')
_WORD = regex.compile(r"[\p{L}\p{N}]")
_EDGES = regex.compile(r"^[^\p{L}\p{N}.\-]+|[^\p{L}\p{N}+#]+$")
_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+")


@dataclass(frozen=True, slots=True)
class Term:
    """What a section may hold: a word, a phrase, a pair of characters."""

    shown: str
    """As it was typed."""
    match: str
    """The expression of FTS5 that finds it."""
    kind: str = "word"
    """``word``, ``compound`` (several words in one, such as ``load-balancer``), ``special``, ``phrase`` or ``pair``."""


def terms(query: str) -> list[Term]:
    """Return the different terms of a query, at most ``MAX_TERMS``; common words only if there is nothing else.

    Args:
        query: Words, and phrases in double quotes; text without a letter or digit is ignored.
    """
    text = unicodedata.normalize("NFKC", query).replace("\0", " ")
    found: dict[str, Term] = {}
    common: dict[str, Term] = {}
    for typed in _TYPED.finditer(text):
        for term in _phrase(typed[1]) if typed[1] else _of(typed[2]):
            kept = common if term.kind == "word" and is_common(term.shown) else found
            kept.setdefault(term.match.casefold(), term)
        if len(found) >= MAX_TERMS:
            break
    return list((found or common).values())[:MAX_TERMS]


def words_of(term: Term) -> list[Term]:
    """Return the words of a compound or a special word, for when it is found nowhere as a whole."""
    return list(_plain(_WORDS.findall(term.shown)))


def _phrase(text: str) -> Iterator[Term]:
    if _WORD.search(text):
        yield Term(text, _as_phrase(text), "phrase")


def _of(typed: str) -> Iterator[Term]:
    """Yield the terms of what was typed between two spaces: runs of characters apart from the rest."""
    for part in runs(typed):
        if is_run(part):
            for pair in subjects(part):
                match = f"{quoted(pair[:-1])} *" if pair.endswith("*") else quoted(pair)
                yield Term(pair.rstrip("*"), match, "pair")
            continue
        text = _EDGES.sub("", part) if not special(part) else part
        if not _WORD.search(text):
            continue
        if spelled := special(text):
            yield Term(text, quoted(spelled), "special")
        elif pieces := parts(text):
            yield Term(text, f"({quoted(text)} OR {quoted(' '.join(pieces))})", "compound")
        else:
            yield Term(text, quoted(text), "word" if _WORDS.fullmatch(text) else "compound")


def _plain(words: Iterable[str]) -> Iterator[Term]:
    for word in words:
        pieces = parts(word)
        if pieces:
            yield from (Term(piece, quoted(piece)) for piece in pieces if not is_common(piece))
        elif not is_common(word):
            yield Term(word, quoted(word))


def _as_phrase(text: str) -> str:
    """Return an expression for words that follow each other; the end of a run matches what begins with it."""
    spread = folded(text).split()
    last = runs(text)[-1]
    if is_run(last):
        if len(spread) > 1 and len(last) > 1:
            spread = spread[:-1]  # the last character is in the pair before it
        else:
            return f"{quoted(' '.join(spread))} *"
    return quoted(" ".join(spread))
