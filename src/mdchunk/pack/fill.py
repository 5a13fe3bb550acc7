"""Pieces into runs, each of which is a chunk: the fewest that fit, no heading alone, no runt at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.content import PROBE
from mdchunk.pack.lead_ins import in_sentences
from mdchunk.pack.leads import fits, may_fit, start_run
from mdchunk.pack.runs import Lead, Packing, Run, from_the_middle
from mdchunk.split.glue import HEADING_GLUE
from mdchunk.split.ways import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.split.piece import Piece


def fill(packing: Packing, pieces: Sequence[Piece]) -> list[Run]:
    """Return the pieces, cut if they are too large and laid one after the other, in runs that fit.

    If a piece can't fit, first the overlap goes, then the prefix, then the wrapper; then it is cut.
    """
    runs: list[Run] = []
    first = len(pieces)
    while first and pieces[first - 1].block.kind == "definition":
        first -= 1
    # [a]: /u        definitions that do not fit with the text of their section make no chunk of it worse
    is_apart = 0 < first < len(pieces) and pieces[first - 1].block.kind != "heading"
    for part in (pieces[:first], pieces[first:]) if is_apart else (pieces,):
        done = len(runs)
        _fill(packing, runs, part)
        runs[done:] = _evened(packing, runs[done:])
    return runs


def _fill(packing: Packing, runs: list[Run], pieces: Sequence[Piece]) -> None:
    """Add the runs of some pieces to those before them."""
    run: Run | None = None
    rest = list(reversed(pieces))
    while rest or run is not None:
        if rest and run is not None:
            run = _grown(packing, run, rest)
        step = _step(packing, runs, run, rest.pop()) if rest else _Step(run, None)
        run = step.run
        rest.extend(reversed(step.again))
        if step.closed is not None:
            closed = _settled(packing, step.closed)
            runs.append(closed)
            if closed.last < step.closed.last:
                rest.extend(reversed(packing.laid.take_back(closed.last)))
                run = None


class _Step(NamedTuple):
    """What becomes of a piece."""

    closed: Run | None
    """A run that is complete."""
    run: Run | None
    """The run to go on with."""
    again: Sequence[Piece] = ()
    """Units to be looked at next."""


def _step(packing: Packing, runs: Sequence[Run], run: Run | None, piece: Piece) -> _Step:
    """Return what becomes of a piece by which the run, if there is one, can't grow."""
    laid, before = packing.laid, runs[-1] if runs else None
    if run is None:
        laid.lay(piece)
        if started := start_run(packing, before, len(laid.pieces) - 1):
            return _Step(None, started)
    else:
        laid.lay(piece)
        if parted := _parted(packing, before, run):
            return parted
    laid.take_back(len(laid.pieces) - 1)
    return _cut(packing, runs, run, piece)


def _parted(packing: Packing, before: Run | None, run: Run) -> _Step | None:
    """Return where a run ends for which the piece behind it, laid already, is too large; ``None`` if that is to be cut.

    ``text | ### Tip, code``: what is glued to the piece goes with it if both fit. ``### Tip | code``: nothing is left
    without it, so a heading keeps the piece's beginning.
    """
    laid, piece = packing.laid, packing.laid.pieces[run.last]
    held = run.last
    while held > run.first and laid.pieces[held - 1].glue:
        held -= 1
    is_heading = laid.pieces[run.last - 1].glue == HEADING_GLUE
    # a list is cut rather than torn from what leads it in
    is_led_in = piece.block.kind in ("list", "definition_list") and laid.pieces[run.last - 1].glue > 0
    if held == run.first:
        # nothing but headings or a lead-in so far: they give up what else they carry, then the piece is cut
        if relaxed := start_run(packing, before, run.first):
            return _Step(None, relaxed)
        held = _behind_long_headings(packing, run)
    for first in range(max(held, run.first + 1), run.last):
        # a: | b: | code       all of a row of lead-ins, or else the last ones
        above, below = laid.pieces[first - 1], laid.pieces[first]
        are_both = above.block.kind == below.block.kind == "paragraph" and above.glue < HEADING_GLUE
        if first == held or are_both:
            closed = run._replace(last=first, size=laid.size(run.first, first) + run.lead.size)
            if together := start_run(packing, closed, first):
                return _Step(closed, together)
    if is_heading and held > run.first:
        closed = run._replace(last=held, size=laid.size(run.first, held) + run.lead.size)
        return _Step(closed, None, laid.take_back(held))
    if is_led_in or is_heading:
        return None
    if again := in_sentences(packing, run):
        return _Step(None, *again)
    if alone := start_run(packing, run, run.last):
        return _Step(run, alone)
    return None


