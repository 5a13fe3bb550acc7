"""A folder of parts as one chunk file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.build import sink
from mdchunk.files.chunk_file import blocks_in
from mdchunk.files.formats import FORMATS
from mdchunk.files.part_folder import head_of

if TYPE_CHECKING:
    from mdchunk.files.settings import BuildSettings


def merge(folder: str, settings: BuildSettings) -> int:
    """Write the records of a folder of parts to one file, part by part.

    Args:
        folder: The folder, or its URL.
        settings: Only ``output`` and ``format`` count.

    Returns:
        The number of chunks.

    Raises:
        MdchunkError: No build into the folder has ended well, or the output cannot be written; it was not changed.
    """
    head = head_of(folder)
    with sink(settings.output) as file:
        FORMATS[settings.format].write(file, blocks_in(folder), head["fields"])
    chunks: int = head["chunks"]
    return chunks
