from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk.action.inputs import DEFAULTS, Inputs, read_inputs, spelling, variable
from mdchunk.files.settings import LEAST_CHARS
from mdchunk.model import MdchunkError, Options


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "work space").mkdir()
    (tmp_path / "temp").mkdir()
    return {"GITHUB_WORKSPACE": str(tmp_path / "work space"), "RUNNER_TEMP": str(tmp_path / "temp")}


def read(folders: dict[str, str], **inputs: str) -> Inputs:
    return read_inputs(folders | {variable(name.replace("_", "-")): value for name, value in inputs.items()})


def test_the_defaults_are_those_of_the_options(folders: dict[str, str]) -> None:
    inputs = read(folders)
    assert inputs.options == Options()
    assert inputs.files == ("**/*.md",)
    assert inputs.exclude == ("node_modules/**", "**/node_modules/**", "vendor/**")
    assert inputs.output == inputs.workspace / "md-chunks.jsonl"
    assert (inputs.fail_on_split, inputs.fail_if_no_files, inputs.baseline) == (False, True, None)


def test_an_empty_setting_is_the_default(folders: dict[str, str]) -> None:
    """What ``${{ vars.NOT_SET }}`` gives."""
    empty = dict.fromkeys((name.replace("-", "_") for name in DEFAULTS), " ")
    kept = {"files": DEFAULTS["files"], "exclude": DEFAULTS["exclude"]}
    assert read(folders, **empty | kept) == read(folders)


def test_no_patterns(folders: dict[str, str]) -> None:
    inputs = read(folders, files=" ,\n ", exclude="")
    assert inputs.files == inputs.exclude == ()


def test_every_input_is_read(folders: dict[str, str]) -> None:
    inputs = read(
        folders,
        files="docs/**/*.md, a b.mdx\r\n*.md,",
        exclude="docs/old/**",
        max_tokens="300",
        tokenizer="bytes",
        overlap_chars="100",
        prefix_path="True",
        dialect="gfm",
        output="out/chunks.jsonl",
        fail_on_split="TRUE",
        fail_if_no_files="false",
        baseline="old.jsonl",
    )
    assert inputs.files == ("docs/**/*.md", "a b.mdx", "*.md")
    assert inputs.exclude == ("docs/old/**",)
    assert inputs.options == Options(
        max_tokens=300, tokenizer="bytes", overlap=100, prefix_path=True, dialect="gfm"
    )
    assert inputs.output == inputs.workspace / "out" / "chunks.jsonl"
    assert inputs.baseline == inputs.workspace / "old.jsonl"
    assert inputs.fail_on_split
    assert not inputs.fail_if_no_files


def test_two_size_limits_contradict_each_other(folders: dict[str, str]) -> None:
    with pytest.raises(MdchunkError) as caught:
        read(folders, max_chars="900", max_tokens="300")
    assert caught.value.render(spelling) == (
        "max-chars has no effect beside a size limit in tokens; remove one of the two"
    )


def test_output_in_the_temporary_folder(folders: dict[str, str]) -> None:
    output = Path(folders["RUNNER_TEMP"]) / "x.jsonl"
    assert read(folders, output=str(output)).output == output


