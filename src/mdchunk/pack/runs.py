"""Pieces laid one after the other, and the runs of them that become chunks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mdchunk.document.content import Content, newlines
from mdchunk.split.piece import Piece


class Lead(NamedTuple):
    """What precedes the text of a run."""

    prefix: str
    overlap: int
    """Offset where the overlap begins; that of the run itself if there is none."""
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
    """Of each piece, in units."""
    totals: list[int] = field(default_factory=list)
    """Of all pieces up to each, with the borders between them, in units."""

    def lay(self, piece: Piece) -> None:
        """Add a piece at the end."""
        content, start, end = self.content, piece.start, piece.end
        before = self.pieces[-1].end if self.pieces else start
        if before >= content.plain_from:
            size = end - start
            between = start - before
        else:
            size = content.size_up_to(start, end, self.max_size)
            between = content.between(before, start) if self.pieces else 0
        total = size + between + (self.totals[-1] if self.pieces else 0)
        self.pieces.append(piece)
        self.sizes.append(size)
        self.totals.append(total)

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
        totals = self.totals
        before = totals[first] - self.sizes[first]
        while rest:
            piece = rest[-1]
            self.lay(piece)
            close = len(newlines(piece.close)) if is_wrapped and piece.close else 0
            if totals[-1] - before + close > room:
                self.take_back(len(totals) - 1)
                break
            rest.pop()
        return len(totals)

    def take_back(self, first: int) -> list[Piece]:
        """Take the pieces from an index on off the row, and return them."""
        taken = self.pieces[first:]
        del self.pieces[first:], self.sizes[first:], self.totals[first:]
        return taken

    def size(self, first: int, last: int) -> int:
        """Return the size of the pieces from ``first`` up to ``last`` (half-open): a sum, close for tokens."""
        return self.totals[last - 1] - self.totals[first] + self.sizes[first] if last > first else 0


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

    def text_of(self, run: Run) -> tuple[str, int]:
        """Return what a chunk's ``content`` will be for a run, and how many of its code points are overlap."""
        first, last, lead = self.laid.pieces[run.first], self.laid.pieces[run.last - 1], run.lead
        content = self.content
        own = content.slice(first.start, last.end) + self.close_of(run)
        if lead.overlap < first.start:
            repeated = content.slice(lead.overlap, first.start)
            return lead.prefix + repeated + own, len(repeated)
        opening = newlines(first.open) if lead.is_wrapped else ""
        return lead.prefix + opening + own, 0

    def close_of(self, run: Run) -> str:
        """Return what a run ends with beside its text."""
        close = self.laid.pieces[run.last - 1].close
        return newlines(close) if close and run.lead.is_wrapped else ""
