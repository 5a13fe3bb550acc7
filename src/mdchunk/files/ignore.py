"""Which paths ``.gitignore`` files and the user's own patterns match, decided by the library ``pathspec``.

Paths are absolute, with ``/`` between their parts, on every system.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pathspec import GitIgnoreSpec

    from mdchunk.files.settings import Patterns

Rules = tuple[tuple[str, "GitIgnoreSpec"], ...]
"""The ``.gitignore`` files that apply in a folder, outermost first: the path of the file's folder with a ``/`` at the
end, and its patterns."""


GITIGNORE = ".gitignore"


def compile_patterns(patterns: Patterns) -> Rules:
    """Compile patterns that the user wrote.

    Raises:
        MdchunkError: A pattern is malformed.
    """
    if not patterns.lines:
        return ()
    folder = Path(patterns.folder).resolve().as_posix().rstrip("/") + "/"
    try:
        return ((folder, _spec(patterns.lines)),)
    except ValueError as error:
        raise MdchunkError(str(error), advice="write patterns as in a .gitignore file") from error


def enclosing_rules(folder: str) -> Rules:
    """Return the rules of the folders around ``folder``, up to the root of its Git work tree.

    Outside a work tree there are none: a stray ``.gitignore`` in a home folder must not apply.
    """
    above = Path(folder).parents
    top = next((n for n, path in enumerate((Path(folder), *above)) if (path / ".git").exists()), 0)
    rules: Rules = ()
    for path in reversed(above[:top]):
        rules = with_rules_of(rules, path.as_posix())
    return rules


def with_rules_of(rules: Rules, folder: str) -> Rules:
    """Return ``rules`` with those of the ``.gitignore`` in ``folder`` added, if there is one."""
    try:
        text = Path(folder, GITIGNORE).read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return rules
    return (*rules, (folder.rstrip("/") + "/", _lenient(text.splitlines())))


def matches(rules: Rules, path: str, *, is_folder: bool) -> bool:
    """Return whether ``rules`` match ``path``.

    The innermost file with a pattern that matches the path decides, by the last such pattern in it, as gitignore(5)
    defines.
    """
    for folder, spec in reversed(rules):
        # a user's pattern may meet a path outside its folder
        below = path.removeprefix(folder).lstrip("/")
        verdict = spec.check_file(below + "/" * is_folder).include
        if verdict is not None:
            return verdict
    return False


def _lenient(lines: list[str]) -> GitIgnoreSpec:
    r"""Compile the lines of a ``.gitignore``, without the lines that Git ignores: a lone ``!`` or ``\``."""
    try:
        return _spec(lines)
    except ValueError:
        return _spec(line for line in lines if line.strip() not in {"!", "\\"})


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Compile patterns, or raise ``ValueError``. The library is slow to import and often not needed."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415

    return GitIgnoreSpec.from_lines(lines)
