"""Named functions from a text to its size: code points, or tokens of a named tokenizer."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from mdchunk.length import tokenizers as length_tokens
from mdchunk.model import Length, MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def approx(text: str) -> int:
    """Return a cautious estimate of tokens that needs no vocabulary: UTF-8 bytes over three, rounded up.

    Measured on documentation, byte-pair tokenizers of today take 3.1 to 4.8 bytes a token, in English and CJK alike.
    """
    return -(-utf8_bytes(text) // 3)


def utf8_bytes(text: str) -> int:
    """Return the bytes of a text in UTF-8: no byte-pair tokenizer takes more tokens, and some stores count so."""
    return len(text.encode("utf-8", "surrogatepass"))


COUNTERS: Mapping[str, Length] = MappingProxyType({"approx": approx, "bytes": utf8_bytes})
"""Tokenizers that need nothing, by name."""

LOADERS: Mapping[str, Callable[[str], Length]] = MappingProxyType(
    {
        "tiktoken": length_tokens.tiktoken,
        "hf": length_tokens.hugging_face,
        "py": length_tokens.python_function,
    }
)
"""Scheme to what makes a function from the text behind its colon: ``tiktoken:o200k_base``."""


def length_of(options: Options) -> Length:
    """Return the function that sizes are measured with: ``len`` for code points.

    Raises:
        MdchunkError: The tokenizer is not known, its package is not installed, or its vocabulary can't be loaded;
            the function itself raises it where a tokenizer of the user's fails or returns no size.
    """
    if not options.max_tokens:
        return len
    if callable(options.tokenizer):
        return length_tokens.checked(options.tokenizer, _name(options.tokenizer))
    return _load(options.tokenizer)


def check_name(name: str) -> None:
    """Check that a tokenizer's name has a known form; nothing is imported or loaded.

    Raises:
        MdchunkError: It has not; the message lists the forms.
    """
    scheme, _, rest = name.partition(":")
    if name not in COUNTERS and not (scheme in LOADERS and rest):
        raise MdchunkError(
            f"must be {', '.join(COUNTERS)}, tiktoken:NAME, hf:PATH-OR-ID or py:package.module:function, not {name!r}",
            setting="tokenizer",
        )


@cache
def _load(name: str) -> Length:
    """Return the function of a tokenizer's name; a vocabulary is loaded once."""
    check_name(name)
    if name in COUNTERS:
        return COUNTERS[name]
    scheme, _, rest = name.partition(":")
    return length_tokens.checked(LOADERS[scheme](rest), name)


def _name(function: Length) -> str:
    return getattr(function, "__qualname__", type(function).__qualname__)
