"""What a player is told when what came of something done couldn't be said."""

from __future__ import annotations

import discord

from bot import bot_permissions
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL
from bot.messages.delivery.locked import locked
from engine.kernel.text import Text

OURS = (
    "It is done and stored, but telling it failed on our side (reference {reference}). It is tried again by itself; "
    "don't repeat it."
)

LATER = "It is done and stored; Discord doesn't take my messages just now. I'll post it as soon as it does."


def trouble(error: discord.HTTPException, place: object = None) -> Text:
    """What a player is told when a message couldn't be posted in a ``place``. It is stored, and said later."""
    if locked(place):
        return Text("It is done, but this thread is locked. I'll post it as soon as a moderator has unlocked it.")
    if isinstance(error, discord.Forbidden):
        return Text(
            "It is done, but I may not write here. I need: {permissions}.", permissions=bot_permissions.lacking(place)
        )
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return Text("It is done, but the battle's channel is gone. Use /battle move in another one.")
    return Text(LATER)
