"""Agreement with MDX itself: kinds and lines of the top-level blocks, on our own texts and on a corpus.

Needs Node and the packages of ``PACKAGES``: in the folder that ``MDCHUNK_NODE_MODULES`` names, or installed by
npm where ``MDCHUNK_NODE_INSTALL`` is 1. The corpus is the folder that ``MDCHUNK_CORPUS`` names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mdchunk.syntax.dialects import parser

PACKAGES = ("@mdx-js/mdx@3", "remark-frontmatter@5", "remark-gfm@4")
SCRIPT = Path(__file__).with_name("mdx_tree.mjs")
Node = tuple[str, int, int]
"""mdast type, first and last line, 1-based and inclusive."""

MDAST = {
    "blockquote_open": "blockquote",
    "bullet_list_open": "list",
    "definition": "definition",
    "fence": "code",
    "footnote_reference_open": "footnoteDefinition",
    "front_matter": "yaml",
    "heading_open": "heading",
    "hr": "thematicBreak",
    "html_block": "html",
    "mdx_comment": "mdxFlowExpression",
    "mdx_esm": "mdxjsEsm",
    "mdx_expression": "mdxFlowExpression",
    "mdx_jsx_open": "mdxJsxFlowElement",
    "ordered_list_open": "list",
}
"""Token type -> mdast type."""

TEXTS = (
    "import A from 'a'\nimport {b} from 'b'\n\n# H\n",
    "export const meta = {\n  t: `\n\n${1}`,\n\n  r: /[}/]/,\n}\n\ntext\n",
    "export const Box = () => <p>\n\n  It's {'}'} <b title='>'/>\n\n</p>\n\ntext\n",
    "import {\n  a,\n\n  b\n} from 'c' // d\n\n/* prose */\n",
    "export default function f() {\n\n  return <></>\n}\n\ntext\n",
    "# H\nimport A from 'a'\n\ntext\nimport them\n",
    "export const a = 1 /*\n\n*/ + 2\n\nexport const b =\n\n  2\n",
    "{/* a\n\n# b\n*/}\n\n{1 +\n\n 2}\ntext\n{3}\n",
    "{a} b\n{c}\n\n{`}`}\n\n{'}'}\n",
    "<A>\n# H\n\n```\n</A>\n```\n\n- item\n</A>\ntext\n",
    "<A\n  b={() => '}' > 1}\n\n  {...c} d='>\n'>\n    text\n    </A>\n",
    "<>\n\n<a.b>\n\n<c:d/>\n\n</a.b>\n\n</>\n\n<A/>\n\n<p>text</p>\n",
    "text\n<A/>\ntext <A/>\n<A/> text\n",
    "<A><B>\n\ntext\n\n</B></A>\n\n<A>\na\n</A><B>\nb\n</B>\n",
    "<A> {x} <B/></A>\n{x}<B/>{y}\n\n{x} {y}\n",
    "- <A>\n  text\n  </A>\n- item\n<A/>\n\n> <A b={\n> 1}>\n> </A>\n\n> quote\n<A/>\n",
    "<Steps>\n  1. one\n\n     ```js\n     </Steps>\n     ```\n\n     <B>\n       text\n     </B>\n  2. x\n</Steps>\n",
    "        text\n        ===\n\n\t# H\n\n    - item\n",
    "| a | b |\n|---|---|\n| 1 | {2} |\n<A/>\n\n[a]: /u\n\n[^1]: note\n    <A>\n    </A>\n",
    "---\ntitle: T\n---\n\nimport A from 'a'\n\n<A>\n***\n</A>\n",
)
"""Small texts that MDX accepts."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("node"):
        pytest.skip("no node")
    named = os.environ.get("MDCHUNK_NODE_MODULES")
    if named:
        return Path(named)
    npm = shutil.which("npm")
    if os.environ.get("MDCHUNK_NODE_INSTALL") != "1" or not npm:
        pytest.skip("no MDCHUNK_NODE_MODULES")
    folder = tmp_path_factory.mktemp("node")
    subprocess.run(
        [npm, "install", "--silent", "--prefix", folder, *PACKAGES], check=True, capture_output=True
    )
    return folder / "node_modules"


def theirs(texts: list[str], packages: Path) -> list[list[Node] | None]:
    """Return the top-level nodes that MDX finds in each text, ``None`` where it refuses it."""
    run = subprocess.run(
        ["node", SCRIPT, packages], input=json.dumps(texts).encode(), capture_output=True, check=True
    )
    trees = json.loads(run.stdout)
    return [
        None if isinstance(tree, str) else _merged([_trimmed(node, text) for node in tree])
        for tree, text in zip(trees, texts, strict=True)
    ]


def ours(text: str) -> list[Node]:
    """Return the top-level blocks that we find."""
    return [
        _trimmed((MDAST.get(token.type, token.type), token.map[0] + 1, token.map[1]), text)
        for token in parser("mdx").parse(text)
        if token.level == 0 and token.nesting >= 0 and token.map
    ]


def _trimmed(node: tuple[str, int, int], text: str) -> Node:
    """Leave out the blank lines at the end, which an unclosed fence and a list may have or not."""
    kind, start, end = node
    lines = re.split(r"\r\n?|\n", text)
    while end > start and not lines[end - 1].strip(" \t"):
        end -= 1
    return kind.replace("toml", "yaml"), start, end


def _merged(nodes: list[Node]) -> list[Node]:
    """Join the elements and expressions that share a line, as we count in lines."""
    found: list[Node] = []
    for kind, start, end in nodes:
        if found and found[-1][2] >= start:
            before, first, _ = found.pop()
            found.append((kind if before == "mdxFlowExpression" else before, first, end))
        else:
            found.append((kind, start, end))
    return found


def test_our_texts(packages: Path) -> None:
    for text, nodes in zip(TEXTS, theirs(list(TEXTS), packages), strict=True):
        assert nodes is not None, text
        assert ours(text) == nodes, text


def test_the_corpus(packages: Path) -> None:
    """Each file that MDX accepts has the same blocks."""
    folder = os.environ.get("MDCHUNK_CORPUS")
    if not folder:
        pytest.skip("no MDCHUNK_CORPUS")
    files = sorted(Path(folder).rglob("*.mdx"))
    texts = [file.read_bytes().decode("utf-8-sig") for file in files]
    accepted = [
        (file, text, nodes)
        for file, text, nodes in zip(files, texts, theirs(texts, packages), strict=True)
        if nodes is not None
    ]
    differ = [str(file) for file, text, nodes in accepted if ours(text) != nodes]
    print(f"{len(files)} files, {len(accepted)} accepted by MDX, {len(accepted) - len(differ)} agree")
    assert accepted
    assert not differ
