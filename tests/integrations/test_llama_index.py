"""The LlamaIndex components, with the real package."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from mdchunk import MdchunkError, chunk_markdown

pytest.importorskip("llama_index.core", exc_type=ImportError)

from llama_index.core import VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.callbacks import CallbackManager, CBEventType, LlamaDebugHandler
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import NodeParser, get_leaf_nodes
from llama_index.core.retrievers import AutoMergingRetriever
from llama_index.core.schema import Document, MetadataMode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.storage.storage_context import StorageContext
from llama_index.core.vector_stores import SimpleVectorStore

from mdchunk.integrations.llama_index import MarkdownChunkNodeParser, MarkdownChunkReader, to_nodes
from mdchunk.model import Options
from tests.support.index_store import Model

TEXT = "# Guide\n\nIntro.\n\nIntro.\n\n## Install\n\n" + "".join(
    f"Step {n} is to do it.\n\n" for n in range(30)
)


class Vectors(BaseEmbedding):
    """Remembers what was embedded."""

    seen: list[str] = []  # noqa: RUF012 - pydantic copies it

    def _get_text_embedding(self, text: str) -> list[float]:
        self.seen.append(text)
        return Model.vector(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return Model.vector(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


def document(text: str = TEXT) -> Document:
    return Document(
        text=text, id_="docs/a.md", metadata={"team": "x", "key": 1}, excluded_llm_metadata_keys=["key"]
    )


def test_nodes_are_chunks() -> None:
    parser = MarkdownChunkNodeParser(max_chars=200)
    assert isinstance(parser, NodeParser)
    nodes = parser.get_nodes_from_documents([document()])
    chunks = chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    assert len(chunks) > 4
    assert [n.node_id for n in nodes] == [c.id for c in chunks]
    for i, (node, chunk) in enumerate(zip(nodes, chunks, strict=True)):
        assert node.text == chunk.content
        assert TEXT[node.start_char_idx : node.end_char_idx] == chunk.text
        assert node.ref_doc_id == "docs/a.md"
        assert node.metadata["heading_path"] == " > ".join(chunk.heading_path)
        assert node.metadata["team"] == "x"
        assert (node.prev_node.node_id if node.prev_node else None) == (chunks[i - 1].id if i else None)
        assert (node.next_node.node_id if node.next_node else None) == (
            chunks[i + 1].id if i + 1 < len(chunks) else None
        )
        assert node.parent_node is None


def test_an_embedding_model_sees_the_content_and_a_language_model_the_place() -> None:
    (first, *_) = MarkdownChunkNodeParser(max_chars=200).get_nodes_from_documents([document()])
    # the document's own metadata are embedded as its owner wants it
    assert first.get_content(MetadataMode.EMBED) == f"team: x\nkey: 1\n\n{first.text}"
    seen = first.get_content(MetadataMode.LLM)
    assert "heading_path: Guide" in seen
    assert "source: docs/a.md" in seen
    assert "start_char" not in seen
    assert "key" not in seen


def test_repeated_text_has_its_own_place() -> None:
    text = "# A\n\nSame.\n\n# A\n\nSame.\n"
    nodes = MarkdownChunkNodeParser().get_nodes_from_documents([Document(text=text)])
    assert [(n.start_char_idx, n.end_char_idx) for n in nodes] == [(0, 10), (12, 22)]


def test_sections_that_were_cut_are_parents() -> None:
    parser = MarkdownChunkNodeParser(max_chars=200, include_sections=True)
    nodes = parser.get_nodes_from_documents([document()])
    (section,) = [n for n in nodes if n.child_nodes]
    assert section.text == TEXT[TEXT.index("## Install") :].rstrip()
    assert TEXT[section.start_char_idx : section.end_char_idx] == section.text
    assert section.prev_node is section.next_node is None
    leaves = get_leaf_nodes(nodes)
    assert [n.node_id for n in leaves] == [
        c.id for c in chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    ]
    children = [n for n in leaves if n.parent_node]
    assert {n.parent_node.node_id for n in children} == {section.node_id}
    assert [n.node_id for n in section.child_nodes] == [n.node_id for n in children]
    assert len(children) == len(leaves) - 1
    assert leaves[0].next_node.node_id == leaves[1].node_id


def test_retrieval_by_section() -> None:
    nodes = MarkdownChunkNodeParser(max_chars=200, include_sections=True).get_nodes_from_documents(
        [document()]
    )
    storage = StorageContext.from_defaults()
    storage.docstore.add_documents(nodes)
    index = VectorStoreIndex(get_leaf_nodes(nodes), storage_context=storage, embed_model=Vectors())
    retriever = AutoMergingRetriever(index.as_retriever(similarity_top_k=99), storage)
    texts = [found.node.text for found in retriever.retrieve("how to install")]
    assert texts.count(TEXT[TEXT.index("## Install") :].rstrip()) == 1
    assert len(texts) == 2


def test_asynchronous_and_called() -> None:
    parser = MarkdownChunkNodeParser(max_chars=200)
    ids = [n.node_id for n in parser.get_nodes_from_documents([document()])]
    assert [n.node_id for n in asyncio.run(parser.aget_nodes_from_documents([document()]))] == ids
    assert [n.node_id for n in parser([document()])] == ids
    assert [n.node_id for n in asyncio.run(parser.acall([document()]))] == ids


def test_callbacks_are_called() -> None:
    handler = LlamaDebugHandler(print_trace_on_end=False)
    parser = MarkdownChunkNodeParser(callback_manager=CallbackManager([handler]))
    parser.get_nodes_from_documents([document()])
    assert len(handler.get_event_pairs(CBEventType.NODE_PARSING)) == 1


def test_it_is_stored_and_read_again() -> None:
    parser = MarkdownChunkNodeParser(max_chars=321, drop={"table", "html", "comment"}, include_sections=True)
    again = MarkdownChunkNodeParser.from_json(parser.to_json())
    assert again.to_dict() == parser.to_dict()
    assert json.loads(parser.to_json())["drop"] == ["comment", "html", "table"]
    assert again._options() == Options(max_chars=321, drop=frozenset({"comment", "html", "table"}))


def test_settings_are_checked_at_once() -> None:
    with pytest.raises(MdchunkError, match="max_chars"):
        MarkdownChunkNodeParser(max_chars=0)


def test_a_pipeline_with_a_docstore_follows_edits() -> None:
    model, store = Vectors(), SimpleVectorStore()
    pipeline = IngestionPipeline(
        transformations=[MarkdownChunkNodeParser(max_chars=200), model],
        docstore=SimpleDocumentStore(),
        vector_store=store,
        docstore_strategy=DocstoreStrategy.UPSERTS,
    )
    pipeline.run(documents=[document()])
    assert not pipeline.run(documents=[document()])
    text = "Top.\n\n" + TEXT.replace("Step 7", "Stage 7")
    pipeline.run(documents=[document(text)])
    assert set(store.data.embedding_dict) == {
        c.id for c in chunk_markdown(text, source="docs/a.md", max_chars=200)
    }


def test_the_reader_reads_what_a_build_reads(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.md").write_bytes(b"# A\r\n")
    (tmp_path / "sub" / "b.mdx").write_text("# B\n", encoding="utf-8")
    (tmp_path / "c.txt").write_text("no", encoding="utf-8")
    reader = MarkdownChunkReader(root=str(tmp_path))
    found = reader.load_data(tmp_path)
    assert [(d.id_, d.metadata, d.text) for d in found] == [
        ("a.md", {"source": "a.md"}, "# A\r\n"),
        ("sub/b.mdx", {"source": "sub/b.mdx"}, "# B\n"),
    ]
    assert asyncio.run(reader.aload_data(tmp_path)) == found
    assert [d.id_ for d in MarkdownChunkReader(root=str(tmp_path), exclude=["sub"]).load_data(tmp_path)] == [
        "a.md"
    ]
    again = MarkdownChunkReader.from_dict(reader.to_dict())
    assert again.root == str(tmp_path)


def test_chunks_and_records_as_nodes() -> None:
    chunks = chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    nodes = to_nodes(chunks)
    assert [n.to_dict() for n in nodes] == [n.to_dict() for n in to_nodes([c.to_dict() for c in chunks])]
    assert [(n.node_id, n.text, n.ref_doc_id) for n in nodes] == [(c.id, c.content, c.source) for c in chunks]
    assert nodes[0].get_content(MetadataMode.EMBED) == chunks[0].content


def test_every_setting_is_a_field() -> None:
    from dataclasses import fields

    schema: Any = MarkdownChunkNodeParser.model_fields
    assert {field.name: field.default for field in fields(Options)}.items() <= {
        name: info.default for name, info in schema.items()
    }.items()
