"""The command line: typer commands over the same engine as the window."""
