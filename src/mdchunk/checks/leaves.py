"""A document as a row of leaf blocks, for checks that look at where chunks end.

Read from the parser's tokens alone, so that a check shares nothing with the code that it checks.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.reading import Reading, read
from mdchunk.text.html import is_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

    from mdchunk.model import Options
    from mdchunk.text.source import Source

HIDDEN = frozenset({"front_matter", "mdx_esm", "mdx_comment"})
"""Tokens of what no reader sees; HTML comments are left out, too."""
LEAVES = {
    "heading_open": "heading",
    "paragraph": "paragraph",
    "paragraph_open": "paragraph",
    "fence": "code",
    "code_block": "code",
    "table": "table",
    "html_block": "html",
    "math_block": "math",
}
"""Type of a token -> what kind of leaf it is; other tokens that hold text themselves are of kind ``other``."""
CONTAINERS = {
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "list_item",
    "blockquote_open": "blockquote",
}
"""Type of a token -> the container that it opens, as ``Leaf.opens`` has it."""


class Leaf(NamedTuple):
    """A block that holds text and no other block, as whole source lines."""

    kind: str
    start: int
    """Offset of its first line, container markers included."""
    end: int
    """Offset one past its last character that is not white space."""
    depth: int
    """How many blocks it is in."""
    level: int
    """Of a heading, 1 to 6; else 0."""
    opens: frozenset[str]
    """The containers that begin with it: of a list's first item ``list`` and ``list_item``."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """The leaf blocks of one document, in order."""

    source: Source
    row: Sequence[Leaf]
    starts: Sequence[int]
    """Of each leaf."""
    section_starts: Sequence[int]
    """Offset of each section's first block."""

    def at(self, offset: int) -> int:
        """Return the index of the last leaf that begins at ``offset`` or before; -1 if there is none."""
        return bisect_right(self.starts, offset) - 1

    def after(self, offset: int) -> int:
        """Return the index of the first leaf that begins at ``offset`` or behind, maybe one past the last."""
        return bisect_left(self.starts, offset)

    def section_of(self, offset: int) -> int:
        """Return the index of the section that an offset lies in."""
        return max(bisect_right(self.section_starts, offset) - 1, 0)

    def text(self, leaf: Leaf) -> str:
        """Return the source text of a leaf."""
        return self.source.text[leaf.start : leaf.end]


def read_leaves(text: str, source: str, options: Options) -> Leaves:
    """Return the leaf blocks of a Markdown text named ``source``, in the dialect of ``options``."""
    return leaves_of(read(text, source, options))


def leaves_of(reading: Reading) -> Leaves:
    """Return the leaf blocks of a document that is already read."""
    parsed = reading.parsed
    row = list(_leaves(parsed.source, parsed.tokens))
    return Leaves(
        parsed.source,
        row,
        [leaf.start for leaf in row],
        [parsed.blocks[section.first].start for section in reading.sections],
    )


def _leaves(source: Source, tokens: Sequence[Token]) -> Iterator[Leaf]:
    opens: set[str] = set()
    for token in tokens:
        if token.type in CONTAINERS:
            opens.add(CONTAINERS[token.type])
        holds_blocks = token.nesting == 1 and token.type not in LEAVES
        if token.nesting < 0 or token.type == "inline" or holds_blocks or not token.map:
            continue
        if token.type in HIDDEN or (token.type == "html_block" and is_comment(token.content)):
            continue
        first, last = token.map
        last = source.trim(first, last)
        if last <= first:
            continue
        start, end = source.starts[first], source.line_end(last - 1)
        stripped = len(source.text[start:end].rstrip())
        kind = LEAVES.get(token.type, "other")
        level = int(token.tag[1:]) if kind == "heading" else 0
        yield Leaf(kind, start, start + stripped, token.level, level, frozenset(opens))
        opens = set()
