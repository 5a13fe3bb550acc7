"""Each option of ``mdchunk build``, and what people reported of other tools that read whole trees."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mdchunk.cli import output as cli_output
from mdchunk.files.settings import LEAST_CHARS
from tests.support.command import Done, mdchunk

PAGE = """---
title: The page
tags: [x, y]
---
<!-- a comment -->

# One

First words of the section. More words of the section.

<!-- page 2 -->

![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4AAAAAAAAAAAAAAAA)

## Two

Short.

### Three

Short too.

***
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put("page.md", PAGE)


def put(name: str, text: str | bytes) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def records(*args: object, status: int = 0) -> list[dict[str, Any]]:
    done = mdchunk("build", *args, "-o", "-", "-q")
    assert done.status == status, done.stderr
    return done.records


def paths(*args: object) -> list[list[str]]:
    return [record["heading_path"] for record in records(*args)]


class TestOptions:
    def test_the_last_line_says_what_was_saved(self) -> None:
        done = mdchunk("build", "page.md")
        assert (done.status, done.stdout) == (0, b"")
        biggest = max(
            len(json.loads(line)["content"]) for line in Path("chunks.jsonl").read_bytes().splitlines()
        )
        assert done.stderr.splitlines()[-1] == (
            f"Saved: chunks.jsonl (3 chunks from 1 file, biggest {biggest} characters)"
        )
        assert done.stderr.splitlines()[0].startswith("Dropped characters: 33 of comment, ")

    def test_output(self) -> None:
        for flag in ("-o", "--output"):
            assert mdchunk("build", "page.md", flag, "deep/out.jsonl").stderr.endswith(" characters)\n")
            assert Path("deep/out.jsonl").read_bytes().count(b"\n") == 3
            Path("deep/out.jsonl").unlink()

    def test_format(self) -> None:
        mdchunk("build", "page.md", "--format", "json", "-o", "x.json")
        assert json.loads(Path("x.json").read_bytes()) == records("page.md")
        assert mdchunk("build", "page.md", "--format", "json", "-o", "-").json == records("page.md")

    def test_the_format_is_that_of_the_name_and_the_name_that_of_the_format(self) -> None:
        mdchunk("build", "page.md", "-o", "x.JSON")
        assert json.loads(Path("x.JSON").read_bytes()) == records("page.md")
        done = mdchunk("build", "page.md", "--format", "json")
        assert "Saved: chunks.json (" in done.stderr
        assert json.loads(Path("chunks.json").read_bytes()) == records("page.md")
        mdchunk("build", "page.md", "-o", "y.json", "--format", "jsonl")
        assert len(Path("y.json").read_bytes().splitlines()) == 3
        mdchunk("build", "page.md", "-o", "z")
        assert len(Path("z").read_bytes().splitlines()) == 3
        done = mdchunk("build", "page.md", "-o", "z.csv")
        assert done.status == 2
        assert done.stderr.endswith(
            "Error: --output ends in .csv, which is the ending of no format (.jsonl, .json, .jsonl.zst, .parquet);"
            " set --format\n"
        )
        assert not Path("z.csv").exists()

    def test_parquet_by_its_name(self) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        mdchunk("build", "page.md", "-o", "x.parquet")
        mdchunk("build", "page.md", "--format", "parquet")
        for name in ("x.parquet", "chunks.parquet"):
            assert parquet.read_table(name)["id"].to_pylist() == [r["id"] for r in records("page.md")]

    def test_fields(self) -> None:
        assert [list(record) for record in records("page.md", "--fields", "chars, id")] == [
            ["chars", "id"]
        ] * 3

    def test_max_chars(self) -> None:
        put("long.md", "# Long\n\n" + "A line of some words.\n" * 30)
        assert all(len(record["content"]) <= 200 for record in records("long.md", "--max-chars", "200"))
        assert len(records("long.md", "--max-chars", "200")) > len(records("long.md"))

    def test_the_least_max_chars(self) -> None:
        assert mdchunk("build", "page.md", "--max-chars", LEAST_CHARS).status == 0
        refused = mdchunk("build", "page.md", "--max-chars", LEAST_CHARS - 1)
        assert refused.status == 2
        assert f"{LEAST_CHARS - 1} is not in the range x>={LEAST_CHARS}" in refused.stderr

    def test_max_tokens_and_tokenizer(self) -> None:
        tokens = [r["tokens"] for r in records("page.md", "--max-tokens", "40", "--tokenizer", "approx")]
        assert all(0 < count <= 40 for count in tokens)
        counted = records("page.md", "--max-tokens", "100", "--tokenizer", "py:tests.support.deadly:count")
        assert [r["tokens"] for r in counted] == [len(r["content"]) for r in counted]

    def test_overlap(self) -> None:
        put("long.md", "# Long\n\n" + "A line of some words. " * 30)
        assert any(
            record["overlap"] for record in records("long.md", "--max-chars", "200", "--overlap", "60")
        )

    def test_min_size(self) -> None:
        put("small.md", "# A\n\n## B\n\nx\n\n## C\n\ny\n")
        assert paths("small.md") == [["A", "B"], ["A", "C"]]
        assert paths("small.md", "--min-size", "100") == [["A", "B"]]

    def test_prefix_path(self) -> None:
        assert records("page.md", "--prefix-path")[-1]["content"].startswith("The page > One > Two")
        assert not records("page.md", "--no-prefix-path")[-1]["content"].startswith("The page")

    def test_path_lines_of_parts_are_the_default(self) -> None:
        Path("long.md").write_text("# Long\n\n" + "A sentence of words. " * 30, encoding="utf-8")
        first, later = records("long.md", "--max-chars", "400")
        assert (first["content"][:6], later["content"][:6]) == ("# Long", "Long\n\n")

    def test_max_level(self) -> None:
        assert paths("page.md", "--max-level", "2") == [["One"], ["One", "Two"]]

    def test_dialect(self) -> None:
        put("table.md", "| a |\n| - |\n| 1 |\n")
        assert records("table.md")[0]["kind"] == "table"
        assert records("table.md", "--dialect", "commonmark")[0]["kind"] == "paragraph"

    def test_drop_and_keep(self) -> None:
        kept = records("page.md", "--keep", "comment", "--keep", "front_matter")
        assert kept[0]["text"] == PAGE[: PAGE.index("\n\n# One")]
        dropped = records("page.md", "--drop", "thematic_break", "--drop", "paragraph")
        assert "***" not in "".join(record["content"] for record in dropped)
        assert "Short" not in "".join(record["content"] for record in dropped)

    def test_metadata(self) -> None:
        assert records("page.md", "--metadata", "tags,none")[0]["metadata"] == {"tags": ["x", "y"]}
        assert records("page.md", "--metadata", "all")[0]["metadata"] == {
            "title": "The page",
            "tags": ["x", "y"],
        }
        assert "metadata" not in records("page.md")[0]

    def test_a_key_that_no_file_has_is_told(self) -> None:
        put("other.md", "---\nauthor: me\n---\n# A\n")
        args = ("build", "page.md", "other.md", "--metadata", "title,author,titel", "--incremental")
        for _ in range(2):
            assert (
                "warning: --metadata names 'titel', which no file has in its front matter"
                in mdchunk(*args).stderr
            )
        (warning,) = mdchunk(*args, "--json").json["notices"]
        assert (warning["kind"], "titel" in warning["message"]) == ("config", True)
        assert "warning" not in mdchunk("build", "page.md", "--metadata", "all").stderr

    def test_ids_that_the_dialect_takes_as_text_are_told(self) -> None:
        put("d/a.md", "# A {#a}\n\n# B {#b}\n")
        put("d/b.md", "# A {: #a .x }\n")
        put("d/c.md", "# {c}\n")
        put("d/d.mdx", "# A {#d}\n")
        said = mdchunk("build", "d", "--incremental").stderr.splitlines()
        assert said[-1].startswith("Saved: ")
        assert said[-2] == (
            "Hint: 2 files have headings that end in {#id}; to use it as the anchor, set --dialect to vitepress,"
            " mkdocs, pandoc or hugo"
        )
        assert mdchunk("build", "d", "--incremental").stderr.splitlines()[-2] == said[-2]
        assert "1 file has headings that end" in mdchunk("build", "d/a.md").stderr
        (warning,) = mdchunk("build", "d", "--json").json["notices"]
        assert (warning["kind"], f"Hint: {warning['message']}") == ("config", said[-2])
        assert mdchunk("build", "d", "-q").stderr == ""
        for dialect in re.findall(r"set --dialect to (.*)", said[-2])[0].replace(" or ", ", ").split(", "):
            assert "Hint" not in mdchunk("build", "d/a.md", "--dialect", dialect).stderr

    def test_ids_of_react_are_told_with_the_dialect_that_takes_them(self) -> None:
        put("d/a.md", "# A {/*a-b*/}\n\n## B {/* #c */}\n")
        put("d/b.md", "# B {/*b*/}\n")
        put("d/c.md", "# C {/* c d */}\n")
        (hint,) = [line for line in mdchunk("build", "d").stderr.splitlines() if line.startswith("Hint: ")]
        assert hint == (
            "Hint: 2 files have headings that end in {/*id*/}; to use it as the anchor, set --dialect to mdx"
        )
        assert "Hint" not in mdchunk("build", "d", "--dialect", "mdx").stderr

    def test_page_marker(self) -> None:
        put("pages.md", "# A\n\none\n\n[[p7]]\n\ntwo\n")
        found = records("pages.md", "--page-marker", r"\[\[p(?P<page>\d+)\]\]")
        assert [(r["page_start"], r["page_end"]) for r in found][-1][1] == 7
        assert "page_start" not in records("pages.md")[0]

    def test_keep_data_uris(self) -> None:
        assert "base64,iVBOR" in records("page.md", "--keep-data-uris")[0]["content"]
        assert "base64,iVBOR" not in records("page.md")[0]["content"]

    def test_root(self) -> None:
        put("docs/in/a.md", "# A\n")
        assert records("docs", "--root", "docs")[0]["source"] == "in/a.md"
        assert records("docs")[0]["source"] == "docs/in/a.md"

    def test_a_source_elsewhere_is_named_from_here(self, monkeypatch: pytest.MonkeyPatch) -> None:
        put("docs/in/a.md", "# A\n")
        put("work/b.md", "# B\n")
        monkeypatch.chdir("work")
        found = records("../docs", Path("../docs/in/a.md").resolve(), ".")
        assert [record["source"] for record in found] == ["../docs/in/a.md", "b.md"]
        mdchunk("build", "../docs")
        assert mdchunk("verify", "chunks.jsonl").status == 0
        for root in (".", "../work"):
            done = mdchunk("build", "../docs", "--root", root)
            assert (done.status, "a.md is not below it; set --root" in done.stderr) == (1, True)

    def test_a_source_on_another_drive_keeps_its_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_way(_path: str, _start: str) -> str:
            raise ValueError("path is on mount 'D:', start on mount 'C:'")

        put("docs/a.md", "# A\n")
        put("work/b.md", "# B\n")
        monkeypatch.chdir("work")
        monkeypatch.setattr("os.path.relpath", no_way)
        (record,) = records("../docs")
        assert record["source"] == Path("../docs/a.md").resolve().as_posix()

    def test_include_exclude_and_gitignore(self) -> None:
        for name in ("docs/a.md", "docs/b.txt", "docs/c/d.md", "docs/e.md"):
            put(name, f"# {name}\n")
        put(".gitignore", "e.md\n")

        def sources(*args: str) -> list[str]:
            return [record["source"] for record in records("docs", *args)]

        assert sources() == ["docs/a.md", "docs/c/d.md", "docs/e.md"]
        Path(".git").mkdir()
        assert sources() == ["docs/a.md", "docs/c/d.md"]
        assert sources("--no-gitignore", "--exclude", "c/") == ["docs/a.md", "docs/e.md"]
        assert sources("--include", "*.txt", "--include", "d.md") == ["docs/b.txt", "docs/c/d.md"]

    def test_globs_are_expanded_here(self) -> None:
        put("g/x/a.mdx", "# A\n")
        put("g/b.md", "# B\n")
        assert paths("g/**/*.mdx") == [["A"]]

    def test_jobs(self) -> None:
        assert records("page.md", "-j", "2") == records("page.md", "--jobs", "1")

    def test_incremental(self) -> None:
        for copied in (0, 1):
            assert mdchunk("build", "page.md", "--incremental", "--json").json["copied"] == copied
        assert mdchunk("build", "page.md", "--no-incremental", "--json").json["copied"] == 0

    def test_json_tells_what_was_done(self) -> None:
        put("long.md", "# Long\n\n" + "A line of some words.\n" * 30 + "\n```\nopen\n")
        done = mdchunk("build", ".", "--max-chars", "300", "--json")
        assert done.status == 0
        assert done.stderr == ""
        told = done.json
        assert (told["ok"], told["output"], told["files"], told["unit"]) == (
            True,
            "chunks.jsonl",
            2,
            "characters",
        )
        assert told["chunks"] == Path("chunks.jsonl").read_bytes().count(b"\n")
        assert told["biggest"] <= 300
        (split,) = told["split_sections"]
        assert (split["file"], split["line"], split["ref"]) == ("long.md", 1, "long.md#long")
        assert [notice["kind"] for notice in told["notices"]] == ["unclosed"]
        assert told["dropped"]["front_matter"] > 0

    def test_verbose_tells_more(self) -> None:
        put("x.txt", "")
        put("long.md", "# Long\n\n" + "A line of some words.\n" * 30)
        said = mdchunk("build", ".", "--max-chars", "300", "-v").stderr
        assert "Split: long.md:1: long.md#long in 3 parts" in said
        assert "Skipped in folders: 1 other files" in said

    @pytest.mark.parametrize("name", ["f", "fence", "fence is"])
    def test_a_warning_names_file_and_line_whatever_the_file_is_called(self, name: str) -> None:
        put(name, "# A\n\n```\nx\n")
        assert f"warning: {name}:3: fence is not closed" in mdchunk("build", name).stderr
        (notice,) = mdchunk("build", name, "--json").json["notices"]
        assert (notice["file"], notice["line"]) == (name, 3)
        put(name, "\xff")
        Path(name).write_bytes(b"a\n\xff")
        said = mdchunk("build", name, "--on-error", "skip").stderr
        assert said.startswith(
            f"warning: {name}:2: not utf-8: byte 0xff at offset 2; save the file as UTF-8, or"
        )

    def test_warnings_name_file_and_line_and_are_not_too_many(self) -> None:
        for n in range(30):
            put(f"w/{n:02}.md", "text\n\n```\nopen\n")
        said = mdchunk("build", "w").stderr
        assert "warning: w/00.md:3: " in said
        assert said.count("warning: ") == cli_output.SHOWN_WARNINGS
        assert "... and 10 more warnings; --verbose shows all" in said
        assert mdchunk("build", "w", "--verbose").stderr.count("warning: ") == 30
        assert "warning" not in mdchunk("build", "w", "--quiet").stderr
        assert "warning: stdin:1: " in mdchunk("build", "-", "-o", "-", stdin=b"```\nopen\n").stderr


