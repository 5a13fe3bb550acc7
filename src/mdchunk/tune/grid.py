"""The settings to try: a few around today's, or the product of those in a file."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from mdchunk.model import MdchunkError, Options, Place, Settings, chosen_options

if TYPE_CHECKING:
    from collections.abc import Mapping

TODAY = "today"
"""Name of the settings in force, which all others are compared with."""


class Trial(NamedTuple):
    """One setting of the options."""

    name: str
    """What is other than today: ``max_chars 800``."""
    options: Options
    changes: Mapping[str, Any]


def default_trials(today: Options) -> list[Trial]:
    """Return today's options and some that differ from them in one thing each."""
    size = "max_tokens" if today.max_tokens else "max_chars"
    sizes = (128, 256, 512, 1024) if today.max_tokens else (400, 800, 1500, 3000)
    changes: list[dict[str, Any]] = [{size: value} for value in sizes]
    changes += [{"prefix_path": value} for value in ("none", "parts", "all")]
    changes += [{"min_size": 0}, {"min_size": today.max_size // 2}]
    changes += [{"link_targets": value} for value in ("keep", "drop")]
    changes += [{"overlap": 0}, {"overlap": today.max_size // 10}]
    return trials_of(today, changes)


def trials_of(today: Options, changes: list[dict[str, Any]]) -> list[Trial]:
    """Return today's options, then each set of changes that changes something.

    A smaller limit takes ``min_size`` and ``overlap`` down with it, for they may not be larger.

    Raises:
        MdchunkError: A change names no setting, or its value is out of range.
    """
    made = [Trial(TODAY, today, {})]
    for change in changes:
        options = _changed(today, change)
        if options != today and all(options != trial.options for trial in made):
            made.append(
                Trial(", ".join(f"{name} {value}" for name, value in change.items()), options, change)
            )
    return made


def read_grid(path: str, today: Options) -> list[Trial]:
    """Return the product of the lists in a TOML file: ``max_chars = [400, 800]`` and so on.

    Raises:
        MdchunkError: The file cannot be read, is no TOML, or names no setting.
    """
    try:
        said = tomllib.loads(Path(path).read_bytes().decode())
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=Place(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MdchunkError(str(error), place=Place(path)) from error
    lists = {name: values if isinstance(values, list) else [values] for name, values in said.items()}
    if not lists:
        raise MdchunkError("names no setting to try, such as max_chars = [800, 1500]", place=Place(path))
    try:
        return trials_of(
            today, [dict(zip(lists, values, strict=True)) for values in product(*lists.values())]
        )
    except MdchunkError as error:
        raise MdchunkError(
            error.problem, place=Place(path), setting=error.setting, advice=error.advice
        ) from error


def _changed(today: Options, change: Mapping[str, Any]) -> Options:
    limit = change.get("max_tokens") or change.get("max_chars") or today.max_size
    fitting = {} if "min_size" in change else {"min_size": min(today.min_size, limit)}
    if "overlap" not in change:
        fitting["overlap"] = min(today.overlap, max((limit - 1) // 2, 0))
    return chosen_options(today, cast("Settings", {**fitting, **change}))
