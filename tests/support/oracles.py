"""What the properties compare with: lines, headings and dropped lines, found by a way of their own."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

if TYPE_CHECKING:
    from markdown_it.token import Token

EOL = re.compile(r"\r\n?|\n")
HTML_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1\s*>", re.IGNORECASE | re.DOTALL)
HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|script|style|textarea)\b.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL
)
BEGUN = re.compile(r"(?:\s*#.*\n)*[\w-]+:")
COMMENTS = re.compile(r"(?:\s*<!--.*?-->)+\s*", re.DOTALL)


def line_of(text: str, offset: int) -> int:
    """Return the 1-based line in which a code point stands."""
    return bisect_right([0, *(match.end() for match in EOL.finditer(text))], offset)


def fold(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True)
class TopHeading:
    """A heading that opens a section; its lines are 0-based."""

    level: int
    text: str
    lines: range
    bare: bool
    """Whether the block is the heading and nothing else."""


def front_matter_lines(text: str) -> int:
    """Return how many lines the front matter has, 0 where there is none."""
    lines = EOL.split(text.removeprefix("\ufeff"))
    if lines[0].rstrip() == "{":
        return json_lines("\n".join(lines))
    if lines[0].rstrip() not in ("---", "+++"):
        return 0
    closing = ("---", "...") if lines[0].startswith("-") else ("+++",)
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() in closing:
            inside = "\n".join(lines[1:number])
            if closing == ("+++",):
                return number + 1
            try:
                value = yaml.safe_load(inside)
            except yaml.YAMLError:
                return number + 1 if BEGUN.match(inside) else 0
            return number + 1 if value is None or isinstance(value, dict) else 0
    return 0


def json_lines(text: str) -> int:
    """Return how many lines the JSON object at the beginning of a text has, 0 where there is none."""
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return 0
    return 0 if text[end:].partition("\n")[0].strip() else text.count("\n", 0, end) + 1


def tokens_of(text: str, *, tables: bool = True) -> list[Token]:
    """Return the tokens of a text, its front matter blanked out."""
    parser = MarkdownIt("commonmark", {"maxNesting": 100})
    if tables:
        parser.enable(["table", "strikethrough"]).use(footnote_plugin, move_to_end=False)
    lines = EOL.split(text.removeprefix("\ufeff"))
    front = front_matter_lines(text)
    return parser.parse("\n".join([""] * front + lines[front:]))


def shown_text(inline: Token) -> str:
    """Return what a reader sees of a heading."""
    parts = []
    for token in inline.children or []:
        if token.type in ("text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type == "image":
            parts.append(shown_text(token))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return fold("".join(parts))


def top_headings(tokens: list[Token]) -> list[TopHeading]:
    """Return the headings that open sections, in order."""
    found = []
    for n, token in enumerate(tokens):
        if token.level or not token.map:
            continue
        if token.type == "heading_open":
            found.append(
                TopHeading(int(token.tag[1]), shown_text(tokens[n + 1]), range(*token.map), bare=True)
            )
        elif token.type == "html_block":
            match = HTML_HEADING.search(HIDDEN.sub("", token.content))
            if match:
                text = fold(re.sub(r"<[^>]*>", "", match[2]))
                bare = fold(re.sub(r"<[^>]*>", "", token.content)) == text
                found.append(TopHeading(int(match[1]), text, range(*token.map), bare=bare))
    return found


def path_at(found: list[TopHeading], line: int) -> list[str]:
    """Return the heading path at a 0-based line."""
    stack: list[TopHeading] = []
    for heading in found:
        if heading.lines.start > line:
            break
        stack = [h for h in stack if h.level < heading.level]
        stack.append(heading)
    return [h.text for h in stack if h.text]


def dropped_lines(text: str, tokens: list[Token]) -> set[int]:
    """Return the 0-based lines of front matter and of comments that are blocks."""
    lines = set(range(front_matter_lines(text)))
    for token in tokens:
        if token.type == "html_block" and token.map and COMMENTS.fullmatch(token.content):
            lines |= set(range(*token.map))
    return lines
