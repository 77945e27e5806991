"""What a server has settled for the battles fought in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.service.spectators.mirrors import LONGEST_DELAY, MIRROR
from bot.service.spectators.scoreboards import SCOREBOARD
from bot.service.time import limits
from bot.storage import Database, Limits
from bot.storage.settings import GUILD
from engine.kernel.json_values import is_array, is_object
from engine.kernel.text import Refusal, refuse

ROLE, MODE, LIMITS, LANGUAGE = "referee_role", "mode", "limits", "language"
CHANNELS, RESULTS = "channels", "results_channel"

FIRST = "live"
"""Mode of new battles where nothing was settled."""

MOST_CHANNELS = 25
"""Channels a server may name for its battles."""

KEYS = (ROLE, MODE, LIMITS, LANGUAGE, CHANNELS, RESULTS, MIRROR, SCOREBOARD)


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What holds in a server; as it is here where nothing was settled."""

    referee_role: int | None = None
    """Role whose members are referees, besides those who manage the server."""
    mode: str = FIRST
    """Of new battles, unless their maker chooses."""
    limits: Limits = field(default_factory=Limits)
    """Of new battles."""
    language: str | None = None
    """In which battles are told; None for English."""
    channels: tuple[int, ...] = ()
    """Where battles may be made, threads in these included; () for anywhere."""
    results_channel: int | None = None
    """Where results are told besides the battle's own channel."""
    mirror_channel: int | None = None
    """Where new battles are mirrored."""
    mirror_delay: float = 0.0
    """Seconds by which those mirrors lag behind."""
    scoreboard: int | None = None
    """Channel of the scoreboard."""

    def existing(self, channel: Callable[[int], bool], role: Callable[[int], bool]) -> GuildSettings:
        """The same without channels and roles that are gone, as these functions tell."""

        def kept(given: int | None, there: Callable[[int], bool]) -> int | None:
            return given if given is not None and there(given) else None

        return replace(
            self,
            referee_role=kept(self.referee_role, role),
            channels=tuple(c for c in self.channels if channel(c)),
            results_channel=kept(self.results_channel, channel),
            mirror_channel=kept(self.mirror_channel, channel),
            scoreboard=kept(self.scoreboard, channel),
        )


class Guilds:
    """Settings of servers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.languages: dict[int, str] = {}
        """Languages by server, of those that chose one: asked for with every sentence."""

    async def settings(self, guild_id: int) -> GuildSettings:
        """What holds in a server. What makes no sense any more counts as unset."""
        return settings_of(await self.database.settings.of(_owner(guild_id), *KEYS))

    async def load_languages(self) -> None:
        """Read the languages of all servers; once, before the first battle is told."""
        found = await self.database.settings.named(LANGUAGE)
        for owner, value in found.items():
            number = owner.removeprefix(GUILD)
            if owner.startswith(GUILD) and number.isdecimal() and isinstance(value, str):
                self.languages[int(number)] = value

    async def set_language(self, guild_id: int, language: str | None) -> None:
        await self._set(guild_id, LANGUAGE, language)
        if language is None:
            self.languages.pop(guild_id, None)
        else:
            self.languages[guild_id] = language

    async def set_default_mode(self, guild_id: int, mode: str | None) -> None:
        """Mode of new battles. Raises Refusal for one there isn't."""
        if mode is not None and mode not in limits.MODES:
            refuse("A battle is played live or by correspondence.")
        await self._set(guild_id, MODE, mode)

    async def set_default_limits(self, guild_id: int, wanted: Limits | None) -> None:
        """Time limits of new battles. Raises Refusal for what no battle may have."""
        if wanted is not None:
            limits.check(wanted)
        await self._set(guild_id, LIMITS, asdict(wanted) if wanted is not None else None)

    async def set_channels(self, guild_id: int, channels: tuple[int, ...]) -> None:
        """Where battles may be made; nowhere in particular with ()."""
        if len(channels) > MOST_CHANNELS:
            refuse("Name at most {n:channel|channels}; or none, for all of them.", n=MOST_CHANNELS)
        await self._set(guild_id, CHANNELS, list(dict.fromkeys(channels)) or None)

    async def set_results_channel(self, guild_id: int, channel: int | None) -> None:
        await self._set(guild_id, RESULTS, channel)

    async def set_server_mirror(self, guild_id: int, channel: int | None, delay: float = 0.0) -> None:
        """Where battles are mirrored whose players say nothing else. ``delay`` in seconds."""
        if not 0 <= delay <= LONGEST_DELAY:
            refuse("A mirror lags behind by at most 24 hours.")
        await self._set(guild_id, MIRROR, {"channel": channel, "delay": delay} if channel is not None else None)

    async def _set(self, guild_id: int, key: str, value: Any) -> None:
        await self.database.settings.put(_owner(guild_id), key, value)


def settings_of(stored: Mapping[str, Any]) -> GuildSettings:
    """What stored values mean; those of the wrong kind count as unset."""
    mirror = stored.get(MIRROR)
    mirror = mirror if is_object(mirror) else {}
    board = stored.get(SCOREBOARD)
    board = board.get("channel") if is_object(board) else board
    mode, delay, language, channels = stored.get(MODE), mirror.get("delay"), stored.get(LANGUAGE), stored.get(CHANNELS)
    return GuildSettings(
        referee_role=_id(stored.get(ROLE)),
        mode=mode if isinstance(mode, str) and mode in limits.MODES else FIRST,
        limits=_limits(stored.get(LIMITS)),
        language=language if isinstance(language, str) else None,
        channels=tuple(c for c in channels if _id(c)) if is_array(channels) else (),
        results_channel=_id(stored.get(RESULTS)),
        mirror_channel=_id(mirror.get("channel")),
        mirror_delay=min(max(float(delay), 0.0), LONGEST_DELAY) if isinstance(delay, int | float) else 0.0,
        scoreboard=_id(board),
    )


def _id(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _limits(stored: Any) -> Limits:
    if not is_object(stored):
        return Limits()
    seconds, quiet, bank, bonus = (stored.get(name) for name in ("seconds", "quiet", "bank", "bonus"))
    found = Limits(
        float(seconds) if isinstance(seconds, int | float) else None,
        (quiet[0], quiet[1]) if is_array(quiet) and [*map(type, quiet)] == [int, int] else None,
        float(bank) if isinstance(bank, int | float) else None,
        float(bonus) if isinstance(bonus, int | float) else 0.0,
    )
    try:
        limits.check(found)
    except Refusal:
        return Limits()
    return found


def _owner(guild_id: int) -> str:
    return f"{GUILD}{guild_id}"
