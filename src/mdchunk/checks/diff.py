"""What changed between two chunk files, as the least work for a search index.

Records are compared by ``id`` (it says source and content) and by ``hash`` (it says content):

========= ============================================ =====================================
operation the record                                   what an index does
========= ============================================ =====================================
added     is new, id and hash                          embed and insert
removed   is gone                                      delete
moved     has its id, other lines, headings or fields  update the fields; nothing to embed
renamed   has the hash of one that is gone             insert with the old vector, delete the old
unchanged is the same to the byte                      nothing
========= ============================================ =====================================

Of the old file one small tuple a record is held, of the new file one a change; texts are never held.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from mdchunk.files.chunk_file import lines_of, record_at
from mdchunk.model import MdchunkError

OPERATIONS = ("added", "removed", "moved", "renamed")
"""What may happen to a record, in the order of the report."""
_NEEDED = ("id", "hash")


class Change(NamedTuple):
    """One record that is not as it was."""

    id: str
    """The record's id in the file that has it: the new one, or the old one if it was removed."""
    place: int
    """Where it is in that file: the bytes before its line, or whatever ``Seen.place`` was."""
    old_id: str = ""
    """If it was renamed, its id in the old file."""
    equal_id: str = ""
    """If it was added, the id of a record that stays, or was added before it, and has the same content."""


@dataclass(frozen=True, slots=True)
class Diff:
    """The difference between two chunk files."""

    changes: Mapping[str, tuple[Change, ...]]
    """Operation -> records, in the order of their file."""
    unchanged: int

    @property
    def counts(self) -> dict[str, int]:
        """How many records, by operation, and ``unchanged``."""
        return {name: len(self.changes[name]) for name in OPERATIONS} | {"unchanged": self.unchanged}

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return not any(self.changes.values())

    @property
    def inserted(self) -> tuple[Change, ...]:
        """The records whose id the old file does not have, in the order of the new file."""
        return tuple(sorted(self.changes["added"] + self.changes["renamed"], key=lambda change: change.place))

    @property
    def deleted(self) -> tuple[str, ...]:
        """The ids that the new file does not have."""
        gone = (change.id for change in self.changes["removed"])
        return (*gone, *(change.old_id for change in self.changes["renamed"]))

    @property
    def reused(self) -> dict[str, str]:
        """Id of an inserted record -> id of a record with the same content, in the old file or inserted before it."""
        return {c.id: c.old_id or c.equal_id for c in self.inserted if c.old_id or c.equal_id}


_UNKNOWN = bytes(16)


class Seen(NamedTuple):
    """What is held of a record: packed bytes, since a million of them must fit."""

    id: str
    marks: bytes
    """16 bytes that stand for its hash, 8 that stand for the whole record; zeros for what is not known."""
    place: int
    """Where its record is, for ``Change.place``."""

    @property
    def content(self) -> bytes:
        """A short form of its hash; empty if that is not known."""
        return self.marks[:16] if self.marks[:16] != _UNKNOWN else b""

    @property
    def is_whole(self) -> bool:
        """Whether all of its fields are known; if not, it counts as changed."""
        return self.marks[16:] != _UNKNOWN[:8]


def diff_chunks(old: BinaryIO, new: BinaryIO, old_name: str = "OLD", new_name: str = "NEW") -> Diff:
    """Compare two chunk files.

    Args:
        old: The file as it was, open for reading.
        new: The file as it is, open for reading.
        old_name: What to call the old one in errors.
        new_name: What to call the new one in errors.

    Raises:
        MdchunkError: A line is no chunk record, or an id is in the new file twice.
    """
    return compare(seen_in(old, old_name), seen_in(new, new_name), new_name)


def seen_in(file: BinaryIO, name: str) -> Iterator[Seen]:
    """Yield what there is to compare of the records of a chunk file.

    Raises:
        MdchunkError: A line is no chunk record.
    """
    for line in lines_of(file, name, _NEEDED):
        yield seen(str(line.record["id"]), str(line.record["hash"]), line.data, line.offset)


