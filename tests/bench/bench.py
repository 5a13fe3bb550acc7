"""How fast, as ratios: the tables of docs/performance.md. Run by hand, best on a quiet machine.

    python tests/bench/bench.py FOLDER [--rounds 5] [--skip builds] [--skip memory] …

FOLDER holds Markdown documents. Times are of the processor, the best of all rounds; in a round each function has its
turn over all documents, in a process of its own that imports nothing else, with Python's garbage collector on. Peers
that are installed take part (``pip install --group bench``).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # a script's own folder is there, not the checkout

from tests.bench import counting, jobs, trees

PEERS = ("langchain-md-chunker", "langchain-text-splitters", "semantic-text-splitter", "chonkie")


class Row(NamedTuple):
    """A line of the table."""

    what: str
    got: float
    aim: str = ""


def main() -> None:
    """Print the tables."""
    asked = _arguments()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each process would compile what it imports
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for name in ("markdown-it-py", "mdit-py-plugins", *PEERS):
        if name not in jobs.JOBS or jobs.is_there(name):
            print(f"{name} {version(name)}")
    for name, part in PARTS.items():
        if name not in asked.skip:
            print(f"\n{name}", flush=True)
            for row in part(asked):
                print(f"  {row.what:66} {row.got:8.2f}  {row.aim}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=int, default=20_000, help="small files of the incremental build")
    parser.add_argument(
        "--megabytes", type=int, default=20, help="size of the document whose memory is taken"
    )
    parser.add_argument("--skip", action="append", default=[], choices=PARTS)
    return parser.parse_args()


def _seconds(names: Iterable[str], place: Path, rounds: int) -> dict[str, float]:
    """Return the best processor time of each job."""
    there = [name for name in names if jobs.is_there(name)]
    best = dict.fromkeys(there, float("inf"))
    for _ in range(rounds):
        for name in there:
            command = [sys.executable, jobs.__file__, name, str(place)]
            done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            best[name] = min(best[name], done["seconds"])
    return best


def _documents(asked: argparse.Namespace) -> Iterator[Row]:
    texts = jobs.texts(asked.folder)
    size = sum(map(len, texts))
    took = _seconds(jobs.JOBS, asked.folder, asked.rounds)
    print(f"  {len(texts)} documents, {size:,} code points")
    for name, seconds in took.items():
        print(f"  {name:66} {seconds:8.2f} s, {size / seconds / 1e6:.2f} million code points a second")
    yield Row("our parse / stock block parse", took["parse"] / took["stock"], "at most 0.40")
    yield Row("chunk_document, defaults / stock", took["chunk_document"] / took["stock"], "at most 1.00")
    yield Row(
        "chunk_document, max_chars=300 / stock", took["chunk_document 300"] / took["stock"], "at most 1.45"
    )
    for peer in PEERS:
        if peer in took:
            aim = "at most 1.4" if peer == "langchain-md-chunker" else ""
            yield Row(f"chunk_document, defaults / {peer}", took["chunk_document"] / took[peer], aim)


def _growth(asked: argparse.Namespace) -> Iterator[Row]:
    """One document of 0.5 MB, ten times as long, and of some sizes against the peer that is near."""
    text = "\n\n".join(jobs.texts(asked.folder))[:500_000]
    with tempfile.TemporaryDirectory() as folder:
        took = {}
        for times in (1, 2, 4, 10):
            place = Path(folder, f"{times}.md")
            place.write_text("\n\n".join([text] * times), encoding="utf-8")
            names = ["chunk_document", *(["langchain-md-chunker"] if times < 10 else [])]
            took[times] = _seconds(names, place, asked.rounds)
        for times, seconds in took.items():
            yield Row(f"seconds for a document of {times * 0.5:.1f} MB", seconds["chunk_document"])
        yield Row(
            "one document ten times as long",
            took[10]["chunk_document"] / took[1]["chunk_document"],
            "at most 11",
        )
        for times, seconds in took.items():
            if "langchain-md-chunker" in seconds:
                what = f"langchain-md-chunker / chunk_document, one document of {times * 0.5:.1f} MB"
                yield Row(what, seconds["langchain-md-chunker"] / seconds["chunk_document"])


def _builds(asked: argparse.Namespace) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, "small")
        trees.write_small(small, asked.files)
        for what, place, aim in (
            (f"{asked.files:,} small files", small, 50),
            ("the folder", asked.folder, 35),
        ):
            full, unchanged = trees.full_and_unchanged(str(place), Path(folder), asked.rounds)
            print(f"  {what}: full {full.cpu:.2f} s, unchanged {unchanged.cpu:.3f} s")
            yield Row(
                f"full build / unchanged incremental build, {what}", full.cpu / unchanged.cpu, f"{aim}+"
            )


def _memory(asked: argparse.Namespace) -> Iterator[Row]:
    """Documents one after the other until they are as long; a CR or NUL costs the parser a copy of the text."""
    text = "\n\n".join(jobs.texts(asked.folder))
    size = asked.megabytes * 1_000_000
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    texts = {"as they come": text, "no CR, no NUL": plain}
    with tempfile.TemporaryDirectory() as folder:
        for what, joined in texts.items():
            data = (joined * (size // len(joined) + 1)).encode()[:size]
            place = Path(folder, "large.md")
            place.write_bytes(data.decode("utf-8", "ignore").encode())
            held, peak = trees.peak_of_document(place)
            row = f"bytes a byte beside the text, one document of {asked.megabytes} MB, {what}"
            yield Row(row, (peak - held) / size, "at most 10")


def _tokens(asked: argparse.Namespace) -> Iterator[Row]:
    texts = jobs.texts(asked.folder)
    for limit, aim in ((512, "at most 1.3"), (256, "at most 1.6")):
        yield Row(
            f"code points counted a code point of text, max_tokens={limit}",
            counting.recounts(texts, limit),
            aim,
        )


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "documents": _documents,
    "growth": _growth,
    "builds": _builds,
    "memory": _memory,
    "tokens": _tokens,
}


if __name__ == "__main__":
    main()
