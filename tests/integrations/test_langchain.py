"""The LangChain components, with the real packages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mdchunk import MdchunkError, chunk_markdown

pytest.importorskip("langchain_core", exc_type=ImportError)
pytest.importorskip("langchain_text_splitters", exc_type=ImportError)

from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.embeddings import Embeddings
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import TextSplitter

from mdchunk.integrations.langchain import (
    MarkdownChunker,
    MarkdownLoader,
    MarkdownSections,
    chunk_key,
    to_documents,
)
from tests.support.index_store import Model

TEXT = "# Guide\n\nIntro.\n\n## Install\n\n" + "".join(f"Step {n} is to do it well.\n\n" for n in range(20))


class Vectors(Embeddings):
    """Remembers what was embedded."""

    def __init__(self) -> None:
        self.model = Model()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.model.embed(list(texts))

    def embed_query(self, text: str) -> list[float]:
        return Model.vector(text)


def document(text: str = TEXT, source: str = "docs/a.md", **metadata: Any) -> Document:
    return Document(text, metadata={"source": source, "team": "x", **metadata})


def test_it_is_what_langchain_takes() -> None:
    assert isinstance(MarkdownChunker(), BaseDocumentTransformer)
    assert isinstance(MarkdownChunker(), TextSplitter)


def test_documents_are_chunks() -> None:
    made = MarkdownChunker(max_chars=200).split_documents([document()])
    chunks = chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    assert [d.id for d in made] == [c.id for c in chunks]
    assert [d.page_content for d in made] == [c.content for c in chunks]
    for one, chunk in zip(made, chunks, strict=True):
        metadata = one.metadata
        assert TEXT[metadata["start_index"] : metadata["end_char"]] == chunk.text
        assert metadata["team"] == "x"
        assert metadata["heading_path"] == " > ".join(chunk.heading_path)
        assert not metadata.keys() & {"id", "text", "content"}
        assert {type(value) for value in metadata.values()} == {str, int}


def test_the_ways_in_agree() -> None:
    chunker = MarkdownChunker(max_chars=200)
    made = chunker.split_documents([document(), document(source="b.md")])
    assert chunker.transform_documents([document(), document(source="b.md")]) == made
    assert list(chunker.lazy_transform(iter([document(), document(source="b.md")]))) == made
    assert asyncio.run(chunker.atransform_documents([document(), document(source="b.md")])) == made
    metadatas = [{"source": "docs/a.md", "team": "x"}, {"source": "b.md", "team": "x"}]
    assert chunker.create_documents([TEXT, TEXT], metadatas) == made
    assert chunker.split_text(TEXT) == [d.page_content for d in made[: len(made) // 2]]


def test_it_is_lazy() -> None:
    def documents() -> Any:
        yield document()
        raise AssertionError

    assert next(MarkdownChunker().lazy_transform(documents())).page_content.startswith("# Guide")


def test_one_documents_metadata_are_not_anothers() -> None:
    first, second = MarkdownChunker().split_documents([document(tags=["a"])])
    first.metadata["tags"].append("b")
    assert second.metadata["tags"] == ["a"]


def test_a_document_without_a_source_has_its_id_for_one() -> None:
    chunker = MarkdownChunker()
    (one,) = chunker.split_documents([Document("# A", id="x.mdx")])
    assert one.metadata["source"] == "x.mdx"
    assert chunker.split_documents([Document("# A")])[0].metadata["ref"] == "#a"
    assert (
        MarkdownChunker(source_key="path").split_documents([document(path="p.md")])[0].metadata["source"]
        == "p.md"
    )


def test_settings_are_checked_at_once() -> None:
    with pytest.raises(MdchunkError, match="max_chars"):
        MarkdownChunker(max_chars=0)
    with pytest.raises(TypeError, match="max_char"):
        MarkdownChunker(max_char=100)  # type: ignore[call-arg]


def test_the_loader_reads_what_a_build_reads(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.md").write_bytes(b"# A\r\n\r\nB\r\n")
    (tmp_path / "sub" / "b.mdx").write_text("# B\n", encoding="utf-8")
    (tmp_path / "sub" / "c.txt").write_text("no", encoding="utf-8")
    (tmp_path / "d.md").write_text("no", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("d.md\n", encoding="utf-8")
    loader = MarkdownLoader(tmp_path, root=tmp_path)
    found = list(loader.lazy_load())
    assert [(d.metadata["source"], d.page_content) for d in found] == [
        ("a.md", "# A\r\n\r\nB\r\n"),
        ("sub/b.mdx", "# B\n"),
    ]
    assert loader.load() == found
    made = MarkdownLoader(tmp_path, root=tmp_path, exclude=["sub"]).load_and_split(MarkdownChunker())
    assert [d.metadata["ref"] for d in made] == ["a.md#a"]
    with pytest.raises(MdchunkError, match="nothing"):
        MarkdownLoader(tmp_path / "nothing").load()


def test_chunks_and_records_as_documents() -> None:
    chunks = chunk_markdown(TEXT, source="docs/a.md", max_chars=200)
    made = to_documents(chunks)
    assert made == to_documents([chunk.to_dict() for chunk in chunks])
    assert made == to_documents([chunk.to_dict(flat=True) for chunk in chunks])
    assert made == MarkdownChunker(max_chars=200).split_documents(
        [Document(TEXT, metadata={"source": "docs/a.md"})]
    )


def test_an_index_embeds_only_what_changed() -> None:
    vectors = Vectors()
    store, records = InMemoryVectorStore(vectors), InMemoryRecordManager("docs")
    chunker = MarkdownChunker(max_chars=200)

    def run(text: str) -> dict[str, int]:
        documents = chunker.split_documents([document(text)])
        return index(documents, records, store, cleanup="full", source_id_key="source", key_encoder=chunk_key)  # type: ignore[no-any-return]

    chunks = len(chunk_markdown(TEXT, max_chars=200))
    assert run(TEXT)["num_added"] == chunks
    assert run(TEXT) == {"num_added": 0, "num_updated": 0, "num_skipped": chunks, "num_deleted": 0}
    vectors.model.seen.clear()
    assert run("A new line.\n\n" + TEXT) == {
        "num_added": 1,
        "num_updated": 0,
        "num_skipped": chunks,
        "num_deleted": 0,
    }
    assert vectors.model.seen == ["A new line."]
    with pytest.raises(ValueError, match="no id"):
        chunk_key(Document("x"))


def test_parents_are_sections() -> None:
    retrievers = pytest.importorskip("langchain_classic.retrievers", exc_type=ImportError)
    from langchain_core.stores import InMemoryStore

    store, docstore = InMemoryVectorStore(Vectors()), InMemoryStore()
    retriever = retrievers.ParentDocumentRetriever(
        vectorstore=store,
        docstore=docstore,
        child_splitter=MarkdownChunker(max_chars=200, prefix_path="none"),
        parent_splitter=MarkdownSections(),
        search_kwargs={"k": 1},
    )
    text = "---\nt: 1\n---\n\nTop.\n\n" + TEXT
    retriever.add_documents([document(text)])
    child = next(d for d in store.similarity_search("x", k=99) if "Step 17" in d.page_content)
    (parent,) = retriever.invoke(child.page_content)
    assert parent.page_content == text[text.index("## Install") :].rstrip()
    assert parent.metadata["ref"] == "docs/a.md#install"
    whole = {
        c.content: c for c in chunk_markdown(text, source="docs/a.md", max_chars=200, prefix_path="none")
    }
    children = store.similarity_search("x", k=99)
    assert len(children) == len(whole) == len({d.id for d in children})
    for one in children:
        want = whole[one.page_content].to_dict(flat=True)
        same = one.metadata.keys() & want.keys() - {"id"}
        assert {name: one.metadata[name] for name in same} == {name: want[name] for name in same}
        assert want.keys() - one.metadata.keys() == {"id", "index", "text", "content"}
