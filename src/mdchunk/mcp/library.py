"""What a server serves, as a tool finds it: the folders, the index, and the last documents parsed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import anyio
from mcp.server.mcpserver import Context

from mdchunk import api
from mdchunk.document.outline import NoHeadingError
from mdchunk.mcp import roots as mcp_roots
from mdchunk.mcp import search as mcp_search
from mdchunk.model import Document, MdchunkError, Options, Outline, SectionText


@dataclass(frozen=True, slots=True)
class Library:
    """What a server serves."""

    folders: tuple[mcp_roots.Folder, ...]
    index: mcp_search.Index
    searches: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(1))
    """One search at a time: others wait in the event loop, not in the worker threads that all tools share."""


Request = Context[Library, Any]
"""A call in progress, which knows its server's library."""

KEPT = 4
"""How many results of each kind are kept for the next page: an assistant reads few documents at a time."""


def library_of(ctx: Request) -> Library:
    """Return the library of the server that a request came to."""
    return ctx.request_context.lifespan_context


def markdown(ctx: Request, path: str | None, text: str | None) -> tuple[str, str]:
    """Return the name and the text of the document that a call is about; a text given as such has no name.

    Raises:
        MdchunkError: Both are given or none is, or the file cannot be read.
    """
    if (path is None) == (text is None):
        raise MdchunkError("give either path, a file in a served folder, or text, the Markdown itself")
    if path is None:
        return "", text or ""
    document = mcp_roots.find(library_of(ctx).folders, path)
    return document.name, mcp_roots.read(document)


@lru_cache(KEPT)
def chunked(text: str, source: str, options: Options) -> Document:
    """Chunk a document; see ``api.chunk_document``."""
    return api.chunk_document(text, options, source=source)


@lru_cache(KEPT)
def outlined(text: str, source: str, options: Options) -> Outline:
    """List the headings of a document; see ``api.outline``."""
    return api.outline(text, options, source=source)


@lru_cache(KEPT)
def section_of(
    text: str, source: str, options: Options, *, heading: str | None, anchor: str | None, children: bool
) -> SectionText:
    """Find a section of a document; see ``api.get_section``."""
    try:
        return api.get_section(
            text, heading=heading, anchor=anchor, include_children=children, source=source, options=options
        )
    except NoHeadingError:
        if anchor == "":  # what a hit of the search there has; a heading of nothing but 😀 has it too
            raise MdchunkError(
                "what stands before the first heading has no anchor; chunk_markdown begins with it"
            ) from None
        raise
