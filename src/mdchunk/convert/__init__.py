"""Other formats to Markdown with page comments: PDF, Word, HTML, and converters of the user's own."""
