"""Dialect name to a configured ``MarkdownIt``: a preset and a tuple of plugins, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from mdchunk.model import MdchunkError
from mdchunk.syntax.containers import colon_plugin, div_plugin, mkdocs_plugin, toc_plugin
from mdchunk.syntax.field_list import field_list_plugin
from mdchunk.syntax.front_matter import front_matter_plugin
from mdchunk.syntax.gfm import math_plugin, nesting_plugin, table_plugin
from mdchunk.syntax.heading_attributes import heading_attributes_plugin
from mdchunk.syntax.hugo import shortcode_plugin
from mdchunk.syntax.math import environment_plugin, labelled_math_plugin
from mdchunk.syntax.mdx.plugin import mdx_plugin
from mdchunk.syntax.myst import myst_plugin
from mdchunk.syntax.obsidian import percent_comment_plugin
from mdchunk.syntax.paragraph import first_character_plugin, paragraph_plugin

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


_TABLES: tuple[Plugin, ...] = (front_matter_plugin, table_plugin, _strikethrough, _footnotes)
_GFM: tuple[Plugin, ...] = (*_TABLES, math_plugin)
_ATTRIBUTES: tuple[Plugin, ...] = (*_GFM, heading_attributes_plugin)
_MYST: tuple[Plugin, ...] = (
    labelled_math_plugin,
    environment_plugin,
    myst_plugin,
    deflist_plugin,
    field_list_plugin,
)

CONVERTED = "converted"
"""What the converters of other formats write."""

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        "gfm": Dialect(_GFM),
        "commonmark": Dialect((front_matter_plugin,)),
        "myst": Dialect((*_TABLES, *_MYST)),
        "mdx": Dialect((*_ATTRIBUTES, colon_plugin, mdx_plugin), (".mdx",)),
        "vitepress": Dialect((*_ATTRIBUTES, colon_plugin, toc_plugin)),
        "mkdocs": Dialect((*_ATTRIBUTES, mkdocs_plugin, toc_plugin, deflist_plugin)),
        "pandoc": Dialect((*_ATTRIBUTES, div_plugin, environment_plugin, deflist_plugin), (".qmd", ".rmd")),
        "hugo": Dialect((*_ATTRIBUTES, shortcode_plugin, deflist_plugin)),
        "obsidian": Dialect((*_GFM, percent_comment_plugin)),
        "gitlab": Dialect((*_GFM, toc_plugin)),
        CONVERTED: Dialect(_ATTRIBUTES, (".pdf", ".docx", ".html", ".htm", ".xhtml")),
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


def takes_ids(dialect: str) -> bool:
    """Tell whether ``{#id}`` behind a heading is its anchor in a dialect."""
    return heading_attributes_plugin in DIALECTS[dialect].plugins


@cache
def parser(dialect: str) -> MarkdownIt:
    """Return the parser of a dialect, block rules only: inline parsing is half the time, and only headings need it."""
    # inline_definitions: [a]: /u makes a token, so that its lines are accounted for
    md = MarkdownIt("commonmark", {"inline_definitions": True})
    for plugin in (paragraph_plugin, nesting_plugin, *DIALECTS[dialect].plugins, first_character_plugin):
        plugin(md)
    md.core.ruler.enableOnly(["normalize", "block"])
    return md
