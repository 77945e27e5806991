"""Men of Iron as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Sequence
from typing import Any, ClassVar

from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.context import Context
from engine.kernel.decisions import Answer, Decision, PolicyKind, Scope
from engine.kernel.events import Event
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.inquiry import Findings, Question
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.rulebook import Case
from engine.kernel.statement import Statement
from engine.kernel.system import GameInPlay, Option
from engine.kernel.text import Text
from engine.kernel.view import TableView
from engine.systems.men_of_iron import (
    activation,
    chart_list,
    counter_charge,
    groups,
    ideas,
    inquiry,
    invariants,
    judgement,
    leaders,
    reaction,
    retreats,
    scopes,
    sequence,
    shock,
    view,
    written,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.events import EVENTS
from engine.systems.men_of_iron.order_kinds import kinds as order_kinds
from engine.systems.men_of_iron.referee import Referee
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import kinds
from engine.systems.men_of_iron.state import State, initial_state


class MenOfIron:
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "men-of-iron"
    title: ClassVar[str] = "Men of Iron"
    state_type = State
    events = EVENTS
    answers = order_kinds.answers()
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        activation.POLICY,
        *reaction.POLICIES,
        *shock.POLICIES,
        counter_charge.POLICY,
        retreats.POLICY,
        leaders.POLICY,
    )
    concession: ClassVar[Concession] = Concession()

    def __init__(self, scenario: MenOfIronScenario, charts: Charts | None = None) -> None:
        self.scenario = scenario
        self.charts = charts or chart_list.in_force(scenario.charts)

    def options(self) -> tuple[Option, ...]:
        """The battle's variants."""
        found: list[Option] = []
        for key in self.scenario.optional_rules:
            rule = self.scenario.special(key)
            found.append(Option(key, Text("{title}", title=rule.title if rule is not None else key)))
        return tuple(found)

    def own_rules(self) -> Sequence[Case]:
        """Special rules of the battle, by the number they go by in the rules ("FK-1"), or by id."""
        return [Case(kinds.case_of(r), r.title, r.text) for r in self.scenario.special_rules]

    def chart_list(self, state: State) -> Sequence[Chart]:
        return chart_list.of_battle(self.scenario.charts)

    def initial_state(self, options: dict[str, bool] | None = None) -> State:
        """The position before the battle."""
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Battle:
        return kinds.battle(state, self.scenario, self.charts)

    def play(self, g: Battle) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def view(self, state: State, sides: Collection[str] = ()) -> TableView:
        return view.table(self.context(state))

    def known(self, state: State, sides: Collection[str]) -> State:
        """Everything: nothing in these rules is secret."""
        return state

    def judge(self, context: Context[State], side: str) -> dict[str, float]:
        assert isinstance(context, Battle)
        return judgement.judge(context, side)

    def scopes(self, state: State, side: str) -> tuple[Scope, ...]:
        return scopes.scopes(state, side)

    def invariants(self, state: State, *, at_rest: bool = True) -> list[str]:
        return invariants.broken(self.context(state), at_rest=at_rest)

    def inquire(self, game: GameInPlay[State], question: Question, sides: Collection[str] = ()) -> Findings:
        return inquiry.inquire(_battle(game), game.pending, question, sides)

    def referee_acts(self, state: State) -> list[ActKind]:
        return Referee(self.context(state)).kinds()

    def act(self, state: State, request: AnyRequest) -> list[Event]:
        return Referee(self.context(state.model_copy(deep=True))).events(request)

    def read(self, game: GameInPlay[State], decision: Decision, statement: Statement) -> Answer:
        return written.read(_battle(game), decision, statement)

    def write(self, answer: Answer) -> Statement:
        return written.write(answer)

    def ideas(self, game: GameInPlay[State], decision: Decision, unit: str) -> Sequence[Idea]:
        return ideas.ideas(_battle(game), decision, unit)

    def counsel(self, context: Context[State], decision: Decision, unit: str) -> Sequence[tuple[float, Answer]]:
        assert isinstance(context, Battle)
        return ideas.counsel(context, decision, unit)

    def groups(self, game: GameInPlay[State], decision: Decision) -> Sequence[Group]:
        return groups.groups(_battle(game), decision)

    def group_ideas(self, game: GameInPlay[State], decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        return groups.group_ideas(_battle(game), decision, units, self.write)


def _battle(game: GameInPlay[State]) -> Battle:
    g: Context[State] = game.context
    assert isinstance(g, Battle)
    return g
