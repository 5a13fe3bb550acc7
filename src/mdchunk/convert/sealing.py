"""Pages that can't reach into each other: what one page leaves open ends with it.

Converters write what is printed, and a page of a manual of Markdown may well print an opening fence, ``<!--`` or
``<script>``. Joined as they are, such a page would swallow all pages behind it, their comments included.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from mdchunk.document.page_markers import marker_lines
from mdchunk.syntax.dialects import CONVERTED, parser
from mdchunk.text.source import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?")
_NOT_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters but tab and line feed, and what is no character."""
_SENTINEL = "\n\n<!-- page 1 -->\n"
_CONTAINER = re.compile(r"[\s>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+|>[ \t]?)*")
"""What may stand before a block on its first line: indentation, quote and list markers."""


def printable(text: str) -> str:
    r"""Return a text with ``\n`` for every line ending, without control characters.

    Fonts without a proper map to Unicode give control characters, and a form feed would count as the end of a page.
    """
    return _NOT_TEXT.sub("", _LINE_END.sub("\n", text))


def sealed(page: str) -> str:
    """Return a page's Markdown with a backslash where HTML or a page comment would begin, and its fences closed.

    HTML is escaped where a block of it begins, at the start of a line: ``a<b`` stays.
    """
    lines = _without_html(page.strip("\n").split("\n"))
    while (first := _swallows(lines)) is not None:
        token, line = first
        if token.type == "fence":
            lines.append(token.markup)
        else:
            lines[line] = _escaped(lines[line])
    return "\n".join(lines)


def _without_html(lines: list[str]) -> list[str]:
    """Return lines in which no HTML block and no page marker begins."""
    while found := [*_html_lines(lines), *marker_lines(read_source("\n".join(lines)), _tokens(lines))]:
        for line in set(found):
            lines[line] = _escaped(lines[line])
    return lines


def _html_lines(lines: list[str]) -> Iterator[int]:
    """Yield the 0-based lines on which a block of HTML begins, or would begin once the line before is none.

    Found together, for a page of ``<div>`` alone on each line would be parsed once a line otherwise.
    """
    for token in _tokens(lines):
        if token.type == "html_block" and token.map:
            first, last = token.map
            yield first
            yield from (i for i in range(first + 1, last) if _interrupts(lines[i]))


def _interrupts(line: str) -> bool:
    text = _CONTAINER.sub("", line, count=1)
    return any(begin.search(text) for begin, _, interrupts in HTML_SEQUENCES if interrupts)


def _swallows(lines: list[str]) -> tuple[Token, int] | None:
    """Return the block that a page comment behind the page would be part of, and its first line, if there is one."""
    tokens = _tokens([*lines, *_SENTINEL.split("\n")])
    # the lines of a container end before what follows it, so that the last block at the top has the comment or is it
    last = [token for token in tokens if token.level == 0 and token.map][-1]
    if last.type == "html_block" and last.map and last.map[0] > len(lines):
        return None
    return last, last.map[0] if last.map else 0


def _tokens(lines: list[str]) -> list[Token]:
    return parser(CONVERTED).parse("\n".join(lines))


def _escaped(line: str) -> str:
    """Return a line with a backslash before its text."""
    found = _CONTAINER.match(line)
    at = found.end() if found else 0
    return f"{line[:at]}\\{line[at:]}"
