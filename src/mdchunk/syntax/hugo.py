"""Hugo's shortcodes, as blocks: alone, or from an opening to its closing tag.

    {{< figure src="a.png" >}}        {{% note %}}
                                      Markdown
                                      {{% /note %}}

Hugo finds them before it looks at Markdown, in fences too, and so does this module: once for a document, with
a stack, so that each tag knows its partner. See https://gohugo.io/content-management/shortcodes.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.syntax.directive import End, Opening, push_directive, push_lines
from mdchunk.syntax.rules import Parser, add_rule, found_once
from mdchunk.syntax.transparent import transparent_plugin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.rules_block import StateBlock

_EDGE = re.compile(r"\{\{[<%](?!/\*)|[>%]\}\}")
_NAME = re.compile(r"\{\{[<%][ \t\n]*(?P<closing>/?)[ \t\n]*(?P<name>[\w./-]*[\w.-])")
_VERBATIM = frozenset(
    {"chart", "code-toggle", "gist", "highlight", "html", "katex", "math", "mermaid", "raw", "rawhtml"}
)
"""Shortcodes whose content is no Markdown."""


class _Tag(NamedTuple):
    """A tag in the text; offsets are 0-based, half-open."""

    name: str
    start: int
    end: int
    partner: int = -1
    """Offset of the closing tag that belongs to it, or -1."""
    partner_end: int = -1


def shortcode_plugin(md: Parser) -> None:
    """Add the block rule. It interrupts no paragraph: Hugo puts the result into the paragraph's text.

    A tag alone is a directive, and so is a pair. What is between ``{{% a %}}`` and ``{{% /a %}}`` is Markdown of the
    page: if it holds headings, they open sections, and the two tags are blocks of their own.
    """
    add_rule(md, "fence", "shortcode", _shortcode, "{")
    transparent_plugin(md)


def _shortcode(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: a tag or a pair that begins a line, with nothing after it."""
    pos = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("{{", pos) or state.is_code_block(start):
        return False
    tag = found_once(state, _tags).get(pos)
    if tag is None:
        return False
    is_pair = tag.partner >= 0
    last_offset = tag.partner_end if is_pair else tag.end
    last = start + state.src.count("\n", pos, last_offset)
    if not _fits(state, start, last, end, last_offset):
        return False
    if silent:
        return True
    first = start + state.src.count("\n", pos, tag.end)
    if not is_pair or first == last:
        push_lines(state, start, last + 1, tag.name)
    else:
        _push_pair(state, tag, start, first, last)
    return True


def _push_pair(state: StateBlock, tag: _Tag, start: int, first: int, last: int) -> None:
    """Push a pair: its opening tag is on the lines ``start`` to ``first``, its closing tag on the line ``last``."""
    src = state.src
    pos = state.bMarks[start] + state.tShift[start]
    opening = Opening(src[pos : pos + 3], tag.name, src[pos : tag.end])
    is_markdown = opening.markup == "{{%" and tag.name not in _VERBATIM
    # {{% note %}}
    # text {{% /note %}}        the last line is text, too
    is_text = is_markdown and bool(src[state.bMarks[last] : tag.partner].strip())
    end = End(last + 1, is_closed=False, needs_closing=False) if is_text else End(last, is_closed=True)
    stands_alone = not src[tag.end : state.eMarks[first]].strip()
    is_verbatim = tag.name in _VERBATIM or not (stands_alone or is_markdown)
    push_directive(state, start, end, opening, first + 1, is_verbatim=is_verbatim, is_transparent=is_markdown)


def _fits(state: StateBlock, start: int, last: int, end: int, offset: int) -> bool:
    """Return whether a block may end at the offset, in line ``last``: in its container, with nothing after it."""
    if last >= end or state.src[offset : state.eMarks[last]].strip():
        return False
    return all(
        state.isEmpty(line) or state.sCount[line] >= state.blkIndent for line in range(start, last + 1)
    )


def _tags(src: str) -> dict[int, _Tag]:
    """Return all tags of a document by their offset; a partner is with the opening one of the two."""
    tags: dict[int, _Tag] = {}
    opened: list[_Tag] = []
    count: Counter[str] = Counter()
    for start, end in _spans(src):
        match = _NAME.match(src, start, end)
        if not match:
            continue
        tag = tags[start] = _Tag(match["name"], start, end)
        if not match["closing"]:
            if src[end - 4] != "/":
                opened.append(tag)
                count[tag.name] += 1
        elif count[tag.name]:
            while (other := opened.pop()).name != tag.name:
                count[other.name] -= 1
            count[tag.name] -= 1
            tags[other.start] = other._replace(partner=start, partner_end=end)
    return tags


def _spans(src: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the tags, half-open."""
    start = -1
    for edge in _EDGE.finditer(src):
        if edge[0][0] == "{":
            start = edge.start()
        elif start >= 0:
            yield start, edge.end()
            start = -1
