"""What packing lays: a block or a part of one, and what makes a chunk that starts or ends there stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import NamedTuple, TypeVar

from mdchunk.document.blocks import Block
from mdchunk.document.content import Content, stripped_end

MARKERS = re.compile(r"[ \t>]*")
"""Quote marks and indentation in front of a line."""


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


class Piece(NamedTuple):
    """A stretch of the source that a chunk holds whole; a chunk is a run of them."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""
    block: Block
    """The innermost block that it is, or is part of."""
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
    """Whether it stays with the piece after it."""


class Border(NamedTuple):
    """A place where a piece may be cut."""

    at: int
    """Offset of the first code point of the piece after it."""
    open: str
    """What the piece after it begins with."""
    close: str
    """What the piece before it ends with."""


_About = TypeVar("_About", Block, Piece)
_Found = TypeVar("_Found")


def once_per_block(find: Callable[[Content, _About], _Found]) -> Callable[[Content, _About], _Found]:
    """Cache a function's result per block for one document."""

    @wraps(find)
    def known(content: Content, about: _About) -> _Found:
        block = about.block if isinstance(about, Piece) else about
        key = (find, block.token)
        if key not in content.known:
            content.known[key] = find(content, about)
        found: _Found = content.known[key]
        return found

    return known


Cut = Callable[[Content, Piece, Sequence[int]], list[Piece]]
"""One way to cut a piece: into smaller ones, or into one or none if it can't.

The sequence holds the maximum size of the first part, then of each other part, in units.
"""

BorderAt = Callable[[Content, Piece, int], Border]
"""From an offset inside a piece to the border exactly there, with what the parts need around them."""


def lines_of(content: Content, piece: Piece) -> range:
    """Return the lines (0-based) that a piece covers, whole or in part."""
    source = content.source
    return range(source.line_of(piece.start), source.line_of(max(piece.end - 1, piece.start)) + 1)


def cut_at(
    content: Content, piece: Piece, borders: Iterable[Border], *, may_trim: bool = False
) -> list[Piece]:
    """Return a piece cut at borders, in order; a border at its ends, or one that leaves a blank part, is skipped.

    The parts hold every code point of the piece that is not white space beside a border. With ``may_trim``
    blanks at its ends are left out too, for indentation may itself be too large.
    """
    text, edits = content.source.text, content.edits
    start, stop, block, around, cut, rank, begun, close, glue = piece
    last = stripped_end(text, start, stop)
    found: list[Piece] = []
    for at, opening, closing in borders:
        if not start < at < stop or (edits and content.edit_at(at)):
            continue
        end = stripped_end(text, start, at)
        if at >= last:
            break
        if end > start:
            found.append(Piece(start, end, block, around, cut + 1, rank, begun, closing))
            rank = piece.rank + 1
        elif not may_trim:
            continue
        start, begun = at, opening
    end = last if may_trim and last > start else stop
    found.append(Piece(start, end, block, around, cut + 1, rank, begun, close, glue))
    return found


def adopt(content: Content, piece: Piece, blocks: Sequence[Block], around: Around) -> list[Piece]:
    """Return a piece cut before the blocks inside it, except the first; text outside them goes to the one before."""
    text = content.source.text
    found: list[Piece] = []
    for i, block in enumerate(blocks):
        is_first, is_last = i == 0, i + 1 == len(blocks)
        start = piece.start if is_first else block.start
        found.append(
            Piece(
                start=start,
                end=piece.end if is_last else stripped_end(text, start, blocks[i + 1].start),
                block=block,
                around=around,
                rank=piece.rank if is_first else piece.rank + 1,
                open=piece.open if is_first else around.opening(block.first),
                close=piece.close if is_last else around.close,
                glue=piece.glue if is_last else 0,
            )
        )
    return found
