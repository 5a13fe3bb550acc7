"""The summary on the page of the run: GitHub Flavored Markdown without any markup from the documents.

GitHub drops a summary that is larger than 1 MiB, so tables end before that and count the rows that are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from mdchunk.action.commands import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdchunk.action.changes import Changes
    from mdchunk.action.report import Report, SplitSection
    from mdchunk.checks.stats import Stats

LIMIT_BYTES = 1024 * 1024
"""GitHub's limit of a step's summary, in bytes of UTF-8."""
COMMENT_BYTES = 64 * 1024
"""Within GitHub's limit of a comment, which is as many characters."""
RESERVE_BYTES = 4 * 1024
"""Room that is reserved for the ends of tables."""
NAME_CHARS = 200
"""Maximum code points of a name or a heading in a cell."""
NAMED = 100
"""Maximum number of sections that are listed for each kind of change."""
BAR_CHARS = 20
"""Length of the longest bar, in code points."""
_MARKUP = re.compile(r"""[!"#$%&'()*+.:;<=>?@\[\\\]^_`{|}~]""")

_SPLIT_HEAD = "| Section | Lines | Size | Chunks |\n|:--|--:|--:|--:|\n"
_WARNING_HEAD = "| Warning |\n|:--|\n"
_SECTION_HEAD = "| Section |\n|:--|\n"
_FILE_HEAD = "| File | Chunks |\n|:--|--:|\n"


class _Table(NamedTuple):
    """A folded table."""

    title: str
    total: int
    """How many things it is about: more than its rows, if the last row counts the rest."""
    head: str
    rows: Sequence[str]


def summary(
    report: Report,
    limit: str,
    *,
    changes: Changes | None,
    notices: Sequence[str] = (),
    blob: str = "",
    artifact: str = "",
    limit_bytes: int = LIMIT_BYTES,
) -> str:
    """Write the summary.

    Args:
        report: The figures.
        limit: Largest size that a chunk may have, such as ``1,500 characters``.
        changes: What changed since the baseline, if there is one.
        notices: Other warnings, one a row, worst first.
        blob: URL that a file's path is put behind to link to it, with a ``/`` at its end; empty: no links.
        artifact: Name of the artifact with the report for the browser; empty if there is none.
        limit_bytes: Maximum bytes of it in UTF-8.

    Returns:
        Markdown of at most ``limit_bytes`` bytes in UTF-8.
    """
    parts = [
        f"### mdchunk\n\n{headline(report, limit)}\n\n",
        _report(artifact),
        _changes(changes),
        _sizes(report.stats),
    ]
    tables = (
        _Table(
            "Sections that did not fit one chunk",
            len(report.splits),
            _SPLIT_HEAD,
            [_split_row(s, blob) for s in report.splits],
        ),
        _Table("Other warnings", len(notices), _WARNING_HEAD, [f"| {cell(text)} |\n" for text in notices]),
        *_change_tables(changes),
        _Table(
            "Files",
            len(report.counts),
            _FILE_HEAD,
            [f"| {_link(f, blob)} | {n:,} |\n" for f, n in report.counts.items()],
        ),
    )
    room = limit_bytes - RESERVE_BYTES - _bytes("".join(parts))
    shares = _shares([sum(map(_bytes, table.rows)) for table in tables], room)
    parts += (_folded(table, share) for table, share in zip(tables, shares, strict=True) if table.rows)
    return "".join(parts)


