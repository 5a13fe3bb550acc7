"""The pages of the documentation, read as sessions: every fenced block is run or checked, in order.

A page has a folder of its own, where its blocks run one after the other. CONTRIBUTING lists the conventions.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_DIRECTIVE = re.compile(r"<!--\s*(file|copy|needs|not run):[ \t]*([^\n]*?)[ \t]*(?:\n(.*))?-->\s*", re.DOTALL)
_TITLE = re.compile(r'\btitle="([^"]*)"')


@dataclass(frozen=True)
class Block:
    """One fenced block, or one comment that sets something up."""

    page: str
    line: int
    """1-based line of the fence."""
    language: str
    """First word of the info string; ``file`` and ``copy`` for comments."""
    title: str
    """A file's name, or ``output``."""
    content: str
    needs: tuple[str, ...] = ()
    """Python modules or programs without which it is only checked."""
    not_run: str = ""
    """Why it is only checked."""

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    def runs(self) -> bool:
        """Say whether the block can run here."""
        return not self.not_run and not any(missing(name) for name in self.needs)


def missing(name: str) -> bool:
    """Say whether there is neither a program nor a module of this name."""
    from importlib.util import find_spec

    return shutil.which(name) is None and find_spec(name) is None


def read_blocks(path: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    page = path.relative_to(ROOT).as_posix()
    found: list[Block] = []
    needs: tuple[str, ...] = ()
    not_run = ""
    for token in MarkdownIt().parse(path.read_text(encoding="utf-8")):
        line = token.map[0] + 1 if token.map else 0
        if token.type == "html_block" and (directive := _DIRECTIVE.fullmatch(token.content)):
            name, argument, content = directive.groups()
            if name == "needs":
                needs = tuple(argument.split())
            elif name == "not run":
                not_run = argument
            else:
                found.append(Block(page, line, name, argument, content or ""))
        elif token.type == "fence":
            title = _TITLE.search(token.info)
            language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
            block = Block(page, line, language, title[1] if title else "", token.content, needs, not_run)
            found.append(block)
            needs, not_run = (), ""
    return found


def with_contents(path: Path, contents: dict[int, str]) -> str:
    """Return the page with other contents in the fences that begin in these lines."""
    lines = path.read_text(encoding="utf-8").split("\n")
    for token in reversed(MarkdownIt().parse("\n".join(lines))):
        if token.type == "fence" and token.map and token.map[0] + 1 in contents:
            first, last = token.map
            lines[first + 1 : last - 1] = contents[first + 1].rstrip("\n").split("\n")
    return "\n".join(lines)
