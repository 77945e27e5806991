"""Who steps in takes no debts unseen, and whoever is concerned learns that a bank is empty."""

from __future__ import annotations

from typing import Any

import discord

from bot.service import Battle
from tests.bot.e2e.kit import SCENARIO, Table, said
from tests.bot.e2e.test_agreed import absent, clock, press
from tests.bot.e2e.test_team import dora, join

__all__ = ["clock"]


async def running_out(sim: Table, clock: Any, *, mates: bool = False) -> tuple[Battle, str, Any, Any]:
    """A battle with little time in which nobody plays until a side's bank is empty.

    That side, who leads it, and the other player.
    """
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="live")
    await sim.ada.slash(sim.channel, "battle limits", bank="1h")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    if mates:
        await join(sim, sim.cleo, sim.ada)
        await join(sim, await dora(sim), sim.ben)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    side = await absent(sim, battle.id, clock)
    one, other = (sim.ada, sim.ben) if battle.player(side) == sim.ada.id else (sim.ben, sim.ada)
    return battle, side, one, other


def calls(sim: Table, words: str) -> list[Any]:
    return [m for m in sim.messages if words in m.content]


async def test_opponent_and_team_are_called_once_when_a_bank_is_empty(sim: Table, clock: Any) -> None:
    battle, side, one, other = await running_out(sim, clock, mates=True)
    name = battle.name(side)
    empty = calls(sim, f"The bank of the {name} is empty")
    assert len(empty) == 1, [m.content for m in sim.messages][-5:]
    [mate] = (await sim.service.battles.get(battle.id)).team(side)
    kept = sim.env.backend.get_message(sim.channel.id, empty[0].id)
    for user in (other.id, one.id, mate.user):
        assert f"<@{user}>" in empty[0].content or user == one.id
        assert kept.allowed_mentions.allows_user(user)
    assert "/battle claim" in empty[0].content and "/team step-in" in empty[0].content
    await sim.restart()
    sim.service.sessions.clock = clock
    for _ in range(12):
        if (await sim.service.timekeeping.times(battle.id))[side].up:
            break
        clock.by += 3600
        await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    assert len(calls(sim, f"The bank of the {name} is empty")) == 1
    assert len(calls(sim, f"The {name} are out of time. <@{other.id}>")) == 1


async def test_who_steps_in_is_told_of_the_empty_bank_first_and_gets_time_of_their_own(sim: Table, clock: Any) -> None:
    battle, side, one, other = await running_out(sim, clock)
    for _ in range(12):
        if (await sim.service.timekeeping.times(battle.id))[side].up:
            break
        clock.by += 3600
        await sim.bot.messages.background.tick()
    name = battle.name(side)
    told = said(await sim.cleo.slash(sim.channel, "team step-in", side=name))
    assert "is empty, or nearly so" in told and "10 min" in told and "sure:True" in told, told
    assert (await sim.service.battles.get(battle.id)).player(side) == one.id
    assert "You lead" in said(await sim.cleo.slash(sim.channel, "team step-in", side=name, sure=True))
    await sim.restart()
    sim.service.sessions.clock = clock
    time = (await sim.service.timekeeping.times(battle.id))[side]
    assert time.left is not None and 500 < time.left <= 600 and time.late == 0
    assert "isn't up" in said(await other.slash(sim.channel, "battle claim"))
    # Nobody takes the side from the one who has just come.
    assert "isn't missing" in said(await (await dora(sim)).slash(sim.channel, "team step-in", side=name, sure=True))


async def test_a_defeat_on_time_counts_for_whoever_emptied_the_bank(sim: Table, clock: Any) -> None:
    battle, side, one, other = await running_out(sim, clock)
    await sim.cleo.slash(sim.channel, "team step-in", side=battle.name(side), sure=True)
    await sim.restart()
    sim.service.sessions.clock = clock
    for _ in range(30):
        times = await sim.service.timekeeping.times(battle.id)
        if times[side].up and not any(t.up for s, t in times.items() if s != side):
            break
        clock.by += 1800
        await sim.bot.messages.background.tick()
        for o in await sim.service.play.open_questions(battle.id):
            if o.side != side:
                await sim.service.play.answer(battle.id, other.id, o.token, o.decision.default, "x", o.side)
    await other.slash(sim.channel, "battle claim")
    await sim.service.endings.claim(battle.id, other.id)
    await sim.bot.messages.background.tick()
    result = await sim.service.results.of(battle.id)
    assert result is not None and result.how == "time" and result.winner != side
    assert {u for u, s in result.players if s == side} == {one.id}, "not the one who stepped in"
    assert {u for u, s in result.players if s != side} == {other.id}


async def test_fresh_time_comes_once_for_a_side(sim: Table, clock: Any) -> None:
    battle, side, one, _ = await running_out(sim, clock)
    ask = await one.slash(sim.channel, "team substitute", player=sim.cleo)
    assert "is asked" in said(ask)
    assert "begins with 10 min" in sim.asking.content or any("begins with 10 min" in m.content for m in sim.messages)
    await press(sim.cleo, sim.channel, "Agree")
    clock.by += 300
    await sim.cleo.slash(sim.channel, "team substitute", player=one)
    await press(one, sim.channel, "Agree")
    time = (await sim.service.timekeeping.times(battle.id))[side]
    assert time.left is not None and time.left <= 300, "handing on gives no time back"
    # A referee may give some again.
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    judge = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    await judge.slash(sim.channel, "referee seat", side=battle.name(side), player=sim.cleo, reason="ill")
    time = (await sim.service.timekeeping.times(battle.id))[side]
    assert time.left is not None and 590 < time.left <= 600


async def test_a_referee_hands_a_side_on_before_the_battle_too(sim: Table) -> None:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    judge = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="live")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    assert "nobody takes over" in said(
        await judge.slash(sim.channel, "referee seat", side="Vandals", player=sim.ada, reason="x")
    )
    done = await judge.slash(sim.channel, "referee seat", side="Vandals", player=sim.cleo, reason="ill")
    assert "told to everybody" in said(done), said(done)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.player("vandal") == sim.cleo.id
    assert any("handed to Cleo" in m.content and f"<@{sim.cleo.id}>" in m.content for m in sim.messages)
