"""What the tools take and what they answer: the schemas that a client sees. Empty optional fields are omitted."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from mdchunk.files.settings import LEAST_CHARS
from mdchunk.mcp.roots import MAX_BYTES
from mdchunk.model import Options
from mdchunk.syntax.dialects import DIALECTS

DEFAULTS = Options()

DocumentPath = Annotated[
    str | None,
    Field(description="A Markdown file, as list_documents names it (guide/setup.md), or an absolute path"),
]
Text = Annotated[str | None, Field(description="Markdown, instead of path", max_length=MAX_BYTES)]
Source = Annotated[
    str | None,
    Field(description="With text: the path that refs and ids get, such as guide/setup.md", max_length=4096),
]
MaxChars = Annotated[
    int, Field(ge=LEAST_CHARS, le=8000, description="Maximum characters in a chunk's content")
]
Overlap = Annotated[
    int,
    Field(
        ge=0,
        description="Maximum characters repeated from the previous part of a section; less than half of max_chars",
    ),
]
PrefixPath = Annotated[
    Literal["none", "parts", "all"] | bool,
    Field(
        description="Which chunks start with the line Title > Heading > Heading: none, the later parts of a cut"
        " section, or all"
    ),
]
Dialect = Annotated[
    str,
    Field(description="auto: chosen by the file's ending", json_schema_extra={"enum": ["auto", *DIALECTS]}),
]
MaxBytes = Annotated[
    int | None,
    Field(ge=3_000, description="Maximum bytes of the answer; at most, and by default, the server's limit"),
]
Folder = Annotated[
    str | None, Field(description="Only in this folder (guide/), or paths that match a glob (*/api/*)")
]
Language = Annotated[
    str | None,
    Field(
        description="Only documents in this language (zh, pt-BR), by front matter or path; avoids translations"
    ),
]
Where = Annotated[
    dict[str, str | int | float | bool] | None,
    Field(description='Only documents with these front matter keys: {"tags": "api"}'),
]
Cursor = Annotated[str | None, Field(description="next_cursor of the previous page")]

StartLine = Annotated[int, Field(description="First line, 1-based")]
EndLine = Annotated[int, Field(description="Last line, 1-based, inclusive")]
StartChar = Annotated[int, Field(description="Offset of the first character in the document, 0-based")]
EndChar = Annotated[int, Field(description="Offset after the last character")]
HeadingPath = Annotated[list[str], Field(description="Headings from the outermost to the section's own")]
Anchor = Annotated[
    str,
    Field(description="The heading's anchor in links, unique in the document; empty before the first one"),
]
Cut = Annotated[
    bool | None,
    Field(description="True if this alone exceeded the limit of an answer: its long texts end in …"),
]
NextCursor = Annotated[
    str | None,
    Field(description="There is more: call again with this as cursor and the other arguments unchanged"),
]
Total = Annotated[int, Field(description="Number of items on all pages")]


class Chunk(BaseModel):
    """One chunk; ``text`` runs from ``start_char`` to ``end_char`` of the document."""

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
    chars: Annotated[int, Field(description="Length of text in characters")]
    text: Annotated[str, Field(description="The exact slice of the document")]
    content: Annotated[
        str | None,
        Field(description="What to embed, if it differs from text: with path, overlap, table header"),
    ] = None
    overlap: Annotated[int | None, Field(description="Characters of overlap in content")] = None
    cut: Cut = None


AsDialect = Annotated[
    str | None,
    Field(
        description="How it was read, if auto chose it because headings here end in {#id}: those are the anchors"
    ),
]


class Page(BaseModel):
    """Fields of every page of a list."""

    total: Total
    next_cursor: NextCursor = None


class PageOfDocument(Page):
    """Fields of every page about one document."""

    source: Annotated[str, Field(description="Path of the document, empty for a text")]
    title: str
    dialect: AsDialect = None


class ChunkPage(PageOfDocument):
    """Chunks of a document."""

    chunks: list[Chunk]
    notices: Annotated[list[str] | None, Field(description="Problems in the Markdown")] = None


class Heading(BaseModel):
    """One heading, with the sizes of its section."""

    level: Annotated[int, Field(description="1 to 6")]
    text: str
    anchor: Anchor
    start_line: StartLine
    end_line: Annotated[int, Field(description="Last line of the section's own text, without sub-sections")]
    chars: Annotated[int, Field(description="Characters of the section's own text")]
    tree_end_line: Annotated[int, Field(description="Last line, with sub-sections")]
    tree_chars: Annotated[int, Field(description="Characters, with sub-sections")]
    cut: Cut = None


class OutlinePage(PageOfDocument):
    """Headings of a document in its order."""

    headings: list[Heading]


class Section(BaseModel):
    """One section, or one page of it if it is long."""

    source: Annotated[str, Field(description="Path of the document, empty for a text")]
    ref: Annotated[str, Field(description="path#anchor, to cite it")]
    heading: str
    level: Annotated[int, Field(description="1 to 6; 0 for the text before the first heading")]
    heading_path: HeadingPath
    anchor: Anchor
    start_line: StartLine
    end_line: EndLine
    chars: Annotated[int, Field(description="Characters of the whole section")]
    start_char: Annotated[int, Field(description="Offset of text in the document, 0-based")]
    end_char: EndChar
    dialect: AsDialect = None
    text: Annotated[str, Field(description="The section's exact text, or the next page of it")]
    next_cursor: NextCursor = None


class Sections(BaseModel):
    """One section (its fields stand here), or several in ``sections``."""

    source: str | None = None
    ref: Annotated[str | None, Field(description="path#anchor, to cite it")] = None
    heading: str | None = None
    level: Annotated[int | None, Field(description="1 to 6; 0 for the text before the first heading")] = None
    heading_path: HeadingPath | None = None
    anchor: Anchor | None = None
    start_line: StartLine | None = None
    end_line: EndLine | None = None
    chars: Annotated[int | None, Field(description="Characters of the whole section")] = None
    start_char: StartChar | None = None
    end_char: EndChar | None = None
    dialect: AsDialect = None
    text: Annotated[str | None, Field(description="The section's exact text, or the next page of it")] = None
    next_cursor: NextCursor = None
    sections: Annotated[list[Section] | None, Field(description="Those asked for by sections")] = None
    left_out: Annotated[
        list[str] | None, Field(description="Refs that did not fit into this answer; ask for them again")
    ] = None
    not_found: Annotated[list[str] | None, Field(description="Why others were not found")] = None


class Saved(BaseModel):
    """A chunk file that was written."""

    path: str
    chunks: int
    bytes: int
    replaced: Annotated[bool, Field(description="Whether an older chunk file was replaced")]


class Document(BaseModel):
    """A document that is served."""

    path: Annotated[str, Field(description="What the other tools take as path")]
    title: str
    bytes: int
    cut: Cut = None


class DocumentPage(Page):
    """Documents by name."""

    documents: list[Document]
    notes: Annotated[list[str] | None, Field(description="How the documents are read")] = None
    problems: Annotated[list[str] | None, Field(description="Documents that can't be read, and why")] = None


class Hit(BaseModel):
    """A section that was found."""

    path: str
    ref: Annotated[str, Field(description="path#anchor: pass it to get_section; cite it")]
    heading_path: HeadingPath
    anchor: Anchor
    start_line: StartLine
    end_line: EndLine
    chars: Annotated[int, Field(description="Characters of the section's own text")]
    tree_chars: Annotated[int, Field(description="Characters, with sub-sections")]
    excerpt: Annotated[str, Field(description="The part of the section that holds most of the words")]
    score: Annotated[float, Field(description="Higher is better; compare within this answer only")]
    cut: Cut = None


class HitPage(Page):
    """Hits, best first: those with all the words, then those with some."""

    with_all: Annotated[
        int, Field(description="Hits, on all pages, that hold all the words; they come first")
    ]
    matched: Annotated[Literal["all", "any"], Field(description="any: no section holds all the words")]
    hits: list[Hit]
    replaced: Annotated[
        list[str] | None, Field(description="Words that no document holds, and what was searched for instead")
    ] = None
    missing: Annotated[list[str] | None, Field(description="Words that no document holds")] = None
    advice: Annotated[list[str] | None, Field(description="What to try, if nothing was found")] = None
    pending: Annotated[
        int | None, Field(description="Documents not indexed yet; call again to search them too")
    ] = None
    unreadable: Annotated[
        int | None, Field(description="Documents that can't be read; list_documents says why")
    ] = None
