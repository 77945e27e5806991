"""Cataphract as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, ClassVar

from engine.kernel.decisions import Answer, Decision, PolicyKind
from engine.kernel.game import Context, Game
from engine.kernel.statement import Statement
from engine.kernel.view import TableView
from engine.systems.cataphract import (
    artillery,
    facing,
    feigned,
    invariants,
    leaders,
    reaction,
    riders,
    rout,
    sequence,
    shield_wall,
    trump,
    view,
    withdrawal,
    written,
)
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.charts import Charts
from engine.systems.cataphract.events import EVENTS
from engine.systems.cataphract.orders import ANSWERS
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.shock import advance, choices
from engine.systems.cataphract.state import State, initial_state


class Cataphract:
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "cataphract"
    title: ClassVar[str] = "Cataphract"
    state_type = State
    events = EVENTS
    answers = ANSWERS
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        *reaction.POLICIES,
        *withdrawal.POLICIES,
        *feigned.POLICIES,
        facing.POLICY,
        leaders.POLICY,
        riders.POLICY,
        trump.POLICY,
        rout.POLICY,
        choices.POLICY,
        advance.POLICY,
        shield_wall.POLICY,
        artillery.POLICY,
    )

    def __init__(self, scenario: CataphractScenario, charts: Charts | None = None) -> None:
        self.scenario = scenario
        self.charts = charts or Charts.standard()

    def initial_state(self, options: dict[str, bool] | None = None) -> State:
        """The position before the first turn."""
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Battle:
        return Battle(state, self.scenario, self.charts)

    def play(self, g: Battle) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def view(self, state: State) -> TableView:
        return view.table(self.context(state))

    def invariants(self, state: State, *, at_rest: bool = True) -> list[str]:
        return invariants.broken(self.context(state), at_rest=at_rest)

    def read(self, game: Game[State], decision: Decision, statement: Statement) -> Answer:
        g: Context[State] = game.context
        assert isinstance(g, Battle)
        return written.read(g, decision, statement)

    def write(self, answer: Answer) -> Statement:
        return written.write(answer)
