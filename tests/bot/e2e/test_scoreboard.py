"""/referee scoreboard: one message that knows every battle everybody may see, and no other."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.e2e.kit import SCENARIO, Table, said
from tests.bot.e2e.test_mirror import Clock, hidden_channel, shown, the_battle, until_dispatches

pytestmark = pytest.mark.drawn


def boss_of(sim: Table) -> Any:
    role = sim.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("boss"), roles=[role])


def board(channel: Any) -> str:
    [message] = shown(channel)
    return message.embeds[0].description


async def begun(sim: Table) -> tuple[Any, Any, Clock]:
    """A battle, and a scoreboard."""
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    boss, channel = boss_of(sim), sim.guild.create_text_channel("scores")
    told = await boss.slash(sim.channel, "referee scoreboard", channel=channel)
    assert told.ephemeral and "from now on" in said(told)
    return boss, channel, clock


async def test_it_says_how_every_battle_stands(sim: Table) -> None:
    _, channel, clock = await begun(sim)
    text = board(channel)
    battle = await the_battle(sim)
    posts = await sim.service.posts.of(battle.id, "dispatch")
    assert f"[Tricameron](https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{posts[-1].message})" in text
    assert "Cataphract" in text and "Turn 1" in text and "decide, asked <t:" in text
    assert f"Byzantines {sim.ada.mention} 0 / 35 Rout Points" in text and sim.ben.mention in text
    assert not shown(channel)[0].mentions, "nobody is pinged"
    assert "watch" not in text
    await sim.cleo.slash(sim.channel, "watch start")
    other = sim.guild.create_text_channel("second")
    await sim.ben.slash(other, "battle create", scenario=SCENARIO, side="Vandals")
    await clock.on(31)
    text = board(channel)
    assert "1 watches" in text and "Waits for its players." in text and "Byzantines (free)" in text
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await clock.on(31)
    text = board(channel)
    assert "Last results" in text and "The Vandals resign: the Byzantines win." in text
    assert text.count("https://") == 1, "it is no longer among those under way"


async def test_it_is_edited_seldom_and_only_when_something_changed(sim: Table) -> None:
    _, channel, clock = await begun(sim)
    first = shown(channel)[0]

    def edits() -> int:
        return sum(
            r.method == "PATCH" and r.path.endswith(f"/channels/{channel.id}/messages/{first.id}")
            for r in sim.env.http_requests
        )

    await clock.on(31)
    await clock.on(31)
    assert edits() == 0
    await until_dispatches(sim, 2)
    await clock.on(31)
    changed = edits()
    assert changed == 1
    await until_dispatches(sim, 4)
    await clock.on(5)
    assert edits() == changed, "not yet"
    await clock.on(26)
    assert edits() == changed + 1
    assert len(shown(channel)) == 1


async def test_it_survives_a_restart_and_comes_back_when_deleted(sim: Table) -> None:
    _, channel, clock = await begun(sim)
    [message] = shown(channel)
    await sim.restart()
    clock = Clock(sim)
    await clock.on(31)
    assert [m.id for m in shown(channel)] == [message.id]
    sim.env.backend.delete_message(channel.id, message.id)
    assert shown(channel) == []
    await clock.on(700)
    assert len(shown(channel)) == 1 and "Tricameron" in board(channel)


async def test_battles_not_everybody_sees_are_not_on_it(sim: Table) -> None:
    _, channel, clock = await begun(sim)
    hidden = await hidden_channel(sim)
    await sim.ada.slash(hidden, "battle create", scenario=SCENARIO, side="Byzantines")
    await clock.on(31)
    assert board(channel).count("Tricameron") == 1 and str(hidden.id) not in board(channel)
    secret = await sim.service.battles.in_channel(hidden.id)
    assert secret is not None
    await sim.ada.slash(hidden, "battle abandon", sure=True)
    await clock.on(31)
    assert "abandoned" not in board(channel)
    battle = await the_battle(sim)
    await sim.ada.slash(await hidden_channel(sim), "battle move", battle=battle.id)
    await clock.on(31)
    assert "No battle is being fought" in board(channel)


async def test_who_may_set_it_up_move_it_and_end_it(sim: Table) -> None:
    sim.show("referee")
    boss, channel, clock = await begun(sim)
    for who in (sim.ada, sim.cleo):
        refused = await who.slash(sim.channel, "referee scoreboard", channel=sim.channel)
        assert refused.ephemeral and "Only referees" in said(refused)
    assert "Say in which channel" in said(await boss.slash(sim.channel, "referee scoreboard"))
    role = sim.guild.create_role("judge")
    judge = sim.guild.add_member(sim.env.create_user("judge"), roles=[role])
    await boss.slash(sim.channel, "settings referee-role", role=role)
    other = sim.guild.create_text_channel("other")
    assert "from now on" in said(await judge.slash(sim.channel, "referee scoreboard", channel=other))
    assert "has moved" in shown(channel)[0].content and not shown(channel)[0].embeds
    assert "Tricameron" in board(other)
    deny = discord.PermissionOverwrite(send_messages=False)
    closed = sim.guild.create_text_channel("closed", overwrites={sim.guild.default_role: deny})
    assert "You may not write" in said(await judge.slash(sim.channel, "referee scoreboard", channel=closed))
    assert "no scoreboard any more" in said(await judge.slash(sim.channel, "referee scoreboard", off=True))
    assert "no longer kept" in shown(other)[0].content
    await clock.on(700)
    assert len(shown(channel)) == len(shown(other)) == 1
    assert await sim.service.scoreboards.boards() == {}


async def test_a_deleted_channel_ends_it(sim: Table) -> None:
    _, channel, clock = await begun(sim)
    sim.env.backend.delete_channel(channel.id)
    await until_dispatches(sim, 2)
    await clock.on(31)
    assert await sim.service.scoreboards.boards() == {}


@pytest.mark.errors_expected("can't be put on the scoreboard in full")
async def test_a_battle_that_can_not_be_read_does_not_spoil_it(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    _, channel, clock = await begun(sim)
    other = sim.guild.create_text_channel("second")
    await sim.ben.slash(other, "battle create", scenario=SCENARIO, side="Vandals")
    bad = (await the_battle(sim)).id
    sim.bot.messages.scoreboard.hear(bad)
    look = sim.bot.messages.lookup.look

    async def broken(battle_id: str, user: int) -> Any:
        if battle_id == bad:
            raise RuntimeError("broken")
        return await look(battle_id, user)

    monkeypatch.setattr(sim.bot.messages.lookup, "look", broken)
    await clock.on(31)
    text = board(channel)
    assert text.count("Tricameron") == 2 and text.count("Waits for its players.") == 1
