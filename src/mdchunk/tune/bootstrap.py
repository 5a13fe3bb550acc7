"""Is a difference more than chance: the paired bootstrap over targets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

ROUNDS = 2_000
SEED = 20_240


class Interval(NamedTuple):
    """A mean difference and where 95 % of its bootstrap distribution lies."""

    mean: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the difference is more than chance."""
        return self.low > 0 or self.high < 0


def paired(ours: Sequence[float], theirs: Sequence[float], groups: Sequence[Hashable]) -> Interval:
    """Return the interval of the mean of ``ours - theirs`` (percentile method, Efron and Tibshirani 1993, ch. 13).

    Args:
        ours: One figure a query.
        theirs: The same of what it is compared with.
        groups: What is drawn: queries of one target are drawn together, for they are not independent.
    """
    differences: dict[Hashable, list[float]] = {}
    for mine, other, group in zip(ours, theirs, groups, strict=True):
        differences.setdefault(group, []).append(mine - other)
    sums = [(sum(each), len(each)) for each in differences.values()]
    if not sums:
        return Interval(0.0, 0.0, 0.0)
    draw = random.Random(SEED)  # noqa: S311 - the same figures for the same input
    means = sorted(_mean(draw.choices(sums, k=len(sums))) for _ in range(ROUNDS))
    return Interval(_mean(sums), means[int(ROUNDS * 0.025)], means[int(ROUNDS * 0.975) - 1])


def _mean(sums: Sequence[tuple[float, int]]) -> float:
    return sum(total for total, _ in sums) / sum(count for _, count in sums)
