"""Sections into pieces that fit: drop, merge small sections, split large blocks, fill."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mdchunk.document.blocks import Block
from mdchunk.document.content import Body
from mdchunk.document.sections import Section
from mdchunk.model import Kind, Options
from mdchunk.pack.fill import Packing, fill
from mdchunk.pack.runs import Laid
from mdchunk.split.cut_inside import cut_inside
from mdchunk.split.unit import Page, units_of


class Piece(NamedTuple):
    """A chunk in the making: where it stands and what it says."""

    section: int
    """Index of its section; of merged ones, of the first."""
    start: int
    end: int
    """Offsets of its text: 0-based, half-open code points."""
    content: str
    overlap: int
    part: int
    parts: int
    """2 of 3: the second part of a section cut in three."""
    blocks: tuple[Block, ...]
    """The top-level blocks that it holds, whole or in part."""
    cut_inside: str
    """What was cut where it starts, if that is inside a row, a line of code or a word."""


class _Group(NamedTuple):
    """Neighbouring sections that share a chunk, or a single one."""

    section: int
    blocks: list[Block]
    parent: int
    is_small: bool
    size: int = 0
    """Where small sections are joined, a sum."""
    joined: tuple[_Group, ...] = ()
    """The two that it was joined from."""


def pack(page: Page, sections: Sequence[Section], title: str, options: Options) -> list[Piece]:
    """Return the pieces of a document in order, each within the limit of ``options``.

    A section that fits is one piece; another is filled block by block, with the fewest pieces. What is dropped is in
    none at its edges, and nothing of it is in any ``content``.
    """
    groups = [
        _Group(i, kept, sections[i].parent, sections[i].level > 0)
        for i, kept in kept_blocks(page, sections, options.drop)
    ]
    if options.min_size:
        groups = _merged(page.body, groups, sections, title, options)
    pieces: list[Piece] = []
    for group in groups:
        pieces += _pieces(page, group, sections, title, options)
    return pieces


def kept_blocks(
    page: Page, sections: Sequence[Section], drop: frozenset[Kind]
) -> Iterator[tuple[int, list[Block]]]:
    """Yield each section that goes into chunks, by its index, with what goes there: all but what is dropped.

    Left out is a section of which nothing is kept but a heading that shows in the paths below.
    """
    blocks = page.parsed.blocks
    for i, section in enumerate(sections):
        kept = _kept(page.body, blocks[section.first : section.last], drop)
        if kept and not (section.shows_below and kept == [blocks[section.first]]):
            yield i, kept


def _kept(body: Body, blocks: Sequence[Block], drop: frozenset[Kind]) -> list[Block]:
    """Return the blocks that are not dropped, each without the comments at its edges."""
    kept = [block for block in blocks if block.kind not in drop]
    if not body.edits:
        return kept
    spans = [body.trimmed(block.start, block.end) for block in kept]
    return [
        block._replace(start=span.start, end=span.end)
        for block, span in zip(kept, spans, strict=True)
        if span.start < span.end
    ]


def _merged(
    body: Body, groups: list[_Group], sections: Sequence[Section], title: str, options: Options
) -> list[_Group]:
    """Return the groups with small neighbours of one parent joined while they fit; the first gives the path.

    What stands before the first heading joins nothing, for its path is empty.
    """
    found: list[_Group] = []
    for group in groups:
        first_block, last_block = group.blocks[0], group.blocks[-1]
        own = body.size_up_to(first_block.start, last_block.end, options.max_size)
        small = group.is_small and own < options.min_size
        last = found[-1] if found else None
        if last is not None and small and last.is_small and last.parent == group.parent:
            size = last.size + body.between(last.blocks[-1].end, first_block.start) + own
            prefix = body.length(prefix_of(sections[last.section], title, options, is_first=True))
            if size + prefix <= options.max_size:
                found[-1] = last._replace(blocks=last.blocks + group.blocks, size=size, joined=(last, group))
                continue
        found.append(group._replace(is_small=small, size=own))
    return found


def _is_large(body: Body, blocks: Sequence[Block], max_size: int) -> bool:
    """Tell whether a section surely is above the limit, so that it need not be measured as a whole.

    Its blocks are measured anyway where it is, and their sum is close; no more of them than it takes.
    """
    start, end = blocks[0].start, blocks[-1].end
    if body.length is len:
        return body.size(start, end) > max_size
    if end - start <= max_size * 3:
        return False
    size = 0
    for i, block in enumerate(blocks):
        size += body.size_up_to(block.start, block.end, max_size)
        size += body.between(blocks[i - 1].end, block.start) if i else 0
        if size > max_size * 5 // 4:
            return True
    return False


def prefix_of(section: Section, title: str, options: Options, *, is_first: bool) -> str:
    """Return ``Title > A > B`` and a blank line, or nothing where it is not asked for or says nothing new.

    A heading that the text itself starts with is not said twice, nor is a title that is the first heading.
    """
    if not options.prefix_path:
        return ""
    path = list(section.path)
    if is_first and section.text:
        path.pop()
    if title and (not section.path or section.path[0] != title):
        path.insert(0, title)
    return " > ".join(path) + "\n\n" if path else ""


def _shortened(prefix: str, body: Body, max_size: int) -> str:
    """Return a prefix without as many of its outermost headings as it takes to leave half of the chunk to the text."""
    while prefix and body.length(prefix) * 2 > max_size:
        _, _, prefix = prefix.partition(" > ")
    return prefix


def _pieces(
    page: Page, group: _Group, sections: Sequence[Section], title: str, options: Options
) -> list[Piece]:
    first, last = group.blocks[0], group.blocks[-1]
    section = sections[group.section]
    prefix = prefix_of(section, title, options, is_first=True)
    if not _is_large(page.body, group.blocks, options.max_size):
        content = prefix + page.body.content(first.start, last.end)
        if page.body.length(content) <= options.max_size:
            inside = tuple(group.blocks)
            return [
                Piece(group.section, first.start, last.end, content, 0, 1, 1, inside, cut_inside=""),
            ]
    if group.joined:
        # their sum was too low: tokens don't add up
        return [piece for part in group.joined for piece in _pieces(page, part, sections, title, options)]
    later = prefix_of(section, title, options, is_first=False)
    laid = Laid(page.body, options.max_size)
    first_prefix, later_prefix = (_shortened(each, page.body, options.max_size) for each in (prefix, later))
    packing = Packing(page, options.max_size, options.overlap, (first_prefix, later_prefix), laid)
    runs = fill(packing, units_of(group.blocks, page=page))
    starts = [block.start for block in group.blocks]
    pieces: list[Piece] = []
    for part, run in enumerate(runs, 1):
        opening = laid.units[run.first]
        start, end = opening.start, laid.units[run.last - 1].end
        inside = tuple(group.blocks[bisect_right(starts, start) - 1 : bisect_left(starts, end)])
        content, overlap = packing.content(run)
        cut = cut_inside(page, opening)
        pieces.append(Piece(group.section, start, end, content, overlap, part, len(runs), inside, cut))
    return pieces
