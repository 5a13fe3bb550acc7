"""``mdchunk view --serve``: the page as a server, until Ctrl-C."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mdchunk.cli.output import say
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.files.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Sequence


def serve_page(ctx: click.Context, paths: Sequence[str], port: int, *, opens: bool) -> None:
    """Serve the page of some documents until the process is interrupted.

    Args:
        ctx: The command's, with its settings.
        paths: Files, folders and globs.
        port: The port; 0 for a free one.
        opens: Whether to open the page in the browser.
    """
    from mdchunk.view.live.documents import Served  # noqa: PLC0415 - --help needs none of it
    from mdchunk.view.live.saving import SettingsFile  # noqa: PLC0415
    from mdchunk.view.live.server import serve  # noqa: PLC0415

    if STDIN in paths:
        raise click.UsageError("--serve cannot show standard input; paste the text into the page")

    def on_start(address: str) -> None:
        say(f"Serving on {address}. Press Ctrl-C to stop.")
        if opens:
            click.launch(address)

    file = SettingsFile(Path.cwd(), ctx.obj.path)
    serve(Served(tuple(paths), settings_from(ctx)), options_from(ctx), file, port, on_start)
