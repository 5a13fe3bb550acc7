"""The loop of a block parse, which asks a rule only about lines that it can begin.

It replaces ``markdown_it.parser_block``, which asks every rule about every line: most lines begin with a letter,
where none but the paragraph can match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock

from mdchunk.syntax.block.state import FastStateBlock, RuleTable

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import Ruler
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

Rule = Callable[[StateBlock, int, int, bool], bool]
_NO_RULES: RuleTable = ({}, ())


class FastParserBlock(ParserBlock):
    """``ParserBlock``, faster."""

    def __init__(self, ruler: Ruler[Rule], starts: dict[Rule, str], needs: dict[Rule, str]) -> None:
        """Take over the rules of another parser.

        Args:
            ruler: The rules.
            starts: Rule -> the first non-blank characters of the lines that it can begin; a rule that is not in it is
                asked about every line. It may grow until the first parse.
            needs: Rule -> a text that every document holds in which it can match. It may grow as well.
        """
        # not super().__init__(), which would make a ruler of its own
        self.ruler = ruler
        self.starts = starts
        self.needs = needs
        self.too_deep: tuple[int, Rule] | None = None
        """A level, and the rule for all that is nested deeper; by default that is skipped, as in markdown-it."""
        self._rules: list[Rule] = []
        self._tables: dict[tuple[Rule, ...], dict[str, RuleTable]] = {}

    def tables(self, src: str) -> Mapping[str, RuleTable]:
        """Return the rules to ask about the lines of a document, by chain (what they may interrupt; ``""``: all)."""
        rules = self.ruler.getRules("")
        if rules is not self._rules:
            # a rule was added, or switched on or off
            self._rules, self._tables = rules, {}
        asleep = tuple([rule for rule, needed in self.needs.items() if needed not in src])
        found = self._tables.get(asleep)
        if found is None:
            chains = {"", *(chain for rule in self.ruler.__rules__ if rule.enabled for chain in rule.alt)}
            found = {chain: self._table(self.ruler.getRules(chain), asleep) for chain in chains}
            self._tables[asleep] = found
        return found

    def _table(self, rules: Sequence[Rule], asleep: Sequence[Rule]) -> RuleTable:
        rules = [rule for rule in rules if rule not in asleep]
        starts = self.starts
        by_char = {
            char: tuple([rule for rule in rules if char in starts.get(rule, char)])
            for char in set("".join(starts.get(rule, "") for rule in rules))
        }
        return by_char, tuple([rule for rule in rules if rule not in starts])

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803
        """Add the tokens of some lines."""
        everything = self._rules
        by_char, others = state.tables[""]  # type: ignore[attr-defined]  # it is a FastStateBlock
        src, begins, ends, shifts, indents = state.src, state.bMarks, state.eMarks, state.tShift, state.sCount
        deepest, too_deep = self.too_deep or (state.md.options.maxNesting, None)
        has_code = state._code_enabled  # noqa: SLF001
        has_empty = False
        line = startLine
        while line < endLine:
            at = begins[line] + shifts[line]
            while at >= ends[line] and line < state.lineMax:
                line += 1
                at = begins[line] + shifts[line]
            state.line = line
            if line >= endLine:
                break
            indent = indents[line] - state.blkIndent
            if indent < 0:
                break
            rules = everything if indent >= 4 and has_code else by_char.get(src[at], others)
            if state.level >= deepest:
                if too_deep is None:
                    state.line = endLine
                    break
                rules = (too_deep,)
            for rule in rules:
                if rule(state, line, endLine, False):
                    break
            else:
                raise RuntimeError("no block rule matches")
            state.tight = not has_empty
            if state.line <= line:
                raise RuntimeError("a block rule did not go on to the next line")
            line = state.line
            if line <= endLine and begins[line - 1] + shifts[line - 1] >= ends[line - 1]:
                has_empty = True
            if line < endLine and begins[line] + shifts[line] >= ends[line]:
                has_empty = True
                line += 1
                state.line = line

    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803
        """Return the tokens of a text, added to ``outTokens``."""
        if not src:
            return None
        state = FastStateBlock(src, md, env, outTokens)
        state.tables = self.tables(src)
        self.tokenize(state, 0, state.lineMax)
        return state.tokens


def ends_here(state: StateBlock, chain: str, line: int, last: int) -> bool:
    """Tell whether another block begins in a line, which ends a block of the kind that the chain is for."""
    by_char, others = state.tables.get(chain, _NO_RULES)  # type: ignore[attr-defined]  # it is a FastStateBlock
    char = state.src[state.bMarks[line] + state.tShift[line]]
    for rule in by_char.get(char, others):  # noqa: SIM110 - any() takes twice the time of this hot loop
        if rule(state, line, last, True):
            return True
    return False
