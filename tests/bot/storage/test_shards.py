"""Some of the shards to a process: leases that exclude whom they should, and what is done for all servers done once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.storage import Database
from bot.storage.lease import Lease
from bot.storage.shards import ALL, Shards
from bot.storage.trouble import DatabaseTrouble
from tests.bot.toy_service import BLUE, RED, Clock
from tests.bot.upkeep.kit import opened
from tests.each import for_each
from tests.postgres import database_in
from tests.waiting import HANG, until

HERE, THERE = 7 << 22, 8 << 22
"""Servers of shard 1 and of shard 0, of two."""
ONE, NOUGHT = Shards((1,), 2), Shards((0,), 2)


@for_each("text", ["", "0", "a/4", "0-/4", "3-1/4", "4/4", "0-9/4", "0/0", "0/99999", "-1/4", "0/4/4", "٠/4"])
def test_what_names_no_shards(text: str) -> None:
    with pytest.raises(ValueError, match="shard"):
        Shards.parse(text)


def test_servers_are_dealt_out_as_discord_does() -> None:
    """(guild_id >> 22) % num_shards, as Discord's documentation has it; every server has exactly one shard."""
    for guild in (0, 1, HERE, THERE, 1_300_000_000_000_000_001):
        owners = [n for n in range(16) if Shards((n,), 16).has(guild)]
        assert owners == [(guild >> 22) % 16]
    assert ALL.has(HERE) and ALL.whole and Shards.parse("0-1/2").whole and not NOUGHT.whole


async def test_leases_of_different_shards_go_together_and_no_others(either: str, tmp_path: Path) -> None:
    url = database_in(tmp_path)
    first = await Database.open(url, shards=Shards.parse("0-1/4"))
    second = await Database.open(url, shards=Shards.parse("2-3/4"))
    for wanted, why in (
        ("1/4", "one of the shards 1/4"),
        ("1-2/4", "one of the shards 1-2/4"),
        ("0/1", "another Hexarch has this database open"),
        ("0/2", "another number of shards"),
        ("7/8", "another number of shards"),
    ):
        with pytest.raises(DatabaseTrouble, match=why):
            await Database.open(url, shards=Shards.parse(wanted))
    await second.close()
    with pytest.raises(DatabaseTrouble):
        await Database.open(url)
    third = await Database.open(url, shards=Shards.parse("3/4"), wait=HANG)
    await third.close()
    await first.close()
    whole = await Database.open(url)
    with pytest.raises(DatabaseTrouble, match="one of the shards 0/4"):
        await Database.open(url, shards=Shards.parse("0/4"))
    await whole.close()
    await (await Database.open(url, shards=Shards.parse("5/8"))).close()


async def test_who_takes_over_a_shard_waits_for_it_alone(
    either: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, told = database_in(tmp_path), []
    old, other = [await Database.open(url, shards=s) for s in (NOUGHT, ONE)]
    looks, attempt = [], Lease._attempt

    async def looked(lease: Lease) -> bool:
        looks.append(lease)
        return await attempt(lease)

    monkeypatch.setattr(Lease, "_attempt", looked)
    waiting = asyncio.create_task(Database.open(url, shards=NOUGHT, wait=HANG, waiting=told.append))
    await until(lambda: len(looks) > 2)
    assert len(told) == 1 and not waiting.done() and other.lease.held
    await old.close()
    new = await waiting
    assert new.lease.held and not new.lease.alone
    await new.close()
    await other.close()


async def test_what_is_done_for_all_servers_is_done_by_whose_they_are(either: str, tmp_path: Path) -> None:
    url, clock = database_in(tmp_path), Clock()
    mine, theirs = [await opened(url, shards=shards, clock=clock) for shards in (ONE, NOUGHT)]
    battles = {}
    for service, guild in ((mine, HERE), (theirs, THERE)):
        battle = await service.lobby.create(guild, guild + 1, RED, "toy/duel")
        await service.lobby.join(battle.id, RED, "red")
        await service.lobby.join(battle.id, BLUE, "blue")
        await service.lobby.start(battle.id, RED, 1)
        battles[guild] = battle.id
        await service.settings.put(f"battle:{battle.id}", "halted", True)
        await service.settings.put(f"guild:{guild}", "scoreboard", 5)
    for service, guild in ((mine, HERE), (theirs, THERE)):
        assert [b.id for b in await service.battles.running()] == [battles[guild]]
        assert await service.pauses.halted() == [battles[guild]]
        assert await service.privacy.guilds() == {guild}, "nobody else's server is taken for one that was left"
        assert list(await service.scoreboards.boards()) == [guild]
        assert {q.battle for q in await service.database.games.questions_with_limit()} == {battles[guild]}
    clock.now += 40 * 86400
    given = [{o.battle for o in await service.deadlines.due()} for service in (mine, theirs)]
    assert given == [{battles[HERE]}, {battles[THERE]}]
    await mine.close()
    await theirs.close()


async def test_what_another_process_wrote_is_seen(either: str, tmp_path: Path) -> None:
    """A press in a private message comes to shard 0, whatever battle it is about: nobody goes by what is old."""
    url = database_in(tmp_path)
    mine, theirs = [await opened(url, shards=s) for s in (ONE, NOUGHT)]
    battle = await mine.lobby.create(HERE, 5, RED, "toy/duel", {"endless": True})
    for user, side in ((RED, "red"), (BLUE, "blue")):
        await mine.lobby.join(battle.id, user, side)
    await mine.lobby.start(battle.id, RED, 1)
    for n in range(6):
        service = (theirs, mine)[n % 2]
        o = (await service.play.open_questions(battle.id))[0]
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, o.decision.default, n, o.side)
    entries = [[e.hash for e in await service.play.entries(battle.id)] for service in (mine, theirs)]
    assert entries[0] == entries[1] and len(entries[0]) > 6
    for service in (mine, theirs):
        await service.close()
