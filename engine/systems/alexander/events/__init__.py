"""Every event of a battle of Great Battles of Alexander: the family's, and its own."""

from __future__ import annotations

from engine.systems.alexander.events import by_hand, formations
from engine.systems.alexander.state import State
from engine.systems.gboh.arranged import markers
from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.events.reading import reader

EVENTS = reader(State, PairMoved, markers, beasts, by_hand, formations)
"""Reads any event from JSON."""
