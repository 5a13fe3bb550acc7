"""The search index: sections of all documents in SQLite's FTS5, ranked by BM25.

One row a section, as the chunker cuts them. The index follows the files: what has changed since the last look
is read again before a search.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from mdchunk import __version__
from mdchunk.api import chunk_document
from mdchunk.mcp.roots import MAX_BYTES, File, Folder, text_of
from mdchunk.mcp.words import apart, excerpt, phrase, terms
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

APPLICATION_ID = 0x6D646368
"""``mdch``: tells our cache file from other databases, as https://sqlite.org/fileformat.html#application_id."""

_SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE state (made_for TEXT, generation INTEGER);
CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT UNIQUE, stamp TEXT, title TEXT, problem TEXT);
CREATE TABLE section (id INTEGER PRIMARY KEY, file INTEGER, heading_path TEXT, anchor TEXT,
                      start_line INTEGER, end_line INTEGER);
CREATE INDEX section_file ON section (file);
CREATE VIRTUAL TABLE words USING fts5 (title, heading, body,
                                       tokenize = 'porter unicode61 remove_diacritics 2');
"""
_QUERY = """
SELECT file.path, section.heading_path, section.anchor, section.start_line, section.end_line,
       words.body, bm25(words, 2.0, 4.0, 1.0) AS score
FROM words JOIN section ON section.id = words.rowid JOIN file ON file.id = section.file
WHERE words MATCH ? ORDER BY score, words.rowid LIMIT ? OFFSET ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that was found."""

    path: str
    """Name of the document."""
    heading_path: tuple[str, ...]
    anchor: str
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    excerpt: str
    """The text around the first match, blanks folded, with ``…`` where it was cut."""
    score: float
    """More is better; comparable within one answer only."""


@dataclass(frozen=True, slots=True)
class Index:
    """An open index; the lock makes it one caller's at a time."""

    connection: sqlite3.Connection
    options: Options
    """How documents are cut into sections."""
    lock: threading.RLock = field(default_factory=threading.RLock)

    def close(self) -> None:
        """Close it when the caller before is done."""
        with self.lock:
            self.connection.close()


@dataclass(frozen=True, slots=True)
class Freshness:
    """What a look at the files has found."""

    generation: int
    """Another number after each change of the index."""
    pending: int
    """Files that have changed and are not read yet."""
    problems: tuple[str, ...]
    """Why files could not be read, a sentence each."""


def open_index(
    folders: tuple[Folder, ...], cache: Path | None = None, dialect: str = Options().dialect
) -> Index:
    """Open the index of some folders, in memory or in a cache file that outlives the server.

    A cache of other folders or of another version is emptied; one of another dialect is read again file by file,
    since two servers may share it.

    Raises:
        MdchunkError: The file holds something else, or cannot be written.
    """
    made_for = json.dumps([__version__, [str(folder.path) for folder in folders]])
    try:
        connection = sqlite3.connect(
            cache or ":memory:", timeout=30, isolation_level=None, check_same_thread=False
        )
        try:
            _make_tables(connection, made_for)
            if cache:  # one flush to the disk for many writes; what a crash loses is read again
                connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, MdchunkError) as error:
        raise MdchunkError(f"{cache or 'search'}: cannot keep the search index: {error}") from None
    return Index(connection, Options(max_chars=MAX_BYTES, dialect=dialect))  # a section is one chunk


def _make_tables(connection: sqlite3.Connection, made_for: str) -> None:
    """Make the tables where they are missing, or were made for something else."""
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,)
    if tables and connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise MdchunkError("this is another program's database; name another file")
    if tables and connection.execute("SELECT made_for FROM state").fetchone() != (made_for,):
        connection.executescript("DROP TABLE state; DROP TABLE file; DROP TABLE section; DROP TABLE words;")
        tables = False
    if not tables:
        connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        connection.execute("INSERT INTO state VALUES (?, 0)", (made_for,))


def refresh(
    index: Index,
    documents: Iterable[File],
    *,
    patience: float = 20.0,
    stop: Callable[[], bool] = lambda: False,
) -> Freshness:
    """Read what is new or changed among all documents, and forget what is gone.

    Args:
        index: The index.
        documents: All documents that there are.
        patience: Seconds after which the rest is left for the next call: a client that waits for an answer
            gives up after a minute.
        stop: Asked before each file; the rest is left when it says yes.
    """
    with index.lock:
        known = dict(index.connection.execute("SELECT path, stamp FROM file"))
        stamps = {document: _stamp(index, document) for document in documents}
        changed = [document for document, stamp in stamps.items() if known.get(document.name) != stamp]
        gone = known.keys() - {document.name for document in stamps}
        end = time.monotonic() + patience
        done = 0
        with _writing(index.connection):
            for name in gone:
                _forget(index.connection, name)
            for document in changed:
                _add(index, document, stamps[document])
                done += 1
                if time.monotonic() > end or stop():
                    break
        (generation,) = index.connection.execute("SELECT generation FROM state").fetchone()
        problems = index.connection.execute("SELECT problem FROM file WHERE problem != '' ORDER BY path")
        return Freshness(generation, len(changed) - done, tuple(problem for (problem,) in problems))


