"""What the benchmark times: from a text to something, by name. Run as a process of its own for each round.

``python tests/bench/jobs.py NAME PLACE`` prints one JSON object: the seconds of processor time of a round over the
documents under PLACE (or the one document PLACE), after a first round that warms caches and the interpreter up, and
the versions of what ran. A process imports what its job needs and nothing else: a heap full of other libraries makes
the garbage collector slower, and the collector is on.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

Job = Callable[[str], object]
ENDINGS = {".md", ".markdown"}


def texts(place: Path) -> list[str]:
    """Return the UTF-8 documents under a folder, or the one that ``place`` is."""
    files = sorted(place.rglob("*")) if place.is_dir() else [place]
    found = []
    for path in files:
        if path.suffix in ENDINGS:
            try:
                found.append(path.read_bytes().decode())
            except UnicodeDecodeError:
                continue
    return found


def _stock() -> Job:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").use(front_matter_plugin)
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser.parse


def _parse() -> Job:
    from mdchunk.syntax.dialects import parser

    md = parser("gfm")
    return lambda text: md.parse(text, {})


def _document(**settings: int) -> Job:
    from mdchunk.api import chunk_document

    return lambda text: chunk_document(text, source="a.md", **settings)  # type: ignore[arg-type]


def _lines() -> Job:
    from mdchunk.api import chunk_document
    from mdchunk.records import to_line

    return lambda text: [to_line(chunk) for chunk in chunk_document(text, source="a.md").chunks]


def _langchain_md_chunker() -> Job:
    from langchain_md_chunker import Chunker  # type: ignore[import-not-found,unused-ignore]

    return Chunker().split_text  # type: ignore[no-any-return,unused-ignore]


def _semantic_text_splitter() -> Job:
    from semantic_text_splitter import MarkdownSplitter  # type: ignore[import-not-found,unused-ignore]

    return MarkdownSplitter(2000).chunks  # type: ignore[no-any-return,unused-ignore]


def _langchain_text_splitters() -> Job:
    from langchain_text_splitters import (  # type: ignore[import-not-found,unused-ignore]
        MarkdownTextSplitter,
    )

    return MarkdownTextSplitter(chunk_size=2000, chunk_overlap=0).split_text  # type: ignore[no-any-return,unused-ignore]


def _chonkie() -> Job:
    from chonkie import RecursiveChunker  # type: ignore[import-not-found,unused-ignore]

    return RecursiveChunker(tokenizer="character", chunk_size=2000).chunk  # type: ignore[no-any-return,unused-ignore]


JOBS: dict[str, tuple[Callable[[], Job], str]] = {
    "stock": (_stock, "markdown-it-py"),
    "parse": (_parse, "mdchunk-it"),
    "chunk_document": (_document, "mdchunk-it"),
    "chunk_document 300": (lambda: _document(max_chars=300), "mdchunk-it"),
    "JSON lines": (_lines, "mdchunk-it"),
    "langchain-md-chunker": (_langchain_md_chunker, "langchain-md-chunker"),
    "langchain-text-splitters": (_langchain_text_splitters, "langchain-text-splitters"),
    "semantic-text-splitter": (_semantic_text_splitter, "semantic-text-splitter"),
    "chonkie": (_chonkie, "chonkie"),
}
"""Name -> what makes the function, and the distribution that it is of."""


def is_there(name: str) -> bool:
    """Tell whether the distribution of a job is installed."""
    try:
        return bool(version(JOBS[name][1]))
    except PackageNotFoundError:
        return False


def main() -> None:
    """Run a job and print what it took."""
    name, place = sys.argv[1:]
    documents = texts(Path(place))
    make, distribution = JOBS[name]
    job = make()

    def once() -> float:
        gc.collect()
        start = time.process_time()
        for text in documents:
            job(text)
        return time.process_time() - start

    once()
    print(json.dumps({"seconds": once(), "version": version(distribution), "collector": gc.isenabled()}))


if __name__ == "__main__":
    main()
