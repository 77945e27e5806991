"""The position of a battle of Great Battles of Alexander: what it has beyond the family's."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from engine.kernel.model import LeaderId, UnitId
from engine.systems.alexander.scenario import (
    AlexanderScenario,
    LeaderSpec,
    MissileClass,
    UnitClass,
    UnitGroup,
    UnitType,
)
from engine.systems.alexander.troops import TROOPS, WEAPONS
from engine.systems.alexander.vocabulary import WORDS
from engine.systems.gboh import state as gboh

Phase: TypeAlias = Literal[
    "bidding",
    "setup",
    "turn",
    "elite",
    "select",
    "last-call",
    "orders",
    "line",
    "shock",
    "momentum",
    "rout",
    "withdrawal",
    "over",
]


class Unit(gboh.Unit):
    """2.21 Unit ratings: one combat unit."""

    troops: ClassVar = TROOPS
    weapons: ClassVar = WEAPONS

    type: UnitType
    cls: UnitClass | None = None
    missile: MissileClass | None = None


class Leader(gboh.Leader):
    """4.1 Leader ratings: one leader. A wound lowers each by 1 or 2 (8.45)."""

    personal_combat_printed: int | None = None
    rp: int | None = None
    """Rout Points when lost, where they differ from 10.42."""

    @property
    def points(self) -> int | None:
        return self.rp

    @property
    def personal_combat(self) -> int | None:
        return None if self.personal_combat_printed is None else self.now(self.personal_combat_printed)


class Side(gboh.Side):
    """One army's running account."""


class OrdersPhase(gboh.OrdersPhase):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    remembers_held: ClassVar[bool] = True

    kind: Literal["normal", "elite"] = "normal"
    arm: UnitType | None = None
    striding: list[UnitId] = []
    """Phalanxes that have drawn on their extended movement (6.46)."""
    held_at_start: list[UnitId] = []
    """Units in enemy ZOC as it began (7.16)."""

    def held_before(self, unit: UnitId) -> bool:
        return unit in self.held_at_start


class State(gboh.State):
    """A whole position."""

    words: ClassVar = WORDS

    phase: Phase = "turn"
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: OrdersPhase | None = None

    def unit(self, unit_id: str) -> Unit:
        return self.units[unit_id]

    def leader(self, leader_id: str) -> Leader:
        return self.leaders[leader_id]

    def piece(self, name: str) -> Unit | Leader:
        return self.units[name] if name in self.units else self.leaders[name]


def unit_from(group: UnitGroup, number: int, side: str, at: int | None) -> Unit:
    """The counter of one unit as set up."""
    return Unit(**gboh.values_of(group, number, side, at))


def leader_from(spec: LeaderSpec, side: LeaderId) -> Leader:
    """The counter of one leader as set up."""
    return Leader(**gboh.values_of_leader(spec, side), personal_combat_printed=spec.personal_combat, rp=spec.rp)


def initial_state(scenario: AlexanderScenario, options: dict[str, bool] | None = None) -> State:
    """The position before the first turn."""
    units: dict[str, Unit] = {}
    leaders: dict[str, Leader] = {}
    chosen = options or {}
    for side in scenario.sides:
        for group in side.units:
            if group.optional is not None and not chosen.get(group.optional):
                continue
            for i, n in enumerate(group.numbers):
                u = unit_from(group, n, side.id, group.hexes[i] if group.hexes else None)
                units[u.id] = u
        for spec in side.leaders:
            if spec.optional is not None and not chosen.get(spec.optional):
                continue
            leaders[spec.id] = leader_from(spec, side.id)
    return State(
        options=chosen,
        sides={side.id: Side(id=side.id, withdrawal_level=side.level_under(chosen)) for side in scenario.sides},
        units=units,
        leaders=leaders,
        arrivals=gboh.due(scenario),
    )
