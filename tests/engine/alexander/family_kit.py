"""Great Battles of Alexander for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from engine.systems.alexander.field import LAYOUT
from engine.systems.alexander.system import Alexander
from tests.engine.gboh.positions import Kit

KIT = Kit(Alexander, LAYOUT, missiles={"bow": "A", "javelin": "J"})
"""For ``tests/engine/gboh/kit.py``."""
