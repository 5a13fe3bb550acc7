"""Words as the index has them, and queries as terms."""

from __future__ import annotations

import pytest

from mdchunk.mcp.queries import MAX_TERMS, terms, words_of
from mdchunk.mcp.words import additions, folded, pairs, parts, runs, special, subjects


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("文字列", ["文字", "字列", "列"]),
        ("本", ["本"]),
        ("ภาษา", ["ภา", "าษ", "ษา", "า"]),
        ("검색", ["검색", "색"]),
    ],
)
def test_a_run_becomes_overlapping_pairs(text: str, expected: list[str]) -> None:
    assert pairs(text) == expected


def test_mixed_text_keeps_both_parts() -> None:
    assert folded("FastAPI依赖注入ok").split() == ["FastAPI", "依赖", "赖注", "注入", "入", "ok"]
    assert runs("FastAPI依赖ok") == ["FastAPI", "依赖", "ok"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("useChat", ["use", "Chat"]),
        ("AI_NoSuchToolError", ["AI", "No", "Such", "Tool", "Error"]),
        ("JSONPath", ["JSON", "Path"]),
        ("HTML", []),
        ("Word", []),
        ("snake_case", []),
    ],
)
def test_parts_of_identifiers(word: str, expected: list[str]) -> None:
    assert parts(word) == expected


@pytest.mark.parametrize("word", ["C++", "C#", ".NET", "--max-old-space-size", ".gitignore"])
def test_special_words_are_words_of_their_own(word: str) -> None:
    assert special(word)
    assert special(word) in additions(f"about {word}, and more").split()


@pytest.mark.parametrize("word", ["C", "a-b", "1.5", "x.", "##", "--", "a++b"])
def test_other_words_are_not_special(word: str) -> None:
    assert not special(word)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("how do I retry a failed job?", ["retry", "failed", "job"]),
        ("to be or not to be", ["to", "be", "or", "not"]),
        ("a a a a", ["a"]),
        ("job Job JOB", ["job"]),
        ('"two words" one', ["two words", "one"]),
        ("FastAPI 依赖注入", ["FastAPI", "依赖", "赖注", "注入"]),
        ("如何进行异步测试？", ["进行", "行异", "异步", "步测", "测试"]),
        ("算出プロパティとは何ですか", ["算出", "出プ", "プロ", "ロパ", "パテ", "ティ"]),
        ("什么是", ["什么", "么是"]),
        ("本", ["本"]),
        ("use C++ or .NET", ["use", "C++", ".NET"]),
        ("¿qué? (x)", ["qué", "x"]),
    ],
)
def test_terms_of_a_query(query: str, expected: list[str]) -> None:
    assert [term.shown for term in terms(query)] == expected


def test_a_query_has_at_most_64_terms() -> None:
    assert len(terms(" ".join(f"word{n}" for n in range(1000)))) == MAX_TERMS == 64


def test_a_compound_has_words() -> None:
    (term,) = terms("load-balancer")
    assert [word.shown for word in words_of(term)] == ["load", "balancer"]
    (term,) = terms("noSuchTool")
    assert "such" in [word.shown.casefold() for word in words_of(term)]


def test_what_only_asks_is_left_out_of_a_run() -> None:
    assert subjects("什么是蓝绿部署") == ["蓝绿", "绿部", "部署"]
    assert "하나" not in subjects("어떻게생성하나요")
