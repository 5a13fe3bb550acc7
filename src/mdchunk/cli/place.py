"""``FILE``, ``FILE#anchor`` or ``FILE:LINE``: a place in a document, and the chunks that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.files.settings import STDIN, STDIN_NAME
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.model import Chunk, Options

_LINES = re.compile(r"(.+):(\d+)(?:-(\d+))?")
_PAGE = re.compile(r"page=(\d+)")


class Where(NamedTuple):
    """A place in a file; without anchor and lines, the whole file."""

    path: str
    anchor: str = ""
    first: int = 0
    """First line, 1-based; 0 if the place has no lines."""
    last: int = 0
    """Last line, inclusive."""


def read_place(given: str) -> Where:
    """Return the place that a user named. ``#`` and ``:`` may be in the names of files that exist."""
    if _is_file(given):
        return Where(given)
    for at in (i for i, letter in enumerate(given) if letter == "#"):
        if _is_file(given[:at]):
            return Where(given[:at], given[at + 1 :])
    if (lines := _LINES.fullmatch(given)) and _is_file(lines[1]):
        return Where(lines[1], "", int(lines[2]), int(lines[3] or lines[2]))
    return Where(given)


def _is_file(path: str) -> bool:
    return path == STDIN or Path(path).is_file()


def chunks_at(
    where: Where, text: str, chunks: Sequence[Chunk], source: str, options: Options
) -> Sequence[Chunk]:
    """Return the chunks of a document at a place: those of a section and its sub-sections, of lines, or all.

    Args:
        where: The place.
        text: The document.
        chunks: Its chunks.
        source: Its name.
        options: What it was chunked with.

    Raises:
        MdchunkError: The document has no such section, page or line, or the lines are in no chunk.
    """
    if where.first:
        return _on_lines(where, text, chunks, source)
    if not where.anchor:
        return chunks
    page = _PAGE.fullmatch(where.anchor)
    if page and (paged := [chunk for chunk in chunks if chunk.page_start is not None]):
        return _on_page(int(page[1]), paged, source)
    from mdchunk.api import get_section  # noqa: PLC0415 - --help needs no parser

    found = get_section(text, anchor=where.anchor, source=source, options=options)
    return [
        chunk for chunk in chunks if chunk.start_char < found.end_char and found.start_char < chunk.end_char
    ]


def _on_lines(where: Where, text: str, chunks: Sequence[Chunk], source: str) -> Sequence[Chunk]:
    from mdchunk.text.source import read_source  # noqa: PLC0415

    lines = f"line {where.first} is" if where.first == where.last else f"lines {where.first}-{where.last} are"
    name = source or STDIN_NAME
    if where.last < where.first:
        raise MdchunkError(f"the last line, {where.last}, is before the first, {where.first}", place=name)
    count = read_source(text, source).line_of(max(len(text) - 1, 0)) + 1
    if where.first > count:
        raise MdchunkError(f"has {count} lines; {lines} not there", place=name)
    found = [chunk for chunk in chunks if chunk.start_line <= where.last and where.first <= chunk.end_line]
    if not found:
        near = next((chunk.start_line for chunk in chunks if chunk.start_line > where.last), 0)
        raise MdchunkError(
            f"{lines} in no chunk", place=name, advice=f"the next chunk begins in line {near}" if near else ()
        )
    return found


def _on_page(page: int, chunks: Sequence[Chunk], source: str) -> Sequence[Chunk]:
    found = [
        chunk
        for chunk in chunks
        if (chunk.page_start or 0) <= page <= (chunk.page_end or chunk.page_start or 0)
    ]
    if not found:
        raise MdchunkError(f"page {page} has no chunk", place=source or STDIN_NAME)
    return found
