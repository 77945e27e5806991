"""Orders that were composed on the board and wait for their player's press in Discord.

They are shown in the private message by which the board was opened, as long as Discord lets that be changed, and
whenever the board is opened again; with the question they were for they are gone.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.messages.battle_context import BattleContext
from bot.messages.foreseen import FENCE, to_confirm
from bot.messages.longer import Longer, named
from bot.messages.publishing.panels import LASTS, Panels
from bot.service import Open, Service
from bot.service.model import Preview
from bot.storage.settings import USER
from engine.kernel.json_values import is_object
from engine.kernel.text import Refusal

log = logging.getLogger("hexarch")

DRAFT = "board-draft"
"""Setting of a user: the orders composed last, and the question they are for."""
KEPT = 500
"""Messages remembered that orders are shown in; the oldest are let go."""


@dataclass(frozen=True)
class Draft:
    """What waits for a press."""

    orders: Sequence[str]
    longer: Longer | None
    """Where it is an answer for more than this once: which one."""


def waits(here: BattleContext, longer: Longer | None) -> str:
    """What is said of orders that wait."""
    if longer is not None:
        return here.word("In Discord your answer waits for one press: {label}.", label=longer.label)
    return here.word("In Discord your orders wait for one press: Carry out.")


class Drafts:
    """The orders that wait, one batch for a player."""

    def __init__(self, service: Service, panels: Panels, clock: Callable[[], float] = time.monotonic) -> None:
        self._service = service
        self._panels = panels
        self._clock = clock
        self._opened: OrderedDict[tuple[str, int], tuple[float, discord.Interaction]] = OrderedDict()

    def opened(self, interaction: discord.Interaction, battle: str) -> None:
        """The board was opened from the answer to this interaction."""
        key = battle, interaction.user.id
        self._opened[key] = self._clock(), interaction
        self._opened.move_to_end(key)
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)

    async def put(self, here: BattleContext, question: Open, seen: Preview, longer: Longer | None = None) -> bool:
        """Keep these orders, and show them with a button that carries them out; whether they are shown already."""
        found = {"battle": here.battle.id, "token": str(question.token), "orders": list(seen.statements)}
        found |= {"longer": longer.key} if longer is not None else {}
        await self._service.settings.put(f"{USER}{here.user}", DRAFT, found)
        at, interaction = self._opened.get((here.battle.id, here.user), (0.0, None))
        if interaction is None or at < self._clock() - LASTS:
            return False
        text, shown = to_confirm(here, question, seen, longer)
        try:
            await interaction.edit_original_response(content=text, view=shown)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as e:
            log.info("battle %s: orders of the board can't be shown: %r", here.battle.id, e)
            return False
        self._panels.shown(interaction, here.battle.id, str(question.token))
        return True

    async def left(self, here: BattleContext, question: str, shown: str) -> None:
        """A message with orders for the question of this token was put away: if they are what waits, they wait no more.

        ``shown`` is what the message said.
        """
        owner = f"{USER}{here.user}"
        found: Any = (await self._service.settings.of(owner, DRAFT)).get(DRAFT)
        if not is_object(found) or (found.get("battle"), found.get("token")) != (here.battle.id, question):
            return
        orders = "\n".join(str(x) for x in found.get("orders", ()))
        if f"{FENCE}\n{orders}\n{FENCE}" in shown:
            await self._service.settings.put(owner, DRAFT, None)

    async def of(self, here: BattleContext, question: Open) -> Draft | None:
        """The orders that wait for this question; None for none."""
        owner = f"{USER}{here.user}"
        found: Any = (await self._service.settings.of(owner, DRAFT)).get(DRAFT)
        if not is_object(found):
            return None
        if (found.get("battle"), found.get("token")) != (here.battle.id, str(question.token)):
            if found.get("battle") == here.battle.id:
                await self._service.settings.put(owner, DRAFT, None)
            return None
        key, longer = str(found.get("longer", "")), None
        if key:
            try:
                longer, _ = named(here, question, key)
            except Refusal:
                return None  # what it is offered for depends on when it is asked
        return Draft([str(x) for x in found.get("orders", ())], longer)
