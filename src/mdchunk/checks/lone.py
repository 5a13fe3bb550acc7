"""Chunks that end with what belongs to the next one: headings, titles, lead-ins, captions, what code is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Callable

    from mdchunk.checks.chunked import Chunked, Places
    from mdchunk.checks.leaves import Leaf

_NUMERAL = r"(?:\d+|[IVXLC]+|[A-Z])"
_TITLE = regex.compile(
    rf"(?:(?:\d+[.)]?|\d+(?:\.\d+)+\.?|{_NUMERAL}\.)\s+)?(?P<mark>\*\*|__)(?:(?!(?P=mark)).)+(?P=mark)[:.]?"
    r"|\d+(?:\.\d+)+\.?\s+\S.{0,99}(?<![.,;!?])"
    rf"|(?i:article|chapter|part|section|appendix|annex)\s+{_NUMERAL}\b(?:[.:]|\s*[-–—])?(?:\s.{{0,99}})?(?<![.,;!?])"
)
_CAPTION = regex.compile(
    r"[*_\s>]*(?:(?:Table|Figure|Fig\.?|Listing|Tabelle|Abbildung|Abb\.?|Tableau|Tabla|Figura)\s*|[表图図圖]\s*)"
    r"[\dIVX]+(?:[.-]\d+)*\b",
    regex.IGNORECASE,
)
_IMAGE = regex.compile(r"\s*!?\[!?\[?[^\n]*\)\s*$")
_COLON = (":", "：")
_CLOSERS = "*_)\"'”’»"


def lone_headings(doc: Chunked) -> Places:
    """Yield the chunks of nothing but whole headings whose text, or deeper heading, is in the next one."""
    row = doc.leaves.row
    for i, chunk in enumerate(doc.slices):
        first, last = max(doc.leaves.at(chunk.start), 0), doc.leaves.after(chunk.end)
        inside = row[first:last]
        if not inside or chunk.start > inside[0].start or chunk.end < inside[-1].end:
            continue
        if all(leaf.kind == "heading" for leaf in inside) and last < len(row):
            follows = row[last]
            if _is_next_item(follows):
                continue
            if follows.kind != "heading" or follows.level > inside[-1].level:
                yield i, inside[-1].start


def _ends_with(doc: Chunked, is_lone: Callable[[Chunked, Leaf, Leaf], bool]) -> Places:
    """Yield the chunks that end with a whole paragraph that is alone without what follows it in its section."""
    for i, chunk in enumerate(doc.slices):
        leaf, follows = doc.last_leaf(chunk), doc.follows(chunk)
        if not leaf or not follows or leaf.kind != "paragraph" or chunk.end != leaf.end:
            continue
        if not _is_next_item(follows) and is_lone(doc, leaf, follows):
            yield i, leaf.start


def _is_next_item(leaf: Leaf) -> bool:
    """Tell whether a leaf begins another item of the list before it, to which no line above leads."""
    return "list_item" in leaf.opens and "list" not in leaf.opens


def lone_titles(doc: Chunked) -> Places:
    """Yield the chunks that end with a line in bold, or a numbered one, that serves as a heading."""
    return _ends_with(doc, lambda doc, leaf, _: bool(_TITLE.fullmatch(doc.leaves.text(leaf).strip())))


def lone_lead_ins(doc: Chunked) -> Places:
    """Yield the chunks that end with a colon, before a list, a quote, a table, code, math or HTML."""

    def leads_in(doc: Chunked, leaf: Leaf, follows: Leaf) -> bool:
        is_led_in = follows.kind in {"table", "code", "math", "html"} or follows.opens & {
            "list",
            "blockquote",
        }
        return bool(is_led_in) and doc.leaves.text(leaf).rstrip(_CLOSERS).endswith(_COLON)

    return _ends_with(doc, leads_in)


def lone_captions(doc: Chunked) -> Places:
    """Yield the chunks that end with ``Table 3: ...`` or the like, before a table, image, code or HTML."""

    def is_figure(leaf: Leaf) -> bool:
        return leaf.kind in {"table", "code", "html"} or bool(_IMAGE.match(doc.leaves.text(leaf)))

    def is_lone(doc: Chunked, leaf: Leaf, follows: Leaf) -> bool:
        if not _CAPTION.match(doc.leaves.text(leaf)) or not is_figure(follows):
            return False
        before = doc.leaves.at(leaf.start) - 1
        return before < 0 or not is_figure(doc.leaves.row[before])

    return _ends_with(doc, is_lone)


def lone_code(doc: Chunked) -> Places:
    """Yield the chunks that begin with code, where the paragraph before it fits and is in the chunk before."""
    row, leaves = doc.leaves.row, doc.leaves
    for i, chunk in enumerate(doc.slices):
        at = leaves.at(chunk.start)
        if i == 0 or at < 1 or row[at].kind != "code" or doc.text[row[at].start : chunk.start].strip(" \t>"):
            continue
        before = row[at - 1]
        section = leaves.section_of(before.start)
        same = before.depth == row[at].depth and section == leaves.section_of(chunk.start)
        fits = doc.fits(before.start, before.end, chunk, also=chunk.size + 2)
        if before.kind == "paragraph" and same and fits and doc.slices[i - 1].end == before.end:
            yield i, row[at].start
