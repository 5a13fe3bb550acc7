"""What every command shares: help, version, exit status, JSON errors, settings, streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from mdchunk import __version__
from mdchunk.cli.main import COMMANDS
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.files.settings import BuildSettings
from mdchunk.model import Options
from mdchunk.syntax.dialects import DIALECTS
from tests.support.command import mdchunk

PROGRAM = "from mdchunk.cli.main import main; main()"
SCRIPT = "import sys; from {0} import {1}; sys.exit({1}())".format(
    *tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "scripts"
    ]["mdchunk"].split(":")
)
"""What the command of the package does, as pip writes it."""
INTERRUPTER = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
LONG = "# A\n\n" + "Words to be read. " * 3_000_000
"""A document that takes seconds, so that a signal still meets the build on a busy machine."""
HEAVY = (
    "markdown_it",
    "mdit_py_plugins",
    "yaml",
    "regex",
    "pathspec",
    "concurrent.futures",
    "mcp",
    "tomllib",
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("# A\n\nOne.\n", encoding="utf-8")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_the_commands_with_examples(flag: str) -> None:
    done = mdchunk(flag)
    assert done.status == 0
    assert all(f"  {name}" in done.stdout.decode() for name in COMMANDS)
    assert b"Examples:" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples_and_json(command: str) -> None:
    for flag in ("--help", "-h"):
        done = mdchunk(command, flag)
        assert done.status == 0
        assert f"Examples:\n    mdchunk {command}" in done.stdout.decode()
        assert (b"--json" in done.stdout) == (command != "mcp")


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(flag: str) -> None:
    assert mdchunk(flag).stdout.decode() == f"mdchunk, version {__version__}\n"


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_they_import_nothing_heavy(flag: str) -> None:
    program = f"""
import sys
from mdchunk.cli.main import run
assert run([{flag!r}]) == 0
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stderr == "[]\n"


