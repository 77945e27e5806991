"""A battle as a file players take home: orders and answers, rolls, the story, remarks."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord

from bot.desk.storyteller import whole_story
from bot.service import Battle

if TYPE_CHECKING:
    from bot.desk import Desk

log = logging.getLogger("hexarch")

UNKNOWN = "somebody"


async def record(desk: Desk, battle: Battle) -> str:
    """What everybody may read of a battle, as a record (docs/records.md)."""
    system, entries = await desk.service.records.open_entries(battle.id)
    catalogue = desk.catalogue(battle)
    told: dict[int, list[str]] = {}
    rolls = {e.seq for e in entries if e.kind == "roll"}
    for line in await asyncio.to_thread(whole_story, battle, system, entries):
        if line.seq not in rolls:  # rolls are written down themselves
            told.setdefault(line.seq, []).append(catalogue.say(line.text) + line.source(catalogue))
    names = {s.user: await name_of(desk, s.user) for s in battle.seats}
    begun = datetime.fromtimestamp(battle.row.created, UTC).date().isoformat()
    upto = entries[-1].seq
    return await desk.service.records.write(battle.id, names, told, upto, Date=begun)


async def name_of(desk: Desk, user: int) -> str:
    """What a user is called, whether or not he is still in the server."""
    try:
        found = desk.bot.get_user(user) or await desk.bot.fetch_user(user)
    except discord.HTTPException:
        log.info("user %s can't be found", user)
        return UNKNOWN
    return found.display_name
