"""The pages: continuous view with overlays, thumbnails, layer strip and minimap."""
