"""How the command line does on whole trees, as ratios in one run; by hand, on a quiet machine.

    python tests/bench/trees.py FOLDER [--files 50000] [--megabytes 200] [--rounds 5]

FOLDER holds Markdown files. Prints two processes against one, an incremental build of what did not change against
a full one, the start against a bare Click program, and the peak memory of many files and of a large one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
MDCHUNK = "from mdchunk.cli import main; main()"
BUILD = "if __name__ == '__main__':\n    from mdchunk.cli import main; main()"
PEAK = """
import resource, sys
from mdchunk.cli import run
status = run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
sys.exit(status)
"""


def seconds(*command: str) -> float:
    """Return how long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def alternating(rounds: int, *commands: list[str]) -> list[float]:
    """Return the median time of each command, run in turns so that a busy spell hits all."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for taken, command in zip(times, commands, strict=True):
            taken.append(seconds(*command))
    return [statistics.median(taken) for taken in times]


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
    seconds(*again)
    full, both, unchanged = alternating(rounds, one, two, again)
    print(f"--jobs 2 is {full / both:.2f} times as fast as --jobs 1 ({full:.2f} s, {both:.2f} s)")
    print(
        f"an unchanged incremental build is {full / unchanged:.1f} times as fast as a full one ({unchanged:.2f} s)"
    )
    written = {path.read_bytes() for path in out.glob("*.jsonl")}
    print(f"all three wrote {'the same bytes' if len(written) == 1 else 'DIFFERENT BYTES'}")


def start(rounds: int) -> None:
    """Print the ratios of starts."""
    for flag in ("--version", "--help"):
        bare, ours = alternating(
            rounds, [sys.executable, "-c", BARE, flag], [sys.executable, "-c", MDCHUNK, flag]
        )
        print(f"mdchunk {flag} takes {ours / bare:.2f} times a bare Click program ({ours * 1000:.0f} ms)")


def memory(files: int, megabytes: int, out: Path) -> None:
    """Print peaks of memory."""
    page = "# Title\n\nSome words of a page.\n\n## Part\n\n" + "More words. " * 20 + "\n"
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
