"""What the figures say: the table, the sentence, the JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mdchunk.tune.metrics import BUDGETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.tune.experiment import Result
    from mdchunk.tune.queries import Query

FEW, TOO_FEW = 50, 30
"""Queries: under the first the answer says how little they prove, under the second it recommends nothing."""

_HEAD = (
    "setting",
    "chunks",
    "median",
    *(f"@{budget}" for budget in BUDGETS),
    "whole",
    "MRR",
    "difference @2000",
)


def best(results: Sequence[Result]) -> Result | None:
    """Return the setting whose recall is certainly above today's, the highest of them; ``None`` if there is none.

    Only settings count, no other chunkers; the difference is certain if its 95 % interval lies above zero.
    """
    better = [each for each in results[1:] if each.changes and each.difference.low > 0]
    return max(better, key=lambda each: each.recall[1], default=None)


def table(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """Return the rows of the table, its header first; today's settings, then by recall, the best first."""
    ordered = [results[0], *sorted(results[1:], key=lambda each: -each.recall[1])]
    return [_HEAD, *(_row(each, is_today=each is results[0]) for each in ordered)]


def _row(each: Result, *, is_today: bool) -> tuple[str, ...]:
    mean, low, high = each.difference
    return (
        each.name,
        f"{each.chunks:,}",
        str(each.median_tokens),
        *(f"{recall:.3f}" for recall in each.recall),
        f"{each.whole:.3f}",
        f"{each.mrr:.3f}",
        "" if is_today else f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]",
    )


def sentence(results: Sequence[Result], queries: int) -> str:
    """Return the answer in words."""
    if queries < TOO_FEW:
        return f"{queries} questions prove nothing; ask at least {TOO_FEW} to get a recommendation."
    said = _recommendation(results)
    if queries < FEW:
        said += f" Only {queries} questions: take it as a hint."
    same = _without_difference(results)
    return f"{said} No difference: {'; '.join(same)}." if same else said


def _recommendation(results: Sequence[Result]) -> str:
    winner = best(results)
    if winner is None:
        return f"Nothing here is better than today's settings (recall {results[0].recall[1]:.2f})."
    mean, low, high = winner.difference
    gain = f"{mean:+.2f} [{low:+.2f}, {high:+.2f}] against today"
    return f"Best here: {winner.name} (recall {winner.recall[1]:.2f}, {gain})."


def _without_difference(results: Sequence[Result]) -> list[str]:
    """Return the settings whose interval holds zero, each by name."""
    return [each.name for each in results[1:] if each.changes and not each.difference.excludes_zero]


def to_dict(results: Sequence[Result], queries: Sequence[Query], left_out: dict[str, int]) -> dict[str, Any]:
    """Return everything as JSON has it."""
    winner = best(results) if len(queries) >= TOO_FEW else None
    return {
        "queries": len(queries),
        "left_out": left_out,
        "results": [
            {
                "name": each.name,
                "changes": dict(each.changes),
                "chunks": each.chunks,
                "median_tokens": each.median_tokens,
                "recall": {str(budget): recall for budget, recall in zip(BUDGETS, each.recall, strict=True)},
                "whole": each.whole,
                "mrr": each.mrr,
                "difference": each.difference._asdict(),
                "missed": [queries[i].question for i in each.missed],
            }
            for each in results
        ],
        "best": winner.name if winner else "",
        "sentence": sentence(results, len(queries)),
    }
