"""The settings file that the workflow names: some of its settings stand for inputs, others have no input.

Nothing is read that the workflow does not name: a file that lies in the checkout, where anybody may propose one, does
not change what the action does.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.files.config import Config, check_keys, read_config, read_preset
from mdchunk.files.settings import BuildSettings
from mdchunk.model import MdchunkError, Options, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_OPTIONS = ("keep", "preset", "paths", "files")
"""Settings of the file that are no fields of ``Options`` and ``BuildSettings``."""
LISTS = ("exclude", "drop", "keep", "metadata", "fields")
"""Settings that are lists of strings, or one string with commas."""


@dataclass(frozen=True, slots=True)
class NamedSettings:
    """What a settings file sets."""

    inputs: Mapping[str, str]
    """Setting that has an input -> its value as the input has it."""
    options: Mapping[str, Any]
    """Field of ``Options`` that has no input -> its value."""
    by_pattern: tuple[tuple[str, Mapping[str, Any]], ...]
    """Pattern, and the settings of the files that it matches."""
    unused: tuple[str, ...]
    """Settings that the action has no use for."""


NO_SETTINGS = NamedSettings({}, {}, (), ())


def read_settings(path: Path, shown: str, with_input: frozenset[str]) -> NamedSettings:
    """Read a settings file.

    Args:
        path: The file.
        shown: What to call it in errors.
        with_input: The settings that have an input.

    Raises:
        MdchunkError: It cannot be read, has no settings or an unknown one, or a value is of another type.
    """
    config = read_config(path)
    if config is None:
        raise MdchunkError(
            f"is {shown}, which does not exist or has no table [tool.mdchunk]", setting="config"
        )
    options = {field.name for field in fields(Options)}
    check_keys(
        Config(path, config.values), {*options, *(f.name for f in fields(BuildSettings)), *NOT_OPTIONS}
    )
    values = dict(config.values)
    if "preset" in values:
        values = dict(read_preset(str(values.pop("preset"))).values) | values
    rules = tuple(_rule(table, options, shown) for table in _tables(values.pop("files", []), shown))
    more = {name: value for name, value in values.items() if name in options - with_input}
    _read_level_patterns(more, shown)
    return NamedSettings(
        {name: _as_input(name, value, shown) for name, value in values.items() if name in with_input},
        more,
        rules,
        tuple(sorted(values.keys() - with_input - more.keys())),
    )


def _as_input(name: str, value: Any, shown: str) -> str:
    """Return a value as the input has it.

    Raises:
        MdchunkError: It is of another type.
    """
    if name in LISTS and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n".join(value)
    if isinstance(value, str | int):
        return str(value).lower() if isinstance(value, bool) else str(value)
    wanted = "a list of strings" if name in LISTS else "a string, a number, true or false"
    raise MdchunkError(f"{name} must be {wanted}, not {value!r}", place=Place(shown))


def _tables(value: Any, shown: str) -> list[dict[str, Any]]:
    """Return the tables of ``files``: settings for the files that a pattern matches."""
    if isinstance(value, list) and all(isinstance(one, dict) for one in value):
        return value
    raise MdchunkError(f"files must be tables, not {value!r}", place=Place(shown))


def _rule(table: Mapping[str, Any], options: set[str], shown: str) -> tuple[str, Mapping[str, Any]]:
    """Return pattern and settings of a table of ``files``.

    Raises:
        MdchunkError: It has no pattern, or a key that is no setting of a file.
    """
    values = dict(table)
    pattern = values.pop("pattern", None)
    if not isinstance(pattern, str) or not pattern:
        raise MdchunkError(
            'files needs a pattern in each table, such as pattern = "blog/**"', place=Place(shown)
        )
    check_keys(Config(Path(shown), values), {*options, "keep"} - {"tokenizer"})
    for name in LISTS:
        if isinstance(text := values.get(name), str):
            values[name] = [part.strip() for part in text.split(",")]
    if values.get("metadata") == ["all"]:
        values["metadata"] = ["*"]
    _read_level_patterns(values, shown)
    return pattern, values


def _read_level_patterns(values: dict[str, Any], shown: str) -> None:
    """Put pairs in the place of ``2:Chapter .*``."""
    if isinstance(patterns := values.get("heading_patterns"), list):
        values["heading_patterns"] = [_level_pattern(one, shown) for one in patterns]


def _level_pattern(text: Any, shown: str) -> tuple[str, int]:
    level, colon, pattern = str(text).partition(":")
    if not colon or level not in {"1", "2", "3", "4", "5", "6"}:
        raise MdchunkError(
            f"heading_patterns has {text!r}, which does not begin with a level from 1 to 6 and a colon",
            place=Place(shown),
        )
    return pattern, int(level)
