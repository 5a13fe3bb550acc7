"""Links and images of running text (https://spec.commonmark.org/0.31.2/#links), without an inline parser."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINK = re.compile(r"\\.|!?\[|\](?:\((?:\\.|[^()\\]|\([^()]*\))*+\)|\[[^\]\[]*\])?|<[^<>\s]+>", re.DOTALL)


class Link(NamedTuple):
    """A link or an image, as offsets into the text."""

    start: int
    """Of ``[`` or ``![``."""
    text: int
    """Of its text."""
    close: int
    """Of the ``]`` behind that."""
    end: int
    """One past its destination or label."""


def links(text: str, code: Sequence[Span]) -> Iterator[Link]:
    """Yield links and images in the order of their ends; brackets in code spans don't count.

    An autolink, ``<https://example.org>``, is yielded as a link of which ``text`` and ``close`` are its ends.
    """
    opened: list[Span] = []
    starts = [span.start for span in code]
    for match in _LINK.finditer(text):
        i = bisect_right(starts, match.start()) - 1
        if i >= 0 and match.start() < code[i].end:
            continue
        found = match[0]
        if found.endswith("[") and found[0] in "![":
            opened.append(Span(*match.span()))
        elif found[0] == "<":
            yield Link(match.start(), match.start(), match.end(), match.end())
        elif found[0] == "]" and opened:
            start, behind = opened.pop()
            if len(found) > 1:
                yield Link(start, behind, match.start(), match.end())
