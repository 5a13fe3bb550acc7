"""The examples of ``fixtures/spec``, through the API and through the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from mdchunk.api import chunk_markdown, outline
from mdchunk.cli.main import cli
from mdchunk.model import Options
from tests.support.spec import EXAMPLE, FENCE, FOLDER, Example, read_info, read_page, result, rewrite

if TYPE_CHECKING:
    from pathlib import Path

PAGES = sorted(FOLDER.glob("*.md"))
EXAMPLES = [example for page in PAGES for example in read_page(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_api(example: Example, pytestconfig: pytest.Config) -> None:
    """What comes out is what the page says."""
    actual = result(example)
    if pytestconfig.getoption("--update-spec"):
        rewrite(example, actual)
    else:
        assert actual == example.expected


def flags(example: Example) -> list[str]:
    """Return an example's options as the command line has them."""
    words: list[str] = []
    for key, value in example.settings.items():
        flag = f"--{key.replace('_', '-')}"
        if key == "prefix_path":
            words += {"all": [flag], "none": ["--no-prefix-path"], "parts": []}[
                "all" if value is True else value
            ]
            continue
        if key == "heading_patterns":
            words += [
                word for pattern, level in value for word in ("--heading-patterns", f"{level}:{pattern}")
            ]
            continue
        values = value if key == "drop" else [",".join(value)] if key == "metadata" else [value]
        words += [word for each in values for word in ([flag] if each is True else [flag, str(each)])]
    return words


def by_command(example: Example) -> bool:
    """Say whether the command line takes these options: its smallest size is 200, and it always drops."""
    return Options(**example.settings).max_size >= 200 and example.settings.get("drop", ("one",)) != ()


@pytest.mark.parametrize("example", [e for e in EXAMPLES if by_command(e)], ids=lambda e: e.name)
def test_command(example: Example, tmp_path: Path) -> None:
    """The command line prints the records that the API returns."""
    file = tmp_path / example.source
    file.write_bytes(example.text.encode())
    options = Options(**example.settings)
    if example.shows == "outline":
        run = CliRunner().invoke(
            cli, ["outline", str(file), "--root", str(tmp_path), "--json", *flags(example)]
        )
        expected = [outline(example.text, options, source=example.source).to_dict()]
    else:
        run = CliRunner().invoke(
            cli, ["build", str(file), "--root", str(tmp_path), "-o", "-", *flags(example)]
        )
        expected = [c.to_dict() for c in chunk_markdown(example.text, options, source=example.source)]
    assert run.exit_code == 0, run.output
    assert [json.loads(line) for line in run.stdout.splitlines()] == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_example_is_read(page: Path) -> None:
    """No example hides behind a fence of the wrong length."""
    text = page.read_text(encoding="utf-8")
    assert text.count("``` example") == len(EXAMPLE.findall(text)) == len(read_page(page)) > 0
    assert text.count(FENCE) == 2 * len(read_page(page))


def test_info() -> None:
    assert read_info(" max_chars=32 prefix_path=true drop=html,code") == (
        "chunks",
        {"max_chars": 32, "prefix_path": True, "drop": ("html", "code")},
    )
    assert read_info(" outline") == ("outline", {})


def test_ci_refuses_to_rewrite() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--update-spec",
            "--collect-only",
            "-q",
            "-p",
            "no:cacheprovider",
            __file__,
        ],
        env={**os.environ, "CI": "true", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "not for CI" in run.stderr
