"""Every event of a battle of Simple GBoH: the family's, and its own."""

from __future__ import annotations

from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.events.reading import reader
from engine.systems.simple_gboh.events import leaders, turns, units
from engine.systems.simple_gboh.state import State

EVENTS = reader(State, PairMoved, leaders, turns, units)
"""Reads any event from JSON."""
