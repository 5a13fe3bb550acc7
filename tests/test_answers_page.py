"""The code of docs/answers.md: from hits to sections, and citations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mdchunk import chunk_markdown, get_section
from mdchunk.records import to_line
from tests.support.doc_blocks import code, run

PAGE = "answers.md"
TABLE = "| A | B |\n|---|---|\n" + "".join(f"| {n} | some words of row {n} |\n" for n in range(30))
LONG = (
    f"# Big\n\nIntro.\n\n## Table\n\n{TABLE}\n<!-- gone -->\n\nAfter the table.\n\n### Inner\n\n"
    + "A sentence that is repeated by the overlap. " * 30
    + "\n\n## Last\n\nEnd.\n"
)
GUIDE = "# Guide\n\nWhat it is.\n\n## Install\n\nRun it.\n\n## Use\n\nCall it.\n"


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    chunks = []
    for name, text in (("guide.md", GUIDE), ("big.md", LONG)):
        (tmp_path / "docs" / name).write_bytes(text.encode())
        chunks += chunk_markdown(text, source=name, max_chars=300, overlap=60, prefix_path="all")
    (tmp_path / "chunks.jsonl").write_bytes("".join(map(to_line, chunks)).encode())
    made: dict[str, Any] = {}
    for block in code(PAGE, "From hits to sections"):
        run(block, made, PAGE)
    return made


def of(names: dict[str, Any], ref: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = names["sections"][ref]
    return found


def test_a_section_has_each_line_once(names: dict[str, Any]) -> None:
    parts = of(names, "big.md#table")
    assert len(parts) > 3
    assert parts[1]["content"].count("| A | B |") == 1
    assert names["section"](parts[2]) == get_section(LONG, anchor="table", include_children=False).text
    inner = of(names, "big.md#inner")
    assert inner[1]["overlap"] > 0
    assert names["section"](inner[0]) == get_section(LONG, anchor="inner").text


def test_an_exact_section_is_the_file(names: dict[str, Any]) -> None:
    for ref, parts in names["sections"].items():
        text = {"guide.md": GUIDE, "big.md": LONG}[parts[0]["source"]]
        want = get_section(text, anchor=ref.partition("#")[2], include_children=False)
        assert names["exact"](parts[-1]) == want.text


def test_neighbours(names: dict[str, Any]) -> None:
    hit = of(names, "guide.md#install")[0]
    assert names["neighbours"](hit) == GUIDE.strip()
    first = of(names, "guide.md#guide")[0]
    assert names["neighbours"](first) == GUIDE[: GUIDE.index("## Use")].strip()
    assert names["neighbours"](hit, 0) == hit["text"]


def test_the_enclosing_section(names: dict[str, Any]) -> None:
    hit = of(names, "big.md#inner")[0]
    text = names["enclosing"](hit)
    assert text.startswith("## Table")
    assert "### Inner" in text
    assert "## Last" not in text
    assert names["enclosing"](of(names, "guide.md#guide")[0]) == GUIDE.strip()


def test_a_context_has_each_section_once(names: dict[str, Any]) -> None:
    hits = [*of(names, "big.md#table")[1:3], *of(names, "guide.md#use"), *of(names, "big.md#table")[:1]]
    assert names["context"](hits) == [names["section"](hits[0]), names["section"](hits[2])]
    assert names["context"](hits, 10) == [names["section"](hits[0])]


def test_citations_are_what_the_page_shows(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for block, printed in zip(code(PAGE, "Citing"), code(PAGE, "Citing", "text"), strict=True):
        run(block, names, PAGE)
        assert capsys.readouterr().out == printed


def test_links_of_sites() -> None:
    (chunk,) = chunk_markdown("# A b\n", source="sub/page.md")
    assert chunk.url("https://example.org/{page}/#{anchor}") == "https://example.org/sub/page/#a-b"
    assert chunk.url("https://example.org/{page}.html#{anchor}") == "https://example.org/sub/page.html#a-b"


def test_with_langchain(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("langchain_classic", exc_type=ImportError)
    run(code(PAGE, "With LangChain")[0], names, PAGE)
    shown = dict(line.rsplit(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert shown
    for ref, length in shown.items():
        text = {"guide.md": GUIDE, "big.md": LONG}[ref.partition("#")[0]]
        section = get_section(text, anchor=ref.partition("#")[2], include_children=False)
        assert int(length) == len(section.text)


def test_with_llama_index(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("llama_index.core", exc_type=ImportError)
    run(code(PAGE, "With LlamaIndex")[0], names, PAGE)
    lines = capsys.readouterr().out.splitlines()
    section = get_section(LONG, anchor="inner")
    assert f"big.md#inner {len(section.text)}" in lines