class TestReported:
    """Reported of other tools; each is a small tree that made them fail."""

    def test_installed_packages_and_ignored_files_stay_out_of_an_index(self) -> None:
        put("docs/node_modules/pkg/README.md", "# Not ours\n")
        put("docs/.hidden/a.md", "# Not ours\n")
        put("docs/build/a.md", "# Not ours\n")
        put("docs/sub/.gitignore", "/drafts/\n!/drafts\n*.tmp.md\n")
        put("docs/sub/a.tmp.md", "# Not ours\n")
        put("docs/.gitignore", "build/\n")
        put("docs/a.md", "# Ours\n")
        Path("docs/loop").symlink_to("..", target_is_directory=True)
        assert paths("docs") == [["Ours"]]
        left_out = mdchunk("build", "docs", "--json").json["left_out"]
        assert left_out == {"gitignore": 2, "hidden": 3, "packages": 1, "symbolic link": 1} | {
            name: left_out[name]
            for name in left_out
            if name not in {"gitignore", "packages", "symbolic link"}
        }

    @pytest.mark.parametrize("text", ["", "\n \n\t\n", "\ufeff"])
    def test_a_blank_file_gives_no_chunk_and_no_error(self, text: str) -> None:
        put("blank.md", text)
        assert records("blank.md") == []

    @pytest.mark.parametrize("ending", ["md", "markdown", "mdx", "mkd", "mdown"])
    def test_each_ending_and_a_file_without_a_newline(self, ending: str) -> None:
        put(f"d/x.{ending}", "text")
        (record,) = records("d")
        assert (record["text"], record["start_line"], record["end_line"]) == ("text", 1, 1)

    @pytest.mark.parametrize(
        "data", ["café\n".encode("latin-1"), "# café\n".encode("utf-16"), b"\x00\xff\xfe\x80"]
    )
    def test_one_file_that_is_not_utf8_is_named_and_the_rest_is_built(self, data: bytes) -> None:
        put("d/bad.md", data)
        put("d/good.md", "# Good\n")
        done = mdchunk("build", "d", "--on-error", "skip")
        assert done.status == 0
        assert "warning: d/bad.md:1: not utf-8" in done.stderr
        assert "Skipped: 1 file that could not be chunked" in done.stderr
        assert "(1 chunk from 1 file" in done.stderr
        assert "d/bad.md" in mdchunk("build", "d", "--on-error", "skip", "-q").stderr
        stopped = mdchunk("build", "d", "-o", "other.jsonl")
        assert (stopped.status, Path("other.jsonl").exists()) == (1, False)
        assert stopped.stderr.startswith("Error: d/bad.md:1: not utf-8")
        assert stopped.stderr.endswith(
            "; save the file as UTF-8, or set --encoding, or set --on-error to skip\n"
        )
        tokens = ("--max-tokens", "9", "--tokenizer", "py:json:no")
        assert "--on-error" not in mdchunk("build", "d/good.md", *tokens).stderr

    def test_where_nothing_could_be_built_the_status_is_one(self) -> None:
        put("bad.md", b"caf\xe9\n")
        done = mdchunk("build", "bad.md", "--on-error", "skip")
        assert done.status == 1
        assert done.stderr.endswith("Error: no file could be chunked; the output was not changed\n")
        as_json = mdchunk("build", "bad.md", "--on-error", "skip", "--json")
        assert (as_json.status, as_json.json["ok"], as_json.json["error"]["exit_status"]) == (1, False, 1)

    def test_another_encoding_is_read_when_it_is_named(self) -> None:
        put("a.md", "# café\n".encode("utf-16"))
        assert paths("a.md", "--encoding", "utf-16") == [["café"]]

    def test_a_byte_order_mark_hides_neither_front_matter_nor_heading(self) -> None:
        put("bom.md", "\ufeff---\ntitle: X\n---\n# Real\n\nx\n")
        (record,) = records("bom.md")
        assert (record["title"], record["heading_path"], record["start_line"]) == ("X", ["Real"], 4)
        assert (
            "\ufeff---\ntitle: X\n---\n# Real\n\nx\n"[record["start_char"] : record["end_char"]]
            == record["text"]
        )

    def test_windows_newlines_shift_no_offset_and_hide_no_heading(self) -> None:
        text = "# A\r\n\r\nbody\r\n\r\n---\r\n\r\n## B\r\n\r\nx\r\n"
        put("crlf.md", text)
        first, second = records("crlf.md")
        assert (first["heading_path"], second["heading_path"]) == (["A"], ["A", "B"])
        assert (second["start_char"], second["start_line"]) == (22, 7)
        assert second["text"] == "## B\r\n\r\nx"
        assert second["content"] == "## B\n\nx"

    def test_an_emoji_is_written_where_the_terminal_knows_none(self) -> None:
        put("rocket.md", "# 🚀 Start\n")
        done: Done = mdchunk("build", "rocket.md", "-o", "-", encoding="cp1252")
        assert json.loads(done.stdout.decode("utf-8"))["heading_path"] == ["🚀 Start"]


