"""Chunk to JSON record and back: ids, hashes, key order, the version of the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from hashlib import sha1, sha256
from typing import Any

from mdchunk.model import FIELDS, Chunk, MdchunkError, chunk_maker

NAMESPACE = bytes.fromhex("5c0f6b0e6f0e5b439a521f1c3a4f5d27")
"""Of the ids; any fixed UUID does, and it never changes."""

_VARIANTS = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""The digit of a UUID that says its variant, from the digit that was there (RFC 9562, section 4.1)."""

_OPTIONAL = frozenset(field.name for field in fields(Chunk) if field.default is None)
_ESCAPED = re.compile("[\u0085\u2028\u2029\ud800-\udfff]")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def content_hash(content: str) -> str:
    """Return the SHA-256 of a content, in hexadecimal: equal contents have equal hashes in any file."""
    return sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def chunk_id(source: str, digest: str, occurrence: int) -> str:
    """Return the id of a chunk: a version 5 UUID, the one form that every vector store takes.

    Args:
        source: The document's name.
        digest: ``content_hash`` of its content.
        occurrence: How many chunks of the document before it have the same content.

    Returns:
        An id that an edit elsewhere in the document does not change, and an edit here always does.
    """
    name = f"{source}\0{digest}\0{occurrence}"
    # as uuid.uuid5, and also for names that UTF-8 cannot encode
    digits = sha1(NAMESPACE + name.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    # str(uuid.UUID(hex=digits[:32], version=5))
    variant = _VARIANTS[digits[16]]
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def to_line(chunk: Chunk, only: Sequence[str] = (), *, flat: bool = False) -> str:
    r"""Return the record of a chunk as one line of JSON with ``\n`` at its end.

    Args:
        chunk: The chunk.
        only: Fields of the record to write, in this order; all if none is named.
        flat: Scalars only, as ``Chunk.to_dict`` makes them.
    """
    record = chunk.to_dict(flat=flat)
    return line_of({name: record[name] for name in only if name in record} if only else record)


def line_of(record: Mapping[str, Any]) -> str:
    r"""Return a record as one line of JSON with ``\n`` at its end.

    U+0085, U+2028 and U+2029 are escaped, for they end a line to some readers; so are lone surrogates, which
    UTF-8 has no bytes for.
    """
    line = _encode(record)
    if not line.isascii() and _is_hostile(line):
        line = _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", line)
    return line + "\n"


def _is_hostile(line: str) -> bool:
    """Tell whether a line holds what has to be escaped, in less time than a pattern takes to find nothing."""
    if "\u2028" in line or "\u2029" in line or "\u0085" in line:
        return True
    try:
        line.encode()
    except UnicodeEncodeError:
        return True
    return False


def from_record(record: Mapping[str, Any]) -> Chunk:
    """Return the chunk of a record.

    Raises:
        MdchunkError: A field is missing; the message names it.
    """
    missing = [name for name in FIELDS if name not in record and name not in _OPTIONAL]
    if missing:
        raise MdchunkError(f"not a chunk record: no field {missing[0]!r}")
    values = {name: record[name] for name in FIELDS if name in record}
    values["heading_path"] = tuple(record["heading_path"])
    return chunk_maker()(**values)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, as it is published in the package."""
    from importlib.resources import files  # noqa: PLC0415 - only who asks for it pays

    found: dict[str, Any] = json.loads(
        files("mdchunk").joinpath("record.schema.json").read_text(encoding="utf-8")
    )
    return found
