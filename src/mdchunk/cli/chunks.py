"""``mdchunk stats`` and ``mdchunk verify``: measure and check a chunk file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli import completion
from mdchunk.cli.defaults import config_option, preset_option
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS, output_options, some_options
from mdchunk.cli.output import plural, say_error, write_json, write_text
from mdchunk.cli.parameters import ChunksPath
from mdchunk.cli.quality import Allowed, limit_from, quality_json, quality_lines, too_many
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command
from mdchunk.files.by_pattern import options_of_files
from mdchunk.files.chunk_file import lines_of, open_as_lines, rereadable
from mdchunk.files.foreign import RECORDS, records_of
from mdchunk.model import DROPPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.checks.stats import Stats
    from mdchunk.checks.verify import Verdict
    from mdchunk.cli.output import Manner

STATS_EPILOG = """\b
Examples:
  mdchunk stats chunks.jsonl
  mdchunk stats chunks.jsonl --check cut_sentences=0 --check headerless_tables=0
  mdchunk stats theirs.jsonl --format langchain-md-chunker --root docs --max-chars 1500
  mdchunk build docs/ -o - -q | mdchunk stats -"""

VERIFY_EPILOG = """\b
Examples:
  mdchunk verify chunks.jsonl
  mdchunk verify site.jsonl --root docs --json
  mdchunk verify chunks.jsonl --dialect mkdocs --drop html
  mdchunk verify chunks.jsonl -q || mdchunk build docs/"""

BAR = 40
"""Length of the longest bar of the histogram, in characters."""
SHOWN_STALE = 50
"""Stale records that are printed one by one; the rest are counted, unless the user asks for all."""

_CHUNKS = click.argument("chunks", type=ChunksPath(allow_dash=True))


@click.command(cls=Command, epilog=STATS_EPILOG)
@_CHUNKS
@click.option(
    "--format",
    "kind",
    type=click.Choice(tuple(RECORDS)),
    help="Chunker that wrote the records; offsets: any records that have a text and its start offset. By default,"
    " recognised by the fields.",
)
@click.option(
    "--source",
    default="",
    metavar="FILE",
    type=click.Path(),
    help="Document of records that do not name one.",
)
@click.option(
    "--quality/--no-quality",
    default=True,
    show_default=True,
    help="Read the sources and check where chunks begin and end.",
)
@click.option(
    "--check",
    "allowed",
    type=Allowed(),
    shell_complete=completion.checks,
    multiple=True,
    help="Exit with status 1 if this check finds more than N places, such as cut_words=0. Repeatable.",
)
@config_option
@some_options(CHUNK_OPTIONS, "max_chars", "max_tokens", "dialect", "heading_patterns")
@some_options(FIND_OPTIONS, "root", "encoding", "converter", "converted")
@output_options
def stats(
    chunks: str,
    *,
    kind: str | None,
    source: str,
    quality: bool,
    allowed: Sequence[tuple[str, int]],
    manner: Manner,
    **_params: Any,
) -> int:
    """Show the sizes and the quality of the chunks in the file CHUNKS: percentiles, histogram, places of bad cuts.

    CHUNKS is the output of `mdchunk build`, in any of its formats, or another chunker's JSON lines. Quality needs the
    sources (--root); its size limit is --max-chars or --max-tokens if set, otherwise the size of the biggest chunk.
    """
    from mdchunk.checks.inspect_file import inspect_records  # noqa: PLC0415
    from mdchunk.checks.stats import measure  # noqa: PLC0415
    from mdchunk.convert.document import conversion_of  # noqa: PLC0415

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    looked = None
    with open_as_lines(chunks) as opened, rereadable(opened) as file:

        def records() -> Iterator[dict[str, Any]]:
            file.seek(0)
            return records_of(lines_of(file, chunks), chunks, kind or "", source)

        found = measure(records())
        if quality:
            looked = inspect_records(
                records(),
                Path(settings.root),
                limit_from(ctx, options, found),
                encoding=settings.encoding,
                options_of=options_of_files(options, settings.files),
                conversion=conversion_of(settings),
            )
    failures = list(too_many(looked, allowed))
    if manner.json:
        values = {"ok": not failures} | found.to_dict()
        if looked:
            values["quality"] = quality_json(looked)
        if failures:
            values["error"] = {"kind": "check", "message": "; ".join(failures), "exit_status": 1}
        write_json(values)
    else:
        write_text("".join(f"{line}\n" for line in _stats_lines(found)))
        if looked and found.chunks:
            write_text("".join(f"{line}\n" for line in quality_lines(looked, found.unit, manner)))
        for failure in failures:
            say_error(failure)
    return 1 if failures else 0


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
@config_option
@preset_option
@some_options(
    CHUNK_OPTIONS | {"drop": _DROP}, "dialect", "drop", "drop_prefixes", "drop_patterns", "heading_patterns"
)
@some_options(FIND_OPTIONS, "root", "encoding", "converter", "converted")
@output_options
def verify(chunks: str, root: str, encoding: str, manner: Manner, **params: Any) -> int:
    """Read the sources of the file CHUNKS again and check each slice, line, hash and id.

    Source text that is in no chunk is reported too. Pass the same --dialect and --drop as for the build. Stale
    records are listed and the exit status is 1.
    """
    from mdchunk.checks.verify import verify_chunks  # noqa: PLC0415
    from mdchunk.convert.document import Conversion  # noqa: PLC0415
    from mdchunk.shards.manifest import converters_of  # noqa: PLC0415

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    with open_as_lines(chunks) as file:
        verdict = verify_chunks(
            file,
            chunks,
            Path(root),
            encoding,
            options,
            options_of=options_of_files(options, settings.files),
            conversion=Conversion(tuple(params["converter"]), params["converted"]),
            built_with=converters_of(Path(chunks)),
        )
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