def _shares(sizes: Sequence[int], room: int) -> list[int]:
    """Divide room among tables: small ones get all they need, the others as much as each other."""
    shares = [0] * len(sizes)
    for before, number in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        shares[number] = min(sizes[number], room // (len(sizes) - before))
        room -= shares[number]
    return shares


def headline(report: Report, limit: str) -> str:
    """Return the figures in one line, which holds no text of the documents."""
    files, chunks = _count(report.files, "file"), _count(report.stats.chunks, "chunk")
    splits = _count(len(report.splits), "section")
    return (
        f"{files}, {chunks}, the biggest of {report.stats.biggest:,} (limit: {limit}). "
        f"{splits} did not fit one chunk."
    )


def _report(artifact: str) -> str:
    if not artifact:
        return ""
    return (
        f"To see the chunks in their documents, download the artifact {cell(artifact)} of this run, unpack it and open"
        " <code>index.html</code>.\n\n"
    )


def _changes(changes: Changes | None) -> str:
    if not changes:
        return ""
    words = ", ".join(f"{number:,} {word}" for word, number in changes.counts.items())
    return f"Since the baseline: {words}.\n\n"


def _change_tables(changes: Changes | None) -> Iterator[_Table]:
    """Yield a table of names for anchors that are gone and for each word that says what happened."""
    if changes:
        yield _names("Anchors that are gone", [f"{source}#{anchor}" for source, anchor in changes.gone])
        for word, refs in changes.refs.items():
            yield _names(f"Sections: {word}", refs)


def _names(title: str, names: Sequence[str]) -> _Table:
    rows = [f"| {cell(name)} |\n" for name in names[:NAMED]]
    more = len(names) - NAMED
    if more > 0:
        rows.append(f"| _{more:,} more; the input `changes` writes them all to a file_ |\n")
    return _Table(title, len(names), _SECTION_HEAD, rows)


def _sizes(stats: Stats) -> str:
    """Return the table of sizes: a row a bin, with a bar."""
    if not stats.histogram:
        return ""
    most = max(count for _, count in stats.histogram)
    rows = [
        f"| {size:,} | {count:,} | {'█' * -(-count * BAR_CHARS // most)} |\n"
        for size, count in stats.histogram
    ]
    return f"| {stats.unit.capitalize()} up to | Chunks | |\n|--:|--:|:--|\n{''.join(rows)}\n"


def _folded(table: _Table, room: int) -> str:
    """Return a table with the rows that fit into ``room`` bytes, and a count of those that don't."""
    rows = table.rows
    shown = _fitting(rows, room)
    rest = (
        f"\n_{len(rows) - shown:,} more left out, for the size of this page._\n" if shown < len(rows) else ""
    )
    return (
        f"<details><summary>{table.title} ({table.total:,})</summary>\n\n"
        f"{table.head}{''.join(rows[:shown])}{rest}\n</details>\n\n"
    )


def _fitting(rows: Iterable[str], room: int) -> int:
    """Return how many rows, from the first one, take at most ``room`` bytes."""
    number = 0
    for row in rows:
        room -= _bytes(row)
        if room < 0:
            break
        number += 1
    return number


def _split_row(split: SplitSection, blob: str) -> str:
    heading = cell(split.heading) if split.heading else "(before the first heading)"
    place = _link(split.source, blob, f"?plain=1#L{split.start_line}-L{split.end_line}")
    lines = f"{split.start_line}-{split.end_line}"
    return f"| {heading}<br>{place} | {lines} | {split.size:,} | {split.parts:,} |\n"


def _link(source: str, blob: str, place: str = "") -> str:
    name = cell(source)
    return f"[{name}]({blob}{quote(source, errors='surrogateescape')}{place})" if blob else name


def cell(text: str) -> str:
    """Return the text for a table's cell, with every character that could be markup as an entity.

    ``a|b_c`` becomes ``a&#124;b&#95;c``, in ``<code>``, where GitHub links no names and issues.
    """
    plain = visible(re.sub(r"\s+", " ", text))
    plain = plain if len(plain) <= NAME_CHARS else plain[: NAME_CHARS - 1] + "…"
    return f"<code>{_MARKUP.sub(lambda match: f'&#{ord(match[0])};', plain)}</code>"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "backslashreplace"))


def blob_address(environment: Mapping[str, str]) -> str:
    """Return the URL of the files of this commit on GitHub, empty if the runner does not give it."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
    if not all(environment.get(name) for name in names):
        return ""
    server, repository, sha = (environment[name] for name in names)
    return f"{server}/{repository}/blob/{sha}/"
