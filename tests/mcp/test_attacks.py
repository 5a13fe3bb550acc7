"""The attacks through the tools and the resources, in both eras of the protocol."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from mcp import MCPError
from mdchunk.mcp import roots
from tests.support.mcp_attacks import OUTSIDE, OUTSIDE_OUTPUTS, hostile_folder
from tests.support.mcp_served import ERAS, all_pages, call, refused, served

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return hostile_folder(tmp_path)


def tree(folder: Path) -> dict[Path, bytes | None]:
    """Return all files below a folder with their bytes; None for what is no file."""
    paths = [path for path in folder.rglob("*") if not path.is_symlink()]
    return {path: path.read_bytes() if path.is_file() else None for path in paths}


@pytest.mark.parametrize("era", ERAS)
async def test_no_tool_reads_what_is_outside(docs: Path, tmp_path: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        for path in OUTSIDE:
            if "\ud800" in path:
                continue  # JSON that clients send is UTF-8
            requested = path.replace("{tmp}", str(tmp_path))
            for tool, others in (
                ("chunk_markdown", {}),
                ("outline_markdown", {}),
                ("get_section", {"anchor": "a"}),
                ("save_chunks_jsonl", {"output": "new.jsonl"}),
            ):
                told = await refused(client, tool, path=requested, **others)
                assert "no Markdown file" in told
                assert "secret" not in told
    assert not (docs / "new.jsonl").exists()


@pytest.mark.parametrize("era", ERAS)
async def test_no_resource_is_outside(docs: Path, tmp_path: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        for path in OUTSIDE:
            if "\ud800" in path:
                continue
            for uri in (path, quote(path), quote(path, safe="")):
                with pytest.raises(MCPError) as told:
                    await client.read_resource("mdchunk://file/" + uri.replace("{tmp}", str(tmp_path)))
                assert told.value.error.code == -32602
                assert "secret" not in str(told.value)


@pytest.mark.parametrize("era", ERAS)
async def test_nothing_outside_is_listed_or_found(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        listed = await all_pages(client, "list_documents", "documents")
        assert [document["path"] for document in listed] == ["a.md", "guide/b.MDX"]
        assert (await call(client, "search_sections", query="secret"))["total"] == 0
        assert {each.name for each in (await client.list_resources()).resources} == {"a.md", "guide/b.MDX"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
@pytest.mark.parametrize("era", ERAS)
async def test_a_name_that_is_not_utf_8_stops_nothing(docs: Path, era: str) -> None:
    (docs / os.fsdecode(b"b\xff.md")).write_text("# Bytes\n")
    async with served(docs, era=era) as client:
        listed = await all_pages(client, "list_documents", "documents")
        assert [document["path"] for document in listed] == ["a.md", "guide/b.MDX"]
        assert (await call(client, "search_sections", query="a"))["total"] == 1
        assert len((await client.list_resources()).resources) == 2


@pytest.mark.parametrize("era", ERAS)
async def test_no_tool_writes_outside(docs: Path, tmp_path: Path, era: str) -> None:
    before = tree(tmp_path)
    async with served(docs, era=era) as client:
        for output in OUTSIDE_OUTPUTS:
            requested = output.replace("{tmp}", str(tmp_path))
            await refused(client, "save_chunks_jsonl", text="# A\n", output=requested)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("era", ERAS)
async def test_a_huge_file_is_refused_with_its_size(docs: Path, era: str) -> None:
    with (docs / "huge.md").open("wb") as file:
        file.truncate(10 * 1024**3)
    async with served(docs, era=era) as client:
        told = await refused(client, "outline_markdown", path="huge.md")
        assert f"huge.md is too large: 10,737,418,240 bytes (limit {roots.MAX_BYTES:,})" in told
        assert (await call(client, "search_sections", query="secret"))["unreadable"] == 1
        (problem,) = (await call(client, "list_documents"))["problems"]
        assert problem.startswith("huge.md is too large")
        with pytest.raises(MCPError, match=r"huge\.md is too large"):
            await client.read_resource("mdchunk://file/huge.md")


@pytest.mark.parametrize("era", ERAS)
async def test_other_encodings_are_refused_with_the_place(docs: Path, era: str) -> None:
    (docs / "latin.md").write_bytes("# Ärger\n".encode("latin-1"))
    async with served(docs, era=era) as client:
        told = await refused(client, "chunk_markdown", path="latin.md")
    assert "latin.md:1: not utf-8: byte 0xc4 at offset 2; save the file as UTF-8" in told
