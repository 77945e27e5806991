"""Interactions whose first answer is what came of them: one request to Discord where a word that they were heard, and
the answer after it, would be two.

Discord waits three seconds for the first answer. So the word is put off for a moment; what is ready by then takes its
place. Nobody gives a first answer twice: who wants to asks :func:`free` before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import aiohttp
import discord

from bot.handling import hung_up

log = logging.getLogger("hexarch")

PATIENCE = 1.0
"""Seconds after which an interaction is acknowledged, whatever else is under way."""

UNHEARD = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)

_LATE = "late"

_pressed: ContextVar[discord.Interaction | None] = ContextVar("pressed", default=None)


class _Late:
    """An acknowledgement that is put off."""

    def __init__(self, client: discord.Client, acknowledge: Callable[[], Awaitable[object]]) -> None:
        self._client = client
        self._acknowledge = acknowledge
        self._begun = False
        self._task = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        await asyncio.sleep(PATIENCE)
        await self.give()

    async def give(self) -> None:
        """Acknowledge. Where Discord doesn't hear it, whatever is said later has to do."""
        self._begun = True
        try:
            await self._acknowledge()
        except (RuntimeError, *UNHEARD) as e:
            if isinstance(e, RuntimeError) and not hung_up(self._client, e):
                raise
            log.info("an interaction couldn't be acknowledged: %r", e)

    async def stop(self) -> bool:
        """Don't acknowledge; False where that was done already, or is being done: then it is, afterwards."""
        if not self._begun:
            self._task.cancel()
            return True
        await asyncio.wait([self._task])
        return False


def put_off(interaction: discord.Interaction, acknowledge: Callable[[], Awaitable[object]]) -> None:
    """Have an interaction acknowledged in a moment, unless it is answered by then."""
    if not interaction.response.is_done() and _LATE not in interaction.extras:
        interaction.extras[_LATE] = _Late(interaction.client, acknowledge)


async def free(interaction: discord.Interaction) -> bool:
    """Whether the first answer to an interaction is still to be given: then whoever asks gives it."""
    late: _Late | None = interaction.extras.pop(_LATE, None)
    if late is not None:
        await late.stop()
    return late is not None and not interaction.response.is_done()


async def settle(interaction: discord.Interaction) -> None:
    """Acknowledge now what nobody has answered."""
    late: _Late | None = interaction.extras.pop(_LATE, None)
    if late is not None and await late.stop():
        await late.give()


_SAID = "said"


def said(interaction: discord.Interaction) -> None:
    """What was promised to an interaction as it was acknowledged is given now."""
    interaction.extras[_SAID] = True


_SHOWN = "shown"


def shown_in(interaction: discord.Interaction) -> int | None:
    """The message that what was said to an interaction stands in; None where that isn't known."""
    return interaction.extras.get(_SHOWN)


async def send(interaction: discord.Interaction, text: str, **options: Any) -> None:
    """Say something as the first answer, for this person alone."""
    sent = await interaction.response.send_message(text, ephemeral=True, **options)
    interaction.extras[_SHOWN] = sent.message_id


async def say(
    interaction: discord.Interaction,
    text: str | None = None,
    *,
    private: bool,
    embed: discord.Embed | None = None,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    file: discord.File | None = None,
) -> None:
    """Say something to an interaction that was acknowledged: in the message that was promised, where it is awaited
    still, else in another one, for this person alone if ``private``.
    """
    files = [*files, *([file] if isinstance(file, discord.File) else [])]
    promised = interaction.response.type is discord.InteractionResponseType.deferred_channel_message
    if promised and _SAID not in interaction.extras:
        said(interaction)
        there = await interaction.edit_original_response(content=text, embed=embed, view=view, attachments=files)
        interaction.extras[_SHOWN] = there.id
        return
    shown: dict[str, Any] = {"embed": embed, "view": view}
    given = {k: v for k, v in shown.items() if v is not None}
    sent = await interaction.followup.send(text or "", files=files, ephemeral=private, wait=True, **given)
    interaction.extras[_SHOWN] = sent.id


async def change(interaction: discord.Interaction, **shown: Any) -> None:
    """Change the message that was pressed."""
    if await free(interaction):
        await interaction.response.edit_message(**shown)
    else:
        await interaction.edit_original_response(**shown)


@contextmanager
def by_press(interaction: discord.Interaction) -> Iterator[None]:
    """Meanwhile a message that was pressed is changed by way of the answer to the press (:func:`pressed`)."""
    before = _pressed.set(interaction)
    try:
        yield
    finally:
        _pressed.reset(before)


async def pressed(message: int) -> discord.Interaction | None:
    """The press on this message that is being handled, if its first answer is still to be given: by whoever asks."""
    interaction = _pressed.get()
    if interaction is None or interaction.message is None or interaction.message.id != message:
        return None
    return interaction if await free(interaction) else None


__all__ = ["by_press", "change", "free", "pressed", "put_off", "said", "say", "send", "settle", "shown_in"]
