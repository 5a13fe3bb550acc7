"""What changed between two chunk files, as the least work for a search index.

Records are compared by ``id`` (it says source and content) and by ``hash`` (it says content):

========= ============================================ =====================================
operation the record                                   what an index does
========= ============================================ =====================================
added     is new, id and hash                          embed and insert
removed   is gone                                      delete
moved     has its id, other lines, headings or fields  update the fields; nothing to embed
renamed   has its hash under another id                delete the old id, insert the old vector
unchanged is the same to the byte                      nothing
========= ============================================ =====================================

Of the old file one small tuple a record is held, of the new file one a change; texts are never held.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from mdchunk.files.chunk_file import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OPERATIONS = ("added", "removed", "moved", "renamed")
"""What may happen to a record, in the order of the report."""
_NEEDED = ("id", "hash")


class Change(NamedTuple):
    """One record that is not as it was."""

    id: str
    """The record's id in the file that has it: the new one, or the old one where it was removed."""
    offset: int
    """Bytes before its line in that file."""
    old_id: str = ""
    """Where it was renamed, its id in the old file."""


@dataclass(frozen=True, slots=True)
class Diff:
    """The difference of two chunk files."""

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


class _Seen(NamedTuple):
    """What is held of an old record: packed bytes, since a million of them must fit."""

    marks: bytes
    """8 bytes that stand for the whole line, then the 16 first of its hash."""
    offset: int


def diff_chunks(old: BinaryIO, new: BinaryIO, old_name: str = "OLD", new_name: str = "NEW") -> Diff:
    """Compare two chunk files.

    Args:
        old: The file as it was, open for reading.
        new: The file as it is, open for reading.
        old_name: What to call the old one in errors.
        new_name: What to call the new one in errors.

    Raises:
        MdchunkError: A line is no chunk record.
    """
    gone = dict(_seen(old, old_name))
    fresh: list[tuple[str, _Seen]] = []
    moved: list[Change] = []
    unchanged = 0
    for key, seen in _seen(new, new_name):
        before = gone.pop(key, None)
        if before is None:
            fresh.append((key, seen))
        elif before.marks == seen.marks:
            unchanged += 1
        else:
            moved.append(Change(key, seen.offset))
    renamed, added = _pair(gone, fresh)
    removed = tuple(Change(key, seen.offset) for key, seen in gone.items())
    found = {"added": tuple(added), "removed": removed, "moved": tuple(moved), "renamed": tuple(renamed)}
    return Diff(found, unchanged)


def _seen(file: BinaryIO, name: str) -> Iterator[tuple[str, _Seen]]:
    for line in lines_of(file, name, _NEEDED):
        whole = hashlib.blake2b(line.data, digest_size=8).digest()
        # a digest of the digest: whatever is written in ``hash``, 16 bytes of it are held
        content = hashlib.blake2b(str(line.record["hash"]).encode(), digest_size=16).digest()
        yield str(line.record["id"]), _Seen(whole + content, line.offset)


def _pair(gone: dict[str, _Seen], fresh: list[tuple[str, _Seen]]) -> tuple[list[Change], list[Change]]:
    """Pair new records with removed ones of the same hash, first with first, and take those out of ``gone``.

    Returns:
        The renamed records and the added ones.
    """
    homeless: defaultdict[bytes, list[str]] = defaultdict(list)
    wanted = {seen.marks[8:] for _, seen in fresh}
    for key in reversed(gone):
        content = gone[key].marks[8:]
        if content in wanted:
            homeless[content].append(key)
    renamed, added = [], []
    for key, seen in fresh:
        same = homeless.get(seen.marks[8:])
        if same:
            old_id = same.pop()
            del gone[old_id]
            renamed.append(Change(key, seen.offset, old_id))
        else:
            added.append(Change(key, seen.offset))
    return renamed, added
