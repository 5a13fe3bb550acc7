"""What a walk takes and what it leaves out: hidden entries, packages, what patterns and ``.gitignore`` files say."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mdchunk.files.ignore import Rules, matches

if TYPE_CHECKING:
    from mdchunk.files.settings import OnError
    from mdchunk.model import Notice

ENDINGS = (".md", ".markdown", ".mdx", ".mkd", ".mdown")
"""Endings of Markdown files, compared without case."""
OTHER_ENDINGS = (".pdf", ".docx", ".html", ".htm", ".xhtml")
"""Endings of files that are converted to Markdown first."""
PACKAGES = frozenset({"node_modules", "bower_components", "venv", "env", "__pycache__", "site-packages"})
"""Folders that tools fill: dependencies and environments."""
_MAYBE_PACKAGES = frozenset({"venv", "env"})
"""Those of them that are skipped only if they hold a Python environment."""
LINK_OUT = "link out of the folder"
"""Why a link to a file outside the folder is skipped, in ``Found.skipped``."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts what a walk leaves out."""

    skipped: Counter[str] = field(default_factory=Counter)
    """Number of skipped entries by reason; a folder counts once."""
    unread: list[Notice] = field(default_factory=list)
    """A notice for each folder that cannot be read, if the walk goes on."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What to include in a folder, and the count of what was skipped."""

    include: Rules
    exclude: Rules
    gitignore: bool
    endings: tuple[str, ...]
    on_error: OnError = "stop"
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder during the walk."""

    shown: str
    """The path as the user wrote it, for opening it."""
    real: str
    """The absolute path, ``/`` between its parts, symbolic links above it resolved."""
    rules: Rules
    """The rules of the ``.gitignore`` files above it."""
    glob: Rules = ()
    """The glob to match below it; empty once it has matched, or if there is none."""
    top: str = ""
    """Like ``real``, for the folder where the walk began, with a ``/`` at its end."""


def is_plain(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a file that its name alone includes if there are no patterns."""
    name = entry.name
    return name.endswith(ENDINGS) and not name.startswith(".") and entry.is_file(follow_symlinks=False)


def folder_left_out(folder: Entry, selection: Selection) -> str:
    """Return why a folder is skipped, ``""`` if it is not."""
    name = folder.real.rpartition("/")[2]
    if name.startswith("."):
        return "hidden"
    if name in PACKAGES and (name not in _MAYBE_PACKAGES or _is_environment(folder.shown)):
        return "packages"
    return left_out_by_pattern(folder, selection, is_folder=True)


def file_left_out(entry: os.DirEntry[str], file: Entry, folder: Entry, selection: Selection) -> str:
    """Return why a file is skipped, ``""`` if it is not."""
    if not _is_file(entry):
        return "symbolic link" if entry.is_symlink() else "not a file"
    if folder.glob:
        wanted = not file.glob
    elif selection.include:
        wanted = matches(selection.include, file.real, is_folder=False)
    else:
        wanted = entry.name.lower().endswith(selection.endings)
    if not wanted:
        return "other files"
    if entry.name.startswith("."):
        return "hidden"
    return left_out_by_pattern(file, selection, is_folder=False)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads to itself
        return False


def left_out_by_pattern(entry: Entry, selection: Selection, *, is_folder: bool) -> str:
    """Return which kind of pattern excludes an entry, ``""`` if none does."""
    if matches(selection.exclude, entry.real, is_folder=is_folder):
        return "excluded"
    return "gitignore" if matches(entry.rules, entry.real, is_folder=is_folder) else ""


def _is_environment(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, "pyvenv.cfg"))  # noqa: PTH110, PTH118


def real_path(path: str) -> str:
    """Return a path without symbolic links, ``/`` between its parts."""
    return os.path.realpath(path).replace(os.sep, "/")
