"""Units laid one after the other, with the sizes of any stretch of them at hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from mdchunk.document.content import Body
from mdchunk.split.unit import Unit


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A row of units that grows and shrinks at its end; runs are stretches of it, by index."""

    body: Body
    max_size: int
    units: list[Unit] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Of each unit."""
    totals: list[int] = field(default_factory=list)
    """Of all units up to each, with the borders between them."""

    def lay(self, unit: Unit) -> None:
        """Add a unit at the end."""
        size = self.body.size_up_to(unit.start, unit.end, self.max_size)
        total = size
        if self.units:
            total += self.totals[-1] + self.body.between(self.units[-1].end, unit.start)
        self.units.append(unit)
        self.sizes.append(size)
        self.totals.append(total)

    def take_back(self, first: int) -> list[Unit]:
        """Take the units from an index on off the row, and return them."""
        taken = self.units[first:]
        del self.units[first:], self.sizes[first:], self.totals[first:]
        return taken

    def size(self, first: int, last: int) -> int:
        """Return the size of the units from ``first`` up to ``last`` (half-open): a sum, close for tokens."""
        return self.totals[last - 1] - self.totals[first] + self.sizes[first] if last > first else 0
