"""``python -m mdchunk``."""

from mdchunk.cli import main

main()
