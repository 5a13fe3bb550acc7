"""Checks over finished chunks: verify, diff, stats."""
