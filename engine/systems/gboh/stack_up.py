"""S 6.66, 6.67 Who stands under whom where units are put into one hex by no move: set up, or by a referee."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.model import UnitId
from engine.systems.gboh.footprint import is_single
from engine.systems.gboh.state import State


def stack_up(state: State, put: Iterable[UnitId]) -> None:
    """Units have been put where they stand now, in this order: each goes to the bottom, facing as the other does.

    One that was turned in its stack turns the other with it. Raises KeyError for an unknown unit.
    """
    moved = [u for u in (state.units[name] for name in put) if u.stacks and is_single(u)]
    for u in moved:
        for x in state.units.values():
            upper, lower = (u, x) if x.beneath == u.id else (x, u)
            if lower.beneath != upper.id:
                continue
            if upper.hex == lower.hex:
                upper.facing = lower.facing = u.facing
            else:
                lower.stands_beneath(None)
    waiting = {u.id for u in moved}
    for u in moved:
        waiting.discard(u.id)
        if not u.on_map or u.routed or u.beneath is not None:
            continue
        here = [
            x
            for x in state.units.values()
            if x.hex == u.hex and x is not u and x.on_map and x.id not in waiting and x.side == u.side
        ]
        if len(here) == 1 and here[0].stacks and not here[0].routed and here[0].beneath is None:
            u.stands_beneath(here[0].id)
            u.facing = here[0].facing