def seen(key: str, content_hash: str, data: bytes, place: int) -> Seen:
    """Return what there is to compare of a record: its id, its hash, and its line without the end."""
    # a digest of the digest: whatever is written in ``hash``, 16 bytes of it are held
    content = hashlib.blake2b(content_hash.encode(), digest_size=16).digest() if content_hash else _UNKNOWN
    whole = hashlib.blake2b(data, digest_size=8).digest() if data else _UNKNOWN[:8]
    return Seen(key, content + whole, place)


def compare(old: Iterable[Seen], new: Iterable[Seen], new_name: str = "NEW") -> Diff:
    """Compare records.

    Args:
        old: What there was; of two with one id, the last counts.
        new: What there is.
        new_name: What to call the new ones in errors.

    Raises:
        MdchunkError: An id is in ``new`` twice.
    """
    known = {one.id: one for one in old}
    stays: set[str] = set()
    fresh: dict[str, Seen] = {}
    moved: list[Change] = []
    unchanged = 0
    for one in new:
        if one.id in stays or one.id in fresh:
            raise MdchunkError(f"two records have the id {one.id}", place=new_name)
        before = known.get(one.id)
        if before is None or (before.content and before.content != one.content):
            fresh[one.id] = one
            continue
        stays.add(before.id)
        if not before.content:
            known[before.id] = one
        if before.is_whole and before.marks == one.marks:
            unchanged += 1
        else:
            moved.append(Change(one.id, one.place))
    renamed, added = _pair(known, stays, fresh)
    taken = stays | fresh.keys() | {change.old_id for change in renamed}
    removed = tuple(Change(one.id, one.place) for one in known.values() if one.id not in taken)
    found = {"added": tuple(added), "removed": removed, "moved": tuple(moved), "renamed": tuple(renamed)}
    return Diff(found, unchanged)


def _pair(
    known: Mapping[str, Seen], stays: AbstractSet[str], fresh: Mapping[str, Seen]
) -> tuple[list[Change], list[Change]]:
    """Pair new records with removed ones of the same hash, first with first and each once.

    Returns:
        The renamed records and the added ones.
    """
    wanted = {one.content for one in fresh.values()}
    homeless: defaultdict[bytes, deque[str]] = defaultdict(deque)
    equal: dict[bytes, str] = {}
    for one in known.values():
        if one.content and one.content in wanted:
            if one.id in stays:
                equal.setdefault(one.content, one.id)
            elif one.id not in fresh:
                homeless[one.content].append(one.id)
    renamed, added = [], []
    for one in fresh.values():
        if homeless.get(one.content):
            renamed.append(Change(one.id, one.place, homeless[one.content].popleft()))
        else:
            added.append(Change(one.id, one.place, equal_id=equal.get(one.content, "")))
        equal.setdefault(one.content, one.id)
    return renamed, added


def refs_of(changes: Iterable[Change], file: BinaryIO) -> Iterator[tuple[str, str]]:
    """Yield id and ref of changed records, by their places in the file that has them.

    A record without a ref (``--fields``) has its source for one, or an empty string.
    """
    for change in changes:
        record = record_at(file, change.place)
        yield change.id, str(record.get("ref") or record.get("source", ""))


def as_json(found: Diff, old: BinaryIO, new: BinaryIO) -> Iterator[str]:
    """Yield one JSON object in pieces: counts, ids by operation, vectors to reuse, refs of the ids.

    Args:
        found: The difference.
        old: The file as it was, with the places that ``found`` has; and so is ``new``.
        new: The file as it is.
    """
    yield f'{{"ok": true, "counts": {json.dumps(found.counts)}'
    for name in OPERATIONS:
        yield f', "{name}": ['
        for n, change in enumerate(found.changes[name]):
            one: Any = {"id": change.id, "old_id": change.old_id} if change.old_id else change.id
            yield (", " if n else "") + json.dumps(one)
        yield "]"
    yield f', "reuse": {json.dumps(found.reused)}, "refs": {{'
    between = ""
    for name in OPERATIONS:
        for key, ref in refs_of(found.changes[name], old if name == "removed" else new):
            yield f"{between}{json.dumps(key)}: {json.dumps(ref)}"
            between = ", "
    yield "}}\n"