BAD = [
    (
        "max-chars",
        str(LEAST_CHARS - 1),
        f"max-chars must be a whole number of at least {LEAST_CHARS}, not '199'",
    ),
    ("max-chars", "1_500", "max-chars must be a whole number of at least 200, not '1_500'"),
    ("max-chars", "１５００", "max-chars must be a whole number of at least 200, not '１５００'"),
    ("max-chars", "9" * 5000, "max-chars must be a whole number of at least 200"),
    ("max-chars", "$(touch pwned)", "max-chars must be a whole number of at least 200"),
    ("max-tokens", "-1", "max-tokens must be a whole number of at least 0, not '-1'"),
    ("tokenizer", "py:os:system", "tokenizer must be approx, bytes, tiktoken:NAME or hf:NAME"),
    ("dialect", "asciidoc", "dialect must be one of auto, gfm, "),
    ("overlap-chars", "1e3", "overlap-chars must be a whole number of at least 0, not '1e3'"),
    ("overlap-chars", "750", "overlap-chars must be less than half the size limit (1500), not 750"),
    ("prefix-path", "yes", "prefix-path must be none, parts or all, not 'yes'"),
    ("fail-on-split", "1", "fail-on-split must be true or false, not '1'"),
    ("fail-if-no-files", "never", "fail-if-no-files must be true or false, not 'never'"),
    ("output", "../out.jsonl", "output must be a file in the workspace or in RUNNER_TEMP"),
    ("output", "/etc/mdchunk.jsonl", "output must be a file in the workspace or in RUNNER_TEMP"),
    ("output", ".", "output must be a file in the workspace or in RUNNER_TEMP"),
    ("output", "a*.jsonl", "output must be a path without"),
    ("output", "#a.jsonl", "output must not begin with #"),
    ("output", "a\nb", "output must be a path without"),
    ("artifact-name", "a/b", "artifact-name must be a name without"),
    ("artifact-name", "a\nb", "artifact-name must be a name without"),
]


@pytest.mark.parametrize(("name", "value", "message"), BAD)
def test_a_bad_input_is_named(folders: dict[str, str], name: str, value: str, message: str) -> None:
    with pytest.raises(MdchunkError) as caught:
        read(folders, **{name.replace("-", "_"): value})
    assert caught.value.render(spelling).startswith(message)


@pytest.mark.parametrize("target", ["outside", "inside", "temp", "nowhere"])
@pytest.mark.parametrize("output", ["link", "link/x.jsonl", "sub/../link", "./link"])
def test_an_output_behind_a_link(folders: dict[str, str], tmp_path: Path, target: str, output: str) -> None:
    """A checkout may have any link: whoever opens a pull request would choose which file is replaced."""
    workspace = Path(folders["GITHUB_WORKSPACE"])
    (workspace / "sub").mkdir()
    places = {
        "outside": tmp_path / "elsewhere",
        "inside": workspace / "sub",
        "temp": Path(folders["RUNNER_TEMP"]),
        "nowhere": Path("no/such"),
    }
    (tmp_path / "elsewhere").mkdir()
    (workspace / "link").symlink_to(places[target])
    with pytest.raises(MdchunkError, match="output must not be or lie behind a link, as link is one"):
        read(folders, output=output)


@pytest.mark.parametrize("output", [".git/config", "sub/.git/hooks/x", ".GIT/x", "git~1/x"])
def test_no_output_in_the_repository_itself(folders: dict[str, str], output: str) -> None:
    with pytest.raises(MdchunkError, match=r"output must not be in \.git"):
        read(folders, output=output)


def test_the_temporary_folder_by_its_own_name_only(folders: dict[str, str]) -> None:
    """Spelled by the workflow it is fine, through a link in it is not."""
    temp = Path(folders["RUNNER_TEMP"])
    assert read(folders, output=f"{temp}/x.jsonl").output == temp / "x.jsonl"
    (temp / "link").symlink_to(temp)
    with pytest.raises(MdchunkError, match="output must not be or lie behind a link"):
        read(folders, output=f"{temp}/link/x.jsonl")


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("a.md, b.md\nc.md\r\n", ("a.md", "b.md", "c.md")),
        ("**/*.{md,mdx}, a.md", ("**/*.{md,mdx}", "a.md")),
        ("{a,b}/{c,d}.md,e.md", ("{a,b}/{c,d}.md", "e.md")),
        ("a{,b.md", ("a{", "b.md")),
    ],
)
def test_a_comma_in_braces_separates_no_patterns(
    folders: dict[str, str], text: str, patterns: tuple[str, ...]
) -> None:
    assert read(folders, files=text).files == patterns
