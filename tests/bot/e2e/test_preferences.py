"""/preferences: reminders, quiet hours, vacations; and what the others see of them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.time.hours import DAY, HOUR
from tests.bot.e2e.kit import SCENARIO, Table, said
from tests.bot.quiet.hearing import Hearing


@pytest.fixture
def passed(sim: Table, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that have passed: the clock stands still otherwise, at eight in the morning of some day."""
    found = [0.0]
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: 20_000 * DAY + 8 * HOUR + found[0])
    return found


async def correspondence(sim: Table) -> str:
    await sim.battle(mode="correspondence")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return battle.id


async def due(sim: Table, battle: str) -> float:
    (question, *_) = await sim.service.play.open_questions(battle)
    assert question.due is not None and question.user == sim.ada.id
    return question.due - sim.service.clock()


def letters(who: Any) -> list[str]:
    """Private messages of ours to somebody."""
    return [m.content for m in who.user.dm_channel.history()]


async def test_what_is_set_is_shown_to_him_alone_and_kept(sim: Table, passed: list[float]) -> None:
    shown = await sim.ada.slash(sim.channel, "preferences show")
    assert shown.ephemeral and "a ping in the battle's channel, when half" in said(shown)
    assert "Quiet hours: none" in said(shown) and "30 days of vacation" in said(shown)
    await sim.ada.slash(sim.channel, "preferences reminders", how="dm", before="3h")
    told = await sim.ada.slash(sim.channel, "preferences quiet", **{"from": 22, "to": 7, "zone": "+5:30"})
    assert told.ephemeral and "from 22 to 7 o'clock (UTC+5:30)" in said(told)
    await sim.restart()
    shown = said(await sim.ada.slash(sim.channel, "preferences show"))
    assert "by private message, 3 hours before the deadline" in shown and "UTC+5:30" in shown
    assert "Quiet hours: none" in said(await sim.ben.slash(sim.channel, "preferences show"))


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("reminders", {"how": "dm", "before": "soon"}, "“default” for half of the time you have"),
        ("reminders", {"how": "dm", "before": "9d"}, "seven days"),
        ("quiet", {"from": 22, "to": 12}, "at most 12 hours"),
        ("quiet", {"from": 22, "to": 7, "zone": "CET"}, "ahead of UTC"),
        ("away", {"until": "soon"}, "a date like 2026-12-01, or a time like 10d"),
        ("away", {"until": "2026-13-05"}, "a date like 2026-12-01, or a time like 10d"),
        ("away", {"until": "31d"}, "thirty days"),
        ("away", {"until": "2020-01-01"}, "an hour at least"),
        ("back", {}, "aren't away"),
    ],
)
async def test_what_makes_no_sense_is_refused(sim: Table, command: str, options: dict[str, Any], why: str) -> None:
    refused = await sim.ada.slash(sim.channel, f"preferences {command}", **options)
    assert refused.ephemeral and why in said(refused), said(refused)
    assert await sim.service.settings.of(f"user:{sim.ada.id}") == {}


async def test_a_vacation_is_shown_and_stops_the_clock(sim: Table, passed: list[float]) -> None:
    battle = await correspondence(sim)
    assert await due(sim, battle) == 48 * HOUR
    told = await sim.ada.slash(sim.channel, "preferences away", until="10d")
    assert told.ephemeral and "You are away until <t:" in said(told)
    assert await due(sim, battle) == 48 * HOUR + 10 * DAY
    (pinned,) = sim.channel.pinned_messages()
    assert "away until <t:" in str(pinned.embeds[0].fields[0].value)
    assert "away" not in str(pinned.embeds[0].fields[1].value)
    assert "away until" in said(await sim.ben.slash(sim.channel, "battle status"))
    head = await sim.head()
    passed[0] += 5 * DAY
    await sim.bot.messages.background.tick()
    assert await sim.head() == head
    back = await sim.ada.slash(sim.channel, "preferences back")
    assert "You are here; 25 days" in said(back)
    assert await due(sim, battle) == 48 * HOUR
    (pinned,) = sim.channel.pinned_messages()
    assert "away" not in str(pinned.embeds[0].fields[0].value)
    passed[0] += 48 * HOUR
    await sim.bot.messages.background.tick()
    assert await sim.head() > head


async def test_a_date_is_the_morning_of_his_day(sim: Table, passed: list[float]) -> None:
    await sim.ada.slash(sim.channel, "preferences quiet", **{"from": 22, "to": 7, "zone": "+2"})
    await sim.ada.slash(sim.channel, "preferences away", until="2024-10-10")
    assert (await sim.service.preferences.of(sim.ada.id)).away_until == 20_006 * DAY - 2 * HOUR


