"""The public API: what ``mdchunk`` names, and that it is all there."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import jsonschema
import pytest

import mdchunk
from mdchunk import (
    DROPPED,
    KINDS,
    BuildSettings,
    Diff,
    Kind,
    MdchunkError,
    NoHeadingError,
    Options,
    SectionTree,
    Summary,
    Verdict,
    build_chunks,
    chunk_document,
    chunk_file,
    chunk_file_document,
    chunk_markdown,
    diff_chunks,
    get_section,
    outline,
    read_chunks,
    record_schema,
    sections,
    verify_chunks,
)

TEXT = "before\n\n# A\n\na\n\n### B\n\nb\n\n## C\n\n<!-- x -->\n\n# D\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("---\ntitle: T\n---\n\n# A\n\nb\n\n```\nopen\n")
    return tmp_path


@pytest.mark.parametrize("name", mdchunk.__all__)
def test_annotations_can_be_read_at_run_time(name: str) -> None:
    """As pydantic does for a field of a public class, or a decorator for a public function."""
    value = getattr(mdchunk, name)
    methods = (
        [each for each in vars(value).values() if inspect.isfunction(each)] if inspect.isclass(value) else []
    )
    for each in (value, *methods):
        if inspect.isclass(each) or inspect.isfunction(each):
            get_type_hints(each)


def test_every_public_name_is_there_and_documented() -> None:
    for name in mdchunk.__all__:
        assert getattr(mdchunk, name) is not None
        assert name in dir(mdchunk)
        if callable(value := getattr(mdchunk, name)) and name != "Kind":
            assert value.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'chunk_it'"):
        mdchunk.chunk_it  # noqa: B018


def test_an_import_of_the_package_imports_no_parser() -> None:
    code = "import sys, mdchunk; mdchunk.Options; print('markdown_it' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


class TestSections:
    def test_a_tree_of_all_text(self) -> None:
        before, a, d = sections(TEXT, source="x.md")
        assert (before.level, before.heading, before.text, before.ref, before.children) == (
            0,
            "",
            "before",
            "x.md",
            (),
        )
        b, c = a.children
        assert [(s.level, s.heading_path, s.ref, s.parent_ref) for s in (a, b, c, d)] == [
            (1, ("A",), "x.md#a", ""),
            (3, ("A", "B"), "x.md#b", "x.md#a"),
            (2, ("A", "C"), "x.md#c", "x.md#a"),
            (1, ("D",), "x.md#d", ""),
        ]
        assert (a.text, b.text, c.text, d.text) == ("# A\n\na", "### B\n\nb", "## C\n\n<!-- x -->", "# D")
        assert (a.start_line, a.end_line, b.start_line) == (3, 5, 7)

    @pytest.mark.parametrize("text", [TEXT, TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT, "", "text alone\n"])
    def test_each_line_is_in_one_section(self, text: str) -> None:
        todo, texts = list(sections(text)), []
        while todo:
            one = todo.pop(0)
            assert text[one.start_char : one.end_char] == one.text
            texts.append(one.text)
            todo = [*one.children, *todo]
        lines = [line for each in texts for line in each.split("\n") if line.strip()]
        assert (
            lines == [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
            or "\r" in text
        )

    def test_the_settings_are_those_of_chunks(self) -> None:
        (one,) = sections("# A\n\n## B\n", max_level=1)
        assert isinstance(one, SectionTree)
        assert one.text == "# A\n\n## B"


class TestFiles:
    @pytest.mark.usefixtures("folder")
    def test_a_file_in_another_encoding(self) -> None:
        Path("b.md").write_bytes("# Ä\n".encode("latin-1"))
        assert chunk_file("b.md", encoding="latin-1")[0].heading_path == ("Ä",)
        with pytest.raises(
            MdchunkError, match=r"^b\.md:1: not utf-8: .*; save the file as UTF-8, or set encoding$"
        ):
            chunk_file("b.md")

    def test_the_document_of_a_file(self, folder: Path) -> None:
        document = chunk_file_document("a.md", metadata=["title"])
        assert document.title == "T"
        assert [notice.kind for notice in document.notices] == ["unclosed"]
        assert document.dropped["front_matter"] > 0
        assert list(document.chunks) == chunk_file(folder / "a.md", metadata=["title"])

    @pytest.mark.usefixtures("folder")
    def test_build_read_verify_diff(self) -> None:
        summary = build_chunks("a.md", "old.jsonl", max_chars=400)
        assert (summary.files, summary.chunks, summary.output) == (1, 1, "old.jsonl")
        assert list(read_chunks("old.jsonl")) == chunk_file("a.md", max_chars=400)
        assert isinstance(summary, Summary)
        assert isinstance(verify_chunks("old.jsonl"), Verdict)
        assert isinstance(diff_chunks("old.jsonl", "old.jsonl"), Diff)
        assert not verify_chunks("old.jsonl").stale
        Path("a.md").write_text("# A\n\nnew\n")
        assert verify_chunks(Path("old.jsonl")).stale
        build_chunks([Path("a.md")], Path("new.json"), build_settings=BuildSettings(fields=("id", "hash")))
        assert diff_chunks("old.jsonl", "new.json").counts["added"] == 1
        with pytest.raises(MdchunkError, match=r"^new\.json:2: not a chunk record"):
            list(read_chunks("new.json"))


class TestArguments:
    @pytest.mark.parametrize("text", [b"# A", None, 3, Path("a.md")])
    @pytest.mark.parametrize("function", [chunk_markdown, chunk_document, outline, sections])
    def test_text_is_a_str(self, function: Any, text: object) -> None:
        with pytest.raises(TypeError, match="text must be a str, not "):
            function(text)
        with pytest.raises(TypeError, match="text must be a str, not "):
            get_section(text, anchor="a")  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (
                {"source": None},
                'source must be a str, not NoneType; pass the document\'s name, or "" if it has none',
            ),
            ({"source": Path("a.md")}, "source must be a str, not "),
            (
                {"options": {"max_chars": 800}},
                "options must be Options or None, not dict; pass single settings by their names, such as max_chars=800",
            ),
            ({"page_marker": 3}, "page_marker must be a string, not 3"),
            ({"drop": 5}, "drop must be a list or another collection of strings, not 5"),
        ],
    )
    @pytest.mark.parametrize("function", [chunk_markdown, chunk_document, outline, sections])
    def test_an_argument_of_another_type(self, function: Any, arguments: dict[str, Any], said: str) -> None:
        with pytest.raises(TypeError) as caught:
            function("# A", **arguments)
        assert str(caught.value).startswith(said)
        assert isinstance(caught.value, MdchunkError)
        with pytest.raises(TypeError) as caught:
            get_section("# A", anchor="a", **arguments)
        assert str(caught.value).startswith(said)

    def test_no_such_setting(self) -> None:
        with pytest.raises(
            MdchunkError, match=r"^max_char is not a setting; did you mean 'max_chars'\?$"
        ) as caught:
            chunk_markdown("# A", max_char=800)  # type: ignore[call-arg]
        assert caught.value.setting == "max_char"
        with pytest.raises(
            MdchunkError, match=r"^q is not a setting; the settings are max_chars, max_tokens, "
        ):
            build_chunks("a.md", "a.jsonl", q=1)  # type: ignore[call-arg]

    def test_a_single_limit_replaces_that_of_the_options(self) -> None:
        long = "Some words. " * 200
        in_tokens = Options(max_tokens=100, tokenizer="bytes")
        assert chunk_markdown(long, in_tokens, max_chars=400) == chunk_markdown(long, max_chars=400)
        assert chunk_markdown(long, in_tokens, max_tokens=0) == chunk_markdown(long)
        assert chunk_markdown(long, Options(max_chars=800), max_tokens=100) == chunk_markdown(
            long, max_tokens=100
        )
        with pytest.raises(MdchunkError, match=r"^max_chars has no effect beside a size limit in tokens"):
            chunk_markdown(long, max_chars=1500, max_tokens=100)

    def test_a_string_is_one_key_and_one_kind(self) -> None:
        text = "---\ntitle: T\n---\n\n# A\n\n| a |\n|---|\n"
        assert chunk_markdown(text, metadata="title")[0].metadata == {"title": "T"}
        assert chunk_markdown(text, drop="table")[0].content.startswith("---")  # type: ignore[arg-type]

    @pytest.mark.parametrize("drop", [["table"], ("table",), {"table"}, frozenset({"table"})])
    def test_any_collection_of_kinds(self, drop: Any) -> None:
        """What works a type checker accepts: see the next test."""
        assert Options(drop=drop) == Options(drop=frozenset({"table"}))

    def test_what_a_type_checker_accepts(self) -> None:
        """mypy reads these lines."""
        assert Options(drop={"table"}, metadata=["a"]) == Options(drop=["table"], metadata=("a",))
        assert chunk_markdown("# A", drop=DROPPED | {"table"}, prefix_path=True)
        assert chunk_markdown("# A", Options(), drop=["table"], prefix_path="all")
        assert chunk_markdown("# A", drop=("table",)) == chunk_markdown("# A", Options(drop=("table",)))
        kind: Kind = "table"
        assert kind in KINDS
        assert set(KINDS) < set(get_args(Kind))

    def test_a_setting_that_would_do_nothing(self) -> None:
        with pytest.raises(MdchunkError, match=r"^tokenizer has no effect without .*; set max_tokens$"):
            chunk_markdown("# A", tokenizer="bytes")

    def test_no_such_section(self) -> None:
        with pytest.raises(NoHeadingError, match="no section has the anchor #b"):
            get_section("# A", anchor="b")


def test_the_schema_is_that_of_records() -> None:
    record = json.loads(json.dumps(chunk_markdown("# A\n\nb")[0].to_dict()))
    jsonschema.validate(record, record_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record | {"start_char": None}, record_schema())
