"""How a chunk is shown to people and to stores that take nothing but scalars: citation, link, flat record."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mdchunk.model.errors import MdchunkError

PATH_SEPARATOR = " > "
"""Between the headings of a path in a flat record, as in the path that starts a ``content``."""

_LINES_OF_HOST: tuple[tuple[str, str], ...] = (
    # GitLab's own mark comes first, for it holds GitHub's
    ("/-/blob/", "{source}?plain=1#L{start_line}-{end_line}"),
    ("/blob/", "{source}?plain=1#L{start_line}-L{end_line}"),
    ("/src/branch/", "{source}?display=source#L{start_line}-L{end_line}"),
    ("/src/commit/", "{source}?display=source#L{start_line}-L{end_line}"),
    ("//bitbucket.org/", "{source}#lines-{start_line}:{end_line}"),
)
"""Part of a host's file address -> how that host links to lines (GitLab, GitHub, Gitea, Bitbucket).

``plain=1`` and ``display=source`` show the Markdown itself: a rendered page has no lines.
"""
_NAME = re.compile(r"\{([a-z_]*)\}")


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with scalars only, for stores that take nothing else.

    A list of strings is joined with `` > ``, an object becomes JSON text, and fields that are empty are left out:
    ``""``, ``[]`` and ``{}`` (0 stays).
    """
    return {name: _scalar(value) for name, value in record.items() if value not in ("", [], {}, None)}


def _scalar(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return PATH_SEPARATOR.join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def citation(record: Mapping[str, Any]) -> str:
    """Return the place of a record for a reader: ``Guide › Install (docs/a.md, lines 3-9)``, or its pages.

    Args:
        record: A record, flat or not, or what a vector store gives back of one. It needs ``start_line`` and
            ``end_line``, or ``page_start``.
    """
    path = record.get("heading_path") or record.get("title") or ""
    title = " › ".join(path.split(PATH_SEPARATOR) if isinstance(path, str) else path)
    unit, first, last = "line", record.get("start_line"), record.get("end_line")
    if record.get("page_start") is not None:
        unit, first, last = "page", record["page_start"], record.get("page_end") or record["page_start"]
    span = f"{unit} {first}" if first == last else f"{unit}s {first}-{last}"
    place = f"{record['source']}, {span}" if record.get("source") else span
    return f"{title} ({place})" if title else place


def chunk_url(record: Mapping[str, Any], base: str) -> str:
    """Return the link to the place of a record.

    Args:
        record: A record, flat or not, or what a vector store gives back of one. It needs ``source``, ``ref``,
            ``start_line`` and ``end_line``.
        base: As for ``Chunk.url``.

    Raises:
        MdchunkError: ``base`` has a placeholder that there is not.
    """
    from urllib.parse import quote  # noqa: PLC0415 - few records get a link, and every command would wait for it

    source = record["source"]
    page = re.sub(r"\.[A-Za-z]+$", "", source)
    page = re.sub(r"(?:^|(?<=/))(?:index|_index|README)$", "", page)
    values = {
        "source": quote(source, safe="/"),
        "page": quote(page, safe="/"),
        "anchor": quote(record.get("anchor") or "", safe=""),
        "start_line": str(record["start_line"]),
        "end_line": str(record["end_line"]),
    }
    if _NAME.search(base):
        return _filled(base, values)
    base = base.rstrip("/") + "/"
    if record["ref"].startswith(f"{source}#page="):
        return f"{base}{values['source']}#page={record['page_start']}"
    for mark, lines in _LINES_OF_HOST:
        if mark in base:
            return base + _filled(lines, values)
    return base + values["page"] + (f"#{values['anchor']}" if values["anchor"] else "")


def _filled(template: str, values: Mapping[str, str]) -> str:
    unknown = sorted(set(_NAME.findall(template)) - values.keys())
    if unknown:
        known: Sequence[str] = [f"{{{name}}}" for name in values]
        raise MdchunkError(
            f"has no placeholder {{{unknown[0]}}}; the placeholders are {', '.join(known)}", setting="base"
        )
    filled = _NAME.sub(lambda match: values[match[1]], template)
    # text before the first heading has no anchor
    return filled.removesuffix("#")
