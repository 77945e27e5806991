"""Every event of a Cataphract battle: the family's, and its own."""

from __future__ import annotations

from engine.systems.cataphract.events import ambushes, armies, formations
from engine.systems.cataphract.state import State
from engine.systems.gboh.events.reading import reader

EVENTS = reader(State, ambushes, armies, formations)
"""Reads any event from JSON."""
