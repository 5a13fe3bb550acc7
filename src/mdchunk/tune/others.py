"""Other chunkers to compare with, if they are installed, and chunks from a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mdchunk.model import Length, MdchunkError, Options, Place
from mdchunk.tune.experiment import Searched
from mdchunk.tune.metrics import Hit, Span

Cut = Callable[[str, int], Iterator[tuple[int, int, str]]]
"""From a text and a limit in characters to chunks: start, end (half-open code points) and what is embedded."""


def compared(
    name: str, documents: Mapping[str, str], options: Options, count: Length
) -> tuple[str, list[Searched]]:
    """Return what another chunker makes of the documents, or the chunks of a file.

    Args:
        name: A row of ``CHUNKERS``, or a file of JSON lines with ``source``, ``start_char``, ``end_char`` and
            ``content`` or ``text``.
        documents: Source to text.
        options: ``max_chars`` is the other chunker's limit, too.
        count: What counts tokens.

    Raises:
        MdchunkError: There is no such chunker or file, its package is missing, or a chunk lacks a field.
    """
    if name not in CHUNKERS:
        return Path(name).name, list(_from_file(name, documents, count))
    module, cut = CHUNKERS[name]
    try:
        import_module(module)
    except ImportError as error:
        package = module.replace("_", "-")
        raise MdchunkError(
            f"{name} needs the package {package}, which is not installed", setting="compare"
        ) from error
    return name, [
        Searched(content, Hit(Span(source, start, end), count(content)))
        for source, text in documents.items()
        for start, end, content in cut(text, options.max_chars)
    ]


def _recursive(text: str, limit: int) -> Iterator[tuple[int, int, str]]:
    splitters: Any = import_module("langchain_text_splitters")
    splitter = splitters.RecursiveCharacterTextSplitter(
        chunk_size=limit, chunk_overlap=0, add_start_index=True
    )
    for document in splitter.create_documents([text]):
        start = document.metadata["start_index"]
        yield start, start + len(document.page_content), document.page_content


def _headers(text: str, limit: int) -> Iterator[tuple[int, int, str]]:
    """LangChain's MarkdownHeaderTextSplitter with the headings kept, then its recursive splitter.

    It says no offsets and changes white space, so that each chunk is found again by its first and last words.
    """
    splitters: Any = import_module("langchain_text_splitters")
    levels = [("#" * level, str(level)) for level in range(1, 7)]
    sections = splitters.MarkdownHeaderTextSplitter(levels, strip_headers=False).split_text(text)
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=limit, chunk_overlap=0)
    at = 0
    for document in splitter.split_documents(sections):
        found = _found(text, document.page_content, at)
        if found:
            at = found[1]
            yield (*found, document.page_content)


def _found(text: str, chunk: str, start: int) -> tuple[int, int] | None:
    """Return where a chunk's words are in a text from ``start`` on."""
    words = chunk.split()
    if not words or (first := text.find(words[0], start)) < 0:
        return None
    at = first
    for word in words:
        if (at := text.find(word, at)) < 0:
            return None
        at += len(word)
    return first, at


def _semantic(text: str, limit: int) -> Iterator[tuple[int, int, str]]:
    splitters: Any = import_module("semantic_text_splitter")
    for start, content in splitters.MarkdownSplitter(limit).chunk_indices(text):
        yield start, start + len(content), content


CHUNKERS: Mapping[str, tuple[str, Cut]] = MappingProxyType(
    {
        "langchain-recursive": ("langchain_text_splitters", _recursive),
        "langchain-headers": ("langchain_text_splitters", _headers),
        "semantic-text-splitter": ("semantic_text_splitter", _semantic),
    }
)
"""Name -> module that has to be there, and what cuts a text."""


def _from_file(path: str, documents: Mapping[str, str], count: Length) -> Iterator[Searched]:
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise MdchunkError(
            f"must be a file of chunks or one of {', '.join(CHUNKERS)}; {path}: {error.strerror}",
            setting="compare",
        ) from error
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        place = Place(path, number)
        try:
            record = json.loads(line)
            content = record["content"] if "content" in record else record["text"]
            span = Span(record["source"], int(record["start_char"]), int(record["end_char"]))
        except (ValueError, KeyError, TypeError) as error:
            wanted = "source, start_char, end_char, and content or text"
            raise MdchunkError(f"is not a chunk with {wanted}: {error}", place=place) from error
        if span.source not in documents:
            raise MdchunkError(f"source {span.source!r} is none of the documents", place=place)
        yield Searched(content, Hit(span, count(content)))
