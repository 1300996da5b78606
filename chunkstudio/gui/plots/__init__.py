"""Plots of the panels; the only package that imports pyqtgraph."""
