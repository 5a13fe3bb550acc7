"""What docs/mcp.md says: its snippets run, its answers are real, its tables agree with the server."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mdchunk.cli.mcp import mcp as command
from mdchunk.mcp.paging import BUDGET
from mdchunk.mcp.resources import PROMPTS, URI
from mdchunk.mcp.roots import MAX_BYTES
from tests.support.mcp_page import PAGE, with_answers
from tests.support.mcp_served import served

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = PAGE.read_text(encoding="utf-8")

INITIALIZE = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
    b'"capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}}\n'
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table whose first heading cell this is."""
    table = re.search(rf"^\| {heading} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", SECTION, re.MULTILINE)
    assert table
    return [line.strip("| ").split(" | ") for line in table[1].splitlines()]


def names(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def our_arguments(argv: list[str]) -> list[str]:
    """Return what our command gets of a command line that starts it by uvx or by its path."""
    if argv[0] == "uvx":
        assert argv[1:4] == ["--from", "/absolute/path/to/mdchunk[mcp]", "mdchunk"]
        return argv[4:]
    assert argv[0] in {"mdchunk", "/absolute/path/to/.venv/bin/mdchunk"}
    return argv[1:]


def starts(arguments: list[str], folder: Path) -> bool:
    """Run our command with each folder of the example replaced; say whether it answers as a server."""
    examples = {"docs", "/absolute/folder", "/another/folder", "${workspaceFolder}"}
    replaced = [str(folder) if argument in examples else argument for argument in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "mdchunk", *replaced], input=INITIALIZE, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return bool(json.loads(done.stdout)["result"]["serverInfo"]["name"] == "mdchunk")


def configurations() -> list[dict[str, Any]]:
    loaded = [json.loads(block) for block in blocks("json")]
    assert [list(each) for each in loaded] == [["mcpServers"], ["mcpServers"], ["servers"]]
    return [next(iter(each.values()))["mdchunk"] for each in loaded]


@pytest.mark.parametrize("n", range(3))
def test_configurations_start_a_server(tmp_path: Path, n: int) -> None:
    configuration = configurations()[n]
    assert starts(our_arguments([configuration["command"], *configuration["args"]]), tmp_path)


def test_commands(tmp_path: Path) -> None:
    lines = [shlex.split(line) for block in blocks("sh") for line in block.splitlines()]
    install, run, claude, pack = lines
    assert install == ["python", "-m", "pip", "install", ".[mcp]"]
    assert starts(our_arguments(run), tmp_path)
    assert claude[:5] == ["claude", "mcp", "add", "mdchunk", "--"]
    assert starts(our_arguments(claude[5:]), tmp_path)
    script, output = pack[1:]
    runpy.run_path(str(ROOT / script))["pack"](tmp_path / output)
    assert (tmp_path / output).stat().st_size > 10_000


def test_answers_are_real() -> None:
    """``python -m tests.support.mcp_page`` writes them."""
    assert with_answers(SECTION) == SECTION


def test_options() -> None:
    documented = {option.split()[0] for cell, *_ in rows("option") for option in names(cell)}
    assert documented == {
        option for parameter in command.params for option in parameter.opts if "-" in option
    }


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_tools(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        tools = {
            tool.name: set(tool.input_schema["properties"]) for tool in (await client.list_tools()).tools
        }
    documented = {tool.strip("`"): names(arguments) for tool, arguments, _ in rows("tool")}
    assert list(documented) == list(tools)
    paged = "All but the last take a `cursor` and `max_bytes` too"
    assert paged in SECTION
    last = list(documented)[-1]
    assert tools == {
        tool: arguments | ({"cursor", "max_bytes"} if tool != last else set())
        for tool, arguments in documented.items()
    }


def test_figures_and_names() -> None:
    assert f"at most {BUDGET:,} bytes of JSON" in " ".join(SECTION.split())
    assert "It is sent twice, as text and as structured content" in " ".join(SECTION.split())
    assert f"up to {MAX_BYTES // 2**20} MB each" in SECTION
    assert f"`{URI}" in SECTION
    assert all(f"`{prompt.__name__}`" in SECTION for prompt, _ in PROMPTS)
