"""The inputs of the action: from environment variables to values, each checked before any document is read.

``action.yml`` passes every input as a variable, so that none is ever part of a command line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from mdchunk.action.config import NO_SETTINGS, NamedSettings, read_settings
from mdchunk.action.given import Given
from mdchunk.action.places import Places, place_to_write, real_places, working_folder
from mdchunk.files.by_pattern import options_of_files
from mdchunk.files.formats import FORMATS
from mdchunk.files.settings import LEAST_CHARS, BuildSettings, FileSettings
from mdchunk.length.counters import COUNTERS, length_of
from mdchunk.model import MdchunkError, Options, PrefixPath
from mdchunk.model.dropped import dropped_kinds, without
from mdchunk.syntax.dialects import dialect_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

OPTION_INPUTS: Mapping[str, str] = {
    "max-chars": "max_chars",
    "max-tokens": "max_tokens",
    "tokenizer": "tokenizer",
    "overlap-chars": "overlap",
    "min-size": "min_size",
    "prefix-path": "prefix_path",
    "max-level": "max_level",
    "dialect": "dialect",
}
"""Input -> the field of ``Options`` that it sets and that holds its default."""
_LISTS = ("exclude", "drop", "keep", "metadata", "fields")
_BUILD = ("format", "encoding")
SETTING_INPUTS: Mapping[str, str] = {
    **OPTION_INPUTS,
    **{name: name for name in (*_LISTS, *_BUILD)},
    "on-error": "on_error",
}
"""Input -> its setting, which the file ``config`` may set too."""
_INPUTS = {setting: name for name, setting in SETTING_INPUTS.items()}

ON_ERROR = ("stop", "skip")
"""If a file cannot be chunked: fail the step, or warn; the other files are chunked in both cases."""
DEFAULTS: Mapping[str, str] = {
    "files": "**/*.md",
    "exclude": "node_modules/**\n**/node_modules/**\nvendor/**\n",
    "working-directory": "",
    **{name: str(getattr(Options(), field)).lower() for name, field in OPTION_INPUTS.items()},
    "drop": "",
    "keep": "",
    "metadata": "",
    "encoding": BuildSettings().encoding,
    "on-error": ON_ERROR[0],
    "config": "",
    "output": "md-chunks.jsonl",
    "format": "",
    "fields": "",
    "artifact-name": "",
    "retention-days": "0",
    "report": "false",
    "baseline": "",
    "baseline-ref": "",
    "changes": "",
    "summary-file": "",
    "new-only": "false",
    "warn-gone-anchors": "false",
    "fail-on-split": "false",
    "fail-if-no-files": "true",
}
"""Input -> its default in ``action.yml``."""

TOKENIZERS = re.compile(rf"{'|'.join(COUNTERS)}|(tiktoken|hf):.+")
"""Tokenizers that need no code of the user's, which the action's environment does not have."""
NOT_IN_ARTIFACT_NAMES = re.compile(r"""[\x00-\x1f"<>|*?:/\\]""")
WITH_BASELINE = ("changes", "new-only", "warn-gone-anchors")
"""Inputs that have no effect without a baseline."""
COMPARED = ("id", "hash")
"""Fields that an output needs to be compared with a baseline."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs, read and checked. Paths are absolute."""

    workspace: Path
    """The folder of the job, resolved; paths for other steps are relative to it."""
    temp: Path
    """The runner's temporary folder."""
    folder: Path
    """The working directory, in the workspace: patterns and paths are relative to it."""
    files: tuple[str, ...]
    exclude: tuple[str, ...]
    options: Options
    encoding: str
    output: Path
    format: str
    fields: tuple[str, ...]
    skip_failed: bool
    """Whether a file that cannot be chunked is a warning rather than a failure."""
    report: bool
    """Whether to write a report for the browser, which is uploaded beside the chunks."""
    artifact_name: str
    """Of the chunks; empty if nothing is uploaded."""
    baseline: Path | None
    """It may be missing."""
    baseline_ref: str
    """A commit to chunk for comparison, by any name that Git knows."""
    changes: Path | None
    summary_file: Path | None
    new_only: bool
    warn_gone_anchors: bool
    fail_on_split: bool
    fail_if_no_files: bool
    by_pattern: tuple[FileSettings, ...]
    """Settings of some of the files, from the file ``config``."""
    unused: tuple[str, ...]
    """Settings of the file ``config`` that the action has no use for."""


def spelling(name: str) -> str | None:
    """Return the input that a setting or an input's own name stands for; ``None`` if there is none."""
    return _INPUTS.get(name) or (name if name in DEFAULTS else None)


def read_inputs(environment: Mapping[str, str]) -> Inputs:
    """Read and check the inputs.

    Raises:
        MdchunkError: An input has an invalid value, or two contradict each other.
    """
    places = real_places(environment["GITHUB_WORKSPACE"], environment["RUNNER_TEMP"])
    given = Given(environment, DEFAULTS)
    folder = working_folder(given.text("working-directory"), places)
    settings = NO_SETTINGS
    decided = {setting for name, setting in SETTING_INPUTS.items() if given.is_set(name)}
    if config := given.text("config"):
        settings = read_settings(folder / config, config, frozenset(_INPUTS))
        given.add({_INPUTS[name]: text for name, text in settings.inputs.items()})
    _check_artifact(given)
    _check_baseline(given)
    output, chosen = _output(given, folder, places)
    options = _options(given, settings, folder)
    rules = tuple(
        FileSettings(pattern, _of_files(values, decided, options), str(folder / config))
        for pattern, values in settings.by_pattern
    )
    options_of_files(options, rules)
    return Inputs(
        workspace=places.workspace,
        temp=places.temp,
        folder=folder,
        files=_positive(given.patterns("files", folder)),
        exclude=given.patterns("exclude", folder),
        options=options,
        encoding=chosen.encoding,
        output=output,
        format=chosen.format,
        fields=chosen.fields,
        skip_failed=given.one_of("on-error", ON_ERROR) == "skip",
        report=given.boolean("report"),
        artifact_name=given.text("artifact-name"),
        baseline=folder / given.text("baseline") if given.text("baseline") else None,
        baseline_ref=given.text("baseline-ref"),
        changes=_place(given, "changes", folder, places),
        summary_file=_place(given, "summary-file", folder, places),
        new_only=given.boolean("new-only"),
        warn_gone_anchors=given.boolean("warn-gone-anchors"),
        fail_on_split=given.boolean("fail-on-split"),
        fail_if_no_files=given.boolean("fail-if-no-files"),
        by_pattern=rules,
        unused=settings.unused,
    )


