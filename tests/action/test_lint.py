"""The action, its workflows and its scripts under the linters that know them; all work without a network."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.run_action import ROOT

WORKFLOWS = sorted(map(str, (ROOT / ".github" / "workflows").glob("*.yml")))
FORMS = sorted(map(str, (ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")))
SCRIPTS = [".ci/run", ".github/action/lock", ".github/release/build"]
COMMANDS = {
    "action": ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
    "dependabot": ["check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml"],
    "issue forms": ["check-jsonschema", "--builtin-schema", "vendor.github-issue-forms", *FORMS],
    "issue configuration": [
        "check-jsonschema",
        "--builtin-schema",
        "vendor.github-issue-config",
        ".github/ISSUE_TEMPLATE/config.yml",
    ],
    "workflows": ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS],
    # low: it would have ``uses: $/``, which other linters do not know yet
    "security": ["zizmor", "--offline", "--no-progress", "--min-severity", "medium", "action.yml", ".github"],
    "scripts": ["shellcheck", *SCRIPTS],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_linters(name: str) -> None:
    command = COMMANDS[name]
    tool = shutil.which(command[0], path=str(Path(sys.executable).parent))
    assert tool, f"{command[0]} is of the dev group"
    done = subprocess.run([tool, *command[1:]], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [str(ROOT / "action.yml"), *WORKFLOWS], ids=lambda path: Path(path).name)
def test_what_is_used_is_pinned_by_hash_with_its_version(path: str) -> None:
    used = re.findall(r"uses: (.+)", Path(path).read_text(encoding="utf-8"))
    assert used
    for one in used:
        assert one == "./" or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one
