"""Fences of code (https://spec.commonmark.org/0.31.2/#fenced-code-blocks), for lines that no parser has read yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_OPENING = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")


def opening_fence(line: str) -> str:
    """Return the fence that a line opens, such as ``~~~~``, or ``""``.

    Args:
        line: The line without what its containers put in front of it.

    >>> opening_fence("```py"), opening_fence("```py```")
    ('```', '')
    """
    found = _OPENING.match(line)
    return found[0] if found else ""


def closes_fence(line: str, markup: str) -> bool:
    """Return whether a line closes the fence that ``markup`` opened.

    Args:
        line: The line without what its containers put in front of it.
        markup: The opening fence.

    >>> closes_fence("````", "```"), closes_fence("``` py", "```")
    (True, False)
    """
    fence = line.strip(" \t")
    return len(fence) >= len(markup) and not fence.strip(markup[:1])


def outside_fences(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that are neither in a fence nor its first or last line."""
    markup = ""
    for number, line in lines:
        if markup:
            if closes_fence(line, markup):
                markup = ""
        elif not (markup := opening_fence(line)):
            yield number, line
