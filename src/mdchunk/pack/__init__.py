"""Sections to chunks: drop, merge, fill, overlap, ids."""
