"""A page read back by Python's parser of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset({"meta", "br", "hr", "input", "link", "img", "rect", "line"})


class Element:
    """An element with what is in it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str = "", name: str = "") -> list[Element]:
        """Return the elements inside it with this tag and class, in order."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                if tag in {"", child.tag} and (not name or name in child.classes):
                    found.append(child)
                found += child.all(tag, name)
        return found

    def one(self, tag: str = "", name: str = "") -> Element:
        """Return the first of them."""
        return self.all(tag, name)[0]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open[-1].tag == tag, f"{tag} closes {self.open[-1].tag}"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(html: str) -> Element:
    """Return the elements of a page; every element that is opened is closed, in order."""
    # as a browser does before it parses: https://html.spec.whatwg.org/#normalize-newlines
    reader = _Reader()
    reader.feed(html.replace("\r\n", "\n").replace("\r", "\n"))
    reader.close()
    assert reader.open == [reader.root]
    return reader.root
