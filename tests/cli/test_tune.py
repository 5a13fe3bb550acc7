"""``mdchunk tune`` on a small site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import mdchunk

pytest.importorskip("bm25s")
pytest.importorskip("Stemmer")

PARTS = 40


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a site of one page that links to forty sections of another, each long enough to be cut in parts.

    The last word of a question is in the last part of its section alone, and the first two are in its heading alone.
    """
    monkeypatch.chdir(tmp_path)
    docs = Path("docs")
    docs.mkdir()
    links = "".join(f"- [tool number w{n}a e{n}z](tools.md#tool-number-w{n}a)\n" for n in range(PARTS))
    (docs / "index.md").write_text(f"# Index\n\n{links}")
    sections = "".join(
        f"\n## Tool number w{n}a\n\n"
        + "Common filler that says nothing here. " * 30
        + f"\n\nAt last e{n}z.\n"
        for n in range(PARTS)
    )
    (docs / "tools.md").write_text(f"# Tools\n{sections}")


def test_the_table_and_the_sentence() -> None:
    done = mdchunk("tune", "docs", "--max-chars", "400", "--no-prefix-path")
    assert done.status == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"{PARTS} questions about {PARTS} sections in 2 documents"
    assert lines[2].split() == [
        "setting",
        "chunks",
        "median",
        "@1000",
        "@2000",
        "@4000",
        "whole",
        "MRR",
        "difference",
        "@2000",
    ]
    assert lines[3].startswith("today ")
    assert lines[-1].startswith("Best here: ")
    assert "prefix_path all" in done.stdout.decode()


def test_json_is_the_same_each_time() -> None:
    args = ("tune", "docs", "--max-chars", "400", "--json")
    said = mdchunk(*args)
    assert said.stdout == mdchunk(*args).stdout
    assert said.stdout == mdchunk(*args, "--jobs", "2").stdout
    assert said.json["queries"] == PARTS
    assert said.json["results"][0]["name"] == "today"


def test_the_report_is_a_page_of_its_own() -> None:
    text = Path("docs/index.md").read_text()
    Path("docs/index.md").write_text(f"{text}- [<script>nowhere</script> zq](tools.md#tool-number-w1a)\n")
    assert mdchunk("tune", "docs", "--report", "tune.html").status == 0
    page = Path("tune.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert "No word in common with the heading: 1</h3>" in page
    assert "<td>nowhere zq</td><td>Tool number w1a</td><td>docs/tools.md</td>" in page


def test_questions_are_written_and_read() -> None:
    assert mdchunk("tune", "docs", "--write-questions", "q.jsonl").status == 0
    entries = [json.loads(line) for line in Path("q.jsonl").read_text().splitlines()]
    assert entries[0] == {
        "question": "tool number w0a e0z",
        "source": "docs/tools.md",
        "anchor": "tool-number-w0a",
        "heading": "Tool number w0a",
        "linking": "docs/index.md",
    }
    own, linked = (mdchunk("tune", "docs", "--json", *more).json for more in (("--questions", "q.jsonl"), ()))
    assert own["results"] == linked["results"]


def test_save_shows_the_change_and_writes_it() -> None:
    Path("mdchunk.toml").write_text('# ours\nmax_chars = 400\nprefix_path = "none"\n')
    Path("grid.toml").write_text("max_chars = [3000]\n")
    done = mdchunk("tune", "docs", "--grid", "grid.toml", "--save")
    assert done.status == 0
    assert "-max_chars = 400\n+max_chars = 3000\n" in done.stderr
    assert done.stderr.endswith("Saved: mdchunk.toml\n")
    assert Path("mdchunk.toml").read_text() == '# ours\nmax_chars = 3000\nprefix_path = "none"\n'


def test_nothing_better_is_not_saved() -> None:
    Path("grid.toml").write_text("max_chars = [300]\n")
    done = mdchunk("tune", "docs", "--grid", "grid.toml", "--save")
    assert "Not saved: no setting is certainly better than today's\n" in done.stderr
    assert not Path("mdchunk.toml").exists()


def test_few_questions_prove_nothing() -> None:
    text = Path("docs/index.md").read_text().splitlines(keepends=True)
    Path("docs/index.md").write_text("".join(text[:12]))
    done = mdchunk("tune", "docs", "--json")
    assert done.json["sentence"] == "10 questions prove nothing; ask at least 30 to get a recommendation."
    assert done.json["best"] == ""


def test_other_chunks_side_by_side() -> None:
    assert mdchunk("build", "docs", "--max-chars", "3000", "-o", "other.jsonl").status == 0
    results = mdchunk("tune", "docs", "--max-chars", "400", "--compare", "other.jsonl", "--json").json[
        "results"
    ]
    other = next(result for result in results if result["name"] == "other.jsonl")
    same = next(result for result in results if result["name"] == "max_chars 3000")
    assert other | {"name": "", "changes": {}} == same | {"name": "", "changes": {}}


def test_why_no_link_asks_a_question() -> None:
    Path("docs/index.md").write_text("[here](tools.md#tool-number-w1a), [a b](no.md), [c d](no.md)\n")
    assert mdchunk("tune", "docs").stderr == (
        "Error: no link between these documents asks a question "
        "(does not lead to a section here: 2; says nothing: 1); set --questions to a file of them\n"
    )


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (
            ("docs/tools.md",),
            "no link between these documents asks a question; set --questions to a file of them",
        ),
        (("docs", "--language", "klingon"), "--language must be none or one of"),
        (
            ("docs", "--embedder", "letters"),
            "--embedder must be py:package.module:function or model2vec:PATH",
        ),
        (
            ("docs", "--compare", "nothing"),
            "--compare must be a file of chunks or one of langchain-recursive",
        ),
        (("docs", "--grid", "no.toml"), "no.toml: No such file or directory"),
        (("docs", "--questions", "no.jsonl"), "no.jsonl: No such file or directory"),
    ],
)
def test_errors_in_the_words_of_the_command_line(args: tuple[str, ...], problem: str) -> None:
    done = mdchunk("tune", *args)
    assert done.status in (1, 2)
    assert problem in done.stderr


def test_an_embedder_of_ones_own() -> None:
    Path("mine.py").write_text(
        "def embed(texts):\n    return [[t.count(c) for c in 'abcdefghijklmnopqrstuvwxyz'] for t in texts]\n"
    )
    done = mdchunk("tune", "docs", "--embedder", "py:mine:embed", "--json", "--jobs", "2")
    assert done.status == 0
    assert done.json["results"][0]["recall"] != mdchunk("tune", "docs", "--json").json["results"][0]["recall"]