def _place(given: Given, name: str, folder: Path, places: Places) -> Path | None:
    value = given.text(name)
    return place_to_write(value, folder, places, name) if value else None


def _output(given: Given, folder: Path, places: Places) -> tuple[Path, BuildSettings]:
    """Return where the chunks go, and their format, fields and encoding."""
    output = place_to_write(given.setting("output"), folder, places, "output")
    form = given.text("format").lower()
    known = tuple(name for name, row in FORMATS.items() if not row.package)
    if form and form not in known:
        raise MdchunkError(f"must be {' or '.join(known)}, not {form!r}", setting="format")
    if not form and output.suffix.lower() not in {"", *(FORMATS[name].ending for name in known)}:
        endings = " or ".join(FORMATS[name].ending for name in known)
        raise MdchunkError(
            f"must end in {endings}, not {output.suffix}", setting="output", advice="set {format}"
        )
    return output, BuildSettings(
        str(output), form, fields=given.names("fields"), encoding=given.setting("encoding")
    )


def _positive(patterns: tuple[str, ...]) -> tuple[str, ...]:
    negated = next((pattern for pattern in patterns if pattern.startswith("!")), "")
    if negated:
        raise MdchunkError(
            f"takes no negated pattern such as {negated}", setting="files", advice="use {exclude}"
        )
    return patterns


def _options(given: Given, settings: NamedSettings, folder: Path) -> Options:
    tokenizer = given.setting("tokenizer")
    if not TOKENIZERS.fullmatch(tokenizer):
        raise MdchunkError(
            f"must be {', '.join(COUNTERS)}, tiktoken:NAME or hf:NAME, not {tokenizer!r}", setting="tokenizer"
        )
    kinds: Any = given.names("drop"), given.names("keep")
    options = Options(
        max_chars=given.number("max-chars", LEAST_CHARS),
        max_tokens=given.number("max-tokens", 0),
        tokenizer=_with_file(tokenizer, folder),
        overlap=given.number("overlap-chars", 0),
        min_size=given.number("min-size", 0),
        prefix_path=_path_mode(given),
        max_level=given.number("max-level", 1),
        dialect=given.setting("dialect"),
        drop=dropped_kinds(*kinds),
        metadata=tuple("*" if key == "all" else key for key in given.names("metadata")),
        **settings.options,
    )
    length_of(options)
    dialect_of("", options.dialect)
    return options


def _of_files(values: Mapping[str, Any], decided: set[str], options: Options) -> Mapping[str, Any]:
    """Return the settings of a pattern without those that an input decides."""
    left = {name: value for name, value in values.items() if name not in decided}
    if not left.keys().isdisjoint({"drop", "keep"}):
        left["drop"] = without(frozenset(options.drop) | set(left.get("drop", ())), left.pop("keep", ()))
    return left


def _with_file(tokenizer: str, folder: Path) -> str:
    """Return the tokenizer's name with the absolute path if it names a file: the current folder will change."""
    scheme, colon, name = tokenizer.partition(":")
    return f"{scheme}:{folder / name}" if colon and (folder / name).exists() else tokenizer


def _path_mode(given: Given) -> PrefixPath | bool:
    modes: dict[str, PrefixPath | bool] = {mode: mode for mode in get_args(PrefixPath)}
    modes |= {"true": True, "false": False}
    value = given.setting("prefix-path").lower()
    if value not in modes:
        raise MdchunkError(f"must be none, parts or all, not {value!r}", setting="prefix-path")
    return modes[value]


def _check_artifact(given: Given) -> None:
    name = given.text("artifact-name")
    if NOT_IN_ARTIFACT_NAMES.search(name):
        raise MdchunkError(
            f'must be a name without " : < > | * ? / \\, not {name!r}', setting="artifact-name"
        )
    given.number("retention-days", 0)
    if given.boolean("report") and not name:
        raise MdchunkError("has no effect without an artifact", setting="report", advice="set artifact-name")


def _check_baseline(given: Given) -> None:
    """Refuse two baselines, and what has no effect without one or cannot be compared with one."""
    if given.text("baseline") and given.text("baseline-ref"):
        raise MdchunkError("contradicts baseline; set one of the two", setting="baseline-ref")
    if given.text("baseline-ref"):
        return
    for name in WITH_BASELINE:
        if not given.text("baseline") and given.text(name).lower() not in {"", "false"}:
            raise MdchunkError(
                "has no effect without a baseline", setting=name, advice=("set baseline", "set baseline-ref")
            )
    fields = given.names("fields")
    if given.text("baseline") and fields and not set(COMPARED) <= set(fields):
        raise MdchunkError(
            f"must have {' and '.join(COMPARED)} to be compared with a baseline", setting="fields"
        )
