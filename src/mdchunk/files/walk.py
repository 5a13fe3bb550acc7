"""From what the user named (files, folders, globs) to the files to read, in a stable order.

A file that the user names is always included. Folders are walked for files with a Markdown ending; hidden entries,
what ``.gitignore`` excludes, installed packages, folders behind symbolic links (so that there is no loop) and links to
files outside the folder are skipped. Globs are expanded here, not by a shell, so that they work the same on every
system.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from mdchunk.files.ignore import GITIGNORE, compile_patterns, enclosing_rules, matches, with_rules_of
from mdchunk.files.settings import HERE, OnError, Patterns
from mdchunk.model import MdchunkError, Notice
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mdchunk.files.ignore import Rules

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
_MAGIC = frozenset("*?[{")


class NothingFoundError(MdchunkError):
    """A path or a glob matches no file."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a walk found."""

    files: tuple[str, ...]
    """Paths as the user wrote them, or below what the user wrote; each file once."""
    skipped: Mapping[str, int]
    """Number of skipped entries by reason; a folder counts once."""
    unread: tuple[Notice, ...] = ()
    """A notice for each folder that cannot be read, if the walk goes on."""


@dataclass(frozen=True, slots=True)
class _Selection:
    """What to include in a folder, and the count of what was skipped."""

    include: Rules
    exclude: Rules
    gitignore: bool
    endings: tuple[str, ...]
    on_error: OnError = "stop"
    skipped: Counter[str] = field(default_factory=Counter)
    unread: list[Notice] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Entry:
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


def walk(
    paths: Iterable[str],
    *,
    include: Patterns = Patterns(),  # noqa: B008 - frozen
    exclude: Patterns = Patterns(),  # noqa: B008
    gitignore: bool = True,
    endings: tuple[str, ...] = ENDINGS,
    on_error: OnError = "stop",
) -> Found:
    """Find the files to read.

    Args:
        paths: Files, folders and globs; in a glob, ``**`` crosses folders and ``{a,b}`` is either.
        include: Files to include in folders, instead of those with a Markdown ending.
        exclude: Files and folders to skip in folders and globs.
        endings: Endings of the files to include, in lower case, unless ``include`` or a glob decides.
        gitignore: Whether to skip what ``.gitignore`` files exclude.
        on_error: If a folder cannot be read: stop, or skip it and report it.

    Returns:
        The files in the order of ``paths``, sorted by name inside a folder, each file once.

    Raises:
        NothingFoundError: A path does not exist, or a glob matches nothing.
        MdchunkError: A pattern is malformed, or a folder cannot be read.
    """
    selection = _Selection(compile_patterns(include), compile_patterns(exclude), gitignore, endings, on_error)
    files: dict[str, str] = {}
    for path in paths:
        for real, shown in _expand(path, selection):
            if real in files:
                selection.skipped["named twice"] += 1
            else:
                files[real] = shown
    return Found(tuple(files.values()), dict(sorted(selection.skipped.items())), tuple(selection.unread))


def is_found(folder: str, path: str, endings: tuple[str, ...] = ENDINGS) -> bool:
    """Return whether a walk of a folder with the default settings includes a file, without walking it.

    Args:
        folder: Absolute, ``/`` between its parts, no symbolic link in it.
        path: The file below it; likewise.
        endings: Endings of the files that the walk includes, in lower case.
    """
    selection, rules, at = (
        _Selection((), (), gitignore=True, endings=endings),
        enclosing_rules(folder),
        folder.rstrip("/"),
    )
    *above, name = path[len(at) + 1 :].split("/")
    for part in above:
        rules, at = with_rules_of(rules, at or "/"), f"{at}/{part}"
        if _folder_left_out(_Entry(at, at, rules), selection):
            return False
    file = _Entry(path, path, with_rules_of(rules, at or "/"))
    wanted = name.lower().endswith(endings) and not name.startswith(".")
    return wanted and not _left_out_by_pattern(file, selection, is_folder=False)


