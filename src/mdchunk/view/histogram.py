"""Sizes as a picture: an inline SVG of bars, with a line at the limit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mdchunk.view.markup import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

BINS = 30
"""Maximum number of bars."""
WIDTH, HEIGHT = 600, 120
"""Of the picture, in its own units; 20 below the bars are for text, 14 above for the label of the limit."""
_TOP, _BOTTOM = 14, 100


def histogram(sizes: Sequence[int], limit: int, unit: str) -> str:
    """Return the distribution of sizes as SVG, from 0 to the limit or to the biggest, whichever is larger."""
    biggest = max(sizes, default=0)
    end = max(limit, biggest, 1)
    width = _round_up(-(-end // BINS))
    counts = Counter(max(0, size - 1) // width for size in sizes)
    most = max(counts.values(), default=1)
    step = WIDTH * width / end
    bars = "".join(
        f'<rect x="{n * step + 1:.1f}" y="{_BOTTOM - _height(count, most):.1f}"'
        f' width="{max(min(step, WIDTH - n * step) - 2, 1):.1f}"'
        f' height="{_height(count, most):.1f}"{_over(n * width, limit)}>'
        f"<title>{n * width + 1:,} to {(n + 1) * width:,} {unit}: {plural(count, 'chunk')}</title></rect>"
        for n, count in sorted(counts.items())
    )
    at = WIDTH * limit / end
    side = "end" if at > WIDTH / 2 else "start"
    shift = -5 if side == "end" else 5
    return (
        f'<svg class="histogram" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Sizes of'
        f' {plural(len(sizes), "chunk")}, up to {biggest:,} {unit}; the limit is {limit:,}">'
        f'<line class="base" x1="0" x2="{WIDTH}" y1="{_BOTTOM}" y2="{_BOTTOM}"/>{bars}'
        f'<line class="limit" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{_BOTTOM}"/>'
        f'<text class="limit" x="{at + shift:.1f}" y="10" text-anchor="{side}">limit {limit:,}</text>'
        f'<text x="0" y="{HEIGHT - 4}">0</text>'
        f'<text x="{WIDTH}" y="{HEIGHT - 4}" text-anchor="end">{end:,} {unit}</text></svg>'
    )


def _round_up(size: int) -> int:
    """Return the width of a bar: the next number with one digit other than 0, or two if the first is 1."""
    digits = len(str(size))
    unit = int("1" + "0" * (digits - 1))
    if digits > 1 and str(size).startswith("1"):
        unit //= 10
    return -(-size // unit) * unit


def _height(count: int, most: int) -> float:
    return max((_BOTTOM - _TOP) * count / most, 1.5)


def _over(first: int, limit: int) -> str:
    return ' class="over"' if first >= limit else ""
