"""Small controls that the panels share."""
