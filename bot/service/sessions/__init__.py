"""Battles in memory: found by their numbers, one lock each, every change stored before it counts."""
