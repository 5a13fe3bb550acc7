"""Set the owner of the repository, in every file that names it.

    python .github/release/owner.py NAME

Until the project has a home, the owner is written ``OWNER``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACEHOLDER = "OWNER"
FILES = ("pyproject.toml", ".mcp/server.json", "docs/action.md", "docs/cli.md")
"""The files that name the owner: links of the package's page, the registry's entry, how to use the action and hooks."""
NAMED = re.compile(r"(?<![\w-])([A-Za-z\d](?:-?[A-Za-z\d]){0,38})(?=/mdchunk\b)")
"""``OWNER`` in ``https://github.com/OWNER/mdchunk``, ``io.github.OWNER/mdchunk`` and ``uses: OWNER/mdchunk@v0``."""


def owner(root: Path = ROOT) -> str:
    """Return the owner that ``pyproject.toml`` names.

    Raises:
        SystemExit: It names none.
    """
    text = (root / FILES[0]).read_text(encoding="utf-8")
    found = re.search(rf"github\.com/{NAMED.pattern}", text)
    if not found:
        raise SystemExit(f"{FILES[0]}: names no repository on GitHub")
    return found[1]


def set_owner(name: str, root: Path = ROOT) -> None:
    """Replace the owner by another.

    Raises:
        SystemExit: The name is no name of an account on GitHub, by GitHub's rules.
    """
    found = NAMED.match(f"{name}/mdchunk")
    if not found or found[1] != name:
        raise SystemExit(f"{name}: not a GitHub account (letters, digits and single hyphens; at most 39)")
    before = owner(root)
    for path in (root / file for file in FILES):
        text = path.read_text(encoding="utf-8")
        text = NAMED.sub(lambda found: name if found[1] == before else found[1], text)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python .github/release/owner.py NAME")
    set_owner(sys.argv[1])
