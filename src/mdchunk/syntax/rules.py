"""The block rules of a parser, and what they remember while they read a document.

markdown-it asks every rule about every line. Most lines begin with a letter, where only a paragraph can begin, so
each rule says here by which characters the lines it can begin start, and is asked about no others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from markdown_it import MarkdownIt
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
"""From the parser's state, a line (0-based), one past the container's last line, and whether only to look, to whether
the rule's block begins in that line."""

ALT = ("paragraph", "reference", "blockquote", "list", "footnote_def")
"""Blocks that a rule may interrupt: all that a fence may."""

_STARTS: Mapping[Rule, str] = MappingProxyType(
    {
        code: "",  # an indented line; the indentation says so, not a character
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
"""The rules of CommonMark and footnotes -> the first non-blank characters of the lines that they can begin."""

_ANY_OTHER = ""
"""Key of the rules for a first character that no rule names."""
_KEY = "mdchunk"
"""Key of the ``Memo`` in the parser's environment."""

Found = TypeVar("Found")


@dataclass(slots=True)
class BlockRules:
    """The block rules of one parser by the first characters of the lines that they can begin."""

    starts: dict[Rule, str] = field(default_factory=lambda: dict(_STARTS))
    """Rule -> first non-blank characters; a rule that is not in it is asked about every line."""
    chains: dict[str, dict[str, list[Rule]]] = field(default_factory=dict)
    """Chain -> first character -> rules, made at the first question: a parser that parses gets no more rules."""


class Parser(MarkdownIt):
    """A CommonMark parser of blocks only: inline parsing takes half the time, and only headings need it.

    Link reference definitions make tokens, so that their lines are accounted for.

    >>> [token.type for token in Parser().parse("[a]: /u")]
    ['definition']
    """

    def __init__(self) -> None:
        super().__init__("commonmark", {"inline_definitions": True})
        self.core.ruler.disable(["inline", "text_join"])
        self.block_rules = BlockRules()


@dataclass(slots=True)
class Memo:
    """What the block rules remember of the document that is being parsed."""

    unclosed: dict[int, str] = field(default_factory=dict)
    """Line (0-based) -> what begins there and has no end, as a notice says it."""
    not_closed: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Closing marker -> the lines, half-open, that were searched and do not have it."""
    found: dict[Callable[..., Any], Any] = field(default_factory=dict)
    """What a rule found out about the whole document, by the function that found it."""


def memo_of(env: MutableMapping[str, Any]) -> Memo:
    """Return the memo of the document that is being parsed, from the parser's environment."""
    memo: Memo | None = env.get(_KEY)
    if memo is None:
        memo = env[_KEY] = Memo()
    return memo


def found_once(state: StateBlock, find: Callable[[str], Found]) -> Found:
    """Return what ``find`` makes of the document's text; it is called once per document."""
    found = memo_of(state.env).found
    if find not in found:
        found[find] = find(state.src)
    result: Found = found[find]
    return result


def note_unclosed(env: MutableMapping[str, Any], line: int, said: str) -> None:
    """Note that what begins in a line (0-based) has no end; the first note about a line stays."""
    memo_of(env).unclosed.setdefault(line, said)


def unclosed(env: MutableMapping[str, Any]) -> list[tuple[int, str]]:
    """Return what has no end as lines (0-based) and messages, in the order of the lines."""
    return sorted(memo_of(env).unclosed.items())


def add_rule(md: Parser, before: str, name: str, rule: Rule, starts: str, *, alt: Sequence[str] = ()) -> None:
    """Add a block rule.

    Args:
        md: The parser.
        before: The name of the rule that is asked after it. Those of CommonMark are, in order: ``table``, ``code``,
            ``fence``, ``blockquote``, ``hr``, ``list``, ``reference``, ``html_block``, ``heading``, ``paragraph``.
        name: Its own name.
        rule: The rule.
        starts: The first non-blank characters of the lines that it can begin.
        alt: The blocks it can interrupt: some of ``ALT``, or none.
    """
    md.block.ruler.before(before, name, rule, {"alt": list(alt)})
    md.block_rules.starts[rule] = starts


def replace_rule(md: Parser, name: str, make: Callable[[Rule], Rule]) -> None:
    """Put what ``make`` returns for a block rule in its place; it is asked about the same lines.

    Args:
        md: The parser.
        name: The name of the rule.
        make: From the old rule, which it may call, to the new one.
    """
    old = next(rule for rule in md.block.ruler.__rules__ if rule.name == name)
    new = make(old.fn)
    if old.fn in md.block_rules.starts:
        md.block_rules.starts[new] = md.block_rules.starts[old.fn]
    md.block.ruler.at(name, new, {"alt": old.alt})


def first_character_plugin(md: Parser) -> None:
    """Ask the rules about a block by the first character of its line; apply it after all other plugins."""

    def first_character(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        # line 0 may be front matter, an indented line may be code: ask all rules in order
        if silent or start == 0 or state.is_code_block(start):
            return False
        char = state.src[state.bMarks[start] + state.tShift[start]]
        # the first rule is this one
        for rule in asked_about(md, "", char)[1:]:  # noqa: SIM110 - as in ends_here
            if rule(state, start, end, False):
                return True
        return False

    md.block.ruler.before(md.block.ruler.get_all_rules()[0], "first_character", first_character)


def asked_about(md: Parser, chain: str, char: str) -> list[Rule]:
    """Return the rules of a chain that can begin with a line's first character, in order.

    Args:
        md: The parser.
        chain: What they may interrupt, such as ``paragraph``; empty for all rules.
        char: The first non-blank character.
    """
    table = md.block_rules.chains.get(chain)
    if table is None:
        table = md.block_rules.chains[chain] = _table(md, chain)
    return table.get(char) or table[_ANY_OTHER]


def _table(md: Parser, chain: str) -> dict[str, list[Rule]]:
    """Return the rules of a chain by each first character that a rule names, and those for any other."""
    rules, starts = md.block.ruler.getRules(chain), md.block_rules.starts
    table = {
        char: [rule for rule in rules if char in starts.get(rule, char)]
        for char in set("".join(starts.values()))
    }
    table[_ANY_OTHER] = [rule for rule in rules if rule not in starts]
    return table


def ends_here(md: Parser, state: StateBlock, chain: str, line: int, last: int) -> bool:
    """Return whether another block begins in a line and so ends a block of the kind that ``chain`` names."""
    char = state.src[state.bMarks[line] + state.tShift[line]]
    for rule in asked_about(md, chain, char):  # noqa: SIM110 - any() takes twice the time of this hot loop
        if rule(state, line, last, True):
            return True
    return False
