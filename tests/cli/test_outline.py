"""``mdchunk outline`` and ``mdchunk section``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import mdchunk

GUIDE = """# Guide

Intro.

## Tools

Words.

### Saw ###

Teeth.

## Setup

Once.

## Setup

Twice.
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("guide.md").write_text(GUIDE, encoding="utf-8")
    Path("docs").mkdir()
    Path("docs/other.md").write_text("---\ntitle: T\n---\n# Other\n", encoding="utf-8")


class TestOutline:
    def test_an_indented_line_a_heading(self) -> None:
        done = mdchunk("outline", "guide.md")
        assert done.status == 0
        assert done.stdout.decode().splitlines() == [
            "Guide  [line 1, #guide, 15 chars]",
            "  Tools  [line 5, #tools, 16 chars]",
            "    Saw  [line 9, #saw, 19 chars]",
            "  Setup  [line 13, #setup, 15 chars]",
            "  Setup  [line 17, #setup-1, 16 chars]",
        ]

    def test_several_files_are_named(self) -> None:
        lines = mdchunk("outline", "guide.md", "docs", "--max-level", "1").stdout.decode().splitlines()
        assert [line for line in lines if not line.startswith(" ")] == ["guide.md", "docs/other.md"]
        assert lines[-1] == "  Other  [line 4, #other, 7 chars]"

    def test_json_gives_an_object_a_file(self) -> None:
        first, second = mdchunk("outline", "guide.md", "docs", "--json").records
        assert (first["source"], first["title"]) == ("guide.md", "Guide")
        assert first["headings"][2] == {
            "level": 3,
            "text": "Saw",
            "anchor": "saw",
            "start_line": 9,
            "end_line": 11,
            "chars": 19,
            "ref": "guide.md#saw",
            "parent_ref": "guide.md#tools",
        }
        assert second == {"source": "docs/other.md", "title": "T", "headings": second["headings"]}

    def test_options_that_say_what_to_read(self) -> None:
        Path("docs/x.mdx").write_text("# X {1}\n\nimport y\n", encoding="utf-8")
        found = mdchunk("outline", "docs", "--root", "docs", "--exclude", "other.md", "--json").records
        assert [one["source"] for one in found] == ["x.mdx"]
        assert mdchunk("outline", "guide.md", "--dialect", "nope").status == 2

    def test_standard_input(self) -> None:
        assert mdchunk("outline", "-", stdin=b"# A\n").stdout == b"A  [line 1, #a, 3 chars]\n"

    def test_a_file_that_cannot_be_read(self) -> None:
        Path("docs/bad.md").write_bytes(b"\xff\n")
        assert mdchunk("outline", "docs").status == 1
        skipped = mdchunk("outline", "docs", "--on-error", "skip")
        assert skipped.status == 0
        assert "warning: docs/bad.md:1: not utf-8" in skipped.stderr
        assert mdchunk("outline", "docs/bad.md", "--on-error", "skip").status == 1
        as_json = mdchunk("outline", "docs", "--on-error", "skip", "--json")
        assert len(as_json.records) == 1
        assert "warning: docs/bad.md:1: not utf-8" in as_json.stderr


class TestSection:
    def test_as_it_stands_with_its_sub_sections_or_without(self) -> None:
        whole = GUIDE[GUIDE.index("## Tools") : GUIDE.index("\n## Setup")]
        assert mdchunk("section", "guide.md", "--heading", "Tools").stdout.decode() == whole
        assert (
            mdchunk("section", "guide.md", "--heading", "tools", "--no-children").stdout
            == b"## Tools\n\nWords.\n"
        )

    def test_by_anchor(self) -> None:
        assert mdchunk("section", "guide.md", "--anchor", "setup-1").stdout == b"## Setup\n\nTwice.\n"

    def test_a_heading_that_stands_twice_lists_the_anchors(self) -> None:
        done = mdchunk("section", "guide.md", "--heading", "Setup")
        assert done.status == 1
        assert "#setup (line 13), #setup-1 (line 17)" in done.stderr

    def test_json(self) -> None:
        told = mdchunk("section", "guide.md", "--anchor", "saw", "--json").json
        assert (told["ok"], told["source"], told["text"]) == (True, "guide.md", "### Saw ###\n\nTeeth.")
        assert told["heading_path"] == ["Guide", "Tools", "Saw"]
        assert (told["start_line"], told["end_line"], told["heading"]["anchor"]) == (9, 11, "saw")
        assert GUIDE[told["start_char"] : told["end_char"]] == told["text"]

    def test_standard_input_dialect_and_encoding(self) -> None:
        text = "# Caf\xe9\n".encode("latin-1")
        args = ("section", "-", "--heading", "Café", "--encoding", "latin-1", "--dialect", "commonmark")
        assert mdchunk(*args, stdin=text).stdout.decode() == "# Café\n"

    @pytest.mark.parametrize("args", [[], ["--heading", "A", "--anchor", "a"]])
    def test_one_of_heading_and_anchor(self, args: list[str]) -> None:
        done = mdchunk("section", "guide.md", *args)
        assert done.status == 2
        assert "name the section by either --heading or --anchor" in done.stderr
