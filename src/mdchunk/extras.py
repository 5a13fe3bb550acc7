"""What the extras require, reported if one of them is missing."""

from __future__ import annotations

import sys
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

REQUIREMENTS: Mapping[str, str] = MappingProxyType(
    {
        "PyStemmer": "PyStemmer>=3.0",
        "bm25s": "bm25s>=0.3",
        "firecrawl-anydoc": "firecrawl-anydoc>=0.2.4,<0.3",
        "fsspec": "fsspec>=2025.3",
        "haystack-ai": "haystack-ai>=3,<4",
        "html-to-markdown": "html-to-markdown>=3.20,<4",
        "langchain-text-splitters": "langchain-text-splitters>=1,<2",
        "liteparse": "liteparse>=2.18,<3",
        "llama-index-core": "llama-index-core>=0.14,<0.15",
        "mcp": "mcp>=2.1,<3",
        "pyarrow": "pyarrow>=17",
        "pypdfium2": "pypdfium2>=5.15,<6",
        "ray": "ray>=2.40",
        "starlette": "starlette>=0.47",
        "tiktoken": "tiktoken>=0.9",
        "tokenizers": "tokenizers>=0.21",
        "tomlkit": "tomlkit>=0.13",
        "uvicorn": "uvicorn>=0.35",
    }
)
"""Package -> what the project's metadata say of it."""


def install(*packages: str) -> str:
    """Return the command that installs packages for the Python that runs, in the words of any shell."""
    quoted = " ".join(f'"{REQUIREMENTS[package]}"' for package in packages)
    return f"{sys.executable} -m pip install {quoted}"
