"""What an assistant must not reach, and a folder in which everything of it is tried."""

from __future__ import annotations

import os
from pathlib import Path

OUTSIDE = (
    "../outside.md",
    "guide/../../outside.md",
    "../docs-old/old.md",
    "{tmp}/outside.md",
    "{tmp}/docs-old/old.md",
    "{tmp}/docs/../outside.md",
    "//{tmp}/docs/a.md",
    "\\\\host\\share\\a.md",
    "/etc/passwd",
    "/dev/zero",
    "~/a.md",
    "file:///etc/passwd",
    "missing.md",
    "key.pem",
    "guide",
    "",
    ".",
    "a.md\0",
    "a.md\0.txt",
    "a.md/x.md",
    "x" * 5000 + ".md",
    "\ud800.md",
    "folder.md",
    "pipe.md",
    "device.md",
    "out.md",
    "out/outside.md",
    "dangling.md",
    "loop.md",
)
"""Paths of documents that are refused, all in the same words; ``{tmp}`` is the folder around the served one."""

OUTSIDE_OUTPUTS = (
    "out.json",
    "a.md",
    ".jsonl/../a.md",
    "../out.jsonl",
    "{tmp}/out.jsonl",
    "{tmp}/docs-old/out.jsonl",
    "missing/out.jsonl",
    "a.md/out.jsonl",
    "out\0.jsonl",
    "out/out.jsonl",
    "link.jsonl",
    "inner.jsonl",
    "dangling.jsonl",
    "folder.jsonl",
    "pipe.jsonl",
    "x" * 300 + ".jsonl",
    "",
)
"""Paths of chunk files that are refused."""


def hostile_folder(parent: Path) -> Path:
    """Make a folder to serve, with things in it and beside it that are not to be seen."""
    folder = parent / "docs"
    (folder / "guide").mkdir(parents=True)
    (folder / "a.md").write_text("# A\n")
    (folder / "guide" / "b.MDX").write_text("# B\n")
    (folder / "notes.txt").write_text("notes\n")
    (folder / "key.pem").write_text("secret\n")
    (parent / "docs-old").mkdir()
    (parent / "docs-old" / "old.md").write_text("# Old secret\n")
    (parent / "outside.md").write_text("# Outside secret\n")
    (folder / "folder.md").mkdir()
    (folder / "folder.jsonl").mkdir()
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "pipe.jsonl")
    (parent / "x.jsonl").touch()
    (folder / "real.jsonl").touch()
    for name, target in (
        ("device.md", Path("/dev/zero")),
        ("out.md", parent / "outside.md"),
        ("out", parent),
        ("dangling.md", Path("nowhere.md")),
        ("loop.md", Path("loop.md")),
        ("link.jsonl", parent / "x.jsonl"),
        ("inner.jsonl", Path("real.jsonl")),
        ("dangling.jsonl", parent / "new.jsonl"),
    ):
        (folder / name).symlink_to(target)
    return folder
