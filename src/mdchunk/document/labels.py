"""What names the heading below it: ``(label)=`` of MyST, and an empty ``<a>`` or ``<span>`` with a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mdchunk.document.blocks import Block, Parsed

# <a name="install"></a>
# (install)=               in MyST
_TAG = r"""<(?P<tag>a|span)\s+(?:name|id)\s*=\s*["']?(?P<name>[^"'\s<>]+)["']?\s*(?:/>|>\s*</(?P=tag)\s*>)"""
_NAME = re.compile(_TAG, re.IGNORECASE)
_NAMES = re.compile(
    rf"(?:{re.sub(r'[?]P<[a-z]+>', '?:', _TAG).replace('(?P=tag)', '(?:a|span)')}\s*)+", re.IGNORECASE
)
_TARGET = re.compile(r"\(([^()\n]+)\)=")
_LONGEST = 300
"""Code points of a block that may be nothing but names."""


def labels_in(parsed: Parsed, block: Block) -> tuple[str, ...]:
    """Return the names that a block gives to the heading below it; empty if it holds anything else."""
    if (
        block.token < 0
        or block.end - block.start > _LONGEST
        or block.kind not in {"html", "paragraph", "directive"}
    ):
        return ()
    text = parsed.source.text[block.start : block.end].strip()
    if block.kind == "directive":
        target = _TARGET.fullmatch(text)
        return (target[1],) if target else ()
    return tuple(match["name"] for match in _NAME.finditer(text)) if _NAMES.fullmatch(text) else ()
