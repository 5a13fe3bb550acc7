"""What a parser made of a text, in lines that a reader can check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.syntax.rules import Parser

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt


def parser(*plugins: Callable[[Parser], None]) -> Parser:
    """Return a parser of CommonMark with the plugins, and with definitions as tokens."""
    md = Parser()
    md.options.maxNesting = 100
    for plugin in plugins:
        plugin(md)
    return md


def shape(md: MarkdownIt, text: str) -> list[str]:
    """Return a line for each block: its type, the name of a directive, its lines (1-based, inclusive)."""
    blocks = []
    for token in md.parse(text, {}):
        if token.nesting >= 0 and token.map and token.type != "inline":
            name = f" {token.meta['name']}" if token.meta.get("name") else ""
            kind = token.type.removesuffix("_open")
            blocks.append(f"{'  ' * token.level}{kind}{name} {token.map[0] + 1}-{token.map[1]}")
    return blocks
