"""From a command's parameters to ``Options`` and ``BuildSettings``, with a settings file behind the flags.

Precedence: flag, environment (``MDCHUNK_MAX_CHARS``), settings file, default. This is Click's own order.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.options import CHUNK_OPTIONS, DEFAULTS, FIND_OPTIONS, WRITE_OPTIONS, F, variable
from mdchunk.cli.parameters import keys, names
from mdchunk.cli.spelling import usage
from mdchunk.convert.converters import own_converters
from mdchunk.files.config import Config, check_keys, find_config, read_preset
from mdchunk.files.formats import FORMATS, format_of
from mdchunk.files.settings import HERE, BuildSettings, Patterns
from mdchunk.length.counters import check_name
from mdchunk.model import DROPPED, Kind, MdchunkError, Options
from mdchunk.model.options import two_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CONFIGURED = ("build", "outline", "section", "show", "stats", "view", "verify", "tune", "config")
"""Commands that read the settings file; not ``mcp``: a folder that is served must not configure the server."""

_SCALARS: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "a string"}
_WITH_COMMAS = frozenset(
    name
    for name, given in (*CHUNK_OPTIONS.items(), *WRITE_OPTIONS.items())
    if given.get("type") in {names, keys}
)
"""Settings whose value is a string of names with commas between them."""
_FLAGS = frozenset(name for name, given in CHUNK_OPTIONS.items() if "flag" in given)
"""Settings with names for values; true and false stand for two of them."""


def options_from(ctx: click.Context) -> Options:
    """Make ``Options`` from a command's parameters; options that it has no flag for have their defaults.

    Raises:
        click.UsageError: A value is invalid, or two contradict each other.
    """
    with usage(ctx):
        _settle_limit(ctx)
    values = {name: ctx.params[name] for name in CHUNK_OPTIONS if name in ctx.params}
    given = ctx.get_parameter_source("tokenizer") is ParameterSource.COMMANDLINE
    if given and not values["max_tokens"]:
        raise click.UsageError("--tokenizer has no effect without --max-tokens")
    with usage(ctx):
        if "drop" in values:
            values["drop"] = _drop(set(values["drop"]), set(values.pop("keep", ())))
        if "tokenizer" in values:
            check_name(values["tokenizer"])
        return Options(**values)


def _settle_limit(ctx: click.Context) -> None:
    """Let the size limit that takes precedence, in characters or in tokens, replace one in the other unit.

    Raises:
        MdchunkError: Both come from the same place.
    """
    chars, tokens = _rank(ctx, "max_chars"), _rank(ctx, "max_tokens")
    if ctx.params.get("max_tokens") and chars == tokens:
        raise two_limits()
    if ctx.params.get("max_tokens") and tokens < chars:
        _take_back(ctx, "max_chars")
        return
    if "max_tokens" in ctx.params:
        _take_back(ctx, "max_tokens")
    if _rank(ctx, "tokenizer") > min(chars, tokens):
        _take_back(ctx, "tokenizer")


def _take_back(ctx: click.Context, name: str) -> None:
    """Give a parameter its default again."""
    if name in ctx.params:
        ctx.params[name] = DEFAULTS[name]
        ctx.set_parameter_source(name, ParameterSource.DEFAULT)


def _drop(drop: set[Kind], keep: set[Kind]) -> frozenset[Kind]:
    """Return the kinds to drop: the default and ``drop``, without ``keep``.

    Raises:
        MdchunkError: A kind to keep is not dropped anyway.
    """
    dropped = DROPPED | drop
    if needless := sorted(keep - dropped):
        raise MdchunkError(
            f"has no effect on {needless[0]}, which is not dropped; dropped are {', '.join(sorted(dropped))}",
            setting="keep",
        )
    return dropped - keep


def settings_from(ctx: click.Context) -> BuildSettings:
    """Make ``BuildSettings`` from a command's parameters; settings that it has no flag for have their defaults.

    Raises:
        click.UsageError: A value is invalid, or two contradict each other.
    """
    values = {n: ctx.params[n] for n in (*FIND_OPTIONS, *WRITE_OPTIONS) if ctx.params.get(n) is not None}
    for name in ("include", "exclude"):
        config = ctx.find_object(Config)
        from_file = ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP
        folder = str(config.path.parent) if config and config.path and from_file else ""
        values[name] = Patterns(tuple(values.get(name, ())), folder)
    if values.get("root") == HERE and ctx.get_parameter_source("root") is not ParameterSource.DEFAULT:
        values["root"] = str(Path.cwd())  # a root that the user names must contain every file
    values |= _agreed(ctx, values)
    with usage(ctx):
        if values.get("converter"):
            own_converters(values["converter"])
        return BuildSettings(**values)


def _agreed(ctx: click.Context, values: Mapping[str, Any]) -> dict[str, str]:
    """Return output or format, adapted to the other one if that takes precedence: a flag over the settings file.

    If both come from the same place, both stay as they are.
    """
    output, form = values.get("output", ""), values.get("format", "")
    first, second = _rank(ctx, "output"), _rank(ctx, "format")
    if output and form and format_of(output) not in {"", form} and first != second:
        return (
            {"format": ""}
            if first < second
            else {"output": str(PurePath(output).with_suffix(FORMATS[form].ending))}
        )
    return {}


_RANKS = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT, ParameterSource.DEFAULT_MAP)
"""Where a value may come from, in order of precedence."""


def _rank(ctx: click.Context, name: str) -> int:
    source = ctx.get_parameter_source(name)
    return _RANKS.index(source) if source in _RANKS else len(_RANKS)


def load_settings(ctx: click.Context) -> None:
    """Read the settings file and make its values the defaults of the commands in ``CONFIGURED``."""
    with usage(ctx):
        config = find_config(Path.cwd())
        check_keys(config, (*CHUNK_OPTIONS, *FIND_OPTIONS, *WRITE_OPTIONS, "preset"))
        values = {name: _checked(name, value, config) for name, value in config.values.items()}
        if "preset" in values:
            values = _preset(values.pop("preset")) | values
    for name in ("root", "output"):
        if values.get(name) and config.path:
            values[name] = os.path.relpath(config.path.parent / str(values[name]))
    ctx.obj = config
    ctx.default_map = dict.fromkeys(CONFIGURED, values)


def preset_option(function: F) -> F:
    """Add ``--preset``: settings that come with the package, behind those of the settings file."""
    option: Callable[[F], F] = click.option(
        "--preset",
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        envvar=variable("preset"),
        callback=_use_preset,
        help="Settings for a known site: langchain-docs drops what every page of docs.langchain.com repeats.",
    )
    return option(function)


def _use_preset(ctx: click.Context, _param: click.Parameter, name: str | None) -> None:
    if name:
        try:
            ctx.default_map = _preset(name) | dict(ctx.default_map or {})
        except MdchunkError as error:
            raise click.BadParameter(error.problem) from error


def _preset(name: str) -> dict[str, Any]:
    config = read_preset(name)
    return {key: _checked(key, value, config) for key, value in config.values.items()}


def _checked(name: str, value: Any, config: Config) -> Any:
    """Return a value of the settings file as Click expects it.

    Raises:
        MdchunkError: It is not of the setting's type. Click would turn 3.5 into 3 and a string into a list.
    """
    kind = str if name == "preset" else type(DEFAULTS.get(name, ()))
    if kind in _SCALARS:
        if type(value) is not kind and not (name in _FLAGS and isinstance(value, bool)):
            raise MdchunkError(
                f"must be {_SCALARS[kind]}, not {value!r}", place=str(config.path), setting=name
            )
        return value
    if name == "heading_patterns" and isinstance(value, dict):
        return list(value.items())
    if isinstance(value, str):
        return value if name in _WITH_COMMAS else [value]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise MdchunkError(f"must be a list of strings, not {value!r}", place=str(config.path), setting=name)
    return value
