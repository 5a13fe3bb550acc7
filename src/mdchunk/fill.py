"""Units into runs, each of which is a chunk: the fewest, none above the limit, no heading alone, no runt at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mdchunk.body import PROBE
from mdchunk.overlap import overlap_start
from mdchunk.split import split
from mdchunk.unit import HEADING_GLUE, Page, Unit


@dataclass(frozen=True, slots=True, eq=False)
class Packing:
    """What the runs of one section have in common."""

    page: Page
    max_size: int
    overlap: int
    """Most units that a run repeats of the one before."""
    prefixes: tuple[str, str]
    """The heading path line of the first run and of the later ones, each with a blank line, or empty."""

    def content(self, run: Run) -> tuple[str, int]:
        """Return the content of a run, and how many of its code points are overlap."""
        first, last, lead = run.units[0], run.units[-1], run.lead
        body = self.page.body
        if lead.overlap < first.start:
            repeated = body.content(lead.overlap, first.start)
            return lead.prefix + repeated + body.content(first.start, last.end) + _close(run), len(repeated)
        opening = _newlines(first.open) if lead.is_wrapped else ""
        return lead.prefix + opening + body.content(first.start, last.end) + _close(run), 0


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

    units: tuple[Unit, ...]
    lead: Lead
    size: int
    """Of lead and text, without what closes it: a sum, which is exact for code points and close for tokens."""


def fill(packing: Packing, units: Sequence[Unit]) -> list[Run]:
    """Return the units, cut where they are too large, in runs that fit.

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
            closed, given_back = _settled(packing, step.closed)
            runs.append(closed)
            if given_back:
                rest.extend(reversed((*given_back, *(run.units if run else ()))))
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
    if run is None:
        started = _start(packing, runs[-1] if runs else None, (unit,))
        return _Step(None, started) if started else _cut(packing, runs, None, unit)
    grown = _grow(packing, run, unit)
    if grown is not None:
        return _Step(None, grown)
    held = _held(run)
    keeps = run.units[: len(run.units) - held]
    if not keeps:
        # nothing but headings or a lead-in so far: they give up what else they carry, then the unit is cut
        relaxed = _start(packing, runs[-1] if runs else None, (*run.units, unit))
        if relaxed is not None:
            return _Step(None, relaxed)
        if run.units[-1].glue < HEADING_GLUE and (alone := _start(packing, run, (unit,))):
            return _Step(run, alone)
        return _cut(packing, runs, run, unit)
    closed = run._replace(units=keeps, size=_size(packing, run.lead, keeps))
    tail = run.units[len(keeps) :]
    if tail:
        together = _start(packing, closed, (*tail, unit))
        if together is not None:
            return _Step(closed, together)
        if tail[-1].glue == HEADING_GLUE:
            return _Step(closed, None, (*tail, unit))
    if alone := _start(packing, run, (unit,)):
        return _Step(run, alone)
    return _cut(packing, runs, run, unit)