def title(index: Index, document: File) -> str:
    """Return the title of a document, which is read only where it is new or changed."""
    with index.lock:
        stamp = _stamp(index, document)
        query = "SELECT title FROM file WHERE path = ? AND stamp = ?"
        known = index.connection.execute(query, (document.name, stamp)).fetchone()
        if known:
            return str(known[0])
        with _writing(index.connection):
            return _add(index, document, stamp)


def search(index: Index, query: str, limit: int, offset: int) -> tuple[list[Hit], int, Literal["all", "any"]]:
    """Return hits, best first, how many there are in all, and whether they hold all words or any of them.

    Sections that hold all words are looked for first; only where there are none, those with any.

    Args:
        index: The index.
        query: Words, and phrases in double quotes.
        limit: Most hits to return.
        offset: How many of the best to leave out.

    Raises:
        MdchunkError: There is no word in the query.
    """
    wanted = terms(query)
    if not wanted:
        raise MdchunkError("the query holds no word; give one word or more")
    phrases = [phrase(term) for term in wanted]
    matched: Literal["all", "any"] = "all"
    with index.lock:
        match = " AND ".join(phrases)
        total = _count(index.connection, match)
        if not total:
            match, matched = " OR ".join(phrases), "any"
            total = _count(index.connection, match)
        rows = index.connection.execute(_QUERY, (match, limit, offset))
        return [_hit(row, wanted) for row in rows], total, matched


def _count(connection: sqlite3.Connection, match: str) -> int:
    (total,) = connection.execute("SELECT count(*) FROM words WHERE words MATCH ?", (match,)).fetchone()
    return int(total)


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Make what happens inside one transaction: one write to a cache file, not one for each row."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise MdchunkError(f"the search index is busy: {error}; try again") from None
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _hit(row: tuple[str, str, str, int, int, str, float], wanted: list[str]) -> Hit:
    path, heading_path, anchor, start_line, end_line, body, score = row
    return Hit(
        path=path,
        heading_path=tuple(json.loads(heading_path)),
        anchor=anchor,
        start_line=start_line,
        end_line=end_line,
        excerpt=excerpt(body, wanted),
        score=float(f"{-score:.4g}"),
    )


def _add(index: Index, document: File, stamp: str) -> str:
    """Put a document into the index in place of what was there, and return its title."""
    connection = index.connection
    _forget(connection, document.name)
    title = problem = ""
    sections: list[tuple[str, str, int, int, str]] = []
    try:
        parsed = chunk_document(text_of(document), index.options, source=document.name)
        title = parsed.title
        sections = [
            (json.dumps(c.heading_path, ensure_ascii=False), c.anchor, c.start_line, c.end_line, c.text)
            for c in parsed.chunks
        ]
    except MdchunkError as error:
        problem = str(error)
    file = connection.execute(
        "INSERT INTO file (path, stamp, title, problem) VALUES (?, ?, ?, ?)",
        (document.name, stamp, title, problem),
    ).lastrowid
    for heading_path, anchor, start, end, text in sections:
        row = connection.execute(
            "INSERT INTO section (file, heading_path, anchor, start_line, end_line) VALUES (?, ?, ?, ?, ?)",
            (file, heading_path, anchor, start, end),
        ).lastrowid
        heading = " › ".join(json.loads(heading_path))
        connection.execute(
            "INSERT INTO words (rowid, title, heading, body) VALUES (?, ?, ?, ?)",
            (row, apart(title), apart(heading), apart(text)),
        )
    return title


def _forget(connection: sqlite3.Connection, name: str) -> None:
    """Take a document out of the index; a cursor of before does not fit afterwards."""
    ours = "(SELECT section.id FROM section JOIN file ON file.id = section.file WHERE file.path = ?)"
    connection.execute(f"DELETE FROM words WHERE rowid IN {ours}", (name,))  # noqa: S608 - a constant
    connection.execute(f"DELETE FROM section WHERE id IN {ours}", (name,))  # noqa: S608
    connection.execute("DELETE FROM file WHERE path = ?", (name,))
    connection.execute("UPDATE state SET generation = generation + 1")


def _stamp(index: Index, document: File) -> str:
    """Return what changes when a file does, or what it is read as; empty where it is gone meanwhile."""
    try:
        status = document.path.stat()
    except OSError:
        return ""
    return f"{index.options.dialect}.{status.st_mtime_ns}.{status.st_ctime_ns}.{status.st_size}"
