"""Files that are whole or not there: written beside their place, then moved into it."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file whose bytes take the place of ``path`` when the block ends well, all at once.

    Whatever ends the block early (an error, Ctrl-C, a full disk, a killed process) leaves the old file as it
    was. A missing folder is made. A symbolic link stays a link; what is no regular file (a pipe, a device) is
    written straight.

    Raises:
        MdchunkError: The file system refuses; the message names the file.
    """
    place = path.resolve()
    try:
        if place.exists() and not place.is_file():
            with place.open("wb") as file:
                yield file
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.{os.urandom(4).hex()}.tmp")
        try:
            with beside.open("xb") as file:
                _copy_mode(place, beside)
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
        _sync_folder(place.parent)
    except OSError as error:
        raise MdchunkError(f"cannot be written: {error.strerror or error}", place=str(path)) from error


def _copy_mode(place: Path, beside: Path) -> None:
    """Give the new file the permissions of the one whose place it takes."""
    if place.exists():
        beside.chmod(stat.S_IMODE(place.stat().st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the move itself last, where the system lets a folder be opened (Windows does not)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
