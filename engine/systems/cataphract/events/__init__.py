"""Every event of a Cataphract battle: the family's, and its own."""

from __future__ import annotations

from engine.systems.cataphract.events.ambushes import AmbushLaid, AmbushLeft
from engine.systems.cataphract.events.armies import BonusLost, ChampionsFought, ChampionsPrize, UncontrolledSet
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.state import State
from engine.systems.gboh.events.reading import reader

EVENTS = reader(State, UnitFormed, AmbushLaid, AmbushLeft, BonusLost, UncontrolledSet, ChampionsFought, ChampionsPrize)
"""Reads any event from JSON."""
