"""What whoever runs the bot is told in a channel of theirs: what has stayed broken for a while, and that it is over.

What mends itself in minutes isn't told: the log and the figures have it.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import discord
import sqlalchemy as sa
from sqlalchemy import exc

from bot import logs
from bot.messages.delivery.deliver import Content, put, refusals
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.publishing.publisher import Publisher
from bot.service import Service
from bot.storage.trouble import DatabaseTrouble

log = logging.getLogger("hexarch")

LASTING = 600.0
"""Seconds after which something counts as staying broken."""
REMINDED = 24 * 3600.0
"""Seconds after which it is told again."""
ERRORS = 10
"""Errors of ours within :data:`LASTING` that are worth telling, each by itself told to a player already."""
QUEUE = 100
"""Pictures that wait, for as long, that are."""
ROOM = 200_000_000
"""Bytes left on the disk below which it is told at once."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Where whoever runs the bot is to be found at Discord."""

    channel: int | None = None
    """Channel in which they are told."""
    guild: int | None = None
    """Server that has the owner's commands."""


@dataclass
class _Trouble:
    since: float
    text: str
    told: float | None = None
    """When it was told last."""


class Troubles:
    """Knows what is broken, since when, and what was told of it."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        publisher: Publisher,
        pool: DrawingPool,
        channel: int | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.client = client
        self.service = service
        self.publisher = publisher
        self.pool = pool
        self.channel = channel
        self.clock = clock
        self._known: dict[str, _Trouble] = {}
        self._behind: dict[str, float] = {}
        """Battles about which something is unsaid, and since when."""

    async def tick(self) -> None:
        """Look, and tell what is to be told. What Discord doesn't take is told with a later round."""
        now, found = self.clock(), await self._look()
        for key, text in found.items():
            self._known.setdefault(key, _Trouble(now, text)).text = text
        lines: list[str] = []
        for key, trouble in list(self._known.items()):
            lasting = now - trouble.since >= (0.0 if key == "disk" else LASTING)
            if key not in found:
                if trouble.told is not None:
                    lines.append(f"✅ Over: {trouble.text}")
            elif lasting and (trouble.told is None or now - trouble.told >= REMINDED):
                lines.append(f"⚠️ {trouble.text}")
        if lines and not await self._tell("\n".join(lines)):
            return
        for key, trouble in list(self._known.items()):
            if key not in found:
                del self._known[key]
            elif f"⚠️ {trouble.text}" in lines:
                trouble.told = now

    async def _tell(self, text: str) -> bool:
        """Whether it could be told; where nobody wants it told, the log has it."""
        log.warning("stays broken, or is over: %s", text.replace("\n", "; "))
        if self.channel is None:
            return True
        try:
            channel = self.client.get_partial_messageable(self.channel)
            await put(channel, None, Content(text=text[:2000], what=f"{text}|{self.clock() // 60}"))
        except discord.HTTPException as e:
            log.warning("the operator's channel %s doesn't take it: %s", self.channel, e)
            return False
        return True

    async def _look(self) -> Mapping[str, str]:
        """What is broken now, each with what is told of it."""
        found: dict[str, str] = {}
        now = self.clock()
        self._behind = {b: self._behind.get(b, now) for b in self.publisher.behind}
        late = sorted(b for b, since in self._behind.items() if now - since >= LASTING)
        if late:
            shown = ", ".join(late[:5]) + (", …" if len(late) > 5 else "")
            found["behind"] = (
                f"for more than ten minutes not everything could be told of some battles ({len(late)}): {shown}"
            )
        waiting = sum(self.pool.waiting)
        if waiting >= QUEUE:
            found["pictures"] = f"pictures are drawn more slowly than they are asked for: {waiting} wait"
        if refusals.many():
            found["refusals"] = "Discord refuses so much that nothing is retried any more; the log says what"
        recent = logs.recent_references(LASTING)
        if len(recent) >= ERRORS:
            found["errors"] = f"errors of ours come again and again; the last references: {', '.join(recent[-3:])}"
        return found | await self._database()

    async def _database(self) -> dict[str, str]:
        database = self.service.database
        found: dict[str, str] = {}
        if database.lease.lockable and not database.lease.held:
            found["lease"] = "the lease on the database is lost"
        try:
            async with database.read() as c:
                await c.execute(sa.text("SELECT 1"))
        except (DatabaseTrouble, exc.SQLAlchemyError, OSError) as e:
            found["database"] = str(e)
        url = database.engine.url
        if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
            free = shutil.disk_usage(Path(url.database).parent).free
            if free < ROOM:
                found["disk"] = f"the disk the database is on is nearly full: {free // 1_000_000} MB are left"
        return found
