"""``python -m mdchunk mcp`` as a process: what is on its stdout, how it starts, refuses and ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

from mcp import Client
from mdchunk import __version__
from mdchunk.extras import REQUIREMENTS, install
from mdchunk.mcp.paging import BUDGET
from tests.support.mcp_served import ERAS, call

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "mdchunk", "mcp"]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Alpha\n\nSome words.\n")
    (tmp_path / "docs" / "bad.md").write_bytes(b"\xff\xfe")
    return tmp_path / "docs"


def run(
    *arguments: object, messages: bytes = b"", replies: int = 0, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Send messages to a new process, wait for as many lines as ``replies``, then close its stdin."""
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env={**os.environ, **environment},
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(messages)
        process.stdin.flush()
        lines = b"".join(process.stdout.readline() for _ in range(replies))
        rest, errors = process.communicate(timeout=30)
    return subprocess.CompletedProcess(COMMAND, process.returncode, lines + rest, errors)


def wire(*messages: Any) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def asked(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_one_request_one_line(docs: Path) -> None:
    done = run(docs, messages=wire(INITIALIZE), replies=1)
    (line,) = done.stdout.splitlines()
    reply = json.loads(line)
    assert reply["result"]["serverInfo"]["version"] == __version__
    assert reply["result"]["protocolVersion"] == "2025-06-18"
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_answer_is_sent_twice_and_each_time_within_the_budget(docs: Path) -> None:
    (docs / "long.md").write_text("# Long\n\n" + 'Some "words".\n' * 5_000)
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized, asked(2, "get_section", path="long.md", anchor="long"))
    line = run(docs, messages=messages, replies=2).stdout.splitlines()[1]
    result = json.loads(line)["result"]
    text = result["content"][0]["text"]
    assert json.loads(text) == result["structuredContent"]
    assert len(text.encode()) <= BUDGET < 2 * BUDGET * 0.9 < len(line)


def test_nothing_but_the_protocol_on_stdout(docs: Path) -> None:
    """Warnings, unreadable files, refusals and nonsense included."""
    done = run(
        docs,
        messages=wire(INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        + b"this is no JSON\n\n"
        + wire(
            asked(2, "search_sections", query="words"),
            asked(3, "chunk_markdown", path="bad.md"),
            asked(4, "chunk_markdown", text="```\nunclosed"),
            asked(5, "no_such_tool"),
            asked(6, "chunk_markdown", text="x" * 30_000, max_chars=200),
            {"jsonrpc": "2.0", "id": 7, "method": "no/such/method"},
        ),
        replies=8,
        PYTHONWARNINGS="always",
    )
    replies = {reply["id"]: reply for reply in map(json.loads, done.stdout.splitlines())}
    assert replies.keys() == {None, 1, 2, 3, 4, 5, 6, 7}
    assert replies[None]["error"]["code"] == -32700
    assert all(reply["jsonrpc"] == "2.0" for reply in replies.values())
    assert [replies[n]["result"]["isError"] for n in (2, 3, 4, 5, 6)] == [False, True, False, True, False]
    assert replies[7]["error"]["code"] == -32601
    assert done.returncode == 0
    done.stderr.decode("ascii")


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_a_client_over_a_real_process(docs: Path, tmp_path: Path, era: str) -> None:
    parameters = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], str(docs)], cwd=tmp_path)
    with (tmp_path / "errors").open("w+") as errors:
        async with Client(stdio_client(parameters, errlog=errors), mode=ERAS[era]) as client:
            assert client.protocol_version == era
            assert (await call(client, "outline_markdown", path="a.md"))["title"] == "Alpha"
            assert (await call(client, "search_sections", query="words"))["total"] == 1
            saved = await call(client, "save_chunks_jsonl", path="a.md", output="a.jsonl")
        errors.seek(0)
        assert errors.read() == ""
    assert (docs / "a.jsonl").stat().st_size == saved["bytes"]


def test_with_the_dialect_of_a_build_it_cites_as_the_build_does(docs: Path, tmp_path: Path) -> None:
    (docs / "site.md").write_text("# Site {#top}\n\n## Set up {#install}\n\nRun it.\n")
    (docs / "bad.md").unlink()
    command = [*COMMAND[:-1], "build", str(docs), "--root", str(docs), "--dialect", "vitepress"]
    subprocess.run([*command, "-q", "-o", str(tmp_path / "built.jsonl")], check=True)
    built = [json.loads(line)["ref"] for line in (tmp_path / "built.jsonl").read_text().splitlines()]
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized, asked(2, "search_sections", query="run words"))
    done = run("--dialect", "vitepress", docs, messages=messages, replies=2)
    hits = json.loads(done.stdout.splitlines()[1])["result"]["structuredContent"]["hits"]
    assert (
        {f"{hit['path']}#{hit['anchor']}" for hit in hits} == {"a.md#alpha", "site.md#install"} <= set(built)
    )


def test_read_only(docs: Path) -> None:
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    done = run("--read-only", docs, messages=wire(INITIALIZE, initialized, listing), replies=2)
    reply = json.loads(done.stdout.splitlines()[1])
    assert "save_chunks_jsonl" not in {tool["name"] for tool in reply["result"]["tools"]}


