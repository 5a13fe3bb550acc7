"""``mdchunk diff``: what changed between two chunk files."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import click

from mdchunk.checks.diff import OPERATIONS, Change, Diff, as_json, diff_chunks
from mdchunk.cli.options import output_options
from mdchunk.cli.output import write_text
from mdchunk.cli.parameters import ChunksPath
from mdchunk.cli.spelling import Command
from mdchunk.files.chunk_file import open_as_lines, record_at, rereadable
from mdchunk.files.settings import STDIN, STDIN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from mdchunk.cli.output import Manner

EPILOG = """\b
Examples:
  mdchunk diff old.jsonl new.jsonl
  mdchunk diff old.jsonl new.jsonl --ids embed | xargs -n 100 ./embed-and-insert
  mdchunk diff old.jsonl new.jsonl --ids update | xargs -n 100 ./update-fields
  mdchunk diff old.jsonl new.jsonl --ids delete | xargs -n 100 ./delete-from-index
  mdchunk diff old.jsonl new.jsonl --json > changes.json
  git show HEAD:chunks.jsonl | mdchunk diff - chunks.jsonl --exit-code

\b
What a search index has to do, and the ids that --ids prints for it:
  added    embed and insert                     embed
  removed  delete                               delete
  moved    update the fields, embed nothing     update
  renamed  insert under the new id,             embed
           delete the old id                    delete

Of the ids that --ids embed prints, --ids reuse prints those whose content the index already has: the id with the
vector, a blank, and the id to insert."""

IDS: Mapping[str, Callable[[Diff], Iterable[str]]] = {
    "delete": lambda found: found.deleted,
    "embed": lambda found: (change.id for change in found.inserted),
    "update": lambda found: (change.id for change in found.changes["moved"]),
    "reuse": lambda found: (f"{old} {new}" for new, old in found.reused.items()),
}
"""What an index has to do -> the lines that say with which records."""

_FILE = ChunksPath(allow_dash=True)
_FLUSH = 1000
"""Lines that are collected before they are written."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@click.option(
    "--ids",
    type=click.Choice(tuple(IDS)),
    help="Print only the ids that an index has to delete, embed and insert, or update; or those that can reuse a"
    " vector.",
)
@click.option("--exit-code", is_flag=True, help="Exit with status 1 if there is a difference.")
@output_options
def diff(old: str, new: str, ids: str | None, exit_code: bool, manner: Manner) -> int:
    """Report what changed from the chunk file OLD to NEW, as the least work for a search index; - is stdin.

    Records are compared by id and hash: added, removed, moved (same id, other place, headings or fields),
    renamed (same hash under another id) and unchanged.
    """
    if ids and manner.json:
        raise click.UsageError("--ids and --json contradict each other; choose one")
    if old == new == STDIN:
        raise click.UsageError("OLD and NEW are both standard input; name one of them")
    with (
        open_as_lines(old) as opened,
        open_as_lines(new) as other,
        rereadable(opened) as before,
        rereadable(other) as after,
    ):
        names = (STDIN_NAME if name == STDIN else name for name in (old, new))
        found = diff_chunks(before, after, *names)
        if ids:
            _write(f"{line}\n" for line in IDS[ids](found))
        elif manner.json:
            _write(as_json(found, before, after))
        else:
            _write(_as_text(found, before, after))
    return int(exit_code and not found.same)


def _as_text(found: Diff, before: BinaryIO, after: BinaryIO) -> Iterator[str]:
    """Yield one line per change, and the counts."""
    for name in OPERATIONS:
        file = before if name == "removed" else after
        for change in found.changes[name]:
            yield f"{name:8} {_place(change, file)}\n"
    yield ", ".join(f"{count:,} {name}" for name, count in found.counts.items()) + "\n"


def _place(change: Change, file: BinaryIO) -> str:
    record = record_at(file, change.place)
    place = str(record.get("ref") or record.get("source", ""))
    if "start_line" in record:
        place += f" lines {record['start_line']}-{record['end_line']}"
    return f"{place}  {change.id}" + (f" (was {change.old_id})" if change.old_id else "")


def _write(pieces: Iterator[str]) -> None:
    """Write pieces to stdout, many at a time."""
    some: list[str] = []
    for piece in pieces:
        some.append(piece)
        if len(some) == _FLUSH:
            write_text("".join(some))
            some = []
    write_text("".join(some))
