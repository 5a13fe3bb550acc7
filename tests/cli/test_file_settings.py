"""Settings files beyond single values: what to chunk, settings by pattern, which file to read; and names for stdin."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mdchunk.cli.defaults import FILE_KEYS, KEYS
from tests.support.command import mdchunk

PAGE = "# A\n\n## Set {#own}\n\n| a |\n|---|\n\n> z\n"
RULES = """
max_chars = 800

[[files]]
pattern = "blog/**"
dialect = "hugo"

[[files]]
pattern = "*.md"
max_chars = 300

[[files]]
pattern = "/blog/old/"
dialect = "gfm"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    for folder in ("blog", "blog/old", "docs"):
        Path(folder).mkdir()
        Path(folder, "a.md").write_text(PAGE, encoding="utf-8")


def settings(text: str, path: str = "mdchunk.toml") -> None:
    Path(path).write_text(text, encoding="utf-8")


def anchors(*args: str, stdin: bytes = b"") -> dict[str, str]:
    """Return the last anchor of each document."""
    done = mdchunk("build", *args, "-o", "-", "-q", stdin=stdin)
    assert done.status == 0, done.stderr
    return {record["source"]: record["anchor"] for record in done.records}


BY_PATTERN = {"blog/a.md": "own", "blog/old/a.md": "set-own", "docs/a.md": "set-own"}


class TestPaths:
    def test_the_paths_of_the_settings_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings('paths = ["docs", "blog/*.md"]\n')
        assert list(anchors()) == ["docs/a.md", "blog/a.md"]
        assert list(anchors("docs")) == ["docs/a.md"]
        monkeypatch.chdir("blog")
        assert list(anchors()) == ["../docs/a.md", "a.md"]
        assert mdchunk("outline").stdout.startswith(b"../docs/a.md\n")

    def test_a_single_path_may_be_a_string(self) -> None:
        settings('paths = "docs"\n')
        assert list(anchors()) == ["docs/a.md"]
        assert mdchunk("config", "--json").json["settings"]["paths"] == {"value": ["docs"], "from": "file"}


