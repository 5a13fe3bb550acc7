"""The search index: the sections of all documents in SQLite's FTS5, which follows the files.

One row a section, as the chunker cuts them. The words are in a table without content (the section's text is kept
once, as its document has it), so a row leaves the index by the same columns as it entered.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk import __version__
from mdchunk.mcp.roots import MAX_BYTES, File, Folder
from mdchunk.mcp.words import SPELLING, TOKENIZE
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APPLICATION_ID = 0x6D646368
"""``mdch``: marks a database as our cache file, see https://sqlite.org/fileformat.html#application_id."""
_MAGIC = b"SQLite format 3\0"
SECONDS = 10.0
"""Maximum seconds of a query."""
_STEPS = 1_000
"""Steps of SQLite's machine between two looks at whether to go on."""

_SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE state (made_for TEXT, generation INTEGER);
CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT UNIQUE, stamp TEXT, title TEXT, problem TEXT, metadata TEXT);
CREATE TABLE section (id INTEGER PRIMARY KEY, file INTEGER, heading_path TEXT, anchor TEXT, ref TEXT,
                      start_line INTEGER, end_line INTEGER, chars INTEGER, tree_chars INTEGER, text TEXT);
CREATE INDEX section_file ON section (file);
CREATE VIRTUAL TABLE words USING fts5 (path, title, above, heading, body, parts, content = '', tokenize = '{TOKENIZE}');
CREATE VIRTUAL TABLE spellings USING fts5 (text, content = '', detail = none, columnsize = 0, tokenize = '{SPELLING}');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (spellings, row);
"""
_TABLES = ("vocabulary", "spellings", "words", "section", "file", "state")


@dataclass(frozen=True, slots=True)
class Index:
    """An open index; the lock makes it one caller's at a time."""

    connection: sqlite3.Connection
    options_of: Callable[[File], Options]
    """How a document is read."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    closed: threading.Event = field(default_factory=threading.Event)
    """Set when the server ends: whatever runs stops."""
    report: Callable[[str], None] = lambda _: None
    """Takes a line for the person who runs the server."""

    def close(self) -> None:
        """Close it as soon as the current caller has stopped."""
        self.closed.set()
        with self.lock:
            self.connection.close()


@cache
def dialect_options(dialect: str = Options().dialect) -> Options:
    """Return how a document of a dialect is read: each section is one chunk."""
    return Options(max_chars=MAX_BYTES, dialect=dialect)


def open_index(
    folders: tuple[Folder, ...],
    cache: Path | None = None,
    options_of: Callable[[File], Options] = lambda _: dialect_options(),
    report: Callable[[str], None] = lambda _: None,
) -> Index:
    """Open the index of some folders, in memory or in a cache file that outlives the server.

    A cache of other folders, another version or other tables is emptied, a damaged one is rebuilt. A document that was
    read in another dialect is read again, since two servers may share a cache.

    Args:
        folders: The folders served.
        cache: The file, made with its folder if it is missing; None for memory.
        options_of: How each document is read.
        report: Takes the line that says that a damaged cache was rebuilt.

    Raises:
        MdchunkError: The file belongs to another program, or cannot be written.
    """
    made_for = json.dumps([__version__, _SCHEMA, [str(folder.path) for folder in folders]])
    try:
        if cache:
            cache.parent.mkdir(parents=True, exist_ok=True)
        connection = _connection(cache, made_for)
    except (OSError, sqlite3.Error, MdchunkError) as error:
        if cache is None or not _is_ours(cache) or _is_busy(error):
            raise MdchunkError(f"cannot keep the search index: {error}", place=str(cache or "")) from None
        report(f"{cache}: the search index was damaged ({error}); rebuilding it")
        for name in (cache, Path(f"{cache}-wal"), Path(f"{cache}-shm")):
            name.unlink(missing_ok=True)
        connection = _connection(cache, made_for)
    return Index(connection, options_of, report=report)


def _connection(cache: Path | None, made_for: str) -> sqlite3.Connection:
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
    return connection


def _make_tables(connection: sqlite3.Connection, made_for: str) -> None:
    """Make the tables, if they are missing or were made for something else."""
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,)
    if tables and connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise MdchunkError("this is another program's database; name another file")
    if tables and (damage := connection.execute("PRAGMA quick_check(1)").fetchone()) != ("ok",):
        raise sqlite3.DatabaseError(damage[0].splitlines()[-1])
    if tables and connection.execute("SELECT made_for FROM state").fetchone() != (made_for,):
        connection.executescript("".join(f"DROP TABLE IF EXISTS {table};" for table in _TABLES))
        tables = False
    if not tables:
        connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        connection.execute("INSERT INTO state VALUES (?, 0)", (made_for,))


def remake(index: Index, error: sqlite3.DatabaseError) -> None:
    """Empty an index that turned out to be damaged while in use, so that all files are indexed again.

    Raises:
        MdchunkError: Nothing can be written there any more.
    """
    with index.lock:
        index.report(f"the search index was damaged ({error}); rebuilding it")
        try:
            (made_for,) = index.connection.execute("SELECT made_for FROM state").fetchone()
            index.connection.executescript("".join(f"DROP TABLE IF EXISTS {table};" for table in _TABLES))
            _make_tables(index.connection, made_for)
        except sqlite3.Error:
            raise MdchunkError(
                "the search index is damaged", advice="delete the cache file and start the server again"
            ) from None


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error says that the file is not a sound database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _is_ours(cache: Path) -> bool:
    """Return whether a file begins as a cache of ours does: its header names the program at byte 68."""
    try:
        with cache.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(_MAGIC) and head[68:72] == APPLICATION_ID.to_bytes(4, "big")


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextmanager
def interruptible(
    index: Index, stop: Callable[[], bool] = lambda: False, seconds: float = SECONDS
) -> Iterator[sqlite3.Connection]:
    """Hold the index for queries that end when the caller stops, the server ends or time is up.

    Raises:
        MdchunkError: They were ended.
    """
    with index.lock:
        end = time.monotonic() + seconds
        connection = index.connection
        connection.set_progress_handler(
            lambda: stop() or index.closed.is_set() or time.monotonic() > end, _STEPS
        )
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            raise MdchunkError(
                f"the search took longer than {seconds:g} s; use fewer words, or rarer ones"
            ) from None
        finally:
            connection.set_progress_handler(None, 0)
