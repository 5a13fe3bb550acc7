"""One block that is too large to pieces, each cut by its kind."""
