"""The GitHub Action: read inputs, call one function, report the result."""

from mdchunk.action.main import main

__all__ = ["main"]
