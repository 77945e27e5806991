"""Errors of ours in what nobody asks for: the log has them once, those concerned hear of it once, the others go on."""

from __future__ import annotations

import logging
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.service.competitions.competitions import SHOWN
from bot.service.sessions.session import Session
from bot.storage.trouble import DatabaseTrouble
from bot.stumbles import WAITS
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.test_events import called, referee

__all__ = ["referee"]

DAY = 86400.0


def full(caplog: pytest.LogCaptureFixture, words: str) -> list[logging.LogRecord]:
    """Lines of the log that have a traceback."""
    return [r for r in caplog.records if words in r.getMessage() and r.exc_info]


@pytest.mark.errors_expected("the default could not be given")
async def test_a_deadline_that_fails_is_told_once_and_tried_later_each_time(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "hexarch")
    await sim.battle(mode="correspondence")
    service, tick = sim.service, sim.bot.messages.background.tick
    now = service.clock() + 30 * DAY
    monkeypatch.setattr(service.sessions, "clock", lambda: now)
    tried: list[float] = []
    whole = Session.default

    def broken(self: Session, decision: Any) -> Any:
        tried.append(now)
        raise ArithmeticError("no default")

    monkeypatch.setattr(Session, "default", broken)
    head = await sim.head()
    for _ in range(3 * int(sum(WAITS)) // 20):
        await tick()
        now += 20.0
    apart = [b - a for a, b in pairwise(tried)]
    assert apart[: len(WAITS)] == [20.0, *WAITS[1:]] and set(apart[len(WAITS) :]) <= {WAITS[-1]}
    (line,) = full(caplog, "the default could not be given")
    told = [m.content for m in sim.messages if "something goes wrong on our side" in m.content]
    assert len(told) == 1 and sim.ada.mention in told[0] and sim.ben.mention in told[0]
    reference = getattr(line, "reference", "")
    assert reference and reference in told[0] and await sim.head() == head
    monkeypatch.setattr(Session, "default", whole)
    now += WAITS[-1]
    await tick()
    assert await sim.head() > head, "and it is given as soon as it can be"


@pytest.mark.errors_expected("the clock stumbled at digests")
async def test_a_part_of_a_round_that_fails_keeps_no_other_from_being_done_and_is_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    background, done = sim.bot.messages.background, 0

    async def broken() -> None:
        raise ArithmeticError("no digest")

    async def counted() -> None:
        nonlocal done
        done += 1

    monkeypatch.setattr(background.digests, "tick", broken)
    monkeypatch.setattr(background.field_battles, "tick", counted)
    for _ in range(5):
        await background.tick()
    assert done == 5 and len(full(caplog, "the clock stumbled at digests")) == 1


@pytest.mark.errors_expected("nobody could be reminded")
async def test_a_reminder_that_fails_keeps_no_other_from_being_sent(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle(mode="correspondence")
    first, sim.channel = sim.channel, sim.guild.create_text_channel("second")
    await sim.battle(mode="correspondence")
    broken = await sim.service.battles.in_channel(first.id)
    assert broken is not None
    deadlines, real = sim.service.deadlines, sim.service.deadlines._reminder
    now = sim.service.clock() + 40 * 3600

    async def remind(q: Any, willing: Any) -> Any:
        if q.battle == broken.id:
            raise ArithmeticError("no reminder")
        return await real(q, willing)

    monkeypatch.setattr(sim.service.sessions, "clock", lambda: now)
    monkeypatch.setattr(deadlines, "_reminder", remind)
    for _ in range(3):
        await sim.bot.messages.background.tick()
    reminded = [m for m in sim.messages if "waits for you" in m.content]
    assert len(reminded) == 1 and len(full(caplog, "nobody could be reminded")) == 1


@pytest.mark.errors_expected("the default could not be given")
async def test_a_deadline_that_fails_is_told_once_over_restarts_and_status_says_so(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle(mode="correspondence")
    now = sim.service.clock() + 30 * DAY
    whole = Session.default

    def broken(self: Session, decision: Any) -> Any:
        raise ArithmeticError("no default")

    def told() -> list[str]:
        return [m.content for m in sim.messages if "something goes wrong on our side" in m.content]

    async def ticks() -> None:
        nonlocal now
        monkeypatch.setattr(sim.service.sessions, "clock", lambda: now)
        for _ in range(4):
            await sim.bot.messages.background.tick()
            now += 20.0

    monkeypatch.setattr(Session, "default", broken)
    assert "running" in said(await sim.ada.slash(sim.channel, "battle status"))
    await ticks()
    assert len(told()) == 1
    for _ in range(2):
        await sim.restart()
        await ticks()
    assert len(told()) == 1, "the same cause isn't told again"

    reference = told()[0].partition("(reference ")[2].partition(")")[0]
    status = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "stands still" in status and "running" not in status and f"(reference {reference})" in status
    assert "stands still" in said(await sim.ada.slash(sim.channel, "battle list"))

    # As soon as it goes well, it runs; another question that fails is another cause.
    monkeypatch.setattr(Session, "default", whole)
    now += WAITS[-1]
    await ticks()
    assert "running" in said(await sim.ada.slash(sim.channel, "battle status"))
    monkeypatch.setattr(Session, "default", broken)
    now += 30 * DAY
    await ticks()
    assert len(told()) == 2


class Overdue:
    """Two battles whose time is up, and whose defaults can't be given."""

    def __init__(self, sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sim = sim
        self.channels: list[Any] = []
        self.now = sim.service.clock() + 30 * DAY
        self.monkeypatch = monkeypatch

    async def begin(self) -> None:
        self.channels = [self.sim.channel, self.sim.guild.create_text_channel("second")]
        for channel in self.channels:
            self.sim.channel = channel
            await self.sim.battle(mode="correspondence")

        def broken(session: Session, decision: Any) -> Any:
            raise ArithmeticError("no default")

        self.monkeypatch.setattr(Session, "default", broken)
        self.monkeypatch.setattr(self.sim.service.sessions, "clock", lambda: self.now)

    async def ticks(self, n: int = 3) -> None:
        for _ in range(n):
            await self.sim.bot.messages.background.tick()
            self.now += 20.0

    def told(self) -> list[int]:
        """How often each battle's players were told."""
        return [len([m for m in c.history() if "something goes wrong on our side" in m.content]) for c in self.channels]


@pytest.mark.errors_expected("the default could not be given")
async def test_that_a_deadline_fails_is_told_once_discord_is_well(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    overdue = Overdue(sim, monkeypatch)
    await overdue.begin()
    sim.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await overdue.ticks()
    assert overdue.told() == [0, 0]
    sim.env.backend.faults.clear()
    await overdue.ticks()
    assert overdue.told() == [1, 1]


@pytest.mark.errors_expected("the default could not be given", "the clock stumbled at stuck deadlines")
async def test_that_one_deadline_fails_is_told_though_another_cannot_be(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    overdue = Overdue(sim, monkeypatch)
    await overdue.begin()
    first = await sim.service.battles.in_channel(overdue.channels[0].id)
    assert first is not None
    calls, call = sim.bot.messages.calls, sim.bot.messages.calls.call

    async def breaks(guild: int, channel: int, *args: Any, **options: Any) -> Any:
        if channel == first.channel:
            raise ArithmeticError("it can't be called")
        return await call(guild, channel, *args, **options)

    monkeypatch.setattr(calls, "call", breaks)
    await overdue.ticks()
    assert overdue.told() == [0, 1]
    monkeypatch.setattr(calls, "call", call)
    await overdue.ticks()
    assert overdue.told() == [1, 1]


@pytest.mark.errors_expected("the default could not be given")
async def test_that_a_deadline_fails_is_not_told_once_it_is_answered(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    overdue = Overdue(sim, monkeypatch)
    await overdue.begin()
    sim.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await overdue.ticks()
    first = await sim.service.battles.in_channel(overdue.channels[0].id)
    assert first is not None
    for o in await sim.service.play.open_questions(first.id):
        assert o.user is not None
        await sim.service.play.answer(first.id, o.user, o.token, o.decision.default, "test")
    sim.env.backend.faults.clear()
    await overdue.ticks(1)
    assert overdue.told() == [0, 1]


async def test_status_says_that_a_battle_whose_channel_is_shut_stands_still(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.service.pauses.set_halted(battle.id, True)
    await sim.service.pauses.pause(battle.id)
    status = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "stands still" in status and "nothing can be posted in its channel" in status and "running" not in status
    await sim.service.pauses.set_halted(battle.id, False)
    status = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "stands still" in status and "/battle move" in status
    await sim.service.pauses.go_on(battle.id)
    assert "running" in said(await sim.ada.slash(sim.channel, "battle status"))


@pytest.mark.errors_expected("could not be looked after")
async def test_spectators_that_fail_are_logged_once_and_keep_no_other_waiting(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages, done = sim.bot.messages, 0

    def broken() -> None:
        raise ArithmeticError("no mirror")

    async def counted() -> None:
        nonlocal done
        done += 1

    monkeypatch.setattr(messages.mirrors, "tick", broken)
    monkeypatch.setattr(messages.watch, "tick", counted)
    cog: Any = sim.bot.get_cog("watch")
    for _ in range(5):
        await cog.round.coro(cog)
    assert done >= 5 and len(full(caplog, "mirrors could not be looked after")) == 1


@pytest.mark.errors_expected("its mirror is behind")
async def test_a_mirror_that_fails_is_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None

    async def broken(battle_id: str) -> None:
        raise ArithmeticError("no mirror")

    monkeypatch.setattr(sim.bot.messages.mirrors, "follow", broken)
    for _ in range(4):
        await sim.bot.messages.mirrors._safely(battle.id)
    assert len(full(caplog, "its mirror is behind")) == 1


@pytest.mark.errors_expected("its watchers are behind")
async def test_watchers_that_fail_are_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = sim.bot.messages.watch

    async def broken(battle_id: str, most: int) -> None:
        raise ArithmeticError("no news")

    monkeypatch.setattr(watch, "follow", broken)
    for _ in range(4):
        watch.hear("a-battle")
        await watch.tick()
    assert len(full(caplog, "its watchers are behind")) == 1


@pytest.mark.errors_expected("event gone stumbled")
async def test_an_event_that_fails_is_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(event_id: str) -> None:
        raise ArithmeticError("no event")

    monkeypatch.setattr(sim.service.competitions, "go_on", broken)
    for _ in range(4):
        await sim.bot.messages.competitions.attend("gone")
    assert len(full(caplog, "event gone stumbled")) == 1


@pytest.mark.errors_expected("its computer player can't think")
async def test_a_computer_player_that_fails_is_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (asked, *_) = await sim.service.play.open_questions(battle.id)
    opponents = sim.bot.messages.opponents

    async def broken(job: Any) -> None:
        raise ArithmeticError("no thought")

    monkeypatch.setattr(opponents.pool, "think", broken)
    job: Any = SimpleNamespace(battle=battle.id, token=asked.token, side=asked.side)
    for _ in range(3):
        assert (await opponents._thought(job)).answer == asked.decision.default, "and answers all the same"
    assert len(full(caplog, "can't think")) == 1


@pytest.mark.errors_expected("the deadline could not be moved")
async def test_preferences_of_a_battle_that_cannot_be_loaded_are_logged_once(
    sim: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle(mode="correspondence")

    async def broken(session: Any) -> bool:
        raise ArithmeticError("no battle")

    monkeypatch.setattr(sim.service.sessions, "refresh", broken)
    for how in ("dm", "none", "ping"):
        await sim.service.preferences._change(sim.ada.id, lambda values, _, how=how: values.update(reminders=how))
    assert len(full(caplog, "the deadline could not be moved")) == 1


@pytest.mark.parametrize(
    "error", [DatabaseTrouble("away"), aiohttp.ClientConnectionError("away"), TimeoutError("away"), OSError("away")]
)
async def test_an_event_goes_on_with_the_next_look_once_the_database_or_the_network_is_back(
    sim: Table, referee: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben)
    competitions, service = sim.bot.messages.competitions, sim.service.competitions
    now, go_on, away = sim.service.clock(), service.go_on, True
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: now)
    asked = 0

    async def broken(event_id: str) -> Any:
        nonlocal asked
        asked += 1
        if away:
            raise error
        return await go_on(event_id)

    monkeypatch.setattr(service, "go_on", broken)
    await sim.service.settings.put(f"event:{event.id}", SHOWN, None)
    for _ in range(3):
        await competitions.tick()
    warned = [r for r in caplog.records if f"event {event.id}: it goes on with the next look" in r.getMessage()]
    assert asked == 3 and [r.levelname for r in warned] == ["WARNING"] * 3 and not any(r.exc_info for r in warned)
    away = False
    await competitions.tick()
    assert asked == 4 and (await sim.service.settings.of(f"event:{event.id}")).get(SHOWN), "at the same hour"
