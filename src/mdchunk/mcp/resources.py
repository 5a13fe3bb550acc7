"""The documents as resources, the prompts, and the completion of paths: what people pick, not the model."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from mcp.types import Completion, CompletionArgument, Resource
from pydantic import Field

from mdchunk.mcp import roots
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from mdchunk.mcp.library import Library

URI = "mdchunk://file/"
TEMPLATE = URI + "{+path}"
MIME_TYPE = "text/markdown"
RESOURCE_CHARS = 100_000
"""Maximum characters of a document that is read as a resource, which has no pages."""
LISTED = 200
"""Maximum documents listed as resources; the template and its completion reach all."""
COMPLETED = 100
"""Maximum values of one completion, by the protocol."""


def listed(library: Library) -> list[Resource]:
    """Return the first documents as resources."""
    return [
        Resource(uri=URI + quote(document.name), name=document.name, mime_type=MIME_TYPE)
        for document in islice(roots.files(library.folders), LISTED)
    ]


def whole_text(library: Library, path: str) -> str:
    """Return the text of a document.

    Raises:
        MdchunkError: It cannot be read, or it is too long.
    """
    found = roots.find(library.folders, path)
    text = roots.text_of(found)
    if len(text) > RESOURCE_CHARS:
        raise MdchunkError(
            f"{found.name} has {len(text):,} characters, too long to read at once (limit "
            f"{RESOURCE_CHARS:,}); use the tools outline_markdown and get_section"
        )
    return text


DocumentPath = Annotated[str, Field(description="A document, as list_documents names it")]


def summarise_document(path: DocumentPath) -> str:
    """Summarise one document section by section."""
    return (
        f"Summarise the document {path!r}. Call outline_markdown for its headings and sizes, then read it "
        "with get_section, one section at a time, following next_cursor. For each section give one or two "
        "sentences and cite it as path#anchor. Finish with a summary of the whole in five sentences."
    )


def answer_from_documents(question: Annotated[str, Field(description="What to find out")]) -> str:
    """Answer a question from the served documents, with citations."""
    return (
        f"Answer this question from the served documents only: {question}\n\n"
        "Call search_sections with the words that matter, try other words if nothing fits, and read the "
        "best hits with get_section before you answer. Cite each statement as path#anchor. "
        "If the documents do not say, say so."
    )


PROMPTS = ((summarise_document, "Summarise a document"), (answer_from_documents, "Answer from the documents"))
"""Function and title."""


def complete(library: Library, argument: CompletionArgument) -> Completion | None:
    """Return the paths that begin with what is typed, then those that contain it; None for other arguments."""
    if argument.name != "path":
        return None
    typed = argument.value.casefold()
    names = [each.name for each in roots.files(library.folders) if typed in each.name.casefold()]
    names.sort(key=lambda name: not name.casefold().startswith(typed))
    return Completion(values=names[:COMPLETED], total=len(names), has_more=len(names) > COMPLETED)