class TestByPattern:
    def test_the_files_of_a_pattern_have_settings_of_their_own(self) -> None:
        settings(RULES)
        assert anchors("blog", "docs") == BY_PATTERN

    def test_the_patterns_of_pyproject_are_relative_to_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings(f"[tool.mdchunk]{RULES.replace('[[', '[[tool.mdchunk.')}", "pyproject.toml")
        monkeypatch.chdir("docs")
        assert anchors("../blog", ".") == {
            f"../{name}" if name < "c" else "a.md": a for name, a in BY_PATTERN.items()
        }

    def test_several_processes(self) -> None:
        settings(RULES)
        assert anchors("blog", "docs", "--jobs", "2") == BY_PATTERN

    def test_a_flag_and_the_environment_take_precedence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings(RULES)
        assert set(anchors("blog", "docs", "--dialect", "gfm").values()) == {"set-own"}
        monkeypatch.setenv("MDCHUNK_DIALECT", "hugo")
        assert set(anchors("blog", "docs").values()) == {"own"}

    def test_kinds_to_drop_and_to_keep(self) -> None:
        settings(
            'drop = ["table"]\n[[files]]\npattern = "blog/*.md"\ndrop = "blockquote"\n'
            '[[files]]\npattern = "docs"\nkeep = ["table"]\n'
        )
        records = mdchunk("build", "blog", "docs", "-o", "-", "-q").records
        found = {one["source"]: one["content"] for one in records if "Set" in one["content"]}
        assert [("| a |" in text, "> z" in text) for text in found.values()] == [
            (False, False),
            (False, True),
            (True, True),
        ]

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_an_incremental_build_follows_the_rules(self, jobs: str) -> None:
        build = ("build", "blog", "docs", "--incremental", "--jobs", jobs, "--json")
        counts = []
        for text in (RULES, RULES, RULES.replace("hugo", "gfm"), RULES.replace("blog/**", "docs/**"), ""):
            settings(text)
            counts.append(mdchunk(*build).json["copied"])
            assert (
                Path("chunks.jsonl").read_bytes() == mdchunk("build", "blog", "docs", "-o", "-", "-q").stdout
            )
        assert counts == [0, 3, 0, 0, 0]
        Path("blog/a.md").write_text(PAGE + "more\n", encoding="utf-8")
        assert mdchunk(*build).json["copied"] == 2

    def test_a_checkout_that_is_moved_is_not_built_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings(RULES)
        build = ("build", "blog", "docs", "--incremental", "--json")
        mdchunk(*build)
        monkeypatch.chdir("/")
        moved = tmp_path.with_name(f"{tmp_path.name}-moved")
        tmp_path.rename(moved)
        monkeypatch.chdir(moved)
        assert mdchunk(*build).json["copied"] == 3

    def test_every_command_that_reads_documents(self) -> None:
        settings(RULES)
        assert b"#own, " in mdchunk("outline", "blog/a.md").stdout
        assert mdchunk("section", "blog/a.md", "--anchor", "own").status == 0
        assert mdchunk("section", "docs/a.md", "--anchor", "own").status == 1
        assert mdchunk("show", "blog/a.md#own").status == 0
        assert mdchunk("view", "blog/a.md", "-o", "page.html").status == 0
        assert b"a.md#own" in Path("page.html").read_bytes()

    def test_verify_allows_what_is_dropped_in_a_file(self) -> None:
        settings('[[files]]\npattern = "blog"\ndrop = ["blockquote"]\n')
        assert mdchunk("build", "blog", "docs", "-q").status == 0
        assert mdchunk("verify", "chunks.jsonl").status == 0
        settings("")
        assert b"blog/a.md:8: this line is in no chunk" in mdchunk("verify", "chunks.jsonl").stdout

    def test_tune_reads_each_document_its_own_way(self) -> None:
        settings('[[files]]\npattern = "blog"\ndialect = "hugo"\nmax_chars = 200\n')
        Path("blog/a.md").write_text(
            f"# A\n\n## Set {{#own}}\n\n{'Words of the target. ' * 20}\n", encoding="utf-8"
        )
        Path("docs/a.md").write_text("# B\n\n[find what was set](../blog/a.md#own)\n", encoding="utf-8")
        done = mdchunk("tune", "blog/a.md", "docs", "--json")
        assert done.status == 0, done.stdout
        settings("")
        assert mdchunk("tune", "blog/a.md", "docs", "--json").status == 1

    def test_a_missing_metadata_key_is_reported_if_only_some_files_want_it(self) -> None:
        settings('[[files]]\npattern = "blog"\nmetadata = ["tags"]\n')
        said = mdchunk("build", "blog", "-o", "-").stderr
        assert "names 'tags', which no file has" in said

    @pytest.mark.parametrize(
        ("line", "problem"),
        [
            ('dialekt = "x"', "files: 'blog/**': unknown key 'dialekt'; did you mean 'dialect'?"),
            ('dialect = "x"', "files: 'blog/**': dialect has a wrong value: unknown dialect 'x'"),
            ('root = "x"', "files: 'blog/**': 'root' is a setting for all files; set it above all tables"),
            ('tokenizer = "bytes"', "files: 'blog/**': 'tokenizer' is a setting for all files"),
            ("max_tokens = 5", "files: 'blog/**': max_tokens must be in the unit of all other files"),
            ("max_chars = 100", "files: 'blog/**': max_chars has a wrong value: 100 is not in the range"),
            ('max_chars = "x"', "files: 'blog/**': max_chars must be a whole number, not 'x'"),
            (
                "overlap = 600",
                "files: 'blog/**': overlap must be less than half the size limit (1000), not 600",
            ),
            ('keep = ["table"]', "files: 'blog/**': keep has no effect on table, which is not dropped"),
            ('pattern = "!"', "files: the pattern '!' is malformed"),
            ("", ""),
        ],
    )
    def test_an_error_names_the_file_the_pattern_and_the_key(self, line: str, problem: str) -> None:
        pattern = "" if "pattern" in line else 'pattern = "blog/**"\n'
        settings(f"max_chars = 1000\n[[files]]\n{pattern}{line}\n")
        for command in ("build", "config"):
            done = mdchunk(command, *(["docs"] if command == "build" else []))
            assert done.status == (2 if problem else 0)
            assert f"Error: {Path.cwd() / 'mdchunk.toml'}: {problem}" in done.stderr or not problem

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("[files]\n", "files must be tables: [[files]]"),
            ("[[files]]\nmax_chars = 300\n", "files needs a pattern in each table"),
            ('[[files]]\npattern = ""\n', "files needs a pattern in each table"),
            ('stdin_filename = "a.md"\n', "unknown key 'stdin_filename'"),
        ],
    )
    def test_what_is_no_table_of_settings(self, text: str, problem: str) -> None:
        settings(text)
        done = mdchunk("build", "docs")
        assert done.status == 2
        assert f"mdchunk.toml: {problem}" in done.stderr

    def test_two_rules_that_contradict_each_other_in_one_file(self) -> None:
        settings('[[files]]\npattern = "blog"\noverlap = 600\n[[files]]\npattern = "old"\nmax_chars = 300\n')
        done = mdchunk("build", "blog")
        assert done.status == 1
        assert (
            "files: blog/old/a.md: overlap must be less than half the size limit (300), not 600"
            in done.stderr
        )

    def test_config_prints_the_tables(self) -> None:
        settings(RULES)
        assert '\n[[files]]\npattern = "blog/**"\ndialect = "hugo"\n' in mdchunk("config").stdout.decode()
        assert mdchunk("config", "--json").json["files"][1] == {"pattern": "*.md", "max_chars": 300}

    def test_all_settings_of_the_chunker_may_be_in_a_table_but_the_tokenizer(self) -> None:
        assert set(KEYS) - set(FILE_KEYS) >= {"tokenizer", "root", "files", "paths"}
        assert {"dialect", "keep", "drop_patterns"} < set(FILE_KEYS)


