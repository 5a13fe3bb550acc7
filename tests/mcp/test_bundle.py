"""What installs the server: the bundle for Claude Desktop and the entry for the registry, by their schemas."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import jsonschema

from mdchunk import __version__
from mdchunk.mcp.server import TOOLS

ROOT = Path(__file__).parents[2]
MANIFEST: dict[str, Any] = json.loads((ROOT / ".mcp" / "manifest.json").read_text(encoding="utf-8"))
SERVER: dict[str, Any] = json.loads((ROOT / ".mcp" / "server.json").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

TEXT = {"type": "string", "minLength": 1}
STRINGS = {"type": "array", "items": TEXT}


def exactly(needed: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """Return the schema of an object that has these fields and no others."""
    return {
        "type": "object",
        "properties": {**needed, **optional},
        "required": list(needed),
        "additionalProperties": False,
    }


SETTING = exactly(
    {"type": {"const": "directory"}, "title": TEXT, "description": TEXT}, multiple={}, required={}
)
MANIFEST_SCHEMA = exactly(
    {
        "$schema": {"type": "string", "pattern": r"/mcpb-manifest-v0\.4\.schema\.json$"},
        "manifest_version": {"const": "0.4"},
        "name": TEXT,
        "version": TEXT,
        "description": TEXT,
        "author": exactly({"name": TEXT}),
        "server": exactly(
            {
                "type": {"const": "uv"},
                "entry_point": TEXT,
                "mcp_config": exactly({"command": TEXT, "args": STRINGS}),
            }
        ),
    },
    display_name=TEXT,
    long_description=TEXT,
    license=TEXT,
    keywords=STRINGS,
    compatibility=exactly(
        {
            "platforms": {"type": "array", "items": {"enum": ["darwin", "linux", "win32"]}},
            "runtimes": exactly({"python": TEXT}),
        }
    ),
    tools={"type": "array", "items": exactly({"name": TEXT, "description": TEXT})},
    prompts_generated={"type": "boolean"},
    user_config={"type": "object", "additionalProperties": SETTING},
)
"""The fields of manifest version 0.4 that ours uses, https://github.com/modelcontextprotocol/mcpb."""

ARGUMENT = {
    "oneOf": [
        exactly({"type": {"const": "named"}, "name": TEXT, "value": TEXT}),
        exactly({"type": {"const": "positional"}, "value": TEXT}),
        exactly(
            {"type": {"const": "positional"}, "valueHint": TEXT},
            description=TEXT,
            format={"enum": ["string", "number", "boolean", "filepath"]},
            isRequired={"type": "boolean"},
            isRepeated={"type": "boolean"},
        ),
    ]
}
SERVER_SCHEMA = exactly(
    {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "packages": {
            "type": "array",
            "items": exactly(
                {
                    "registryType": {"const": "pypi"},
                    "identifier": TEXT,
                    "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
                    "transport": exactly({"type": {"const": "stdio"}}),
                },
                runtimeHint={"const": "uvx"},
                runtimeArguments={"type": "array", "items": ARGUMENT},
                packageArguments={"type": "array", "items": ARGUMENT},
            ),
        },
    }
)
"""The fields of the registry's server.json that ours uses; the registry takes exact versions only."""

INITIALIZE = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
    b'"capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}}\n'
)


def pack(output: Path) -> None:
    runpy.run_path(str(ROOT / ".mcp" / "bundle.py"))["pack"](output)


def starts(arguments: list[str], source: Path) -> bool:
    """Run our command with these arguments and another source tree; say whether it answers as a server."""
    done = subprocess.run(
        [sys.executable, "-m", "mdchunk", *arguments],
        input=INITIALIZE,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(source)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return bool(json.loads(done.stdout)["result"]["serverInfo"]["name"] == "mdchunk")


def test_the_manifest_is_valid() -> None:
    jsonschema.validate(MANIFEST, MANIFEST_SCHEMA)


def test_the_manifest_agrees_with_the_project() -> None:
    assert MANIFEST["version"] == __version__
    assert MANIFEST["license"] == PROJECT["license"]
    assert MANIFEST["compatibility"]["runtimes"]["python"] == PROJECT["requires-python"]
    assert [tool["name"] for tool in MANIFEST["tools"]] == [function.__name__ for function, _, _ in TOOLS]


def test_the_bundle_starts_a_server(tmp_path: Path) -> None:
    """The application replaces the folders' setting by one argument for each folder."""
    pack(tmp_path / "mdchunk.mcpb")
    with zipfile.ZipFile(tmp_path / "mdchunk.mcpb") as bundle:
        bundle.extractall(tmp_path / "bundle")
    config = MANIFEST["server"]["mcp_config"]
    arguments = config["args"]
    assert [config["command"], *arguments[:3]] == ["uv", "run", "--directory", "${__dirname}"]
    assert arguments[arguments.index("--extra") + 1] in PROJECT["optional-dependencies"]
    ours = arguments[arguments.index("mdchunk") + 1 :]
    assert ours[-1] == "${user_config.folders}"
    assert MANIFEST["user_config"]["folders"]["multiple"] is True
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    assert (tmp_path / "bundle" / MANIFEST["server"]["entry_point"]).is_file()
    assert starts([*ours[:-1], str(tmp_path / "one"), str(tmp_path / "two")], tmp_path / "bundle" / "src")


def test_the_bundle_holds_the_package_and_no_more(tmp_path: Path) -> None:
    pack(tmp_path / "mdchunk.mcpb")
    with zipfile.ZipFile(tmp_path / "mdchunk.mcpb") as bundle:
        names = set(bundle.namelist())
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    expected = {name for name in package if "__pycache__" not in name}
    assert names == {"manifest.json", "pyproject.toml", "README.md", "LICENSE"} | expected


def test_the_same_checkout_gives_the_same_bytes(tmp_path: Path) -> None:
    pack(tmp_path / "one")
    pack(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_entry_for_the_registry_is_valid() -> None:
    jsonschema.validate(SERVER, SERVER_SCHEMA)


def test_the_entry_for_the_registry_agrees_with_the_project(tmp_path: Path) -> None:
    (package,) = SERVER["packages"]
    assert SERVER["version"] == package["version"] == __version__
    assert package["identifier"] == PROJECT["name"]
    # uvx runs the command that has the package's name
    assert package["identifier"] in PROJECT["scripts"]
    (extra,) = package["runtimeArguments"]
    assert (extra["name"], extra["value"]) == ("--with", f"{PROJECT['name']}[mcp]=={__version__}")
    arguments = [argument.get("value", str(tmp_path)) for argument in package["packageArguments"]]
    assert starts(arguments, ROOT / "src")
