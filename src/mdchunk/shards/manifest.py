"""Incremental builds: a manifest beside the output says what its bytes were made from.

Its first line holds a fingerprint of everything that the bytes depend on except the files' content, how the output
looks, a hash of how all files look, and what the build reported. If all of it is as it was, nothing else is read. Each
other line holds some files in the order of the output, each with its look and its report. The output's hash ties the
two together: if it does not match, everything is rebuilt.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk import __version__
from mdchunk.files.atomic import whole_file
from mdchunk.files.inputs import Look
from mdchunk.model import SCHEMA_VERSION, Notice
from mdchunk.shards.look import digest, is_settled, look_at
from mdchunk.shards.plan import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import FileSettings
    from mdchunk.shards.plan import Job

VERSION = 5
"""Of the manifest's own form."""
PARSERS = (
    "firecrawl_anydoc",
    "html_to_markdown",
    "liteparse",
    "markdown_it_py",
    "mdit_py_plugins",
    "pypdfium2",
    "pyyaml",
    "regex",
    "tiktoken",
    "tokenizers",
)
"""Distributions besides this one that the bytes depend on, by the names of their folders."""


FILES = 500
"""Files in a line of the manifest."""
HASHED = 1 << 16
"""Bytes that are read at a time: most documents are smaller, and a buffer costs by its size."""


class Kept(NamedTuple):
    """A file's records in the existing output."""

    report: FileReport
    offset: int
    """Bytes before its records."""
    look: Look | None = None
    """How the file looked; ``None`` if it could be read only once."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known of the output; empty if nothing is known, or nothing that still holds."""

    kept: Mapping[str, Kept] = field(default_factory=dict)
    """Source -> its records."""
    looked_at: int = 0
    """When the files were looked at, in nanoseconds since 1970."""
    sha256: str = ""
    """Of the output, hexadecimal."""
    problem: Notice | None = None
    """Why an existing manifest cannot be used, if that is worth a warning."""


def manifest_path(output: Path) -> Path:
    """Return where the manifest of an output lies."""
    return output.with_name(output.name + ".manifest.json")


def fingerprint(job: Job, files: Iterable[FileSettings] = ()) -> str:
    """Return a hash of what a file's records depend on besides its name and bytes.

    Args:
        job: How files are chunked.
        files: What is other for some of them.
    """
    options = asdict(job.options) | {"drop": sorted(job.options.drop), "metadata": list(job.options.metadata)}
    tokenizer = str(options["tokenizer"])
    about = {
        "mdchunk": __version__,
        "schema": SCHEMA_VERSION,
        "python": sys.version,
        "installed": sorted(_installed()),
        "options": options,
        "vocabulary": hash_of(tokenizer.partition(":")[2]) if options["max_tokens"] else "",
        "fields": job.fields,
        "flat": job.flat,
        "encoding": job.encoding,
        "converter": job.converter,
        "files": [_rule(one) for one in files],
    }
    return hashlib.sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()


def _rule(one: FileSettings) -> list[Any]:
    """Return a rule as JSON has it: the folder relative to the current one, as a checkout may be moved."""
    settings = {
        name: sorted(value) if isinstance(value, set | frozenset) else value
        for name, value in one.settings.items()
    }
    folder = os.path.relpath(os.path.dirname(one.config) or os.curdir)  # noqa: PTH120
    return [one.pattern, folder, settings]


def unchanged(output: Path, wanted: str, inputs: Iterable[Input]) -> dict[str, Any] | None:
    """Return what the build of an output reported if nothing changed since; ``None`` if a look does not say so.

    Args:
        output: The chunk file.
        wanted: The fingerprint of the build that asks.
        inputs: The files of that build.
    """
    try:
        with manifest_path(output).open("rb") as file:
            head = json.loads(file.readline())
        look, looked_at = look_at(str(output)), head["looked_at"]
        if (head["version"], head["fingerprint"]) != (VERSION, wanted) or look is None:
            return None
        if [*look] != head["output"]["look"] or not is_settled(look, looked_at):
            return None
        if not head["digest"] or head["digest"] != digest(inputs, looked_at):
            return None
        totals: dict[str, Any] = head["totals"]
    except (OSError, ValueError, TypeError, KeyError):
        # whoever reads all of it reports what is wrong
        return None
    return totals


