"""Writing a chunks file for an assistant, which may replace a chunks file and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.model import Chunk, MdchunkError
from mdchunk.records import from_record, to_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from mdchunk.mcp.roots import Document


def save(target: Document, chunks: Iterable[Chunk]) -> tuple[int, bool]:
    """Write chunks to a file at once: it is there whole, or as it was.

    Returns:
        How many bytes were written, and whether a chunks file was replaced.

    Raises:
        MdchunkError: The file is there and holds something else, or cannot be written.
    """
    there = target.path.exists()
    if there and not holds_chunks(target.path):
        raise MdchunkError(
            f"{target.name} is there and is not a chunk file; it stays as it is. Take another name"
        )
    data = "".join(map(to_line, chunks)).encode()
    with whole_file(target.path) as file:
        file.write(data)
    return len(data), there


def holds_chunks(path: Path) -> bool:
    """Tell whether each line of a file is the record of a chunk; an empty file has none that is not."""
    try:
        with open_chunks(str(path)) as file:
            for line in lines_of(file, path.name):
                from_record(line.record)
    except MdchunkError:
        return False
    return True
