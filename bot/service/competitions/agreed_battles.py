"""Battles on terms that were named beforehand, with players who were found before: of offers, leagues and cups."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bot.service.model import Battle
from bot.service.sessions.battles import Battles
from bot.service.setup.lobby import Lobby, check_mode
from bot.service.setup.scenarios import Scenarios
from bot.service.time import limits
from bot.storage import Database, Limits
from engine.kernel.text import refuse

Sides = tuple[tuple[str, str], ...]
"""Id and name of each side."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a battle is to be played."""

    scenario: str
    """Its key."""
    mode: str
    rules: tuple[str, ...]
    """Optional rules."""
    limits: Limits


class AgreedBattles:
    """Making such battles, in steps that may be repeated."""

    def __init__(self, database: Database, battles: Battles, lobby: Lobby, scenarios: Scenarios) -> None:
        self.database = database
        self.battles = battles
        self.lobby = lobby
        self.scenarios = scenarios

    async def check_terms(self, terms: Terms, guild_id: int) -> tuple[str, Sides]:
        """Title and sides of the scenario. Refused where two players couldn't have a battle on these terms."""
        check_mode(terms.mode)
        limits.check(terms.limits)
        title, sides = await self.about(terms.scenario, guild_id)
        if len(sides) != 2:
            refuse("“{title}” isn't for two players.", title=title)
        allowed = [o.key for o in await self.lobby.options(terms.scenario, guild_id)]
        for case in terms.rules:
            if case not in allowed:
                known = ", ".join(allowed)
                refuse("{case} is no optional rule of this battle; it has {rules}.", case=case, rules=known)
        return title, sides

    async def about(self, scenario_key: str, guild_id: int) -> tuple[str, Sides]:
        """Title and sides of a scenario, as a server may read it."""
        document = await self.scenarios.document(scenario_key, guild_id)
        sides = tuple((s["id"], s.get("name", s["id"])) for s in document["sides"])
        return document.get("title", scenario_key), sides

    async def sides_of_scenario(self, scenario_key: str, guild_id: int) -> Sides:
        """Ids and names of the sides of a scenario, as a server may read it."""
        return (await self.about(scenario_key, guild_id))[1]

    async def unused_id(self) -> str:
        """A number for a battle that is still to be made."""
        while True:
            found = secrets.token_hex(4)
            if await self.database.battles.get(found) is None:
                return found

    async def make(
        self,
        battle_id: str,
        guild_id: int,
        channel_id: int,
        creator: int,
        terms: Terms,
        players: Mapping[str, tuple[int, str]],
    ) -> Battle:
        """The battle of this number, made and seated as far as it isn't: may be repeated until it has succeeded.

        ``players``: user and phrase by side. Refused, with nothing changed, where the channel has another battle.
        """
        if await self.database.battles.get(battle_id) is None:
            options = dict.fromkeys(terms.rules, True)
            await self.lobby.create(
                guild_id, channel_id, creator, terms.scenario, options, terms.mode, battle_id=battle_id
            )
        battle = await self.battles.get(battle_id)
        if battle.status == "open" and battle.limits != terms.limits:
            await self.database.battles.update(battle_id, limits=asdict(terms.limits))
        for side, (user, phrase) in players.items():
            battle = await self.battles.get(battle_id)
            if battle.status == "open" and battle.player(side) is None and user > 0:
                battle = await self.lobby.take_seat(battle_id, user, side, phrase)
        return battle
