"""The README's commands print what it shows, and its snippets run."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

import mdchunk
from mdchunk.files.config import check_keys, read_config
from mdchunk.model import KINDS, Chunk, Settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [token for token in MarkdownIt().parse(TEXT) if token.type == "fence"]
FILES = {
    "docs/start.md": "# Start\n\nHello.\n",
    "docs/setup.md": "# Setup\n\n## Linux\n\nmake\n",
    "README.md": "# Us\n\nText.\n",
}


def blocks(info: str) -> list[str]:
    return [token.content for token in BLOCKS if token.info == info]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a reader")
    for name, text in {**FILES, "guide.md": blocks("markdown")[0]}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder


def runs(session: str) -> list[tuple[str, str]]:
    """Return commands of a console block with what they print."""
    parts = re.split(r"(?m)^\$ (.*)\n", session)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_commands_print_what_is_shown(folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1"}
    shown = [run for session in blocks("console") for run in runs(session)]
    assert len(shown) > 10
    for command, expected in shown:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.stdout.rstrip("\n") == expected.rstrip("\n"), command
        assert done.returncode == 0, command


@pytest.mark.parametrize("session", blocks("pycon"))
def test_snippets_run(session: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_settings_files_are_read(tmp_path: Path) -> None:
    for content in blocks("toml"):
        file = tmp_path / content.splitlines()[0].removeprefix("# ")
        file.write_text(content, encoding="utf-8")
        config = read_config(file)
        assert config is not None
        check_keys(config, Settings.__annotations__)


def test_setup_commands_install_what_there_is() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    main, tests = (block.strip() for block in blocks("sh")[:2])
    assert main.endswith(".venv/bin/mdchunk build README.md")
    assert "--group dev" in tests
    assert "dev" in project["dependency-groups"]
    assert set(re.findall(r"'\.\[(.*?)\]'", tests)[0].split(",")) == set(
        project["project"]["optional-dependencies"]
    )
    for command in (main, tests):
        assert shlex.split(command)[:3] == ["python3", "-m", "venv"]


def test_the_record_has_the_fields_of_the_table() -> None:
    rows = TEXT.partition("| field | type | meaning |")[2].partition("\n\n")[0]
    named = [name for row in rows.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == list(Chunk.__annotations__)


def test_names_are_those_of_the_code() -> None:
    kinds = TEXT.partition("The kinds are ")[2].partition(".\n")[0]
    assert re.findall(r"`(\w+)`", kinds) == list(KINDS)
    assert set(Settings.__annotations__) == set(mdchunk.Options.__annotations__)


def test_json_blocks_are_json() -> None:
    assert all(json.loads(content) for content in blocks("json"))
