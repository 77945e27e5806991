"""Cohesion hits, rout, rally and recovery."""
