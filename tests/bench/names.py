"""Memory and time of a build's own process while it plans: made-up names, and an engine that does nothing.

python -m tests.bench.names 10000000
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any

import fsspec

from mdchunk import build_parts as builder
from mdchunk.files.settings import BuildSettings
from mdchunk.model import Options
from mdchunk.shards.parts import Part
from mdchunk.shards.plan import Shard
from mdchunk.shards.summary import Summary

IN_FOLDER = 1000
"""Files in a folder."""
EMPTY = Summary("", "characters").totals()


class MadeUp(fsspec.AbstractFileSystem):  # type: ignore[misc]
    """A file system of folders with Markdown files that are not there."""

    protocol = "madeup"
    files = 0

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        return {"name": path, "type": "directory", "size": 0}

    def ls(self, path: str, **_: Any) -> list[Any]:
        if "/" not in path.strip("/"):
            count = self.files // IN_FOLDER
            return [{"name": f"{path}/folder-{n:06}", "type": "directory", "size": 0} for n in range(count)]
        return [
            {"name": f"{path}/page-{n:04}.md", "type": "file", "size": 2000 + n, "ETag": f"{n:032}"}
            for n in range(IN_FOLDER)
        ]


def each(_run: Any, items: Iterable[Shard], _jobs: int) -> Iterator[tuple[Shard, Part]]:
    """Do nothing with each shard."""
    for shard in items:
        yield shard, Part(shard.number, shard.key, EMPTY | {"files": len(shard.inputs)})


def main() -> None:
    MadeUp.files = int(sys.argv[1])
    fsspec.register_implementation("madeup", MadeUp)
    builder.ENGINES["local"] = __name__  # type: ignore[index]
    sys.modules.setdefault(__name__, sys.modules["__main__"])
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        summary = builder.build_parts(["madeup://all"], Options(), BuildSettings(output=f"{folder}/out/"))
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"{summary.files:,} names in {seconds:.0f} s, {after / 1024:.0f} MiB at most ({before / 1024:.0f} before)"
    )


if __name__ == "__main__":
    main()
