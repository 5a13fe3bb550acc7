"""A draft as one Markdown text: front matter that says where it comes from, then its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from mdchunk.convert.sealing import printable, sealed

if TYPE_CHECKING:
    from mdchunk.convert.draft import Draft

FROM, HASH, CONVERTER, REMARKS = "converted_from", "sha256", "converter", "remarks"
"""Keys of the front matter."""


def joined(draft: Draft, source: str, sha256: str, converter: str) -> str:
    r"""Return the text of a converted document, with ``\n`` for every line ending.

    Args:
        draft: What the converter gave.
        source: The document's name, as in its records.
        sha256: Hash of the original's bytes, hexadecimal.
        converter: Name and version of the converter: ``liteparse 2.18.0``.

    Returns:
        Front matter (``converted_from``, ``sha256``, ``converter``, and ``title``, ``author`` and ``remarks`` if there
        are any), then each page behind a comment ``<!-- page N -->``, the first and empty ones included.
    """
    head = {FROM: source, HASH: sha256, CONVERTER: converter, "title": draft.title, "author": draft.author}
    known: dict[str, object] = {key: printable(value) for key, value in head.items() if value}
    if draft.remarks:
        known[REMARKS] = list(draft.remarks)
    front_matter = yaml.safe_dump(known, sort_keys=False, allow_unicode=True, width=10**6)
    texts = [printable(page) for page in draft.pages]
    if not draft.is_final:
        texts = [sealed(text) for text in texts]
    if draft.has_pages:
        texts = [f"<!-- page {number} -->\n\n{text}".rstrip("\n") for number, text in enumerate(texts, 1)]
    body = "\n\n".join(text.strip("\n") for text in texts)
    return f"---\n{front_matter}---\n\n{body}\n"


def described(text: str) -> dict[str, Any]:
    """Return the front matter of a converted text, empty if it has none of ours."""
    head, end, _ = text.removeprefix("---\n").partition("\n---\n")
    if not (end and text.startswith("---\n")):
        return {}
    try:
        said = yaml.safe_load(head)
    except yaml.YAMLError:
        return {}
    return said if isinstance(said, dict) and CONVERTER in said else {}
