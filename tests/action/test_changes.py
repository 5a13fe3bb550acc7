"""What a run reports against a baseline: what changed, which anchors are gone, which problems are new."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.action_files import LONG, PAGE, write
from tests.support.run_action import Job, Result, run_action

if TYPE_CHECKING:
    from pathlib import Path

CHANGES = ("added", "removed", "changed", "moved", "renamed")


def changed(result: Result) -> list[str]:
    return [result.outputs[name] for name in CHANGES]


class TestBaseline:
    def test_what_changed_is_counted_and_named(self, job: Job) -> None:
        write(job, {"a.md": "# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n"})
        assert run_action(job, output="old.jsonl").outputs["added"] == ""
        write(job, {"a.md": "# B\n\ntwo\n\n# C\n\nfour\n\n# D\n\nfive\n"})
        result = run_action(job, baseline="old.jsonl", changes="changes.json")
        assert changed(result) == ["1", "1", "1", "1", "0"]
        assert (
            "Since the baseline: 1 added, 1 removed, 1 changed, 1 moved, 0 renamed, 0 unchanged."
            in result.summary
        )
        for word, ref in (("added", "d"), ("removed", "a"), ("changed", "c"), ("moved", "b")):
            table = result.summary.partition(f"<summary>Sections: {word} (1)</summary>")[2]
            assert table.startswith(
                f"\n\n| Section |\n|:--|\n| <code>a&#46;md&#35;{ref}</code> |\n\n</details>"
            )
        command = [sys.executable, "-m", "mdchunk", "diff", "old.jsonl", "md-chunks.jsonl", "--json"]
        done = subprocess.run(command, cwd=job.workspace, check=True, capture_output=True)
        assert (job.workspace / "changes.json").read_bytes() == done.stdout
        assert set(json.loads(done.stdout)["refs"].values()) == {f"a.md#{name}" for name in "abcd"}

    def test_a_renamed_file_is_a_change(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job, output="old.jsonl")
        (job.workspace / "a.md").rename(job.workspace / "b.md")
        result = run_action(job, baseline="old.jsonl")
        assert changed(result) == ["0", "0", "0", "0", "2"]
        assert "<summary>Sections: renamed (2)</summary>" in result.summary

    def test_may_be_the_output_itself(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job)
        write(job, {"a.md": PAGE + "\n## New\n\nx\n"})
        result = run_action(job, baseline="md-chunks.jsonl")
        assert (result.outputs["added"], result.outputs["removed"]) == ("1", "0")

    def test_may_have_another_format_and_fewer_fields(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        run_action(job, output="old.json", fields="id,hash,ref")
        write(job, {"a.md": PAGE.replace("More", "Other")})
        result = run_action(job, output="new.json", fields="id,hash,ref", baseline="old.json")
        assert result.ok, result.log
        assert changed(result) == ["0", "0", "1", "0", "0"]

    def test_may_be_missing(self, job: Job) -> None:
        write(job, {"a.md": PAGE})
        result = run_action(job, baseline="old.jsonl")
        assert result.ok
        assert result.outputs["added"] == ""
        assert [(c.name, c.data) for c in result.commands] == [
            ("notice", "there is no baseline yet, so nothing to compare with")
        ]

    @pytest.mark.parametrize(
        ("text", "message", "line"),
        [
            ('{"id": "x", "hash": "y"}\n::set-output name=x::y\n', "not JSON", "2"),
            ('{"source": "x"}\n', "not a chunk record: it lacks hash, id", "1"),
            ("[{]", "not a JSON array", ""),
        ],
    )
    def test_that_is_broken_fails_the_step_after_all_else(
        self, job: Job, text: str, message: str, line: str
    ) -> None:
        write(job, {"a.md": PAGE, "old.jsonl": text})
        result = run_action(job, baseline="old.jsonl", artifact_name="chunks", summary_file="summary.md")
        assert not result.ok
        (error,) = result.commands
        assert (error.name, error.properties["file"]) == ("error", "old.jsonl")
        assert error.properties.get("line", "") == line
        assert error.data.startswith(message)
        assert (result.outputs["chunks"], result.outputs["added"]) == ("2", "")
        assert "1 file, 2 chunks" in result.summary
        assert (job.workspace / "summary.md").exists()
        assert job.artifacts["chunks"] == (job.workspace / "md-chunks.jsonl").read_bytes()

    def test_with_values_of_other_types(self, job: Job) -> None:
        odd = '{"id": 3, "hash": [1], "parts": "x", "start_line": null, "source": 5, "anchor": {}}\n'
        write(job, {"a.md": PAGE, "old.jsonl": odd})
        result = run_action(job, baseline="old.jsonl", new_only="true", warn_gone_anchors="true")
        assert result.ok, result.log
        assert changed(result)[:2] == ["2", "1"]


class TestGoneAnchors:
    def test_are_named_and_annotated_if_the_user_says_so(self, job: Job) -> None:
        old = "# Top\n\nx\n\n## Old name\n\ny\n\n## Kept\n\nz\n\n## Labelled\n\nv\n"
        write(job, {"a.md": old, "gone.md": "# Gone\n\nfile\n"})
        run_action(job, output="old.jsonl")
        (job.workspace / "gone.md").unlink()
        # a heading without text keeps its anchor, and so does one with a name above it
        new = "# Top\n\nx\n\n## New name\n\ny\n\n## Kept\n\n### Below\n\nz\n\n"
        new += '<a name="labelled"></a>\n\n## Other\n\nv\n'
        write(job, {"a.md": new})
        result = run_action(job, baseline="old.jsonl")
        assert not result.commands
        table = result.summary.partition("<summary>Anchors that are gone (1)</summary>")[2]
        assert table.startswith(
            "\n\n| Section |\n|:--|\n| <code>a&#46;md&#35;old&#45;name".replace("&#45;", "-")
        )
        result = run_action(job, baseline="old.jsonl", warn_gone_anchors="true")
        assert result.ok
        assert [(c.name, c.properties["file"], c.data) for c in result.commands] == [
            ("warning", "a.md", "#old-name is gone; links to it and citations of it are broken")
        ]

    def test_of_a_document_without_chunks(self, job: Job) -> None:
        write(job, {"a.md": PAGE, "b.md": PAGE})
        run_action(job, output="old.jsonl")
        write(job, {"a.md": "\n"})
        result = run_action(job, baseline="old.jsonl", warn_gone_anchors="true")
        assert [c.data.partition(" ")[0] for c in result.shown("warning")] == ["#title", "#part"]

    def test_no_other_file_is_read_for_them(self, job: Job, tmp_path: Path) -> None:
        """A baseline in the checkout may name any source."""
        (tmp_path / "secret.md").write_text("# Secret\n", encoding="utf-8")
        odd = '{"id": "x", "hash": "y", "source": "../secret.md", "anchor": "nothing"}\n'
        write(job, {"a.md": PAGE, "old.jsonl": odd})
        result = run_action(job, baseline="old.jsonl", warn_gone_anchors="true")
        assert result.ok
        assert not result.shown("warning")


class TestNewOnly:
    def test_only_what_is_new_is_annotated(self, job: Job) -> None:
        long = LONG.partition("\n\n")[2]
        write(job, {"a.md": f"# Old\n\n{long}# Edited\n\n{long}# Grown\n\nx\n\n```\nopen\n", "b.md": LONG})
        run_action(job, output="old.jsonl")
        edited = long.replace("sentence", "phrase", 1)
        write(
            job,
            {
                "a.md": f"# Old\n\n{long}# Edited\n\n{edited}# Grown\n\n{long}\n\n```\nopen\n",
                "c.md": "# C\n\n```\nopen\n",
            },
        )
        every = run_action(job, baseline="old.jsonl")
        assert len(every.shown("warning")) == 6
        result = run_action(job, baseline="old.jsonl", new_only="true", fail_on_split="true")
        assert [c.data.partition(" has ")[0] for c in result.shown("warning") if " has " in c.data] == [
            "“Grown”",
            "“Edited”",
        ]
        assert {c.properties["file"] for c in result.shown("warning")} == {"a.md", "c.md"}
        assert result.outputs["split-sections"] == every.outputs["split-sections"] == "4"
        assert not result.ok

    def test_what_is_old_does_not_fail_the_step(self, job: Job) -> None:
        write(job, {"a.md": LONG, "b.md": PAGE})
        run_action(job, output="old.jsonl")
        write(job, {"b.md": PAGE + "\n## New\n\nx\n"})
        assert run_action(job, baseline="old.jsonl", new_only="true", fail_on_split="true").ok
        assert not run_action(job, baseline="old.jsonl", fail_on_split="true").ok
