"""The table of dialects, and the parser of each: a dialect is a row of plugins, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from mdchunk.model import MdchunkError
from mdchunk.syntax import heading_marks, jekyll, obsidian
from mdchunk.syntax.containers import colon_plugin, div_plugin, mkdocs_plugin, toc_plugin
from mdchunk.syntax.docfx import docfx_plugin
from mdchunk.syntax.field_list import field_list_plugin
from mdchunk.syntax.front_matter import front_matter_plugin
from mdchunk.syntax.gfm import math_plugin, nesting_plugin, table_plugin
from mdchunk.syntax.heading_attributes import heading_attributes_plugin
from mdchunk.syntax.hugo import shortcode_plugin
from mdchunk.syntax.inline import Mark, marks_plugin
from mdchunk.syntax.jekyll import attribute_line_plugin, liquid_plugin
from mdchunk.syntax.math import dollar_plugin, environment_plugin, labelled_math_plugin, math_fence_plugin
from mdchunk.syntax.mdc import mdc_plugin
from mdchunk.syntax.mdx.plugin import mdx_plugin
from mdchunk.syntax.myst import myst_plugin
from mdchunk.syntax.obsidian import percent_comment_plugin
from mdchunk.syntax.paragraph import paragraph_plugin
from mdchunk.syntax.rules import Parser
from mdchunk.syntax.text_tables import text_table_plugin
from mdchunk.text.slugs import SLUGGERS

Plugin = Callable[[Parser], object]
"""Adds rules to a parser; plugins of markdown-it fit too."""


class Dialect(NamedTuple):
    """One row: what a kind of Markdown knows beyond CommonMark. Help and documentation are generated from it."""

    knows: str
    """What it knows besides CommonMark, for a reader, in Markdown."""
    plugins: tuple[Plugin, ...]
    """In the order in which they are applied."""
    endings: tuple[str, ...] = ()
    """Endings of file names, lower case, that choose this dialect under ``auto``."""
    anchors: str = "github"
    """What makes its anchors, unless the setting says otherwise: a row of ``text.slugs.SLUGGERS``."""
    marks: tuple[Mark, ...] = ()
    """What its headings may hold that a site shows otherwise; the first that matches counts."""
    inline_comments: str = ""
    """A regular expression that finds comments inside a text; nothing in CommonMark and its HTML, which keep them."""


def _footnotes(md: Parser) -> None:
    # definitions stay in place, so that their lines stay in order
    footnote_plugin(md, inline=False, move_to_end=False)


def _strikethrough(md: Parser) -> None:
    md.enable("strikethrough")


_TABLES: tuple[Plugin, ...] = (front_matter_plugin, table_plugin, _strikethrough, _footnotes)
_GFM: tuple[Plugin, ...] = (*_TABLES, math_plugin)
_ATTRIBUTES: tuple[Plugin, ...] = (*_GFM, heading_attributes_plugin)
_SITE: tuple[Plugin, ...] = (*_ATTRIBUTES, math_fence_plugin)
_PAGE: tuple[Plugin, ...] = (*_ATTRIBUTES, dollar_plugin)
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
        "gfm": Dialect(
            "what GitHub shows: tables, footnotes, alerts, strikethrough, math between `$$`", _GFM
        ),
        "commonmark": Dialect("nothing", (front_matter_plugin,)),
        "mdx": Dialect(
            "as `gfm`; `import`/`export`, JSX elements, `{expressions}`, `{/* comments */}`, `:::note` containers,"
            " `{#id}` and `{/* #id */}` after headings; no indented code and no HTML; for Docusaurus too",
            (*_SITE, colon_plugin, mdx_plugin),
            (".mdx",),
            anchors="docusaurus",
        ),
        "myst": Dialect(
            "tables, footnotes; directives by fence and by colon, targets, block breaks, `%` comments,"
            " substitutions, attribute lines, math with labels and blank lines, LaTeX environments, field lists,"
            " definition lists",
            (*_TABLES, *_MYST),
            anchors="myst",
            marks=heading_marks.MYST,
        ),
        "vitepress": Dialect(
            "as `gfm`; `::: tip` containers, `{#id}` after headings, `[[toc]]`",
            (*_SITE, colon_plugin, toc_plugin),
            anchors="vitepress",
            marks=heading_marks.VITEPRESS,
        ),
        "mkdocs": Dialect(
            'as `gfm`; `!!!` and `???` admonitions, `=== "Tab"`, `/// note` blocks, `::: a.module`,'
            " definition lists, `{#id}` after headings, `[TOC]`",
            (*_PAGE, mkdocs_plugin, toc_plugin, deflist_plugin),
            anchors="mkdocs",
            marks=heading_marks.MKDOCS,
        ),
        "pandoc": Dialect(
            "as `gfm`; `::: {.note}` divs, simple, multiline and grid tables, LaTeX environments, definition lists,"
            " `{#id .class}` after headings; for R Markdown too",
            (*_PAGE, div_plugin, text_table_plugin, environment_plugin, deflist_plugin),
            (".rmd",),
            anchors="pandoc",
            marks=heading_marks.PANDOC,
        ),
        "quarto": Dialect(
            "as `pandoc`; shortcodes, alone and in pairs, `$$ {#eq-label}`",
            (
                *_PAGE,
                div_plugin,
                text_table_plugin,
                shortcode_plugin,
                environment_plugin,
                deflist_plugin,
            ),
            (".qmd",),
            anchors="pandoc",
            marks=heading_marks.QUARTO,
        ),
        "jekyll": Dialect(
            "as `gfm`; Liquid tags, whose `{% highlight %}` and `{% raw %}` hold code; `{% comment %}` and"
            " `{::comment}`; `{: #id }` below headings, `{#id}` after them, definition lists",
            (*_SITE, liquid_plugin, attribute_line_plugin, deflist_plugin),
            marks=heading_marks.JEKYLL,
            inline_comments=jekyll.INLINE_COMMENT,
        ),
        "mdc": Dialect(
            "as `gfm`; `::name` components of Nuxt Content, with properties in YAML and slots",
            (*_GFM, math_fence_plugin, mdc_plugin),
            anchors="mdc",
            marks=heading_marks.MDC,
        ),
        "docfx": Dialect(
            "as `gfm`; tabs (`# [Windows](#tab/windows)` is no heading), `:::zone` lines, `[!INCLUDE]`",
            (*_GFM, math_fence_plugin, docfx_plugin),
            marks=heading_marks.DOCFX,
        ),
        "hugo": Dialect(
            "as `gfm`; shortcodes, alone and in pairs, definition lists, `{#id}` after headings",
            (*_PAGE, shortcode_plugin, deflist_plugin),
            anchors="hugo",
            marks=heading_marks.HUGO,
        ),
        "obsidian": Dialect(
            "as `gfm`; `%%` comments; callouts are quotes, as in all dialects",
            (*_GFM, math_fence_plugin, percent_comment_plugin),
            marks=heading_marks.OBSIDIAN,
            inline_comments=obsidian.INLINE_COMMENT,
        ),
        "gitlab": Dialect("as `gfm`; `[[_TOC_]]`", (*_GFM, dollar_plugin, toc_plugin), anchors="gitlab"),
        CONVERTED: Dialect(
            "as `gfm`; `{#id}` after headings; what the converters of other formats write",
            _ATTRIBUTES,
            (".pdf", ".docx", ".html", ".htm", ".xhtml"),
        ),
    }
)
DEFAULT = "gfm"


def dialect_of(name: str, dialect: str = "auto") -> str:
    """Return the dialect of a file by its name, or ``dialect`` itself unless that is ``auto``.

    Raises:
        MdchunkError: There is no such dialect; the message names all.
    """
    if dialect == "auto":
        lower = name.lower()
        return next(
            (key for key, row in DIALECTS.items() if row.endings and lower.endswith(row.endings)), DEFAULT
        )
    if dialect not in DIALECTS:
        raise MdchunkError(f"must be one of auto, {', '.join(DIALECTS)}, not {dialect!r}", setting="dialect")
    return dialect


def anchors_of(dialect: str, anchors: str = "auto") -> str:
    """Return what makes the anchors of a document: ``anchors`` itself unless it is ``auto``.

    Args:
        dialect: A row of ``DIALECTS``.
        anchors: ``auto``, or a row of ``SLUGGERS``.

    Raises:
        MdchunkError: There is no such row; the message names all.
    """
    if anchors == "auto":
        return DIALECTS[dialect].anchors
    if anchors not in SLUGGERS:
        advice = f"choose from auto, {', '.join(SLUGGERS)}"
        raise MdchunkError(f"unknown anchors {anchors!r}", advice=advice)
    return anchors


_ID_PLUGINS: Mapping[str, Plugin] = MappingProxyType(
    {"{#id}": heading_attributes_plugin, "{/*id*/}": mdx_plugin}
)


def takes_ids(dialect: str, form: str) -> bool:
    """Return whether an id after a heading, ``{#id}`` or ``{/*id*/}``, is its anchor in a dialect."""
    return _ID_PLUGINS[form] in DIALECTS[dialect].plugins


@cache
def parser(dialect: str) -> Parser:
    """Return the parser of a dialect."""
    md = Parser()
    row = DIALECTS[dialect]
    for plugin in (paragraph_plugin, nesting_plugin, *row.plugins, marks_plugin(*row.marks)):
        plugin(md)
    return md
