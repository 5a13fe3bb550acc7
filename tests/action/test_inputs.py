from __future__ import annotations

import os
from pathlib import Path

import pytest

from mdchunk.action.given import variable
from mdchunk.action.inputs import DEFAULTS, Inputs, read_inputs, spelling
from mdchunk.files.settings import LEAST_CHARS, FileSettings
from mdchunk.model import DROPPED, MdchunkError, Options
from tests.support.tokenizers_made import byte_pairs


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
    (Path(folders["GITHUB_WORKSPACE"]) / "site").mkdir()
    inputs = read(
        folders,
        files="docs/**/*.md, a b.mdx\r\n*.md,",
        exclude="docs/old/**",
        working_directory="site",
        max_tokens="300",
        tokenizer="bytes",
        overlap_chars="100",
        min_size="20",
        prefix_path="True",
        max_level="3",
        dialect="gfm",
        drop="table, code",
        keep="comment",
        metadata="title, tags",
        encoding="latin-1",
        on_error="Skip",
        output="out/chunks.txt",
        format="json",
        fields="id,hash\nref",
        artifact_name="chunks",
        report="true",
        baseline="old.jsonl",
        changes="changes.json",
        summary_file="summary.md",
        new_only="true",
        warn_gone_anchors="true",
        fail_on_split="TRUE",
        fail_if_no_files="false",
    )
    site = inputs.workspace / "site"
    assert inputs == Inputs(
        workspace=inputs.workspace,
        temp=inputs.temp,
        folder=site,
        files=("docs/**/*.md", "a b.mdx", "*.md"),
        exclude=("docs/old/**",),
        options=Options(
            max_tokens=300,
            tokenizer="bytes",
            overlap=100,
            min_size=20,
            prefix_path=True,
            max_level=3,
            dialect="gfm",
            drop=DROPPED - {"comment"} | {"table", "code"},
            metadata=("title", "tags"),
        ),
        encoding="latin-1",
        output=site / "out" / "chunks.txt",
        format="json",
        fields=("id", "hash", "ref"),
        skip_failed=True,
        report=True,
        artifact_name="chunks",
        baseline=site / "old.jsonl",
        baseline_ref="",
        changes=site / "changes.json",
        summary_file=site / "summary.md",
        new_only=True,
        warn_gone_anchors=True,
        fail_on_split=True,
        fail_if_no_files=False,
        by_pattern=(),
        unused=(),
    )
    assert read(folders, baseline_ref="HEAD^", new_only="true").baseline_ref == "HEAD^"
    assert read(folders, metadata="all").options.metadata == ("*",)


@pytest.mark.parametrize(
    ("output", "given", "form"),
    [("a.json", "", "json"), ("a.JSONL", "", "jsonl"), ("a", "", "jsonl"), ("a.txt", "json", "json")],
)
def test_the_format_is_that_of_the_name_unless_it_is_given(
    folders: dict[str, str], output: str, given: str, form: str
) -> None:
    assert read(folders, output=output, format=given).format == form


def test_a_comma_in_the_name_of_a_file(folders: dict[str, str]) -> None:
    (Path(folders["GITHUB_WORKSPACE"]) / "a, b.md").touch()
    assert read(folders, files="a, b.md\nc, d.md").files == ("a, b.md", "c", "d.md")
    assert read(folders, exclude="a, b.md").exclude == ("a, b.md",)


def test_a_tokenizer_in_a_file_is_the_one_of_the_working_directory(folders: dict[str, str]) -> None:
    folder = Path(folders["GITHUB_WORKSPACE"]) / "site"
    folder.mkdir()
    byte_pairs().save(str(folder / "words.json"))
    inputs = read(folders, working_directory="site", max_tokens="100", tokenizer="hf:words.json")
    assert inputs.options.tokenizer == f"hf:{folder.resolve() / 'words.json'}"


