"""The code of docs/frameworks.md runs in the real frameworks, and follows an edit."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mdchunk import chunk_markdown
from tests.support.doc_blocks import code, run

PAGE = "frameworks.md"
GUIDE = "# Guide\n\nWhat it is.\n\n## Install\n\nRun the installer.\n\n## Use\n\nCall it.\n"


@pytest.fixture(autouse=True)
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "guide.md").write_text(GUIDE, encoding="utf-8")
    (folder / "more.md").write_text("# More\n\nText.\n", encoding="utf-8")
    return folder


def edit(docs: Path) -> None:
    """One chunk changes, the others of its file move, and a file goes."""
    (docs / "guide.md").write_text(GUIDE.replace("What it is.", "What\nit was."), encoding="utf-8")
    (docs / "more.md").unlink()


def wanted(docs: Path, name: str = "guide.md") -> set[str]:
    text = (docs / "guide.md").read_text(encoding="utf-8")
    return {chunk.id for chunk in chunk_markdown(text, source=name, max_chars=800)}


def lines(docs: Path, name: str = "guide.md") -> set[tuple[str, int]]:
    text = (docs / "guide.md").read_text(encoding="utf-8")
    return {(chunk.ref, chunk.start_line) for chunk in chunk_markdown(text, source=name, max_chars=800)}


def test_langchain(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("langchain_core", exc_type=ImportError)
    names = run(code(PAGE, "LangChain")[0], {}, PAGE)
    assert "guide.md#install" in capsys.readouterr().out
    edit(docs)
    assert names["update"]() == {"num_added": 1, "num_updated": 0, "num_skipped": 2, "num_deleted": 2}
    assert set(names["store"].store) == wanted(docs)


def test_langchain_with_lines(docs: Path) -> None:
    pytest.importorskip("langchain_classic", exc_type=ImportError)
    first, second = code(PAGE, "LangChain")
    names = run(first, {}, PAGE)
    embedded: list[str] = []
    embed = type(names["embeddings"]).embed_documents

    def counted(self: Any, texts: list[str]) -> Any:
        embedded.extend(texts)
        return embed(self, texts)

    type(names["embeddings"]).embed_documents = counted
    try:
        run(second, names, PAGE)
        assert len(embedded) == 4
        edit(docs)
        assert names["update"]() == {"num_added": 3, "num_updated": 0, "num_skipped": 0, "num_deleted": 4}
    finally:
        type(names["embeddings"]).embed_documents = embed
    assert len(embedded) == 5
    stored = [one["metadata"] for one in names["store"].store.values()]
    assert {(one["ref"], one["start_line"]) for one in stored} == lines(docs)


def test_llama_index(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("llama_index.core", exc_type=ImportError)
    names = run(code(PAGE, "LlamaIndex")[0], {}, PAGE)
    assert "guide.md#install" in capsys.readouterr().out
    edit(docs)
    names["update"]()
    assert set(names["vectors"].data.embedding_dict) == wanted(docs)
    stored = names["vectors"].data.metadata_dict.values()
    assert {(one["ref"], one["start_line"]) for one in stored} == lines(docs)


def test_llama_index_embeds_only_what_changed(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    core = pytest.importorskip("llama_index.core", exc_type=ImportError)
    embedded: list[str] = []

    class Counted(core.MockEmbedding):  # type: ignore[misc, name-defined]
        def _get_text_embedding(self, text: str) -> list[float]:
            embedded.append(text)
            return [float(len(text))] * 8

    names = {"VectorStoreIndex": core.VectorStoreIndex, "model": Counted(embed_dim=8)}
    run(code(PAGE, "LlamaIndex")[1], names, PAGE)
    assert capsys.readouterr().out == "4 chunks embedded, 0 moved, 0 deleted\n"
    edit(docs)
    assert names["update"]() == "1 chunks embedded, 2 moved, 2 deleted"
    assert len(embedded) == 5
    index = names["index"]
    assert set(index.vector_store.data.embedding_dict) == wanted(docs, "docs/guide.md")
    stored = [one.metadata for one in index.docstore.docs.values()]
    assert {(one["ref"], one["start_line"]) for one in stored} == lines(docs, "docs/guide.md")
    found = index.as_retriever(similarity_top_k=3).retrieve("install")
    assert {one.node.metadata["ref"] for one in found} == {ref for ref, _ in lines(docs, "docs/guide.md")}


def test_haystack_embeds_only_what_changed(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("haystack", exc_type=ImportError)
    first, second, _ = code(PAGE, "Haystack")
    names = run(first, {}, PAGE)
    capsys.readouterr()
    embedded: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[float(len(text)), 1.0] for text in texts]

    names = run(second, names | {"embed": embed}, PAGE)
    assert capsys.readouterr().out == "4 chunks embedded, 0 moved, 0 deleted\n"
    edit(docs)
    assert names["update"]() == "1 chunks embedded, 2 moved, 2 deleted"
    assert len(embedded) == 5
    stored = names["store"].filter_documents()
    assert {document.id for document in stored} == wanted(docs, "docs/guide.md")
    assert {(one.meta["ref"], one.meta["start_line"]) for one in stored} == lines(docs, "docs/guide.md")
    assert [one.embedding for one in stored] == [[float(len(one.content)), 1.0] for one in stored]


def test_haystack(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("haystack", exc_type=ImportError)
    first, _, second = code(PAGE, "Haystack")
    names = run(first, {}, PAGE)
    assert "docs/guide.md#install" in capsys.readouterr().out
    edit(docs)
    names["update"]()
    stored = names["store"].filter_documents()
    assert {document.id for document in stored} == wanted(docs, "docs/guide.md")
    assert {(one.meta["ref"], one.meta["start_line"]) for one in stored} == lines(docs, "docs/guide.md")
    assert run(second, names, PAGE)["again"].dumps() == names["text"]


def test_docling() -> None:
    types = pytest.importorskip("docling_core.types.doc", exc_type=ImportError)
    document = types.DoclingDocument(name="report")
    for page, (heading, text) in enumerate([("One", "First."), ("Two", "Second.")], 4):
        document.add_page(page_no=page, size=types.Size(width=100, height=100))
        place = types.ProvenanceItem(
            page_no=page, bbox=types.BoundingBox(l=0, t=0, r=1, b=1), charspan=(0, 1)
        )
        document.add_heading(heading, prov=place)
        document.add_text(types.DocItemLabel.PARAGRAPH, text, prov=place)
    names = run(code(PAGE, "Docling")[0], {}, PAGE)
    chunks = names["chunks_of"](document, max_chars=300)
    assert [(c.heading_path, c.page_start, c.page_end) for c in chunks] == [
        (("One",), 4, 4),
        (("Two",), 5, 5),
    ]
    assert [c.citation() for c in chunks] == ["One (report, page 4)", "Two (report, page 5)"]


def test_chonkie() -> None:
    chonkie = pytest.importorskip("chonkie", exc_type=ImportError)
    run(code(PAGE, "Chonkie")[0], _module("chonkie_recipe"), PAGE)
    (made,) = [chonkie.Pipeline().chunk_with("mdchunk", max_chars=800).run(texts=GUIDE)]
    chunks = chunk_markdown(GUIDE, max_chars=800)
    assert [(c.text, c.start_index, c.end_index) for c in made.chunks] == [
        (c.content, c.start_char, c.end_char) for c in chunks
    ]


def _module(name: str) -> dict[str, Any]:
    """Return the names of a new module: Chonkie looks up where a class is defined."""
    module = sys.modules[name] = ModuleType(name)
    return module.__dict__


def test_anything_else() -> None:
    names = run(code(PAGE, "Anything else")[0], {}, PAGE)
    assert [record["ref"] for _, _, record in names["items"]] == [
        "guide.md#guide",
        "guide.md#install",
        "guide.md#use",
    ]
