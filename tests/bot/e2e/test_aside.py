"""What nobody waits for holds up no press, on a Discord that waits for all that a press has begun."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from renderer.map import files
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, said


class Slow(DrawnOnce):
    """What is drawn ahead is never done."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def aside(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        self.asked.set()
        await asyncio.Event().wait()


async def test_no_press_waits_for_ground_that_is_drawn_ahead(
    sim: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    pool = Slow()
    ground = sim.bot.messages.pictures._ground
    monkeypatch.setattr(ground, "_pool", pool)
    await sim.battle()
    await sim.to_orders()
    told = await sim.ada.slash(sim.channel, "order", text="THC3 > 5008")
    assert "Done" in said(told)
    await asyncio.wait_for(pool.asked.wait(), 60)
    assert ground._task is not None and not ground._task.done()
    ground.close()
