"""The GitHub Action: inputs from the environment, one build, and what the runner shows of it.

``.github/action/bootstrap.py`` starts it, with the workspace as the current folder. It chunks as
``mdchunk build`` does, and reads no configuration: what counts is what the workflow says.
"""

from __future__ import annotations

import os
import sys
import traceback
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.action.commands import Annotation, inert, write_output, write_summary
from mdchunk.action.findings import SHOWN, as_text, failure, failures, findings, within_limit
from mdchunk.action.inputs import read_inputs
from mdchunk.action.report import NEEDED, Report, report_on
from mdchunk.action.summary import blob_address, headline, summary
from mdchunk.build import build
from mdchunk.checks.diff import diff_chunks
from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.files.settings import BuildSettings, Patterns
from mdchunk.files.walk import NothingFoundError, walk
from mdchunk.model import MdchunkError, Notice
from mdchunk.shards.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mdchunk.action.inputs import Inputs

FOUND = 1
USAGE = 2


def main() -> int:
    """Run the action and return its exit status: 0; 1 for what was found; 2 for a wrong input."""
    if isinstance(sys.stdout, TextIOWrapper):
        # the runner reads UTF-8, and the name of a file may be no text
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        inputs = read_inputs(os.environ)
    except MdchunkError as error:
        _say(failure(error, "mdchunk: wrong input"))
        return USAGE
    try:
        return run(inputs, os.environ)
    except MdchunkError as error:
        _say(failure(error))
    except Exception:  # noqa: BLE001 - whatever it is, its traceback may quote a document and must be inert
        _log(inert(traceback.format_exc()))
        _say(Annotation("error", "this is a bug in mdchunk, please report it; the log has the details"))
    return FOUND


def run(inputs: Inputs, environment: Mapping[str, str]) -> int:
    """Chunk, tell what came out, and return the exit status.

    Raises:
        MdchunkError: No file is there, the output can't be written, the baseline is no chunk file.
    """
    files, notices = matching_files(inputs)
    if not files and inputs.fail_if_no_files:
        if inputs.files:
            raise MdchunkError(f"matches no file: {', '.join(inputs.files)}", setting="files")
        raise MdchunkError("is empty", setting="files")
    before = _read_baseline(inputs, notices)
    settings = BuildSettings(
        output=str(inputs.output), format="jsonl", root=str(inputs.workspace), on_error="skip"
    )
    built = build(files, inputs.options, settings) if files else _nothing(inputs)
    notices += built.notices
    failed = failures(notices)
    _annotate(failed)
    if failed and not built.files:
        return FOUND
    with open_chunks(settings.output) as chunks:
        report = report_on(built.files, (line.record for line in lines_of(chunks, settings.output, NEEDED)))
    limit = f"{inputs.options.max_size:,} {built.unit}"
    _annotate(findings(notices, report.splits, limit))
    _log(headline(report, limit))
    changes = _changes(inputs, before)
    _write_outputs(Path(environment["GITHUB_OUTPUT"]), report, changes, _shown(inputs, inputs.output))
    others = [as_text(annotation) for annotation in (*failed, *findings(notices, (), limit))]
    page = summary(report, limit, changes=changes, notices=others, blob=blob_address(environment))
    write_summary(Path(environment["GITHUB_STEP_SUMMARY"]), page)
    if inputs.fail_on_split and report.splits:
        _say(Annotation("error", "fail-on-split is true, and there are sections that do not fit one chunk"))
        return FOUND
    return FOUND if failed else 0


def matching_files(inputs: Inputs) -> tuple[list[str], list[Notice]]:
    """Return the files that the patterns stand for, each once, and a warning of what was left out.

    A link out of the workspace, or into ``.git`` in it, is not followed: whoever opens a pull request could
    have another's file published by a link to it.

    Raises:
        MdchunkError: A pattern is malformed, a folder can't be read.
    """
    files: dict[str, None] = {}
    notices: list[Notice] = []
    for pattern in inputs.files:
        try:
            files |= dict.fromkeys(walk([pattern], exclude=Patterns(inputs.exclude)).files)
        except NothingFoundError:
            notices.append(Notice("config", "", 0, f"has a pattern that matches no file: {pattern}", "files"))
    for file in list(files):
        real = Path(file).resolve()
        if not real.is_relative_to(inputs.workspace) or ".git" in real.relative_to(inputs.workspace).parts:
            del files[file]
            place = Path(file).as_posix()
            notices.append(Notice("config", place, 0, "skipped: the link points outside the repository"))
    return list(files), notices


def _nothing(inputs: Inputs) -> Summary:
    """Write an empty output, and return the summary of it."""
    with whole_file(inputs.output):
        return Summary(str(inputs.output), "tokens" if inputs.options.max_tokens else "characters")


def _read_baseline(inputs: Inputs, notices: list[Notice]) -> BytesIO | None:
    """Return the baseline as it is before the build, which may write to the same file."""
    if inputs.baseline is None:
        return None
    try:
        return BytesIO(inputs.baseline.read_bytes())
    except FileNotFoundError:
        notices.append(Notice("config", "", 0, "there is no baseline yet, so nothing to compare with"))
        return None
    except OSError as error:
        raise MdchunkError(f"cannot be read: {error.strerror}", setting="baseline") from error


def _changes(inputs: Inputs, before: BytesIO | None) -> Mapping[str, int]:
    """Return how many chunks, by what happened to them since the baseline; nothing without one."""
    if before is None or inputs.baseline is None:
        return {}
    with open_chunks(str(inputs.output)) as after:
        return diff_chunks(
            before, after, _shown(inputs, inputs.baseline), _shown(inputs, inputs.output)
        ).counts


def _annotate(annotations: Sequence[Annotation]) -> None:
    """Write annotations to the log, and as text those that GitHub will not show."""
    for annotation in within_limit(annotations):
        _say(annotation)
    if len(annotations) > SHOWN:
        _log(inert("\n".join(map(as_text, annotations[SHOWN:]))))


def _say(annotation: Annotation) -> None:
    _log(annotation.command())


def _log(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _write_outputs(file: Path, report: Report, changes: Mapping[str, int], output: str) -> None:
    values: dict[str, object] = {
        "files": report.files,
        "chunks": report.stats.chunks,
        "biggest": report.stats.biggest,
        "split-sections": len(report.splits),
        "output": output,
    }
    if changes:
        values |= {
            "added": changes["added"],
            "removed": changes["removed"],
            "changed": changes["moved"] + changes["renamed"],
        }
    for name, value in values.items():
        write_output(file, name, str(value))


def _shown(inputs: Inputs, path: Path) -> str:
    """Return a path relative to the workspace if it is there, otherwise unchanged."""
    inside = path.is_relative_to(inputs.workspace)
    return path.relative_to(inputs.workspace).as_posix() if inside else str(path)
