"""Readers of a mirror with a delay see on the board what the mirror shows, and nothing that happened since."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.board import seats
from bot.board.on_discord import linked
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.test_board import URL, Browser, token_of
from tests.bot.e2e.test_mirror import Clock, dispatches, hidden_channel, stands, the_battle, until_dispatches
from tests.waiting import until


async def test_the_board_is_as_late_as_the_mirror(sim: Table, monkeypatch: Any) -> None:
    monkeypatch.setattr(seats, "FRESH", 0.0)
    clock, channel = Clock(sim), stands(sim)
    sim.channel = await hidden_channel(sim)
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel, delay="30m")
    await until_dispatches(sim, 3)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        cleo, ada = Browser(at), Browser(at)
        try:
            opened = await sim.cleo.slash(channel, "battle board")
            assert await cleo.open(token_of(opened)) == 200
            status, nothing = await cleo.get("/api/battle")
            assert status == 409 and "shown to spectators yet" in nothing["error"]
            await clock.on(1801)
            await sim.bot.messages.mirrors.idle()
            told = (await cleo.get("/api/battle"))[1]
            complete = (await dispatches(sim))[:-1]
            assert len(told["story"]) == len(complete) and told["mine"] == [] and told["waiting"] == []
            # The battle goes on, to its end; who reads along knows nothing of it.
            heard = bytearray()
            stream = await cleo.http.get(f"{at}/api/events", headers={"Cookie": cleo.cookie})

            async def listen() -> None:
                async for chunk in stream.content.iter_any():
                    heard.extend(chunk)

            listening = asyncio.ensure_future(listen())
            await until(lambda: b": here" in heard)
            assert await ada.open(token_of(await sim.ada.slash(sim.channel, "battle board"))) == 200
            before = {p: await cleo.get(p, by="e") for p in ("/api/battle", "/api/map", "/api/steps", "/api/trail")}
            words = await cleo.get("/api/describe", what="news")
            await until_dispatches(sim, 5)
            await sim.ben.slash(sim.channel, "battle resign", sure=True)
            await sim.env.settle()
            assert (await ada.get("/api/battle"))[1]["outcome"]
            for path, answer in before.items():
                assert await cleo.get(path, by="e") == answer, path
            assert await cleo.get("/api/describe", what="news") == words
            assert bytes(heard) == b": here\n\n", "nor that something has happened"
            last = (await ada.get("/api/steps", by="e"))[1]["steps"][-1]["at"]
            step = (await cleo.get("/api/step", by="e", at=str(last)))[1]
            assert step["n"] == len(before["/api/steps"][1]["steps"]) - 1 and "resign" not in json.dumps(step)
            tried = (await cleo.post("/api/try", {}))[1]["try"]
            assert (await cleo.get("/api/battle", **{"try": tried}))[1]["pieces"] == told["pieces"]
            # In time they are shown it, too.
            await clock.on(1801)
            await clock.on(1801)
            await sim.bot.messages.mirrors.idle()
            assert (await cleo.get("/api/battle"))[1]["outcome"]
            listening.cancel()
        finally:
            await cleo.http.close()
            await ada.http.close()


async def test_who_sees_neither_sees_nothing(sim: Table, monkeypatch: Any) -> None:
    monkeypatch.setattr(seats, "FRESH", 0.0)
    await sim.battle()
    battle = await the_battle(sim)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        cleo = Browser(at)
        try:
            assert await cleo.open(token_of(await sim.cleo.slash(sim.channel, "battle board"))) == 200
            assert (await cleo.get("/api/battle"))[0] == 200
            see = discord.Permissions(view_channel=True).value
            nobody = Overwrite(target_id=sim.guild.id, type=OverwriteType.ROLE, allow=0, deny=see)
            sim.env.backend.set_overwrite(sim.channel.id, nobody)
            await sim.env.settle()
            assert (await cleo.get("/api/battle"))[0] == 403
            other = sim.guild.create_text_channel("other")
            assert "no battle" in said(await sim.cleo.slash(other, "battle board"))
            assert "no such battle" in said(await sim.cleo.slash(other, "battle board", battle=battle.id))
        finally:
            await cleo.http.close()
