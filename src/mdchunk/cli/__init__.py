"""The command line: parse arguments, call one function, show the result."""

from mdchunk.cli.main import main

__all__ = ["main"]
