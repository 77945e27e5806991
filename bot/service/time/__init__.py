"""Clocks, deadlines as they are reckoned, quiet hours, pauses."""
