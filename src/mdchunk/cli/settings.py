"""From a command's parameters to ``Options`` and ``BuildSettings``, with a settings file behind the flags.

A flag goes before the environment (``MDCHUNK_MAX_CHARS``), that before the settings file, that before the default:
Click's own order.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path, PurePath
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.options import CHUNK_OPTIONS, DEFAULTS, FIND_OPTIONS, WRITE_OPTIONS, keys, names, variable
from mdchunk.files.config import Config, check_keys, find_config
from mdchunk.files.formats import format_of
from mdchunk.files.settings import HERE, BuildSettings, Patterns
from mdchunk.length.counters import check_name
from mdchunk.model import DROPPED, MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONFIGURED = ("build", "outline", "section", "verify", "config")
"""Commands that the settings file speaks to; not ``mcp``: a folder that is served must not set the server."""

_SCALARS: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}
_WITH_COMMAS = frozenset(
    name
    for name, given in (*CHUNK_OPTIONS.items(), *WRITE_OPTIONS.items())
    if given.get("type") in {names, keys}
)
"""Settings whose text is a list with commas between its names."""


_FLAGS = frozenset(name for name, given in CHUNK_OPTIONS.items() if "flag" in given)
"""Settings with names for values, of which true and false stand for two."""


_LETTERS = f"{ascii_lowercase}_"


def options_from(ctx: click.Context) -> Options:
    """Make ``Options`` of a command's parameters; those that it has no flag for have their defaults.

    Raises:
        click.UsageError: They do not go together.
    """
    values = {name: ctx.params[name] for name in CHUNK_OPTIONS if name in ctx.params}
    if "drop" in values:
        values["drop"] = (DROPPED | set(values["drop"])) - set(values.pop("keep", ()))
    if "tokenizer" in values:
        given = ctx.get_parameter_source("tokenizer") is ParameterSource.COMMANDLINE
        if given and not values["max_tokens"]:
            raise click.UsageError(
                "--tokenizer counts tokens; say how many a chunk may have with --max-tokens"
            )
    with usage(ctx):
        if "tokenizer" in values:
            check_name(values["tokenizer"])
        return Options(**values)


def settings_from(ctx: click.Context) -> BuildSettings:
    """Make ``BuildSettings`` of a command's parameters; those that it has no flag for have their defaults.

    Raises:
        click.UsageError: They do not go together.
    """
    values = {n: ctx.params[n] for n in (*FIND_OPTIONS, *WRITE_OPTIONS) if ctx.params.get(n) is not None}
    for name in ("include", "exclude"):
        config = ctx.find_object(Config)
        from_file = ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP
        folder = str(config.path.parent) if config and config.path and from_file else ""
        values[name] = Patterns(tuple(values.get(name, ())), folder)
    if values.get("root") == HERE and ctx.get_parameter_source("root") is not ParameterSource.DEFAULT:
        values["root"] = str(Path.cwd())  # a root that was asked for holds every file
    values |= _agreed(ctx, values)
    with usage(ctx):
        return BuildSettings(**values)


def _agreed(ctx: click.Context, values: Mapping[str, Any]) -> dict[str, str]:
    """Return output and format where one goes before the other, as a flag does before the settings file.

    The one that goes before then decides; where both are flags, both are as they are.
    """
    output, form = values.get("output", ""), values.get("format", "")
    first, second = _rank(ctx, "output"), _rank(ctx, "format")
    if output and form and format_of(output) not in {"", form} and first != second:
        return {"format": ""} if first < second else {"output": str(PurePath(output).with_suffix(f".{form}"))}
    return {}


_RANKS = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT, ParameterSource.DEFAULT_MAP)
"""Where a value may come from, what goes first first."""


def _rank(ctx: click.Context, name: str) -> int:
    source = ctx.get_parameter_source(name)
    return _RANKS.index(source) if source in _RANKS else len(_RANKS)


@contextmanager
def usage(ctx: click.Context) -> Iterator[None]:
    """Make what is wrong with a setting a usage error, which names the setting as the user wrote it."""
    try:
        yield
    except MdchunkError as error:
        raise click.UsageError(_as_written(ctx, str(error)), ctx) from error


def _as_written(ctx: click.Context, message: str) -> str:
    """Return a message that begins with a setting's name with the flag, variable or file that sets it instead."""
    name = message[: len(message) - len(message.lstrip(_LETTERS))]
    rest = message.removeprefix(name)
    source = ctx.get_parameter_source(name)
    if source is ParameterSource.COMMANDLINE:
        return f"--{name.replace('_', '-')}{rest}"
    if source is ParameterSource.ENVIRONMENT:
        return f"{variable(name)}{rest}"
    return f"{ctx.obj.path}: {message}" if source is ParameterSource.DEFAULT_MAP else message


def load_settings(ctx: click.Context) -> None:
    """Read the settings file and put its values behind the flags of the commands that it speaks to."""
    with usage(ctx):
        config = find_config(Path.cwd())
        check_keys(config, (*CHUNK_OPTIONS, *FIND_OPTIONS, *WRITE_OPTIONS))
        values = {name: _checked(name, value, config) for name, value in config.values.items()}
    for name in ("root", "output"):
        if values.get(name) and config.path:
            values[name] = os.path.relpath(config.path.parent / str(values[name]))
    ctx.obj = config
    ctx.default_map = dict.fromkeys(CONFIGURED, values)


def _checked(name: str, value: Any, config: Config) -> Any:
    """Return a value of the settings file as Click takes it.

    Raises:
        MdchunkError: It is not of the setting's type. Click would make 3 of 3.5 and a list of a text.
    """
    kind = type(DEFAULTS.get(name, ()))
    if kind in _SCALARS:
        if type(value) is not kind and not (name in _FLAGS and isinstance(value, bool)):
            raise MdchunkError(f"{config.path}: {name} must be {_SCALARS[kind]}, not {value!r}")
        return value
    if isinstance(value, str):
        return value if name in _WITH_COMMAS else [value]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise MdchunkError(f"{config.path}: {name} must be a list of texts, not {value!r}")
    return value
