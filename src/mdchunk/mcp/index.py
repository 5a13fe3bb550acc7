"""The search index: the sections of all documents in SQLite's FTS5, which follows the files.

One row a section, as the chunker cuts them. The words are in a table without content (the section's text is kept
once, as its document has it), so a row leaves the index by the same columns as it entered.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from mdchunk import __version__
from mdchunk.api import chunk_document
from mdchunk.mcp.roots import MAX_BYTES, File, Folder, text_of
from mdchunk.mcp.words import TOKENIZE, additions, folded
from mdchunk.model import Chunk, Document, MdchunkError, Options

APPLICATION_ID = 0x6D646368
"""``mdch``: tells our cache file from other databases, as https://sqlite.org/fileformat.html#application_id."""
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
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
"""
_TABLES = ("vocabulary", "words", "section", "file", "state")


@dataclass(frozen=True, slots=True)
class Index:
    """An open index; the lock makes it one caller's at a time."""

    connection: sqlite3.Connection
    options_of: Callable[[File], Options]
    """How a document is read."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    closed: threading.Event = field(default_factory=threading.Event)
    """Set when the server ends: whatever runs stops."""

    def close(self) -> None:
        """Close it as soon as the caller before has stopped."""
        self.closed.set()
        with self.lock:
            self.connection.close()


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far the index follows the files."""

    generation: int
    """Another number after each change of the index."""
    pending: int
    """Files that have changed and are not indexed yet."""
    total: int
    """Files there are."""
    problems: tuple[str, ...]
    """Why files could not be read, a sentence each."""


def dialect_options(dialect: str = Options().dialect) -> Callable[[File], Options]:
    """Return how every document is read if nothing else is said: in one dialect, each section one chunk."""
    options = Options(max_chars=MAX_BYTES, dialect=dialect)
    return lambda _: options


