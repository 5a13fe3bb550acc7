"""From what the user named (files, folders, globs) to the files to read, in a stable order.

A file that the user names is always included. Folders are walked for files with a Markdown ending; hidden entries,
what ``.gitignore`` excludes, installed packages, folders behind symbolic links (so that there is no loop) and links to
files outside the folder are skipped. Globs are expanded here, not by a shell, so that they work the same on every
system.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from mdchunk.files.ignore import GITIGNORE, compile_patterns, enclosing_rules, matches, with_rules_of
from mdchunk.files.selection import (
    ENDINGS,
    LINK_OUT,
    Entry,
    Selection,
    Tally,
    file_left_out,
    folder_left_out,
    is_plain,
    left_out_by_pattern,
    real_path,
)
from mdchunk.files.settings import HERE, OnError, Patterns
from mdchunk.model import MdchunkError, Notice
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mdchunk.files.ignore import Rules

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
    tally = Tally()
    files = each_file(
        paths,
        tally,
        include=include,
        exclude=exclude,
        gitignore=gitignore,
        endings=endings,
        on_error=on_error,
    )
    return Found(tuple(files), dict(sorted(tally.skipped.items())), tuple(tally.unread))


def each_file(
    paths: Iterable[str],
    tally: Tally,
    *,
    include: Patterns = Patterns(),  # noqa: B008 - frozen
    exclude: Patterns = Patterns(),  # noqa: B008
    gitignore: bool = True,
    endings: tuple[str, ...] = ENDINGS,
    on_error: OnError = "stop",
    remember: bool = True,
) -> Iterator[str]:
    """Yield the files to read, as ``walk`` finds them, one folder at a time.

    Args:
        paths: As for ``walk``.
        tally: Gets what is left out.
        include: As for ``walk``.
        exclude: As for ``walk``.
        gitignore: As for ``walk``.
        endings: As for ``walk``.
        on_error: As for ``walk``.
        remember: Whether to hold the names of all files, so that each is yielded once even if a symbolic link leads to
            it or two paths do.
    """
    selection = Selection(
        compile_patterns(include), compile_patterns(exclude), gitignore, endings, on_error, tally
    )
    seen: set[str] = set()
    for path in paths:
        for real, shown in _expand(path, selection):
            if real in seen:
                tally.skipped["named twice"] += 1
                continue
            if remember:
                seen.add(real)
            yield shown


def is_found(folder: str, path: str, endings: tuple[str, ...] = ENDINGS) -> bool:
    """Return whether a walk of a folder with the default settings includes a file, without walking it.

    Args:
        folder: Absolute, ``/`` between its parts, no symbolic link in it.
        path: The file below it; likewise.
        endings: Endings of the files that the walk includes, in lower case.
    """
    selection, rules, at = (
        Selection((), (), gitignore=True, endings=endings),
        enclosing_rules(folder),
        folder.rstrip("/"),
    )
    *above, name = path[len(at) + 1 :].split("/")
    for part in above:
        rules, at = with_rules_of(rules, at or "/"), f"{at}/{part}"
        if folder_left_out(Entry(at, at, rules), selection):
            return False
    file = Entry(path, path, with_rules_of(rules, at or "/"))
    wanted = name.lower().endswith(endings) and not name.startswith(".")
    return wanted and not left_out_by_pattern(file, selection, is_folder=False)


def _expand(path: str, selection: Selection) -> Iterator[tuple[str, str]]:
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


def _existing(path: str, selection: Selection) -> Iterator[tuple[str, str]]:
    """Yield a file, or the files of a folder."""
    if os.path.isdir(path):  # noqa: PTH112
        yield from _in_folder(_start(path, selection), selection)
    else:
        yield real_path(path), path


def alternatives(glob: str) -> list[str]:
    """Return the globs that a glob with braces expands to: ``*.{md,mdx}`` for ``*.md`` and ``*.mdx``."""
    head, brace, rest = glob.partition("{")
    names, end, tail = rest.partition("}")
    if not (brace and end):
        return [glob]
    return [head + name + more for name in names.split(",") for more in alternatives(tail)]


def _in_glob(glob: str, selection: Selection) -> Iterator[tuple[str, str]]:
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


def _start(path: str, selection: Selection, glob: Rules = ()) -> Entry:
    real = real_path(path or ".")
    rules = enclosing_rules(real) if selection.gitignore else ()
    return Entry("" if path == "." else path, real, rules, glob, real.rstrip("/") + "/")


def _in_folder(folder: Entry, selection: Selection) -> Iterator[tuple[str, str]]:
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
        if takes_by_name and is_plain(entry):
            yield real, shown
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        hit = folder.glob and matches(folder.glob, real, is_folder=is_folder)
        below = Entry(shown, real, rules, () if hit else folder.glob, folder.top)
        reason = (
            folder_left_out(below, selection) if is_folder else file_left_out(entry, below, folder, selection)
        )
        if reason:
            selection.tally.skipped[reason] += 1
        elif is_folder:
            yield from _in_folder(below, selection)
        elif not entry.is_symlink():
            yield real, shown
        elif (target := real_path(shown)).startswith(folder.top):
            yield target, shown
        else:
            selection.tally.skipped[LINK_OUT] += 1


def _entries(folder: Entry, selection: Selection) -> list[os.DirEntry[str]]:
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
        selection.tally.skipped["unreadable"] += 1
        selection.tally.unread.append(unread.notice(shown_name(folder.shown or HERE)))
        return []
