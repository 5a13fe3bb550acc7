"""Every setting of a build beside ``Options``, and its default, which stands here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from mdchunk.files.formats import DEFAULT, check_format, format_of
from mdchunk.model import Chunk, MdchunkError

OnError = Literal["stop", "skip"]
STDIN = STDOUT = "-"
"""Standard input as a path, standard output as an output."""
HERE = "."
"""The current folder."""
LEAST_CHARS = 200
"""Smallest ``Options.max_chars`` that the front ends take: with less, headings and fences leave no room for text."""


class Patterns(NamedTuple):
    """Patterns that the user wrote, in the language of ``.gitignore``."""

    lines: tuple[str, ...] = ()
    folder: str = ""
    """Folder that they are relative to, as those of its ``.gitignore`` are; the current one where empty."""


_NONE = Patterns()


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """What to read, what to write, and how.

    Raises:
        MdchunkError: Two settings do not go together, or a package for one of them is not installed.
    """

    output: str = ""
    """File to write; ``-`` is standard output. Where it is empty, ``chunks`` with the ending of the format."""
    format: str = ""
    """A name in ``formats.WRITERS``. Where it is empty, the one that the output ends in, ``jsonl`` for any other."""
    fields: tuple[str, ...] = ()
    """Fields of the record to write, in this order; all where empty."""
    flat: bool = False
    """Whether records have scalars only, for stores that take nothing else: lists joined, empty fields left out."""
    root: str = HERE
    """Folder that ``source`` is relative to. By default the current one, with ``../`` for a file elsewhere."""
    include: Patterns = _NONE
    """What to take in folders, instead of files with a Markdown ending."""
    exclude: Patterns = _NONE
    """What to leave out in folders."""
    gitignore: bool = True
    """Whether ``.gitignore`` files are honoured."""
    encoding: str = "utf-8"
    """Of the files, by its name in Python."""
    on_error: OnError = "stop"
    """Whether a file that cannot be chunked ends the build, or is left out and told."""
    jobs: int = 0
    """Processes; 0: as many as there are cores, once the work is large enough to be worth it."""
    incremental: bool = False
    """Whether files that are as they were in the existing output are copied from it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "format", self.format or format_of(self.output) or DEFAULT)
        object.__setattr__(self, "output", self.output or f"chunks.{self.format}")
        known = [field.name for field in fields(Chunk)] if self.fields else []
        for name in self.fields:
            if name not in known:
                raise MdchunkError(f"fields: unknown field {name!r}; the fields are {', '.join(known)}")
        if self.incremental and (self.format != "jsonl" or self.output == STDOUT):
            raise MdchunkError("incremental works on a file in the format jsonl, whose lines it can copy")
        if self.format == "parquet" and self.output == STDOUT:
            raise MdchunkError("a Parquet file cannot be written to standard output; name a file")
        if self.flat and self.format == "parquet":
            raise MdchunkError(
                "flat records are for jsonl and json; the columns of a Parquet file have their types"
            )
        check_format(self.format)
