"""Stacks: two units of one hex each that share it, the upper of which acts for both (S 6.6, 9.6)."""