def _settled(packing: Packing, run: Run) -> tuple[Run, tuple[Unit, ...]]:
    """Return a finished run within the limit, and the units that it gives back for that, its sum being too low."""
    units = run.units
    while len(run.units) > 1 and not _fits(packing, run):
        # as many as may fit if all are of a size, so that little is measured twice
        size = max(packing.page.body.length(packing.content(run)[0]), 1)
        count = -(-len(run.units) * packing.max_size // size)
        kept = run.units[: max(min(count, len(run.units) - 1), 1)]
        while len(kept) > 1 and kept[-1].glue:
            kept = kept[:-1]
        run = run._replace(units=kept, size=_size(packing, run.lead, kept))
    return run, units[len(run.units) :]


def _held(run: Run) -> int:
    """Return how many units at the end of a run are glued to what follows."""
    held = 0
    while held < len(run.units) and run.units[-1 - held].glue:
        held += 1
    return held


def _cut(packing: Packing, runs: Sequence[Run], run: Run | None, unit: Unit) -> _Step:
    """Cut a unit that is too large; where nothing is left to cut, it is a run as it is."""
    most = max(packing.max_size - packing.page.body.length(packing.prefixes[1 if runs else 0]), 1)
    left = most
    if run is not None:
        left = packing.max_size - run.size - packing.page.body.between(run.units[-1].end, unit.start)
        if run.units[-1].glue < HEADING_GLUE and left * 4 < most:
            left = most
    again = split(packing.page, unit, (max(left, 1), most))
    if again:
        return _Step(None, run, again)
    if run is not None:
        return _Step(run, None, (unit,))
    bare = Lead("", unit.start, is_wrapped=False, size=0)
    return _Step(None, Run((unit,), bare, _size(packing, bare, (unit,))))


def _start(
    packing: Packing,
    before: Run | None,
    units: tuple[Unit, ...],
    *,
    is_trial: bool = False,
) -> Run | None:
    """Return a run of these units with as much before it as fits, or ``None`` where not even the text does.

    Where that is only tried out, the sum of the parts has to do.
    """
    fits = _may_fit if is_trial else _fits
    for lead in _leads(packing, before, units[0]):
        run = Run(units, lead, _size(packing, lead, units))
        if (lead.is_wrapped or _may_unwrap(packing, units)) and fits(packing, run):
            return run
    return None


def _may_unwrap(packing: Packing, units: Sequence[Unit]) -> bool:
    """Tell whether units may go without what makes them stand alone: a single line, or where that takes half a chunk.

    Others are rather cut between lines: code without its fence is no code.
    """
    first, last = units[0], units[-1]
    source, length = packing.page.parsed.source, packing.page.body.length
    is_line = source.line_of(first.start) == source.line_of(last.end - 1)
    return is_line or length(first.open + last.close) * 2 >= packing.max_size


def _leads(packing: Packing, before: Run | None, unit: Unit) -> Iterator[Lead]:
    """Yield what may stand before a unit, the most first."""
    length = packing.page.body.length
    opening = _newlines(unit.open)
    prefix = _shortened(packing, packing.prefixes[0 if before is None else 1])
    if before is not None and packing.overlap:
        start = overlap_start(packing.page, before.units, unit, packing.overlap)
        if start < unit.start:
            size = length(prefix) + packing.page.body.size(start, unit.start)
            yield Lead(prefix, start, is_wrapped=True, size=size)
    if prefix:
        yield Lead(prefix, unit.start, is_wrapped=True, size=length(prefix + opening))
    yield Lead("", unit.start, is_wrapped=True, size=length(opening))
    if opening or unit.close:
        yield Lead("", unit.start, is_wrapped=False, size=0)


def _shortened(packing: Packing, prefix: str) -> str:
    """Return a prefix without as many of its outermost headings as it takes to leave half of the chunk to the text."""
    length = packing.page.body.length
    while prefix and length(prefix) * 2 > packing.max_size:
        _, _, prefix = prefix.partition(" > ")
    return prefix


def _grow(packing: Packing, run: Run, unit: Unit) -> Run | None:
    body = packing.page.body
    size = run.size + body.between(run.units[-1].end, unit.start)
    if size > packing.max_size:
        return None
    size += body.size_up_to(unit.start, unit.end, packing.max_size)
    grown = Run((*run.units, unit), run.lead, size)
    # a heading and what follows it can't give anything back; and the sum of more text than ever fits is too low by far
    count = len(grown.units)
    is_long = unit.end - run.units[0].start > packing.max_size * PROBE and count & (count - 1) == 0
    fits = _fits if is_long or _held(run) == count - 1 else _may_fit
    return grown if fits(packing, grown) else None


def _may_fit(packing: Packing, run: Run) -> bool:
    """Tell whether the content of a run is within the limit by the sum of its parts."""
    close = _close(run)
    return run.size + (packing.page.body.length(close) if close else 0) <= packing.max_size


def _fits(packing: Packing, run: Run) -> bool:
    """Tell whether the content of a run is within the limit; where sizes don't add up, the text itself is measured."""
    length = packing.page.body.length
    if length is len or not _may_fit(packing, run):
        return _may_fit(packing, run)
    return length(packing.content(run)[0]) <= packing.max_size


def _size(packing: Packing, lead: Lead, units: Sequence[Unit]) -> int:
    body = packing.page.body
    size = lead.size
    end = -1
    for unit in units:
        size += body.size_up_to(unit.start, unit.end, packing.max_size)
        if end >= 0:
            size += body.between(end, unit.start)
        end = unit.end
    return size


def _close(run: Run) -> str:
    return _newlines(run.units[-1].close) if run.lead.is_wrapped else ""


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _evened(packing: Packing, runs: list[Run]) -> list[Run]:
    """Return the runs with the last two evened out where the last is a runt, at borders no worse than theirs."""
    if len(runs) < 2 or runs[-1].size * 2 >= runs[-2].size:
        return runs
    *done, left, right = runs
    units = left.units + right.units
    worst = right.units[0].rank
    best: tuple[int, Run, Run] | None = None
    for i in range(len(left.units) - 1, 0, -1):
        if units[i].rank > worst or units[i - 1].glue:
            continue
        shorter = Run(units[:i], left.lead, _size(packing, left.lead, units[:i]))
        longer = _start(packing, shorter, units[i:], is_trial=True)
        if longer is None or not _may_fit(packing, shorter) or longer.lead.is_wrapped < right.lead.is_wrapped:
            break
        uneven = abs(shorter.size - longer.size)
        if best is not None and uneven >= best[0]:
            break
        best = (uneven, shorter, longer)
    if best is None or best[0] >= left.size - right.size:
        return runs
    return [*done, *best[1:]] if all(_fits(packing, run) for run in best[1:]) else runs
