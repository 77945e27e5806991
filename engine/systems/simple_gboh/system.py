"""Simple GBoH as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Coroutine
from typing import Any, ClassVar

from engine.kernel.decisions import PolicyKind
from engine.kernel.view import TableView
from engine.systems.gboh import system
from engine.systems.gboh.battle import Breaks
from engine.systems.gboh.orders import answers
from engine.systems.gboh.phalanx.orders import Double
from engine.systems.gboh.stacks.orders import Uppermost
from engine.systems.simple_gboh import chapters, charts, effects, intervals, rulebook, view
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events import EVENTS
from engine.systems.simple_gboh.rules import RULES
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.special import kinds
from engine.systems.simple_gboh.state import State
from engine.systems.simple_gboh.turn import seizure, sequence


class SimpleGboh(system.GbohSystem[State, SimpleScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "simple-gboh"
    title: ClassVar[str] = "Simple GBoH"
    package: ClassVar[str] = charts.PACKAGE
    rules = RULES
    state_type = State
    battle = Battle
    breaks: ClassVar[Breaks] = effects
    events = EVENTS
    answers = answers.reader(Uppermost, Double)
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    policies: ClassVar[tuple[PolicyKind, ...]] = (seizure.POLICY, intervals.POLICY, *system.GIVING_WAY, *system.OTHERS)

    def play(self, g: Any) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def view(self, state: State, sides: Collection[str] = ()) -> TableView:
        return view.table(self.context(state), sides)
