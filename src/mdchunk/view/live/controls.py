"""The settings that the page can change: from what it sends to ``Options``, and the form that has them."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, get_args

from mdchunk.files.settings import LEAST_CHARS
from mdchunk.model import DROPPED, KINDS, MdchunkError, Options, PrefixPath
from mdchunk.syntax.dialects import CONVERTED, DIALECTS
from mdchunk.view.markup import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NAMES = (
    "max_chars",
    "max_tokens",
    "tokenizer",
    "overlap",
    "min_size",
    "prefix_path",
    "max_level",
    "dialect",
    "drop",
)
"""Fields of ``Options`` that the page can change."""

SLIDERS: Mapping[str, tuple[int, int, int]] = {
    "max_chars": (LEAST_CHARS, 6000, 50),
    "max_tokens": (50, 2000, 10),
    "overlap": (0, 750, 10),
    "min_size": (0, 1500, 50),
    "max_level": (1, 6, 1),
}
"""Setting -> lowest and highest value of its slider, and its step; a number that is typed may be higher."""
USUAL_TOKENS = 400
"""What ``max_tokens`` begins with when sizes become tokens."""


def tokenizers(base: Options) -> Sequence[str]:
    """Return the tokenizers to choose from; of those that run code of the user's, only the one that was given."""
    ours = ["approx", "bytes"]
    if find_spec("tiktoken"):
        ours += ["tiktoken:o200k_base", "tiktoken:cl100k_base"]
    given = str(base.tokenizer) if isinstance(base.tokenizer, str) else ""
    return ours if given in {*ours, ""} else [*ours, given]


def dialects() -> Sequence[str]:
    """Return the dialects to choose from."""
    return ["auto", *(name for name in DIALECTS if name != CONVERTED)]


def options_of(base: Options, values: Mapping[str, Any]) -> Options:
    """Return options with other values.

    Args:
        base: The options that the server was started with, for what the page does not change.
        values: Settings by name, as JSON has them.

    Raises:
        MdchunkError: A setting is unknown or invalid.
    """
    unknown = sorted(values.keys() - set(NAMES))
    if unknown:
        raise MdchunkError(f"unknown setting {unknown[0]!r}")
    given = dict(values)
    if "drop" in given:
        if not isinstance(given["drop"], list) or not all(isinstance(kind, str) for kind in given["drop"]):
            raise MdchunkError("must be a list of kinds", setting="drop")
        given["drop"] = frozenset(given["drop"])
    for name, known in (("tokenizer", tokenizers(base)), ("dialect", dialects())):
        if name in given and given[name] not in known:
            raise MdchunkError(f"must be one of {', '.join(known)}", setting=name)
    if "prefix_path" in given and not isinstance(given["prefix_path"], str):
        raise MdchunkError(f"must be one of {', '.join(get_args(PrefixPath))}", setting="prefix_path")
    if given.get("max_tokens", base.max_tokens):
        given["max_chars"] = Options().max_chars  # there is one limit
    else:
        given["tokenizer"] = Options().tokenizer
        least = given.get("max_chars", base.max_chars)
        if isinstance(least, int) and least < LEAST_CHARS:
            raise MdchunkError(f"must be at least {LEAST_CHARS}, not {least}", setting="max_chars")
    return replace(base, **given)


def values_of(options: Options) -> dict[str, Any]:
    """Return the values of the settings that the page can change, as JSON has them."""
    return {name: getattr(options, name) for name in NAMES} | {"drop": sorted(options.drop)}


def form(options: Options, data: Mapping[str, str]) -> str:
    """Return the form of the settings as HTML; a script moves it to its place.

    Args:
        options: Their values.
        data: What the script has to know: the ``source`` that the page shows, the ``state`` of its file, whether there
            is ``more`` above and below what is shown, and which ``run`` of the server this is.
    """
    attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())
    return (
        f'<form id="live" class="live"{attributes} aria-label="Settings" autocomplete="off">'
        f"<h2>Settings</h2>{''.join(_rows(options))}"
        '<p id="live-error" role="alert"></p><p class="buttons">'
        '<button type="button" id="live-reset">Reset</button>'
        '<button type="button" id="live-compare" aria-pressed="false">Compare</button>'
        '<button type="button" id="live-save">Save…</button>'
        '<button type="button" id="live-paste">Paste a text…</button></p></form>'
        '<dialog id="live-saving" aria-labelledby="live-saving-title"><h2 id="live-saving-title">Save</h2>'
        '<pre id="live-diff" tabindex="0"></pre><p class="buttons"><button type="button" id="live-write">Write</button>'
        '<button type="button" class="closes">Cancel</button></p></dialog>'
        '<dialog id="live-pasting" aria-labelledby="live-pasting-title"><h2 id="live-pasting-title">Paste a text</h2>'
        '<textarea id="live-text" aria-label="Markdown" rows="16" spellcheck="false"></textarea>'
        '<p class="buttons"><button type="button" id="live-use">Show its chunks</button>'
        f'<button type="button" id="live-back">Back to {escape(data["source"])}</button>'
        '<button type="button" class="closes">Cancel</button></p></dialog>'
    )


def _rows(options: Options) -> Iterator[str]:
    unit = "max_tokens" if options.max_tokens else "max_chars"
    yield _choice("unit", "Sizes in", {"max_chars": "characters", "max_tokens": "tokens"}, unit)
    yield _slider("max_chars", options.max_chars)
    yield _slider("max_tokens", options.max_tokens or USUAL_TOKENS)
    yield _choice("tokenizer", "tokenizer", dict.fromkeys(tokenizers(options)), str(options.tokenizer))
    yield _slider("overlap", options.overlap)
    yield _slider("min_size", options.min_size)
    yield _choice("prefix_path", "prefix_path", dict.fromkeys(get_args(PrefixPath)), str(options.prefix_path))
    yield _slider("max_level", options.max_level)
    yield _choice("dialect", "dialect", dict.fromkeys(dialects()), options.dialect)
    boxes = "".join(
        f'<label title="{kind}"><input type="checkbox" name="drop" value="{kind}"'
        f"{' checked' if kind in options.drop else ''}> {kind}</label>"
        for kind in KINDS
    )
    more = " open" if options.drop != DROPPED else ""
    summary = f'<summary>drop <small id="live-dropped">{len(options.drop)}</small></summary>'
    yield f'<details class="kinds"{more}>{summary}{boxes}</details>'


def _slider(name: str, value: int) -> str:
    low, high, step = SLIDERS[name]
    high = max(high, value)
    return (
        f'<div class="row" data-row="{name}"><label for="live-{name}">{name}</label>'
        f'<input type="range" name="{name}" min="{low}" max="{high}" step="{step}" value="{value}"'
        f' aria-label="{name}, slider">'
        f'<input type="number" id="live-{name}" data-for="{name}" min="{low}" value="{value}"></div>'
    )


def _choice(name: str, label: str, choices: Mapping[str, str | None], chosen: str) -> str:
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text or value)}</option>'
        for value, text in choices.items()
    )
    return (
        f'<div class="row" data-row="{name}"><label for="live-{name}">{label}</label>'
        f'<select name="{name}" id="live-{name}">{options}</select></div>'
    )
