"""Runs ``action.yml`` as GitHub's runner does: its own steps, its own shell lines, files behind ``GITHUB_*``.

What is copied from the runner is what the action touches: expressions in ``with``, ``env``, ``if`` and
``outputs``; ``bash --noprofile --norc -e -o pipefail {0}``; outputs with a delimiter; commands in the log, in
both of their forms, and the lines that stop them; ten annotations of a kind; a summary of at most 1 MiB.
The actions that it uses are replaced by functions that take the same inputs and give the same outputs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

SYSTEM = r"(PATH|HOME|TMPDIR|TEMP|SYSTEMROOT|PIP_(CERT|FIND_LINKS|INDEX_URL|EXTRA_INDEX_URL))$"
"""Variables that a runner's machine has; the tests' own Python must not be among them."""
SHOWN = 10
"""Most annotations of a kind that the runner takes from a step."""
SUMMARY_BYTES = 1024 * 1024
COMMANDS = frozenset(
    {
        "add-mask",
        "add-matcher",
        "add-path",
        "debug",
        "echo",
        "endgroup",
        "error",
        "group",
        "notice",
        "remove-matcher",
        "save-state",
        "set-env",
        "set-output",
        "stop-commands",
        "warning",
    }
)
FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH")


@dataclass(frozen=True)
class Command:
    """A command that the runner found in the log."""

    name: str
    properties: Mapping[str, str]
    data: str


@dataclass
class Job:
    """What surrounds a step: folders and variables."""

    workspace: Path
    temp: Path
    environment: dict[str, str] = field(default_factory=dict)
    python: str = sys.executable
    """What actions/setup-python finds."""
    action: Path = ROOT
    """Where the runner has put the action."""
    artifacts: dict[str, bytes] = field(default_factory=dict)
    """What actions/upload-artifact was given: by name, the file; of a folder, each file by name and path."""
    retention_days: str = ""
    """What it was given with it."""
    matchers: set[str] = field(default_factory=set)
    """Owners of the problem matchers that turn lines of the log into annotations, in this step and all that follow."""
    python_asked: str = ""


@dataclass(frozen=True)
class Result:
    """What is left of a run of the action."""

    ok: bool
    outputs: Mapping[str, str]
    log: str
    commands: tuple[Command, ...]
    summary: str

    def shown(self, level: str) -> list[Command]:
        """Return the annotations of a kind, as many as the runner takes."""
        return [command for command in self.commands if command.name == level][:SHOWN]


def run_action(job: Job, **inputs: str) -> Result:
    """Run the action's steps.

    Args:
        job: The folders; the workspace is made by the caller.
        inputs: What stands under ``with``, with ``_`` for ``-``.
    """
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    assert given.keys() <= ACTION["inputs"].keys(), "the runner warns of inputs that the action does not have"
    values = {name: given.get(name, entry["default"]) for name, entry in ACTION["inputs"].items()}
    context: dict[str, Any] = {"inputs": values, "steps": {}}
    ok, log, summary = True, "", ""
    for step in ACTION["runs"]["steps"]:
        context["success"] = ok
        if not evaluate(condition(step.get("if", "")), context):
            continue
        if "uses" in step:
            outputs = USES[_pinned(step["uses"])](job, _all(step["with"], context))
        else:
            done, outputs, text, page = _run_step(job, step, _all(step["env"], context))
            ok, log, summary = ok and done, log + text, summary + page
        context["steps"][step.get("id", step["name"])] = {"outputs": outputs}
    results = {name: fill(entry["value"], context) for name, entry in ACTION["outputs"].items()}
    return Result(ok, results, log, tuple(_obeyed(job, read_commands(log))), summary)


def _obeyed(job: Job, commands: list[Command]) -> Iterator[Command]:
    """Remove the problem matchers that commands name, and yield the other commands."""
    for command in commands:
        if command.name == "remove-matcher":
            job.matchers.discard(command.properties["owner"])
        else:
            yield command


def _all(texts: Mapping[str, object], context: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: fill(text if isinstance(text, str) else str(text).lower(), context)
        for name, text in texts.items()
    }


def _pinned(uses: str) -> str:
    name, _, version = uses.partition("@")
    assert re.fullmatch(r"[0-9a-f]{40}", version), f"{uses} is not pinned by its full hash"
    return name


def _setup_python(job: Job, given: Mapping[str, str]) -> dict[str, str]:
    assert given["update-environment"] == "false"
    job.python_asked = given["python-version"]
    job.matchers.add("python")
    return {"python-path": job.python}


def _upload_artifact(job: Job, given: Mapping[str, str]) -> dict[str, str]:
    file = job.workspace / given["path"]
    assert file.exists() or given["if-no-files-found"] != "error"
    assert given["name"] not in job.artifacts, "two artifacts of one name"
    if file.is_dir():
        held = {path.relative_to(file).as_posix(): path for path in file.rglob("*") if path.is_file()}
        job.artifacts |= {f"{given['name']}/{name}": path.read_bytes() for name, path in held.items()}
    else:
        job.artifacts[given["name"]] = file.read_bytes()
    job.retention_days = given["retention-days"]
    return {"artifact-url": f"https://github.example/artifacts/{len(job.artifacts)}"}


USES: Mapping[str, Callable[[Job, Mapping[str, str]], dict[str, str]]] = {
    "actions/setup-python": _setup_python,
    "actions/upload-artifact": _upload_artifact,
}


def _run_step(
    job: Job, step: Mapping[str, Any], variables: Mapping[str, str]
) -> tuple[bool, dict[str, str], str, str]:
    """Run a ``run`` step: whether it went well, its outputs, its log, its part of the summary."""
    assert "${{" not in step["run"], "an expression in a script is an injection"
    assert step["shell"] == "bash"
    folder = job.temp / "_runner_file_commands"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    script = folder / "script.sh"
    script.write_text(step["run"], encoding="utf-8", newline="\n")
    files = {name: folder / name for name in FILES}
    for file in files.values():
        file.touch()
    environment = {
        **{name: value for name, value in os.environ.items() if re.match(SYSTEM, name)},
        **job.environment,
        **{name: str(file) for name, file in files.items()},
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(job.action),
        "GITHUB_WORKSPACE": str(job.workspace),
        "RUNNER_TEMP": str(job.temp),
        **variables,
    }
    line = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
    done = subprocess.run(
        line,
        cwd=job.workspace,
        env=environment,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert not files["GITHUB_ENV"].read_bytes() + files["GITHUB_PATH"].read_bytes(), (
        "its variables are the job's"
    )
    log = done.stdout.decode("utf-8")
    page = files["GITHUB_STEP_SUMMARY"].read_bytes()
    assert len(page) <= SUMMARY_BYTES, "GitHub drops such a summary"
    return done.returncode == 0, read_outputs(files["GITHUB_OUTPUT"]), log, page.decode("utf-8")


def read_outputs(file: Path) -> dict[str, str]:
    """Read the file behind GITHUB_OUTPUT: ``NAME=VALUE``, or ``NAME<<END``, lines, ``END``."""
    outputs: dict[str, str] = {}
    lines = iter(file.read_text(encoding="utf-8").split("\n")[:-1])
    for line in lines:
        name, sign, rest = re.fullmatch(r"(.*?)(=|<<)(.*)", line).groups()  # type: ignore[union-attr]
        if sign == "=":
            outputs[name] = rest
            continue
        value: list[str] = []
        for part in lines:
            if part == rest:
                break
            value.append(part)
        else:
            raise AssertionError(f"no matching delimiter for {name}")
        outputs[name] = "\n".join(value)
    return outputs


def read_commands(log: str) -> list[Command]:
    """Find the commands as the runner does, in either form, outside what stops them."""
    found: list[Command] = []
    stopped = ""
    for line in re.split(r"\r\n|\r|\n", log):
        if stopped:
            stopped = "" if line.strip() == f"::{stopped}::" else stopped
            continue
        command = _command(line)
        if command is None:
            continue
        if command.name == "stop-commands":
            assert len(command.data) > 6
            stopped = command.data
        else:
            found.append(command)
    assert not stopped, "commands stay stopped"
    return found


def _command(line: str) -> Command | None:
    second = re.match(r"\s*::([^:\s]+)(?: (.*?))?::(.*)", line)
    if second and second[1] in COMMANDS:
        return Command(second[1], _properties(second[2] or "", ","), _unescape(second[3]))
    first = re.search(r"##\[([^\s\]]+)(?: ([^\]]*))?\](.*)", line)
    if first and first[1] in COMMANDS:
        return Command(first[1], _properties(first[2] or "", ";"), first[3])
    return None


def _properties(text: str, separator: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(separator) if "=" in part)
    return {name.strip(): _value(value) for name, _, value in pairs}


def _value(text: str) -> str:
    return _unescape(text.replace("%3A", ":").replace("%2C", ","))


def _unescape(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def condition(text: str) -> str:
    """Return a step's ``if`` with what the runner puts before one that asks for no status."""
    asked = text.strip().removeprefix("${{").removesuffix("}}").strip() or "success()"
    return (
        asked if re.search(r"\b(always|cancelled|failure|success)\(\)", asked) else f"success() && ({asked})"
    )


