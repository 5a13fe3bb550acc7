"""``mdchunk mcp --http``: several clients of one process, and who is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from mcp import Client
from mdchunk.mcp.http import check_address, read_token
from mdchunk.model import MdchunkError
from tests.support.mcp_served import ERAS, call, serving

COMMAND = [sys.executable, "-m", "mdchunk", "mcp"]
TOKEN = "a-token-of-some-length"  # noqa: S105 - of a test
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
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    return tmp_path / "docs"


def status(url: str, **headers: str) -> int:
    """Return the status of a request to start a session."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    request = urllib.request.Request(url, json.dumps(INITIALIZE).encode(), headers)  # noqa: S310 - loopback
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:  # noqa: S310
            return int(reply.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_several_clients_of_one_server(docs: Path, era: str) -> None:
    """Each finds what is there, also after another has gone."""
    with serving(docs) as url:
        async with Client(url, mode=ERAS[era]) as one:
            assert one.protocol_version == era
            async with Client(url, mode=ERAS[era]) as two, anyio.create_task_group() as tasks:
                for client in (one, two, one, two):
                    tasks.start_soon(partial(call, client, "search_sections", query="words"))
            assert (await call(one, "get_section", ref="a.md#alpha"))["heading"] == "Alpha"


@pytest.mark.anyio
async def test_a_token_lets_in(docs: Path) -> None:
    with serving(docs, "--token-file", str(docs.parent / "token")) as url:
        assert status(url) == 401
        assert status(url, Authorization="Bearer another") == 401
        assert status(url, Authorization=f"Bearer {TOKEN}") == 200
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert (await call(client, "list_documents"))["total"] == 1


def test_other_hosts_and_origins_are_refused(docs: Path) -> None:
    with serving(docs) as url:
        port = url.rpartition(":")[2].partition("/")[0]
        assert status(url) == 200
        assert status(url, Origin=f"http://localhost:{port}") == 200
        assert status(url, Host=f"localhost:{port}") == 200
        assert status(url, Origin="https://example.com") == 403
        assert status(url, Host="example.com") == 421
        assert status(url, Origin="http://localhost:1") == 403


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.com"])  # noqa: S104 - refused
def test_another_address_needs_a_token(host: str) -> None:
    with pytest.raises(MdchunkError, match="can be reached from other machines, and there is no token"):
        check_address(host, "")
    check_address(host, TOKEN)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_loopback_needs_none(host: str) -> None:
    check_address(host, "")


@pytest.mark.parametrize("text", ["", "short", "with a space in it, and long", "é" * 20])
def test_tokens_that_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "token").write_text(text, encoding="utf-8")
    with pytest.raises(MdchunkError, match="a token is one line of at least 16 ASCII characters"):
        read_token(tmp_path / "token")
    with pytest.raises(MdchunkError, match="can't be read as a token"):
        read_token(tmp_path / "missing")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--host", "192.0.2.1"],
            "192.0.2.1 can be reached from other machines, and there is no token; set --token-file",
        ),
        (["--token-file", "missing"], "missing: can't be read as a token"),
        (["--host", "192.0.2.1", "--token-file", "token"], "can't listen on 192.0.2.1 port 8000"),
    ],
)
def test_what_it_does_not_start_with(docs: Path, options: list[str], told: str) -> None:
    done = subprocess.run(
        [*COMMAND, str(docs), "--http", *options],
        cwd=docs.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr
