"""Scores of made-up rankings, worked out by hand."""

from __future__ import annotations

import pytest

from mdchunk.tune.bootstrap import paired
from mdchunk.tune.metrics import Hit, Score, Span, Target, score

TEXT = "x" * 100 + "abcde fghij\n" + "y" * 100
TARGET = Target(Span("a.md", 100, 112), TEXT)
"""Ten letters at 100-104 and 106-110."""


def hit(start: int, end: int, tokens: int, source: str = "a.md") -> Hit:
    return Hit(Span(source, start, end), tokens)


@pytest.mark.parametrize(
    ("hits", "expected"),
    [
        ([], Score((0, 0, 0), 0, 0)),
        # all of it at once
        ([hit(0, 212, 500)], Score((1, 1, 1), 1, 1)),
        # white space does not count
        ([hit(100, 105, 10), hit(106, 111, 10)], Score((1, 1, 1), 1, 1)),
        # half of it
        ([hit(100, 105, 10)], Score((0.5, 0.5, 0.5), 0, 1)),
        # of another document, which costs its tokens all the same: one budget is full before the target comes
        ([hit(100, 112, 1000, "b.md"), hit(100, 112, 1000)], Score((0, 1, 1), 1, 1 / 2)),
        # the last hit is cut off where the budget ends: 1,000 of 4,000 tokens are its first quarter, 3 of 12 characters
        ([hit(100, 112, 4000)], Score((0.3, 0.5, 1), 0, 1)),
        # the same text twice counts once
        ([hit(100, 105, 10), hit(100, 105, 10)], Score((0.5, 0.5, 0.5), 0, 1)),
        # nine tenths are a whole answer
        ([hit(100, 110, 10)], Score((0.9, 0.9, 0.9), 1, 1)),
        # the eleventh hit has no rank
        ([hit(0, 1, 1)] * 10 + [hit(100, 112, 1)], Score((1, 1, 1), 1, 0)),
        # beyond the last budget nothing is read
        ([hit(0, 1, 4000), hit(100, 112, 1)], Score((0, 0, 0), 0, 1 / 2)),
    ],
)
def test_score(hits: list[Hit], expected: Score) -> None:
    found = score(TARGET, hits)
    assert found.recall == pytest.approx(expected.recall)
    assert (found.whole, found.reciprocal_rank) == (expected.whole, expected.reciprocal_rank)


def test_no_difference_is_no_difference() -> None:
    assert paired([0.5, 1, 0], [0.5, 1, 0], "abc") == (0, 0, 0)
    assert paired([], [], []) == (0, 0, 0)


def test_a_difference_of_every_query_is_certain() -> None:
    found = paired([1.0] * 50, [0.75] * 50, range(50))
    assert found == (0.25, 0.25, 0.25)
    assert found.excludes_zero


def test_the_interval_of_a_known_distribution() -> None:
    """Half of 400 differences are 1, half -1: the mean's standard error is 0.05, 95 % lie within 1.96 of it."""
    found = paired([1.0, 0.0] * 200, [0.0, 1.0] * 200, range(400))
    assert found.mean == 0
    assert found.low == pytest.approx(-0.098, abs=0.012)
    assert found.high == pytest.approx(0.098, abs=0.012)
    assert not found.excludes_zero


def test_queries_of_one_target_are_drawn_together() -> None:
    """Forty queries on four targets say as little as four."""
    values = [1.0] * 10 + [-1.0] * 10 + [1.0] * 10 + [-1.0] * 10
    together = paired(values, [0.0] * 40, [i // 10 for i in range(40)])
    alone = paired(values, [0.0] * 40, range(40))
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_the_same_figures_each_time() -> None:
    values = [0.1 * (i % 7) for i in range(30)]
    assert paired(values, [0.2] * 30, range(30)) == paired(values, [0.2] * 30, range(30))
