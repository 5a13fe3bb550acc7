"""What the tools call the settings and functions that an error names."""

from __future__ import annotations

NAMES = {"outline": "outline_markdown"}
"""Functions of this package that the tools call something else."""
ARGUMENTS = frozenset(
    {"anchor", "dialect", "heading", "max_chars", "output", "overlap", "path", "prefix_path", "query", "text"}
)
"""Arguments that errors of this package may name."""


def spelling(name: str) -> str | None:
    """Return what a tool calls a setting or a function; None if no tool has it, such as an encoding."""
    return NAMES.get(name, name if name in ARGUMENTS else None)
