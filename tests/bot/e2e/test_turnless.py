"""A system without turns in the channel: what dispatches, status and lists say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
import simcord

from bot.app import create_bot
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.strays import running
from tests.bot.service.play.test_turnless import Turnless
from tests.bot.toy_service import open_service


@pytest_asyncio.fixture
async def env(tmp_path: Path) -> AsyncIterator[simcord.Env]:
    service = await open_service(tmp_path, Turnless)
    async with running(create_bot(service, drawing_pool=DrawnOnce())) as env:
        yield env


async def begun(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="toy/duel", side="Reds", mode="live")
    await sim.ben.slash(sim.channel, "battle join", side="Blues")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))


async def test_no_message_speaks_of_turns(sim: Table) -> None:
    await begun(sim)
    (status,) = sim.channel.pinned_messages()
    assert "Activation" in status.content and "Turn" not in status.content
    assert [f.value for f in status.embeds[0].fields] == ["Flight Points: **0 / 9**", "Flight Points: **1 / 9**"]
    (dispatch,) = [m for m in sim.messages if m.id != status.id]
    assert dispatch.content.startswith("-# Activation") and "turn" not in dispatch.attachments[0].description
    stands = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "Blue: 1 / 9 Flight Points" in stands


async def test_every_activation_is_a_dispatch_of_its_own(sim: Table) -> None:
    await begun(sim)
    (pinned,) = sim.channel.pinned_messages()

    def dispatches() -> int:
        return sum(m.id != pinned.id and m.content.startswith("-# Activation") for m in sim.messages)

    assert dispatches() == 1
    await sim.ada.slash(sim.channel, "order", text="done")
    assert dispatches() == 2, "the other side's"
    await sim.ben.slash(sim.channel, "order", text="done")
    await sim.ada.slash(sim.channel, "order", text="high")
    assert dispatches() == 2, "between activations nothing new begins"
    await sim.ben.slash(sim.channel, "order", text="low")
    await sim.ada.slash(sim.channel, "order", text="none")
    assert dispatches() == 3, "the first leader's again"


async def test_battles_are_offered_with_the_name_of_their_game(sim: Table) -> None:
    offered = await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "tricam")
    full, fast = offered
    assert "Tricameron (Cataphract)" in full["name"], "the full rules first"
    assert "Tricameron (Simple GBoH" in fast["name"]
    of_game = await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "cataphract vandal")
    assert [c["value"] for c in of_game] == ["cataphract/ad-decimum", "cataphract/tricameron"]
