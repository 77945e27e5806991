"""Channels that are deleted, and battles that move: nobody loses by it, and nothing is left pointing nowhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord
import pytest

from bot.messages.publishing.moving import GOES_ON, goes_on
from bot.messages.publishing.posts import NOTICE
from bot.narration import ENGLISH
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_agreed import clock, match
from tests.bot.e2e.test_events import called, member, place, playable, referee, told
from tests.bot.quiet.hearing import Hearing

__all__ = ["clock", "referee"]

DAY = 24 * 3600.0


def letters(who: Any) -> list[str]:
    return [m.content for m in who.user.dm_channel.history()]


async def begin(sim: Table, where: Any, *people: Any) -> None:
    for who in people:
        await who.slash(where, "battle start")


# -- a battle ----------------------------------------------------------------------------------------------------------


async def nothing(*_: Any) -> None:
    """Does nothing."""


async def test_the_clock_stands_while_nobody_can_see_the_battle(sim: Table, clock: Any) -> None:
    await sim.battle(mode="correspondence")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (before,) = await sim.service.play.open_questions(battle.id)
    clock.by += 3600
    sim.env.backend.delete_channel(sim.channel.id)
    await sim.env.settle()
    for who in (sim.ada, sim.ben):
        [letter] = letters(who)
        assert "`/battle move`" in letter and battle.title in letter and "no time passes" in letter
    clock.by += 30 * DAY
    await sim.restart()
    sim.service.sessions.clock = clock
    await sim.bot.messages.background.tick()
    assert len(letters(sim.ada)) == 1, "they were told already"
    (still,) = await sim.service.play.open_questions(battle.id)
    assert still.token == before.token, "nothing was answered by the clock"
    elsewhere = sim.guild.create_text_channel("elsewhere")
    assert "goes on here" in said(await sim.ada.slash(elsewhere, "battle move", battle=battle.id))
    (after,) = await sim.service.play.open_questions(battle.id)
    assert before.due is not None and after.due is not None
    assert abs((after.due - before.due) - 30 * DAY) < 120
    assert not (await sim.service.battles.get(battle.id)).paused
    assert any(controls(m) for m in elsewhere.history())


async def test_deleted_while_the_bot_was_away(sim: Table, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    with monkeypatch.context() as deaf:
        for name in ("channel_gone", "threads_gone"):
            deaf.setattr(sim.bot.messages.background, name, nothing)
        sim.env.backend.delete_channel(sim.channel.id)
        await sim.env.settle()
    assert not (await sim.service.battles.get(battle.id)).paused
    await sim.restart()
    sim.service.sessions.clock = clock
    await sim.bot.messages.background.tick()
    assert (await sim.service.battles.get(battle.id)).paused and len(letters(sim.ben)) == 1
    clock.by += DAY
    await sim.bot.messages.background.tick()
    assert await sim.service.teams.missed(battle.id, "byzantine") == 0


async def test_a_move_takes_everything_along_and_marks_what_it_leaves(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "battle draw")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    there = sim.guild.create_text_channel("there")
    await sim.ada.slash(there, "battle move", battle=battle.id)
    assert [c for m in sim.messages for c in controls(m)] == [], "no button is left behind"
    assert any(f"goes on in <#{there.id}>" in m.content for m in sim.messages)
    new = [m for m in there.history() if not m.is_system()]
    assert any(f"<@{sim.ben.id}>" in m.content and "goes on" in m.content and "here" in m.content for m in new)
    orders = next(m for m in new if any(c.verb == "orders" for c in controls(m)))
    assert orders.attachments, "the map stands above the controls"
    assert there.pinned_messages() and f"/{there.id}/" in there.pinned_messages()[0].content
    asked = next(m for m in new if any(c.verb == "consent" for c in controls(m)))
    await sim.restart()
    count = len(there.history())
    await sim.bot.messages.background.tick()
    assert len(there.history()) == count, "nothing is brought twice"
    board = sim.guild.create_text_channel("board")
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    await boss.slash(sim.channel, "referee scoreboard", channel=board)
    await sim.bot.messages.scoreboard.tick()
    assert f"/{there.id}/" in (board.history()[-1].embeds[0].description or "")
    await sim.ben.click(asked, custom_id=control(asked, "consent").custom_id)
    assert (await sim.service.battles.get(battle.id)).status == "finished"


async def test_a_battle_that_moves_twice_while_discord_is_away_says_so_once(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    places = [sim.guild.create_text_channel(name) for name in ("there", "yonder")]
    sim.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    for where in places:
        await sim.ada.slash(where, "battle move", battle=battle.id)
    sim.env.backend.faults.clear()
    for _ in range(2):
        await sim.bot.messages.publisher.renew(battle.id)
    told = [[m for m in where.history() if "goes on with" in m.content] for where in places]
    assert [len(t) for t in told] == [0, 1] and f"<@{sim.ben.id}>" in told[1][0].content


async def test_a_battle_that_moves_while_its_last_move_is_told_says_so_again(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    there, yonder = [sim.guild.create_text_channel(name) for name in ("there", "yonder")]
    sender, send = sim.bot.messages.publisher.sender, sim.bot.messages.publisher.sender.send

    async def slowly(here: Any, post: Any, *args: Any, **options: Any) -> Any:
        sent = await send(here, post, *args, **options)
        if post.kind != NOTICE:
            return sent
        monkeypatch.setattr(sender, "send", send)
        moved = await sim.service.lobby.move(battle.id, yonder.id)
        await sender.add_notice(battle.id, GOES_ON, goes_on(ENGLISH, moved, [sim.ben.id]))
        return sent

    monkeypatch.setattr(sender, "send", slowly)
    await sim.ada.slash(there, "battle move", battle=battle.id)
    await sim.bot.messages.publisher.renew(battle.id)
    assert [len([m for m in w.history() if "goes on" in m.content and not m.pinned]) for w in (there, yonder)] == [1, 1]


async def test_a_battle_that_has_not_begun_moves_too(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    there = sim.guild.create_text_channel("there")
    await sim.ada.slash(there, "battle move", battle=battle.id)
    assert [c for m in sim.messages for c in controls(m)] == []
    lobby = next(m for m in there.history() if any(c.verb == "join" for c in controls(m)))
    await sim.ben.click(lobby, custom_id=control(lobby, "join").custom_id)
    assert (await sim.service.battles.get(battle.id)).player("vandal") == sim.ben.id


async def test_nobody_takes_a_battle_where_the_other_cannot_follow(sim: Table, referee: Any) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    vault = sim.guild.create_text_channel(
        "vault", overwrites={sim.guild.default_role: hidden, sim.ada: seen, sim.guild.me: seen}
    )
    assert "Ben plays in this battle and can't" in said(await sim.ada.slash(vault, "battle move", battle=battle.id))
    mute = discord.PermissionOverwrite(send_messages=False)
    silent = sim.guild.create_text_channel("silent", overwrites={sim.ben: mute})
    assert "Ben plays in this battle and can't" in said(await sim.ada.slash(silent, "battle move", battle=battle.id))
    assert "You may not write in #silent" in said(await sim.ben.slash(silent, "battle move", battle=battle.id))
    assert (await sim.service.battles.get(battle.id)).channel == sim.channel.id
    # Who has left the server is in nobody's way.
    sim.guild.remove_member(sim.ben)
    there = sim.guild.create_text_channel("there")
    assert "goes on here" in said(await sim.ada.slash(there, "battle move", battle=battle.id))


# -- a match -----------------------------------------------------------------------------------------------------------


async def test_a_match_whose_thread_is_deleted_gets_another_one(sim: Table, referee: Any, clock: Any) -> None:
    event, f, where, battle = await match(sim, referee, mode="correspondence")
    one, other = member(sim, f.first), member(sim, f.second)
    await begin(sim, where, one, other)
    (before,) = await sim.service.play.open_questions(battle.id)
    hearing = Hearing(sim.env)
    sim.env.backend.delete_channel(where.id)
    await sim.env.settle()
    rang = Counter(u for h in hearing.heard for u in h.called)
    assert rang == {one.id: 1, other.id: 1}, [str(h) for h in hearing.heard]
    [again] = await playable(sim, event)
    assert again.place not in (0, where.id) and again.battle == battle.id
    new = place(sim, again)
    found = await sim.service.battles.get(battle.id)
    assert found.channel == new.id and not found.paused and found.status == "running"
    assert f"<#{new.id}>" in told(sim, event) and f"<#{where.id}>" not in told(sim, event)
    assert any("goes on here" in m.content and f"<@{one.id}>" in m.content for m in new.history())
    assert any(controls(m) for m in new.history())
    (after,) = await sim.service.play.open_questions(battle.id)
    assert after.token == before.token
    await one.slash(new, "battle resign", sure=True)
    assert (await sim.service.competitions.get(event.id)).winners == (other.id,)


async def test_a_match_before_it_begins_gets_another_thread_too(sim: Table, referee: Any) -> None:
    event, f, where, battle = await match(sim, referee)
    sim.env.backend.delete_channel(where.id)
    await sim.env.settle()
    await sim.restart()
    await sim.bot.messages.competitions.tick()
    [again] = await playable(sim, event)
    new = place(sim, again)
    assert new.id != where.id and (await sim.service.battles.get(battle.id)).channel == new.id
    assert [m for m in new.history() if "here is your match" in m.content]
    await begin(sim, new, member(sim, f.first), member(sim, f.second))
    assert (await sim.service.battles.get(battle.id)).status == "running"


async def test_only_a_referee_moves_a_match(sim: Table, referee: Any) -> None:
    event, f, _, battle = await match(sim, referee)
    there = sim.guild.create_text_channel("there")
    for who in (sim.ada, sim.ben):
        assert "a referee may move it" in said(await who.slash(there, "battle move", battle=battle.id))
    assert "goes on here" in said(await referee.slash(there, "battle move", battle=battle.id))
    [moved] = await playable(sim, event)
    assert moved.place == there.id
    await sim.bot.messages.competitions.attend(event.id)
    assert f"<#{there.id}>" in told(sim, event) and f"<#{f.place}>" not in told(sim, event)


# -- a league or cup ---------------------------------------------------------------------------------------------------


async def test_the_referees_of_an_event_learn_that_its_channel_is_gone_and_move_it(sim: Table, referee: Any) -> None:
    sim.show("referee")
    hall, new = sim.guild.create_text_channel("hall"), sim.guild.create_text_channel("new-hall")
    await referee.slash(hall, "referee event create", name="Spring", kind="league", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await who.slash(hall, "event join")
    await referee.slash(hall, "referee event start")
    [f] = await playable(sim, event)
    one, other = member(sim, f.first), member(sim, f.second)
    thread = next(t for t in hall.threads if t.id == f.place)
    await begin(sim, thread, one, other)
    sim.env.backend.delete_channel(hall.id)
    await sim.env.settle()
    assert len([x for x in letters(referee) if "`/referee event move`" in x and event.name in x]) == 1
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    await sim.restart()
    await sim.bot.messages.competitions.tick()
    assert len([x for x in letters(referee) if "`/referee event move`" in x]) == 1
    assert (await sim.service.battles.get(f.battle or "")).paused
    listed = said(await sim.ada.slash(sim.channel, "event list"))
    assert "its channel is gone" in listed and f"<#{hall.id}>" not in listed
    assert "Only referees" in said(await sim.ada.slash(new, "referee event move"))
    assert "is told here" in said(await referee.slash(new, "referee event move"))
    moved = await sim.service.competitions.get(event.id)
    assert moved.channel == new.id and moved.message is not None
    [again] = await playable(sim, event)
    assert any(t.id == again.place for t in new.threads)
    found = await sim.service.battles.get(f.battle or "")
    assert found.channel == again.place and not found.paused
    thread = next(t for t in new.threads if t.id == again.place)
    await other.slash(thread, "battle resign", sure=True)
    assert (await sim.service.competitions.get(event.id)).winners == (one.id,)
    assert any("🏆" in m.content for m in new.history())


async def test_rounds_go_on_without_the_channel_of_the_event(sim: Table, referee: Any) -> None:
    field, hall = sim.guild.create_text_channel("field"), sim.guild.create_text_channel("hall")
    await referee.slash(
        hall,
        "referee event create",
        name="Spring",
        kind="league",
        scenarios=SCENARIO,
        channels=field.mention,
        both=True,
    )
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await who.slash(hall, "event join")
    await referee.slash(hall, "referee event start")
    sim.env.backend.delete_channel(hall.id)
    await sim.env.settle()
    for _ in range(2):
        [f] = await playable(sim, event)
        await begin(sim, field, sim.ada, sim.ben)
        await member(sim, f.second).slash(field, "battle resign", sure=True)
        await sim.bot.messages.background.tick()
        sim.bot.messages.competitions._later.clear()
        await sim.bot.messages.competitions.tick()
    assert (await sim.service.competitions.get(event.id)).status == "finished"


async def test_where_the_creator_has_left_the_owner_or_the_role_is_told(sim: Table, referee: Any) -> None:
    judges = sim.guild.create_role("judges")
    hall = sim.guild.create_text_channel("hall")
    event = await sim.service.competitions.create(sim.guild.id, hall.id, referee.id, "Spring", "league", [SCENARIO])
    await sim.service.referee.set_role(sim.guild.id, judges.id)
    sim.guild.remove_member(referee)
    sim.env.backend.delete_channel(hall.id)
    await sim.env.settle()
    assert letters(referee) == []
    telling = [m for m in sim.messages if event.name in m.content and "/referee event move" in m.content]
    assert len(telling) == 1 and f"<@&{judges.id}>" in telling[0].content


async def test_another_channel_of_the_event_s_own_is_used_where_one_is_gone(sim: Table, referee: Any) -> None:
    fields = [sim.guild.create_text_channel(f"field-{n}") for n in (1, 2)]
    event = await called(
        sim, referee, "league", sim.ada, sim.ben, channels=" ".join(c.mention for c in fields), both=True
    )
    [f] = await playable(sim, event)
    assert f.place == fields[0].id
    sim.env.backend.delete_channel(fields[0].id)
    await sim.env.settle()
    [again] = await playable(sim, event)
    assert again.place == fields[1].id
    assert (await sim.service.battles.get(f.battle or "")).channel == fields[1].id
