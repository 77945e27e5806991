"""Mirrors: a battle's story and maps in another channel too, at once or later."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.time import limits
from bot.storage import Database
from bot.storage.settings import GUILD
from bot.storage.watchers import BATTLE
from engine.kernel.json_values import is_object
from engine.kernel.text import Refusal, Text, refuse

LONGEST_DELAY = 24 * 3600.0
"""Seconds a mirror may lag behind."""

MIRROR, ENDED = "mirror", "ended"
"""Settings of a battle: its mirror, and when it was over."""

NOWHERE = 0
"""Stands for a channel."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Where a battle's story and maps are shown to spectators."""

    channel: int
    """0: nowhere, whatever the server's other battles do."""
    delay: float = 0.0
    """Seconds."""
    since: int = -1
    """Key of the first dispatch that is shown there."""
    default: bool = False
    """Whether it follows from the server's settings and not from a word of the players."""
    done: bool = False
    """Whether everything has been shown, the result included."""

    @property
    def on(self) -> bool:
        return self.channel != NOWHERE


class Mirrors:
    """Which battles are mirrored, and where."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    async def of(self, battle_id: str) -> Mirror | None:
        """A battle's mirror; None where nobody has said anything about one."""
        return _mirror((await self.database.settings.of(BATTLE + battle_id)).get(MIRROR))

    async def active(self) -> dict[str, Mirror]:
        """Mirrors that have or may get something to show, by battle."""
        found = {b: _mirror(raw) for b, raw in (await self.database.settings.by_id(MIRROR, BATTLE)).items()}
        return {b: m for b, m in found.items() if m is not None and m.on and not m.done}

    async def held(self) -> frozenset[str]:
        """Battles of which spectators are told with a delay, and whose result they may not know yet."""
        waiting = {b: m for b, m in (await self.active()).items() if m.delay}
        if not waiting:
            return frozenset()
        ended = await self.database.settings.named(ENDED, [BATTLE + b for b in waiting])
        now = self.sessions.clock()
        return frozenset(
            b for b, m in waiting.items() if (at := ended.get(BATTLE + b)) is None or float(at) + m.delay > now
        )

    async def of_guild(self, guild_id: int) -> Mirror | None:
        """Where battles of a server are mirrored unless their players say otherwise."""
        found = _mirror((await self.database.settings.of(f"{GUILD}{guild_id}")).get(MIRROR))
        return found if found is not None and found.on else None

    async def put(self, battle_id: str, mirror: Mirror) -> None:
        """Mirror a battle so from now on."""
        await self.database.settings.put(BATTLE + battle_id, MIRROR, asdict(mirror))

    async def set(
        self, battle_id: str, user_id: int, channel: int, delay: float, since: int, *, referee: bool = False
    ) -> Mirror:
        """Show a battle in another channel too, from dispatch ``since`` on, or nowhere (channel 0).

        For those who lead a side, its creator and referees. ``delay`` in seconds.
        """
        battle = await self.battles.get(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        battle.check_opponent()
        if not (referee or user_id == battle.creator or battle.led_by(user_id)):
            refuse("Only players who lead a side, the battle's creator and referees say where it is mirrored.")
        if channel == battle.channel:
            refuse("The battle is told in that channel already; choose another one for the spectators.")
        if not 0 <= delay <= LONGEST_DELAY:
            refuse("A mirror lags behind by at most 24 hours.")
        if channel != NOWHERE and any(
            r.status in ("open", "running") for r in await self.database.battles.in_channel(channel)
        ):
            refuse("Another battle is fought in that channel; choose one without a battle.")
        old = await self.of(battle_id)
        mirror = Mirror(channel, delay, since)
        if old is not None and old.channel == channel:
            mirror = replace(mirror, since=old.since)
        await self.put(battle_id, mirror)
        return mirror


def delay_of(text: str) -> float:
    """Seconds of a delay as players write it; "" and "0" for none. Raises Refusal.

    >>> delay_of("30m"), delay_of("0")
    (1800.0, 0.0)
    """
    if text.strip() in ("", "0"):
        return 0.0
    try:
        seconds = limits.parse(text)
    except Refusal:
        seconds = None
    if seconds is None or seconds > LONGEST_DELAY:
        refuse("Write a delay like 30m or 12h, at most 24h; 0 for none.")
    return seconds


def delay_words(seconds: float) -> Text:
    """A delay for readers: "30 minutes later"."""
    return Text("{time} later", time=limits.length(seconds)) if seconds else Text("at once")


def _mirror(raw: Any) -> Mirror | None:
    """A stored mirror; None for what is none."""
    if not is_object(raw) or not isinstance(raw.get("channel"), int):
        return None
    delay = raw.get("delay") or 0.0
    return Mirror(
        raw["channel"],
        min(max(float(delay), 0.0), LONGEST_DELAY),
        int(raw.get("since", -1)),
        bool(raw.get("default", False)),
        bool(raw.get("done", False)),
    )
