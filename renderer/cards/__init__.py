"""Unit cards and rosters."""
