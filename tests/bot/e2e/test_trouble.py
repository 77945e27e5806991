"""Restarts, a Discord that is unwell, missing rights, a deleted channel: nothing acknowledged is lost."""

from __future__ import annotations

import discord
import pytest

from bot.storage.trouble import DatabaseTrouble
from tests.bot.e2e.kit import Table, control, first_answer, press, said, text_of


async def test_a_restart_in_the_middle_of_a_question(sim: Table) -> None:
    await sim.battle()
    before = len(sim.messages)
    await sim.restart()
    assert len(sim.messages) == before, "nothing is said twice"
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    await sim.ada.select(panel.message, ["0"], custom_id=control(panel, "go").custom_id)
    await sim.restart()
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    await sim.restart()
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007" in text_of(panel)
    assert "THC3" in sim.told


async def test_a_box_opened_before_a_restart_is_read_after_it(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    box = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "write").custom_id)
    await sim.restart()
    assert box.modal is not None
    row = box.modal["components"][0]
    field = (row.get("component") or row["components"][0])["custom_id"]
    result = await sim.ada.submit_modal(box, {field: "THC3 @NW"})
    assert "Done" in said(result)


async def test_messages_deleted_meanwhile_are_posted_again_when_somebody_comes_by(sim: Table) -> None:
    await sim.battle()
    for m in sim.messages:
        sim.env.backend.delete_message(sim.channel.id, m.id)
    assert not sim.messages
    await sim.restart()
    await sim.cleo.slash(sim.channel, "map")
    assert len(sim.channel.pinned_messages()) == 1
    assert first_answer(sim.asking)
    await sim.to_orders()


async def test_a_passing_500_is_overcome(sim: Table) -> None:
    await sim.battle()
    sim.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
    await sim.to_orders()
    result = await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "Done" in said(result)
    assert "THC3" in sim.told


async def test_a_lasting_500_is_told_and_made_good_later(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    sim.env.inject_error("*", "/channels/*/messages*", status=500, times=None)
    result = await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "done and stored" in said(result)
    assert await sim.head() > head
    assert "THC3" not in sim.told
    sim.env.backend.faults.clear()
    await sim.env.advance_time(60)
    assert "THC3" in sim.told


async def test_a_lasting_500_is_made_good_after_a_restart(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    sim.env.inject_error("*", "/channels/*/messages*", status=500, times=None)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    sim.env.backend.faults.clear()
    await sim.restart()
    assert "THC3" in sim.told


async def test_missing_rights_are_named(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    sim.env.inject_error(
        "*", "/channels/*/messages*", status=403, code=50013, message="Missing Permissions", times=None
    )
    result = await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "Send Messages" in said(result)
    sim.env.backend.faults.clear()
    await sim.env.advance_time(60)
    assert "THC3" in sim.told


async def test_a_channel_without_rights_from_the_start(sim: Table) -> None:
    me = sim.guild.me
    assert me is not None
    deny = discord.PermissionOverwrite(send_messages=False)
    allow = discord.PermissionOverwrite(send_messages=True)
    closed = sim.guild.create_text_channel("closed", overwrites={sim.guild.default_role: deny, sim.ada: allow})
    result = await sim.ada.slash(closed, "battle create", scenario="cataphract/tricameron")
    assert "may not write here" in said(result) and "Send Messages" in said(result)


async def test_a_deleted_channel_loses_nothing(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    sim.env.backend.delete_channel(sim.channel.id)
    await sim.env.settle()
    told = sim.ada.user.dm_channel.last_message
    assert told is not None and battle.title in told.content and "/battle move" in told.content
    elsewhere = sim.guild.create_text_channel("elsewhere")
    stranger = await sim.cleo.slash(elsewhere, "battle move", battle=battle.id)
    assert "Only its players" in said(stranger)
    await sim.ben.slash(elsewhere, "battle move", battle=battle.id)
    sim.channel = elsewhere
    assert len(elsewhere.pinned_messages()) == 1
    result = await sim.ada.slash(elsewhere, "order", text="THC4 @SW")
    assert "Done" in said(result)
    assert "THC4" in sim.told and "THC3" in sim.told


async def test_deadlines_answer_by_default(sim: Table) -> None:
    await sim.battle()
    head = await sim.head()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    assert question.due is not None
    late = question.due + 1
    sim.service.sessions.clock = lambda: late
    await sim.env.advance_time(60)
    assert await sim.head() > head
    assert sim.asking


async def test_what_is_no_text_is_refused_in_words(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron")
    joined = await sim.ben.slash(sim.channel, "battle join", side="vandals", phrase="sand\0salt")
    assert "can't be kept" in said(joined)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.seats == ()


@pytest.mark.errors_expected("the disk is full")
async def test_a_database_that_is_away_is_told_as_such(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise DatabaseTrouble("/var/lib/hexarch.db: the disk is full")

    await sim.battle()
    monkeypatch.setattr(sim.service.database.battles, "in_channel", away)
    refused = await sim.ada.slash(sim.channel, "battle status")
    assert "can't be used just now" in said(refused) and "/var/lib" not in said(refused)
