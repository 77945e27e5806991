"""Several players on one side: invitations, commands assigned to members, substitutes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.e2e.kit import Table, control, controls, said


async def join(sim: Table, who: Any, by: Any, command: str = "team invite") -> None:
    told = await by.slash(sim.channel, command, player=who)
    assert told.ephemeral and "is asked" in said(told), said(told)
    await who.click(sim.asking, custom_id=control(sim.asking, "guest").custom_id)


async def dora(sim: Table) -> Any:
    return sim.guild.add_member(sim.env.create_user("dora", global_name="Dora"))


async def test_a_guest_agrees_and_belongs_to_the_side(sim: Table) -> None:
    await sim.battle()
    invited = await sim.ada.slash(sim.channel, "team invite", player=sim.cleo)
    assert "Cleo is asked" in said(invited)
    asking = sim.asking
    assert f"<@{sim.cleo.id}>" in asking.content and "join the Byzantines" in asking.content
    refused = await sim.ben.click(asking, custom_id=control(asking, "guest").custom_id)
    assert refused.ephemeral and "Nobody has invited you" in said(refused)
    await sim.cleo.click(asking, custom_id=control(asking, "guest").custom_id)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    assert battle.sides_of(sim.cleo.id) == ("byzantine",) and battle.led_by(sim.cleo.id) == ()
    shown = said(await sim.ben.slash(sim.channel, "team list"))
    assert f"- <@{sim.cleo.id}>: whatever comes up" in shown


async def test_a_guest_declines(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "team invite", player=sim.cleo)
    decline = next(c for c in controls(sim.asking) if c.label == "Decline")
    await sim.cleo.click(sim.asking, custom_id=decline.custom_id)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.sides_of(sim.cleo.id) == ()


async def test_who_may_invite_whom(sim: Table) -> None:
    await sim.battle()
    assert "Only who leads a side" in said(await sim.cleo.slash(sim.channel, "team invite", player=sim.cleo))
    assert "on both sides" in said(await sim.ada.slash(sim.channel, "team invite", player=sim.ben))
    assert "lead the Byzantines already" in said(await sim.ada.slash(sim.channel, "team invite", player=sim.ada))
    await join(sim, sim.cleo, sim.ada)
    assert "Only who leads a side" in said(await sim.cleo.slash(sim.channel, "team invite", player=await dora(sim)))
    assert "on both sides" in said(await sim.ben.slash(sim.channel, "team invite", player=sim.cleo))
    assert "Only who leads a side gives" in said(await sim.cleo.slash(sim.channel, "battle resign", sure=True))


async def test_a_member_without_commands_answers_like_the_leader(sim: Table) -> None:
    await sim.battle()
    await join(sim, sim.cleo, sim.ada)
    await sim.to_orders()
    before = await sim.head()
    done = await sim.cleo.slash(sim.channel, "order", text="done")
    assert await sim.head() > before, said(done)


async def test_a_member_with_a_command_orders_that_and_nothing_else(sim: Table) -> None:
    await sim.battle()
    await join(sim, sim.cleo, sim.ada)
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    units = [c.unit for c in question.decision.menu if c.unit is not None and c.menu is not None]
    mine, other = units[0], units[-1]
    offered = await sim.ada.autocomplete(sim.channel, "team assign", "commands", mine, player=sim.cleo)
    assert mine in [o["value"] for o in offered]
    told = await sim.ada.slash(sim.channel, "team assign", player=sim.cleo, commands=mine)
    assert "Cleo orders" in said(told)
    before = await sim.head()
    refused = await sim.cleo.slash(sim.channel, "order", text=f"{other} @E", preview=False)
    assert f"Your command is {mine}" in said(refused) and await sim.head() == before
    refused = await sim.cleo.slash(sim.channel, "order", text="done", preview=False)
    assert f"Your command is {mine}" in said(refused) and await sim.head() == before
    game = await sim.service.play.game(battle.id)
    standing = {c.id: c for c in game.view().counters}
    turn = next(d for d in ("E", "NE", "NW", "W", "SW", "SE") if standing[mine].facing.name != d)
    allowed = await sim.cleo.slash(sim.channel, "order", text=f"{mine} @{turn}", preview=False)
    assert await sim.head() > before, said(allowed)
    assert "is no leader, command" in said(
        await sim.ada.slash(sim.channel, "team assign", player=sim.cleo, commands="Hannibal")
    )


async def test_the_member_whose_leader_acts_is_the_one_asked(sim: Table) -> None:
    await sim.battle()
    await join(sim, sim.cleo, sim.ada)
    await sim.ada.slash(sim.channel, "team assign", player=sim.cleo, commands="Belisarius")
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    assert question.user == sim.cleo.id
    await sim.restart()
    (question,) = await sim.service.play.open_questions(battle.id)
    assert question.user == sim.cleo.id
    before = await sim.head()
    await sim.cleo.slash(sim.channel, "order", text="done", preview=False)
    assert await sim.head() > before


async def test_members_leave_and_are_removed(sim: Table) -> None:
    await sim.battle()
    await join(sim, sim.cleo, sim.ada)
    assert "Only the leader" in said(await sim.ben.slash(sim.channel, "team remove", player=sim.cleo))
    assert "no longer one of the Byzantines" in said(await sim.cleo.slash(sim.channel, "team leave"))
    assert "in no team" in said(await sim.cleo.slash(sim.channel, "team leave"))
    await join(sim, sim.cleo, sim.ada)
    assert "no longer one" in said(await sim.ada.slash(sim.channel, "team remove", player=sim.cleo))
    await sim.to_orders()
    assert "It isn't your decision" not in said(await sim.cleo.slash(sim.channel, "order", text="done"))


async def test_a_substitute_takes_the_seat_and_the_dice_stay_what_they_were(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    before = (await sim.service.rolls.trail(battle.id)).header
    await join(sim, sim.cleo, sim.ada, "team substitute")
    assert "are led by" in sim.told and "Referee" not in sim.told, "that is nobody's ruling"
    battle = await sim.service.battles.get(battle.id)
    assert battle.player("byzantine") == sim.cleo.id and battle.sides_of(sim.ada.id) == ()
    assert (await sim.service.rolls.trail(battle.id)).header == before
    assert all(o.user != sim.ada.id for o in await sim.service.play.open_questions(battle.id))
    assert "led by Cleo" in said(await sim.ben.slash(sim.channel, "record log"))


async def test_somebody_steps_in_for_a_player_who_is_missing(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    refused = await sim.cleo.slash(sim.channel, "team step-in", side="Byzantines")
    assert "isn't missing" in said(refused)
    clock = sim.service.sessions.clock
    late = 0.0
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + late)
    for _ in range(12):
        if await sim.service.teams.missed(battle.id, "byzantine") >= 2:
            break
        late += 3600
        await sim.bot.messages.background.tick()
    assert await sim.service.teams.missed(battle.id, "byzantine") >= 2
    assert "on both sides" in said(await sim.ben.slash(sim.channel, "team step-in", side="Byzantines"))
    told = await sim.cleo.slash(sim.channel, "team step-in", side="Byzantines")
    assert "You lead the Byzantines now" in said(told)
    assert (await sim.service.battles.get(battle.id)).player("byzantine") == sim.cleo.id
    assert any("Cleo steps in for" in m.content for m in sim.messages)


async def test_a_team_is_made_before_the_battle_too(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron", side="Byzantines")
    await join(sim, sim.cleo, sim.ada)
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.sides_of(sim.cleo.id) == ("byzantine",)


async def test_the_other_servers_buttons_are_none_of_ours(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "team invite", player=sim.cleo)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    for command in ("team invite", "team assign", "team remove"):
        told = await stranger.slash(channel, command, player=stranger)
        assert told.ephemeral and "no battle in this channel" in said(told)
