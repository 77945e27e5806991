"""What is stored about a person, for them to have or to have deleted; and servers the bot was removed from."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.service.people.preferences import YEAR
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import PREFERENCES, Sessions
from bot.storage import Database
from bot.storage.competitions import OPEN as ENTERING
from bot.storage.competitions import RUNNING
from bot.storage.settings import GUILD
from engine.kernel.json_values import is_object, is_sequence
from engine.kernel.text import Refusal, Text, refuse

LEFT = "left"
"""Setting of a server: when the bot was removed from it."""

KEPT = 30 * 24 * 3600.0
"""Seconds for which everything of such a server is kept: it may have been a slip."""

STOPPED = Text("The lesson was stopped.")
"""How a lesson ends that its learner breaks off."""

SHOWN = 10
"""Battles told in one refusal."""

_TIMES = ("joined", "created", "ended", "due")
_JSON = ("commands", "statements", "skipped", "value")


class Privacy:
    """People's data, and servers'."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    async def stored_about(self, user_id: int) -> dict[str, Any]:
        """Everything stored about a user, in every server; JSON can hold it."""
        async with self.database.together():
            found: dict[str, Any] = dict(await self.database.people.about(user_id))
            found["offers"] = [asdict(o) for o in await self.database.offers.about(user_id)]
            events = await self.database.competitions.about(user_id)
        found["leagues_and_cups"] = [{**asdict(e), "matches": [asdict(f) for f in fixtures]} for e, fixtures in events]
        return {
            "user": str(user_id),
            "as_of": _told(self.sessions.clock()),
            **{k: _readable(v) for k, v in found.items()},
        }

    async def hindrances(self, user_id: int) -> list[Text]:
        """What a user has to bring to an end before their data can be deleted; [] for nothing."""
        found = [
            Text("“{title}” ({id}): you play the {side}", title=title, id=battle, side=await self._side(battle, side))
            for battle, _, title, side in await self.database.people.playing(user_id)
            if not (await self.battles.get(battle)).is_lesson
        ]
        for event, _ in await self.database.competitions.about(user_id):
            if event.status == RUNNING and any(
                e.user == user_id and not e.withdrawn for e in await self.database.competitions.entrants(event.id)
            ):
                found.append(Text("“{name}”: you take part", name=event.name))
        return found

    async def forget(self, user_id: int) -> dict[str, int]:
        """Delete what is stored about a user, or take their number out of it; how many rows of which kind.

        What stays, without the number: orders, rolls and phrases of the battles they played, which the others' dice
        are checked by; the words of remarks; results; how long they were on vacation within the last year. Refused
        while they play, or take part in a league or cup.
        """
        async with AsyncExitStack() as held:
            # Nobody begins a battle that the user is just leaving.
            lessons = await self._lessons(user_id)
            for battle in (*await self.database.people.waiting(user_id), *lessons):
                await held.enter_async_context(self.sessions.locks[battle])
            async with self.database.together():
                await self.check_free(user_id)
                for battle in lessons:
                    # Nobody else plays in it: it ends, and hinders nothing.
                    await self.database.battles.update(battle, status="abandoned", outcome=STOPPED, request=None)
                about = await self.database.people.about(user_id)
                for event, _ in await self.database.competitions.about(user_id):
                    if event.status == ENTERING:
                        await self.database.competitions.leave(event.id, user_id)
                await self.database.offers.forget(user_id)
                await self.database.competitions.forget(user_id)
                spent = await self._spent(user_id)
                done = await self.database.people.forget(user_id)
                self.database.settings.changed(f"user:{user_id}")
                if spent:
                    await self.database.settings.put(f"user:{user_id}", PREFERENCES, {"leaves": spent})
            for row in (*about["seats"], *about["teams"], *about["battles_made"]):
                self.sessions.forget(row["battle"])
        return done

    async def _spent(self, user_id: int) -> list[list[float]]:
        """The vacations of the last year, which count for what is left of this one."""
        owner, now = f"user:{user_id}", self.sessions.clock()
        values = (await self.database.settings.named(PREFERENCES, [owner])).get(owner, {})
        return [[b, min(e, now)] for b, e in values.get("leaves", ()) if b < now and e > now - YEAR]

    async def forget_spent(self) -> int:
        """Delete what was kept of deleted preferences and counts no more: vacations of more than a year ago."""
        gone, now = 0, self.sessions.clock()
        for owner, values in (await self.database.settings.named(PREFERENCES)).items():
            if set(values) == {"leaves"} and all(end <= now - YEAR for _, end in values["leaves"]):
                await self.database.settings.put(owner, PREFERENCES, None)
                gone += 1
        return gone

    async def check_free(self, user_id: int) -> None:
        """Refuse where somebody has to bring something to an end first."""
        found = await self.hindrances(user_id)
        if not found:
            return
        lines = "\n".join(f"- {{x{n}}}" for n in range(min(len(found), SHOWN)))
        more = Text("- and {n} more", n=len(found) - SHOWN) if len(found) > SHOWN else ""
        raise Refusal(
            "Not yet. Bring these to an end first (/battle resign, or hand them over with /team substitute; "
            "/team leave; withdraw from the league or cup):\n{list}\n{more}",
            list=Text(lines, **{f"x{n}": x for n, x in enumerate(found[:SHOWN])}),
            more=more,
        )

    async def _lessons(self, user_id: int) -> list[str]:
        """A user's first battles under way."""
        playing = {battle for battle, *_ in await self.database.people.playing(user_id)}
        return [b for b in sorted(playing) if (await self.battles.get(b)).is_lesson]

    async def _side(self, battle_id: str, side: str) -> str:
        return (await self.battles.get(battle_id)).name(side)

    # -- servers ------------------------------------------------------------------------------------------------

    async def guild_left(self, guild_id: int) -> None:
        """The bot was removed from a server. Nothing is deleted yet. The first time counts, until it is back."""
        if LEFT not in await self.database.settings.of(f"{GUILD}{guild_id}", LEFT):
            await self.database.settings.put(f"{GUILD}{guild_id}", LEFT, self.sessions.clock())

    async def guild_back(self, guild_id: int) -> None:
        """The bot is in a server (again): everything is as it was."""
        if LEFT in await self.database.settings.of(f"{GUILD}{guild_id}", LEFT):
            await self.database.settings.put(f"{GUILD}{guild_id}", LEFT, None)

    async def guilds(self) -> set[int]:
        """Every server of which something is stored, of those this process looks after."""
        return {g for g in await self.database.people.guilds() if self.database.lease.shards.has(g)}

    async def guilds_to_delete(self) -> list[int]:
        """Servers that were left long enough ago."""
        found = await self.database.settings.named(LEFT)
        old = [
            o.removeprefix(GUILD)
            for o, at in found.items()
            if o.startswith(GUILD) and at + KEPT <= self.sessions.clock()
        ]
        return sorted(n for n in map(int, filter(str.isdecimal, old)) if self.database.lease.shards.has(n))

    async def forget_guild(self, guild_id: int) -> int:
        """Delete everything of a server; how many battles it had. Refused for one of which nothing is stored."""
        if guild_id not in await self.guilds():
            refuse("Nothing is stored of a server {id}.", id=str(guild_id))
        ids = [row.id for row in await self.database.battles.in_guild(guild_id)]
        async with AsyncExitStack() as held:
            for battle in sorted(ids):
                await held.enter_async_context(self.sessions.locks[battle])
            gone = await self.database.people.forget_guild(guild_id)
            self.database.settings.changed(f"{GUILD}{guild_id}")
            for battle in ids:
                self.sessions.forget(battle)
                self.battles.forget(battle)
        return gone


def _told(at: float) -> str:
    """A moment for people and programs: "2026-01-31T18:30:00+00:00"."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _readable(data: Any, name: str = "") -> Any:
    """Data as JSON holds it: times as dates, numbers of accounts as texts, which other programs don't round."""
    if is_object(data):
        return {k: _readable(v, k) for k, v in data.items()}
    if is_sequence(data):
        return [_readable(x, name) for x in data]
    if isinstance(data, str) and name in _JSON:
        with suppress(ValueError):
            return json.loads(data)
    if isinstance(data, int | float) and not isinstance(data, bool):
        if name in _TIMES:
            return _told(data)
        return str(data) if abs(data) > 2**53 else data
    return data
