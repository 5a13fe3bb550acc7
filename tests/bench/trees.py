"""How the command line does on whole trees, as ratios in one run; by hand, on a quiet machine.

    python tests/bench/trees.py FOLDER [--files 50000] [--megabytes 200] [--rounds 5]

FOLDER holds Markdown files. Prints two processes against one, an incremental build of what did not change against
a full one, the start against a bare Click program, and the peak memory of many files and of a large one.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

BARE = """
import click

@click.group()
@click.version_option("1")
def main():
    "A bare program."

@main.command()
def build():
    "Do nothing."

main(prog_name="bare")
"""
MDCHUNK = "from mdchunk.cli.main import main; main()"
BUILD = "if __name__ == '__main__':\n    from mdchunk.cli.main import main; main()"
PEAK = """
import resource, sys
from mdchunk.cli.main import run
status = run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
sys.exit(status)
"""

DOCUMENT = """
import resource, sys
from mdchunk.api import chunk_document
chunk_document("# warm up")
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    text = file.read()
held = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() // 1024
chunk_document(text, source="a.md")
print(held, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
PART = """## Part {n}

{words}

- one `item` of a list, and what it says
- another, with a [link](https://example.org/{n})

```python
def part_{n}():
    return {n}
```
"""
PAGE = "Some words of a page.\n\n" + "\n".join(PART.format(n=n, words="More words. " * 30) for n in range(7))


class Time(NamedTuple):
    """How long a command took."""

    wall: float
    cpu: float
    """Of all its processes; says more where the machine has other work."""


def time_of(*command: str) -> Time:
    """Return how long a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Time(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def alternating(rounds: int, *commands: list[str]) -> list[Time]:
    """Return the median times of each command, run in turns so that a busy spell hits all."""
    times: list[list[Time]] = [[] for _ in commands]
    for _ in range(rounds):
        for taken, command in zip(times, commands, strict=True):
            taken.append(time_of(*command))
    return [Time(*map(statistics.median, zip(*taken, strict=True))) for taken in times]


def ratio(slow: Time, fast: Time) -> str:
    """Return how many times as long one takes as the other."""
    return f"{slow.wall / fast.wall:.2f} times (of CPU {slow.cpu / fast.cpu:.2f})"


def peak(*args: str) -> int:
    """Return the peak memory of a build in one process, in MiB."""
    command = [sys.executable, "-c", PEAK, "build", *args, "-q", "--jobs", "1"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stderr.split()[-1])


def speed(folder: str, out: Path, rounds: int) -> None:
    """Print the ratios of time."""
    build = [sys.executable, "-c", BUILD, "build", folder, "--root", folder, "--on-error", "skip", "-q"]
    one = [*build, "-o", str(out / "one.jsonl"), "--jobs", "1"]
    two = [*build, "-o", str(out / "two.jsonl"), "--jobs", "2"]
    again = [*build, "-o", str(out / "again.jsonl"), "--incremental"]
    time_of(*again)
    full, both, unchanged = alternating(rounds, one, two, again)
    print(f"--jobs 1 takes {ratio(full, both)} as long as --jobs 2")
    print(f"a full build takes {ratio(full, unchanged)} as long as an incremental one without a change")
    written = {path.read_bytes() for path in out.glob("*.jsonl")}
    print(f"all three wrote {'the same bytes' if len(written) == 1 else 'DIFFERENT BYTES'}")


def full_and_unchanged(folder: str, out: Path, rounds: int) -> tuple[Time, Time]:
    """Return the median times of a full build of a folder and of an incremental one in which nothing changed."""
    build = [sys.executable, "-c", BUILD, "build", folder, "--root", folder, "--on-error", "skip", "-q"]
    full = [*build, "-o", str(out / "full.jsonl"), "--jobs", "1"]
    again = [*build, "-o", str(out / "again.jsonl"), "--incremental", "--jobs", "1"]
    time_of(*again)
    time.sleep(3)  # what is newer than two seconds is not trusted
    time_of(*again)
    took = alternating(rounds, full, again)
    return took[0], took[1]


def write_small(folder: Path, files: int) -> None:
    """Write so many small documents, a hundred a folder."""
    for n in range(files):
        path = folder / str(n // 100) / f"{n}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Page {n}\n\n{PAGE}", encoding="utf-8")


def peak_of_document(path: Path) -> tuple[int, int]:
    """Return, in bytes, the memory of a process that holds a document's text, and its peak once it is chunked."""
    done = subprocess.run(
        [sys.executable, "-c", DOCUMENT, str(path)], check=True, capture_output=True, text=True
    )
    held, highest = map(int, done.stdout.split())
    return held * 1024, highest * 1024


def start(rounds: int) -> None:
    """Print the ratios of starts."""
    for flag in ("--version", "--help"):
        bare, ours = alternating(
            rounds, [sys.executable, "-c", BARE, flag], [sys.executable, "-c", MDCHUNK, flag]
        )
        print(f"mdchunk {flag} takes {ratio(ours, bare)} as long as a bare Click program")


def memory(files: int, megabytes: int, out: Path) -> None:
    """Print peaks of memory."""
    page = f"# Title\n\n{PAGE}"
    for count in (files // 10, files):
        folder = out / f"files{count}"
        for n in range(count):
            path = folder / str(n % 100) / f"{n}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, encoding="utf-8")
        mib = peak(str(folder), "-o", str(out / "many.jsonl"))
        print(f"{count} small files: peak {mib} MiB")
    big = out / "big.md"
    with big.open("w", encoding="utf-8") as file:
        for n in range(megabytes * 1_000_000 // len(page)):
            file.write(page.replace("Title", f"Title {n}"))
    print(f"one file of {megabytes} MB: peak {peak(str(big), '-o', str(out / 'big.jsonl'))} MiB")


def main() -> None:
    """Run all of it."""
    parser = argparse.ArgumentParser(description="How the command line does on whole trees.")
    parser.add_argument("folder")
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        start(asked.rounds * 4)
        speed(asked.folder, Path(folder), asked.rounds)
        memory(asked.files, asked.megabytes, Path(folder))


if __name__ == "__main__":
    main()
