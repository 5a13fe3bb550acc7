"""``mdchunk view``: pages for the browser that show the chunks in their source."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from mdchunk.cli.defaults import config_option, paths_argument, preset_option
from mdchunk.cli.live import serve_page
from mdchunk.cli.options import CHUNK_OPTIONS, find_options, output_options, some_options
from mdchunk.cli.output import plural, say, say_notices, write_json, write_text
from mdchunk.cli.progress import progress
from mdchunk.cli.quality import limit_from
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command, spelling
from mdchunk.files.formats import FORMATS
from mdchunk.files.settings import STDOUT
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.cli.output import Manner
    from mdchunk.view.index_page import Entry
    from mdchunk.view.report import Shown

EPILOG = """\b
Examples:
  mdchunk view README.md --open
  mdchunk view docs/ -o report --max-chars 800 --overlap 100
  mdchunk view site.jsonl --root docs
  mdchunk view docs/ --serve --open
  curl -s https://example.com/page.md | mdchunk view - -o page.html"""

_PAGE, _FOLDER = "report.html", "report"
_PAGES = (".html", ".htm")
LONGEST_TITLE = 80
"""Maximum code points of a report's title."""
_CHUNK_FILES = tuple(form.ending for form in FORMATS.values())


@click.command(cls=Command, epilog=EPILOG)
@paths_argument
@click.option(
    "-o",
    "--output",
    "report",
    default="",
    type=click.Path(),
    help="Page or folder to write; - is stdout. By default report.html for one document, else the folder report.",
)
@click.option("--open", "opens", is_flag=True, help="Open the report in the browser.")
@click.option(
    "--serve",
    "serves",
    is_flag=True,
    help="Serve the report on 127.0.0.1, with controls for the settings, instead of writing it.",
)
@click.option(
    "--port",
    default=8008,
    show_default=True,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port for --serve; 0: a free one.",
)
@config_option
@preset_option
@some_options(CHUNK_OPTIONS)
@find_options
@output_options
def view(
    paths: Sequence[str],
    *,
    report: str,
    opens: bool,
    serves: bool,
    port: int,
    manner: Manner,
    **_params: Any,
) -> int:
    """Write a report for the browser: the chunks in their source, sizes, and what to look at.

    PATHS are files, folders and globs as for `mdchunk build`, or one chunk file or folder of parts: the output of a
    build, or another chunker's JSON lines. The report is one page with everything in it, or a folder of pages with
    index.html. It loads nothing from the network.

    With --serve, the page has controls for the settings, follows its files, compares two settings and writes the
    settings file. It requires the `view` extra.
    """
    from mdchunk.view.report import INDEX, write_folder  # noqa: PLC0415 - --help needs none of it

    ctx = click.get_current_context()
    if serves:
        serve_page(ctx, paths, port, opens=opens)
        return 0
    settings = settings_from(ctx)
    documents = _documents(ctx, paths, manner)
    is_page = PurePath(report).suffix.lower() in _PAGES if report else len(documents) == 1
    if report == STDOUT or is_page:
        if len(documents) > 1:
            raise click.UsageError(f"{len(documents)} documents need a folder, such as -o {_FOLDER}")
        entries = [_one_page(documents[0], report or _PAGE, manner)]
        place = Path(report or _PAGE)
    else:
        folder = Path(report or _FOLDER)
        skips = settings.if_error == "skip"
        with progress(manner) as on_start:
            tick = on_start(len(documents))
            entries = write_folder(folder, _title(paths), documents, skips=skips, tick=tick)
        place = folder / INDEX
    if report != STDOUT:
        _say_done(entries, str(place), manner)
        if opens:
            click.launch(place.resolve().as_uri())
    return 0 if any(not entry.problem for entry in entries) else 1


def _title(paths: Sequence[str]) -> str:
    """Return what to call a report of several documents, with nothing of this machine's folders."""
    names = " ".join(PurePath(path).name or "Documents" for path in paths)
    return names if len(names) <= LONGEST_TITLE else f"{names[:LONGEST_TITLE]}…"


def _documents(ctx: click.Context, paths: Sequence[str], manner: Manner) -> list[Shown]:
    """Return what to show: the documents of a chunk file, or files to chunk."""
    from mdchunk.checks.stats import measure  # noqa: PLC0415
    from mdchunk.files.chunk_file import lines_of, open_as_lines  # noqa: PLC0415
    from mdchunk.files.foreign import records_of  # noqa: PLC0415
    from mdchunk.files.inputs import find_inputs  # noqa: PLC0415
    from mdchunk.files.part_folder import has_parts  # noqa: PLC0415
    from mdchunk.view.documents import of_files, of_records  # noqa: PLC0415

    options, settings = options_from(ctx), settings_from(ctx)
    if settings.text_column:
        raise click.UsageError("--text-column: the documents of a table cannot be shown, only those in files")
    chunk_files = [path for path in paths if path.lower().endswith(_CHUNK_FILES) or has_parts(path)]
    if not chunk_files:
        found = find_inputs(paths, settings)
        say_notices(found.unread, manner, spelling(ctx))
        return list(of_files(found.files, options, settings))
    if len(paths) > 1:
        raise click.UsageError(f"{chunk_files[0]} is a chunk file; name it alone")
    with open_as_lines(chunk_files[0]) as file:
        records = list(records_of(lines_of(file, chunk_files[0]), chunk_files[0], ""))
    if not records:
        raise MdchunkError("has no records", place=chunk_files[0])
    limit = limit_from(ctx, options, measure(records))
    return list(of_records(records, limit, options, settings))


def _one_page(document: Shown, report: str, manner: Manner) -> Entry:
    """Write the page of the only document."""
    from mdchunk.view.document_page import document_page  # noqa: PLC0415
    from mdchunk.view.index_page import entry_of  # noqa: PLC0415
    from mdchunk.view.report import write_page  # noqa: PLC0415

    shown = document.view()
    if report == STDOUT:
        write_text(document_page(shown))
    else:
        write_page(Path(report), shown)
    say_notices(shown.notices, manner, spelling(click.get_current_context()))
    return entry_of(shown, PurePath(report).name)


def _say_done(entries: Sequence[Entry], place: str, manner: Manner) -> None:
    from mdchunk.view.report import notices_of  # noqa: PLC0415

    skipped = list(notices_of(entries))
    chunks = sum(len(entry.sizes) for entry in entries)
    findings = sum(len(entry.findings) for entry in entries)
    shown = len(entries) - len(skipped)
    spelled = spelling(click.get_current_context())
    if manner.json:
        values = {
            "ok": bool(shown),
            "output": place,
            "documents": shown,
            "chunks": chunks,
            "findings": findings,
        }
        write_json(values | {"notices": [notice.to_dict(spelled) for notice in skipped]})
        return
    say_notices(skipped, manner, spelled)
    if not manner.quiet:
        say(
            f"Saved: {place} ({plural(chunks, 'chunk')} from {plural(shown, 'document')},"
            f" {plural(findings, 'finding')})"
        )
