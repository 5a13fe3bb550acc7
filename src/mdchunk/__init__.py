"""Markdown in, exact chunks out.

What ``__all__`` names is public and documented; every other module is private and may change in any release.
"""

from __future__ import annotations

TYPE_CHECKING = (
    False  # typing takes longer to import than all that the command needs before it can handle Ctrl-C
)

if TYPE_CHECKING:
    from typing import Any

    from mdchunk.api import (
        AmbiguousHeadingError,
        NoHeadingError,
        chunk_document,
        chunk_file,
        chunk_file_document,
        chunk_markdown,
        get_section,
        outline,
        sections,
    )
    from mdchunk.checks.diff import Diff
    from mdchunk.checks.index import IndexChanges, index_changes
    from mdchunk.checks.verify import Verdict
    from mdchunk.chunk_files import build_chunks, diff_chunks, read_chunks, verify_chunks
    from mdchunk.files.settings import BuildSettings, FileSettings
    from mdchunk.model import (
        DROPPED,
        KINDS,
        Chunk,
        Document,
        Heading,
        Kind,
        MdchunkError,
        Notice,
        Options,
        Outline,
        Place,
        SectionText,
        SectionTree,
    )
    from mdchunk.model.cite import chunk_url, citation
    from mdchunk.records import schema as record_schema
    from mdchunk.shards.summary import Summary

__version__ = "0.1.0"

__all__ = [
    "DROPPED",
    "KINDS",
    "AmbiguousHeadingError",
    "BuildSettings",
    "Chunk",
    "Diff",
    "Document",
    "FileSettings",
    "Heading",
    "IndexChanges",
    "Kind",
    "MdchunkError",
    "NoHeadingError",
    "Notice",
    "Options",
    "Outline",
    "Place",
    "SectionText",
    "SectionTree",
    "Summary",
    "Verdict",
    "__version__",
    "build_chunks",
    "chunk_document",
    "chunk_file",
    "chunk_file_document",
    "chunk_markdown",
    "chunk_url",
    "citation",
    "diff_chunks",
    "get_section",
    "index_changes",
    "outline",
    "read_chunks",
    "record_schema",
    "sections",
    "verify_chunks",
]

_PLACES: dict[str, tuple[str, ...]] = {
    "mdchunk.api": (
        "AmbiguousHeadingError",
        "NoHeadingError",
        "chunk_document",
        "chunk_file",
        "chunk_file_document",
        "chunk_markdown",
        "get_section",
        "outline",
        "sections",
    ),
    "mdchunk.checks.diff": ("Diff",),
    "mdchunk.checks.index": ("IndexChanges", "index_changes"),
    "mdchunk.checks.verify": ("Verdict",),
    "mdchunk.chunk_files": ("build_chunks", "diff_chunks", "read_chunks", "verify_chunks"),
    "mdchunk.files.settings": ("BuildSettings", "FileSettings"),
    "mdchunk.model.cite": ("chunk_url", "citation"),
    "mdchunk.shards.summary": ("Summary",),
}
"""Module -> the public names in it; all others are in ``model``."""


def __getattr__(name: str) -> Any:
    # a module is imported when a name of it is first asked for, so that `mdchunk --version` imports no parser
    if name not in __all__:
        raise AttributeError(f"module 'mdchunk' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    if name == "record_schema":
        return import_module("mdchunk.records").schema
    place = next((module for module, names in _PLACES.items() if name in names), "mdchunk.model")
    return getattr(import_module(place), name)


def __dir__() -> list[str]:
    return sorted(__all__)
