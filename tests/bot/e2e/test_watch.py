"""/watch start: being told privately, at one's own pace; and nothing about battles one can't see."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.service.spectators.watchers import MOST_BY_USER
from tests.bot.e2e.kit import SCENARIO, Table, controls, said
from tests.bot.e2e.test_mirror import Clock, defaults, hidden_channel, stands, the_battle, until_dispatches


def letters(who: Any) -> list[Any]:
    """What somebody was told privately."""
    return list(who.user.dm_channel.history())


async def test_who_watches_is_told_at_once_and_then_every_activation(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    result = await sim.cleo.slash(sim.channel, "watch start")
    assert result.ephemeral and "You watch “Tricameron”" in said(result)
    [first] = letters(sim.cleo)
    assert "Turn 1" in first.content and first.attachments and first.embeds[0].fields[0].name == "Byzantines"
    assert [c.label for c in controls(first)] == ["Stop"]
    await until_dispatches(sim, 3)
    await sim.env.advance_time(30)
    told = letters(sim.cleo)
    assert len(told) == 2, "two activations in one go, as they came within one round"
    assert "Tricameron" in told[1].content and told[1].attachments
    await until_dispatches(sim, 4)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 3
    await sim.env.advance_time(60)
    assert len(letters(sim.cleo)) == 3, "nothing is told twice"
    await sim.restart()
    await sim.env.advance_time(60)
    assert len(letters(sim.cleo)) == 3
    await until_dispatches(sim, 5)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 4, "it goes on after a restart"
    assert all("<@" not in m.content for m in letters(sim.cleo)[1:])


async def test_the_end_is_told_to_everybody_and_ends_the_watch(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.cleo.slash(sim.channel, "watch start", how="end")
    dora = sim.guild.add_member(sim.env.create_user("dora"))
    await dora.slash(sim.channel, "watch start", how="story")
    await until_dispatches(sim, 3)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 1 and len(letters(dora)) == 2
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await sim.env.advance_time(12)
    for who in (sim.cleo, dora):
        last = letters(who)[-1]
        assert "The Vandals resign: the Byzantines win." in last.content and not controls(last)
        assert last.attachments, "the field at the end"
    assert await sim.service.watchers.of((await the_battle(sim)).id) == []
    counts = [len(letters(w)) for w in (sim.cleo, dora)]
    await sim.restart()
    await sim.env.advance_time(60)
    assert [len(letters(w)) for w in (sim.cleo, dora)] == counts


async def test_turn_by_turn(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.cleo.slash(sim.channel, "watch start", how="turns")
    battle = await the_battle(sim)
    for _ in range(80):
        if (await sim.bot.messages.lookup.look(battle.id, 0)).table.turn > 1:
            break
        await defaults(sim)
    assert (await sim.bot.messages.lookup.look(battle.id, 0)).table.turn > 1
    await sim.env.advance_time(12)
    told = letters(sim.cleo)
    assert len(told) == 2 and "turn 1" in told[1].content and told[1].attachments
    assert told[1].content.count("-# ") >= 2, "a line for each activation"


async def test_one_waits_as_long_as_the_mirror_does(sim: Table) -> None:
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    await sim.ada.slash(sim.channel, "battle mirror", channel=stands(sim), delay="1h")
    await until_dispatches(sim, 2)
    await sim.cleo.slash(sim.channel, "watch start")
    [first] = letters(sim.cleo)
    assert "60 minutes later" in first.content and not first.attachments, "nothing may be shown yet"
    assert "asked" not in first.content
    await clock.on(1800)
    assert len(letters(sim.cleo)) == 1
    dora = sim.guild.add_member(sim.env.create_user("dora"))
    await clock.on(1801)
    assert len(letters(sim.cleo)) == 2
    await dora.slash(sim.channel, "watch start")
    [begun] = letters(dora)
    assert begun.attachments and "Turn 1" in begun.content and "asked" not in begun.content
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await clock.on(1800)
    assert "resign" not in letters(sim.cleo)[-1].content
    await clock.on(1801)
    assert "resign" in letters(sim.cleo)[-1].content


async def test_stopping(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.cleo.slash(sim.channel, "watch start")
    [first] = letters(sim.cleo)
    await sim.restart()
    told = await sim.cleo.user.click(first, label="Stop")
    assert "no longer watch" in said(told)
    assert not controls(letters(sim.cleo)[0])
    await until_dispatches(sim, 3)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 1
    await sim.cleo.slash(sim.channel, "watch start")
    listed = said(await sim.cleo.slash(sim.channel, "watch list"))
    assert "Tricameron" in listed and "every activation" in listed
    battle = await the_battle(sim)
    offered = await sim.cleo.autocomplete(sim.channel, "watch stop", "battle", "")
    assert [o["value"] for o in offered] == [battle.id]
    assert "no longer watch “Tricameron”" in said(await sim.cleo.slash(sim.channel, "watch stop"))
    assert "You watch no battle" in said(await sim.cleo.slash(sim.channel, "watch list"))
    assert "You watch no battle" in said(await sim.cleo.slash(sim.channel, "watch stop"))
    assert "don't watch that" in said(await sim.cleo.slash(sim.channel, "watch stop", battle=battle.id))


async def test_closed_letterboxes_are_told_at_once(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    box = sim.cleo.user.dm_channel
    sim.env.inject_error("POST", f"/channels/{box.id}/messages", status=403, code=50007, times=None)
    result = await sim.cleo.slash(sim.channel, "watch start")
    assert result.ephemeral and "can't write to you privately" in said(result)
    assert await sim.service.watchers.by(sim.cleo.id) == []
    sim.env.backend.faults.clear()
    await sim.cleo.slash(sim.channel, "watch start")
    sim.env.inject_error("POST", f"/channels/{box.id}/messages", status=403, code=50007, times=None)
    await until_dispatches(sim, 2)
    await sim.env.advance_time(12)
    assert await sim.service.watchers.by(sim.cleo.id) == [], "who closes it later is no longer told"


async def test_trouble_with_discord_only_delays(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    clock = Clock(sim)
    await sim.cleo.slash(sim.channel, "watch start")
    box = sim.cleo.user.dm_channel
    sim.env.inject_error("POST", f"/channels/{box.id}/messages", status=400, code=0, times=None)
    await until_dispatches(sim, 3)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 1 and len(await sim.service.watchers.by(sim.cleo.id)) == 1
    sim.env.backend.faults.clear()
    await clock.on(120)
    assert len(letters(sim.cleo)) == 2


async def test_one_to_whom_nothing_is_delivered_keeps_nobody_waiting(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    clock = Clock(sim)
    people = [sim.guild.add_member(sim.env.create_user(f"fan{n}")) for n in range(8)]
    for who in people:
        await who.slash(sim.channel, "watch start")
    for who in people[:4]:
        box = who.user.dm_channel
        sim.env.inject_error("POST", f"/channels/{box.id}/messages", status=400, code=0, times=None)
    await until_dispatches(sim, 2)
    await clock.on(1)
    assert [len(letters(w)) for w in people] == [1] * 4 + [2] * 4
    sim.env.backend.faults.clear()
    await clock.on(120)
    assert [len(letters(w)) for w in people] == [2] * 8


async def test_a_battle_one_can_not_see_does_not_exist(sim: Table) -> None:
    dora = sim.guild.add_member(sim.env.create_user("dora"))
    sim.channel = await hidden_channel(sim, dora)
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    lobby = stands(sim)
    assert await sim.cleo.autocomplete(lobby, "watch start", "battle", "") == []
    result = await sim.cleo.slash(lobby, "watch start", battle=battle.id)
    assert result.ephemeral and said(result) == said(await sim.cleo.slash(lobby, "watch start", battle="ffffffff"))
    assert letters(sim.cleo) == [] and await sim.service.watchers.of(battle.id) == []
    offered = await dora.autocomplete(lobby, "watch start", "battle", "tri")
    assert [o["value"] for o in offered] == [battle.id]
    assert "You watch" in said(await dora.slash(lobby, "watch start", battle=battle.id))
    mirror = sim.guild.create_text_channel("mirror")
    await sim.ada.slash(sim.channel, "battle mirror", channel=mirror)
    assert [o["value"] for o in await sim.cleo.autocomplete(lobby, "watch start", "battle", "")] == [battle.id]
    assert "You watch" in said(await sim.cleo.slash(mirror, "watch start")), "where it is mirrored it needs no name"
    await sim.ada.slash(sim.channel, "battle mirror", off=True)
    clock = Clock(sim)
    await clock.on(3600)
    await until_dispatches(sim, 2)
    await clock.on(10)
    assert "can't see" in letters(sim.cleo)[-1].content
    assert [w.user for w in await sim.service.watchers.of(battle.id)] == [dora.id]
    assert "You watch no battle" in said(await sim.cleo.slash(lobby, "watch list"))


async def test_who_leaves_the_server_is_told_no_more(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.cleo.slash(sim.channel, "watch start")
    sim.guild.remove_member(sim.cleo)
    await until_dispatches(sim, 2)
    await sim.env.advance_time(12)
    assert await sim.service.watchers.of((await the_battle(sim)).id) == []
    assert len(letters(sim.cleo)) <= 2


async def test_a_private_thread_is_for_those_in_it(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    parent = sim.bot.get_channel(sim.channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="war room", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(sim.ada.id))
    await sim.service.lobby.move(battle.id, thread.id)
    lobby = stands(sim)
    assert await sim.cleo.autocomplete(lobby, "watch start", "battle", "") == []
    assert "no such battle" in said(await sim.cleo.slash(lobby, "watch start", battle=battle.id))
    await thread.add_user(discord.Object(sim.cleo.id))
    assert "You watch" in said(await sim.cleo.slash(lobby, "watch start", battle=battle.id))


async def test_another_server_sees_nothing(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    await sim.cleo.slash(sim.channel, "watch start")
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    assert await stranger.autocomplete(channel, "watch start", "battle", "") == []
    assert "no such battle" in said(await stranger.slash(channel, "watch start", battle=battle.id))
    assert "You watch no battle" in said(await stranger.slash(channel, "watch list"))
    cleo = other.add_member(sim.cleo.user)
    assert "You watch no battle of this server" in said(await cleo.slash(channel, "watch list"))


async def test_players_and_too_many_battles_are_refused(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle(mode="correspondence")
    assert "You play in this battle" in said(await sim.ada.slash(sim.channel, "watch start"))
    assert await sim.ada.autocomplete(sim.channel, "watch start", "battle", "") == []
    for n in range(MOST_BY_USER):
        battle = await sim.service.lobby.create(sim.guild.id, 5000 + n, sim.ada.id, SCENARIO)
        await sim.service.watchers.watch(battle.id, sim.cleo.id, "end")
    assert f"{MOST_BY_USER} battles" in said(await sim.cleo.slash(sim.channel, "watch start"))
    assert letters(sim.cleo) == []
    monkeypatch.setattr("bot.service.spectators.watchers.MOST_OF_BATTLE", 1)
    dora, emil = (sim.guild.add_member(sim.env.create_user(n)) for n in ("dora", "emil"))
    await dora.slash(sim.channel, "watch start")
    assert "1 person watches this battle" in said(await emil.slash(sim.channel, "watch start"))
    assert "You watch" in said(await dora.slash(sim.channel, "watch start", how="end")), "who watches may change how"
    assert [w.how for w in await sim.service.watchers.of((await the_battle(sim)).id)] == ["end"]


async def test_a_battle_that_waits_for_players_can_be_watched(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    await sim.cleo.slash(sim.channel, "watch start")
    assert "waits for its players" in letters(sim.cleo)[0].content
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    await until_dispatches(sim, 2)
    await sim.env.advance_time(12)
    assert len(letters(sim.cleo)) == 2
    assert "over" in said(await sim.cleo.slash(stands(sim), "watch start", battle=(await over(sim)).id))


async def over(sim: Table) -> Any:
    battle = await the_battle(sim)
    await sim.service.endings.resign(battle.id, sim.ada.id)
    return battle


async def test_many_watchers_are_told_bit_by_bit(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    people = [sim.guild.add_member(sim.env.create_user(f"fan{n}")) for n in range(20)]
    for who in people:
        await sim.service.watchers.watch(battle.id, who.id, "story", "-1")
    await until_dispatches(sim, 2)
    sim.bot.get_cog("watch").round.cancel()  # type: ignore[union-attr]
    counts = []
    for _ in range(5):
        await sim.bot.messages.watch.tick()
        counts.append(sum(bool(letters(w)) for w in people))
    assert counts[0] == 8 and counts[1] == 16 and counts[-1] == 20
    assert all(len(letters(w)) == 1 for w in people)
