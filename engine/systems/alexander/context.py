"""A battle made ready to be played: the position, its charts, and the rules in force: chapters, then its own."""

from __future__ import annotations

from engine.systems.alexander import chapters
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.charts import STANDARD
from engine.systems.alexander.rules import RULES
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.special import kinds
from engine.systems.alexander.state import State
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.cohesion import rout


def battle(state: State, scenario: AlexanderScenario, charts: Charts | None = None) -> Battle:
    """The battle of a position, with the charts that come with the engine unless others are given."""
    rules = [*chapters.in_force(), *kinds.in_force(scenario, state.options)]
    return Battle(state, scenario, charts or STANDARD, RULES, rules, rout)