async def test_quiet_hours_count_besides_those_of_the_battle(sim: Table, passed: list[float]) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    await sim.ada.slash(sim.channel, "battle limits", answer="12h", quiet_from=22, quiet_to=7)
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and await due(sim, battle.id) == 12 * HOUR
    await sim.ada.slash(sim.channel, "preferences quiet", **{"from": 20, "to": 8, "zone": "+2"})
    assert await due(sim, battle.id) == 25 * HOUR, "ten today, and two tomorrow from seven on"
    ended = await sim.ada.slash(sim.channel, "preferences quiet", **{"from": 3, "to": 3})
    assert "Quiet hours: none" in said(ended)
    assert await due(sim, battle.id) == 12 * HOUR


async def test_a_question_says_that_whoever_is_asked_is_away_and_when_they_are_back(
    sim: Table, passed: list[float]
) -> None:
    await correspondence(sim)
    where = sim.asking.id

    def question() -> str:
        return next(m for m in sim.messages if m.id == where).content

    assert "Away until" not in question()
    await sim.ada.slash(sim.channel, "preferences away", until="10d")
    assert "Away until <t:" in question()
    passed[0] += 2 * DAY
    hearing = Hearing(sim.env)
    await sim.ada.slash(sim.channel, "preferences back")
    assert "Away until" not in question()
    [back] = [h for h in hearing.heard if "are back early" in h.text]
    assert "Byzantines" in back.text and back.called == ()


# -- reminders ------------------------------------------------------------------------------------------------------


async def test_a_reminder_in_the_channel(sim: Table, passed: list[float]) -> None:
    await correspondence(sim)
    before = len(sim.messages)
    passed[0] += 25 * HOUR
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    (reminder,) = sim.messages[before:]
    assert [u.id for u in reminder.mentions] == [sim.ada.id] and "waits for you" in reminder.content


async def test_a_vacation_uses_up_no_half_of_the_time(sim: Table, passed: list[float]) -> None:
    await correspondence(sim)
    await sim.ada.slash(sim.channel, "preferences away", until="10d")
    passed[0] += 10 * DAY + HOUR
    before = len(sim.messages)
    await sim.bot.messages.background.tick()
    assert len(sim.messages) == before, "one hour of 48 has passed"
    passed[0] += 24 * HOUR
    await sim.bot.messages.background.tick()
    (reminder,) = sim.messages[before:]
    assert "waits for you" in reminder.content


async def test_a_reminder_by_private_message_links_to_the_question(sim: Table, passed: list[float]) -> None:
    await correspondence(sim)
    await sim.ada.slash(sim.channel, "preferences reminders", how="dm")
    before, asking = len(sim.messages), sim.asking.id
    passed[0] += 25 * HOUR
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    assert len(sim.messages) == before
    (letter,) = letters(sim.ada)
    assert f"/channels/{sim.guild.id}/{sim.channel.id}/{asking}" in letter and "Tricameron" in letter


async def test_who_takes_no_private_messages_is_called_in_the_channel_once(sim: Table, passed: list[float]) -> None:
    await correspondence(sim)
    await sim.ada.slash(sim.channel, "preferences reminders", how="dm")
    before = len(sim.messages)
    sim.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    passed[0] += 25 * HOUR
    for _ in range(3):
        await sim.bot.messages.background.tick()
    (reminder,) = sim.messages[before:]
    assert [u.id for u in reminder.mentions] == [sim.ada.id]
    assert letters(sim.ada) == []


async def test_none_and_nothing_in_quiet_hours(sim: Table, passed: list[float]) -> None:
    await correspondence(sim)
    await sim.ada.slash(sim.channel, "preferences reminders", how="none")
    await sim.ada.slash(sim.channel, "preferences quiet", **{"from": 22, "to": 10})
    before = len(sim.messages)
    passed[0] += 2 * DAY + 4 * HOUR
    await sim.bot.messages.background.tick()
    assert len(sim.messages) == before
    passed[0] += 11 * HOUR
    await sim.ada.slash(sim.channel, "preferences reminders", how="ping")
    await sim.bot.messages.background.tick()
    assert len(sim.messages) == before, "at night"
    passed[0] += 12 * HOUR
    await sim.bot.messages.background.tick()
    assert len(sim.messages) == before + 1


async def test_a_stranger_may_have_preferences_and_changes_nobodys_battle(sim: Table, passed: list[float]) -> None:
    battle = await correspondence(sim)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    zoe = other.add_member(sim.env.create_user("zoe"))
    for who, where in ((zoe, channel), (sim.cleo, sim.channel)):
        told = await who.slash(where, "preferences away", until="10d")
        assert told.ephemeral and "You are away" in said(told)
    assert await due(sim, battle) == 48 * HOUR
