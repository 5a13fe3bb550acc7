"""Documents of other formats, made at test time: a PDF writer, a Word package."""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

Line = tuple[int, str]
"""Size of the font, text."""


def write_pdf(
    path: Path,
    pages: Sequence[Sequence[Line]],
    *,
    title: str = "",
    bookmarks: Sequence[tuple[str, int]] = (),
    stream: bytes = b"",
    password: str = "",
) -> Path:
    """Write a PDF in Helvetica, one line of text below the other.

    Args:
        path: The file.
        pages: The lines of each page.
        title: Of the document's properties.
        bookmarks: Titles and 0-based pages, all of one level.
        stream: Content to put in front of each page's own.
        password: What opens the document; the check of it is real, its pages are not encrypted.
    """
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    kids = []
    for lines in pages:
        content = zlib.compress(stream + _drawn(lines))
        objects.append(
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content)
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]"
            b" /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % len(objects)
        )
        kids.append(len(objects))
    outlines = b""
    if bookmarks:
        root = len(objects) + 1
        objects.append(
            b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>"
            % (root + 1, root + len(bookmarks), len(bookmarks))
        )
        for number, (name, page) in enumerate(bookmarks):
            before = b" /Prev %d 0 R" % (root + number) if number else b""
            after = b" /Next %d 0 R" % (root + number + 2) if number + 1 < len(bookmarks) else b""
            objects.append(
                b"<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /Fit]%s%s >>"
                % (_string(name), root, kids[page], before, after)
            )
        outlines = b" /Outlines %d 0 R" % root
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R%s >>" % outlines
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (
        b" ".join(b"%d 0 R" % kid for kid in kids),
        len(kids),
    )
    objects.append(b"<< /Title (%s) >>" % _string(title))
    if password:
        objects.append(_encryption(password))
    path.write_bytes(_file(objects, is_encrypted=bool(password)))
    return path


def _drawn(lines: Sequence[Line]) -> bytes:
    y = 800
    drawn = []
    for size, text in lines:
        if text:
            drawn.append(b"BT /F1 %d Tf 60 %d Td (%s) Tj ET\n" % (size, y, _string(text)))
        y -= size + 10
    return b"".join(drawn)


def _string(text: str) -> bytes:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")


_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_ID = b"0123456789abcdef"


def _encryption(password: str) -> bytes:
    """Return the dictionary of the standard security handler, revision 2 (ISO 32000-1, 7.6.3)."""
    padded = (password.encode() + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded, usedforsecurity=False).digest()[:5], padded)
    permissions = struct.pack("<i", -4)
    user = _rc4(hashlib.md5(padded + owner + permissions + _ID, usedforsecurity=False).digest()[:5], _PADDING)
    return b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (
        owner.hex().encode(),
        user.hex().encode(),
    )


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    made = bytearray()
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        made.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(made)


def _file(objects: Sequence[bytes], *, is_encrypted: bool) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    info = len(objects) - is_encrypted
    hidden = b" /Encrypt %d 0 R /ID [<%s> <%s>]" % (len(objects), _ID.hex().encode(), _ID.hex().encode())
    return data + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n"
        b"<< /Size %d /Root 1 0 R /Info %d 0 R%s >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, info, hidden if is_encrypted else b"", len(data))
    )


_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="word/document.xml"/></Relationships>'
)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def write_docx(path: Path, paragraphs: Sequence[tuple[int, str]], *, title: str = "", head: str = "") -> Path:
    """Write a Word document.

    Args:
        path: The file.
        paragraphs: Level of the heading (0: none) and text of each.
        title: Of the document's properties.
        head: What to put in front of the XML of the document's body: a document type.
    """
    outline = '<w:pPr><w:outlineLvl w:val="{}"/></w:pPr>'
    body = "".join(
        f"<w:p>{outline.format(level - 1) if level else ''}<w:r><w:t>{text if head else escape(text)}</w:t></w:r></w:p>"
        for level, text in paragraphs
    )
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "word/document.xml": f'<?xml version="1.0"?>{head}{document}',
        "docProps/core.xml": '<?xml version="1.0"?><p xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>Ada</dc:creator></p>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return path
