"""Following battles: mirrors in other channels, private watchers, and the scoreboards of servers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.service import limits
from bot.service.model import Battle
from bot.service.sessions import Sessions
from bot.storage.settings import GUILD
from bot.storage.watchers import BATTLE, Watcher
from engine.kernel.text import Refusal, Text, refuse

STORY, TURNS, END = "story", "turns", "end"
HOWS = (STORY, TURNS, END)

MOST_BY_USER = 20
"""Battles one user watches."""
MOST_OF_BATTLE = 200
"""Users who watch one battle."""
LONGEST_DELAY = 24 * 3600.0
"""Seconds a mirror may lag behind."""

MIRROR, SCOREBOARD, ENDED = "mirror", "scoreboard", "ended"
_BOARD_MESSAGE = "scoreboard_message"
HALTED = "halted"
NOWHERE = 0


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


@dataclass(frozen=True, slots=True)
class Board:
    """A server's scoreboard."""

    channel: int
    message: int | None = None
    shown: str = ""
    """Digest of what the message says."""


class Watching(Sessions):
    """Who follows which battle, and where."""

    # -- battles nothing can be posted about -------------------------------------------------------------------

    async def halted(self) -> list[str]:
        """Battles that stand still because nothing can be posted in their channel."""
        return sorted(await self._by_id(HALTED, BATTLE))

    async def set_halted(self, battle_id: str, halted: bool) -> None:
        await self.database.settings.put(BATTLE + battle_id, HALTED, True if halted else None)

    # -- mirrors ------------------------------------------------------------------------------------------------

    async def mirror(self, battle_id: str) -> Mirror | None:
        """A battle's mirror; None where nobody has said anything about one."""
        return _mirror((await self.database.settings.of(BATTLE + battle_id)).get(MIRROR))

    async def mirrors(self) -> dict[str, Mirror]:
        """Mirrors that have or may get something to show, by battle."""
        found = {b: _mirror(raw) for b, raw in (await self._by_id(MIRROR, BATTLE)).items()}
        return {b: m for b, m in found.items() if m is not None and m.on and not m.done}

    async def held(self) -> frozenset[str]:
        """Battles of which spectators are told with a delay, and whose result they may not know yet."""
        waiting = {b: m for b, m in (await self.mirrors()).items() if m.delay}
        if not waiting:
            return frozenset()
        ended = await self.database.settings.named(ENDED, [BATTLE + b for b in waiting])
        now = self.clock()
        return frozenset(
            b for b, m in waiting.items() if (at := ended.get(BATTLE + b)) is None or float(at) + m.delay > now
        )

    async def server_mirror(self, guild_id: int) -> Mirror | None:
        """Where battles of a server are mirrored unless their players say otherwise."""
        found = _mirror((await self.database.settings.of(f"{GUILD}{guild_id}")).get(MIRROR))
        return found if found is not None and found.on else None

    async def put_mirror(self, battle_id: str, mirror: Mirror) -> None:
        await self.database.settings.put(BATTLE + battle_id, MIRROR, asdict(mirror))

    async def set_mirror(
        self, battle_id: str, user_id: int, channel: int, delay: float, since: int, *, referee: bool = False
    ) -> Mirror:
        """Show a battle in another channel too, from dispatch ``since`` on, or nowhere (channel 0).

        For those who lead a side, its creator and referees. ``delay`` in seconds.
        """
        battle = await self.battle(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
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
        old = await self.mirror(battle_id)
        mirror = Mirror(channel, delay, since)
        if old is not None and old.channel == channel:
            mirror = replace(mirror, since=old.since)
        await self.put_mirror(battle_id, mirror)
        return mirror

    # -- watchers -----------------------------------------------------------------------------------------------

    async def watch(self, battle_id: str, user_id: int, how: str, told: str = "") -> Watcher:
        """Follow a battle that isn't over. ``told`` is the last dispatch the user knows."""
        check_watch(await self.battle(battle_id), user_id, how)
        watcher = Watcher(battle_id, user_id, how, told)
        reached = await self.database.watchers.put(watcher, MOST_BY_USER, MOST_OF_BATTLE)
        if reached == "user":
            refuse("You watch {n:battle|battles} already; /unwatch one of them first.", n=MOST_BY_USER)
        if reached:
            refuse("{n:person watches|people watch} this battle already; the most there is room for.", n=MOST_OF_BATTLE)
        return watcher

    async def unwatch(self, battle_id: str, user_id: int) -> bool:
        """No longer follow a battle; whether the user did."""
        return await self.database.watchers.drop(battle_id, user_id)

    async def told_watcher(self, watcher: Watcher, key: str) -> None:
        await self.database.watchers.told(watcher.battle, watcher.user, key)

    async def watchers(self, battle_id: str) -> list[Watcher]:
        return await self.database.watchers.of(battle_id)

    async def watched_by(self, user_id: int) -> list[Watcher]:
        return await self.database.watchers.by(user_id)

    async def watched(self) -> list[str]:
        """Battles that somebody watches."""
        return await self.database.watchers.battles()

    async def audience(self, battles: Iterable[str]) -> Mapping[str, int]:
        """How many watch each of these battles."""
        return await self.database.watchers.count(list(battles))

    async def taken_back(self, battle_id: str) -> list[tuple[int, int]]:
        """Every take-back of a battle: its journal entry, and the last entry that counted after it."""
        return await self.database.watchers.taken_back(battle_id)

    # -- battles of a server ------------------------------------------------------------------------------------

    async def ongoing(self, guild_id: int) -> list[Battle]:
        """Battles of a server that are open or under way, newest first."""
        return await self._all_public(await self.database.battles.ongoing(guild_id))

    async def ended(self, battle_id: str) -> None:
        """Note when a battle was over; the first time counts."""
        owner = BATTLE + battle_id
        if ENDED not in await self.database.settings.of(owner):
            await self.database.settings.put(owner, ENDED, self.clock())

    async def last_ended(self, guild_id: int, most: int) -> list[tuple[Battle, float]]:
        """The battles of a server that were over last, and when (seconds since 1970)."""
        found = await self.database.watchers.settings_in(guild_id, ENDED)
        last = sorted(found.items(), key=lambda x: (-float(x[1]), x[0]))[:most]
        rows = [r for b, _ in last if (r := await self.database.battles.get(b)) is not None]
        return [(b, float(found[b.id])) for b in await self._all_public(rows)]

    # -- scoreboards --------------------------------------------------------------------------------------------

    async def boards(self) -> dict[int, Board]:
        """The scoreboards of all servers."""
        channels = await self._by_id(SCOREBOARD, GUILD)
        messages = await self._by_id(_BOARD_MESSAGE, GUILD)
        found = {g: _board(raw, messages.get(g)) for g, raw in channels.items()}
        return {int(g): b for g, b in found.items() if b is not None}

    async def set_board(self, guild_id: int, channel: int | None) -> Board | None:
        """Keep a scoreboard in a channel, or none; returns the one there was."""
        owner = f"{GUILD}{guild_id}"
        had = await self.database.settings.of(owner)
        await self.database.settings.put(owner, SCOREBOARD, channel)
        return _board(had.get(SCOREBOARD), had.get(_BOARD_MESSAGE))

    async def _by_id(self, key: str, owners: str) -> dict[str, Any]:
        """A setting of all servers or battles, by their id."""
        found = await self.database.settings.named(key)
        return {o.removeprefix(owners): value for o, value in found.items() if o.startswith(owners)}

    async def put_board(self, guild_id: int, board: Board) -> None:
        """Remember the message of a scoreboard."""
        await self.database.settings.put(f"{GUILD}{guild_id}", _BOARD_MESSAGE, asdict(board))


def check_watch(battle: Battle, user_id: int, how: str) -> None:
    """Refuse what can't be watched."""
    if how not in HOWS:
        refuse("A battle is watched in one of these ways: {ways}.", ways=", ".join(HOWS))
    if battle.status not in ("open", "running"):
        refuse("This battle is over.")
    if user_id in battle.people:
        refuse("You play in this battle; its channel tells you everything.")


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
    if not isinstance(raw, Mapping) or not isinstance(raw.get("channel"), int):
        return None
    delay = raw.get("delay") or 0.0
    return Mirror(
        raw["channel"],
        min(max(float(delay), 0.0), LONGEST_DELAY),
        int(raw.get("since", -1)),
        bool(raw.get("default", False)),
        bool(raw.get("done", False)),
    )


def _board(raw: Any, message: Any) -> Board | None:
    channel = raw.get("channel") if isinstance(raw, Mapping) else raw
    if not isinstance(channel, int) or not channel:
        return None
    if isinstance(message, Mapping) and message.get("channel") == channel:
        return Board(channel, message.get("message"), str(message.get("shown", "")))
    return Board(channel)
