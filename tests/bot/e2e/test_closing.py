"""What is done once when a battle is over: exactly once, also when it fails at first or the process dies."""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages.messages import Messages
from bot.service import Battle
from tests.bot.e2e.kit import Table


async def test_it_is_done_once_when_a_battle_is_given_up(sim: Table) -> None:
    seen: list[str] = []

    async def closer(battle: Battle) -> None:
        seen.append(battle.status)

    sim.bot.messages.closing.closers.append(closer)
    await sim.battle()
    await sim.bot.messages.background.tick()
    assert seen == []
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    await sim.bot.messages.background.tick()
    assert seen == ["finished"]
    assert await sim.service.battles.unclosed() == []


@pytest.mark.errors_expected("failed .reference")
async def test_what_fails_is_tried_again_also_after_a_restart(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    async def failing(battle: Battle) -> None:
        tried.append("failed")
        raise RuntimeError("no network")

    async def working(battle: Battle) -> None:
        tried.append("done")

    sim.bot.messages.closing.closers.append(failing)
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    assert tried == ["failed"]
    assert [b.status for b in await sim.service.battles.unclosed()] == ["finished"]
    make = Messages.__init__

    def furnished(messages: Messages, *args: Any, **options: Any) -> None:
        make(messages, *args, **options)
        messages.closing.closers.append(working)

    monkeypatch.setattr(Messages, "__init__", furnished)
    await sim.restart()
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    assert tried[-1] == "done" and tried.count("done") == 1
    assert await sim.service.battles.unclosed() == []
