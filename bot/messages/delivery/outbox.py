"""Messages that arrive once, whatever becomes of Discord's answers and of this process.

A message is sent under a name of its own. Discord knows such names for some minutes: sent again meanwhile, it isn't
posted twice. What was tried longer ago, and may have arrived without our hearing of it, is looked for in the channel;
so a try is stored before it is made, and forgotten when the message's number is stored.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot import first_answer
from bot.messages.delivery.deliver import TOO_OFTEN, Content, changes, custom_ids, edit, look, name, patiently, send
from bot.service import Service

log = logging.getLogger("hexarch")

OWNER, TRIED = "message:", "tried"
"""Owner and key of the setting in which a try is stored."""
REMEMBERED = 60.0
"""Seconds for which Discord surely knows a name; its documentation says "the past few minutes"."""
LOOKED_BACK = 100
"""Latest messages of a channel among which one that may have arrived is looked for: what one request gives."""
LOOKS = 20
"""Digests kept of what was tried under one name: it may have said something else each time."""


@dataclass(frozen=True)
class Sent:
    """A message that has arrived."""

    message: discord.Message
    owner: str | None = None
    """Of the setting to be forgotten; None where there is none."""
    left: int | None = None
    """Number of the message in whose place it was sent, which stands there as it was; None where there is none."""


class Outbox:
    """Sends messages; :meth:`stored` must follow when the message's number is stored."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self.client = client
        self.service = service

    async def put(
        self,
        channel: discord.PartialMessageable,
        message_id: int | None,
        content: Content,
        what: str,
        battle: str = "",
        *,
        anew: bool = True,
    ) -> Sent:
        """Edit the message if it is still there, else send it. Raises discord.HTTPException.

        ``what`` tells it from every other message; one that was deleted is sent under another name. It is none of the
        messages that are stored as those of ``battle``. ``anew``: one that is too old to be edited so often is sent
        anew, too; else that is raised.
        """
        left: int | None = None
        if message_id is not None:
            message, left = await self._edited(channel, message_id, content, anew)
            if message is not None:
                return Sent(message)
        what = f"{what}|{message_id or 0}"
        owner = _owner(channel, what)
        tried = (await self.service.settings.of(owner)).get(TRIED)
        now = self.service.clock()
        if tried is not None and not self._remembered(tried):
            found = await self._arrived(channel, tried["looks"], battle)
            message = await edit(channel, found.id, content) if found is not None else None
            if message is not None:
                return Sent(message, owner, left)
        looks: list[str] = tried["looks"] if tried is not None else []
        if content.look not in looks:
            value: dict[str, Any] = {"at": tried["at"] if tried is not None else now}
            await self.service.settings.put(owner, TRIED, value | {"looks": [*looks[-LOOKS + 1 :], content.look]})
        return Sent(await send(channel, replace(content, what=what)), owner, left)

    async def unheard(self, channel: discord.PartialMessageable, what: str, battle: str) -> tuple[int | None, bool]:
        """Number of a message of :meth:`put` that has arrived without our hearing of it; None where none was tried, or
        it isn't there. And whether it may still arrive.

        :meth:`forget` must follow when the number is stored."""
        tried = (await self.service.settings.of(_owner(channel, f"{what}|0"))).get(TRIED)
        if tried is None:
            return None, False
        found = await self._arrived(channel, tried["looks"], battle)
        if found is not None:
            return found.id, False
        if not self._remembered(tried):
            await self.forget(channel, what)
            return None, False
        return None, True

    async def forget(self, channel: discord.PartialMessageable, what: str) -> None:
        """A message found by :meth:`unheard` can't be sent twice any more."""
        await self.service.settings.put(_owner(channel, f"{what}|0"), TRIED, None)

    def _remembered(self, tried: dict[str, Any]) -> bool:
        """Whether Discord surely knows the name of a try still."""
        return bool(0 <= self.service.clock() - tried["at"] <= REMEMBERED)

    async def _edited(
        self, channel: discord.PartialMessageable, message_id: int, content: Content, anew: bool
    ) -> tuple[discord.Message | None, int | None]:
        """The message as it is then; None where it has to be sent, with the number of the one that is still there."""
        by_press = await self._by_press(message_id, content)
        if by_press is not None:
            return by_press, None
        try:
            return await edit(channel, message_id, content), None
        except discord.HTTPException as e:
            if e.code != TOO_OFTEN or not anew:
                raise
            log.info("message %s in channel %s is too old for one more edit, and is sent anew", message_id, channel.id)
            return None, message_id

    async def _by_press(self, message_id: int, content: Content) -> discord.Message | None:
        """The message changed by the answer to the press on it that is being handled; None where it isn't."""
        interaction = await first_answer.pressed(message_id)
        if interaction is None:
            return None
        try:
            await interaction.response.edit_message(**changes(content))
        except first_answer.UNHEARD as e:
            log.info("a press couldn't be answered with what came of it: %r", e)
            first_answer.put_off(interaction, interaction.response.defer)
            return None
        return interaction.message

    async def stored(self, sent: Sent) -> None:
        """The message's number is stored: it can't be sent twice any more."""
        if sent.owner is not None:
            await self.service.settings.put(sent.owner, TRIED, None)

    async def _arrived(
        self, channel: discord.PartialMessageable, looks: list[str], battle: str
    ) -> discord.Message | None:
        """The message of an earlier try, if the channel has it; none of the messages stored as those of ``battle``."""
        posts = await self.service.posts.of(battle) if battle else ()
        known = [p.message for p in posts if p.message is not None]

        async def latest() -> list[discord.Message]:
            return [m async for m in channel.history(limit=LOOKED_BACK)]

        try:
            history = await patiently(latest)
        except discord.Forbidden as e:
            log.info("channel %s can't be read, so a message may come twice: %s", channel.id, e)
            return None
        me = self.client.user.id if self.client.user is not None else 0
        mine = (m for m in history if m.author.id == me and m.id not in known)
        return next((m for m in mine if look(m.content, custom_ids(m)) in looks), None)


def _owner(channel: discord.PartialMessageable, what: str) -> str:
    return OWNER + name(channel.id, what)
