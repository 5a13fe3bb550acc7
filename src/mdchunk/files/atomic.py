"""Files that are written completely or not at all: to a temporary file beside them, which is then moved into place."""

from __future__ import annotations

import os
import re
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from mdchunk.files.unfinished import HAS_LOCKS, beside
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator

_DESCRIPTORS = re.compile(r"/dev/(?P<name>stdout|stderr)|/(?:dev|proc/self)/fd/(?P<fd>\d+)")
_STANDARD = {"stdout": 1, "stderr": 2}


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` when the block ends without an error.

    Whatever ends the block early (an error, Ctrl-C, a full disk, a killed process) leaves the old file unchanged. A
    missing folder is created. A symbolic link stays a link; a pipe or a device is written directly.

    Raises:
        MdchunkError: The file cannot be written; the error names it.
    """
    try:
        number = _descriptor(path)
        if number is not None:
            with open(os.dup(number), "wb") as file:  # noqa: PTH123 - of a descriptor
                yield file
            return
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        place = path.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        with _moved_into(place) as file:
            yield file
        _sync_folder(place.parent)
    except OSError as error:
        raise MdchunkError(f"cannot be written: {error.strerror or error}", place=str(path)) from error


def _descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path such as ``/dev/fd/63`` stands for, None if it is another path.

    To open it by its name would begin anew at the start of the file, or not be possible at all.
    """
    found = _DESCRIPTORS.fullmatch(path.as_posix())
    if not found or os.name != "posix":
        return None
    return int(found["fd"] or _STANDARD[found["name"]])


@contextmanager
def _moved_into(place: Path) -> Iterator[BinaryIO]:
    """Open a file that takes a place when the block ends well."""
    with beside(place) as file:
        name = Path(file.name)
        _copy_mode(place, name)
        yield file
        file.flush()
        os.fsync(file.fileno())
        if not HAS_LOCKS:
            file.close()  # Windows moves no open file
        name.replace(place)  # elsewhere before its lock ends: nobody may take it for a leftover


def _copy_mode(place: Path, beside: Path) -> None:
    """Give the new file the permissions of the file that it replaces."""
    if place.exists():
        beside.chmod(stat.S_IMODE(place.stat().st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the move durable, if the system lets a folder be opened (Windows does not)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
