"""``mdchunk merge``: a folder of parts as one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli.options import output_options, some_options
from mdchunk.cli.output import plural, say, write_json
from mdchunk.cli.parameters import ChunksPath
from mdchunk.cli.settings import settings_from
from mdchunk.cli.spelling import Command
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.files.settings import STDOUT

if TYPE_CHECKING:
    from mdchunk.cli.output import Manner

EPILOG = """\b
Examples:
  mdchunk merge out/ -o all.parquet
  mdchunk merge out/ -o - | jq -r .content"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("folder", type=ChunksPath())
@some_options(WRITE_OPTIONS, "output", "format")
@output_options
def merge(folder: str, manner: Manner, **_params: Any) -> int:
    """Write the parts that `mdchunk build -o FOLDER/` made to one file, in any format."""
    from mdchunk.merge import merge as merge_parts  # noqa: PLC0415 - --help needs none of it

    settings = settings_from(click.get_current_context())
    if settings.has_parts:
        raise click.UsageError("--output names one file, not a folder of parts")
    if manner.json and settings.output == STDOUT:
        raise click.UsageError("--json and -o - both need standard output; name a file for the chunks")
    chunks = merge_parts(folder, settings)
    if manner.json:
        write_json({"ok": True, "output": settings.output, "chunks": chunks})
    elif not manner.quiet:
        say(
            f"Saved: {'stdout' if settings.output == STDOUT else settings.output} ({plural(chunks, 'chunk')})"
        )
    return 0
