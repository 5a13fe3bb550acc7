"""Files, folders and globs become one stable list."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mdchunk.files.settings import Patterns
from mdchunk.files.walk import walk
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tree(*files: str) -> None:
    for name in files:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# A\n", encoding="utf-8")


def found(*paths: str, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> list[str]:
    result = walk(paths, include=Patterns(tuple(include)), exclude=Patterns(tuple(exclude)))
    return [path.replace(os.sep, "/") for path in result.files]


class TestFolders:
    def test_markdown_endings_in_any_case_by_name(self) -> None:
        tree("d/b.md", "d/a.markdown", "d/c/x.MDX", "d/d.mkd", "d/e.mdown", "d/f.txt", "d/g.rst")
        assert found("d") == ["d/a.markdown", "d/b.md", "d/c/x.MDX", "d/d.mkd", "d/e.mdown"]
        assert walk(["d"]).skipped == {"other files": 2}

    def test_hidden_and_installed_things_are_left_out_and_counted(self) -> None:
        tree("a.md", ".github/b.md", ".c.md", "node_modules/pkg/README.md", "venv/x.md", "venv/pyvenv.cfg")
        assert found(".") == ["a.md"]
        assert walk(["."]).skipped == {"hidden": 2, "packages": 2}

    def test_a_folder_called_env_that_is_no_environment_is_walked(self) -> None:
        tree("env/staging.md")
        assert found(".") == ["env/staging.md"]

    def test_a_hidden_folder_named_outright_is_walked(self) -> None:
        tree(".github/b.md", "node_modules/pkg/README.md")
        assert found(".github", "node_modules/pkg") == [".github/b.md", "node_modules/pkg/README.md"]

    def test_links_to_folders_are_not_followed(self) -> None:
        tree("d/a.md", "other/b.md")
        Path("d/loop").symlink_to(Path.cwd() / "d", target_is_directory=True)
        Path("d/broken.md").symlink_to("nowhere")
        Path("d/circle.md").symlink_to("circle.md")
        assert found("d") == ["d/a.md"]
        assert walk(["d"]).skipped == {"symbolic link": 3}

    def test_links_to_files_outside_the_folder_are_left_out_unless_they_are_named(self) -> None:
        tree("d/a.md", "d-other/b.md", "d/sub/c.md", "e.md")
        Path("d/absolute.md").symlink_to(Path.cwd() / "d-other/b.md")
        Path("d/above.md").symlink_to("../e.md")
        Path("d/chain.md").symlink_to("above.md")
        Path("d/inside.md").symlink_to("sub/c.md")
        assert found("d") == ["d/a.md", "d/inside.md"]
        assert walk(["d"]).skipped == {"link out of the folder": 3, "named twice": 1}
        assert found("d/*.md") == ["d/a.md", "d/inside.md"]
        assert found("d/above.md") == ["d/above.md"]
        Path("linked").symlink_to("d", target_is_directory=True)
        assert found("linked") == ["linked/a.md", "linked/inside.md"]

    def test_a_folder_that_cannot_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tree("d/a.md", "d/shut/b.md", "d/z.md")
        scan = os.scandir

        def scandir(path: str) -> Iterator[os.DirEntry[str]]:
            if path.endswith("shut"):
                raise PermissionError(13, "Permission denied", path)
            return scan(path)

        monkeypatch.setattr(os, "scandir", scandir)
        with pytest.raises(MdchunkError, match=r"^d.shut: Permission denied$"):
            walk(["d"])
        read = walk(["d"], on_error="skip")
        assert read.files == ("d/a.md", "d/z.md")
        assert read.skipped == {"unreadable": 1}
        assert [(notice.kind, notice.file, notice.message) for notice in read.unread] == [
            ("skipped", os.path.join("d", "shut"), "Permission denied")  # noqa: PTH118
        ]

    def test_include_takes_the_place_of_the_endings(self) -> None:
        tree("d/a.md", "d/b.txt", "d/sub/c.txt")
        assert found("d", include=["*.txt"]) == ["d/b.txt", "d/sub/c.txt"]
        assert found("d", include=["/d/*.txt"]) == ["d/b.txt"]

    def test_exclude_is_read_as_a_gitignore_in_the_current_folder(self) -> None:
        tree("d/a.md", "d/old/b.md", "d/x/old/c.md", "d/CHANGELOG.md")
        assert found("d", exclude=["d/old", "CHANGELOG.md"]) == ["d/a.md", "d/x/old/c.md"]
        assert found("d", exclude=["*.md", "!a.md"]) == ["d/a.md"]
        assert walk(["d"], exclude=Patterns(("old/",))).skipped == {"excluded": 2}

    def test_patterns_may_be_relative_to_another_folder(self) -> None:
        tree("d/a.md", "d/x/a.md", "e/a.md")
        assert walk(["d", "e"], exclude=Patterns(("/a.md",), "d")).files == ("d/x/a.md", "e/a.md")
        assert walk(["d"], exclude=Patterns(("/x",), "d")).files == ("d/a.md",)


class TestGitignore:
    def test_nested_files_negation_and_folder_rules(self) -> None:
        tree("a.md", "draft-a.md", "draft-keep.md", "build/b.md", "sub/build", "sub/x.md", "sub/draft-c.md")
        Path(".gitignore").write_text("draft-*\n!draft-keep.md\nbuild/\n!\n", encoding="utf-8")
        Path("sub/.gitignore").write_text("x.md\n!draft-c.md\n", encoding="utf-8")
        assert found(".") == ["a.md", "draft-keep.md", "sub/draft-c.md"]
        assert walk(["."]).skipped == {"gitignore": 3, "other files": 3}

    def test_can_be_switched_off(self) -> None:
        tree("a.md", "b.md")
        Path(".gitignore").write_text("b.md\n", encoding="utf-8")
        assert walk(["."], gitignore=False).files == ("a.md", "b.md")

    def test_rules_of_the_work_tree_reach_down_and_no_further_up(self) -> None:
        tree("repo/docs/in/b.md", "repo/docs/in/c.md")
        Path("repo/.git").mkdir()
        Path("repo/.gitignore").write_text("/docs/in/b.md\n", encoding="utf-8")
        Path(".gitignore").write_text("c.md\n", encoding="utf-8")
        assert found("repo/docs") == ["repo/docs/in/c.md"]
        os.chdir("repo/docs/in")
        assert found(".") == ["c.md"]


class TestGlobs:
    def test_two_stars_cross_folders_and_one_does_not(self) -> None:
        tree("g/a.mdx", "g/b.md", "g/x/c.mdx", "g/x/y/d.mdx")
        assert found("g/**/*.mdx") == ["g/a.mdx", "g/x/c.mdx", "g/x/y/d.mdx"]
        assert found("g/*.mdx") == ["g/a.mdx"]
        assert found("g/[a]*.md?") == ["g/a.mdx"]
        assert found(str(Path.cwd() / "g" / "*.md")) == [(Path.cwd() / "g" / "b.md").as_posix()]

    def test_any_ending_that_the_glob_names(self) -> None:
        tree("g/a.txt", "g/b.md")
        assert found("*/*.txt") == ["g/a.txt"]

    def test_braces_are_alternatives(self) -> None:
        tree("g/a.md", "g/b.mdx", "g/c.txt", "h/d.md", "README.md", "f{1}.md")
        assert found("{h,g}/*.{md,mdx}") == ["h/d.md", "g/a.md", "g/b.mdx"]
        assert found("{README,LICENSE}.md", "f{1}.md") == ["README.md", "f{1}.md"]
        with pytest.raises(MdchunkError, match="no file matches"):
            walk(["{a,b}.md"])

    def test_a_folder_that_matches_is_walked(self) -> None:
        tree("one/a.md", "one/b.txt", "two/c.md", "three/d.md")
        assert found("t*") == ["three/d.md", "two/c.md"]
        assert found("o*", "*/c.md") == ["one/a.md", "two/c.md"]

    def test_what_folders_leave_out_globs_leave_out(self) -> None:
        tree("a/node_modules/x.md", "a/.hidden/y.md", "a/z.md", "a/ignored.md")
        Path("a/.gitignore").write_text("ignored.md\n", encoding="utf-8")
        assert found("**/*.md") == ["a/z.md"]

    def test_brackets_in_a_name_that_exists_are_no_glob(self) -> None:
        tree("app/[slug].mdx")
        assert found("app/[slug].mdx") == ["app/[slug].mdx"]

    @pytest.mark.parametrize("glob", ["*.md", "nowhere/**/*.md"])
    def test_nothing_matched(self, glob: str) -> None:
        with pytest.raises(MdchunkError, match="no file matches"):
            walk([glob])


class TestNamedOutright:
    def test_always_taken(self) -> None:
        tree("notes.txt", ".hidden.md", "ignored.md")
        Path(".gitignore").write_text("ignored.md\n", encoding="utf-8")
        paths = ["notes.txt", ".hidden.md", "ignored.md"]
        assert found(*paths, exclude=["*"]) == paths

    def test_the_same_file_twice_counts_once_where_it_came_first(self) -> None:
        tree("d/a.md", "d/b.md")
        Path("link").symlink_to("d", target_is_directory=True)
        assert found("d/b.md", "d", "./d/a.md", "link", "d/*.md") == ["d/b.md", "d/a.md"]
        assert walk(["d", "d"]).skipped == {"named twice": 2}

    def test_a_missing_path_names_itself(self) -> None:
        with pytest.raises(MdchunkError, match=r"^nope\.md: no such file or folder$"):
            walk(["nope.md"])

    def test_a_malformed_pattern(self) -> None:
        with pytest.raises(MdchunkError, match=r"'!'.*as in a \.gitignore"):
            walk(["."], exclude=Patterns(("!",)))
