"""What has to agree with the charts and cases in a battle's data, where only this game has it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.complaints import unknown
from engine.systems.alexander import rulebook
from engine.systems.alexander.charts import STANDARD
from engine.systems.alexander.scenario import AlexanderScenario, UnitGroup
from engine.systems.alexander.special import kinds
from engine.systems.alexander.troops import TROOPS, WEAPONS
from engine.systems.gboh import soundness


def problems(scenario: AlexanderScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from soundness.problems(
        scenario,
        charts=STANDARD,
        troops=TROOPS,
        kinds=kinds.kinds(),
        case=rulebook.case,
        own=_group,
        manned=frozenset(),
    )


def _group(group: UnitGroup, here: str) -> Iterator[str]:
    """What is wrong with what its counters have."""
    if group.kind not in TROOPS:
        classes = [kind.partition("/")[2] for kind in TROOPS if kind.startswith(f"{group.type}/")]
        yield f"{here}.cls: {unknown(group.cls, classes)}" if classes else f"{here}.cls: {group.type} has no classes"
    elif group.missile is not None:
        arm = TROOPS[group.kind].arm
        if arm not in WEAPONS[group.missile].rows:
            yield f"{here}.missile: nobody of type {group.type} shoots with {group.missile}"
