"""What stays together: a heading, a lead-in, a caption or a line without a word with the block beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.document.content import Content, stripped_end
from mdchunk.text.html import leaves_open

if TYPE_CHECKING:
    from mdchunk.document.blocks import Block

HEADING_GLUE = 2
"""A heading that opens a section, or a line that serves as one, never ends a chunk while something follows it."""
LEAD_IN_GLUE = 1
"""Any other heading, a lead-in, a caption, or a tag that opens what follows stays with the next piece if both fit."""

_LONGEST_TITLE = 150
"""Code points of a line that may serve as a heading; a longer one is a paragraph."""
_NUMBER = r"(?:\d+|[IVXLCDM]+|[A-Z])"
# **1. Topic**                all of the line is bold, maybe behind a number, but no link
# 2.3 Limits                  a number with parts: "2. Limits" is a list
# ARTICLE II                  also with a title behind it
_TITLE = re.compile(
    rf"(?:\d[\d.]*[.)]?[ \t]+)?(?P<bold>\*\*|__)(?=\S)(?!\[[^\]\n]*\]\([^)\n]*\)(?P=bold))"
    rf"(?:(?!(?P=bold))[^\n])+(?P=bold)[:.]?"
    rf"|\d+(?:\.\d+)+\.?[ \t]+[^\n]*[^\s.,;:!?]"
    rf"|(?i:article|section|chapter|part|appendix|annex|schedule|artikel|kapitel|abschnitt|teil|anhang|anlage)[ \t]+"
    rf"{_NUMBER}(?:\.\d+)*[.:]?(?:[ \t]+[^\n]*[^\s.,;:!?])?"
)
# Table 3: Prices             **Figure 2.** A map
# Table: Prices               : Prices, in pandoc
_CAPTION = re.compile(
    r"(?:table)?:[ \t]+\S|"
    r"[*_]{0,3}(?P<name>table|tabelle|tableau|tabla|figure|fig\.|abbildung|abb\.|listing|表|图|圖|図)[ \t]*"
    r"[A-Z]?\d[\d.\-]*[a-z]?[ \t]*[.:：|*_–—]",
    re.IGNORECASE,
)
_TABLES = frozenset({"table", "tabelle", "tableau", "tabla", "表"})
_FIGURE = re.compile(r"[ \t]*(?:\[?!\[|<(?:img|figure|picture|svg)\b)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]")


def glue_of(
    content: Content, block: Block, after: Block, beyond: Block | None, *, leads_in: bool, is_top: bool
) -> int:
    """Return how firmly a block stays with the one after it; 0 if it does not.

    Args:
        content: The document.
        block: The first of the two.
        after: The second.
        beyond: The one after that, if there is one.
        leads_in: Whether the second is of a kind that a paragraph can lead in, such as a list.
        is_top: Whether they are in no container.
    """
    if block.kind == "heading":
        # > ### Tip       opens no section, and a long one must not tear what follows
        return HEADING_GLUE if is_top else LEAD_IN_GLUE
    if after.kind == "heading" and is_top:
        # (label)=       names the heading below it
        return HEADING_GLUE
    text = content.source.text
    if (
        block.kind == "paragraph"
        and block.end - block.start <= _LONGEST_TITLE
        and _is_title(text[block.start : block.end])
    ):
        # text is cut for the sake of its title, a table or code is not
        return HEADING_GLUE if is_top and after.kind in ("paragraph", "list") else LEAD_IN_GLUE
    if _leads_in(content, block, leads_in=leads_in) or _belong(content, block, after, beyond):
        return LEAD_IN_GLUE
    # ---             a rule, a closing tag: no chunk is nothing but that
    return LEAD_IN_GLUE if _has_no_word(content, after) else 0


def _is_title(line: str) -> bool:
    """Return whether a paragraph serves as a heading: all bold, or a numbered title, on a line of its own."""
    return _TITLE.fullmatch(line.strip()) is not None


def _leads_in(content: Content, block: Block, *, leads_in: bool) -> bool:
    text = content.source.text
    # Take these:
    #
    # - salt
    if block.kind == "paragraph" and leads_in:
        end = stripped_end(text, block.start, block.end)
        # ":::" ends a container that the dialect does not know
        return text.endswith((":", "："), block.start, end) and not text.endswith(":::", block.start, end)
    # <div class="tip">
    #
    # The tag alone says nothing.
    if block.kind == "html" and leaves_open(text[block.start : block.end]):
        return True
    return _is_opening_tag(content, block)


def _belong(content: Content, block: Block, after: Block, beyond: Block | None) -> bool:
    """Return whether one of two blocks is the caption of the other."""
    if caption := _caption(content, block):
        return _is_captioned(content, after, caption)
    if caption := _caption(content, after):
        # the caption between two tables is that of the second
        is_of_next = beyond is not None and caption == "table" and beyond.kind == "table"
        return not is_of_next and _is_captioned(content, block, caption)
    return False


def _caption(content: Content, block: Block) -> str:
    """Return what a paragraph is the caption of, ``table`` or ``figure``, or nothing."""
    found = _CAPTION.match(content.source.text, block.start, block.end) if block.kind == "paragraph" else None
    if found is None:
        return ""
    return "table" if (found["name"] or "table").lower() in _TABLES else "figure"


def _is_captioned(content: Content, block: Block, caption: str) -> bool:
    if block.kind == "table" or (block.kind == "html" and caption == "table"):
        return caption == "table"
    if block.kind == "code":
        return True
    return _FIGURE.match(content.source.text, block.start, block.end) is not None


def _has_no_word(content: Content, block: Block) -> bool:
    if block.kind == "thematic_break":
        return True
    text = content.source.text
    if block.kind == "html":
        # </div>        a closing tag
        return (
            text.startswith("</", block.start) and not text[block.start : block.end].partition(">")[2].strip()
        )
    return block.end - block.start <= _LONGEST_TITLE and not _WORD.search(text, block.start, block.end)


def _is_opening_tag(content: Content, block: Block) -> bool:
    """Return whether a block is the opening tag of a component whose headings open sections."""
    return (
        block.kind == "mdx_jsx" and block.stop == block.token + 1 and content.tokens[block.token].nesting > 0
    )
