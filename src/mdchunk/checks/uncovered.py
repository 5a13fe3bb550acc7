"""Text of a document that is in no chunk, though no rule drops it: it was added after the build."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.content import Content, read_content
from mdchunk.document.reading import read
from mdchunk.model import Options, Span
from mdchunk.pack.pack import kept_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mdchunk.document.blocks import Block
    from mdchunk.document.sections import Section
    from mdchunk.text.source import Source


class Lines(NamedTuple):
    """Lines of a document, 1-based, both ends included."""

    first: int
    last: int


def uncovered(source: Source, spans: Iterable[Span], options: Options) -> Iterator[Lines]:
    """Yield the lines of each block with text that lies in no span.

    Args:
        source: The document.
        spans: Where its chunks stand.
        options: The dialect, and the kinds that may be missing.
    """
    reading = read(source.text, source.name, options)
    content = read_content(reading.parsed, replace(options, keep_data_uris=True), len)
    return uncovered_in(content, reading.sections, spans)


def uncovered_in(content: Content, sections: Sequence[Section], spans: Iterable[Span]) -> Iterator[Lines]:
    """Yield the lines of each block with text that lies in no span, of a document that is already read.

    Args:
        content: The document, read with ``keep_data_uris``: a data URI is text that must be in a chunk.
        sections: Its sections.
        spans: Where its chunks stand.
    """
    source = content.source
    gaps = list(_gaps(source.text, spans))
    starts = [gap.start for gap in gaps]
    for _, kept in kept_blocks(content, sections, content.options.drop):
        for block in kept:
            near = gaps[max(bisect_right(starts, block.start) - 1, 0) : bisect_left(starts, block.end)]
            lines = [line for gap in near for line in _lines(source, content, block, gap)]
            if lines:
                yield Lines(source.number(lines[0]), source.number(lines[-1]))


def _gaps(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield what lies between spans, before the first and behind the last."""
    end = 0
    for span in (*sorted(spans), Span(len(text), len(text))):
        if span.start > end and text[end : span.start].strip():
            yield Span(end, span.start)
        end = max(end, span.end)


def _lines(source: Source, content: Content, block: Block, gap: Span) -> Iterator[int]:
    """Yield the 0-based lines of a block that have text in a gap, beside what is dropped."""
    start, end = max(gap.start, block.start), min(gap.end, block.end)
    if start >= end:
        return
    for line in range(source.line_of(start), source.line_of(end - 1) + 1):
        first, last = max(start, source.starts[line]), min(end, source.line_end(line))
        # > text
        # > <!-- a -->      where a chunk ends, the marker goes with the comment
        goes_along = (start, end) != (block.start, block.end) and _is_edited(content, first, last)
        if source.text[first:last].strip() and not goes_along:
            yield line


def _is_edited(content: Content, start: int, end: int) -> bool:
    """Tell whether an edit touches a span."""
    i = bisect_right(content.ends, start)
    return i < len(content.starts) and content.starts[i] < end
