"""Scoreboards of servers, and which of their battles were over last."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from bot.service.model import Battle
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.spectators.mirrors import ENDED
from bot.storage import Database
from bot.storage.settings import GUILD
from bot.storage.watchers import BATTLE
from engine.kernel.json_values import is_object

SCOREBOARD = "scoreboard"
_MESSAGE = "scoreboard_message"


@dataclass(frozen=True, slots=True)
class Board:
    """A server's scoreboard."""

    channel: int
    message: int | None = None
    shown: str = ""
    """Digest of what the message says."""


class Scoreboards:
    """Where scoreboards are kept."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    async def ended(self, battle_id: str) -> None:
        """Note when a battle was over; the first time counts."""
        owner = BATTLE + battle_id
        if ENDED not in await self.database.settings.of(owner):
            await self.database.settings.put(owner, ENDED, self.sessions.clock())

    async def last_ended(self, guild_id: int, most: int) -> list[tuple[Battle, float]]:
        """The battles of a server that were over last, and when (seconds since 1970)."""
        found = await self.database.watchers.settings_in(guild_id, ENDED)
        last = sorted(found.items(), key=lambda x: (-float(x[1]), x[0]))[:most]
        rows = [r for b, _ in last if (r := await self.database.battles.get(b)) is not None]
        return [(b, float(found[b.id])) for b in await self.battles.all_public(rows)]

    async def boards(self) -> dict[int, Board]:
        """The scoreboards of all servers."""
        channels = await self.database.settings.by_id(SCOREBOARD, GUILD)
        messages = await self.database.settings.by_id(_MESSAGE, GUILD)
        found = {g: _board(raw, messages.get(g)) for g, raw in channels.items()}
        return {int(g): b for g, b in found.items() if b is not None}

    async def set(self, guild_id: int, channel: int | None) -> Board | None:
        """Keep a scoreboard in a channel, or none; returns the one there was."""
        owner = f"{GUILD}{guild_id}"
        had = await self.database.settings.of(owner)
        await self.database.settings.put(owner, SCOREBOARD, channel)
        return _board(had.get(SCOREBOARD), had.get(_MESSAGE))

    async def put(self, guild_id: int, board: Board) -> None:
        """Remember the message of a scoreboard."""
        await self.database.settings.put(f"{GUILD}{guild_id}", _MESSAGE, asdict(board))


def _board(raw: Any, message: Any) -> Board | None:
    channel = raw.get("channel") if is_object(raw) else raw
    if not isinstance(channel, int) or not channel:
        return None
    if is_object(message) and message.get("channel") == channel:
        return Board(channel, message.get("message"), str(message.get("shown", "")))
    return Board(channel)
