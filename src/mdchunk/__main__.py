"""``python -m mdchunk``."""

from mdchunk.cli.main import main

main()
