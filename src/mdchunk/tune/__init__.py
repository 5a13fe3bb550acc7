"""Which settings find the most, measured on the user's own documents."""
