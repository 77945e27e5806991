"""Whoever runs the bot: their commands, which obey nobody else, and what they are told when something stays broken."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot import logs
from bot.messages import operator
from bot.messages.operator import Operator, Troubles
from bot.registration import register_in
from tests.bot.e2e.kit import Table, said

OWNED = ("status", "battle", "resend", "pause", "resume")


class Clock:
    """A clock that is put forward by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def owner(sim: Table, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Somebody who owns the bot."""
    found = sim.guild.add_member(sim.env.create_user("olga", global_name="Olga"))

    async def is_owner(user: discord.abc.User) -> bool:
        return user.id == found.id

    monkeypatch.setattr(sim.bot, "is_owner", is_owner)
    return found


async def given(sim: Table) -> None:
    """The server has the owner's commands, and everybody in it sees them."""
    from bot.cogs.host.host import HostCog

    guild = discord.Object(sim.guild.id)
    await sim.bot.add_cog(HostCog(sim.bot), guild=guild)
    await register_in(sim.bot, sim.guild.id)
    root = sim.env.backend.find_command("host", sim.guild.id, type=1)
    assert root is not None
    sim.guild.set_command_permissions(int(root["id"]), {sim.guild.default_role: True})


async def test_the_owner_sees_how_a_battle_is_and_stops_its_clocks(sim: Table, owner: Any) -> None:
    await given(sim)
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    told = said(await owner.slash(sim.channel, "host status"))
    assert "Battles under way: 1" in told and "lease held" in told and "Memory" in told
    told = said(await owner.slash(sim.channel, "host battle", battle=battle.id))
    assert "Tricameron" in told and "Unsaid: nothing" in told and "clocks go" in told and "Journal up to entry" in told
    assert "seed" not in told
    assert "clocks stand" in said(await owner.slash(sim.channel, "host pause", battle=battle.id))
    assert (await sim.service.battles.get(battle.id)).paused
    assert "stood already" in said(await owner.slash(sim.channel, "host pause", battle=battle.id))
    assert "clocks go on" in said(await owner.slash(sim.channel, "host resume", battle=battle.id))
    assert not (await sim.service.battles.get(battle.id)).paused
    shown = len(sim.messages)
    lost = sim.messages[-1]
    sim.env.backend.delete_message(sim.channel.id, lost.id)
    assert "Everything about it is said" in said(await owner.slash(sim.channel, "host resend", battle=battle.id))
    assert len(sim.messages) == shown and lost.id not in [m.id for m in sim.messages]
    assert "no such battle" in said(await owner.slash(sim.channel, "host battle", battle="nobody"))


async def test_nobody_else_is_obeyed_not_even_who_manages_the_server(sim: Table, owner: Any, manager: Any) -> None:
    await given(sim)
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for who in (manager, sim.ada):
        for name in OWNED:
            options = {} if name == "status" else {"battle": battle.id}
            assert "That is for the bot's owner" in said(await who.slash(sim.channel, f"host {name}", **options))
    assert not (await sim.service.battles.get(battle.id)).paused


def troubles(sim: Table, channel: Any, clock: Clock) -> Troubles:
    messages = sim.bot.messages
    pool = messages.pictures.drawing_pool
    return Troubles(sim.bot, sim.service, messages.publisher, pool, channel and channel.id, clock)


async def test_what_stays_broken_is_told_once_and_so_is_its_end(sim: Table) -> None:
    channel, clock = sim.guild.create_text_channel("ops"), Clock()
    found = troubles(sim, channel, clock)
    behind = sim.bot.messages.publisher.behind
    behind.failed("b1", 0.0)

    async def ticked(later: float) -> list[str]:
        clock.now += later
        await found.tick()
        await sim.env.settle()
        return [m.content for m in channel.history()]

    assert await ticked(0) == [] and await ticked(300) == [], "it may mend itself"
    assert await ticked(300) == [], "so long it has been behind, and only now that counts as broken"
    told = await ticked(600)
    assert len(told) == 1 and "not everything could be told of some battles (1): b1" in told[0]
    assert len(await ticked(600)) == 1, "once"
    assert len(await ticked(24 * 3600)) == 2, "and again after a day"
    behind.done("b1")
    assert (await ticked(60))[-1].startswith("✅ Over:") and len(await ticked(60)) == 3


async def test_errors_that_come_again_are_told_with_their_references(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, clock = sim.guild.create_text_channel("ops"), Clock()
    monkeypatch.setattr(operator, "LASTING", 1e-3)
    monkeypatch.setattr("bot.messages.operator.logs.recent_references", lambda _: ["AAAAAA"] * 9 + [reference])
    reference = logs.reference()
    found = troubles(sim, channel, clock)
    await found.tick()
    clock.now += 1
    await found.tick()
    await sim.env.settle()
    (message,) = channel.history()
    assert reference in message.content


async def test_a_channel_that_takes_nothing_is_tried_again_and_breaks_nothing(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, clock = sim.guild.create_text_channel("ops"), Clock()
    monkeypatch.setattr(operator, "ROOM", 2**70)
    found = troubles(sim, channel, clock)
    role = sim.guild.default_role.id
    denied = discord.Permissions(send_messages=True).value
    sim.env.backend.set_overwrite(channel.id, Overwrite(role, OverwriteType.ROLE, deny=denied))
    await found.tick()
    assert "doesn't take it" in caplog.text
    sim.env.backend.set_overwrite(channel.id, Overwrite(role, OverwriteType.ROLE))
    await found.tick()
    await sim.env.settle()
    assert "nearly full" in channel.history()[-1].content


def test_nobody_is_the_operator_unless_named() -> None:
    assert Operator() == Operator(None, None)
