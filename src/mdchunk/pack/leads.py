"""What may stand before a run of pieces, and whether the run is within the limit with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.document.content import newlines
from mdchunk.pack.overlap import overlap_start
from mdchunk.pack.runs import Lead, Packing, Run
from mdchunk.split.ways import cut_inside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.split.piece import Piece


def start_run(
    packing: Packing, before: Run | None, first: int, last: int = 0, *, is_trial: bool = False
) -> Run | None:
    """Return a run of laid pieces with as much before it as fits, or ``None`` if not even the text does.

    Args:
        packing: The section.
        before: The run before it.
        first: Index of its first piece.
        last: One past that of its last; 0: all that are laid.
        is_trial: Whether it is only tried out; then the sum of the parts has to do.
    """
    laid, most = packing.laid, packing.max_size
    last = last or len(laid.pieces)
    has_room = may_fit if is_trial else fits
    text = laid.size(first, last)
    for lead in _leads(packing, before, laid.pieces[first]):
        size = lead.size + text
        if size <= most and (lead.is_wrapped or _may_unwrap(packing, first, last)):
            run = Run(first, last, lead, size)
            if has_room(packing, run):
                return run
    return None


def _may_unwrap(packing: Packing, first: int, last: int) -> bool:
    """Return whether pieces may go without what makes them stand alone: a single line, or if that takes half a chunk.

    Others are rather cut between lines: code without its fence is no code.
    """
    start, end = packing.laid.pieces[first], packing.laid.pieces[last - 1]
    source, length = packing.content.source, packing.content.length
    is_line = source.line_of(start.start) == source.line_of(end.end - 1)
    # | Monday | closed |        a row says little without its header, nor does a part of a line
    if start.block.kind == "table" or cut_inside(packing.content, start):
        is_line = False
    return is_line or length(start.open + end.close) * 2 >= packing.max_size


def _leads(packing: Packing, before: Run | None, piece: Piece) -> Sequence[Lead]:
    """Return what may stand before a piece, the most first."""
    # most pieces of a section begin with nothing, or with the same header row or fence
    key = (before is None, piece.open, bool(piece.close))
    leads = packing.leads.get(key)
    if leads is None:
        leads = packing.leads[key] = _leads_without_overlap(packing, piece, is_first=before is None)
    if before is None or not packing.overlap:
        return leads
    pieces = (packing.laid.pieces[i] for i in range(before.last - 1, before.first - 1, -1))
    start = overlap_start(packing.content, pieces, piece, packing.overlap)
    if start == piece.start:
        return leads
    prefix = packing.prefixes[1]
    size = packing.content.length(prefix) + packing.content.size(start, piece.start)
    return (Lead(prefix, start, is_wrapped=True, size=size), *leads)


def _leads_without_overlap(packing: Packing, piece: Piece, *, is_first: bool) -> tuple[Lead, ...]:
    length, opening = packing.content.length, newlines(piece.open)
    prefix = packing.prefixes[0 if is_first else 1]
    found = [Lead("", -1, is_wrapped=True, size=length(opening))]
    if prefix:
        found.insert(0, Lead(prefix, -1, is_wrapped=True, size=length(prefix + opening)))
    if opening or piece.close:
        found.append(Lead("", -1, is_wrapped=False, size=0))
    return tuple(found)


def may_fit(packing: Packing, run: Run) -> bool:
    """Return whether the content of a run is within the limit by the sum of its parts."""
    if run.size > packing.max_size:
        return False
    close = packing.close_of(run)
    return not close or run.size + packing.content.length(close) <= packing.max_size


def fits(packing: Packing, run: Run) -> bool:
    """Return whether the content of a run is within the limit; if sizes do not add up, the text itself is measured."""
    length = packing.content.length
    if length is len or not may_fit(packing, run):
        return may_fit(packing, run)
    return length(packing.text_of(run)[0]) <= packing.max_size
