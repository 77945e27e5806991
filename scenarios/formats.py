"""The scenario format of each rule system: its model, and what has to agree with the system's charts and cases."""

from __future__ import annotations

from typing import TypeAlias

from engine.kernel.scenario import BaseScenario
from engine.systems.registry import SYSTEMS, Listed

Scenario: TypeAlias = BaseScenario
"""A battle of any system."""

FORMATS: dict[str, Listed] = SYSTEMS
"""By system id, in the order battles are listed."""

FAST: tuple[str, ...] = ("simple-gboh",)
"""Systems that play the battles of others, by fast rules: their battles have the ids of those they are laid over."""
