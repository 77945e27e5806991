"""A battle looked back at on the board, over real HTTP: what /replay shows, and nobody else sees."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.board.moments import Moments
from bot.board.on_discord import linked
from bot.messages.pictures import films as of_films
from tests.bot.e2e.kit import Table, components, press, said, shown
from tests.bot.e2e.test_board import URL, Browser, seated
from tests.bot.e2e.test_record import saved
from tests.bot.e2e.test_viewer import steps, viewer


async def acted(sim: Table) -> None:
    """Belisarius has two of his units move."""
    await sim.battle()
    await sim.to_orders()
    for order in ("THC3 > 5008", "BHC1 > +2"):
        assert "one" in said(await sim.ada.slash(sim.channel, "order", text=order)), order


async def test_a_battle_under_way_is_looked_back_at(sim: Table) -> None:
    await acted(sim)
    await sim.ada.slash(sim.channel, "record remark", text="I should have waited")
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        browser = await seated(sim, lambda: Browser(at), sim.cleo)
        now = (await browser.get("/api/battle"))[1]
        listed = {by: (await browser.get("/api/steps", by=by))[1]["steps"] for by in "ase"}
        assert 1 < len(listed["a"]) <= len(listed["s"]) < len(listed["e"])
        assert listed["a"][0]["at"] == 0 and listed["a"][0]["title"] == "The beginning"
        assert len({s["key"] for s in listed["e"]}) == len(listed["e"])
        first, *_, final = [(await browser.get("/api/step", by="a", at=str(s["at"])))[1] for s in listed["a"]]
        assert first["n"] == 0 and first["question"] is None and first["pieces"]
        assert [p["at"] for p in first["pieces"]] != [p["at"] for p in final["pieces"]]
        # The last step is how things stand, and its story the viewer's.
        assert (final["pieces"], final["sides"]) == (now["pieces"], now["sides"])
        there = viewer(await steps(sim, sim.cleo))
        assert final["story"][0]["lines"] and final["story"][0]["lines"][0] in there.content
        assert any("should have waited" in note for note in final["story"][0]["notes"])
        # The viewer's own button leads to the same step.
        pressed = await press(sim.cleo, there, "Board")
        (link,) = [c.url for c in components(shown(pressed)) if getattr(c, "url", None)]
        assert shown(pressed).flags.ephemeral and f"/?step={final['at']}#" in link
        status, picture = await browser.get("/api/stepmap", by="a", at="0", layers="zones,last", key="x")
        assert status == 200 and picture.startswith(b"\x89PNG")
        for asked in ({"by": "x", "at": "0"}, {"by": "a", "at": "-1"}, {"by": "a", "at": "9" * 20}, {"by": "a"}, {}):
            for path in ("/api/step", "/api/stepmap"):
                assert (await browser.get(path, **asked))[0] == 409, asked
        assert (await browser.get("/api/steps"))[0] == 409
        assert (await browser.get("/api/step", by="a", at="999999999"))[1]["n"] == final["n"], "the last one before it"
        await browser.http.close()


async def test_how_far_looking_back_is_ready_is_told_until_it_is(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await acted(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    films = sim.bot.messages.films
    here = await sim.bot.messages.lookup.look(battle.id, sim.cleo.id)
    looking, draw = Moments(films), films.drawing_pool.draw
    held, parts = asyncio.Event(), 0

    async def slowly(*args: Any, **given: Any) -> Any:
        nonlocal parts
        parts += 1
        if parts == 2:
            await held.wait()
        return await draw(*args, **given)

    monkeypatch.setattr(films.drawing_pool, "draw", slowly)
    monkeypatch.setattr(of_films, "PART", 5)
    told = [await looking.soon(here, "a", 0.01)]
    while not told[-1]["share"]:
        told.append(await looking.soon(here, "a", 0.01))
    assert 0 < told[-1]["share"] < 1 and all("steps" not in x for x in told)
    held.set()
    assert (await looking.soon(here, "a", 60.0))["steps"] == (await looking.list(here, "a"))["steps"]
    assert films.share(here.battle, here.catalogue) == 0.0, "nothing is being made"


async def test_who_sees_a_battle_with_a_delay_sees_no_later_step(sim: Table) -> None:
    await acted(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    here = await sim.bot.messages.lookup.look(battle.id, sim.cleo.id)
    looking = Moments(sim.bot.messages.films)
    every = (await looking.list(here, "e"))["steps"]
    entries = await sim.service.play.entries(battle.id)
    for seq in (0, every[1]["at"], every[-2]["at"]):
        game = cast("Any", SimpleNamespace(journal=[e for e in entries if e.seq <= seq]))
        then = replace(here, running=game)
        found = (await looking.list(then, "e"))["steps"]
        assert found == every[: len(found)] and found[-1]["at"] <= seq < every[-1]["at"]
        assert (await looking.at(then, "e", "999999999")).step.at == found[-1]["at"]


async def test_a_record_opens_on_the_board(sim: Table) -> None:
    await acted(sim)
    await sim.cleo.slash(sim.channel, "record load", file=("b.txt", await saved(sim, sim.cleo)))
    kept = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.status == "record")
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        there = viewer(await steps(sim, sim.ben, battle=kept.id))
        pressed = await press(sim.ben, there, "Board")
        (link,) = [c.url for c in components(shown(pressed)) if getattr(c, "url", None)]
        browser = Browser(at)
        assert "?step=0#" in link and await browser.open(link.partition("#")[2]) == 200, said(pressed)
        told = (await browser.get("/api/battle"))[1]
        assert told["record"] is True and told["question"] is None and told["pieces"]
        listed = (await browser.get("/api/steps", by="s"))[1]["steps"]
        first, step = [(await browser.get("/api/step", by="s", at=str(s["at"])))[1] for s in listed[:2]]
        assert step["n"] == 1 and step["story"][0]["lines"] and first["outcome"] == ""
        status, no = await browser.get("/api/trail")
        assert status == 409 and "no secrets" in no["error"]
        await browser.http.close()
