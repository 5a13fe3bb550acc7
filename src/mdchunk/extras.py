"""What the extras ask for, to be told where one of them is missing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType

REQUIREMENTS: Mapping[str, str] = MappingProxyType(
    {
        "mcp": "mcp>=2.1,<3",
        "pyarrow": "pyarrow>=17",
        "tiktoken": "tiktoken>=0.9",
        "tokenizers": "tokenizers>=0.21",
    }
)
"""Package -> what the project's metadata say of it."""


def install(package: str) -> str:
    """Return the command that installs a package for the Python that runs, in the words of any shell."""
    return f'{sys.executable} -m pip install "{REQUIREMENTS[package]}"'
