"""Check that a checkout is ready for release, and print the release notes.

    python .github/release/check.py [TAG]

Every file that names the version must name the same one, and the changelog must have a section for it. With a tag, it
must be ``v`` and that version, and the repository's owner must be set (``owner.py``). Without one, which is a dry run,
the changelog's section may still be called ``Unreleased``.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))
from owner import PLACEHOLDER, owner  # noqa: E402 - beside this script, which may run with python -I

if TYPE_CHECKING:
    from collections.abc import Iterator


def version(root: Path = ROOT) -> str:
    """Return the version of the package."""
    text = (root / "src" / "mdchunk" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if not found:
        raise SystemExit("src/mdchunk/__init__.py: has no __version__")
    return found[1]


def problems(tag: str, root: Path = ROOT) -> Iterator[str]:
    """Yield why the checkout cannot be released under a tag, one line each; ``""`` is a dry run."""
    expected = version(root)
    if tag and tag != f"v{expected}":
        yield f"the tag is {tag}, but src/mdchunk/__init__.py says {expected}"
    for name in (".mcp/manifest.json", ".mcp/server.json"):
        text = (root / name).read_text(encoding="utf-8")
        for found in _versions(json.loads(text)):
            if found != expected:
                yield f"{name}: the version is {found}, but src/mdchunk/__init__.py says {expected}"
    if not notes(tag, root):
        yield f"CHANGELOG.md: has no text under ## {expected} - YEAR-MONTH-DAY"
    if tag and owner(root) == PLACEHOLDER:
        yield "the repository's owner is not set: run python .github/release/owner.py NAME"


def _versions(entry: dict[str, object]) -> Iterator[object]:
    packages = entry.get("packages")
    for one in (entry, *(packages if isinstance(packages, list) else ())):
        yield one["version"]


def notes(tag: str, root: Path = ROOT) -> str:
    """Return the changelog's section for this version, without its heading; ``""`` if there is none."""
    heading = rf"{re.escape(version(root))} - \d{{4}}-\d\d-\d\d"
    if not tag:
        heading = f"(?:{heading}|Unreleased)"
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def main(arguments: list[str]) -> int:
    """Print the release notes, or the problems on stderr; return the exit status."""
    tag = arguments[0] if arguments else ""
    found = list(problems(tag))
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print(notes(tag))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
