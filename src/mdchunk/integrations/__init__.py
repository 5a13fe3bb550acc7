"""Components of other frameworks that chunk with mdchunk; each needs its framework installed."""
