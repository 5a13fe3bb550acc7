"""The protocol's own tools: conformance scenarios and the inspector against our server, the bundle's validator.

They are npm packages and need Node 22.19 or later. ``MDCHUNK_NODE_MODULES`` names the ``node_modules`` folder
that holds them; with ``MDCHUNK_NODE_INSTALL=1`` they are installed into a temporary one. Skipped otherwise.
The conformance scenarios speak HTTP only; the inspector speaks to both transports.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.mcp_served import serving

PACKAGES = {
    "@anthropic-ai/mcpb": "2.1.2",
    "@modelcontextprotocol/client": "2.3.1",
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
    "@modelcontextprotocol/inspector": "2.12.0",
}
LISTS = ["completion-complete", "tools-list", "resources-list", "prompts-list"]
HANDSHAKE = ["server-initialize", "server-session-lifecycle", "ping"]
STREAMS = ["server-sse-multiple-streams", "dns-rebinding-protection"]
SCENARIOS = {
    "2025-06-18": [*HANDSHAKE, *LISTS],
    "2025-11-25": [*HANDSHAKE, *LISTS, *STREAMS],
    "2026-07-28": [*LISTS, *STREAMS, "caching", "sep-2164-resource-not-found", "http-header-validation"],
}
"""What a server is asked that is no fixture of an SDK's: the other scenarios call tools named ``test_image``."""
CLIENT = Path(__file__).parents[1] / "support" / "mcp_client.mjs"


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the npm packages, or skip."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, version.strip().lstrip("v").split(".")[:2])) < (22, 19):
        pytest.skip(f"Node {version.strip()} is older than 22.19")
    if named := os.environ.get("MDCHUNK_NODE_MODULES"):
        return Path(named)
    if os.environ.get("MDCHUNK_NODE_INSTALL") != "1":
        pytest.skip("neither MDCHUNK_NODE_MODULES nor MDCHUNK_NODE_INSTALL is set")
    folder = tmp_path_factory.mktemp("node")
    wanted = [f"{name}@{number}" for name, number in PACKAGES.items()]
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *wanted], cwd=folder, check=True)
    return folder / "node_modules"


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "a.md").write_text("# Alpha\n\nSome words.\n\n## Beta\n\nMore.\n")
    return folder


@pytest.fixture(scope="module")
def url(modules: Path, docs: Path) -> Iterator[str]:  # noqa: ARG001 - skips first
    """Serve on a free port of the loopback interface, as a user does."""
    with serving(docs) as address:
        yield address


