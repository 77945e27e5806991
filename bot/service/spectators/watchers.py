"""Watchers: users who are told privately how a battle goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.service.model import Battle
from bot.service.sessions.battles import Battles
from bot.storage import Database
from bot.storage.watchers import Watcher
from engine.kernel.text import refuse

STORY, TURNS, END = "story", "turns", "end"
HOWS = (STORY, TURNS, END)

MOST_BY_USER = 20
"""Battles one user watches."""
MOST_OF_BATTLE = 200
"""Users who watch one battle."""


class Watchers:
    """Who follows which battle, and how."""

    def __init__(self, database: Database, battles: Battles) -> None:
        self.database = database
        self.battles = battles

    async def watch(self, battle_id: str, user_id: int, how: str, told: str = "") -> Watcher:
        """Follow a battle that isn't over. ``told`` is the last dispatch the user knows."""
        check_watch(await self.battles.get(battle_id), user_id, how)
        watcher = Watcher(battle_id, user_id, how, told)
        reached = await self.database.watchers.put(watcher, MOST_BY_USER, MOST_OF_BATTLE)
        if reached == "user":
            refuse("You watch {n:battle|battles} already; /watch stop one of them first.", n=MOST_BY_USER)
        if reached:
            refuse("{n:person watches|people watch} this battle already; the most there is room for.", n=MOST_OF_BATTLE)
        return watcher

    async def unwatch(self, battle_id: str, user_id: int) -> bool:
        """No longer follow a battle; whether the user did."""
        return await self.database.watchers.drop(battle_id, user_id)

    async def told(self, watcher: Watcher, key: str) -> None:
        """Note the last dispatch a watcher was told."""
        await self.database.watchers.told(watcher.battle, watcher.user, key)

    async def of(self, battle_id: str) -> list[Watcher]:
        """Who watches a battle."""
        return await self.database.watchers.of(battle_id)

    async def by(self, user_id: int) -> list[Watcher]:
        """What a user watches."""
        return await self.database.watchers.by(user_id)

    async def watched(self) -> list[str]:
        """Battles that somebody watches."""
        return await self.database.watchers.battles()

    async def audience(self, battles: Iterable[str]) -> Mapping[str, int]:
        """How many watch each of these battles."""
        return await self.database.watchers.count(list(battles))

    # -- scoreboards --------------------------------------------------------------------------------------------


def check_watch(battle: Battle, user_id: int, how: str) -> None:
    """Refuse what can't be watched."""
    if how not in HOWS:
        refuse("A battle is watched in one of these ways: {ways}.", ways=", ".join(HOWS))
    if battle.status not in ("open", "running"):
        refuse("This battle is over.")
    if user_id in battle.people:
        refuse("You play in this battle; its channel tells you everything.")
