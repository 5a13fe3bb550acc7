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
    assert (done.status, done.stdout, done.stderr) == (0, b"", "Saved: a.html\n")
    page = read_page((folder / "a.html").read_text(encoding="utf-8"))
    assert page.one("h1").text == "a.md"
    assert [chunk.one("div", "text").text for chunk in page.all("article")] == ["# A\n\nOne.", "## B\n\nTwo."]


def test_it_has_the_options_of_a_build(folder: Path) -> None:
    assert mdchunk("view", "a.md", "--prefix-path", "-q").status == 0
    page = read_page((folder / "report.html").read_text(encoding="utf-8"))
    assert [each.text for each in page.all("ins", "path")] == ["A\n\n"]
