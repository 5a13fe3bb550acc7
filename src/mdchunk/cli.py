"""The command line: parse arguments, call one function, print."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mdchunk import __version__

_PLURAL = {"chunk": "chunks", "file": "files", "character": "characters", "token": "tokens"}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="mdchunk")
def cli() -> None:
    """Markdown in, exact chunks out."""


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, allow_dash=True), default=Path("chunks.jsonl")
)
@click.option("--max-chars", type=click.IntRange(min=200))
@click.option("--overlap", type=click.IntRange(min=0))
@click.option("--min-size", type=click.IntRange(min=0))
@click.option("--prefix-path", is_flag=True, default=None)
@click.option("--max-level", type=click.IntRange(1, 6))
@click.option("--dialect")
@click.option("--drop", multiple=True)
@click.option("--root", type=click.Path(path_type=Path))
@click.option("--on-error", type=click.Choice(["stop", "skip"]), default="stop")
@click.option("--quiet", "-q", is_flag=True)
def build(
    paths: tuple[Path, ...], output: Path, root: Path | None, on_error: str, quiet: bool, **settings: Any
) -> None:
    """Write the chunks of Markdown files as JSON lines."""
    from mdchunk import build as building  # noqa: PLC0415
    from mdchunk.api import chunk_document  # noqa: PLC0415
    from mdchunk.model import DROPPED, Document, MdchunkError, Options  # noqa: PLC0415
    from mdchunk.source import decode  # noqa: PLC0415

    chosen = {key: value for key, value in settings.items() if value not in (None, ())}
    if "drop" in chosen:
        chosen["drop"] = DROPPED | set(chosen["drop"])
    try:
        options = Options(**chosen)
    except MdchunkError as error:
        raise click.UsageError(str(error)) from None

    def documents() -> Iterator[Document]:
        for path in paths:
            try:
                if str(path) == "-":
                    yield chunk_document(decode(sys.stdin.buffer.read(), "-"), options)
                else:
                    yield building.read_document(path, options, root)
            except MdchunkError as error:
                if on_error == "stop":
                    raise
                click.echo(f"skipped: {error}", err=True)

    try:
        if str(output) == "-":
            report = building.build(documents(), sys.stdout.buffer)
        else:
            with building.replacing(output) as out:
                report = building.build(documents(), out)
    except MdchunkError as error:
        raise click.ClickException(str(error)) from None
    if not quiet:
        counts = f"{_count(report.chunks, 'chunk')} from {_count(report.files, 'file')}"
        click.echo(f"Saved: {output} ({counts}, biggest {_count(report.biggest, 'character')})", err=True)


@cli.command()
@click.argument("folders", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path))
@click.option("--read-only", is_flag=True, help="Leave out the tool that writes chunk files.")
@click.option(
    "--cache", type=click.Path(dir_okay=False, path_type=Path), help="Keep the search index in this file."
)
def mcp(folders: tuple[Path, ...], read_only: bool, cache: Path | None) -> None:
    """Serve the Markdown under some folders (the current one) to an assistant, by the Model Context Protocol."""
    from mdchunk.mcp_serve import serve  # noqa: PLC0415
    from mdchunk.model import MdchunkError  # noqa: PLC0415

    try:
        serve(folders, read_only=read_only, cache=cache)
    except MdchunkError as error:
        raise click.ClickException(str(error)) from None


def _count(number: int, word: str) -> str:
    return f"{number} {word if number == 1 else _PLURAL[word]}"


def main() -> None:
    """Run the command line."""
    cli(prog_name="mdchunk")
