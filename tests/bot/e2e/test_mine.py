"""/mine anywhere, the daily digest, vacations told, time zones by name, and calling a referee."""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages.delivery import digests
from bot.storage.shards import Shards
from tests.bot.e2e.kit import SCENARIO, Table, components, control, said, text_of
from tests.bot.quiet.hearing import Hearing

DAY = 24 * 3600.0


@pytest.fixture
def passed(sim: Table, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the clock is ahead: change the only item."""
    clock, ahead = sim.service.sessions.clock, [0.0]
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + ahead[0])
    return ahead


# -- /mine ------------------------------------------------------------------------------------------------------------


async def test_ones_battles_of_every_server_stand_in_one_list(sim: Table) -> None:
    empty = await sim.cleo.slash(sim.channel, "mine")
    assert empty.ephemeral and "in no battle" in said(empty)
    await sim.battle(mode="correspondence")
    other = sim.env.create_guild("Elsewhere")
    there = other.create_text_channel("field")
    ada_there = other.add_member(sim.ada.user)
    await ada_there.slash(there, "battle create", scenario="men-of-iron/falkirk")
    battle = await sim.service.battles.in_channel(there.id)
    assert battle is not None
    await ada_there.slash(there, "battle join", side=battle.sides[0][1])
    mine = await ada_there.slash(there, "mine")
    assert mine.ephemeral
    first, second = said(mine).splitlines()
    assert "Tricameron" in first and "Hexarch" in first and "your move" in first and "<t:" in first
    assert "Falkirk" in second and "hasn't begun" in second and "Elsewhere" in second
    (link,) = (c for m in (mine.response, *mine.followups) if m for c in components(m) if getattr(c, "url", None))
    assert link.label == "Next" and str(sim.asking.id) in link.url, "straight to the question"
    theirs = said(await sim.ben.slash(sim.channel, "mine"))
    assert "waits for" in theirs and "your move" not in theirs and "Falkirk" not in theirs
    assert "no battle" in said(await sim.cleo.slash(sim.channel, "mine")), "others' battles are theirs"


async def test_it_may_be_installed_by_a_user_and_used_in_private(sim: Table) -> None:
    command = sim.bot.tree.get_command("mine")
    assert command is not None
    contexts, installs = getattr(command, "allowed_contexts", None), getattr(command, "allowed_installs", None)
    assert contexts is not None and installs is not None
    assert contexts.guild and contexts.dm_channel and contexts.private_channel
    assert installs.guild and installs.user
    await sim.battle(mode="correspondence")
    private = await sim.ada.user.slash("mine")
    assert "your move" in said(private)


# -- digest -----------------------------------------------------------------------------------------------------------


async def test_a_digest_comes_once_a_day_at_eight_and_instead_of_reminders(sim: Table, passed: list[float]) -> None:
    await sim.battle(mode="correspondence")
    chosen = await sim.ada.slash(sim.channel, "preferences reminders", how="digest")
    assert "one private message a day" in said(chosen)
    hearing = Hearing(sim.env)
    midnight = sim.service.clock() // DAY * DAY - sim.service.clock()
    heard: list[int] = []
    for day, hour in ((1, 7.5), (1, 8.1), (1, 12), (1, 23), (2, 7), (2, 9)):
        passed[0] = midnight + day * DAY + hour * 3600
        await sim.bot.messages.digests.tick()
        heard.append(sum(h.reader == sim.ada.id for h in hearing.heard))
    assert heard == [0, 1, 1, 1, 1, 2], f"at {digests.HOUR_OF_DAY}"
    text = hearing.heard[-1].text
    assert "1 battle waits for you" in text and "Tricameron" in text and "your move" in text
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    passed[0] = midnight + 3 * DAY + 9 * 3600
    await sim.bot.messages.digests.tick()
    text = hearing.heard[-1].text
    assert "Tricameron" in text and "tocca a te" in text and not any(x in text for x in ("waits", "your move", "until"))
    passed[0] = 1.5 * DAY
    assert [r async for r in sim.service.deadlines.remind()] == [], "no reminder besides"


async def test_digests_are_sent_by_one_process_and_some_at_a_time(
    sim: Table, passed: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle(mode="correspondence")
    field = sim.guild.create_text_channel("second")
    await sim.ben.slash(field, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    await sim.ada.slash(field, "battle join", side="Vandals")
    await sim.ben.slash(field, "battle start")
    for player in (sim.ada, sim.ben):
        await player.slash(sim.channel, "preferences reminders", how="digest")
    hearing = Hearing(sim.env)
    passed[0] = (sim.service.clock() // DAY + 1) * DAY + 12 * 3600 - sim.service.clock()
    monkeypatch.setattr(digests, "AT_ONCE", 1)
    lease, digested = sim.service.database.lease, sim.bot.messages.digests
    every = lease.shards
    lease.shards = Shards((1,), 2)
    await digested.tick()
    assert not hearing.heard, "another process tells of all"
    lease.shards = every
    heard: list[int] = []
    for _ in range(3):
        await digested.tick()
        heard.append(len(hearing.heard))
    assert heard == [1, 2, 2]


# -- vacations --------------------------------------------------------------------------------------------------------


async def test_opponents_learn_of_a_vacation_when_it_begins_and_when_it_delays_them(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    hearing = Hearing(sim.env)
    await sim.ben.slash(sim.channel, "preferences away", until="5d")
    (news,) = hearing.heard
    assert news.called == (sim.ada.id,) and "Vandals are away until" in news.text
    for _ in range(12):
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        (o, *_) = await sim.service.play.open_questions(battle.id)
        if o.user == sim.ben.id:
            break
        assert o.user is not None
        await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test", o.side)
        await sim.bot.messages.publisher.publish(battle.id, actor=o.user)
    assert "Away until" in text_of(sim.asking)
    mine = said(await sim.ada.slash(sim.channel, "mine"))
    assert "free again <t:" in mine


async def test_time_zones_are_offered_and_kept_by_name(sim: Table) -> None:
    offered = await sim.ada.autocomplete(sim.channel, "preferences quiet", "zone", "berl")
    assert offered[0]["value"] == "Europe/Berlin"
    kept = await sim.ada.slash(sim.channel, "preferences quiet", zone="berlin", **{"from": 22, "to": 7})
    assert "(Europe/Berlin)" in said(kept), said(kept)
    for zone, says in (("Atlantis", "no time zone"), ("+99", "Clocks are"), ("?", "Write your time zone")):
        refused = await sim.ben.slash(sim.channel, "preferences quiet", zone=zone, **{"from": 22, "to": 7})
        assert says in said(refused), said(refused)


async def test_a_reminder_names_the_question_and_links_to_it(sim: Table, passed: list[float]) -> None:
    await sim.battle(mode="correspondence")
    asking = sim.asking
    passed[0] = 1.2 * DAY
    hearing = Hearing(sim.env)
    await sim.bot.messages.background.tick()
    (reminder,) = hearing.heard
    assert reminder.called == (sim.ada.id,) and str(asking.id) in reminder.text
    assert "act" in reminder.text and "default answers" in reminder.text


# -- referees and records ---------------------------------------------------------------------------------------------


async def test_a_player_calls_a_referee_once(sim: Table) -> None:
    judges = sim.guild.create_role("judges", mentionable=True)
    rita = sim.guild.add_member(sim.env.create_user("rita", global_name="Rita"), roles=[judges])
    await sim.service.referee.set_role(sim.guild.id, judges.id)
    await sim.battle()
    helped = await sim.ada.slash(sim.channel, "help")
    shown = next(m for m in (helped.response, *helped.followups) if m is not None and m.components)
    box = await sim.ada.click(shown.message, custom_id=control(shown, "callref").custom_id)
    assert box.modal is not None
    field = box.modal["components"][0]["components"][0]["custom_id"]
    hearing = Hearing(sim.env)
    done = await sim.ada.submit_modal(box, {field: "Who stands in 4706?"})
    assert done.ephemeral and "A referee is called" in said(done)
    (call,) = hearing.heard
    assert call.called == (rita.id,) and "Ada" in call.text and "4706" in call.text
    again = await sim.ada.slash(sim.channel, "battle referee", reason="Please")
    assert "have called a referee already" in said(again)
    assert "Only the players" in said(await sim.cleo.slash(sim.channel, "battle referee", reason="Look"))
    assert len(hearing.heard) == 1
    assert not [m for m in (await sim.cleo.slash(sim.channel, "help")).followups if m.components]


async def test_a_record_that_was_brought_along_is_taken_away(sim: Table, manager: Any) -> None:
    await sim.battle()
    saved = await sim.ada.slash(sim.channel, "record save")
    (file,) = next(m for m in (saved.response, *saved.followups) if m is not None and m.attachments).attachments
    data = sim.env.backend.cdn.get(file.url)
    assert data is not None
    edited = data.replace(b"Ada", b"Nobody").replace(b"Ben", b"Somebody Else")
    loaded = await sim.ben.slash(sim.channel, "record load", file=("b.txt", edited))
    assert "is kept" in said(loaded), said(loaded)
    [record] = [b for b in await sim.service.battles.of_guild(sim.guild.id) if b.status == "record"]
    assert "Only whoever" in said(await sim.ada.slash(sim.channel, "record remove", battle=record.id, sure=True))
    assert "If you mean it" in said(await manager.slash(sim.channel, "record remove", battle=record.id))
    running = await sim.service.battles.in_channel(sim.channel.id)
    assert running is not None
    played = await manager.slash(sim.channel, "record remove", battle=running.id, sure=True)
    assert "was played here" in said(played)
    gone = await manager.slash(sim.channel, "record remove", battle=record.id, sure=True)
    assert "no longer kept" in said(gone), said(gone)
    assert [b.status for b in await sim.service.battles.of_guild(sim.guild.id)] == ["running"]
    assert "no such battle" in said(await sim.ada.slash(sim.channel, "record log", battle=record.id)).lower()


async def test_a_referee_changes_how_a_battle_is_played(sim: Table, manager: Any) -> None:
    await sim.battle()
    hearing = Hearing(sim.env)
    changed = await manager.slash(sim.channel, "battle mode", mode="correspondence")
    assert "played on" in said(changed), said(changed)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.mode == "correspondence" and battle.request is None
    (told,) = hearing.heard
    assert sorted(told.called) == sorted((sim.ada.id, sim.ben.id)) and "Mia" in told.text
    await manager.slash(sim.channel, "battle limits", answer="3d")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.limits.seconds == 3 * DAY
    assert "Only players who lead" in said(await sim.cleo.slash(sim.channel, "battle limits", answer="1h"))


# -- when somebody is free again --------------------------------------------------------------------------------------


async def sleep(sim: Table, who: Any) -> None:
    """Quiet hours from an hour ago until two hours from now."""
    hour = int(sim.service.clock() // 3600) % 24
    told = await who.slash(
        sim.channel, "preferences quiet", zone="UTC", **{"from": (hour - 1) % 24, "to": (hour + 2) % 24}
    )
    assert "o'clock" in said(told), said(told)


async def test_a_question_tells_when_whoever_is_asked_is_free_again_unless_they_are_here(sim: Table) -> None:
    await sleep(sim, sim.ada)
    hearing = Hearing(sim.env)
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ben.slash(sim.channel, "battle start")
    free = int(sim.service.clock() // 3600 + 2) * 3600
    assert f"These are their quiet hours; free again <t:{free}:t>." in sim.asking.content
    assert f"free again <t:{free}" in said(await sim.ben.slash(sim.channel, "mine"))
    assert "waits for Ada" in said(await sim.ben.slash(sim.channel, "mine"))
    assert len([h for h in hearing.heard if h.reader == sim.ada.id]) <= 1, "no message or ping besides the question's"


async def test_a_question_to_whoever_has_just_acted_speaks_of_no_quiet_hours(sim: Table) -> None:
    await sleep(sim, sim.ada)
    await sim.battle(mode="correspondence")
    assert "quiet hours" not in sim.asking.content


async def test_who_offers_a_battle_to_somebody_on_vacation_is_told_until_when(sim: Table) -> None:
    assert "free again" not in said(await sim.ada.slash(sim.channel, "offer make", scenario=SCENARIO, opponent=sim.ben))
    await sim.ben.slash(sim.channel, "preferences away", until="3d")
    field = sim.guild.create_text_channel("field")
    told = said(await sim.ada.slash(field, "offer make", scenario=SCENARIO, opponent=sim.ben))
    assert f"<@{sim.ben.id}> is free again <t:" in told
