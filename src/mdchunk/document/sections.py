"""Blocks into heading sections, each with its heading path and its anchor."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.labels import labels_in
from mdchunk.document.visit import LONGEST_HEADING, Mark
from mdchunk.text.slugs import anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.document.blocks import Parsed


class Section(NamedTuple):
    """A heading and the blocks up to the next one; level 0: the blocks before the first."""

    level: int
    text: str
    """The heading's text, maybe empty."""
    path: tuple[str, ...]
    """Heading texts from the outermost to its own, empty ones left out."""
    anchor: str
    parent: int
    """Index of the section that encloses it, -1 at the top."""
    first: int
    """Index of its first block: the heading, or what names it."""
    last: int
    """One past the index of its last block."""
    shows_below: bool
    """Whether all that its heading block says shows in the paths of sub-sections."""
    ref: str
    """``source#anchor``; the source alone if there is no anchor."""
    parent_ref: str
    """``ref`` of the section that encloses it, ``""`` at the top."""
    heading: int = 0
    """Index of its heading's block; of its first block if it has no heading."""
    labels: tuple[str, ...] = ()
    """Names that its heading has besides its anchor: ``(label)=`` and ``<a name>`` right above it."""


class _Opening(NamedTuple):
    """A heading that opens a section."""

    mark: Mark
    anchor: str


def sections(parsed: Parsed, max_level: int) -> list[Section]:
    """Return the sections of a document in order; together they hold all its blocks.

    A path is cut by level, not by depth: ``# Cars``, ``### Wheels``, ``## Trailers`` gives Cars; Cars › Wheels;
    Cars › Trailers. Every heading counts for the anchors, as on the site; those deeper than ``max_level`` and nested
    ones open no section.
    """
    openings = _openings(parsed, max_level)
    blocks, name = parsed.blocks, parsed.source.name
    names = _names(parsed, [opening.mark.block for opening in openings])
    firsts = [*(first for first, _ in names), len(blocks)]
    found: list[Section] = []
    if firsts[0] > 0:
        found.append(Section(0, "", (), "", -1, 0, firsts[0], shows_below=False, ref=name, parent_ref=""))
    enclosing: list[int] = []
    for i, (mark, anchor) in enumerate(openings):
        while enclosing and found[enclosing[-1]].level >= mark.level:
            enclosing.pop()
        parent = enclosing[-1] if enclosing else -1
        path = found[parent].path if enclosing else ()
        if mark.text:
            path = (*path, mark.text)
        goes_deeper = i + 1 < len(openings) and openings[i + 1].mark.level > mark.level
        shows_below = goes_deeper and mark.is_bare and bool(mark.text)
        found.append(
            Section(
                level=mark.level,
                text=mark.text,
                path=path,
                anchor=anchor,
                parent=parent,
                first=firsts[i],
                last=firsts[i + 1],
                shows_below=shows_below,
                ref=f"{name}#{anchor}" if anchor else name,
                parent_ref=found[parent].ref if enclosing else "",
                heading=mark.block,
                labels=names[i][1],
            )
        )
        enclosing.append(len(found) - 1)
    return found


def _names(parsed: Parsed, headings: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
    """Return for each heading, by its block, the first of the blocks right above that name it, and those names."""
    found: list[tuple[int, tuple[str, ...]]] = []
    before = -1
    for heading in headings:
        first = heading
        labels: tuple[str, ...] = ()
        while first - 1 > before and (above := labels_in(parsed, parsed.blocks[first - 1])):
            first, labels = first - 1, (*above, *labels)
        found.append((first, labels))
        before = heading
    return found


def title_of(parsed: Parsed) -> str:
    """Return the text of the first level-1 heading that can open a section and is no paragraph, or ``""``."""
    firsts = (mark.text for mark in parsed.marks if mark.level == 1 and mark.block >= 0)
    return next((text for text in firsts if 0 < len(text) <= LONGEST_HEADING), "")


def _openings(parsed: Parsed, max_level: int) -> list[_Opening]:
    marks = parsed.marks
    found = anchors(parsed.anchors, [(mark.slug_text, mark.explicit) for mark in marks])
    return [
        _Opening(mark, anchor)
        for mark, anchor in zip(marks, found, strict=True)
        if mark.block >= 0 and mark.level <= max_level
    ]
