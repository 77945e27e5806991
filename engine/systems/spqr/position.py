"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.systems.gboh.position import Positions
from engine.systems.spqr.field import LAYOUT
from engine.systems.spqr.system import Spqr


class _Positions(Positions):
    """What building one takes."""

    fixed = ("rank", "legion", "ala", "towers", "traits")
    always_of_orders = (*Positions.always_of_orders, "stationary")

    def orders(self, g: Any, given: Collection[str]) -> None:
        """10.43 Cavalry that has pursued stays where it is, as from the beginning of an Orders Phase."""
        super().orders(g, given)
        if "stationary" not in given:
            g.orders.stationary = [u.id for u in g.units(g.orders.side) if u.spent]

    def set_up(self, state: Any) -> None:
        """4.71 A leader rides an elephant where the option that has it is switched on."""
        for x in state.leaders.values():
            if x.mount not in state.units:
                x.mount = None


FORM = _Positions(Spqr, LAYOUT).form
"""How positions are written."""
