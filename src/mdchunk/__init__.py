"""Markdown in, exact chunks out."""

__version__ = "0.1.0"
