"""Two settings beside each other: which chunks are the same, which borders moved, what an index would embed anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.checks.diff import Diff, Seen, compare, seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.view.values import ChunkView, DocumentView

SHOWN = 400
"""Chunks, of both settings together, that are shown of a comparison."""


class Group(NamedTuple):
    """Chunks of both settings that cover the same part of the document: the smallest part where both have borders."""

    before: range
    """Positions of the chunks before, from 0; maybe none."""
    after: range
    """Of those after."""
    same: bool
    """Whether both are one chunk with the same text and content."""


class Comparison(NamedTuple):
    """The chunks of a document under two settings."""

    before: DocumentView
    after: DocumentView
    groups: tuple[Group, ...]
    diff: Diff
    """What changes for a search index."""

    @property
    def borders(self) -> tuple[int, int, int]:
        """How many borders between chunks stay, are gone, and are new."""
        old, new = (set(map(_start, view.chunks[1:])) for view in (self.before, self.after))
        return len(old & new), len(old - new), len(new - old)

    @property
    def embedded(self) -> tuple[ChunkView, ...]:
        """The chunks whose content an index does not have yet."""
        reused = self.diff.reused
        fresh = {change.place for change in self.diff.inserted if change.id not in reused}
        return tuple(chunk for i, chunk in enumerate(self.after.chunks) if i in fresh)


def compared(before: DocumentView, after: DocumentView) -> Comparison:
    """Return the comparison of a document under two settings.

    Args:
        before: The document under the one.
        after: The same text under the other.
    """
    diff = compare(_seen(before), _seen(after))
    return Comparison(before, after, tuple(_groups(before, after)), diff)


def around(comparison: Comparison, line: int) -> Comparison:
    """Return a comparison with the groups around a line only, if the document is long.

    Args:
        comparison: The whole.
        line: 1-based; 0 for the beginning.
    """
    groups = comparison.groups
    sizes = [len(group.before) + len(group.after) for group in groups]
    at = next((i for i, group in enumerate(groups) if _last_line(comparison, group) >= line), len(groups))
    first = last = min(at, max(len(groups) - 1, 0))
    left = SHOWN // 4
    while first > 0 and left > 0:
        first -= 1
        left -= sizes[first]
    left = SHOWN - SHOWN // 4
    while last < len(groups) and left > 0:
        left -= sizes[last]
        last += 1
    return comparison._replace(groups=groups[first:last])


def _last_line(comparison: Comparison, group: Group) -> int:
    ends = [comparison.before.chunks[i].end_line for i in group.before[-1:]]
    return max(ends + [comparison.after.chunks[i].end_line for i in group.after[-1:]])


def _start(chunk: ChunkView) -> int:
    return chunk.start


def _seen(view: DocumentView) -> Iterator[Seen]:
    for i, chunk in enumerate(view.chunks):
        data = json.dumps([dict(chunk.fields), chunk.content]).encode()
        yield seen(str(chunk.fields["id"]), str(chunk.fields["hash"]), data, i)


def _groups(before: DocumentView, after: DocumentView) -> Iterator[Group]:
    """Yield the groups in order: chunks that overlap are in one."""
    i = j = 0
    while i < len(before.chunks) or j < len(after.chunks):
        first = (i, j)
        end = min(_starts(before.chunks, i), _starts(after.chunks, j)) + 1
        grown = True
        while grown:
            grown = False
            while _starts(before.chunks, i) < end:
                end = max(end, before.chunks[i].end)
                i, grown = i + 1, True
            while _starts(after.chunks, j) < end:
                end = max(end, after.chunks[j].end)
                j, grown = j + 1, True
        old, new = range(first[0], i), range(first[1], j)
        yield Group(old, new, same=_same(before, old, after, new))


def _starts(chunks: Sequence[ChunkView], i: int) -> float:
    return chunks[i].start if i < len(chunks) else float("inf")


def _same(before: DocumentView, old: range, after: DocumentView, new: range) -> bool:
    if len(old) != 1 or len(new) != 1:
        return False
    one, other = before.chunks[old.start], after.chunks[new.start]
    return (one.start, one.end, one.content) == (other.start, other.end, other.content)
