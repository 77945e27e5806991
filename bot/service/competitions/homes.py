"""Where a league or cup is at home: the channel it is told in, the forum of its matches."""

from __future__ import annotations

from dataclasses import replace

from bot.service.competitions.competitions import SHOWN, Competitions
from bot.storage import Database
from bot.storage.competition_store import MOTIONS
from bot.storage.competitions import FINISHED, OPEN, RUNNING, TOLD, Competition
from engine.kernel.json_values import is_array
from engine.kernel.text import refuse

LOST = "lost"
"""Setting of an event: its channel and its forum, where they were found to be gone."""


class Homes:
    """Moves leagues and cups."""

    def __init__(self, database: Database, competitions: Competitions) -> None:
        self.database = database
        self.competitions = competitions

    async def move(self, event_id: str, guild_id: int, channel_id: int, forum: int = 0) -> Competition:
        """Tell a league or cup in another channel from now on; its matches become posts of a ``forum``, where named.

        One that is over too, while nobody could be told how it ended.
        """
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            known = await self.database.settings.of(f"event:{event_id}")
            if event.status not in (OPEN, RUNNING) and (event.status != FINISHED or TOLD in known):
                refuse("“{name}” is over.", name=event.name)
            if event.channel == channel_id and forum in (0, event.forum):
                refuse("“{name}” is told in this channel already.", name=event.name)
            if event.channel != channel_id:
                await self.database.competitions.move(event_id, channel_id)
                # A thread that isn't there yet would hang on a message of the old channel.
                waiting = [
                    f for f in await self.competitions.fixtures(event_id) if f.anchor and not f.place and not f.decided
                ]
                await self.database.competitions.put(*(replace(f, anchor=0) for f in waiting))
            if forum:
                await self.database.competitions.save(replace(await self.competitions.get(event_id), forum=forum))
            # What was asked in the old place can be asked once more in the new one.
            for key in (SHOWN, LOST, *((MOTIONS,) if event.channel != channel_id else ())):
                await self.database.settings.put(f"event:{event_id}", key, None)
            return await self.competitions.get(event_id)

    async def lost(self, event: Competition, channel_id: int) -> bool:
        """Its channel, or its forum, is gone; whether that wasn't known yet."""
        found = (await self.database.settings.of(f"event:{event.id}")).get(LOST, [])
        known = found if is_array(found) else [found]  # one channel alone, as it was kept before
        if channel_id in known:
            return False
        await self.database.settings.put(f"event:{event.id}", LOST, [*known, channel_id])
        return True
