"""Lists, for ``markdown_it.rules_block.list``: markers by one pattern.

It leaves out the option ``tasklists``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.block.parser import ends_here
from mdchunk.syntax.block.state import BLANKS, new_token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

_MARKER = re.compile(r"(?:[*+-]|([0-9]{1,9})[.)])(?=[ \t]|$)")


def list_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: items with markers of one kind."""
    if state.is_code_block(start):
        return False
    indent = state.sCount[start]
    # - 1
    #  - 2
    #   - 3
    #    - 4
    #     - this one goes on with a paragraph
    if 0 <= state.listIndent <= indent - 4 and indent < state.blkIndent:
        return False
    marker = _marker(state, start)
    if marker is None:
        return False
    if silent:
        may_be_any = state.parentType != "paragraph" or indent < state.blkIndent
        return may_be_any or _may_interrupt(state, start, marker)
    level, tokens = state.level, state.tokens
    number = marker[1]
    kind, tag = ("bullet_list", "ul") if number is None else ("ordered_list", "ol")
    sign = state.src[marker.end() - 1]
    lines = [start, 0]
    opening = new_token(f"{kind}_open", tag, 1, level, lines, "", sign)
    if number is not None and int(number) != 1:
        opening.attrs = {"start": int(number)}
    first = len(tokens)
    tokens.append(opening)
    before = state.parentType
    state.parentType, state.level = "list", level + 1
    is_tight = _items(state, start, end, marker)
    state.parentType, state.level = before, level
    lines[1] = state.line
    if is_tight:
        _hide_paragraphs(tokens, first, level + 2)
    tokens.append(new_token(f"{kind}_close", tag, -1, level, None, "", sign))
    return True


def _marker(state: StateBlock, line: int) -> re.Match[str] | None:
    return _MARKER.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line])


def _may_interrupt(state: StateBlock, line: int, marker: re.Match[str]) -> bool:
    """Tell whether a list may end a paragraph: its first item has a text, and begins with 1 if it has a number."""
    if marker[1] is not None and int(marker[1]) != 1:
        return False
    return bool(state.src[marker.end() : state.eMarks[line]].strip(BLANKS))


def _items(state: StateBlock, line: int, end: int, marker: re.Match[str]) -> bool:
    """Add the items of a list; return whether it is tight."""
    src, begins, ends, shifts, indents = state.src, state.bMarks, state.eMarks, state.tShift, state.sCount
    sign, is_numbered = src[marker.end() - 1], marker[1] is not None
    tokens, level = state.tokens, state.level
    is_tight = True
    ended_blank = False
    while True:
        lines = [line, 0]
        info = marker[1] if is_numbered else ""
        tokens.append(new_token("list_item_open", "li", 1, level, lines, "", sign, info))
        state.level = level + 1
        if not _item(state, line, end, marker.end()) or ended_blank:
            is_tight = False
        state.level = level
        tokens.append(new_token("list_item_close", "li", -1, level, None, "", sign))
        below = state.line
        lines[1] = below
        # a blank line between items makes a list loose, one after it does not
        ended_blank = below - line > 1 and begins[below - 1] + shifts[below - 1] >= ends[below - 1]
        line = below
        if line >= end or indents[line] < state.blkIndent or state.is_code_block(line):
            return is_tight
        if ends_here(state, "list", line, end):
            return is_tight
        other = _marker(state, line)
        if other is None or (other[1] is not None) != is_numbered or src[other.end() - 1] != sign:
            return is_tight
        marker = other


def _item(state: StateBlock, line: int, end: int, at: int) -> bool:
    """Add the blocks of an item whose marker ends at an offset; return whether they are tight."""
    begins, shifts, indents = state.bMarks, state.tShift, state.sCount
    start, stop = begins[line], state.eMarks[line]
    content, column = _behind_blanks(state, line, at)
    width = indents[line] + at - start - shifts[line]
    # behind more than four blanks is indented code
    after = column - width if content < stop and column - width <= 4 else 1
    before = state.tight, shifts[line], indents[line], state.listIndent
    state.listIndent = state.blkIndent
    state.blkIndent = width + after
    state.tight = True
    shifts[line], indents[line] = content - start, column
    if content >= stop and state.isEmpty(line + 1):
        #  -
        #
        #    foo         is no part of the item
        state.line = min(line + 2, end)
    else:
        state.md.block.tokenize(state, line, end)
    is_tight = state.tight
    state.blkIndent = state.listIndent
    state.tight, shifts[line], indents[line], state.listIndent = before
    return is_tight


def _behind_blanks(state: StateBlock, line: int, at: int) -> tuple[int, int]:
    """Return the offset behind the blanks at an offset, and its column."""
    src, stop = state.src, state.eMarks[line]
    column = state.sCount[line] + at - state.bMarks[line] - state.tShift[line]
    while at < stop:
        char = src[at]
        if char == " ":
            column += 1
        elif char == "\t":
            column += 4 - (column + state.bsCount[line]) % 4
        else:
            break
        at += 1
    return at, column


def _hide_paragraphs(tokens: list[Token], first: int, level: int) -> None:
    """Hide the paragraphs of a tight list."""
    for i in range(first + 2, len(tokens) - 1):
        token = tokens[i]
        if token.level == level and token.type == "paragraph_open":
            token.hidden = tokens[i + 2].hidden = True
