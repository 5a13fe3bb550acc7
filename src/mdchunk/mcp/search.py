"""Searching the index: which sections hold the words of a query, and in which order.

Sections with all the words come first, then those with some, each ranked by BM25 times how much of the query they
hold. Rare words count more than frequent ones.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mdchunk.mcp.excerpts import excerpt
from mdchunk.mcp.index import SECONDS, Index, interruptible
from mdchunk.mcp.queries import Term, terms, words_of
from mdchunk.mcp.vocabulary import beginning_like, nearest
from mdchunk.mcp.words import quoted
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Mapping, Sequence

WEIGHTS = (2.0, 2.0, 2.0, 6.0, 1.0, 1.0)
"""What a word counts in a section's path, title, headings above, heading, text, and parts of its identifiers."""
_SCORE = f"SELECT rowid, -bm25(words, {', '.join(map(str, WEIGHTS))}) FROM words WHERE words MATCH ?"  # noqa: S608
_SECTION = """
SELECT file.path, heading_path, anchor, ref, start_line, end_line, chars, tree_chars, text
FROM section JOIN file ON file.id = section.file WHERE section.id = ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that was found."""

    path: str
    """Name of the document."""
    heading_path: tuple[str, ...]
    anchor: str
    ref: str
    """``path#anchor``; the path alone before the first heading."""
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    chars: int
    """Code points of the section, without its sub-sections."""
    tree_chars: int
    """Code points, with them."""
    excerpt: str
    """The part with most of the words; whitespace folded, ``…`` at a cut."""
    score: float
    """Higher is better; compare within one answer only."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found."""

    hits: tuple[Hit, ...]
    """The page that was asked for, best first."""
    total: int
    """Sections that hold all or some of the words."""
    with_all: int
    """Sections that hold all; they come first."""
    replaced: Mapping[str, str]
    """Words that no document holds, and what was searched for instead."""
    missing: tuple[str, ...]
    """Words that no document holds, with no similar one."""

    @property
    def matched(self) -> Literal["all", "any"]:
        """``all`` if the first hit holds all the words."""
        return "all" if self.with_all else "any"


def search(
    index: Index,
    query: str,
    *,
    limit: int = 10,
    offset: int = 0,
    files: Collection[int] | None = None,
    stop: Callable[[], bool] = lambda: False,
    seconds: float = SECONDS,
) -> Found:
    """Return the best sections for a query.

    Args:
        index: The index.
        query: Words, and phrases in double quotes.
        limit: Maximum hits.
        offset: How many of the best to leave out.
        files: Ids of the files to search in; None for all.
        stop: Asked while SQLite works; the search ends if it says yes.
        seconds: Maximum seconds.

    Raises:
        MdchunkError: There is no word in the query, or the search was ended.
    """
    typed = terms(query)
    if not typed:
        raise MdchunkError("the query holds no word; give one word or more")
    with interruptible(index, stop, seconds) as connection:
        inside = None if files is None else _sections_of(connection, files)
        wanted, replaced, missing, whole = _spelled(connection, typed)
        rows = {term.match: _rows(connection, term.match) for term in wanted}
        sets = [found if inside is None else found & inside for found in rows.values()]
        every = set.intersection(*sets) if sets and whole else set()
        ranked = _ranked(connection, list(rows), sets, every)
        words = [replaced.get(term.shown, term.shown) for term in wanted]
        hits = tuple(_hit(connection, row, score, words) for row, score in ranked[offset : offset + limit])
    return Found(hits, len(ranked), len(every), replaced, tuple(missing))


def similar(index: Index, word: str) -> list[str]:
    """Return words of the index that begin like a missing one, the most frequent first."""
    with index.lock:
        return beginning_like(index.connection, word)


def _spelled(
    connection: sqlite3.Connection, typed: Sequence[Term]
) -> tuple[list[Term], dict[str, str], list[str], bool]:
    """Return the terms to look for, the replacements of missing words, and missing words without a replacement.

    The last value is whether every term was found, if necessary in another spelling.
    """
    wanted: dict[str, Term] = {}
    replaced: dict[str, str] = {}
    lacking: list[Term] = []
    todo = list(typed)
    for term in todo:
        if _is_found(connection, term.match):
            wanted.setdefault(term.match, term)
        elif term.kind in ("compound", "special") and (inner := words_of(term)) and inner != [term]:
            todo += inner
        elif term.kind == "word" and (near := nearest(connection, term.shown)):
            replaced[term.shown] = near[0]
            wanted.setdefault(quoted(near[0]), Term(term.shown, quoted(near[0])))
        else:
            lacking.append(term)
    missing = [term.shown for term in lacking if term.kind != "pair"]
    return list(wanted.values()), replaced, missing, not lacking


def _is_found(connection: sqlite3.Connection, match: str) -> bool:
    return (
        connection.execute("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", (match,)).fetchone() is not None
    )


def _rows(connection: sqlite3.Connection, match: str) -> set[int]:
    return {row for (row,) in connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (match,))}


def _sections_of(connection: sqlite3.Connection, files: Collection[int]) -> set[int]:
    listed = json.dumps(list(files))
    rows = connection.execute(
        "SELECT id FROM section WHERE file IN (SELECT value FROM json_each(?))", (listed,)
    )
    return {row for (row,) in rows}


def _ranked(
    connection: sqlite3.Connection, matches: Sequence[str], sets: Sequence[set[int]], every: set[int]
) -> list[tuple[int, float]]:
    """Return sections with their scores, best first: those with all terms, then those with some."""
    if not any(sets):
        return []
    (sections,) = connection.execute("SELECT count(*) FROM section").fetchone()
    weights = [math.log(1 + sections / (1 + len(found))) for found in sets]
    held: dict[int, float] = {}
    for found, weight in zip(sets, weights, strict=True):
        for row in found:
            held[row] = held.get(row, 0.0) + weight
    whole = sum(weights)
    scores = {
        row: score * (held[row] / whole) ** 2
        for row, score in connection.execute(_SCORE, (" OR ".join(matches),))
        if row in held
    }
    return sorted(scores.items(), key=lambda item: (item[0] not in every, -item[1], item[0]))


def _hit(connection: sqlite3.Connection, row: int, score: float, words: Sequence[str]) -> Hit:
    path, heading_path, *between, text = connection.execute(_SECTION, (row,)).fetchone()
    anchor, ref, start_line, end_line, chars, tree_chars = between
    return Hit(
        path=path,
        heading_path=tuple(json.loads(heading_path)),
        anchor=anchor,
        ref=ref,
        start_line=start_line,
        end_line=end_line,
        chars=chars,
        tree_chars=tree_chars,
        excerpt=excerpt(text, words),
        score=float(f"{score:.4g}"),
    )
