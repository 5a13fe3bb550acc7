"""Names and bytes on disk: walk, ignore rules, formats, settings, atomic writes."""
