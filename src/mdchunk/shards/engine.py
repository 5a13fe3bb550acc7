"""Engines map ``run_shard`` over shards and yield the results in the order of the shards.

No data passes through an engine, so every engine gives the same bytes. What an engine needs is imported when it
runs: a build in which nothing changed needs neither the parser nor processes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.files.chunk_file import blocks_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from mdchunk.shards.plan import FileReport, Job, Shard, ShardResult


def run(job: Job, shards: Sequence[Shard], jobs: int) -> Generator[ShardResult]:
    """Run shards: with one job in this process, otherwise in that many processes.

    A process that dies costs the file that it was working on and no other. The results of its shard then come file
    by file, so there may be more results than shards. A result's file exists until the next result is requested.
    """
    if not shards:
        return
    from mdchunk.files.unfinished import remove_work_folders, work_folder  # noqa: PLC0415

    remove_work_folders()
    with work_folder() as folder:
        work = replace(job, folder=str(folder))
        if jobs > 1 or job.doc_timeout:
            from mdchunk.shards.processes import run_in_processes  # noqa: PLC0415

            yield from run_in_processes(work, shards, jobs)
        else:
            from mdchunk.shards.shard import run_shard  # noqa: PLC0415

            for shard in shards:
                yield run_shard(work, shard)


def records_of(result: ShardResult) -> Iterator[tuple[FileReport, Iterator[bytes]]]:
    """Yield each file's report with the blocks of its records, and remove the shard's file at the end.

    The blocks of one file must be consumed before the next file is requested.
    """
    if not result.path:
        yield from ((report, iter(())) for report in result.reports)
        return
    with Path(result.path).open("rb") as file:
        for report in result.reports:
            yield report, blocks_of(file, report.size)
    Path(result.path).unlink()
