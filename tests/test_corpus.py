"""Real documents keep every promise. The folder is named by MDCHUNK_CORPUS; without it nothing runs."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from mdchunk.model import MdchunkError, Options
from mdchunk.text.source import decode
from tests.support.invariants import check, complete, pathed
from tests.support.oracles import EOL

CORPUS = os.environ.get("MDCHUNK_CORPUS", "")
FILES = sorted(p for p in Path(CORPUS).rglob("*") if p.suffix in {".md", ".markdown"}) if CORPUS else []
SPECIFICATIONS = sorted(Path(CORPUS).rglob("spec.txt")) if CORPUS else []
EXAMPLE = re.compile(r"^`{32} example[^\n]*\n(.*?)^\.\n.*?^`{32}$", re.MULTILINE | re.DOTALL)
SETTINGS = [
    Options(),
    Options(max_chars=400, overlap=80, prefix_path=True),
    Options(max_chars=200, min_size=150),
    Options(max_chars=60, drop=frozenset(), keep_data_uris=True),
]


@pytest.mark.skipif(not FILES, reason="MDCHUNK_CORPUS names no folder with documents")
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(CORPUS)))
def test_document(path: Path) -> None:
    try:
        text = decode(path.read_bytes(), path.name)
    except MdchunkError as error:
        pytest.skip(str(error))
    promised(text)


@pytest.mark.skipif(not SPECIFICATIONS, reason="MDCHUNK_CORPUS names no folder with specifications")
@pytest.mark.parametrize("path", SPECIFICATIONS, ids=lambda p: str(p.relative_to(CORPUS)))
def test_examples_of_a_specification(path: Path) -> None:
    """Those of CommonMark and of GitHub's extensions, each alone."""
    examples = EXAMPLE.findall(path.read_text(encoding="utf-8"))
    assert len(examples) > 600
    for example in examples:
        promised(example.replace("→", "\t"))


def promised(text: str) -> None:
    """Hold all promises to a text and to its forms with other line ends and with a byte order mark."""
    lf = EOL.sub("\n", text)
    for settings in SETTINGS:
        chunks = check(text, settings).chunks
        complete(text, chunks, settings)
        pathed(text, [chunk for chunk in chunks if not settings.min_size], settings)
        contents = [chunk.content for chunk in chunks]
        for variant in (lf.replace("\n", "\r\n"), lf.replace("\n", "\r"), "\ufeff" + lf.lstrip("\ufeff")):
            assert [c.content for c in check(variant, settings).chunks] == contents
