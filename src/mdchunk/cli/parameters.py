"""Types of flags that Click does not have, and lists in strings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from mdchunk.files.store import is_url
from mdchunk.model import PrefixPath

if TYPE_CHECKING:
    from collections.abc import Sequence


class RootPath(click.Path):
    """A folder, or a URL."""

    def __init__(self) -> None:
        super().__init__(exists=True, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; only one of this machine is looked for."""
        return value if is_url(str(value)) else super().convert(value, param, ctx)


class ChunksPath(click.Path):
    """A chunk file, or a folder of parts or its URL."""

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(exists=True, allow_dash=allow_dash)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; only one of this machine is looked for."""
        return value if is_url(str(value)) else super().convert(value, param, ctx)


class PathMode(click.types.BoolParamType):
    """A flag that a variable or a settings file can also set to what is between on and off."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the mode: none, parts or all."""
        if value in get_args(PrefixPath):
            return str(value)
        if str(value).lower() not in {"true", "false", "1", "0"}:
            self.fail(f"{value!r} is not one of {', '.join(get_args(PrefixPath))}, true, false", param, ctx)
        return "all" if super().convert(value, param, ctx) else "none"


class LevelPattern(click.ParamType):  # type: ignore[type-arg]  # a class of its own in older ones
    """A pattern with the level of the headings that it finds: ``2:Chapter .*``."""

    name = "LEVEL:REGEX"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return the pattern and its level; pairs come from a settings file."""
        if not isinstance(value, str):
            pattern, level = value
            return pattern, level
        level, colon, pattern = value.partition(":")
        if not colon or level not in {"1", "2", "3", "4", "5", "6"}:
            self.fail(
                f"{value!r} does not begin with a level from 1 to 6 and a colon, as in '2:Chapter .*'",
                param,
                ctx,
            )
        return pattern, int(level)


def names(value: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names in a string with commas between them; a list is taken as it is."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return tuple(value)


def keys(value: str | Sequence[str]) -> tuple[str, ...]:
    """Return names of front matter keys; ``all`` means every key."""
    return ("*",) if names(value) == ("all",) else names(value)


class Flag(click.Option):
    """A flag. If it is repeatable, its variable may have commas or blanks between the values."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the flag and its help; ``{dialects}`` in it becomes their names, which only this has to import."""
        if self.help and "{dialects}" in self.help:
            from mdchunk.syntax.dialects import DIALECTS  # noqa: PLC0415

            self.help = self.help.replace("{dialects}", ", ".join(DIALECTS))
        return super().get_help_record(ctx)

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """Return what the variable says, split into values if the flag is repeatable."""
        value = self.resolve_envvar_value(ctx)
        if isinstance(self.type, LevelPattern) and value is not None:
            return value.splitlines()
        if self.multiple and value is not None:
            return value.replace(",", " ").split()
        return super().value_from_envvar(ctx)
