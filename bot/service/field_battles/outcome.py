"""What came of a battle on the field, for its campaign: read from its own journal alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from engine.kernel.game import rebuild
from engine.kernel.journal import Entry, broken_at
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.gboh.cohesion.rout import points
from engine.systems.gboh.state import State, Unit
from engine.systems.justinian.field.order_of_battle import OrderOfBattle
from engine.systems.justinian.field.report import FieldReport
from engine.systems.justinian.scenario import Side
from scenarios.field_battles import digest

How = Literal["rules", "resigned", "draw", "time"]

SIDES: tuple[Side, Side] = ("byzantine", "barbarian")


class Forged(Exception):
    """The journal isn't as it was written."""


def position(system: Any, entries: Sequence[Entry], battle_id: str) -> State:
    """The battle's position at its end. Raises :class:`Forged` where its journal doesn't hold together."""
    if broken_at(list(entries)) is not None or not entries or entries[0].data.get("battle") != battle_id:
        raise Forged(battle_id)
    return rebuild(system, entries)


def report(
    system: Any,
    document: dict[str, Any],
    entries: Sequence[Entry],
    order: OrderOfBattle,
    *,
    battle_id: str,
    verdict: tuple[How, str | None],
) -> FieldReport:
    """The report of a battle that is over; ``verdict`` is how it ended and who won."""
    state = position(system, entries, battle_id)
    how, winner = verdict
    armies: dict[Side, list[Unit]] = {side: [u for u in state.units.values() if u.side == side] for side in SIDES}
    lost: dict[Side, int] = {side: sum(u.size for u in army if u.eliminated) for side, army in armies.items()}
    fielded: dict[Side, int] = {side: sum(u.size for u in army) for side, army in armies.items()}
    if how in ("resigned", "time") and winner is not None:
        beaten: Side = "barbarian" if winner == "byzantine" else "byzantine"
        level = state.sides[beaten].withdrawal_level
        lost[beaten] = max(lost[beaten], _withdrawn(armies[beaten], level))
    return FieldReport(
        battle=battle_id,
        head=entries[-1].hash,
        scenario=digest(document),
        winner=cast("Side | None", winner),
        how=how,
        fielded=fielded,
        lost=lost,
        fallen=tuple(side for side in SIDES if order.army(side).commander is not None and _fallen(system, state, side)),
    )


def _withdrawn(army: Sequence[Unit], level: int) -> int:
    """Size whose loss makes an army withdraw, as its units are on average: nobody saves men by giving up."""
    whole = sum(points(u) for u in army)
    size = sum(u.size for u in army)
    return min(size, -(-size * level // max(1, whole)))


def _fallen(system: Any, state: State, side: Side) -> bool:
    """Whether the commander with whom a side began was killed."""
    scenario: CataphractScenario = system.scenario
    commander = next(x.id for x in scenario.side(side).leaders if x.role == "OC")
    return state.leaders[commander].eliminated
