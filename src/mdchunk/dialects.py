"""Dialect name to a configured ``MarkdownIt``: a preset and a tuple of plugins, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from mdchunk.front_matter import front_matter_plugin
from mdchunk.model import MdchunkError
from mdchunk.syntax_gfm import math_plugin, nesting_plugin, table_plugin

Plugin = Callable[[MarkdownIt], object]


class Dialect(NamedTuple):
    """One row: what a kind of Markdown knows beyond CommonMark."""

    plugins: tuple[Plugin, ...]
    endings: tuple[str, ...] = ()
    """File name endings that choose this dialect under ``auto``."""


def _footnotes(md: MarkdownIt) -> None:
    # definitions stay where they stand, so that their lines stay in order
    footnote_plugin(md, inline=False, move_to_end=False)


def _strikethrough(md: MarkdownIt) -> None:
    md.enable("strikethrough")


_GFM: tuple[Plugin, ...] = (table_plugin, _strikethrough, _footnotes, math_plugin)

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        "gfm": Dialect((front_matter_plugin, *_GFM)),
        "commonmark": Dialect((front_matter_plugin,)),
    }
)
DEFAULT = "gfm"


def dialect_of(name: str, dialect: str = "auto") -> str:
    """Return the dialect for a file name: ``dialect`` itself unless it is ``auto``.

    Raises:
        MdchunkError: There is no such dialect; the message names those there are.
    """
    if dialect == "auto":
        lower = name.lower()
        return next(
            (key for key, row in DIALECTS.items() if row.endings and lower.endswith(row.endings)), DEFAULT
        )
    if dialect not in DIALECTS:
        raise MdchunkError(f"unknown dialect {dialect!r}; there are auto, {', '.join(DIALECTS)}")
    return dialect


@cache
def parser(dialect: str) -> MarkdownIt:
    """Return the parser of a dialect, block rules only: inline parsing is half the time, and only headings need it."""
    # inline_definitions: [a]: /u makes a token, so that its lines are accounted for
    md = MarkdownIt("commonmark", {"inline_definitions": True})
    nesting_plugin(md)
    for plugin in DIALECTS[dialect].plugins:
        plugin(md)
    md.core.ruler.enableOnly(["normalize", "block"])
    return md
