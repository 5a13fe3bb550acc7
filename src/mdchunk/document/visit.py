"""What the visitor notes on its way besides blocks: headings at any depth, comments inside containers, notices."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.headings import heading_text
from mdchunk.model import NoticeKind, Span
from mdchunk.text import html
from mdchunk.text.fences import closes_fence

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

    from mdchunk.syntax.rules import Parser
    from mdchunk.text.slugs import Slugger
    from mdchunk.text.source import Source

LONGEST_HEADING = 150
"""Code points of a heading; a longer one is a paragraph that converters underlined, and no title."""


class Mark(NamedTuple):
    """A heading anywhere in the document; all count for the anchors, those with a block open sections."""

    level: int
    text: str
    slug_text: str
    explicit: str
    """An anchor written out (``{#id}``), or empty."""
    block: int
    """Index of the top-level block that it is or is in, or -1: nested ones open no section."""
    is_bare: bool
    """Whether the block is the heading and nothing else."""


class Visit(NamedTuple):
    """What the visitor reads, and what it gathers besides blocks."""

    source: Source
    md: Parser
    env: EnvType
    slugger: Slugger
    tokens: Sequence[Token]
    marks: list[Mark]
    comments: list[Span]
    notices: list[tuple[NoticeKind, int, str]]
    patterns: Sequence[tuple[re.Pattern[str], int]] = ()
    """Patterns for paragraphs of one line that are headings, and the level of each."""


def note_own_heading(visit: Visit, i: int, is_top: bool) -> None:
    """Note a paragraph of one line that a pattern of the user's makes a heading."""
    token = visit.tokens[i]
    line = token.content.strip()
    if not is_top or "\n" in line:
        return
    for pattern, level in visit.patterns:
        if found := pattern.fullmatch(line):
            named = found["text"] if "text" in pattern.groupindex else None
            shown = line if named is None else named
            text, slug_text = heading_text(shown, visit.md, visit.env, visit.slugger)
            _mark(visit, token, Mark(level, text, slug_text, "", i, is_bare=True))
            return


def _note_heading(visit: Visit, i: int, is_top: bool) -> None:
    token = visit.tokens[i]
    text, slug_text = heading_text(visit.tokens[i + 1].content, visit.md, visit.env, visit.slugger)
    explicit = str(token.attrGet("id") or "")
    block = i if is_top else -1
    _mark(visit, token, Mark(int(token.tag[1]), text, slug_text, explicit, block, is_bare=True))


def _mark(visit: Visit, token: Token, mark: Mark) -> None:
    visit.marks.append(mark)
    if len(mark.text) > LONGEST_HEADING and mark.block >= 0:
        first, _ = token.map or (0, 0)
        said = f"heading of {len(mark.text)} characters: no title or path line has it; is it a paragraph?"
        visit.notices.append(("long_heading", first, said))


def _note_html(visit: Visit, i: int, is_top: bool) -> None:
    """Note the headings of an HTML block, and a comment that is not closed or is inside a container."""
    token = visit.tokens[i]
    content, (first, _) = token.content, token.map or (0, 0)
    if "<!--" in content:
        if "-->" not in content:
            visit.notices.append(("unclosed", first, "comment is not closed: add -->"))
        elif html.is_comment(content):
            _note_comment(visit, i, is_top)
    if not html.HEADING_TAG.search(content):
        return
    found = html.headings(content)
    block = i if is_top else -1
    for heading in found:
        is_bare = len(found) == 1 and not heading.has_image and heading.is_all_of(content)
        _mark(visit, token, Mark(heading.level, heading.text, heading.slug_text, "", block, is_bare))
        block = -1


def _note_comment(visit: Visit, i: int, is_top: bool) -> None:
    """Note a comment that is inside a container: at the top it is a block."""
    token, source = visit.tokens[i], visit.source
    if is_top or not token.map:
        return
    # - <!-- a -->      the marker stays
    #   <!-- b -->      the line goes
    first, last = token.map
    last = source.trim(first, last)
    start, end = source.starts[first], source.line_end(last - 1)
    opened = start + max(source.line(first).rfind(token.content.strip().partition("\n")[0]), 0)
    is_alone = not source.text[start:opened].strip(" \t>")
    visit.comments.append(Span(start, source.starts[last]) if is_alone else Span(opened, end))


def _note_fence(visit: Visit, i: int, _is_top: bool) -> None:
    token = visit.tokens[i]
    first, last = token.map or (0, 1)
    if last - first < 2 or not closes_fence(visit.source.line(last - 1).lstrip(" \t>"), token.markup):
        visit.notices.append(("unclosed", first, f"fence is not closed: add {token.markup}"))


def _note_directive(visit: Visit, i: int, _is_top: bool) -> None:
    token = visit.tokens[i]
    if token.meta["unclosed"]:
        first, _ = token.map or (0, 0)
        visit.notices.append(("unclosed", first, f"directive is not closed: add {token.markup}"))


def _note_too_deep(visit: Visit, i: int, _is_top: bool) -> None:
    first, _ = visit.tokens[i].map or (0, 0)
    visit.notices.append(("nesting", first, "nested too deep to be parsed; kept as plain text"))


NOTED: Mapping[str, Callable[[Visit, int, bool], None]] = MappingProxyType(
    {
        "heading_open": _note_heading,
        "html_block": _note_html,
        "mdx_comment": _note_comment,
        "comment": _note_comment,
        "fence": _note_fence,
        "directive": _note_directive,
        "directive_open": _note_directive,
        "too_deep": _note_too_deep,
    }
)
"""Token types, at any depth, that the visitor notes something of."""
