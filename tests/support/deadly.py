"""A tokenizer that ends the process that counts with it, as a text that exhausts the memory would, or never ends."""

from __future__ import annotations

import os


def count(text: str) -> int:
    if "DEADLY" in text:
        os._exit(9)
    while "ENDLESS" in text:
        pass
    return len(text)
