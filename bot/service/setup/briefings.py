"""What players read before they choose a side."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Rules
from bot.service.setup.scenarios import Scenarios
from bot.storage import Database
from engine.kernel.view import TableView
from engine.systems import registry


@dataclass(frozen=True)
class Briefing:
    """A battle before it begins."""

    title: str
    place: str
    date: str
    game: str
    """Name of the game."""
    history: str
    sides: tuple[tuple[str, str], ...]
    """Name of each side, and what it should try."""
    balance: str
    length: str
    rules: tuple[tuple[str, str], ...]
    """Title and text of each rule that holds in this battle alone."""
    version: str
    author: str
    licence: str
    """As the battle's file says; "" where it doesn't."""
    table: TableView
    """The field as the battle begins, as everybody sees it."""


class Briefings:
    """Briefings of battles and of scenarios."""

    def __init__(self, database: Database, rules: Rules, battles: Battles, scenarios: Scenarios) -> None:
        self.database = database
        self.rules = rules
        self.battles = battles
        self.scenarios = scenarios

    async def of_scenario(self, scenario_key: str, guild_id: int = 0) -> Briefing:
        """Of a scenario, as a server may read it. Refused for an unknown one."""
        return self._briefing(json.dumps(await self.scenarios.document(scenario_key, guild_id)))

    async def of_battle(self, battle_id: str) -> Briefing:
        """Of a battle, begun or not: its scenario as it was when it was created."""
        await self.battles.get(battle_id)
        return self._briefing(await self.database.battles.scenario(battle_id))

    def _briefing(self, scenario: str) -> Briefing:
        system = self.rules.bound(scenario)
        document: dict[str, Any] = json.loads(scenario)
        told = document.get("briefing", {})
        table = system.view(registry.initial_state(system))
        return Briefing(
            title=document.get("title", ""),
            place=document.get("place", ""),
            date=document.get("date", ""),
            game=system.title,
            history=told.get("history", ""),
            sides=tuple((s.name, told.get("sides", {}).get(s.id, "")) for s in table.sides),
            balance=told.get("balance", ""),
            length=told.get("length", ""),
            rules=tuple((r.title, r.text) for r in system.own_rules()),
            version=document.get("version", ""),
            author=document.get("author", ""),
            licence=document.get("licence", ""),
            table=table,
        )
