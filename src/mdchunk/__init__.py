"""Markdown in, exact chunks out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mdchunk.api import (
        AmbiguousHeadingError,
        chunk_document,
        chunk_file,
        chunk_markdown,
        get_section,
        outline,
    )
    from mdchunk.checks.index import IndexChanges, index_changes
    from mdchunk.model import (
        Chunk,
        Document,
        Heading,
        MdchunkError,
        Notice,
        Options,
        Outline,
        SectionText,
    )

__version__ = "0.1.0"

__all__ = [
    "AmbiguousHeadingError",
    "Chunk",
    "Document",
    "Heading",
    "IndexChanges",
    "MdchunkError",
    "Notice",
    "Options",
    "Outline",
    "SectionText",
    "__version__",
    "chunk_document",
    "chunk_file",
    "chunk_markdown",
    "get_section",
    "index_changes",
    "outline",
]

_PLACES = dict.fromkeys(
    ("AmbiguousHeadingError", "chunk_document", "chunk_file", "chunk_markdown", "get_section", "outline"),
    "mdchunk.api",
) | dict.fromkeys(("IndexChanges", "index_changes"), "mdchunk.checks.index")
"""Where the public names are that are not in ``model``."""


def __getattr__(name: str) -> Any:
    # the parser is imported when it is first asked for, so that `mdchunk --version` does not wait for it
    if name not in __all__:
        raise AttributeError(f"module 'mdchunk' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(_PLACES.get(name, "mdchunk.model")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
