"""From what the user named (files, folders, globs) to the files to read, in a stable order.

A file named outright is always taken. Folders are walked: files with a Markdown ending, without what is
hidden, what ``.gitignore`` names, installed packages and folders behind symbolic links (so there is no loop).
Globs are expanded here, not by a shell, so that they work alike on every system.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.ignore import Rules, compile_patterns, enclosing_rules, is_ignored, with_rules_of
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pathspec import GitIgnoreSpec

ENDINGS = (".md", ".markdown", ".mdx", ".mkd", ".mdown")
"""What a Markdown file's name ends in, in any case of letters."""
PACKAGES = frozenset({"node_modules", "bower_components", "venv", "env", "__pycache__", "site-packages"})
"""Folders that tools fill, not authors. ``env`` and ``venv`` only where they hold a Python environment."""
_MAGIC = frozenset("*?[")


class NothingFoundError(MdchunkError):
    """A path or a glob stands for no file."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a walk found."""

    files: tuple[str, ...]
    """Paths as the user wrote them, or below what the user wrote; each file once."""
    skipped: Mapping[str, int]
    """How many entries were left out, by reason; a folder counts once."""


@dataclass(frozen=True, slots=True)
class _Selection:
    """What to take in a folder, and the tally of what was not taken."""

    include: GitIgnoreSpec | None
    exclude: GitIgnoreSpec
    gitignore: bool
    here: str
    """The current folder, that the user's patterns are relative to, with a ``/`` at its end."""
    skipped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder on the way down."""

    shown: str
    """As the user wrote it, to open its files by."""
    real: str
    """Absolute, symbolic links resolved, ``/`` between its parts."""
    rules: Rules
    glob: GitIgnoreSpec | None = None
    """The glob to match below ``glob_base``; ``None`` once a folder has matched, or where there is none."""
    glob_base: str = ""


def walk(
    paths: Iterable[str], *, include: Iterable[str] = (), exclude: Iterable[str] = (), gitignore: bool = True
) -> Found:
    """Find the files to read.

    Args:
        paths: Files, folders and globs; ``**`` in a glob crosses folders.
        include: Patterns of what to take in folders, instead of the Markdown endings. Patterns are those of a
            ``.gitignore`` file in the current folder.
        exclude: Patterns of what to leave out in folders and globs.
        gitignore: Whether ``.gitignore`` files are honoured.

    Returns:
        The files in the order of ``paths``, inside a folder by name, each file once.

    Raises:
        NothingFoundError: A path is not there, a glob matches nothing.
        MdchunkError: A pattern is malformed, a folder can't be read.
    """
    wanted = tuple(include)
    here = Path.cwd().as_posix().rstrip("/") + "/"
    selection = _Selection(
        compile_patterns(wanted) if wanted else None, compile_patterns(exclude), gitignore, here
    )
    files: dict[str, str] = {}
    for path in paths:
        for real, shown in _expand(path, selection):
            if real in files:
                selection.skipped["named twice"] += 1
            else:
                files[real] = shown
    return Found(tuple(files.values()), dict(sorted(selection.skipped.items())))


def _expand(path: str, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield each file that ``path`` stands for: its real path and the path to show."""
    if os.path.isdir(path):  # noqa: PTH112 - strings all along: a Path for each of 50,000 files costs
        yield from _in_folder(_start(path, selection), selection)
    elif os.path.exists(path):  # noqa: PTH110
        yield _real(path), path
    elif _MAGIC & set(path):
        yield from _in_glob(path, selection)
    else:
        raise NothingFoundError(f"{path}: no such file or folder")


def _in_glob(pattern: str, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield the files that a glob matches, and those in the folders that it matches."""
    parts = pattern.replace(os.sep, "/").split("/")
    first = next(n for n, part in enumerate(parts) if _MAGIC & set(part))
    base = "/".join(parts[:first]) + "/" * (first == 1 and not parts[0])
    if os.path.isdir(base or "."):  # noqa: PTH112
        # anchored by its leading slash to the folder that the walk begins in
        glob = compile_patterns(["/" + "/".join(parts[first:])])
        hits = list(_in_folder(_start(base, selection, glob), selection))
        if hits:
            yield from hits
            return
    raise NothingFoundError(f"{pattern}: no file matches")


def _start(path: str, selection: _Selection, glob: GitIgnoreSpec | None = None) -> _Folder:
    real = _real(path or ".")
    rules = enclosing_rules(real) if selection.gitignore else ()
    shown = "" if path == "." else path
    return _Folder(shown, real, rules, glob, real.rstrip("/") + "/")


def _in_folder(folder: _Folder, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield the files of a folder and of those below it, by name."""
    rules = with_rules_of(folder.rules, folder.real) if selection.gitignore else ()
    try:
        with os.scandir(folder.shown or ".") as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        raise MdchunkError(f"{folder.shown}: {error.strerror}") from error
    for entry in entries:
        shown = os.path.join(folder.shown, entry.name)  # noqa: PTH118
        real = folder.real.rstrip("/") + "/" + entry.name
        below = _Folder(shown, real, rules, folder.glob, folder.glob_base)
        is_folder = entry.is_dir(follow_symlinks=False)
        if below.glob and below.glob.match_file(real[len(below.glob_base) :] + "/" * is_folder):
            below = _Folder(shown, real, rules)
        reason = (
            _left_out_folder(below, selection)
            if is_folder
            else _left_out_file(entry, below, folder, selection)
        )
        if reason:
            selection.skipped[reason] += 1
        elif is_folder:
            yield from _in_folder(below, selection)
        else:
            yield _real(shown) if entry.is_symlink() else real, shown


def _left_out_folder(folder: _Folder, selection: _Selection) -> str:
    """Return why a folder is not walked, ``""`` where it is."""
    name = folder.real.rpartition("/")[2]
    if name.startswith("."):
        return "hidden"
    if name in PACKAGES and (
        name not in {"venv", "env"} or os.path.exists(os.path.join(folder.shown, "pyvenv.cfg"))  # noqa: PTH110, PTH118
    ):
        return "packages"
    return _left_out_by_pattern(folder.real, folder.rules, selection, is_folder=True)


def _left_out_file(entry: os.DirEntry[str], file: _Folder, folder: _Folder, selection: _Selection) -> str:
    """Return why a file is not taken, ``""`` where it is."""
    if not entry.is_file():
        return "symbolic link" if entry.is_symlink() else "no file"
    if folder.glob:
        if file.glob:
            return "other files"
    elif selection.include:
        if not selection.include.match_file(_from_here(file.real, selection)):
            return "other files"
    elif not entry.name.lower().endswith(ENDINGS):
        return "other files"
    if entry.name.startswith("."):
        return "hidden"
    return _left_out_by_pattern(file.real, file.rules, selection, is_folder=False)


def _left_out_by_pattern(real: str, rules: Rules, selection: _Selection, *, is_folder: bool) -> str:
    if selection.exclude.match_file(_from_here(real, selection) + "/" * is_folder):
        return "excluded"
    return "gitignore" if is_ignored(rules, real, is_folder=is_folder) else ""


def _from_here(real: str, selection: _Selection) -> str:
    """Return a path relative to the current folder, for the user's patterns; outside it, as it is."""
    return real.removeprefix(selection.here).lstrip("/")


def _real(path: str) -> str:
    return os.path.realpath(path).replace(os.sep, "/")
