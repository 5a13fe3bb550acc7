"""Which files an assistant may see: real paths under the folders that were named, nothing else.

A path is joined to each folder, resolved with every symbolic link in it, and compared part by part with the
resolved folder, so that ``..``, absolute paths, links that lead out and ``/docs-old`` beside ``/docs`` are
all one case. What is outside and what does not exist get the same message. The check is made at one point in
time: it keeps an assistant inside, not another user of the machine who moves folders meanwhile.
"""

from __future__ import annotations

import difflib
import heapq
import os
import re
import stat
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.convert import document as convert
from mdchunk.files.links import link_in
from mdchunk.files.selection import ENDINGS, OTHER_ENDINGS, PACKAGES
from mdchunk.files.walk import is_found, walk
from mdchunk.model import MdchunkError
from mdchunk.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_BYTES = 8 * 1024 * 1024
"""Size of the largest file that is read, and of the largest text that a tool takes."""

_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""No link in the last step, no waiting for the other end of a pipe, no translation of newlines."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Python's stand-in for a byte of a name that is not UTF-8."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder that is served."""

    label: str
    """First part of its documents' names; empty if it is the only folder."""
    path: Path
    """Absolute, with no symbolic link in it."""
    converted: bool = False
    """Whether its PDF, Word and HTML files are documents too."""

    @property
    def endings(self) -> tuple[str, ...]:
        """What the names of its documents end in, in lower case."""
        return (*ENDINGS, *OTHER_ENDINGS) if self.converted else ENDINGS


@dataclass(frozen=True, slots=True)
class File:
    """A file under one of the folders."""

    name: str
    """``guide/setup.md``, with the folder's label in front if there are several; ``/`` between parts."""
    path: Path
    """Absolute, with no symbolic link in it."""


def open_folders(given: Sequence[str | os.PathLike[str]], *, converted: bool = False) -> tuple[Folder, ...]:
    """Resolve the folders of the command line; the current one if none is given.

    A folder inside another one is left out: it is served already.

    Args:
        given: The folders.
        converted: Whether their PDF, Word and HTML files are documents too.

    Raises:
        MdchunkError: One is missing, is no folder, or is the root of the file system.
    """
    found: list[Path] = []
    for folder in given or (".",):
        try:
            path = Path(os.path.realpath(folder, strict=True))
        except (OSError, ValueError):
            raise MdchunkError(f"{os.fspath(folder)}: no such folder") from None
        if not path.is_dir():
            raise MdchunkError(f"{os.fspath(folder)}: not a folder")
        if path == path.parent:
            raise MdchunkError(
                f"{os.fspath(folder)}: refusing to serve a whole file system; name a folder in it"
            )
        found.append(path)
    tops = [path for path in dict.fromkeys(found) if not any(other in path.parents for other in found)]
    return tuple(Folder(label, path, converted) for label, path in zip(_labels(tops), tops, strict=True))


def find(folders: tuple[Folder, ...], requested: str) -> File:
    """Return the document that a model asks for, by name or by absolute path: one of those that are listed.

    Raises:
        MdchunkError: No such Markdown file, with the nearest names; the same message for what is absent and
            what is outside.
    """
    found = look_up(folders, requested)
    if found is None:
        raise _denied(requested, folders)
    return found


def look_up(folders: tuple[Folder, ...], requested: str) -> File | None:
    """Return the document of a name or an absolute path; None if none that is listed has it."""
    for candidate in _candidates(folders, requested):
        file = _inside(folders, candidate)
        if file and file.path.is_file() and _is_served(folders, file):
            return file
    return None


