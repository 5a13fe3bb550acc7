"""LlamaIndex: a node parser and a reader."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Annotated, Any

from mdchunk.api import chunk_markdown
from mdchunk.extras import install
from mdchunk.integrations.documents import Reading, metadata_of
from mdchunk.model import Chunk, Options

try:
    from llama_index.core.bridge.pydantic import Field, PlainSerializer, create_model
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.readers.base import BasePydanticReader
    from llama_index.core.schema import (
        BaseNode,
        Document,
        MetadataMode,
        NodeRelationship,
        RelatedNodeInfo,
        TextNode,
    )
    from llama_index.core.utils import get_tqdm_iterable
except ImportError as error:
    raise ImportError(
        f"mdchunk.integrations.llama_index needs one more package: {install('llama-index-core')}"
    ) from error

FOR_THE_LLM = frozenset({"source", "title", "heading_path"})
"""Metadata that a language model is shown with a chunk. An embedding model is shown none, for ``content`` is what to
embed."""
_WHOLE = 1 << 62
"""A limit that no section reaches."""
_SETTINGS = frozenset(field.name for field in fields(Options))


def _plain(value: Any) -> Any:
    """Return a setting's value as JSON has it, and always the same: sets have no order."""
    if isinstance(value, frozenset | set):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


# a field for each setting, with its default: pydantic has a schema of them, and pipelines hash them
_NodeParser: Any = create_model(
    "_NodeParser",
    __base__=NodeParser,
    **{field.name: (Annotated[Any, PlainSerializer(_plain)], field.default) for field in fields(Options)},  # type: ignore[call-overload]
)


