"""Tokens to blocks that tile the source, sections, outline and content."""
