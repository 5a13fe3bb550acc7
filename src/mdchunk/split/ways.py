"""How each kind of block is cut: one row a kind, from the best way to the last resort."""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.split import html, lines, table, text
from mdchunk.split.by_size import code_points, graphemes
from mdchunk.split.containers import components, framed_blocks, item_blocks, items, quote_blocks
from mdchunk.split.glue import glue_of
from mdchunk.split.piece import MARKERS, BorderAt, Cut, Piece

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mdchunk.document.blocks import Block
    from mdchunk.document.content import Content
    from mdchunk.model import Kind

LAST_RESORTS: tuple[Callable[[Content, Piece, Sequence[int], BorderAt], list[Piece]], ...] = (
    graphemes,
    code_points,
)
"""How a piece of any kind is cut if no way of its kind can: by size, wherever that falls."""


class KindRules(NamedTuple):
    """One kind of block: how it is cut and what it stays with."""

    cuts: tuple[Cut, ...]
    """The ways to cut it, the best first; one that can't cut hands over to the next."""
    tears: tuple[Cut, ...] = ()
    """Further ways, which go through something that means more as a whole: a link, a line of code, a row."""
    border_at: BorderAt = lines.border_at
    """Makes a part that starts anywhere stand alone; for blocks of lines unless the kind has its own."""
    whole_line: str = ""
    """What a notice calls a line that is cut in two, if a line of this kind means something as a whole."""
    is_led_in: bool = False
    """Whether a paragraph that ends in a colon stays with it."""
    may_overlap: bool = False
    """Whether its end may be repeated in the chunk after it."""


_TEXT: tuple[Cut, ...] = (text.sentences, text.own_lines, text.clauses, text.blanks)
_LINES: tuple[Cut, ...] = (lines.blank_lines, lines.least_indents, lines.any_lines)
_IN_ROWS: tuple[Cut, ...] = (
    table.header_row,
    table.row_lines,
    table.cells,
    table.cell_breaks,
    table.cell_sentences,
    table.cell_blanks,
)
_IN_LINES: tuple[Cut, ...] = (lines.line_blanks,)

KIND_RULES: Mapping[Kind, KindRules] = MappingProxyType(
    {
        "heading": KindRules((), (*_TEXT, text.inside), text.border_at),
        "paragraph": KindRules(_TEXT, (text.inside,), text.border_at, is_led_in=True, may_overlap=True),
        "code": KindRules(_LINES, _IN_LINES, whole_line="a line of code", is_led_in=True),
        "list": KindRules((items, lines.any_lines), _IN_LINES, is_led_in=True, may_overlap=True),
        "list_item": KindRules((item_blocks, lines.any_lines), _IN_LINES, may_overlap=True),
        "blockquote": KindRules((quote_blocks, lines.any_lines), _IN_LINES, is_led_in=True, may_overlap=True),
        "table": KindRules(
            (table.rows, table.first_row), _IN_ROWS, table.border_at, whole_line="a table row", is_led_in=True
        ),
        "html": KindRules((html.elements, html.outside_tags), (), html.border_at, is_led_in=True),
        "comment": KindRules(_LINES, _IN_LINES),
        "thematic_break": KindRules((lines.any_lines,), _IN_LINES),
        "definition": KindRules((lines.any_lines,), _IN_LINES),
        "footnote_definition": KindRules((item_blocks, lines.any_lines), _IN_LINES),
        "definition_list": KindRules((items, lines.any_lines), _IN_LINES, is_led_in=True, may_overlap=True),
        "front_matter": KindRules(_LINES, _IN_LINES, whole_line="a line of front matter"),
        "math": KindRules(_LINES, _IN_LINES, whole_line="a line of math", is_led_in=True),
        "directive": KindRules((framed_blocks, *_LINES), _IN_LINES, is_led_in=True),
        "mdx_jsx": KindRules((components, framed_blocks, *_LINES), _IN_LINES, is_led_in=True),
        "mdx_esm": KindRules(_LINES, _IN_LINES, whole_line="a line of code"),
        "mdx_expression": KindRules(_LINES, _IN_LINES, whole_line="a line of code"),
    }
)


