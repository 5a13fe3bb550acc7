"""Every page: its blocks run or are checked, its links lead somewhere, its generated parts are up to date."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from mdchunk import KINDS, outline
from mdchunk.model import Chunk
from tests.support.generated import GENERATED, with_generated
from tests.support.pages import PAGES, ROOT, missing, read_blocks
from tests.support.sessions import Session

NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]
ELSEWHERE = {
    "docs/mcp.md": "tests/mcp/test_docs.py",
    "docs/vector-stores.md": "tests/integrations/test_stores.py",
    "docs/engines.md": "tests/integrations/test_engines_page.py",
    "docs/frameworks.md": "tests/integrations/test_frameworks_page.py",
    "docs/answers.md": "tests/test_answers_page.py",
}
"""Page -> the test that runs its blocks, because they need a server or other packages."""
INSTALLS = re.compile(r"\bpip install\b")
"""What would change the environment of the tests; tried in CI's own steps."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ELSEWHERE])
def test_blocks_run_and_print_what_is_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(tmp_path)
    for block in read_blocks(ROOT / name):
        if INSTALLS.search(block.content):
            continue
        assert session.run(block) == block.content, f"{name}:{block.line}"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    prose = re.sub(r"(?ms)^(`{3,}|~{3,}).*?^\1|`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^()\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (ROOT / name).parent / path if path else ROOT / name
        assert place.exists(), f"{name}: {target}"
        if anchor and place.suffix == ".md":
            found = outline(place.read_text(encoding="utf-8"))
            assert anchor in {heading.anchor for heading in found.headings}, f"{name}: {target}"


@pytest.mark.parametrize("page", sorted({page for page, _ in GENERATED}))
def test_what_is_generated_is_up_to_date(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text == with_generated(page), "run: python -m tests.support.generated"


def test_pages_that_run_elsewhere_do() -> None:
    for page, test in ELSEWHERE.items():
        assert (ROOT / page).is_file()
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = re.findall(r"[\w-]+\.md", str(site["nav"]))
    assert sorted(listed) == sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def test_the_index_for_language_models_names_every_page_and_extra() -> None:
    text = (ROOT / "llms.txt").read_text(encoding="utf-8")
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} - {"docs/index.md"}
    assert pages == set(re.findall(r"\]\((docs/[^)]+)\)", text))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = text.partition("Extras: ")[2].partition("\n")[0]
    assert set(re.findall(r"`([\w-]+)`", extras)) == set(project["optional-dependencies"])


def test_the_readme_is_one_page() -> None:
    assert (ROOT / "README.md").stat().st_size <= 12_000


def test_setup_commands_install_what_there_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [
        block.content.strip() for block in read_blocks(ROOT / "README.md") if INSTALLS.search(block.content)
    ]
    main, tests = lines
    assert main.startswith("python3 -m venv .venv && ")
    assert main.endswith(".venv/bin/mdchunk build README.md")
    assert "--group dev" in tests
    assert tests.endswith(".venv/bin/pytest --quiet")
    extras = set(re.findall(r"'\.\[(.*?)\]'", tests)[0].split(","))
    assert extras <= set(project["project"]["optional-dependencies"])


def test_the_record_has_the_fields_of_the_table() -> None:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    rows = text.partition("| field | type | meaning |")[2].partition("\n\n")[0]
    named = [name for row in rows.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == list(Chunk.__annotations__)


def test_the_rules_name_every_kind() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    kinds = text.partition("The kinds are ")[2].partition(".\n")[0]
    assert re.findall(r"`(\w+)`", kinds) == list(KINDS)


def test_a_block_that_prints_something_else_is_found(tmp_path: Path) -> None:
    """The harness itself: a wrong output, an unknown option and a needless import do not pass."""
    page = ROOT / "docs" / "index.md"
    block = read_blocks(ROOT / "README.md")[0]
    session = Session(tmp_path)
    wrong = block.__class__(page.name, 1, "console", "", "$ echo a\nb\n")
    assert session.run(wrong) == "$ echo a\na\n"
    with pytest.raises(AssertionError, match="has no --max-char"):
        session.run(block.__class__(page.name, 1, "bash", "", "mdchunk build x --max-char 3\n"))
    with pytest.raises(AssertionError, match="has no chunk_it"):
        session.run(block.__class__(page.name, 1, "python", "", "from mdchunk import chunk_it\n"))
    assert missing("no_such_program_or_module")
