"""A folder that parts are written to and read from: on this machine, or behind a URL (``files.remote``)."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from mdchunk.files.atomic import whole_file
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+(::|://)")


class Store(Protocol):
    """A folder. Names in it are relative, with ``/`` between their parts; every error is a ``MdchunkError``."""

    def names(self, folder: str = "") -> Iterator[str]:
        """Yield the names of the files in the folder or in one below it, in no order; none if it is not there."""
        ...

    def read(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a file to read; it can be sought in."""
        ...

    def write(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a file that is there when the block ends well, whole, and not at all if it does not."""
        ...

    def move(self, name: str, to: str) -> None:
        """Give a file another name."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file; it is no error if it is not there."""
        ...


def is_url(path: str) -> bool:
    """Return whether a path is a URL; ``C:/`` is none."""
    return _URL.match(path) is not None


def local_path(path: str) -> str:
    """Return the path of a ``file://`` URL; another path as it is."""
    return path.removeprefix("file://")


def store_at(place: str) -> Store:
    """Return the store of a folder: a path, or a URL.

    Raises:
        MdchunkError: It is a URL, and a package for it is not installed.
    """
    place = local_path(place)
    if is_url(place):
        from mdchunk.files.remote import RemoteFolder  # noqa: PLC0415 - an extra

        return RemoteFolder(place)
    return LocalFolder(place)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=str(path)) from error


@dataclass(frozen=True, slots=True)
class LocalFolder:
    """A folder of this machine."""

    folder: str

    def names(self, folder: str = "") -> Iterator[str]:
        """Yield the names of files."""
        place = Path(self.folder, folder)
        if not place.exists():
            return
        with _named(place), os.scandir(place) as entries:
            names = [entry.name for entry in entries if entry.is_file()]
        for name in names:
            yield f"{folder}/{name}" if folder else name

    @contextmanager
    def read(self, name: str) -> Iterator[BinaryIO]:
        """Open a file to read."""
        path = Path(self.folder, name)
        with _named(path), path.open("rb") as file:
            yield file

    @contextmanager
    def write(self, name: str) -> Iterator[BinaryIO]:
        """Open a file to write."""
        with whole_file(Path(self.folder, name)) as file:
            yield file

    def move(self, name: str, to: str) -> None:
        """Give a file another name."""
        path = Path(self.folder, name)
        with _named(path):
            path.replace(Path(self.folder, to))

    def remove(self, name: str) -> None:
        """Remove a file, and its folder once that is empty."""
        path = Path(self.folder, name)
        with _named(path):
            path.unlink(missing_ok=True)
            if "/" in name and path.parent.exists() and not any(path.parent.iterdir()):
                path.parent.rmdir()