def fill(text: str, context: Mapping[str, Any]) -> str:
    """Return the text with its expressions evaluated."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(evaluate(match[1], context)), text)


_TOKEN = re.compile(r"\s*('[^']*'|\|\||&&|==|!=|!|\(|\)|[\w.-]+)")


def evaluate(expression: str, context: Mapping[str, Any]) -> Any:
    """Evaluate an expression: names, texts, status functions, ``!``, ``==``, ``!=``, ``&&``, ``||``."""
    text = expression.strip().removeprefix("${{").removesuffix("}}").strip()
    tokens = _TOKEN.findall(text)
    assert not _TOKEN.sub("", text).strip(), f"not understood: {expression}"
    value, rest = _joined(tokens, context)
    assert not rest, f"not understood: {expression}"
    return value


_JOINS: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
    ("||", lambda one, other: one or other),
    ("&&", lambda one, other: one and other),
)
"""Operators that join, the weakest first."""


def _joined(tokens: list[str], context: Mapping[str, Any], level: int = 0) -> tuple[Any, list[str]]:
    """Evaluate what operators from ``level`` on join; return the value and the tokens behind it."""
    if level == len(_JOINS):
        return _compared(tokens, context)
    operator, join = _JOINS[level]
    value, rest = _joined(tokens, context, level + 1)
    while rest[:1] == [operator]:
        other, rest = _joined(rest[1:], context, level + 1)
        value = join(value, other)
    return value, rest


def _compared(tokens: list[str], context: Mapping[str, Any]) -> tuple[Any, list[str]]:
    value, rest = _single(tokens, context)
    if rest[:1] in (["=="], ["!="]):
        other, after = _single(rest[1:], context)
        return (value == other) == (rest[0] == "=="), after
    return value, rest


def _single(tokens: list[str], context: Mapping[str, Any]) -> tuple[Any, list[str]]:
    first, rest = tokens[0], tokens[1:]
    if first == "!":
        value, rest = _single(rest, context)
        return not value, rest
    if first == "(":
        value, rest = _joined(rest, context)
        assert rest[:1] == [")"], "a bracket is not closed"
        return value, rest[1:]
    if first.startswith("'"):
        return first[1:-1], rest
    if rest[:2] == ["(", ")"]:
        status = {
            "always": True,
            "cancelled": False,
            "success": context["success"],
            "failure": not context["success"],
        }
        return status[first], rest[2:]
    value = context
    for part in first.split("."):
        value = value.get(part, {})
    return value or "", rest
