"""Chunk files in Python: build, read, verify and compare them, as the commands of these names do."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from mdchunk.build import build
from mdchunk.checks.diff import Diff
from mdchunk.checks.diff import diff_chunks as compare_files
from mdchunk.checks.verify import Verdict
from mdchunk.checks.verify import verify_chunks as verify_file
from mdchunk.files.chunk_file import lines_of, open_as_lines
from mdchunk.files.settings import BuildSettings
from mdchunk.model import Chunk, MdchunkError, Options, Place, Settings, chosen_options
from mdchunk.records import from_record
from mdchunk.shards.summary import Summary

Name = str | os.PathLike[str]


def build_chunks(
    paths: Name | Sequence[Name],
    output: Name,
    options: Options | None = None,
    *,
    build_settings: BuildSettings | None = None,
    **settings: Unpack[Settings],
) -> Summary:
    """Chunk files and folders into one chunk file, as ``mdchunk build`` does.

    Args:
        paths: Files, folders and globs.
        output: The file to write; its ending chooses the format.
        options: Every setting of the chunker; if None, the defaults of ``Options``.
        build_settings: What to read and how; if None, the defaults. Its ``output`` is replaced.
        settings: Single settings of the chunker.

    Returns:
        A summary: counts, notices, the sections that were cut.

    Raises:
        MdchunkError: A path does not exist, a file cannot be chunked, or the output cannot be written. The output was
            not changed.
    """
    named = [paths] if isinstance(paths, str | os.PathLike) else paths
    chosen = chosen_options(options, settings)
    what = replace(build_settings or BuildSettings(), output=os.fspath(output), format="")
    return build([os.fspath(path) for path in named], chosen, what)


def read_chunks(path: Name) -> Iterator[Chunk]:
    """Yield the chunks of a chunk file in any format.

    Raises:
        MdchunkError: The file cannot be read, or a record lacks a field; the error has file and line.
    """
    name = os.fspath(path)
    with open_as_lines(name) as file:
        for line in lines_of(file, name):
            try:
                yield from_record(line.record)
            except MdchunkError as error:
                raise MdchunkError(error.problem, place=Place(name, line.number)) from error


def verify_chunks(
    path: Name, *, root: Name = ".", encoding: str = "utf-8", options: Options | None = None
) -> Verdict:
    """Compare a chunk file with its sources, as ``mdchunk verify`` does.

    Args:
        path: The chunk file.
        root: Folder that each ``source`` is relative to.
        encoding: Encoding of the sources.
        options: The dialect of the sources, and the kinds that the build dropped; if None, the defaults.

    Returns:
        What was checked; ``stale`` is empty if every record matches.

    Raises:
        MdchunkError: The file cannot be read, or a line is no chunk record.
    """
    name = os.fspath(path)
    with open_as_lines(name) as file:
        return verify_file(file, name, Path(root), encoding, options or Options())


def diff_chunks(old: Name, new: Name) -> Diff:
    """Compare two chunk files, as ``mdchunk diff`` does.

    Raises:
        MdchunkError: A file cannot be read, a line is no chunk record, or an id is in the new file twice.
    """
    old_name, new_name = os.fspath(old), os.fspath(new)
    with open_as_lines(old_name) as before, open_as_lines(new_name) as after:
        return compare_files(before, after, old_name, new_name)
