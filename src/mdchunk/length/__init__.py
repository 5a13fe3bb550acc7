"""From a text to its size: characters, bytes, tokens."""
