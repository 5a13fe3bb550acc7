"""The summary on the page of the run: GitHub Flavored Markdown that holds no markup of the documents.

GitHub drops a summary that is larger than 1 MiB, so tables end before that, with a count of
what they leave out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mdchunk.action.report import Report, SplitSection
    from mdchunk.checks.stats import Stats

LIMIT_BYTES = 1024 * 1024
"""GitHub's limit of a step's summary, in bytes of UTF-8."""
RESERVE_BYTES = 4 * 1024
"""What is kept free for the ends of tables."""
NAME_CHARS = 200
"""Maximum code points of a name or a heading in a cell."""
BAR_CHARS = 20
"""Length of the longest bar, in code points."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MARKUP = re.compile(r"""[!"#$%&'()*+.:;<=>?@\[\\\]^_`{|}~]""")

_SPLIT_HEAD = "| Section | Lines | Characters | Chunks |\n|:--|--:|--:|--:|\n"
_WARNING_HEAD = "| Warning |\n|:--|\n"
_FILE_HEAD = "| File | Chunks |\n|:--|--:|\n"


def summary(
    report: Report,
    limit: str,
    *,
    changes: Mapping[str, int],
    notices: Sequence[str] = (),
    blob: str = "",
) -> str:
    """Write the summary.

    Args:
        report: The figures.
        limit: Largest size that a chunk may have, such as ``1,500 characters``.
        changes: Word -> number of chunks to which it happened since the baseline; empty if there is none.
        notices: Other warnings, one a row, worst first.
        blob: URL that a file's path is put behind to link to it, with a ``/`` at its end; empty: no links.

    Returns:
        Markdown of at most ``LIMIT_BYTES`` bytes in UTF-8.
    """
    parts = [f"### mdchunk\n\n{headline(report, limit)}\n\n", _changes(changes), _sizes(report.stats)]
    tables = (
        ("Sections that did not fit one chunk", _SPLIT_HEAD, [_split_row(s, blob) for s in report.splits]),
        ("Other warnings", _WARNING_HEAD, [f"| {cell(text)} |\n" for text in notices]),
        ("Files", _FILE_HEAD, [f"| {_link(f, blob)} | {n:,} |\n" for f, n in report.counts.items()]),
    )
    room = LIMIT_BYTES - RESERVE_BYTES - _bytes("".join(parts))
    shares = _shares([sum(map(_bytes, rows)) for _, _, rows in tables], room)
    for (title, head, rows), share in zip(tables, shares, strict=True):
        if rows:
            parts.append(_table(f"{title} ({len(rows):,})", head, rows, share))
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


def _changes(changes: Mapping[str, int]) -> str:
    words = ", ".join(f"{number:,} {word}" for word, number in changes.items())
    return f"Since the baseline: {words}.\n\n" if changes else ""


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


def _table(title: str, head: str, rows: Sequence[str], room: int) -> str:
    """Return a folded table with the rows that fit into ``room`` bytes, and a count of those that don't."""
    shown = _fitting(rows, room)
    rest = (
        f"\n_{len(rows) - shown:,} more left out, for the size of this page._\n" if shown < len(rows) else ""
    )
    return f"<details><summary>{title}</summary>\n\n{head}{''.join(rows[:shown])}{rest}\n</details>\n\n"


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
    return f"| {heading}<br>{place} | {lines} | {split.chars:,} | {split.parts:,} |\n"


def _link(source: str, blob: str, place: str = "") -> str:
    name = cell(source)
    return f"[{name}]({blob}{quote(source, errors='surrogateescape')}{place})" if blob else name


def cell(text: str) -> str:
    """Return the text for a table's cell, with every character that could be markup as an entity.

    ``a|b_c`` becomes ``a&#124;b&#95;c``, in ``<code>``, where GitHub links no names and issues.
    """
    plain = _CONTROL.sub("\ufffd", re.sub(r"\s+", " ", text))
    plain = plain if len(plain) <= NAME_CHARS else plain[: NAME_CHARS - 1] + "…"
    return f"<code>{_MARKUP.sub(lambda match: f'&#{ord(match[0])};', plain)}</code>"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "backslashreplace"))


def blob_address(environment: Mapping[str, str]) -> str:
    """Return the address of the files of this commit on GitHub, empty where the runner does not tell it."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
    if not all(environment.get(name) for name in names):
        return ""
    server, repository, sha = (environment[name] for name in names)
    return f"{server}/{repository}/blob/{sha}/"
