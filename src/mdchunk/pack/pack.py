"""Sections into chunks that fit: drop, merge small sections, split large blocks, fill."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.pack.fill import fill
from mdchunk.pack.path_line import first_line, path_lines
from mdchunk.pack.runs import Laid, Packing
from mdchunk.split.ways import cut_inside, pieces_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from mdchunk.document.blocks import Block
    from mdchunk.document.content import Content
    from mdchunk.document.sections import Section
    from mdchunk.model import Kind, Options

_LONG = 1_000_000
"""Characters from which on a document's tokens are let go while it is packed; those of a short one go with it."""


class Packed(NamedTuple):
    """A chunk before its record is made: its place and its content."""

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


def pack(content: Content, sections: Sequence[Section], title: str, options: Options) -> list[Packed]:
    """Return what the chunks of a document hold, in order, each within the limit of ``options``.

    A section that fits is one chunk; another is filled block by block, with the fewest chunks. What is dropped is in
    no ``content``, and at the edge of a chunk it is not in its ``text`` either.
    """
    groups = [
        _Group(i, kept, sections[i].parent, sections[i].level > 0)
        for i, kept in kept_blocks(content, sections, options.drop)
    ]
    if options.min_size:
        lines = [content.length(first_line(section, title, options, content.length)) for section in sections]
        groups = _with_runts_joined(content, _merged(content, groups, lines), sections, lines)
    packed: list[Packed] = []
    is_long = len(content.source.text) > _LONG
    for group in groups:
        packed += _packed(content, group, sections, title, options)
        if is_long:
            content.forget(group.blocks)
    return packed


def kept_blocks(
    content: Content, sections: Sequence[Section], drop: Collection[Kind]
) -> Iterator[tuple[int, list[Block]]]:
    """Yield each section that goes into chunks, by its index, with what goes there: all but what is dropped.

    Left out is a section of which nothing is kept but a heading that shows in the paths below.
    """
    blocks = content.blocks
    for i, section in enumerate(sections):
        kept = _kept(content, blocks[section.first : section.last], drop)
        if kept and not (section.shows_below and kept == [blocks[section.heading]]):
            yield i, kept


def _kept(content: Content, blocks: Sequence[Block], drop: Collection[Kind]) -> list[Block]:
    """Return the blocks that are not dropped, each without the comments at its edges."""
    kept = [block for block in blocks if block.kind not in drop]
    if not content.edits or not blocks or blocks[0].start >= content.ends[-1]:
        # behind the last edit, which in most documents is the front matter
        return kept
    spans = [content.trimmed(block.start, block.end) for block in kept]
    return [
        block if span == (block.start, block.end) else block._replace(start=span.start, end=span.end)
        for block, span in zip(kept, spans, strict=True)
        if span.start < span.end
    ]


def _merged(content: Content, groups: list[_Group], lines: Sequence[int]) -> list[_Group]:
    """Return the groups with small neighbours of one parent joined while they fit; the first gives the path.

    ``lines`` holds the size of each section's path line, in units. Text before the first heading joins nothing,
    because its path is empty.
    """
    options = content.options
    found: list[_Group] = []
    for each in groups:
        first_block, last_block = each.blocks[0], each.blocks[-1]
        own = content.size_up_to(first_block.start, last_block.end, options.max_size)
        small = each.is_small and own < options.min_size
        last = found[-1] if found else None
        may_join = last is not None and small and last.is_small and last.parent == each.parent
        group = each._replace(is_small=small, size=own)
        joined = _joined(content, last, group, lines) if last is not None and may_join else None
        if joined is not None:
            found[-1] = joined
        else:
            found.append(group)
    return found


def _with_runts_joined(
    content: Content, groups: list[_Group], sections: Sequence[Section], lines: Sequence[int]
) -> list[_Group]:
    """Return the groups with those that are still too small joined to the one before, or else to the one after.

    That is the text of their parent, or a section of another parent. Nothing joins what is before the first heading.
    """
    found: list[_Group] = []
    for group in groups:
        last = found[-1] if found and sections[found[-1].section].level else None
        is_runt = content.options.min_size > min(group.size, last.size if last else group.size)
        if last and is_runt and (joined := _joined(content, last, group, lines)):
            found[-1] = joined
        else:
            found.append(group)
    return found


def _joined(content: Content, first: _Group, second: _Group, lines: Sequence[int]) -> _Group | None:
    """Return two neighbours as one group, or ``None`` if they do not fit one chunk with the path line of the first."""
    size = first.size + content.between(first.blocks[-1].end, second.blocks[0].start) + second.size
    if size + lines[first.section] > content.options.max_size:
        return None
    return first._replace(blocks=first.blocks + second.blocks, size=size, joined=(first, second))


def _is_large(content: Content, blocks: Sequence[Block], max_size: int) -> bool:
    """Return whether a section surely is above the limit, so that it need not be measured as a whole.

    Its blocks are measured anyway where it is, and their sum is close; no more of them than it takes.
    """
    start, end = blocks[0].start, blocks[-1].end
    if content.length is len:
        return content.size(start, end) > max_size
    if end - start <= max_size * 3:
        return False
    size = 0
    for i, block in enumerate(blocks):
        size += content.size_up_to(block.start, block.end, max_size)
        size += content.between(blocks[i - 1].end, block.start) if i else 0
        if size > max_size * 5 // 4:
            return True
    return False


def _packed(
    content: Content, group: _Group, sections: Sequence[Section], title: str, options: Options
) -> list[Packed]:
    first, last = group.blocks[0], group.blocks[-1]
    section = sections[group.section]
    if not _is_large(content, group.blocks, options.max_size):
        text = content.slice(first.start, last.end)
        if content.length(text) <= options.max_size:
            text = first_line(section, title, options, content.length, text) + text
            inside = tuple(group.blocks)
            return [Packed(group.section, first.start, last.end, text, 0, 1, 1, inside, cut_inside="")]
    if group.joined:
        # their sum was too low: tokens don't add up
        return [each for part in group.joined for each in _packed(content, part, sections, title, options)]
    laid = Laid(content, options.max_size)
    prefixes = path_lines(section, title, options, content.length)
    packing = Packing(content, options.max_size, options.overlap, prefixes, laid)
    runs = fill(packing, pieces_of(content, group.blocks))
    starts = [block.start for block in group.blocks]
    packed: list[Packed] = []
    for part, run in enumerate(runs, 1):
        opening = laid.pieces[run.first]
        start, end = opening.start, laid.pieces[run.last - 1].end
        inside = tuple(group.blocks[bisect_right(starts, start) - 1 : bisect_left(starts, end)])
        text, overlap = packing.text_of(run)
        cut = cut_inside(content, opening)
        packed.append(Packed(group.section, start, end, text, overlap, part, len(runs), inside, cut))
    return packed
