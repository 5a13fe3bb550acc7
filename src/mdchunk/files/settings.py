"""Every setting of a build that is not in ``Options``, with its default, defined here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mdchunk.files.formats import DEFAULT, FORMATS, check_package, output_format
from mdchunk.model import Chunk, MdchunkError
from mdchunk.text.source import check_encoding

if TYPE_CHECKING:
    from collections.abc import Mapping

OnError = Literal["stop", "skip"]
STDIN = STDOUT = "-"
"""Standard input as a path, standard output as an output."""
STDIN_PATHS = (STDIN, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Other names of standard output."""
STDIN_NAME = "stdin"
"""What errors and notices call standard input."""
HERE = "."
"""The current folder."""
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
    """File to write; ``-`` is standard output. If empty: ``chunks`` with the ending of the format."""
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
    on_error: OnError = "stop"
    """If a file cannot be chunked: stop the build, or skip the file and report it."""
    jobs: int = 0
    """Number of processes; 0: one per core for large builds, otherwise one."""
    incremental: bool = False
    """Whether to reuse the records of files that have not changed since the existing output was built."""
    checksum: bool = False
    """Whether an incremental build reads every file to see if it changed, instead of its size, times and inode."""

    def __post_init__(self) -> None:
        if self.output in _STDOUT_PATHS:
            object.__setattr__(self, "output", STDOUT)
        object.__setattr__(self, "format", self.format or output_format(self.output))
        object.__setattr__(self, "output", self.output or f"chunks.{self.format}")
        known = [field.name for field in fields(Chunk)] if self.fields else []
        for name in self.fields:
            if name not in known:
                raise MdchunkError(f"takes the fields {', '.join(known)}, not {name!r}", setting="fields")
        if self.incremental and (self.format != DEFAULT or self.output == STDOUT):
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
        check_package(self.format)
        check_encoding(self.encoding)
