"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kernel.position import partial
from engine.kernel.special import Special
from engine.systems.alexander import context, rulebook
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.charts import STANDARD
from engine.systems.alexander.field import LAYOUT, Field
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.special import kinds
from engine.systems.alexander.state import Leader, OrdersPhase, Phase, Side, State, Unit, initial_state
from engine.systems.gboh import position as gboh
from engine.systems.gboh.position import Rating, Strength


class UnitChange(partial(Unit)):
    """What may be said of a unit."""

    tq: Strength = 1
    ma: Strength = 1


FIXED = ("wing", "capability_printed", "acting_commander", "king")
"""What a leader's entry of a field says of him for good."""


class LeaderChange(partial(Leader, ("id", *gboh.PRINTED, *FIXED))):
    """What may be said of a leader."""

    initiative: Rating = 0
    command_range: Rating = 0
    strategy: Rating | None = None
    charisma: Rating = 0
    personal_combat: Rating | None = None


class OrdersPhaseChange(partial(OrdersPhase)):
    """What may be said of an Orders Phase."""


class Position(gboh.Position):
    """A position file as written."""

    system: Literal["alexander"] = "alexander"
    """Whose rules a field is played by."""
    field: Field | None = None
    """A small field instead of a battle."""
    phase: Phase | None = None
    orders: OrdersPhaseChange = OrdersPhaseChange()
    """What has happened in that Orders Phase so far."""


class Positions(gboh.Positions):
    """What building a position takes."""

    position = Position
    unit_change = UnitChange
    leader_change = LeaderChange
    side = Side
    orders_phase = OrdersPhase
    layout = LAYOUT
    charts = STANDARD

    def initial_state(self, scenario: AlexanderScenario, options: dict[str, bool]) -> State:
        return initial_state(scenario, options)

    def battle(self, state: State, scenario: AlexanderScenario) -> Battle:
        return context.battle(state, scenario)

    def kinds(self) -> Mapping[str, type[Special]]:
        return kinds.kinds()

    def is_case(self, number: str) -> bool:
        return rulebook.case(number) is not None

    def empty(self) -> State:
        return State(sides={}, units={}, leaders={})

    def field(self) -> Field:
        return Field()


FORM = Positions().form
"""How positions are written."""
