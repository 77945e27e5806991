"""Selects that led nowhere are shown anew: a client keeps what was chosen, and doesn't send the same choice twice."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot import first_answer
from bot.components.ids import marked

log = logging.getLogger("hexarch")


def chosen(interaction: discord.Interaction) -> bool:
    """Whether an interaction is a choice in a select."""
    data: Any = interaction.data or {}
    return data.get("component_type") == discord.ComponentType.select.value


async def refused(interaction: discord.Interaction, *, own: bool = False) -> None:
    """What was chosen is refused: show the message anew, unless it was answered with another look already.

    Only one that nobody else sees, or of an ``own`` battle: whoever may choose nothing in a battle changes nothing in
    its channel.
    """
    message = interaction.message
    if not chosen(interaction) or message is None or not (own or message.flags.ephemeral):
        return
    await first_answer.free(interaction)
    if interaction.response.is_done():
        return
    try:
        await interaction.response.edit_message(view=anew(message))
    except first_answer.UNHEARD as e:
        log.info("a select that led nowhere stays as it was chosen: %r", e)


async def asked_beside(interaction: discord.Interaction) -> None:
    """What was chosen is asked about in a message beside: the one everybody sees is shown anew."""
    message = interaction.message
    if not chosen(interaction) or message is None or message.flags.ephemeral:
        return
    try:
        await message.edit(view=anew(message), allowed_mentions=discord.AllowedMentions.none())
    except first_answer.UNHEARD as e:
        log.info("a select that led nowhere yet stays as it was chosen: %r", e)


def anew(message: discord.Message) -> discord.ui.View | discord.ui.LayoutView:
    """What a message shows, its selects with nothing chosen."""
    laid_out = message.flags.components_v2
    shown = (discord.ui.LayoutView if laid_out else discord.ui.View).from_message(message, timeout=None)
    for item in shown.walk_children():
        if isinstance(item, discord.ui.Select):
            item.custom_id = marked(item.custom_id)
        elif isinstance(item, discord.ui.MediaGallery):
            item.items = [_attached(message, i) for i in item.items]
    # discord.py keeps every view that hasn't ended.
    shown.stop()
    return shown


def _attached(message: discord.Message, item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    """A picture of a message, by the file it is attached as."""
    name = next((a.filename for a in message.attachments if a.url == item.media.url), "")
    if not name:
        return item
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description, spoiler=item.spoiler)
