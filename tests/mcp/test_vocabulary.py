"""Words that stand nowhere and the nearest that do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from mdchunk.mcp.vocabulary import beginning_like, distance, nearest
from mdchunk.mcp.words import SPELLING


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(":memory:")
    opened.execute(f"CREATE VIRTUAL TABLE words USING fts5 (body, tokenize = '{SPELLING}')")
    opened.executescript(
        "CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);"
        "INSERT INTO words VALUES ('lifespan websockets websockets algorithm eratosthenes');"
        "INSERT INTO words VALUES ('cart laminar observability 8007019e');"
    )
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("lifepsan", ["lifespan"]),
        ("laminer", ["laminar"]),
        ("observabilty", ["observability"]),
        ("websokets", ["websockets"]),
        ("algoritm", ["algorithm"]),
        ("eratostenes", ["eratosthenes"]),
        ("Lifspan", ["lifespan"]),
        ("cat", []),
        ("car", []),
        ("8007019f", []),
        ("zzzzzz", []),
    ],
)
def test_the_nearest_word(connection: sqlite3.Connection, word: str, expected: list[str]) -> None:
    assert nearest(connection, word) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("abcd", "abcd", 0), ("abcd", "abdc", 1), ("abcd", "abc", 1), ("abcd", "abxd", 1), ("abcd", "badc", 2)],
)
def test_distance(one: str, other: str, expected: int) -> None:
    assert distance(one, other, 2) == distance(other, one, 2) == expected


def test_far_words_are_not_measured_to_the_end() -> None:
    assert distance("a" * 1000, "b" * 1000, 2) == 3


def test_words_that_begin_alike(connection: sqlite3.Connection) -> None:
    assert beginning_like(connection, "websphere") == ["websockets"]
    assert beginning_like(connection, "we") == []
