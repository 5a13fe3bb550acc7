"""The search index: what is found, in which order, and how it follows the files."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from mdchunk.mcp.excerpts import EXCERPT
from mdchunk.mcp.filters import chosen
from mdchunk.mcp.index import _SCHEMA, Index, dialect_options, open_index
from mdchunk.mcp.indexing import keep_fresh, refresh, title
from mdchunk.mcp.roots import File, Folder, files, open_folders, text_of
from mdchunk.mcp.search import Found, Hit, search
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Folder, ...]:
    (tmp_path / "docs").mkdir()
    return open_folders([tmp_path / "docs"])


@pytest.fixture
def index(folders: tuple[Folder, ...]) -> Iterator[Index]:
    opened = open_index(folders)
    yield opened
    opened.close()


def write(folders: tuple[Folder, ...], name: str, text: str) -> Path:
    path = folders[0].path / name
    path.write_text(text, encoding="utf-8")
    return path


def _read_as(dialect: str, _: File) -> Options:
    return dialect_options(dialect)


def found(index: Index, folders: tuple[Folder, ...], query: str) -> list[Hit]:
    refresh(index, files(folders))
    answer = search(index, query, limit=50)
    assert answer.total == len(answer.hits)
    return list(answer.hits)


def search_after(index: Index, folders: tuple[Folder, ...], query: str) -> Found:
    refresh(index, files(folders))
    return search(index, query)


def paths(index: Index, folders: tuple[Folder, ...], query: str) -> list[str]:
    return [hit.path for hit in found(index, folders, query)]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("これは日本語の文書です。", "本"),
        ("これは日本語の文書です。", "日本"),
        ("これは日本語の文書です。", "語の文書"),
        ("サーバーを起動する。", "サ"),
        ("サーバーを起動する。", "サーバー"),
        ("サーバーを起動する。", "サーバ"),
        ("ｻｰﾊﾞｰを起動する。", "サーバー"),
        ("中文搜索", "搜"),
        ("中文搜索", "搜索"),
        ("請安裝Python套件", "python"),
        ("請安裝Python套件", "安裝"),
        ("한국어로 검색합니다", "한국"),
        ("한국어로 검색합니다", "검색"),
        ("การค้นหาภาษาไทย", "ภาษา"),
        ("Plain installing of servers", "install"),
        ("Plain installing of servers", "SERVER"),
        ("un café naïve", "cafe"),
        ("un cafe", "Café"),
        ("call get_section(x)", "get_section"),
        ("call get_section(x)", "section"),
        ("поиск по документам", "Поиск"),
        ("the C++ language", "C++"),
        ("ﬁle names", "file"),
        ("one two three", '"two three"'),
        ('say "hello" there', '"hello there"'),
        ("don't stop", "don't"),
        ("a NEAR b", "NEAR"),
        ("a AND b", "AND"),
        ("col:umn", "col:umn"),
        ("a*b", "a*b"),
    ],
)
def test_found(index: Index, folders: tuple[Folder, ...], text: str, query: str) -> None:
    write(folders, "a.md", f"# Heading\n\n{text}\n")
    write(folders, "b.md", "# Other\n\nnothing of it\n")
    assert paths(index, folders, query) == ["a.md"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("これは日本語の文書です。", "本日"),
        ("これは日本語の文書です。", "语"),
        ("one two three", '"one three"'),
        ("one two three", "fourth"),
    ],
)
def test_not_found(index: Index, folders: tuple[Folder, ...], text: str, query: str) -> None:
    write(folders, "a.md", f"# Heading\n\n{text}\n")
    assert paths(index, folders, query) == []


@pytest.mark.parametrize("query", ["", " ", "?!", '"', '""', "* ( )", "\u2063"])
def test_a_query_without_a_word_is_told(index: Index, query: str) -> None:
    with pytest.raises(MdchunkError, match="the query holds no word"):
        search(index, query)


@pytest.mark.parametrize(
    "query", ['a" OR b', 'x"', '"x', "NOT x", "x NOT", "(x", "x^2", "{a b}: x", "-x", "x\0y"]
)
def test_no_query_is_a_syntax_error(index: Index, folders: tuple[Folder, ...], query: str) -> None:
    write(folders, "a.md", "x a b\n")
    found(index, folders, query)


def test_sections_with_all_words_come_first_then_those_with_some(
    index: Index, folders: tuple[Folder, ...]
) -> None:
    write(folders, "a.md", "# A\n\nred green\n\n# B\n\nred\n\n# C\n\ngreen blue\n")
    refresh(index, files(folders))
    both = search(index, "red green")
    assert (both.hits[0].anchor, both.total, both.with_all, both.matched) == ("a", 3, 1, "all")
    either = search(index, "red blue")
    assert sorted(hit.anchor for hit in either.hits) == ["a", "b", "c"]
    assert (either.total, either.with_all, either.matched) == (3, 0, "any")


def test_a_heading_weighs_more_than_text_and_rare_more_than_often(
    index: Index, folders: tuple[Folder, ...]
) -> None:
    filler = "some other words to fill the section with " * 3
    write(folders, "a.md", f"# Text\n\n{filler} wheel\n\n# Wheel\n\n{filler}\n\n# No\n\n{filler}\n")
    hits = found(index, folders, "wheel")
    assert [hit.anchor for hit in hits] == ["wheel", "text"]
    assert hits[0].score > hits[1].score > 0


def test_a_hit_says_where_it_is(index: Index, folders: tuple[Folder, ...]) -> None:
    write(
        folders,
        "a.md",
        "---\ntitle: Cars\n---\n\nFront.\n\n# Parts\n\n## Doors\n\nA knob\nand more.\n\n## Roof\n",
    )
    (hit,) = found(index, folders, "knob")
    assert (hit.path, hit.heading_path, hit.anchor) == ("a.md", ("Parts", "Doors"), "doors")
    assert (hit.start_line, hit.end_line) == (9, 12)
    assert hit.excerpt == "## Doors A knob and more."
    (front,) = found(index, folders, "front")
    assert (front.heading_path, front.anchor, front.start_line) == ((), "", 5)
    assert {each.anchor for each in found(index, folders, "cars")} >= {"doors"}


def test_hits_come_in_pages(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "".join(f"# H{n}\n\nword\n\n" for n in range(10)))
    refresh(index, files(folders))
    pages = [search(index, "word", limit=4, offset=offset) for offset in (0, 4, 8)]
    assert [len(page.hits) for page in pages] == [4, 4, 2]
    assert {page.total for page in pages} == {10}
    assert len({hit.anchor for page in pages for hit in page.hits}) == 10


def test_an_excerpt_shows_the_match(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "# A\n\n" + "before 前 " * 400 + "the needles\n\n" + "after 後 " * 400)
    for query in ("needle", "needles"):
        (hit,) = found(index, folders, query)
        assert "needles" in hit.excerpt
        assert hit.excerpt.startswith("…")
        assert hit.excerpt.endswith("…")
        assert EXCERPT // 2 < len(hit.excerpt) <= EXCERPT + 2
        assert "\u2063" not in hit.excerpt


def test_a_word_that_stands_often_takes_linear_time(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "# A\n\n" + "本" * 400_000)
    assert len(found(index, folders, "本")) == 1


def test_the_index_follows_the_files(index: Index, folders: tuple[Folder, ...]) -> None:
    path = write(folders, "a.md", "# A\n\nfirst\n")
    one = refresh(index, files(folders))
    assert paths(index, folders, "first") == ["a.md"]
    assert refresh(index, files(folders)) == one
    write(folders, "a.md", "# A\n\nother\n")
    two = refresh(index, files(folders))
    assert two.generation > one.generation
    assert (paths(index, folders, "first"), paths(index, folders, "other")) == ([], ["a.md"])
    path.rename(path.with_name("b.md"))
    assert paths(index, folders, "other") == ["b.md"]
    path.with_name("b.md").unlink()
    assert paths(index, folders, "other") == []
    assert index.connection.execute("SELECT count(*) FROM section").fetchone() == (0,)


def test_a_change_that_keeps_size_and_time_is_seen(index: Index, folders: tuple[Folder, ...]) -> None:
    path = write(folders, "a.md", "first\n")
    status = path.stat()
    assert paths(index, folders, "first") == ["a.md"]
    write(folders, "a.md", "other\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert paths(index, folders, "other") == ["a.md"]


def test_only_what_changed_is_read(
    index: Index, folders: tuple[Folder, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.md", "b.md"):
        write(folders, name, "text\n")
    refresh(index, files(folders))
    asked: list[str] = []

    def reading(document: File) -> str:
        asked.append(document.name)
        return text_of(document)

    monkeypatch.setattr("mdchunk.mcp.indexing.text_of", reading)
    write(folders, "b.md", "changed\n")
    refresh(index, files(folders))
    assert asked == ["b.md"]


def test_a_file_that_cannot_be_read_stops_nothing(index: Index, folders: tuple[Folder, ...]) -> None:
    (folders[0].path / "bad.md").write_bytes(b"# B\xe4d\n")
    write(folders, "good.md", "# Good\n")
    state = refresh(index, files(folders))
    (problem,) = state.problems
    assert "bad.md" in problem
    assert paths(index, folders, "good") == ["good.md"]
    write(folders, "bad.md", "# Mended\n")
    assert refresh(index, files(folders)).problems == ()


def test_what_takes_too_long_is_left_for_the_next_call(index: Index, folders: tuple[Folder, ...]) -> None:
    for n in range(3):
        write(folders, f"{n}.md", "word\n")
    pending = [refresh(index, files(folders), patience=0).pending for _ in range(4)]
    assert pending == [2, 1, 0, 0]
    assert len(paths(index, folders, "word")) == 3


def test_a_call_that_is_cancelled_stops(index: Index, folders: tuple[Folder, ...]) -> None:
    for n in range(3):
        write(folders, f"{n}.md", "word\n")
    stop = threading.Event()
    stop.set()
    assert refresh(index, files(folders), stop=stop.is_set).pending == 2


def test_titles_come_from_the_index(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "# One\n")
    (document,) = files(folders)
    assert title(index, document) == "One"
    before = refresh(index, files(folders)).generation
    assert title(index, document) == "One"
    write(folders, "a.md", "# Three\n")
    assert title(index, document) == "Three"
    assert refresh(index, files(folders)).generation > before


def test_a_cache_file_outlives_the_server(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    write(folders, "a.md", "# A\n\nword\n")
    for _ in range(2):
        index = open_index(folders, tmp_path / "cache")
        generation = refresh(index, files(folders)).generation
        assert paths(index, folders, "word") == ["a.md"]
        index.close()
    assert generation == 1


def test_a_cache_of_other_folders_or_another_version_is_emptied(
    folders: tuple[Folder, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folders, "a.md", "# A\n\nword\n")
    (tmp_path / "more").mkdir()
    for opened in (folders, open_folders([tmp_path / "more"]), folders):
        index = open_index(opened, tmp_path / "cache")
        assert index.connection.execute("SELECT count(*) FROM file").fetchone() == (0,)
        refresh(index, files(opened))
        index.close()
    monkeypatch.setattr("mdchunk.mcp.index.__version__", "999")
    index = open_index(folders, tmp_path / "cache")
    assert index.connection.execute("SELECT count(*) FROM file").fetchone() == (0,)
    assert paths(index, folders, "word") == ["a.md"]
    index.close()


def test_a_cache_with_other_tables_is_emptied(
    folders: tuple[Folder, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folders, "a.md", "# A\n\nword\n")
    old = open_index(folders, tmp_path / "cache")
    refresh(old, files(folders))
    old.close()
    monkeypatch.setattr("mdchunk.mcp.index._SCHEMA", f"{_SCHEMA} CREATE TABLE more (x);")
    new = open_index(folders, tmp_path / "cache")
    assert new.connection.execute("SELECT count(*) FROM file, more").fetchone() == (0,)
    assert paths(new, folders, "word") == ["a.md"]
    new.close()


def test_two_servers_share_a_cache(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    write(folders, "a.md", "word\n")
    one, two = (open_index(folders, tmp_path / "cache") for _ in range(2))
    assert paths(one, folders, "word") == paths(two, folders, "word") == ["a.md"]
    write(folders, "a.md", "other\n")
    assert paths(two, folders, "other") == paths(one, folders, "other") == ["a.md"]
    one.close()
    two.close()


def test_servers_of_two_dialects_share_a_cache(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    document = File("a.md", write(folders, "a.md", "# A {#one}\n\nword\n"))
    auto, site = (
        open_index(folders, tmp_path / "cache", partial(_read_as, dialect))
        for dialect in ("auto", "vitepress")
    )
    for index, expected, anchor in (
        (auto, "A {#one}", "a-one"),
        (site, "A", "one"),
        (auto, "A {#one}", "a-one"),
    ):
        assert title(index, document) == expected
        refresh(index, files(folders))
        assert search(index, "word", limit=1).hits[0].anchor == anchor
    auto.close()
    site.close()


def test_another_file_is_no_cache(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# My notes, which are dear to me\n" * 100)
    with pytest.raises(MdchunkError, match="cannot keep the search index: file is not a database"):
        open_index(folders, path)
    assert path.read_text() == "# My notes, which are dear to me\n" * 100


def test_another_database_is_no_cache(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(MdchunkError, match=r"mine\.db: .*another program's database; name another file"):
        open_index(folders, path)
    assert path.read_bytes() == before


def test_a_cache_that_cannot_be_written_is_told(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(MdchunkError, match="file/cache: cannot keep the search index"):
        open_index(folders, tmp_path / "file" / "cache")


def test_the_folder_of_a_cache_is_made(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    with closing(open_index(folders, tmp_path / "missing" / "cache").connection):
        assert (tmp_path / "missing" / "cache").is_file()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("蓝绿部署是一种发布方式。", "什么是蓝绿部署？"),
        ("FastAPI 的依赖注入系统。", "FastAPI 依赖注入怎么用"),
        ("算出プロパティはキャッシュされます。", "算出プロパティとは何ですか"),
        ("테이블을 생성합니다.", "테이블을 어떻게 생성하나요"),
        ("การค้นหาเอกสารภาษาไทย", "ค้นหาภาษาไทยอย่างไร"),
        ("the useChat hook", "use chat"),
        ("throws NoSuchToolError", "no such tool"),
        ("throws no_such_tool", "NoSuchTool"),
        ("written in C++ mostly", "C++"),
        ("written in C# mostly", "C#"),
        ("runs on .NET today", ".NET"),
        ("pass --max-old-space-size=4096", "--max-old-space-size"),
        ("a load balancer", "load-balancer"),
    ],
)
def test_found_before_what_is_only_like_it(
    index: Index, folders: tuple[Folder, ...], text: str, query: str
) -> None:
    """The other document holds the plain letters, or some of the characters."""
    write(folders, "a.md", f"# A\n\n{text}\n")
    write(folders, "b.md", "# B\n\nC net max size 部 プロ 테이 what is how to การ the a\n")
    assert paths(index, folders, query)[0] == "a.md"


def test_special_words_do_not_find_plain_ones(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "# A\n\nC and net and tries\n")
    write(folders, "b.md", "# B\n\nC++ and .NET and --tries\n")
    for query in ("C++", ".NET", "--tries"):
        assert paths(index, folders, query) == ["b.md"]
    assert sorted(paths(index, folders, "tries")) == ["a.md", "b.md"]


def test_a_question_does_not_fall_off_a_cliff(index: Index, folders: tuple[Folder, ...]) -> None:
    """A section that holds ``how``, ``do``, ``a`` and ``to`` is no answer; one with two of three subjects is."""
    write(folders, "a.md", "# Retry\n\nA failed job is tried again.\n")
    write(folders, "b.md", "# Other\n\nHow do I do a thing? How to do it? I do, to a degree.\n")
    answer = search_after(index, folders, "How do I retry a failed quokkajob?")
    assert [hit.path for hit in answer.hits] == ["a.md"]
    assert (answer.with_all, answer.matched, answer.missing) == (0, "any", ("quokkajob",))


def test_common_words_are_searched_if_there_is_nothing_else(
    index: Index, folders: tuple[Folder, ...]
) -> None:
    write(folders, "a.md", "# A\n\nto be or not\n")
    assert paths(index, folders, "to be") == ["a.md"]


def test_a_typo_is_mended_and_said(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "# Lifespan events\n\nThey start the application.\n")
    answer = search_after(index, folders, "lifepsan events")
    assert [hit.path for hit in answer.hits] == ["a.md"]
    assert (dict(answer.replaced), answer.matched) == ({"lifepsan": "lifespan"}, "all")
    assert not search_after(index, folders, "lifespan").replaced


def test_a_path_is_found_and_a_title(index: Index, folders: tuple[Folder, ...]) -> None:
    (folders[0].path / "background-tasks").mkdir()
    write(folders, "background-tasks/a.md", "---\ntitle: Zebra crossing\n---\n# A\n\nx\n")
    write(folders, "b.md", "# B\n\ny\n")
    assert (
        paths(index, folders, "background tasks")
        == paths(index, folders, "zebra")
        == ["background-tasks/a.md"]
    )


def test_a_hit_says_its_sizes_and_a_ref(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "Before.\n\n# A\n\nwheel\n\n## B\n\nmore text here\n")
    (hit,) = found(index, folders, "wheel")
    assert (hit.ref, hit.chars, hit.tree_chars) == (
        "a.md#a",
        len("# A\n\nwheel"),
        len("# A\n\nwheel\n\n## B\n\nmore text here"),
    )
    (hit,) = found(index, folders, "before")
    assert (hit.ref, hit.anchor) == ("a.md", "")


def test_filters(index: Index, folders: tuple[Folder, ...]) -> None:
    for name in ("en", "zh", "en/api"):
        (folders[0].path / name).mkdir()
    write(folders, "en/a.md", "word\n")
    write(folders, "zh/a.md", "word\n")
    write(folders, "en/api/b.md", "---\ntags: [api]\n---\nword\n")
    refresh(index, files(folders))

    def within(folder: str | None = None, language: str | None = None, **where: str) -> list[str]:
        answer = search(index, "word", files=chosen(index, folder, language, where))
        assert answer.total == answer.with_all == len(answer.hits)
        return sorted(hit.path for hit in answer.hits)

    assert within() == ["en/a.md", "en/api/b.md", "zh/a.md"]
    assert within("en") == ["en/a.md", "en/api/b.md"]
    assert within(language="zh") == ["zh/a.md"]
    assert within(tags="api") == ["en/api/b.md"]
    assert within("zh", tags="api") == []


def test_a_hostile_query_takes_little_work(index: Index, folders: tuple[Folder, ...]) -> None:
    """Work is counted in steps of SQLite, not by the clock: 500 times ``a`` costs what one does."""
    write(folders, "a.md", "".join(f"# H{n}\n\nx y\n\n" for n in range(3000)))
    refresh(index, files(folders), patience=60)
    one, many = (_steps(index, query) for query in ("x y", "x y " * 250))
    assert 20 < many <= 1.2 * one


def _steps(index: Index, query: str) -> int:
    counted = [0]

    def count() -> bool:
        counted[0] += 1
        return False

    search(index, query, stop=count)
    return counted[0]


def test_a_search_that_is_cancelled_frees_the_index(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "".join(f"# H{n}\n\n{'a b c ' * 100}\n\n" for n in range(500)))
    refresh(index, files(folders))
    whole = _steps(index, "a b c")
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] == 2

    with pytest.raises(MdchunkError, match="longer than"):
        search(index, "a b c", stop=stop)
    assert asked[0] == 2 < whole
    assert search(index, "a b c").total == 500


def test_a_search_ends_when_its_time_is_up(index: Index, folders: tuple[Folder, ...]) -> None:
    write(folders, "a.md", "".join(f"# H{n}\n\n{'a b c ' * 100}\n\n" for n in range(500)))
    refresh(index, files(folders))
    with pytest.raises(MdchunkError, match="the search took longer than 0 s; use fewer words, or rarer ones"):
        search(index, "a b c", seconds=0)


def test_a_damaged_cache_is_made_anew(folders: tuple[Folder, ...], tmp_path: Path) -> None:
    write(folders, "a.md", "# A\n\n" + "word " * 5000)
    cache = tmp_path / "cache"
    made = open_index(folders, cache)
    refresh(made, files(folders))
    made.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    made.close()
    data = bytearray(cache.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    cache.write_bytes(bytes(data))
    said: list[str] = []
    again = open_index(folders, cache, report=said.append)
    (line,) = said
    assert line.startswith(f"{cache}: the search index was damaged")
    assert line.endswith("rebuilding it")
    assert paths(again, folders, "word") == ["a.md"]
    again.close()


def test_the_index_is_made_in_the_background(index: Index, folders: tuple[Folder, ...]) -> None:
    for n in range(30):
        write(folders, f"{n}.md", "word\n")
    keep_fresh(index, lambda: files(folders))
    assert refresh(index, files(folders), patience=0).pending == 0
    index.closed.set()
    write(folders, "new.md", "word\n")
    keep_fresh(index, lambda: files(folders))
    assert refresh(index, files(folders), patience=0, stop=lambda: True).total == 31


def test_progress_is_told_for_each_file(index: Index, folders: tuple[Folder, ...]) -> None:
    for n in range(3):
        write(folders, f"{n}.md", "word\n")
    told: list[tuple[int, int]] = []
    refresh(index, files(folders), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
