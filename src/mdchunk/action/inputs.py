"""The inputs of the action: from environment variables to values, each checked before anything is read.

``action.yml`` hands every input over as a variable, so that none is ever part of a command line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from mdchunk.action.places import place_to_write, real_places
from mdchunk.files.settings import LEAST_CHARS
from mdchunk.length.counters import COUNTERS, length_of
from mdchunk.model import MdchunkError, Options, PrefixPath
from mdchunk.syntax.dialects import dialect_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "MDCHUNK_ACTION_"

OPTION_INPUTS: Mapping[str, str] = {
    "max-chars": "max_chars",
    "max-tokens": "max_tokens",
    "tokenizer": "tokenizer",
    "overlap-chars": "overlap",
    "prefix-path": "prefix_path",
    "dialect": "dialect",
}
"""Input -> the field of ``Options`` that it sets and that holds its default."""
_INPUTS = {field: name for name, field in OPTION_INPUTS.items()}

DEFAULTS: Mapping[str, str] = {
    "files": "**/*.md",
    "exclude": "node_modules/**\n**/node_modules/**\nvendor/**\n",
    **{name: str(getattr(Options(), field)).lower() for name, field in OPTION_INPUTS.items()},
    "output": "md-chunks.jsonl",
    "fail-on-split": "false",
    "fail-if-no-files": "true",
    "artifact-name": "",
    "baseline": "",
}
"""Input -> what ``action.yml`` says where the user says nothing."""

TOKENIZERS = re.compile(rf"{'|'.join(COUNTERS)}|(tiktoken|hf):.+")
"""Those of ``length`` that need no code of the user's, which the action's environment does not have."""
NOT_IN_ARTIFACT_NAMES = re.compile(r"""[\x00-\x1f"<>|*?:/\\]""")


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs, read and checked."""

    workspace: Path
    """The folder that holds the repository, resolved; sources are relative to it."""
    files: tuple[str, ...]
    exclude: tuple[str, ...]
    options: Options
    output: Path
    """Absolute."""
    fail_on_split: bool
    fail_if_no_files: bool
    baseline: Path | None
    """Absolute; it may be missing."""


def variable(name: str) -> str:
    """Return the environment variable that carries an input."""
    return PREFIX + name.upper().replace("-", "_")


def spelling(name: str) -> str | None:
    """Return the input for a name of the package or of ``DEFAULTS``; ``None`` if there is none."""
    return _INPUTS.get(name) or (name if name in DEFAULTS else None)


def read_inputs(environment: Mapping[str, str]) -> Inputs:
    """Read and check the inputs.

    Raises:
        MdchunkError: An input has a value that it can't have; the message names it and what it takes.
    """
    places = real_places(environment["GITHUB_WORKSPACE"], environment["RUNNER_TEMP"])
    workspace = places.workspace
    baseline = _text(environment, "baseline")
    _check_artifact_name(_text(environment, "artifact-name"))
    return Inputs(
        workspace=workspace,
        files=_patterns(environment, "files"),
        exclude=_patterns(environment, "exclude"),
        options=_options(environment),
        output=place_to_write(_setting(environment, "output"), places.workspace, places, "output"),
        fail_on_split=_boolean(environment, "fail-on-split"),
        fail_if_no_files=_boolean(environment, "fail-if-no-files"),
        baseline=workspace / baseline if baseline else None,
    )


def _text(environment: Mapping[str, str], name: str) -> str:
    """Return an input without the blanks around it."""
    return environment.get(variable(name), DEFAULTS[name]).strip()


def _setting(environment: Mapping[str, str], name: str) -> str:
    """Return an input that always has a value: an empty one, as an unset variable gives, is the default."""
    return _text(environment, name) or DEFAULTS[name]


def _patterns(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    # *.{md,mdx}: a comma in braces is part of the pattern
    parts = re.split(r"[\r\n]|,(?![^{}\r\n]*\})", _text(environment, name))
    return tuple(part.strip() for part in parts if part.strip())


def _boolean(environment: Mapping[str, str], name: str) -> bool:
    value = _setting(environment, name)
    if value.lower() not in {"true", "false"}:
        raise MdchunkError(f"must be true or false, not {value!r}", setting=name)
    return value.lower() == "true"


def _path_mode(environment: Mapping[str, str], name: str) -> PrefixPath | bool:
    value = _setting(environment, name).lower()
    modes: dict[str, PrefixPath | bool] = {mode: mode for mode in get_args(PrefixPath)}
    modes |= {"true": True, "false": False}
    if value not in modes:
        raise MdchunkError(f"must be none, parts or all, not {value!r}", setting=name)
    return modes[value]


def _number(environment: Mapping[str, str], name: str, least: int) -> int:
    value = _setting(environment, name)
    # ASCII digits only, and few: int() also takes "1_500", and long ones only with an error of its own
    if not re.fullmatch(r"[0-9]{1,9}", value) or int(value) < least:
        raise MdchunkError(f"must be a whole number of at least {least}, not {value!r}", setting=name)
    return int(value)


def _options(environment: Mapping[str, str]) -> Options:
    numbers = {"max-chars": LEAST_CHARS, "max-tokens": 0, "overlap-chars": 0}
    max_chars, max_tokens, overlap = (_number(environment, name, least) for name, least in numbers.items())
    prefix_path = _path_mode(environment, "prefix-path")
    tokenizer = _setting(environment, "tokenizer")
    if not TOKENIZERS.fullmatch(tokenizer):
        raise MdchunkError(
            f"must be {', '.join(COUNTERS)}, tiktoken:NAME or hf:NAME, not {tokenizer!r}", setting="tokenizer"
        )
    options = Options(
        max_chars=max_chars,
        max_tokens=max_tokens,
        tokenizer=tokenizer,
        overlap=overlap,
        prefix_path=prefix_path,
        dialect=_setting(environment, "dialect"),
    )
    length_of(options)
    dialect_of("", options.dialect)
    return options


def _check_artifact_name(value: str) -> None:
    if NOT_IN_ARTIFACT_NAMES.search(value):
        raise MdchunkError(
            f'must be a name without " : < > | * ? / \\, not {value!r}', setting="artifact-name"
        )
