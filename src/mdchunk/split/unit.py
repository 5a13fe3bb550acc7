"""The unit of packing: a block or a piece of one, and what makes a chunk that starts or ends there stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from mdchunk.document.blocks import Block, Parsed
from mdchunk.document.content import Body, stripped_end
from mdchunk.text.html import leaves_open

HEADING_GLUE = 2
"""A heading never ends a chunk while something follows it."""
LEAD_IN_GLUE = 1
"""A lead-in, or a tag that opens what follows, stays with the next unit where both fit."""

MARKERS = re.compile(r"[ \t>]*")
"""Quote marks and indentation in front of a line."""

_LED_IN = frozenset({"list", "table", "code", "math", "html", "mdx_jsx", "directive"})


class Around(NamedTuple):
    """What encloses a block: the lines that a chunk has to start with for the block to be what it is.

    For the second paragraph of ``- one`` that is the marker line ``-``; for the body of a component its opening tag.
    """

    lines: tuple[tuple[int, str], ...] = ()
    """0-based line of the source and the text copied from it, outermost first."""
    close: str = ""
    """What a chunk has to end with, innermost first: closing fences and tags, each after a line ending."""
    width: int = 0
    """Columns of indentation that lines need to stay inside, counted from the start of the line."""

    def plus(self, line: int, text: str, close: str = "", width: int = 0) -> Around:
        """Return these lines and one more; one that copies the same line again takes its place."""
        kept = tuple(entry for entry in self.lines if entry[0] != line)
        return Around((*kept, (line, text)), close + self.close, width or self.width)

    def opening(self, line: int) -> str:
        """Return the text for a chunk that starts with (a part of) a line: the copied lines before that line."""
        return "".join(f"{text}\n" for at, text in self.lines if at != line)


TOP = Around()
"""Around a block at the top: nothing."""


class Unit(NamedTuple):
    """A piece of the source that a chunk holds whole; a chunk is a run of them."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""
    block: Block
    """The innermost block that it is, or is a piece of."""
    around: Around = TOP
    cut: int = 0
    """How many of the ways to cut its block were used up."""
    rank: int = 0
    """How deep the border before it lies: 0 between top-level blocks, more inside them."""
    open: str = ""
    """What a chunk that starts here has to begin with."""
    close: str = ""
    """What a chunk that ends here has to end with."""
    glue: int = 0
    """Whether it stays with the unit after it."""


class Border(NamedTuple):
    """A place where a unit may be cut."""

    at: int
    """Offset of the first code point of the piece after it."""
    open: str
    """What the piece after it begins with."""
    close: str
    """What the piece before it ends with."""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A document while it is cut: its blocks, its body, and what was found out about single blocks."""

    parsed: Parsed
    body: Body
    notes: dict[tuple[object, int], Any] = field(default_factory=dict)
    """What ``noted`` functions found out, by the function and the token of the block."""


_About = TypeVar("_About", Block, Unit)
_Found = TypeVar("_Found")


def noted(find: Callable[[Page, _About], _Found]) -> Callable[[Page, _About], _Found]:
    """Have a function find out about each block but once while its page is in work."""

    @wraps(find)
    def known(page: Page, about: _About) -> _Found:
        block = about.block if isinstance(about, Unit) else about
        key = (find, block.token)
        if key not in page.notes:
            page.notes[key] = find(page, about)
        found: _Found = page.notes[key]
        return found

    return known


Cut = Callable[[Page, Unit, Sequence[int]], list[Unit]]
"""One way to cut a unit: into more units, or into one, or none, where it can't.

The sequence holds the most that the first piece may take, and each of the others, in the unit of sizes.
"""

BorderAt = Callable[[Page, Unit, int], Border]
"""From an offset inside a unit to the border there, with what the pieces need around them."""


def lines_of(page: Page, unit: Unit) -> range:
    """Return the lines (0-based) on which a unit stands, whole or in part."""
    source = page.parsed.source
    return range(source.line_of(unit.start), source.line_of(max(unit.end - 1, unit.start)) + 1)


def units_of(blocks: Sequence[Block], around: Around = TOP, rank: int = 0, *, page: Page) -> list[Unit]:
    """Return whole blocks as units, each glued to the next where they belong together."""
    after = (*blocks[1:], None)
    return [
        Unit(block.start, block.end, block, around, rank=rank, glue=_glue(block, next_block, page))
        for block, next_block in zip(blocks, after, strict=True)
    ]


def pieces(page: Page, unit: Unit, borders: Iterable[Border], *, may_trim: bool = False) -> list[Unit]:
    """Return a unit cut at borders, in order; those at its ends, or that leave a blank piece, are passed over.

    The pieces hold every code point of the unit that is not white space beside a border. With ``may_trim``
    blanks at its ends are left out too, for indentation may itself be too large.
    """
    text = page.parsed.source.text
    last = stripped_end(text, unit.start, unit.end)
    found: list[Unit] = []
    rest = unit._replace(cut=unit.cut + 1)
    for at, opening, closing in borders:
        if not rest.start < at < unit.end or page.body.edit_at(at):
            continue
        end = stripped_end(text, rest.start, at)
        if at >= last:
            break
        if end == rest.start:
            if may_trim:
                rest = rest._replace(start=at, open=opening)
            continue
        found.append(rest._replace(end=end, close=closing, glue=0))
        rest = rest._replace(start=at, open=opening, rank=unit.rank + 1)
    found.append(rest._replace(end=last) if may_trim and last > rest.start else rest)
    return found


def adopt(page: Page, unit: Unit, blocks: Sequence[Block], around: Around) -> list[Unit]:
    """Return a unit cut before the blocks inside it, but not the first; what none claims stays with the one before."""
    text = page.parsed.source.text
    found: list[Unit] = []
    inside = units_of(blocks, around, unit.rank + 1, page=page)
    for i, child in enumerate(inside):
        is_first, is_last = i == 0, i + 1 == len(inside)
        start = unit.start if is_first else child.start
        end = unit.end if is_last else stripped_end(text, start, inside[i + 1].start)
        opening = unit.open if is_first else around.opening(child.block.first)
        found.append(
            child._replace(
                start=start,
                end=end,
                open=opening,
                close=unit.close if is_last else around.close,
                rank=unit.rank if is_first else unit.rank + 1,
                glue=unit.glue if is_last else child.glue,
            )
        )
    return found


def _glue(block: Block, after: Block | None, page: Page) -> int:
    if after is None:
        return 0
    if block.kind == "heading":
        return HEADING_GLUE
    text = page.parsed.source.text[block.start : block.end]
    # Take these:
    #
    # - salt
    if block.kind == "paragraph" and after.kind in _LED_IN and text.rstrip().endswith((":", "：")):
        return LEAD_IN_GLUE
    # <div class="tip">
    #
    # The tag alone says nothing.
    if (block.kind == "html" and leaves_open(text)) or _is_opening_tag(block, page):
        return LEAD_IN_GLUE
    return 0


def _is_opening_tag(block: Block, page: Page) -> bool:
    """Tell whether a block is the opening tag of a component whose headings open sections."""
    return (
        block.kind == "mdx_jsx"
        and block.stop == block.token + 1
        and page.parsed.tokens[block.token].nesting > 0
    )
