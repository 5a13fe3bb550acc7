"""The visitor: the token stream of markdown-it, once, into blocks that tile the source.

A token says its lines, nothing more: blocks are whole lines, and the text between two of them is blank. What no token
claims becomes a block of its own, so that nothing is lost to a gap of the parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from markdown_it.token import Token

from mdchunk.document.page_markers import PageMarker, page_markers
from mdchunk.document.visit import NOTED, Mark, Visit, note_own_heading
from mdchunk.model import Kind, Notice, Span
from mdchunk.syntax.rules import Parser, unclosed
from mdchunk.syntax.transparent import tag_lines, transparent_tags
from mdchunk.text import html
from mdchunk.text.slugs import SLUGGERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it.utils import EnvType

    from mdchunk.text.source import Source

TOKEN_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "heading_open": "heading",
        "paragraph": "paragraph",
        "paragraph_open": "paragraph",
        "fence": "code",
        "code_block": "code",
        "bullet_list_open": "list",
        "ordered_list_open": "list",
        "list_item_open": "list_item",
        "blockquote_open": "blockquote",
        "table": "table",
        "html_block": "html",
        "hr": "thematic_break",
        "definition": "definition",
        "footnote_reference_open": "footnote_definition",
        "front_matter": "front_matter",
        "math_block": "math",
        "dl_open": "definition_list",
        "field_list_open": "definition_list",
        "directive": "directive",
        "directive_open": "directive",
        "directive_leaf": "directive",
        "mdx_jsx": "mdx_jsx",
        "mdx_jsx_open": "mdx_jsx",
        "mdx_esm": "mdx_esm",
        "mdx_expression": "mdx_expression",
        "mdx_comment": "comment",
        "comment": "comment",
        "too_deep": "paragraph",
    }
)
"""From the type of a token that opens a block, or is one, to the block's kind; any other is a paragraph."""


_TIGHT = frozenset({"heading_open", "table", "hr"})
"""Tokens whose last line is never blank."""


class Block(NamedTuple):
    """One block of the document, as whole source lines.

    See https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks. Blank lines after the block, which
    markdown-it counts in for lists and open fences, are not part of it.
    """

    kind: Kind
    start: int
    """Offset of its first line."""
    end: int
    """Offset one past its last line, without the line ending."""
    first: int
    """First line, 0-based."""
    last: int
    """One past the last line."""
    token: int
    """Index of its (opening) token; -1 where no token claimed the lines."""
    stop: int
    """One past the index of its closing token."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document in blocks."""

    source: Source
    md: Parser
    tokens: list[Token]
    blocks: tuple[Block, ...]
    """The top-level blocks, in order; between two of them there are only blank lines."""
    marks: tuple[Mark, ...]
    comments: tuple[Span, ...]
    """Comments inside containers, as offsets: ``<!--`` to ``-->``, or whole lines if nothing else is on them."""
    notices: tuple[Notice, ...]
    page_markers: Sequence[PageMarker]
    """In order."""
    anchors: str
    """What makes its anchors: a row of ``SLUGGERS``."""


def parse(
    source: Source,
    md: Parser,
    anchors: str,
    heading_patterns: Sequence[tuple[str, int]] = (),
    page_marker: str = "",
) -> Parsed:
    """Return the document as blocks that tile it: each non-blank line is in exactly one.

    Args:
        source: The document.
        md: The parser of its dialect.
        anchors: What makes its anchors: a row of ``SLUGGERS``.
        heading_patterns: As in ``Options``: what makes a paragraph of one line a heading, and of which level.
        page_marker: As in ``Options``; a line that it finds underlines no heading.
    """
    tokens, env = _tokens(source, md)
    if page_marker:
        tokens = _without_underlines(source, tokens, re.compile(page_marker, re.MULTILINE))
    patterns = [(re.compile(pattern), level) for pattern, level in heading_patterns]
    visit = Visit(source, md, env, SLUGGERS[anchors], tokens, [], [], [], patterns)
    blocks = _tile(source, list(_blocks(visit)))
    # tiling may have put blocks in between
    at = {block.token: i for i, block in enumerate(blocks)}
    marks = tuple(
        [mark if mark.block < 0 else Mark(*mark[:4], at[mark.block], mark.is_bare) for mark in visit.marks]
    )
    visit.notices.extend(("unclosed", line, said) for line, said in unclosed(env))
    visit.notices.sort(key=lambda notice: notice[1])
    notices = tuple(
        Notice(kind, source.name, source.number(line), said) for kind, line, said in visit.notices
    )
    markers = page_markers(source, tokens, page_marker)
    return Parsed(source, md, tokens, tuple(blocks), marks, tuple(visit.comments), notices, markers, anchors)


