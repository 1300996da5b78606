"""Draws the sample documents that ship in ``sample_docs/``: run ``python -m tests.samples``."""
