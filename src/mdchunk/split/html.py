"""Ways to cut HTML: before child elements, then at blank lines, lines and white space outside tags."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.model import Span
from mdchunk.split.piece import MARKERS, Border, Piece, cut_at, once_per_block
from mdchunk.text.html import Tag, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdchunk.document.blocks import Block
    from mdchunk.document.content import Content
    from mdchunk.text.source import Source

_IMPLIED_END = frozenset({"li", "p", "td", "th", "tr", "dt", "dd", "option"})
"""Elements that the next one of their name ends (https://html.spec.whatwg.org/#optional-tags)."""
_DEEPEST = 32
"""Levels of elements that are looked into: hostile nesting must not cost the square of its depth (our choice)."""
_LONGEST = 1000
"""Code points of a tag that is repeated; a longer one would be most of a chunk, or of all memory (our choice)."""
_GAPS = (
    re.compile(r"(?:\r\n?+|\n)[ \t>]*(?:\r\n?|\n)[ \t>\r\n]*"),
    re.compile(r"(?:\r\n?|\n)"),
    re.compile(r"\s+"),
)
"""Blank lines, line endings, white space."""


class _Node(NamedTuple):
    """A tag and the elements that are open behind it, outermost first."""

    tag: Tag
    parents: tuple[Tag, ...]
    """The elements around the tag itself."""
    opened: tuple[Tag, ...]
    """The elements around what comes behind the tag."""


class _Tree(NamedTuple):
    """The tags of a block, in order; offsets count from the block's start."""

    nodes: list[_Node]
    starts: list[int]
    headers: Mapping[int, Span]
    """The header rows of tables, by the start of the element that they are in; offsets count as those of tags."""

    def before(self, at: int) -> _Node | None:
        """Return the last tag that starts before an offset."""
        i = bisect_right(self.starts, at - 1) - 1
        return self.nodes[i] if i >= 0 else None


def elements(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut before the elements of the outermost level that has a second one, each inside copies of its parents."""
    tree, origin = _tree(content, piece.block), piece.block.start
    first, last = (bisect_left(tree.starts, at - origin) for at in (piece.start + 1, piece.end))
    levels: dict[int, list[int]] = {}
    for i in range(first, last):
        node = tree.nodes[i]
        if not node.tag.is_end and not _is_first_child(content, origin, tree.nodes[i - 1], node):
            levels.setdefault(len(node.parents), []).append(origin + node.tag.start)
    for depth in sorted(levels):
        if len(found := _cut(content, piece, levels[depth])) > 1:
            return found
    return []


def _is_first_child(content: Content, origin: int, before: _Node, node: _Node) -> bool:
    # <ul><li>      stays with the tag of its parent
    if not node.parents or before.tag is not node.parents[-1]:
        return False
    return not content.source.text[origin + before.tag.end : origin + node.tag.start].strip()


def outside_tags(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut at blank lines outside tags, else at lines, else at white space."""
    text = content.source.text[piece.start : piece.end]
    for gap in _GAPS:
        ends = (piece.start + match.end() for match in gap.finditer(text))
        found = _cut(content, piece, (at for at in ends if not _is_in_tag(content, piece, at)))
        if len(found) > 1:
            return found
    return []


def border_at(content: Content, piece: Piece, at: int) -> Border:
    """Return the border at any offset of HTML: the elements open there are closed before it and opened again."""
    source, origin = content.source, piece.block.start
    tree = _tree(content, piece.block)
    node = tree.before(at - origin)
    opened = _repeated(node, at - origin) if node is not None else []
    number = source.line_of(at)
    marks = _marks(content, piece.block)
    copied = [span for tag in opened for span in _copied(tree, tag, at - origin)]
    opening = "".join(f"{marks}{source.text[origin + span.start : origin + span.end]}\n" for span in copied)
    closing = "".join(f"\n{marks}</{tag.name}>" for tag in reversed(opened))
    # > <p>one</p>      a piece begins with the marks of its line
    start = source.starts[number]
    if marks and at > start:
        opening += source.text[start:at] if _is_behind_marks(source, start, at) else marks
    return Border(at, piece.around.opening(number) + opening, closing + piece.around.close)


def _cut(content: Content, piece: Piece, places: Iterable[int]) -> list[Piece]:
    """Return a piece cut at offsets, or before the marks in front of them; its parts may be cut the same way again."""
    borders = [border_at(content, piece, _before_marks(content, piece, at)) for at in places]
    return [part._replace(cut=piece.cut) for part in cut_at(content, piece, borders)]


def _before_marks(content: Content, piece: Piece, at: int) -> int:
    """Return the start of a line if only marks of containers are between that and ``at``, else ``at``."""
    start = content.source.starts[content.source.line_of(at)]
    is_led = _marks(content, piece.block) and _is_behind_marks(content.source, start, at)
    return start if is_led else at


def _is_behind_marks(source: Source, start: int, at: int) -> bool:
    marks = MARKERS.match(source.text, start, at)
    return marks is not None and marks.end() == at


def _copied(tree: _Tree, tag: Tag, at: int) -> Iterator[Span]:
    """Yield an opening tag, and the header of a table that is behind it and before ``at``."""
    yield Span(tag.start, tag.end)
    header = tree.headers.get(tag.start)
    if header and header.end <= at:
        yield header


def _repeated(node: _Node, at: int) -> list[Tag]:
    """Return the tags that a piece repeats which starts at an offset behind a tag, or inside it."""
    opened = node.opened if at >= node.tag.end else node.parents
    return [tag for tag in opened if tag.end - tag.start <= _LONGEST]


@once_per_block
def _marks(content: Content, block: Block) -> str:
    """Return the prefix of the lines of a block in containers: quote marks and indentation, markers as blanks."""
    token = content.tokens[block.token]
    if token.type != "html_block":
        return ""
    line, html = content.source.line(block.first), token.content
    end = html.find("\n")
    before = line[: len(line) - (len(html) if end < 0 else end)]
    return "".join(mark if mark in " \t>" else " " for mark in before)


def _is_in_tag(content: Content, piece: Piece, at: int) -> bool:
    node = _tree(content, piece.block).before(at - piece.block.start)
    return node is not None and at - piece.block.start < node.tag.end


@once_per_block
def _tree(content: Content, block: Block) -> _Tree:
    opened: list[Tag] = []
    nodes: list[_Node] = []
    for tag in tags(content.source.text[block.start : block.end]):
        parents = tuple(opened)
        if tag.is_end:
            _close(opened, tag.name)
        elif not tag.is_alone:
            if opened and tag.name in _IMPLIED_END and opened[-1].name == tag.name:
                opened.pop()
                parents = tuple(opened)
            if len(opened) < _DEEPEST:
                opened.append(tag)
        nodes.append(_Node(tag, parents, tuple(opened)))
    options = content.options
    headers = {
        start: header
        for start, header in _headers(nodes, takes_first_row=options.html_header == "first_row")
        # a larger one would leave no room for the tags
        if content.size(block.start + header.start, block.start + header.end) * 3 <= options.max_size
    }
    return _Tree(nodes, [node.tag.start for node in nodes], headers)


def _headers(nodes: Sequence[_Node], *, takes_first_row: bool) -> Iterator[tuple[int, Span]]:
    """Yield the header of each table, and before it where the element starts that holds it.

    It is a ``<thead>``, or a first row that holds nothing but ``<th>``.
    """
    seen: set[int] = set()
    for i, (tag, parents, _opened) in enumerate(nodes):
        tables = [parent.start for parent in parents if parent.name == "table"]
        if tag.name not in {"thead", "tr"} or tag.is_end or not tables or tables[-1] in seen:
            continue
        seen.add(tables[-1])
        inside = _inside(nodes, i)
        end = inside[-1].tag.end if inside and inside[-1].tag.is_end else 0
        cells = {node.tag.name for node in inside[:-1] if not node.tag.is_end and node.parents[-1] is tag}
        if end and (tag.name == "thead" or takes_first_row or cells == {"th"}):
            yield parents[-1].start, Span(tag.start, end)


def _inside(nodes: Sequence[_Node], i: int) -> list[_Node]:
    """Return the tags in an element up to its end tag, the last one if that is near."""
    tag, found = nodes[i].tag, []
    for node in islice(nodes, i + 1, None):
        if node.tag.end - tag.start > _LONGEST or tag not in node.parents:
            break
        found.append(node)
        if node.tag.is_end and node.parents[-1] is tag:
            break
    return found


def _close(opened: list[Tag], name: str) -> None:
    for i in range(len(opened) - 1, -1, -1):
        if opened[i].name == name:
            del opened[i:]
            return
