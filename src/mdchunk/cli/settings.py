"""From a command's parameters to ``Options`` and ``BuildSettings``, with a settings file behind the flags.

Precedence: flag, environment (``MDCHUNK_MAX_CHARS``), settings file, default. This is Click's own order.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.defaults import settings_by_pattern
from mdchunk.cli.options import CHUNK_OPTIONS, DEFAULTS, FIND_OPTIONS
from mdchunk.cli.spelling import usage
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.convert.converters import own_converters
from mdchunk.files.by_pattern import options_of_files
from mdchunk.files.config import Config
from mdchunk.files.formats import FORMATS, format_of
from mdchunk.files.settings import HERE, STDIN_PATHS, BuildSettings, Patterns
from mdchunk.length.counters import check_name
from mdchunk.model import Kind, Options
from mdchunk.model.dropped import dropped_kinds, without
from mdchunk.model.options import two_limits

if TYPE_CHECKING:
    from collections.abc import Mapping


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
            values["drop"] = dropped_kinds(values["drop"], values.pop("keep", ()))
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


def settings_from(ctx: click.Context) -> BuildSettings:
    """Make ``BuildSettings`` from a command's parameters; settings that it has no flag for have their defaults.

    Raises:
        click.UsageError: A value is invalid, or two contradict each other.
    """
    values = {n: ctx.params[n] for n in (*FIND_OPTIONS, *WRITE_OPTIONS) if ctx.params.get(n) is not None}
    for name in ("include", "exclude"):
        config = ctx.find_object(Config)
        from_file = ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP
        folder = str(config.folder) if config and from_file else ""
        values[name] = Patterns(tuple(values.get(name, ())), folder)
    if values.get("root") == HERE and ctx.get_parameter_source("root") is not ParameterSource.DEFAULT:
        values["root"] = str(Path.cwd())  # a root that the user names must contain every file
    values |= _agreed(ctx, values)
    _check_stdin_filename(ctx)
    with usage(ctx):
        values["files"] = settings_by_pattern(ctx, partial(_drop_more, ctx))
        if values["files"]:
            options_of_files(options_from(ctx), values["files"])
        if values.get("converter"):
            own_converters(values["converter"])
        return BuildSettings(**values)


def _drop_more(ctx: click.Context, drop: set[Kind], keep: set[Kind]) -> frozenset[Kind]:
    """Return the kinds to drop in some files: those of all files and ``drop``, without ``keep``."""
    dropped = dropped_kinds(ctx.params["drop"], ctx.params.get("keep", ())) | drop
    return without(dropped, keep)


def _check_stdin_filename(ctx: click.Context) -> None:
    """Refuse a name for standard input that is not read."""
    if ctx.get_parameter_source("stdin_filename") is not ParameterSource.COMMANDLINE:
        return
    named = ctx.params.get("paths") or (ctx.params.get("path", ""), ctx.params.get("place", ""))
    if not any(str(path).partition("#")[0].partition(":")[0] in STDIN_PATHS for path in named):
        raise click.UsageError("--stdin-filename has no effect unless one of the paths is -")


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
