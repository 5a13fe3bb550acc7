"""What the frameworks' components have in common: documents in, metadata out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mdchunk.convert.document import read_input
from mdchunk.files.inputs import find_inputs
from mdchunk.files.settings import BuildSettings, Patterns
from mdchunk.model import FIELDS, Chunk
from mdchunk.model.cite import flat

IN_THE_DOCUMENT = frozenset({"id", "text", "content"})
"""Fields that are no metadata: a framework's document has an id and a text of its own, and some stores refuse a
field of the name ``id``. ``text`` is the file from ``start_char`` to ``end_char``."""
METADATA = tuple(name for name in FIELDS if name not in IN_THE_DOCUMENT)
"""Names of the fields that may be in the metadata of a framework's document."""


def metadata_of(chunk: Chunk | Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata of a chunk or a record: scalars only, empty fields left out."""
    record = chunk.to_dict(flat=True) if isinstance(chunk, Chunk) else flat(chunk)
    return {name: value for name, value in record.items() if name not in IN_THE_DOCUMENT}


@dataclass(frozen=True, slots=True)
class Reading:
    """Which files to read, and how; the settings are those of a build."""

    root: str = "."
    """Folder that ``source`` is relative to."""
    include: tuple[str, ...] = ()
    """What to take in folders instead of files with a Markdown ending, as patterns of a ``.gitignore``."""
    exclude: tuple[str, ...] = ()
    """What to leave out in folders."""
    gitignore: bool = True
    """Whether to skip files that ``.gitignore`` files exclude."""
    encoding: str = "utf-8"

    def documents(self, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield source and text of each file, as ``mdchunk build`` finds them.

        Args:
            paths: Files, folders and globs.

        Raises:
            MdchunkError: A path is not there, there is no file, or a file can't be read or decoded.
        """
        settings = BuildSettings(
            root=self.root,
            include=Patterns(tuple(self.include)),
            exclude=Patterns(tuple(self.exclude)),
            gitignore=self.gitignore,
            encoding=self.encoding,
        )
        for one in find_inputs(paths, settings).files:
            yield one.source, read_input(one, self.encoding).text
