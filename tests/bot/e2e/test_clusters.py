"""Several processes: each with its shards, and one after the other when a new version is started."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.registration import register
from bot.service import Service
from bot.storage.shards import Shards
from bot.storage.trouble import DatabaseTrouble
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.stormy import Duel, duel
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import _load, _system_for
from tests.waiting import HANG, turns

pytestmark = pytest.mark.threads


async def test_a_process_with_some_of_the_shards_plays_the_battles_of_their_servers(url: str) -> None:
    service = await Service.open(url, shards=Shards.parse("1,3/4"))
    other = await Service.open(url, shards=Shards.parse("0,2/4"))
    bot = create_bot(service, drawing_pool=DrawnOnce(), rates=Rates(UNLIMITED), pace=0)
    assert (bot.shard_count, bot.shard_ids) == (4, [1, 3])
    async with running(bot) as env:
        create = env.create_guild

        def create_guild(name: str, **options: Any) -> Any:
            return create(name, shard_id=3, **options)

        env.create_guild = create_guild  # type: ignore[method-assign]
        sim = Table(env, service, url)
        assert (sim.guild.id >> 22) % 4 == 3
        assert env.backend.find_command("battle", None, type=1) is None, "whose shard is the first registers commands"
        await register(bot)
        await sim.battle()
        battle = await service.battles.in_channel(sim.channel.id)
        assert battle is not None and [b.id for b in await service.battles.running()] == [battle.id]
        assert await other.battles.running() == [], "it is looked after once"
        result = await sim.ada.slash(sim.channel, "preferences reminders", how="dm")
        assert said(result)
        assert (await other.preferences.of(sim.ada.id)).reminders == "dm", "what is a person's holds everywhere"
        await service.close()
    await other.close()


async def test_opponents_are_told_of_a_vacation_whichever_process_their_battle_is_looked_after_by(url: str) -> None:
    service = await Service.open(url, shards=Shards.parse("1/2"))
    other = await Service.open(url, shards=Shards.parse("0/2"))
    bot, second = (create_bot(s, drawing_pool=DrawnOnce(), rates=Rates(UNLIMITED), pace=0) for s in (service, other))
    async with running(bot) as env:
        create = env.create_guild
        env.create_guild = lambda name, **options: create(name, shard_id=1, **options)  # type: ignore[method-assign]
        sim = Table(env, service, url)
        elsewhere = create("Elsewhere", shard_id=0)
        channel = elsewhere.create_text_channel("general")
        ada = elsewhere.add_member(sim.ada.user)
        await register(bot)
        await sim.battle()
        await service.close()
        env.bot = second
        await env.restart_bot(second)
        assert await other.battles.running() == [], "it is another process's"
        assert "You are away" in said(await ada.slash(channel, "preferences away", until="10d"))
        (told,) = [m.content for m in sim.channel.history() if "are away until" in m.content]
        assert sim.ben.mention in told
    await other.close()


async def _opened(field: Duel) -> Service:
    """The database, for the process that comes next."""
    return await Service.open(field.url, load_scenario=_load, system_for=_system_for, clock=field.clock)


async def test_a_new_process_takes_over_and_no_message_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one is stopped when answers to its messages are lost; until it is gone nobody takes its place."""
    async with duel(tmp_path, monkeypatch) as field:
        await field.begin()
        dice = random.Random(1)
        # The last messages are lost on their way: the new process has something to say.
        field.network.fate = lambda method, path: "unheard" if path.endswith("/messages") else ""
        await field.act(dice)
        await field.bot.messages.publisher.finish(HANG)
        with pytest.raises(DatabaseTrouble, match="another Hexarch"):
            await _opened(field)
        field.network.fate = None
        await field.restart()
        await field.wait()
        await field.check()
        assert set(field.calls().values()) == {1}


async def test_a_stop_waits_for_what_is_being_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with duel(tmp_path, monkeypatch) as field:
        await field.begin()
        publisher = field.bot.messages.publisher
        going, go, seen = asyncio.Event(), asyncio.Event(), []
        say = publisher._say

        async def slowly(*args: Any, **kwargs: Any) -> Any:
            going.set()
            await go.wait()
            seen.append("told")
            return await say(*args, **kwargs)

        monkeypatch.setattr(publisher, "_say", slowly)
        telling = asyncio.create_task(publisher.publish(field.battle))
        await going.wait()
        stopping = asyncio.create_task(publisher.finish(HANG))
        await turns()
        assert not stopping.done(), "something is still being told"
        go.set()
        await stopping
        assert seen == ["told"] and telling.done()
        await publisher.finish(0.0)
