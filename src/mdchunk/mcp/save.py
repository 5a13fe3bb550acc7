"""Writing a chunk file for an assistant, which may replace a chunk file and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.model import Chunk, MdchunkError
from mdchunk.records import from_record, to_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from mdchunk.mcp.roots import File


def save(target: File, chunks: Iterable[Chunk]) -> tuple[int, bool]:
    """Write chunks to a file in one step: it is complete, or unchanged.

    Returns:
        How many bytes were written, and whether a chunk file was replaced.

    Raises:
        MdchunkError: The file holds something else, or can't be written.
    """
    there = target.path.exists()
    if there and not holds_chunks(target.path):
        raise MdchunkError(
            f"{target.name} exists and is not a chunk file; it was left unchanged. Choose another name"
        )
    data = "".join(map(to_line, chunks)).encode()
    with whole_file(target.path) as file:
        file.write(data)
    return len(data), there


def holds_chunks(path: Path) -> bool:
    """Return whether each line of a file is the record of a chunk, as in an empty file."""
    try:
        with open_chunks(str(path)) as file:
            for line in lines_of(file, path.name):
                from_record(line.record)
    except MdchunkError:
        return False
    return True
