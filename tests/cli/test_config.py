"""Flags go before the environment, that before the settings file, that before the defaults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mdchunk.model import Options
from tests.support.command import mdchunk


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()


def settings(*args: str) -> dict[str, tuple[object, str]]:
    done = mdchunk("config", "--json", *args)
    assert done.status == 0, done.stdout
    return {name: (entry["value"], entry["from"]) for name, entry in done.json["settings"].items()}


def test_where_each_value_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mdchunk.toml").write_text("overlap = 10\nmin_size = 20\nmax_chars = 900\n", encoding="utf-8")
    monkeypatch.setenv("MDCHUNK_MIN_SIZE", "30")
    monkeypatch.setenv("MDCHUNK_MAX_CHARS", "800")
    found = settings("--max-chars", "700")
    assert found["max_chars"] == (700, "flag")
    assert found["min_size"] == (30, "environment")
    assert found["overlap"] == (10, "file")
    assert found["max_level"] == (Options().max_level, "default")


class TestSizeLimit:
    """A limit in one unit replaces one in the other unit that it takes precedence over."""

    @staticmethod
    def limit(*args: str) -> list[object]:
        found = settings(*args)
        return [found[name] for name in ("max_chars", "max_tokens", "tokenizer")]

    def test_tokens_replace_characters_of_the_file(self) -> None:
        Path("mdchunk.toml").write_text("max_chars = 900\n", encoding="utf-8")
        assert self.limit("--max-tokens", "100") == [
            (1500, "default"),
            (100, "flag"),
            ("approx", "default"),
        ]

    def test_characters_replace_tokens_and_tokenizer_of_the_file(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Path("mdchunk.toml").write_text('max_tokens = 100\ntokenizer = "bytes"\n', encoding="utf-8")
        assert self.limit() == [(1500, "default"), (100, "file"), ("bytes", "file")]
        for args in (["--max-chars", "900"], ["--max-tokens", "0"]):
            assert self.limit(*args)[1:] in (
                [(0, "default"), ("approx", "default")],
                [(0, "flag"), ("approx", "default")],
            )
        monkeypatch.setenv("MDCHUNK_MAX_CHARS", "700")
        assert self.limit() == [(700, "environment"), (0, "default"), ("approx", "default")]
        assert self.limit("--max-tokens", "50")[1:] == [(50, "flag"), ("bytes", "file")]

    def test_two_in_one_place_contradict_each_other(self) -> None:
        done = mdchunk("config", "--max-chars", "900", "--max-tokens", "50")
        assert done.status == 2
        assert "--max-chars has no effect beside a size limit in tokens; remove one of the two" in done.stderr
        Path("mdchunk.toml").write_text("max_chars = 900\nmax_tokens = 50\n", encoding="utf-8")
        done = mdchunk("config")
        assert done.status == 2
        assert "max_chars in " in done.stderr
        assert mdchunk("config", "--max-tokens", "0").status == 0


def test_text_names_the_file_and_is_toml() -> None:
    path = Path("mdchunk.toml").resolve()
    path.write_text('drop = ["html", "table"]\nmetadata = ["title"]\nprefix_path = true\n', encoding="utf-8")
    lines = mdchunk("config").stdout.decode().splitlines()
    assert lines[0] == f"# settings file: {path}"
    found = {line.split()[0]: line.split(" = ")[1] for line in lines[1:]}
    assert found["drop"] == '["html", "table"]  # file'
    assert found["metadata"] == '["title"]  # file'
    assert found["prefix_path"] == '"all"  # file'
    assert found["max_chars"] == "1500  # default"


def test_the_build_works_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pyproject.toml").write_text(
        '[tool.mdchunk]\noutput = "out/x.jsonl"\nroot = "docs"\n', encoding="utf-8"
    )
    Path("docs/in").mkdir(parents=True)
    Path("docs/in/a.md").write_text("# A\n\n<!-- c -->\n", encoding="utf-8")
    monkeypatch.chdir("docs/in")
    monkeypatch.setenv("MDCHUNK_KEEP", "comment front_matter")
    done = mdchunk("build", ".")
    assert "Saved: ../../out/x.jsonl (1 chunk from 1 file" in done.stderr.replace("\\", "/")
    monkeypatch.chdir("../..")
    record = json.loads(Path("out/x.jsonl").read_bytes())
    assert (record["source"], record["text"]) == ("in/a.md", "# A\n\n<!-- c -->")


def test_patterns_of_the_file_are_relative_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mdchunk.toml").write_text('exclude = ["/docs/old.md"]\n', encoding="utf-8")
    Path("docs").mkdir()
    for name in ("old", "new"):
        Path("docs", f"{name}.md").write_text("# A\n", encoding="utf-8")
    monkeypatch.chdir("docs")
    assert {record["source"] for record in mdchunk("build", ".", "-o", "-").records} == {"new.md"}
    assert len(mdchunk("build", ".", "-o", "-", "--exclude", "/docs/old.md").records) == 2


def test_output_and_format_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*args: str) -> list[object]:
        return [settings(*args)[name][0] for name in ("output", "format")]

    assert found() == ["chunks.jsonl", "jsonl"]
    Path("mdchunk.toml").write_text('format = "json"\n', encoding="utf-8")
    assert found() == ["chunks.json", "json"]
    assert found("-o", "x.txt") == ["x.txt", "json"]
    assert found("-o", "x.jsonl") == ["x.jsonl", "jsonl"]
    assert found("-o", "x.jsonl", "--format", "json") == ["x.jsonl", "json"]
    Path("mdchunk.toml").write_text('output = "out/x.json"\n', encoding="utf-8")
    assert found() == [str(Path("out/x.json")), "json"]
    assert found("--format", "jsonl") == [str(Path("out/x.jsonl")), "jsonl"]
    monkeypatch.setenv("MDCHUNK_FORMAT", "jsonl")
    assert found() == [str(Path("out/x.jsonl")), "jsonl"]


def test_lists_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("html,table", "html table", "html, table"):
        monkeypatch.setenv("MDCHUNK_DROP", text)
        assert settings()["drop"] == (["html", "table"], "environment")


def test_settings_that_do_not_go_together_are_named_as_they_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path("mdchunk.toml").resolve()
    path.write_text("overlap = 900\n", encoding="utf-8")
    assert f"Error: overlap in {path} must be less than half the size limit" in mdchunk("config").stderr
    monkeypatch.setenv("MDCHUNK_OVERLAP", "800")
    assert (
        "Error: MDCHUNK_OVERLAP must be less than half the size limit (1500), not 800"
        in mdchunk("config").stderr
    )
    assert (
        "Error: --overlap must be less than half the size limit"
        in mdchunk("config", "--overlap", "850").stderr
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("max_char = 3\n", "mdchunk.toml: unknown key 'max_char'; did you mean 'max_chars'?"),
        ("max_chars = 3\n", "3 is not in the range x>=200"),
        ("fields = 3\n", "mdchunk.toml: fields must be a list of strings, not 3"),
        ("overlap = 3.5\n", "mdchunk.toml: overlap must be a whole number, not 3.5"),
        ("= 3\n", "mdchunk.toml: Invalid statement"),
    ],
)
def test_a_wrong_file_is_wrong_usage(text: str, complaint: str) -> None:
    Path("mdchunk.toml").write_text(text, encoding="utf-8")
    done = mdchunk("build", "x.md")
    assert done.status == 2
    assert complaint in done.stderr


def test_a_wrong_value_says_that_the_file_has_it() -> None:
    Path("mdchunk.toml").write_text("max_chars = 3\n", encoding="utf-8")
    path = Path("mdchunk.toml").resolve()
    assert f"(from {path})" in mdchunk("build", "x.md").stderr
    assert "(from " not in mdchunk("build", "x.md", "--max-chars", "3").stderr


def test_a_wrong_value_says_that_the_environment_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MDCHUNK_MAX_CHARS", "x")
    assert "(from the environment: MDCHUNK_MAX_CHARS)" in mdchunk("build", "x.md").stderr


def test_a_text_where_a_list_may_stand() -> None:
    Path("mdchunk.toml").write_text(
        'drop = "html"\nmetadata = "all"\nfields = "id, text"\n', encoding="utf-8"
    )
    found = settings()
    assert [found[name][0] for name in ("drop", "metadata", "fields")] == [["html"], ["*"], ["id", "text"]]


def test_a_command_without_settings_reads_none() -> None:
    Path("mdchunk.toml").write_text("nonsense = 1\n", encoding="utf-8")
    Path("old.jsonl").touch()
    assert mdchunk("diff", "old.jsonl", "old.jsonl").status == 0
    assert mdchunk("build", "x.md").status == 2


def test_help_and_version_work_beside_a_wrong_file() -> None:
    Path("mdchunk.toml").write_text("nonsense = 1\n", encoding="utf-8")
    assert mdchunk("--help").status == 0
    assert mdchunk("--version").status == 0


def test_heading_patterns_from_a_settings_file_and_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file they are a table from pattern to level; in the environment, one a line."""
    Path("book.md").write_text("Chapter 1\n\nText.\n\nPart 2\n\nText.\n", encoding="utf-8")
    Path("mdchunk.toml").write_text("[heading_patterns]\n'Chapter \\d' = 1\n", encoding="utf-8")
    found = mdchunk("outline", "book.md").stdout.decode()
    assert "Chapter 1" in found
    assert "Part 2" not in found
    monkeypatch.setenv("MDCHUNK_HEADING_PATTERNS", "1:Chapter 1\n2:Part 2")
    assert "Part 2" in mdchunk("outline", "book.md").stdout.decode()
