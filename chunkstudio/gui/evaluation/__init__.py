"""Questions with evidence in the window: labelling, background evaluation, and comparison of profile versions."""
