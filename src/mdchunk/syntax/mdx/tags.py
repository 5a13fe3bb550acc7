"""JSX tags in the flow of a document: their syntax, and the lines that hold nothing but tags and expressions.

Positions are 0-based code points into the text that is passed.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from mdchunk.syntax.mdx.javascript import BAD, OPEN, braces

_NAME = r"(?:[^\W\d]|\$)[\w$\u200c\u200d-]*+"
_HEAD = re.compile(rf"<(?!\s)(/\s*+)?((?:{_NAME}(?:(?:\s*+\.\s*+{_NAME})++|\s*+:\s*+{_NAME})?+)?)")
_ATTRIBUTE = re.compile(rf"{_NAME}(?:\s*+:\s*+{_NAME})?+\s*+(=\s*+)?+")
_BLANKS = re.compile(r"\s*+")


class Tag(NamedTuple):
    """A JSX tag in flow."""

    kind: Literal["open", "close", "self"]
    name: str
    """As written, without blanks; empty for a fragment."""

    def __str__(self) -> str:
        """Return the tag without its attributes."""
        return f"<{'/' * (self.kind == 'close')}{self.name}{'/' * (self.kind == 'self')}>"


def tag(text: str, pos: int) -> tuple[int, int, Tag]:
    """Read the JSX tag that starts with the ``<`` at ``pos``, as micromark-extension-mdx-jsx does.

    Returns:
        One past its ``>``, or ``OPEN``, or ``BAD``; how far the text was read; the tag, as far as it is
        known.
    """
    head = _HEAD.match(text, pos)
    if head is None:
        return BAD, pos, Tag("open", "")
    found = Tag("close" if head[1] else "open", "".join(head[2].split()))
    pos = head.end()
    while True:
        pos = _skip_blanks(text, pos)
        if pos == len(text):
            return OPEN, pos, found
        if text[pos] == ">":
            return pos + 1, pos, found
        if found.kind == "close" or not found.name:
            return BAD, pos, found
        if text[pos] == "/":
            slash = _skip_blanks(text, pos + 1)
            if slash == len(text) or text[slash] != ">":
                return (OPEN if slash == len(text) else BAD), slash, found
            return slash + 1, slash, Tag("self", found.name)
        end = _attribute(text, pos)
        if end < 0:
            return end, (len(text) if end == OPEN else pos), found
        pos = end


def _attribute(text: str, pos: int) -> int:
    """Return one past the attribute at ``pos`` (a spread, a name, and its value), or ``OPEN`` or ``BAD``."""
    if text[pos] == "{":
        return braces(text, pos)
    found = _ATTRIBUTE.match(text, pos)
    if found is None:
        return BAD
    pos = found.end()
    if found[1] is None:
        return pos
    if pos == len(text):
        return OPEN
    if text[pos] == "{":
        return braces(text, pos)
    if text[pos] not in "\"'":
        return BAD
    end = text.find(text[pos], pos + 1)
    return OPEN if end < 0 else end + 1


def _skip_blanks(text: str, pos: int) -> int:
    found = _BLANKS.match(text, pos)
    return found.end() if found else pos


def flow(text: str, pos: int) -> tuple[int, int, tuple[Tag, ...]]:
    """Read the tags and expressions that fill the lines from ``pos`` on: ``<Tabs><Tab>``, ``{a}<B/>``.

    An expression follows a tag, never another expression, as in MDX.

    Returns:
        One past the last of them; or ``OPEN``; or ``BAD`` if a tag is none; or 0 where other text
        follows on the line, so that it all belongs to a paragraph. How far the text was read. The tags.
    """
    tags: list[Tag] = []
    after_expression = False
    while True:
        if text[pos] == "<":
            end, reached, found = tag(text, pos)
            tags.append(found)
            after_expression = False
        elif text[pos] == "{" and not after_expression:
            end = braces(text, pos)
            reached = len(text)
            after_expression = True
        else:
            return 0, pos, ()
        if end < 0:
            return end, reached, ()
        pos = end
        while pos < len(text) and text[pos] in " \t":
            pos += 1
        if pos == len(text) or text[pos] == "\n":
            return end, pos, tuple(tags)
