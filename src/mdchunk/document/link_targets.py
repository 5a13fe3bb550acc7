"""What links point to: destinations and labels, which ``content`` may leave out; the text of the links stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.model import Span
from mdchunk.text.code_spans import code_spans
from mdchunk.text.links import links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.document.blocks import Parsed

_TEXTS = frozenset({"paragraph", "inline", "table"})
"""Tokens whose lines are running text, or rows of it."""


def link_targets(parsed: Parsed) -> Iterator[Span]:
    """Yield the brackets, destinations and labels of links and images: all but the text in ``[text](/url)``."""
    source = parsed.source
    labels = {_folded(token.meta["label"]) for token in parsed.tokens if token.type == "definition"}
    for token in parsed.tokens:
        if token.type not in _TEXTS or not token.map:
            continue
        first, last = token.map
        # in a table a code span ends with its row
        ends = range(first + 1, last + 1) if token.type == "table" else (last,)
        for end in ends:
            yield from _targets(
                source.text[source.starts[first] : source.starts[end]], source.starts[first], labels
            )
            first = end


def _targets(text: str, origin: int, labels: set[str]) -> Iterator[Span]:
    if "](" not in text and "][" not in text:
        return
    for start, begun, close, end in links(text, list(code_spans(text))):
        is_reference = text.startswith("][", close)
        label = text[close + 2 : end - 1] or text[begun:close]
        if begun > start and (not is_reference or _folded(label) in labels):
            yield Span(origin + start, origin + begun)
            yield Span(origin + close, origin + end)


def _folded(label: str) -> str:
    """Return a label as labels are compared: case and blanks make no difference."""
    return " ".join(label.split()).casefold()
