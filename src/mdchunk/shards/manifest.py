"""Incremental builds: a manifest beside the output says what its bytes were made from.

It holds a fingerprint of everything that the bytes depend on except the files' content, and a report of each file
in the order of the output. The output's hash ties the two together: if it does not match, everything is rebuilt.
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
from mdchunk.model import SCHEMA_VERSION, Notice
from mdchunk.shards.plan import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from mdchunk.shards.plan import Job

VERSION = 2
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


HASHED = 1 << 16
"""Bytes that are read at a time: most documents are smaller, and a buffer costs by its size."""


class Kept(NamedTuple):
    """A file's records in the existing output."""

    report: FileReport
    offset: int
    """Bytes before its records."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known of the output; empty if nothing is known, or nothing that still holds."""

    kept: Mapping[str, Kept] = field(default_factory=dict)
    """Source -> its records."""
    problem: Notice | None = None
    """Why an existing manifest cannot be used, if that is worth a warning."""


def manifest_path(output: Path) -> Path:
    """Return where the manifest of an output lies."""
    return output.with_name(output.name + ".manifest.json")


def fingerprint(job: Job) -> str:
    """Return a hash of what a file's records depend on besides its name and bytes."""
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
    }
    return hashlib.sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()


def read_manifest(output: Path, wanted: str) -> Manifest:
    """Read what is known of an output.

    Args:
        output: The chunk file.
        wanted: The fingerprint of the build that asks.

    Returns:
        The files whose records may be copied; none if there is no valid manifest, the output is not the one it was
        written for, or the fingerprint differs.
    """
    path = manifest_path(output)
    try:
        values = json.loads(path.read_bytes())
        kept = _kept(values["files"])
        fits = values["version"] == VERSION and values["fingerprint"] == wanted
        size, sha256 = values["output"]["bytes"], values["output"]["sha256"]
    except FileNotFoundError:
        return Manifest()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Manifest(problem=Notice("config", str(path), 0, "not a valid manifest; rebuilding everything"))
    if not fits:
        return Manifest()
    end = sum(one.report.size for one in kept.values())
    if end != size or hash_of(str(output)) != sha256:
        problem = "does not match its manifest; rebuilding everything"
        return Manifest(problem=Notice("config", str(output), 0, problem))
    return Manifest(kept)


def converters_of(output: Path) -> dict[str, str]:
    """Return what converted each document of an output, as far as its manifest says; sources to names and versions."""
    try:
        files = json.loads(manifest_path(output).read_bytes())["files"]
        return {file["source"]: file["converter"] for file in files if file["converter"]}
    except (OSError, ValueError, TypeError, KeyError):
        # without a manifest nothing is known, which is no error
        return {}


def write_manifest(output: Path, wanted: str, reports: Iterable[FileReport], sha256: str) -> None:
    """Write the manifest of an output, whole, beside it.

    Args:
        output: The chunk file, in place already.
        wanted: The fingerprint of the build that wrote it.
        reports: Each file of the build, in its order; one with an error has no bytes in the output.
        sha256: Hash of the chunk file, hex.
    """
    files = [report.to_dict() for report in reports]
    values = {
        "version": VERSION,
        "schema": SCHEMA_VERSION,
        "fingerprint": wanted,
        "output": {"bytes": sum(file["size"] for file in files), "sha256": sha256},
        "files": files,
    }
    with whole_file(manifest_path(output)) as file:
        file.write(json.dumps(values, ensure_ascii=True).encode() + b"\n")


def _kept(files: list[dict[str, Any]]) -> dict[str, Kept]:
    kept: dict[str, Kept] = {}
    offset = 0
    for values in files:
        report = FileReport.from_dict(values)
        kept[report.source] = Kept(report, offset)
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
