"""Which documents a search is limited to: by folder, by language, by keys of their front matter."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdchunk.mcp.index import Index

Value = str | int | float | bool
_LANGUAGE_KEYS = ("lang", "language", "locale")
_REGION = r"(-([a-z]{2}|[a-z]{4}|\d{3}))*"


def chosen(
    index: Index, folder: str | None, language: str | None, where: Mapping[str, Value] | None
) -> set[int] | None:
    """Return the ids of the indexed files that pass every filter; None if there is no filter.

    Args:
        index: The index.
        folder: The beginning of their paths, ending at a ``/``, or a glob in which ``*`` matches anything.
        language: A tag such as ``zh`` or ``pt-BR``; see ``speaks``.
        where: Keys of the front matter and their values; a list holds a value if one of its items is it.
    """
    if not (folder or language or where):
        return None
    with index.lock:
        rows = index.connection.execute("SELECT id, path, metadata FROM file").fetchall()
    found = set()
    for id_, path, stored in rows:
        if folder and not within(path, folder):
            continue
        metadata = json.loads(stored) if language or where else {}
        if (not language or speaks(path, metadata, language)) and has(metadata, where or {}):
            found.add(id_)
    return found


def within(path: str, folder: str) -> bool:
    """Return whether a path is in a folder, or matches a glob, in any case of letters."""
    name, wanted = path.casefold(), folder.casefold().removeprefix("./").rstrip("/")
    if any(each in wanted for each in "*?"):
        wanted = wanted.replace("[", "[[]")
        return fnmatchcase(name, wanted) or fnmatchcase(name, f"{wanted}/*")
    return not wanted or name == wanted or name.startswith(f"{wanted}/")


def speaks(path: str, metadata: Mapping[str, Any], language: str) -> bool:
    """Return whether a document is in a language, by its front matter or its path.

    The keys are ``lang``, ``language`` and ``locale``. In a path it is a folder such as ``zh``, ``zh-CN`` or
    ``docs-zh-cn``, or a part of the name as in ``README.zh-CN.md``. ``zh`` takes ``zh-CN`` as well.
    """
    tag = re.escape(_normal(language))
    for key in _LANGUAGE_KEYS:
        if isinstance(value := metadata.get(key), str):
            return re.fullmatch(tag + _REGION, _normal(value)) is not None
    *folders, name = PurePosixPath(path).parts
    written = re.compile(f"(.*-)?{tag}{_REGION}")
    parts = [*folders, *(re.findall(r"\.([^.]+)(?=\.)", name))]
    return any(written.fullmatch(_normal(part)) for part in parts)


def has(metadata: Mapping[str, Any], where: Mapping[str, Value]) -> bool:
    """Return whether the front matter holds the value of each key, as text, in any case of letters."""
    for key, value in where.items():
        held = metadata.get(key)
        items = held if isinstance(held, list) else [] if held is None else [held]
        if _plain(value) not in map(_plain, items):
            return False
    return True


def _plain(value: Any) -> str:
    return str(value).casefold()


def _normal(tag: str) -> str:
    return tag.casefold().replace("_", "-").strip()
