"""Hugo's shortcodes, as blocks: alone, or from an opening to its closing tag.

    {{< figure src="a.png" >}}        {{% note %}}
                                      Markdown
                                      {{% /note %}}

Hugo finds them before it looks at Markdown, in fences too, and so does this module: once for a document, with
a stack, so that each tag knows its partner. See https://gohugo.io/content-management/shortcodes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.syntax.directive import End, Opening, push_directive, push_lines
from mdchunk.syntax.paragraph import add_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

_EDGE = re.compile(r"\{\{[<%](?!/\*)|[>%]\}\}")
_NAME = re.compile(r"\{\{[<%][ \t\n]*(?P<closing>/?)[ \t\n]*(?P<name>[\w./-]*[\w.-])")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]|$)", re.MULTILINE)
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
    holds_heading: bool = False
    """Whether a line between the two looks like a heading."""


def shortcode_plugin(md: MarkdownIt) -> None:
    """Add the block rule. It interrupts no paragraph: Hugo puts the result into the paragraph's text.

    A pair is a directive, and so is a tag alone. Where headings stand between ``{{% a %}}`` and
    ``{{% /a %}}``, they are headings of the page, and the two tags are blocks of their own.
    """
    add_rule(md, "fence", "shortcode", _shortcode, "{")


def _shortcode(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: a tag that begins a line, and ends one."""
    pos = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("{{", pos) or state.is_code_block(start):
        return False
    if "shortcodes" not in state.env:
        state.env["shortcodes"] = _tags(state.src)
    tag: _Tag | None = state.env["shortcodes"].get(pos)
    if tag is None:
        return False
    is_pair = tag.partner >= 0 and not (tag.holds_heading and state.src.startswith("{{%", pos))
    last = start + state.src.count("\n", pos, tag.partner_end if is_pair else tag.end)
    if not _fits(state, start, last, end, tag.partner_end if is_pair else tag.end):
        return False
    if silent:
        return True
    first = start + state.src.count("\n", pos, tag.end)
    opening = Opening(state.src[pos : pos + 3], tag.name, state.src[pos : tag.end])
    if not is_pair or first == last:
        push_lines(state, start, last + 1, tag.name)
    else:
        stands_alone = not state.src[tag.end : state.eMarks[first]].strip()
        is_verbatim = tag.name in _VERBATIM or not stands_alone
        push_directive(state, start, End(last, is_closed=True), opening, first + 1, is_verbatim=is_verbatim)
    return True


def _fits(state: StateBlock, start: int, last: int, end: int, offset: int) -> bool:
    """Tell whether a block may end at the offset, in line ``last``: in its container, nothing behind it."""
    if last >= end or state.src[offset : state.eMarks[last]].strip():
        return False
    return all(
        state.isEmpty(line) or state.sCount[line] >= state.blkIndent for line in range(start, last + 1)
    )


def _tags(src: str) -> dict[int, _Tag]:
    """Return all tags of a document by their offset; a partner is with the opening one of the two."""
    headings = [match.start() for match in _HEADING.finditer(src)]
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
            between = bisect_left(headings, other.end) < bisect_left(headings, start)
            tags[other.start] = other._replace(partner=start, partner_end=end, holds_heading=between)
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
