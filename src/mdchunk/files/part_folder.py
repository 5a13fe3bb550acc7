"""Reading a finished folder of parts (``shards.parts`` writes it)."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.files.store import is_url, store_at
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.files.store import Store

HEAD = "_mdchunk.json"
"""The file that says what the folder holds; it is there once a build of the parts has ended well."""


def is_folder(path: str) -> bool:
    """Return whether a path names a folder of parts rather than a chunk file."""
    return is_url(path) or os.path.isdir(path)  # noqa: PTH112


def has_parts(path: str) -> bool:
    """Return whether a folder of this machine holds parts that are done, so that it is no folder of documents."""
    return os.path.isfile(os.path.join(path, HEAD))  # noqa: PTH113, PTH118


def read_json(store: Store, name: str) -> Any:
    """Return what a file of the folder says; None if it is not there or is not whole."""
    if name not in store.names(name.rpartition("/")[0]):
        return None
    with store.read(name) as file:
        try:
            return json.load(file)
        except ValueError:
            return None


def head_of(path: str) -> dict[str, Any]:
    """Return what a folder of parts holds.

    Raises:
        MdchunkError: It is not there, or no build into it has ended well.
    """
    head = read_json(_store(path), HEAD)
    if not isinstance(head, dict) or "parts" not in head:
        raise MdchunkError(
            f"has no {HEAD}: no build into this folder has ended well",
            place=path,
            advice="run the build again",
        )
    return head


def _store(path: str) -> Store:
    return store_at(path if path.endswith("/") else f"{path}/")


@contextmanager
def open_part(path: str, name: str) -> Iterator[BinaryIO]:
    """Open a part.

    Args:
        path: The folder.
        name: Of the part in it.
    """
    with _store(path).read(name) as file:
        yield file
