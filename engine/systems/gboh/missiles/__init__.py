"""Missile fire and what provokes it."""
