"""The nearest words to one that no document holds: FTS5's vocabulary and an edit distance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import regex

from mdchunk.mcp.words import SPELLING

if TYPE_CHECKING:
    import sqlite3

_MENDABLE = regex.compile(r"[\p{L}\p{M}]{4,}")
"""A word long enough for a correction to be safe; numbers and codes are taken literally."""


_TYPED = f"""
CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed USING fts5 (word, tokenize = '{SPELLING}');
CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed_words USING fts5vocab (temp, typed, row);
DELETE FROM temp.typed;
"""  # noqa: S608 - constants


def nearest(connection: sqlite3.Connection, word: str, limit: int = 1) -> list[str]:
    """Return the words of the index that are nearest to a missing one, the best first.

    Up to 7 letters, one letter may be wrong, missing, added or swapped with its neighbour; from 8 on, two.

    Args:
        connection: Of the index.
        word: A word that no document holds.
        limit: Maximum words.

    Returns:
        Words as the vocabulary has them, in lower case.
    """
    if not _MENDABLE.fullmatch(word):
        return []
    typed = _as_indexed(connection, word)
    allowed = 1 if len(word) < 8 else 2
    letters = Counter(typed)
    rows = connection.execute(
        "SELECT term, doc FROM vocabulary WHERE length(term) BETWEEN ? AND ?",
        (len(typed) - allowed, len(typed) + allowed),
    )
    found = []
    for term, documents in rows:
        if (letters - Counter(term)).total() <= allowed and (
            far := distance(typed, term, allowed)
        ) <= allowed:
            found.append((far, term[:1] != typed[:1], -documents, term))
    return [term for *_, term in sorted(found)[:limit]]


def beginning_like(connection: sqlite3.Connection, word: str, limit: int = 3) -> list[str]:
    """Return words of the index with the same first four letters, the most frequent first."""
    start = word.casefold()[:4]
    if len(start) < 4:
        return []
    rows = connection.execute(
        "SELECT term FROM vocabulary WHERE term >= ? AND term < ? ORDER BY doc DESC, term LIMIT ?",
        (start, f"{start}\U0010ffff", limit),
    )
    return [term for (term,) in rows]


def distance(one: str, other: str, allowed: int) -> int:
    """Return how many letters to change, add, remove or swap with a neighbour; more than ``allowed`` is inexact."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        previous, row = row, [i]
        for j, against in enumerate(other, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > allowed:
            return allowed + 1
        before = previous
    return row[-1]


def _as_indexed(connection: sqlite3.Connection, word: str) -> str:
    """Return a word as the vocabulary has it: in lower case, without marks of Latin letters."""
    connection.executescript(_TYPED)
    connection.execute("INSERT INTO temp.typed VALUES (?)", (word,))
    return str(connection.execute("SELECT term FROM temp.typed_words").fetchone()[0])
