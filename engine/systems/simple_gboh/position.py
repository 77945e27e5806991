"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.systems.gboh import position
from engine.systems.simple_gboh.field import LAYOUT
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.simple_gboh.turn import formations, returns


class _Positions(position.Positions):
    """What building one takes."""

    whole = (*position.WHOLE, "coming", "last_side", "interrupted")
    fixed = ("named", "seizes")

    def orders(self, g: Any, given: Collection[str]) -> None:
        """4.1, 4.11 Of the Formations named all units are activated, each In Command as it stands; of none, all are."""
        turn = g.orders
        fresh = g.new_orders(turn.side)
        for field in ("start", "started_in_zoc", "started_with_enemy"):
            if field not in given:
                setattr(turn, field, getattr(fresh, field))
        if "activated" not in given:
            units = [u for u in g.units(turn.side) if not turn.formations or u.formation in turn.formations]
            turn.activated = [u.id for u in units]
        known = {f.id: f for f in g.spec(turn.side).formations}
        for f in (known[name] for name in turn.formations if name in known):
            able = formations.commanders(g, turn.side, f)
            if able and "commanders" not in given:
                turn.commanders[f.id] = able[0].id
        if "leads" not in given:
            turn.leads = list(dict.fromkeys(turn.commanders.values()))
        if "in_command" not in given:
            turn.in_command = returns.in_command(g) if turn.formations else list(turn.activated)


FORM = _Positions(SimpleGboh, LAYOUT).form
"""How positions are written."""
