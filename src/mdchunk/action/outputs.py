"""The files of a run: the chunks in the format and with the fields that were asked for, and the step's outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk import __version__
from mdchunk.action.commands import write_output
from mdchunk.action.documents import shown
from mdchunk.build import build
from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.files.formats import DEFAULT, FORMATS
from mdchunk.files.settings import BuildSettings
from mdchunk.model import MdchunkError
from mdchunk.records import line_of
from mdchunk.shards.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from mdchunk.action.inputs import Inputs
    from mdchunk.action.report import Report


def chunk_into(full: Path, files: Sequence[str], inputs: Inputs, root: Path) -> Summary:
    """Chunk the files into a file of JSON lines with all fields, and write the output from it.

    Args:
        full: The file with all fields; the output itself if nothing else is asked for.
        files: The documents; without any, both files are empty.
        inputs: The inputs.
        root: Folder that sources are relative to.

    Raises:
        MdchunkError: The output cannot be written, or is one of the documents.
    """
    if any(str(inputs.output) == file for file in files):
        raise MdchunkError(
            f"is {shown(inputs.output, root)}, which is one of the files to chunk",
            setting="output",
            advice="name another file",
        )
    if files:
        settings = BuildSettings(
            str(full),
            DEFAULT,
            files=inputs.by_pattern,
            root=str(root),
            encoding=inputs.encoding,
            on_error="skip",
        )
        built = build(files, inputs.options, settings)
    else:
        with whole_file(full):
            built = Summary(str(full), "tokens" if inputs.options.max_tokens else "characters")
    if full != inputs.output and (built.files or not files):
        with open_chunks(str(full)) as chunks, whole_file(inputs.output) as output:
            lines = (
                line_of(_chosen(line.record, inputs.fields)).encode() for line in lines_of(chunks, str(full))
            )
            FORMATS[inputs.format].write(output, lines, inputs.fields)
    return built


def is_full(inputs: Inputs) -> bool:
    """Return whether the output is a file of JSON lines with all fields."""
    return inputs.format == DEFAULT and not inputs.fields


def _chosen(record: dict[str, object], fields: Sequence[str]) -> dict[str, object]:
    return {name: record[name] for name in fields if name in record} if fields else record


def outputs_of(
    report: Report, failed: int, counts: Mapping[str, int], output: str, pages: Path | None
) -> Iterator[tuple[str, str]]:
    """Yield the step's outputs with their values.

    Args:
        report: The figures.
        failed: Number of files that could not be chunked.
        counts: Number of chunks by what happened to them since the baseline; empty without one.
        output: The file with the chunks, relative to the workspace if it is in it.
        pages: The folder of the report for the browser, if there is one.
    """
    values: dict[str, object] = {
        "files": report.files,
        "failed-files": failed,
        "chunks": report.stats.chunks,
        "biggest": report.stats.biggest,
        "split-sections": len(report.splits),
        "output": output,
        "report": str(pages) if pages else "",
        "version": __version__,
        **{name: number for name, number in counts.items() if name != "unchanged"},
    }
    for name, value in values.items():
        yield name, str(value)


def write_outputs(file: Path, outputs: Iterator[tuple[str, str]]) -> None:
    """Write the outputs to the file behind GITHUB_OUTPUT."""
    for name, value in outputs:
        write_output(file, name, value)
