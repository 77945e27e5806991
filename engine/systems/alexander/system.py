"""Great Battles of Alexander as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from engine.kernel.concession import Concession
from engine.systems.alexander import chapters, charts, king, personal_combat, rulebook
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.events import EVENTS
from engine.systems.alexander.rules import RULES
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.special import countercharge, kinds
from engine.systems.alexander.state import State
from engine.systems.gboh import system
from engine.systems.gboh.arranged import arranged, markers
from engine.systems.gboh.missiles import artillery

OWN = (*arranged.POLICIES, countercharge.POLICY, king.POLICY, personal_combat.POLICY)
"""Standing orders that not every sister has."""


class Alexander(system.GbohSystem[State, AlexanderScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "alexander"
    concession = Concession(lost=-75.0, held=3)
    title: ClassVar[str] = "Great Battles of Alexander"
    package: ClassVar[str] = charts.PACKAGE
    rules = RULES
    state_type = State
    battle = Battle
    events = EVENTS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    policies = (*system.GIVING_WAY, *OWN, *system.OTHERS, artillery.POLICY)

    def known(self, state: State, sides: Collection[str]) -> State:
        markers.forget(state.sides.values(), sides)
        return super().known(state, sides)
