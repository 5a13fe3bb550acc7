"""The live page in a real browser: what is moved, pasted, compared and saved, and a file that changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mdchunk import DROPPED, chunk_file
from tests.view.browser import chromium
from tests.view.live.served import serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("tomlkit")

GUIDE = "# Guide\n\n" + "".join(f"## Part {i}\n\n" + "Some words are here. " * 25 + "\n\n" for i in range(8))
HOSTILE = """# <script>window.ran = 1</script>

<img src="https://example.com/x.png" onerror="window.ran = 2"> [x](javascript:window.ran=3)

</article></main></dialog><script>window.ran = 4</script>
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Open the page of a guide; what it complains of fails the test."""
    root = tmp_path_factory.mktemp("live")
    with pytest.MonkeyPatch.context() as patch, chromium() as browser:
        patch.chdir(root)
        Path("docs").mkdir()
        Path("docs/guide.md").write_text(GUIDE)
        Path("docs/<hostile> & 'so'.md").write_text(HOSTILE)
        with serving("docs") as address:
            page = browser.new_page(viewport={"width": 1600, "height": 900})
            complaints: list[str] = []
            requests: list[str] = []
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("dialog", lambda dialog: complaints.append(dialog.message))
            page.on("request", lambda request: requests.append(request.url))
            page.guide = f"{address.url}?doc=docs/guide.md"
            yield page
            assert page.evaluate("window.ran") is None
            # the browser says so of a setting that the server refuses, too
            assert [said for said in complaints if "status of 422" not in said] == []
            assert all(url.startswith(address.url) for url in requests)


@pytest.fixture(autouse=True)
def fresh(page: Any) -> None:
    page.goto(page.guide)
    page.evaluate("sessionStorage.clear()")
    page.goto(page.guide)


def shows(page: Any, **settings: Any) -> None:
    """Wait until the page shows the chunks that the settings give."""
    chunks = chunk_file("docs/guide.md", **settings)
    for chunk in (chunks[0], chunks[-1]):
        page.locator(f'article[id="{chunk.id}"]').wait_for()
    assert page.locator("article.chunk").count() == len(chunks)


def test_a_slider_moves_and_the_chunks_follow(page: Any) -> None:
    shows(page)
    slider = page.locator("#live input[name=max_chars]")
    slider.fill("300")
    shows(page, max_chars=300)
    assert page.locator("#live-max_chars").input_value() == "300"
    slider.press("ArrowRight")
    shows(page, max_chars=350)
    page.locator("#live-overlap").fill("60")
    shows(page, max_chars=350, overlap=60)
    assert page.locator("mark").count() > 0
    # the overlap goes down with the limit
    page.locator("#live-overlap").fill("170")
    shows(page, max_chars=350, overlap=170)
    slider.fill("200")
    shows(page, max_chars=200, overlap=99)
    page.locator("#live-reset").click()
    shows(page)


def test_tokens_levels_paths_and_kinds(page: Any) -> None:
    page.locator("#live-unit").select_option("max_tokens")
    shows(page, max_tokens=400)
    page.locator("#live-max_tokens").fill("90")
    page.locator("#live-tokenizer").select_option("bytes")
    page.locator("#live-prefix_path").select_option("all")
    shows(page, max_tokens=90, tokenizer="bytes", prefix_path="all")
    page.locator("#live input[name=max_level]").fill("1")
    page.locator("#live .kinds summary").click()
    page.locator("#live input[value=paragraph]").check()
    settings = {"max_tokens": 90, "tokenizer": "bytes", "prefix_path": "all", "max_level": 1}
    shows(page, **settings, drop=(*DROPPED, "paragraph"))
    page.locator("#live-reset").click()
    shows(page)


def test_the_choice_stays_with_its_place(page: Any) -> None:
    page.locator("article.chunk .head").nth(4).click()
    line = page.locator("article.chunk:target a[data-n]").first.get_attribute("id")
    page.locator("#live input[name=max_chars]").fill("300")
    shows(page, max_chars=300)
    assert page.locator("article.chunk:target").locator(f"#{line}").count() == 1
    assert page.locator("aside.detail:visible").count() == 1


def test_an_invalid_number_is_an_error_beside_its_field(page: Any) -> None:
    page.locator("#live-max_chars").fill("20")
    page.locator("#live-error", has_text="max_chars must be at least 200, not 20").wait_for()
    assert page.locator('[data-row="max_chars"].wrong').count() == 1
    shows(page)
    page.locator("#live-max_chars").fill("400")
    shows(page, max_chars=400)
    assert page.locator("#live-error").text_content() == ""


def test_a_file_that_changes(page: Any) -> None:
    file = Path("docs/guide.md")
    file.write_text(GUIDE + "## Newest\n\nJust written.\n")
    page.locator("#view-tree", has_text="Newest").wait_for()
    shows(page)
    file.write_text(GUIDE)
    page.locator("#view-tree:not(:has-text('Newest'))").wait_for()


def test_two_settings_side_by_side(page: Any) -> None:
    page.locator("#live-compare").click()
    page.locator("#live-comparison").wait_for()
    page.locator("#live input[name=max_chars]").fill("300")
    page.locator(".figures td", has_text="300").first.wait_for()
    old, new = (len(chunk_file("docs/guide.md", max_chars=size)) for size in (1500, 300))
    row = page.locator(".figures tr", has=page.locator("th", has_text="chunks"))
    assert row.locator("td").all_text_contents() == [str(old), str(new)]
    assert page.locator("#view-source").is_hidden()
    page.locator("#live-compare").click()
    page.locator("#live-comparison").wait_for(state="detached")
    shows(page, max_chars=300)


def test_saving(page: Any) -> None:
    page.locator("#live input[name=max_chars]").fill("300")
    page.locator("#live-save").click()
    page.locator("#live-diff", has_text="+max_chars = 300").wait_for()
    assert not Path("mdchunk.toml").exists()
    page.locator("#live-saving .closes").click()
    page.locator("#live-save").click()
    page.locator("#live-write").click()
    page.locator("#view-status", has_text="Saved mdchunk.toml").wait_for(state="attached")
    assert Path("mdchunk.toml").read_text() == "max_chars = 300\n"
    Path("mdchunk.toml").unlink()


def test_a_pasted_text(page: Any) -> None:
    page.locator("#live-paste").click()
    page.locator("#live-text").fill("# Pasted\n\nj k / are letters.\n\n" + HOSTILE)
    page.locator("#live-text").press("j")
    page.locator("#live-use").click()
    page.locator("h1", has_text="pasted.md").wait_for()
    assert page.locator("article.chunk", has_text="window.ran = 4").count() == 1
    page.locator("#live-paste").click()
    page.locator("#live-back").click()
    page.locator("h1", has_text="docs/guide.md").wait_for()
    shows(page)


def test_settings_stay_from_document_to_document(page: Any) -> None:
    page.locator("#live input[name=max_chars]").fill("300")
    shows(page, max_chars=300)
    page.locator(".documents a", has_text="hostile").click()
    page.locator("h1", has_text="hostile").wait_for()
    assert page.locator("#live-max_chars").input_value() == "300"
    page.locator(".documents a", has_text="guide").click()
    page.locator("h1", has_text="guide").wait_for()
    shows(page, max_chars=300)


def test_a_long_document(page: Any) -> None:
    Path("docs/long.md").write_text("".join(f"# Heading {i}\n\nText {i}.\n\n" for i in range(400)))
    page.goto(page.guide.replace("guide", "long"))
    page.locator("article.chunk").first.wait_for()
    assert page.locator("article.chunk").count() == 61
    # far below: a link of the tree, an address, a filter
    page.locator("#view-tree a", has_text="Heading 300").click()
    page.locator("article.chunk:target", has_text="Text 300.").wait_for()
    assert page.locator("article.chunk", has_text="Text 0.").count() == 0
    page.goto(page.guide.replace("guide", "long") + "#L1001")
    page.reload()
    page.locator("article.chunk:has(a:target)", has_text="Text 250.").wait_for()
    page.locator("#view-words").fill("Text 7.")
    page.locator("#view-count", has_text="of 400 chunks").wait_for()
    assert page.locator("#view-words").input_value() == "Text 7."
    Path("docs/long.md").unlink()
