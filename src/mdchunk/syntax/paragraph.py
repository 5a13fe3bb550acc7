"""Paragraphs and setext headings in one pass, and rules that are asked only about lines they can begin.

markdown-it asks every rule about every line, and reads a paragraph twice, once in search of an underline. Most lines
begin with a letter, where none of the others can match: half the time of a parse goes into asking them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import (
    StateBlock,
    blockquote,
    code,
    fence,
    heading,
    hr,
    html_block,
    list_block,
    reference,
)
from mdit_py_plugins.footnote.index import footnote_def

Rule = Callable[[StateBlock, int, int, bool], bool]

_STARTS: Mapping[Rule, str] = MappingProxyType(
    {
        code: "",  # an indented line; it is told by its indentation
        fence: "`~",
        blockquote: ">",
        hr: "*-_",
        list_block: "*+-0123456789",
        reference: "[",
        footnote_def: "[",
        html_block: "<",
        heading: "#",
    }
)
"""The first characters, behind the indentation, of the lines that rules of CommonMark and footnotes can begin."""

_ANY_OTHER = ""
"""Key of the rules for a first character that no rule begins with."""
_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*$")


def paragraph_plugin(md: MarkdownIt) -> None:
    """Read paragraphs and setext headings by one rule; a paragraph is one token then, of type ``paragraph``."""
    md.disable("lheading")
    md.block.ruler.at("paragraph", paragraph)


def starts_of(md: MarkdownIt) -> dict[Rule, str]:
    """Return, to be added to, what lines a rule can begin: a rule that is not in it is always asked."""
    # kept with the parser, as the rules are
    starts: dict[Rule, str] = vars(md.block).setdefault("starts", dict(_STARTS))
    return starts


def add_rule(
    md: MarkdownIt, before: str, name: str, rule: Rule, starts: str, *, alt: Sequence[str] = ()
) -> None:
    """Add a block rule.

    Args:
        md: The parser.
        before: The name of the rule that it comes before.
        name: Its own name.
        rule: The rule.
        starts: The first characters, behind the indentation, of the lines it can begin.
        alt: The chains it is in: what it may interrupt.
    """
    md.block.ruler.before(before, name, rule, {"alt": list(alt)})
    starts_of(md)[rule] = starts


def first_character_plugin(md: MarkdownIt) -> None:
    """Ask the rules about a block by the first character of its line; to be applied when all rules are there."""

    def first_character(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        # line 0 may be front matter, an indented line may be code: the rules in their order
        if silent or start == 0 or state.is_code_block(start):
            return False
        char = state.src[state.bMarks[start] + state.tShift[start]]
        # the first rule is this one
        for rule in asked_about(state, "", char)[1:]:  # noqa: SIM110 - as in ends_here
            if rule(state, start, end, False):
                return True
        return False

    md.block.ruler.before(md.block.ruler.get_all_rules()[0], "first_character", first_character)


def asked_about(state: StateBlock, chain: str, char: str) -> list[Rule]:
    """Return the rules of a chain that can begin with a line's first character, in order.

    Args:
        state: The parser's state.
        chain: ``paragraph`` for the rules that can end one, and so on; empty for all.
        char: The first character that is no blank.
    """
    # kept with the parser, whose rules do not change once it parses
    tables: dict[str, dict[str, list[Rule]]] = vars(state.md.block).setdefault("asked_about", {})
    table = tables.get(chain)
    if table is None:
        table = tables[chain] = _table(state.md, chain)
    return table.get(char) or table[_ANY_OTHER]


def _table(md: MarkdownIt, chain: str) -> dict[str, list[Rule]]:
    """Return the rules of a chain by each first character that means something, and those for any other."""
    rules, starts = md.block.ruler.getRules(chain), starts_of(md)
    table = {
        char: [rule for rule in rules if char in starts.get(rule, char)]
        for char in set("".join(starts.values()))
    }
    table[_ANY_OTHER] = [rule for rule in rules if rule not in starts]
    return table


def ends_here(state: StateBlock, chain: str, line: int, last: int) -> bool:
    """Tell whether another block begins in a line, which ends a block of the kind that the chain is for."""
    char = state.src[state.bMarks[line] + state.tShift[line]]
    for rule in asked_about(state, chain, char):  # noqa: SIM110 - any() takes twice the time of this hot loop
        if rule(state, line, last, True):
            return True
    return False


def paragraph(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Rule: a paragraph, or a setext heading; it always matches."""
    line, level = _end_of_text(state, start, end)
    if state.level or state.blkIndent:
        content = mdTrim(state.getLines(start, line, state.blkIndent, False))
    else:
        content = mdTrim(state.src[state.bMarks[start] : state.eMarks[line - 1]])
    if level:
        _push_heading(state, start, line, level, content)
        return True
    state.line = line
    token = state.push("paragraph", "p", 0)
    token.map, token.content = [start, line], content
    if content.startswith("$$") and _is_math(state, content):
        token.type, token.markup = "math_block", "$$"
    return True


def _end_of_text(state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """Return the line after a text that begins in ``start``, and the level of the heading if that line underlines it.

    As in markdown-it's rules ``lheading`` and ``paragraph``, whose loops are one here.
    """
    src, begins, shifts, ends, indents = state.src, state.bMarks, state.tShift, state.eMarks, state.sCount
    indented = state.blkIndent
    before = state.parentType
    state.parentType = "paragraph"
    last = state.lineMax
    line = start + 1
    while line < last:
        at = begins[line] + shifts[line]
        if at >= ends[line]:
            break
        indent = indents[line]
        # deeper lines go on with a paragraph whatever they hold, and so do lazy ones that a quote has looked at;
        # where there is no indented code, as in MDX, no line is too deep
        if indent - indented <= 3 or not state.is_code_block(line):
            char = src[at]
            if char in "-=" and indent >= indented and line < end and _UNDERLINE.match(src, at, ends[line]):
                state.parentType = before
                return line, 1 if char == "=" else 2
            if indent >= 0 and ends_here(state, "paragraph", line, last):
                break
        line += 1
    return line, 0


def _push_heading(state: StateBlock, start: int, line: int, level: int, content: str) -> None:
    state.line = line + 1
    markup = "=-"[level - 1]
    token = state.push("heading_open", f"h{level}", 1)
    token.markup, token.map = markup, [start, line + 1]
    token = state.push("inline", "", 0)
    token.content, token.map, token.children = content, [start, line], []
    token = state.push("heading_close", f"h{level}", -1)
    token.markup = markup


def _is_math(state: StateBlock, content: str) -> bool:
    return content.endswith("$$") and len(content) > 4 and bool(state.md.options.get("dollar_math"))
