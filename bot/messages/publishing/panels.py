"""Forms and previews only their reader sees: they lose their controls when their question is settled in another way,
however many of them stand beside each other.

The guided panel does so by itself (:mod:`bot.messages.guided`). Discord lets them be changed for a quarter of an hour,
through the press that brought them about. Nothing of this is stored: after a restart, or later, their buttons are
refused as stale.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot import first_answer
from bot.components.items import view
from bot.errors import reader
from bot.messages.battle_context import BattleContext

log = logging.getLogger("hexarch")

LASTS = 14 * 60.0
"""Seconds for which one can be changed, with a minute to spare."""
KEPT = 500
"""How many are remembered; the oldest are let go."""
EACH = 8
"""How many of one reader for one battle; of more the oldest are refused as stale when they are pressed."""


@dataclass(frozen=True, slots=True)
class _Panel:
    battle: str
    token: str
    shown: float
    interaction: discord.Interaction
    """In whose answer it stands."""

    @property
    def reader(self) -> int:
        return self.interaction.user.id

    def is_in(self, pressed: discord.Message | None) -> bool:
        """Whether it is what was pressed; of one whose message isn't known that can't be told, so it may be."""
        message = first_answer.shown_in(self.interaction)
        return pressed is None or message is None or message == pressed.id


class Panels:
    """The panels that may still be changed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: OrderedDict[int, _Panel] = OrderedDict()
        """By the interaction in whose answer each stands."""

    def shown(self, interaction: discord.Interaction, battle: str, token: str) -> None:
        """A panel for the question with this token stands in the answer to an interaction."""
        self._open.pop(interaction.id, None)
        own = [k for k, p in self._open.items() if (p.battle, p.reader) == (battle, interaction.user.id)]
        for key in own[: len(own) + 1 - EACH]:
            del self._open[key]
        self._open[interaction.id] = _Panel(battle, token, self._clock(), interaction)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)

    def handled(self, battle: str, interaction: discord.Interaction) -> None:
        """Its reader has pressed in it: what it says next is for whoever handles that to say."""
        for key, panel in [*self._open.items()]:
            if (panel.battle, panel.reader) == (battle, interaction.user.id) and panel.is_in(interaction.message):
                del self._open[key]

    async def settle(self, here: BattleContext) -> None:
        """Take the controls off those whose question isn't open any more, or is put to somebody else now."""
        asked = {(str(o.token), o.side) for o in here.opens}
        settled: list[_Panel] = []
        for key, panel in [*self._open.items()]:
            sides = here.battle.sides_of(panel.reader)
            if panel.battle != here.battle.id or any((panel.token, s) in asked for s in sides):
                continue
            del self._open[key]
            if self._clock() - panel.shown <= LASTS:
                settled.append(panel)
        # Each is changed by way of an interaction of its own: none waits for another.
        await asyncio.gather(*(self._close(panel) for panel in settled))

    async def _close(self, panel: _Panel) -> None:
        try:
            said = reader(panel.interaction).translate("That question has been settled.")
            await panel.interaction.edit_original_response(content=said, view=view(), attachments=[])
        except discord.HTTPException as e:
            # Its reader has closed it, mostly.
            log.info("battle %s: a panel that is settled can't be changed: %s", panel.battle, e)
