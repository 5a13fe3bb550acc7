"""Jekyll: Liquid tags as blocks, and kramdown's attribute lines, which may name the anchor of the heading above.

{% highlight ruby %}        ## Setup
# no heading                {: #my-setup }
{% endhighlight %}

See https://shopify.github.io/liquid and https://kramdown.gettalong.org/syntax.html#block-ials.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.directive import End, Opening, line_rule, push_directive, push_lines
from mdchunk.syntax.rules import ALT, Parser, add_rule, memo_of, note_unclosed, replace_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax.block.parser import Rule

_OPENING = re.compile(r"\{%-?[ \t]*(?P<name>highlight|raw|comment)\b[^%\n]*%\}(?P<rest>.*)$")
_TAG = re.compile(r"(?:\{%(?:[^%\n]|%(?!\}))*%\}[ \t]*)+$")
_ATTRIBUTES = re.compile(r"\{:(?!:)[^{}\n]*\}[ \t]*$")
_ID = re.compile(r"[\s:]#([^\s{}#.]+)")


def liquid_plugin(md: Parser) -> None:
    """Add ``{% highlight %}`` and ``{% raw %}`` as directives of code, ``{% comment %}``, and lines of other tags."""
    add_rule(md, "fence", "liquid", _liquid, "{", alt=ALT)
    add_rule(md, "fence", "liquid_tag", line_rule(_TAG, "liquid"), "{")


def attribute_line_plugin(md: Parser) -> None:
    """Add lines of attributes; one right below a heading belongs to it, and its ``#id`` is the heading's anchor."""
    replace_rule(md, "heading", _with_line)
    replace_rule(md, "paragraph", _with_line)
    add_rule(md, "fence", "attribute_line", line_rule(_ATTRIBUTES, "attributes"), "{", alt=ALT)


def _liquid(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a line that begins with an opening tag to the one that ends with its closing tag."""
    pos = state.bMarks[start] + state.tShift[start]
    opening = _OPENING.match(state.src, pos, state.eMarks[start])
    if not opening or state.is_code_block(start):
        return False
    name = opening["name"]
    closing = re.compile(rf"\{{%-?[ \t]*end{name}[ \t]*-?%\}}")
    failed = memo_of(state.env).not_closed
    since, until = failed.get(name, (end, 0))
    if since <= start and end <= until:
        return False
    found = closing.search(state.src, opening.start("rest"), state.eMarks[end - 1])
    if not found:
        failed[name] = (start, end)
        if not silent:
            note_unclosed(state.env, start, f"directive is not closed: add {{% end{name} %}}")
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
        said = Opening("{%", name, opening[0])
        push_directive(state, start, End(last, is_closed=True), said, start + 1, is_verbatim=True)
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
