"""A comparison as HTML: figures above, and below them two columns that meet where both settings have a border."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from mdchunk.view.live.comparing import Comparison, Group, around
from mdchunk.view.live.controls import values_of
from mdchunk.view.markup import bar, escape, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.model import Options
    from mdchunk.view.values import DocumentView


def columns(whole: Comparison, before: Options, after: Options, line: int = 0) -> str:
    """Return a comparison as HTML.

    Args:
        whole: The document under both settings.
        before: The settings on the left.
        after: The settings on the right.
        line: The line of the document around which chunks are shown if it is a long one.
    """
    comparison = around(whole, line)
    left_out = len(whole.groups) - len(comparison.groups)
    said = f'<p class="said">Shown around line {max(line, 1):,}.</p>' if left_out else ""
    body = "".join(
        _run(comparison, list(run), same=same) for same, run in groupby(comparison.groups, lambda g: g.same)
    )
    return (
        '<section class="comparison" id="live-comparison" aria-label="Comparison">'
        f"{_figures(whole, before, after)}{said}"
        f'<div class="pair heads"><h2>Before</h2><h2>Now</h2></div>{body}</section>'
    )


def _figures(comparison: Comparison, before: Options, after: Options) -> str:
    old, new = comparison.before, comparison.after
    kept, gone, fresh = comparison.borders
    embedded = comparison.embedded
    rows = [*_settings(before, after), *_sizes(old, new)]
    table = "".join(
        f"<tr><th scope=row>{escape(name)}</th><td>{escape(left)}</td><td>{escape(right)}</td></tr>"
        for name, left, right in rows
    )
    counts = comparison.diff.counts
    size = sum(chunk.size for chunk in embedded)
    return (
        '<table class="figures"><thead><tr><td></td><th scope="col">Before</th><th scope="col">Now</th></tr></thead>'
        f"<tbody>{table}</tbody></table>"
        f'<p class="said">Borders between chunks: <b>{kept:,}</b> stay, <b>{gone:,}</b> gone, <b>{fresh:,}</b> new.'
        f" An index would embed <b>{plural(len(embedded), 'chunk')}</b> anew ({size:,} {new.unit}),"
        f" delete <b>{len(comparison.diff.deleted):,}</b>,"
        f" and keep <b>{counts['unchanged'] + counts['moved']:,}</b>.</p>"
    )


def _settings(before: Options, after: Options) -> Iterator[tuple[str, str, str]]:
    """Yield the settings that differ."""
    old, new = values_of(before), values_of(after)
    for name, value in old.items():
        if new[name] != value:
            yield name, _said(value), _said(new[name])


def _said(value: Any) -> str:
    return (", ".join(value) or "nothing") if isinstance(value, list) else str(value)


def _sizes(old: DocumentView, new: DocumentView) -> Iterator[tuple[str, str, str]]:
    yield "chunks", f"{len(old.chunks):,}", f"{len(new.chunks):,}"
    for name, at in (("smallest", 0.0), ("median", 0.5), ("biggest", 1.0)):
        yield name, _at(old, at), _at(new, at)
    yield "in all", f"{sum(old.sizes):,} {old.unit}", f"{sum(new.sizes):,} {new.unit}"
    yield "findings", f"{len(old.findings):,}", f"{len(new.findings):,}"


def _at(view: DocumentView, share: float) -> str:
    ordered = sorted(view.sizes)
    return f"{ordered[int((len(ordered) - 1) * share)]:,}" if ordered else "none"


def _run(comparison: Comparison, groups: Sequence[Group], *, same: bool) -> str:
    if not same:
        return "".join(_pair(comparison, group) for group in groups)
    first, last = groups[0], groups[-1]
    name = plural(len(groups), "chunk")
    shown = "".join(_pair(comparison, group) for group in groups)
    numbers = [
        f"{one.start + 1:,}–{other.stop:,}" if other.stop > one.start + 1 else f"{other.stop:,}"
        for one, other in ((first.before, last.before), (first.after, last.after))
    ]
    place = numbers[0] if numbers[0] == numbers[1] else f"{numbers[0]} and {numbers[1]}"
    return f'<details class="same"><summary>{name} the same: {place}</summary>{shown}</details>'


def _pair(comparison: Comparison, group: Group) -> str:
    return f'<div class="pair">{_column(comparison.before, group.before)}{_column(comparison.after, group.after)}</div>'


def _column(view: DocumentView, chunks: range) -> str:
    return f'<div class="column">{"".join(_chunk(view, i) for i in chunks) or "<p class=none>in no chunk</p>"}</div>'


def _chunk(view: DocumentView, i: int) -> str:
    chunk = view.chunks[i]
    text = view.text[chunk.start : chunk.end]
    return (
        f'<div class="piece {"odd" if i % 2 else "even"}"><p class="head"><span class="number">{i + 1}</span>'
        f'<span class="path" dir="auto">{escape(" › ".join(chunk.path))}</span>{bar(chunk.size, view.limit)}'
        f'<span class="size">{chunk.size:,}</span></p><div class="text" translate="no">{escape(text)}</div></div>'
    )
