"""PDF, Word and HTML through the real converters, each document made here."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import pytest

from mdchunk import MdchunkError, chunk_document
from mdchunk.convert import worker
from mdchunk.convert.converters import FORMATS, converter_of
from mdchunk.convert.document import Conversion, FileText, text_of
from tests.support.documents_made import write_docx, write_pdf

pytest.importorskip("liteparse")
pytest.importorskip("anydoc")
pytest.importorskip("html_to_markdown")

WORDS = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo"]
TITLES = ["On alder trees", "Birch", "How a cedar grows", "Dogwood", "Elms", "Fir, the tall one", "Ginkgo"]
"""Unlike each other: what is alike on each page is taken for a running header."""
PARTS = ["roots", "bark", "leaves", "twigs", "seeds"]


def read(path: Path, conversion: Conversion = Conversion()) -> FileText:  # noqa: B008
    return text_of(path, path.read_bytes(), path.name, conversion=conversion)


def error_of(path: Path) -> str:
    with pytest.raises(MdchunkError) as caught:
        read(path)
    return str(caught.value)


class TestPdf:
    def test_every_word_is_on_its_page(self, tmp_path: Path) -> None:
        pages = [
            [
                (24, title),
                *((11, f"Of the {word}'s {part} a lot is to be said.") for part in PARTS),
                (11, word * 2),
            ]
            for word, title in zip(WORDS, TITLES, strict=True)
        ]
        text = read(write_pdf(tmp_path / "trees.pdf", pages)).text
        document = chunk_document(text, source="trees.pdf")
        assert len(document.chunks) == len(WORDS)
        for number, (chunk, word) in enumerate(zip(document.chunks, WORDS, strict=True), 1):
            assert word * 2 in chunk.text
            assert chunk.heading_path == (TITLES[number - 1],)
            assert (chunk.page_start, chunk.page_end) == (number, number)

    def test_a_chunk_over_two_pages_says_both(self, tmp_path: Path) -> None:
        pages = [[(22, "Title"), (11, "It begins here and")], [(11, "it ends there, at last.")]]
        (chunk,) = chunk_document(read(write_pdf(tmp_path / "a.pdf", pages)).text, source="a.pdf").chunks
        assert (chunk.page_start, chunk.page_end) == (1, 2)

    def test_pages_without_text_are_reported(self, tmp_path: Path) -> None:
        pages = [[(11, "One word.")], [], [], [(11, "Another thing.")], []]
        found = read(write_pdf(tmp_path / "a.pdf", pages))
        assert [notice.message for notice in found.notices] == ["no text on pages 2-3, 5"]
        assert "<!-- page 3 -->\n\n<!-- page 4 -->\n\nAnother thing." in found.text

    def test_what_a_page_prints_stays_on_it(self, tmp_path: Path) -> None:
        lines = ["```", "<!-- page 9 -->", "<script>", "{7}------------", "---"]
        pages = [[(11, "The first page has text."), (11, line), (11, "and more of it.")] for line in lines]
        text = read(write_pdf(tmp_path / "a.pdf", [*pages, [(11, "Unique end.")]])).text
        document = chunk_document(text, source="a.pdf", max_chars=200)
        assert document.chunks[-1].page_end == len(lines) + 1
        assert all((chunk.page_end or 0) <= len(lines) + 1 for chunk in document.chunks)

    def test_title_and_bookmarks(self, tmp_path: Path) -> None:
        pages = [
            [(11, "Intro"), (11, ""), (11, "Some text that is longer.")],
            [(20, "Detail"), (11, "Other text.")],
        ]
        path = write_pdf(tmp_path / "a.pdf", pages, title="A (b)", bookmarks=[("Detail", 1)])
        document = chunk_document(read(path).text, source="a.pdf")
        assert document.title == "A (b)"
        assert [(heading.level, heading.text) for heading in document.headings] == [(1, "Detail")]

    @pytest.mark.parametrize(
        ("data", "problem"),
        [
            (b"", "a.pdf: is not a PDF file"),
            (b"hello", "a.pdf: is not a PDF file"),
            (b"%PDF-1.7 but nothing else", "a.pdf: cannot be read: invalid PDF format"),
        ],
    )
    def test_no_pdf(self, tmp_path: Path, data: bytes, problem: str) -> None:
        (tmp_path / "a.pdf").write_bytes(data)
        assert error_of(tmp_path / "a.pdf") == problem

    def test_a_pdf_behind_something_else(self, tmp_path: Path) -> None:
        """What a proxy puts in front of a PDF does not make it HTML."""
        path = write_pdf(tmp_path / "a.pdf", [[(11, "Still here.")]])
        path.write_bytes(b"<html><!-- proxy --></html>\n" + path.read_bytes())
        assert "Still here." in read(path).text

    def test_a_password(self, tmp_path: Path) -> None:
        path = write_pdf(tmp_path / "a.pdf", [[(11, "Hidden.")]], password="secret")  # noqa: S106
        assert error_of(path) == "a.pdf: needs a password; save a copy without one"

    def test_a_scan(self, tmp_path: Path) -> None:
        assert error_of(write_pdf(tmp_path / "a.pdf", [[], [], []])) == (
            "a.pdf: has no text on its 3 pages (scanned?); run OCR over it first, for example with ocrmypdf"
        )

    def test_a_stream_that_inflates_a_thousand_times(self, tmp_path: Path) -> None:
        """50 kB become 50 MB in the converter's own process, whatever comes of it."""
        path = write_pdf(tmp_path / "a.pdf", [[(11, "Found it.")]], stream=b" " * 50_000_000)
        assert path.stat().st_size < 100_000
        assert "Found it." in read(path).text

    def test_too_many_pages(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from mdchunk.convert import pdf

        monkeypatch.setattr(pdf, "MAX_PAGES", 2)
        path = write_pdf(tmp_path / "a.pdf", [[(11, word)] for word in WORDS[:3]])
        with pytest.raises(MdchunkError, match="has more than 2 pages; split it into several files"):
            pdf.convert(str(path))


class TestWord:
    def test_headings_text_and_properties(self, tmp_path: Path) -> None:
        path = write_docx(
            tmp_path / "a.docx", [(1, "Intro"), (0, "x < y & z"), (2, "Part")], title="The <title>"
        )
        document = chunk_document(read(path).text, source="a.docx")
        assert [(h.level, h.text, h.ref) for h in document.headings] == [
            (1, "Intro", "a.docx#intro"),
            (2, "Part", "a.docx#part"),
        ]
        assert (document.title, document.metadata["author"]) == ("The <title>", "Ada")
        assert all(chunk.page_start is None for chunk in document.chunks)

    def test_entities_of_a_document_type_are_not_read(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("TOP SECRET")
        head = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{tmp_path}/secret">]>'
        found = read(write_docx(tmp_path / "a.docx", [(0, "a &e; b")], head=head))
        assert "SECRET" not in found.text

    def test_a_zip_bomb(self, tmp_path: Path) -> None:
        path = tmp_path / "a.docx"
        write_docx(path, [(0, "x")])
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
            package.writestr("word/styles.xml", b" " * 300_000_000)
        assert error_of(path).startswith("a.docx: cannot be read: ")

    def test_deep_tables(self, tmp_path: Path) -> None:
        deep = "<w:tbl><w:tr><w:tc>" * 20_000 + "</w:tc></w:tr></w:tbl>" * 20_000
        path = write_docx(tmp_path / "a.docx", [(0, f"</w:t></w:r></w:p>{deep}<w:p><w:r><w:t>")], head=" ")
        assert error_of(path).startswith("a.docx: cannot be read: ")

    def test_no_zip(self, tmp_path: Path) -> None:
        (tmp_path / "a.docx").write_bytes(b"PK\x03\x04 nope")
        assert error_of(tmp_path / "a.docx").startswith("a.docx: cannot be read: malformed document")

    def test_no_text(self, tmp_path: Path) -> None:
        assert error_of(write_docx(tmp_path / "a.docx", [])) == "a.docx: has no text"


class TestHtml:
    def text(self, tmp_path: Path, html: str, encoding: str = "utf-8") -> str:
        (tmp_path / "a.html").write_bytes(html.encode(encoding))
        return read(tmp_path / "a.html").text.partition("---\n\n")[2]

    @pytest.mark.parametrize(
        ("heading", "anchor"),
        [
            ('<h2 id="set-up">Setup</h2>', "set-up"),
            ('<section id="set-up"><h2>Setup</h2></section>', "set-up"),
            ('<h2><a name="set-up"></a>Setup</h2>', "set-up"),
            ('<h2><a id="set-up" class="headerlink" href="#set-up">#</a>Setup</h2>', "set-up"),
            ('<section id="other"><p>x</p><h2>Setup</h2></section>', "setup"),
            ('<h2 id="a b">Setup</h2>', "setup"),
            ("<h2>Setup</h2>", "setup"),
        ],
    )
    def test_a_heading_has_the_id_of_its_page(self, tmp_path: Path, heading: str, anchor: str) -> None:
        document = chunk_document(self.text(tmp_path, f"<h1>T</h1>{heading}<p>b</p>"), source="a.html")
        assert (document.headings[1].text, document.headings[1].anchor) == ("Setup", anchor)

    def test_what_is_around_the_text_is_left_out(self, tmp_path: Path) -> None:
        html = (
            "<nav>N</nav><h1>T</h1><div role=navigation>R</div><aside>A</aside><p>Text</p><footer>F</footer>"
        )
        assert self.text(tmp_path, html) == "# T\n\nText\n"

    def test_the_main_element_is_the_text(self, tmp_path: Path) -> None:
        html = "<div>Menu</div><main><h1 id=x>T</h1><p>Text</p></main><div>Imprint</div>"
        assert self.text(tmp_path, html) == "# T {#x}\n\nText\n"

    def test_code_and_tables(self, tmp_path: Path) -> None:
        html = (
            '<h1>T</h1><pre><code class="language-py">a &lt; b\n# c</code></pre>'
            "<table><tr><th>A</th></tr><tr><td>1</td></tr></table>"
        )
        document = chunk_document(self.text(tmp_path, html), source="a.html")
        assert "```py\na < b\n# c\n```" in document.chunks[0].text
        assert [heading.text for heading in document.headings] == ["T"]
        assert "| A" in document.chunks[0].text

    def test_text_that_looks_like_html_stays_text(self, tmp_path: Path) -> None:
        text = self.text(
            tmp_path, "<h1>T</h1><p>&lt;script&gt; x</p><h2>After</h2><p>&lt;!-- y</p><h2>End</h2>"
        )
        assert [h.text for h in chunk_document(text, source="a.html").headings] == ["T", "After", "End"]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
    def test_encodings(self, tmp_path: Path, encoding: str) -> None:
        meta = '<meta charset="iso-8859-1">' if encoding == "iso-8859-1" else ""
        assert self.text(tmp_path, f"<head>{meta}</head><h1>Grüße</h1>", encoding) == "# Grüße\n"

    def test_wrong_bytes(self, tmp_path: Path) -> None:
        (tmp_path / "a.html").write_bytes(b"<h1>\xe4</h1>")
        assert (
            error_of(tmp_path / "a.html") == "a.html: is not utf-8: byte 0xe4 at offset 4; save it as UTF-8"
        )

    def test_title_and_author(self, tmp_path: Path) -> None:
        html = '<head><title> A &amp;\n b </title><meta name="Author" content="Ö"></head><h1>T</h1>'
        (tmp_path / "a.html").write_text(html, encoding="utf-8")
        metadata = chunk_document(read(tmp_path / "a.html").text, source="a.html").metadata
        assert (metadata["title"], metadata["author"]) == ("A & b", "Ö")


class TestProcess:
    """A conversion is a process of its own."""

    def own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> Conversion:
        (tmp_path / "made_here.py").write_text(f"import os, time\ndef convert(path):\n    {body}\n")
        monkeypatch.chdir(tmp_path)
        (tmp_path / "a.pdf").write_bytes(b"anything")
        return Conversion(("pdf=py:made_here:convert",))

    def error(self, tmp_path: Path, conversion: Conversion) -> str:
        with pytest.raises(MdchunkError) as caught:
            read(tmp_path / "a.pdf", conversion)
        return str(caught.value)

    def test_a_converter_of_the_users_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It answers for its Markdown: its page comments count."""
        said = '"<!-- page 1 -->\\n\\n# A\\n\\n<!-- page 2 -->\\n\\n" + os.path.basename(path)'
        found = read(tmp_path / "a.pdf", self.own(tmp_path, monkeypatch, f"print('noise'); return {said}"))
        (chunk,) = chunk_document(found.text, source="a.pdf").chunks
        assert (chunk.page_start, chunk.page_end) == (1, 2)
        assert found.converter == "py:made_here:convert"

    @pytest.mark.parametrize(
        ("body", "problem"),
        [
            ("os._exit(3)", "a.pdf: could not be converted: the process of py:made_here:convert died"),
            (
                "os.kill(os.getpid(), 11)",
                "a.pdf: could not be converted: the process of py:made_here:convert died",
            ),
            ("x = bytearray(8 << 30); return 'x'", "a.pdf: could not be converted: the process of"),
            (
                "1 / 0",
                "a.pdf: could not be converted: a bug in mdchunk or in py:made_here:convert; please report it",
            ),
            ("return b'x'", "a.pdf: gave no text through py:made_here:convert"),
            ("return ' '", "a.pdf: gave no text through py:made_here:convert"),
        ],
    )
    def test_it_may_die(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, problem: str
    ) -> None:
        assert self.error(tmp_path, self.own(tmp_path, monkeypatch, body)).startswith(problem)

    def test_it_may_hang(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        conversion = self.own(tmp_path, monkeypatch, "time.sleep(600)")
        converter = converter_of("a.pdf", conversion.converters)
        assert converter
        with pytest.raises(MdchunkError, match="took more than 1 s to convert"):
            worker.convert("a.pdf", converter, max_seconds=1)

    def test_too_large(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker, "MAX_BYTES", 7)
        conversion = self.own(tmp_path, monkeypatch, "return 'x'")
        assert self.error(tmp_path, conversion) == "a.pdf: has 8 bytes, more than the 7 that are converted"

    @pytest.mark.parametrize("entry", ["pdf", "pdf=my:f", "=py:a:b", "pdf=py:a"])
    def test_what_is_no_converter(self, entry: str) -> None:
        with pytest.raises(MdchunkError, match=r"converter must be ENDING=py:package\.module:function"):
            converter_of("a.md", (entry,))

    def test_endings_in_any_case(self) -> None:
        assert converter_of("a/B.PDF") == FORMATS["pdf"]
        assert converter_of("a.htm") == FORMATS["html"]
        assert converter_of("a.md") is converter_of("pdf") is None

    def test_the_same_bytes_each_time(self, tmp_path: Path) -> None:
        path = write_pdf(tmp_path / "a.pdf", [[(20, word), (11, f"About {word}.")] for word in WORDS])
        assert read(path) == read(path)


class TestKept:
    def test_a_kept_text_is_used_while_it_fits(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        conversion = Conversion(folder=str(tmp_path / "kept"))
        path = write_pdf(tmp_path / "a.pdf", [[(11, "First text.")], []])
        first = read(path, conversion)
        kept = tmp_path / "kept" / "a.pdf.md"
        assert kept.read_text(encoding="utf-8") == first.text
        monkeypatch.setattr("mdchunk.convert.worker.convert", None)  # not called again
        assert read(path, conversion) == first

    def test_a_changed_original_is_converted_again(self, tmp_path: Path) -> None:
        conversion = Conversion(folder=str(tmp_path / "kept"))
        read(write_pdf(tmp_path / "a.pdf", [[(11, "First text.")]]), conversion)
        found = read(write_pdf(tmp_path / "a.pdf", [[(11, "Second text.")]]), conversion)
        assert "Second text." in found.text
        assert (tmp_path / "kept" / "a.pdf.md").read_text(encoding="utf-8") == found.text

    def test_a_damaged_one_is_made_again(self, tmp_path: Path) -> None:
        conversion = Conversion(folder=str(tmp_path / "kept"))
        path = write_pdf(tmp_path / "a.pdf", [[(11, "First text.")]])
        text = read(path, conversion).text
        (tmp_path / "kept" / "a.pdf.md").write_bytes(b"\xff")
        assert read(path, conversion).text == text

    @pytest.mark.parametrize("source", ["../a.pdf", "/x/a.pdf"])
    def test_outside_the_root_there_is_no_place(self, tmp_path: Path, source: str) -> None:
        path = write_pdf(tmp_path / "a.pdf", [[(11, "First text.")]])
        with pytest.raises(MdchunkError, match="is outside the root"):
            text_of(path, path.read_bytes(), source, conversion=Conversion(folder=str(tmp_path / "kept")))


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mdchunk.convert import converters

    monkeypatch.setattr(converters, "_version", lambda _: "")
    (tmp_path / "a.pdf").write_bytes(zlib.compress(b""))
    assert error_of(tmp_path / "a.pdf").startswith("a.pdf: needs 2 more packages to be converted; run ")
    assert 'pip install "liteparse>=2.18,<3" "pypdfium2>=5.15,<6"' in error_of(tmp_path / "a.pdf")


def test_what_leads_to_a_place_in_a_pdf_is_its_page(tmp_path: Path) -> None:
    """A ref for each chunk, not for each section: browsers open ``a.pdf#page=3``."""
    pages = [
        [(24, title), *((11, f"Of the {word}'s {part} a lot is to be said.") for part in PARTS)]
        for word, title in zip(WORDS, TITLES, strict=True)
    ]
    text = read(write_pdf(tmp_path / "a.pdf", pages)).text
    document = chunk_document(text, source="a.pdf", max_chars=200)
    assert len(document.chunks) > len(pages)
    for chunk in document.chunks:
        assert chunk.ref == f"a.pdf#page={chunk.page_start}"
    assert [heading.ref for heading in document.headings] == [
        f"a.pdf#page={n}" for n in range(1, len(pages) + 1)
    ]
    assert document.headings[0].anchor == "on-alder-trees"
    sub = chunk_document(
        "<!-- page 4 -->\n\n# A\n\na\n\n<!-- page 5 -->\n\n## B\n\nb\n", source="B.PDF"
    ).chunks[1]
    assert (sub.ref, sub.parent_ref) == ("B.PDF#page=5", "B.PDF#page=4")


def test_an_id_that_we_wrote_is_not_embedded(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1 id=top>T</h1><p>b</p><h2 id=sub>S</h2><p>c</p>", encoding="utf-8")
    document = chunk_document(read(tmp_path / "a.html").text, source="a.html")
    assert [(c.text, c.content, c.anchor) for c in document.chunks] == [
        ("# T {#top}\n\nb", "# T\n\nb", "top"),
        ("## S {#sub}\n\nc", "## S\n\nc", "sub"),
    ]
    assert set(document.dropped) == {"front_matter"}
    # in a dialect of the author's own it is the author's text
    assert chunk_document("# T {#top}\n", source="a.md", dialect="pandoc").chunks[0].content == "# T {#top}"