def test_the_current_folder_and_a_cache(docs: Path, tmp_path: Path) -> None:
    messages = wire(
        INITIALIZE,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        asked(2, "search_sections", query="words"),
    )
    done = run("--cache", tmp_path / "cache", messages=messages, replies=2, cwd=docs)
    assert json.loads(done.stdout.splitlines()[1])["result"]["structuredContent"]["total"] == 1
    assert (tmp_path / "cache").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["missing"], 2, "'missing' does not exist"),
        (["a.md"], 2, "'a.md' is a file"),
        (["--dialect", "asciidoc", "."], 2, "unknown dialect 'asciidoc'; the dialects are gfm, "),
        (["/"], 1, "/: refusing to serve a whole file system; name a folder in it"),
        (["--cache", "a.md", "."], 1, "a.md: cannot keep the search index: file is not a database"),
    ],
)
def test_what_it_does_not_start_with(docs: Path, arguments: list[str], status: int, told: str) -> None:
    done = run(*arguments, cwd=docs)
    assert (done.returncode, done.stdout) == (status, b"")
    assert told in done.stderr.decode()


def test_without_the_extra_one_line_says_how_to_install(docs: Path, tmp_path: Path) -> None:
    """Python finds a module of this name first, and it says what a missing one says."""
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(\"No module named 'mcp'\", name='mcp')\n")
    done = run(docs, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, b"")
    command = install("mcp")
    assert done.stderr.decode() == f"Error: mdchunk mcp needs one more package; run {command}\n"


def test_other_commands_need_no_extra(docs: Path, tmp_path: Path) -> None:
    for name in ("mcp", "pydantic", "anyio"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('imported')\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "mdchunk",
        "build",
        str(docs / "a.md"),
        "-o",
        str(tmp_path / "out.jsonl"),
    ]
    assert subprocess.run(command, env=environment, check=False).returncode == 0


def test_the_extras_are_what_the_messages_ask_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {requirement for extra in project["optional-dependencies"].values() for requirement in extra}
    assert sorted(asked) == sorted(REQUIREMENTS.values())
    assert all(requirement.startswith(package) for package, requirement in REQUIREMENTS.items())


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C reaches a whole console on Windows")
def test_ctrl_c_ends_it_at_once(docs: Path) -> None:
    """Though stdin stays open, and though a client has asked for something."""
    with subprocess.Popen(
        [*COMMAND, str(docs)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(wire(INITIALIZE))
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo terminals on Windows")
def test_a_person_at_a_terminal_is_told_what_this_is(docs: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, str(docs)], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr
        assert process.stdout
        line = process.stderr.readline().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stdout.read() == b""
    os.close(ours)
    os.close(theirs)
    assert (
        line == "mdchunk mcp speaks the Model Context Protocol on stdin and stdout. Press Ctrl-C to stop.\n"
    )


@pytest.mark.parametrize(
    ("line", "id_", "code"),
    [
        (b"not JSON", None, -32700),
        (b'{"jsonrpc": "2.0", "id": 5', None, -32700),
        (b'{"jsonrpc": "2.0", "id": 5}', 5, -32600),
        (b'{"jsonrpc": "1.0", "id": "x", "method": "ping"}', "x", -32600),
        (b"[]", None, -32600),
        (b"17", None, -32600),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": {"x": "\\ud800"}}', 5, -32600),
    ],
)
def test_a_line_that_is_no_message_gets_an_error(docs: Path, line: bytes, id_: object, code: int) -> None:
    """And the next line is answered."""
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized) + line + b"\n\n" + wire(asked(9, "list_documents"))
    done = run(docs, messages=messages, replies=3)
    replies = [json.loads(reply) for reply in done.stdout.splitlines()]
    (refused,) = [reply for reply in replies if "error" in reply]
    assert (refused["id"], refused["error"]["code"]) == (id_, code)
    assert {reply["id"] for reply in replies} == {1, 9, id_}
    assert done.returncode == 0


def test_the_process_ends_with_stdin_whatever_runs(docs: Path, tmp_path: Path) -> None:
    """A tool that never comes back does not keep it."""
    (tmp_path / "sitecustomize.py").write_text(
        "import time, mdchunk.api\nmdchunk.api.outline = lambda *_, **__: time.sleep(1000)\n"
    )
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized, asked(2, "outline_markdown", path="a.md"))
    done = run(docs, messages=messages, replies=1, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert b'"id":2' not in done.stdout


def test_a_damaged_cache_is_one_line_on_stderr(docs: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized, asked(2, "search_sections", query="words"))
    assert run("--cache", cache, docs, messages=messages, replies=2).stderr == b""
    data = cache.read_bytes()
    cache.write_bytes(data[: len(data) // 2])
    done = run("--cache", cache, docs, messages=messages, replies=2)
    (line,) = done.stderr.decode().splitlines()
    assert "the search index was damaged" in line
    assert json.loads(done.stdout.splitlines()[1])["result"]["structuredContent"]["total"] == 1


def test_an_answer_has_the_limit_of_the_server(docs: Path) -> None:
    (docs / "long.md").write_text("# Long\n\n" + "Some words.\n" * 5_000)
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    messages = wire(INITIALIZE, initialized, asked(2, "get_section", path="long.md", anchor="long"))
    line = run("--max-answer", 5000, docs, messages=messages, replies=2).stdout.splitlines()[1]
    assert 2500 < len(json.loads(line)["result"]["content"][0]["text"].encode()) <= 5000
