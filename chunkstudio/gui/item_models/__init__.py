"""Tables, lists and trees of the panels as Qt item models, and the pure comparisons behind them."""
