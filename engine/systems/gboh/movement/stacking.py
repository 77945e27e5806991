"""6.6 Passing through friends, and the Stacking Chart (6.65)."""

from __future__ import annotations

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.state import Unit

WEAVING_MP = 1
"""MP a unit pays that a rule of the battle lets weave through a friend without a hit to itself."""


def passes_free(mover: Unit) -> bool:
    """6.65, table:stacking Whether the mover takes no hit for passing through a friend."""
    return mover.passes_lightly and not mover.routed


def may_pass(mover: Unit, friend: Unit) -> bool:
    """6.47 Columns neither pass through friends nor are passed through by unrouted ones."""
    return mover.routed or not (mover.column or friend.column)


async def pass_through(g: Battle, mover: Unit, friend: Unit, *, weaving: bool = False) -> bool:
    """6.63, 6.65 ``mover`` enters the hex of ``friend``; the chart's Stop In (10.24) does the same to who stands there.

    A cheiroballistra that shares the hex suffers like its infantry (11.63); the mover takes its hit once.
    ``weaving``: a rule of the battle spares the mover its hit (see :func:`special.weaves`).

    Returns True while the mover can go on.
    """
    crews = [u for u in sharing.beside(g, friend) if u is not mover]
    await _through(g, mover, friend, spared=weaving)
    for crew in crews:
        if crew.on_map:
            await _through(g, mover, crew, spared=True)
    return mover.on_map


async def _through(g: Battle, mover: Unit, friend: Unit, *, spared: bool) -> None:
    if friend.routed:
        # 6.63 A routed unit ridden down by its own side is lost, whoever rides.
        await g.breaks.eliminate(g, friend, f"{mover.id} passes through it", g.case(Case.PASSING_FRIENDS))
        if not mover.routed and not passes_free(mover) and not spared:
            await cohesion.hits(g, mover, 1, f"passing through {friend.id}", g.case(Case.STACKING_CHART))
    elif mover.routed:
        n = await cohesion.tq_check(
            g, friend, "pass-through", f"{mover.id} flees through {friend.id}", g.case(Case.STACKING_CHART), minimum=1
        )
        await cohesion.hits(g, friend, n, f"{mover.id} flees through it", g.case(Case.STACKING_CHART))
    elif passes_free(mover):
        excess = await cohesion.tq_check(
            g, friend, "pass-through", f"{mover.id} rides through {friend.id}", g.case(Case.STACKING_CHART)
        )
        await cohesion.hits(g, friend, min(1, excess), f"{mover.id} rides through it", g.case(Case.STACKING_CHART))
    else:
        await cohesion.hits(g, friend, 1, f"{mover.id} passes through it", g.case(Case.STACKING_CHART))
        if not spared:
            await cohesion.hits(g, mover, 1, f"passing through {friend.id}", g.case(Case.STACKING_CHART))
