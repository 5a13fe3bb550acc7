"""The text of a heading, as a reader sees it and as its anchor is made from it."""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from markdown_it.token import Token

from mdchunk.syntax.inline import MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from markdown_it.utils import EnvType

    from mdchunk.syntax.rules import Parser
    from mdchunk.text.slugs import Slugger

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
        "html_inline": "<",
        "entity": "&",
    }
)
"""Inline rule -> the characters that it begins at; one that is not here may begin anywhere."""
_EMOJI = re.compile(r":(?=[\w+-]*[a-z])[\w+-]+:")
"""A short code of an emoji, as far as its form says."""
_DASHES = re.compile(r"---?|\.\.\.")
_LONGEST = 10_000
"""Code points; a longer heading keeps its markup, since inline rules are not linear on hostile text (our choice)."""


class HeadingText(NamedTuple):
    """What the inline content of a heading says."""

    text: str
    """Emphasis, code, links and entities resolved, images by their alt text, no tags, blanks folded."""
    slug_text: str
    """What its anchor is made of, neither folded nor trimmed: on GitHub ``![x](y) Top`` gives `` Top``."""


def heading_text(content: str, md: Parser, env: EnvType, slugger: Slugger) -> HeadingText:
    """Return what a heading says, from the content of its inline token.

    Args:
        content: The heading without its markers.
        md: The parser, for its inline rules.
        env: The environment of the document's parse, for its link reference definitions.
        slugger: What makes its anchor, and so says what of the heading counts for that.
    """
    if _plain(md).fullmatch(content) or len(content) > _LONGEST:
        return HeadingText(" ".join(content.split()), _plain_counted(content, slugger))
    tokens: list[Token] = []
    try:
        md.inline.parse(content, md, env, tokens)
    except RecursionError:
        # ![![![…](a)](a)](a): images in images, deeper than anyone can read
        return HeadingText(" ".join(content.split()), content)
    shown = " ".join("".join(_shown(tokens, alt=True)).split())
    if not shown:
        # ## {{% heading "prerequisites" %}}       what it shows is anybody's guess, but it shows something
        shown = " ".join(text for token in tokens if (text := token.meta.get("instead")))
    return HeadingText(shown, "".join(_counted(tokens, slugger)))


@lru_cache(maxsize=32)
def _plain(md: Parser) -> re.Pattern[str]:
    """Return what matches the texts that the inline rules of a parser leave as they are."""
    begins = {**_BEGINS, **md.inline_starts}
    rules = md.inline.ruler.get_active_rules()
    if any(rule not in begins for rule in rules):
        return re.compile("")
    return re.compile(f"[^{re.escape(''.join(begins[rule] for rule in rules))}]*")


def _plain_counted(text: str, slugger: Slugger) -> str:
    """Return what ``_counted`` makes of a single text token, which most headings are."""
    if slugger.reads == "entities":
        text = _EMOJI.sub("", text)
    return _printed(text) if slugger.is_typographic else text


def _shown(tokens: Iterable[Token], *, alt: bool, is_typographic: bool = False) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "image":
            if alt:
                yield from _shown(token.children or [], alt=True, is_typographic=is_typographic)
        elif token.type.startswith("math"):
            yield f"{token.markup}{token.content}{token.markup}"
        elif token.type == "text" and is_typographic:
            yield _printed(token.content)
        elif token.type != "html_inline":
            yield token.content


def _counted(tokens: Sequence[Token], slugger: Slugger) -> Iterator[str]:
    """Yield what of a heading counts for its anchor."""
    if slugger.reads == "first_child":
        tokens = list(_first_children(tokens))
    tokens = [_slugged(token) for token in tokens]
    if any(token.type == MARK and not token.content for token in tokens):
        tokens = _without_blanks(tokens)
    if slugger.reads == "entities":
        tokens = [_as_written(token) for token in tokens]
    yield from _shown(
        tokens, alt=slugger.reads in {"alt", "first_child"}, is_typographic=slugger.is_typographic
    )


def _without_blanks(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens without what nobody sees at their ends, and without the blanks beside it: ``{% x %} Title``."""
    found = list(tokens)
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        is_hidden = False
        while found and found[end].type == MARK and not found[end].content:
            is_hidden = True
            found.pop(end)
        if is_hidden and found and found[end].type == "text":
            found[end] = Token("text", "", 0, content=strip(found[end].content))
    return found


def _slugged(token: Token) -> Token:
    return Token("text", "", 0, content=token.meta["slug"]) if "slug" in token.meta else token


def _as_written(token: Token) -> Token:
    if token.type == "text":
        return Token("text", "", 0, content=_EMOJI.sub("", token.content))
    is_entity = token.type == "text_special" and token.info == "entity"
    return Token("text", "", 0, content=token.markup) if is_entity else token


def _printed(text: str) -> str:
    # "--backup" begins with a dash in print, and no anchor keeps that
    return _DASHES.sub("\N{EN DASH}", text)


def _first_children(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield of each link, emphasis and image the first piece only: ``[a *b* c](/u)`` gives ``a``, as in Hugo."""
    seen: list[int] = []
    for token in tokens:
        counts = not seen or seen[-1] == 0  # one whose parent does not count begins with 1
        if token.nesting < 0:
            seen.pop()
            continue
        if seen:
            seen[-1] += 1
        if token.nesting > 0:
            seen.append(0 if counts else 1)
        elif counts and token.type == "image":
            yield from list(_first_children(token.children or []))[:1]
        elif counts:
            yield token
