"""Texts to vectors, so that what means the same is found in other words. No embedder at all works too."""
