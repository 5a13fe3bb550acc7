"""PDF, Word and HTML among the documents of the server."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.mcp_served import call, served

pytest.importorskip("liteparse")
pytest.importorskip("anydoc")
pytest.importorskip("html_to_markdown")

DOCUMENTS = Path(__file__).parents[2] / "fixtures" / "documents"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    shutil.copytree(DOCUMENTS, tmp_path / "docs")
    (tmp_path / "docs" / "a.md").write_text("# A\n\nWater the plants.\n")
    (tmp_path / "docs" / "broken.pdf").write_bytes(b"no")
    return tmp_path / "docs"


@pytest.mark.anyio
async def test_documents_of_other_formats_are_served_if_asked(docs: Path) -> None:
    async with served(docs, convert=True) as client:
        listed = await call(client, "list_documents")
        assert [each["path"] for each in listed["documents"]] == [
            "a.md",
            "broken.pdf",
            "notes.docx",
            "page.html",
            "report.pdf",
        ]
        outline = await call(client, "outline_markdown", path="report.pdf")
        assert [heading["text"] for heading in outline["headings"]] == ["Annual report", "Water", "Money"]
        section = await call(client, "get_section", path="page.html", anchor="rules")
        assert section["text"].startswith("## Rules for visitors")
        found = await call(client, "search_sections", query="third tank spring")
        assert found["hits"][0]["path"] == "report.pdf"
        chunks = await call(client, "chunk_markdown", path="report.pdf")
        assert [chunk["ref"] for chunk in chunks["chunks"]] == [
            f"report.pdf#page={page}" for page in (1, 2, 4)
        ]


@pytest.mark.anyio
async def test_they_are_not_served_otherwise(docs: Path) -> None:
    async with served(docs) as client:
        listed = await call(client, "list_documents")
        assert [each["path"] for each in listed["documents"]] == ["a.md"]
