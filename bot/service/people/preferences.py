"""What players want in all of their battles: how they are reminded, when they are left alone, when they are away."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from bot.language.catalogue import languages
from bot.language.plain import fit
from bot.service.sessions.sessions import PREFERENCES, Sessions
from bot.service.time import limits, zones
from bot.service.time.hours import DAY, HOUR, Preferences, Quiet, Reminders, language_of, read
from bot.service.time.zones import Ahead
from bot.storage import Database
from bot.stumbles import Stumbles
from engine.kernel.text import Refusal, Text, refuse

REMINDERS: tuple[Reminders, ...] = ("ping", "dm", "digest", "none")

NEWS = "digest-news"
"""Setting of a user: what they are to read of in the next digest."""
NEWS_KEPT, NEWS_LENGTH = 20, 160
"""How many there are of it, the latest, and characters of each."""

LONGEST_NIGHT = 12
"""Most quiet hours of a day."""

SETTLED = 10 * 60.0
"""Seconds in which quiet hours just set may be corrected; afterwards they stand for a day."""

VACATION, YEAR = 30 * DAY, 365 * DAY
"""Seconds of vacation in any year."""

SHORTEST = HOUR
"""Seconds of the shortest vacation."""

KEPT = 400 * DAY
"""Seconds for which is remembered what no longer holds: longer than a year, and than a question can be open."""

EARLIEST = 7 * DAY
"""Seconds before a deadline at which a reminder comes at the earliest."""

_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?::(00|15|30|45))?", re.IGNORECASE)


class PlayerPreferences:
    """Preferences of players. Quiet hours and vacations move the deadlines of questions that are open already."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self.database = database
        self.sessions = sessions
        self.languages: dict[int, str] = {}
        """Languages of those who chose one: asked for with every private answer."""
        self._stumbles: Stumbles[str] = Stumbles()
        """Battles that can't be loaded because of an error of ours."""

    async def of(self, user_id: int) -> Preferences:
        """What a player wants, as it is now."""
        return read(await self._stored(user_id), self.sessions.clock())

    async def load_languages(self) -> None:
        """Read which languages people have chosen; once, before anybody is answered."""
        for owner, values in (await self.database.settings.named(PREFERENCES)).items():
            number, language = owner.removeprefix("user:"), language_of(values)
            if language is not None and number.isdecimal():
                self.languages[int(number)] = language

    async def set_language(self, user_id: int, language: str | None) -> Preferences:
        """The language of what this user alone sees; None for that of their Discord. Raises Refusal for one we lack."""
        if language is not None and language not in languages():
            refuse("There is no catalogue for that language.")

        def change(values: dict[str, Any], now: float) -> None:
            values["language"] = language

        found, _ = await self._change(user_id, change)
        self.forget_language(user_id)
        if language is not None:
            self.languages[user_id] = language
        return found

    def forget_language(self, user_id: int) -> None:
        """Nothing is known any more of the language a user reads."""
        self.languages.pop(user_id, None)

    async def next_free(self, user_id: int) -> float | None:
        """When quiet hours or vacation of a player end (seconds since 1970); None for who is free now."""
        now = self.sessions.clock()
        free = read(await self._stored(user_id), now).wakes(now)
        return free if free > now else None

    async def keep_for_digest(self, user_id: int, text: str, url: str) -> None:
        """Somebody is to read of something in their next digest, who would else be called; ``url`` leads to it."""
        owner = f"user:{user_id}"
        async with self.sessions.locks[owner]:
            known = (await self.database.settings.of(owner)).get(NEWS, [])
            said = " ".join(text.split())
            await self.database.settings.put(owner, NEWS, [*known, [fit(said, NEWS_LENGTH), url]][-NEWS_KEPT:])

    async def news_of(self, user_id: int) -> list[tuple[str, str]]:
        """What a user is to read of in the next digest, each with its link; once."""
        owner = f"user:{user_id}"
        async with self.sessions.locks[owner]:
            known = (await self.database.settings.of(owner)).get(NEWS, [])
            if known:
                await self.database.settings.put(owner, NEWS, None)
        return [(text, url) for text, url in known]

    async def set_reminders(self, user_id: int, how: str, before: float | None = None) -> Preferences:
        """How users are reminded, and how many seconds before the deadline; None: when half of the time has passed."""
        if how not in REMINDERS:
            refuse("Reminders come by ping, by dm, once a day (digest), or not at all (none).")
        if before is not None and not limits.LEAST <= before <= EARLIEST:
            refuse("A reminder comes from one minute to seven days before the deadline.")

        def change(values: dict[str, Any], now: float) -> None:
            values |= {"reminders": how, "before": before}

        return (await self._change(user_id, change))[0]

    async def set_quiet(self, user_id: int, quiet: Quiet | None) -> tuple[Preferences, list[str]]:
        """The user's quiet hours, or none; and ids of battles in which a deadline has moved.

        To keep anybody from moving them along with the clock, they stand for a day once they have been set.
        """
        if quiet is not None:
            begin, end, ahead = quiet
            if not (0 <= begin <= 23 and 0 <= end <= 23) or not 1 <= (end - begin) % 24 <= LONGEST_NIGHT:
                refuse("Quiet hours go from one hour of the day to another, at most {n:hour|hours}.", n=LONGEST_NIGHT)
            if not isinstance(ahead, str) and not -12 <= ahead <= 14:
                refuse("Clocks are from 12 hours behind UTC to 14 hours ahead of it.")

        def change(values: dict[str, Any], now: float) -> None:
            quiets: list[list[Any]] = [*values.get("quiets", ())]
            last = next((since for since, q in reversed(quiets) if q is not None), None)
            since = now
            if quiet is not None and last is not None and now < last + DAY:
                if now > last + SETTLED:
                    refuse("Quiet hours stand for a day; you may change them <t:{when}:R>.", when=int(last + DAY) + 1)
                # A slip that is put right; the day still runs from when they were first set.
                quiets, since = [q for q in quiets if q[0] < last], last
            quiets.append([since, None if quiet is None else [*quiet]])
            while len(quiets) > 1 and quiets[1][0] < now - KEPT:
                del quiets[0]
            values["quiets"] = quiets

        return await self._change(user_id, change)

    async def go_away(self, user_id: int, until: float) -> tuple[Preferences, list[str]]:
        """On vacation from now on: meanwhile no question times out. Ids of battles whose deadlines moved too."""

        def change(values: dict[str, Any], now: float) -> None:
            if until < now + SHORTEST:
                refuse("A vacation lasts an hour at least, from now on.")
            leaves = _cut(values, now)
            if until - now > vacation_left(leaves, until):
                refuse(
                    "That is more than thirty days of vacation in a year; you have {left} left.",
                    left=limits.left(vacation_left(leaves, until)),
                )
            values["leaves"] = [*leaves, [now, until]]

        return await self._change(user_id, change)

    async def come_back(self, user_id: int) -> tuple[Preferences, list[str]]:
        """The vacation is over."""

        def change(values: dict[str, Any], now: float) -> None:
            if read(values, now).away_until is None:
                refuse("You aren't away.")
            values["leaves"] = _cut(values, now)

        return await self._change(user_id, change)

    async def _stored(self, user_id: int) -> dict[str, Any]:
        owner = f"user:{user_id}"
        return dict((await self.database.settings.named(PREFERENCES, [owner])).get(owner, {}))

    async def _change(
        self, user_id: int, change: Callable[[dict[str, Any], float], None]
    ) -> tuple[Preferences, list[str]]:
        async with self.sessions.locks[f"user:{user_id}"]:
            values, now = await self._stored(user_id), self.sessions.clock()
            change(values, now)
            await self.database.settings.put(f"user:{user_id}", PREFERENCES, values)
        # Deadlines follow from what is stored: should this be cut short, the next start does the rest.
        moved: list[str] = []
        for row in await self.database.battles.of_user(user_id):
            if row.status == "running" and any(s.user == user_id for s in row.seats):
                try:
                    async with self.sessions.session(row.id) as session:
                        if await self.sessions.refresh(session):
                            moved.append(row.id)
                except Exception as e:
                    # One battle that can't be loaded must not keep the others from it.
                    self._stumbles.stumbled(row.id, now, f"battle {row.id}: the deadline could not be moved", e)
                else:
                    self._stumbles.done(row.id)
        return read(values, now), moved


