"""``mdchunk show``: the chunks of a place, on a terminal and elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mdchunk import chunk_markdown
from tests.support.command import Done, mdchunk
from tests.support.documents_made import write_pdf

GUIDE = """---
title: Guide
---
# Tools

One word.

## Saw

Teeth bite. Wood gives way.

## Drill

A drill turns.
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("guide.md").write_text(GUIDE, encoding="utf-8")


def titles(done: Done) -> list[str]:
    """Return what the rules say, without the dashes behind it."""
    lines = done.stdout.decode().splitlines()
    return [line.strip("─ ") for line in lines if line.startswith("──")]


def shown(*args: str) -> list[str]:
    done = mdchunk("show", *args)
    assert (done.status, done.stderr) == (0, "")
    return titles(done)


def test_all_chunks_with_rules_between_them() -> None:
    done = mdchunk("show", "guide.md")
    text = done.stdout.decode()
    assert titles(done) == [
        "0: lines 4-6, 18 of 1,500 characters ── Tools",
        "1: lines 8-10, 35 of 1,500 characters ── Tools > Saw",
        "2: lines 12-14, 24 of 1,500 characters ── Tools > Drill",
    ]
    assert text.splitlines()[1:4] == ["# Tools", "", "One word."]
    assert text.endswith("\n## Drill\n\nA drill turns.\n")
    assert {len(line) for line in text.splitlines() if line.startswith("──")} == {80}


@pytest.mark.parametrize(
    ("place", "numbers"),
    [
        ("guide.md#saw", "1"),
        ("guide.md#tools", "012"),
        ("guide.md:8", "1"),
        ("guide.md:9", "1"),
        ("guide.md:6-8", "01"),
        ("guide.md:1-100", "012"),
    ],
)
def test_a_place(place: str, numbers: str) -> None:
    assert [title[0] for title in shown(place)] == list(numbers)


@pytest.mark.parametrize(
    ("place", "status", "message"),
    [
        ("guide.md#nope", 1, "no section has the anchor #nope; `mdchunk outline` lists them"),
        ("guide.md:2", 1, "guide.md: line 2 is in no chunk; the next chunk begins in line 4"),
        ("guide.md:1-3", 1, "guide.md: lines 1-3 are in no chunk; the next chunk begins in line 4"),
        ("guide.md:15", 1, "guide.md: has 14 lines; line 15 is not there"),
        ("guide.md:9-8", 1, "guide.md: the last line, 8, is before the first, 9"),
        ("nope.md#saw", 1, "nope.md#saw: no such file or folder"),
        (".", 2, ". is not a file; name one file"),
    ],
)
def test_a_place_that_is_not_there(place: str, status: int, message: str) -> None:
    done = mdchunk("show", place)
    assert done.status == status
    assert message in done.stderr


def test_names_with_the_signs_of_a_place() -> None:
    for name in ("c#.md", "a:1"):
        try:
            Path(name).write_text(GUIDE, encoding="utf-8")
        except OSError:
            pytest.skip("no such names here")
        assert len(shown(name)) == 3
        assert [title[0] for title in shown(f"{name}#saw")] == ["1"]
        assert [title[0] for title in shown(f"{name}:8")] == ["1"]


def test_content_and_text_and_the_options_of_a_build() -> None:
    options = ("--max-chars", "200", "--prefix-path", "--overlap", "20")
    Path("long.md").write_text("# Long\n\n" + "Some words are here. " * 12 + "\n", encoding="utf-8")
    content = mdchunk("show", "long.md", *options).stdout.decode()
    text = mdchunk("show", "long.md", *options, "--text").stdout.decode()
    assert "\nLong\n\n" in content
    assert "\nLong\n" not in text
    assert [title.partition("──")[0].strip() for title in shown("long.md", *options)] == [
        f"{chunk.index}: line{'s 1-' if chunk.index == 0 else ' '}3, {len(chunk.content)} of 200 characters,"
        f" part {chunk.part} of {chunk.parts}"
        for chunk in chunk_markdown(
            Path("long.md").read_text(encoding="utf-8"), max_chars=200, prefix_path="all", overlap=20
        )
    ]


