"""Cataphract's position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Literal

from engine.kernel.model import SideId
from engine.kernel.position import partial, updated
from engine.kernel.special import Special
from engine.systems.cataphract import context, rulebook
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.field import LAYOUT, Field
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.state import (
    Leader,
    OrdersPhase,
    Phase,
    Side,
    State,
    UncontrolledLine,
    Unit,
    initial_state,
)
from engine.systems.gboh import position as gboh
from engine.systems.gboh.position import Rating, Strength


class UnitChange(partial(Unit)):
    """What may be said of a unit."""

    tq: Strength = 1
    ma: Strength = 1


class LeaderChange(partial(Leader, ("id", *gboh.PRINTED))):
    """What may be said of a leader."""

    initiative: Rating = 0
    command_range: Rating = 0
    strategy: Rating | None = None
    charisma: Rating = 0
    personal_combat: Rating = 0


class OrdersPhaseChange(partial(OrdersPhase)):
    """What may be said of an Orders Phase."""


class Position(gboh.Position):
    """A position file as written."""

    system: Literal["cataphract"] = "cataphract"
    """Whose rules a field is played by."""
    field: Field | None = None
    """A small field instead of a battle."""
    phase: Phase | None = None
    orders: OrdersPhaseChange = OrdersPhaseChange()
    """What has happened in that Orders Phase so far."""
    uncontrolled: list[UncontrolledLine] = []
    champions: dict[SideId, int] = {}
    champions_prize: SideId | None = None
    tq_drm: dict[SideId, int] = {}


class Positions(gboh.Positions):
    """What building a position of Cataphract takes."""

    position = Position
    unit_change = UnitChange
    leader_change = LeaderChange
    side = Side
    orders_phase = OrdersPhase
    layout = LAYOUT
    charts = STANDARD
    whole: ClassVar[tuple[str, ...]] = (*gboh.WHOLE, "uncontrolled", "champions", "champions_prize", "tq_drm")

    def initial_state(self, scenario: CataphractScenario, options: dict[str, bool]) -> State:
        return initial_state(scenario, options)

    def battle(self, state: State, scenario: CataphractScenario) -> Battle:
        return context.battle(state, scenario)

    def kinds(self) -> Mapping[str, type[Special]]:
        return kinds.kinds()

    def is_case(self, number: str) -> bool:
        return rulebook.case(number) is not None

    def empty(self) -> State:
        return State(sides={}, units={}, leaders={})

    def field(self) -> Field:
        return Field()

    def unit(self, unit: Unit, given: Mapping[str, Any], where: str, problems: list[str]) -> Unit:
        changed = updated(unit, given, where, problems, UnitChange)
        if "start_hex" not in given and changed.hex != unit.hex:
            # A unit that stands elsewhere has left its set-up hex (11.4).
            changed.start_hex = None
        if "dismounted" not in given or changed.dismounted == unit.dismounted or "counterpart" in given:
            return changed
        if changed.counterpart is None:
            problems.append(f"{where}.dismounted: only cataphracts dismount; {unit.id} is none (11.1)")
            return changed
        on_foot = changed.type not in ("HC", "LN", "LC")
        if on_foot == changed.dismounted:
            return changed  # its ratings are those of the counter it has become already
        changed.dismounted = unit.dismounted
        changed.swap()
        ratings = {k: v for k, v in given.items() if k in ("type", "tq", "size", "ma", "missile")}
        return updated(changed, ratings, where, [], UnitChange)

    def removed(self, piece: Unit | Leader) -> None:
        piece.ambush = None

    def always(self, before: Unit, after: Unit) -> Collection[str]:
        return (
            *(("start_hex",) if after.hex != before.hex else ()),
            *(("counterpart",) if after.dismounted != before.dismounted else ()),
        )


FORM = Positions().form
"""How Cataphract's positions are written."""
