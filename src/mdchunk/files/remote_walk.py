"""From a URL (a file, a folder or a glob) to the files to read, one folder at a time, in a stable order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.files.ignore import compile_patterns, matches
from mdchunk.files.remote import system_of, tried
from mdchunk.files.selection import PACKAGES, Tally
from mdchunk.files.walk import NothingFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.files.ignore import Rules
    from mdchunk.files.settings import Patterns

_MAGIC = frozenset("*?[{")
_TAGS = ("ETag", "etag", "md5Hash", "blob_id", "checksum", "content_hash")
_TIMES = ("LastModified", "last_modified", "mtime", "updated", "last_commit", "created", "date_time")
"""What the drivers call the time of the last change."""


class RemoteFile(NamedTuple):
    """A file behind a URL."""

    url: str
    size: int
    """Bytes, 0 if unknown."""
    stamp: str
    """Its entity tag, or when it was written; empty if neither is known."""


class _Wanted(NamedTuple):
    """What to take in folders."""

    include: Rules
    exclude: Rules
    endings: tuple[str, ...]
    glob: re.Pattern[str] | None
    tally: Tally


def each_remote_file(
    url: str, tally: Tally, *, include: Patterns, exclude: Patterns, endings: tuple[str, ...]
) -> Iterator[RemoteFile]:
    """Yield the files that a URL leads to; only the names of the folders on the way are held.

    Args:
        url: A file, a folder, or a glob; in a glob, ``**`` crosses folders.
        tally: Gets what is left out.
        include: Files to take in folders instead of those with a Markdown ending, relative to the folder.
        exclude: Files and folders to leave out, relative to the folder.
        endings: Endings of the files to take, in lower case.

    Raises:
        NothingFoundError: There is no such file or folder.
        MdchunkError: It cannot be listed, or a package is not installed.
    """
    system, path = system_of(url)
    first, *chain = url.split("::")
    scheme = first.partition("://")[0]
    folder, glob = _parts(path)
    if not glob:
        about = _about(system, path, url)
        if about["type"] == "file":
            yield RemoteFile(url, int(about.get("size") or 0), stamp_of(about))
            return
    wanted = _Wanted(
        compile_patterns(include._replace(folder="/")),
        compile_patterns(exclude._replace(folder="/")),
        endings,
        _compiled(glob) if glob else None,
        tally,
    )
    for name, about in _in_folder(system, folder, "", wanted):
        where = "::".join((f"{scheme}://{name.lstrip('/') if scheme != 'file' else name}", *chain))
        yield RemoteFile(where, int(about.get("size") or 0), stamp_of(about))


def stamp_of(about: dict[str, Any]) -> str:
    """Return what changes with the content of a file: its entity tag, or when it was written; empty if unknown."""
    return next((str(about[name]).strip('"') for name in (*_TAGS, *_TIMES) if about.get(name)), "")


def _parts(path: str) -> tuple[str, str]:
    """Return the folder that a glob begins in and the rest of it, which is empty if the path is no glob."""
    names = path.split("/")
    first = next((n for n, name in enumerate(names) if _MAGIC & set(name)), len(names))
    return "/".join(names[:first]), "/".join(names[first:])


def _compiled(glob: str) -> re.Pattern[str]:
    from fsspec.utils import glob_translate  # noqa: PLC0415 - an extra

    return re.compile(glob_translate(glob))


def _about(system: Any, path: str, url: str) -> dict[str, Any]:
    def ask() -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = system.info(path)
        except FileNotFoundError:
            return None
        return found

    about = tried(url, ask)
    if about is None:
        raise NothingFoundError("no such file or folder", place=url)
    return about


def _in_folder(system: Any, folder: str, below: str, wanted: _Wanted) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the files of a folder and its subfolders, sorted by name, with what is known of them.

    Args:
        system: The file system.
        folder: The folder in it.
        below: The way to it from where the walk began, with a ``/`` at its end; empty there.
        wanted: What to take.
    """
    entries = tried(folder, lambda: system.ls(folder, detail=True))
    for about in sorted(entries, key=lambda entry: str(entry["name"])):
        name = str(about["name"]).rstrip("/")
        own = name.rpartition("/")[2]
        if name.strip("/") == folder.strip("/") or not own:
            continue  # object storage has an entry for the folder itself
        is_folder = about["type"] == "directory"
        reason = _left_out(own, below + own, wanted, is_folder=is_folder)
        if reason:
            wanted.tally.skipped[reason] += 1
        elif is_folder:
            yield from _in_folder(system, name, f"{below}{own}/", wanted)
        else:
            yield name, about


def _left_out(own: str, path: str, wanted: _Wanted, *, is_folder: bool) -> str:
    """Return why an entry is skipped, ``""`` if it is not."""
    if own.startswith("."):
        return "hidden"
    if is_folder and own in PACKAGES:
        return "packages"
    if matches(wanted.exclude, f"/{path}", is_folder=is_folder):
        return "excluded"
    if is_folder:
        return ""
    if wanted.glob:
        taken = wanted.glob.fullmatch(path) is not None
    elif wanted.include:
        taken = matches(wanted.include, f"/{path}", is_folder=False)
    else:
        taken = own.lower().endswith(wanted.endings)
    return "" if taken else "other files"
