"""What a converter gives, before it is sealed and joined into one Markdown text."""

from __future__ import annotations

from dataclasses import dataclass

from mdchunk.model import MdchunkError


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as its converter gives it."""

    pages: tuple[str, ...]
    """Markdown, one text a page; a single text if the format has no pages."""
    has_pages: bool = False
    """Whether ``pages`` are the physical pages of the document, from 1."""
    title: str = ""
    """From the document's own properties, as is ``author``; empty if it has none."""
    author: str = ""
    remarks: tuple[str, ...] = ()
    """What the user should know: pages without text, pages that could not be read."""
    is_final: bool = False
    """Whether the text is Markdown that somebody else answers for: page comments in it count, HTML stays."""


class ConvertError(MdchunkError):
    """A document cannot be converted."""