def pieces_of(content: Content, blocks: Sequence[Block]) -> list[Piece]:
    """Return whole top-level blocks as pieces, each glued to the next if they belong together."""
    return _glued(content, [Piece(block.start, block.end, block) for block in blocks], is_top=True)


def split(content: Content, piece: Piece, room: Sequence[int], *, may_tear: bool = True) -> list[Piece]:
    """Return a piece in smaller ones, cut in the best way that is left for it; empty if nothing is.

    Args:
        content: The document.
        piece: What is too large.
        room: The maximum size of the first part, then of each other part, for ways that cut by size.
        may_tear: Whether it may be cut through a word, a line of code, a row or a heading.
    """
    rules = KIND_RULES[piece.block.kind]
    ways = len(rules.cuts) + (len(rules.tears) + len(LAST_RESORTS) if may_tear else 0)
    while piece.cut < ways:
        parts = _trimmed(content, _glued(content, _cut(content, piece, room, rules), is_top=False))
        if len(parts) > 1 or any(
            (part.start, part.end, part.block) != (piece.start, piece.end, piece.block) for part in parts
        ):
            return parts
        piece = piece._replace(cut=piece.cut + 1)
    return []


def _cut(content: Content, piece: Piece, room: Sequence[int], rules: KindRules) -> list[Piece]:
    ways = rules.cuts + rules.tears
    if piece.cut < len(ways):
        return ways[piece.cut](content, piece, room)
    return LAST_RESORTS[piece.cut - len(ways)](content, piece, room, rules.border_at)


def cut_inside(content: Content, piece: Piece) -> str:
    """Return what is cut where a piece starts, or nothing: cuts between lines, sentences and words are as meant."""
    if piece.start == piece.block.start:
        return ""
    source = content.source
    markers = MARKERS.match(source.text, source.starts[source.line_of(piece.start)], piece.start)
    if markers is None or markers.end() == piece.start:
        return ""
    rules = KIND_RULES[piece.block.kind]
    if rules.whole_line and piece.start > piece.block.start:
        return rules.whole_line
    is_last_resort = piece.cut > len(rules.cuts) + len(rules.tears)
    return "a word" if is_last_resort and _is_word(source.text[piece.start - 1]) else ""


def _is_word(character: str) -> bool:
    return not character.isspace() and not unicodedata.category(character).startswith("P")


def _glued(content: Content, pieces: list[Piece], *, is_top: bool) -> list[Piece]:
    """Return pieces with those glued to the next one whose block belongs with the next block."""
    if pieces and pieces[0].block is pieces[-1].block:
        return pieces  # parts of one block, of which there may be thousands
    for i in range(len(pieces) - 1):
        block, after = pieces[i].block, pieces[i + 1].block
        if block is not after:
            beyond = pieces[i + 2].block if i + 2 < len(pieces) else None
            leads_in = KIND_RULES[after.kind].is_led_in
            glue = glue_of(content, block, after, beyond, leads_in=leads_in, is_top=is_top)
            if glue != pieces[i].glue:
                pieces[i] = pieces[i]._replace(glue=glue)
    return pieces


def _trimmed(content: Content, pieces: list[Piece]) -> list[Piece]:
    """Return pieces without what is dropped at their edges, and without those that hold nothing else."""
    if not content.edits or not pieces or pieces[0].start >= content.ends[-1]:
        return pieces  # behind the last edit, which in most documents is the front matter
    spans = [content.trimmed(piece.start, piece.end) for piece in pieces]
    return [
        piece._replace(start=span.start, end=span.end)
        for piece, span in zip(pieces, spans, strict=True)
        if span.start < span.end
    ]