def test_json_has_the_records() -> None:
    found = mdchunk("show", "guide.md#saw", "--json").json
    chunks = chunk_markdown(GUIDE, source="guide.md")
    assert found == {"ok": True, "source": "guide.md", "chunks": [chunks[1].to_dict()]}
    failed = mdchunk("show", "guide.md#nope", "--json")
    assert (failed.status, failed.json["ok"]) == (1, False)


def test_standard_input_and_the_settings_file() -> None:
    Path("mdchunk.toml").write_text('drop = ["paragraph"]\n', encoding="utf-8")
    done = mdchunk("show", "-", "--text", stdin=b"# A\n\nb\n\n- c\n")
    assert done.stdout.decode().splitlines()[1:] == ["# A", "", "b", "", "- c"]
    assert mdchunk("show", "-", stdin=b"# A\n\nb\n\n- c\n").stdout.decode().splitlines()[1:] == [
        "# A",
        "",
        "- c",
    ]


def test_notices_of_what_is_shown() -> None:
    Path("open.md").write_text("# A\n\nb\n\n# C\n\n```\nx\n", encoding="utf-8")
    assert "open.md:7: fence" in mdchunk("show", "open.md#c").stderr
    assert mdchunk("show", "open.md#a").stderr == ""


def test_a_page_of_a_converted_document() -> None:
    pytest.importorskip("liteparse")
    write_pdf(Path("a.pdf"), [[(24, "One"), (11, "First words.")], [(24, "Two"), (11, "Second words.")]])
    (title,) = shown("a.pdf#page=2")
    assert ", pages 1-2, " in title
    assert "page 3 has no chunk" in mdchunk("show", "a.pdf#page=3").stderr


@pytest.fixture
def on_terminal() -> object:
    """Return a function that runs the command with a terminal of 24 lines and returns what that gets."""
    pty = pytest.importorskip("pty")

    def run(*args: str, **variables: str) -> str:
        main, other = pty.openpty()
        kept = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR", "TERM"}}
        process = subprocess.Popen(
            [sys.executable, "-m", "mdchunk", "show", *args],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**kept, "TERM": "xterm", "COLUMNS": "60", "LINES": "24", **variables},
        )
        os.close(other)
        got = b""
        while True:
            try:
                block = os.read(main, 1 << 16)
            except OSError:  # Linux: the other end is closed
                break
            if not block:
                break
            got += block
        os.close(main)
        assert process.wait() == 0
        return got.decode().replace("\r\n", "\n")

    return run


def test_a_terminal_has_colours_unless_told_otherwise(on_terminal: object) -> None:
    assert callable(on_terminal)
    Path("long.md").write_text("# Long\n\n" + "Some words are here. " * 12 + "\n", encoding="utf-8")
    found = on_terminal("long.md:3", "--max-chars", "200")
    assert found.startswith("\x1b[36m\x1b[1m── 0: lines 1-3")
    assert "\n\x1b[2mLong\x1b[0m\n\nSome" in found
    assert "\x1b" not in on_terminal("guide.md", NO_COLOR="1")
    assert "\x1b" not in on_terminal("guide.md", TERM="dumb")


def test_a_document_cannot_steer_the_terminal(on_terminal: object) -> None:
    assert callable(on_terminal)
    Path("bad.md").write_bytes("# A\x1b]0;x\x07\n\n\x1b[31mred \x9b2J\r\nb\n".encode())
    for flag in ("--content", "--text"):
        found = on_terminal("bad.md", flag, NO_COLOR="1")
        assert not set("\x1b\x07\x9b\r") & set(found)
        assert "␛[31mred" in found
    # elsewhere the bytes are those of the file
    assert b"\x1b[31mred" in mdchunk("show", "bad.md").stdout


def test_what_fits_no_screen_goes_through_the_pager(on_terminal: object) -> None:
    assert callable(on_terminal)
    Path("many.md").write_text("# A\n\n" + "b\n\n" * 30, encoding="utf-8")
    pager = Path("pager.py")
    pager.write_text("import sys\nprint('PAGED', len(sys.stdin.read().splitlines()))\n", encoding="utf-8")
    command = f"{sys.executable} {pager.resolve()}"
    assert on_terminal("many.md", PAGER=command).strip() == "PAGED 62"
    assert "PAGED" not in on_terminal("guide.md", PAGER=command)
