"""Files that come with a command or hang on a message."""

from __future__ import annotations

import discord

from bot.service.records import files
from engine.kernel.text import Refusal, Text


async def fetched(file: discord.Attachment, what: Text, most: int) -> bytes:
    """What is in a file of at most ``most`` bytes; a larger one isn't even fetched. Raises Refusal."""
    if file.size > most:
        raise files.too_large(what, most)
    try:
        data = await file.read()
    except discord.HTTPException as e:
        raise Refusal("Discord didn't hand over that file; send it again, please.") from e
    if len(data) > most:
        # The size came from outside too.
        raise files.too_large(what, most)
    return data
