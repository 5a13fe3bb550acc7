"""The action's own steps as the runner runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mdchunk import __version__, chunk_markdown
from mdchunk.action import main as action
from mdchunk.action.findings import SHOWN
from tests.support.action_environment import stand_in
from tests.support.action_files import LONG, PAGE, records, sources, write
from tests.support.run_action import ROOT, Command, Job, read_commands, run_action
from tests.support.tokenizers_made import byte_pairs
from tests.view.reading import read_page

ALLOWED = {"error", "warning", "notice"}


def names(commands: tuple[Command, ...]) -> set[str]:
    return {command.name for command in commands}


class TestDefaults:
    def test_everything_is_left_as_it_should_be(self, job: Job) -> None:
        write(job, {"README.md": PAGE, "docs/a b.md": PAGE, "docs/x.mdx": PAGE, "node_modules/x/y.md": PAGE})
        write(job, {"docs/node_modules/y.md": PAGE, "vendor/z.md": PAGE})
        result = run_action(job)
        assert result.ok, result.log
        assert result.outputs == {
            "files": "2",
            "failed-files": "0",
            "chunks": "4",
            "biggest": "19",
            "split-sections": "0",
            "output": "md-chunks.jsonl",
            "report": "",
            "report-url": "",
            "version": __version__,
            "artifact-url": "",
            "added": "",
            "removed": "",
            "changed": "",
            "moved": "",
            "renamed": "",
        }
        assert sources(job) == ["README.md", "docs/a b.md"]
        assert result.log == (
            "::remove-matcher owner=python::\n"
            "2 files, 4 chunks, the biggest of 19 (limit: 1,500 characters). 0 sections did not fit one chunk.\n"
        )
        assert "2 files, 4 chunks, " in result.summary
        assert "| <code>docs/a b&#46;md</code> | 2 |" in result.summary
        assert job.artifacts == {}
        assert job.python_asked == "3.11 - 3.14"

    def test_the_chunks_are_those_of_the_command_line(self, job: Job) -> None:
        write(job, {"README.md": LONG, "docs/a.md": PAGE})
        run_action(job)
        command = [sys.executable, "-m", "mdchunk", "build", "README.md", "docs", "--root", ".", "-o", "-"]
        done = subprocess.run(command, cwd=job.workspace, check=True, capture_output=True)
        assert (job.workspace / "md-chunks.jsonl").read_bytes() == done.stdout

    def test_nothing_is_written_but_the_output(self, job: Job) -> None:
        write(job, {"README.md": PAGE})
        run_action(job)
        assert sorted(path.name for path in job.workspace.iterdir()) == ["README.md", "md-chunks.jsonl"]


class TestInputs:
    def test_files_and_exclude(self, job: Job) -> None:
        write(job, dict.fromkeys(("a.md", "b.mdx", "docs/c.md", "docs/old/d.md", ".hidden/e.md"), PAGE))
        result = run_action(job, files="docs/**/*.md, *.mdx\n.hidden/e.md", exclude="docs/old/**")
        assert result.ok, result.log
        assert sources(job) == ["docs/c.md", "b.mdx", ".hidden/e.md"]

    def test_other_formats_that_a_pattern_names(self, job: Job) -> None:
        for package in ("liteparse", "pypdfium2", "html_to_markdown"):
            pytest.importorskip(package)
        documents = ROOT / "fixtures" / "documents"
        write(job, {"a.md": PAGE, "page.html": (documents / "page.html").read_text(encoding="utf-8")})
        (job.workspace / "report.pdf").write_bytes((documents / "report.pdf").read_bytes())
        stand_in(job.temp, files="**/*.{md,pdf}")
        result = run_action(job, files="**/*.{md,pdf}")
        assert result.ok, result.log
        assert sources(job) == ["a.md", "report.pdf"]
        assert [c.data for c in result.shown("warning")] == ["no text on page 3"]

    def test_a_pattern_that_matches_nothing_is_told(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, files="a.md,guide/*.md")
        assert result.ok
        assert [command.data for command in result.commands] == [
            "files has a pattern that matches no file: guide/*.md"
        ]

    def test_max_chars(self, job: Job) -> None:
        write(job, {"a.md": LONG})
        result = run_action(job, max_chars="400")
        assert 300 < int(result.outputs["biggest"]) <= 400
        assert int(result.outputs["chunks"]) > 4

    def test_overlap_chars(self, job: Job) -> None:
        write(job, {"a.md": LONG})
        run_action(job, overlap_chars="60")
        lines = (job.workspace / "md-chunks.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["overlap"] > 0 for line in lines[:2]] == [False, True]

    def test_tokens(self, job: Job) -> None:
        write(job, {"a.md": LONG})
        result = run_action(job, max_tokens="100", tokenizer="approx")
        assert 50 < int(result.outputs["biggest"]) <= 100
        assert "(limit: 100 tokens)" in result.summary

    def test_tokenizer(self, job: Job) -> None:
        """A vocabulary in the workspace; the libraries are those of the other lock file."""
        stand_in(job.temp, "hf:")
        byte_pairs().save(str(job.workspace / "words.json"))
        write(job, {"a.md": LONG})
        result = run_action(job, max_tokens="100", tokenizer="hf:words.json")
        assert result.ok, result.log
        assert 50 < int(result.outputs["biggest"]) <= 100

    def test_prefix_path(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job, prefix_path="true")
        last = json.loads((job.workspace / "md-chunks.jsonl").read_text(encoding="utf-8").splitlines()[-1])
        assert last["content"].startswith("Title\n\n## Part")

    def test_dialect(self, job: Job) -> None:
        write(job, {"a.md": "| a |\n|---|\n| b |\n"})
        for dialect, kind in (("auto", "table"), ("commonmark", "paragraph")):
            run_action(job, dialect=dialect)
            assert json.loads((job.workspace / "md-chunks.jsonl").read_text(encoding="utf-8"))["kind"] == kind

    def test_output_in_a_new_folder(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, output="out/my chunks.jsonl")
        assert result.outputs["output"] == "out/my chunks.jsonl"
        assert sources(job, "out/my chunks.jsonl") == ["a.md"]

    def test_output_in_the_temporary_folder(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        output = str(job.temp / "x.jsonl")
        result = run_action(job, output=output, artifact_name="chunks")
        assert result.outputs["output"] == output
        assert job.artifacts["chunks"] == (job.temp / "x.jsonl").read_bytes()

    def test_artifact_name(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job, artifact_name="chunks", output=".chunks.jsonl")
        assert job.artifacts == {"chunks": (job.workspace / ".chunks.jsonl").read_bytes()}
        assert job.retention_days == "0"

    def test_retention_days_and_the_url_of_the_artifact(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, artifact_name="chunks", retention_days="5")
        assert job.retention_days == "5"
        assert result.outputs["artifact-url"] == "https://github.example/artifacts/1"

    def test_report(self, job: Job) -> None:
        write(job, {"a.md": PAGE, "docs/b.md": PAGE})
        result = run_action(job, artifact_name="my_chunks", report="true", fields="id,ref", files="**/*.md")
        names = {name for name in job.artifacts if name.startswith("my_chunks-report/")}
        assert names == {f"my_chunks-report/{name}" for name in ("index.html", "a.md.html", "docs/b.md.html")}
        page = read_page(job.artifacts["my_chunks-report/docs/b.md.html"].decode())
        shown = [(each.attributes["id"], each.one("div", "text").text) for each in page.all("article")]
        full = chunk_markdown(PAGE, source="docs/b.md")
        assert shown == [(chunk.id, chunk.text) for chunk in full]
        assert Path(result.outputs["report"]).is_relative_to(job.temp)
        assert result.outputs["report-url"] != result.outputs["artifact-url"] != ""
        said = "download the artifact <code>my&#95;chunks-report</code> of this run"
        assert said in result.summary

    def test_min_size(self, job: Job) -> None:
        write(job, {"a.md": "# A\n\n## B\n\nb\n\n## C\n\nc\n"})
        assert [run_action(job, min_size=size).outputs["chunks"] for size in ("0", "100")] == ["2", "1"]

    def test_max_level(self, job: Job) -> None:
        write(job, {"a.md": "# A\n\n## B\n\nb\n\n### C\n\nc\n"})
        assert [run_action(job, max_level=level).outputs["chunks"] for level in ("6", "2")] == ["2", "1"]

    def test_drop_and_keep(self, job: Job) -> None:
        write(job, {"a.md": "# A\n\n```\ncode\n```\n\n<!-- comment -->\n\ntext\n"})
        run_action(job, drop="code", keep="comment")
        (record,) = records(job)
        assert record["content"] == "# A\n\n<!-- comment -->\n\ntext"

    def test_metadata_and_fields(self, job: Job) -> None:
        write(job, {"a.md": "---\ntags: [x]\ntitle: T\n---\n# A\n\na\n"})
        result = run_action(job, metadata="tags", fields="ref, metadata", output="a.json")
        assert result.ok, result.log
        text = (job.workspace / "a.json").read_text(encoding="utf-8")
        assert text == '[\n{"ref":"a.md#a","metadata":{"tags":["x"]}}\n]\n'
        assert (result.outputs["chunks"], result.outputs["files"]) == ("1", "1")

    def test_format(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job)
        lines = records(job)
        run_action(job, output="out.txt", format="json", artifact_name="chunks")
        assert json.loads((job.workspace / "out.txt").read_bytes()) == lines
        assert json.loads(job.artifacts["chunks"]) == lines

    def test_encoding(self, job: Job) -> None:
        (job.workspace / "a.md").write_bytes("# É\n\né\n".encode("latin-1"))
        assert not run_action(job).ok
        assert run_action(job, encoding="latin-1").ok
        assert records(job)[0]["text"] == "# É\n\né"

    def test_config_that_the_workflow_names(self, job: Job) -> None:
        write(job, {"a.md": LONG, "ci/chunks.toml": "max_chars = 300\njobs = 2\n"})
        result = run_action(job, config="ci/chunks.toml")
        assert int(result.outputs["biggest"]) <= 300
        assert result.shown("warning")[0].data == "config sets what the action does not use: jobs"

    def test_summary_file(self, job: Job) -> None:
        write(job, {f"a long name of a file {n}.md": PAGE for n in range(2000)})
        result = run_action(job, summary_file="out/summary.md")
        page = (job.workspace / "out" / "summary.md").read_text(encoding="utf-8")
        assert len(page.encode()) <= 65_536 < len(result.summary.encode())
        assert page.startswith("### mdchunk\n\n2000 files, ".replace("2000", "2,000"))
        assert "more left out" in page

    def test_an_output_that_is_one_of_the_documents(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, output="a.md", format="json")
        assert [c.data for c in result.commands] == [
            "output is a.md, which is one of the files to chunk; name another file"
        ]
        assert (job.workspace / "a.md").read_text(encoding="utf-8") == PAGE

    def test_python_version(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job, python_version="3.12")
        assert job.python_asked == "3.12"

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("max_chars", "100"),
            ("max_tokens", "many"),
            ("tokenizer", "no-such"),
            ("overlap_chars", "750"),
            ("prefix_path", "yes"),
            ("dialect", "asciidoc"),
            ("output", "../x.jsonl"),
            ("fail_on_split", "2"),
            ("fail_if_no_files", "no"),
            ("artifact_name", "a:b"),
            ("max_chars", "$(touch pwned)\n::set-output name=x::y"),
        ],
    )
    def test_a_bad_input_ends_the_step_with_its_name(self, job: Job, name: str, value: str) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, **{name: value})
        assert not result.ok
        (error,) = result.commands
        assert error.name == "error"
        assert error.data.startswith(name.replace("_", "-")) or name == "dialect"
        assert value.partition("\n")[0] in error.data or name == "overlap_chars"
        assert sorted(path.name for path in job.workspace.iterdir()) == ["a.md"]
        assert job.artifacts == {}


@pytest.mark.skipif(sys.platform != "linux", reason="its loader reads LD_LIBRARY_PATH")
@pytest.mark.parametrize("given", ["", "/usr/lib/other"])
def test_a_python_that_does_not_find_its_own_library(job: Job, tmp_path: Path, given: str) -> None:
    """On a self-hosted runner, with a shared-library Python outside the tool cache (pypa/cibuildwheel#2277)."""
    home = tmp_path / "tool cache" / "Python"
    library = home / "lib" / "libpython3.13.so.1.0"
    python = home / "bin" / "python"
    for path in (library, python):
        path.parent.mkdir(parents=True)
    library.touch()
    python.write_text(
        f"""#!/bin/sh
IFS=:
for folder in $LD_LIBRARY_PATH; do
    if [ -e "$folder/{library.name}" ]; then exec '{sys.executable}' "$@"; fi
done
echo "python: error while loading shared libraries: {library.name}" >&2
exit 127
""",
        encoding="utf-8",
    )
    python.chmod(0o755)
    job.python = str(python)
    job.environment |= {"LD_LIBRARY_PATH": given} if given else {}
    write(job, {"a.md": PAGE})
    result = run_action(job)
    assert result.ok, result.log


def test_no_problem_matcher_is_left_behind(job: Job) -> None:
    """setup-python adds one; in the steps that follow it would turn tracebacks into annotations."""
    write(job, {"a.md": PAGE})
    run_action(job)
    assert not job.matchers
    job.environment["pythonLocation"] = "/opt/hostedtoolcache/Python"  # the job has set up its own Python
    run_action(job)
    assert job.matchers == {"python"}


class TestNoFiles:
    def test_is_an_error(self, job: Job) -> None:
        result = run_action(job, artifact_name="chunks")
        assert not result.ok
        assert [(c.name, c.data) for c in result.commands] == [("error", "files matches no file: **/*.md")]
        assert not (job.workspace / "md-chunks.jsonl").exists()
        assert job.artifacts == {}

    def test_is_none_where_the_user_says_so(self, job: Job) -> None:
        result = run_action(job, fail_if_no_files="false", artifact_name="chunks")
        assert result.ok, result.log
        assert (result.outputs["files"], result.outputs["chunks"]) == ("0", "0")
        assert job.artifacts == {"chunks": b""}
        assert "0 files, 0 chunks, " in result.summary

    def test_no_patterns(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        assert not run_action(job, files="").ok


class TestSplitSections:
    def test_are_marked_on_their_lines(self, job: Job) -> None:
        write(job, {"docs/a.md": PAGE + LONG})
        result = run_action(job)
        assert result.ok
        assert result.outputs["split-sections"] == "1"
        (warning,) = result.shown("warning")
        assert warning.properties == {
            "file": "docs/a.md",
            "line": "8",
            "endLine": "88",
            "title": "Section does not fit one chunk",
        }
        assert (
            warning.data
            == "“Title” has 1,927 characters in 2 chunks; the limit of a chunk is 1,500 characters"
        )
        assert "| <code>Title</code><br><code>docs/a&#46;md</code> | 8-88 | 1,927 | 2 |" in result.summary

    def test_fail_the_step_where_the_user_says_so(self, job: Job) -> None:
        write(job, {"a.md": LONG})
        result = run_action(job, fail_on_split="true", artifact_name="chunks")
        assert not result.ok
        assert [c.data for c in result.shown("error")] == [
            "fail-on-split is true, and there are sections that do not fit one chunk"
        ]
        assert result.outputs["split-sections"] == "1"
        assert job.artifacts["chunks"]
        assert run_action(job, fail_on_split="true", max_chars="3000").ok

    def test_other_warnings_come_first(self, job: Job) -> None:
        write(job, {"a.md": LONG, "b.md": "# B\n\n```\nunclosed\n"})
        result = run_action(job)
        assert [notice.properties["file"] for notice in result.shown("warning")] == ["b.md", "a.md"]
        assert "Other warnings (1)" in result.summary

    def test_links_where_the_runner_tells_the_repository(self, job: Job) -> None:
        write(job, {"a.md": LONG})
        job.environment |= {
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_SHA": "0a",
        }
        assert "https://github.com/o/r/blob/0a/a.md?plain=1#L1-L81" in run_action(job).summary


def test_twelve_thousand_warnings(job: Job) -> None:
    """What GitHub shows is the worst, the rest is counted, and the summary stays within its limit."""
    section, name = "A sentence that is long enough. " * 9 + "\n\n", "of a long handbook " * 3
    text = "".join(f"# Section {n} {name}\n\n{section}" for n in range(12_000)) + "# Worst\n\n" + section * 4
    write(job, {"a.md": text})
    result = run_action(job, max_chars="200")
    assert result.ok
    assert result.outputs["split-sections"] == "12001"
    assert len(result.shown("warning")) == SHOWN
    assert result.shown("warning")[0].data.startswith("“Worst”")
    (notice,) = result.shown("notice")
    assert re.fullmatch("[0-9]{2},[0-9]{3} more warnings are in the log of this step", notice.data)
    assert names(result.commands) == {"warning", "notice"}
    assert result.log.count("the limit of a chunk is") == 12_001
    assert "more left out, for the size of this page." in result.summary
    assert len(result.summary.encode()) > 900_000


COMMAND_LINES = """::set-output name=chunks::pwned
::add-mask::e
##[error]pwned
::stop-commands::pwned1
::error::pwned
"""


class TestHostile:
    def test_contents_are_no_commands(self, job: Job) -> None:
        heading = "## ::error::pwned ##[error]pwned <script>alert(1)</script> ![x](https://x.example) |\n\n"
        write(
            job,
            {
                "a.md": COMMAND_LINES + heading + (COMMAND_LINES + "\n") * 30,
                "b.md": f"---\na: [{COMMAND_LINES}",
            },
        )
        result = run_action(job, max_chars="300")
        assert names(result.commands) <= ALLOWED
        assert not [c for c in result.commands if c.data.startswith("pwned")]
        assert result.outputs["chunks"].isdigit()
        assert "<script>" not in result.summary
        assert "https://x" not in result.summary

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
    def test_names_are_no_commands(self, job: Job) -> None:
        bad = [
            "a\n::error::pwned\n.md",
            "##[error]pwned.md",
            "::add-path::x.md",
            "a|b.md",
            "$(touch pwned).md",
        ]
        bad += [
            "%0A::error::pwned.md",
            "-rf.md",
            "@user #1.md",
            "é \u2028 ü.md",
            "<b>.md",
            "a,b=c.md",
            "*.md",
            "--.md",
        ]
        write(job, dict.fromkeys(bad, LONG))
        (job.workspace / os.fsdecode(b"\xff\xfe.md")).write_text(LONG, encoding="utf-8")
        result = run_action(job, max_chars="1000")
        assert [c.properties["file"] for c in result.shown("error")] == [r"\xff\xfe.md"]
        assert names(result.commands) <= ALLOWED
        assert not [c for c in result.commands if c.data.startswith("pwned")]
        assert int(result.outputs["files"]) == len(bad)
        assert not (job.workspace / "pwned").exists()
        marked = {c.properties["file"] for c in result.shown("warning")}
        assert marked <= {*bad}

    @pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
    def test_a_link_out_of_the_workspace_is_left_out(self, job: Job, tmp_path: Path) -> None:
        (tmp_path / "secret").mkdir()
        (tmp_path / "secret" / "key.md").write_text("# Key\n\nsecret\n", encoding="utf-8")
        write(job, {"a.md": PAGE, ".git/config": "secret"})
        (job.workspace / "b.md").symlink_to(tmp_path / "secret" / "key.md")
        (job.workspace / "c.md").symlink_to(job.workspace / ".git" / "config")
        (job.workspace / "d.md").symlink_to("a.md")
        (job.workspace / "folder").symlink_to(tmp_path / "secret")
        result = run_action(job, files="**/*.md,folder/*.md")
        assert result.ok, result.log
        assert b"secret" not in (job.workspace / "md-chunks.jsonl").read_bytes()
        assert {c.properties.get("file", c.data) for c in result.shown("warning")} == {
            "skipped 1 link to a place outside the folder that was searched",
            "c.md",
            "folder/key.md",
        }

    def test_modules_of_the_workspace_are_not_imported(self, job: Job) -> None:
        trap = "raise SystemExit('pwned')\n"
        modules = ("click", "pip", "json", "venv", "subprocess", "mdchunk", "markdown_it", "sitecustomize")
        write(job, {"README.md": PAGE} | {f"{module}.py": trap for module in modules})
        write(job, {f"lib/{module}.py": trap for module in modules} | {"venv/pyvenv.cfg": "home = /x\n"})
        job.environment |= {
            "PYTHONPATH": str(job.workspace / "lib"),
            "PYTHONSTARTUP": str(job.workspace / "click.py"),
            "PYTHONHOME": str(job.workspace),
            "VIRTUAL_ENV": str(job.workspace / "venv"),
            "PIP_TARGET": str(job.workspace),
        }
        result = run_action(job)
        assert result.ok, result.log
        assert result.outputs["files"] == "1"
        assert not list(job.workspace.rglob("*.pyc"))

    def test_configuration_is_not_read(self, job: Job) -> None:
        write(job, {"a.md": LONG, "mdchunk.toml": "max_chars = 300\n", ".mdchunk.toml": "max_chars = 300\n"})
        job.environment["MDCHUNK_MAX_CHARS"] = "300"
        assert run_action(job).outputs["chunks"] == "2"


class TestUnreadable:
    def test_a_file_that_is_no_text_fails_the_step_and_costs_only_itself(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        (job.workspace / "b.md").write_bytes(b"# B\n\n\xff\n")
        result = run_action(job)
        assert not result.ok
        (error,) = result.shown("error")
        assert error.properties == {"file": "b.md", "line": "3", "title": "File not chunked"}
        assert error.data.startswith("not utf-8: byte 0xff")
        assert sources(job) == ["a.md"]
        assert result.outputs["files"] == "1"

    def test_a_file_that_the_user_allows_to_fail(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        (job.workspace / "b.md").write_bytes(b"# B\n\n\xff\n")
        result = run_action(job, on_error="skip")
        assert result.ok
        assert [c.properties["file"] for c in result.shown("warning")] == ["b.md"]
        assert (result.outputs["files"], result.outputs["failed-files"]) == ("1", "1")

    def test_where_all_are_the_old_output_stays(self, job: Job) -> None:
        write(job, {"md-chunks.jsonl": "old\n"})
        (job.workspace / "b.md").write_bytes(b"\xff\n")
        result = run_action(job, artifact_name="chunks")
        assert not result.ok
        assert [c.properties["file"] for c in result.commands] == ["b.md"]
        assert (job.workspace / "md-chunks.jsonl").read_text(encoding="utf-8") == "old\n"
        assert job.artifacts == {}

    def test_what_failed_is_shown_within_the_limit_too(self, job: Job) -> None:
        for number in range(12):
            (job.workspace / f"{number:02}.md").write_bytes(b"\xff\n")
        write(job, {"a.md": PAGE})
        result = run_action(job)
        assert not result.ok
        assert len(result.shown("error")) == SHOWN
        assert [c.data for c in result.shown("notice")] == ["3 more errors are in the log of this step"]
        assert "\n11.md:1: " in result.log
        assert "Other warnings (12)" in result.summary

    def test_a_baseline_that_is_a_folder(self, job: Job) -> None:
        write(job, {"a.md": PAGE, "old/x": ""})
        result = run_action(job, baseline="old")
        assert not result.ok
        assert [c.data.partition(":")[0] for c in result.commands] == ["baseline cannot be read"]
        assert result.outputs["chunks"] == "2"


def test_a_bug_is_told_with_its_traceback_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("\n::set-output name=x::pwned\n##[error]pwned")

    (tmp_path / "a.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path))
    monkeypatch.setattr(action, "chunk_into", fail)
    assert action.main() == 1
    log = capsys.readouterr().out
    assert "RuntimeError" in log
    assert [(c.name, c.data) for c in read_commands(log)] == [
        ("error", "this is a bug in mdchunk, please report it; the log has the details")
    ]
