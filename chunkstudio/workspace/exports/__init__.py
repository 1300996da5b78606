"""Chunk sets in the forms that indexes, tables and frameworks read, each with a manifest."""
