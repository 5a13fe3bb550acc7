"""What a site shows of a heading with marks of its dialect, and the anchor that it makes of it."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from mdchunk import outline
from mdchunk.syntax.dialects import DIALECTS
from tests.support.real_anchors import REAL

FRONT_MATTER = "---\ntitle: My Title\nmyst:\n  substitutions:\n    version: 1.2\n---\n"

SHOWN: dict[str, list[tuple[str, str, str]]] = {
    "obsidian": [
        ("See [[Page|the alias]] now", "See the alias now", "see-the-alias-now"),
        ("[[Page#Section]]", "Page > Section", "page--section"),
        ("[[#Section]] x", "Section x", "section-x"),
        ("[[Page#A#B]]", "Page > A > B", "page--a--b"),
        ("Title ^abc-1", "Title", "title"),
        ("2^10", "2^10", "210"),
        ("![[a.png]] T", "a.png T", "apng-t"),
        ("![[b.png|100x20]] T", "b.png T", "bpng-t"),
        ("![[c.png|Photo]] T", "Photo T", "photo-t"),
        ("a ==mark *x*== b", "a mark x b", "a-mark-x-b"),
        ("a == b == c", "a == b == c", "a--b--c"),
        ("A %%hid%%", "A", "a"),
        ("`[[code]]` \\[[x]]", "[[code]] [[x]]", "code-x"),
        ("[[unclosed", "[[unclosed", "unclosed"),
    ],
    "myst": [
        ("The {ref}`text <target>` here", "The text here", "the-text-here"),
        ("Press {kbd}`Ctrl+C`", "Press Ctrl+C", "press-ctrl-c"),
        ("{doc}`Title <path>` and {doc}`path`", "Title and path", "title-and-path"),
        ("{abbr}`MyST (Markedly)` x", "MyST x", "myst-x"),
        ("{py:class}`~a.b.C` {func}`run`", "C run()", "c-run"),
        ("H{sub}`2`O", "H2O", "h2o"),
        ("[text *em*]{.cls} x", "text em x", "text-em-x"),
        ("`code`{l=python} y", "code y", "code-y"),
        ("{guilabel}`&File` {menuselection}`A --> B`", "File A \N{TRIANGULAR BULLET} B", "file-a-b"),
        ("``{embed}`` vs", "{embed} vs", "embed-vs"),
        ("{samp}`print {n}` {pep}`8`", "print n PEP 8", "print-n-pep-8"),
        ("a {{ version }} b", "a 1.2 b", "a-1-2-b"),
        ("a {{ unknown }} b", "a {{ unknown }} b", "a-unknown-b"),
        ("{octicon}`rocket;1em` Go", "Go", "go"),
    ],
    "pandoc": [
        ("A [span *x*]{.wide} b", "A span x b", "a-span-x-b"),
        ("Last [span]{.wide}", "Last span", "last-span"),
        ("Method [@doe2000]", "Method", "method-doe2000"),
        ("On [see @doe2000, p. 3; -@roe] x", "On x", "on-see-doe2000-p.-3--roe-x"),
        ("[@only]", "[@only]", "only"),
        ("@doe says", "@doe says", "doe-says"),
        ("H~2~O and x^2^", "H2O and x2", "h2o-and-x2"),
        ("[link](u){.btn} t", "link t", "link-t"),
        ("`x`{.py} z", "x z", "x-z"),
        ("`<br>`{=html} k", "k", "k"),
        ("note^[a note] z", "note z", "note-z"),
        ("**b**{.x}", "b", "b"),
    ],
    "quarto": [
        ("{{< fa thumbs-up >}} Good", "Good", "good"),
        ("Press {{< kbd Ctrl-C >}}", "Press Ctrl-C", "press-ctrl-c"),
        ("{{< meta title >}} x", "My Title x", "my-title-x"),
        ("{{< meta unknown >}} x", "{{< meta unknown >}} x", "meta-unknown-x"),
        ("A [span]{.aside}", "A span", "a-span"),
    ],
    "hugo": [
        ('{{< icon "github" >}} Title', "Title", "title"),
        ("{{< badge >}}New{{< /badge >}} thing", "New thing", "new-thing"),
        ('The {{< tooltip text="Pod" id="pod" >}} life', "The Pod life", "the-pod-life"),
        ("In {{% param title %}}", "In My Title", "in-my-title"),
        ("{{</* icon */>}} code", "{{< icon >}} code", "-icon--code"),
        ("a {{< b", "a {{< b", "a--b"),
        ('{{% heading "before" %}}', "before", "heading"),
    ],
    "jekyll": [
        ("About {{ page.title }} x", "About My Title x", "about-my-title-x"),
        ("{% include icon.html %} Title", "Title", "title"),
        ("{{ site.x }} y", "{{ site.x }} y", "-sitex--y"),
        ("a{: .b} *c*{: .d} e", "a c e", "a-c-e"),
        ('{{ "lit" | escape }} z', "lit z", "lit-z"),
        ("A {::comment}x{:/}", "A", "a"),
        ("{::nomarkdown}b{:/nomarkdown} c", "b c", "b-c"),
    ],
    "docfx": [
        ("<xref:System.String> x", "String x", "string-x"),
        ("<xref:System.String.Join%2A?displayProperty=fullName>", "System.String.Join", "systemstringjoin"),
        ("The @System.Text.Rune type", "The Rune type", "the-rune-type"),
        ("[!INCLUDE [sql](a.md)] setup", "sql setup", "sql-setup"),
        ("Click [!UICONTROL Save *now*]", "Click Save now", "click-save-now"),
        ("mail a@b.com", "mail a@b.com", "mail-abcom"),
    ],
    "mdc": [
        (":icon{name=x} Title", "Title", "title"),
        ("A :badge[New *x*]{type=i} b", "A New x b", "a-new-x-b"),
        ("[text]{.cls} t", "text t", "text-t"),
        ("Time 10:30 :smile:", "Time 10:30 :smile:", "time-1030-smile"),
        ("{{ $doc.title || 'd' }} and {{ $doc.no || 'x' }}", "My Title and x", "and"),
        (":alert", ":alert", ""),
    ],
    "mdx": [
        ("`foo` {'<bar>'} {\"b\"} {c}", "foo <bar> b {c}", "foo-bar-b-c"),
        ("A <B>c</B>{/* d */}", "A c", "a-c"),
    ],
    "vitepress": [("v {{ $frontmatter.title }} x", "v My Title x", "v-frontmatter-title-x")],
    "mkdocs": [
        (":material-check: Done", "Done", "done"),
        ("[t](u){ .md-button } x", "t x", "t-x"),
        ("a :smile: {x} b", "a :smile: {x} b", "a-smile-x-b"),
    ],
    "gfm": [("[[a]] {{< b >}} {ref}`c`", "[[a]] {{< b >}} {ref}c", "a--b--refc")],
}
"""Dialect -> heading, its text and its anchor."""
ROWS = [(dialect, *row) for dialect, rows in SHOWN.items() for row in rows]


@pytest.mark.parametrize(("dialect", "heading", "text", "anchor"), ROWS)
def test_a_heading_reads_as_on_the_site(dialect: str, heading: str, text: str, anchor: str) -> None:
    found = outline(f"{FRONT_MATTER}## {heading}\n", dialect=dialect).headings
    assert [(each.text, each.anchor) for each in found] == [(text, anchor)]
    if heading.startswith("{{%"):
        return  # alone on its line it is a block
    underlined = outline(f"{FRONT_MATTER}{heading}\n---\n", dialect=dialect).headings
    assert [(each.text, each.anchor) for each in underlined] == [(text, anchor)]


def test_a_title_and_a_path_read_so_too() -> None:
    read = outline("# [[Page|Alias]]\n\n## {{ x }} %%y%%\n", dialect="obsidian")
    assert read.title == "Alias"
    assert [heading.text for heading in read.headings] == ["Alias", "{{ x }}"]


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
def test_pandoc_makes_the_same_anchors() -> None:
    rows = SHOWN["pandoc"]
    done = subprocess.run(
        ["pandoc", "-f", "markdown", "-t", "json"],
        input="".join(f"## {heading}\n\n" for heading, _, _ in rows),
        capture_output=True,
        text=True,
        check=True,
    )
    blocks = json.loads(done.stdout)["blocks"]
    assert [block["c"][1][0] for block in blocks if block["t"] == "Header"] == [anchor for *_, anchor in rows]


@pytest.mark.parametrize("name", ["mdc", "vitepress"])
def test_the_site_generators_make_the_same_anchors(name: str) -> None:
    real, is_installed = REAL[name]
    if not is_installed():
        pytest.skip(f"{name} is not installed")
    rows = SHOWN[name]
    assert real([heading for heading, _, _ in rows]) == [anchor for *_, anchor in rows]


@pytest.mark.skipif(
    not (importlib.util.find_spec("sphinx") and importlib.util.find_spec("myst_parser")),
    reason="Sphinx with MyST-Parser is not installed",
)
def test_sphinx_shows_the_same(tmp_path: Path) -> None:
    rows = [row for row in SHOWN["myst"] if "octicon" not in row[0] and "unknown" not in row[0]]
    (tmp_path / "conf.py").write_text(
        "extensions = ['myst_parser']\nmyst_enable_extensions = ['substitution', 'attrs_inline']\n"
        "myst_substitutions = {'version': '1.2'}\n"
    )
    (tmp_path / "index.md").write_text("# T\n\n" + "".join(f"## {heading}\n\n" for heading, _, _ in rows))
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", "out"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    html = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<section id="([^"]*)">\s*<h2>(.*?)<a class="headerlink"', html, re.DOTALL)
    shown = [(unescape(re.sub(r"<[^>]*>", "", text)), anchor) for anchor, text in found]
    assert shown == [(text, anchor) for _, text, anchor in rows]


HOSTILE = (
    "[[",
    "[",
    "{{<",
    "{{",
    "{",
    "{%",
    "%%",
    "==",
    "{ref}`",
    "`",
    "^[",
    "~",
    ":a[",
    "@",
    "[!INCLUDE [",
    '{{< a "',
    "{::comment}",
    "<xref:",
)


@pytest.mark.parametrize("dialect", [name for name, row in DIALECTS.items() if row.marks])
@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_headings_are_read_in_linear_time(dialect: str, part: str) -> None:
    (heading,) = outline("# " + part * (1_500 // len(part)), dialect=dialect).headings
    assert heading.text
