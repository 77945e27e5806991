"""Every event of a battle of Simple GBoH: the family's, and its own."""

from __future__ import annotations

from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.events.reading import reader
from engine.systems.simple_gboh.events import leaders, pursuit, turns
from engine.systems.simple_gboh.events.units import UnitFormed
from engine.systems.simple_gboh.state import State

EVENTS = reader(State, UnitFormed, PairMoved, *turns.EVENTS, *leaders.EVENTS, *pursuit.EVENTS)
"""Reads any event from JSON."""
