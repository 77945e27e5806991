"""Simple GBoH as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Coroutine
from typing import Any, ClassVar

from engine.kernel.decisions import PolicyKind
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Findings, Question
from engine.kernel.system import GameInPlay
from engine.kernel.view import TableView
from engine.systems.gboh import system
from engine.systems.gboh.battle import Breaks
from engine.systems.gboh.orders import answers
from engine.systems.gboh.phalanx.orders import Double
from engine.systems.gboh.stacks.orders import Uppermost
from engine.systems.simple_gboh import breaking, chapters, charts, inquiry, intervals, rulebook, view
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events import EVENTS
from engine.systems.simple_gboh.missiles import reactions
from engine.systems.simple_gboh.rules import RULES
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.shock import phase
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
    breaks: ClassVar[Breaks] = breaking
    events = EVENTS
    answers = answers.reader(Uppermost, Double)
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        seizure.POLICY,
        intervals.POLICY,
        *reactions.POLICIES,
        *system.OTHERS,
        *phase.POLICIES,
    )

    @classmethod
    def manned(cls, scenario: Any) -> Collection[Hex]:
        walls = (r.params.get("walls") for r in scenario.special_rules if r.id == "walls")
        return frozenset(int(h) for w in walls if isinstance(w, list | tuple) for h in w if str(h).isdecimal())

    def play(self, g: Any) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def inquire(self, game: GameInPlay[State], question: Question, sides: Collection[str] = ()) -> Findings:
        g = game.context
        assert isinstance(g, Battle)
        return inquiry.inquire(g, game.pending, question, sides)

    def view(self, state: State, sides: Collection[str] = ()) -> TableView:
        g = self.context(state)
        assert isinstance(g, Battle)
        return view.table(g, sides)
