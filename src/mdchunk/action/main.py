"""The GitHub Action: inputs from the environment, one build, and what the runner shows of it.

``.github/action/bootstrap.py`` starts it. It chunks as ``mdchunk build`` does, and reads no settings file but the one
that the workflow names.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from contextlib import chdir
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.action.before import Baseline, read_baseline
from mdchunk.action.changes import Changes, Documents, changes_since
from mdchunk.action.commands import Annotation, inert, write_summary
from mdchunk.action.documents import matching_files, notices_of, repository_of, shown
from mdchunk.action.findings import SHOWN, as_text, failure, failures, findings, gone_anchors, within_limit
from mdchunk.action.inputs import read_inputs
from mdchunk.action.outputs import chunk_into, is_full, outputs_of, write_outputs
from mdchunk.action.pages import SUFFIX, write_pages
from mdchunk.action.report import NEEDED, Report, report_on
from mdchunk.action.summary import COMMENT_BYTES, blob_address, headline, summary
from mdchunk.files.atomic import whole_file
from mdchunk.files.by_pattern import options_of_files
from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mdchunk.action.inputs import Inputs
    from mdchunk.action.report import SplitSection
    from mdchunk.model import Notice

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
        with (
            chdir(inputs.folder),
            tempfile.TemporaryDirectory(
                prefix="mdchunk-", dir=inputs.temp, ignore_cleanup_errors=True
            ) as temp,
        ):
            return run(inputs, os.environ, Path(temp))
    except MdchunkError as error:
        _say(failure(error))
    except Exception:  # noqa: BLE001 - whatever it is, its traceback may quote a document and must be inert
        _log(inert(traceback.format_exc()))
        _say(Annotation("error", "this is a bug in mdchunk, please report it; the log has the details"))
    return FOUND


@dataclass(frozen=True, slots=True)
class _Result:
    """What a run found."""

    report: Report
    limit: str
    """The size limit with its unit: ``1,500 characters``."""
    notices: Sequence[Notice]
    """All but those of files that could not be chunked."""
    splits: Sequence[SplitSection]
    """The split sections to annotate."""
    failed: Sequence[Annotation]
    changes: Changes | None
    pages: Path | None
    """Folder of the report for the browser, if one was asked for."""


def run(inputs: Inputs, environment: Mapping[str, str], temp: Path) -> int:
    """Chunk, report, and return the exit status.

    A baseline that cannot be read fails the step after everything else is written.

    Raises:
        MdchunkError: No file matches, or the output cannot be written.
    """
    matched = matching_files(inputs.files, inputs.exclude, inputs.folder, inputs.workspace)
    if not matched.files and inputs.fail_if_no_files:
        problem = f"matches no file: {', '.join(inputs.files)}" if inputs.files else "is empty"
        raise MdchunkError(problem, setting="files")
    root = repository_of(matched.files, inputs)
    before, broken = _baseline(inputs, root, temp)
    full = inputs.output if is_full(inputs) else temp / "chunks.jsonl"
    built = chunk_into(full, matched.files, inputs, root)
    notices = [*notices_of(matched, inputs, root), *built.notices]
    failed = failures(notices, "warning" if inputs.skip_failed else "error")
    _annotate(failed)
    if failed and not built.files:
        return FOUND
    with open_chunks(str(full)) as chunks:
        report = report_on(built.files, (line.record for line in lines_of(chunks, str(full), NEEDED)))
    changes = None
    if before:
        options_of = options_of_files(inputs.options, inputs.by_pattern)
        documents = Documents(_sources(matched.files, root), options_of, inputs.encoding)
        current = full if inputs.baseline_ref else inputs.output
        try:
            changes = changes_since(before, current, shown(inputs.output, root), documents, inputs.changes)
        except MdchunkError as error:
            broken = error
    new = changes if inputs.new_only else None
    limit = f"{inputs.options.max_size:,} {built.unit}"
    splits = new.new_splits(report.splits) if new else report.splits
    pages = write_pages(full, inputs, root) if inputs.report else None
    result = _Result(
        report, limit, new.new_notices(notices) if new else notices, splits, failed, changes, pages
    )
    _show(result, inputs, environment)
    if broken:
        _say(failure(broken))
    if inputs.fail_on_split and splits:
        _say(Annotation("error", "fail-on-split is true, and there are sections that do not fit one chunk"))
    missed = bool(failed) and not inputs.skip_failed
    return FOUND if broken or missed or (inputs.fail_on_split and splits) else 0


def _baseline(inputs: Inputs, root: Path, temp: Path) -> tuple[Baseline | None, MdchunkError | None]:
    """Return the baseline, or why it cannot be read."""
    try:
        before = read_baseline(inputs, root, temp)
    except MdchunkError as error:
        return None, error
    if inputs.baseline and not before:
        _say(Annotation("notice", "there is no baseline yet, so nothing to compare with"))
    return before, None


def _sources(files: Sequence[str], root: Path) -> dict[str, Path]:
    """Return the documents by their sources."""
    return {shown(file, root): Path(file) for file in files}


def _show(result: _Result, inputs: Inputs, environment: Mapping[str, str]) -> None:
    """Write annotations, outputs and summaries."""
    report, changes, limit = result.report, result.changes, result.limit
    gone = gone_anchors(changes.gone) if changes and inputs.warn_gone_anchors else ()
    _annotate((*gone, *findings(result.notices, result.splits, limit)))
    _log(headline(report, limit))
    counts = changes.counts if changes else {}
    output = shown(inputs.output, inputs.workspace)
    write_outputs(
        Path(environment["GITHUB_OUTPUT"]),
        outputs_of(report, len(result.failed), counts, output, result.pages),
    )
    others = [as_text(one) for one in (*result.failed, *findings(result.notices, (), limit))]
    blob = blob_address(environment)
    artifact = f"{inputs.artifact_name}{SUFFIX}" if result.pages else ""
    page = summary(report, limit, changes=changes, notices=others, blob=blob, artifact=artifact)
    write_summary(Path(environment["GITHUB_STEP_SUMMARY"]), page)
    if inputs.summary_file:
        page = summary(
            report,
            limit,
            changes=changes,
            notices=others,
            blob=blob,
            artifact=artifact,
            limit_bytes=COMMENT_BYTES,
        )
        with whole_file(inputs.summary_file) as file:
            file.write(page.encode("utf-8", "backslashreplace"))


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
