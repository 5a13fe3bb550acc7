"""Documents in the columns of a table: one with the text, one with what the document is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.model import MdchunkError, Place
from mdchunk.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterator


class Row(NamedTuple):
    """One row of a table of documents."""

    source: str
    """What the document is called; empty if the row does not say, which is an error."""
    text: str | bytes | None
    """Bytes if the column is binary."""
    problem: str = ""
    """What is wrong with the row."""

    def decoded(self, encoding: str = "utf-8") -> str:
        """Return the text.

        Raises:
            MdchunkError: The row has no name or no text, or bytes that are not of the encoding.
        """
        if self.problem:
            raise MdchunkError(self.problem, place=Place(self.source))
        if not self.source:
            raise MdchunkError("a row has no path; ids are made from it")
        if self.text is None:
            raise MdchunkError("has no text", place=Place(self.source))
        return self.text if isinstance(self.text, str) else decode(self.text, self.source, encoding)


def rows_of(table: Any, path: str, text: str) -> Iterator[Row]:
    """Yield the documents of an Arrow table or record batch.

    Args:
        table: A table with both columns; others are ignored.
        path: Column that names the document: text or a number.
        text: Column of its text: string, large string, string view, binary, or a dictionary of one of them.

    Raises:
        MdchunkError: A column is missing or holds something else.
    """
    check_columns(table.schema, path, text)
    names, texts = table.column(path).to_pylist(), table.column(text).to_pylist()
    for name, one in zip(names, texts, strict=True):
        yield Row("" if name is None else str(name), one)


def check_columns(schema: Any, path: str, text: str) -> None:
    """Check that an Arrow schema has the columns of documents.

    Raises:
        MdchunkError: A column is missing or does not hold text.
    """
    import pyarrow.types as kinds  # noqa: PLC0415 - an extra

    for setting, name in (("path_column", path), ("text_column", text)):
        if name not in schema.names:
            raise MdchunkError(
                f"is {name!r}, but the columns are {', '.join(map(repr, schema.names))}", setting=setting
            )
    kind = schema.field(text).type
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    is_text = (
        kinds.is_string,
        kinds.is_large_string,
        kinds.is_string_view,
        kinds.is_binary,
        kinds.is_large_binary,
        kinds.is_binary_view,
        kinds.is_fixed_size_binary,
        kinds.is_null,
    )
    if not any(check(kind) for check in is_text):
        raise MdchunkError(f"is {text!r}, which holds {kind} and no text", setting="text_column")
