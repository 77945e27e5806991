"""Where spectators are told later, scoreboard, results and reports are as late as they are."""

from __future__ import annotations

from typing import Any

import discord

from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.test_agreed import clock, match
from tests.bot.e2e.test_events import both_begin, member, referee, told
from tests.bot.e2e.test_mirror import dispatches, until_dispatches

__all__ = ["clock", "referee"]


def boss(sim: Table) -> Any:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


async def board_of(sim: Table, board: Any) -> str:
    sim.bot.messages.scoreboard._looked = float("-inf")
    await sim.bot.messages.scoreboard.tick()
    return board.history()[-1].embeds[0].description or ""


async def round_(sim: Table, clock: Any, seconds: float = 0.0) -> None:
    """Time passes, then everything is looked after."""
    clock.by += seconds
    await sim.bot.messages.background.tick()
    sim.bot.messages.mirrors.tick()
    await sim.bot.messages.mirrors.idle()
    reports: Any = sim.bot.get_cog("Reports")
    reports.reports.wake()
    await reports.reports.idle()
    await sim.env.settle()


async def test_board_and_report_wait_for_the_mirror(sim: Table, clock: Any) -> None:
    results, board, stands = (sim.guild.create_text_channel(n) for n in ("results", "board", "stands"))
    await sim.service.guilds.set_results_channel(sim.guild.id, results.id)
    await sim.battle(mode="correspondence")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.ada.slash(sim.channel, "battle mirror", channel=stands, delay="2h")
    await boss(sim).slash(sim.channel, "referee scoreboard", channel=board)
    await until_dispatches(sim, 3)
    assert "decide" not in await board_of(sim, board), "whose turn it is now isn't told"
    last = (await dispatches(sim))[-1]
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await round_(sim, clock)
    assert any("resign" in m.content for m in sim.messages), "the players are told at once"
    for restart in (False, True):
        if restart:
            await sim.restart()
            sim.service.sessions.clock = clock
        await round_(sim, clock, 1800)
        assert [m for m in results.history() if m.attachments] == []
        text = await board_of(sim, board)
        assert "resign" not in text and "Tricameron" in text and f"/{sim.channel.id}/{last.message}" not in text
        assert "None of their battles counts" in said(await sim.cleo.slash(results, "stats rating", player=sim.ada))
    await round_(sim, clock, 2 * 3600)
    await round_(sim, clock)
    assert [m for m in results.history() if m.attachments]
    assert "resign" in await board_of(sim, board)
    assert "counts" not in said(await sim.cleo.slash(results, "stats rating", player=sim.ada))


async def test_a_table_waits_too(sim: Table, referee: Any, clock: Any) -> None:
    stands = sim.guild.create_text_channel("stands")
    event, f, where, battle = await match(sim, referee, mode="correspondence")
    await both_begin(sim, where, f)
    await member(sim, f.first).slash(where, "battle mirror", channel=stands, delay="2h")
    await member(sim, f.first).slash(where, "battle resign", sure=True)
    await round_(sim, clock)
    assert (await sim.service.competitions.get(event.id)).winners == (f.second,)
    for text in (told(sim, event), said(await sim.cleo.slash(sim.channel, "event table"))):
        assert "wins" not in text and "3 points" not in text, text
    assert "wins" not in said(await sim.cleo.slash(sim.channel, "event fixtures", event=event.id))
    assert not [m for m in sim.messages if m.content.startswith("🏆")]
    await round_(sim, clock, 2 * 3600 + 60)
    await sim.bot.messages.competitions.tick()
    assert f"<@{f.second}> wins “Spring”" in told(sim, event)
    assert len([m for m in sim.messages if m.content.startswith("🏆")]) == 1
    assert battle.id and await sim.service.competitions.unsettled() == []