def _behind_long_headings(packing: Packing, run: Run) -> int:
    """Return the end of the headings that a run begins with, if they take half of a chunk; else its start.

    Nothing of a quote, ``> ### Tip`` with a text, is torn off to keep such a heading company.
    """
    laid, end = packing.laid, run.first
    while end < run.last and laid.pieces[end].glue == HEADING_GLUE:
        end += 1
    is_long = laid.size(run.first, end) * 2 >= packing.max_size
    return end if is_long and end < run.last else run.first


def _settled(packing: Packing, run: Run) -> Run:
    """Return a finished run within the limit: without the pieces that its sum, being too low, had room for."""
    laid = packing.laid
    while run.last - run.first > 1 and not fits(packing, run):
        # as many as may fit if all are of a size, so that little is measured twice
        size = max(packing.content.length(packing.text_of(run)[0]), 1)
        count = -(-(run.last - run.first) * packing.max_size // size)
        last = run.first + max(min(count, run.last - run.first - 1), 1)
        while last - run.first > 1 and laid.pieces[last - 1].glue:
            last -= 1
        run = run._replace(last=last, size=run.lead.size + laid.size(run.first, last))
    return run


def _cut(packing: Packing, runs: Sequence[Run], run: Run | None, piece: Piece) -> _Step:
    """Cut a piece that is too large; if nothing is left to cut, it is a run by itself."""
    laid, content = packing.laid, packing.content
    most = max(packing.max_size - content.length(packing.prefixes[1 if runs else 0]), 1)
    left = most
    if run is not None:
        end = laid.pieces[run.last - 1]
        left = packing.max_size - run.size - content.between(end.end, piece.start)
        if end.glue < HEADING_GLUE and left * 4 < most:
            left = most
    room = (max(left, 1), most)
    if run is not None and laid.pieces[run.last - 1].glue == HEADING_GLUE:
        # a heading keeps what follows it, but no word or line is torn for its sake
        if again := split(content, piece, room, may_tear=False):
            return _Step(None, run, again)
        laid.lay(piece)
        if alone := start_run(packing, run, run.last):
            return _Step(run, alone)
        laid.take_back(run.last)
    if again := split(content, piece, room):
        return _Step(None, run, again)
    if run is not None:
        return _Step(run, None, (piece,))
    laid.lay(piece)
    last = len(laid.pieces)
    bare = Lead("", -1, is_wrapped=False, size=0)
    return _Step(None, Run(last - 1, last, bare, laid.size(last - 1, last)))


def _grown(packing: Packing, run: Run, rest: list[Piece]) -> Run:
    """Return a run with as many pieces more as fit, which are taken off the end of ``rest`` and laid."""
    content, laid, lead = packing.content, packing.laid, run.lead
    if content.length is len:
        last = laid.extend(rest, run.first, packing.max_size - lead.size, is_wrapped=lead.is_wrapped)
        return run if last == run.last else Run(run.first, last, lead, lead.size + laid.size(run.first, last))
    while rest:
        piece = rest[-1]
        if run.size + content.between(laid.pieces[run.last - 1].end, piece.start) > packing.max_size:
            break
        laid.lay(piece)
        grown = Run(run.first, run.last + 1, lead, lead.size + laid.size(run.first, run.last + 1))
        has_room = fits if _is_to_be_measured(packing, run, piece) else may_fit
        if not has_room(packing, grown):
            laid.take_back(run.last)
            break
        rest.pop()
        run = grown
    return run


def _is_to_be_measured(packing: Packing, run: Run, piece: Piece) -> bool:
    """Return whether the sum of sizes does not do for a run with one more piece."""
    laid = packing.laid
    # a heading and what follows it can't give anything back; and the sum of more text than ever fits is too low by far
    count = run.last + 1 - run.first
    is_long = piece.end - laid.pieces[run.first].start > packing.max_size * PROBE and count & (count - 1) == 0
    return is_long or all(laid.pieces[i].glue for i in range(run.first, run.last))


def _evened(packing: Packing, runs: list[Run]) -> list[Run]:
    """Return the runs with the last two evened out if the last is a runt, at a border no worse than theirs."""
    if len(runs) < 2 or runs[-1].size * 2 >= runs[-2].size:
        return runs
    laid = packing.laid
    *done, left, right = runs
    worst = laid.pieces[right.first].rank
    for i in from_the_middle(laid, left.first, right.last):
        if laid.pieces[i].rank > worst or laid.pieces[i - 1].glue:
            continue
        shorter = Run(left.first, i, left.lead, left.lead.size + laid.size(left.first, i))
        longer = start_run(packing, shorter, i, right.last, is_trial=True)
        if longer is None or not may_fit(packing, shorter) or longer.lead.is_wrapped < right.lead.is_wrapped:
            continue
        is_better = abs(shorter.size - longer.size) < left.size - right.size
        if is_better and fits(packing, shorter) and fits(packing, longer):
            return [*done, shorter, longer]
        return runs
    return runs
