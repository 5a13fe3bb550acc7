"""Symbolic links in a path that is to be written: whoever made the link chose the file that is replaced."""

from __future__ import annotations

import os
from pathlib import Path


def link_in(home: Path, path: Path) -> Path | None:
    """Return the first part of ``path`` below ``home`` that is a link, relative to ``home``; None if none is.

    Args:
        home: A folder.
        path: A file in it, by a path that begins with ``home``; neither it nor its folder needs to exist.
    """
    at = home
    for part in path.relative_to(home).parts:
        at /= part
        if at.is_symlink():
            return at.relative_to(home)
    return None


def link_out(path: str) -> Path | None:
    """Return the first link in a path below the current folder if it leads out of that folder; None if it does not.

    Args:
        path: Relative to the current folder, or absolute.
    """
    home = Path.cwd()
    spelled = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the links
    if not spelled.is_relative_to(home) or _real(spelled).is_relative_to(_real(home)):
        return None
    return link_in(home, spelled)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # not resolve(), which fails on a link to itself in Python 3.12
