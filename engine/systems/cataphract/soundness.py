"""What has to agree with the charts and cases in a Cataphract battle's data, where only Cataphract has it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.complaints import unknown
from engine.kernel.hexes import Hex
from engine.systems.cataphract import rulebook
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.scenario import CataphractScenario, UnitGroup
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.troops import TROOPS
from engine.systems.gboh import soundness

FOOT = tuple(kind for kind, troop in TROOPS.items() if troop.arm == "foot")


def problems(scenario: CataphractScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from soundness.problems(
        scenario,
        charts=STANDARD,
        troops=TROOPS,
        kinds=kinds.kinds(),
        case=rulebook.case,
        own=_group,
        manned=_manned(scenario),
    )


def _manned(scenario: CataphractScenario) -> frozenset[Hex]:
    """City walls that archers hold by a rule of the battle."""
    walls = [r.params.get("walls") for r in scenario.special_rules if r.id == "dara-walls"]
    return frozenset(int(h) for w in walls if isinstance(w, list) for h in w if str(h).isdecimal())


def _group(group: UnitGroup, here: str) -> Iterator[str]:
    """What is wrong with what Cataphract's counters have."""
    if group.cls is not None and group.type != "HC":
        yield f"{here}.cls: cataphracts are HC, not {group.type}"
    if (group.missile == "X") != (group.type == "CH"):
        yield f"{here}.missile: X is what a CH shoots with, and nobody else"
    if group.dismounted is not None:
        if not TROOPS[group.type].is_horse:
            yield f"{here}.dismounted: {group.type} has no horses to leave (11.1)"
        if group.dismounted.type not in FOOT:
            yield f"{here}.dismounted.type: {unknown(group.dismounted.type, FOOT)}"
    if group.feint_reaction is not None and not 0 <= group.feint_reaction <= 9:
        yield f"{here}.feint_reaction: must be 0 to 9, not {group.feint_reaction}"
