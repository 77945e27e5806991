"""2.21, 2.22, T:unit_capabilities, T:rout_points, T:facing_costs, T:movement_allowances Kinds of
troops and missile classes of Simple GBoH, read from ``troops.json``.

>>> TROOPS["PH"].shape.value, TROOPS["SK"].rout_points, kind("LG/HA", roman=True).turning(3)
('two', 2, 1)
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.systems.gboh import troop_tables
from engine.systems.gboh.troops import Troop
from engine.systems.simple_gboh.charts import PACKAGE

LEGIONARY = "legionaries"
"""Tag of legionaries and cohorts (2.21, 7.18): they have no Missile Fire."""
STACKS = "stacks by legion"
"""Tag of infantry of which two of one legion share a hex, if they are Roman (5.32)."""
CATAPHRACT = "cataphracts"
"""Tag of horse in full armour (6.12, 7.14)."""
GERMAN = "German cavalry"
"""Tag of the German cavalry (10.4)."""

THROWN = "thrown"
"""What infantry without missiles throws from towers and ramparts (11.15); no counter bears it."""

TROOPS, WEAPONS, RATINGS = troop_tables.read(PACKAGE, {LEGIONARY, STACKS, CATAPHRACT, GERMAN})
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it, and every missile class, as counters
have it (2.21)."""


@cache
def kind(name: str, *, roman: bool = False, byzantine: bool = False) -> Troop:
    """A kind of troops as units of Rome or of Byzantium have it (6.12). Raises KeyError for an unknown one."""
    troop = TROOPS[name]
    if roman and troop.arm == "foot" and not troop.symbol.endswith("skirmishers") and troop.turn_mp:
        return replace(troop, turns_whole=True)
    if byzantine and CATAPHRACT in troop.tags:
        return replace(troop, turn_mp=1)
    return troop


@cache
def troop_of(type_: str, cls: str | None, roman: bool, byzantine: bool) -> Troop:
    """As :func:`kind`, by a unit's type and class."""
    return kind(f"{type_}/{cls}" if cls else type_, roman=roman, byzantine=byzantine)