class TestConfigFlag:
    def test_it_replaces_the_nearest_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        settings("max_chars = 700\n")
        settings('overlap = 7\npaths = ["blog"]\noutput = "o.jsonl"\n', "docs/c.toml")
        found = mdchunk("config", "--config", "docs/c.toml", "--json").json
        values = {name: one["value"] for name, one in found["settings"].items()}
        assert found["file"].replace(os.sep, "/") == "docs/c.toml"
        assert (values["max_chars"], values["overlap"]) == (1500, 7)
        assert values["paths"] == [os.path.join("docs", "blog")]  # noqa: PTH118
        assert values["output"] == os.path.join("docs", "o.jsonl")  # noqa: PTH118
        monkeypatch.setenv("MDCHUNK_CONFIG", "docs/c.toml")
        assert mdchunk("config", "--json").json["settings"]["overlap"]["value"] == 7
        assert mdchunk("config", "--config", os.devnull, "--json").json["settings"]["overlap"]["value"] == 0

    def test_a_nearest_file_that_is_broken_is_not_read(self) -> None:
        settings("= 3\n")
        settings("overlap = 7\n", "c.toml")
        assert mdchunk("config").status == 2
        assert mdchunk("config", "--config", "c.toml").status == 0

    @pytest.mark.parametrize("flags", [["--config", "c.toml", "--preset", "langchain-docs"]] * 2)
    def test_with_a_preset_in_any_order(self, flags: list[str]) -> None:
        settings('drop_prefixes = ["Mine"]\n', "c.toml")
        for order in (flags, [*flags[2:], *flags[:2]]):
            found = mdchunk("config", *order, "--json").json["settings"]
            assert found["drop_prefixes"]["value"] == ["Mine"]
            assert mdchunk("config", *order[:2], "--json").json["settings"]["drop_prefixes"]["from"] == "file"

    def test_a_pyproject_without_the_table(self) -> None:
        settings("[project]\n", "pyproject.toml")
        done = mdchunk("build", "docs", "--config", "pyproject.toml")
        assert (done.status, "pyproject.toml: has no [tool.mdchunk]" in done.stderr) == (2, True)

    def test_tune_saves_to_it(self) -> None:
        """The change is made to the file that is in force: see tests/cli/test_tune.py for what is saved."""
        settings("nonsense = 1\n", "c.toml")
        done = mdchunk("tune", "docs", "--config", "c.toml", "--save")
        assert (done.status, "c.toml: unknown key 'nonsense'" in done.stderr) == (2, True)


class TestStdinFilename:
    def test_it_is_the_source_and_chooses_dialect_and_settings(self) -> None:
        settings(RULES)
        text = PAGE.encode()
        assert anchors("-", stdin=text) == {"": "set-own"}
        assert anchors("-", "--stdin-filename", "blog/new.md", stdin=text) == {"blog/new.md": "own"}
        assert anchors("-", "--stdin-filename", "docs/new.mdx", stdin=b"# A {/* #b */}\n") == {
            "docs/new.mdx": "b"
        }
        assert b"#own, " in mdchunk("outline", "-", "--stdin-filename", "blog/x.md", stdin=text).stdout
        section = ("section", "-", "--anchor", "own", "--stdin-filename", "blog/x.md", "--json")
        assert mdchunk(*section, stdin=text).json["source"] == "blog/x.md"
        shown = mdchunk("show", "-", "--stdin-filename", "blog/x.md", "--json", stdin=text)
        assert shown.json["source"] == "blog/x.md"

    def test_it_is_relative_to_the_root_as_a_file_is(self) -> None:
        assert anchors("-", "--stdin-filename", "docs/a.md", "--root", "docs", stdin=b"# A\n") == {
            "a.md": "a"
        }
        done = mdchunk("build", "-", "--stdin-filename", "a.md", "--root", "docs", stdin=b"# A\n")
        assert "and a.md is not below it" in done.stderr
        url = "https://example.com/a.md"
        assert anchors("-", "--stdin-filename", url, stdin=b"# A\n") == {url: "a"}

    def test_its_text_takes_the_place_of_the_file(self) -> None:
        """An editor gives the text of a file that it has not saved."""
        assert anchors("-", "docs", "blog/a.md", "--stdin-filename", "docs/a.md", stdin=b"# New\n") == {
            "docs/a.md": "new",
            "blog/a.md": "set-own",
        }

    def test_the_chunks_are_those_of_the_file(self) -> None:
        given = mdchunk("build", "-", "--stdin-filename", "docs/a.md", "-o", "-", stdin=PAGE.encode())
        assert given.stdout == mdchunk("build", "docs/a.md", "-o", "-").stdout

    def test_other_formats_are_converted_by_the_name(self) -> None:
        pytest.importorskip("html_to_markdown")
        html = b"<html><body><h1>Top</h1><p>Text.</p></body></html>"
        records = mdchunk("build", "-", "--stdin-filename", "x.html", "-o", "-", stdin=html).records
        assert [one["heading_path"] for one in records] == [["Top"]]
        told = mdchunk("outline", "-", "--stdin-filename", "x.html", "--json", stdin=html).stdout
        assert json.loads(told)["headings"][0]["text"] == "Top"
