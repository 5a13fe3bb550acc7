"""Links as a reader sees them, and where each leads, by dialect."""

from __future__ import annotations

import pytest

from mdchunk.model import Options
from mdchunk.tune.links import Link, links_of
from mdchunk.tune.queries import queries_of
from mdchunk.tune.sites import read_site, resolve, route


def pairs(text: str, dialect: str = "gfm") -> list[tuple[str, str]]:
    return [(link.text, link.target) for link in links_of(text, "a.md", dialect)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[mount a *disk* `now`](d.md#m)", [("mount a disk now", "d.md#m")]),
        ("[a\nb](d.md)", [("a b", "d.md")]),
        ("> - [a](x.md#y)\n>   [b][r]\n\n[r]: z.md#w", [("a", "x.md#y"), ("b", "z.md#w")]),
        ("| h |\n|---|\n| [a](x#y) |", [("a", "x#y")]),
        ("## See [a](x#y)", [("a", "x#y")]),
        ('text <a href="x#y">in <b>HTML</b></a>', [("in HTML", "x#y")]),
        ('<div>\n<a class=c href="x#y">in a block</a>\n</div>', [("in a block", "x#y")]),
        ("![alt](x.png) [![i](y.png) shown](z#w)", [("shown", "z#w")]),
        ("`[a](x#y)`\n\n```\n[a](x#y)\n```\n\n    [a](x#y)", []),
        ("---\ntitle: '[a](x#y)'\n---\n\n<!-- [a](x#y) -->", []),
        ("[a](<x y#z>)", [("a", "x%20y#z")]),
    ],
)
def test_links(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


@pytest.mark.parametrize(
    ("dialect", "text", "expected"),
    [
        (
            "obsidian",
            "[[Disk#Mount|mount it]] and [[Disk]] `[[No]]` ![[No]]",
            [("mount it", "Disk#Mount"), ("Disk", "Disk")],
        ),
        ("myst", "{ref}`mount it <disk-mount>` {doc}`/disks`", [("mount it", "disk-mount"), ("", "/disks")]),
        ("hugo", '[mount it]({{< relref "disks.md#mount" >}})', [("mount it", "disks.md#mount")]),
        ("vitepress", "::: tip\n[a](x#y)\n:::", [("a", "x#y")]),
        ("gfm", "[[Disk#Mount|mount it]]", []),
    ],
)
def test_links_of_a_dialect(dialect: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text, dialect) == expected


def test_the_line_of_a_link() -> None:
    assert [link.line for link in links_of("# A\n\ntext\n[a](b)\n\n- [c](d)\n", "a.md")] == [3, 6]


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("docs/guide/setup.md", "docs/guide/setup"),
        ("docs/guide/index.md", "docs/guide"),
        ("docs/README.md", "docs"),
        ("content/_index.md", "content"),
        ("docs/01-intro/02_start.mdx", "docs/intro/start"),
        ("Setup.MD", "setup"),
    ],
)
def test_routes(source: str, path: str) -> None:
    assert route(source) == path


BODY = "A long enough text of the section. " * 4
DOCUMENTS = {
    "docs/disks.md": f"# Disks\n\n## Mount\n\n{BODY}\n\n(own-label)=\n## Own name {{#own}}\n\n{BODY}\n",
    "docs/sub/index.md": f"# Sub\n\n## Part\n\n{BODY}\n",
    "docs/a.md": "# A\n",
    "other/a.md": "# Other\n",
}


@pytest.mark.parametrize(
    ("target", "form", "found"),
    [
        ("disks.md#mount", "path", "docs/disks.md#mount"),
        ("./disks.md#mount", "path", "docs/disks.md#mount"),
        ("../docs/disks.md?x=1#mount", "path", "docs/disks.md#mount"),
        ("disks#mount", "path", "docs/disks.md#mount"),
        ("disks.html#Mount", "path", "docs/disks.md#mount"),
        ("../disks/#mount", "path", "docs/disks.md#mount"),
        ("/docs/disks.md#mount", "path", "docs/disks.md#mount"),
        ("/disks#mount", "path", "docs/disks.md#mount"),
        ("/disks/#mount", "path", "docs/disks.md#mount"),
        ("sub#part", "path", "docs/sub/index.md#part"),
        ("sub/#part", "path", "docs/sub/index.md#part"),
        ("d%69sks.md#m%6Funt", "path", "docs/disks.md#mount"),
        ("disks.md#nowhere", "path", ""),
        ("nowhere.md#mount", "path", ""),
        ("disks.md", "path", ""),
        ("/a#a", "path", ""),  # two pages could be meant
        ("https://x.example/disks.md#mount", "path", ""),
        ("http://[", "path", ""),
        ("disks#Mount", "note", "docs/disks.md#mount"),
        ("docs/disks#Disks#Mount", "note", "docs/disks.md#mount"),
        ("disks#^block", "note", ""),
        ("a#A", "note", ""),  # two notes of that name
        ("own-label", "label", "docs/disks.md#own"),
        ("no-label", "label", ""),
    ],
)
def test_where_a_link_leads(target: str, form: str, found: str) -> None:
    site = read_site(DOCUMENTS.items(), Options(dialect="vitepress"))
    section = resolve(site, "docs/a.md", Link("x", target, 1, form))
    assert (f"{section.span.source}#{section.anchor}" if section else "") == found


def test_a_section_goes_to_the_next_heading() -> None:
    site = read_site(DOCUMENTS.items(), Options())
    section = resolve(site, "docs/a.md", Link("x", "disks.md#mount", 1, "path"))
    assert section
    assert DOCUMENTS["docs/disks.md"][section.span.start : section.span.end].startswith(
        f"## Mount\n\n{BODY.strip()}"
    )
    assert "## Own" not in DOCUMENTS["docs/disks.md"][section.span.start : section.span.end]


def test_questions_and_what_is_left_out() -> None:
    links = [
        "[attach a volume](disks.md#mount)",
        "[Attach a volume!](disks.md#mount)",
        "[here](disks.md#mount) [see the docs](disks.md#mount)",
        "[mount](disks.md#mount) [volumes](disks.md#mount)",
        "[how to add storage](disks.md#mount) [the fstab way](disks.md#mount) [one too many](disks.md#mount)",
        "[this page itself](#a) [gone for good](gone.md#x) [the whole page](disks.md)",
        "[too short a text](sub/index.md#sub)",
    ]
    documents = DOCUMENTS | {"docs/a.md": "# A\n\n" + "\n\n".join(links) + "\n"}
    found = queries_of(read_site(documents.items(), Options()))
    assert [query.question for query in found.queries] == [
        "attach a volume",
        "how to add storage",
        "the fstab way",
    ]
    assert {query.linking for query in found.queries} == {"docs/a.md"}
    assert {query.heading for query in found.queries} == {"Mount"}
    assert dict(found.left_out) == {
        "was asked before": 1,
        "says nothing": 2,
        "is the heading itself": 1,
        "is one word": 1,
        "more than three for one target": 1,
        "leads to its own document": 1,
        "does not lead to a section here": 2,
        "target too short or too long": 1,
    }
