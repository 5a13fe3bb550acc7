"""Front matter: what is some, what isn't, and what it holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mdchunk.syntax import front_matter
from mdchunk.syntax.rules import Parser

if TYPE_CHECKING:
    from markdown_it.token import Token


def tokens(text: str) -> list[Token]:
    md = Parser()
    front_matter.front_matter_plugin(md)
    return md.parse(text)


def token(text: str) -> Token | None:
    first = next(iter(tokens(text)), None)
    return first if first is not None and first.type == "front_matter" else None


def value(text: str) -> object:
    found = token(text)
    assert found is not None
    assert found.meta["error"] == ""
    return front_matter.read(found.content, found.meta["syntax"])


@pytest.mark.parametrize(
    ("text", "lines", "syntax", "expected"),
    [
        ("---\ntitle: Handbook\n---\n\n# Real\n", 3, "yaml", {"title": "Handbook"}),
        ("---\ntitle: X\n...\n# Real\n", 3, "yaml", {"title": "X"}),
        ("---  \ntitle: X\n--- \t\n", 3, "yaml", {"title": "X"}),
        ("---\ntitle: X\n---", 3, "yaml", {"title": "X"}),
        ("---\n---\n# Real\n", 2, "yaml", {}),
        ("---\n# just a comment\n...\n\n# Real\n", 3, "yaml", {}),
        ("---\na: |\n  ---\n  text\n---\n", 5, "yaml", {"a": "---\ntext\n"}),
        ("---\r\ntitle: X\r\n---\r\n", 3, "yaml", {"title": "X"}),
        ('+++\ntitle = "X"\n+++\n\n# Real\n', 3, "toml", {"title": "X"}),
        ("+++\n+++\n", 2, "toml", {}),
        ('{\n  "title": "X"\n}\n\n# Real\n', 3, "json", {"title": "X"}),
        ('{ \n"a": {"b": "}"}} \n# Real\n', 2, "json", {"a": {"b": "}"}}),
    ],
)
def test_front_matter_is_found_with_its_rules(text: str, lines: int, syntax: str, expected: object) -> None:
    found = token(text)
    assert found is not None
    assert found.map == [0, lines]
    assert found.meta == {"syntax": syntax, "error": "", "error_line": 0}
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nAn opening quote.\n\n---\n\n# Real\n",
        "---\n- a\n- b\n---\n",
        "---\n**Note:** a phrase.\n---\n",
        "---\n\nNote: prose.\n\nMore prose.\n\n---\n",
        "---\ntitle: X\n",
        "---\ntitle: X\n ---\n",
        "----\ntitle: X\n----\n",
        " ---\ntitle: X\n---\n",
        "\n---\ntitle: X\n---\n",
        "text\n---\ntitle: X\n---\n",
        "> ---\n> title: X\n> ---\n",
        "+++\nprose\n\n+++\n",
        "+++",
        "---",
        "{",
        "{\n/* a comment of MDX */\n}\n",
        '{\n"a": 1\n} text\n',
        '{"a": 1}\n',
        '{\n"a": ' + "[" * 100_000,
        "",
    ],
)
def test_other_text_is_left_alone(text: str) -> None:
    assert token(text) is None


def test_a_thematic_break_stays_one() -> None:
    found = [(t.type, t.map) for t in tokens("---\n\nAn opening quote.\n\n---\n") if t.map and t.level == 0]
    assert found == [("hr", [0, 1]), ("paragraph_open", [2, 3]), ("hr", [4, 5])]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("---\nok: 1\ntitle: a: b\n---\n", 3, "mapping values are not allowed"),
        ("---\nok: 1\n\nand prose\n---\n", 5, "could not find expected ':'"),
        ("---\na: *nothing\n---\n", 2, "undefined alias"),
        ("---\na: 1\nb: \x07\n---\n", 3, "U+0007"),
        ("---\na: \ud800\n---\n", 2, "U+D800"),
        ("---\na: 1\n--- b\n---\n", 3, "expected a single document"),
        ("+++\na = 1\nb = \n+++\n", 3, "Invalid value"),
        ("+++\na = 1\na = 2\n+++\n", 3, "Cannot overwrite"),
    ],
)
def test_broken_front_matter_is_kept_out_and_told(text: str, line: int, message: str) -> None:
    found = token(text)
    assert found is not None
    assert message in found.meta["error"]
    assert "\n" not in found.meta["error"]
    assert found.meta["error_line"] == line
    assert front_matter.read(found.content, found.meta["syntax"]) == {}


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("d: 2024-01-31", {"d": "2024-01-31"}),
        ("d: 2001-12-14 21:59:43.10 -5", {"d": "2001-12-14T21:59:43.100000-05:00"}),
        ("d: 2024-13-31", {"d": "2024-13-31"}),
        ("t: 12:30", {"t": "12:30"}),
        ("n: [1, 2.5, true, null, ~]", {"n": [1, 2.5, True, None, None]}),
        ("n: [.nan, -.inf, 1.0e+999]", {"n": ["nan", "-inf", "inf"]}),
        ("n: " + "9" * 5000, {"n": "9" * 5000}),
        ("n: !!int ''", {"n": ""}),
        ("n: !!timestamp x", {"n": "x"}),
        ("yes: 1\n2: b\n2024-01-01: c\n~: d", {"yes": 1, "2": "b", "2024-01-01": "c", "~": "d"}),
        ("a: 1\na: 2", {"a": 2}),
        ("s: !!set {x, y}", {"s": ["x", "y"]}),
        ("b: !!binary |\n  aGVs\n  bG8=", {"b": "aGVsbG8="}),
        ("a: !mine x", {"a": "x"}),
        ("a: {{ name }}", {"a": {'{"name": null}': None}}),
        ("a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3", {"a": {"p": 1, "q": 2}, "b": {"p": 1, "q": 3}}),
        ("a:\n  <<: [{p: 1}, {p: 2, q: 2}]", {"a": {"p": 1, "q": 2}}),
    ],
)
def test_yaml_gives_json_values(yaml: str, expected: object) -> None:
    found = value(f"---\n{yaml}\n---\n")
    assert found == expected
    assert json.loads(json.dumps(found, allow_nan=False)) == expected


def test_toml_and_json_give_json_values() -> None:
    toml = "+++\nd = 1979-05-27T07:32:00Z\nt = 07:32:00\nn = [nan]\n[a.b]\nc = 1\n+++\n"
    assert value(toml) == {
        "d": "1979-05-27T07:32:00+00:00",
        "t": "07:32:00",
        "n": ["nan"],
        "a": {"b": {"c": 1}},
    }
    assert value('{\n"n": [1e999, NaN],\n"a": 1,\n"a": 2\n}') == {"n": ["inf", "nan"], "a": 2}


LAUGHS = "\n".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9) if n else 'lol'}]" for n in range(12))
MERGES = "\n".join(f"a{n}: &a{n} {{{f'<<: [*a{n - 1}, *a{n - 1}]' if n else 'x: 1'}}}" for n in range(40))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"---\n{LAUGHS}\n---\n", "too large"),
        (f"---\n{MERGES}\n---\n", "too large"),
        ("---\na: &a [*a]\n---\n", "nested deeper than 64"),
        ("---\na: " + "[" * 70 + "]" * 70 + "\n---\n", "nested deeper than 64"),
        ("---\na: " + "[" * 100_000 + "\n---\n", "nesting depth"),
        ("+++\na = " + "[" * 70 + "]" * 70 + "\n+++\n", "nested deeper than 64"),
        ("+++\n" + "a." * 50_000 + "a = 1\n+++\n", "nested deeper than 64"),
        ("+++\na = " + "[" * 100_000 + "\n+++\n", "nested deeper than 64"),
        ('{\n"a": ' + "[" * 70 + "]" * 70 + "\n}\n", "nested deeper than 64"),
    ],
)
def test_hostile_values_are_bounded(text: str, message: str) -> None:
    found = token(text)
    assert found is not None
    assert message in found.meta["error"]
    assert front_matter.read(found.content, found.meta["syntax"]) == {}