class MarkdownChunkNodeParser(_NodeParser):
    """Parses documents into a node for each chunk: ``text`` is the chunk's ``content``, ``id_`` its id.

    The settings are the fields of ``mdchunk.Options``. Metadata are the document's own and the record's fields as
    ``Chunk.to_dict(flat=True)`` gives them, without ``id``, ``text`` and ``content``. Offsets are exact.
    """

    source_key: str = Field(
        default="source",
        description="Key of a document's metadata that names it; without one, the document's id is its name.",
    )
    include_sections: bool = Field(
        default=False,
        description="Whether a section of several chunks becomes a node too, the parent of theirs, as"
        " AutoMergingRetriever wants it.",
    )

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._options()

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which it is stored."""
        return "MarkdownChunkNodeParser"

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> MarkdownChunkNodeParser:
        """Return the parser that ``to_dict`` was made of; ``id_func`` has no use here, and is not read."""
        known = {name: value for name, value in data.items() if name not in {"id_func", "class_name"}}
        return cls(**(known | kwargs))

    def _options(self) -> Options:
        return Options(**{name: getattr(self, name) for name in _SETTINGS})

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **_kwargs: Any
    ) -> list[BaseNode]:
        options = self._options()
        found: list[BaseNode] = []
        for node in get_tqdm_iterable(nodes, show_progress, "Parsing nodes"):
            text = node.get_content(metadata_mode=MetadataMode.NONE)
            name = str(node.metadata.get(self.source_key) or node.node_id)
            # it hashes the whole text
            origin = node.as_related_node_info()
            chunks = chunk_markdown(text, options, source=name)
            made = [_node(chunk, chunk.content, node, origin) for chunk in chunks]
            if self.include_sections:
                whole = replace(options, max_chars=_WHOLE, max_tokens=0, min_size=0, overlap=0)
                sections = chunk_markdown(text, whole, source=name)
                found += _parents(made, chunks, [_node(one, one.text, node, origin) for one in sections])
            found += made
        return found

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        # the method of the base class looks for each text in the document and takes the first place it finds, and
        # neighbours are those in the list
        exact = {node.node_id: (node.start_char_idx, node.end_char_idx) for node in nodes}
        parents = [node for node in nodes if NodeRelationship.CHILD in node.relationships]
        leaves = [node for node in nodes if NodeRelationship.CHILD not in node.relationships]
        done: list[BaseNode] = super()._postprocess_parsed_nodes(parents, parent_doc_map)
        for node in done:
            node.relationships.pop(NodeRelationship.PREVIOUS, None)
            node.relationships.pop(NodeRelationship.NEXT, None)
        done += super()._postprocess_parsed_nodes(leaves, parent_doc_map)
        for node in done:
            node.start_char_idx, node.end_char_idx = exact[node.node_id]
        return done


def _node(chunk: Chunk, text: str, document: BaseNode, origin: RelatedNodeInfo) -> TextNode:
    metadata = metadata_of(chunk)
    hidden = [name for name in metadata if name not in FOR_THE_LLM]
    return TextNode(
        id_=chunk.id,
        text=text,
        metadata=metadata,
        start_char_idx=chunk.start_char,
        end_char_idx=chunk.end_char,
        excluded_embed_metadata_keys=[*document.excluded_embed_metadata_keys, *metadata],
        excluded_llm_metadata_keys=[*document.excluded_llm_metadata_keys, *hidden],
        relationships={NodeRelationship.SOURCE: origin},
    )


def _parents(
    parts: Sequence[TextNode], chunks: Sequence[Chunk], sections: Sequence[TextNode]
) -> list[TextNode]:
    """Relate the nodes of sections that were cut to those of the sections, and return the latter."""
    starts = [section.start_char_idx for section in sections]
    children: dict[str, list[RelatedNodeInfo]] = {}
    parents = []
    for node, chunk in zip(parts, chunks, strict=True):
        if chunk.parts == 1:
            continue
        section = sections[bisect_right(starts, chunk.start_char) - 1]
        if section.node_id not in children:
            children[section.node_id] = []
            parents.append(section)
        node.relationships[NodeRelationship.PARENT] = section.as_related_node_info()
        children[section.node_id].append(node.as_related_node_info())
    for section in parents:
        section.relationships[NodeRelationship.CHILD] = children[section.node_id]
    return parents


class MarkdownChunkReader(BasePydanticReader):
    """Reads Markdown files, one document each; its id and ``metadata["source"]`` are the path relative to ``root``.

    The settings are those of ``mdchunk build``.
    """

    root: str = Field(default=".", description="Folder that the sources are relative to.")
    include: tuple[str, ...] = Field(default=(), description="What to take in folders.")
    exclude: tuple[str, ...] = Field(default=(), description="What to leave out in folders.")
    gitignore: bool = Field(default=True, description="Whether to skip files that .gitignore files exclude.")
    encoding: str = Field(default="utf-8", description="Encoding of the files.")

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which it is stored."""
        return "MarkdownChunkReader"

    def lazy_load_data(self, *paths: Any, **_kwargs: Any) -> Iterable[Document]:
        """Yield the documents of files, folders and globs.

        Raises:
            MdchunkError: A path is not there, there is no file, or a file can't be read or decoded.
        """
        reading = Reading(self.root, self.include, self.exclude, self.gitignore, self.encoding)
        for source, text in reading.documents([str(path) for path in paths]):
            yield Document(
                text=text,
                id_=source,
                metadata={"source": source},
                excluded_embed_metadata_keys=["source"],
            )


def to_nodes(chunks: Iterable[Chunk | Mapping[str, Any]]) -> list[TextNode]:
    """Return chunks, or records of a chunk file, as nodes; their source node is the document of their ``source``."""
    found = []
    for chunk in chunks:
        record = chunk.to_dict() if isinstance(chunk, Chunk) else chunk
        metadata = metadata_of(record)
        found.append(
            TextNode(
                id_=record["id"],
                text=record["content"],
                metadata=metadata,
                start_char_idx=record["start_char"],
                end_char_idx=record["end_char"],
                excluded_embed_metadata_keys=list(metadata),
                excluded_llm_metadata_keys=[name for name in metadata if name not in FOR_THE_LLM],
                relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=record["source"])},
            )
        )
    return found
