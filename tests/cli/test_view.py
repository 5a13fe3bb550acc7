"""``mdchunk view``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import mdchunk
from tests.view.reading import read_page


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("# A\n\nOne.\n\n## B\n\nTwo.\n", encoding="utf-8")
    return tmp_path


def test_it_writes_a_page(folder: Path) -> None:
    done = mdchunk("view", "a.md", "-o", "a.html")
    assert (done.status, done.stdout, done.stderr) == (
        0,
        b"",
        "Saved: a.html (2 chunks from 1 document, 0 findings)\n",
    )
    page = read_page((folder / "a.html").read_text(encoding="utf-8"))
    assert page.one("h1").text == "a.md"
    assert [chunk.one("div", "text").text for chunk in page.all("article")] == ["# A\n\nOne.", "## B\n\nTwo."]


def test_it_has_the_options_of_a_build(folder: Path) -> None:
    assert mdchunk("view", "a.md", "--prefix-path", "-q").status == 0
    page = read_page((folder / "report.html").read_text(encoding="utf-8"))
    assert [each.text for each in page.one("div", "source").all("ins", "path")] == ["A\n\n"]


def test_several_documents_are_a_folder(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "b#1.md").write_text("# B\n\nText.\n", encoding="utf-8")
    done = mdchunk("view", ".")
    assert (done.status, done.stderr) == (
        0,
        "Saved: report/index.html (3 chunks from 2 documents, 0 findings)\n",
    )
    index = read_page((folder / "report" / "index.html").read_text(encoding="utf-8"))
    rows = index.one("tbody").all("a")
    assert [(row.text, row.attributes["href"]) for row in rows] == [
        ("a.md", "a.md.html"),
        ("sub/b#1.md", "sub/b%231.md.html"),
    ]
    page = read_page((folder / "report" / "sub" / "b#1.md.html").read_text(encoding="utf-8"))
    links = [link.attributes["href"] for link in page.one("nav").all("a")]
    assert links[:2] == ["../a.md.html", "../index.html"]
    # and again, over itself: what is gone is gone
    (folder / "sub" / "b#1.md").unlink()
    (folder / "report" / "notes.html").write_text("Mine.", encoding="utf-8")
    (folder / "c.md").write_text("# C\n", encoding="utf-8")
    assert mdchunk("view", ".").status == 0
    found = sorted(path.name for path in (folder / "report").rglob("*.html"))
    assert found == ["a.md.html", "c.md.html", "index.html", "notes.html"]
    assert not list(folder.glob(".report*"))


def test_a_folder_of_somebody_else_is_left_alone(folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text("<p>Mine</p>", encoding="utf-8")
    for name in ("site", "site/index.html"):
        done = mdchunk("view", "a.md", "-o", name)
        assert done.status == 1
        assert done.stderr == (
            f"Error: {name}: exists and is no report of mdchunk; it was left unchanged; choose another name\n"
        )
    (folder / "notes").mkdir()
    (folder / "notes" / "x.txt").touch()
    done = mdchunk("view", "a.md", "-o", "notes")
    assert "notes: is not empty and holds no report of mdchunk" in done.stderr


def test_a_page_goes_to_standard_output(folder: Path) -> None:
    done = mdchunk("view", "-", "-o", "-", stdin=b"# T\r\n\r\nx\r\n")
    page = read_page(done.stdout.decode())
    assert page.one("article").one("div", "text").text == "# T\r\n\r\nx"
    assert list(folder.iterdir()) == [folder / "a.md"]


def test_several_documents_are_no_page(folder: Path) -> None:
    (folder / "b.md").touch()
    done = mdchunk("view", "a.md", "b.md", "-o", "x.html")
    assert done.status == 2
    assert "2 documents need a folder, such as -o report" in done.stderr


def test_it_shows_a_chunk_file(folder: Path) -> None:
    mdchunk("build", "a.md", "--prefix-path", "-q")
    assert mdchunk("view", "chunks.jsonl", "-q", "-o", "a.html").status == 0
    page = read_page((folder / "a.html").read_text(encoding="utf-8"))
    assert [each.text for each in page.one("div", "source").all("ins", "path")] == ["A\n\n"]
    assert [chunk.one("div", "text").text for chunk in page.all("article")] == ["# A\n\nOne.", "## B\n\nTwo."]
    (folder / "a.md").write_text("# A\n\nChanged.\n", encoding="utf-8")
    done = mdchunk("view", "chunks.jsonl")
    assert (done.status, done.stderr) == (1, "Error: a.md: it has changed since its chunks were made\n")


def test_a_document_that_cannot_be_read_is_listed(folder: Path) -> None:
    (folder / "b.md").write_bytes(b"# B\n\n\xff\n")
    assert mdchunk("view", ".").status == 1
    assert sorted(path.name for path in folder.iterdir()) == ["a.md", "b.md"]
    done = mdchunk("view", ".", "--on-error", "skip", "--json")
    assert (done.status, done.json["documents"]) == (0, 1)
    assert [notice["file"] for notice in done.json["notices"]] == ["b.md"]
    page = read_page((folder / "report" / "b.md.html").read_text(encoding="utf-8"))
    assert "cannot be shown: not utf-8: byte 0xff" in page.one("main").text


def test_records_of_another_chunker(folder: Path) -> None:
    records = (
        '{"text": "# A\\n\\nOne.\\n\\n## B", "start": 0, "source": "a.md"}\n'
        '{"text": "## B\\n\\nTwo.", "start": 11, "source": "a.md"}\n'
    )
    (folder / "theirs.jsonl").write_text(records, encoding="utf-8")
    assert mdchunk("view", "theirs.jsonl", "-q").status == 0
    page = read_page((folder / "report.html").read_text(encoding="utf-8"))
    first, second = page.all("article")
    assert (first.attributes["id"], second.attributes["id"]) == ("chunk-1", "chunk-2")
    # what both have is shown once, as what the next one repeats
    assert (first.one("mark").text, second.one("div", "text").text) == ("## B", "\n\nTwo.")
    assert [each.one("div", "content").text for each in page.all("aside", "detail")][1] == "## B\n\nTwo."
