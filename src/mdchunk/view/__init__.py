"""Chunks to look at: documents and their chunks as values, and the pages that show them."""