def text_of(document: File) -> str:
    """Return the text of a document, newlines and byte order mark as they are.

    Raises:
        MdchunkError: It is gone, no regular file, larger than ``MAX_BYTES``, not UTF-8, or can't be converted.
    """
    try:
        with os.fdopen(os.open(document.path, _OPEN), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _denied(document.name)
            data = file.read(MAX_BYTES + 1)
    except OSError:
        raise _denied(document.name) from None
    if len(data) > MAX_BYTES:
        size = max(status.st_size, len(data))
        raise MdchunkError(f"{document.name} is too large: {size:,} bytes (limit {MAX_BYTES:,})")
    if document.path.name.lower().endswith(OTHER_ENDINGS):
        return _converted(str(document.path), document.name, data)
    return decode(data, document.name)


@lru_cache(maxsize=16)
def _converted(path: str, name: str, data: bytes) -> str:
    """Return the Markdown of a document of another format; an assistant asks for several of its sections in a row."""
    return convert.text_of(path, data, name).text


def size(document: File) -> int:
    """Return the bytes of a document, 0 if it is gone meanwhile."""
    try:
        return document.path.stat().st_size
    except OSError:
        return 0


def files(folders: tuple[Folder, ...]) -> Iterator[File]:
    """Yield the Markdown files that ``mdchunk build`` finds in the folders, ordered by folder and by name.

    A symbolic link to a file in a served folder yields that file, by its own name. A file whose name is not UTF-8
    is left out: JSON can't name it.
    """
    for folder in folders:
        for found in walk([str(folder.path)], endings=folder.endings).files:
            path = Path(found)
            document = _inside(folders, path) if path.is_symlink() else File(_name(folder, path), path)
            if document and not _SURROGATE.search(document.name):
                yield document


def output(folders: tuple[Folder, ...], requested: str) -> File:
    """Return where a chunks file may be written; whether something is there is left to the caller.

    Raises:
        MdchunkError: The name does not end in ``.jsonl``; its folder is missing, outside, hidden (``.git``) or one of
            packages (``node_modules``); a part of the path below the served folder is a link; or anything but a
            regular file has the name.
    """
    if not requested.lower().endswith(".jsonl"):
        raise MdchunkError(f"the output {requested!r} must end in .jsonl")
    for candidate in _candidates(folders, requested):
        parent = _inside(folders, candidate.parent)
        if parent and parent.path.is_dir():
            path = parent.path / candidate.name
            try:
                taken = _has_link(folders, candidate) or (path.exists() and not path.is_file())
            except OSError:  # longer than a name may be
                break
            if taken or _is_hidden(folders, path):
                break
            return _inside(folders, path) or File(requested, path)
    raise MdchunkError(
        f"cannot write {requested!r}: it must be a file in an existing folder among the served ones, not a hidden "
        "one or one of installed packages"
    )


def _has_link(folders: tuple[Folder, ...], candidate: Path) -> bool:
    """Return whether a part of a path below its folder is a link, wherever it leads."""
    path = Path(os.path.abspath(candidate))  # noqa: PTH100 - resolve() would follow it
    return any(link_in(folder.path, path) is not None for folder in folders if folder.path in path.parents)


def _candidates(folders: tuple[Folder, ...], requested: str) -> Iterator[Path]:
    """Yield the places that a name may mean, the labelled one first."""
    if not requested or "\0" in requested or requested.startswith(("\\\\", "//")):
        return  # nothing, no name at all, a share on another machine
    if os.name == "nt" and ":" in requested[2:]:
        return  # a second stream of a file
    for folder in folders:
        first, _, rest = requested.partition("/")
        if folder.label and first == folder.label and rest:
            yield folder.path / rest
    for folder in folders:
        yield folder.path / requested  # an absolute path replaces the folder


def _inside(folders: tuple[Folder, ...], candidate: Path) -> File | None:
    """Return the file or folder that a path leads to, if it is inside a served folder; else None."""
    try:
        real = Path(os.path.realpath(candidate, strict=True))
    except (OSError, ValueError):
        return None
    for folder in folders:
        if folder.path == real or folder.path in real.parents:
            return File(_name(folder, real), real)
    return None


def _name(folder: Folder, path: Path) -> str:
    return "/".join(filter(None, (folder.label, path.relative_to(folder.path).as_posix())))


def _labels(paths: Sequence[Path]) -> list[str]:
    """Name each of several folders by its last part, numbered if two are the same; one alone needs no label."""
    if len(paths) == 1:
        return [""]
    labels: list[str] = []
    for path in paths:
        same = [label for label in labels if label == path.name or label.startswith(f"{path.name}~")]
        labels.append(f"{path.name}~{len(same) + 1}" if same else path.name)
    return labels


def _is_served(folders: tuple[Folder, ...], file: File) -> bool:
    """Return whether a file is listed: a Markdown file, not hidden, ignored by ``.gitignore`` or in a package."""
    return any(
        folder.path in file.path.parents
        and is_found(folder.path.as_posix(), file.path.as_posix(), folder.endings)
        for folder in folders
    )


def _is_hidden(folders: tuple[Folder, ...], path: Path) -> bool:
    """Return whether a part of a path below its folder begins with a dot or names packages."""
    parts = next((path.relative_to(f.path).parts for f in folders if f.path in path.parents), ())
    return any(part.startswith(".") or part in PACKAGES for part in parts)


NEAREST = 5
"""Maximum names that an error proposes."""


def _denied(requested: str, folders: tuple[Folder, ...] = ()) -> MdchunkError:
    names = nearest(requested, [file.name for file in files(folders)], NEAREST)
    near = f"the nearest are {', '.join(map(repr, names))}; " if names else ""
    return MdchunkError(
        f"no Markdown file {requested[:200]!r} in the served folders",
        advice=f"{near}list_documents lists all",
    )


def nearest(wanted: str, names: Sequence[str], limit: int) -> list[str]:
    """Return the names most like one that is missing, the best first; none if nothing is like it."""
    grams = _grams(wanted[:200])
    shared = heapq.nlargest(50, ((len(grams & _grams(name)), name) for name in names))
    likely = [name for number, name in shared if number > len(grams) // 4]
    return difflib.get_close_matches(wanted[:200], likely, limit, cutoff=0.5)


def _grams(name: str) -> set[str]:
    folded = name.casefold()
    return {folded[i : i + 2] for i in range(len(folded) - 1)}
