"""A large build: documents a second, memory of its own process, Ray against local, and the run after it.

python -m tests.bench.large 1000000 FOLDER [ray]
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

GROUP = 5000
"""Rows of a row group."""


class Run(NamedTuple):
    """What one build took."""

    seconds: float
    cpu: float
    """Seconds of processors, of its own process and those that it waited for."""
    peak: float
    """MiB that its own process held at most."""


def make_documents(path: Path, count: int) -> None:
    """Write a Parquet file of small documents, each of other words."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghijklmnop", k=rng.randint(2, 9))) for _ in range(5000)]
    schema = pa.schema([("path", pa.string()), ("text", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, count, GROUP):
            numbers = range(first, min(first + GROUP, count))
            texts = [_document(rng, words, n) for n in numbers]
            writer.write_table(pa.table({"path": [f"{n:07}.md" for n in numbers], "text": texts}, schema))


def _document(rng: random.Random, words: list[str], number: int) -> str:
    sections = []
    for _ in range(rng.randint(1, 3)):
        text = " ".join(rng.choices(words, k=rng.randint(20, 90)))
        sections.append(
            f"## {' '.join(rng.choices(words, k=3))}\n\n{text}.\n\n- {words[number % 5000]}\n- two\n"
        )
    return f"# Page {number}\n\n" + "\n".join(sections)


def build(folder: Path, engine: str) -> Run:
    """Build once."""
    command = [sys.executable, "-m", "mdchunk", "build", "-q", "docs.parquet", "--text-column", "text"]
    command += ["-o", f"{engine}/", "--format", "parquet", "--engine", engine, "-j", "2", "--part-size", "4"]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = 0.0
    with subprocess.Popen(command, cwd=folder) as process:
        while process.poll() is None:
            peak = max(peak, _held(process.pid))
            time.sleep(0.2)
    assert process.returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(time.perf_counter() - start, cpu, peak)


def _held(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    lines = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(lines[0].split()[1]) / 1024 if lines else 0.0


def main() -> None:
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "docs.parquet").exists():
        make_documents(folder / "docs.parquet", count)
    for engine in sys.argv[3:] or ["local"]:
        first, second = build(folder, engine), build(folder, engine)
        print(
            f"{engine}: {count / first.seconds:,.0f} documents/s ({first.seconds:.1f} s, {first.cpu:.1f} s of"
            f" processors), {first.peak:.0f} MiB in its own process; again: {second.seconds:.2f} s"
            f" = {second.seconds / first.seconds:.2%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
