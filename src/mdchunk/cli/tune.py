"""``mdchunk tune``: which settings find the most in these documents."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli import completion
from mdchunk.cli.defaults import config_option, paths_argument
from mdchunk.cli.options import CHUNK_OPTIONS, find_options, output_options, some_options
from mdchunk.cli.output import plural, say, say_notices, write_json, write_text
from mdchunk.cli.parameters import names
from mdchunk.cli.progress import progress
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command, spelling
from mdchunk.files.atomic import whole_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.cli.output import Manner
    from mdchunk.files.config import Config
    from mdchunk.tune.experiment import Result
    from mdchunk.tune.prepare import Prepared

EPILOG = """\b
Examples:
  mdchunk tune docs/
  mdchunk tune docs/ --compare langchain-recursive --write-questions questions.jsonl
  mdchunk tune docs/ --questions questions.jsonl --grid grid.toml --save"""


@click.command(cls=Command, epilog=EPILOG)
@paths_argument
@click.option(
    "--questions", default="", type=click.Path(), help="Use the questions of this file (JSON lines or CSV)."
)
@click.option(
    "--write-questions",
    default="",
    metavar="FILE",
    type=click.Path(),
    help="Write the questions found in links.",
)
@click.option(
    "--grid",
    default="",
    type=click.Path(),
    help="Try the settings of this TOML file: max_chars = [400, 800].",
)
@click.option(
    "--embedder",
    default="",
    metavar="NAME",
    help="Rank by vectors too: py:package.module:function (texts to vectors) or model2vec:PATH.",
)
@click.option(
    "--language",
    default="english",
    show_default=True,
    help="Language of the documents, for word stems; or none.",
)
@click.option(
    "--compare",
    default="",
    type=names,
    metavar="NAMES",
    shell_complete=completion.chunkers,
    help="Compare with langchain-recursive, langchain-headers, semantic-text-splitter or files of chunks.",
)
@click.option(
    "-j",
    "--jobs",
    default=0,
    type=click.IntRange(0),
    metavar="N",
    help="Number of processes; 0: one per core for large work, otherwise one.",
)
@click.option(
    "--report",
    default="",
    metavar="FILE",
    type=click.Path(),
    help="Write a page (HTML) with what was missed.",
)
@click.option("--save", is_flag=True, help="Show the change to the settings file and write it.")
@config_option
@some_options(CHUNK_OPTIONS)
@find_options
@output_options
def tune(paths: Sequence[str], write_questions: str, save: bool, manner: Manner, **params: Any) -> int:
    """Find the settings that retrieve the most, with the links between the documents as questions.

    The text of a link to a section of another document is a question that its author wrote, and the section is the
    answer. Each setting chunks the documents, BM25 ranks the chunks, and the table shows how much of the answers a
    reader gets within 1,000, 2,000 and 4,000 tokens.
    """
    from mdchunk.tune.experiment import run  # noqa: PLC0415 - --help needs none of it
    from mdchunk.tune.prepare import TuneSettings, jobs_for, prepare  # noqa: PLC0415
    from mdchunk.tune.questions import write_questions as write  # noqa: PLC0415
    from mdchunk.tune.report import page  # noqa: PLC0415

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    asked = TuneSettings(**{each.name: params[each.name] for each in fields(TuneSettings)})
    ready = prepare(paths, options, settings, asked)
    say_notices(ready.notices, manner, spelling(ctx))
    if write_questions:
        write(write_questions, ready.asked.queries, ready.site)
    with progress(manner) as on_start:
        tick = on_start(len(ready.trials) + len(ready.others))
        results = run(ready.asked, ready.trials, ready.others, tick, params["jobs"] or jobs_for(ready))
    _show(ready, results, manner)
    if params["report"]:
        with whole_file(Path(params["report"])) as file:
            file.write(page(results, ready.asked.queries, len(ready.site.pages)).encode())
    if save:
        _save(ctx.obj, results, len(ready.asked.queries), manner)
    return 0


def _show(ready: Prepared, results: Sequence[Result], manner: Manner) -> None:
    from mdchunk.tune.verdict import sentence, table, to_dict  # noqa: PLC0415

    queries = ready.asked.queries
    if manner.json:
        write_json({"ok": True} | to_dict(results, queries, dict(ready.left_out)))
        return
    targets = len({query.target for query in queries})
    asked = f"{plural(len(queries), 'question')} about {plural(targets, 'section')}"
    write_text(f"{asked} in {plural(len(ready.site.pages), 'document')}\n\n")
    if manner.verbose:
        for reason, count in ready.left_out.most_common():
            say(f"Not a question: {plural(count, 'link')} ({reason})")
    rows = table(results)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        write_text("  ".join(cells).rstrip() + "\n")
    write_text(f"\n{sentence(results, len(queries))}\n")


def _save(config: Config, results: Sequence[Result], queries: int, manner: Manner) -> None:
    """Write the best setting to the settings file, after showing the change."""
    from mdchunk.files.config_edit import edit_config  # noqa: PLC0415
    from mdchunk.tune.verdict import TOO_FEW, best  # noqa: PLC0415

    winner = best(results) if queries >= TOO_FEW else None
    if winner is None:
        say("Not saved: no setting is certainly better than today's")
        return
    edit = edit_config(config, Path.cwd(), winner.changes)
    if not manner.quiet:
        say(edit.diff().rstrip("\n"))
    edit.write()
    say(f"Saved: {edit.path.name}")
