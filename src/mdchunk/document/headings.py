"""The text of a heading, as a reader sees it and as its anchor is made from it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

_PLAIN = re.compile(r"[^\\`*_\[\]<>&~\n$^{}=+:\"']*")
"""Text that inline rules of no dialect would change."""
_LONGEST = 10_000
"""Code points; a longer heading keeps its markup, since inline rules are not linear on hostile text (our choice)."""


class HeadingText(NamedTuple):
    """What the inline content of a heading says."""

    text: str
    """Emphasis, code, links and entities resolved, images by their alt text, no tags, blanks folded."""
    slug_text: str
    """The same without alt texts, neither folded nor trimmed: ``![x](y) Top`` gives `` Top``."""


def heading_text(content: str, md: MarkdownIt, env: EnvType) -> HeadingText:
    """Return what a heading says, from the content of its inline token.

    Args:
        content: The heading without its markers.
        md: The parser, for its inline rules.
        env: The environment of the document's parse, for its link reference definitions.
    """
    if _PLAIN.fullmatch(content) or len(content) > _LONGEST:
        return HeadingText(" ".join(content.split()), content)
    tokens: list[Token] = []
    try:
        md.inline.parse(content, md, env, tokens)
    except RecursionError:
        # ![![![…](a)](a)](a): images in images, deeper than anyone can read
        return HeadingText(" ".join(content.split()), content)
    return HeadingText(
        " ".join("".join(_shown(tokens, alt=True)).split()), "".join(_shown(tokens, alt=False))
    )


def _shown(tokens: Iterable[Token], *, alt: bool) -> Iterable[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "image":
            if alt:
                yield from _shown(token.children or [], alt=True)
        elif token.type.startswith("math"):
            yield f"{token.markup}{token.content}{token.markup}"
        elif token.type != "html_inline":
            yield token.content
