"""One whole page: everything inlined, and a policy that lets nothing else run or load."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from mdchunk import __version__
from mdchunk.view.markup import escape

if TYPE_CHECKING:
    from collections.abc import Sequence


def page(
    title: str,
    body: str,
    *,
    kind: str = "document",
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    connects: bool = False,
) -> str:
    """Return a page that needs no other file and no network.

    Args:
        title: Shown by the browser.
        body: HTML of the page, in which all text is escaped and no element has a style or a handler.
        kind: ``document`` or ``index``: the class of the body.
        scripts: JavaScript to run behind that of every page.
        styles: CSS behind that of every page.
        connects: Whether scripts may ask the server that the page came from.
    """
    style = "\n".join((_file("page.css"), _widths(), *styles))
    script = "\n".join((_file("page.js"), *scripts))
    policy = [
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
        "base-uri 'none'",
        "form-action 'none'",
        *(["connect-src 'self'"] if connects else []),
    ]
    return Template(_file("page.html")).substitute(
        policy=escape("; ".join(policy)),
        version=__version__,
        title=escape(title),
        style=style,
        kind=kind,
        body=body,
        script=script,
    )


@cache
def _file(name: str) -> str:
    """Return a file of this folder."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _widths() -> str:
    """Return the rules for the lengths of bars: a style of their own would need a policy that allows all styles."""
    return "".join(f".w{share}::before{{width:{share}%}}" for share in range(1, 101))


def _hash(text: str) -> str:
    """Return the source expression of Content Security Policy for an inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
