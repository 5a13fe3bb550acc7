"""The page as a server: settings change, files change, and the chunks follow."""
