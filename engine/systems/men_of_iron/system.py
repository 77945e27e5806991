"""Men of Iron as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.decisions import Answer, PolicyKind
from engine.kernel.rule_system import Parts, RuleSystem
from engine.kernel.rulebook import Case
from engine.kernel.statement import Statement
from engine.kernel.system import Option
from engine.kernel.text import Text
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


class MenOfIron(RuleSystem[State, Battle]):
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
    anew = ("activate", "continue")
    pace = 2.0
    parts: ClassVar[Parts[Battle]] = Parts(
        play=sequence.play,
        view=lambda g, sides: view.table(g),
        glance=view.glance,
        judge=judgement.judge,
        scopes=scopes.scopes,
        invariants=invariants.broken,
        inquiry=inquiry.INQUIRY,
        referee=Referee,
        read=written.read,
        ideas=ideas.ideas,
        counsel=ideas.counsel,
        groups=groups.groups,
        group_ideas=groups.group_ideas,
    )

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

    def write(self, answer: Answer) -> Statement:
        return written.write(answer)
