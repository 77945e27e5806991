"""Orders, answers, taking back, standing orders, a side that is shared."""
