"""Cataphract for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from engine.systems.cataphract.field import LAYOUT
from engine.systems.cataphract.state import Unit
from engine.systems.cataphract.system import Cataphract
from tests.engine.gboh.positions import Kit


def _come_from_elsewhere(unit: Unit) -> None:
    """11.4 Nobody has the double rate of fire of units in their set-up hexes."""
    unit.start_hex = None


KIT = Kit(Cataphract, LAYOUT, missiles={"bow": "B", "javelin": "J"}, settle=_come_from_elsewhere)
"""For ``tests/engine/gboh/kit.py``."""
