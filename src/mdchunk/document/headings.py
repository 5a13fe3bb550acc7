"""The text of a heading, as a reader sees it and as its anchor is made from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

_BEGINS: Mapping[str, str] = MappingProxyType(
    {
        "text": "",
        "newline": "\n",
        "escape": "\\",
        "backticks": "`",
        "strikethrough": "~",
        "emphasis": "*_",
        "link": "[",
        "image": "[",  # behind a "!", which alone is text
        "footnote_ref": "[",
        "autolink": "<",
        "html_inline": "<{",  # in MDX it reads expressions too
        "entity": "&",
    }
)
"""Inline rule -> the characters that it begins at; one that is not here may begin anywhere."""
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
    if _plain(md).fullmatch(content) or len(content) > _LONGEST:
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


@lru_cache(maxsize=32)
def _plain(md: MarkdownIt) -> re.Pattern[str]:
    """Return what matches the texts that the inline rules of a parser leave as they are."""
    rules = md.inline.ruler.get_active_rules()
    if any(rule not in _BEGINS for rule in rules):
        return re.compile("")
    return re.compile(f"[^{re.escape(''.join(_BEGINS[rule] for rule in rules))}]*")


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
