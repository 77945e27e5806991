"""G 4.31 Leaders who go after their units, as these are ordered together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Command
from engine.kernel.hexes import Hex, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.orders import goals, ideas, orders
from engine.systems.gboh.state import Leader

EXPOSED = 2
"""Hexes from the nearest enemy within which a leader without a unit is in danger."""
DANGER, MELEE, COMPANY = 20.0, 0.5, 0.5
"""What it takes off a hex, in units that hear him there, to stand in danger alone, or among those who fight; and what
it is worth to stand with a unit."""


def orders_after(g: Battle, decision: Command, after: Battle, units: Sequence[str]) -> Iterator[orders.MoveLeader]:
    """Where leaders who may move go once ``units`` stand as in ``after``: only where more hear them, or they are safer.

    Only if most of those who may act are among the units: else their leaders wait for the others. Who stands with one
    of them rides along with it (A 4.23).
    """
    able = [u for u in g.units(decision.side) if ideas.obeys(g, None, u)]
    if 2 * len({u.id for u in able} & {*units}) <= len(able):
        return
    ready = {c.key.removeprefix("lead-") for c in decision.menu if c.key.startswith("lead-")}
    held = {h for name in units for h in footprint.hexes_of(g.state.units[name])}
    own = {u.id for u in able}
    for x in after.leaders(decision.side):
        if x.id not in ready or x.at in held:
            continue
        worth = _Worth(after, x, [u.at for u in after.units(x.side) if u.id in own])
        found = leader_moves.destinations(after, x)
        best = max(found, key=lambda h: (worth.of(h), -found[h], -h), default=None)
        if best is not None and worth.of(best) > worth.of(x.at):
            yield orders.MoveLeader(leader=x.id, to=best)


class _Worth:
    """What a hex is worth to a leader."""

    def __init__(self, g: Battle, x: Leader, units: Sequence[Hex]) -> None:
        self.g, self.x, self.units = g, x, units

    def of(self, h: Hex) -> float:
        """Units that hear him there, less what speaks against it."""
        away = goals.away(self.g, h, self.x.side)
        worth = float(sum(distance(h, u) <= self.x.command_range for u in self.units))
        if self.g.friend_in(h, self.x.side) is not None:
            worth += COMPANY
        elif away <= EXPOSED:
            worth -= DANGER
        return worth - (MELEE if away <= 1 else 0)