def _without_underlines(source: Source, tokens: list[Token], marker: re.Pattern[str]) -> list[Token]:
    """Return the tokens with a paragraph for each setext heading whose underline is a page marker of the user's.

    Converters join pages by ``---`` right below the last line of a page.
    """
    made: list[Token] = []
    for i, token in enumerate(tokens):
        lines = token.map
        is_setext = token.type == "heading_open" and token.markup in {"-", "="} and lines is not None
        if is_setext and lines and marker.search(source.line(lines[1] - 1)):
            paragraph = Token("paragraph", "", 0, map=lines, level=token.level, content=tokens[i + 1].content)
            made += (paragraph, *(Token("gone", "", 0, level=token.level + 1) for _ in range(2)))
        elif len(made) <= i:
            made.append(token)
    return made


def _tokens(source: Source, md: Parser) -> tuple[list[Token], EnvType]:
    """Return what the parser makes of the document, and its environment.

    A container inside a container is a call inside a call. The hundred that the parser follows are within Python's
    limit of a thousand, but a caller deep in the stack may hit the limit; a new thread starts with an empty stack.
    """
    env: EnvType = {}
    try:
        return md.parse(source.body, env), env
    except RecursionError:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - hardly anybody gets here

        env = {}
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(md.parse, source.body, env).result(), env


def children(source: Source, tokens: Sequence[Token], block: Block) -> list[Block]:
    """Return the blocks inside a container block, in order; of a list its items.

    They need not tile it: markers, closing fences and quote marks on blank lines belong to no child.
    """
    found: list[Block] = []
    opened = block.token + 1
    level = tokens[block.token].level + 1
    for i in range(block.token + 1, block.stop - 1):
        token = tokens[i]
        if token.level != level:
            continue
        if token.nesting >= 0:
            opened = i
        if token.nesting <= 0 and (lines := tokens[opened].map):
            found.append(_block(source, tokens[opened], lines, opened, i + 1))
    return [child for child in found if child.last > child.first]


def _blocks(visit: Visit) -> Iterator[Block]:
    """Yield the top-level blocks, and note headings, comments and notices on the way."""
    source, tokens = visit.source, visit.tokens
    transparent = transparent_tags(tokens)
    base = opened = 0
    noted = {**NOTED, "paragraph": note_own_heading} if visit.patterns else NOTED
    for i, token in enumerate(tokens):
        if transparent and i in transparent:
            # <Tabs>            a component with a heading inside: its tags are blocks of their own
            base += token.nesting
            first, last = tag_lines(tokens, i, transparent[i])
            yield Block("mdx_jsx", source.starts[first], source.line_end(last - 1), first, last, i, i + 1)
            continue
        is_top = token.level == base
        if token.type in noted:
            noted[token.type](visit, i, is_top)
        if is_top:
            if token.nesting >= 0:
                opened = i
            if token.nesting <= 0 and (lines := tokens[opened].map):
                block = _block(source, tokens[opened], lines, opened, i + 1)
                is_own = block.kind == "paragraph" and visit.marks and visit.marks[-1].block == opened
                yield block._replace(kind="heading") if is_own else block


def _block(source: Source, token: Token, lines: list[int], first_token: int, stop: int) -> Block:
    first, last = lines
    kind = TOKEN_KINDS.get(token.type, "paragraph")
    start = source.starts[first]
    end = source.line_end(last - 1) if last > first else start
    # a line that ends in something is not blank
    if token.type not in _TIGHT and (end == start or source.text[end - 1].isspace()):
        last = source.trim(first, last)
        end = source.line_end(last - 1) if last > first else start
    if kind == "html" and token.content.lstrip().startswith("<!--") and html.is_comment(token.content):
        kind = "comment"
    return Block(kind, start, end, first, last, first_token, stop)


def _tile(source: Source, blocks: list[Block]) -> list[Block]:
    """Return the blocks, and what is between them as paragraphs unless it is blank."""
    tiled: list[Block] = []
    text, starts = source.text, source.starts
    line, last = 0, len(starts) - 1
    for block in blocks:
        # a no-break space alone is a paragraph to CommonMark, and nothing to a reader
        start, end = block.start, block.end
        if block.first < line or not (text[start : min(start + 1, end)].strip() or text[start:end].strip()):
            continue
        if block.first > line and text[starts[line] : starts[block.first]].strip():
            tiled.append(_rest(source, line, block.first, len(tiled)))
        tiled.append(block)
        line = block.last
    if line < last and text[starts[line] : starts[last]].strip():
        tiled.append(_rest(source, line, last, len(tiled)))
    return tiled


def _rest(source: Source, first: int, last: int, number: int) -> Block:
    while source.is_blank(first):
        first += 1
    last = source.trim(first, last)
    return Block("paragraph", source.starts[first], source.line_end(last - 1), first, last, -1 - number, -1)
