"""Pieces laid one after the other, and the runs of them that become chunks."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.content import Content, newlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.split.piece import Piece


class Lead(NamedTuple):
    """What precedes the text of a run."""

    prefix: str
    overlap: int
    """Offset where the overlap begins; -1 if there is none."""
    is_wrapped: bool
    """Whether what makes a cut piece stand alone is there."""
    size: int
    """Of all of it, in units."""


class Run(NamedTuple):
    """Neighbouring pieces that make one chunk."""

    first: int
    """Index of its first piece among those laid."""
    last: int
    """One past the index of its last piece."""
    lead: Lead
    size: int
    """Of lead and text, in units, without what closes it: a sum, exact for code points and close for tokens."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A row of pieces that grows and shrinks at its end; runs are stretches of it, by index."""

    content: Content
    max_size: int
    pieces: list[Piece] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Of each piece, in units; not kept for code points, which take no measuring."""
    totals: list[int] = field(default_factory=list)
    """Of all pieces up to each, with the borders between them, in units; not kept for code points."""

    def lay(self, piece: Piece) -> None:
        """Add a piece at the end."""
        content, pieces = self.content, self.pieces
        if content.length is not len:
            size = content.size_up_to(piece.start, piece.end, self.max_size)
            before = self.totals[-1] + content.between(pieces[-1].end, piece.start) if pieces else 0
            self.sizes.append(size)
            self.totals.append(before + size)
        pieces.append(piece)

    def extend(self, rest: list[Piece], first: int, room: int, *, is_wrapped: bool) -> int:
        """Add pieces from the end of ``rest`` while all from ``first`` on are within a size; it has to be code points.

        Args:
            rest: The pieces to come, the next one last; those added are taken off.
            first: Index of the first piece that counts.
            room: The maximum size, in code points.
            is_wrapped: Whether what closes the last piece counts too.

        Returns:
            One past the index of the last piece.
        """
        content, pieces = self.content, self.pieces
        end = pieces[-1].end
        room -= content.size(pieces[first].start, end)
        while rest:
            piece = rest[-1]
            room -= content.size(end, piece.end)
            if room < (len(newlines(piece.close)) if is_wrapped and piece.close else 0):
                break
            pieces.append(rest.pop())
            end = piece.end
        return len(pieces)

    def take_back(self, first: int) -> list[Piece]:
        """Take the pieces from an index on off the row, and return them."""
        taken = self.pieces[first:]
        del self.pieces[first:], self.sizes[first:], self.totals[first:]
        return taken

    def size(self, first: int, last: int) -> int:
        """Return the size of the pieces from ``first`` up to ``last`` (half-open): for tokens a sum, which is close."""
        if last <= first:
            return 0
        if self.content.length is len:
            return self.content.size(self.pieces[first].start, self.pieces[last - 1].end)
        return self.totals[last - 1] - self.totals[first] + self.sizes[first]


@dataclass(frozen=True, slots=True, eq=False)
class Packing:
    """What the runs of one section have in common."""

    content: Content
    max_size: int
    """Maximum size of a chunk, in units."""
    overlap: int
    """Maximum size of what a run repeats of the one before, in units."""
    prefixes: tuple[str, str]
    """The heading path line of the first run and of the later ones, each with a blank line, or empty."""
    laid: Laid
    """The pieces that are in runs so far."""
    leads: dict[tuple[bool, str, bool], tuple[Lead, ...]] = field(default_factory=dict)
    """What may stand before a run, by whether it is the first, by what its first piece begins with, and by whether
    that has an end of its own."""

    def text_of(self, run: Run) -> tuple[str, int]:
        """Return what a chunk's ``content`` will be for a run, and how many of its code points are overlap."""
        first, last, lead = self.laid.pieces[run.first], self.laid.pieces[run.last - 1], run.lead
        content = self.content
        own = content.slice(first.start, last.end) + self.close_of(run)
        if lead.overlap >= 0:
            repeated = content.slice(lead.overlap, first.start)
            return lead.prefix + repeated + own, len(repeated)
        opening = newlines(first.open) if lead.is_wrapped else ""
        return lead.prefix + opening + own, 0

    def close_of(self, run: Run) -> str:
        """Return what a run ends with beside its text."""
        close = self.laid.pieces[run.last - 1].close
        return newlines(close) if close and run.lead.is_wrapped else ""


def from_the_middle(laid: Laid, first: int, last: int) -> Iterator[int]:
    """Yield the borders between laid pieces, those first that part them most evenly."""
    borders = range(first + 1, last)
    high = first + 1 + bisect_left(borders, laid.size(first, last), key=lambda i: 2 * laid.size(first, i))
    low = high - 1
    while low > first or high < last:
        ahead = laid.size(first, low) - laid.size(low, last) if low > first else None
        behind = laid.size(first, high) - laid.size(high, last) if high < last else None
        if behind is None or (ahead is not None and abs(ahead) <= abs(behind)):
            yield low
            low -= 1
        else:
            yield high
            high += 1
