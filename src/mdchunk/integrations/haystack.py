"""Haystack: a component that splits documents into chunks."""

import asyncio
from collections.abc import Iterator
from typing import Any, Unpack

from mdchunk.api import chunk_markdown
from mdchunk.extras import install
from mdchunk.integrations.documents import metadata_of
from mdchunk.model import Options, Settings

try:
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.utils import deserialize_callable, serialize_callable
except ImportError as error:
    raise ImportError(
        f"mdchunk.integrations.haystack needs one more package: {install('haystack-ai')}"
    ) from error


@component
class MarkdownChunkSplitter:
    """Splits documents into chunks: ``content`` is the chunk's ``content``, and ``id`` its id.

    ``meta`` is the document's own and the record's fields as ``Chunk.to_dict(flat=True)`` gives them, without ``id``,
    ``text`` and ``content``, and by Haystack's names ``source_id``, ``split_id``, ``split_idx_start`` and, for
    documents with page markers, ``page_number``.

    To load a pipeline with it from YAML: ``Pipeline.loads(text, allowed_modules=["mdchunk.integrations.haystack"])``.
    """

    def __init__(self, source_key: str = "file_path", **settings: Unpack[Settings]) -> None:
        """Make a splitter.

        Args:
            source_key: Key of a document's meta that names the document; the name is part of the ids, and its ending
                chooses the dialect. If there is none, the document's id is its name.
            settings: The fields of ``mdchunk.Options``.

        Raises:
            MdchunkError: A setting is out of its range.
        """
        self.source_key = source_key
        self.settings = dict(settings)
        self._options = Options(**settings)  # type: ignore[arg-type]  # Options takes any collection

    def to_dict(self) -> dict[str, Any]:
        """Return the component as YAML has it."""
        settings = {name: _plain(value) for name, value in self.settings.items()}
        values: dict[str, Any] = default_to_dict(self, source_key=self.source_key, **settings)
        return values

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "MarkdownChunkSplitter":
        """Return the component that ``to_dict`` was made of."""
        parameters = dict(data.get("init_parameters", {}))
        if isinstance(parameters.get("tokenizer"), dict):
            parameters["tokenizer"] = deserialize_callable(parameters["tokenizer"]["function"])
        made: MarkdownChunkSplitter = default_from_dict(cls, data | {"init_parameters": parameters})
        return made

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Return the chunks of documents.

        Raises:
            ValueError: A document has no text.
        """
        return {"documents": [chunk for document in documents for chunk in self._chunks(document)]}

    @component.output_types(documents=list[Document])
    async def run_async(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Return the chunks of documents; the work is done in a thread."""
        done: dict[str, list[Document]] = await asyncio.to_thread(self.run, documents)
        return done

    def _chunks(self, document: Document) -> Iterator[Document]:
        if document.content is None:
            raise ValueError(f"document {document.id} has no text to split")
        name = str(document.meta.get(self.source_key) or document.id)
        for chunk in chunk_markdown(document.content, self._options, source=name):
            place = {"source_id": document.id, "split_id": chunk.index, "split_idx_start": chunk.start_char}
            page = {} if chunk.page_start is None else {"page_number": chunk.page_start}
            yield Document(
                id=chunk.id, content=chunk.content, meta=document.meta | metadata_of(chunk) | place | page
            )


def _plain(value: Any) -> Any:
    """Return a setting's value as YAML has it."""
    if callable(value):
        return {"function": serialize_callable(value)}
    return (
        sorted(value)
        if isinstance(value, set | frozenset)
        else list(value)
        if isinstance(value, tuple)
        else value
    )
