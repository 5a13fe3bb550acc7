"""Plugins for markdown-it-py: block rules, front matter, and the table of dialects."""
