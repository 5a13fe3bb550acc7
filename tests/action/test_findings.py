from __future__ import annotations

from typing import get_args

from mdchunk.action.commands import Annotation
from mdchunk.action.findings import (
    LESSER,
    SHOWN,
    WORSE,
    as_text,
    failures,
    findings,
    gone_anchors,
    within_limit,
)
from mdchunk.action.report import SplitSection
from mdchunk.model import Notice, NoticeKind

LIMIT = "1,500 characters"


def warning(kind: NoticeKind, file: str = "a.md", line: int = 3, message: str = "what") -> Notice:
    return Notice(kind, file, line, message)


def test_the_worst_come_first() -> None:
    kinds: list[NoticeKind] = ["cut_inside", "front_matter", "skipped", "unclosed", "nesting", "config"]
    splits = [
        SplitSection("b.md", "B", "b.md#b", 1, 9, 5000, 4),
        SplitSection("b.md", "", "b.md", 10, 12, 2000, 2),
    ]
    found = findings([warning(kind, message=kind) for kind in kinds], splits, LIMIT)
    assert [annotation.message for annotation in found] == [
        "config",
        "nesting",
        "unclosed",
        "front_matter",
        "“B” has 5,000 characters in 4 chunks; the limit of a chunk is 1,500 characters",
        "The text before the first heading has 2,000 characters in 2 chunks; the limit of a chunk is 1,500 characters",
        "cut_inside",
    ]
    assert (found[4].file, found[4].line, found[4].end_line) == ("b.md", 1, 9)


def test_a_failure_stands_on_the_line_that_it_names() -> None:
    told = [
        warning("skipped", "a:b.md", 12, "not utf-8: byte 0xff"),
        warning("skipped", "c.md", 0, "Permission denied"),
        warning("unclosed"),
    ]
    assert [(a.file, a.line, a.message) for a in failures(told)] == [
        ("a:b.md", 12, "not utf-8: byte 0xff"),
        ("c.md", 0, "Permission denied"),
    ]


def test_a_message_has_one_unit() -> None:
    (annotation,) = findings([], [SplitSection("b.md", "B", "b.md#b", 1, 9, 5000, 4)], "300 tokens")
    assert annotation.message == "“B” has 5,000 tokens in 4 chunks; the limit of a chunk is 300 tokens"


def test_failures_that_the_user_allows_are_warnings() -> None:
    assert [a.level for a in failures([warning("skipped")], "warning")] == ["warning"]


def test_an_anchor_that_is_gone_is_on_its_document() -> None:
    (annotation,) = gone_anchors([("a.md", "old")])
    assert (annotation.level, annotation.file, annotation.line) == ("warning", "a.md", 0)
    assert annotation.message == "#old is gone; links to it and citations of it are broken"


def test_what_github_does_not_show_is_counted() -> None:
    some = [Annotation("warning", str(number)) for number in range(SHOWN + 1)]
    assert within_limit(some[:SHOWN]) == tuple(some[:SHOWN])
    rest = Annotation("notice", "1 more warning is in the log of this step")
    assert within_limit(some) == (*some[:SHOWN], rest)


def test_as_text() -> None:
    assert as_text(Annotation("warning", "what", file="a.md", line=3)) == "a.md:3: what"
    assert as_text(Annotation("warning", "what", file="a.md")) == "a.md: what"
    assert as_text(Annotation("warning", "a.md: what", file="a.md")) == "a.md: a.md: what"
    assert as_text(Annotation("warning", "what")) == "what"


def test_every_kind_of_notice_is_shown() -> None:
    assert {*WORSE, *LESSER, "skipped"} == set(get_args(NoticeKind))
