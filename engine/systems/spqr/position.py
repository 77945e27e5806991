"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from engine.systems.gboh.position import Positions
from engine.systems.spqr.field import LAYOUT
from engine.systems.spqr.system import Spqr


class _Positions(Positions):
    """What building one takes."""

    fixed = ("rank", "legion", "ala", "towers", "traits")


FORM = _Positions(Spqr, LAYOUT).form
"""How positions are written."""
