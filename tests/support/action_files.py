"""Documents in the workspace of a job, and the records that the action made of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.run_action import Job

PAGE = "# Title\n\nText.\n\n## Part\n\nMore text.\n"
LONG = "# Title\n\n" + "A sentence of some length that fills the page.\n\n" * 40


def write(job: Job, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = job.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def sources(job: Job, output: str = "md-chunks.jsonl") -> list[str]:
    lines = (job.workspace / output).read_text(encoding="utf-8").splitlines()
    return list(dict.fromkeys(json.loads(line)["source"] for line in lines))


def records(job: Job, output: str = "md-chunks.jsonl") -> list[Any]:
    return [json.loads(line) for line in (job.workspace / output).read_bytes().splitlines()]
