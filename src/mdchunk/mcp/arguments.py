"""The arguments that several tools take: type, range and what a model reads about each."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mdchunk.files.settings import LEAST_CHARS
from mdchunk.mcp.roots import MAX_BYTES
from mdchunk.model import Options
from mdchunk.syntax.dialects import DIALECTS

DEFAULTS = Options()

Path = Annotated[
    str | None,
    Field(description="A Markdown or text file, as list_documents names it, or an absolute path in a folder"),
]
Text = Annotated[str | None, Field(description="Markdown, instead of path", max_length=MAX_BYTES)]
MaxChars = Annotated[int, Field(ge=LEAST_CHARS, le=8000, description="Most code points of a chunk's content")]
Overlap = Annotated[
    int,
    Field(
        ge=0,
        description="Most code points that a later part of a section repeats; less than half of max_chars",
    ),
]
PrefixPath = Annotated[bool, Field(description="Start content with the line Title > Heading > Heading")]
Dialect = Annotated[
    str, Field(description="auto: by the ending of the file", json_schema_extra={"enum": ["auto", *DIALECTS]})
]
Cursor = Annotated[str | None, Field(description="next_cursor of the page before")]
