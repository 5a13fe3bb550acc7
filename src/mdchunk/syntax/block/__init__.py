"""The block rules of markdown-it-py, made faster: the same tokens in less than half the time.

``plugin.fast_block_plugin`` adds them to a parser. Each module replaces the module of markdown-it-py with the same
name and says what it omits; ``state`` and ``parser`` replace ``state_block`` and ``parser_block``. Rules for rare
constructs (indented code, quotes, the rest of a link reference definition), and for tables, which every dialect here
reads by a rule of its own, stay those of markdown-it-py.
"""
