"""One truth: the inputs in ``action.yml``, what the program reads, ``Options``, and the page on the action."""

from __future__ import annotations

import re
from dataclasses import fields

import yaml

from mdchunk.action.given import variable
from mdchunk.action.inputs import DEFAULTS, OPTION_INPUTS
from mdchunk.files.settings import LEAST_CHARS
from mdchunk.model import Options
from tests.support.run_action import ACTION, ROOT

NOT_READ = {"python-version"}
"""What actions/setup-python reads."""
PAGE = (ROOT / "docs" / "action.md").read_text(encoding="utf-8")
STEP = next(step for step in ACTION["runs"]["steps"] if step.get("id") == "run")


def test_the_program_reads_the_inputs_of_the_action_with_their_defaults() -> None:
    assert {
        name: entry["default"] for name, entry in ACTION["inputs"].items() if name not in NOT_READ
    } == DEFAULTS


def test_every_input_is_handed_over_by_its_variable() -> None:
    handed = {name: value for name, value in STEP["env"].items() if "inputs." in value}
    assert handed == {variable(name): f"${{{{ inputs.{name} }}}}" for name in DEFAULTS}


def test_inputs_that_set_an_option_have_its_default() -> None:
    options = Options()
    known = {field.name for field in fields(Options)}
    for name, field in OPTION_INPUTS.items():
        assert field in known
        assert DEFAULTS[name] == str(getattr(options, field)).lower()


def test_the_least_max_chars_is_that_of_the_other_front_ends() -> None:
    assert f"at least {LEAST_CHARS}." in ACTION["inputs"]["max-chars"]["description"]


UPLOADS = {
    "artifact-url": ("upload", "artifact-url"),
    "report-url": ("upload-report", "artifact-url"),
}
"""Output of an upload -> its step, and its name there."""


def test_every_output_is_one_of_its_step() -> None:
    for name, entry in ACTION["outputs"].items():
        step, output = UPLOADS.get(name, ("run", name))
        assert entry["value"] == f"${{{{ steps.{step}.outputs.{output} }}}}"


def test_the_workflows_of_the_page_use_what_there_is() -> None:
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)]
    steps = [
        step
        for block in blocks
        if isinstance(block, dict)
        for job in block.get("jobs", {}).values()
        for step in job["steps"]
        if "/mdchunk@" in step.get("uses", "")
    ]
    assert steps
    for step in steps:
        assert step["with"].keys() <= ACTION["inputs"].keys()
