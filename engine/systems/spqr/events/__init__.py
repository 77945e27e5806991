"""Every event of a battle of SPQR: the family's, and its own."""

from __future__ import annotations

from engine.systems.gboh.arranged import markers
from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.events.reading import reader
from engine.systems.spqr.events import leaders
from engine.systems.spqr.events.cavalry import RodeOff
from engine.systems.spqr.events.formations import UnitFormed
from engine.systems.spqr.state import State

EVENTS = reader(State, UnitFormed, PairMoved, RodeOff, *markers.EVENTS, *beasts.EVENTS, *leaders.EVENTS)
"""Reads any event from JSON."""
