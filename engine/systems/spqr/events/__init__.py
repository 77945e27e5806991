"""Every event of a battle of SPQR: the family's, and its own."""

from __future__ import annotations

from engine.systems.gboh.arranged import markers
from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.events.reading import reader
from engine.systems.spqr.events import cavalry, formations, leaders
from engine.systems.spqr.state import State

EVENTS = reader(State, PairMoved, markers, beasts, cavalry, formations, leaders)
"""Reads any event from JSON."""
