"""The pages in a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mdchunk.model import Options
from mdchunk.view.document_page import document_page
from mdchunk.view.look import look
from mdchunk.view.report import Shown, write_folder
from tests.view.browser import Opened, chromium, opened

HOSTILE = """\
---
title: "</title><script>window.ran = 'title'</script>"
---

# <img src=x onerror="window.ran = 'heading'"> &lt;script&gt; "quoted" 'so'

<script>window.ran = 'script'</script>
</script><script>window.ran = 'closed'</script>
<style>body { display: none }</style>

<img src="https://example.com/x.png" onerror="window.ran = 'image'" onload="window.ran = 'load'">
<svg onload="window.ran = 'svg'"></svg> <iframe src="https://example.com/"></iframe>

[click](javascript:window.ran='link') ![picture](https://example.com/y.png) <https://example.com/>

</div></article></main><script>window.ran = 'outside'</script><!--

## --> ]]> <![CDATA[ {{7*7}} ${window.ran} $title

<link rel="stylesheet" href="https://example.com/a.css"><meta http-equiv="refresh" content="0;url=https://example.com/">
<base href="https://example.com/"><form action="https://example.com/"><button>Send</button></form>

"""
SAMPLE = """\
---
title: Field guide
---

# Field guide

Long text that is cut in two, because it has several sentences. Each of them says little. The second part repeats the
end of the first one, as the overlap asks. It ends here, after one more sentence.

## Install

### On Linux

```python
print("hello")
```

### On Windows

| Name | Value |
|:-----|------:|
| a    | 1     |

A [link](https://example.org/) and ~~old~~ text.

## שלום

טקסט בעברית עם English.

## 中文

这是一个段落。
"""
OPTIONS = Options(max_chars=200, overlap=60)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


def write(folder: Path, text: str, options: Options = OPTIONS) -> Path:
    path = folder / "page.html"
    path.write_text(document_page(look(text, "guide.md", options)), encoding="utf-8", newline="")
    return path


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    return write(tmp_path, SAMPLE)


@pytest.fixture
def shown(browser: Any, guide: Path) -> Iterator[Opened]:
    with opened(browser, guide) as page:
        yield page
        assert page.complaints == []
        assert page.requests == [guide.as_uri()]


def test_a_hostile_document_does_nothing(browser: Any, tmp_path: Path) -> None:
    text = HOSTILE + "word <b>&amp; " * 220_000 + "\n"
    assert len(text) > 3_000_000
    path = write(tmp_path, text, Options())
    with opened(browser, path) as page:
        assert page.page.locator(".chunk").count() == len(look(text, "guide.md", Options()).chunks)
        page.page.keyboard.press("j")
        page.page.locator("#view-words").fill("'closed'")
        assert page.visible_chunks() == 1
        assert page.page.evaluate("window.ran") is None
        assert page.page.locator("main a[href^=javascript], main script, main img, main iframe").count() == 0
        assert (page.complaints, page.requests) == ([], [path.as_uri()])


def test_a_hostile_document_rendered_does_nothing(browser: Any, tmp_path: Path) -> None:
    path = write(tmp_path, HOSTILE)
    with opened(browser, path) as page:
        page.page.locator("label", has_text="Rendered").click()
        assert page.page.locator(".rendered .link").first.is_visible()
        assert (
            page.page.locator(".rendered a, .rendered img, .rendered script, .rendered [style]").count() == 0
        )
        assert page.page.evaluate("window.ran") is None
        assert (page.complaints, page.requests) == ([], [path.as_uri()])


def test_what_is_injected_cannot_run(browser: Any, tmp_path: Path) -> None:
    """Even if something were not escaped, the policy of the page would let it neither run nor load."""
    path = write(tmp_path, SAMPLE)
    html = path.read_text(encoding="utf-8")
    bad = "<script>window.ran = 1</script><img src='https://example.com/x.png' onerror='window.ran = 2'>"
    path.write_text(html.replace("<main", f"{bad}<main"), encoding="utf-8")
    with opened(browser, path) as page:
        assert page.page.evaluate("window.ran") is None
        assert len(page.complaints) >= 2
        assert all("Content Security Policy" in said for said in page.complaints)


def test_a_chunk_is_chosen_by_a_click(shown: Opened) -> None:
    page = shown.page
    assert page.locator(".not-chosen").is_visible()
    page.locator(".chunk .text").nth(1).click()
    assert shown.chosen() == ["Chunk 2 of 6"]
    own = page.locator(".chunk").nth(1).get_attribute("id")
    assert page.url.endswith(f"#{own}")
    content = page.locator("aside.detail:visible .content")
    assert content.text_content() == look(SAMPLE, "guide.md", OPTIONS).chunks[1].content
    assert content.locator("ins.path").text_content() == "Field guide\n\n"
    assert content.locator("ins.overlap").count() == 1
    page.locator("aside.detail:visible a.next").click()
    assert shown.chosen() == ["Chunk 3 of 6"]
    page.locator("aside.detail:visible a.parent").click()
    assert shown.chosen() == ["Chunk 1 of 6"]
    assert page.locator("#view-tree [aria-current]").text_content().startswith("Field guide")


def test_a_line_is_chosen_by_its_number(shown: Opened) -> None:
    shown.page.locator("a[data-n='12']").click()
    assert shown.page.url.endswith("#L12")
    assert shown.chosen() == ["Chunk 3 of 6"]


def test_keys(shown: Opened) -> None:
    page = shown.page
    for key, chosen in (("j", 1), ("j", 2), ("ArrowRight", 3), ("k", 2), ("ArrowLeft", 1), ("k", 1)):
        page.keyboard.press(key)
        assert shown.chosen() == [f"Chunk {chosen} of 6"], key
    assert page.locator("#view-status").text_content().startswith("Chunk 1 of 6")
    page.keyboard.press("Escape")
    assert shown.chosen() == []
    page.keyboard.press("/")
    page.keyboard.type("hebrew j k")
    assert page.locator("#view-words").input_value() == "hebrew j k"
    assert shown.visible_chunks() == 0
    page.keyboard.press("Escape")
    assert (shown.visible_chunks(), shown.chosen()) == (6, [])


def test_the_filter(shown: Opened) -> None:
    page = shown.page
    page.locator("#view-words").fill("install")
    assert shown.visible_chunks() == 2
    assert page.locator("#view-count").text_content() == "2 of 6 chunks"
    assert page.locator("#view-tree a:visible").all_text_contents()[1].startswith("Install")
    page.locator("#view-words").fill("")
    page.locator("#view-kind").select_option("paragraph")
    assert 0 < shown.visible_chunks() < 6
    # a place that is filtered away comes back if a link leads there
    hidden = page.locator(".chunk[hidden]").first.get_attribute("id")
    page.evaluate("(id) => { location.hash = id }", hidden)
    page.wait_for_function("!document.querySelector('.chunk[hidden]')")
    assert len(shown.chosen()) == 1


def test_findings_are_listed_and_found(browser: Any, tmp_path: Path) -> None:
    text = "# A\n\nTake these:\n\n" + "- an item of a list with some words in it\n" * 80
    path = write(tmp_path, text.replace("Take", "words " * 30 + "\n\nTake"), Options(max_chars=200))
    with opened(browser, path) as shown:
        names = shown.page.locator(".found summary").all_text_contents()
        assert any("long sections" in name for name in names)
        shown.page.keyboard.press("n")
        assert shown.page.locator("aside.detail:visible .findings").count() == 1
        shown.page.locator("#view-found").select_option("*")
        assert shown.visible_chunks() == shown.page.locator(".flag:visible").count()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_links_lead_to_a_chunk_and_to_a_line(browser: Any, guide: Path, scripts: bool) -> None:
    view = look(SAMPLE, "guide.md", OPTIONS)
    last = view.chunks[-1]
    settings = {"java_script_enabled": scripts, "viewport": {"width": 1600, "height": 300}}
    with opened(browser, guide, f"#{last.id}", **settings) as shown:
        assert shown.chosen() == ["Chunk 6 of 6"]
        assert shown.in_sight(f"[id='{last.id}']")
    with opened(browser, guide, f"#L{last.start_line}", **settings) as shown:
        assert shown.chosen() == ["Chunk 6 of 6"]
        assert shown.in_sight(f"#L{last.start_line}")


def test_a_link_to_a_chunk_that_is_gone_says_so(browser: Any, guide: Path) -> None:
    with opened(browser, guide, "#00000000-0000-0000-0000-000000000000") as shown:
        assert "There is no 00000000" in shown.page.locator("#view-status").text_content()


def test_the_rendered_view(shown: Opened) -> None:
    page = shown.page
    assert not page.locator(".rendered table").is_visible()
    page.locator("label", has_text="Rendered").click()
    assert page.locator(".rendered table").is_visible()
    assert not page.locator(".chunk > .text").first.is_visible()
    assert page.locator(".rendered .link").get_attribute("title") == "https://example.org/"
    assert page.locator(".rendered td.right").text_content() == "1"
    assert page.locator(".rendered s").text_content() == "old"


def test_without_scripts_nothing_offers_what_does_not_work(browser: Any, guide: Path) -> None:
    with opened(browser, guide, java_script_enabled=False) as shown:
        page = shown.page
        assert not [each for each in page.locator("button, .filter, .keys").all() if each.is_visible()]
        page.locator(".head").first.click()
        assert shown.chosen() == ["Chunk 1 of 6"]
        page.locator("label", has_text="Rendered").click()
        assert page.locator(".rendered table").is_visible()


def test_content_is_copied(browser: Any, guide: Path) -> None:
    with opened(browser, guide, permissions=["clipboard-read", "clipboard-write"]) as shown:
        shown.page.keyboard.press("j")
        for label, text in (
            ("content", look(SAMPLE, "guide.md", OPTIONS).chunks[0].content),
            ("id", look(SAMPLE, "guide.md", OPTIONS).chunks[0].id),
            ("ref", "guide.md#field-guide"),
        ):
            button = shown.page.get_by_label(f"Copy {label}", exact=True)
            button.click()
            button.filter(has_text="Copied").wait_for()
            assert shown.page.evaluate("navigator.clipboard.readText()") == text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(browser: Any, guide: Path, scheme: str) -> None:
    def is_dark(shown: Opened) -> bool:
        colour = shown.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, colour.strip("rgb()").split(","))) < 200

    with opened(browser, guide, color_scheme=scheme) as shown:
        assert is_dark(shown) == (scheme == "dark")
        shown.page.get_by_label("Light or dark").click()
        assert is_dark(shown) == (scheme == "light")


@pytest.mark.parametrize("width", [400, 1000, 1600])
def test_nothing_is_wider_than_the_window(browser: Any, tmp_path: Path, width: int) -> None:
    path = write(
        tmp_path, SAMPLE + "\n" + "wide" * 300 + "\n\n| a | b |\n|---|---|\n| " + "x" * 90 + " | y |\n"
    )
    with opened(browser, path, viewport={"width": width, "height": 800}) as shown:
        for _ in range(2):
            assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
            shown.page.locator("label", has_text="Rendered").click()
        shown.page.keyboard.press("j")
        box = shown.page.locator("aside.detail:visible").bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= width


def test_print_shows_the_source_alone(shown: Opened) -> None:
    shown.page.emulate_media(media="print")
    assert not shown.page.locator("nav.side").is_visible()
    assert shown.page.locator(".chunk .text").last.is_visible()


def test_a_right_to_left_line_begins_at_the_right(shown: Opened) -> None:
    """Each line has the direction of its own text."""
    shown.page.emulate_media(media="print")  # so that all is laid out
    sides = shown.page.evaluate(
        """() => [...document.querySelectorAll(".chunk > .text")].map((text) => {
            const range = document.createRange(), walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            let last = null;
            while (walker.nextNode()) last = walker.currentNode;
            range.setStart(last, 0); range.setEnd(last, 1);
            const letter = range.getBoundingClientRect(), box = text.getBoundingClientRect();
            return letter.left - box.left > box.right - letter.right ? "right" : "left";
        })"""
    )
    assert sides == ["left", "left", "left", "left", "right", "left"]


def test_five_thousand_chunks(browser: Any, tmp_path: Path) -> None:
    path = write(tmp_path, "".join(f"# Heading {i}\n\nText number {i}.\n\n" for i in range(5000)))
    with opened(browser, path, "#L19997") as shown:
        assert shown.chosen() == ["Chunk 5,000 of 5,000"]
        assert shown.in_sight("#L19997")
        shown.page.locator("#view-words").fill("number 4321.")
        assert shown.visible_chunks() == 1


def test_a_folder(browser: Any, tmp_path: Path) -> None:
    names = ("a.md", "sub/b c#1.md", "../d.md")
    documents = [Shown(name, lambda name=name: look(SAMPLE, name, OPTIONS)) for name in names]  # type: ignore[misc]
    write_folder(tmp_path / "report", "Guide", documents, skips=False, tick=lambda: None)
    with opened(browser, tmp_path / "report" / "index.html") as shown:
        page = shown.page
        assert page.locator("tbody th").all_text_contents() == list(names)
        page.locator("#view-words").fill("SUB")
        assert page.locator("tbody tr:visible").count() == 1
        page.locator("tbody a:visible").click()
        assert page.locator("h1").text_content() == "sub/b c#1.md"
        page.go_back()
        page.locator("#view-words").fill("sub windows")
        assert page.locator("tbody tr:visible").count() == 1, "a heading of the document"
        page.locator("#view-words").fill("no such heading")
        assert page.locator("tbody tr:visible").count() == 0
        page.locator("#view-words").fill("sub")
        page.locator("tbody a:visible").click()
        page.locator("nav a", has_text="../d.md").click()
        assert page.locator("h1").text_content() == "../d.md"
        page.locator("nav a", has_text="All documents").click()
        assert page.locator("h1").text_content() == "Guide"
        assert shown.complaints == []


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker axe-core."""
    npm = shutil.which("npm")
    if os.environ.get("MDCHUNK_NODE_INSTALL") != "1" or not npm:
        pytest.skip("set MDCHUNK_NODE_INSTALL=1 to install axe-core from npm")
    folder = tmp_path_factory.mktemp("axe")
    # npm's own patience is over a minute where it reaches nothing
    patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"]
    command = [npm, "install", "--no-audit", "--no-fund", *patience, "--prefix", str(folder), "axe-core@4"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"npm cannot install axe-core: {done.stderr[-200:]}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1000, 1600])
def test_no_fault_of_accessibility(browser: Any, axe: str, tmp_path: Path, scheme: str, width: int) -> None:
    long = (
        "# A\n\n" + "words " * 30 + "\n\nTake these:\n\n" + "- an item of a list with some words in it\n" * 30
    )
    write(tmp_path, SAMPLE + "\n" + long + "\n<!-- a comment -->\n\n```\nnot closed\n")
    documents = [Shown(name, lambda: look(SAMPLE, "a.md", OPTIONS)) for name in ("a.md", "b.md")]
    write_folder(tmp_path / "report", "Guide", documents, skips=False, tick=lambda: None)
    faults: list[str] = []
    for name in ("page.html", "report/index.html", "report/a.md.html"):
        settings: dict[str, Any] = {
            "viewport": {"width": width, "height": 800},
            "color_scheme": scheme,
            "bypass_csp": True,
        }
        with opened(browser, tmp_path / name, **settings) as shown:
            shown.page.evaluate(axe)
            for _ in range(3):
                found = shown.page.evaluate("axe.run({ resultTypes: ['violations'] })")
                faults += (
                    f"{name}: {one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]}"
                    f" {one['nodes'][0]['failureSummary'][:200]}"
                    for one in found["violations"]
                    if one["impact"] in {"serious", "critical", "moderate"}
                )
                shown.page.keyboard.press("j")
                if name == "page.html":
                    shown.page.locator("label", has_text="Rendered").click()
    assert faults == []
