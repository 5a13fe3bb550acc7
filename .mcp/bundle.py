"""Pack this checkout as an MCP bundle, which Claude Desktop installs by a double click.

    python .mcp/bundle.py mdchunk.mcpb

The bundle holds the manifest, the project's ``pyproject.toml`` and its source; the application that installs it
brings ``uv``, which installs what the project depends on. Same checkout, same bytes.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = ("pyproject.toml", "README.md", "LICENSE")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file knows."""


def pack(output: Path) -> None:
    """Write the bundle to a file, in place of what is there."""
    members = {"manifest.json": ROOT / ".mcp" / "manifest.json"} | {name: ROOT / name for name in FILES}
    package = ROOT / "src" / "mdchunk"
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            members[path.relative_to(ROOT).as_posix()] = path
    with zipfile.ZipFile(output, "w") as bundle:
        for name, path in members.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    pack(Path(sys.argv[1] if len(sys.argv) > 1 else "mdchunk.mcpb"))
