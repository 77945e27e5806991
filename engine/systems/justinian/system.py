"""Justinian as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.kernel import soundness
from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.decisions import Answer, PolicyKind
from engine.kernel.rule_system import Parts, RuleSystem
from engine.kernel.special import Special
from engine.kernel.statement import Statement
from engine.kernel.system import Option, RuleText
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


class Justinian(RuleSystem[State, Campaign]):
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
    parts: ClassVar[Parts[Campaign]] = Parts(
        play=sequence.play,
        view=lambda g, sides: view.table(g),
        glance=view.glance,
        judge=judgement.judge,
        scopes=scopes.scopes,
        invariants=invariants.broken,
        inquiry=inquiry.INQUIRY,
        referee=Referee,
        read=written.read,
        ideas=ideas.ideas,  # no counsel: the menus' weights alone lead campaigns better than the ideas' do
    )

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
        return field.OPTIONS

    def own_rules(self) -> Sequence[RuleText]:
        return (FIELD_RULE,)

    def chart_list(self, state: State) -> Sequence[Chart]:
        return chart_list.of_battle(self.scenario.charts)

    def initial_state(self, options: dict[str, bool] | None = None) -> State:
        """The position before the set-up."""
        return initial_state(self.scenario, options)

    def context(self, state: State) -> Campaign:
        return Campaign(state, self.scenario, self.charts, self.land)

    def write(self, answer: Answer) -> Statement:
        return self._writer.write(answer)
