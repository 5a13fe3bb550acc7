"""The block rules of a parser, and what they remember while they read a document.

Each rule says by which characters the lines it can begin start, and is asked about no others: see ``syntax/block``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote.index import footnote_def

from mdchunk.syntax.block.plugin import fast_block_plugin

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping, Sequence

    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax.block.parser import FastParserBlock, Rule

ALT = ("paragraph", "reference", "blockquote", "list", "footnote_def")
"""Blocks that a rule may interrupt: all that a fence may."""

_KEY = "mdchunk"
"""Key of the ``Memo`` in the parser's environment."""

# docs/a.md#top
# https://example.org/a?b=c      the name of a host has parts of 63 characters, and 255 in all (RFC 1035, section 2.3.4)
_PLAIN_ADDRESS = re.compile(
    r"(?:https?://[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}(?=[/?#]|\Z)|(?!//))[\w./~?=&#!$'()*+,;-]*",
    re.ASCII,
)

Found = TypeVar("Found")


class Parser(MarkdownIt):
    """A CommonMark parser of blocks only: inline parsing takes half the time, and only headings need it.

    Link reference definitions make tokens, so that their lines are accounted for.

    >>> [token.type for token in Parser().parse("[a]: /u")]
    ['definition']
    """

    block: FastParserBlock
    """It asks a rule only about the lines that the rule can begin: see ``add_rule``."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"inline_definitions": True})
        self.inline_starts: dict[str, str] = {}
        """Inline rule of a dialect -> the characters that it begins at."""
        self.core.ruler.disable(["inline", "text_join"])
        fast_block_plugin(self)
        self.block.starts[footnote_def] = "["

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the parser's name for it
        """Return an address as HTML has it.

        Most need no change, and finding that out character by character takes 7 % of the time of a document with some
        link reference definitions.
        """
        return url if _PLAIN_ADDRESS.fullmatch(url) else super().normalizeLink(url)


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
    md.block.starts[rule] = starts


def replace_rule(md: Parser, name: str, make: Callable[[Rule], Rule]) -> None:
    """Put what ``make`` returns for a block rule in its place; it is asked about the same lines.

    Args:
        md: The parser.
        name: The name of the rule.
        make: From the old rule, which it may call, to the new one.
    """
    old = next(rule for rule in md.block.ruler.__rules__ if rule.name == name)
    new = make(old.fn)
    for known in (md.block.starts, md.block.needs):
        if old.fn in known:
            known[new] = known[old.fn]
    md.block.ruler.at(name, new, {"alt": old.alt})
