"""Computers think in a process of their own: who writes and orders in another battle waits for none of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.app import create_bot
from bot.messages.pictures.drawing_pool import Apart
from bot.messages.thinking_pool import ThinkingPool
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.strays import running
from tests.waiting import until

SAMARKAND = "simple-gboh/samarkand"
COMPUTERS = 8

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes can't be suspended here")


@pytest_asyncio.fixture
async def sim(url: str) -> AsyncIterator[Table]:
    """The table of a bot whose computers think in another process."""
    pool = ThinkingPool(apart=True)
    service = await Service.open(url)
    bot = create_bot(service, drawing_pool=DrawnOnce(), thinking_pool=pool, rates=Rates(UNLIMITED), pace=0)
    async with running(bot) as env:
        found = Table(env, service, url)
        yield found
        await found.bot.messages.opponents.close()
        await found.service.close()


async def _suspended(pool: ThinkingPool) -> int:
    """The process that thinks, started and suspended: whatever it is given takes as long as the test wants."""
    await asyncio.wrap_future(pool._lane.put(os.getpid, (), {}))
    assert isinstance(pool._lane.hands, Apart)
    pid = pool._lane.hands.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    return pid


async def _against(sim: Table, n: int) -> str:
    """A battle in a channel of its own in which a computer is asked."""
    service, ada = sim.service, sim.ada.id
    channel = sim.guild.create_text_channel(f"computer{n}")
    battle = await service.lobby.create(sim.guild.id, channel.id, ada, SAMARKAND, mode="live")
    await service.computers.invite(battle.id, "recruit", sim.bot.account)
    await service.lobby.join(battle.id, ada, battle.sides[0][0], "Ada")
    await service.computers.sit_down(battle.id)
    await service.lobby.start(battle.id, ada, 1000 + n)
    while await service.computers.job(battle.id) is None:
        (question, *_) = await service.play.open_questions(battle.id)
        await service.play.answer(battle.id, ada, question.token, question.decision.default, 2000 + n)
    return battle.id


async def test_an_order_is_answered_while_eight_computers_think(sim: Table) -> None:
    opponents = sim.bot.messages.opponents
    await sim.battle()
    await sim.to_orders()
    battles = [await _against(sim, n) for n in range(COMPUTERS)]
    before = {b: (await sim.service.play.entries(b))[-1].seq for b in battles}

    async def answered() -> list[str]:
        return [b for b in battles if (await sim.service.play.entries(b))[-1].seq > before[b]]

    pid = await _suspended(opponents.pool)
    try:
        for battle in battles:
            opponents.stand_in(battle)
            opponents.hear(battle)
        # One is being thought about, the others wait for it.
        await until(lambda: opponents.pool._lane.waiting == COMPUTERS - 1)
        offered = await sim.ada.autocomplete(sim.channel, "order", "text", "THC3 > 50")
        told = await sim.ada.slash(sim.channel, "order", text=offered[0]["value"])
        assert "Done" in said(told)
        assert await answered() == [], "and none of the computers has thought"
        assert opponents.pool._lane.waiting == COMPUTERS - 1
    finally:
        os.kill(pid, signal.SIGCONT)

    async def all_have() -> bool:
        return len(await answered()) == COMPUTERS

    await until(all_have)
