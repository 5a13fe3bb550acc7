r"""Mathematics in blocks: between double dollars, and in LaTeX environments.

    $$                  \begin{align}
    a = b               a &= b
    $$ (label)          \end{align}

mdit-py-plugins has both, but looks for the end of each unclosed one over the whole document, and leaves an
environment's last line out.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from mdchunk.syntax.rules import ALT, Parser, add_rule, memo_of, note_unclosed

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.rules_block import StateBlock


# $$ (label) of MyST, $$ {#eq-label} of Quarto
_LABEL = re.compile(r"\$\$[ \t]*(?:\([^()$\n]+\)|\{#[^{}$\n]+\})$")
# the environments of https://ctan.org/pkg/amsmath that stand alone
_ENVIRONMENT = re.compile(
    r"\\begin\{(?P<name>(?:equation|multline|gather|align|alignat|flalign|[pbBvV]?matrix|eqnarray)\*?)\}"
)


def labelled_math_plugin(md: Parser) -> None:
    """Add double dollars as MyST has them: blank lines may be inside, and a label after them."""
    add_rule(md, "fence", "math_block", _dollars, "$")


def math_fence_plugin(md: Parser) -> None:
    """Add double dollars on lines of their own, with whatever lines between them, as remark-math has them."""
    add_rule(md, "fence", "math_fence", partial(_fence, allows_blank=True), "$", alt=ALT)


def dollar_plugin(md: Parser) -> None:
    """Add double dollars on lines of their own with no blank line between them, as pandoc and Arithmatex have them."""
    add_rule(md, "fence", "math_fence", partial(_fence, allows_blank=False), "$", alt=ALT)


def environment_plugin(md: Parser) -> None:
    """Add LaTeX environments. The token is a ``math_block`` with the environment as ``markup``."""
    add_rule(md, "blockquote", "environment", _environment, "\\", alt=ALT)


def _dollars(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a line that begins with double dollars to one that ends with them, or with them and a label."""
    pos = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("$$", pos) or state.is_code_block(start):
        return False
    rest = state.src[pos + 2 : state.eMarks[start]].strip()
    if len(rest) > 1 and _closes(rest):
        last = start
    elif "$$" in rest:
        return False
    else:
        last = _search(state, start + 1, end, "$$", _closes)
        if last < 0 and not silent and not rest:
            note_unclosed(state.env, start, "math is not closed: add $$")
    if last >= 0 and not silent:
        _push(state, start, last + 1, "$$")
    return last >= 0


def _fence(state: StateBlock, start: int, end: int, silent: bool, *, allows_blank: bool) -> bool:
    """Rule: from a line of double dollars to one that ends with them, or with them and a label."""
    pos = state.bMarks[start] + state.tShift[start]
    if state.src[pos : state.eMarks[start]].rstrip() != "$$" or state.is_code_block(start):
        return False
    if not allows_blank:
        end = next((line for line in range(start, end) if state.isEmpty(line)), end)
    last = _search(state, start + 1, end, "$$", _closes)
    if last < 0:
        if not silent:
            note_unclosed(state.env, start, "math is not closed: add $$")
        return False
    if not silent:
        _push(state, start, last + 1, "$$")
    return True


def _closes(text: str) -> bool:
    return text.endswith("$$") or bool(_LABEL.search(text))


def _environment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: an environment, up to the line that ends with its end."""
    match = _ENVIRONMENT.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if not match or state.is_code_block(start):
        return False
    closing = f"\\end{{{match['name']}}}"
    last = _search(state, start, end, closing, lambda text: text.endswith(closing))
    if last < 0 and not silent:
        note_unclosed(state.env, start, f"math is not closed: add {closing}")
    if last >= 0 and not silent:
        _push(state, start, last + 1, match["name"])
    return last >= 0


def _search(state: StateBlock, first: int, end: int, what: str, closes: Callable[[str], bool]) -> int:
    """Return the line that closes, or -1; what was not found is not looked for again in the same lines."""
    failed = memo_of(state.env).not_closed
    since, until = failed.get(what, (end, 0))
    if since <= first and end <= until:
        return -1
    for line in range(first, end):
        pos = state.bMarks[line] + state.tShift[line]
        text = state.src[pos : state.eMarks[line]].strip()
        if text and state.sCount[line] < state.blkIndent:
            return -1
        if closes(text):
            return line
    if end >= until:
        failed[what] = (first, end)
    return -1


def _push(state: StateBlock, first: int, last: int, markup: str) -> None:
    token = state.push("math_block", "math", 0)
    token.content = state.getLines(first + 1, last, state.sCount[first], False)
    token.markup = markup
    token.map = [first, last]
    state.line = last
