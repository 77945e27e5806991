"""Withdrawals that a side arranges in secret as a turn begins (A 6.8, S 6.8)."""
