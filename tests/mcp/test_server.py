"""The tools, resources and prompts as a client sees them, in both eras of the protocol."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import pytest
from mcp.types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from mcp import Client, MCPError
from mdchunk import __version__
from mdchunk.api import chunk_markdown, get_section, outline
from mdchunk.files.settings import LEAST_CHARS
from mdchunk.mcp import indexing
from mdchunk.mcp.roots import open_folders
from mdchunk.mcp.server import Server, build_server
from mdchunk.model import MdchunkError, Options
from mdchunk.records import from_record, to_line
from mdchunk.syntax.dialects import DIALECTS
from tests.support.mcp_served import ERAS, all_pages, call, refused, served, text_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

GUIDE = """\
# Guide

Read me first.

## Install

Run the installer. It asks for a folder, and the one that it proposes is good in most cases.
It then fetches what is missing, which takes a minute or two where the connection is slow.
What it has done is in a log beside the program, for the day on which somebody asks for it.

```sh
# not a heading
pip install
```

## Use

### Linux

Open a terminal.

### Install

Again.
"""
LONG = "# Long\n\n" + "".join(f"## Part {n}\n\n" + "Some words to read. " * 40 + "\n\n" for n in range(120))
READING = {"search_sections", "list_documents", "outline_markdown", "get_section", "chunk_markdown"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "sub dir").mkdir(parents=True)
    (folder / "guide.md").write_text(GUIDE)
    (folder / "long.md").write_text(LONG)
    (folder / "sub dir" / "日本 ü.md").write_text("# 日本語の文書\n\n検索できる。\n")
    return folder


async def test_the_server_says_who_it_is(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("mdchunk", __version__)
        assert "next_cursor" in (client.instructions or "")


async def test_each_tool_is_described(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tools.keys() == READING | {"save_chunks_jsonl"}
    for name, tool in tools.items():
        assert tool.title
        assert tool.description
        assert len(tool.description) < 500
        assert tool.annotations
        assert tool.annotations.read_only_hint is (name in READING)
        assert tool.annotations.destructive_hint is (name not in READING)
        assert tool.annotations.open_world_hint is False
        assert tool.output_schema
        assert tool.output_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert all(field.get("description") for field in tool.input_schema["properties"].values())


async def test_defaults_and_choices_are_those_of_the_options(docs: Path) -> None:
    async with served(docs) as client:
        tools = {tool.name: tool.input_schema["properties"] for tool in (await client.list_tools()).tools}
    options = asdict(Options())
    for name in ("chunk_markdown", "save_chunks_jsonl"):
        for setting in ("max_chars", "overlap", "prefix_path", "dialect"):
            assert tools[name][setting]["default"] == options[setting]
        assert tools[name]["dialect"]["enum"] == ["auto", *DIALECTS]
        assert tools[name]["max_chars"]["minimum"] == LEAST_CHARS


async def test_the_dialect_of_the_server_is_that_of_every_tool(docs: Path, era: str) -> None:
    """And where a call names one, it has that."""
    (docs / "site.md").write_text("# Site {#top}\n\n## Set up {#install}\n\nRun it quickly.\n")
    async with served(docs, era=era, dialect="vitepress") as client, served(docs, era=era) as other:
        for tool in (await client.list_tools()).tools:
            schema = tool.input_schema["properties"].get("dialect", {"default": "vitepress"})
            assert schema["default"] == "vitepress"
        for one, anchor, title in ((client, "install", "Site"), (other, "set-up-install", "Site {#top}")):
            assert (await call(one, "search_sections", query="quickly"))["hits"][0]["anchor"] == anchor
            (document,) = (await call(one, "list_documents", contains="site"))["documents"]
            assert document["title"] == title
            outlined = await call(one, "outline_markdown", path="site.md")
            assert outlined["headings"][1]["anchor"] == anchor
            assert (await call(one, "get_section", path="site.md", anchor=anchor))["level"] == 2
            chunks = (await call(one, "chunk_markdown", path="site.md"))["chunks"]
            assert chunks[-1]["ref"] == f"site.md#{anchor}"
            await call(one, "save_chunks_jsonl", path="site.md", output="site.jsonl")
            saved = (docs / "site.jsonl").read_text().splitlines()
            assert json.loads(saved[-1])["anchor"] == anchor
        for dialect in ("gfm", "auto"):
            outlined = await call(client, "outline_markdown", path="site.md", dialect=dialect)
            assert outlined["headings"][1]["anchor"] == "set-up-install"


async def test_read_only_leaves_out_what_writes(docs: Path, era: str) -> None:
    async with served(docs, era=era, read_only=True) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == READING
        told = await client.call_tool("save_chunks_jsonl", {"output": "x.jsonl", "path": "guide.md"})
    assert told.is_error
    assert not (docs / "x.jsonl").exists()


async def test_chunks_are_those_of_the_api(docs: Path, era: str) -> None:
    expected = chunk_markdown(GUIDE, source="guide.md", max_chars=200, prefix_path=True)
    assert max(chunk.parts for chunk in expected) > 1
    async with served(docs, era=era) as client:
        page = await call(client, "chunk_markdown", path="guide.md", max_chars=200, prefix_path=True)
    assert (page["source"], page["title"], page["total"]) == ("guide.md", "Guide", len(expected))
    for shown, chunk in zip(page["chunks"], expected, strict=True):
        assert shown["text"] == GUIDE[shown["start_char"] : shown["end_char"]] == chunk.text
        assert shown.get("content", shown["text"]) == chunk.content
        assert shown["heading_path"] == list(chunk.heading_path)
        assert all(
            getattr(chunk, key) == shown[key] for key in ("id", "ref", "start_line", "end_line", "kind")
        )


async def test_a_text_needs_no_file(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        by_path = await call(client, "chunk_markdown", path="guide.md")
        by_text = await call(client, "chunk_markdown", text=GUIDE)
        assert [chunk["text"] for chunk in by_text["chunks"]] == [
            chunk["text"] for chunk in by_path["chunks"]
        ]
        assert by_text["source"] == ""
        assert (await call(client, "chunk_markdown", text=""))["chunks"] == []
        assert (await call(client, "outline_markdown", text="# *A*"))["headings"][0]["text"] == "A"
        assert (await call(client, "get_section", text=GUIDE, anchor="use"))["source"] == ""


async def test_a_text_gets_the_name_of_its_source(docs: Path, era: str) -> None:
    """So that an unsaved document has the refs, ids and dialect that the saved one will have."""
    named = {"text": GUIDE, "source": "guide.md"}
    async with served(docs, era=era) as client:
        for tool in ("chunk_markdown", "outline_markdown"):
            assert await call(client, tool, **named) == await call(client, tool, path="guide.md")
        section = await call(client, "get_section", **named, anchor="use")
        assert section == await call(client, "get_section", ref="guide.md#use")
        for from_text, from_file in ((named, "a.jsonl"), ({"path": "guide.md"}, "b.jsonl")):
            await call(client, "save_chunks_jsonl", **from_text, output=from_file)
        assert (docs / "a.jsonl").read_bytes() == (docs / "b.jsonl").read_bytes()
        mdx = await call(client, "outline_markdown", text="# A\n\n{/*\n# B\n*/}\n", source="a.mdx")
        assert [heading["text"] for heading in mdx["headings"]] == ["A"]


async def test_pages_hold_all_chunks_once(docs: Path, era: str) -> None:
    expected = chunk_markdown(LONG, source="long.md")
    async with served(docs, era=era) as client:
        first = await call(client, "chunk_markdown", path="long.md")
        chunks = await all_pages(client, "chunk_markdown", "chunks", path="long.md")
    assert len(first["chunks"]) < first["total"] == len(expected)
    assert [chunk["text"] for chunk in chunks] == [chunk.text for chunk in expected]
    assert [chunk["index"] for chunk in chunks] == list(range(len(expected)))


async def test_a_file_that_changes_between_pages_is_noticed(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        page = await call(client, "chunk_markdown", path="long.md")
        (docs / "long.md").write_text(LONG + "\nmore\n")
        told = await refused(client, "chunk_markdown", path="long.md", cursor=page["next_cursor"])
        assert "have changed since the previous page; start again without cursor" in told


@pytest.mark.parametrize(
    "other", [{"max_chars": 200}, {"overlap": 10}, {"prefix_path": True}, {"dialect": "commonmark"}]
)
async def test_options_that_change_between_pages_are_noticed(docs: Path, other: dict[str, Any]) -> None:
    async with served(docs) as client:
        page = await call(client, "chunk_markdown", path="long.md")
        told = await refused(client, "chunk_markdown", path="long.md", cursor=page["next_cursor"], **other)
        assert "start again without cursor" in told


async def test_outline_with_sizes_of_text_and_subtree(docs: Path, era: str) -> None:
    expected = outline(GUIDE, source="guide.md")
    async with served(docs, era=era) as client:
        page = await call(client, "outline_markdown", path="guide.md")
        assert len(await all_pages(client, "outline_markdown", "headings", path="long.md")) == 121
    assert (page["title"], page["total"]) == ("Guide", 5)
    fields = ("level", "text", "anchor", "start_line", "end_line", "chars", "tree_end_line", "tree_chars")
    assert page["headings"] == [{key: getattr(each, key) for key in fields} for each in expected.headings]
    assert [each["anchor"] for each in page["headings"]] == ["guide", "install", "use", "linux", "install-1"]
    assert page["headings"][2]["tree_chars"] > page["headings"][2]["chars"]


@pytest.mark.parametrize(
    ("wanted", "begins", "ends"),
    [
        ({"heading": "Use"}, "## Use", "Again."),
        ({"heading": "Use", "include_children": False}, "## Use", "## Use"),
        ({"anchor": "install"}, "## Install", "```"),
        ({"anchor": "install-1"}, "### Install", "Again."),
    ],
)
async def test_a_section_is_a_slice(
    docs: Path, era: str, wanted: dict[str, Any], begins: str, ends: str
) -> None:
    async with served(docs, era=era) as client:
        section = await call(client, "get_section", path="guide.md", **wanted)
    text = section["text"].rstrip()
    assert text.startswith(begins)
    assert text.endswith(ends)
    assert section["text"] == GUIDE[section["start_char"] : section["end_char"]]
    lines = GUIDE.splitlines()[section["start_line"] - 1 : section["end_line"]]
    assert text == "\n".join(lines).rstrip()


async def test_an_ambiguous_heading_answers_with_the_choices(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        told = await refused(client, "get_section", path="guide.md", heading="Install")
    assert "install" in told
    assert "install-1" in told


@pytest.mark.parametrize("text", ['["a"]', '{"a": 1}', "null", "12", "true", '"quoted"'])
async def test_a_text_is_what_was_sent_though_it_be_json(docs: Path, text: str) -> None:
    async with served(docs) as client:
        (chunk,) = (await call(client, "chunk_markdown", text=text))["chunks"]
        assert chunk["text"] == text
        section = await call(client, "get_section", text=f"# {text}\n", heading=text)
        assert section["heading"] == text
        assert (await call(client, "list_documents", contains=text))["total"] == 0


async def test_a_long_section_comes_in_pieces(docs: Path, era: str) -> None:
    expected = get_section(LONG, anchor="long")
    async with served(docs, era=era) as client:
        first = await call(client, "get_section", path="long.md", anchor="long")
        text = "".join(await all_pages(client, "get_section", "text", path="long.md", anchor="long"))
    assert first["chars"] == len(text)
    assert first["text"].endswith("\n")
    assert text == expected.text


async def test_search_finds_sections(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        found = await call(client, "search_sections", query="open terminal")
        assert found["matched"] == "all"
        (hit,) = found["hits"]
        assert (hit["path"], hit["heading_path"], hit["anchor"]) == (
            "guide.md",
            ["Guide", "Use", "Linux"],
            "linux",
        )
        section = await call(client, "get_section", path=hit["path"], anchor=hit["anchor"])
        assert (section["start_line"], section["end_line"]) == (hit["start_line"], hit["end_line"])
        assert "Open a terminal." in hit["excerpt"]
        assert (await call(client, "search_sections", query="検索"))["hits"][0]["path"] == "sub dir/日本 ü.md"


async def test_search_comes_in_pages(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        hits = await all_pages(client, "search_sections", "hits", query="words", limit=50)
        assert sorted(hit["anchor"] for hit in hits) == sorted(f"part-{n}" for n in range(120))
        page = await call(client, "search_sections", query="words")
        assert (len(page["hits"]), page["total"]) == (10, 120)
        (docs / "new.md").write_text("# New words\n")
        told = await refused(client, "search_sections", query="words", cursor=page["next_cursor"])
        assert "start again without cursor" in told


async def test_search_follows_the_files(docs: Path) -> None:
    async with served(docs) as client:
        assert (await call(client, "search_sections", query="zebra"))["total"] == 0
        (docs / "z.md").write_text("# Zebra\n")
        assert (await call(client, "search_sections", query="zebra"))["total"] == 1
        (docs / "z.md").unlink()
        assert (await call(client, "search_sections", query="zebra"))["total"] == 0


async def test_search_tells_what_it_cannot_read(docs: Path) -> None:
    (docs / "bad.md").write_bytes(b"# B\xe4d\n")
    async with served(docs) as client:
        assert (await call(client, "search_sections", query="guide"))["unreadable"] == 1
        (problem,) = (await call(client, "list_documents"))["problems"]
    assert "bad.md" in problem


async def test_documents_are_listed_with_titles(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        page = await call(client, "list_documents")
        assert page["documents"] == [
            {"path": "guide.md", "title": "Guide", "bytes": len(GUIDE)},
            {"path": "long.md", "title": "Long", "bytes": len(LONG)},
            {"path": "sub dir/日本 ü.md", "title": "日本語の文書", "bytes": 41},
        ]
        (docs / "[id].md").touch()
        assert (await call(client, "list_documents", contains="[id]"))["total"] == 1
        assert (await call(client, "list_documents", contains="?"))["total"] == 0
        (docs / "[id].md").unlink()
        for contains, total in (("GUIDE", 1), ("*/*", 1), ("日本", 1), ("o*md", 1), ("nothing", 0), ("", 3)):
            assert (await call(client, "list_documents", contains=contains))["total"] == total


async def test_many_documents_come_in_pages(docs: Path) -> None:
    for n in range(400):
        (docs / f"a rather long name of a document {n:04}.md").write_text(f"# Title of document {n}\n")
    async with served(docs) as client:
        first = await call(client, "list_documents", contains="rather")
        assert 100 < len(first["documents"]) < first["total"] == 400
        documents = await all_pages(client, "list_documents", "documents", contains="rather")
        assert len({document["path"] for document in documents}) == len(documents) == 400
        (docs / "another rather.md").write_text("")
        await refused(client, "list_documents", contains="rather", cursor=first["next_cursor"])


async def test_saved_chunks_are_records(docs: Path, era: str) -> None:
    expected = chunk_markdown(GUIDE, source="guide.md", overlap=90, max_chars=200)
    assert any(chunk.overlap for chunk in expected)
    async with served(docs, era=era) as client:
        options = {"overlap": 90, "max_chars": 200}
        saved = await call(client, "save_chunks_jsonl", output="out.jsonl", path="guide.md", **options)
        data = (docs / "out.jsonl").read_bytes()
        assert saved == {"path": "out.jsonl", "chunks": len(expected), "bytes": len(data), "replaced": False}
        assert data.decode() == "".join(map(to_line, expected))
        assert [from_record(json.loads(line)) for line in data.splitlines()] == expected
        again = await call(client, "save_chunks_jsonl", output="out.jsonl", text="# Other\n")
        assert (again["chunks"], again["replaced"]) == (1, True)
        assert json.loads((docs / "out.jsonl").read_text())["text"].strip() == "# Other"
    assert sorted(path.name for path in docs.iterdir()) == ["guide.md", "long.md", "out.jsonl", "sub dir"]  # noqa: ASYNC240


@pytest.mark.parametrize(
    "there", ['{"a": 1}\n', "not JSON\n", "[1]\n", "{}\n", "null\n", '"x"\n', "\xff\n", "# Guide\n"]
)
async def test_only_a_chunks_file_is_replaced(docs: Path, there: str) -> None:
    (docs / "out.jsonl").write_text(there, encoding="latin-1")
    async with served(docs) as client:
        told = await refused(client, "save_chunks_jsonl", output="out.jsonl", path="guide.md")
    assert "out.jsonl exists and is not a chunk file; it was left unchanged" in told
    assert (docs / "out.jsonl").read_text(encoding="latin-1") == there


async def test_a_chunks_file_with_one_foreign_line_is_not_replaced(docs: Path) -> None:
    async with served(docs) as client:
        await call(client, "save_chunks_jsonl", output="out.jsonl", path="guide.md")
        with (docs / "out.jsonl").open("a") as file:
            file.write('{"mine": true}\n')
        await refused(client, "save_chunks_jsonl", output="out.jsonl", path="guide.md")
    assert (docs / "out.jsonl").read_text().endswith('{"mine": true}\n')


async def test_an_empty_file_may_be_filled(docs: Path) -> None:
    (docs / "out.jsonl").touch()
    async with served(docs) as client:
        assert (await call(client, "save_chunks_jsonl", output="out.jsonl", path="guide.md"))["replaced"]


@pytest.mark.parametrize("output", ["../out.jsonl", "/out.jsonl", "guide.md", "new/out.jsonl"])
async def test_nothing_is_written_elsewhere(docs: Path, output: str) -> None:
    before = sorted(docs.parent.rglob("*"))
    async with served(docs) as client:
        await refused(client, "save_chunks_jsonl", output=output, path="guide.md")
    assert sorted(docs.parent.rglob("*")) == before
    assert (docs / "guide.md").read_text() == GUIDE


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("chunk_markdown", {"path": "guide.md", "max_char": 500}, "there is no argument 'max_char'"),
        ("search_sections", {"query": "x", "path": "guide.md"}, "there is no argument 'path'"),
        (
            "search_sections",
            {"query": "x", "a" * 9000: 1},
            "search_sections takes query, folder, language, where, limit, ",
        ),
        ("chunk_markdown", {"path": "guide.md", "max_chars": 5}, "max_chars: "),
        ("chunk_markdown", {"path": "guide.md", "max_chars": "many"}, "max_chars: "),
        ("chunk_markdown", {"path": "guide.md", "overlap": 1000}, "overlap"),
        ("chunk_markdown", {"path": "guide.md", "dialect": "word"}, "word"),
        ("chunk_markdown", {"path": "guide.md", "cursor": "1"}, "invalid cursor: pass next_cursor"),
        ("chunk_markdown", {}, "give either path"),
        ("chunk_markdown", {"path": "guide.md", "text": "# A"}, "give either path"),
        ("chunk_markdown", {"path": "guide.md", "source": "a.md"}, "give source only with text"),
        ("get_section", {"ref": "guide.md#use", "source": "a.md"}, "give source only with text"),
        ("outline_markdown", {"path": "missing.md"}, "no Markdown file 'missing.md'"),
        ("search_sections", {}, "query: "),
        ("search_sections", {"query": " ?! "}, "the query holds no word"),
        ("search_sections", {"query": "x", "limit": 51}, "limit: "),
        ("save_chunks_jsonl", {"path": "guide.md"}, "output: "),
    ],
)
async def test_errors_are_sentences(
    docs: Path, era: str, tool: str, arguments: dict[str, Any], told: str
) -> None:
    async with served(docs, era=era) as client:
        sentence = await refused(client, tool, **arguments)
    assert sentence.startswith(f"{tool}: ")
    assert told in sentence
    assert "\n" not in sentence


async def test_a_number_in_a_string_is_a_number(docs: Path) -> None:
    """Some clients send every argument as a string."""
    async with served(docs) as client:
        page = await call(client, "chunk_markdown", path="long.md", max_chars="220", prefix_path="true")
    assert all(len(chunk.get("content", chunk["text"])) <= 220 for chunk in page["chunks"])


async def test_documents_are_resources(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        (template,) = (await client.list_resource_templates()).resource_templates
        assert (template.uri_template, template.mime_type) == ("mdchunk://file/{+path}", "text/markdown")
        resources = {each.name: str(each.uri) for each in (await client.list_resources()).resources}
        assert resources.keys() == {"guide.md", "long.md", "sub dir/日本 ü.md"}
        for name, uri in resources.items():
            (contents,) = (await client.read_resource(uri)).contents
            assert isinstance(contents, TextResourceContents)
            assert contents.text == (docs / name).read_text()


@pytest.mark.parametrize(
    "path",
    [
        "missing.md",
        "../outside.md",
        "%2E%2E/outside.md",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "a%00.md",
        "x.pem",
    ],
)
async def test_resources_stay_inside(docs: Path, era: str, path: str) -> None:
    (docs.parent / "outside.md").write_text("secret")
    (docs / "x.pem").write_text("secret")
    async with served(docs, era=era) as client:
        with pytest.raises(MCPError) as told:
            await client.read_resource(f"mdchunk://file/{path}")
    assert told.value.error.code == -32602
    assert "secret" not in str(told.value)


async def test_a_resource_too_long_to_read_at_once_says_what_to_use(docs: Path, era: str) -> None:
    (docs / "huge.md").write_text("x" * 100_001)
    async with served(docs, era=era) as client:
        with pytest.raises(
            MCPError, match=r"huge\.md has 100,001 characters.* use the tools outline_markdown and"
        ):
            await client.read_resource("mdchunk://file/huge.md")


async def test_prompts(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert prompts.keys() == {"summarise_document", "answer_from_documents"}
        assert all(prompt.title and prompt.description for prompt in prompts.values())
        for name, argument in (("summarise_document", "path"), ("answer_from_documents", "question")):
            (message,) = (await client.get_prompt(name, {argument: "what I want"})).messages
            assert isinstance(message.content, TextContent)
            assert "what I want" in message.content.text
            mentioned = {tool for tool in READING if tool in message.content.text}
            assert "get_section" in mentioned


async def test_paths_are_completed(docs: Path, era: str) -> None:
    for n in range(150):
        (docs / f"n{n:03}.md").touch()
    template, prompt = (
        ResourceTemplateReference(uri="mdchunk://file/{+path}"),
        PromptReference(name="summarise_document"),
    )
    async with served(docs, era=era) as client:
        for ref in (template, prompt):
            found = (await client.complete(ref, {"name": "path", "value": "GU"})).completion
            assert found.values == ["guide.md"]
        found = (await client.complete(template, {"name": "path", "value": "N"})).completion
        assert (len(found.values), found.total, found.has_more) == (100, 151, True)
        assert found.values[0] == "n000.md"
        question = PromptReference(name="answer_from_documents")
        assert (await client.complete(question, {"name": "question", "value": "x"})).completion.values == []


async def test_two_hundred_calls_at_once(docs: Path, era: str) -> None:
    async with served(docs, era=era) as client:
        answers: list[dict[str, Any]] = []

        async def ask(tool: str, arguments: dict[str, Any]) -> None:
            answers.append(await call(client, tool, **arguments))

        async with anyio.create_task_group() as tasks:
            for n in range(50):
                tasks.start_soon(ask, "get_section", {"path": "long.md", "anchor": f"part-{n}"})
                tasks.start_soon(ask, "outline_markdown", {"path": "guide.md"})
                tasks.start_soon(ask, "search_sections", {"query": f"part {n}"})
                tasks.start_soon(ask, "save_chunks_jsonl", {"path": "guide.md", "output": "out.jsonl"})
    assert len(answers) == 200
    assert {answer["heading"] for answer in answers if "heading" in answer} == {
        f"Part {n}" for n in range(50)
    }
    assert all(from_record(json.loads(line)) for line in (docs / "out.jsonl").read_text().splitlines())


async def test_searches_that_wait_leave_the_other_tools_free(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than there are worker threads."""
    release = threading.Event()
    refresh = indexing.refresh

    def slow(*arguments: Any, **options: Any) -> indexing.Freshness:
        release.wait(30)
        return refresh(*arguments, **options)

    monkeypatch.setattr("mdchunk.mcp.indexing.refresh", slow)
    async with served(docs) as client, anyio.create_task_group() as tasks:
        for _ in range(50):
            tasks.start_soon(partial(call, client, "search_sections", query="words"))
        await anyio.sleep(0.1)
        try:
            with anyio.fail_after(20):
                assert (await call(client, "outline_markdown", path="guide.md"))["title"] == "Guide"
        finally:
            release.set()


