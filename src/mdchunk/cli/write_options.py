"""The flags of a build that are about its output and how the work is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from mdchunk.cli import completion
from mdchunk.cli.parameters import names
from mdchunk.files.formats import FORMATS
from mdchunk.files.settings import Engine

if TYPE_CHECKING:
    from collections.abc import Mapping

WRITE_OPTIONS: Mapping[str, dict[str, Any]] = {
    "output": {
        "type": click.Path(),
        "short": "-o",
        "help": "File to write; - is stdout. By default chunks with the ending of the format: chunks.jsonl. A name that"
        " ends in / is a folder of parts: each build into it continues the one before.",
    },
    "format": {
        "type": click.Choice(tuple(FORMATS)),
        "default": None,
        "help": "Format of the output. By default that of the ending of its name, or jsonl if it has none.",
    },
    "fields": {
        "type": names,
        "metavar": "NAMES",
        "shell_complete": completion.fields,
        "help": "Fields of the record to write, such as id,content. By default all.",
    },
    "flat": {
        "help": "Scalars only, for stores that take nothing else: `heading_path` as `A > B`, metadata as JSON text, no"
        " empty fields."
    },
    "jobs": {
        "type": click.IntRange(0),
        "short": "-j",
        "help": "Number of processes; 0: one per core for large builds, otherwise one.",
    },
    "engine": {
        "type": click.Choice(get_args(Engine)),
        "help": "What makes the parts: processes of this machine, or Ray (the cluster that RAY_ADDRESS names).",
    },
    "part_size": {
        "type": float,
        "metavar": "MB",
        "help": "Minimum megabytes of documents for each part; the maximum is twice as many.",
    },
    "progress": {
        "help": "Say how far the build is on stderr: documents, characters, chunks a second, errors, time left. With"
        " --json as JSON lines on stdout, before the result."
    },
    "max_errors": {
        "metavar": "N",
        "help": "End a build of parts with status 2 if more documents than this have an error: 100, or 1%.",
    },
    "incremental": {"help": "Reuse the records of unchanged files. Code behind py: is assumed unchanged."},
    "checksum": {
        "help": "Read every file to see if it changed. By default --incremental compares size, times and inode."
    },
}
"""Field of ``BuildSettings`` about writing -> what its flag has besides the default."""
