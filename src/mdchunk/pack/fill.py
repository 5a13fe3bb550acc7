"""Units into runs, each of which is a chunk: the fewest, none above the limit, no heading alone, no runt at the end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mdchunk.document.content import PROBE, newlines
from mdchunk.pack.overlap import overlap_start
from mdchunk.pack.runs import Laid
from mdchunk.split.unit import HEADING_GLUE, Page, Unit
from mdchunk.split.ways import split


@dataclass(frozen=True, slots=True, eq=False)
class Packing:
    """What the runs of one section have in common."""

    page: Page
    max_size: int
    overlap: int
    """Most units that a run repeats of the one before."""
    prefixes: tuple[str, str]
    """The heading path line of the first run and of the later ones, each with a blank line, or empty."""
    laid: Laid
    """The units that are in runs so far."""

    def content(self, run: Run) -> tuple[str, int]:
        """Return the content of a run, and how many of its code points are overlap."""
        first, last, lead = self.laid.units[run.first], self.laid.units[run.last - 1], run.lead
        body = self.page.body
        if lead.overlap < first.start:
            repeated = body.content(lead.overlap, first.start)
            content = lead.prefix + repeated + body.content(first.start, last.end)
            return content + _close(self, run), len(repeated)
        opening = newlines(first.open) if lead.is_wrapped else ""
        return lead.prefix + opening + body.content(first.start, last.end) + _close(self, run), 0


class Lead(NamedTuple):
    """What stands before the text of a run."""

    prefix: str
    overlap: int
    """Offset where the overlap begins; that of the run itself where there is none."""
    is_wrapped: bool
    """Whether what makes a cut piece stand alone is there."""
    size: int
    """Of all of it."""


class Run(NamedTuple):
    """Neighbouring units that make one chunk."""

    first: int
    """Index of its first unit among those laid."""
    last: int
    """One past the index of its last unit."""
    lead: Lead
    size: int
    """Of lead and text, without what closes it: a sum, which is exact for code points and close for tokens."""


def fill(packing: Packing, units: Sequence[Unit]) -> list[Run]:
    """Return the units, cut where they are too large and laid one after the other, in runs that fit.

    If a unit can't fit, first the overlap goes, then the prefix, then the wrapper; then it is cut.
    """
    runs: list[Run] = []
    run: Run | None = None
    rest = list(reversed(units))
    while rest or run is not None:
        step = _step(packing, runs, run, rest.pop()) if rest else _Step(run, None)
        run = step.run
        rest.extend(reversed(step.again))
        if step.closed is not None:
            closed = _settled(packing, step.closed)
            runs.append(closed)
            if closed.last < step.closed.last:
                rest.extend(reversed(packing.laid.take_back(closed.last)))
                run = None
    return _evened(packing, runs)


class _Step(NamedTuple):
    """What becomes of a unit."""

    closed: Run | None
    """A run that is complete."""
    run: Run | None
    """The run to go on with."""
    again: Sequence[Unit] = ()
    """Units to be looked at next."""


def _step(packing: Packing, runs: Sequence[Run], run: Run | None, unit: Unit) -> _Step:
    laid, before = packing.laid, runs[-1] if runs else None
    if run is None:
        laid.lay(unit)
        if started := _start(packing, before, len(laid.units) - 1):
            return _Step(None, started)
    else:
        if grown := _grow(packing, run, unit):
            return _Step(None, grown)
        laid.lay(unit)
        held = run.last
        while held > run.first and laid.units[held - 1].glue:
            held -= 1
        is_heading = laid.units[run.last - 1].glue == HEADING_GLUE
        # a heading and what leads in a list, and nothing else, would be a runt: the list is cut then
        is_runt = unit.block.kind == "list" and run.size * 4 <= packing.max_size
        if held == run.first:
            # nothing but headings or a lead-in so far: they give up what else they carry, then the unit is cut
            if relaxed := _start(packing, before, run.first):
                return _Step(None, relaxed)
        elif held < run.last:
            closed = run._replace(last=held, size=laid.size(run.first, held) + run.lead.size)
            if together := _start(packing, closed, held):
                return _Step(closed, together)
            if is_heading:
                return _Step(closed, None, laid.take_back(held))
        may_part = held > run.first or not (is_heading or is_runt)
        if may_part and (alone := _start(packing, run, run.last)):
            return _Step(run, alone)
    laid.take_back(len(laid.units) - 1)
    return _cut(packing, runs, run, unit)


def _settled(packing: Packing, run: Run) -> Run:
    """Return a finished run within the limit: without the units that its sum, being too low, had room for."""
    laid = packing.laid
    while run.last - run.first > 1 and not _fits(packing, run):
        # as many as may fit if all are of a size, so that little is measured twice
        size = max(packing.page.body.length(packing.content(run)[0]), 1)
        count = -(-(run.last - run.first) * packing.max_size // size)
        last = run.first + max(min(count, run.last - run.first - 1), 1)
        while last - run.first > 1 and laid.units[last - 1].glue:
            last -= 1
        run = run._replace(last=last, size=run.lead.size + laid.size(run.first, last))
    return run


def _cut(packing: Packing, runs: Sequence[Run], run: Run | None, unit: Unit) -> _Step:
    """Cut a unit that is too large; where nothing is left to cut, it is a run as it is."""
    laid, body = packing.laid, packing.page.body
    most = max(packing.max_size - body.length(packing.prefixes[1 if runs else 0]), 1)
    left = most
    if run is not None:
        end = laid.units[run.last - 1]
        left = packing.max_size - run.size - body.between(end.end, unit.start)
        if end.glue < HEADING_GLUE and left * 4 < most:
            left = most
    again = split(packing.page, unit, (max(left, 1), most))
    if again:
        return _Step(None, run, again)
    if run is not None:
        return _Step(run, None, (unit,))
    laid.lay(unit)
    last = len(laid.units)
    bare = Lead("", unit.start, is_wrapped=False, size=0)
    return _Step(None, Run(last - 1, last, bare, laid.size(last - 1, last)))


def _start(
    packing: Packing, before: Run | None, first: int, last: int = 0, *, is_trial: bool = False
) -> Run | None:
    """Return a run of laid units with as much before it as fits, or ``None`` where not even the text does.

    Args:
        packing: The section.
        before: The run before it.
        first: Index of its first unit.
        last: One past that of its last; 0: all that are laid.
        is_trial: Whether it is only tried out; then the sum of the parts has to do.
    """
    laid = packing.laid
    last = last or len(laid.units)
    fits = _may_fit if is_trial else _fits
    text = laid.size(first, last)
    for lead in _leads(packing, before, laid.units[first]):
        run = Run(first, last, lead, lead.size + text)
        if (lead.is_wrapped or _may_unwrap(packing, first, last)) and fits(packing, run):
            return run
    return None


def _may_unwrap(packing: Packing, first: int, last: int) -> bool:
    """Tell whether units may go without what makes them stand alone: a single line, or where that takes half a chunk.

    Others are rather cut between lines: code without its fence is no code.
    """
    start, end = packing.laid.units[first], packing.laid.units[last - 1]
    source, length = packing.page.parsed.source, packing.page.body.length
    is_line = source.line_of(start.start) == source.line_of(end.end - 1)
    return is_line or length(start.open + end.close) * 2 >= packing.max_size


def _leads(packing: Packing, before: Run | None, unit: Unit) -> Iterator[Lead]:
    """Yield what may stand before a unit, the most first."""
    length = packing.page.body.length
    opening = newlines(unit.open)
    prefix = packing.prefixes[0 if before is None else 1]
    if before is not None and packing.overlap:
        units = (packing.laid.units[i] for i in range(before.last - 1, before.first - 1, -1))
        start = overlap_start(packing.page, units, unit, packing.overlap)
        if start < unit.start:
            size = length(prefix) + packing.page.body.size(start, unit.start)
            yield Lead(prefix, start, is_wrapped=True, size=size)
    if prefix:
        yield Lead(prefix, unit.start, is_wrapped=True, size=length(prefix + opening))
    yield Lead("", unit.start, is_wrapped=True, size=length(opening))
    if opening or unit.close:
        yield Lead("", unit.start, is_wrapped=False, size=0)


def _grow(packing: Packing, run: Run, unit: Unit) -> Run | None:
    """Return a run with one more unit, which is laid then, or ``None`` where that does not fit."""
    body, laid = packing.page.body, packing.laid
    if run.size + body.between(laid.units[run.last - 1].end, unit.start) > packing.max_size:
        return None
    laid.lay(unit)
    grown = Run(run.first, run.last + 1, run.lead, run.lead.size + laid.size(run.first, run.last + 1))
    # a heading and what follows it can't give anything back; and the sum of more text than ever fits is too low by far
    count = grown.last - grown.first
    is_long = unit.end - laid.units[run.first].start > packing.max_size * PROBE and count & (count - 1) == 0
    is_led = all(laid.units[i].glue for i in range(run.first, run.last))
    fits = _fits if is_long or is_led else _may_fit
    if fits(packing, grown):
        return grown
    laid.take_back(run.last)
    return None


def _may_fit(packing: Packing, run: Run) -> bool:
    """Tell whether the content of a run is within the limit by the sum of its parts."""
    close = _close(packing, run)
    return run.size + (packing.page.body.length(close) if close else 0) <= packing.max_size


def _fits(packing: Packing, run: Run) -> bool:
    """Tell whether the content of a run is within the limit; where sizes don't add up, the text itself is measured."""
    length = packing.page.body.length
    if length is len or not _may_fit(packing, run):
        return _may_fit(packing, run)
    return length(packing.content(run)[0]) <= packing.max_size


