"""MDX: what its block rules find, where it ends, and what becomes of text that MDX would refuse."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from mdchunk.syntax.mdx.plugin import mdx_plugin
from mdchunk.syntax.paragraph import paragraph_plugin
from mdchunk.syntax.rules import Parser, unclosed

if TYPE_CHECKING:
    from types import FrameType

    from markdown_it.token import Token

Shape = tuple[str, int, int]


def parser(**options: Any) -> Parser:
    md = Parser()
    md.options.update({"maxNesting": 100, **options})
    md.enable("table")
    paragraph_plugin(md)
    mdx_plugin(md)
    return md


def tokens_of(text: str, **options: Any) -> list[Token]:
    return parser(**options).parse(text)


def shapes(text: str, level: int = 0) -> list[Shape]:
    """Return type, first line (0-based) and end of each block of a level, ``_open`` left out."""
    return [
        (token.type.removesuffix("_open"), token.map[0], token.map[1])
        for token in tokens_of(text)
        if token.level == level and token.nesting >= 0 and token.map and token.type != "inline"
    ]


def elements(text: str, **options: Any) -> list[tuple[str, int, int, int, int]]:
    """Return name, first line, end of the opening tag, line of the closing tag and end of each element."""
    return [
        (token.meta["name"], token.map[0], token.meta["tag_end"], token.meta["close_line"], token.map[1])
        for token in tokens_of(text, **options)
        if token.type == "mdx_jsx_open" and token.map
    ]


# --- ESM ---------------------------------------------------------------------------------------------------

STATEMENTS = [
    "import 'side.css'",
    'import A from "./a.js";',
    "import A, {B as C, default as D} from './a'",
    "import A, * as rest from './a'",
    "import * as a from 'a' // why",
    "import {\n  A,\n\n  B, // both\n} from 'a'",
    "import {a}\nfrom 'a'",
    "import data from './d.json' with {type: 'json'}",
    "import type {Props} from './p'",
    "import A from 'a'\nimport B from 'b'\n// and\nexport {A, B}",
    "import A from 'a'; import B from 'b'",
    "export * from 'a'",
    "export * as ns from 'a'",
    "export {a as b} from 'a'",
    "export const a = 1",
    "export const a =\n\n  1",
    "export const meta = {\n  title: 'It\\'s',\n\n  list: [1, 2],\n}",
    "export const t = `\n\n# no heading ${`\n\n${1}`}\n\n`",
    "export const r = /[/}'\"`]{2}/g.test('}')",
    "export const half = (1 + 1) / 2 / 1 // '",
    "export const a = 1 /* one\n\ntwo */ + 1",
    "export const Box = () => <p>\n\n  It's {'}'} <b title='>'>x</b> <br/>\n\n</p>",
    "export const Two = () => (\n  <>\n    <A/>\n\n    <B.C>don't</B.C>\n  </>\n)",
    "export default function Page({children}) {\n\n  return <main>{children}</main>\n}",
    "export async function* f() {\n\n}",
    "export class A extends B {\n\n  m() {}\n}",
    "export default {a: 1}",
    "export default ({children}) => <Layout>{children}</Layout>",
    "export const {a, b} = {a: 1, b: 2}",
    "export const a = new Map([\n\n['x', 1]])",
    "export const a = b\n  .map(x => x)\n  .filter(Boolean)",
    "export const a = x instanceof Y",
    "export interface A {\n\n  b: string\n}",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_is_one_block_to_its_last_line(statement: str) -> None:
    """However many lines, blank ones among them; what follows is Markdown again."""
    size = statement.count("\n") + 1
    assert shapes(f"{statement}\n\n# H\n") == [("mdx_esm", 0, size), ("heading", size + 1, size + 2)]
    assert shapes(statement) == [("mdx_esm", 0, size)]


PROSE = [
    "import duties rose.",
    "import is a word",
    "import them, and go",
    "import (see below",
    "export is a word too.",
    "export default rates are low.",
    "export default value.",
    "export const is what you write",
    "export functions as values",
    "export class members",
    "importer of goods",
    "export, then import",
    "import\tA from 'a'",
    "import.meta is an object",
    "import('a') loads it",
    "export type faces",
    "export {a} with care",
    "import A from 'a' is how",
    "export const a = 1; and so on",
]


@pytest.mark.parametrize("prose", PROSE)
def test_prose_that_begins_like_a_statement_is_prose(prose: str) -> None:
    assert shapes(f"{prose}\n\nnext one\n\n# H\n") == [
        ("paragraph", 0, 1),
        ("paragraph", 2, 3),
        ("heading", 4, 5),
    ]


def test_esm_begins_at_the_start_of_a_line_outside_of_containers() -> None:
    assert shapes("text\nimport A from 'a'\n") == [("paragraph", 0, 2)]
    assert shapes(" import A from 'a'\n") == [("paragraph", 0, 1)]
    assert shapes("- import A from 'a'\n", 2) == [("paragraph", 0, 1)]
    assert shapes("> import A from 'a'\n", 1) == [("paragraph", 0, 1)]
    assert shapes("# H\nimport A from 'a'\n") == [("heading", 0, 1), ("mdx_esm", 1, 2)]


def test_text_right_below_a_statement_is_no_part_of_it() -> None:
    """MDX refuses this; the text must not be dropped with the statement."""
    assert shapes("import A from 'a'\n# H\n") == [("mdx_esm", 0, 1), ("heading", 1, 2)]
    assert shapes("import A from 'a'\n- item\n") == [("mdx_esm", 0, 1), ("bullet_list", 1, 2)]
    assert shapes("export const a = 1\nSome more text.\n") == [("mdx_esm", 0, 1), ("paragraph", 1, 2)]
    assert shapes("export const a = 1\n\n- item\n") == [("mdx_esm", 0, 1), ("bullet_list", 2, 3)]
    assert shapes("export {a}\nimport duties rose.\n") == [("mdx_esm", 0, 1), ("paragraph", 1, 2)]


def test_a_statement_that_is_never_closed_ends_at_the_blank_line() -> None:
    for opening in (
        "export const a = {\n  b: 1,",
        "import {\n  a,",
        "export const t = `\nx",
        "import 'a' /* and",
    ):
        size = opening.count("\n") + 1
        assert shapes(f"{opening}\n\n# H\n") == [("mdx_esm", 0, size), ("heading", size + 1, size + 2)]


def test_statements_in_a_fence_are_code() -> None:
    text = "import Tabs from '@t'\n\n# Use\n\n```js\nimport x from 'x'\nexport default x\n```\n\nText.\n"
    assert shapes(text) == [("mdx_esm", 0, 1), ("heading", 2, 3), ("fence", 4, 8), ("paragraph", 9, 10)]


def test_a_statement_ends_where_its_braces_do_and_prose_is_kept() -> None:
    statement = "export const meta = {\n  a: 1,\n}\n"
    text = f"{statement}\n# One\n\nimport duties rose.\n\nexport is a word too.\n\n## Two\n\nx\n"
    assert shapes(text) == [
        ("mdx_esm", 0, 3),
        ("heading", 4, 5),
        ("paragraph", 6, 7),
        ("paragraph", 8, 9),
        ("heading", 10, 11),
        ("paragraph", 12, 13),
    ]


# --- expressions -------------------------------------------------------------------------------------------

EXPRESSIONS = [
    "{1 + 1}",
    "{}",
    "{  'a}' + \"{\"  }",
    "{`}${'}'}`}",
    "{a.map(x => {\n\n  return <li key={x}>it's {x}</li>\n\n})}",
    "{/[}/]/.test(x) && a / b / c}",
    "{\n\n# no heading\n\n}",
    "{x /* } */ // }\n}",
    "{(a[0])}",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_alone_is_a_block(expression: str) -> None:
    size = expression.count("\n") + 1
    assert shapes(f"{expression}  \n\n# H\n") == [
        ("mdx_expression", 0, size),
        ("heading", size + 1, size + 2),
    ]
    assert shapes(f"text\n{expression}\n") == [("paragraph", 0, 1), ("mdx_expression", 1, size + 1)]
    assert shapes(f"{expression} text\n")[0][0] == "paragraph"


@pytest.mark.parametrize(
    "comment", ["{/* a */}", "{ /* a */ /* b */ }", "{/*\n\n## draft\n\n* }\n*/}", "{// a\n}", "{/***/}"]
)
def test_an_expression_of_comments_is_a_comment(comment: str) -> None:
    assert shapes(f"{comment}\n") == [("mdx_comment", 0, comment.count("\n") + 1)]


def test_an_expression_with_code_beside_the_comment_is_none() -> None:
    assert shapes("{/* a */ b}\n") == [("mdx_expression", 0, 1)]
    assert shapes("{'/* a */'}\n") == [("mdx_expression", 0, 1)]


@pytest.mark.parametrize("opening", ["{", "{ a", "{ /* a", "{ `a", "{ {}", "{a} {b}"])
def test_a_brace_that_is_never_closed_is_text(opening: str) -> None:
    assert shapes(f"{opening}\n\n# H\n") == [("paragraph", 0, 1), ("heading", 2, 3)]


# --- elements ----------------------------------------------------------------------------------------------


def test_an_element_goes_to_its_own_closing_tag_and_holds_markdown() -> None:
    text = "<A>\ntext\n\n```\n</A>\n```\n\n# H\n\n- item\n</A>\nafter\n"
    assert elements(text) == [("A", 0, 1, 10, 11)]
    assert shapes(text) == [("mdx_jsx", 0, 11), ("paragraph", 11, 12)]
    assert shapes(text, 1) == [
        ("paragraph", 1, 2),
        ("fence", 3, 6),
        ("heading", 7, 8),
        ("bullet_list", 9, 10),
    ]


def test_elements_nest() -> None:
    text = "<A>\n<A>\n\n<B/>\n\n</A>\n\n<b.c>\n</b.c>\n</A>\n"
    assert elements(text) == [("A", 0, 1, 9, 10), ("A", 1, 2, 5, 6), ("B", 3, 4, 4, 4), ("b.c", 7, 8, 8, 9)]
    assert [token.level for token in tokens_of(text)] == [0, 1, 2, 2, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("opening", "name", "closing"),
    [
        ("<A>", "A", "</A>"),
        ("<>", "", "</>"),
        ("<Tabs.Item>", "Tabs.Item", "</Tabs.Item>"),
        ("<a . b\n  .c>", "a.b.c", "</a.b.c >"),
        ("<xml:lang>", "xml:lang", "</xml:lang>"),
        ("<my-tag_1$>", "my-tag_1$", "</ my-tag_1$>"),
        ("<Ünï>", "Ünï", "</Ünï>"),
        ("<A\n\n  b\n  c = 'x>\n\n</A>'\n>", "A", "</A>"),
        ("<A b={() => { return '}' > 1 }} {...rest} x:y=\"{\">", "A", "</A>"),
        ("<A b={<B>\n\n</A>\n</B>}>", "A", "</A>"),
        ('<A b="it\'s \\">', "A", "</A>"),
    ],
)
def test_tags_and_their_attributes(opening: str, name: str, closing: str) -> None:
    size = opening.count("\n") + 1
    text = f"{opening}\n\n# H\n\n{closing}\n"
    assert elements(text) == [(name, 0, size, size + 3, size + 4)]
    assert shapes(text, 1) == [("heading", size + 1, size + 2)]


@pytest.mark.parametrize(
    "tag", ["<A/>", "<A />", "<A b='c' /\n>", "<A {...b}/>", "<a.b/>", "<A></A>", "<A> {x} <B/></A>"]
)
def test_an_element_without_lines_of_content(tag: str) -> None:
    size = tag.count("\n") + 1
    assert [place[1:] for place in elements(f"text\n{tag}\ntext\n")] == [(1, size + 1, size + 1, size + 1)]


def test_tags_at_any_indent_end_a_paragraph() -> None:
    """MDX has no indented code."""
    text = "<Tabs>\n    <Tab>\n        text\n        # H\n        </Tab>\n\n\t\t- item\n</Tabs>\n"
    assert elements(text) == [("Tabs", 0, 1, 7, 8), ("Tab", 1, 2, 4, 5)]
    assert shapes(text, 2) == [("paragraph", 2, 3), ("heading", 3, 4), ("list_item", 6, 7)]
    assert shapes("A\n        ===\n") == [("heading", 0, 2)]


def test_tags_in_quotes_and_items_stay_in_them() -> None:
    assert elements("- <A\n    b={\n\n    1}>\n  text\n  </A>\n") == [("A", 0, 4, 5, 6)]
    assert elements("> <A b={\n> 1}>\n> text\n> </A>\n") == [("A", 0, 2, 3, 4)]
    assert elements("- item\n<A\n  b='c'/>\n") == [("A", 1, 3, 3, 3)]
    assert elements("> quote\n<A/>\n") == [("A", 1, 2, 2, 2)]
    assert elements("> <A b={\n1}/>\n") == []


def test_tags_with_text_beside_them_are_a_paragraph() -> None:
    for text in (
        "<p>text</p>\n",
        "<A/> text\n",
        "text <A>\n",
        "<A>\ntext\n</A> text\n",
        "{a}{b}\n",
        "< A>\n",
    ):
        assert {kind for kind, *_ in shapes(text)} <= {"paragraph", "html_block"}
    assert shapes("<p>text <b>more</b></p>\n") == [("paragraph", 0, 1)]


def test_elements_that_share_a_line_are_one() -> None:
    assert elements("<A><B>\ntext\n</B></A>\n") == [("A", 0, 1, 2, 3)]
    assert elements("<A>\n<B>\ntext\n</B></A>\n") == [("A", 0, 1, 3, 4), ("B", 1, 2, 3, 3)]
    assert elements("<A>\na\n</A><B>\nb\n</B>\n") == [("A", 0, 1, 4, 5), ("A", 2, 3, 3, 3)]
    assert elements("<A><B>\na\n</B>\nb\n</A>\n") == [("A", 0, 1, 4, 5), ("B", 2, 3, 3, 3)]
    assert elements("<A><B>\na\n</B><C>\nb\n</C></A>\n") == [("A", 0, 1, 4, 5), ("B", 2, 3, 3, 3)]
    assert elements("<A>\n<B><C>\na\n</C></B></A>\n")[0] == ("A", 0, 1, 3, 4)


@pytest.mark.parametrize(
    "text",
    [
        "<A>\n<B>\na\n</B></A>\n",
        "<A>\na\n</A><B>\nb\n</B>\n",
        "<A>\n" * 9 + "</A>\n" * 9,
        "<A><B>\n</B><C>\n</C></A>\n",
    ],
)
def test_elements_tile_what_encloses_them(text: str) -> None:
    """An element lies between the tags of the one around it, and levels count up and down by one."""
    around: list[Token] = []
    for token in tokens_of(text, maxNesting=5):
        if token.nesting < 0:
            closed = around.pop()
            assert closed.level == token.level == len(around)
            continue
        assert token.level == len(around)
        if token.type == "mdx_jsx_open" and token.map:
            assert token.map[0] < token.meta["tag_end"] <= token.meta["close_line"] <= token.map[1]
            if around:
                assert around[-1].meta["tag_end"] <= token.map[0]
                assert token.map[1] <= around[-1].meta["close_line"]
        if token.nesting > 0:
            around.append(token)
    assert not around


def test_elements_nested_too_deep_are_not_told_apart() -> None:
    text = "<A>\n" * 50 + "</A>\n" * 50
    assert max(token.level for token in tokens_of(text, maxNesting=10)) == 10
    assert elements(text, maxNesting=10)[:2] == [("A", 0, 1, 99, 100), ("A", 1, 2, 98, 99)]


# --- what MDX refuses --------------------------------------------------------------------------------------


def test_a_tag_without_a_partner_is_html_to_the_blank_line() -> None:
    assert shapes("<A>\ntext\n\n# H\n") == [("html_block", 0, 2), ("heading", 3, 4)]
    assert shapes("<div>\ntext\n\n# H\n\n</section>\n") == [
        ("html_block", 0, 2),
        ("heading", 3, 4),
        ("html_block", 5, 6),
    ]
    assert shapes("<pre>\n\n# H\n") == [("html_block", 0, 1), ("heading", 2, 3)]
    assert shapes("text\n<br>\nmore\n") == [("paragraph", 0, 3)]
    assert shapes("<A>\n\n- item\n  </A>\n\n# H\n")[-1] == ("heading", 5, 6)


def test_a_tag_without_a_partner_leaves_the_others_theirs() -> None:
    assert elements("<A>\n\n<br>\n\n<B>\n\n</A>\n") == [("A", 0, 1, 6, 7)]
    assert elements("<A>\n\n</B>\n\n</A>\n") == [("A", 0, 1, 4, 5)]
    assert elements("<A>\n\n<A>\n\n</A>\n") == [("A", 2, 3, 4, 5)]


def test_a_tag_that_html_swallows_takes_no_partner_away() -> None:
    """`<B>` is HTML up to the blank line and takes `</A>` along: `<A>` is alone then, and one line."""
    assert shapes("<A>\n\n<B>\ntext\n</A>\n\n# H\n") == [
        ("html_block", 0, 1),
        ("html_block", 2, 5),
        ("heading", 6, 7),
    ]


@pytest.mark.parametrize(
    "text", ["<a href=x>\n", "<A b='\n", "<A b={\n", "<A b\n", "<A /\n", "<A @click='x'>\n"]
)
def test_a_malformed_tag_swallows_nothing(text: str) -> None:
    assert shapes(f"{text}\n# H\n")[-1] == ("heading", 2, 3)


def test_html_comments_are_html() -> None:
    assert shapes("<!-- a\n\n# b\n-->\n\n# H\n") == [("html_block", 0, 4), ("heading", 5, 6)]
    assert shapes("<!-- a\n\n# H\n") == [("html_block", 0, 1), ("heading", 2, 3)]
    assert shapes("- <!-- a\n  b\n\n# H\n", 2) == [("html_block", 0, 2)]


def test_headings_in_html_that_is_unclosed_or_commented() -> None:
    assert shapes("# Doc\n\n<!--\n## draft\n-->\n\n## Real\n") == [
        ("heading", 0, 1),
        ("html_block", 2, 5),
        ("heading", 6, 7),
    ]
    assert shapes("# Doc\n\n<section>\n</section>\n## right below\n") == [
        ("heading", 0, 1),
        ("mdx_jsx", 2, 4),
        ("heading", 4, 5),
    ]


def test_definitions_are_read_once() -> None:
    """The second reading, without the tags that are alone, starts afresh."""
    env: dict[str, Any] = {}
    parser().parse("<A>\n\n[a]: /u\n", env)
    assert unclosed(env) == [(0, "<A> has no partner tag, so it is read as HTML")]
    assert env["references"]["A"]["map"] == [2, 3]


def test_an_inline_document() -> None:
    assert [token.type for token in parser().parseInline("a {b} <C/>")] == ["inline"]


# --- inline ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## Use {/* see below */} it", "Use  it"),
        ('## `opt`<Badge text="new" />', "opt"),
        ("## <A b={'>'}>text</A>", "text"),
        ("## v{major}.{minor}", "v{major}.{minor}"),
        ("## {a_b_c} *x*", "{a_b_c} x"),
        ("## {a *x*", "{a x"),
        ("## a < b", "a < b"),
        ("## <https://a.b>", "<https://a.b>"),
    ],
)
def test_headings_show_neither_tags_nor_comments(text: str, shown: str) -> None:
    md = parser()
    children: list[Token] = []
    md.inline.parse(md.parse(text)[1].content, md, {}, children)
    assert "".join(token.content for token in children if token.type != "html_inline") == shown


@pytest.mark.parametrize(
    ("text", "shown", "anchor"),
    [
        ("## Use {/*usage*/}", "Use", "usage"),
        ("## Use {/* #How */}  ", "Use", "How"),
        ("Use {/*#how*/}\n---", "Use", "how"),
        ("## Use {/* usage */}", "Use {/* usage */}", None),
        ("## Use {/*Usage*/}", "Use {/*Usage*/}", None),
        ("## Use {/*usage*/} it", "Use {/*usage*/} it", None),
        ("## {/*usage*/}", "{/*usage*/}", None),
    ],
)
def test_a_comment_at_the_end_of_a_heading_names_its_anchor(
    text: str, shown: str, anchor: str | None
) -> None:
    opening, inline, _ = tokens_of(text)
    assert (inline.content, opening.attrGet("id")) == (shown, anchor)


# --- time --------------------------------------------------------------------------------------------------

HOSTILE = {
    "tags": "<A>\n",
    "tags apart": "<A>\n\n",
    "closing tags": "</A>\n",
    "crossed": "<A>\n<B>\n</A>\n",
    "names": "<A>\n<B>\n<C>\n\n",
    "braces": "{\n",
    "braces in a line": "{",
    "braces apart": "{\n\n",
    "statements": "export const a = {\n\n",
    "one statement": "export const a = 1,\n",
    "imports": "import {a\n\n",
    "attributes": "<A b={\n",
    "strings": '<A b="\n\n',
    "pre": "<pre>\n\n",
    "comments": "<!--\n\n",
    "code comments": "{ /*\n\n",
    "templates": "{`\n",
    "regular expressions": "{ /[",
    "escapes": '{"\\"',
    "quotes": "> <A b={\n",
    "items": "- <A b={\n",
    "jsx in code": "{<A>{<A>\n",
    "paragraphs": "text\n<A/>\n",
    "prose": "import duties rose (\n\n",
    "line breaks": "text\n<br>\nmore\n\n",
}


def _work(text: str) -> int:
    """Return how often functions of our modules were called, and generators of theirs resumed."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "mdx" in frame.f_code.co_filename:
            calls["all"] += 1

    md = parser()
    md.core.ruler.enableOnly(["normalize", "block"])
    sys.setprofile(count)
    try:
        md.parse(text)
    finally:
        sys.setprofile(None)
    return calls["all"]


@pytest.mark.parametrize("name", HOSTILE)
def test_work_grows_with_the_text(name: str) -> None:
    """Ten times the text is at most some ten times the work, whatever is left open in it."""
    assert _work(HOSTILE[name] * 1500) <= 14 * _work(HOSTILE[name] * 150) + 1000


def test_pairs_deeper_than_any_stack() -> None:
    size = 20_000
    assert elements("<A>\n" * size + "</A>\n" * size)[0] == ("A", 0, 1, 2 * size - 1, 2 * size)
