"""The panels around the page view: each a widget that shows part of the session and passes wishes up to it."""