def _close(packing: Packing, run: Run) -> str:
    return newlines(packing.laid.units[run.last - 1].close) if run.lead.is_wrapped else ""


def _evened(packing: Packing, runs: list[Run]) -> list[Run]:
    """Return the runs with the last two evened out where the last is a runt, at a border no worse than theirs."""
    if len(runs) < 2 or runs[-1].size * 2 >= runs[-2].size:
        return runs
    laid = packing.laid
    *done, left, right = runs
    worst = laid.units[right.first].rank
    for i in _from_the_middle(laid, left.first, right.last):
        if laid.units[i].rank > worst or laid.units[i - 1].glue:
            continue
        shorter = Run(left.first, i, left.lead, left.lead.size + laid.size(left.first, i))
        longer = _start(packing, shorter, i, right.last, is_trial=True)
        if longer is None or not _may_fit(packing, shorter) or longer.lead.is_wrapped < right.lead.is_wrapped:
            continue
        is_better = abs(shorter.size - longer.size) < left.size - right.size
        if is_better and _fits(packing, shorter) and _fits(packing, longer):
            return [*done, shorter, longer]
        return runs
    return runs


def _from_the_middle(laid: Laid, first: int, last: int) -> Iterator[int]:
    """Yield the borders between laid units, those first that part them most evenly."""
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
