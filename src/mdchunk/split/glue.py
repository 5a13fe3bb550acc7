"""What stays together: a heading or a lead-in with the block after it."""

from __future__ import annotations

from mdchunk.document.blocks import Block
from mdchunk.document.content import Content, stripped_end
from mdchunk.text.html import leaves_open

HEADING_GLUE = 2
"""A heading that opens a section never ends a chunk while something follows it."""
LEAD_IN_GLUE = 1
"""Any other heading, a lead-in, or a tag that opens what follows stays with the next piece if both fit."""


def glue_of(content: Content, block: Block, *, leads_in: bool, is_top: bool) -> int:
    """Return how firmly a block stays with the one after it; 0 if it does not.

    Args:
        content: The document.
        block: The first of the two.
        leads_in: Whether the second is of a kind that a paragraph can lead in, such as a list.
        is_top: Whether they are in no container.
    """
    if block.kind == "heading":
        # > ### Tip       opens no section, and a long one must not tear what follows
        return HEADING_GLUE if is_top else LEAD_IN_GLUE
    text = content.source.text
    # Take these:
    #
    # - salt
    if block.kind == "paragraph" and leads_in:
        end = stripped_end(text, block.start, block.end)
        return LEAD_IN_GLUE if text.endswith((":", "："), block.start, end) else 0
    # <div class="tip">
    #
    # The tag alone says nothing.
    if (block.kind == "html" and leaves_open(text[block.start : block.end])) or _is_opening_tag(
        content, block
    ):
        return LEAD_IN_GLUE
    return 0


def _is_opening_tag(content: Content, block: Block) -> bool:
    """Tell whether a block is the opening tag of a component whose headings open sections."""
    return (
        block.kind == "mdx_jsx" and block.stop == block.token + 1 and content.tokens[block.token].nesting > 0
    )
