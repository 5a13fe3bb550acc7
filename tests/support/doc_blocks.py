"""The code blocks of a page of the documentation, by the heading that they are under."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

DOCS = Path(__file__).parents[2] / "docs"


def code(page: str, heading: str, info: str = "python") -> list[str]:
    """Return the code blocks of a section, sub-sections left out."""
    tokens = MarkdownIt().parse((DOCS / page).read_text(encoding="utf-8"))
    found, inside = [], False
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            inside = tokens[i + 1].content == heading
        elif inside and token.type == "fence" and token.info == info:
            found.append(token.content)
    assert found, f"{page} has no {info} block under {heading!r}"
    return found


def run(source: str, names: dict[str, Any], page: str) -> dict[str, Any]:
    """Run a code block with these names, and return all names."""
    exec(compile(source, page, "exec"), names)  # noqa: S102 - our own page
    return names
