"""Code spans of running text (https://spec.commonmark.org/0.31.2/#code-spans), without an inline parser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_RUN = re.compile(r"`+")


def code_spans(text: str) -> Iterator[Span]:
    """Yield the code spans of a paragraph's text in order: a run of backticks up to the next run of the same length."""
    runs = list(_RUN.finditer(text))
    later: dict[int, list[int]] = {}
    for i in range(len(runs) - 1, -1, -1):
        later.setdefault(len(runs[i][0]), []).append(i)
    i = 0
    while i < len(runs):
        same = later[len(runs[i][0])]
        while same and same[-1] <= i:
            same.pop()
        if same:
            yield Span(runs[i].start(), runs[same[-1]].end())
            i = same[-1]
        i += 1
