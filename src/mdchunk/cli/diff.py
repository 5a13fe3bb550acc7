"""``mdchunk diff``: what changed between two chunk files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mdchunk.checks.diff import OPERATIONS, diff_chunks
from mdchunk.cli.options import output_options
from mdchunk.cli.output import write_text
from mdchunk.files.chunk_file import record_at
from mdchunk.files.formats_read import open_as_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.checks.diff import Change, Diff
    from mdchunk.cli.output import Manner

EPILOG = """\b
Examples:
  mdchunk diff old.jsonl new.jsonl
  mdchunk diff old.jsonl new.jsonl --ids removed | xargs -n 100 ./delete-from-index
  mdchunk diff old.jsonl new.jsonl --json > changes.json
  git show HEAD:chunks.jsonl > old.jsonl && mdchunk diff old.jsonl chunks.jsonl --exit-code

\b
What an index has to do for each operation:
  added    embed the record and insert it
  removed  delete the id
  moved    update the fields; content is the same, nothing to embed
  renamed  the vector of the old id serves the new one; delete the old"""

_FILE = click.Path(exists=True, dir_okay=False)
_FLUSH = 1000
"""Lines that are put together before they are written."""


@click.command(epilog=EPILOG)
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@click.option(
    "--ids", type=click.Choice(OPERATIONS), help="Print nothing but the ids of this operation, a line each."
)
@click.option("--exit-code", is_flag=True, help="End with status 1 where there is a difference.")
@output_options
def diff(old: str, new: str, ids: str | None, exit_code: bool, manner: Manner) -> int:
    """Tell what changed from the chunk file OLD to NEW: the least work for a search index.

    Records are compared by id and hash: added, removed, moved (same id, other place, headings or fields),
    renamed (same hash under another id) and unchanged.
    """
    if ids and manner.json:
        raise click.UsageError("--ids prints ids, --json an object that has them all; choose one")
    with open_as_lines(old) as before, open_as_lines(new) as after:
        found = diff_chunks(before, after, old, new)
        if ids:
            _write(f"{change.id}\n" for change in found.changes[ids])
        elif manner.json:
            _write(_as_json(found))
        else:
            _write(_as_text(found, before, after))
    return int(exit_code and not found.same)


def _as_json(found: Diff) -> Iterator[str]:
    """Yield one JSON object in pieces: counts, and ids by operation."""
    yield f'{{"ok": true, "counts": {json.dumps(found.counts)}'
    for name in OPERATIONS:
        yield f', "{name}": ['
        for n, change in enumerate(found.changes[name]):
            one: Any = {"id": change.id, "old_id": change.old_id} if change.old_id else change.id
            yield (", " if n else "") + json.dumps(one)
        yield "]"
    yield "}\n"


def _as_text(found: Diff, before: BinaryIO, after: BinaryIO) -> Iterator[str]:
    """Yield a line a change and the counts."""
    for name in OPERATIONS:
        file = before if name == "removed" else after
        for change in found.changes[name]:
            yield f"{name:8} {_place(change, file)}\n"
    yield ", ".join(f"{count:,} {name}" for name, count in found.counts.items()) + "\n"


def _place(change: Change, file: BinaryIO) -> str:
    record = record_at(file, change.offset)
    place = str(record.get("ref") or record.get("source", ""))
    if "start_line" in record:
        place += f" lines {record['start_line']}-{record['end_line']}"
    return f"{place}  {change.id}" + (f" (was {change.old_id})" if change.old_id else "")


def _write(pieces: Iterator[str]) -> None:
    """Write pieces to stdout, some at a time."""
    some: list[str] = []
    for piece in pieces:
        some.append(piece)
        if len(some) == _FLUSH:
            write_text("".join(some))
            some = []
    write_text("".join(some))
