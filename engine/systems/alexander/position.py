"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from engine.systems.alexander.field import LAYOUT
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.position import Positions


class _Positions(Positions):
    """What building one takes."""

    fixed = ("wing", "contingent_capability_printed", "acting_commander", "king")


FORM = _Positions(Alexander, LAYOUT).form
"""How positions are written."""