def test_a_build_that_only_looks_imports_no_parser(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nText.\n", encoding="utf-8")
    program = """
import sys
from mdchunk.cli.main import run
assert run(["build", "a.md", "-o", "a.jsonl", "--incremental"]) == 0
print("markdown_it" in sys.modules)
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout
        for _ in range(2)
    ]
    assert [each.splitlines()[-1] for each in said] == ["True", "False"]


@pytest.mark.parametrize(
    ("shell", "sign"),
    [("bash", "complete -o nosort"), ("zsh", "#compdef mdchunk"), ("fish", "complete --no-files")],
)
def test_completion_for_each_shell(shell: str, sign: str) -> None:
    environment = os.environ | {"_MDCHUNK_COMPLETE": f"{shell}_source"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert sign in done.stdout


def test_the_help_names_every_dialect() -> None:
    said = " ".join(mdchunk("build", "--help").stdout.decode().split())
    assert f"Markdown dialect: {', '.join(DIALECTS)}; or auto" in said


def test_every_setting_has_a_flag() -> None:
    assert {field.name for field in fields(Options)} | {"keep"} == CHUNK_OPTIONS.keys()
    flags = FIND_OPTIONS.keys() | WRITE_OPTIONS.keys()
    assert {field.name for field in fields(BuildSettings)} - flags == {"files"}
    assert flags < {field.name for field in fields(BuildSettings)}


class TestExitStatus:
    def test_one_where_a_path_is_empty(self) -> None:
        done = mdchunk("build", "")
        assert (done.status, done.stderr) == (1, "Error: a path is empty; write . for the current folder\n")

    def test_one_where_a_file_fails_in_one_line(self) -> None:
        done = mdchunk("build", "nope.md")
        assert (done.status, done.stdout, done.stderr) == (1, b"", "Error: nope.md: no such file or folder\n")

    @pytest.mark.parametrize(
        ("args", "complaint"),
        [
            (
                ["build"],
                "Missing argument 'PATHS...'. Name files or folders, or set paths in a settings file.",
            ),
            (["build", "a.md", "--config", "no.toml"], "File 'no.toml' does not exist"),
            (["build", "a.md", "--stdin-filename", "b.md"], "--stdin-filename has no effect unless"),
            (["build", "a.md", "--max-chars", "199"], "199 is not in the range x>=200"),
            (
                ["build", "a.md", "--overlap", "750"],
                "--overlap must be less than half the size limit (1500), not 750",
            ),
            (
                ["build", "a.md", "--min-size", "1501"],
                "--min-size must be at most the size limit (1500), not 1501",
            ),
            (["build", "a.md", "--max-level", "7"], "7 is not in the range 1<=x<=6"),
            (["build", "a.md", "--drop", "tables"], "'tables' is not one of"),
            (["build", "a.md", "--dialect", "gmf"], "unknown dialect 'gmf'; the dialects are "),
            (
                ["build", "a.md", "--fields", "id,txt"],
                "--fields takes the fields id, ref,",
            ),
            (["build", "a.md", "--root", "nowhere"], "Directory 'nowhere' does not exist"),
            (
                ["build", "a.md", "--format", "parquet", "-o", "-"],
                "--output cannot be standard output for the format parquet",
            ),
            (
                ["build", "a.md", "--incremental", "-o", "-"],
                "--incremental needs an output file in the format jsonl",
            ),
            (
                ["build", "a.md", "--tokenizer", "foo", "--max-tokens", "9"],
                "--tokenizer must be approx, bytes, ",
            ),
            (["build", "a.md", "--tokenizer", "approx"], "--tokenizer has no effect without --max-tokens"),
            *(
                ([command, "a.md", "--encoding", "nope"], "--encoding must be an encoding that Python knows")
                for command in ("build", "outline", "stats", "verify", "tune")
            ),
            (["section", "a.md", "--anchor", "a", "--encoding", "hex"], "--encoding must be an encoding"),
            (["build", "a.md", "-o", "x.csv"], "--output ends in .csv, which is the ending of no format"),
            (["build", "a.md", "-q", "-v"], "--quiet and --verbose contradict each other"),
            (["biuld", "a.md"], "No such command 'biuld'. Did you mean 'build'?"),
            (["x", "a.md"], "No such command 'x'."),
        ],
    )
    def test_two_for_wrong_usage(self, args: list[str], complaint: str) -> None:
        done = mdchunk(*args)
        assert (done.status, done.stdout) == (2, b"")
        assert complaint in done.stderr
        assert not Path("chunks.jsonl").exists()

    @pytest.mark.parametrize(
        ("args", "status", "kind"),
        [
            (["build", "nope.md"], 1, "failure"),
            (["build"], 2, "usage"),
            (["build", "a.md", "-o", "-"], 2, "usage"),
        ],
    )
    def test_an_error_as_json(self, args: list[str], status: int, kind: str) -> None:
        done = mdchunk(*args, "--json")
        assert (done.status, done.stderr) == (status, "")
        assert done.json["ok"] is False
        error = done.json["error"]
        assert (error["kind"], error["exit_status"]) == (kind, status)
        assert error["message"]

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_130_for_ctrl_c_and_the_old_output_stays(self, jobs: str) -> None:
        Path("chunks.jsonl").write_bytes(b"old")
        Path("big.md").write_text(LONG, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "mdchunk", "build", "big.md", "--jobs", jobs],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        while process.poll() is None and not list(Path().glob(".chunks.jsonl.*")):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all
        _, said = process.communicate()
        assert (process.returncode, said.strip()) == (130, "Error: interrupted")
        assert Path("chunks.jsonl").read_bytes() == b"old"
        assert sorted(path.name for path in Path().iterdir()) == ["a.md", "big.md", "chunks.jsonl"]

    def test_130_even_if_ctrl_c_comes_inside_an_exec(self) -> None:
        Path("interrupted.py").write_text(
            "def length(text): exec('raise KeyboardInterrupt')\n", encoding="utf-8"
        )
        command = "build a.md --jobs 1 --tokenizer py:interrupted:length --max-tokens 9"
        done = subprocess.run(
            [sys.executable, "-m", "mdchunk", *command.split()],
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr.strip()) == (130, "Error: interrupted")

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize("start", [["-m", "mdchunk"], ["-c", SCRIPT]])
    @pytest.mark.parametrize("module", ["click", "mdchunk.cli.main", "markdown_it"])
    def test_130_for_ctrl_c_while_modules_are_imported(
        self, start: list[str], module: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first module that is looked for under this name finds Ctrl-C instead."""
        Path("found").mkdir()
        Path("found/sitecustomize.py").write_text(INTERRUPTER.format(module=module), encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["found", os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            [sys.executable, *start, "build", "a.md", "--jobs", "1"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Error: interrupted")
        assert not Path("chunks.jsonl").exists()

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    def test_ctrl_c_that_is_ignored_stays_ignored(self) -> None:
        """As in a job that a script runs in the background."""
        Path("found").mkdir()
        Path("found/sitecustomize.py").write_text(INTERRUPTER.format(module="click"), encoding="utf-8")
        command = f"trap '' INT; PYTHONPATH=found {sys.executable} -m mdchunk build a.md -q"
        subprocess.run(["bash", "-c", command], check=True)
        assert Path("chunks.jsonl").exists()

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    def test_a_build_that_is_told_to_end_leaves_nothing_half_done(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Path("temporary").mkdir()
        monkeypatch.setenv("TMPDIR", str(Path("temporary").resolve()))
        Path("big.md").write_text(LONG, encoding="utf-8")
        process = subprocess.Popen([sys.executable, "-m", "mdchunk", "build", "big.md", "--jobs", "2"])
        while process.poll() is None and not list(Path().glob(".chunks.jsonl.*")):
            time.sleep(0.01)
        process.terminate()
        assert process.wait() == 128 + signal.SIGTERM
        assert sorted(path.name for path in Path().iterdir()) == ["a.md", "big.md", "temporary"]
        assert not list(Path("temporary").iterdir())

    def test_no_command_is_help(self) -> None:
        done = mdchunk()
        assert done.status == 2
        assert done.stderr.startswith("Usage: mdchunk [OPTIONS] COMMAND")
        assert "Error" not in done.stderr

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
    @pytest.mark.parametrize("command", [["build", "a.md", "-q", "-o", "-"], ["outline", "a.md"]])
    def test_a_full_disk_behind_stdout_is_one_line(self, command: list[str]) -> None:
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "mdchunk", *command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (done.returncode, done.stderr) == (1, "Error: standard output: No space left on device\n")

    @pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
    def test_a_closed_pipe_is_no_traceback(self) -> None:
        Path("big.md").write_text("# A\n\nWords.\n\n" * 3000, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "mdchunk", "build", "big.md", "-o", "-", "-q"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 1


class TestStreams:
    def test_data_is_utf8_with_plain_newlines_whatever_the_system_says(self) -> None:
        text = "# 🚀 Début\r\n\r\nx\r\n".encode()
        done = mdchunk("build", "-", "-o", "-", stdin=text, encoding="cp1252")
        assert done.status == 0
        assert done.stdout.endswith(b"\n")
        assert b"\r\n" not in done.stdout
        record = json.loads(done.stdout.decode("utf-8"))
        assert record["heading_path"] == ["🚀 Début"]
        assert record["text"] == "# 🚀 Début\r\n\r\nx"
        outline = mdchunk("outline", "-", stdin=text, encoding="cp1252").stdout
        assert outline.decode("utf-8") == "🚀 Début  [line 1, #-début, 14 chars]\n"

    def test_nothing_but_data_on_stdout(self) -> None:
        done = mdchunk("build", "a.md", "-o", "-")
        assert len(done.records) == 1
        assert done.stderr == "Saved: stdout (1 chunk from 1 file, biggest 9 characters)\n"

    def test_quiet_says_nothing(self) -> None:
        assert mdchunk("build", "a.md", "-q").stderr == ""

    def test_colours_only_where_they_are_wanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[" in mdchunk("build", "nope.md").stderr
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b[" not in mdchunk("build", "nope.md").stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
class TestClosedStreams:
    """As a daemon or ``<&-`` starts a process."""

    @staticmethod
    def run(command: str) -> subprocess.CompletedProcess[str]:
        called = f"{sys.executable} -m mdchunk {command}"
        return subprocess.run(["bash", "-c", called], capture_output=True, text=True, check=False)

    @pytest.mark.parametrize(
        "command", ["build -", "outline -", "section - --anchor a", "show -", "stats -", "diff - a.md", "mcp"]
    )
    def test_standard_input(self, command: str) -> None:
        if command == "mcp":
            pytest.importorskip("mcp")
        done = self.run(f"{command} <&-")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "Error: stdin: is closed\n")

    @pytest.mark.parametrize("command", ["outline a.md", "build a.md -o -", "show a.md", "config"])
    def test_standard_output(self, command: str) -> None:
        done = self.run(f"{command} >&-")
        assert (done.returncode, done.stderr) == (1, "Error: standard output: is closed\n")

    def test_commands_that_need_neither(self) -> None:
        assert self.run("build a.md -o x.jsonl <&- >&- 2>&-").returncode == 0
        assert json.loads(Path("x.jsonl").read_bytes())["source"] == "a.md"
        assert self.run("build a.md -o x.jsonl --jobs 2 <&- >&- 2>&-").returncode == 0
        assert self.run("build nope.md <&- >&- 2>&-").returncode == 1
