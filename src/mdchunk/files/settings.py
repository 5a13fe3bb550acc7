"""Every setting of a build that is not in ``Options``, with its default, defined here and nowhere else."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple, get_args

from mdchunk.files.formats import DEFAULT, FORMATS, check_package, output_format
from mdchunk.model import Chunk, MdchunkError
from mdchunk.text.source import check_encoding

OnError = Literal["stop", "skip"]
Engine = Literal["local", "ray"]
STDIN = STDOUT = "-"
"""Standard input as a path, standard output as an output."""
STDIN_PATHS = (STDIN, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Other names of standard output."""
STDIN_NAME = "stdin"
"""What errors and notices call standard input."""
HERE = "."
"""The current folder."""
TABLES = (".parquet", ".jsonl", ".jsonl.gz", ".jsonl.zst")
"""What the names of tables of documents end in."""
LEAST_CHARS = 200
"""Minimum ``Options.max_chars`` of the front ends: with less, headings and fences leave no room for text."""


class Patterns(NamedTuple):
    """Patterns that the user wrote, in the syntax of ``.gitignore``."""

    lines: tuple[str, ...] = ()
    folder: str = ""
    """Folder that they are relative to, like those of its ``.gitignore``; if empty, the current one."""


_NONE = Patterns()


@dataclass(frozen=True, slots=True)
class FileSettings:
    """Settings of the chunker for the files that a pattern matches."""

    pattern: str
    """In the syntax of ``.gitignore``."""
    settings: Mapping[str, Any]
    """Fields of ``Options`` and their values; all but ``tokenizer``, and the size limit in the unit of the build."""
    config: str = ""
    """The settings file that it is from, whose folder the pattern is relative to; if empty, the current folder."""


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """What to read, what to write, and how.

    Raises:
        MdchunkError: A value is invalid, two settings contradict each other, or a package is not installed.
    """

    output: str = ""
    """File to write; ``-`` is standard output. If empty: ``chunks`` with the ending of the format. A name that ends in
    ``/`` is a folder of parts, which a later build continues."""
    format: str = ""
    """A name in ``formats.FORMATS``. If empty: the format of the output's ending, ``jsonl`` if it has none."""
    fields: tuple[str, ...] = ()
    """Fields of the record to write, in this order; if empty, all."""
    flat: bool = False
    """Whether records have scalars only, for stores that take nothing else: lists joined, empty fields left out."""
    files: tuple[FileSettings, ...] = ()
    """Settings of the chunker for some of the files; if several patterns match a file, the last one that has a setting
    takes precedence."""
    root: str = HERE
    """Folder that ``source`` is relative to. By default the current one, with ``../`` for a file elsewhere."""
    include: Patterns = _NONE
    """Files to chunk in folders, instead of those with a Markdown ending."""
    exclude: Patterns = _NONE
    """Files and folders to skip."""
    gitignore: bool = True
    """Whether to skip what ``.gitignore`` files exclude."""
    stdin_filename: str = ""
    """Path of the file that the text of standard input is, or will be; it need not exist. If empty, it has no name."""
    encoding: str = "utf-8"
    """Encoding of the files, by its name in Python."""
    convert: bool = False
    """Whether to chunk PDF, Word and HTML files in folders too; a file that is named is always converted."""
    converter: tuple[str, ...] = ()
    """Converters to use instead of the built-in ones, each ``pdf=py:package.module:function``."""
    converted: str = ""
    """Folder that keeps converted texts as ``<source>.md``; if empty, none is kept."""
    text_column: str = ""
    """Column with the text of documents; if set, the files to read are tables: Parquet, or JSON lines, which may
    be compressed."""
    path_column: str = "path"
    """Column with the name of each document."""
    on_error: OnError | Literal[""] = ""
    """If a file cannot be chunked: stop the build, or skip the file and report it. If empty: stop, or skip for a
    folder of parts."""
    doc_timeout: float = 0
    """Seconds that one document may take; 0: no limit."""
    max_errors: str = ""
    """Documents that may have an error before a build of parts ends: a number, or a share such as ``1%``. If empty, any
    number."""
    jobs: int = 0
    """Number of processes; 0: one per core for large builds and for parts, otherwise one."""
    engine: Engine = "local"
    """What runs the work of a build of parts: processes of this machine, or a Ray cluster."""
    progress: bool = False
    """Whether front ends say how far a build is."""
    part_size: float = 32
    """Minimum megabytes of documents for each part; it has at most twice as many, unless one document is larger."""
    incremental: bool = False
    """Whether to reuse the records of files that have not changed since the existing output was built."""
    checksum: bool = False
    """Whether an incremental build reads every file to see if it changed, instead of its size, times and inode."""

    def __post_init__(self) -> None:
        if self.output in _STDOUT_PATHS:
            object.__setattr__(self, "output", STDOUT)
        output = "" if self.has_parts else self.output
        object.__setattr__(self, "format", self.format or output_format(output))
        object.__setattr__(self, "output", self.output or f"chunks{FORMATS[self.format].ending}")
        known = [field.name for field in fields(Chunk)] if self.fields else []
        for name in self.fields:
            if name not in known:
                raise MdchunkError(f"takes the fields {', '.join(known)}, not {name!r}", setting="fields")
        if self.incremental and not self.has_parts and (self.format != DEFAULT or self.output == STDOUT):
            raise MdchunkError(
                f"needs an output file in the format {DEFAULT}, whose lines it copies", setting="incremental"
            )
        if self.output == STDOUT and not FORMATS[self.format].may_stream:
            raise MdchunkError(
                f"cannot be standard output for the format {self.format}",
                setting="output",
                advice="name a file",
            )
        if self.flat and not FORMATS[self.format].may_be_flat:
            raise MdchunkError(
                f"has no effect on the format {self.format}, whose columns have types", setting="flat"
            )
        self._check_parts()
        check_package(self.format)
        check_encoding(self.encoding)

    @property
    def has_parts(self) -> bool:
        """Whether the output is a folder of parts."""
        return self.output.endswith(("/", os.sep))

    @property
    def if_error(self) -> OnError:
        """What ``on_error`` comes to."""
        return self.on_error or ("skip" if self.has_parts else "stop")

    @property
    def error_share(self) -> tuple[float, bool] | None:
        """``max_errors`` as a number and whether it is a share of the documents, None if there is no limit."""
        text = self.max_errors.strip()
        if not text:
            return None
        number, percent = text.removesuffix("%"), text.endswith("%")
        try:
            value = float(number)
        except ValueError:
            value = -1
        if not (0 <= value <= (100 if percent else math.inf) and (percent or value.is_integer())):
            raise MdchunkError(
                f"must be a number of documents, or a share from 0% to 100%, not {text!r}",
                setting="max_errors",
            )
        return (value / 100, True) if percent else (value, False)

    def _check_parts(self) -> None:
        """Check what a build of parts and one of a single file do not have in common."""
        for name, least in (("doc_timeout", 0), ("part_size", 0.001)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < math.inf:
                raise MdchunkError(f"must be a number of at least {least}, not {value!r}", setting=name)
        if self.engine not in get_args(Engine):
            raise MdchunkError(
                f"must be {' or '.join(get_args(Engine))}, not {self.engine!r}", setting="engine"
            )
        if not self.has_parts and (self.error_share or self.engine != "local"):
            raise MdchunkError(
                "needs a folder of parts",
                setting="engine" if self.engine != "local" else "max_errors",
                advice="end {output} with a /",
            )
        if self.text_column and self.incremental and not self.has_parts:
            raise MdchunkError(
                "cannot be used with tables",
                setting="incremental",
                advice="end {output} with a / to get parts",
            )
        if self.text_column:
            check_package("parquet")
