"""Every special rule the referee knows, by the id scenarios name it by, and battles that are played by them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.scenario import SpecialRule
from engine.kernel.special import made
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import (
    Special,
    bannockburn,
    courtrai,
    crecy,
    data_alone,
    falkirk,
    najera,
    own_battles,
    poitiers,
)
from engine.systems.men_of_iron.state import State

KINDS: Mapping[str, type[Special]] = {
    "marching-schiltron": bannockburn.MarchingSchiltron,
    "comyns-horse": falkirk.ComynsHorse,
    "orleans-nerve": poitiers.Nerve,
    "don-tello": najera.DonTello,
    "english-chagrin": falkirk.Chagrin,
    "static-scots": falkirk.StaticScots,
    "free-setup": falkirk.FreeSetup,
    "ditch": courtrai.Ditch,
    "ridden-down": courtrai.RiddenDown,
    "sally": courtrai.Sally,
    "pits": bannockburn.Pits,
    "small-folk": bannockburn.SmallFolk,
    "wet-strings": crecy.WetStrings,
    "wagons": poitiers.Wagons,
    "clear-hedges": poitiers.ClearHedges,
    "remounting": poitiers.Remounting,
    "genitor-missiles": najera.Missiles,
    "genitor-zoc": najera.Zoc,
    "genitor-evasion": najera.Evade,
    "arrivals": own_battles.Arrivals,
    "objectives": own_battles.Held,
    **data_alone.rules(),
}
"""Their classes."""


def kinds() -> Mapping[str, type[Special]]:
    """:data:`KINDS`, for those who ask every system."""
    return KINDS


def case_of(spec: SpecialRule) -> str:
    """What a rule of a battle is called: its number in the rules, or its id where it has none."""
    return KINDS[spec.id](spec).case


def in_force(scenario: MenOfIronScenario, options: Mapping[str, bool]) -> list[Special]:
    """The special rules that hold under the options a battle was created with, in the order of its scenario."""
    return made(KINDS, scenario, options)


def battle(state: State, scenario: MenOfIronScenario, charts: Charts | None = None) -> Battle:
    """A battle played by the special rules of its scenario, and by the charts as they come unless others are given."""
    return Battle(state, scenario, charts or Charts.standard(), in_force(scenario, state.options))
