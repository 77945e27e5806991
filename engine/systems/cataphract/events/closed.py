"""The family's events with the words Cataphract has: what a journal or a record may say."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.systems.cataphract.state import OrdersPhase, Phase, State
from engine.systems.gboh.events import combat, referee, turns, units


class PhaseBegan(turns.PhaseBegan):
    phase: Phase


class OrdersBegan(turns.OrdersBegan):
    orders: OrdersPhase


class OrdersNoted(turns.OrdersNoted):
    field: Literal[
        "acted",
        "moved",
        "fired",
        "turned",
        "stationary",
        "reaction_turned",
        "withdrew",
        "withdrawal_fire",
        "entry_fire",
        "leaders_moved",
        "shocked",
        "left_wall",
        "turn_in_zoc",
        "drawn",
        "spent",
        "orders_used",
        "lines_used",
        "deeds",
        "arm",
    ]


class UnitMoved(units.UnitMoved):
    how: Literal[
        "order", "uncontrolled", "withdraw", "advance", "pursue", "feign", "counter", "impetuous", "march", "wave"
    ] = "order"


class UnitTurned(units.UnitTurned):
    how: Literal["order", "reaction", "withdraw", "advance", "column", "rout", "uncontrolled", "feign"] = "order"


class UnitFormed(units.UnitFormed):
    """6.4, 11.1, 11.62, 11.7, 10.3 A unit changes its formation or state; None leaves a value as it is."""

    shield_wall: bool | None = None
    dismounted: bool | None = None
    fire_mode: bool | None = None

    states: ClassVar = (*units.UnitFormed.states, "shield_wall", "fire_mode")

    def apply(self, state: State) -> None:
        super().apply(state)
        u = state.units[self.unit]
        if self.dismounted is not None and self.dismounted != u.dismounted and u.counterpart is not None:
            u.swap()


class Fired(combat.Fired):
    how: Literal["order", "entry", "retire", "return", "withdrawal", "harass", "feign", "artillery"]


class ValueSet(referee.ValueSet):
    field: Literal[
        "hits",
        "moved",
        "routed",
        "rallied",
        "shield_wall",
        "engaged",
        "turn_shots",
        "wounded",
        "rout_points",
        "withdrawal_level",
        "bonus",
        "ordered",
        "orders_used",
    ]
