"""Great Battles of Alexander as a rule system of the kernel."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.alexander import chapters, charts, context, rulebook
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.events import EVENTS
from engine.systems.alexander.orders import ANSWERS
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.state import State, initial_state
from engine.systems.gboh import system


class Alexander(system.GbohSystem[State, AlexanderScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "alexander"
    title: ClassVar[str] = "Great Battles of Alexander"
    package: ClassVar[str] = charts.PACKAGE
    state_type = State
    events = EVENTS
    answers = ANSWERS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS

    def set_up(self, options: dict[str, bool] | None) -> State:
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Battle:
        return context.battle(state, self.scenario, self.charts)
