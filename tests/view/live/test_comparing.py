"""Two settings beside each other: groups, borders, what is embedded anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mdchunk.model import DROPPED, Kind, Options
from mdchunk.view.live.columns import columns
from mdchunk.view.live.comparing import Comparison, around, compared
from mdchunk.view.look import look

TEXT = (
    "# A\n\n"
    + "One sentence is here. " * 12
    + "\n\n## B\n\nShort.\n\n| t |\n|---|\n| 1 |\n\n## C\n\n"
    + "More words. " * 30
)


def compare(text: str, **after: object) -> Comparison:
    before = look(text, "a.md", Options(max_chars=200))
    return compared(before, look(text, "a.md", Options(**{"max_chars": 200} | after)))  # type: ignore[arg-type]


def test_the_same_settings() -> None:
    found = compare(TEXT)
    count = len(found.before.chunks)
    assert [group.same for group in found.groups] == [True] * count
    assert found.borders == (count - 1, 0, 0)
    assert (found.embedded, found.diff.same) == ((), True)


def test_borders_that_move() -> None:
    found = compare(TEXT, max_chars=300)
    old, new = ([chunk.start for chunk in view.chunks] for view in (found.before, found.after))
    kept = set(old[1:]) & set(new[1:])
    assert found.borders == (len(kept), len(old) - 1 - len(kept), len(new) - 1 - len(kept))
    assert found.borders[1]
    changed = [group for group in found.groups if not group.same]
    assert all(
        found.before.chunks[group.before[0]].start == found.after.chunks[group.after[0]].start
        for group in changed
    )
    embedded = {chunk.content for chunk in found.embedded}
    assert embedded == {chunk.content for chunk in found.after.chunks} - {
        chunk.content for chunk in found.before.chunks
    }
    assert "## B\n\nShort." not in "".join(embedded)


def test_what_only_one_setting_has() -> None:
    found = compare("| t |\n|---|\n| 1 |\n\n# B\n\nText.\n", drop=DROPPED | {"table"})
    assert [(list(group.before), list(group.after), group.same) for group in found.groups] == [
        ([0], [], False),
        ([1], [0], True),
    ]
    assert [len(compared(a, b).groups) for a, b in ((found.after, found.before),)] == [2]
    html = columns(found, Options(), Options(drop=DROPPED | {"table"}))
    assert "<p class=none>in no chunk</p>" in html
    assert "<th scope=row>drop</th>" in html


def test_a_long_comparison_is_shown_around_a_line() -> None:
    text = "".join(
        f"# Part {i}\n\nOne sentence is here. Another one follows, as long.\n\n" for i in range(500)
    )
    found = compared(look(text, "a.md", Options(max_chars=60)), look(text, "a.md", Options(max_chars=200)))
    for line, first, last in ((0, 0, 99), (1201, 266, 399), (99999, 465, 499)):
        shown = around(found, line).groups
        assert shown[0].after[0] == first
        assert shown[-1].after[-1] == last
        assert f"Shown around line {max(line, 1):,}." in columns(found, Options(), Options(), line)
    assert "Shown around" not in columns(compare(TEXT), Options(), Options())


def test_a_comparison_is_escaped() -> None:
    text = "# <script>x</script>\n\n<img src=x onerror=y>\n\n" + "word " * 100
    html = columns(compare(text, max_chars=300), Options(max_chars=200), Options(max_chars=300))
    assert "<script" not in html
    assert "<img" not in html


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["# A", "## B", "text " * 30, "- a\n- b", "```\nx\n```", "| t |\n|---|\n| 1 |"]),
        max_size=12,
    ),
    st.sampled_from([60, 100, 200]),
    st.sampled_from([50, 90, 400]),
    st.booleans(),
)
def test_groups_hold_every_chunk_once(parts: list[str], one: int, other: int, drops: bool) -> None:
    text = "\n\n".join(parts)
    drop: tuple[Kind, ...] = (*DROPPED, "table", "list") if drops else (*DROPPED,)
    views = (
        look(text, "a.md", Options(max_chars=one)),
        look(text, "a.md", Options(max_chars=other, drop=drop)),
    )
    found = compared(*views)
    assert [i for group in found.groups for i in group.before] == list(range(len(views[0].chunks)))
    assert [i for group in found.groups for i in group.after] == list(range(len(views[1].chunks)))
    for group, behind in zip(found.groups, found.groups[1:], strict=False):
        ends = [views[k].chunks[i].end for k, side in enumerate((group.before, group.after)) for i in side]
        starts = [
            views[k].chunks[i].start for k, side in enumerate((behind.before, behind.after)) for i in side
        ]
        assert max(ends) <= min(starts)
