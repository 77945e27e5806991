"""Where computer players and the adviser think."""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages import thinking_pool
from bot.messages.thinking_pool import ThinkingPool
from engine.kernel.text import Refusal


async def test_too_much_to_think_about_is_refused_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_pool, "WAITING", 0)
    pool = ThinkingPool()
    job: Any = None
    try:
        for ask in (pool.think, pool.advise):
            with pytest.raises(Refusal, match="Too many battles are being thought about"):
                await ask(job)
    finally:
        pool.close()
