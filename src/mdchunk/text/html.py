"""Tags of raw HTML: where they stand, and the heading elements among them."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADING_TAG = re.compile(r"<h[1-6][\s>/]", re.IGNORECASE)
"""Tells cheaply whether a text can hold a heading element at all."""

_TAG = re.compile(r"""<(/?)([A-Za-z][\w.:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_COMMENTS = re.compile(r"\s*(?:<!--(?:(?!-->).)*+-->\s*)+", re.DOTALL)
RAW_TEXT = frozenset({"pre", "script", "style", "textarea"})
"""Elements whose content shows no headings: text, code, or as typed."""
VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    }
)
"""Elements that have no end tag (https://html.spec.whatwg.org/#void-elements)."""


class Tag(NamedTuple):
    """A start or end tag of raw HTML."""

    name: str
    """In lower case."""
    start: int
    """Offset of ``<``, 0-based."""
    end: int
    """One past ``>``."""
    is_end: bool
    is_alone: bool
    """A void element or one that closes itself: ``<br>``, ``<X/>``."""
    attributes: str
    """The text between the name and ``>``."""


class HtmlHeading(NamedTuple):
    """A heading element."""

    level: int
    text: str
    """What a reader sees, images by their alt text, blanks folded."""
    slug_text: str
    """As ``text``, but without alt texts and not trimmed: what GitHub makes the anchor of."""
    start: int
    end: int
    has_image: bool

    def is_all_of(self, html: str) -> bool:
        """Return whether only white space is around it in a block of HTML."""
        return not html[: self.start].strip() and not html[self.end :].strip()


def is_comment(html: str) -> bool:
    """Return whether an HTML block is nothing but closed comments."""
    return _COMMENTS.fullmatch(html) is not None


def tags(html: str) -> Iterator[Tag]:
    """Yield the tags of ``html`` in order; comments and what is inside RAW_TEXT elements are passed over."""
    at = html.find("<")
    while at >= 0:
        if html.startswith("<!--", at):
            end = html.find("-->", at + 4)
            if end < 0:
                return
            at = html.find("<", end + 3)
            continue
        match = _TAG.match(html, at)
        if match is None:
            at = html.find("<", at + 1)
            continue
        slash, name, attributes = match.groups()
        name = name.lower()
        end = match.end()
        alone = not slash and (name in VOID or attributes.endswith("/"))
        yield Tag(name, at, end, bool(slash), alone, attributes)
        if name in RAW_TEXT and not slash and not alone:
            close = re.compile(rf"</{name}", re.IGNORECASE).search(html, end)
            if close is None:
                return
            end = close.start()
        at = html.find("<", end)


def leaves_open(html: str) -> bool:
    """Return whether the last tag of a block opens an element, with nothing but white space behind it."""
    last = None
    for tag in tags(html):
        last = tag
    return last is not None and not last.is_end and not last.is_alone and not html[last.end :].strip()


def headings(html: str) -> list[HtmlHeading]:
    """Return the closed heading elements of an HTML block in order, those inside another heading left out."""
    found: list[HtmlHeading] = []
    opened: Tag | None = None
    inner: list[Tag] = []
    for tag in tags(html):
        is_heading = len(tag.name) == 2 and tag.name[0] == "h" and tag.name[1] in "123456"
        if opened is None:
            if is_heading and not tag.is_end and not tag.is_alone:
                opened, inner = tag, []
        elif tag.is_end and tag.name == opened.name:
            found.append(_heading(html, opened, inner, tag))
            opened = None
        else:
            inner.append(tag)
    return found


def _heading(html: str, opened: Tag, inner: list[Tag], closed: Tag) -> HtmlHeading:
    shown: list[str] = []
    slugged: list[str] = []
    at = opened.end
    for tag in [*inner, closed]:
        text = unescape(re.sub(r"<!--.*?-->", "", html[at : tag.start], flags=re.DOTALL))
        shown.append(text)
        slugged.append(text)
        if tag.name == "img" and (alt := _ALT.search(tag.attributes)):
            shown.append(unescape(alt[1] or alt[2] or alt[3] or ""))
        elif tag.name == "br":
            shown.append(" ")
        at = tag.end
    text = " ".join("".join(shown).split())
    has_image = any(tag.name in ("img", "svg", "picture") for tag in inner)
    return HtmlHeading(int(opened.name[1]), text, "".join(slugged), opened.start, closed.end, has_image)
