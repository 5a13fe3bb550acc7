r"""Mathematics in blocks: between double dollars, and in LaTeX environments.

    $$                  \begin{align}
    a = b               a &= b
    $$ (label)          \end{align}

mdit-py-plugins has both, but looks for the end of each unclosed one over the whole document, and leaves an
environment's last line out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax_directive import ALT

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax_directive import Rule

_LABEL = re.compile(r"\$\$[ \t]*\([^()$\n]+\)$")
# the environments of https://ctan.org/pkg/amsmath that stand alone
_ENVIRONMENT = re.compile(
    r"\\begin\{(?P<name>(?:equation|multline|gather|align|alignat|flalign|[pbBvV]?matrix|eqnarray)\*?)\}"
)


def math_plugin(md: MarkdownIt) -> None:
    """Add ``$$`` as GitHub has it: without blank lines inside. The token is a ``math_block``."""
    md.block.ruler.before("fence", "math_block", _dollars(blank_lines=False))


def labelled_math_plugin(md: MarkdownIt) -> None:
    """Add ``$$`` as MyST has it: blank lines may stand inside, and a label behind."""
    md.block.ruler.before("fence", "math_block", _dollars(blank_lines=True))


def environment_plugin(md: MarkdownIt) -> None:
    """Add LaTeX environments. The token is a ``math_block`` with the environment as ``markup``."""
    md.block.ruler.before("blockquote", "environment", _environment, ALT)


def _dollars(*, blank_lines: bool) -> Rule:
    """Return the rule for double dollars; in MyST's form it takes labels too."""

    def closes(text: str) -> bool:
        return text.endswith("$$") or (blank_lines and bool(_LABEL.search(text)))

    def rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        pos = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("$$", pos) or state.is_code_block(start):
            return False
        rest = state.src[pos + 2 : state.eMarks[start]].strip()
        if len(rest) > 1 and closes(rest):
            last = start
        elif "$$" in rest:
            return False
        else:
            last = _search(state, start + 1, end, "$$", closes, blank_lines=blank_lines)
        if last >= 0 and not silent:
            _push(state, start, last + 1, "$$")
        return last >= 0

    return rule


def _environment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: an environment, up to the line that ends with its end."""
    match = _ENVIRONMENT.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if not match or state.is_code_block(start):
        return False
    closing = f"\\end{{{match['name']}}}"
    last = _search(state, start, end, closing, lambda text: text.endswith(closing), blank_lines=True)
    if last >= 0 and not silent:
        _push(state, start, last + 1, match["name"])
    return last >= 0


def _search(
    state: StateBlock, first: int, end: int, what: str, closes: Callable[[str], bool], *, blank_lines: bool
) -> int:
    """Return the line that closes, or -1; what was not found is not looked for again in the same lines."""
    failed: dict[str, tuple[int, int]] = state.env.setdefault("math_not_closed", {})
    since, until = failed.get(what, (end, 0))
    if blank_lines and since <= first and end <= until:
        return -1
    for line in range(first, end):
        pos = state.bMarks[line] + state.tShift[line]
        text = state.src[pos : state.eMarks[line]].strip()
        if (not text and not blank_lines) or (text and state.sCount[line] < state.blkIndent):
            return -1
        if closes(text):
            return line
    if end >= until:
        failed[what] = (first, end)
    return -1


def _push(state: StateBlock, first: int, last: int, markup: str) -> None:
    token = state.push("math_block", "math", 0)
    token.content = state.getLines(first, last, state.sCount[first], False)
    token.markup = markup
    token.map = [first, last]
    state.line = last
