"""A document beside its chunks: what the checks of quality look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mdchunk.checks.headers import Table
    from mdchunk.checks.leaves import Leaf, Leaves

Places = Iterator[tuple[int, int]]
"""The position of a chunk among those of its document, and the offset in the source of what is wrong with it."""


class Slice(NamedTuple):
    """What is to be known of a chunk to judge it."""

    start: int
    """First code point in the source that is not of a blank line, 0-based."""
    end: int
    """One past the last code point that is not white space."""
    size: int
    """Of its content, in the unit of the limit."""
    content: str


def slice_of(record: Mapping[str, Any]) -> Slice:
    """Return what is to be known of a record: one with ``start_char``, ``text``, ``content``."""
    start, text = record["start_char"], record["text"]
    size = record.get("tokens", len(record["content"]))
    return Slice(start + _blank_lines(text), start + len(text.rstrip()), size, record["content"])


def _blank_lines(text: str) -> int:
    """Return how many code points the blank lines at the beginning of a text have."""
    blank = text[: len(text) - len(text.lstrip())]
    return max(blank.rfind("\n"), blank.rfind("\r")) + 1


class Chunked(NamedTuple):
    """A document and its chunks, as the checks look at them."""

    leaves: Leaves
    tables: Sequence[Table]
    """Those of the document that have a header row."""
    slices: Sequence[Slice]
    limit: int
    """The largest size that a chunk may have."""

    @property
    def text(self) -> str:
        """The source text."""
        return self.leaves.source.text

    def last_leaf(self, chunk: Slice) -> Leaf | None:
        """Return the leaf that a chunk ends in, or ends with."""
        i = self.leaves.at(chunk.end - 1)
        return self.leaves.row[i] if i >= 0 else None

    def cut_leaf(self, chunk: Slice) -> Leaf | None:
        """Return the leaf that a chunk ends inside of."""
        leaf = self.last_leaf(chunk)
        return leaf if leaf and chunk.end < leaf.end else None

    def follows(self, chunk: Slice) -> Leaf | None:
        """Return the leaf behind the one that a chunk ends with, if it is of the same section."""
        i = self.leaves.after(chunk.end)
        if i >= len(self.leaves.row):
            return None
        same = self.leaves.section_of(self.leaves.row[i].start) == self.leaves.section_of(chunk.end - 1)
        return self.leaves.row[i] if same else None

    def fits(self, start: int, end: int, beside: Slice, also: int = 0) -> bool:
        """Tell whether a span of the source, with ``also`` units beside it, is within the limit.

        Its size is estimated from that of the chunk ``beside`` it, so that tokens need no tokenizer.
        """
        return (end - start) * beside.size <= (self.limit - also) * max(len(beside.content), 1)

    def is_mid_line(self, at: int) -> bool:
        """Tell whether there is text on both sides of an offset in its line."""
        source = self.leaves.source
        line = source.line_of(at)
        before, after = self.text[source.starts[line] : at], self.text[at : source.line_end(line)]
        return bool(before.strip(" \t>") and after.strip())
