"""The source of a document as a row of stretches: chunks, what was dropped, what no chunk covers, white space."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.model import Span
from mdchunk.view.passages import edits_in
from mdchunk.view.values import Marked, Stretch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.document.content import Content

_TEXT = re.compile(r"\S(?:.*\S)?", re.DOTALL)


class Placed(NamedTuple):
    """Where a chunk is in the source."""

    start: int
    end: int
    repeats_from: int
    """Offset from which on it repeats the part before; its start if it repeats nothing."""
    is_exact: bool
    """Whether its content is what the settings make of its text."""


def stretches(content: Content, chunks: Sequence[Placed], uncovered: Sequence[Span]) -> Iterator[Stretch]:
    """Yield the stretches of a document.

    Args:
        content: The document, with its edits.
        chunks: Its chunks, by their start. Where one begins before the end of another, what they share is in the
            stretch of the first.
        uncovered: Spans of text that should be in a chunk and are in none, in order.
    """
    text = content.source.text
    at = 0
    for i, chunk in enumerate(chunks):
        if chunk.start > at:
            yield from _gap(content, at, chunk.start, uncovered)
        start, end = max(chunk.start, at), max(chunk.end, at)
        repeats = chunks[i + 1].repeats_from if i + 1 < len(chunks) else len(text)
        repeats = min(repeats, chunks[i + 1].start) if i + 1 < len(chunks) else repeats
        yield Stretch(start, end, "chunk", i, "", tuple(_marked(content, start, end, repeats, chunk)))
        at = end
    if at < len(text):
        yield from _gap(content, at, len(text), uncovered)


def _marked(content: Content, start: int, end: int, repeats: int, chunk: Placed) -> Iterator[Marked]:
    """Yield what in a chunk's stretch is dropped, and what from ``repeats`` on the next chunk repeats."""
    repeats = max(repeats, start)
    at = repeats
    for edit in edits_in(content, start, end) if chunk.is_exact else ():
        if edit.start > at:
            yield Marked(at, edit.start, "", is_repeated=True)
        if edit.end > edit.start:
            yield Marked(edit.start, edit.end, edit.kind, is_repeated=edit.start >= repeats)
        at = max(at, edit.end)
    if at < end:
        yield Marked(at, end, "", is_repeated=True)


def _gap(content: Content, start: int, end: int, uncovered: Sequence[Span]) -> Iterator[Stretch]:
    """Yield the stretches between two chunks."""
    for piece in _pieces(content, start, end):
        role, kind = ("dropped", piece.kind) if piece.kind else ("in_path", "")
        at = piece.start
        for span in _overlapping(uncovered, piece):
            if span.start > at:
                yield from _with_blanks(content, Stretch(at, span.start, role, kind=kind))  # type: ignore[arg-type]
            yield from _with_blanks(content, Stretch(max(span.start, at), span.end, "uncovered"))
            at = span.end
        if at < piece.end:
            yield from _with_blanks(content, Stretch(at, piece.end, role, kind=kind))  # type: ignore[arg-type]


class _Piece(NamedTuple):
    """A span between chunks that an edit takes out, or that is between edits."""

    start: int
    end: int
    kind: str
    """Kind of the edit; empty between edits."""


def _pieces(content: Content, start: int, end: int) -> Iterator[_Piece]:
    """Yield the edits of a span, and what is between them."""
    at = start
    for i in range(bisect_right(content.ends, start), len(content.edits)):
        edit = content.edits[i]
        if edit.start >= end:
            break
        if edit.start > at:
            yield _Piece(at, edit.start, "")
        yield _Piece(max(edit.start, at), min(edit.end, end), edit.kind)
        at = min(edit.end, end)
    if at < end:
        yield _Piece(at, end, "")


def _overlapping(spans: Sequence[Span], piece: _Piece) -> Iterator[Span]:
    """Yield the parts of spans that lie in a piece."""
    for span in spans[bisect_right(spans, piece.start, key=lambda one: one.end) :]:
        if span.start >= piece.end:
            break
        yield Span(max(span.start, piece.start), min(span.end, piece.end))


def _with_blanks(content: Content, stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch without the white space at its ends, and that white space."""
    found = _TEXT.search(content.source.text, stretch.start, stretch.end)
    start, end = found.span() if found else (stretch.end, stretch.end)
    if start > stretch.start:
        yield Stretch(stretch.start, start, "blank")
    if found:
        yield stretch._replace(start=start, end=end)
    if end < stretch.end:
        yield Stretch(end, stretch.end, "blank")
