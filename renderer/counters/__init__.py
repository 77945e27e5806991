"""Pieces on the map: counters of units with all that is on them, leaders, markers."""
