"""The board of a bot that is on Discord: its links, its page, and where its orders go."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.board.seats import LinkedSeats
from bot.board.server import Board
from bot.messages.access.links import Links, Session
from bot.messages.battle_context import BattleContext
from bot.messages.drafts import waits
from bot.messages.longer import Longer
from bot.service import Open
from bot.service.model import Preview

if TYPE_CHECKING:
    from bot.app import Hexarch


@asynccontextmanager
async def linked(bot: Hexarch, host: str, port: int, url: str) -> AsyncIterator[str]:
    """Serve the board while the block lasts; gives where it listens. ``url``: where people reach it, by a proxy.

    Raises OSError where the address can't be used.
    """
    links = Links(bot.service.settings, bot.service.clock)
    drafts = bot.messages.drafts

    async def send(here: BattleContext, question: Open, seen: Preview, longer: Longer | None) -> str:
        if await drafts.put(here, question, seen, longer):
            return waits(here, longer)
        return here.word("Your orders wait in Discord: press Board there, and then Carry out.")

    async def door(session: Session, at: int | None = None) -> str:
        return f"{url}/{'' if at is None else f'?step={at}'}#{await links.make(session)}"

    seats = LinkedSeats(bot, bot.messages.lookup, links, bot.messages.mirrors)
    board = Board(bot.messages, seats, bot.rates, send, origins=frozenset([url]))
    async with board.serving(host, port) as at:
        bot.board_door = door
        try:
            yield at
        finally:
            bot.board_door = None
