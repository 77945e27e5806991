"""Cataphract as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Iterator, Sequence
from typing import Any, ClassVar

from engine.kernel.charts import Chart
from engine.kernel.context import Context
from engine.kernel.decisions import Answer, Decision, PolicyKind, Scope
from engine.kernel.events import Event
from engine.kernel.inquiry import Findings, Question
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.statement import Statement
from engine.kernel.system import GameInPlay, Option
from engine.kernel.text import Text
from engine.kernel.view import TableView
from engine.systems.cataphract import ambush, chapters, context, feigned, rulebook, shield_wall
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import EVENTS
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.state import State, initial_state
from engine.systems.gboh import chart_list, deployment, inquiry, view
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.cohesion import rout_path, unit_order
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.missiles import artillery, reaction
from engine.systems.gboh.movement import facing, withdrawal
from engine.systems.gboh.orders import scopes, written
from engine.systems.gboh.orders.orders import ANSWERS
from engine.systems.gboh.referee import invariants, referee
from engine.systems.gboh.shock import advance, choices, resolve
from engine.systems.gboh.turn import bidding, sequence, trump


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
        rout_path.POLICY,
        unit_order.POLICY,
        choices.POLICY,
        resolve.POLICY,
        advance.POLICY,
        shield_wall.POLICY,
        artillery.POLICY,
    )

    def __init__(self, scenario: CataphractScenario, charts: Charts | None = None) -> None:
        self.scenario = scenario
        self.charts = charts or chart_list.in_force(scenario.charts)
        self._printed = charts or Charts.standard()
        self._pack = scenario.charts if charts is None else None

    def options(self) -> tuple[Option, ...]:
        """The battle's optional rules, and the bidding."""
        return (*self._optional_rules(), Option(bidding.OPTION, Text("Bid for the choice of sides (C-2)"), seats=True))

    def _optional_rules(self) -> Iterator[Option]:
        # C-3 Competitive play: balance changes, and the battle's other options.
        for key in self.scenario.optional_rules:
            special, case = self.scenario.special(key), rulebook.case(key)
            title = special.title if special is not None else case.title if case is not None else key
            yield Option(key, Text("{title}", title=title))

    def own_rules(self) -> Sequence[rulebook.Case]:
        """Special rules of the battle, by id."""
        return [rulebook.Case(r.id, r.title, r.text) for r in self.scenario.special_rules]

    def chart_list(self, state: State) -> tuple[Chart, ...]:
        return chart_list.of_battle(self._printed.document, self._pack, self.context(state).charts)

    def initial_state(self, options: dict[str, bool] | None = None) -> State:
        """The position before the first turn."""
        state = initial_state(self.scenario, options)
        if state.options.get(bidding.OPTION):
            state.phase = "bidding"
        elif deployment.needed(self.context(state)):
            state.phase = "setup"
        return state

    def context(self, state: State) -> Battle:
        return context.battle(state, self.scenario, self.charts)

    def play(self, g: Battle) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def view(self, state: State, sides: Collection[str] = ()) -> TableView:
        return view.table(self.context(state), sides)

    def known(self, state: State, sides: Collection[str]) -> State:
        ambush.forget(state, sides)
        return state

    def scopes(self, state: State, side: str) -> tuple[Scope, ...]:
        return scopes.scopes(state, side)

    def invariants(self, state: State, *, at_rest: bool = True) -> list[str]:
        return invariants.broken(self.context(state), at_rest=at_rest)

    def inquire(self, game: GameInPlay[State], question: Question, sides: Collection[str] = ()) -> Findings:
        g: Context[State] = game.context
        assert isinstance(g, Battle)
        return inquiry.inquire(g, game.pending, question, sides)

    def referee_acts(self, state: State) -> list[ActKind]:
        return referee.kinds(self.context(state))

    def act(self, state: State, request: AnyRequest) -> list[Event]:
        return referee.events(self.context(state.model_copy(deep=True)), request)

    def read(self, game: GameInPlay[State], decision: Decision, statement: Statement) -> Answer:
        g: Context[State] = game.context
        assert isinstance(g, Battle)
        return written.read(g, decision, statement)

    def write(self, answer: Answer) -> Statement:
        return written.write(answer, chapters.ORDERS)
