"""Questions with evidence, retrievers, measures, and what they say about a profile."""
