"""The report for the browser, which the action uploads: the chunks in their documents."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.files.chunk_file import lines_of, open_chunks
from mdchunk.files.settings import BuildSettings
from mdchunk.view.documents import of_records
from mdchunk.view.report import write_folder

if TYPE_CHECKING:
    from mdchunk.action.inputs import Inputs

SUFFIX = "-report"
"""Behind the name of the chunks' artifact: the name of the report's."""


def write_pages(full: Path, inputs: Inputs, root: Path) -> Path:
    """Write the report of a run into a new folder that the next steps can read, and return the folder.

    Args:
        full: The chunks with all fields, as JSON lines.
        inputs: The inputs.
        root: Folder that sources are relative to.

    Raises:
        MdchunkError: The folder cannot be written.
    """
    folder = Path(tempfile.mkdtemp(prefix="mdchunk-report-", dir=inputs.temp))
    settings = BuildSettings(root=str(root), encoding=inputs.encoding, on_error="skip")
    with open_chunks(str(full)) as chunks:
        records = (line.record for line in lines_of(chunks, str(full)))
        documents = list(of_records(records, inputs.options.max_size, inputs.options, settings))
    write_folder(folder, "Chunks", documents, skips=True, tick=lambda: None)
    return folder
