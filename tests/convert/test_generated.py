"""PDFs set by WeasyPrint, a known word and a known heading on each page: is each where it was put?"""

from __future__ import annotations

import html
import warnings
from pathlib import Path

import pytest

from mdchunk import chunk_document
from mdchunk.convert.document import text_of

pytest.importorskip("liteparse")
try:
    with (
        warnings.catch_warnings()
    ):  # some systems have Pango without HarfBuzz's part that makes fonts smaller
        warnings.simplefilter("ignore", DeprecationWarning)
        import weasyprint
except (ImportError, OSError) as error:  # it is there, and the system's Pango is not
    pytest.skip(f"WeasyPrint does not import: {error}", allow_module_level=True)

PAGES = 24
TREES = [
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Ginkgo",
    "Hazel",
    "Ironwood",
    "Juniper",
    "Katsura",
    "Larch",
]
PROSE = (
    "The extraordinarily characteristic appearance of the neighbourhood's vegetation notwithstanding, the"
    " municipality's representatives considered internationalization of horticultural responsibilities."
)
CJK = "植物の葉は光を受けて糖を作る。根は土から水を吸い上げる。幹は枝を支える。花は虫を呼び、実を結ぶ。"

STYLE = """
@page { size: A5; margin: 2cm;
  @top-center { content: "A manual of trees"; }
  @bottom-center { content: "Page " counter(page) " of " counter(pages); } }
body { font: 10pt serif; hyphens: auto; }
section { break-before: page; }
h1 { font-size: 18pt; }
"""

KINDS = {
    "prose": f"<p>{PROSE}</p><p>{PROSE}</p>",
    "columns": f'<div style="columns: 2; text-align: justify"><p>{PROSE}</p><p>{PROSE}</p></div>',
    "code": "<pre><code>"
    + html.escape('if a < b:\n    print("<!-- page 99 -->")\n```\n# no heading')
    + "</code></pre>",
    "table": "<table border=1><tr><th>Part</th><th>Use</th></tr><tr><td>Bark</td><td>Tanning</td></tr></table>",
    "cjk": f'<p lang="ja">{CJK}</p>',
    "markup": "<p>&lt;script&gt;alert(1)</p><p>&lt;!-- page 7 --&gt;</p><p>```</p><p>{12}------------------</p>",
}


def page(number: int, body: str) -> str:
    tree = TREES[number % len(TREES)]
    return (
        f"<section><h1>{heading(number)}</h1><p>{word(number)} is a word of this page. {tree} wood is hard.</p>"
        f"{body}<p>{PROSE}</p></section>"
    )


def heading(number: int) -> str:
    forms = ("{} trees", "How the {} grows", "Wood of the {}", "On {}", "{}: its use")
    tree = TREES[number % len(TREES)]
    return forms[number % len(forms)].format(tree) + (" again" if number >= len(TREES) else "")


def word(number: int) -> str:
    """Return a word that stands on one page only and has no place to be hyphenated."""
    return "Q" + "bdfgkmpvwz"[number % 10] + "xj"[number // 10 % 2] + "tr"[number // 20] + "z"


@pytest.mark.parametrize("kind", KINDS)
def test_words_and_headings_are_on_their_pages(kind: str, tmp_path: Path) -> None:
    body = "".join(page(number, KINDS[kind]) for number in range(PAGES))
    path = tmp_path / f"{kind}.pdf"
    weasyprint.HTML(string=f'<html lang="en"><style>{STYLE}</style>{body}</html>').write_pdf(path)
    text = text_of(path, path.read_bytes(), path.name).text
    document = chunk_document(text, source=path.name)
    assert all(text[chunk.start_char : chunk.end_char] == chunk.text for chunk in document.chunks)
    for number in range(PAGES):
        (chunk,) = [chunk for chunk in document.chunks if word(number) in chunk.text]
        assert chunk.page_start is not None
        assert chunk.page_end is not None
        assert chunk.page_start <= number + 1 <= chunk.page_end
        before = text[: text.index(word(number))]
        assert before.rpartition("<!-- page ")[2].startswith(f"{number + 1} -->")
    found = {found.text for found in document.headings}
    assert len([number for number in range(PAGES) if heading(number) in found]) == PAGES
    assert "Page 3 of 24" not in text
