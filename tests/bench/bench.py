"""How fast, as ratios: run by hand as ``python tests/bench/bench.py FOLDER``, printed as a table.

Over the same texts in one process, processor time, the best of ``ROUNDS``: the package end to end; the parser's
``normalize`` and ``block`` rules alone; and another chunker, where it is installed. Then how the time grows
from a document to one ten times as long.
"""

from __future__ import annotations

import argparse
import gc
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from mdchunk.api import chunk_markdown
from mdchunk.model import MdchunkError
from mdchunk.records import to_line
from mdchunk.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3
SUFFIXES = {".md", ".markdown"}


def texts(folder: Path) -> list[str]:
    """Return the decodable documents under a folder."""
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES):
        try:
            found.append(decode(path.read_bytes(), path.name))
        except MdchunkError as error:
            print("left out:", error)
    return found


def seconds(jobs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the best processor time of each job; the jobs take turns, so that a busy machine hits all alike."""
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            gc.collect()
            start = time.process_time()
            job()
            best[name] = min(best[name], time.process_time() - start)
    return best


def over(job: Callable[[str], object], documents: list[str]) -> Callable[[], object]:
    """Return a job over all documents, which keeps no result: a heap that grows would slow all that follows."""

    def run() -> None:
        for text in documents:
            job(text)

    return run


def parse_blocks() -> Callable[[str], object]:
    """Return the parser with nothing but its two block stages."""
    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser.parse


def end_to_end(text: str) -> list[str]:
    """Chunk a text to JSON lines."""
    return [to_line(chunk) for chunk in chunk_markdown(text, source="a.md")]


def other() -> Callable[[str], object] | None:
    """Return langchain-md-chunker's ``split_text``, if it is installed."""
    try:
        return import_module("langchain_md_chunker").Chunker().split_text  # type: ignore[no-any-return]
    except ImportError:
        return None


def main() -> None:
    """Print the ratios."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    documents = texts(arguments.parse_args().folder)
    size = sum(map(len, documents))
    jobs = {"parser, normalize and block": parse_blocks(), "mdchunk, text to JSON lines": end_to_end}
    chunker = other()
    if chunker:
        jobs["langchain-md-chunker split_text"] = chunker
    print(f"{len(documents)} documents, {size:,} code points")
    times = seconds({name: over(job, documents) for name, job in jobs.items()})
    floor = times["parser, normalize and block"]
    for name, took in times.items():
        print(f"{name:34} {took:8.2f} s {size / took / 1e6:7.2f} M/s  ratio {took / floor:5.2f}")
    base = "\n\n".join(documents)[:500_000]
    texts_by_size = {"once": [base], "ten": ["\n\n".join([base] * 10)]}
    grown = seconds({name: over(end_to_end, text) for name, text in texts_by_size.items()})
    print(f"{'10 times as long takes':34} {grown['ten'] / grown['once']:8.2f} times as long")


if __name__ == "__main__":
    main()
