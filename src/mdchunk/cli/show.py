"""``mdchunk show``: print the chunks of a place."""

from __future__ import annotations

import re
import shutil
import sys
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli import completion
from mdchunk.cli.defaults import config_option, preset_option
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS, output_options, some_options
from mdchunk.cli.output import color_wanted, say_notices, write_json, write_text
from mdchunk.cli.place import chunks_at, read_place
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command, spelling
from mdchunk.files.settings import STDIN_PATHS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mdchunk.cli.output import Manner
    from mdchunk.model import Chunk, Options

EPILOG = """\b
Examples:
  mdchunk show README.md
  mdchunk show README.md#installation --max-chars 400
  mdchunk show README.md:5 --text
  mdchunk show README.md --json | jq '.chunks[].ref'"""

WIDEST = 100
"""Maximum width of a rule, in columns."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@click.command(cls=Command, epilog=EPILOG)
@click.argument("place", metavar="FILE[#ANCHOR|:LINE]", shell_complete=completion.places)
@click.option(
    "--content/--text",
    "content",
    default=True,
    show_default=True,
    help="Print what is embedded (content), or the exact slice of the file (text).",
)
@config_option
@preset_option
@some_options(CHUNK_OPTIONS)
@some_options(FIND_OPTIONS, "root", "stdin_filename", "encoding", "converter", "converted")
@output_options
def show(place: str, content: bool, manner: Manner, **_params: Any) -> None:
    """Print the chunks of FILE, of one of its sections, or of a line (FILE:12) or lines (FILE:12-20).

    - is standard input. A section includes its sub-sections; of a PDF, FILE#page=2 is a page. On a terminal, what
    content adds to the text is dim.
    """
    from mdchunk.api import chunk_document  # noqa: PLC0415 - --help needs no parser
    from mdchunk.convert.document import conversion_of, read_input, reading_options  # noqa: PLC0415
    from mdchunk.files.by_pattern import options_of_files, path_of  # noqa: PLC0415
    from mdchunk.files.inputs import find_inputs  # noqa: PLC0415

    ctx = click.get_current_context()
    settings, where = settings_from(ctx), read_place(place)
    inputs = find_inputs([where.path], settings).files
    if where.path not in STDIN_PATHS and [one.path for one in inputs] != [where.path]:
        raise click.UsageError(f"{where.path} is not a file; name one file")
    (one,) = inputs
    read = read_input(one, settings.encoding, conversion_of(settings))
    own = options_of_files(options_from(ctx), settings.files)(path_of(one, settings))
    options = reading_options(own, read)
    document = chunk_document(read.text, options, source=one.source)
    found = chunks_at(where, read.text, document.chunks, one.source, options)
    if manner.json:
        write_json({"ok": True, "source": one.source, "chunks": [chunk.to_dict() for chunk in found]})
        return
    lines = {line for chunk in found for line in range(chunk.start_line, chunk.end_line + 1)} | {0}
    notices = [notice for notice in (*read.notices, *document.notices) if notice.line in lines]
    say_notices(notices, manner, spelling(ctx))
    _print(found, options, content=content)


def _print(chunks: Sequence[Chunk], options: Options, *, content: bool) -> None:
    """Write chunks to stdout, on a terminal through the pager if they do not fit on it."""
    is_terminal, colour, size = (
        bool(sys.stdout and sys.stdout.isatty()),
        color_wanted(),
        shutil.get_terminal_size(),
    )
    is_coloured = is_terminal if colour is None else colour
    style: Callable[..., str] = click.style if is_coloured else _plain
    width = min(size.columns, WIDEST)
    text = "".join(
        line
        for chunk in chunks
        for line in _shown(chunk, options, width, style, content=content, is_terminal=is_terminal)
    )
    if is_terminal and sys.stdin and sys.stdin.isatty() and text.count("\n") >= size.lines:
        click.echo_via_pager(text.removesuffix("\n"), color=is_coloured)
    else:
        write_text(text)


def _plain(text: str, **_style: Any) -> str:
    return text


def _shown(
    chunk: Chunk,
    options: Options,
    width: int,
    style: Callable[..., str],
    *,
    content: bool,
    is_terminal: bool,
) -> Iterator[str]:
    """Yield the lines of a chunk, below a rule that says what it is."""
    visible = _visible if is_terminal else str
    title = visible(_title(chunk, options))
    yield f"{style(title, fg='cyan', bold=True)} {style('─' * max(width - len(title) - 1, 0), dim=True)}\n"
    if not content:
        yield f"{visible(chunk.text)}\n"
        return
    for piece, is_added in _pieces(chunk):
        # line by line, for a pager forgets colours at the end of a line
        lines = visible(piece).split("\n")
        yield "\n".join(style(line, dim=True) if line and is_added else line for line in lines)
    yield "\n"


def _title(chunk: Chunk, options: Options) -> str:
    size, unit = (len(chunk.content), "characters") if chunk.tokens is None else (chunk.tokens, "tokens")
    said = f"── {chunk.index}: {_span('line', chunk.start_line, chunk.end_line)}"
    if chunk.page_start is not None:
        said += f", {_span('page', chunk.page_start, chunk.page_end or chunk.page_start)}"
    said += f", {size:,} of {options.max_size:,} {unit}"
    if chunk.parts > 1:
        said += f", part {chunk.part} of {chunk.parts}"
    return f"{said} ── {' > '.join(chunk.heading_path)}" if chunk.heading_path else said


def _span(unit: str, first: int, last: int) -> str:
    return f"{unit} {first}" if first == last else f"{unit}s {first}-{last}"


def _pieces(chunk: Chunk) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a content, and whether each was added to what is in the text."""
    text, content = re.sub(r"\r\n?", "\n", chunk.text), chunk.content
    at = content.find(text, chunk.overlap)
    if at >= 0:
        yield from ((content[:at], True), (text, False), (content[at + len(text) :], True))
        return
    # something in the text was dropped or shortened
    ours, theirs = content.splitlines(keepends=True), text.splitlines(keepends=True)
    done = 0
    for first, _, count in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        yield "".join(ours[done:first]), True
        yield "".join(ours[first : first + count]), False
        done = first + count


def _visible(text: str) -> str:
    """Return a text that a terminal only prints: control characters but tab and newline become pictures of them."""
    text = re.sub(r"\r\n?", "\n", text)
    return _CONTROL.sub(lambda found: chr(0x2400 + ord(found[0])) if found[0] < "\x20" else "�", text)
