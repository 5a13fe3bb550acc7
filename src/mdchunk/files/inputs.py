"""From what the user named to documents: which files to read, what to call them, and their text."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from mdchunk.files.settings import HERE, STDIN, STDIN_NAME
from mdchunk.files.walk import ENDINGS, OTHER_ENDINGS, walk
from mdchunk.model import MdchunkError
from mdchunk.text.source import source_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import ExitStack

    from mdchunk.files.settings import BuildSettings


class Input(NamedTuple):
    """One file to read."""

    path: str
    """Where; ``-`` is standard input."""
    source: str
    """What its records call it; empty for standard input."""
    size: int
    """Bytes, as the folder tells them."""


def find_inputs(paths: Sequence[str], settings: BuildSettings) -> tuple[list[Input], Mapping[str, int]]:
    """Find the files to read.

    Args:
        paths: Files, folders and globs, as ``walk`` takes them, and ``-`` for standard input, which comes first.
        settings: What to take, and what a source is relative to.

    Returns:
        The files in order, at least one, and how many entries of folders were left out, by reason.

    Raises:
        MdchunkError: A path is not there, a file is not below the root, or there is no file.
    """
    named = [path for path in paths if path != STDIN]
    found = walk(
        named,
        include=settings.include,
        exclude=settings.exclude,
        gitignore=settings.gitignore,
        endings=_endings(settings),
    )
    inputs = [Input(STDIN, "", 0)] if STDIN in paths else []
    name = source_names(None if settings.root == HERE else settings.root)
    kept = os.path.join(os.path.realpath(settings.converted), "") if settings.converted else ""  # noqa: PTH118
    for path in found.files:
        if kept and os.path.realpath(path).startswith(kept):
            continue  # what an earlier build converted is no document of its own
        size = os.stat(path).st_size  # noqa: PTH116 - a Path for each of 50,000 files costs
        inputs.append(Input(path, name(path), size))
    if not inputs:
        left_out = ", ".join(f"{count} {reason}" for reason, count in found.skipped.items())
        raise MdchunkError(
            f"no Markdown file in {' '.join(paths)} ({f'skipped: {left_out}' if left_out else 'nothing was skipped'})",
            advice=("name the file itself", "choose files with {include}"),
        )
    return inputs, found.skipped


def _endings(settings: BuildSettings) -> tuple[str, ...]:
    """Return what the names of the files to take in folders end in."""
    if not settings.convert:
        return ENDINGS
    own = (f".{entry.partition('=')[0].strip('. ').lower()}" for entry in settings.converter)
    return (*ENDINGS, *OTHER_ENDINGS, *own)


@contextmanager
def open_input(one: Input) -> Iterator[BinaryIO]:
    """Open a file, or standard input, to read its bytes.

    Raises:
        MdchunkError: It cannot be read; the message names it.
    """
    try:
        if one.path == STDIN:
            yield sys.stdin.buffer
        else:
            with open(one.path, "rb") as file:  # noqa: PTH123 - a Path for each of 50,000 files costs
                yield file
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=one.source or STDIN_NAME) from error


def spooled(one: Input, stack: ExitStack) -> Input:
    """Return what can be read only once (standard input, a pipe) as a file that lasts as long as ``stack``."""
    if one.path != STDIN and (one.size or Path(one.path).is_file()):
        return one
    import shutil  # noqa: PLC0415 - as slow to import as all the rest together, and rarely needed
    import tempfile  # noqa: PLC0415

    place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mdchunk-")), "piped")
    with place.open("wb") as file, open_input(one) as source:
        shutil.copyfileobj(source, file)
    return Input(str(place), one.source, place.stat().st_size)


def read_bytes(one: Input) -> bytes:
    """Read a file.

    Raises:
        MdchunkError: It cannot be read; the message names it.
    """
    with open_input(one) as file:
        return file.read()
