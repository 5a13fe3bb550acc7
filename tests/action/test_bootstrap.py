"""The environment that the action makes for itself, and how its lock files are kept."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

from tests.support.action_environment import bootstrap
from tests.support.run_action import ROOT
from tests.test_layers import LIBRARIES

if TYPE_CHECKING:
    from pathlib import Path

LOCKS = (
    "requirements.txt",
    "requirements-tokens.txt",
    "requirements-convert.txt",
    "requirements-convert-tokens.txt",
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / ".github" / "action" / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([^ ;\\]+)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_holds_what_the_project_needs(lock: str) -> None:
    extras = [name for name in ("convert", "tokens") if name in lock]
    wanted = PROJECT["dependencies"] + [
        each for extra in extras for each in PROJECT["optional-dependencies"][extra]
    ]
    for requirement in map(Requirement, wanted):
        assert pins(lock)[requirement.name.lower()] in requirement.specifier


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_is_complete(lock: str) -> None:
    """What a pinned package needs here is pinned too, by the metadata of what is installed."""
    held = pins(lock)
    missing = {
        requirement.name
        for name in held
        for requirement in map(Requirement, _requires(name))
        if not requirement.marker or requirement.marker.evaluate({"extra": ""})
    } - held.keys()
    assert {name for name in missing if name.lower().replace("_", "-") not in held} == set()


def _requires(name: str) -> list[str]:
    try:
        return requires(name) or []
    except ModuleNotFoundError:
        return []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_pins_tested_versions_by_hash_and_names_no_address(lock: str) -> None:
    text = (ROOT / ".github" / "action" / lock).read_text(encoding="utf-8")
    constraints = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
    tested = dict(re.findall(r"^([\w.-]+)==(.+)$", constraints, flags=re.MULTILINE))
    assert "://" not in text
    assert text.count(" \\\n    --hash=sha256:") >= len(pins(lock))
    assert {
        name: version for name, version in pins(lock).items() if tested.get(name, version) != version
    } == {}


@pytest.mark.parametrize(
    ("tokenizer", "files", "lock"),
    [
        ("", "**/*.md", "requirements.txt"),
        ("approx", "docs/pdf/*.md", "requirements.txt"),
        ("no-such", "", "requirements.txt"),
        (" tiktoken:x", "a.md", "requirements-tokens.txt"),
        ("hf:y", "a.mdx", "requirements-tokens.txt"),
        ("", "**/*.md\n**/*.PDF", "requirements-convert.txt"),
        ("", "docs/{a,b}.docx", "requirements-convert.txt"),
        ("bytes", "site/**/*.{md,html}, x.md", "requirements-convert.txt"),
        ("hf:y", "site/**/*.html, x.md", "requirements-convert-tokens.txt"),
    ],
)
def test_the_lock_file_by_tokenizer_and_files(tokenizer: str, files: str, lock: str) -> None:
    assert bootstrap.lock_file(tokenizer, files).name == lock
    assert lock in LOCKS


@pytest.mark.parametrize(
    ("name", "text", "lock"),
    [
        ("c.toml", 'tokenizer = "tiktoken:x"', "requirements-tokens.txt"),
        ("pyproject.toml", '[tool.mdchunk]\ntokenizer = "hf:x"', "requirements-tokens.txt"),
        ("pyproject.toml", 'tokenizer = "hf:x"', "requirements.txt"),
        ("c.toml", "tokenizer = ", "requirements.txt"),
        ("c.toml", "", "requirements.txt"),
    ],
)
def test_the_tokenizer_may_be_in_the_settings_file(tmp_path: Path, name: str, text: str, lock: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    variables = {"MDCHUNK_ACTION_TOKENIZER": "approx", "MDCHUNK_ACTION_CONFIG": name}
    assert bootstrap.lock_file(bootstrap.chosen_tokenizer(variables, tmp_path), "").name == lock
    named = variables | {"MDCHUNK_ACTION_TOKENIZER": "bytes"}
    assert bootstrap.chosen_tokenizer(named, tmp_path) == "bytes"
    assert bootstrap.chosen_tokenizer(variables, tmp_path / "no") == "approx"


def test_other_environments_are_left_behind() -> None:
    variables = {
        "PATH": "/bin",
        "PIP_INDEX_URL": "https://mirror.example/simple",
        "PYTHONPATH": ".",
        "PYTHONSTARTUP": "x.py",
        "pythonhome": "/x",
        "VIRTUAL_ENV": "/x",
        "CONDA_PREFIX": "/x",
        "LD_LIBRARY_PATH": "/x",
        "MDCHUNK_ACTION_FILES": "*.md",
    }
    assert bootstrap.own_environment(variables).keys() == {"PATH", "LD_LIBRARY_PATH", "MDCHUNK_ACTION_FILES"}


def test_pip_keeps_where_packages_come_from_and_nothing_else() -> None:
    listed = """:env:.index-url='https://user:it%27s@mirror.example/simple'
:env:.target='/x'
:env:.retries='9'
download.proxy='http://other.example'
global.dry-run='true'
global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'
global.index-url='https://pypi.example/simple'
global.keyring-provider='subprocess'
global.user='true'
install.prefix='/x'
install.timeout='60'
global.timeout='5'
"""
    assert bootstrap.pip_variables(listed) == {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "https://user:it%27s@mirror.example/simple",
        "PIP_RETRIES": "9",
        "PIP_EXTRA_INDEX_URL": "https://a.example/simple\nhttps://b.example/simple",
        "PIP_KEYRING_PROVIDER": "subprocess",
        "PIP_TIMEOUT": "60",
    }


def test_what_is_imported_to_check_an_environment_is_what_the_project_needs() -> None:
    assert {*bootstrap.NEEDED} == LIBRARIES.keys() - {"click"}  # the command line's


def test_an_old_python_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 9, "final", 0))
    assert bootstrap.main() == 2
    assert capsys.readouterr().out == (
        "::error title=mdchunk::mdchunk needs Python 3.11 or later, and python-version gave 3.10.9\n"
    )


def test_a_failed_installation_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(bootstrap.subprocess, "run", fail)
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    for _ in range(2):  # what a failed installation leaves is no environment
        assert bootstrap.main() == 1
    assert capsys.readouterr().out.startswith("::error title=mdchunk::the packages that mdchunk needs")
