"""Errors of ours in what nobody asks for: the log has them once, those concerned hear of it once, the others go on."""

from __future__ import annotations

import logging
from itertools import pairwise
from typing import Any

import pytest

from bot.service.sessions.session import Session
from bot.stumbles import WAITS
from tests.bot.e2e.kit import Table

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