async def test_a_search_that_the_client_gives_up_stops(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def endless(*_: Any, stop: Callable[[], bool], **__: Any) -> None:
        while not stop():
            time.sleep(0.01)
        stopped.set()
        raise MdchunkError("stopped")

    async with served(docs) as client:
        with monkeypatch.context() as patched:
            patched.setattr("mdchunk.mcp.search.search", endless)
            with anyio.move_on_after(0.2) as scope:
                await client.call_tool("search_sections", {"query": "words"})
            assert scope.cancelled_caught
            assert await anyio.to_thread.run_sync(stopped.wait, 10)
        with anyio.fail_after(10):
            assert (await call(client, "search_sections", query="terminal"))["total"] == 1


async def test_a_search_answers_from_what_is_indexed(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for a while, with progress, then says how much is missing."""
    for n in range(20):
        (docs / f"many{n}.md").write_text("needle\n")
    monkeypatch.setattr("mdchunk.mcp.server.keep_fresh", lambda *_: None)
    monkeypatch.setattr("mdchunk.mcp.searching.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("mdchunk.mcp.indexing.refresh", partial(indexing.refresh, patience=0.0))
    told: list[tuple[float, float | None, str | None]] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with served(docs) as client:
        result = await client.call_tool("search_sections", {"query": "needle"}, progress_callback=report)
        assert result.structured_content
        assert result.structured_content["pending"] == 22
        nothing = await call(client, "search_sections", query="zebra")
        assert "21 documents are not indexed yet: call again" in nothing["advice"]
    assert told[:1] == [(1, 23, "indexed 1 of 23 documents")]


async def test_the_index_is_made_before_anyone_asks(docs: Path) -> None:
    server = build_server(open_folders([docs]))
    async with Client(server):
        await anyio.to_thread.run_sync(_wait_for, server, 3)
    assert server.library.index.closed.is_set()


def _wait_for(server: Server, documents: int) -> None:
    """Wait until so many documents are indexed."""
    for _ in range(1000):
        with server.library.index.lock:
            (found,) = server.library.index.connection.execute("SELECT count(*) FROM file").fetchone()
        if found == documents:
            return
        time.sleep(0.02)
    raise AssertionError(found)


async def test_an_index_that_is_damaged_meanwhile_is_made_anew(docs: Path, tmp_path: Path) -> None:
    said: list[str] = []
    server = build_server(open_folders([docs]), cache=tmp_path / "cache", report=said.append)
    async with Client(server) as client:
        assert (await call(client, "search_sections", query="terminal"))["total"] == 1
        server.library.index.connection.execute("UPDATE words_data SET block = x'00ff00ff'")
        assert (await call(client, "search_sections", query="terminal"))["total"] == 1
    (line,) = said
    assert line.startswith("the search index was damaged")


@pytest.mark.parametrize(
    "text", ["#" + " x" * 50_000, "# A\n\n" + "本" * 40_000, "\x01" * 40_000, "# 😀\n" * 3_000]
)
async def test_answers_fit_whatever_the_document(docs: Path, text: str) -> None:
    """A heading of 100,000 characters, lines without an end, characters that JSON makes six of."""
    (docs / "hostile.md").write_text(text)
    async with served(docs) as client:
        for tool in ("chunk_markdown", "outline_markdown"):
            await call(client, tool, path="hostile.md")
        await call(client, "chunk_markdown", path="hostile.md", max_chars=8000, prefix_path=True)
        headings = (await call(client, "outline_markdown", path="hostile.md"))["headings"]
        if headings and len(headings[0]["anchor"]) < 100:
            await call(client, "get_section", path="hostile.md", anchor=headings[0]["anchor"])
        await call(client, "list_documents")
        await call(client, "search_sections", query="x 本 A", limit=50)


async def test_many_equal_headings_do_not_make_a_long_error(docs: Path) -> None:
    async with served(docs) as client:
        told = await refused(client, "get_section", text="# Same\n\n" * 2_000, heading="Same")
    assert "same-1" in told


async def test_a_crash_keeps_its_words_to_itself(
    docs: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr("mdchunk.api.outline", crash)
    async with served(docs) as client:
        told = await client.call_tool("outline_markdown", {"text": "# A crash"})
    assert told.is_error
    assert "secret" not in text_of(told)
    assert "a secret of the server" in caplog.text


async def test_several_folders(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "guide.md").write_text("# More\n")
    async with served(docs, tmp_path / "more") as client:
        page = await call(client, "list_documents", contains="guide")
        assert [document["path"] for document in page["documents"]] == ["docs/guide.md", "more/guide.md"]
        assert (await call(client, "outline_markdown", path="more/guide.md"))["title"] == "More"
