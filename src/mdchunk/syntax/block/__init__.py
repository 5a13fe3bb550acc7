"""The block rules of markdown-it-py, made faster: the same tokens in less than half of the time.

``plugin.fast_block_plugin`` puts them into a parser. A module replaces the one of markdown-it-py with the same name,
and says what it leaves out; ``state`` and ``parser`` stand for ``state_block`` and ``parser_block``. Rules for what is
seldom met (indented code, quotes, the rest of a link reference definition) or what no dialect here reads as it
stands (tables) stay markdown-it-py's.
"""