def open_index(
    folders: tuple[Folder, ...],
    cache: Path | None = None,
    options_of: Callable[[File], Options] | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Index:
    """Open the index of some folders, in memory or in a cache file that outlives the server.

    A cache of other folders or of another version is emptied, a damaged one is made anew; a document that was read in
    another dialect is read again, since two servers may share a cache.

    Args:
        folders: The folders served.
        cache: The file; None for memory.
        options_of: How each document is read.
        report: Takes the line that says that a damaged cache was made anew.

    Raises:
        MdchunkError: The file is another program's, or can't be written.
    """
    made_for = json.dumps([__version__, [str(folder.path) for folder in folders]])
    try:
        connection = _connection(cache, made_for)
    except (sqlite3.Error, MdchunkError) as error:
        if cache is None or not _is_ours(cache) or _is_busy(error):
            raise MdchunkError(f"{cache or 'search'}: cannot keep the search index: {error}") from None
        report(f"{cache}: the search index was damaged ({error}); making it anew")
        for name in (cache, Path(f"{cache}-wal"), Path(f"{cache}-shm")):
            name.unlink(missing_ok=True)
        connection = _connection(cache, made_for)
    return Index(connection, options_of or dialect_options())


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


def refresh(
    index: Index,
    files: Iterable[File],
    *,
    patience: float = 3.0,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Freshness:
    """Read what is new or changed among all files, and forget what is gone.

    Args:
        index: The index.
        files: All files there are.
        patience: Seconds after which the rest is left for later.
        stop: Asked before each file; the rest is left if it says yes.
        progress: Told after each file how many are indexed, of how many.
    """
    with index.lock:
        known = dict(index.connection.execute("SELECT path, stamp FROM file"))
        stamps = {file: _stamp(index, file) for file in files}
        changed = [file for file, stamp in stamps.items() if known.get(file.name) != stamp]
        gone = known.keys() - {file.name for file in stamps}
        end, done = time.monotonic() + patience, 0
        if gone or changed:
            with _writing(index.connection):
                for name in gone:
                    _forget(index.connection, name)
                for file in changed:
                    _add(index, file, stamps[file])
                    done += 1
                    progress(len(stamps) - len(changed) + done, len(stamps))
                    if time.monotonic() > end or stop() or index.closed.is_set():
                        break
        (generation,) = index.connection.execute("SELECT generation FROM state").fetchone()
        problems = index.connection.execute("SELECT problem FROM file WHERE problem != '' ORDER BY path")
        found = tuple(problem for (problem,) in problems)
        return Freshness(generation, len(changed) - done, len(stamps), found)


def keep_fresh(index: Index, files: Callable[[], Iterable[File]]) -> None:
    """Index all files, a second at a time, so that a call comes in between; return when all are."""
    try:
        while not index.closed.is_set() and refresh(index, files(), patience=1.0).pending:
            time.sleep(0)  # whoever waits for the lock has it now
    except (MdchunkError, sqlite3.Error):
        if not index.closed.is_set():  # a call meets the same error, and reports it
            return


def title(index: Index, file: File) -> str:
    """Return the title of a document, which is read only if it is new or changed."""
    with index.lock:
        stamp = _stamp(index, file)
        query = "SELECT title FROM file WHERE path = ? AND stamp = ?"
        known = index.connection.execute(query, (file.name, stamp)).fetchone()
        if known:
            return str(known[0])
        with _writing(index.connection):
            return _add(index, file, stamp)


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


def _add(index: Index, file: File, stamp: str) -> str:
    """Put a document into the index in place of what was there, and return its title."""
    connection = index.connection
    _forget(connection, file.name)
    document, problem = Document(file.name, "", {}, (), ()), ""
    try:
        document = chunk_document(text_of(file), index.options_of(file), source=file.name)
    except MdchunkError as error:
        problem = error.render(lambda _: None)
    id_ = connection.execute(
        "INSERT INTO file (path, stamp, title, problem, metadata) VALUES (?, ?, ?, ?, ?)",
        (file.name, stamp, document.title, problem, _json(document.metadata)),
    ).lastrowid
    sizes = {heading.anchor: (heading.chars, heading.tree_chars) for heading in document.headings}
    for chunk in document.chunks:
        chars, tree_chars = sizes.get(chunk.anchor, (chunk.chars, chunk.chars))
        row = connection.execute(
            "INSERT INTO section VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (id_, _json(chunk.heading_path), chunk.anchor, chunk.ref, *_lines(chunk), chars, tree_chars, chunk.text),
        ).lastrowid
        columns = _columns(file.name, document.title, chunk.heading_path, chunk.text)
        connection.execute("INSERT INTO words (rowid, path, title, above, heading, body, parts) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?)", (row, *columns))  # fmt: skip
    return document.title


def _lines(chunk: Chunk) -> tuple[int, int]:
    return chunk.start_line, chunk.end_line


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _columns(name: str, title: str, heading_path: Iterable[str], text: str) -> tuple[str, ...]:
    """Return what is indexed of a section: words of its path, title, headings above, heading, text, and their parts."""
    *above, heading = ["", *heading_path]
    path = " ".join(PurePosixPath(name).with_suffix("").parts)
    heading = f"{heading}\n{additions(heading)}"
    return (*map(folded, (path, title, " › ".join(above), heading, text)), additions(text))


def _forget(connection: sqlite3.Connection, name: str) -> None:
    """Take a document out of the index; a cursor of before does not fit afterwards."""
    rows = connection.execute(
        "SELECT section.id, title, heading_path, text FROM section JOIN file ON file.id = section.file "
        "WHERE file.path = ?", (name,),
    ).fetchall()  # fmt: skip
    for row, title, heading_path, text in rows:
        columns = _columns(name, title, json.loads(heading_path), text)
        connection.execute("INSERT INTO words (words, rowid, path, title, above, heading, body, parts) "
                           "VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)", (row, *columns))  # fmt: skip
        connection.execute("DELETE FROM section WHERE id = ?", (row,))
    connection.execute("DELETE FROM file WHERE path = ?", (name,))
    connection.execute("UPDATE state SET generation = generation + 1")


def _stamp(index: Index, file: File) -> str:
    """Return what changes when a file does, or what it is read as; empty if it is gone meanwhile."""
    try:
        status = file.path.stat()
    except OSError:
        return ""
    dialect = index.options_of(file).dialect
    return f"{dialect}.{status.st_mtime_ns}.{status.st_ctime_ns}.{status.st_size}"
