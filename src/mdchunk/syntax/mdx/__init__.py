"""MDX: ESM, expressions and components as plugins for markdown-it-py."""
