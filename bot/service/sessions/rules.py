"""The rules battles are played by: a system bound to a scenario, kept for battles that share it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from bot.service.model import ServiceError
from bot.service.sessions.kept import keep
from engine.kernel.chart_pack import PackError
from engine.kernel.system import System
from engine.kernel.text import Refusal, refuse
from engine.systems import registry

log = logging.getLogger("hexarch")

SYSTEMS = 16
"""Rule systems bound to a scenario kept in memory: battles of one scenario share theirs."""


class UnknownBattle(Refusal):
    """There is no battle of the name somebody has given."""


SystemFor = Callable[[dict[str, Any]], System[Any]]
Loader = Callable[[str], dict[str, Any]]


def load_scenario(key: str) -> dict[str, Any]:
    """The document of a scenario that comes with the program. Raises UnknownBattle where there is none, Refusal for a
    faulty file."""
    import scenarios  # knows every rule system, which nothing else here needs

    try:
        return scenarios.load(key).model_dump(mode="json")
    except scenarios.UnknownScenario as e:
        raise UnknownBattle("There is no battle “{key}”.", key=key[:80]) from e
    except scenarios.ScenarioError as e:
        refuse("{why}", why=str(e))


class Rules:
    """Binds scenarios to their rules."""

    def __init__(
        self,
        *,
        system_for: SystemFor = registry.system_for,
        load_scenario: Loader = load_scenario,
    ) -> None:
        """``system_for`` gives the system of a scenario's document, ``load_scenario`` the document by its key."""
        self.system_for = system_for
        self.load_scenario = load_scenario
        self._systems: OrderedDict[str, System[Any]] = OrderedDict()

    async def read(self, scenario: str) -> System[Any]:
        """The same as :meth:`bound`; rules that aren't loaded yet are loaded in a thread, so that others are answered
        meanwhile."""
        if scenario not in self._systems:
            system = json.loads(scenario)["system"]
            if not registry.loaded(system):
                await asyncio.to_thread(registry.load, system)
        return self.bound(scenario)

    def bound(self, scenario: str) -> System[Any]:
        """The rules bound to a scenario document, given as JSON."""
        known = self._systems.get(scenario)
        if known is not None:
            return known
        try:
            return keep(self._systems, scenario, self.system_for(json.loads(scenario)), SYSTEMS)
        except PackError as e:
            # Playing on without the corrections would be another game.
            log.error("a stored chart pack no longer fits the charts: %s", e)
            raise ServiceError(
                "This version of the referee no longer knows some cells of this battle's chart pack. "
                "The battle is stored whole: please tell the bot's host."
            ) from e