def _expand(path: str, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield each file that ``path`` matches: its real path and the path to show."""
    if os.path.exists(path):  # noqa: PTH110 - a Path for each of 50,000 files is slow
        yield from _existing(path, selection)
    elif _MAGIC & set(path):
        hits = [hit for one in alternatives(path) for hit in _in_glob(one, selection)]
        if not hits:
            raise NothingFoundError("no file matches", place=path)
        yield from hits
    elif not path:
        raise NothingFoundError("a path is empty", advice="write . for the current folder")
    else:
        raise NothingFoundError("no such file or folder", place=path)


def _existing(path: str, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield a file, or the files of a folder."""
    if os.path.isdir(path):  # noqa: PTH112
        yield from _in_folder(_start(path, selection), selection)
    else:
        yield _real(path), path


def alternatives(glob: str) -> list[str]:
    """Return the globs that a glob with braces expands to: ``*.{md,mdx}`` for ``*.md`` and ``*.mdx``."""
    head, brace, rest = glob.partition("{")
    names, end, tail = rest.partition("}")
    if not (brace and end):
        return [glob]
    return [head + name + more for name in names.split(",") for more in alternatives(tail)]


def _in_glob(glob: str, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield the files that a glob matches, and those in the folders that it matches."""
    parts = glob.replace(os.sep, "/").split("/")
    first = next((n for n, part in enumerate(parts) if _MAGIC & set(part)), len(parts))
    base = "/".join(parts[:first]) + "/" * (first == 1 and not parts[0])
    if first == len(parts):
        if os.path.exists(glob):  # noqa: PTH110
            yield from _existing(glob, selection)
    elif os.path.isdir(base or "."):  # noqa: PTH112
        # the leading slash anchors it to the folder where the walk begins
        rules = compile_patterns(Patterns(("/" + "/".join(parts[first:]),), base))
        yield from _in_folder(_start(base, selection, rules), selection)


def _start(path: str, selection: _Selection, glob: Rules = ()) -> _Entry:
    real = _real(path or ".")
    rules = enclosing_rules(real) if selection.gitignore else ()
    return _Entry("" if path == "." else path, real, rules, glob, real.rstrip("/") + "/")


def _in_folder(folder: _Entry, selection: _Selection) -> Iterator[tuple[str, str]]:
    """Yield the files of a folder and its subfolders, sorted by name."""
    entries = _entries(folder, selection)
    rules = folder.rules
    if selection.gitignore and any(entry.name == GITIGNORE for entry in entries):
        rules = with_rules_of(rules, folder.real)
    shown_above = os.path.join(folder.shown, "") if folder.shown else ""  # noqa: PTH118
    real_above = folder.real.rstrip("/") + "/"
    takes_by_name = not (folder.glob or selection.include or selection.exclude or rules)
    for entry in entries:
        shown, real = shown_above + entry.name, real_above + entry.name
        if takes_by_name and _is_plain(entry):
            yield real, shown
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        hit = folder.glob and matches(folder.glob, real, is_folder=is_folder)
        below = _Entry(shown, real, rules, () if hit else folder.glob, folder.top)
        reason = (
            _folder_left_out(below, selection)
            if is_folder
            else _file_left_out(entry, below, folder, selection)
        )
        if reason:
            selection.skipped[reason] += 1
        elif is_folder:
            yield from _in_folder(below, selection)
        elif not entry.is_symlink():
            yield real, shown
        elif (target := _real(shown)).startswith(folder.top):
            yield target, shown
        else:
            selection.skipped[LINK_OUT] += 1


def _entries(folder: _Entry, selection: _Selection) -> list[os.DirEntry[str]]:
    """Return the entries of a folder by name; none if it can't be read and the walk is to go on.

    Raises:
        MdchunkError: It can't be read.
    """
    try:
        with os.scandir(folder.shown or ".") as scan:
            return sorted(scan, key=attrgetter("name"))
    except OSError as error:
        unread = MdchunkError(error.strerror or str(error), place=folder.shown or HERE)
        if selection.on_error == "stop":
            raise unread from error
        selection.skipped["unreadable"] += 1
        selection.unread.append(unread.notice(shown_name(folder.shown or HERE)))
        return []


def _is_plain(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a file that its name alone includes if there are no patterns."""
    name = entry.name
    return name.endswith(ENDINGS) and not name.startswith(".") and entry.is_file(follow_symlinks=False)


def _folder_left_out(folder: _Entry, selection: _Selection) -> str:
    """Return why a folder is skipped, ``""`` if it is not."""
    name = folder.real.rpartition("/")[2]
    if name.startswith("."):
        return "hidden"
    if name in PACKAGES and (name not in _MAYBE_PACKAGES or _is_environment(folder.shown)):
        return "packages"
    return _left_out_by_pattern(folder, selection, is_folder=True)


def _file_left_out(entry: os.DirEntry[str], file: _Entry, folder: _Entry, selection: _Selection) -> str:
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
    return _left_out_by_pattern(file, selection, is_folder=False)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads to itself
        return False


def _left_out_by_pattern(entry: _Entry, selection: _Selection, *, is_folder: bool) -> str:
    if matches(selection.exclude, entry.real, is_folder=is_folder):
        return "excluded"
    return "gitignore" if matches(entry.rules, entry.real, is_folder=is_folder) else ""


def _is_environment(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, "pyvenv.cfg"))  # noqa: PTH110, PTH118


def _real(path: str) -> str:
    return os.path.realpath(path).replace(os.sep, "/")
