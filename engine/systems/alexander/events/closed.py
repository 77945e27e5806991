"""The family's events with the words this game has: what a journal or a record may say."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.hexes import Hex
from engine.systems.alexander.state import OrdersPhase, Phase
from engine.systems.gboh.events import combat, referee, turns, units
from engine.systems.gboh.footprint import End


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
        "turn_in_zoc",
        "orders_used",
        "lines_used",
        "deeds",
        "arm",
        "striding",
        "held_at_start",
    ]


class UnitMoved(units.PairMoved):
    how: Literal["order", "withdraw", "advance", "march"] = "order"


class UnitTurned(units.UnitTurned):
    how: Literal["order", "reaction", "withdraw", "advance", "column", "rout"] = "order"


class UnitFormed(units.UnitFormed):
    """6.6 A unit changes its formation or state; None leaves a value as it is."""

    headed: End | None = None
    hex: Hex | None = None
    """The hex a unit of two is anchored in afterwards."""

    states: ClassVar = (*units.UnitFormed.states, "headed", "hex")


class Fired(combat.Fired):
    how: Literal["order", "entry", "retire", "return", "withdrawal", "harass", "artillery"]


class ValueSet(referee.ValueSet):
    field: Literal[
        "hits",
        "moved",
        "routed",
        "rallied",
        "engaged",
        "wounded",
        "rout_points",
        "withdrawal_level",
        "ordered",
        "orders_used",
    ]
