"""Dialogs of the window, one a module."""
