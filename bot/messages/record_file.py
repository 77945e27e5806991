"""A battle as a file players take home: orders and answers, rolls, the story, remarks."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

import discord

from bot.narration import TextCatalogue
from bot.narration.journal import whole_story
from bot.service import Battle, Service

log = logging.getLogger("hexarch")

UNKNOWN = "somebody"


async def record(client: discord.Client, service: Service, catalogue: TextCatalogue, battle: Battle) -> str:
    """What everybody may read of a battle, as a record (docs/records.md)."""
    system, entries = await service.records.open_entries(battle.id)
    told: dict[int, list[str]] = {}
    rolls = {e.seq for e in entries if e.kind == "roll"}
    for line in await asyncio.to_thread(whole_story, battle, system, entries):
        if line.seq not in rolls:  # rolls are written down themselves
            told.setdefault(line.seq, []).append(catalogue.say(line.text) + line.source(catalogue))
    names = {s.user: await name_of(client, s.user) for s in battle.seats}
    begun = datetime.fromtimestamp(battle.row.created, UTC).date().isoformat()
    upto = entries[-1].seq
    return await service.records.write(battle.id, names, told, upto, Date=begun)


async def name_of(client: discord.Client, user: int) -> str:
    """What a user is called, still in the server or not."""
    try:
        found = client.get_user(user) or await client.fetch_user(user)
    except discord.HTTPException:
        log.info("user %s can't be found", user)
        return UNKNOWN
    return found.display_name
