"""Ways to cut containers: a list before its items, an item, a quote or a component before the blocks inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.document.blocks import Block, children
from mdchunk.split.piece import Around, Piece, adopt
from mdchunk.split.text import is_alert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.document.content import Content


def items(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a list before its items."""
    return _adopt(content, piece, piece.around)


def item_blocks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a list item, a footnote definition and their like before the blocks inside; a later one gets the marker."""
    source, block = content.source, piece.block
    end = _marker_end(content, piece)
    line = source.line_of(end - 1)
    marker = source.text[source.starts[line] : end]
    around = piece.around.plus(line, marker, width=len(marker.expandtabs(4)) + 1)
    if block.kind == "footnote_definition":
        around = around._replace(width=4)
    return _adopt(content, piece, around)


def quote_blocks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a quote before the blocks inside; a later one of an alert or a callout gets its ``> [!NOTE]`` line."""
    source, block, around = content.source, piece.block, piece.around
    line = source.line(block.first)
    if is_alert(line[line.find(">") :].lstrip(" \t>")):
        around = around.plus(block.first, line)
    return _adopt(content, piece, around)


def components(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a component before the components right inside it: ``<Tab>`` in ``<Tabs>``."""
    inside = [
        child for child in children(content.source, content.tokens, piece.block) if child.kind == "mdx_jsx"
    ]
    return adopt(content, piece, inside, _inside_tags(content, piece)) if len(inside) > 1 else []


def framed_blocks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a component or a directive before the blocks inside; each gets its opening and closing lines."""
    return _adopt(content, piece, _inside_tags(content, piece))


def _adopt(content: Content, piece: Piece, around: Around) -> list[Piece]:
    inside = children(content.source, content.tokens, piece.block)
    if not inside:
        return []
    first_by_line: dict[int, Block] = {}
    for child in inside:
        first_by_line.setdefault(child.first, child)
    return adopt(content, piece, list(first_by_line.values()), around)


def _marker_end(content: Content, piece: Piece) -> int:
    """Return the offset behind the marker of an item: ``-``, ``7.``, ``[^1]:``; it comes after those around it."""
    source, block = content.source, piece.block
    token = content.tokens[block.token]
    start = source.starts[block.first]
    end = source.line_end(block.first)
    line = source.text[start:end]
    # - 1. one        the inner marker is looked for behind the outer
    outer = next((text for at, text in piece.around.lines if at == block.first), "")
    at = len(outer)
    if token.type == "list_item_open":
        found = line.find(token.info + token.markup, at)
        return start + max(found, at) + len(token.info + token.markup)
    found = line.find("]:", at)
    return start + found + 2 if found >= 0 else start + len(line)


def _inside_tags(content: Content, piece: Piece) -> Around:
    """Return what is around the blocks of a component or a directive: its opening and closing lines as they stand."""
    source, block = content.source, piece.block
    meta = content.tokens[block.token].meta
    opened = meta.get("tag_end", block.first + 1)
    closing = meta.get("close_line", block.last)
    opening = source.text[source.starts[block.first] : source.line_end(opened - 1)]
    close = source.text[source.starts[closing] : block.end] if opened <= closing < block.last else ""
    return piece.around.plus(block.first, opening, f"\n{close}" if close else "")
