"""Temporary files and folders that say by a lock whether their process lives, and the end of those whose does not.

A process that is killed cannot remove what it was writing; the next build does. The system releases a lock with its
process, whereas the number of a process may belong to another one by now, or mean nothing on this machine if several
share the folder. On Windows, where an open file cannot be removed, being open is the lock.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

try:
    import fcntl
except ImportError:  # Windows
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PREFIX = "mdchunk-"
"""How the names of our folders begin in the system's folder for temporary files."""
LOCK = ".mdchunk-lock"
"""The file in such a folder that is locked."""
_BESIDE = r"\.[0-9a-f]{8}\.tmp"
_SETTLED = 60
"""Seconds after which a file that is no longer open on Windows is not just about to be moved into place."""


@contextmanager
def beside(place: Path) -> Iterator[BinaryIO]:
    """Open a new file beside a place, locked while it is open; at the end of the block it is removed if not moved.

    Its name is known before it is there, so that it is removed even if a signal ends the process in between.
    """
    made: list[Path] = []

    def new() -> Path:
        made.append(place.with_name(f".{place.name}.{os.urandom(4).hex()}.tmp"))
        return made[-1]

    try:
        with _held(new) as file:
            yield file
    finally:
        for name in made:
            name.unlink(missing_ok=True)


@contextmanager
def work_folder() -> Iterator[Path]:
    """Make a temporary folder, which lasts as long as the block or, if the process is killed, until the next build."""
    import tempfile  # noqa: PLC0415 - slow to import, and an unchanged build needs none

    made: list[Path] = []

    def new() -> Path:
        made.append(Path(tempfile.gettempdir(), f"{PREFIX}{os.urandom(8).hex()}"))
        made[-1].mkdir(mode=0o700)
        return made[-1] / LOCK

    try:
        with _held(new):
            yield made[-1]
    finally:
        for folder in made:
            _remove_tree(folder)


def remove_unfinished(folder: Path, name: str = "") -> None:
    """Remove what killed processes left in a folder instead of a file.

    Args:
        folder: The folder; it may be missing.
        name: Name of the file; if empty, any.
    """
    wanted = re.compile(rf"\.{re.escape(name) if name else '.+'}{_BESIDE}")
    for path in _entries(folder):
        if wanted.fullmatch(path.name):
            _remove_if_left(path, path)


def remove_work_folders() -> None:
    """Remove the temporary folders of this user's killed processes."""
    import tempfile  # noqa: PLC0415

    for path in _entries(Path(tempfile.gettempdir())):
        if path.name.startswith(PREFIX) and not path.is_symlink() and _is_ours(path):
            _remove_if_left(path / LOCK, path)


def _entries(folder: Path) -> list[Path]:
    try:
        return [folder / name for name in os.listdir(folder)]  # noqa: PTH208 - names, for few of which a Path is made
    except OSError:
        return []


def _is_ours(path: Path) -> bool:
    try:
        return not hasattr(os, "getuid") or path.lstat().st_uid == os.getuid()
    except OSError:
        return False


def _held(new: Callable[[], Path]) -> BinaryIO:
    """Create a file that is locked while it is open.

    Between its creation and its lock another process may take it for a leftover; then it is created again.
    """
    while True:
        file = new().open("xb")
        if not HAS_LOCKS:
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a file system without locks: nobody else gets one either, so the file is left alone
            return file
        except BaseException:  # a signal that ends the process
            file.close()
            raise
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()


def _remove_tree(folder: Path) -> None:
    """Remove a folder; another process may be doing the same."""
    import shutil  # noqa: PLC0415 - as slow to import as all the rest together, and rarely needed

    shutil.rmtree(folder, ignore_errors=True)


def _remove_if_left(lock: Path, what: Path) -> None:
    """Remove a file or folder if the process that held its lock is gone."""
    try:
        if not HAS_LOCKS:
            if time.time() - lock.stat().st_mtime > _SETTLED:
                lock.unlink()  # refused while it is open
                _remove_tree(what)
            return
        with open(os.open(lock, os.O_RDWR | os.O_NOFOLLOW), "rb") as file:  # noqa: PTH123 - of a descriptor
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            lock.unlink()
            _remove_tree(what)
    except OSError:  # it is locked, gone meanwhile, or not ours
        pass
