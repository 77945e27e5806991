"""The table of every end-to-end test, and the simulated Discord below it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests.bot.e2e.kit import Table


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}"


@pytest_asyncio.fixture
async def env(url: str) -> AsyncIterator[simcord.Env]:
    """Refusals reach the bot's error handler as exceptions; the tests look at what players were told instead."""
    env = simcord.Env(
        create_bot(await Service.open(url), rates=Rates(UNLIMITED)), check_errors=False, settle_timeout=30.0
    )
    await env.start()
    yield env
    await env.shutdown()


@pytest_asyncio.fixture
async def sim(env: simcord.Env, url: str) -> AsyncIterator[Table]:
    found = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
    yield found
    await found.service.close()
