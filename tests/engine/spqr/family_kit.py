"""SPQR for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from engine.systems.spqr.field import LAYOUT
from engine.systems.spqr.system import Spqr
from tests.engine.gboh.positions import Kit

KIT = Kit(Spqr, LAYOUT, missiles={"bow": "A", "javelin": "J"}, ground={"rough": "broken"})
"""For ``tests/engine/gboh/kit.py``."""
