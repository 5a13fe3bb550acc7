"""Files that are written completely or not at all: to a temporary file beside them, which is then moved into place."""

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
    """Open a temporary file that replaces ``path`` when the block ends without an error.

    Whatever ends the block early (an error, Ctrl-C, a full disk, a killed process) leaves the old file unchanged. A
    missing folder is created. A symbolic link stays a link; a pipe or a device is written directly.

    Raises:
        MdchunkError: The file cannot be written; the error names it.
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
