from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from mdchunk.action.commands import MESSAGE_CHARS, Annotation, inert, visible, write_output, write_summary
from tests.support.run_action import Command, read_commands, read_outputs

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = (
    "::set-output name=x::y",
    "  ::add-mask::secret",
    "##[error]no",
    "a ##[add-path]/tmp",
    "a\n::error::b",
    "a\r::error::b",
    "100% : , \u2028 ::warning::",
    "::",
    "%0A::error::x",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_an_annotation_is_one_command(text: str) -> None:
    line = Annotation("warning", text, title=text, file=text, line=3, end_line=5).command()
    places = {"file": text, "line": "3", "endLine": "5", "title": visible(text)}
    assert read_commands(line) == [Command("warning", places, visible(text))]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u202ecod.exe", "a\\u202ecod.exe"),
        ("\u2066a\u2069", "\\u2066a\\u2069"),
        ("a\x1b[31m\x00", "a\\u001b[31m\\u0000"),
        ("z\u200bero \ufeff", "z\\u200bero \\ufeff"),
        ("tab\tline\nשלום é \U0001f468\u200d\U0001f469", "tab\tline\nשלום é \U0001f468\\u200d\U0001f469"),
    ],
)
def test_what_hides_or_reorders_text_is_shown(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert seen in inert(text)
    (command,) = read_commands(Annotation("warning", text, title=text, file=text).command())
    assert command == Command("warning", {"file": text, "title": seen}, seen)


def test_an_annotation_without_a_place() -> None:
    assert Annotation("error", "no").command() == "::error title=mdchunk::no"


def test_a_message_is_cut() -> None:
    assert len(Annotation("error", "a" * 9000).command()) < MESSAGE_CHARS + 50


@pytest.mark.parametrize("text", [*HOSTILE, "::stop-commands::abcdefgh"])
def test_inert_text_is_no_command(text: str) -> None:
    assert read_commands(inert(text) + "\n::notice::after") == [Command("notice", {}, "after")]


@pytest.mark.parametrize("value", ["3", "", "a\nb=c\nd<<e", "ä🌍", "\udcff"])
def test_an_output_is_read_back(tmp_path: Path, value: str) -> None:
    file = tmp_path / "out"
    write_output(file, "first", value)
    write_output(file, "second", "2")
    assert read_outputs(file) == {"first": value.replace("\udcff", "\\udcff"), "second": "2"}


def test_no_two_outputs_end_alike(tmp_path: Path) -> None:
    """Whoever writes a value must not know how it ends."""
    for name in ("first", "second"):
        write_output(tmp_path / "out", name, "x")
    assert len(set(re.findall("<<(.+)", (tmp_path / "out").read_text(encoding="utf-8")))) == 2


def test_a_summary_is_added(tmp_path: Path) -> None:
    file = tmp_path / "page"
    write_summary(file, "a\n")
    write_summary(file, "ä\n")
    assert file.read_bytes() == "a\nä\n".encode()
