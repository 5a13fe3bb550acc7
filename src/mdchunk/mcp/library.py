"""What a server serves, as a tool finds it: the folders, the index, and the last documents parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from mcp.server.mcpserver import Context

from mdchunk import api
from mdchunk.mcp import roots
from mdchunk.mcp.paging import BUDGET
from mdchunk.model import Document, MdchunkError, Options, Outline, SectionText

if TYPE_CHECKING:
    from collections.abc import Callable

    from mdchunk.mcp.index import Index

KEPT = 4
"""Results of each kind that are kept for the next page: an assistant reads few documents at a time."""
WITH_IDS = "vitepress"
"""The dialect of a folder whose headings end in ``{#id}``."""
_SAMPLED = 100
"""Maximum documents of a folder that are looked at for such headings."""
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t].*$", re.MULTILINE)
_ID = re.compile(r"\{#[^{}\s]+\}[ \t\r]*$")

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
    return api.get_section(
        text, heading=heading, anchor=anchor, include_children=children, source=source, options=options
    )


@dataclass(frozen=True, slots=True)
class Library:
    """What a server serves. The fields that are made are its own and take no value."""

    folders: tuple[roots.Folder, ...]
    index: Index
    with_ids: Callable[[], frozenset[str]] = frozenset
    """Returns the labels of the folders whose headings end in ``{#id}`` in most files; see ``folders_with_ids``."""
    max_answer: int = BUDGET
    """Maximum bytes of an answer."""
    searches: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(1))
    """One search at a time: others wait in the event loop, not in the worker threads that all tools share."""
    chunked: Callable[[str, str, Options], Document] = field(default_factory=_kept(_chunked))
    """The chunks of a text by its source and options; the last results are kept."""
    outlined: Callable[[str, str, Options], Outline] = field(default_factory=_kept(_outlined))
    """Its headings."""
    section: Callable[..., SectionText] = field(default_factory=_kept(_section))
    """One of its sections, by ``heading`` or ``anchor``, with its ``children`` or without."""


Request = Context[Library, Any]
"""A call in progress, which knows its server's library."""


def library_of(ctx: Request) -> Library:
    """Return the library of the server that a request came to."""
    return ctx.request_context.lifespan_context


def markdown(library: Library, path: str | None, text: str | None, source: str | None) -> tuple[str, str]:
    """Return the name and the text of the document that a call is about; a text is called what ``source`` says.

    A path may be a ref, ``path#anchor``.

    Raises:
        MdchunkError: Both are given or none is, a file is to be called otherwise, or the file can't be read.
    """
    if (path is None) == (text is None):
        raise MdchunkError("give either path, a file in a served folder, or text, the Markdown itself")
    if path is None:
        return source or "", text or ""
    if source is not None:
        raise MdchunkError("give source only with text; a file is called by its path")
    document, hash_, _ = path.rpartition("#")
    of_ref = roots.look_up(library.folders, document) if hash_ else None
    file = roots.look_up(library.folders, path) or of_ref or roots.find(library.folders, path)
    return file.name, roots.text_of(file)


def dialect_for(
    name: str, dialect: str, folders: tuple[roots.Folder, ...], with_ids: Callable[[], frozenset[str]]
) -> str:
    """Return how a document is read: under ``auto``, the ids of headings are anchors in a folder full of them."""
    if dialect != "auto" or not name or PurePath(name).suffix.lower() == ".mdx":
        return dialect
    label = name.partition("/")[0] if folders[0].label else ""
    return WITH_IDS if label in with_ids() else dialect


def folders_with_ids(folders: tuple[roots.Folder, ...]) -> frozenset[str]:
    """Return the labels of folders in which most files with headings have one that ends in ``{#id}``."""
    return frozenset(folder.label for folder in folders if _has_ids(folder))


def _has_ids(folder: roots.Folder) -> bool:
    files = list(islice(roots.files((folder,)), 50 * _SAMPLED))
    with_headings = with_ids = 0
    for file in files[:: len(files) // _SAMPLED + 1]:
        try:
            with file.path.open("rb") as opened:
                headings = _HEADING.findall(opened.read(50_000).decode("utf-8", "replace"))
        except OSError:
            continue
        with_headings += bool(headings)
        with_ids += any(map(_ID.search, headings))
    return 2 * with_ids > with_headings