def read_manifest(output: Path, wanted: str, *, checksum: bool = False) -> Manifest:
    """Read what is known of an output.

    Args:
        output: The chunk file.
        wanted: The fingerprint of the build that asks.
        checksum: Whether to read the output even if it looks as it did.

    Returns:
        The files whose records may be copied; none if there is no valid manifest, the output is not the one it was
        written for, or the fingerprint differs.
    """
    path = manifest_path(output)
    try:
        first, *rest = path.read_bytes().splitlines()
        head = json.loads(first)
        if (head["version"], head["fingerprint"]) != (VERSION, wanted):
            return Manifest()
        kept = _kept([entry for line in rest for entry in json.loads(line)])
        size, sha256, look = head["output"]["bytes"], head["output"]["sha256"], head["output"]["look"]
        looked_at: int = head["looked_at"]
    except FileNotFoundError:
        return Manifest()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Manifest(problem=Notice("config", str(path), 0, "not a valid manifest; rebuilding everything"))
    now = look_at(str(output))
    looks_same = now is not None and [*now] == look and is_settled(now, looked_at) and not checksum
    end = sum(one.report.size for one in kept.values())
    if end != size or not (looks_same or hash_of(str(output)) == sha256):
        problem = "does not match its manifest; rebuilding everything"
        return Manifest(problem=Notice("config", str(output), 0, problem))
    return Manifest(kept, looked_at, sha256)


def converters_of(output: Path) -> dict[str, str]:
    """Return what converted each document of an output, as far as its manifest says; sources to names and versions."""
    try:
        _, *rest = manifest_path(output).read_bytes().splitlines()
        files = [values for line in rest for _, values in json.loads(line)]
        return {file["source"]: file["converter"] for file in files if file["converter"]}
    except (OSError, ValueError, TypeError, KeyError):
        # without a manifest nothing is known, which is no error
        return {}


class Built(NamedTuple):
    """What a build did."""

    inputs: Sequence[Input]
    """Its files in order."""
    reports: Sequence[FileReport]
    """The report of each; a file with an error has no bytes in the output."""
    sha256: str
    """Of the chunk file, hexadecimal."""
    looked_at: int
    """When it began to look for its files, in nanoseconds since 1970."""
    totals: Mapping[str, Any]
    """What it reported (``Summary.totals``)."""


def write_manifest(output: Path, wanted: str, built: Built) -> None:
    """Write the manifest of an output, whole, beside it.

    Args:
        output: The chunk file, in place already.
        wanted: The fingerprint of the build that wrote it.
        built: What that build did.
    """
    reports = built.reports
    head = {
        "version": VERSION,
        "schema": SCHEMA_VERSION,
        "fingerprint": wanted,
        "looked_at": built.looked_at,
        "output": {
            "bytes": sum(report.size for report in reports),
            "sha256": built.sha256,
            "look": look_at(str(output)),
        },
        "digest": digest(built.inputs, built.looked_at),
        "totals": built.totals,
    }
    entries = [[one.look, report.to_dict()] for one, report in zip(built.inputs, reports, strict=True)]
    lines = [head, *(entries[i : i + FILES] for i in range(0, len(entries), FILES))]
    with whole_file(manifest_path(output)) as file:
        file.writelines(json.dumps(line, ensure_ascii=True).encode() + b"\n" for line in lines)


def _kept(entries: Iterable[tuple[list[int] | None, dict[str, Any]]]) -> dict[str, Kept]:
    kept: dict[str, Kept] = {}
    offset = 0
    for look, values in entries:
        report = FileReport.from_dict(values)
        kept[report.source] = Kept(report, offset, Look(*look) if look else None)
        offset += report.size
    return kept


def _installed() -> set[str]:
    """Return the names of the folders that hold the ``PARSERS``' metadata: they end in the version.

    ``importlib.metadata`` would read the same folders, and takes half as long as an unchanged build to import.
    https://packaging.python.org/en/latest/specifications/recording-installed-packages/
    """
    wanted = re.compile(rf"({'|'.join(PARSERS)})-[^-]+\.(dist|egg)-info", re.IGNORECASE)
    folders = [folder for folder in sys.path if os.path.isdir(folder)]  # noqa: PTH112
    return {name for folder in folders for name in os.listdir(folder) if wanted.fullmatch(name)}  # noqa: PTH208


def hash_of(path: str) -> str:
    """Return the hash of a file's bytes, hexadecimal; ``""`` if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a Path for each of 50,000 files costs
            while block := file.read(HASHED):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()
