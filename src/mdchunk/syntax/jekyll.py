"""Jekyll: Liquid tags and kramdown's extensions as blocks, and kramdown's attribute lines.

{% highlight ruby %}        {::comment}        ## Setup
# no heading                not shown          {: #my-setup }
{% endhighlight %}          {:/comment}

An attribute line may name the anchor of the heading above. See https://shopify.github.io/liquid,
https://kramdown.gettalong.org/syntax.html#block-ials and https://kramdown.gettalong.org/syntax.html#extensions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.directive import End, Opening, line_rule, push_directive, push_lines
from mdchunk.syntax.rules import ALT, Parser, add_rule, memo_of, note_unclosed, replace_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax.block.parser import Rule

_OPENING = re.compile(
    r"(?:\{%-?[ \t]*(?P<tag>highlight|raw|comment)\b[^%\n]*%\}|\{::(?P<extension>comment|nomarkdown)\b[^}\n/]*\})"
    r"(?P<rest>.*)$"
)
_OPTIONS = re.compile(r"\{::(?:options|comment|nomarkdown)\b[^}\n]*/\}[ \t]*$")
_TAG = re.compile(r"(?:\{%(?:[^%\n]|%(?!\}))*%\}[ \t]*)+$")
INLINE_COMMENT = (
    r"\{::comment\b[^}\n/]*\}(?:[^{\n]|\{(?!::comment|:/(?:comment)?\})|\n(?![ \t]*\n))*+\{:/(?:comment)?\}"
    r"|\{%-?[ \t]*comment[ \t]*-?%\}(?:[^{\n]|\{(?!%-?[ \t]*(?:end)?comment)|\n(?![ \t]*\n))*+"
    r"\{%-?[ \t]*endcomment[ \t]*-?%\}"
)
"""Finds ``{::comment}not shown{:/comment}`` and ``{% comment %}not shown{% endcomment %}`` in a text."""
_ATTRIBUTES = re.compile(r"\{:(?!:)[^{}\n]*\}[ \t]*$")
_ID = re.compile(r"[\s:]#([^\s{}#.]+)")


def liquid_plugin(md: Parser) -> None:
    """Add ``{% highlight %}``, ``{% raw %}`` and ``{::nomarkdown}`` as directives of code, comments, other tags."""
    add_rule(md, "fence", "liquid", _pair, "{", alt=ALT)
    add_rule(md, "fence", "liquid_tag", line_rule(_TAG, "liquid"), "{")
    add_rule(md, "fence", "kramdown_options", line_rule(_OPTIONS, "options"), "{", alt=ALT)


def attribute_line_plugin(md: Parser) -> None:
    """Add lines of attributes; one right below a heading belongs to it, and its ``#id`` is the heading's anchor."""
    replace_rule(md, "heading", _with_line)
    replace_rule(md, "paragraph", _with_line)
    add_rule(md, "fence", "attribute_line", line_rule(_ATTRIBUTES, "attributes"), "{", alt=ALT)


def _pair(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a line that begins with an opening tag to the one that ends with its closing tag."""
    pos = state.bMarks[start] + state.tShift[start]
    opening = _OPENING.match(state.src, pos, state.eMarks[start])
    if not opening or state.is_code_block(start):
        return False
    name = opening["tag"] or opening["extension"]
    if opening["tag"]:
        said, closing = f"{{% end{name} %}}", rf"\{{%-?[ \t]*end{name}[ \t]*-?%\}}"
    else:
        said, closing = f"{{:/{name}}}", rf"\{{:/(?:{name})?\}}"
    failed = memo_of(state.env).not_closed
    since, until = failed.get(said, (end, 0))
    if since <= start and end <= until:
        return False
    found = re.compile(closing).search(state.src, opening.start("rest"), state.eMarks[end - 1])
    if not found:
        failed[said] = (start, end)
        if not silent:
            note_unclosed(state.env, start, f"directive is not closed: add {said}")
        return False
    last = start + state.src.count("\n", pos, found.start())
    if last >= end or state.src[found.end() : state.eMarks[last]].strip():
        return False
    lines = range(start, last + 1)
    if any(not state.isEmpty(line) and state.sCount[line] < state.blkIndent for line in lines):
        return False
    if silent:
        return True
    if name == "comment":
        push_lines(state, start, last + 1, name, "comment")
    elif last == start:
        push_lines(state, start, last + 1, name)
    else:
        line = Opening("{%", name, opening[0])
        push_directive(state, start, End(last, is_closed=True), line, start + 1, is_verbatim=True)
    return True


def _with_line(rule: Rule) -> Rule:
    """Return the rule of a heading with the line of attributes below it."""

    def with_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if not rule(state, start, end, silent):
            return False
        if silent or state.tokens[-1].type != "heading_close" or state.line >= end:
            return True
        pos = state.bMarks[state.line] + state.tShift[state.line]
        attributes = _ATTRIBUTES.match(state.src, pos, state.eMarks[state.line])
        if attributes:
            opening = state.tokens[-3]
            found = _ID.search(attributes[0])
            if found:
                opening.attrs = {"id": found[1]}
            state.line += 1
            opening.map = [start, state.line]
        return True

    return with_line
