"""LangChain: a text splitter, a loader, and chunks as documents.

::

    MarkdownLoader ─ Document per file ─▶ MarkdownChunker ─ Document per chunk ─▶ index(…, key_encoder=chunk_key)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Unpack

from mdchunk.api import chunk_markdown
from mdchunk.extras import install
from mdchunk.integrations.documents import METADATA, Reading, metadata_of
from mdchunk.model import Chunk, Options, Settings
from mdchunk.records import chunk_id

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter
except ImportError as error:
    raise ImportError(
        f"mdchunk.integrations.langchain needs one more package: {install('langchain-text-splitters')}"
    ) from error

_WHOLE = 1 << 62
"""A limit that no section reaches."""
_OF_THE_SECTION = (
    "ref",
    "parent_ref",
    "source",
    "title",
    "heading_path",
    "heading_level",
    "anchor",
    "page_start",
    "page_end",
)
"""Fields that a part of a section has from its section."""


class MarkdownChunker(TextSplitter):
    """Splits documents into chunks; ``page_content`` is the chunk's ``content``, and ``id`` its id.

    Metadata are the document's own and the record's fields as ``Chunk.to_dict(flat=True)`` gives them, without
    ``id``, ``text`` and ``content``; ``start_index`` is ``start_char`` by LangChain's name.

    It is a ``TextSplitter``, since ``ParentDocumentRetriever`` takes no other ``BaseDocumentTransformer``.
    """

    def __init__(self, *, source_key: str = "source", **settings: Unpack[Settings]) -> None:
        """Make a splitter.

        Args:
            source_key: Key of a document's metadata that names the document; the name is part of the ids, and its
                ending chooses the dialect. If there is none, the document's id is its name.
            settings: The fields of ``mdchunk.Options``.

        Raises:
            MdchunkError: A setting is out of its range.
        """
        super().__init__()
        self._source_key = source_key
        self._options = Options(**settings)  # type: ignore[arg-type]  # Options takes any collection

    def split_text(self, text: str) -> list[str]:
        """Return the contents of a text's chunks."""
        return [chunk.content for chunk in chunk_markdown(text, self._options)]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Return the chunks of texts, each with the metadata of its text."""
        pairs = zip(texts, metadatas or [{}] * len(texts), strict=True)
        return list(self.lazy_transform(Document(text, metadata=metadata) for text, metadata in pairs))

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Return the chunks of documents."""
        return list(self.lazy_transform(documents))

    def transform_documents(self, documents: Sequence[Document], **_kwargs: Any) -> Sequence[Document]:
        """Return the chunks of documents."""
        return list(self.lazy_transform(documents))

    def lazy_transform(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield the chunks of documents; one document is held at a time."""
        for document in documents:
            yield from self._chunks(document)

    def _chunks(self, document: Document) -> Iterator[Document]:
        source = str(document.metadata.get(self._source_key) or document.id or "")
        chunks = chunk_markdown(document.page_content, self._options, source=source)
        if "start_char" not in document.metadata:
            for chunk in chunks:
                yield _document(chunk.id, chunk.content, document.metadata, metadata_of(chunk))
            return
        own = {name: value for name, value in document.metadata.items() if name not in METADATA}
        seen: Counter[str] = Counter()
        for chunk in chunks:
            key = chunk_id(str(document.metadata.get("ref", source)), chunk.hash, seen[chunk.hash])
            seen[chunk.hash] += 1
            yield _document(key, chunk.content, own, _within(chunk, document.metadata))


class MarkdownSections(MarkdownChunker):
    """Splits documents into whole sections, however long, as the ``parent_splitter`` of ``ParentDocumentRetriever``.

    ``page_content`` is the section's exact ``text``. A ``MarkdownChunker`` splits such a section into chunks with
    the lines, offsets and headings that they have in the file.
    """

    def __init__(self, *, source_key: str = "source", **settings: Unpack[Settings]) -> None:
        """Make a splitter; the sizes among the settings are not looked at."""
        whole: Settings = {"max_chars": _WHOLE, "max_tokens": 0, "min_size": 0, "overlap": 0}
        super().__init__(source_key=source_key, **(settings | whole))

    def split_text(self, text: str) -> list[str]:
        """Return the texts of a text's sections."""
        return [chunk.text for chunk in chunk_markdown(text, self._options)]

    def _chunks(self, document: Document) -> Iterator[Document]:
        source = str(document.metadata.get(self._source_key) or document.id or "")
        for chunk in chunk_markdown(document.page_content, self._options, source=source):
            yield _document(chunk.id, chunk.text, document.metadata, metadata_of(chunk))


class MarkdownLoader(BaseLoader):
    """Loads Markdown files, one document each; ``metadata["source"]`` is the path relative to ``root``."""

    def __init__(
        self,
        *paths: str | Path,
        root: str | Path = ".",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        gitignore: bool = True,
        encoding: str = "utf-8",
    ) -> None:
        """Make a loader of files, folders and globs; the settings are those of ``mdchunk build``."""
        self._paths = [str(path) for path in paths]
        self._reading = Reading(str(root), tuple(include), tuple(exclude), gitignore, encoding)

    def lazy_load(self) -> Iterator[Document]:
        """Yield the files' documents.

        Raises:
            MdchunkError: A path is not there, there is no file, or a file can't be read or decoded.
        """
        for source, text in self._reading.documents(self._paths):
            yield Document(text, id=source, metadata={"source": source})


def to_documents(chunks: Iterable[Chunk | Mapping[str, Any]]) -> list[Document]:
    """Return chunks, or records of a chunk file, as documents."""
    found = []
    for chunk in chunks:
        record = chunk.to_dict() if isinstance(chunk, Chunk) else chunk
        found.append(_document(record["id"], record["content"], {}, metadata_of(record)))
    return found


def chunk_key(document: Document) -> str:
    """Return a document's id: the ``key_encoder`` of LangChain's ``index``.

    Its own would hash the line numbers as well, so that each edit embeds the rest of the file again.
    """
    if document.id is None:
        raise ValueError("the document has no id; chunks have one")
    return str(document.id)


def _document(key: str, content: str, metadata: Mapping[str, Any], fields: Mapping[str, Any]) -> Document:
    own = deepcopy(dict(metadata))
    return Document(content, id=key, metadata=own | dict(fields) | {"start_index": fields["start_char"]})


def _within(chunk: Chunk, section: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata of a part of a section, given those of the section: places are those in the file."""
    fields = {name: value for name, value in metadata_of(chunk).items() if name not in _OF_THE_SECTION}
    # its position among all chunks of the file is not known
    del fields["index"]
    for name in ("start_char", "end_char"):
        fields[name] += section["start_char"]
    for name in ("start_line", "end_line"):
        fields[name] += section["start_line"] - 1
    return {name: section[name] for name in _OF_THE_SECTION if name in section} | fields