class TestConfig:
    def test_a_file_sets_what_the_workflow_does_not(self, folders: dict[str, str]) -> None:
        workspace = Path(folders["GITHUB_WORKSPACE"])
        (workspace / "conf.toml").write_text(
            'max_chars = 700\noverlap = 50\nprefix_path = false\nkeep = ["comment"]\nexclude = ["a, b.md", "c/**"]\n'
            'metadata = "title,tags"\non_error = "skip"\nanchors = "mkdocs"\ncompact_tables = true\n'
            'heading_patterns = ["2:Chapter .*"]\ndrop_prefixes = ["Was this page"]\njobs = 3\noutput = "x.jsonl"\n',
            encoding="utf-8",
        )
        inputs = read(folders, config="conf.toml", max_chars="900")
        assert inputs.options == Options(
            max_chars=900,
            overlap=50,
            prefix_path=False,
            drop=DROPPED - {"comment"},
            metadata=("title", "tags"),
            anchors="mkdocs",
            compact_tables=True,
            heading_patterns=[("Chapter .*", 2)],
            drop_prefixes=["Was this page"],
        )
        assert inputs.exclude == ("a", "b.md", "c/**")
        assert inputs.skip_failed
        assert inputs.unused == ("jobs", "output")
        assert inputs.output.name == "md-chunks.jsonl"

    def test_a_table_of_pyproject_and_a_preset(self, folders: dict[str, str]) -> None:
        workspace = Path(folders["GITHUB_WORKSPACE"])
        text = '[tool.mdchunk]\npreset = "langchain-docs"\nheading_patterns = {"Chapter .*" = 1}\n'
        (workspace / "pyproject.toml").write_text(text, encoding="utf-8")
        options = read(folders, config="pyproject.toml").options
        assert options.heading_patterns == (("Chapter .*", 1),)
        assert "Was this page helpful?" in options.drop_prefixes

    def test_settings_of_some_files(self, folders: dict[str, str]) -> None:
        workspace = Path(folders["GITHUB_WORKSPACE"])
        (workspace / "conf.toml").write_text(
            'drop = ["table"]\npaths = ["docs"]\n[[files]]\npattern = "blog/**"\nmax_chars = 500\nmin_size = 20\n'
            'keep = ["comment"]\nmetadata = "all"\nheading_patterns = ["1:X"]\n',
            encoding="utf-8",
        )
        inputs = read(folders, config="conf.toml", min_size="30")
        settings = {
            "max_chars": 500,
            "metadata": ["*"],
            "heading_patterns": [("X", 1)],
            "drop": DROPPED - {"comment"} | {"table"},
        }
        assert inputs.by_pattern == (FileSettings("blog/**", settings, str(inputs.workspace / "conf.toml")),)
        assert inputs.unused == ("paths",)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("files = 3", "conf.toml: files must be tables, not 3"),
            ("[[files]]\nmax_chars = 3", "conf.toml: files needs a pattern in each table"),
            ('[[files]]\npattern = "a"\ntokenizer = "x"', "conf.toml: unknown key 'tokenizer'"),
            (
                '[[files]]\npattern = "a"\nmax_tokens = 3',
                "conf.toml: files: 'a': max_tokens must be in the unit",
            ),
            ("max_char = 3", "conf.toml: unknown key 'max_char'; did you mean 'max_chars'?"),
            ("max_chars = 3.5", "conf.toml: max_chars must be a string, a number, true or false, not 3.5"),
            ("drop = [1]", "conf.toml: drop must be a list of strings, not [1]"),
            ("max_chars = 3", "max-chars must be a whole number of at least 200, not '3'"),
            ("compact_tables = 1", "compact_tables must be True or False, not 1"),
            (
                'heading_patterns = ["x"]',
                "conf.toml: heading_patterns has 'x', which does not begin with a level",
            ),
            (
                'tokenizer = "py:os:system"\nmax_tokens = 5',
                "tokenizer must be approx, bytes, tiktoken:NAME or hf:NAME",
            ),
            ("x", "conf.toml: "),
        ],
    )
    def test_a_bad_setting_is_named(self, folders: dict[str, str], text: str, message: str) -> None:
        (Path(folders["GITHUB_WORKSPACE"]) / "conf.toml").write_text(text, encoding="utf-8")
        with pytest.raises(MdchunkError) as caught:
            read(folders, config="conf.toml")
        said = caught.value.render(spelling).replace(folders["GITHUB_WORKSPACE"] + os.sep, "")
        assert said.startswith(message)

    def test_no_such_file(self, folders: dict[str, str]) -> None:
        with pytest.raises(MdchunkError) as caught:
            read(folders, config="no.toml")
        assert (
            caught.value.render(spelling)
            == "config is no.toml, which does not exist or has no table [tool.mdchunk]"
        )


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
    ("output", "a:b.jsonl", "output must be a path without"),
    ("output", "a.csv", "output must end in .jsonl or .json, not .csv; set format"),
    ("output", "a.parquet", "output must end in .jsonl or .json, not .parquet; set format"),
    ("format", "parquet", "format must be jsonl or json, not 'parquet'"),
    ("fields", "id,nothing", "fields takes the fields id, "),
    ("files", "**/*.md\n!docs/old.md", "files takes no negated pattern such as !docs/old.md; use exclude"),
    ("working-directory", "no", "working-directory must be a folder in the workspace, not 'no'"),
    ("working-directory", "..", "working-directory must be a folder in the workspace, not '..'"),
    ("tokenizer", "bytes", "tokenizer has no effect without a size limit in tokens; set max-tokens"),
    ("min-size", "2000", "min-size must be at most the size limit (1500), not 2000"),
    ("max-level", "7", "max-level must be from 1 to 6, not 7"),
    ("max-level", "0", "max-level must be a whole number of at least 1, not '0'"),
    ("drop", "tabel", "drop takes the kinds "),
    ("keep", "table", "keep has no effect on table, which is not dropped"),
    ("encoding", "utf-9", "encoding "),
    ("on-error", "ignore", "on-error must be stop or skip, not 'ignore'"),
    ("retention-days", "x", "retention-days must be a whole number of at least 0, not 'x'"),
    ("changes", "c.json", "changes has no effect without a baseline; set baseline, or set baseline-ref"),
    ("new-only", "true", "new-only has no effect without a baseline; set baseline, or set baseline-ref"),
    ("warn-gone-anchors", "true", "warn-gone-anchors has no effect without a baseline"),
    ("summary-file", "../x.md", "summary-file must be a file in the workspace or in RUNNER_TEMP"),
    ("artifact-name", "a/b", "artifact-name must be a name without"),
    ("report", "true", "report has no effect without an artifact; set artifact-name"),
    ("artifact-name", "a\nb", "artifact-name must be a name without"),
]


