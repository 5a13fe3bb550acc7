"""``mdchunk stats`` and ``mdchunk verify``: measure and check a chunk file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS, output_options, some_options
from mdchunk.cli.output import plural, say_error, write_json, write_text
from mdchunk.cli.settings import options_from
from mdchunk.cli.spelling import Command
from mdchunk.files.chunk_file import lines_of, open_as_lines
from mdchunk.model import DROPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.checks.stats import Stats
    from mdchunk.checks.verify import Verdict
    from mdchunk.cli.output import Manner

STATS_EPILOG = """\b
Examples:
  mdchunk stats chunks.jsonl
  mdchunk build docs/ -o - -q | mdchunk stats -"""

VERIFY_EPILOG = """\b
Examples:
  mdchunk verify chunks.jsonl
  mdchunk verify chunks.jsonl --root docs --json
  mdchunk verify chunks.jsonl --dialect mkdocs --drop html
  mdchunk verify chunks.jsonl -q || mdchunk build docs/"""

BAR = 40
"""Length of the longest bar of the histogram, in characters."""
SHOWN_STALE = 50
"""Stale records that are printed one by one; the rest are counted, unless the user asks for all."""

_CHUNKS = click.argument("chunks", type=click.Path(exists=True, dir_okay=False, allow_dash=True))


@click.command(cls=Command, epilog=STATS_EPILOG)
@_CHUNKS
@output_options
def stats(chunks: str, manner: Manner) -> None:
    """Show the sizes of the chunks in the file CHUNKS: percentiles, histogram, split sections.

    CHUNKS is the output of `mdchunk build`, in any of its formats.
    """
    from mdchunk.checks.stats import NEEDED, measure  # noqa: PLC0415

    with open_as_lines(chunks) as file:
        found = measure(line.record for line in lines_of(file, chunks, NEEDED))
    if manner.json:
        write_json({"ok": True} | found.to_dict())
    else:
        write_text("".join(f"{line}\n" for line in _stats_lines(found)))


def _stats_lines(found: Stats) -> Iterator[str]:
    yield f"{plural(found.chunks, 'chunk')} from {plural(found.documents, 'document')}"
    if not found.chunks:
        return
    yield f"{found.total:,} {found.unit} of content, {plural(found.split_sections, 'split section')}"
    yield ""
    sizes = (
        {"min": found.smallest}
        | {f"p{p}": size for p, size in found.percentiles.items()}
        | {"max": found.biggest}
    )
    yield "  ".join(f"{name} {size:,}" for name, size in sizes.items())
    yield ""
    most = max(count for _, count in found.histogram)
    width = len(f"{found.histogram[-1][0]:,}")
    for size, count in found.histogram:
        yield f"up to {size:{width},} {'#' * -(-count * BAR // most):{BAR}} {count:,}"
    yield ""
    yield "kinds: " + ", ".join(f"{count:,} {kind}" for kind, count in found.kinds.items())
    yield "biggest:"
    for size, place in found.top:
        yield f"  {size:,} {found.unit}  {place}"


_DROP = CHUNK_OPTIONS["drop"] | {
    "help": f"Kind of block that the build dropped, besides {', '.join(sorted(DROPPED))}. Repeatable."
}


@click.command(cls=Command, epilog=VERIFY_EPILOG)
@_CHUNKS
@some_options(CHUNK_OPTIONS | {"drop": _DROP}, "dialect", "drop")
@some_options(FIND_OPTIONS, "root", "encoding")
@output_options
def verify(chunks: str, root: str, encoding: str, manner: Manner, **_params: Any) -> int:
    """Read the sources of the file CHUNKS again and check each slice, line, hash and id.

    Source text that is in no chunk is reported too. Pass the same --dialect and --drop as for the build. Stale
    records are listed and the exit status is 1.
    """
    from mdchunk.checks.verify import verify_chunks  # noqa: PLC0415

    options = options_from(click.get_current_context())
    with open_as_lines(chunks) as file:
        verdict = verify_chunks(file, chunks, Path(root), encoding, options)
    if manner.json:
        stale = [one._asdict() for one in verdict.stale]
        counts = {"chunks": verdict.chunks, "documents": verdict.documents}
        write_json({"ok": not stale} | counts | {"stale": stale} | (_STALE if stale else {}))
    else:
        _show(chunks, verdict, manner)
    return 1 if verdict.stale else 0


_STALE = {"error": {"kind": "stale", "message": "some records do not match their sources", "exit_status": 1}}


def _show(chunks: str, verdict: Verdict, manner: Manner) -> None:
    shown = verdict.stale if manner.verbose else verdict.stale[:SHOWN_STALE]
    for one in shown:
        name = one.source or "stdin"
        place = f"{name}:{one.start_line}" if one.start_line else name
        record = f" ({chunks}:{one.line})" if one.line else ""
        write_text(f"{place}: {one.problem}{record}\n")
    if len(shown) < len(verdict.stale):
        write_text(f"... and {len(verdict.stale) - len(shown):,} more; --verbose shows all\n")
    checked = f"{plural(verdict.chunks, 'chunk')} in {plural(verdict.documents, 'document')}"
    if verdict.stale:
        added = any(not one.line for one in verdict.stale)
        hint = ", or pass the --dialect and --drop that it was built with" if added else ""
        say_error(f"{plural(len(verdict.stale), 'problem')} in {checked}; build {chunks} again{hint}")
    elif not manner.quiet:
        write_text(f"{checked} match their sources\n")
