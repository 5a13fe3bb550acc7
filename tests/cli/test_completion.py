"""Completion of commands, flags, values and paths, in the shells that are there."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.command import mdchunk

pty = pytest.importorskip("pty", reason="terminals of POSIX")
PROGRAM = "from mdchunk.__main__ import main; main()"
PATIENCE = 60.0
"""Seconds until a shell that says nothing is given up."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "my dir", "bin"):
        Path(folder).mkdir()
    Path("docs/guide.md").write_text("# Top\n\n## Install it\n\n## In short\n", encoding="utf-8")
    Path("my dir/a.md").write_text("# A\n", encoding="utf-8")
    Path("docs.json").write_text("[]\n", encoding="utf-8")
    Path("chunks.jsonl").write_text("", encoding="utf-8")
    command = Path("bin/mdchunk")
    command.write_text(f"#!{sys.executable}\n{PROGRAM}\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")


def completed(line: str, breaks: str = " \t\n\"'><=;|&(:") -> list[str]:
    """Return what Bash's function is told for a line with the cursor at its end: type and value."""
    done = subprocess.run(
        ["mdchunk"],
        env=os.environ | {"_MDCHUNK_COMPLETE": "bash_complete", "COMP_LINE": line, "COMP_WORDBREAKS": breaks},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("mdchunk bu", ["plain,build"]),
        ("mdchunk build --max-l", ["plain,--max-level"]),
        ("mdchunk build do", ["file,do"]),
        ("mdchunk build docs do", ["file,do"]),
        ("mdchunk build 'my d", ["file,my d"]),
        ("mdchunk build docs -o ", ["file,"]),
        ("mdchunk build --config=c", ["file,c"]),
        ("mdchunk build docs --root d", ["dir,d"]),
        ("mdchunk mcp ", ["dir,"]),
        ("mdchunk diff chunks.jsonl ", ["file,"]),
        ("mdchunk verify c", ["file,c"]),
        ("mdchunk build --dialect hu", ["plain,hugo"]),
        ("mdchunk build --dialect=hu", ["plain,hugo"]),
        ("mdchunk build docs --drop ta", ["plain,table"]),
        ("mdchunk build --tokenizer tik", ["plain,tiktoken:o200k_base", "plain,tiktoken:cl100k_base"]),
        ("mdchunk build --tokenizer tiktoken:o", ["plain,o200k_base"]),
        ("mdchunk build --tokenizer=tiktoken:o", ["plain,o200k_base"]),
        ("mdchunk build --fields id,re", ["plain,id,ref"]),
        ("mdchunk build --preset l", ["plain,langchain-docs"]),
        ("mdchunk build --encoding lat", ["plain,latin-1"]),
        ("mdchunk build --on-error s", ["plain,stop", "plain,skip"]),
        ("mdchunk stats chunks.jsonl --check cut_w", ["plain,cut_words=0"]),
        ("mdchunk section docs/guide.md --anchor in", ["plain,install-it", "plain,in-short"]),
        ("mdchunk section docs/none.md --anchor in", []),
        ("mdchunk show do", ["file,do"]),
        ("mdchunk show docs/guide.md#ins", ["plain,docs/guide.md#install-it"]),
        ("mdchunk tune docs --compare langchain-r", ["plain,langchain-recursive"]),
        ("mdchunk tune docs --compare ch", ["file,ch"]),
    ],
)
def test_what_is_completed(line: str, wanted: list[str]) -> None:
    assert completed(line) == wanted


def test_a_broken_settings_file_does_not_matter() -> None:
    Path("mdchunk.toml").write_text("= 3\n", encoding="utf-8")
    assert completed("mdchunk build --dialect hu") == ["plain,hugo"]
    assert mdchunk("build", "docs").status == 2


def test_a_shell_that_does_not_break_words_at_colons() -> None:
    assert completed("mdchunk build --tokenizer tiktoken:o", breaks=" \t\n") == ["plain,tiktoken:o200k_base"]


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, *command: str) -> None:
        self.child, self.terminal = pty.fork()
        if not self.child:
            os.environ.update({"PS1": "$ ", "TERM": "dumb", "HOME": str(Path.cwd()), "COLUMNS": "200"})
            os.execvp(command[0], command)  # noqa: S606

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.terminal, keys.encode())

    def read_until(self, wanted: str) -> str:
        """Return what the shell shows, up to a text.

        Raises:
            AssertionError: The text does not come.
        """
        shown, end = "", time.monotonic() + PATIENCE
        while wanted not in shown:
            assert select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))[0], shown
            shown += os.read(self.terminal, 4096).decode(errors="replace").replace("\a", "")  # the bell
        return shown

    def close(self) -> None:
        """End the shell."""
        os.close(self.terminal)
        os.kill(self.child, 9)
        os.waitpid(self.child, 0)


KEYS = [
    ("mdchunk build doc\t", "docs"),
    ("mdchunk build docs/g\t", "docs/guide.md "),
    ("mdchunk build my\t", "my\\ dir/"),
    ("mdchunk build docs --dialect hu\t", "--dialect hugo "),
    ("mdchunk build docs --tokenizer tiktoken:o\t", "tiktoken:o200k_base "),
    ("mdchunk section docs/guide.md --anchor ins\t", "--anchor install-it "),
]
"""Keys that are typed, and what the line is then."""


def has_bash() -> bool:
    """Return whether there is a Bash that has all that the script needs: 4.4."""
    version = "[[ ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]} -ge 44 ]]"
    return bool(shutil.which("bash")) and not subprocess.run(["bash", "-c", version], check=False).returncode


@pytest.mark.skipif(not has_bash(), reason="no bash here")
def test_bash_itself() -> None:
    more = [
        ("mdchunk build --dialect=hu\t", "--dialect=hugo "),
        ("mdchunk build --config=chu\t", "=chunks.jsonl "),
    ]
    _type(
        Shell("bash", "--norc", "--noprofile", "-i"),
        'eval "$(_MDCHUNK_COMPLETE=bash_source mdchunk)"',
        [*KEYS, *more],
    )


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh here")
def test_zsh_itself() -> None:
    begin = 'autoload -U compinit; compinit -u; eval "$(_MDCHUNK_COMPLETE=zsh_source mdchunk)"'
    _type(Shell("zsh", "-f", "-i"), begin, KEYS)


def _type(shell: Shell, begin: str, keys: list[tuple[str, str]]) -> None:
    try:
        shell.type(f"{begin}; echo rea''dy\n")
        shell.read_until("ready")
        for pressed, line in keys:
            shell.type(pressed)
            shell.read_until(line)
            shell.type("\x15")  # Ctrl-U: away with the line
    finally:
        shell.close()


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish here")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("mdchunk build doc", {"docs/", "docs.json"}),
        ("mdchunk build docs --dialect hu", {"hugo"}),
        ("mdchunk build --tokenizer tiktoken:o", {"tiktoken:o200k_base"}),
        ("mdchunk section docs/guide.md --anchor ins", {"install-it"}),
    ],
)
def test_fish_itself(line: str, wanted: set[str]) -> None:
    script = f"_MDCHUNK_COMPLETE=fish_source mdchunk | source; complete -C '{line}'"
    done = subprocess.run(["fish", "--no-config", "-c", script], check=True, capture_output=True, text=True)
    assert {found.partition("\t")[0] for found in done.stdout.splitlines()} == wanted
