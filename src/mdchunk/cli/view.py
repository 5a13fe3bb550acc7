"""``mdchunk view``: a page that shows the chunks in their source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli.options import CHUNK_OPTIONS, find_options, output_options, some_options
from mdchunk.cli.output import say, say_notices
from mdchunk.cli.settings import options_from, preset_option, settings_from
from mdchunk.cli.spelling import Command, spelling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.cli.output import Manner

EPILOG = """\b
Examples:
  mdchunk view README.md
  mdchunk view guide.md -o guide.html --max-chars 800 --overlap 100"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "page",
    default="report.html",
    show_default=True,
    type=click.Path(dir_okay=False),
    help="Page to write.",
)
@preset_option
@some_options(CHUNK_OPTIONS)
@find_options
@output_options
def view(paths: Sequence[str], page: str, manner: Manner, **_params: Any) -> int:
    """Write a page that shows the chunks of a document in its source."""
    from mdchunk.convert.document import conversion_of, read_input, reading_options  # noqa: PLC0415
    from mdchunk.files.atomic import whole_file  # noqa: PLC0415
    from mdchunk.files.inputs import find_inputs  # noqa: PLC0415
    from mdchunk.view.document_page import document_page  # noqa: PLC0415
    from mdchunk.view.look import look  # noqa: PLC0415

    ctx = click.get_current_context()
    options, settings = options_from(ctx), settings_from(ctx)
    inputs = find_inputs(paths, settings).files
    if len(inputs) > 1:
        raise click.UsageError(f"{len(inputs)} documents were found; name one")
    (one,) = inputs
    read = read_input(one, settings.encoding, conversion_of(settings))
    shown = look(read.text, one.source, reading_options(options, read), read)
    say_notices(shown.notices, manner, spelling(ctx))
    with whole_file(Path(page)) as file:
        file.write(document_page(shown).encode())
    if not manner.quiet:
        say(f"Saved: {page}")
    return 0
