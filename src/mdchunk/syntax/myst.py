"""MyST: directives, targets, block breaks, comments, substitutions, attribute lines.

See https://mystmd.org/spec and https://myst-parser.readthedocs.io/en/latest/syntax/optional.html.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.directive import closed_by_length, directive_rule, line_rule, push_lines
from mdchunk.syntax.rules import ALT, Parser, add_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_FENCE = re.compile(r"(?P<markup>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>\{(?P<name>[^\s{}]+)\}(?:[ \t].*)?)$")
_COLONS = re.compile(r"(?P<markup>:{3,})(?P<info>[ \t]*(?:\{(?P<name>[^\s{}]+)\}(?=[ \t]|$))?.*)$")

_PARSED = frozenset(
    (  # noqa: SIM905 - a screen of lines otherwise
        "admonition aside attention blockquote card card-carousel caution compound container danger "
        "deprecated details div dropdown epigraph error example exercise exercise-start figure figure-md "
        "glossary grid grid-item grid-item-card highlights hint important margin myst-example note only "
        "pull-quote quote seealso sidebar solution solution-start tab tab-item tab-set table tip todo "
        "toggle topic versionadded versionchanged versionremoved warning"
    ).split()
)
"""Directives whose content is Markdown, whatever their fence."""
_CODE = frozenset(
    (  # noqa: SIM905
        "code code-block code-cell csv-table dot embed eval-rst graphviz include literalinclude math mermaid "
        "parsed-literal plantuml raw sourcecode toctree"
    ).split()
)
"""Directives whose content is none, whatever their fence."""
_THEOREMS = ("prf:", "proof:")

_LINES: dict[str, tuple[str, re.Pattern[str], str, str, tuple[str, ...]]] = {
    # (install)=
    "target": ("(", re.compile(r"\([^)].*\)=[ \t]*$"), "directive_leaf", "hr", ALT),
    # +++ {"part": "abstract"}
    "block_break": ("+", re.compile(r"(?:\+[ \t]*){3}"), "hr", "hr", ALT),
    # {{ name }}, alone: only where a paragraph could begin
    "substitution": (
        "{",
        re.compile(r"\{\{(?!\}\})(?:[^}]|\}(?!\}))+\}\}[ \t]*$"),
        "directive_leaf",
        "fence",
        (),
    ),
    # {#id .class key="value"}: what it says is about the block below
    "attributes": (
        "{",
        re.compile(r"\{(?:[.#][^\s{}]++|[\w:-]++=(?:\"[^\"]*+\"|[^\s{}\"]++)|%[^%{}]*+%|[ \t])+\}[ \t]*$"),
        "directive_leaf",
        "fence",
        (),
    ),
}
"""Blocks of one line: name -> first character, pattern, token type, rule that it comes before, what it interrupts."""
_COMMENT = re.compile("%")
_OPTION = re.compile(r":[^:\s][^:\n]*:(?:[ \t]|$)")


def myst_plugin(md: Parser) -> None:
    """Add MyST's block rules; roles and other inline syntax are text here."""
    fence = directive_rule(
        _FENCE, closed_by_length, is_verbatim=_is_code_in_fence, content_line=_after_options
    )
    colons = directive_rule(
        _COLONS, closed_by_length, is_verbatim=_CODE.__contains__, content_line=_after_options
    )
    add_rule(md, "fence", "myst_fence", fence, "`~", alt=ALT)
    add_rule(md, "fence", "myst_colons", colons, ":", alt=ALT)
    add_rule(md, "blockquote", "myst_comment", _comment, "%", alt=ALT)
    for name, (starts, pattern, kind, before, alt) in _LINES.items():
        add_rule(md, before, f"myst_{name}", line_rule(pattern, name, kind), starts, alt=alt)


def _is_code_in_fence(name: str) -> bool:
    """Return whether a directive by fence holds code: each that we don't know does."""
    return name not in _PARSED and not name.startswith(_THEOREMS)


def _after_options(state: StateBlock, first: int, last: int) -> int:
    """Return where the content begins after the options, ``:class: x`` line by line or YAML between rules."""
    line = first
    if line < last and state.getLines(line, line + 1, 0, False).strip() == "---":
        for closing in range(line + 1, last):
            if state.getLines(closing, closing + 1, 0, False).strip() == "---":
                return closing + 1
        return first
    while line < last and _matches(_OPTION, state, line):
        line += 1
    return line


def _matches(pattern: re.Pattern[str], state: StateBlock, line: int) -> bool:
    return bool(pattern.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line]))


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: lines that start with a percent sign."""
    if state.is_code_block(start) or not _matches(_COMMENT, state, start):
        return False
    if silent:
        return True
    line = start + 1
    while line < end and state.sCount[line] >= state.blkIndent and _matches(_COMMENT, state, line):
        line += 1
    push_lines(state, start, line, "comment", "comment")
    return True
