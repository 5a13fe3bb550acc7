"""What the tools answer: the output schemas that a client sees. A field with nothing to say is left out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

StartLine = Annotated[int, Field(description="First line, 1-based")]
EndLine = Annotated[int, Field(description="Last line, 1-based, inclusive")]
StartChar = Annotated[int, Field(description="First code point in the document, 0-based")]
EndChar = Annotated[int, Field(description="One past the last code point")]
HeadingPath = Annotated[list[str], Field(description="Headings from the outermost to the section's own")]
Anchor = Annotated[
    str,
    Field(description="The heading's anchor in links, unique in the document; empty before the first one"),
]
Cut = Annotated[
    bool | None,
    Field(description="True where this alone was larger than an answer may be: its long texts end in …"),
]
NextCursor = Annotated[
    str | None, Field(description="There is more: call again with this as cursor and all else the same")
]
Total = Annotated[int, Field(description="How many there are, on all pages")]


class Chunk(BaseModel):
    """One chunk; with ``text`` from ``start_char`` to ``end_char`` of the document."""

    id: str
    ref: Annotated[str, Field(description="path#anchor, to cite it")]
    index: Annotated[int, Field(description="Position among the chunks of the document, from 0")]
    heading_path: HeadingPath
    anchor: Anchor
    start_line: StartLine
    end_line: EndLine
    start_char: StartChar
    end_char: EndChar
    part: Annotated[int, Field(description="2 of parts=3: the second of three parts of one section")]
    parts: int
    kind: Annotated[str, Field(description="paragraph, code, table, list, …, or mixed")]
    lang: Annotated[str, Field(description="Language of the code, if it is code")]
    chars: Annotated[int, Field(description="Length of text in code points")]
    text: Annotated[str, Field(description="The exact slice of the document")]
    content: Annotated[
        str | None,
        Field(description="What to embed, where it is not text itself: with path, overlap, table header"),
    ] = None
    overlap: Annotated[int | None, Field(description="Code points of overlap in content")] = None
    cut: Cut = None


class Page(BaseModel):
    """What any page of a list says."""

    total: Total
    next_cursor: NextCursor = None


class PageOfDocument(Page):
    """What any page of what is in one document says."""

    source: Annotated[str, Field(description="Path of the document, empty for a text")]
    title: str


class ChunkPage(PageOfDocument):
    """Chunks of a document."""

    chunks: list[Chunk]
    notices: Annotated[list[str] | None, Field(description="What looks wrong in the Markdown")] = None


class Heading(BaseModel):
    """One heading, with the sizes of its section."""

    level: Annotated[int, Field(description="1 to 6")]
    text: str
    anchor: Anchor
    start_line: StartLine
    end_line: Annotated[int, Field(description="Last line of the section's own text, sub-sections left out")]
    chars: Annotated[int, Field(description="Code points of the section's own text")]
    tree_end_line: Annotated[int, Field(description="Last line, sub-sections included")]
    tree_chars: Annotated[int, Field(description="Code points, sub-sections included")]
    cut: Cut = None


class OutlinePage(PageOfDocument):
    """Headings of a document in its order."""

    headings: list[Heading]


class Section(BaseModel):
    """One section, or a piece of it where it is long."""

    source: str
    heading: str
    level: Annotated[int, Field(description="1 to 6")]
    heading_path: HeadingPath
    anchor: Anchor
    start_line: StartLine
    end_line: EndLine
    chars: Annotated[int, Field(description="Code points of the whole section")]
    start_char: Annotated[int, Field(description="First code point of text in the document, 0-based")]
    end_char: EndChar
    text: Annotated[str, Field(description="The section's exact text, or the next piece of it")]
    next_cursor: NextCursor = None


class Saved(BaseModel):
    """A chunks file that was written."""

    path: str
    chunks: int
    bytes: int
    replaced: Annotated[bool, Field(description="Whether an older chunks file was there")]


class Document(BaseModel):
    """A document that is served."""

    path: Annotated[str, Field(description="What the other tools take as path")]
    title: str
    bytes: int
    cut: Cut = None


class DocumentPage(Page):
    """Documents by name."""

    documents: list[Document]


class Hit(BaseModel):
    """A section that was found."""

    path: str
    heading_path: HeadingPath
    anchor: Anchor
    start_line: StartLine
    end_line: EndLine
    excerpt: str
    score: Annotated[float, Field(description="More is better, within this answer only")]
    cut: Cut = None


class HitPage(Page):
    """Hits, best first."""

    matched: Annotated[Literal["all", "any"], Field(description="any: no section holds all the words")]
    hits: list[Hit]
    pending: Annotated[
        int | None, Field(description="Documents that are not read yet; call again to search them too")
    ] = None
    problems: Annotated[list[str] | None, Field(description="Documents that cannot be read, and why")] = None
