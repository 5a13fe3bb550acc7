"""Tags and expressions inside of a text: a heading shows neither tags nor comments, and may name its anchor."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mdchunk.syntax.mdx.javascript import OPEN, braces
from mdchunk.syntax.mdx.tags import tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_COMMENTS = re.compile(r"\{(?>\s++|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/|//[^\n]*+\n)*+\}")
_LITERAL = re.compile(r"\{\s*(?:'([^'\\\n]*)'|\"([^\"\\\n]*)\"|`([^`\\$]*)`)\s*\}")
"""A text in an expression, which is how MDX writes a brace or a ``<``: ``{'<T>'}``."""
_UNCLOSED: Final = -1
"""Where a state notes that a brace or a tag is never closed: its other keys are positions, from 0."""

_ANCHOR = re.compile(r"(?:\s*+#([^\s*]++)\s*+|([a-z0-9][a-z0-9_.:-]*+))\*/\}\s*+")
"""What follows ``{/*`` in a comment that names an anchor: ``{/* #setup */}`` (Docusaurus), ``{/*setup*/}`` (React)."""


def name_anchors(tokens: Sequence[Token]) -> None:
    """Take comments that name an anchor off the ends of headings; the name becomes the ``id`` of the opening token."""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text, _, comment = inline.content.rpartition("{/*")
            anchor = _ANCHOR.fullmatch(comment)
            if anchor and text.strip():
                opening.attrSet("id", anchor[1] or anchor[2])
                inline.content = text.rstrip()


def is_comment(expression: str) -> bool:
    """Return whether an expression, braces included, holds comments and nothing else: ``{/* draft */}``."""
    return _COMMENTS.fullmatch(expression) is not None and "/" in expression


def read_inline(state: StateInline, silent: bool) -> bool:
    """Read a JSX tag or a comment as ``html_inline``, another expression as ``mdx_text_expression``.

    MDX refuses a text with an unclosed brace or tag. Here the rest of such a text is not searched, which
    keeps the time linear.
    """
    pos = state.pos
    if state.src[pos] not in "<{" or _UNCLOSED in state.cache:
        return False
    end = tag(state.src, pos)[0] if state.src[pos] == "<" else braces(state.src, pos)
    if end == OPEN:
        state.cache[_UNCLOSED] = pos
    if end < 0 or end > state.posMax:
        return False
    if not silent:
        content = state.src[pos:end]
        hidden = content.startswith("<") or is_comment(content)
        literal = _LITERAL.fullmatch(content)
        kind = "html_inline" if hidden else "mdx_text_expression"
        state.push(kind, "", 0).content = literal[literal.lastindex or 0] if literal else content
    state.pos = end
    return True
