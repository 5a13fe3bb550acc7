"""``mdchunk outline`` and ``mdchunk section``: find a section in documents and print it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli import completion
from mdchunk.cli.defaults import config_option, paths_argument
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS, find_options, output_options, some_options
from mdchunk.cli.output import say_notices, write_json, write_text
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command, spelling
from mdchunk.model import MdchunkError
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.cli.output import Manner
    from mdchunk.model import Outline

OUTLINE_EPILOG = """\b
Examples:
  mdchunk outline README.md
  mdchunk outline docs/ --max-level 2
  mdchunk outline docs/ --json | jq -r '.headings[].ref'"""

SECTION_EPILOG = """\b
Examples:
  mdchunk section README.md --heading Installation
  mdchunk section README.md --anchor usage --no-children
  mdchunk outline README.md   # list the sections"""


@click.command(cls=Command, epilog=OUTLINE_EPILOG)
@paths_argument
@config_option
@some_options(CHUNK_OPTIONS, "dialect", "anchors", "max_level", "heading_patterns")
@find_options
@output_options
def outline(paths: Sequence[str], manner: Manner, **_params: Any) -> int:
    """Show the headings of files and folders with lines, anchors and sizes; - is standard input.

    With --json, there is one object per file and line: source, title and headings.
    """
    from mdchunk.api import outline as outline_of  # noqa: PLC0415 - --help needs no parser
    from mdchunk.convert.document import conversion_of, read_input, reading_options  # noqa: PLC0415
    from mdchunk.files.by_pattern import options_of_files, path_of  # noqa: PLC0415
    from mdchunk.files.inputs import find_inputs  # noqa: PLC0415

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    inputs, _, failed = find_inputs(paths, settings)
    unread = len(failed)
    options_of = options_of_files(options, settings.files)
    for one in inputs:
        try:
            read = read_input(one, settings.encoding, conversion_of(settings))
            own = options_of(path_of(one, settings))
            found = outline_of(read.text, reading_options(own, read), source=one.source)
        except MdchunkError as error:
            if settings.if_error == "stop":
                raise
            failed.append(error.notice(shown_name(one.source)))
            continue
        if manner.json:
            write_json(found.to_dict())
        else:
            write_text(_as_text(found, named=len(inputs) > 1))
    # with --json, stdout has one object per file and nowhere to put notices
    say_notices(failed, replace(manner, json=False), spelling(ctx))
    return 1 if len(failed) - unread == len(inputs) else 0


def _as_text(found: Outline, *, named: bool) -> str:
    """Return one line per heading, indented by its level, below the file's name if there are several files."""
    lines = [found.source] if named else []
    for heading in found.headings:
        indent = "  " * (heading.level - 1 + named)
        lines.append(
            f"{indent}{heading.text}  [line {heading.start_line}, #{heading.anchor}, {heading.chars} chars]"
        )
    return "".join(f"{line}\n" for line in lines)


@click.command(cls=Command, epilog=SECTION_EPILOG)
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--heading", help="Its heading as a reader sees it, without #.")
@click.option(
    "--anchor",
    shell_complete=completion.anchors,
    help="Its anchor, as in a link; needed if several headings have the same text.",
)
@click.option("--children/--no-children", default=True, show_default=True, help="Print its sub-sections too.")
@config_option
@some_options(CHUNK_OPTIONS, "dialect", "anchors", "heading_patterns")
@some_options(FIND_OPTIONS, "stdin_filename", "encoding", "converter", "converted")
@output_options
def section(
    path: str, heading: str | None, anchor: str | None, children: bool, manner: Manner, **_params: Any
) -> None:
    """Print one section of FILE unchanged; - is standard input."""
    from mdchunk.api import get_section  # noqa: PLC0415
    from mdchunk.convert.document import conversion_of, read_input, reading_options  # noqa: PLC0415
    from mdchunk.files.by_pattern import options_of_files, path_of  # noqa: PLC0415
    from mdchunk.files.inputs import find_inputs  # noqa: PLC0415

    if (heading is None) == (anchor is None):
        raise click.UsageError("name the section by either --heading or --anchor")
    ctx = click.get_current_context()
    settings = settings_from(ctx)
    (one,) = find_inputs([path], settings).files
    options = options_of_files(options_from(ctx), settings.files)(path_of(one, settings))
    read = read_input(one, settings.encoding, conversion_of(settings))
    found = get_section(
        read.text,
        heading=heading,
        anchor=anchor,
        include_children=children,
        source=one.source,
        options=reading_options(options, read),
    )
    if manner.json:
        values = {name: value for name, value in asdict(found).items() if name != "heading"}
        write_json({"ok": True, "source": one.source, "heading": found.heading.to_dict()} | values)
    else:
        write_text(found.text if found.text.endswith(("\n", "\r")) else found.text + "\n")
