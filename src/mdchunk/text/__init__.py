"""Characters and lines: the only place where lines become offsets; slugs, raw HTML, code spans."""
