"""DocFX and Microsoft Learn: tabs that look like headings, lines between triple colons, includes.

# [Windows](#tab/windows)        :::zone pivot="a"        [!INCLUDE [note](note.md)]

See https://learn.microsoft.com/contribute/content/markdown-reference.
"""

from __future__ import annotations

import re

from mdchunk.syntax.directive import line_rule
from mdchunk.syntax.rules import ALT, Parser, add_rule

_TAB = re.compile(r"#{1,6}[ \t]+\[[^\]\n]*\]\(#tabs?/[^)\n]*\)[ \t#]*$")
_COLONS = re.compile(r":{3,}[ \t]*[A-Za-z].*$")
_INCLUDE = re.compile(r"\[!(?:INCLUDE|code|VIDEO)\b.*\][ \t]*$", re.IGNORECASE)


def docfx_plugin(md: Parser) -> None:
    """Add tabs, which are no headings, lines such as ``:::zone`` and ``:::zone-end``, and includes.

    Each is a ``directive_leaf``: the headings between ``:::`` lines are headings of the page.
    """
    add_rule(md, "heading", "docfx_tab", line_rule(_TAB, "tab"), "#", alt=ALT)
    add_rule(md, "fence", "docfx_colons", line_rule(_COLONS, "colons"), ":", alt=ALT)
    add_rule(md, "reference", "docfx_include", line_rule(_INCLUDE, "include"), "[")
