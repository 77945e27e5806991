"""The table of every end-to-end test, and the simulated Discord below it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests import memory
from tests.bot.e2e.drawn import drawing, forget
from tests.bot.e2e.kit import Table
from tests.bot.e2e.strays import listening, running, unhurried

memory.LET_GO.append(forget)


@pytest.fixture(autouse=True)
def _no_stray_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on every exception that the test didn't announce with ``errors_expected``."""
    patterns = [p for mark in request.node.iter_markers("errors_expected") for p in mark.args]
    with listening() as strays:
        yield
    unexpected = strays.unexpected(patterns)
    assert not unexpected, "errors nobody expected:\n" + "\n".join(unexpected)


@pytest.fixture(scope="package", autouse=True)
def _in_no_hurry() -> Iterator[None]:
    with unhurried():
        yield


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}"


@pytest_asyncio.fixture
async def env(url: str, request: pytest.FixtureRequest) -> AsyncIterator[simcord.Env]:
    async with running(
        create_bot(await Service.open(url), drawing_pool=drawing(request), rates=Rates(UNLIMITED), pace=0)
    ) as env:
        yield env


@pytest_asyncio.fixture
async def sim(env: simcord.Env, url: str) -> AsyncIterator[Table]:
    found = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
    yield found
    # As a computer player may still be reading: the bot closes them before anything else, too.
    await found.bot.messages.opponents.close()
    await found.service.close()


@pytest.fixture
def manager(sim: Table) -> Any:
    """Somebody who manages the server, and is its referee."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
