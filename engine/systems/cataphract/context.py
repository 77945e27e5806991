"""A battle made ready to be played: the position with its charts and the rules in force."""

from __future__ import annotations

from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.charts import Charts
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.state import State


def battle(state: State, scenario: CataphractScenario, charts: Charts | None = None) -> Battle:
    """The battle of a position, with the charts that come with the engine unless others are given."""
    return Battle(state, scenario, charts or Charts.standard(), kinds.in_force(scenario, state.options))