def test_flat_records_have_scalars_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("---\ntags: [x]\n---\n\nTop.\n\n# A\n\n## B\n\nText.\n", encoding="utf-8")
    first, second = mdchunk("build", "a.md", "-o", "-", "--flat", "--metadata", "tags", "-q").records
    assert "heading_path" not in first
    assert second["heading_path"] == "A > B"
    assert second["metadata"] == '{"tags": ["x"]}'
    done = mdchunk("build", "a.md", "--flat", "--format", "parquet")
    assert done.status == 2
    assert "flat" in done.stderr


LANGCHAIN_PAGE = """> ## Documentation Index
> Fetch the complete documentation index at: https://docs.langchain.com/llms.txt
> Use this file to discover all available pages before exploring further.

# Agents

An agent calls tools.

***

<Callout icon="pen-to-square" iconType="regular">
  [Edit the source of this page on GitHub.](https://github.com/langchain-ai/docs/edit/main/src/agents.mdx)
</Callout>

<Tip icon="terminal" iconType="regular">
  [Connect these docs programmatically](/use-these-docs) to Claude, VSCode, and more via MCP for real-time answers.
</Tip>
"""


class TestPreset:
    @pytest.fixture(autouse=True)
    def pages(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("site").mkdir()
        for name in ("a.md", "b.mdx"):
            Path("site", name).write_text(LANGCHAIN_PAGE, encoding="utf-8")
        Path("site/c.md").write_text(
            "# C\n\nText.\n\nEdit this page on GitHub or file an issue.\n\nWas this page helpful?\n",
            encoding="utf-8",
        )

    def test_it_drops_what_the_pages_repeat(self) -> None:
        done = mdchunk("build", "site", "--preset", "langchain-docs", "--drop", "thematic_break")
        assert done.status == 0
        texts = {record["text"] for record in records_of("chunks.jsonl")}
        assert texts == {"# Agents\n\nAn agent calls tools.", "# C\n\nText."}
        assert " by drop_prefixes in 3 of 3 files" in done.stderr
        assert " by drop_patterns in 2 of 3 files" in done.stderr

    def test_a_settings_file_may_name_it_and_goes_before_it(self) -> None:
        Path("mdchunk.toml").write_text(
            'preset = "langchain-docs"\ndrop = "thematic_break"\n', encoding="utf-8"
        )
        mdchunk("build", "site")
        assert len(records_of("chunks.jsonl")) == 3
        assert "Callout" not in Path("chunks.jsonl").read_text(encoding="utf-8")
        assert mdchunk("verify", "chunks.jsonl").status == 0
        Path("mdchunk.toml").write_text('preset = "langchain-docs"\ndrop_patterns = []\n', encoding="utf-8")
        mdchunk("build", "site")
        written = Path("chunks.jsonl").read_text(encoding="utf-8")
        assert "Callout" in written
        assert "Documentation Index" not in written

    def test_verify_takes_it(self) -> None:
        mdchunk("build", "site", "--preset", "langchain-docs")
        assert mdchunk("verify", "chunks.jsonl").status == 1
        assert mdchunk("verify", "chunks.jsonl", "--preset", "langchain-docs").status == 0

    def test_another_is_refused(self) -> None:
        done = mdchunk("build", "site", "--preset", "nope")
        assert done.status == 2
        assert "Invalid value for '--preset': must be langchain-docs, not 'nope'" in done.stderr


def records_of(path: str) -> list[Any]:
    return [json.loads(line) for line in Path(path).read_bytes().splitlines()]
