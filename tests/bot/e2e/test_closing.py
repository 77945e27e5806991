"""What is done once when a battle is over: exactly once, also when it fails at first or the process dies."""

from __future__ import annotations

from typing import Any

import pytest

from bot.desk import Desk
from bot.service import Battle
from tests.bot.e2e.kit import Table


async def test_it_is_done_once_when_a_battle_is_given_up(sim: Table) -> None:
    seen: list[str] = []

    async def closer(battle: Battle) -> None:
        seen.append(battle.status)

    sim.bot.desk.closing.closers.append(closer)
    await sim.battle()
    await sim.bot.desk.upkeep.tick()
    assert seen == []
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    await sim.bot.desk.upkeep.tick()
    assert seen == ["finished"]
    assert await sim.service.battles.unclosed() == []


async def test_what_fails_is_tried_again_also_after_a_restart(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    async def failing(battle: Battle) -> None:
        tried.append("failed")
        raise RuntimeError("no network")

    async def working(battle: Battle) -> None:
        tried.append("done")

    sim.bot.desk.closing.closers.append(failing)
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    assert tried == ["failed"]
    assert [b.status for b in await sim.service.battles.unclosed()] == ["finished"]
    make = Desk.__init__

    def furnished(desk: Desk, *args: Any, **options: Any) -> None:
        make(desk, *args, **options)
        desk.closing.closers.append(working)

    monkeypatch.setattr(Desk, "__init__", furnished)
    await sim.restart()
    await sim.bot.desk.upkeep.tick()
    await sim.bot.desk.upkeep.tick()
    assert tried[-1] == "done" and tried.count("done") == 1
    assert await sim.service.battles.unclosed() == []
