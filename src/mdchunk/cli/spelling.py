"""How the command line spells what the library names: a setting by its flag, its variable or its key."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.options import variable
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mdchunk.model import Spelling

_FUNCTIONS: Mapping[str, str] = {"outline": "`mdchunk outline`"}
"""Function of the package -> the command that calls it."""


def spelling(ctx: click.Context) -> Spelling:
    """Return how to spell names to the user of a command.

    A setting is spelled as the user gave it: ``--overlap``, ``MDCHUNK_OVERLAP`` or ``overlap in mdchunk.toml``. What
    the command does not have is ``None``.
    """

    def spelled(name: str) -> str | None:
        if name in _FUNCTIONS:
            return _FUNCTIONS[name]
        if name not in ctx.params:
            return None
        source = ctx.get_parameter_source(name)
        if source is ParameterSource.ENVIRONMENT:
            return variable(name)
        if source is ParameterSource.DEFAULT_MAP and ctx.obj.path:
            return f"{name} in {ctx.obj.path}"
        # --drop-prefix for drop_prefixes
        return next(max(param.opts, key=len) for param in ctx.command.params if param.name == name)

    return spelled


@contextmanager
def usage(ctx: click.Context) -> Iterator[None]:
    """Turn an error in a setting into a usage error in the words of the command line."""
    try:
        yield
    except MdchunkError as error:
        raise click.UsageError(error.render(spelling(ctx)), ctx) from error


class Command(click.Command):
    """A command whose errors are in the words of the command line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except MdchunkError as error:
            raise click.ClickException(error.render(spelling(ctx))) from error
