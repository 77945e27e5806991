"""Forms and previews only their reader sees: they lose their controls when their question is settled in another way.

The guided panel does so by itself (:mod:`bot.messages.guided`). Discord lets them be changed for a quarter of an hour,
through the press that brought them about. Nothing of this is stored: after a restart, or later, their buttons are
refused as stale.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.components.items import view
from bot.errors import reader
from bot.messages.battle_context import BattleContext

log = logging.getLogger("hexarch")

LASTS = 14 * 60.0
"""Seconds for which one can be changed, with a minute to spare."""
KEPT = 500
"""How many are remembered; the oldest are let go."""

Key = tuple[str, int]
"""Battle and reader: each has one panel for a battle."""


@dataclass(frozen=True, slots=True)
class _Panel:
    token: str
    shown: float
    interaction: discord.Interaction


class Panels:
    """The panels that may still be changed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: OrderedDict[Key, _Panel] = OrderedDict()

    def shown(self, interaction: discord.Interaction, battle: str, token: str) -> None:
        """A panel for the question with this token stands in the answer to an interaction."""
        key = battle, interaction.user.id
        self._open[key] = _Panel(token, self._clock(), interaction)
        self._open.move_to_end(key)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)

    def handled(self, battle: str, reader: int) -> None:
        """Its reader has pressed in it: what it says next is for whoever handles that to say."""
        self._open.pop((battle, reader), None)

    async def settle(self, here: BattleContext) -> None:
        """Take the controls off those whose question isn't open any more, or is put to somebody else now."""
        asked = {(str(o.token), o.side) for o in here.opens}
        for key, panel in [*self._open.items()]:
            if key[0] != here.battle.id or any((panel.token, s) in asked for s in here.battle.sides_of(key[1])):
                continue
            del self._open[key]
            if self._clock() - panel.shown > LASTS:
                continue
            try:
                said = reader(panel.interaction).translate("That question has been settled.")
                await panel.interaction.edit_original_response(content=said, view=view(), attachments=[])
            except discord.HTTPException as e:
                # Its reader has closed it, mostly.
                log.info("battle %s: a panel that is settled can't be changed: %s", here.battle.id, e)
