"""A panel's picture where Discord takes no file together with components that lay out a message.

Its documentation says both of answers to interactions. Where it refuses, the picture is uploaded in a message of its
own, and the panel shows it by its address.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.messages.delivery.deliver import Picture

INVALID = 50035
"""Discord's code for what isn't said as it should be."""


def refused(error: discord.HTTPException, picture: Picture | None) -> bool:
    """Whether it may be the picture that Discord doesn't take."""
    return picture is not None and error.status == 400 and error.code == INVALID


async def show(
    interaction: discord.Interaction, view: discord.ui.LayoutView, picture: Picture, *, private: bool, **emptied: Any
) -> discord.InteractionMessage:
    """Have the panel show this. ``private``: it is the message that was pressed. Raises discord.HTTPException."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True, thinking=not private)
    uploaded = await interaction.followup.send(file=picture.file(), ephemeral=True, wait=True)
    address = uploaded.attachments[0].url
    for item in view.walk_children():
        if isinstance(item, discord.ui.MediaGallery):
            item.items = [discord.MediaGalleryItem(address, description=i.description) for i in item.items]
    shown = await interaction.edit_original_response(view=view, **emptied)
    if uploaded.id != shown.id:
        await uploaded.delete()
    return shown