def vacation_left(leaves: tuple[tuple[float, float], ...] | list[list[float]], at: float) -> float:
    """Seconds of vacation a player has left in the year that ends ``at`` (seconds since 1970).

    >>> vacation_left(((0.0, 10 * DAY), (20 * DAY, 25 * DAY)), 370 * DAY) / DAY
    20.0
    """
    taken = sum(max(0.0, min(end, at) - max(begin, at - YEAR)) for begin, end in leaves)
    return max(0.0, VACATION - taken)


def _cut(values: dict[str, Any], now: float) -> list[list[float]]:
    """Vacations up to now, those of long ago left out."""
    return [[b, min(e, now)] for b, e in values.get("leaves", ()) if b < now and e > now - KEPT]


# -- as players write it --------------------------------------------------------------------------------------------


def offset(text: str) -> Ahead:
    """How far a clock is ahead of UTC: "+2", "UTC-5", "+5:30", "0", or a time zone by name. Raises Refusal.

    >>> offset("+2"), offset("utc -3:30"), offset("0"), offset("europe/berlin")
    (2.0, -3.5, 0.0, 'Europe/Berlin')
    """
    plain = text.strip()
    if plain.casefold() in ("", "0", "utc", "gmt"):
        return 0.0
    match = _OFFSET.fullmatch(plain)
    if match is None and not plain[:1].isalpha():
        refuse("Write your time zone, like Europe/Rome, or how far your clock is ahead of UTC: +2, -5 or +5:30.")
    if match is None:
        return zones.named(plain)
    hours = int(match[2]) + int(match[3] or 0) / 60
    return -hours if match[1] == "-" else hours


def until(text: str, now: float, ahead: Ahead = 0.0) -> float:
    """When a vacation ends: "10d", or the morning of a date, "2026-12-01", by a clock ahead of UTC. Raises Refusal.

    >>> until("2d", 0.0), until("1970-01-03", 0.0, 2.0)
    (172800.0, 165600.0)
    """
    plain = text.strip()
    try:
        day = datetime.strptime(plain, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        try:
            seconds = limits.parse(plain)
        except Refusal:
            seconds = None
        if seconds is None:
            refuse("Say until when: a date like 2026-12-01, or a time like 10d.")
        return now + seconds
    return day.timestamp() - zones.ahead_at(ahead, day.timestamp()) * HOUR


def clock_of(quiet: Quiet) -> Text:
    """Quiet hours in words: "from 22 to 7 o'clock (UTC+2)"."""
    begin, end, ahead = quiet
    if isinstance(ahead, str):
        return Text("from {begin} to {end} o'clock ({zone})", begin=begin, end=end, zone=ahead.replace("_", " "))
    minutes = round(abs(ahead) * 60)
    sign = "-" if ahead < 0 else "+"
    zone = f"{sign}{minutes // 60}" + (f":{minutes % 60:02}" if minutes % 60 else "")
    return Text("from {begin} to {end} o'clock (UTC{zone})", begin=begin, end=end, zone=zone)
