"""What a server serves, as a tool finds it: the folders, the index, and the last documents parsed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

import anyio
from mcp.server.mcpserver import Context

from mdchunk import api
from mdchunk.document.outline import NoHeadingError
from mdchunk.mcp import roots
from mdchunk.mcp.search import Index
from mdchunk.model import Document, MdchunkError, Options, Outline, SectionText

KEPT = 4
"""Results of each kind that are kept for the next page: an assistant reads few documents at a time."""

T = TypeVar("T")


def _kept(function: Callable[..., T]) -> Callable[[], Callable[..., T]]:
    """Return what makes one server's cache of a function's last results."""
    return lambda: lru_cache(KEPT)(function)


def _chunked(text: str, source: str, options: Options) -> Document:
    return api.chunk_document(text, options, source=source)


def _outlined(text: str, source: str, options: Options) -> Outline:
    return api.outline(text, options, source=source)


def _section(
    text: str, source: str, options: Options, *, heading: str | None, anchor: str | None, children: bool
) -> SectionText:
    try:
        return api.get_section(
            text, heading=heading, anchor=anchor, include_children=children, source=source, options=options
        )
    except NoHeadingError:
        if anchor == "":  # a search hit before the first heading has it; so has a heading of nothing but 😀
            raise MdchunkError(
                "text before the first heading has no anchor; it is the first chunk of chunk_markdown"
            ) from None
        kind, wanted = ("heading", repr(heading)) if anchor is None else ("anchor", anchor)
        raise MdchunkError(
            f"no section has the {kind} {wanted[:200]}", advice="{outline} lists them"
        ) from None


@dataclass(frozen=True, slots=True)
class Library:
    """What a server serves. The last four fields are its own and take no value."""

    folders: tuple[roots.Folder, ...]
    index: Index
    searches: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(1))
    """One search at a time: others wait in the event loop, not in the worker threads that all tools share."""
    chunked: Callable[[str, str, Options], Document] = field(default_factory=_kept(_chunked))
    """The chunks of a text by its source and options; the last results are kept."""
    outlined: Callable[[str, str, Options], Outline] = field(default_factory=_kept(_outlined))
    """Its headings."""
    section: Callable[..., SectionText] = field(default_factory=_kept(_section))
    """One of its sections, by ``heading`` or ``anchor``, with its ``children`` or without.

    Raises ``MdchunkError`` if there is none or more than one.
    """


Request = Context[Library, Any]
"""A call in progress, which knows its server's library."""


def library_of(ctx: Request) -> Library:
    """Return the library of the server that a request came to."""
    return ctx.request_context.lifespan_context


def markdown(ctx: Request, path: str | None, text: str | None) -> tuple[str, str]:
    """Return the name and the text of the document that a call is about; a text given as such has no name.

    Raises:
        MdchunkError: Both are given or none is, or the file can't be read.
    """
    if (path is None) == (text is None):
        raise MdchunkError("give either path, a file in a served folder, or text, the Markdown itself")
    if path is None:
        return "", text or ""
    file = roots.find(library_of(ctx).folders, path)
    return file.name, roots.text_of(file)
