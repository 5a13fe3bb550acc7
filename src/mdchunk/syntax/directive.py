"""Directives: blocks with a name, from an opening line to where their kind ends.

    :::note Title          !!! note "Title"          ```{note} Title
    Markdown                   Markdown              Markdown
    :::                                              ```

The dialects differ in how the opening line looks and in where the block ends, and in nothing else: a rule is
made of a pattern and of one of the four ends below. Headings inside are inside, so they open no section.

A directive with Markdown inside gives ``directive_open``, the tokens of its content, ``directive_close``; one
with code inside gives one ``directive``; one that is nothing but its opening line gives a ``directive_leaf``.
``map`` holds all lines, the closing one too, ``markup`` is the opening line's fence, ``info`` the rest of it.
``meta`` holds ``name``, ``tag_end`` (0-based, one past the opening line and options below it), ``unclosed``
(whether a closing line is missing) and, if there is one, ``close_line`` (0-based).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.text.fences import closes_fence, outside_fences

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax.block.parser import Rule


class End(NamedTuple):
    """Where a directive ends; lines are 0-based."""

    line: int
    """One past the last line of its content."""
    is_closed: bool
    """Whether that line closes it (and so belongs to it)."""
    needs_closing: bool = True
    """Whether it is unclosed if no line closes it."""


class Opening(NamedTuple):
    """What the opening line says."""

    markup: str
    name: str
    info: str


FindEnd = Callable[["StateBlock", int, int, str], End]
"""From the state, the opening line, one past its container's last line, and the fence, to the end."""


def directive_rule(
    opening: re.Pattern[str],
    find_end: FindEnd,
    *,
    is_verbatim: Callable[[str], bool] = lambda _name: False,
    content_line: Callable[[StateBlock, int, int], int] = lambda _state, first, _last: first,
    indent: int = 0,
) -> Rule:
    """Return the block rule of a kind of directive.

    Args:
        opening: Matches the opening line from its first non-blank; groups ``markup``, ``name``, ``info``.
        find_end: Where it ends.
        is_verbatim: From a name to whether the content is not Markdown.
        content_line: From the state and the half-open lines of the content to where its Markdown begins.
        indent: Columns that the content is indented by, from the opening line.
    """

    def rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if state.is_code_block(start):
            return False
        match = opening.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
        if not match:
            return False
        if silent:
            return True
        said = Opening(match["markup"], match["name"] or "", match["info"].strip())
        found = find_end(state, start, end, said.markup)
        is_code = is_verbatim(said.name)
        first = start + 1 if is_code else content_line(state, start + 1, found.line)
        push_directive(state, start, found, said, first, is_verbatim=is_code, indent=indent)
        return True

    return rule


def closed_by_length(state: StateBlock, start: int, end: int, markup: str) -> End:
    """End at the first line that is a fence of that length or longer, whatever is in between."""
    for line, text in _lines(state, start, end):
        if closes_fence(text, markup) and not state.is_code_block(line):
            return End(line, is_closed=True)
    return _unclosed(state, start, end)


def closed_by_equal(state: StateBlock, start: int, end: int, markup: str) -> End:
    """End at the first line outside of code that is the same fence: ``////`` holds ``///``."""
    for line, text in outside_fences(_lines(state, start, end)):
        if text == markup:
            return End(line, is_closed=True)
    return _unclosed(state, start, end)


def closed_by_count(opening: re.Pattern[str]) -> FindEnd:
    """End at the fence, of any length, that closes as many as were opened: ``::: a`` holds ``::: b``."""

    def find_end(state: StateBlock, start: int, end: int, markup: str) -> End:
        depth = 1
        for line, text in outside_fences(_lines(state, start, end)):
            if not text.startswith(markup[0] * 3):
                continue
            if opening.match(text):
                depth += 1
            elif not text.strip(markup[0]):
                depth -= 1
                if not depth:
                    return End(line, is_closed=True)
        return _unclosed(state, start, end)

    return find_end


def ends_with_indent(state: StateBlock, start: int, end: int, _markup: str) -> End:
    """End after the last line that is indented by four columns more than the opening line."""
    last = start + 1
    for line in range(start + 1, end):
        if state.isEmpty(line):
            continue
        if state.sCount[line] < state.sCount[start] + 4:
            break
        last = line + 1
    return End(last, is_closed=False, needs_closing=False)


def line_rule(pattern: re.Pattern[str], name: str, kind: str = "directive_leaf") -> Rule:
    """Return the block rule of a block of one line, which is a token of its own.

    Args:
        pattern: Matches the whole line from its first non-blank.
        name: What it is, for ``meta``.
        kind: The token's type.
    """

    def rule(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
        pos = state.bMarks[start] + state.tShift[start]
        if state.is_code_block(start) or not pattern.match(state.src, pos, state.eMarks[start]):
            return False
        if not silent:
            push_lines(state, start, start + 1, name, kind)
        return True

    return rule


def push_lines(state: StateBlock, first: int, last: int, name: str, kind: str = "directive_leaf") -> None:
    """Push a token for the lines, half-open, and step over them."""
    token = state.push(kind, "", 0)
    token.content = state.getLines(first, last, state.sCount[first], False)
    token.map = [first, last]
    token.meta = {"name": name}
    state.line = last


def _lines(state: StateBlock, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the lines after ``start`` that are in its container, each without the blanks around."""
    for line in range(start + 1, end):
        pos = state.bMarks[line] + state.tShift[line]
        # - :::note
        #  this line has left the list
        if pos < state.eMarks[line] and state.sCount[line] < state.blkIndent:
            return
        yield line, state.src[pos : state.eMarks[line]].rstrip(" \t")


def _unclosed(state: StateBlock, start: int, end: int) -> End:
    last = start
    for line, _ in _lines(state, start, end):
        last = line
    return End(last + 1, is_closed=False)


def push_directive(
    state: StateBlock,
    start: int,
    end: End,
    opening: Opening,
    first: int,
    *,
    is_verbatim: bool,
    is_transparent: bool = False,
    indent: int = 0,
) -> None:
    """Push a directive's tokens, and step over it.

    Args:
        state: The parser's state.
        start: The opening line.
        end: Where it ends.
        opening: What the opening line says.
        first: The first line of the content, after options.
        is_verbatim: Whether the content is not Markdown.
        is_transparent: Whether headings right inside are headings of the page (``transparent_plugin``).
        indent: Columns that the content is indented by, from the opening line.
    """
    token = state.push("directive", "", 0) if is_verbatim else state.push("directive_open", "div", 1)
    token.markup, token.info = opening.markup, opening.info
    token.map = [start, end.line + end.is_closed]
    token.meta = {
        "name": opening.name,
        "tag_end": first,
        "unclosed": end.needs_closing and not end.is_closed,
        **({"close_line": end.line} if end.is_closed else {}),
        **({"is_transparent": True} if is_transparent else {}),
    }
    if is_verbatim:
        token.content = state.getLines(first, end.line, state.sCount[start], True)
    else:
        old = state.parentType, state.lineMax, state.blkIndent
        state.parentType = "container"
        state.lineMax = end.line  # or a paragraph would lazily go on past the closing line
        state.blkIndent = state.sCount[start] + indent if indent else state.blkIndent
        state.md.block.tokenize(state, first, end.line)
        state.parentType, state.lineMax, state.blkIndent = old
        state.push("directive_close", "div", -1).markup = opening.markup
    state.line = token.map[1]
