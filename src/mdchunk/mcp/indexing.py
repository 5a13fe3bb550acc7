"""How the search index follows the files: what is new or changed is read, what is gone is forgotten."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from mdchunk.api import chunk_document
from mdchunk.mcp.roots import File, text_of
from mdchunk.mcp.spelling import spelling
from mdchunk.mcp.words import additions, folded, spelled
from mdchunk.model import Document, MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mdchunk.mcp.index import Index

_COLUMNS = ("path", "title", "above", "heading", "body", "parts")
_NAMES = ", ".join(("rowid", *_COLUMNS))
_MARKS = ", ".join("?" * (1 + len(_COLUMNS)))


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
        return Freshness(generation, len(changed) - done, len(stamps), tuple(problems(index)))


def problems(index: Index) -> list[str]:
    """Return why files could not be read, a sentence each."""
    with index.lock:
        rows = index.connection.execute("SELECT problem FROM file WHERE problem != '' ORDER BY path")
        return [problem for (problem,) in rows]


def keep_fresh(index: Index, files: Callable[[], Iterable[File]]) -> None:
    """Index all files, a second at a time, so that a call comes in between; return when all are."""
    try:
        while not index.closed.is_set() and refresh(index, files(), patience=1.0).pending:
            time.sleep(0.01)  # lets a waiting call take the lock
    except (MdchunkError, sqlite3.Error):
        return  # a call meets the same error, and reports it


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
        problem = error.render(spelling)
    id_ = connection.execute(
        "INSERT INTO file (path, stamp, title, problem, metadata) VALUES (?, ?, ?, ?, ?)",
        (file.name, stamp, document.title, problem, _json(document.metadata)),
    ).lastrowid
    sizes = {heading.anchor: (heading.chars, heading.tree_chars) for heading in document.headings}
    for chunk in document.chunks:
        chars, tree_chars = sizes[chunk.anchor] if chunk.heading_level else (chunk.chars, chunk.chars)
        place = (_json(chunk.heading_path), chunk.anchor, chunk.ref, chunk.start_line, chunk.end_line)
        row = connection.execute(
            "INSERT INTO section VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (id_, *place, chars, tree_chars, chunk.text),
        ).lastrowid
        columns = _columns(file.name, document.title, chunk.heading_path, chunk.text)
        connection.execute(f"INSERT INTO words ({_NAMES}) VALUES ({_MARKS})", (row, *columns))  # noqa: S608
        spelling_of = _spelling(document.title, chunk.heading_path, chunk.text)
        connection.execute("INSERT INTO spellings (rowid, text) VALUES (?, ?)", (row, spelling_of))
    return document.title


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _columns(name: str, title: str, heading_path: Iterable[str], text: str) -> tuple[str, ...]:
    """Return what is indexed of a section: words of its path, title, headings above, heading, text, and their parts."""
    *above, heading = ["", *heading_path]
    path = " ".join(PurePosixPath(name).with_suffix("").parts)
    heading = f"{heading}\n{additions(heading)}"
    return (*map(folded, (path, title, " › ".join(above), heading, text)), additions(text))


def _spelling(title: str, heading_path: Iterable[str], text: str) -> str:
    """Return the words of a section that others may be misspellings of."""
    whole = "\n".join((title, *heading_path, text))
    return f"{spelled(whole)}\n{additions(whole)}"


def _forget(connection: sqlite3.Connection, name: str) -> None:
    """Take a document out of the index; earlier cursors become invalid."""
    rows = connection.execute(
        "SELECT section.id, title, heading_path, text FROM section JOIN file ON file.id = section.file "
        "WHERE file.path = ?", (name,),
    ).fetchall()  # fmt: skip
    for row, title, stored, text in rows:
        heading_path = json.loads(stored)
        columns = _columns(name, title, heading_path, text)
        connection.execute(
            f"INSERT INTO words (words, {_NAMES}) VALUES ('delete', {_MARKS})",  # noqa: S608 - constants
            (row, *columns),
        )
        connection.execute(
            "INSERT INTO spellings (spellings, rowid, text) VALUES ('delete', ?, ?)",
            (row, _spelling(title, heading_path, text)),
        )
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
