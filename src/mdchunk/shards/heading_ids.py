"""Ids behind headings that a dialect reads as text, though another one takes them as anchors."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# ## Setup {#setup}
# ## Setup {/*setup*/}       its text is "Setup {/setup/}", for the stars are emphasis
_FORMS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "{#id}": re.compile(r"\{:?[ \t]*#[^{}]+\}\Z"),
        "{/*id*/}": re.compile(r"\{/\*?[ \t]*#?[\w.:-]+[ \t]*\*?/\}\Z"),
    }
)
TAKEN_BY: Mapping[str, str] = MappingProxyType(
    {"{#id}": "vitepress, mkdocs, pandoc or hugo", "{/*id*/}": "mdx"}
)
"""Form of an id -> dialects for Markdown files that take it."""


def ids_as_text(headings: Iterable[str], dialect: str) -> str:
    """Return the form of the ids that headings end in as text, or ``""``: the first that at least one heading has.

    Args:
        headings: The texts of a document's headings.
        dialect: What it was read as.
    """
    from mdchunk.syntax.dialects import takes_ids  # noqa: PLC0415 - a build that only looks needs no parser

    texts = [text for text in headings if text.endswith("}")]
    return next(
        (
            form
            for form, pattern in _FORMS.items()
            if any(map(pattern.search, texts)) and not takes_ids(dialect, form)
        ),
        "",
    )
