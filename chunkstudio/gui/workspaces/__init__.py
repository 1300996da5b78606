"""The window's side of a workspace: its file, its panel, approval, export and re-chunking."""
