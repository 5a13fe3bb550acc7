"""The middle of the page: the source as it was written, with the borders of the chunks, and each chunk's details."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mdchunk.checks.quality import CHECKS
from mdchunk.text.source import read_source
from mdchunk.view.detail import detail
from mdchunk.view.markup import attribute, bar, escape, escape_text, plural
from mdchunk.view.values import ChunkView, DocumentView, Role, Stretch

LONG = 400
"""Characters from which on a dropped span inside a chunk is shown in one line."""
TALL = 20
"""Lines from which on what is between chunks scrolls by itself."""
COLUMNS = 90
"""About how many characters fit a line."""

Rendered = Callable[[ChunkView], str]
"""From a chunk to its content as HTML that shows it rendered."""


def middle(view: DocumentView, rendered: Rendered | None = None) -> str:
    """Return the source with its chunks as HTML.

    Args:
        view: The document.
        rendered: What shows a chunk rendered; ``None`` leaves this view out.
    """
    lines = Lines(view.text, read_source(view.text, splits_at_pages=False).starts)
    return "".join(_stretch(view, stretch, lines, rendered) for stretch in view.stretches)


class Lines(NamedTuple):
    """A text and where its lines start."""

    text: str
    starts: Sequence[int]
    """Of each line, and one past the last."""

    def html(self, start: int, end: int) -> str:
        """Return a span as HTML, with an anchor in front of each line that starts in it: ``L12``."""
        parts: list[str] = []
        at = start
        for i in range(bisect_left(self.starts, start), len(self.starts) - 1):
            first = self.starts[i]
            if first >= end:
                break
            parts += (escape_text(self.text[at:first]), f"<a id=L{i + 1} data-n={i + 1}></a>")
            at = first
        return "".join((*parts, escape_text(self.text[at:end])))


def _stretch(view: DocumentView, stretch: Stretch, lines: Lines, rendered: Rendered | None) -> str:
    if stretch.chunk < 0:
        return _outside(stretch, lines)
    chunk = view.chunks[stretch.chunk]
    shown = f'<div class="rendered">{rendered(chunk)}</div>' if rendered else ""
    found = f' data-found="{" ".join(chunk.findings)}"' if chunk.findings else ""
    classes = f"chunk {'odd' if stretch.chunk % 2 else 'even'} h{_height(lines, stretch)}"
    return (
        f'<article class="{classes}" id="{escape(chunk.id)}" data-kind="{escape(chunk.kind)}"{found}>'
        f"{_head(view, stretch.chunk)}"
        f'<div class="text">{"".join(_marked(stretch, lines))}</div>{shown}</article>'
        f"{detail(view, stretch.chunk)}"
    )


def _height(lines: Lines, stretch: Stretch) -> int:
    """Return about how many lines a stretch has, as a power of 2: browsers reserve room for what is not in sight."""
    count = bisect_left(lines.starts, stretch.end) - bisect_left(lines.starts, stretch.start)
    folded = max(count, (stretch.end - stretch.start) // COLUMNS)
    return min(1 << max(folded - 1, 0).bit_length(), 256)


def _head(view: DocumentView, i: int) -> str:
    """Return the line above a chunk: its number, path, part, findings and size."""
    chunk = view.chunks[i]
    path = " › ".join(chunk.path)
    part = f'<span class="part">part {chunk.part} of {chunk.parts}</span>' if chunk.parts > 1 else ""
    said = "; ".join(CHECKS[name][0] for name in chunk.findings)
    flag = (
        f'<span class="flag" title="{attribute(said)}">{plural(len(chunk.findings), "finding")}</span>'
        if said
        else ""
    )
    return (
        f'<a class="head" href="#{escape(chunk.id)}"><b>{i + 1}</b>'
        f'<span class="path" dir="auto">{escape(path)}</span>{part}{flag}'
        f'{bar(chunk.size, view.limit)}<span class="size">{chunk.size:,}</span></a>'
    )


def _marked(stretch: Stretch, lines: Lines) -> Iterator[str]:
    at = stretch.start
    for each in stretch.marked:
        yield lines.html(at, each.start)
        shown = lines.html(each.start, each.end)
        if each.dropped:
            long = " long" if each.end - each.start > LONG else ""
            said = _LEFT_OUT.get(each.dropped, f"{each.dropped.replace('_', ' ')}, not in the content")
            shown = f'<del class="dropped{long}" title="{said}">{shown}</del>'
        yield f'<mark title="the next chunk repeats this">{shown}</mark>' if each.is_repeated else shown
        at = each.end
    yield lines.html(at, stretch.end)


_LEFT_OUT = {
    "data_uri": "data URI, shown in short in the content",
    "padding": "table, without its padding in the content",
    "page_marker": "page marker, not in the content",
}
"""Kind of an edit -> what is said of it; others are named."""


def _outside(stretch: Stretch, lines: Lines) -> str:
    shown = lines.html(stretch.start, stretch.end)
    if stretch.role == "blank":
        return f'<div class="blank">{shown}</div>'
    said = _WHY.get(stretch.role) or f"{stretch.kind.replace('_', ' ')}, dropped"
    tall = " tall" if _height(lines, stretch) > TALL else ""
    return (
        f'<div class="outside {stretch.role}{tall}"><p class="why">{said}</p>'
        f'<div class="text">{shown}</div></div>'
    )


_WHY: Mapping[Role, str] = {
    "in_path": "shown in heading paths",
    "uncovered": "in no chunk",
}
"""Role of a stretch outside chunks -> what is said of it."""
