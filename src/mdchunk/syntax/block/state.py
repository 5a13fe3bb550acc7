"""The state of a block parse: ``StateBlock`` with its table of lines made at once, and cheaper tokens.

It replaces ``markdown_it.rules_block.state_block``. Its fields are the same and mean the same, so that every rule
made for markdown-it-py works on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, repeat
from operator import sub
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.utils import EnvType

BLANKS = " \t"
"""What markdown-it calls a space."""
TRIMMED = MD_TRIM_CHARS
"""What ``mdTrim`` takes off both ends of a text."""

_PART = 1 << 18
"""Characters of a text whose lines are looked at together."""
_EMPTY = cast("dict[Any, Any]", MappingProxyType({}))
"""The ``attrs`` and ``meta`` of tokens that nobody writes to: whoever does gets an error."""
_new = Token.__new__

RuleTable = tuple[Mapping[str, tuple[Any, ...]], tuple[Any, ...]]
"""Rules by the first character of a line, and those for any other character."""


def _parts(text: str) -> Iterator[str]:
    """Yield a text in parts of whole lines, each without its last line ending: the lines of all would double it."""
    start = 0
    while (end := text.find("\n", start + _PART)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:] if start else text


def new_token(  # noqa: PLR0917 - keywords would take a third of what is saved
    kind: str,
    tag: str,
    nesting: Literal[-1, 0, 1],
    level: int,
    lines: list[int] | None = None,
    content: str = "",
    markup: str = "",
    info: str = "",
) -> Token:
    """Return a block token: what ``StateBlock.push`` returns, once its fields are set, in half of the time.

    It leaves out ``Token.__init__``. ``attrs`` and ``meta`` are empty and can't be written to: assign a new one.
    """
    token: Token = _new(Token)
    token.type = kind
    token.tag = tag
    token.nesting = nesting
    token.attrs = _EMPTY
    token.map = lines
    token.level = level
    token.children = None
    token.content = content
    token.markup = markup
    token.info = info
    token.meta = _EMPTY
    token.block = True
    token.hidden = False
    return token


class TextToken(Token):
    """A token whose content is a stretch of the text, cut out when it is asked for: that of most never is."""

    __slots__ = ("end", "src", "start")
    src: str
    start: int
    end: int

    @property
    def content(self) -> str:  # type: ignore[override]  # nobody writes to it
        """The text without what is white space at its ends."""
        return self.src[self.start : self.end].strip(TRIMMED)


def text_token(kind: str, tag: str, state: StateBlock, lines: list[int], end: int) -> TextToken:
    """Return a leaf token with the text from its first line's first character up to an offset."""
    token = _new(TextToken)
    token.type = kind
    token.tag = tag
    token.nesting = 0
    token.attrs = _EMPTY
    token.map = lines
    token.level = state.level
    token.children = None
    token.markup = ""
    token.info = ""
    token.meta = _EMPTY
    token.block = True
    token.hidden = False
    token.src = state.src
    token.start = state.bMarks[lines[0]] + state.tShift[lines[0]]
    token.end = end
    return token


class FastStateBlock(StateBlock):
    """``StateBlock``, faster."""

    tables: Mapping[str, RuleTable]
    """Chain -> which rules to ask about a line of this document; the empty chain is all rules."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        # all that StateBlock.__init__ sets; its loop over lines is what takes the time
        self.src = src
        self.md = md
        self.env = env
        self.tokens = tokens
        self._read_lines()
        self.blkIndent = 0
        self.line = 0
        self.lineMax = len(self.bMarks) - 1
        self.tight = False
        self.ddIndent = -1
        self.listIndent = -1
        self.parentType = "root"
        self.level = 0
        self.result = ""
        self._code_enabled = "code" in md.block.ruler.get_active_rules()

    def _read_lines(self) -> None:
        """Make the table: where each line begins and ends, and its indentation in characters and columns."""
        src = self.src
        begins = [0]
        ends: list[int] = []
        shifts: list[int] = []
        columns: list[int] = []
        for part in _parts(src):
            lines = part.split("\n")
            # a last line of blanks without an end is no line
            if len(part) + begins[-1] == len(src) and not lines[-1].strip(BLANKS):
                lines.pop()
            sizes = list(map(len, lines))
            ends += map(int.__add__, accumulate([size + 1 for size in sizes[:-1]], initial=begins[-1]), sizes)
            begins += [end + 1 for end in ends[len(begins) - 1 :]]
            indentations = list(map(sub, sizes, map(len, map(str.lstrip, lines, repeat(BLANKS)))))
            shifts += indentations
            if "\t" in part:
                indentations = [
                    len(line[:shift].expandtabs(4)) if shift else 0
                    for line, shift in zip(lines, indentations, strict=True)
                ]
            columns += indentations
        # the entry past the last line, which saves checks of bounds
        begins[-1] = len(src)
        self.bMarks, self.eMarks = begins, [*ends, len(src)]
        self.tShift, self.sCount = [*shifts, 0], [*columns, 0]
        self.bsCount = [0] * len(begins)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token, and return it to be filled."""
        if nesting < 0:
            self.level -= 1
        token = new_token(ttype, tag, nesting, self.level)
        token.attrs = {}
        token.meta = {}
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:  # noqa: N802, N803
        """Return some lines without as many columns of indentation, the last with its line ending or without."""
        if begin >= end:
            return ""
        src, begins, ends, shifts = self.src, self.bMarks, self.eMarks, self.tShift
        if indent <= 0 and not self.level:
            # in no container lines are next to each other
            return src[begins[begin] : ends[end - 1] + keepLastLF]
        lines = []
        for line in range(begin, end):
            start, shift = begins[line], shifts[line]
            stop = ends[line] + 1
            if indent > 0:
                if src.find("\t", start, start + shift) >= 0:
                    lines.append(super().getLines(line, line + 1, indent, keepLastLF=True))
                    continue
                start += min(indent, max(shift, 0))
            lines.append(src[start:stop])
        text = "".join(lines)
        return text if keepLastLF or len(text) <= 0 or text[-1] != "\n" else text[:-1]