@pytest.mark.parametrize(
    ("version", "scenario"), [(version, each) for version, listed in SCENARIOS.items() for each in listed]
)
def test_conformance(modules: Path, url: str, tmp_path: Path, version: str, scenario: str) -> None:
    command = [str(modules / ".bin" / "conformance"), "server", "--url", url, "-o", str(tmp_path)]
    done = subprocess.run(
        [*command, "--scenario", scenario, "--spec-version", version],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SKIPPED" not in done.stdout
    assert " 0 failed" in done.stdout


def test_the_client_in_typescript(modules: Path, url: str) -> None:
    assert _typescript(modules, url)["text"] == "## Beta\n\nMore."


def test_the_client_in_typescript_with_a_token(modules: Path, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("a-token-of-some-length")
    with serving(docs, "--token-file", str(tmp_path / "token"), "--read-only") as address:
        assert "save_chunks_jsonl" not in _typescript(modules, address, "a-token-of-some-length")["tools"]
        with pytest.raises(subprocess.CalledProcessError):
            _typescript(modules, address, "another-token-of-some-length")


def _typescript(modules: Path, *arguments: str) -> dict[str, Any]:
    command = ["node", str(CLIENT), str(modules), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return dict(json.loads(done.stdout))


def inspect(modules: Path, server: Path | str, config: Path, *arguments: str) -> tuple[int, Any]:
    """Let the inspector speak to a server of a folder over stdio, or to one at an address over HTTP."""
    entry: dict[str, Any] = {"type": "streamable-http", "url": server}
    if isinstance(server, Path):
        entry = {"type": "stdio", "command": sys.executable, "args": ["-m", "mdchunk", "mcp", str(server)]}
    config.write_text(json.dumps({"mcpServers": {"mdchunk": entry}}))
    inspector = [str(modules / ".bin" / "mcp-inspector"), "--cli", "--config", str(config)]
    done = subprocess.run(
        [*inspector, "--server", "mdchunk", "-q", "--format", "json", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)["result"] if done.stdout else done.stderr


@pytest.mark.parametrize(("era", "version"), [("legacy", "2025-11-25"), ("modern", "2026-07-28")])
def test_the_inspector_over_http(modules: Path, url: str, tmp_path: Path, era: str, version: str) -> None:
    started = ("--method", "initialize", "--protocol-era", era)
    status, result = inspect(modules, url, tmp_path / "config", *started)
    assert (status, result["protocolVersion"]) == (0, version)
    called = (
        "--method",
        "tools/call",
        "--tool-name",
        "get_section",
        "--tool-args-json",
        '{"ref": "a.md#beta"}',
    )
    status, result = inspect(modules, url, tmp_path / "config", *called, "--protocol-era", era)
    assert (status, result["structuredContent"]["heading"]) == (0, "Beta")


@pytest.mark.parametrize(("era", "version"), [("legacy", "2025-11-25"), ("modern", "2026-07-28")])
def test_the_inspector_connects_in_both_eras(
    modules: Path, docs: Path, tmp_path: Path, era: str, version: str
) -> None:
    status, result = inspect(
        modules, docs, tmp_path / "config", "--method", "initialize", "--protocol-era", era
    )
    assert (status, result["protocolVersion"]) == (0, version)


def test_the_inspector_finds_nothing_wrong_with_the_schemas(
    modules: Path, docs: Path, tmp_path: Path
) -> None:
    status, result = inspect(modules, docs, tmp_path / "config", "--method", "tools/list", "--strict")
    assert status == 0
    assert len(result["tools"]) == 6


CALLS: dict[str, tuple[dict[str, str], str]] = {
    "chunk_markdown": ({"path": "a.md"}, "chunks"),
    "outline_markdown": ({"path": "a.md"}, "headings"),
    "get_section": ({"path": "a.md", "anchor": "beta"}, "text"),
    "save_chunks_jsonl": ({"path": "a.md", "output": "out.jsonl"}, "bytes"),
    "list_documents": ({}, "documents"),
    "search_sections": ({"query": "words"}, "hits"),
}
"""Tool -> arguments, and the field of the answer that is then not empty."""


@pytest.mark.parametrize("tool", CALLS)
def test_the_inspector_calls_each_tool(modules: Path, docs: Path, tmp_path: Path, tool: str) -> None:
    arguments, field = CALLS[tool]
    called = ("--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))
    status, result = inspect(modules, docs, tmp_path / "config", *called)
    assert status == 0
    assert result["structuredContent"][field]


def test_the_inspector_reads_a_resource_and_hears_of_errors(
    modules: Path, docs: Path, tmp_path: Path
) -> None:
    read = ("--method", "resources/read", "--uri", "mdchunk://file/a.md")
    status, result = inspect(modules, docs, tmp_path / "config", *read)
    assert (status, result["contents"][0]["text"]) == (0, (docs / "a.md").read_text())
    wrong = (
        "--method",
        "tools/call",
        "--tool-name",
        "get_section",
        "--tool-args-json",
        '{"path": "../a.md"}',
    )
    status, result = inspect(modules, docs, tmp_path / "config", *wrong)
    assert (status, result["isError"]) == (5, True)


def test_the_manifest_of_the_bundle_is_valid(modules: Path) -> None:
    manifest = Path(__file__).parents[2] / ".mcp" / "manifest.json"
    command = [str(modules / ".bin" / "mcpb"), "validate", str(manifest)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
