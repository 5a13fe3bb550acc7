"""PDF to Markdown with liteparse, page by page; levels of headings from the bookmarks with pypdfium2."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.convert.bookmarks import Bookmark, with_levels
from mdchunk.convert.draft import ConvertError, Draft

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_PAGES = 5_000
"""Pages of one document; one with more is an error, never cut."""
_HEAD_BYTES = 1024
"""PDF readers look for ``%PDF-`` in so many bytes (ISO 32000-1, Annex H.3.4.1, implementation note 13)."""


def convert(path: str) -> Draft:
    """Convert a PDF file.

    Args:
        path: The file. liteparse gets the path, not the bytes: it guesses the type of bytes, wrongly if a proxy put
            HTML in front of the PDF.

    Raises:
        ConvertError: It is no PDF, needs a password, is broken, has no text or too many pages.
    """
    with Path(path).open("rb") as file:
        if b"%PDF-" not in file.read(_HEAD_BYTES):
            raise ConvertError("is not a PDF file")
    parsed = _parsed(path)
    pages = sorted(parsed.pages, key=lambda page: page.page_num)
    total = max((page.page_num for page in pages), default=0)
    if total > MAX_PAGES:
        raise ConvertError(f"has more than {MAX_PAGES:,} pages", advice="split it into several files")
    failed = {error.page_num for error in parsed.page_errors}
    total = max(total, *failed, 0) if failed else total
    texts = [""] * total
    for page in pages:
        texts[page.page_num - 1] = _text_of(page)
    empty = [number for number, text in enumerate(texts, 1) if not text and number not in failed]
    if len(empty) + len(failed) == total:
        many = f"{total} pages" if total != 1 else "1 page"
        raise ConvertError(
            f"has no text on its {many} (scanned?)", advice="run OCR over it first, for example with ocrmypdf"
        )
    title, author, bookmarks = _properties(path)
    remarks = (_remark("no text on", empty), _remark("could not read", sorted(failed)))
    return Draft(
        tuple(with_levels(texts, bookmarks)),
        has_pages=True,
        title=title,
        author=author,
        remarks=tuple(remark for remark in remarks if remark),
    )


def _parsed(path: str) -> Any:
    from liteparse import LiteParse, ParseError  # noqa: PLC0415 - of an extra

    parser = LiteParse(
        ocr_enabled=False,
        max_pages=MAX_PAGES + 1,
        continue_on_page_error=True,
        output_format="markdown",
        image_mode="off",
        quiet=True,
    )
    try:
        return parser.parse(path)
    except ParseError as error:
        reason = str(error).removeprefix("PDF error: ")
        if "password" in reason:
            raise ConvertError("needs a password", advice="save a copy without one") from error
        raise ConvertError(f"cannot be read: {reason}") from error


def _text_of(page: Any) -> str:
    """Return a page's Markdown, its plain text if there is none, ``""`` for a page without text.

    A scanned page is an empty fence in Markdown, and a page of vertical text may be empty in Markdown alone.
    """
    if not page.text.strip():
        return ""
    markdown: str = page.markdown.strip("\n")
    return markdown if markdown.strip(" `\n").removeprefix("text").strip() else page.text.strip("\n")


def _properties(path: str) -> tuple[str, str, list[Bookmark]]:
    """Return the title, the author and the bookmarks."""
    import pypdfium2  # noqa: PLC0415 - of an extra

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        # the text was read, so the document is worth having without them
        return "", "", []
    try:
        said = document.get_metadata_dict()
        bookmarks = [
            Bookmark(entry.level, entry.get_title() or "", destination.get_index() or 0)
            for entry in document.get_toc()
            if (destination := entry.get_dest())
        ]
        return said.get("Title", "").strip(), said.get("Author", "").strip(), bookmarks
    finally:
        document.close()


def _remark(what: str, numbers: Sequence[int]) -> str:
    """Return ``no text on pages 2, 5-7``, ``""`` for no pages."""
    if not numbers:
        return ""
    # 2, 5, 6, 7 -> in a run, number minus position stays the same
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    said = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"{what} page{'s' if len(numbers) > 1 else ''} {said}"
