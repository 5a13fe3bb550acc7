"""The files of a report: one page for one document, a folder with a list for several."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from mdchunk.files.atomic import whole_file
from mdchunk.model import MdchunkError, Notice
from mdchunk.view.document_page import document_page, problem_page
from mdchunk.view.index_page import Entry, entry_of, index_page
from mdchunk.view.tree import Sibling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mdchunk.view.values import DocumentView

INDEX = "index.html"
LISTED = 100
"""Maximum number of documents that each page lists."""

_GENERATOR = b'<meta name="generator" content="mdchunk '
_HEAD = 4096
"""Bytes of a page in which its generator is named."""
_UNSAFE = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]+$')


class Shown(NamedTuple):
    """A document to show."""

    source: str
    """Its name."""
    view: Callable[[], DocumentView]
    """Reads it; raises ``MdchunkError`` if that is impossible."""


def write_page(path: Path, view: DocumentView) -> None:
    """Write the page of one document.

    Raises:
        MdchunkError: There is another file, which is no page of ours, or it cannot be written.
    """
    if path.is_dir():
        raise MdchunkError("is a folder; one page needs a file", place=str(path))
    _check_ours(path, path)
    with whole_file(path) as file:
        file.write(document_page(view).encode())


def write_folder(
    folder: Path, title: str, documents: Sequence[Shown], *, skips: bool, tick: Callable[[], object]
) -> list[Entry]:
    """Write a page for each document, ``<source>.html``, and then the list of them, ``index.html``.

    Args:
        folder: Where.
        title: Of the list.
        documents: In the order of the list.
        skips: Whether a document that cannot be read is listed with the reason, rather than an error.
        tick: Called after each document.

    Returns:
        The list.

    Raises:
        MdchunkError: The folder holds something else than a report, or cannot be written to; or a document cannot be
            read, and ``skips`` is false.
    """
    _check_folder(folder)
    names = list(page_names(document.source for document in documents))
    near = _near(documents)
    entries: list[Entry] = []
    with _new_folder(folder, [*names, INDEX]) as new:
        for i, document in enumerate(documents):
            siblings = [
                Sibling(documents[k].source, "" if k == i else _link(names[k], names[i])) for k in near(i)
            ]
            entry, html = _entry_and_page(document, names[i], siblings, skips=skips)
            entries.append(entry)
            place = new / names[i]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(html.encode())
            tick()
        (new / INDEX).write_bytes(index_page(title, entries).encode())
    return entries


def _entry_and_page(
    document: Shown, name: str, siblings: Sequence[Sibling], *, skips: bool
) -> tuple[Entry, str]:
    """Return the line of a document in the list, and its page."""
    more = _link(INDEX, name)
    try:
        view = document.view()
    except MdchunkError as error:
        if not skips:
            raise
        html = problem_page(document.source, error.problem, siblings, more)
        return Entry(document.source, quote(name), (), problem=error.problem), html
    return entry_of(view, quote(name)), document_page(view, siblings, more)


@contextmanager
def _new_folder(folder: Path, names: Sequence[str]) -> Iterator[Path]:
    """Give a new folder; if the block ends well, its files ``names`` take the place of an older report in ``folder``.

    Raises:
        MdchunkError: The file system refuses; the message names the folder.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as new:
            yield Path(new)
            for name in names:
                place = folder / name
                place.parent.mkdir(parents=True, exist_ok=True)
                (Path(new) / name).replace(place)
        for old in set(folder.rglob("*.html")) - {folder / name for name in names}:
            if _is_ours(old):
                old.unlink()
    except OSError as error:
        raise MdchunkError(f"cannot be written: {error.strerror or error}", place=str(folder)) from error


def page_names(sources: Iterable[str]) -> Iterator[str]:
    """Yield the name of each document's page, relative to the folder, ``/`` between its parts.

    It is ``<source>.html``, as far as every file system takes that: ``..`` is ``up``, and no two names are the same
    where capital letters do not count.
    """
    used = {INDEX}
    for source in sources:
        path = "/".join(map(_safe, (source or "stdin").split("/")))
        name, number = f"{path}.html", 1
        while name.casefold() in used:
            number += 1
            name = f"{path}-{number}.html"
        used.add(name.casefold())
        yield name


def _safe(part: str) -> str:
    return "up" if part == ".." else _UNSAFE.sub("_", part) or "_"


def notices_of(entries: Iterable[Entry]) -> Iterator[Notice]:
    """Yield a notice for each document that is not shown."""
    for entry in entries:
        if entry.problem:
            yield Notice("skipped", entry.source, 0, entry.problem)


def _near(documents: Sequence[Shown]) -> Callable[[int], Sequence[int]]:
    """Return what gives the documents to list beside one: all if they are few, else the nearest of its folder."""
    if len(documents) <= LISTED:
        return lambda _i: range(len(documents))
    folders: dict[str, list[int]] = {}
    for k, document in enumerate(documents):
        folders.setdefault(posixpath.dirname(document.source), []).append(k)

    def near(i: int) -> Sequence[int]:
        row = folders[posixpath.dirname(documents[i].source)]
        first = max(bisect_left(row, i) - LISTED // 2, 0)
        return row[first : first + LISTED]

    return near


def _link(to: str, page: str) -> str:
    """Return the link from one page of the folder to another."""
    return quote(posixpath.relpath(to, posixpath.dirname(page) or "."))


def _check_folder(folder: Path) -> None:
    """Refuse to write among the files of somebody else."""
    if folder.exists() and not folder.is_dir():
        raise MdchunkError("is a file; several documents need a folder", place=str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / INDEX).exists():
            raise MdchunkError(
                "is not empty and holds no report of mdchunk", place=str(folder), advice="choose another name"
            )
        _check_ours(folder / INDEX, folder)


def _check_ours(path: Path, named: Path) -> None:
    if path.is_file() and not _is_ours(path):
        raise MdchunkError(
            "exists and is no report of mdchunk; it was left unchanged",
            place=str(named),
            advice="choose another name",
        )


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        return _GENERATOR in file.read(_HEAD)
