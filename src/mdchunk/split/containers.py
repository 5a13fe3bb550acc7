"""Ways to cut containers: a list before its items, an item, a quote or a component before the blocks inside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mdchunk.document.blocks import Block, children
from mdchunk.split.unit import Around, Page, Unit, adopt

# > [!NOTE]                    an alert of GitHub
# > [!faq]- Is it folded?      a callout of Obsidian
_ALERT = re.compile(r"[ \t>]*\[![\w-]+(?:\|[^\]\n]*)?\][+-]?(?:[ \t].*)?$")


def items(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a list before its items."""
    return _adopt(page, unit, unit.around)


def item_blocks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a list item, a footnote definition and their like before the blocks inside; a later one gets the marker."""
    source, block = page.parsed.source, unit.block
    end = _marker_end(page, unit)
    line = source.line_of(end - 1)
    marker = source.text[source.starts[line] : end]
    around = unit.around.plus(line, marker, width=len(marker.expandtabs(4)) + 1)
    if block.kind == "footnote_definition":
        around = around._replace(width=4)
    return _adopt(page, unit, around)


def quote_blocks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a quote before the blocks inside; a later one of an alert or a callout gets its ``> [!NOTE]`` line."""
    source, block, around = page.parsed.source, unit.block, unit.around
    line = source.line(block.first)
    if _ALERT.match(line, line.find(">")):
        around = around.plus(block.first, line)
    return _adopt(page, unit, around)


def components(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a component before the components right inside it: ``<Tab>`` in ``<Tabs>``."""
    inside = [child for child in children(page.parsed, unit.block) if child.kind == "mdx_jsx"]
    return adopt(page, unit, inside, _inside_tags(page, unit)) if len(inside) > 1 else []


def framed_blocks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a component or a directive before the blocks inside; each gets its opening and closing lines."""
    return _adopt(page, unit, _inside_tags(page, unit))


def _adopt(page: Page, unit: Unit, around: Around) -> list[Unit]:
    inside = children(page.parsed, unit.block)
    if not inside:
        return []
    first_by_line: dict[int, Block] = {}
    for child in inside:
        first_by_line.setdefault(child.first, child)
    return adopt(page, unit, list(first_by_line.values()), around)


def _marker_end(page: Page, unit: Unit) -> int:
    """Return the offset behind the marker of an item: ``-``, ``7.``, ``[^1]:``; it stands behind those around it."""
    source, block = page.parsed.source, unit.block
    token = page.parsed.tokens[block.token]
    start = source.starts[block.first]
    end = source.line_end(block.first)
    line = source.text[start:end]
    # - 1. one        the inner marker is looked for behind the outer
    outer = next((text for at, text in unit.around.lines if at == block.first), "")
    at = len(outer)
    if token.type == "list_item_open":
        found = line.find(token.info + token.markup, at)
        return start + max(found, at) + len(token.info + token.markup)
    found = line.find("]:", at)
    return start + found + 2 if found >= 0 else start + len(line)


def _inside_tags(page: Page, unit: Unit) -> Around:
    """Return what is around the blocks of a component or a directive: its opening and closing lines as they stand."""
    source, block = page.parsed.source, unit.block
    meta = page.parsed.tokens[block.token].meta
    opened = meta.get("tag_end", block.first + 1)
    closing = meta.get("close_line", block.last)
    opening = source.text[source.starts[block.first] : source.line_end(opened - 1)]
    close = source.text[source.starts[closing] : block.end] if opened <= closing < block.last else ""
    return unit.around.plus(block.first, opening, f"\n{close}" if close else "")
