"""Getting a message into a channel, whatever Discord says meanwhile."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

log = logging.getLogger("hexarch")

TRIES = 4
FIRST_PAUSE = 0.5
"""Seconds before the second try; doubled for each further one."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image to attach."""

    png: bytes
    alt: str
    name: str = "map.png"

    def file(self) -> discord.File:
        # Discord takes at most 1,024 characters of description.
        return discord.File(io.BytesIO(self.png), filename=self.name, description=self.alt[:1024])


@dataclass(frozen=True, slots=True)
class Paper:
    """A text to attach."""

    text: str
    name: str

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.text.encode()), filename=self.name)


@dataclass(frozen=True, slots=True)
class Content:
    """Everything one message shows."""

    text: str = ""
    embed: discord.Embed | None = None
    view: discord.ui.View | None = None
    pictures: Sequence[Picture | Paper] = ()
    mentions: tuple[int, ...] = ()
    """Users who are pinged when the message is new."""
    nonce: str = ""
    """At most 25 characters that name a message: for some minutes Discord doesn't take a second one of that name."""

    @property
    def allowed(self) -> discord.AllowedMentions:
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(u) for u in self.mentions]
        )


async def patiently(act: Callable[[], Awaitable[T]]) -> T:
    """Do something, again and again while Discord is unwell (5xx, 429). Raises what remains after the last try."""
    pause = FIRST_PAUSE
    for attempt in range(TRIES):
        try:
            return await act()
        except discord.RateLimited as e:
            if attempt == TRIES - 1:
                raise
            pause = max(pause, e.retry_after)
        except discord.HTTPException as e:
            if attempt == TRIES - 1 or not (e.status >= 500 or e.status == 429):
                raise
        log.info("Discord is unwell; trying again in %s s", pause)
        await asyncio.sleep(pause)
        pause *= 2
    raise AssertionError("unreachable")


async def put(channel: discord.abc.Messageable, message_id: int | None, content: Content) -> discord.Message:
    """Edit the message if it is still there, else send it. Raises discord.HTTPException when neither works."""
    if message_id is not None:
        partial = channel.get_partial_message(message_id)  # type: ignore[attr-defined]
        try:
            return await patiently(lambda: _edit(partial, content))
        except discord.NotFound as e:
            if e.code == UNKNOWN_CHANNEL:
                raise
    return await patiently(lambda: _send(channel, content))


UNKNOWN_CHANNEL = 10003


async def _edit(message: discord.PartialMessage, content: Content) -> discord.Message:
    # attachments= replaces what is attached; without a new picture the old ones stay.
    files: dict[str, Any] = {"attachments": [p.file() for p in content.pictures]} if content.pictures else {}
    return await message.edit(
        content=content.text or None,
        embed=content.embed,
        view=content.view,
        allowed_mentions=discord.AllowedMentions.none(),
        **files,
    )


async def _send(channel: discord.abc.Messageable, content: Content) -> discord.Message:
    extra: dict[str, Any] = {}
    if content.pictures:
        extra["files"] = [p.file() for p in content.pictures]
    if content.embed is not None:
        extra["embed"] = content.embed
    if content.view is not None:
        extra["view"] = content.view
    if content.nonce:
        extra["nonce"] = content.nonce
    return await channel.send(content.text or None, allowed_mentions=content.allowed, **extra)
