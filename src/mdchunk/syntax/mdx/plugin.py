"""MDX as a markdown-it plugin: ESM, expressions and JSX elements are blocks, found by block rules.

What is a block and where it ends follows micromark-extension-mdxjs: a line that starts with a tag or a brace
is a block if nothing but tags and expressions follows up to the end of a line, else it is a paragraph. ::

    <Note>text</Note>    a paragraph
    <Note>               an element, its content is Markdown
    text
    </Note>

MDX refuses a file with an unclosed tag. Here such a tag is read again by the rules of HTML blocks, an
unclosed brace is text, and no part of the file is lost.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.rules_core.block import block

from mdchunk.syntax.mdx.elements import TAGS, elements, unpaired
from mdchunk.syntax.mdx.esm import esm
from mdchunk.syntax.mdx.inline import is_comment, name_anchors, read_inline
from mdchunk.syntax.mdx.javascript import BAD, OPEN
from mdchunk.syntax.mdx.tags import Tag, flow
from mdchunk.syntax.rules import Parser, add_rule, memo_of, note_unclosed, replace_rule

if TYPE_CHECKING:
    import re

    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_BUDGET: Final = 16
"""How many times the length of the text may be read to look for ends that do not come, all failures together
(our choice). After that no scan leaves its line: time stays linear on text that is made of openings."""
_INTERRUPTS = ["paragraph", "reference", "blockquote"]


@dataclass(slots=True)
class _Reading:
    """What the rules remember of the text that is being read."""

    budget: int
    """How many code points failing scans may still read."""
    html: frozenset[int] = frozenset()
    """Lines with tags that have no partners: HTML, if anything."""
    seen: tuple[int, ...] = ()
    """Where the last scan started: rules ask for it several times,"""
    found: tuple[int, tuple[Tag, ...]] = (0, ())
    """and what came of it: one past its last line, or 0, ``OPEN``, ``BAD``; the tags."""
    last: dict[re.Pattern[str], int] = field(default_factory=dict)
    """Where the ends of HTML blocks are found last in the text."""


def mdx_plugin(md: Parser) -> None:
    """Make ``md`` read MDX; it needs ``paragraph_plugin``, since tags at any indent end a paragraph.

    Block tokens: ``mdx_esm``, ``mdx_expression``, ``mdx_comment`` (an expression of comments alone), and
    ``mdx_jsx_open`` … ``mdx_jsx_close`` around the tokens of the content (``mdx_jsx.elements`` describes their
    ``meta``). Inline, tags and comments are ``html_inline``. MDX has no indented code, no autolinks, and no
    HTML except tags that have no partner.
    """
    md.core.ruler.at("block", _read)
    add_rule(md, "table", "mdx_esm", _read_esm, "ie")
    add_rule(md, "table", "mdx_flow", _read_flow, "<{", alt=(*_INTERRUPTS, "list"))
    replace_rule(md, "html_block", lambda _old: _read_html)
    md.inline.ruler.at("html_inline", read_inline)
    md.inline_starts["html_inline"] = "<{"
    md.enable(["html_block", "html_inline"])
    md.disable(["code", "autolink"])
    md.options["html"] = True


def _read(state: StateCore) -> None:
    """Read the blocks, and again without tags that have no partners, if there are any."""
    if state.inlineMode:
        block(state)
        return
    env = deepcopy(dict(state.env))
    tokens = _blocks(state, env, frozenset())
    alone = {
        line: tokens[index].meta["tags"][number]
        for index, number in sorted(unpaired(tokens), reverse=True)  # of each line the first stays
        for line in (tokens[index].map or ())[:1]
    }
    if alone:
        env = deepcopy(dict(state.env))
        tokens = _blocks(state, env, frozenset(alone))
        for line, tag in alone.items():
            note_unclosed(env, line, f"{tag} has no partner tag, so it is read as HTML")
    state.env.update(env)
    name_anchors(tokens)
    state.tokens.extend(elements(tokens, state.md.options.maxNesting))


def _blocks(state: StateCore, env: dict[str, Any], html: frozenset[int]) -> list[Token]:
    memo_of(env).found[_Reading] = _Reading(_BUDGET * len(state.src), html)
    return state.md.block.parse(state.src, state.md, env, []) or []


def _reading(state: StateBlock) -> _Reading:
    reading: _Reading = memo_of(state.env).found[_Reading]
    return reading


def _read_esm(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
    """Read ESM: at the start of a line, outside of quotes and lists, never in a paragraph."""
    pos = state.bMarks[line]
    if silent or state.level or state.tShift[line] or state.src[pos : pos + 1] not in {"i", "e"}:
        return False
    reading = _reading(state)
    if reading.budget > 0:
        end, reached = esm(state.src, pos)
    else:
        end, reached = (at + pos for at in esm(state.src[pos : state.eMarks[line]], 0))
    reading.budget -= reached - max(end, pos)
    if end < pos:
        return False
    _push(state, "mdx_esm", line, bisect_left(state.eMarks, end) + 1)
    return True


def _read_flow(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
    """Read lines of tags and expressions."""
    pos = state.bMarks[line] + state.tShift[line]
    if state.src[pos : pos + 1] not in {"<", "{"} or line in _reading(state).html:
        return False
    end, tags = _scan(state, line)
    if end <= 0:
        return False
    if not silent and tags:
        _push(state, TAGS, line, end).meta["tags"] = tags
    elif not silent:
        token = _push(state, "mdx_expression", line, end)
        token.type = "mdx_comment" if is_comment(token.content.strip()) else token.type
    return True


def _push(state: StateBlock, kind: str, start: int, end: int) -> Token:
    token = state.push(kind, "", 0)
    token.map = [start, end]
    token.content = state.getLines(start, end, state.blkIndent, keepLastLF=True)
    state.line = end
    return token


def _scan(state: StateBlock, line: int) -> tuple[int, tuple[Tag, ...]]:
    """Return one past the last line of the tags and expressions from ``line`` on, or what ``flow`` says."""
    reading = _reading(state)
    pos = state.bMarks[line] + state.tShift[line]
    seen = (line, pos, state.lineMax, state.blkIndent)
    if reading.seen == seen:
        return reading.found
    if reading.budget > 0 and not state.level and not state.blkIndent:
        end, reached, tags = flow(state.src, pos)
        reached -= pos
        last = bisect_left(state.eMarks, end) + 1
    else:
        end, size, more = OPEN, 1, True
        while end == OPEN and more:
            text, more = _inside(state, line, size)
            end, reached, tags = flow(text, 0)
            more = more and reading.budget > 0
            size *= 4
        last = line + text.count("\n", 0, max(end, 0)) + 1
    if end <= 0:
        reading.budget -= reached
    reading.seen, reading.found = seen, (last if end > 0 else end, tags)
    return reading.found


def _inside(state: StateBlock, line: int, size: int) -> tuple[str, bool]:
    """Return ``size`` lines from ``line`` on without the marks of their container, and if more follow."""
    indent = state.blkIndent if state.sCount[line] >= state.blkIndent else 0
    end = line + 1
    while end < min(line + size, state.lineMax) and (state.sCount[end] >= indent or state.isEmpty(end)):
        end += 1
    lines = [state.src[state.bMarks[at] + state.tShift[at] : state.eMarks[at]] for at in range(line, end)]
    return "\n".join(lines), end == line + size


def _read_html(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Read what looks like a tag and is no JSX as CommonMark does, but end the unclosed at a blank line."""
    pos = state.bMarks[line] + state.tShift[line]
    start = state.src[pos : pos + 2]
    if not start.startswith("<"):
        return False
    if (
        start not in {"<!", "<?"}
        and line not in _reading(state).html
        and _scan(state, line)[0] not in {OPEN, BAD}
    ):
        return False
    if silent or not _is_unclosed(state, line):
        return html_block(state, line, end, silent)
    last = line + 1
    while last < end and not state.isEmpty(last) and state.sCount[last] >= state.blkIndent:
        last += 1
    _push(state, "html_block", line, last)
    return True


def _is_unclosed(state: StateBlock, line: int) -> bool:
    """Return whether an HTML block starts here that ends with a marker (``-->``), and no marker follows."""
    pos = state.bMarks[line] + state.tShift[line]
    text = state.src[pos : state.eMarks[line]]
    ending = next((ending for start, ending, _ in HTML_SEQUENCES if start.search(text)), None)
    return ending is not None and not ending.search("") and _last(state, ending) < pos


def _last(state: StateBlock, marker: re.Pattern[str]) -> int:
    """Return the last offset of ``marker`` in the text, -1 if it has none; the text is searched once."""
    last: dict[re.Pattern[str], int] = _reading(state).last
    if marker not in last:
        last[marker] = max((found.start() for found in marker.finditer(state.src)), default=-1)
    return last[marker]
