"""Cataphract as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from engine.kernel.decisions import PolicyKind
from engine.systems.cataphract import ambush, chapters, charts, context, feigned, rulebook, shield_wall
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import EVENTS
from engine.systems.cataphract.orders import ANSWERS
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.state import State, initial_state
from engine.systems.gboh import system
from engine.systems.gboh.missiles import artillery


class Cataphract(system.GbohSystem[State, CataphractScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "cataphract"
    title: ClassVar[str] = "Cataphract"
    package: ClassVar[str] = charts.PACKAGE
    state_type = State
    events = EVENTS
    answers = ANSWERS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        *system.GIVING_WAY,
        *feigned.POLICIES,
        *system.OTHERS,
        shield_wall.POLICY,
        artillery.POLICY,
    )

    def set_up(self, options: dict[str, bool] | None) -> State:
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Battle:
        return context.battle(state, self.scenario, self.charts)

    def known(self, state: State, sides: Collection[str]) -> State:
        ambush.forget(state, sides)
        return state
