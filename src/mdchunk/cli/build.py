"""``mdchunk build``: files in, one file of records out."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli.defaults import config_option, paths_argument, preset_option
from mdchunk.cli.options import build_options, output_options
from mdchunk.cli.output import plural, say, say_error, say_notices, write_json
from mdchunk.cli.progress import progress
from mdchunk.cli.progress_lines import progress_lines
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command, spelling
from mdchunk.files.settings import STDOUT
from mdchunk.model import DROPPED_BY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.cli.output import Manner
    from mdchunk.model import Spelling
    from mdchunk.shards.summary import Summary

EPILOG = """\b
Examples:
  mdchunk build docs/
  mdchunk build docs/ README.md 'guide/**/*.mdx' -o site.jsonl --max-chars 800
  mdchunk build docs/ --max-tokens 512 --tokenizer tiktoken:o200k_base --prefix-path
  mdchunk build docs/ --incremental --on-error skip --json
  mdchunk build docs/ --format parquet -o docs.parquet --fields id,ref,content
  curl -s https://example.com/page.md | mdchunk build - -o - | jq -r .content"""

_NOTHING = "no file could be chunked; the output was not changed"


@click.command(cls=Command, epilog=EPILOG)
@paths_argument
@config_option
@preset_option
@build_options
@output_options
def build(paths: Sequence[str], manner: Manner, **_params: Any) -> int:
    """Chunk files, folders and globs into one file of records; - is standard input.

    In a folder, files with a Markdown ending are chunked, except in hidden folders, node_modules and the like, and
    except what .gitignore excludes. A file that you name is always chunked. The output is written completely or not
    at all.
    """
    from mdchunk.build import build as build_chunks  # noqa: PLC0415 - --help needs none of it

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    if manner.json and settings.output == STDOUT:
        raise click.UsageError("--json and -o - both need standard output; name a file for the chunks")
    lines = progress_lines(manner) if settings.progress else nullcontext()
    with _tidy_end(), progress(manner) as on_start, lines as watch:
        summary = build_chunks(paths, options, settings, on_start, watch)
    if manner.json:
        write_json(_as_json(summary, spelling(ctx)))
    else:
        _show(summary, manner, spelling(ctx))
    return _status(summary, parts=settings.has_parts)


def _status(summary: Summary, *, parts: bool) -> int:
    """Return the exit status: of a build of parts it says too whether documents have an error, and too many."""
    if parts:
        return 2 if summary.too_many else int(summary.failed > 0)
    return 0 if summary.files else 1


@contextmanager
def _tidy_end() -> Iterator[None]:
    """Let SIGTERM (``kill``, a cancelled job) remove unfinished files, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _as_json(summary: Summary, spelled: Spelling) -> dict[str, Any]:
    """Return what was done as one JSON object."""
    done: dict[str, Any] = {
        "ok": bool(summary.files) and not summary.too_many,
        "output": summary.output,
        "files": summary.files,
        "copied": summary.copied,
        "failed": summary.failed,
        "chunks": summary.chunks,
        "biggest": summary.biggest,
        "unit": summary.unit,
        "split_sections": [
            {"file": source, "line": split.line, "ref": split.ref, "parts": split.parts}
            for source, split in summary.splits
        ],
        "dropped": dict(summary.dropped),
        "dropped_in": dict(summary.dropped_in),
        "left_out": dict(summary.skipped),
        "notices": [notice.to_dict(spelled) for notice in (*summary.notices, *summary.hints)],
    }
    if summary.too_many:
        done["error"] = {"kind": "too_many_errors", "message": _too_many(summary), "exit_status": 2}
    elif not summary.files:
        done["error"] = {"kind": "failure", "message": _NOTHING, "exit_status": 1}
    return done


def _show(summary: Summary, manner: Manner, spelled: Spelling) -> None:
    """Print on stderr what was done."""
    say_notices(summary.notices, manner, spelled)
    if summary.too_many:
        say_error(_too_many(summary))
        return
    if not summary.files:
        say_error(_NOTHING)
        return
    if manner.quiet:
        return
    if manner.verbose:
        _show_more(summary)
    if summary.dropped:
        kinds = (_dropped(kind, count, summary) for kind, count in sorted(summary.dropped.items()))
        say(f"Dropped characters: {', '.join(kinds)}")
    if summary.failed:
        say(f"Skipped: {plural(summary.failed, 'file')} that could not be chunked")
    for hint in summary.hints:
        place = f"{hint.place}: " if hint.place.file else ""
        say(f"Hint: {place}{hint.render(spelled)}")
    name = "stdout" if summary.output == STDOUT else summary.output
    say(
        f"Saved: {name} ({plural(summary.chunks, 'chunk')} from {plural(summary.files, 'file')},"
        f" biggest {summary.biggest} {summary.unit})"
    )


def _too_many(summary: Summary) -> str:
    return (
        f"{plural(summary.failed, 'document')} of {summary.files + summary.failed} could not be chunked, more than"
        f" --max-errors allows; finished parts stay in {summary.output}"
    )


def _dropped(kind: str, count: int, summary: Summary) -> str:
    if kind not in DROPPED_BY:
        return f"{count} of {kind}"
    return f"{count} by {kind} in {summary.dropped_in[kind]} of {plural(summary.files, 'file')}"


def _show_more(summary: Summary) -> None:
    for source, split in summary.splits:
        say(f"Split: {source}:{split.line}: {split.ref} in {split.parts} parts")
    if summary.skipped:
        say(
            f"Skipped in folders: {', '.join(f'{count} {reason}' for reason, count in summary.skipped.items())}"
        )
    if summary.copied:
        say(f"Unchanged: {plural(summary.copied, 'file')}")
