"""Padding of tables, which ``content`` may leave out: blanks beside pipes, all but three dashes of a delimiter row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.model import Length, Options, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

    from mdchunk.text.source import Source

_PADDING = re.compile(r"(?<=\|)[ \t]{2,}|[ \t]{2,}(?=\||$)|-{4,}", re.MULTILINE)
_BLANKS = re.compile(r"(?<=\|)[ \t]{2,}|[ \t]{2,}(?=\|)")
_MARKS = re.compile(r"[ \t>]*")


def padding(
    source: Source, tokens: Sequence[Token], options: Options, length: Length
) -> Iterator[tuple[Span, str]]:
    """Yield the padding of tables and its replacement: of all with ``compact_tables``, else of too wide ones.

    A table is too wide if its header row, delimiter row and longest row do not fit one chunk together.
    """
    for token in tokens:
        if token.type == "table" and not token.meta and token.map and token.map[1] - token.map[0] > 1:
            first, last = token.map
            if options.compact_tables or _is_too_wide(source, first, last, options.max_size, length):
                yield from _padding(source, first, last)


def _is_too_wide(source: Source, first: int, last: int, max_size: int, length: Length) -> bool:
    longest = max((source.line(number) for number in range(first + 2, last)), key=len, default="")
    lines = f"{source.line(first)}\n{source.line(first + 1)}\n{longest}"
    # a code point is no more than four bytes, and no tokenizer counts more than bytes
    return len(lines) * 4 > max_size and _PADDING.search(lines) is not None and length(lines) > max_size


def _padding(source: Source, first: int, last: int) -> Iterator[tuple[Span, str]]:
    for number in range(first, last):
        start, end = source.starts[number], source.line_end(number)
        marks = _MARKS.match(source.text, start, end)
        behind = marks.end() if marks else start
        if number == first + 1:
            for match in re.compile(r"-{4,}").finditer(source.text, behind, end):
                yield Span(*match.span()), "---"
        for match in _BLANKS.finditer(source.text, behind, end):
            yield Span(*match.span()), " "
