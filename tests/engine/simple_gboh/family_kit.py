"""Simple GBoH for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from engine.systems.simple_gboh.field import LAYOUT
from engine.systems.simple_gboh.system import SimpleGboh
from tests.engine.gboh.positions import Kit

KIT = Kit(SimpleGboh, LAYOUT, missiles={"bow": "A", "javelin": "J"}, ground={"woods": "forest"})
"""For ``tests/engine/gboh/kit.py``."""
