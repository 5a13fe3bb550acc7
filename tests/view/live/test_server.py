"""``mdchunk view --serve`` over HTTP: who may ask, what may be read, what the page gets."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from mdchunk import chunk_file
from tests.support.command import mdchunk
from tests.view.live.served import Address, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("tomlkit")

LONG = "# Long\n\n" + "".join(
    f"## Part {i}\n\n" + f"Some words of part {i} are here. " * 20 + "\n\n" for i in range(200)
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Serve a folder with a secret beside it."""
    root = tmp_path_factory.mktemp("live")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        (root / "secret.md").write_text("# Secret\n")
        docs = root / "docs"
        docs.mkdir()
        (docs / "a.md").write_text("# A\n\n" + "Some words are here. " * 40 + "\n")
        (docs / "b é.md").write_text('# <script>alert("b")</script>\n')
        (docs / "long.md").write_text(LONG)
        (docs / "sure.md").write_text("# Sure\n")
        if hasattr(os, "symlink"):
            (docs / "link.md").symlink_to(root / "secret.md")
            (docs / "out").symlink_to(root)
        with serving("docs") as address:
            yield address


def test_a_page_of_each_document(server: Address) -> None:
    first = server.ask("/")
    assert (first.status, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<h1 dir="auto">docs/a.md</h1>' in first.text
    assert 'href="/?doc=docs/b%20%C3%A9.md"' in first.text
    other = server.ask("/?doc=docs/b%20%C3%A9.md")
    assert '<h1 dir="auto">docs/b é.md</h1>' in other.text
    assert '<script>alert("b")' not in other.text


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS"])
@pytest.mark.parametrize(
    "host",
    ["example.com", "example.com:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.example.com:{port}", ""],
)
def test_another_host_is_refused(server: Address, method: str, host: str) -> None:
    reply = server.ask("/", method=method, host=host.format(port=server.port))
    assert reply.status == 403
    assert "<html" not in reply.text


@pytest.mark.parametrize(
    "origin", ["http://example.com", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"]
)
def test_another_origin_is_refused(server: Address, origin: str) -> None:
    headers = {"origin": origin.format(port=server.port)}
    assert server.ask("/look", {"source": "docs/a.md"}, **headers).status == 403
    assert server.ask("/", **headers).status == 403


def test_a_request_that_a_form_can_send_is_refused(server: Address) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json, text/plain"):
        assert server.ask("/look", {"source": "docs/a.md"}, content_type=kind).status == 403


def test_the_page_itself_and_programs_may_ask(server: Address) -> None:
    for name in ("127.0.0.1", "localhost"):
        own = f"{name}:{server.port}"
        reply = server.ask("/look", {"source": "docs/a.md"}, host=own, origin=f"http://{own}")
        assert reply.status == 200
    for name in (
        "x-frame-options",
        "x-content-type-options",
        "cross-origin-resource-policy",
        "referrer-policy",
    ):
        assert name in server.ask("/").headers
    assert "access-control-allow-origin" not in server.ask("/").headers


@pytest.mark.parametrize(
    "source",
    [
        "secret.md",
        "../secret.md",
        "docs/../secret.md",
        "docs/link.md",
        "docs/out/secret.md",
        "/etc/passwd",
        "docs",
        "docs/a.md/",
        "docs\\a.md",
        "docs/a.md\0",
        "",
    ],
)
def test_nothing_else_is_readable(server: Address, source: str) -> None:
    for path in ("/look", "/state", "/compare"):
        reply = server.ask(path, {"source": source})
        assert reply.status == 422
        assert reply.json["error"]["message"].endswith("no such document here")
    if source:
        page = server.ask("/?doc=" + "".join(f"%{byte:02x}" for byte in source.encode()))
        assert page.status == 404
        assert "Secret" not in page.text


def test_a_file_that_becomes_a_link_is_not_read(server: Address) -> None:
    path = Path("docs/sure.md")
    assert "Sure" in server.ask("/?doc=docs/sure.md").text
    path.unlink()
    path.symlink_to("../secret.md")
    reply = server.ask("/look", {"source": "docs/sure.md"})
    assert (reply.status, reply.json["error"]["message"]) == (
        422,
        "docs/sure.md: is a link to another place now",
    )
    assert server.ask("/?doc=docs/sure.md").status == 404


def test_no_file_is_served_by_its_path(server: Address) -> None:
    for path in ("/docs/a.md", "/../secret.md", "/%2e%2e/secret.md", "/look", "/mdchunk.toml"):
        assert server.ask(path).status in {404, 405}


@pytest.mark.parametrize("sent", ["x", [1], 3, {"settings": 3}, {"settings": {}, "text": 3}])
def test_what_is_no_request_is_an_error(server: Address, sent: object) -> None:
    assert server.ask("/look", sent).status == 422


@pytest.mark.parametrize(
    ("settings", "name", "message"),
    [
        ({"max_chars": 100}, "max_chars", "max_chars must be at least 200, not 100"),
        ({"max_chars": "9"}, "max_chars", "max_chars must be a whole number, not '9'"),
        ({"overlap": 750}, "overlap", "overlap must be less than half the size limit (1500), not 750"),
        (
            {"max_tokens": 9, "tokenizer": "py:os:getcwd"},
            "tokenizer",
            "tokenizer must be one of approx, bytes",
        ),
        ({"max_tokens": 9, "tokenizer": "hf:/etc"}, "tokenizer", "tokenizer must be one of approx, bytes"),
        ({"dialect": "html"}, "dialect", "dialect must be one of auto, gfm"),
        ({"drop": ["x"]}, "drop", "drop takes the kinds"),
        ({"drop": "table"}, "drop", "drop must be a list of kinds"),
        ({"prefix_path": True}, "prefix_path", "prefix_path must be one of none, parts, all"),
        ({"drop_patterns": ["(a+)+$"]}, "", "unknown setting 'drop_patterns'"),
    ],
)
def test_an_invalid_setting_names_itself(server: Address, settings: object, name: str, message: str) -> None:
    reply = server.ask("/look", {"source": "docs/a.md", "settings": settings})
    assert reply.status == 422
    assert reply.json["error"]["setting"] == name
    assert reply.json["error"]["message"].startswith(message)


def test_the_chunks_follow_the_settings(server: Address) -> None:
    for size in (300, 500):
        reply = server.ask("/look", {"source": "docs/a.md", "settings": {"max_chars": size, "overlap": 50}})
        chunks = chunk_file("docs/a.md", max_chars=size, overlap=50)
        assert reply.json["body"].count("<article ") == len(chunks)
        assert all(f'id="{chunk.id}"' in reply.json["body"] for chunk in chunks)


def test_a_limit_in_tokens_takes_the_place_of_characters(server: Address) -> None:
    settings = {"max_chars": 300, "max_tokens": 60, "tokenizer": "bytes"}
    reply = server.ask("/look", {"source": "docs/a.md", "settings": settings})
    chunks = chunk_file("docs/a.md", max_tokens=60, tokenizer="bytes")
    assert reply.json["body"].count("<article ") == len(chunks)


def test_a_pasted_text(server: Address) -> None:
    reply = server.ask("/look", {"text": "# Pasted\n\n<b>x</b>\n"})
    assert "&lt;b&gt;x&lt;/b&gt;" in reply.json["body"]
    assert "docs/a.md" not in reply.json["body"]
    assert server.ask("/look", {"text": "x" * (33 << 20)}).status == 422


def test_a_long_document_is_shown_around_a_place(server: Address) -> None:
    chunks = [chunk.id for chunk in chunk_file("docs/long.md", max_chars=300)]
    shown: list[list[bool]] = []

    def ids(**sent: object) -> list[str]:
        found = server.ask("/look", {"source": "docs/long.md", "settings": {"max_chars": 300}, **sent}).json
        shown.append(found["more"])
        return re.findall(r'<article [^>]*\bid="([^"]+)"', found["body"])

    assert ids() == chunks[:61]
    middle = ids(place=f"L{2 + 4 * 100}")
    assert len(middle) == 121
    assert middle == chunks[chunks.index(middle[0]) :][:121]
    assert ids(place="L99999999") == ids(place=chunks[-1]) == chunks[-61:]
    assert ids(whole=True) == chunks
    assert shown == [[False, True], [True, True], [True, False], [True, False], [False, False]]
    page = server.ask("/?doc=docs/long.md").text
    assert 'data-more=" 1"' in page
    assert page.count("<article ") == 61


def test_a_change_of_the_file_is_seen(server: Address) -> None:
    path = Path("docs/a.md")
    before = server.ask("/state", {"source": "docs/a.md"}).json["state"]
    assert server.ask("/state", {"source": "docs/a.md"}).json["state"] == before
    path.write_text(path.read_text() + "\n## New heading\n")
    assert server.ask("/state", {"source": "docs/a.md"}).json["state"] != before
    assert "New heading" in server.ask("/look", {"source": "docs/a.md"}).json["body"]


def test_a_comparison(server: Address) -> None:
    sent = {"source": "docs/long.md", "before": {"max_chars": 400}, "settings": {"max_chars": 800}}
    html = server.ask("/compare", sent).json["html"]
    old, new = (len(chunk_file("docs/long.md", max_chars=size)) for size in (400, 800))
    assert f"<th scope=row>chunks</th><td>{old:,}</td><td>{new:,}</td>" in html
    assert "<th scope=row>max_chars</th><td>400</td><td>800</td>" in html


def test_saving_shows_the_change_first(server: Address) -> None:
    settings = Path("mdchunk.toml")
    sent = {"settings": {"max_chars": 700, "drop": ["comment", "front_matter", "table"]}}
    shown = server.ask("/change", sent).json
    assert not settings.exists()
    assert shown["file"] == "mdchunk.toml"
    assert "+max_chars = 700\n" in shown["diff"]
    assert server.ask("/save", {**sent, "mark": "x"}).status == 422
    assert server.ask("/save", {"settings": {"max_chars": 900}, "mark": shown["mark"]}).status == 422
    assert not settings.exists()
    assert server.ask("/save", {**sent, "mark": shown["mark"]}).json == {"file": "mdchunk.toml"}
    assert settings.read_text() == 'max_chars = 700\ndrop = ["table"]\nkeep = ["mdx_esm"]\n'
    # the next time it is another change
    assert server.ask("/save", {**sent, "mark": shown["mark"]}).status == 422
    settings.unlink()


def test_errors_before_it_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = mdchunk("view", ".", "--serve")
    assert (done.status, "no Markdown file in ." in done.stderr) == (1, True)
    assert mdchunk("view", "-", "--serve").status == 2
    (tmp_path / "a.md").write_text("# A\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = mdchunk("view", "a.md", "--serve", "--port", taken.getsockname()[1])
    assert done.status == 1
    assert "can't listen on port" in done.stderr
    assert "choose another --port" in done.stderr


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("# A\n")
    monkeypatch.setitem(__import__("sys").modules, "uvicorn", None)
    done = mdchunk("view", "a.md", "--serve")
    assert done.status == 1
    assert '-m pip install "starlette' in done.stderr
