"""Converted documents through the commands and the API: build, outline, section, verify, incremental builds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mdchunk import chunk_file
from mdchunk.convert.converters import ENDINGS
from mdchunk.files.selection import OTHER_ENDINGS
from tests.support.command import mdchunk
from tests.support.documents_made import write_pdf

pytest.importorskip("liteparse")
pytest.importorskip("anydoc")
pytest.importorskip("html_to_markdown")

DOCUMENTS = Path(__file__).parents[2] / "fixtures" / "documents"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder with a document of each format and one in Markdown."""
    for path in DOCUMENTS.iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "a.md").write_text("# A\n\nb\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def records(path: str = "chunks.jsonl") -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def test_a_folder_keeps_to_markdown_unless_asked() -> None:
    assert mdchunk("build", ".").status == 0
    assert {record["source"] for record in records()} == {"a.md"}
    assert mdchunk("build", ".", "--convert").status == 0
    assert {record["source"] for record in records()} == {"a.md", "notes.docx", "page.html", "report.pdf"}
    assert set(ENDINGS) == set(OTHER_ENDINGS)


def test_a_file_that_is_named_is_converted() -> None:
    done = mdchunk("build", "report.pdf", "notes.docx", "page.html")
    assert done.status == 0
    assert "warning: report.pdf: no text on page 3\n" in done.stderr
    assert [(record["ref"], record.get("page_start")) for record in records()] == [
        ("report.pdf#page=1", 1),
        ("report.pdf#page=2", 2),
        ("report.pdf#page=4", 4),
        ("notes.docx#meeting", None),
        ("notes.docx#decisions", None),
        ("page.html#the-garden", None),
        ("page.html#rules", None),
    ]
    assert records()[-1]["content"] == "## Rules for visitors\n\n- Stay on the paths.\n- Close the gate."


def test_the_quality_of_converted_documents_is_checked() -> None:
    assert mdchunk("build", ".", "--convert", "--converted", "kept").status == 0
    for more in ([], ["--converted", "kept"]):
        found = mdchunk("stats", "chunks.jsonl", "--json", "--check", "cut_words=0", *more)
        assert (found.status, found.json["quality"]["unread"]) == (0, [])
        assert found.json["quality"]["chunks"] == len(records())
    assert mdchunk("stats", "chunks.jsonl", "--check", "cut_words=0", "--converted", "empty").status == 1


def test_every_way_gives_the_same_bytes() -> None:
    assert mdchunk("build", ".", "--convert").status == 0
    expected = Path("chunks.jsonl").read_bytes()
    for more in (["--jobs", "2"], ["--converted", "kept"], ["--converted", "kept", "--incremental"]):
        assert mdchunk("build", ".", "--convert", *more).status == 0
        assert Path("chunks.jsonl").read_bytes() == expected
    assert sorted(path.name for path in Path("kept").iterdir()) == [
        "notes.docx.md",
        "page.html.md",
        "report.pdf.md",
    ]
    found = [
        chunk.to_dict()
        for name in ("a.md", "notes.docx", "page.html", "report.pdf")
        for chunk in chunk_file(name)
    ]
    assert found == records()


def test_a_dialect_of_the_authors_is_not_that_of_converted_text() -> None:
    assert mdchunk("build", "page.html", "--dialect", "commonmark").status == 0
    assert records()[1]["anchor"] == "rules"


def test_outline_and_section() -> None:
    assert mdchunk("outline", "report.pdf", "--json").json["headings"][1]["ref"] == "report.pdf#page=2"
    assert (
        mdchunk("section", "page.html", "--anchor", "rules")
        .stdout.decode()
        .startswith("## Rules for visitors")
    )


class TestVerify:
    def test_converted_again(self) -> None:
        assert mdchunk("build", ".", "--convert").status == 0
        assert (
            mdchunk("verify", "chunks.jsonl").stdout.decode()
            == "8 chunks in 4 documents match their sources\n"
        )

    def test_a_changed_original(self) -> None:
        assert mdchunk("build", "report.pdf").status == 0
        write_pdf(Path("report.pdf"), [[(11, "Something else.")]])
        done = mdchunk("verify", "chunks.jsonl")
        assert done.status == 1
        assert "report.pdf:12: text differs from characters" in done.stdout.decode()

    def test_against_what_is_kept(self) -> None:
        assert mdchunk("build", ".", "--convert", "--converted", "kept").status == 0
        assert mdchunk("verify", "chunks.jsonl", "--converted", "kept").status == 0
        Path("page.html").write_text("<h1>New</h1>")
        done = mdchunk("verify", "chunks.jsonl", "--converted", "kept")
        assert done.stdout.decode() == "page.html: changed since it was converted (chunks.jsonl:4)\n"
        Path("kept/notes.docx.md").unlink()
        assert "notes.docx: its converted text in kept cannot be read" in (
            mdchunk("verify", "chunks.jsonl", "--converted", "kept").stdout.decode()
        )

    def test_another_converter_is_named_once(self) -> None:
        """Not each of its records as stale: the manifest knows what converted it."""
        assert mdchunk("build", "page.html", "--incremental").status == 0
        manifest = Path("chunks.jsonl.manifest.json")
        said = manifest.read_text()
        version = json.loads(said.splitlines()[1])[0][1]["converter"]
        manifest.write_text(said.replace(version, "html-to-markdown 1.0"))
        done = mdchunk("verify", "chunks.jsonl")
        assert done.stdout.decode() == (
            f"page.html: was converted by html-to-markdown 1.0, and now by {version} (chunks.jsonl:1)\n"
        )


def test_a_converter_of_ones_own_for_any_ending() -> None:
    Path("mine.py").write_text("def convert(path):\n    return '# ' + open(path).read()\n")
    Path("a.rtf").write_text("Mine")
    converter = ("--converter", "rtf=py:mine:convert")
    assert mdchunk("build", ".", "--convert", *converter, "--include", "*.rtf").status == 0
    assert [record["content"] for record in records()] == ["# Mine"]
    assert mdchunk("build", ".", "--convert", *converter).status == 0
    assert "a.rtf" in {record["source"] for record in records()}
    assert mdchunk("verify", "chunks.jsonl", *converter).status == 0
    assert mdchunk("outline", "a.rtf", *converter).stdout.decode().startswith("Mine")


def test_one_broken_file_costs_itself() -> None:
    Path("b.pdf").write_bytes(b"no")
    done = mdchunk("build", "b.pdf", "page.html")
    assert done.status == 1
    assert done.stderr == "Error: b.pdf: is not a PDF file; set --on-error to skip\n"
    done = mdchunk("build", "b.pdf", "page.html", "--on-error", "skip")
    assert done.status == 0
    assert "warning: b.pdf: is not a PDF file\n" in done.stderr
    assert {record["source"] for record in records()} == {"page.html"}


def test_a_malformed_converter_is_named() -> None:
    done = mdchunk("build", "report.pdf", "--converter", "pdf")
    assert done.status == 2
    assert "Error: --converter must be ENDING=py:package.module:function" in done.stderr
