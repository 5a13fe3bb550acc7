"""Runs the blocks of a page: commands in a shell, Python in one namespace, files where they are named."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import yaml

from mdchunk.cli.main import cli
from tests.support.pages import ROOT, Block

SILENT = frozenset(
    {"text", "markdown", "html", "mdx", "csv", "sql", "javascript", "powershell", "diff", "ini"}
)
"""Languages whose blocks are shown, not run."""


class Session:
    """The folder of a page, the names that its Python blocks have defined, and what the last block printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__page__"}
        self.printed = ""

    def run(self, block: Block) -> str:
        """Run or check one block and return what its content should be: as it is, where all is well."""
        if block.language in {"file", "copy"} or (block.title and block.title != "output"):
            self._set_up(block)
        if block.title == "output":
            return block.content if matches(block.content, self.printed) else self.printed
        if block.language in SILENT:
            return block.content
        check, run = LANGUAGES[block.language]
        check(block)
        return run(self, block) if run and block.runs() and not block.title else block.content

    def _set_up(self, block: Block) -> None:
        if block.language == "copy":
            for name in block.title.split():
                source, target = ROOT / name, self.folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        else:
            file = self.folder / block.title
            assert file.resolve().is_relative_to(self.folder.resolve()), block.place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(block.content.encode())

    def shell(self, command: str, place: str) -> str:
        """Return what a command prints on stdout and stderr together.

        Raises:
            AssertionError: It ends with another status than 0.
        """
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        kept = {k: v for k, v in os.environ.items() if not k.startswith("MDCHUNK_")}
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env={**kept, "PATH": path, "PYTHONUTF8": "1", "COLUMNS": "80"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        printed = done.stdout.decode().replace("\r\n", "\n")
        assert done.returncode == 0, f"{place}: {command}\nexit status {done.returncode}\n{printed}"
        return printed


def matches(expected: str, actual: str) -> bool:
    """Say whether an output is the one expected, where ``...`` stands for anything."""
    want, got = expected.rstrip(), actual.rstrip()
    return (
        want == got or re.fullmatch(".*".join(map(re.escape, want.split("..."))), got, re.DOTALL) is not None
    )


def commands(content: str) -> list[tuple[str, str, str]]:
    """Return the commands of a console block: as shown, as the shell gets them, what they print."""
    found = []
    for part in re.split(r"(?m)^(?=\$ )", content)[1:]:
        lines = part.splitlines(keepends=True)
        end = 1
        while end < len(lines) and (lines[end].startswith("> ") or lines[end - 1].endswith("\\\n")):
            end += 1
        command = "".join(line.removeprefix("$ ").removeprefix("> ") for line in lines[:end])
        found.append(("".join(lines[:end]), command, "".join(lines[end:])))
    return found


def _run_console(session: Session, block: Block) -> str:
    result = []
    for shown, command, expected in commands(block.content):
        printed = session.shell(command, block.place)
        result.append(shown + (expected if matches(expected, printed) else printed.rstrip("\n") + "\n"))
    return "".join(result)


def _run_shell(session: Session, block: Block) -> str:
    session.printed = session.shell(f"set -eo pipefail\n{block.content}", block.place)
    return block.content


def _run_python(session: Session, block: Block) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block.content, block.place, "exec"), session.names)  # noqa: S102
    session.printed = out.getvalue()
    return block.content


def _run_pycon(session: Session, block: Block) -> str:
    result = []
    for example in doctest.DocTestParser().get_examples(block.content):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(example.source, block.place, "single"), session.names)  # noqa: S102
            except Exception as error:
                if not example.exc_msg:
                    raise
                out.write("Traceback (most recent call last):\n    ...\n")
                out.write("".join(traceback.format_exception_only(error)))
        shown = "... ".join(f">>> {example.source}".splitlines(keepends=True))
        printed = out.getvalue()
        result.append(shown + (example.want if matches(example.want, printed) else printed))
    return "".join(result)


def _check_shell(block: Block) -> None:
    shown = block.content
    if block.language == "console":
        found = commands(block.content)
        assert found, f"{block.place}: no line begins with $"
        shown = "\n".join(command for _, command, _ in found)
    parsed = subprocess.run(["bash", "-n", "-c", shown], capture_output=True, text=True, check=False)
    assert parsed.returncode == 0, f"{block.place}: {parsed.stderr}"
    for command in our_commands(shown):
        check_command(command, block.place)


def our_commands(script: str) -> list[list[str]]:
    """Return the words of each simple command of a script that is ours."""
    found: list[list[str]] = [[]]
    script = script.replace("\\\n", " ")
    for line in re.sub(r"<<-?\s*'?(\w+)'?.*?^\1$", "", script, flags=re.DOTALL | re.MULTILINE).splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        for word in lexer:
            if set(word) <= set("();<>|&"):
                found.append([])
            else:
                found[-1].append(word)
        found.append([])
    ours = {"mdchunk", ".venv/bin/mdchunk"}
    return [words[words.index(word) + 1 :] for words in found for word in words[:1] if word in ours]


def check_command(words: list[str], place: str) -> None:
    """Hold a command line of ours to what there is: its command and its options by name."""
    if not words or words[0].startswith("-"):
        return
    command = cli.get_command(click.Context(cli), words[0])
    assert command, f"{place}: no command {words[0]}"
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)} | {
        "--help",
        "-h",
    }
    for word in words[1:]:
        option = word.partition("=")[0]
        if option.startswith("--") or re.fullmatch("-[a-z]", option):
            assert option in known, f"{place}: mdchunk {words[0]} has no {option}"


def _check_python(block: Block) -> None:
    source = block.content
    if block.language == "pycon":
        source = "".join(example.source for example in doctest.DocTestParser().get_examples(source))
    for node in ast.walk(ast.parse(source, block.place)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "mdchunk":
            module = import_module(node.module or "")
            for alias in node.names:
                assert hasattr(module, alias.name), f"{block.place}: {node.module} has no {alias.name}"


def _check_data(block: Block) -> None:
    match block.language:
        case "json":
            json.loads(block.content)
        case "jsonl":
            [json.loads(line) for line in block.content.splitlines()]
        case "yaml":
            list(yaml.safe_load_all(block.content))
        case "toml":
            tomllib.loads(block.content)


Check = Callable[[Block], None]
Run = Callable[[Session, Block], str]
LANGUAGES: dict[str, tuple[Check, Run | None]] = {
    "console": (_check_shell, _run_console),
    "bash": (_check_shell, _run_shell),
    "sh": (_check_shell, _run_shell),
    "shell": (_check_shell, _run_shell),
    "python": (_check_python, _run_python),
    "pycon": (_check_python, _run_pycon),
    "json": (_check_data, None),
    "jsonl": (_check_data, None),
    "yaml": (_check_data, None),
    "toml": (_check_data, None),
    "file": (lambda _: None, None),
    "copy": (lambda _: None, None),
}
"""Language -> how its blocks are checked, and how they are run if they are."""
