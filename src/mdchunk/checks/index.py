"""What a search index has to do to hold what a new build holds, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mdchunk.checks.diff import Seen, compare, seen, seen_in
from mdchunk.files.chunk_file import open_as_lines, record_at
from mdchunk.model import Chunk, MdchunkError
from mdchunk.records import line_of

Records = str | Path | Iterable[Chunk | Mapping[str, Any]]
"""A chunk file in any format, or chunks, or records."""
Vector = Any
"""What an embedding model gives for one text: a list of numbers, an array."""


@dataclass(frozen=True, slots=True)
class IndexChanges:
    """What to do to an index. ``embed`` before ``delete``, since a vector of a record to delete may be re-used.

    Afterwards the index holds exactly the new records.
    """

    delete: tuple[str, ...] = ()
    """Ids to delete."""
    embed: tuple[Mapping[str, Any], ...] = ()
    """Records to insert, whose ids the index does not have (or has with another content)."""
    update: tuple[Mapping[str, Any], ...] = ()
    """Records whose content is the same and another field is not: write the fields, keep the vector."""
    reuse: Mapping[str, str] = field(default_factory=dict)
    """Id of a record to insert -> id of a record with the same content: the vector is in the index under that id, or
    is made for that id by this very change. These records need no embedding."""
    unchanged: int = 0
    """Records with which there is nothing to do."""

    def vectors(
        self,
        embed: Callable[[list[str]], Iterable[Vector]],
        fetch: Callable[[list[str]], Mapping[str, Vector]] | None = None,
    ) -> dict[str, Vector]:
        """Return the vectors of the records to insert, by id; each content is embedded once at most.

        Args:
            embed: From contents to their vectors, in order. Called once, with at least one content, or not at all.
            fetch: From ids to the vectors that the index has of them, before any is deleted. Without it, content
                that is in the index already is embedded again.

        Raises:
            MdchunkError: A record has no ``content``.
        """
        contents = {record["id"]: record.get("content") for record in self.embed}
        sources = {key: self._source(key) for key in contents}
        stored = sorted(set(sources.values()) - contents.keys())
        fetched = dict(fetch(stored)) if fetch and stored else {}
        texts = {contents[key]: None for key, source in sources.items() if source not in fetched}
        if None in texts:
            raise MdchunkError("the records have no field 'content' to embed")
        made = (
            dict(zip(texts, embed([text for text in texts if text is not None]), strict=True))
            if texts
            else {}
        )
        return {
            key: fetched[source] if source in fetched else made[contents[key]]
            for key, source in sources.items()
        }

    def _source(self, key: str) -> str:
        """Return the id whose vector a record has: one in the index, or the first record with its content."""
        while key in self.reuse:
            key = self.reuse[key]
        return key


def index_changes(old: Records | Mapping[str, str] | Iterable[str], new: Records) -> IndexChanges:
    """Return what to do to an index that holds ``old`` so that it holds ``new``.

    Args:
        old: What the index holds: the chunk file, chunks or records it was filled from. Or what it says itself:
            ids and hashes, ``{id: hash}``, or ids alone. A record of which not all fields are given counts as
            changed, and is in ``update``.
        new: What it should hold: a chunk file, chunks or records. They need ``id`` and ``hash``, and those to embed
            their ``content``.

    Returns:
        The changes; of ``old``, no texts are held in memory, of ``new`` only the records that change.

    Raises:
        MdchunkError: A file can't be read or is no chunk file, or an id is in ``new`` twice.
    """
    with _opened(old, "old") as before, _opened(new, "new") as after:
        diff = compare(before.seen, after.seen, after.name)
        return IndexChanges(
            delete=diff.deleted,
            embed=tuple(after.record(change.place) for change in diff.inserted),
            update=tuple(after.record(change.place) for change in diff.changes["moved"]),
            reuse=diff.reused,
            unchanged=diff.unchanged,
        )


class _Opened(NamedTuple):
    """Records to compare."""

    name: str
    """What to call them in errors."""
    seen: Iterator[Seen]
    record: Callable[[int], Mapping[str, Any]]
    """From ``Seen.place`` to the record."""


@contextmanager
def _opened(records: Records | Mapping[str, str] | Iterable[str], name: str) -> Iterator[_Opened]:
    if isinstance(records, str | Path):
        with open_as_lines(str(records)) as file:
            yield _Opened(str(records), seen_in(file, str(records)), lambda place: record_at(file, place))
    elif isinstance(records, Mapping):
        yield _Opened(name, _of_ids(records), lambda place: {"id": list(records)[place]})
    else:
        held: Sequence[Any] = [one.to_dict() if isinstance(one, Chunk) else one for one in records]
        yield _Opened(name, _of_records(held, name), held.__getitem__)


def _of_ids(hashes: Mapping[str, str]) -> Iterator[Seen]:
    for place, (key, digest) in enumerate(hashes.items()):
        yield seen(key, digest, b"", place)


def _of_records(records: Sequence[Any], name: str) -> Iterator[Seen]:
    for place, record in enumerate(records):
        if isinstance(record, str):
            yield seen(record, "", b"", place)
            continue
        if "id" not in record or "hash" not in record:
            missing = "id" if "id" not in record else "hash"
            raise MdchunkError(f"record {place}: not a chunk record: it lacks {missing}", place=name)
        yield seen(str(record["id"]), str(record["hash"]), line_of(record).rstrip("\n").encode(), place)
