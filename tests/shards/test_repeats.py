"""What most files of a build begin or end with is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.shards import repeats
from mdchunk.shards.repeats import Paragraph, Repeat, Repeats, paragraphs_at_ends
from tests.support.command import mdchunk

BANNER = "> ## Index of all pages\n> See the index first.\n"
FOOTER = "Was this page helpful? Tell us."


def page(n: int, *, banner: bool = True, footer: bool = True) -> str:
    body = "".join(f"Paragraph {m} of page {n} says so.\n\n" for m in range(12))
    return (
        (f"{BANNER}\n" if banner else "") + f"# Page {n}\n\n{body}" + (f"---\n\n{FOOTER}\n" if footer else "")
    )


def ends(text: str) -> list[tuple[int, int]]:
    return [(line, lines) for _, line, lines in paragraphs_at_ends(chunk_markdown(text, max_chars=200))]


def test_paragraphs_are_those_at_the_ends_with_their_lines() -> None:
    assert ends(page(1)) == [(1, 2), (6, 1), (8, 1), (10, 1), (32, 1), (28, 1), (26, 1), (24, 1)]
    assert ends(page(1).replace("\n", "\r\n")) == ends(page(1))
    assert paragraphs_at_ends(
        chunk_markdown(page(1).replace("\n", "\r\n"), max_chars=200)
    ) == paragraphs_at_ends(chunk_markdown(page(1), max_chars=200))


def test_headings_short_lines_and_seconds_are_left_out() -> None:
    assert ends(
        "# A heading that is long enough\n\n***\n\nThe same text, said twice.\n\nThe same text, said twice.\n"
    ) == [(5, 1)]
    assert ends("") == []


def test_most_files_are_more_than_half_of_five_or_more() -> None:
    found = Repeats()
    for n in range(1, 9):
        found.add(f"{n}.md", [Paragraph("always", 1, 2), *([Paragraph("half", 9, 1)] if n % 2 else [])], n)
        if n == 4:
            assert found.in_most_of(4) == []
    assert found.in_most_of(8) == [Repeat("1.md", 1, 2, 8)]


def test_it_holds_what_may_be_in_most_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "HELD", 100)
    found = Repeats()
    for n in range(1, 1001):
        found.add(f"{n}.md", [Paragraph("always", 1, 2), Paragraph(f"own {n}", 5, 1)], n)
    assert len(found.seen) <= 101
    assert found.in_most_of(1000) == [Repeat("1.md", 1, 2, 1000)]


class TestBuild:
    @pytest.fixture(autouse=True)
    def pages(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("docs").mkdir()
        for n in range(6):
            Path("docs", f"{n}.md").write_text(page(n, banner=n > 0, footer=n < 3), encoding="utf-8")

    def test_what_repeats_is_reported_until_it_is_dropped(self) -> None:
        said = mdchunk("build", "docs").stderr
        hint = "the same 2 lines are in 5 of 6 files; to drop them, give --drop-prefix what they begin with"
        assert f"Hint: docs/1.md:1: {hint}" in said
        assert said.count("Hint") == 1
        assert mdchunk("build", "docs", "--json").json["notices"] == [
            {"kind": "config", "file": "docs/1.md", "line": 1, "message": hint}
        ]
        said = mdchunk("build", "docs", "--drop-prefix", "> ## Index").stderr
        assert "Hint" not in said
        assert "by drop_prefixes in 5 of 6 files" in said

    def test_an_incremental_build_says_the_same(self) -> None:
        first = mdchunk("build", "docs", "--incremental").stderr
        assert "in 5 of 6 files" in first
        assert mdchunk("build", "docs", "--incremental").stderr.count("in 5 of 6 files") == 1
        Path("docs/2.md").write_text(page(2, banner=False), encoding="utf-8")
        assert "in 4 of 6 files" in mdchunk("build", "docs", "--incremental").stderr