@pytest.mark.parametrize(("name", "value", "message"), BAD)
def test_a_bad_input_is_named(folders: dict[str, str], name: str, value: str, message: str) -> None:
    with pytest.raises(MdchunkError) as caught:
        read(folders, **{name.replace("-", "_"): value})
    assert caught.value.render(spelling).startswith(message)


def test_one_baseline(folders: dict[str, str]) -> None:
    with pytest.raises(MdchunkError, match="baseline-ref contradicts baseline; set one of the two"):
        read(folders, baseline="x", baseline_ref="y")


def test_fields_that_cannot_be_compared(folders: dict[str, str]) -> None:
    with pytest.raises(MdchunkError, match="fields must have id and hash to be compared with a baseline"):
        read(folders, baseline="x", fields="id,content")
    assert read(folders, baseline_ref="x", fields="id,content").fields == ("id", "content")


@pytest.mark.parametrize("name", ["changes", "summary_file"])
def test_no_other_file_is_written_behind_a_link(folders: dict[str, str], name: str) -> None:
    (Path(folders["GITHUB_WORKSPACE"]) / "link").symlink_to(folders["RUNNER_TEMP"])
    with pytest.raises(MdchunkError, match="must not be or lie behind a link, as link is one"):
        read(folders, baseline="x", **{name: "link/x"})


def test_no_working_directory_behind_a_link(folders: dict[str, str]) -> None:
    workspace = Path(folders["GITHUB_WORKSPACE"])
    (workspace / "sub").mkdir()
    (workspace / "link").symlink_to("sub")
    with pytest.raises(MdchunkError, match="working-directory must not be or lie behind a link"):
        read(folders, working_directory="link")


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
