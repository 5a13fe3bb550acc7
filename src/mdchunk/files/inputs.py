"""From what the user named to documents: which files to read, what to call them, and their text."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from mdchunk.files.selection import ENDINGS, OTHER_ENDINGS, Tally
from mdchunk.files.settings import HERE, STDIN, STDIN_NAME, STDIN_PATHS, TABLES
from mdchunk.files.store import is_url, local_path
from mdchunk.files.streams import standard_input
from mdchunk.files.walk import each_file
from mdchunk.model import MdchunkError, Notice
from mdchunk.text.source import shown_name, source_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import ExitStack

    from mdchunk.files.settings import BuildSettings
    from mdchunk.model import Options


MOST_FOLDERS = 10_000
"""Folders whose names are held, so that memory does not grow with them."""


class Look(NamedTuple):
    """The fields of a folder entry that show whether its file changed."""

    size: int
    """Bytes."""
    modified: int
    """Time of the last modification, in nanoseconds since 1970."""
    changed: int
    """Time of the last change of the entry, in nanoseconds since 1970; on Windows the time it was made."""
    inode: int


class Input(NamedTuple):
    """One file to read."""

    path: str
    """Where; ``-`` is standard input."""
    source: str
    """What its records call it; empty for standard input."""
    size: int
    """Bytes, from the folder entry."""
    look: Look | None = None
    """How the file looked when it was found; ``None`` for what can be read only once, and for what is no local file."""
    options: Options | None = None
    """How to chunk it, if not as the other files."""
    stamp: str = ""
    """What changes with the content of a file that is not local: its entity tag, or when it was written."""
    groups: tuple[int, int] | None = None
    """First row group and the one after the last, if it is a part of a Parquet file of documents."""


class Inputs(NamedTuple):
    """The files to read, and what was left out."""

    files: list[Input]
    """In order, at least one."""
    skipped: Mapping[str, int]
    """How many entries of folders were left out, by reason."""
    unread: list[Notice]
    """A notice of each folder and file that cannot be read, if the build is to go on."""


def find_inputs(paths: Sequence[str], settings: BuildSettings) -> Inputs:
    """Find the files to read.

    Args:
        paths: Files, folders and globs, as ``walk`` takes them, and ``-`` for standard input, which comes first.
        settings: What to take, and what a source is relative to.

    Raises:
        MdchunkError: A path is not there, a file is not below the root, there is no file, or a folder cannot be read
            and the build is to stop.
    """
    tally = Tally()
    inputs = list(each_input(paths, settings, tally))
    return Inputs(inputs, dict(sorted(tally.skipped.items())), tally.unread)


def each_input(
    paths: Sequence[str], settings: BuildSettings, tally: Tally, *, remember: bool = True
) -> Iterator[Input]:
    """Yield the files to read, one folder at a time.

    Args:
        paths: As for ``find_inputs``, and so are the settings and errors.
        settings: What to take, and what a source is relative to.
        tally: Gets what is left out.
        remember: As for ``each_file``.
    """
    found = 0
    for one in _each(paths, settings, tally, remember=remember):
        found += 1
        yield one
    if not found:
        left_out = ", ".join(f"{count} {reason}" for reason, count in sorted(tally.skipped.items()))
        raise MdchunkError(
            f"no Markdown file in {' '.join(paths)} ({f'skipped: {left_out}' if left_out else 'nothing was skipped'})",
            advice=("name the file itself", "choose files with {include}"),
        )


def _each(paths: Sequence[str], settings: BuildSettings, tally: Tally, *, remember: bool) -> Iterator[Input]:
    named = [local_path(path) for path in paths if path not in STDIN_PATHS]
    if len(named) < len(paths):
        yield Input(STDIN, _stdin_source(settings), 0)
    if urls := [path for path in named if is_url(path)]:
        yield from _each_remote(urls, settings, tally)
    files = each_file(
        [path for path in named if not is_url(path)],
        tally,
        include=settings.include,
        exclude=settings.exclude,
        gitignore=settings.gitignore,
        endings=_endings(settings),
        on_error=settings.if_error,
        remember=remember,
    )
    given = {_stdin_source(settings)} if len(named) < len(paths) else set()
    kept = os.path.join(os.path.realpath(settings.converted), "") if settings.converted else ""  # noqa: PTH118
    for path, source in _with_sources(files, settings.root):
        if kept and os.path.realpath(path).startswith(kept):
            continue  # what an earlier build converted is no document of its own
        if source in given:
            continue  # its text is on standard input, as an editor has it
        try:
            look = look_of(os.stat(path))  # noqa: PTH116 - a Path for each of 50,000 files costs
        except OSError as error:  # it went away since it was found
            gone = MdchunkError(error.strerror or str(error), place=source)
            if settings.if_error == "stop":
                raise gone from error
            tally.unread.append(gone.notice(shown_name(source)))
            continue
        yield Input(path, source, look.size, look)


def _each_remote(urls: Iterable[str], settings: BuildSettings, tally: Tally) -> Iterator[Input]:
    """Yield the files behind URLs."""
    from mdchunk.files.remote_walk import each_remote_file  # noqa: PLC0415 - an extra

    above = settings.root if is_url(settings.root) else ""
    if above and not above.endswith("/"):
        above += "/"
    for url in urls:
        files = each_remote_file(
            url, tally, include=settings.include, exclude=settings.exclude, endings=_endings(settings)
        )
        for one in files:
            if not one.url.startswith(above):
                raise MdchunkError(f"is {settings.root}, and {one.url} is not below it", setting="root")
            yield Input(one.url, one.url[len(above) :], one.size, stamp=one.stamp)


def _stdin_source(settings: BuildSettings) -> str:
    """Return what records call standard input: a URL stays as it is, a file is named as if it had been read."""
    name = settings.stdin_filename
    return name if "://" in name or not name else next(_with_sources([name], settings.root))[1]


def _endings(settings: BuildSettings) -> tuple[str, ...]:
    """Return what the names of the files to take in folders end in."""
    if settings.text_column:
        return TABLES
    if not settings.convert:
        return ENDINGS
    own = (f".{entry.partition('=')[0].strip('. ').lower()}" for entry in settings.converter)
    return (*ENDINGS, *OTHER_ENDINGS, *own)


def _with_sources(paths: Iterable[str], root: str) -> Iterator[tuple[str, str]]:
    """Yield each file and what its records call it; the way to a folder is looked for once."""
    name = source_names(None if root == HERE else root)
    above: dict[str, str] = {}
    for path in paths:
        folder, sep, tail = path.rpartition("/")
        if os.sep == "/" and sep and folder in above:
            yield path, above[folder] + tail
            continue
        source = name(path)
        if source.endswith(f"/{tail}"):
            if len(above) == MOST_FOLDERS:
                above.clear()
            above[folder] = source[: -len(tail)]
        yield path, source


def look_of(stat: os.stat_result) -> Look:
    """Return how a file looks by its folder entry."""
    return Look(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)


@contextmanager
def open_input(one: Input) -> Iterator[BinaryIO]:
    """Open a file, or standard input, to read its bytes.

    Raises:
        MdchunkError: It cannot be read; the message names it.
    """
    if is_url(one.path):
        from mdchunk.files.remote import open_url  # noqa: PLC0415 - an extra

        with open_url(one.path) as file:
            yield file
        return
    try:
        if one.path == STDIN:
            yield standard_input()
        else:
            with open(one.path, "rb") as file:  # noqa: PTH123 - a Path for each of 50,000 files costs
                yield file
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=one.source or STDIN_NAME) from error


def spooled(one: Input, stack: ExitStack) -> Input:
    """Return what can be read only once (standard input, a pipe) as a file that lasts as long as ``stack``."""
    if one.path != STDIN and (one.size or is_url(one.path) or Path(one.path).is_file()):
        return one
    import shutil  # noqa: PLC0415 - as slow to import as all the rest together, and rarely needed

    from mdchunk.files.unfinished import work_folder  # noqa: PLC0415

    # converters look at the ending
    place = stack.enter_context(work_folder()) / f"piped{PurePath(one.source).suffix}"
    with place.open("wb") as file, open_input(one) as source:
        shutil.copyfileobj(source, file)
    return one._replace(path=str(place), size=place.stat().st_size, look=None)


def read_bytes(one: Input) -> bytes:
    """Read a file.

    Raises:
        MdchunkError: It cannot be read; the message names it.
    """
    if is_url(one.path):
        from mdchunk.files.remote import read_url  # noqa: PLC0415 - an extra

        return read_url(one.path, one.size or None)
    with open_input(one) as file:
        return file.read()
