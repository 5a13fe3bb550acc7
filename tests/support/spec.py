"""The pages of ``fixtures/spec``: prose and examples in the form of the CommonMark specification.

An example stands between two lines of 32 backticks. The first has the word ``example``, what is shown
(``chunks``, the default, or ``outline``) and options; then come the input, a line with a full stop, and what
is expected. ``SYMBOLS`` stand for what can't be seen.

Expected of ``chunks``: for each chunk a line ``start:end Lfirst-last [pfirst-last] [tokens] kind [lang] [> heading
path]`` with the range in code points (0-based, half-open), in lines (1-based, inclusive) and in pages, then its
text with a mark before each line: a blank for a line of the source, ``+`` for one that ``content`` adds, ``~`` for
something added that runs on into the next line, ``-`` for a line of the text that ``content`` leaves out; then
``= metadata`` where it is asked for. At the end a line ``! Lline kind`` for each warning.

Expected of ``outline``: for each heading a line ``level Lfirst-last #anchor text``.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from mdchunk.api import chunk_document, outline
from mdchunk.model import Options

if TYPE_CHECKING:
    from mdchunk.model import Chunk

FOLDER = Path(__file__).parents[2] / "fixtures" / "spec"
FENCE = "`" * 32
SYMBOLS = {
    "→": "\t",
    "␍": "\r",
    "␌": "\f",
    "␀": "\0",
    "‹BOM›": "\ufeff",
    "‹LS›": "\u2028",
    "‹VS16›": "\ufe0f",
    "‹ZWJ›": "\u200d",
    "‹EOF›\n": "",
}
EXAMPLE = re.compile(
    rf"^{FENCE} example(?P<info>[^\n]*)\n(?P<body>.*?)^\.\n(?P<expected>.*?)^{FENCE}$",
    re.MULTILINE | re.DOTALL,
)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a page."""

    page: str
    line: int
    """Of the opening fence, 1-based."""
    title: str
    """The heading above it."""
    shows: str
    """``chunks`` or ``outline``."""
    settings: dict[str, Any]
    text: str
    """The input, symbols replaced."""
    expected: str
    span: tuple[int, int]
    """Where ``expected`` stands in the page, code points, half-open."""

    @property
    def name(self) -> str:
        """What pytest calls it."""
        return f"{self.page}:{self.line} {self.title}"

    @property
    def source(self) -> str:
        """The name of the document, which decides the dialect where no option does."""
        return "example.mdx" if self.settings.get("dialect") == "mdx" else "example.md"


def read_page(path: Path) -> list[Example]:
    """Return the examples of a page in order."""
    page = path.read_text(encoding="utf-8")
    prose = EXAMPLE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), page)
    examples = []
    for match in EXAMPLE.finditer(page):
        above = HEADING.findall(prose, 0, match.start())
        shows, settings = read_info(match["info"])
        examples.append(
            Example(
                page=path.name,
                line=page.count("\n", 0, match.start()) + 1,
                title=above[-1] if above else "",
                shows=shows,
                settings=settings,
                text=seen(match["body"]),
                expected=match["expected"],
                span=match.span("expected"),
            )
        )
    return examples


def read_info(info: str) -> tuple[str, dict[str, Any]]:
    """Return what an example shows, and its options with values as YAML reads them, lists with commas."""
    words = info.split()
    shows = words.pop(0) if words and "=" not in words[0] else "chunks"
    settings: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        listed = key in {"drop", "metadata"}
        if key == "heading_patterns":
            # 2:Chapter_\d+.*|3:…        blanks are written as underlines
            pairs = (pair.replace("_", " ").split(":", 1) for pair in value.split("|"))
            settings[key] = tuple((pattern, int(level)) for level, pattern in pairs)
            continue
        settings[key] = tuple(filter(None, value.split(","))) if listed else yaml.safe_load(value)
    return shows, settings


def seen(body: str) -> str:
    """Return a text with its symbols replaced."""
    for symbol, character in SYMBOLS.items():
        body = body.replace(symbol, character)
    return body


def shown(text: str) -> str:
    """Return a text with symbols for what can't be seen; ends of lines stay."""
    for symbol, character in SYMBOLS.items():
        text = text.replace(character, symbol) if character else text
    return text


def result(example: Example) -> str:
    """Run an example and write down what comes out."""
    options = Options(**example.settings)
    if example.shows == "outline":
        headings = outline(example.text, options, source=example.source).headings
        return "".join(
            f"{h.level} L{h.start_line}-{h.end_line} #{shown(h.anchor)} {shown(h.text)}\n" for h in headings
        )
    document = chunk_document(example.text, options, source=example.source)
    notices = "".join(f"! L{w.line} {w.kind}\n" for w in document.notices)
    return "".join(map(show, document.chunks)) + notices


def show(chunk: Chunk) -> str:
    """Write down one chunk."""
    words = [f"{chunk.start_char}:{chunk.end_char}", f"L{chunk.start_line}-{chunk.end_line}"]
    words += [f"p{chunk.page_start}-{chunk.page_end}"] if chunk.page_start is not None else []
    words += [f"{chunk.tokens} tokens"] if chunk.tokens is not None else []
    words += [chunk.kind]
    words += [chunk.lang] if chunk.lang else []
    words += [f"> {' > '.join(chunk.heading_path)}"] if chunk.heading_path else []
    lines = marked_lines(
        re.sub(r"\r\n?", "\n", chunk.text).removesuffix("\n"), chunk.content.removesuffix("\n")
    )
    lines += [] if chunk.metadata is None else [f"= {json.dumps(chunk.metadata, ensure_ascii=False)}"]
    return "".join(f"{line}\n" for line in [shown(" ".join(words)), *map(shown, lines)])


def marked_lines(text: str, content: str) -> list[str]:
    """Return the lines of ``content``, and those of ``text`` that it leaves out, each with its mark."""
    if text in content:
        before, _, after = content.partition(text)
        *whole, begun = before.split("\n")
        added = [f"+{line}" for line in whole] + ([f"~{begun}"] if begun else [])
        below = [f"+{line}" for line in after.removeprefix("\n").split("\n")] if after else []
        marked = [*added, *(f" {line}" for line in text.split("\n")), *below]
    else:
        marks = {"  ": " ", "+ ": "+", "- ": "-"}
        compared = difflib.Differ().compare(text.split("\n"), content.split("\n"))
        marked = [marks[line[:2]] + line[2:] for line in compared if line[:2] in marks]
    return [line.rstrip(" ") for line in marked]


def rewrite(example: Example, actual: str) -> None:
    """Put what came out in the place of what was expected."""
    path = FOLDER / example.page
    now = next(e for e in read_page(path) if (e.text, e.settings) == (example.text, example.settings))
    page = path.read_text(encoding="utf-8")
    path.write_text(page[: now.span[0]] + actual + page[now.span[1] :], encoding="utf-8")
