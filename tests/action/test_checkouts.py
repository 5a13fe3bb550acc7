"""Where the repository is: a checkout in a folder of the workspace, a working directory, a commit as the baseline."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.action_files import LONG, PAGE, records, sources, write
from tests.support.run_action import Job, run_action

if TYPE_CHECKING:
    from pathlib import Path

REPOSITORY = {
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "o/r",
    "GITHUB_SHA": "0a",
}


def git(folder: Path, *args: str) -> str:
    settings = ("user.name=a", "user.email=a@example.org", "commit.gpgsign=false", "init.defaultBranch=main")
    command = ["git", *(part for one in settings for part in ("-c", one)), *args]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path) -> None:
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")


class TestPathSite:
    """actions/checkout with ``path: site``."""

    @pytest.fixture(autouse=True)
    def checkout(self, job: Job) -> None:
        write(
            job, {"site/docs/a.md": LONG, "site/.git/config": "", "other/.git/config": "", "other/b.md": PAGE}
        )
        job.environment |= REPOSITORY

    @pytest.mark.parametrize(
        "given",
        [{"files": "site/**/*.md"}, {"working_directory": "site"}, {"working_directory": "site/docs"}],
    )
    def test_sources_annotations_and_links_are_relative_to_the_checkout(
        self, job: Job, given: dict[str, str]
    ) -> None:
        result = run_action(job, **given)
        assert result.ok, result.log
        folder = given.get("working_directory", ".")
        assert result.outputs["output"] == f"{folder}/md-chunks.jsonl".removeprefix("./")
        assert sources(job, result.outputs["output"]) == ["docs/a.md"]
        assert [c.properties["file"] for c in result.shown("warning")] == ["docs/a.md"]
        assert "https://github.com/o/r/blob/0a/docs/a.md?plain=1#L1-L81" in result.summary

    def test_files_of_two_checkouts_are_named_from_the_workspace(self, job: Job) -> None:
        run_action(job)
        assert sources(job) == ["other/b.md", "site/docs/a.md"]

    def test_all_paths_are_relative_to_the_working_directory(self, job: Job) -> None:
        write(job, {"site/old.jsonl": "{}\n", "site/c.toml": "max_chars = 300\n"})
        result = run_action(
            job,
            working_directory="site",
            files="docs",
            baseline="old.jsonl",
            changes="c.json",
            summary_file="s.md",
            config="c.toml",
            artifact_name="chunks",
        )
        assert [c.properties["file"] for c in result.shown("error")] == ["old.jsonl"]
        assert (job.workspace / "site" / "s.md").exists()
        assert int(result.outputs["biggest"]) <= 300
        assert job.artifacts["chunks"] == (job.workspace / "site" / "md-chunks.jsonl").read_bytes()


def test_a_folder_that_is_no_checkout(job: Job) -> None:
    """A job may make its documents itself."""
    write(job, {"made/docs/a.md": PAGE, "b.md": PAGE})
    run_action(job)
    assert sources(job) == ["b.md", "made/docs/a.md"]
    run_action(job, working_directory="made")
    assert sources(job, "made/md-chunks.jsonl") == ["docs/a.md"]


class TestBaselineRef:
    @pytest.mark.parametrize("folder", ["", "site/"])
    def test_a_commit_is_chunked_with_the_same_inputs(self, job: Job, folder: str) -> None:
        """Git ignores line endings, links and files that no pattern matches; so does the comparison."""
        write(
            job,
            {
                f"{folder}{name}": text
                for name, text in {
                    "docs/a.md": "# A\n\none\n\n# B\n\ntwo\n",
                    "docs/crlf.md": "# C\r\n\r\nsame\r\n",
                    "docs/old/x.md": PAGE,
                    "docs/drafts/y.md": PAGE,
                    "docs/.gitignore": "drafts/\n",
                    "page.txt": PAGE,
                }.items()
            },
        )
        root = job.workspace / folder
        git(job.workspace, "init", "--quiet", str(root))
        (root / "link.md").symlink_to("docs/a.md")
        commit(root)
        head = git(root, "rev-parse", "HEAD")
        write(
            job,
            {
                f"{folder}docs/a.md": "# A\n\nother\n\n# B\n\ntwo\n\n# N\n\nnew\n",
                f"{folder}docs/old/x.md": "# X\n",
            },
        )
        commit(root)
        before = git(root, "status", "--porcelain")
        result = run_action(
            job,
            files=f"{folder}docs/**/*.md\n{folder}*.txt",
            exclude="docs/old/**\nsite/docs/old/**",
            baseline_ref="HEAD^",
            changes="changes.json",
            output=str(job.temp / "out.jsonl"),
            fields="id,text",
        )
        assert result.ok, result.log
        assert [result.outputs[name] for name in ("added", "removed", "changed", "moved", "renamed")] == [
            "1",
            "0",
            "1",
            "1",
            "0",
        ]
        assert "<code>docs/a&#46;md&#35;n</code>" in result.summary
        (job.workspace / "changes.json").unlink()
        assert git(root, "status", "--porcelain") == before
        assert git(root, "rev-parse", "HEAD^") == head
        assert not list(job.temp.glob("mdchunk-*/workspace"))

    def test_settings_of_some_files(self, job: Job) -> None:
        text = '[[files]]\npattern = "docs/**"\nmax_chars = 300\n'
        write(job, {"docs/a.md": LONG, "b.md": LONG, "ci/c.toml": "", "c.toml": text})
        commit(job.workspace)
        result = run_action(job, config="c.toml", baseline_ref="HEAD")
        assert result.ok, result.log
        sizes = {record["source"]: len(record["content"]) for record in records(job)}
        assert sizes["docs/a.md"] <= 300 < sizes["b.md"]
        assert [result.outputs[name] for name in ("added", "removed", "changed")] == ["0", "0", "0"]

    def test_nothing_that_the_repository_configures_is_run(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        commit(job.workspace)
        hook = job.workspace / ".git" / "hooks" / "post-index-change"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\ntouch pwned\n", encoding="utf-8")
        hook.chmod(0o755)
        git(job.workspace, "config", "core.fsmonitor", "touch pwned; echo")
        result = run_action(job, baseline_ref="HEAD", files="a.md")
        assert result.ok, result.log
        assert result.outputs["added"] == "0"
        assert not list(job.workspace.rglob("pwned"))

    @pytest.mark.parametrize("ref", ["origin/main", "--help", "HEAD:a.md", "HEAD^^^"])
    def test_no_such_commit_fails_the_step_after_all_else(self, job: Job, ref: str) -> None:
        write(job, {"a.md": PAGE})
        commit(job.workspace)
        result = run_action(job, baseline_ref=ref)
        assert not result.ok
        (error,) = result.commands
        assert error.data == (
            f"baseline-ref is {ref!r}, which names no commit of this checkout; "
            "fetch it first: actions/checkout takes fetch-depth: 0"
        )
        assert result.outputs["chunks"] == "2"

    def test_no_repository(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        assert not run_action(job, baseline_ref="HEAD").ok
        assert len(records(job)) == 2

    def test_the_first_documents_of_a_repository(self, job: Job) -> None:
        write(job, {"a.txt": ""})
        commit(job.workspace)
        write(job, {"a.md": PAGE})
        result = run_action(job, baseline_ref="HEAD")
        assert (result.outputs["added"], result.outputs["removed"]) == ("2", "0")
