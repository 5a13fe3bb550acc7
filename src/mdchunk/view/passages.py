"""What a content is made of: which of it is sliced from the source, and which was added.

A record does not say so. It is found again from the text of the record, the settings and the document, so that the
chunks of a file can be shown as well as those just made.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from mdchunk.document.content import Content, newlines
from mdchunk.view.values import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mdchunk.document.edits import Edit

SEPARATOR = " > "
"""Between the headings of a path line."""


def passages(content: Content, record: Mapping[str, Any]) -> tuple[Passage, ...]:
    """Return the passages of a chunk's content, in order.

    Args:
        content: The document, with what is left out of contents and what is shown in short.
        record: The chunk: ``start_char``, ``text`` and ``content``; ``overlap``, ``heading_path`` and ``title`` help.
    """
    full: str = record["content"]
    start = record["start_char"]
    end = start + len(record["text"])
    body = content.slice(start, end)
    if full == body:
        return tuple(_body(content, start, end))
    for prefix in _path_lines(full, record):
        at = _place(full, body, len(prefix), record.get("overlap", 0))
        if at >= 0:
            lead = Passage("overlap" if record.get("overlap") else "opening", full[len(prefix) : at])
            found = (
                Passage("path", prefix),
                lead,
                *_body(content, start, end),
                Passage("closing", full[at + len(body) :]),
            )
            return tuple(passage for passage in found if passage.text)
    return tuple(_aligned(full, newlines(record["text"])))


def edits_in(content: Content, start: int, end: int) -> Sequence[Edit]:
    """Return the edits that lie inside a span."""
    return content.edits[bisect_left(content.starts, start) : bisect_right(content.ends, end)]


def repeated_from(content: Content, start: int, repeated: str) -> int:
    """Return the offset from which on a chunk repeats what is before its start; its start if that is not there."""
    at = start
    while (missing := len(repeated) - len(content.slice(at, start))) > 0 and at > 0:
        at = max(at - missing, 0)
        if edit := content.edit_at(at):
            at = edit.start
    return at if content.slice(at, start) == repeated else start


def _path_lines(full: str, record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what may be the path line of a content with its blank line, the longest first, and last nothing."""
    line, blank, _ = full.partition("\n\n")
    path = [str(heading) for heading in record.get("heading_path") or ()]
    headings = [str(record.get("title") or ""), *path]
    lines = {
        SEPARATOR.join(headings[first:last])
        for first in range(len(headings))
        for last in range(first + 1, len(headings) + 1)
    }
    if blank and line and line in lines:
        yield line + blank
    yield ""


def _place(full: str, body: str, first: int, overlap: int) -> int:
    """Return where in a content the text of its chunk is, behind ``first`` code points; -1 if it is not there."""
    if overlap:
        at = first + overlap
        return at if full.startswith(body, at) else -1
    return full.find(body, first)


def _body(content: Content, start: int, end: int) -> Iterator[Passage]:
    """Yield what is sliced from a span of the source, and what stands in it for something longer."""
    text = content.source.text
    kept = ""
    for edit in edits_in(content, start, end):
        kept += newlines(text[start : edit.start])
        start = edit.end
        if not edit.text.strip():
            kept += edit.text
            continue
        if kept:
            yield Passage("text", kept)
        yield Passage("short", edit.text)
        kept = ""
    kept += newlines(text[start:end])
    if kept:
        yield Passage("text", kept)


def _aligned(full: str, text: str) -> Iterator[Passage]:
    """Yield the lines of a content, told apart by whether the text has them, in order."""
    ours, theirs = full.splitlines(keepends=True), text.splitlines(keepends=True)
    at = 0
    for first, _, count in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        if first > at:
            yield Passage("unknown", "".join(ours[at:first]))
        if count:
            yield Passage("text", "".join(ours[first : first + count]))
        at = first + count
