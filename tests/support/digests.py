"""What comes out of every page, example and setting, each as one short hash.

The pages of ``fixtures/spec`` show what matters, and no page can show everything. These hashes notice the rest:
a change of the code that changes any record, heading, notice or dropped amount. To see what a hash stands for,
before a change and after it::

    python -m tests.support.digests tables.md "max_chars=80 overlap=20"
"""

from __future__ import annotations

import json
import sys
from hashlib import sha1
from typing import TYPE_CHECKING, Any

from mdchunk.api import chunk_document, outline, sections
from mdchunk.model import MdchunkError, Options
from tests.support.spec import FOLDER, read_info, read_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DIGESTS = FOLDER.parent / "digests.json"
EXAMPLES: list[str] = json.loads(
    (FOLDER.parent / "spec_examples" / "commonmark.json").read_text(encoding="utf-8")
)
TOGETHER = 12
"""Examples that make one document more."""
SETTINGS = (
    "",
    "max_chars=40",
    "max_chars=55 prefix_path=none overlap=20",
    "max_chars=80 overlap=20",
    "max_chars=80 drop=",
    "max_chars=130 prefix_path=all overlap=60 max_level=2",
    "max_chars=200 min_size=90",
    "max_chars=300 min_size=300 compact_tables=true link_targets=drop html_header=first_row",
    "max_tokens=25 tokenizer=bytes",
    "max_tokens=40 tokenizer=approx overlap=12 min_size=20",
    "max_tokens=60 tokenizer=approx prefix_path=all",
)
"""As the examples of a page have them. Sizes are small, as the documents are."""


def documents() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield a group's name, a text and the settings that it is read with: each example, then several together."""
    for page in sorted(FOLDER.glob("*.md")):
        examples = read_page(page)
        for example in examples:
            yield page.name, example.text, example.settings
        for dialect in dict.fromkeys(str(example.settings.get("dialect", "gfm")) for example in examples):
            texts = [each.text for each in examples if each.settings.get("dialect", "gfm") == dialect]
            yield from ((page.name, text, {"dialect": dialect}) for text in _together(texts))
    for text in (*EXAMPLES, *_together(EXAMPLES)):
        yield "commonmark", text, {}
    for text in _together(EXAMPLES):
        yield "commonmark, CR LF", text.replace("\n", "\r\n"), {"dialect": "commonmark"}


def _together(texts: list[str]) -> Iterator[str]:
    for first in range(0, len(texts), TOGETHER):
        some = texts[first : first + TOGETHER]
        yield "".join(f"{'#' * (n % 3 + 1)} Text {n}\n\n{text}\n\n" for n, text in enumerate(some))


def digests() -> dict[str, dict[str, str]]:
    """Return group to settings to hash."""
    hashes: dict[str, dict[str, Any]] = {}
    for group, text, own in documents():
        for settings in SETTINGS:
            found = hashes.setdefault(group, {}).setdefault(settings, sha1(usedforsecurity=False))
            found.update(shown(text, own, settings).encode())
    return {
        group: {key: found.hexdigest()[:12] for key, found in row.items()} for group, row in hashes.items()
    }


def shown(text: str, own: Mapping[str, Any], settings: str) -> str:
    """Return all that comes out of one text as lines of JSON."""
    more = read_info(settings)[1]
    if any(key.startswith("max_") for key in more):
        own = {
            key: value for key, value in own.items() if key not in {"max_chars", "max_tokens", "tokenizer"}
        }
    try:
        options = Options(**{**own, **more})
    except MdchunkError as error:
        return f"{error}\n"  # settings that do not go together
    document = chunk_document(text, options, source="a.md")
    parts: list[object] = [chunk.to_dict() for chunk in document.chunks]
    parts += [notice.to_dict() for notice in document.notices]
    parts += [document.title, dict(document.dropped)]
    if not settings:
        parts += [outline(text, options, source="a.md").to_dict()]
        parts += [section.ref for section in sections(text, options, source="a.md")]
    return "".join(f"{json.dumps(part, ensure_ascii=True)}\n" for part in parts)


def main(group: str, settings: str = "") -> None:
    """Print what comes out of a group with some settings."""
    for name, text, own in documents():
        if name == group:
            print(shown(text, own, settings), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
