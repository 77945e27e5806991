"""Battles as everybody may know them: by number, by channel, by server."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Sequence

from sqlalchemy.exc import NoResultFound

from bot.service.model import Battle, Unreadable
from bot.service.sessions.kept import keep
from bot.storage import BattleRow, Database
from bot.storage.battles import CLOSED
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")

UNREADABLE = "The scenario stored with battle {battle} can't be read; please tell the bot's host."

SIDES = 4096
"""Battles of which the names of the sides are kept in memory."""


class Battles:
    """Finds battles."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._sides: OrderedDict[str, tuple[tuple[str, str], ...]] = OrderedDict()
        self._unreadable: set[str] = set()
        """Battles whose scenario can't be read, of which the log has told."""

    def forget(self, battle_id: str) -> None:
        """A battle was deleted."""
        self._sides.pop(battle_id, None)

    async def get(self, battle_id: str) -> Battle:
        """A battle by id. Refused for an unknown one."""
        row = await self.database.battles.get(battle_id)
        if row is None:
            refuse("There is no such battle.")
        return await self.public(row)

    async def public(self, row: BattleRow) -> Battle:
        """A battle that was read already."""
        sides = self._sides.get(row.id)
        if sides is None:
            try:
                document = json.loads(await self.database.battles.scenario(row.id))
                found = tuple((s["id"], s.get("name", s["id"])) for s in document["sides"])
            except (NoResultFound, ValueError, LookupError, TypeError, AttributeError) as e:
                raise Unreadable(UNREADABLE.format(battle=row.id)) from e
            sides = keep(self._sides, row.id, found, SIDES)
        return Battle(row, sides)

    async def all_public(self, rows: Sequence[BattleRow]) -> list[Battle]:
        """Several battles. One whose scenario can't be read is left out, and logged once: the others go on."""
        found: list[Battle] = []
        for row in rows:
            try:
                found.append(await self.public(row))
            except Unreadable as e:
                if row.id not in self._unreadable:
                    self._unreadable.add(row.id)
                    log.error("%s It is left out of lists, and nothing is done for it.", e, exc_info=e)
        return found

    async def in_channel(self, channel_id: int) -> Battle | None:
        """The battle of a channel that is open or running."""
        rows = await self._in_channel(channel_id)
        row = next((r for r in rows if r.status in ("open", "running")), None)
        return await self.public(row) if row is not None else None

    async def last_in_channel(self, channel_id: int) -> Battle | None:
        """The channel's battle, finished or not; the newest one."""
        rows = await self._in_channel(channel_id)
        return await self.public(rows[0]) if rows else None

    async def _in_channel(self, channel_id: int) -> list[BattleRow]:
        """Battles of a channel, the newest first. Records are in none, whichever server keeps them."""
        return await self.database.battles.in_channel(channel_id) if channel_id else []

    async def of_guild(self, guild_id: int) -> list[Battle]:
        """Every battle of a server but for lessons, newest first."""
        found = await self.all_public(await self.database.battles.in_guild(guild_id))
        return [b for b in found if not b.is_lesson]

    async def running(self) -> list[Battle]:
        """Every battle under way."""
        return await self.all_public(await self.database.battles.running())

    async def under_way(self) -> list[str]:
        """The ids of those."""
        return await self.database.battles.under_way()

    async def unclosed(self) -> list[Battle]:
        """Battles that are over, and for which not everything has been done that is done then."""
        return await self.all_public(await self.database.battles.unclosed())

    async def closed(self, battle_id: str) -> None:
        """All of it has been done."""
        await self.database.settings.put(f"battle:{battle_id}", CLOSED, True)

    async def of_user(self, user_id: int) -> list[Battle]:
        """Battles a user plays, in any server, that are open or under way."""
        return await self.all_public(await self.database.battles.of_user(user_id))

    async def ongoing(self, guild_id: int) -> list[Battle]:
        """Battles of a server that are open or under way, lessons among them, newest first."""
        return await self.all_public(await self.database.battles.ongoing(guild_id))
