"""A share of Discord's answers goes wrong in every way: no order lost, none doubled, all told within a minute.

Eight orders always, a thousand in ten with HEXARCH_HEAVY=1.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from bot.messages.background_tasks import FIRST
from bot.messages.delivery.deliver import TRIES
from tests.bot.e2e.faults import unreliable
from tests.bot.e2e.stormy import Duel, duel

HEAVY = bool(os.environ.get("HEXARCH_HEAVY"))
ORDERS, BATTLES = (1000, 10) if HEAVY else (8, 1)
SHARE = 0.1
KINDS = ("lost", "unheard", "500", "429")
"""A 5xx, a 429, and answers or requests lost in each of the ways of :func:`tests.bot.e2e.faults.breaks` by turns:
closed, reset, timed out, cut short."""
MINUTE = 3
"""Ticks of 20 s."""

pytestmark = pytest.mark.timeout(300 + 6 * ORDERS)


async def test_every_order_is_told_once_within_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = 0
    for n in range(BATTLES):
        (tmp_path / str(n)).mkdir()
        async with duel(tmp_path / str(n), monkeypatch) as field:
            await field.begin()
            done += await _played(field, random.Random(n))
    assert done >= ORDERS


async def _played(field: Duel, dice: random.Random) -> int:
    """Play a share of the orders on a bad network; how many were carried out."""
    fate = field.network.fate = unreliable(dice.random(), SHARE, KINDS)
    done, here, heads = 0, 0, [await field.head()]
    while done < ORDERS // BATTLES:
        if not await field.opens():
            # Even an endless duel ends where a side is left without anybody; the next one begins in another channel.
            assert (await field.service.battles.get(field.battle)).status != "running"
            await _mended(field, here)
            field.channel = field.guild.create_text_channel("field")
            field.network.posted.clear()  # questions are numbered anew
            await field.begin()
            here, heads, field.network.fate = 0, [await field.head()], fate
        await field.act(dice)
        heads.append(await field.head())
        assert heads[-1] >= heads[-2], "nothing that was stored is lost"
        carried_out = heads[-1] > heads[-2]
        done, here = done + carried_out, here + carried_out
        if dice.random() < 0.1:
            await _mended(field, here)
            field.network.fate = fate
    await _mended(field, here)
    return done


async def _mended(field: Duel, orders: int) -> None:
    """The fault ends: all that happened in the battle, of which so much was ordered, is told within a minute, once."""
    field.network.fate = None
    await field.wait(MINUTE)
    await field.check()
    assert all(times == 1 for times in field.calls().values()), "nobody was called twice"
    answers = [e for e in await field.service.play.entries(field.battle) if e.kind == "answer"]
    assert len(answers) >= orders


async def test_after_an_outage_all_battles_are_told_within_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it lasts a few try for all of them; then all are told."""
    async with duel(tmp_path, monkeypatch) as field:
        battles = []
        for _ in range(6):
            field.channel = field.guild.create_text_channel("field")
            await field.begin()
            battles.append(field.battle)
        field.network.fate = lambda method, path: "500" if path.startswith("/channels/") else ""
        for battle in battles:
            field.battle = battle
            o = (await field.opens())[0]
            assert o.user is not None
            await field.service.play.answer(battle, o.user, o.token, o.decision.default, 7, o.side)
            await field.bot.messages.publisher.publish(battle)
        behind = field.bot.messages.publisher.behind
        assert len(behind) == 6
        field.network.requests.clear()
        for _ in range(4):
            field.clock.now += 20
            await field.env.advance_time(20)
        assert len(field.network.requests) <= 4 * FIRST * TRIES, "a few at a time"
        field.network.fate = None
        await field.wait(MINUTE)
        assert not behind
