"""What the server answers, without a server: settings by pattern, and reading a document only once."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from mdchunk import DROPPED, chunk_file
from mdchunk.files.inputs import Input
from mdchunk.files.settings import BuildSettings, FileSettings
from mdchunk.model import MdchunkError, Options
from mdchunk.view.live.answers import Live
from mdchunk.view.live.controls import NAMES, options_of, values_of
from mdchunk.view.live.documents import Listed, Served, state
from mdchunk.view.live.saving import SettingsFile
from mdchunk.view.look import look, read_by, read_text

TEXT = (
    "---\ntitle: T\n---\n# A\n\n"
    + "Some words are here. " * 60
    + "\n\n## B\n\n| t |\n|---|\n| 1 |\n\n```\nx\n```\n"
)
OTHER = {
    "max_chars": 300,
    "max_tokens": 90,
    "tokenizer": "bytes",
    "overlap": 40,
    "min_size": 200,
    "prefix_path": "all",
    "max_level": 1,
    "dialect": "myst",
    "drop": ["table"],
}


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.md"):
        Path(name).write_text(TEXT)
    rules = (
        FileSettings("b.md", {"max_chars": 400, "drop_prefixes": ("Some",)}, str(tmp_path / "mdchunk.toml")),
    )
    served = Served(("a.md", "b.md"), BuildSettings(files=rules))
    return Live(served, Options(max_chars=900), SettingsFile(tmp_path))


def test_a_document_begins_with_the_settings_of_its_pattern(live: Live) -> None:
    assert 'data-for="max_chars" min="200" value="900"' in live.page("a.md")
    page = live.page("b.md")
    assert 'data-for="max_chars" min="200" value="400"' in page
    # what the page has no control for stays as the pattern has it
    found = live.look({"source": "b.md", "settings": {"max_chars": 500}})["body"]
    chunks = chunk_file("b.md", max_chars=500, drop_prefixes=["Some"])
    assert found.count("<article ") == len(chunks) < len(chunk_file("b.md", max_chars=500))
    with pytest.raises(MdchunkError, match="no such document here"):
        live.page("c.md")


def test_every_setting_of_the_page_is_one_of_the_options() -> None:
    assert set(NAMES) == set(OTHER) <= {each.name for each in fields(Options)}
    assert options_of(Options(), values_of(Options())) == Options()


@pytest.mark.parametrize("name", NAMES)
def test_a_document_that_is_read_once_gives_the_same_chunks(name: str) -> None:
    """What reading does not depend on may change; for the rest a document is read again."""
    ready: dict[Options, object] = {}
    base = {"max_tokens": 90} if name == "tokenizer" else {}
    for values in (base, {**base, name: OTHER[name]}, base):
        options = options_of(Options(), values)
        key = read_by(options)
        known = ready.setdefault(key, read_text(TEXT, "a.md", options))
        assert look(TEXT, "a.md", options, ready=known) == look(TEXT, "a.md", options)  # type: ignore[arg-type]


def test_a_long_document_that_is_read_once_keeps_its_tokens() -> None:
    text = TEXT * 400  # packing lets go of the tokens of a document this long
    ready = read_text(text, "a.md", Options())
    for size in (1500, 300, 1500):
        options = Options(max_chars=size, drop=DROPPED)
        assert look(text, "a.md", options, ready=ready) == look(text, "a.md", options)


def test_what_is_behind_a_url_is_not_watched() -> None:
    one = Input("https://example.com/a.md", "https://example.com/a.md", 0, stamp="tag")
    assert state({one.source: Listed(one, "")}, one.source) == "tag"
