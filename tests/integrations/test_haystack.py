"""The Haystack component, with the real package."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mdchunk import MdchunkError, chunk_markdown

pytest.importorskip("haystack", exc_type=ImportError)

from haystack import Document, Pipeline
from haystack.components.converters import TextFileToDocument
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy

from mdchunk.integrations.haystack import MarkdownChunkSplitter

MODULE = "mdchunk.integrations.haystack"
TEXT = "# Guide\n\nIntro.\n\n## Install\n\n" + "".join(f"Step {n} is to do it well.\n\n" for n in range(20))


def words(text: str) -> int:
    return len(text.split())


def document(text: str | None = TEXT, **meta: Any) -> Document:
    return Document(content=text, meta={"file_path": "docs/a.md", "team": "x", **meta})


def test_documents_are_chunks() -> None:
    made = MarkdownChunkSplitter(max_chars=200).run([document()])["documents"]
    chunks = chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    assert [(d.id, d.content) for d in made] == [(c.id, c.content) for c in chunks]
    for one, chunk in zip(made, chunks, strict=True):
        assert one.meta["split_id"] == chunk.index
        assert one.meta["split_idx_start"] == chunk.start_char
        assert one.meta["source_id"] == document().id
        assert one.meta["team"] == "x"
        assert one.meta["heading_path"] == " > ".join(chunk.heading_path)
        assert "page_number" not in one.meta


def test_pages() -> None:
    text = "# A\n\n<!-- page 3 -->\n\nText.\n"
    (one,) = MarkdownChunkSplitter().run([document(text)])["documents"]
    assert one.meta["page_number"] == one.meta["page_start"]


def test_a_document_without_a_name_has_its_id_for_one() -> None:
    one = Document(content="# A")
    (made,) = MarkdownChunkSplitter().run([one])["documents"]
    assert made.meta["source"] == one.id
    made, _ = MarkdownChunkSplitter("path").run([document(path="p.md")])["documents"]
    assert made.meta["source"] == "p.md"


def test_no_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="no text"):
        MarkdownChunkSplitter().run([document(None)])


def test_settings_are_checked_at_once() -> None:
    with pytest.raises(MdchunkError, match="max_chars"):
        MarkdownChunkSplitter(max_chars=0)
    with pytest.raises(TypeError, match="max_char"):
        MarkdownChunkSplitter(max_char=100)  # type: ignore[call-arg]


def pipeline(store: InMemoryDocumentStore) -> Any:
    made = Pipeline()
    made.add_component("read", TextFileToDocument(store_full_path=True))
    made.add_component(
        "split",
        MarkdownChunkSplitter(max_tokens=40, tokenizer=words, drop={"table", "comment"}, metadata=("tags",)),
    )
    made.add_component("write", DocumentWriter(store, DuplicatePolicy.OVERWRITE))
    made.connect("read.documents", "split.documents")
    made.connect("split.documents", "write.documents")
    return made


def test_a_pipeline_goes_through_yaml_and_runs_in_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(TEXT, encoding="utf-8")
    store = InMemoryDocumentStore()
    made = pipeline(store)
    made.run({"read": {"sources": [path]}})
    text = made.dumps()
    again = Pipeline.loads(text, allowed_modules=[MODULE, "tests.integrations.test_haystack"])
    assert again.dumps() == text
    chunks = chunk_markdown(TEXT, source=str(path), max_tokens=40, tokenizer=words)
    assert sorted(d.id for d in store.filter_documents()) == sorted(c.id for c in chunks)
    done = asyncio.run(again.run_async({"read": {"sources": [path]}}))
    assert done["write"]["documents_written"] == len(chunks)
    assert again.get_component("split")._options == made.get_component("split")._options


def test_a_function_that_has_no_name_is_not_stored() -> None:
    with pytest.raises(Exception, match="lambda"):
        MarkdownChunkSplitter(max_tokens=9, tokenizer=lambda text: len(text) // 4).to_dict()
