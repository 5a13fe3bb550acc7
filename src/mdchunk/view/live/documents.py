"""What the server shows: the files that it was given, and no other."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.files.by_pattern import with_options
from mdchunk.files.inputs import Input, find_inputs
from mdchunk.files.store import is_url
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdchunk.files.settings import BuildSettings


@dataclass(frozen=True, slots=True)
class Served:
    """What the user named."""

    paths: tuple[str, ...]
    """Files, folders and patterns."""
    settings: BuildSettings


class Listed(NamedTuple):
    """A document that may be read."""

    input: Input
    real: str
    """Where it is, links followed: a file that becomes a link to elsewhere later is not read."""


def documents(served: Served, options: Options) -> Mapping[str, Listed]:
    """Return the documents by their source, each with its own options if a pattern has some for it.

    Raises:
        MdchunkError: There is none.
    """
    found = with_options(find_inputs(served.paths, served.settings).files, options, served.settings)
    return {one.source: Listed(one, os.path.realpath(one.path)) for one in found}


def state(listed: Mapping[str, Listed], source: str) -> str:
    """Return what changes if the file of a document is written; what is no file of this machine is not watched.

    Raises:
        MdchunkError: It is not one that is served, or no longer.
    """
    if source not in listed:
        raise MdchunkError("no such document here", place=source)
    one = listed[source]
    if is_url(one.input.path):
        return one.input.stamp
    if os.path.realpath(one.input.path) != one.real:
        raise MdchunkError("is a link to another place now", place=source)
    try:
        entry = Path(one.input.path).stat()
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=source) from error
    return f"{entry.st_mtime_ns:x}-{entry.st_size:x}"
