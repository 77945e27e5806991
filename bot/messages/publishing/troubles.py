"""What a player is told when what came of something done couldn't be said."""

from __future__ import annotations

import discord

from bot.errors import NEEDED
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL
from engine.kernel.text import Text

OURS = (
    "It is done and stored, but telling it failed on our side (reference {reference}). It is tried again by itself; "
    "don't repeat it."
)


def trouble(error: discord.HTTPException) -> Text:
    """What a player is told when a message couldn't be posted. What he did is stored, and said later."""
    if isinstance(error, discord.Forbidden):
        return Text("It is done, but I may not write here. I need: {permissions}.", permissions=NEEDED)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return Text("It is done, but the battle's channel is gone. Use /battle move in another one.")
    return Text("It is done and stored; Discord doesn't take my messages just now. I'll post it as soon as it does.")
