"""Tokenizers of other packages as functions from a text to its number of tokens, imported when one is named.

A text is text: what spells a special token (``<|endoftext|>``) is counted as it is written, and nothing is added
around it, cut off or padded.
"""

from __future__ import annotations

import importlib
import re
import reprlib
import sys
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.extras import install
from mdchunk.model import Length, MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SURROGATE = re.compile("[\ud800-\udfff]")


def checked(function: Length, name: str) -> Length:
    """Return a tokenizer's function that raises ``MdchunkError`` if it fails or returns no size."""

    def length(text: str) -> int:
        try:
            size = function(text)
        except MdchunkError:
            raise
        except Exception as error:
            raise MdchunkError(f"the tokenizer {name} failed: {type(error).__name__}: {error}") from error
        if not hasattr(size, "__index__") or isinstance(size, bool) or size < 0:
            raise MdchunkError(
                f"the tokenizer {name} must return a whole number of at least 0, not {reprlib.repr(size)}"
            )
        return index(size)

    return length


def tiktoken(name: str) -> Length:
    """Return the counter of an encoding (``o200k_base``) or of a model's (``gpt-4o``).

    Raises:
        MdchunkError: The package is not installed, does not know the name, or can't load the vocabulary.
    """
    package = _package("tiktoken", f"tiktoken:{name}")
    encoding = name
    if name not in package.list_encoding_names():
        try:
            encoding = package.encoding_name_for_model(name)
        except KeyError:
            known = ", ".join(package.list_encoding_names())
            raise MdchunkError(
                f"must name a model or an encoding ({known}) that tiktoken knows, not {name!r}",
                setting="tokenizer",
            ) from None
    try:
        encode = package.get_encoding(encoding).encode_ordinary
    except Exception as error:
        raise MdchunkError(
            f"is tiktoken:{name}, whose vocabulary cannot be loaded ({_reason(error)})",
            setting="tokenizer",
            advice="if you are offline, set TIKTOKEN_CACHE_DIR to a folder where tiktoken has stored it before",
        ) from error
    return lambda text: len(encode(text))


def hugging_face(name: str) -> Length:
    """Return the counter of a ``tokenizer.json``, of a folder that holds one, or of a model on the Hugging Face hub.

    Raises:
        MdchunkError: The package is not installed, there is no such file, or the vocabulary can't be loaded.
    """
    package = _package("tokenizers", f"hf:{name}")
    path = Path(name).expanduser()
    if path.is_dir():
        path /= "tokenizer.json"
    is_path = path.is_file() or path.suffix == ".json" or name.startswith((".", "/", "~"))
    try:
        if is_path:
            tokenizer = package.Tokenizer.from_str(path.read_text(encoding="utf-8"))
        else:
            tokenizer = package.Tokenizer.from_pretrained(name)
    except Exception as error:
        raise MdchunkError(
            f"is hf:{name}, whose vocabulary cannot be loaded ({_reason(error)})",
            setting="tokenizer",
            advice="name a tokenizer.json"
            if is_path
            else "if you are offline, name the path of its tokenizer.json",
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True  # that is: as the text they are

    def length(text: str) -> int:
        # its strings are UTF-8, which has no lone surrogates
        return len(tokenizer.encode(_SURROGATE.sub("\ufffd", text), add_special_tokens=False))

    return length


def python_function(name: str) -> Length:
    """Return the function that ``package.module:function`` names.

    Raises:
        MdchunkError: The module can't be imported, or has no such function.
    """
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise MdchunkError(
            f"is py:{name}, which names no function",
            setting="tokenizer",
            advice="write py:package.module:function",
        )
    try:
        with _current_folder():
            found = importlib.import_module(module)
    except Exception as error:
        missing = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
        if missing and f"{module}.".startswith(f"{missing}."):
            what = f"there is no module {missing}, installed or in the current folder"
        else:
            what = f"importing {module} failed ({_reason(error)})"
        raise MdchunkError(f"is py:{name}, but {what}", setting="tokenizer") from error
    function: Length | None = getattr(found, attribute, None)
    if not callable(function):
        raise MdchunkError(f"is py:{name}, but {module} has no function {attribute}", setting="tokenizer")
    return function


@contextmanager
def _current_folder() -> Iterator[None]:
    """Let modules of the current folder be found, after all others: a command has its own folder there instead."""
    folder = str(Path.cwd())
    sys.path.append(folder)
    try:
        yield
    finally:
        # what the module itself put there stays
        at = len(sys.path) - 1 - sys.path[::-1].index(folder)
        del sys.path[at]


def _package(package: str, tokenizer: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MdchunkError(
            f"is {tokenizer}, which needs one more package",
            setting="tokenizer",
            advice=f"run {install(package)}",
        ) from error


def _reason(error: Exception) -> str:
    """Return what an error of another package says, short enough for one line."""
    said = " ".join(str(error).split())
    return (
        f"{type(error).__name__}: {said[:117]}..." if len(said) > 120 else f"{type(error).__name__}: {said}"
    )
