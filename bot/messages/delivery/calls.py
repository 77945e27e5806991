"""Calling players somewhere, each as they prefer: by a ping, by a private message, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.language.plain import split
from bot.messages.delivery.deliver import Content, patiently, put
from bot.service.people.preferences import PlayerPreferences

log = logging.getLogger("hexarch")


class Calls:
    """Calls players."""

    def __init__(self, client: discord.Client, preferences: PlayerPreferences) -> None:
        self.client = client
        self.preferences = preferences

    async def call(
        self,
        guild_id: int,
        channel_id: int,
        users: Sequence[int],
        text: str,
        *,
        what: str = "",
        view: discord.ui.View | None = None,
        roles: Sequence[int] = (),
        readers: Sequence[int] = (),
        listed: bool = False,
    ) -> discord.Message:
        """Say something in a channel, and have these users know of it. Raises discord.HTTPException.

        What is longer than a message goes on in further ones, and nothing of it is left out; the last has the ``view``.
        Members of ``roles`` are pinged where Discord lets us.
        Who wants private messages gets the text in one, with a link; who takes none isn't pinged either. Who
        wants a digest reads of it there, unless what it calls to is ``listed`` in every digest as long as it waits.
        ``readers`` aren't called, but who wants a digest reads of it as well.
        """
        wishes: dict[int, Any] = {u: (await self.preferences.of(u)).reminders for u in users if u > 0}
        others: dict[int, Any] = {u: (await self.preferences.of(u)).reminders for u in readers if u > 0}
        pinged = tuple(u for u, how in wishes.items() if how == "ping")
        channel = self.client.get_partial_messageable(channel_id, guild_id=guild_id)
        *first, last = split(text)
        content = Content(text=last, view=view, mentions=pinged, what=what, roles=tuple(roles))
        for n, page in enumerate(first):
            # They call as they name people, each once.
            named = what and f"{what}|{n}"
            await put(channel, None, replace(content, text=page, view=None, what=named))
            content = replace(content, mentions=tuple(u for u in content.mentions if f"<@{u}>" not in page))
        message = await put(channel, None, content)
        for user in (u for u, how in wishes.items() if how == "dm"):
            await self.write(user, f"{text}\n{message.jump_url}", what=f"{what or message.id}|private")
        for user in (u for u, how in (others | wishes).items() if how == "digest" and not listed):
            await self.preferences.keep_for_digest(user, text, message.jump_url)
        return message

    async def write(self, user: int, text: str, what: str = "") -> bool:
        """Write to a user privately; whether that was possible. ``what``: see :class:`Content`."""
        try:
            private = await patiently(lambda: self.client.create_dm(discord.Object(user)))
            for n, page in enumerate(split(text)):
                await put(private, None, Content(text=page, what=what and f"{what}|{n}" if n else what))
        except discord.HTTPException as e:
            log.info("no private message to %s: %s", user, e)
            return False
        return True
