"""Containers and admonitions of the documentation tools: Docusaurus, VitePress, Pandoc, Quarto, MkDocs.

:::note[Title]      ::: {.callout-tip}      !!! note "Title"      /// note | Title
Markdown            Markdown                    Markdown          Markdown
:::                 :::                                           ///
"""

from __future__ import annotations

import re

from mdchunk.syntax.directive import (
    closed_by_count,
    closed_by_equal,
    closed_by_length,
    directive_rule,
    ends_with_indent,
    line_rule,
)
from mdchunk.syntax.rules import ALT, Parser, add_rule

# ":::image file.png:::" and ":::row-end:::" are closed in their own line, and are no containers
_NAMED = re.compile(r"(?P<markup>:{3,})[ \t]*(?P<info>(?P<name>[A-Za-z][\w-]*)(?:(?!:::).)*)$")
_DIV = re.compile(
    r"(?P<markup>:{3,})[ \t]*(?=\{?[ \t]*[.#]?(?P<name>[^\s:{}]+))"
    r"(?P<info>\{[^{}]*\}|[^\s:{}]+)[ \t]*:*[ \t]*$"
)
_BLOCK = re.compile(r"(?P<markup>/{3,})[ \t]*(?P<info>(?P<name>[A-Za-z][\w-]*)[ \t]*(?:\|.*)?)$")
_ADMONITION = re.compile(
    r"(?P<markup>!!!|\?\?\?\+?)[ \t]*(?=[\w\"-])"
    r"(?P<info>(?P<name>[\w-]*)(?:[ \t]+[\w-]+)*(?:[ \t]*\".*\")?)[ \t]*$"
)
_TAB = re.compile(r"(?P<markup>===[!+]?)[ \t]+(?P<info>(?P<name>)(?:\"[^\"]*\"|'[^']*'))[ \t]*$")
_AUTODOC = re.compile(r"(?P<markup>:::)[ \t]+(?P<info>(?P<name>[\w.:-]+))[ \t]*$")

_TOC = re.compile(r"(?:\[\[(?:_TOC_|toc|TOC)\]\]|\[TOC\])[ \t]*$")


def colon_plugin(md: Parser) -> None:
    """Add ``:::name`` of Docusaurus and VitePress, where a longer fence holds a shorter one.

    See https://docusaurus.io/docs/markdown-features/admonitions and https://vitepress.dev/guide/markdown.
    """
    add_rule(md, "fence", "containers", directive_rule(_NAMED, closed_by_length), ":", alt=ALT)


def div_plugin(md: Parser) -> None:
    """Add fenced divs, where each closing fence closes the innermost one.

    See https://pandoc.org/MANUAL.html#extension-fenced_divs.
    """
    add_rule(md, "fence", "divs", directive_rule(_DIV, closed_by_count(_DIV)), ":", alt=ALT)


def mkdocs_plugin(md: Parser) -> None:
    """Add ``/// note`` and what is indented below ``!!! a``, ``??? a``, ``=== "A"``, ``::: a.module``.

    See https://python-markdown.github.io/extensions/admonition, https://mkdocstrings.github.io/usage and, for
    the rest, https://facelessuser.github.io/pymdown-extensions.
    """
    rules = {
        "blocks": (directive_rule(_BLOCK, closed_by_equal), "/"),
        "admonitions": (directive_rule(_ADMONITION, ends_with_indent, indent=4), "!?"),
        "tabs": (directive_rule(_TAB, ends_with_indent, indent=4), "="),
        "autodoc": (directive_rule(_AUTODOC, ends_with_indent, is_verbatim=lambda _name: True), ":"),
    }
    for name, (rule, starts) in rules.items():
        add_rule(md, "fence", f"mkdocs_{name}", rule, starts, alt=ALT)


def toc_plugin(md: Parser) -> None:
    """Add the lines that stand for a table of contents: ``[[_TOC_]]``, ``[[toc]]``, ``[TOC]``."""
    add_rule(md, "fence", "toc", line_rule(_TOC, "toc"), "[")
