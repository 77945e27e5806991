"""Every special rule there is, and those in force in a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.kernel import special as kernel
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.gboh.chapter import Special


@cache
def kinds() -> Mapping[str, type[Special]]:
    """Every special rule there is, by the id scenarios give."""
    return {}


def in_force(scenario: AlexanderScenario, options: Mapping[str, bool]) -> list[Special]:
    """The special rules that hold under the options a battle was created with, in the order of its scenario."""
    return kernel.made(kinds(), scenario, options)
