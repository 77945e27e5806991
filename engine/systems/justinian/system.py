"""Justinian as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel import soundness
from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.context import Context
from engine.kernel.decisions import Answer, Decision, PolicyKind, Scope
from engine.kernel.events import Event
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.inquiry import Findings, Question
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.special import Special
from engine.kernel.statement import Statement
from engine.kernel.system import GameInPlay, Option, RuleText
from engine.kernel.view import TableView
from engine.systems.justinian import (
    alliance,
    chart_list,
    ideas,
    inquiry,
    invariants,
    judgement,
    scopes,
    sequence,
    sharing,
    view,
    written,
)
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.charts import Charts
from engine.systems.justinian.combat import before, retreat
from engine.systems.justinian.events import EVENTS
from engine.systems.justinian.field import agreement as field
from engine.systems.justinian.field.rule import FIELD_RULE
from engine.systems.justinian.geography import Geography
from engine.systems.justinian.interception import land, naval
from engine.systems.justinian.orders import ANSWERS
from engine.systems.justinian.referee import Referee
from engine.systems.justinian.scenario import JustinianScenario
from engine.systems.justinian.state import State, initial_state


class Justinian:
    """The rules, bound to one campaign's scenario."""

    id: ClassVar[str] = "justinian"
    title: ClassVar[str] = "Justinian"
    state_type = State
    events = EVENTS
    answers = ANSWERS
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        land.POLICY,
        naval.POLICY,
        before.POLICY,
        retreat.POLICY,
        alliance.POLICY,
        sharing.SHARES,
        field.POLICY,
    )
    kinds: ClassVar[Mapping[str, type[Special]]] = {}
    """No campaign has rules of its own."""
    concession: ClassVar[Concession] = Concession()

    def __init__(self, scenario: JustinianScenario, charts: Charts | None = None) -> None:
        self.scenario = scenario
        self.charts = charts or chart_list.in_force(scenario.charts)
        self.land = Geography(scenario)
        self._writer = written.Writer(scenario.map)

    @staticmethod
    def problems(scenario: JustinianScenario) -> Iterator[str]:
        """Where a scenario doesn't agree with the charts; one sentence with its path each."""
        charts = Charts.standard().document["charts"]
        for j, power in enumerate(scenario.powers):
            if power.kind != "byzantine" and power.id not in charts["barbarian_activation"]["rows"]:
                yield f"powers[{j}] ({power.id}): the charts have no row for its activation (6.22)"
        for j, prefecture in enumerate(scenario.prefectures):
            if prefecture.id not in charts["prefectures"]["rows"]:
                yield f"prefectures[{j}]: the charts don't say what controls {prefecture.id} (10.21)"
        yield from soundness.special_rules(scenario, Justinian.kinds, {})
        yield from soundness.briefing(scenario)

    def options(self) -> tuple[Option, ...]:
        """Battles on the field, which are ours and not the source's."""
        return (field.ASKED, field.ALWAYS)

    def own_rules(self) -> Sequence[RuleText]:
        return (FIELD_RULE,)

    def chart_list(self, state: State) -> Sequence[Chart]:
        return chart_list.of_battle(self.scenario.charts)

    def initial_state(self, options: dict[str, bool] | None = None) -> State:
        """The position before the set-up."""
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Campaign:
        return Campaign(state, self.scenario, self.charts, self.land)

    def play(self, g: Campaign) -> Coroutine[Any, Any, None]:
        return sequence.play(g)

    def view(self, state: State, sides: Collection[str] = ()) -> TableView:
        return view.table(self.context(state))

    def known(self, state: State, sides: Collection[str]) -> State:
        """Everything: all is open but the order of the cup, which is drawn by dice."""
        return state

    def judge(self, context: Context[State], side: str) -> dict[str, float]:
        assert isinstance(context, Campaign)
        return judgement.judge(context, side)

    def scopes(self, state: State, side: str) -> tuple[Scope, ...]:
        return scopes.scopes(self.context(state), side)

    def invariants(self, state: State, *, at_rest: bool = True) -> list[str]:
        return invariants.broken(self.context(state), at_rest=at_rest)

    def inquire(self, game: GameInPlay[State], question: Question, sides: Collection[str] = ()) -> Findings:
        return inquiry.inquire(campaign(game), game.pending, question, sides)

    def referee_acts(self, state: State) -> list[ActKind]:
        return Referee(self.context(state)).kinds()

    def act(self, state: State, request: AnyRequest) -> list[Event]:
        return Referee(self.context(state.model_copy(deep=True))).events(request)

    def read(self, game: GameInPlay[State], decision: Decision, statement: Statement) -> Answer:
        return written.read(campaign(game), decision, statement)

    def write(self, answer: Answer) -> Statement:
        return self._writer.write(answer)

    def ideas(self, game: GameInPlay[State], decision: Decision, unit: str) -> Sequence[Idea]:
        return ideas.ideas(campaign(game), decision, unit)

    def counsel(self, context: Context[State], decision: Decision, unit: str) -> Sequence[tuple[float, Answer]]:
        return ()  # The menus' weights alone lead campaigns better than the ideas' do.

    def groups(self, game: GameInPlay[State], decision: Decision) -> Sequence[Group]:
        return ()

    def group_ideas(self, game: GameInPlay[State], decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        return ()


def campaign(game: GameInPlay[State]) -> Campaign:
    """The campaign of a game."""
    g: Context[State] = game.context
    assert isinstance(g, Campaign)
    return g
