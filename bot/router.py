"""From the custom id of a pressed component to the function that handles its verb."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot import first_answer, rates
from bot.components import redraw
from bot.components.ids import Ref, parse
from bot.errors import STORED, arrived, handled, not_now, report
from bot.host import host
from bot.storage import texts
from engine.kernel.text import Refusal

log = logging.getLogger("hexarch")

Handler = Callable[[discord.Interaction, Ref, Sequence[str]], Awaitable[None]]
"""Gets the values of a select, or the texts of a modal in the order of its fields; a button has none."""


class Router:
    """Which function handles which verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def add(self, verb: str, handler: Handler) -> None:
        """Raises ValueError when the verb is taken."""
        if verb in self._handlers:
            raise ValueError(f"{verb} has a handler already")
        self._handlers[verb] = handler

    async def run(self, interaction: discord.Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Handle one press; errors are told to whoever pressed."""
        found = parse(custom_id)
        arrived(interaction, press=found[0] if found else "", battle=found[1].battle if found else None)
        try:
            await self._run(interaction, custom_id, values)
        finally:
            await first_answer.settle(interaction)
            handled(interaction)

    async def _run(self, interaction: discord.Interaction, custom_id: str, values: Sequence[str]) -> None:
        found = parse(custom_id)
        handler = self._handlers.get(found[0]) if found is not None else None
        if found is None or handler is None:
            log.warning("nobody handles %r", custom_id)
            if found is not None:
                await report(interaction, Refusal("That button is no longer in use."))
            return
        verb, answer = found[0], found[0] in rates.ANSWER_VERBS
        later = not_now(interaction, rates.press_kind(verb), answer=answer)
        if later is not None:
            await redraw.refused(interaction, own=await _plays(interaction, found[1]))
            await report(interaction, later)
            return
        try:
            texts.check(*values)
            await handler(interaction, found[1], values)
        except Exception as error:
            if STORED not in interaction.extras:
                await redraw.refused(interaction)
            await report(interaction, error)


async def _plays(interaction: discord.Interaction, ref: Ref) -> bool:
    """Whether who pressed has a side in the battle that a component is about."""
    if not redraw.chosen(interaction):
        return False
    try:
        return await host(interaction).messages.lookup.plays(interaction, ref.battle)
    except Exception as e:
        # What led here is told all the same.
        log.info("whose battle %r is can't be told: %s", ref.battle, e)
        return False
