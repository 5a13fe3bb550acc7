"""Which files an assistant may see: the attacks on a folder, and the names of what is in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from mdchunk.mcp import roots
from mdchunk.mcp.roots import files, find, open_folders, output, size, text_of
from mdchunk.model import MdchunkError
from tests.support.mcp_attacks import OUTSIDE, OUTSIDE_OUTPUTS, hostile_folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return hostile_folder(tmp_path)


@pytest.mark.parametrize("requested", ["a.md", "./a.md", "guide/../a.md", "guide/b.MDX"])
def test_a_name_leads_to_the_file(docs: Path, requested: str) -> None:
    assert find(open_folders([docs]), requested).path == (docs / requested).resolve()


def test_an_absolute_path_inside_is_a_name_too(docs: Path) -> None:
    assert find(open_folders([docs]), str(docs / "guide" / "b.MDX")).name == "guide/b.MDX"


@pytest.mark.parametrize("requested", OUTSIDE)
def test_what_is_outside_and_what_is_absent_get_the_same_words(
    docs: Path, tmp_path: Path, requested: str
) -> None:
    requested = requested.replace("{tmp}", str(tmp_path))
    with pytest.raises(MdchunkError) as told:
        find(open_folders([docs]), requested)
    assert str(told.value).startswith(f"no Markdown file {requested[:200]!r} in the served folders; ")
    assert str(told.value).endswith("list_documents lists all")
    assert "secret" not in str(told.value)


def test_a_pipe_in_the_place_of_a_file_does_not_hang(docs: Path) -> None:
    document = find(open_folders([docs]), "a.md")
    document.path.unlink()
    os.mkfifo(document.path)
    with pytest.raises(MdchunkError, match=r"no Markdown file 'a\.md'"):
        text_of(document)


def test_a_link_in_the_place_of_a_file_is_not_followed(docs: Path, tmp_path: Path) -> None:
    document = find(open_folders([docs]), "a.md")
    document.path.unlink()
    document.path.symlink_to(tmp_path / "outside.md")
    with pytest.raises(MdchunkError, match=r"no Markdown file 'a\.md'"):
        text_of(document)


def test_a_link_to_a_served_file_has_the_name_of_the_file(docs: Path) -> None:
    (docs / "link.md").symlink_to("a.md")
    folders = open_folders([docs])
    assert find(folders, "link.md").name == "a.md"
    assert [document.name for document in files(folders)] == ["a.md", "guide/b.MDX"]


def test_a_link_that_leads_out_is_not_listed(docs: Path, tmp_path: Path) -> None:
    assert (docs / "out.md").read_text() == (tmp_path / "outside.md").read_text()
    assert [document.name for document in files(open_folders([docs]))] == ["a.md", "guide/b.MDX"]


def test_a_large_file_is_refused_with_its_size(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roots, "MAX_BYTES", 3)
    with pytest.raises(MdchunkError, match=r"a\.md is too large: 4 bytes \(limit 3\)"):
        text_of(find(open_folders([docs]), "a.md"))


def test_a_file_of_the_largest_size_is_read(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roots, "MAX_BYTES", 4)
    assert text_of(find(open_folders([docs]), "a.md")) == "# A\n"


def test_newlines_and_byte_order_mark_stay(docs: Path) -> None:
    (docs / "a.md").write_bytes(b"\xef\xbb\xbf# A\r\nx\r")
    assert text_of(find(open_folders([docs]), "a.md")) == "\ufeff# A\r\nx\r"


def test_other_encodings_are_refused_by_name(docs: Path) -> None:
    (docs / "a.md").write_bytes("# Ärger\n".encode("latin-1"))
    with pytest.raises(MdchunkError, match=r"a\.md"):
        text_of(find(open_folders([docs]), "a.md"))


def test_a_document_that_is_gone_has_no_bytes(docs: Path) -> None:
    document = find(open_folders([docs]), "a.md")
    assert size(document) == 4
    document.path.unlink()
    assert size(document) == 0


def test_several_folders_have_labels(docs: Path, tmp_path: Path) -> None:
    twin = tmp_path / "more" / "docs"
    twin.mkdir(parents=True)
    (twin / "a.md").write_text("# Twin\n")
    folders = open_folders([docs, twin, tmp_path / "docs-old"])
    assert [folder.label for folder in folders] == ["docs", "docs~2", "docs-old"]
    names = [document.name for document in files(folders)]
    assert names == ["docs/a.md", "docs/guide/b.MDX", "docs~2/a.md", "docs-old/old.md"]
    assert [find(folders, name).name for name in names] == names
    assert find(folders, "a.md").name == "docs/a.md"
    assert find(folders, "old.md").name == "docs-old/old.md"


def test_a_label_wins_over_a_folder_of_that_name(docs: Path, tmp_path: Path) -> None:
    (docs / "docs-old").mkdir()
    (docs / "docs-old" / "old.md").write_text("# Inner\n")
    folders = open_folders([docs, tmp_path / "docs-old"])
    assert text_of(find(folders, "docs-old/old.md")) == "# Old secret\n"
    assert text_of(find(folders, "docs/docs-old/old.md")) == "# Inner\n"


def test_a_folder_in_a_served_folder_is_served_already(docs: Path) -> None:
    assert [folder.path for folder in open_folders([docs / "guide", docs, docs])] == [docs.resolve()]


def test_no_folder_means_the_current_one(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(docs)
    assert [folder.path for folder in open_folders([])] == [docs.resolve()]


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("/", "whole file system"),
        ("missing", "no such folder"),
        ("a\0b", "no such folder"),
        ("a.md", "not a folder"),
    ],
)
def test_folders_that_are_refused(
    docs: Path, monkeypatch: pytest.MonkeyPatch, folder: str, told: str
) -> None:
    monkeypatch.chdir(docs)
    with pytest.raises(MdchunkError, match=told):
        open_folders([folder])


def test_a_folder_by_a_link_is_the_folder(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(docs, target_is_directory=True)
    folders = open_folders([tmp_path / "link"])
    assert folders[0].path == docs.resolve()
    assert find(folders, str(tmp_path / "link" / "a.md")).name == "a.md"
    assert find(folders, str(docs / "a.md")).name == "a.md"


def test_a_link_to_the_root_is_refused(docs: Path) -> None:
    (docs / "root").symlink_to("/", target_is_directory=True)
    with pytest.raises(MdchunkError, match="whole file system"):
        open_folders([docs / "root"])


@pytest.mark.parametrize(
    "requested", ["out.jsonl", "guide/out.jsonl", "{docs}/out.JSONL", "guide/../out.jsonl"]
)
def test_an_output_in_a_served_folder(docs: Path, requested: str) -> None:
    requested = requested.replace("{docs}", str(docs))
    assert output(open_folders([docs]), requested).path == docs / os.path.normpath(requested)


@pytest.mark.parametrize("requested", OUTSIDE_OUTPUTS)
def test_outputs_that_are_refused(docs: Path, tmp_path: Path, requested: str) -> None:
    with pytest.raises(MdchunkError, match=r"must (end in \.jsonl|be a file in an existing folder)"):
        output(open_folders([docs]), requested.replace("{tmp}", str(tmp_path)))


@pytest.mark.parametrize("requested", ["link/out.jsonl", "guide/../link/out.jsonl", "{docs}/link/out.jsonl"])
def test_an_output_behind_a_link_is_refused_wherever_it_leads(docs: Path, requested: str) -> None:
    """A link in a served checkout would choose which file is replaced."""
    (docs / "link").symlink_to(docs / "guide", target_is_directory=True)
    with pytest.raises(MdchunkError, match="must be a file in an existing folder"):
        output(open_folders([docs]), requested.replace("{docs}", str(docs)))


def test_an_output_is_named_as_documents_are(docs: Path, tmp_path: Path) -> None:
    one, two = open_folders([docs]), open_folders([docs, tmp_path / "docs-old"])
    assert output(one, "guide/out.jsonl").name == "guide/out.jsonl"
    assert output(two, "docs-old/out.jsonl").name == "docs-old/out.jsonl"
    assert output(two, "docs-old/out.jsonl").path == tmp_path / "docs-old" / "out.jsonl"


@pytest.mark.parametrize(
    "name",
    ["notes.txt", ".hidden.md", ".git/a.md", "node_modules/x/README.md", "build/made.md", ".github/a.md"],
)
def test_what_is_not_listed_is_not_read_by_name(docs: Path, name: str) -> None:
    path = docs / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Not listed\n")
    (docs / ".gitignore").write_text("build/\n")
    folders = open_folders([docs])
    assert name not in [file.name for file in files(folders)]
    with pytest.raises(MdchunkError, match="no Markdown file"):
        find(folders, name)


def test_all_that_is_listed_is_read_by_name(docs: Path) -> None:
    (docs / "deep" / "er").mkdir(parents=True)
    (docs / "deep" / ".gitignore").write_text("*.md\n!kept.md\n")
    for name in ("kept.md", "er/kept.md", "er/gone.md"):
        (docs / "deep" / name).write_text("# X\n")
    folders = open_folders([docs])
    listed = [file.name for file in files(folders)]
    assert {"deep/kept.md", "deep/er/kept.md"} < set(listed)
    assert [find(folders, name).name for name in listed] == listed
    with pytest.raises(MdchunkError):
        find(folders, "deep/er/gone.md")


@pytest.mark.parametrize("name", [".git/x.jsonl", "node_modules/x.jsonl", ".x.jsonl", "guide/.cache/x.jsonl"])
def test_nothing_hidden_is_written(docs: Path, name: str) -> None:
    (docs / name).parent.mkdir(parents=True, exist_ok=True)
    with pytest.raises(MdchunkError, match="not a hidden one or one of installed packages"):
        output(open_folders([docs]), name)


def test_a_missing_path_names_the_nearest(docs: Path) -> None:
    for name in ("setup.md", "guide/setup-linux.md", "guide/usage.md"):
        (docs / name).write_text("# X\n")
    with pytest.raises(MdchunkError) as told:
        find(open_folders([docs]), "guide/setup.md")
    assert "the nearest are 'guide/setup-linux.md', 'setup.md'" in str(told.value)
    with pytest.raises(MdchunkError) as told:
        find(open_folders([docs]), "zzz")
    assert "nearest" not in str(told.value)
