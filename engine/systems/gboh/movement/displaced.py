"""A unit that goes a hex otherwise than by its order: the events of it, and what the enemy may do as it comes up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderMoved, UnitMoved, pair_moved
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import facing as reacting
from engine.systems.gboh.state import Leader, Unit


def goes(
    g: Battle, unit: Unit, m: Move, how: str, rule: str, *, facing: Facing | None = None, mp: int = 0, ma: int = 0
) -> None:
    """The unit makes the move; one of a single hex may end it ``facing`` another way.

    Who stands under another of a stack and goes by itself parts from it: it attacked apart from the one that has come
    to stand over it since, retreating (G 5.33).
    """
    if g.stacked(unit) and unit.beneath is not None:
        reason = Text("and {unit} part.", unit=unit.beneath)
        g.emit(g.formed(unit=unit.id, below="", reason=reason, rule=g.case(Case.STACK_ORDER)))
    if not footprint.is_single(unit):
        g.emit(pair_moved(unit, m, how=how, mp=mp, ma=ma, rule=rule))
        return
    to = m.to.facing if facing is None else facing
    g.emit(UnitMoved(unit=unit.id, start=unit.at, to=m.to.hex, facing=to, mp=mp, ma=ma, how=how, rule=rule))


def follow(g: Battle, company: Iterable[Leader], m: Move, how: Literal["with-unit", "advance"], rule: str) -> None:
    """Leaders who stood with it go where the half they were with has gone."""
    for leader in company:
        step = next((s for s in m.steps if s[0] == leader.hex), None)
        if step is not None:
            g.emit(LeaderMoved(leader=leader.id, start=step[0], to=step[1], how=how, rule=rule))


async def comes_up(g: Battle, unit: Unit, start: Hex | Sequence[Hex]) -> None:
    """It has come from ``start``, a hex or both of a pair's.

    Leaders before it withdraw (4.62), enemies turn (7.14), then fire (8.21).
    """
    await leaders.approached(g, unit, start)
    await reacting.reaction_facing(g, unit)
    if unit.on_map and not unit.routed:
        await reaction.entry_fire(g, unit)
