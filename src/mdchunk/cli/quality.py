"""The part of ``mdchunk stats`` that is about quality: its limit, its gate, its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.output import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.checks.inspect_file import Inspection
    from mdchunk.checks.stats import Stats
    from mdchunk.cli.output import Manner
    from mdchunk.model import Options

SHOWN_PLACES = 5
"""Places that are printed of each kind, unless all are asked for."""


class Allowed(click.ParamType[tuple[str, int]]):
    """``NAME=N``: how many places of a kind there may be."""

    name = "NAME=N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return the name and the number."""
        from mdchunk.checks.quality import CHECKS  # noqa: PLC0415 - only who has a gate pays

        name, _, count = str(value).partition("=")
        if name not in CHECKS:
            self.fail(f"unknown check {name!r}; the checks are {', '.join(CHECKS)}", param, ctx)
        if not count.isdecimal():
            self.fail(f"{value!r} must be NAME=N, such as {name}=0", param, ctx)
        return name, int(count)


def limit_from(ctx: click.Context, options: Options, found: Stats) -> int:
    """Return the limit that chunks are measured by: the one that was set, in their unit, else the biggest chunk."""
    name = "max_tokens" if found.unit == "tokens" else "max_chars"
    is_set = ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
    return int(getattr(options, name) or found.biggest) if is_set else found.biggest


def too_many(looked: Inspection | None, allowed: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield what does not pass the gate."""
    if not allowed:
        return
    if looked is None:
        raise click.UsageError("--check needs --quality")
    for name, most in allowed:
        count = looked.quality.counts[name]
        if count > most:
            yield f"{name}: {count:,} found, {most:,} allowed"
    for notice in looked.unread:
        yield f"{notice.file or 'stdin'}: not checked: {notice.message}"


def quality_json(looked: Inspection) -> dict[str, Any]:
    """Return counts, places and unread documents as JSON has them."""
    return looked.quality.to_dict() | {"unread": [notice.to_dict() for notice in looked.unread]}


def quality_lines(looked: Inspection, unit: str, manner: Manner) -> Iterator[str]:
    """Yield the lines about quality: each kind that was found with its first places, then what was not found."""
    from mdchunk.checks.quality import CHECKS  # noqa: PLC0415

    quality = looked.quality
    if quality.chunks:
        yield f"quality of {plural(quality.chunks, 'chunk')}, measured by {quality.limit:,} {unit}:"
    for name, count in quality.counts.items():
        if count:
            yield f"  {count:,} {name}: {CHECKS[name][0]}"
            places = [f"{one.source}:{one.line}" for one in quality.findings if one.check == name]
            shown = places if manner.verbose else places[:SHOWN_PLACES]
            yield from (f"    {place}" for place in shown)
            if len(shown) < count:
                yield f"    ... and {count - len(shown):,} more; --verbose shows all"
    if quality.chunks:
        none = [name for name, count in quality.counts.items() if not count]
        yield f"  none: {', '.join(none)}"
    for notice in looked.unread[: None if manner.verbose else SHOWN_PLACES]:
        yield f"quality not measured: {notice.file or 'stdin'}: {notice.message}"
    if len(looked.unread) > SHOWN_PLACES and not manner.verbose:
        yield f"... and {plural(len(looked.unread) - SHOWN_PLACES, 'more document')}; name the folder with --root"
