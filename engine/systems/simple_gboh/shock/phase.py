"""7.3-7.7 The Shock Phase: designation, retreats before Shock, resolution."""

from __future__ import annotations

from engine.systems.gboh import special
from engine.systems.simple_gboh.battle import Battle


async def shock_phase(g: Battle) -> None:
    """3.2 C Every Shock of the Player Turn under way."""
    for rule in special.having(g, "before_shock"):
        await rule.before_shock(g)
    for rule in special.having(g, "shock"):
        await rule.shock(g)
    for rule in special.having(g, "shock_over"):
        rule.shock_over(g)
