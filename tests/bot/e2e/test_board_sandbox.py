"""Trying it on the board, over real HTTP: both sides, the computer, positions; and nothing of the battle moves."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.board.on_discord import linked
from bot.board.positions import MOST_BYTES
from bot.board.sandbox import ALL, EACH, IDLE, Sandboxes
from tests.bot.e2e.kit import SCENARIO, Table
from tests.bot.e2e.test_board import URL, Browser, seated
from tests.bot.e2e.test_board_moments import acted


async def question(browser: Browser, number: str) -> Any:
    return (await browser.get("/api/battle", **{"try": number}))[1]["question"]


async def give(browser: Browser, number: str, orders: str) -> tuple[int, Any]:
    token = (await question(browser, number))["token"]
    return await browser.post("/api/send", {"token": token, "orders": orders}, **{"try": number})


async def test_both_sides_from_any_moment_and_the_battle_stays(sim: Table) -> None:
    await acted(sim)
    head, trail = await sim.head(), len(sim.messages)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        cleo, ada = [await seated(sim, lambda: Browser(at), p) for p in (sim.cleo, sim.ada)]
        try:
            status, begun = await cleo.post("/api/try", {})
            assert status == 200, begun
            number = begun["try"]
            told = (await cleo.get("/api/battle", **{"try": number}))[1]
            assert told["mine"] == ["byzantine", "vandal"] and told["sandbox"]["back"] is False
            assert told["pieces"] == (await cleo.get("/api/battle"))[1]["pieces"]
            token = told["question"]["token"]
            menu = (await cleo.get("/api/menu", token=token, path="", **{"try": number}))[1]
            assert menu["choices"]
            group = (await cleo.get("/api/groups", token=token, **{"try": number}))[1]["groups"][0]["units"]
            units = (await cleo.get("/api/together", token=token, units=",".join(group), **{"try": number}))[1]
            assert units["ideas"]
            assert (await cleo.post("/api/form", {"token": token}, **{"try": number}))[0] == 409, (
                "there is no form here"
            )
            assert (await cleo.get("/api/describe", **{"try": number}))[1]["sections"]
            advice = await cleo.post("/api/suggest", {"token": token}, **{"try": number})
            assert advice[0] == 409 and "both sides agree" in advice[1]["error"]
            assert told["question"]["advised"] is False
            seen = (await cleo.post("/api/preview", {"token": token, "orders": "done"}, **{"try": number}))[1]
            assert seen["possible"]
            refused = await give(cleo, number, "THC3 > 0101")
            assert refused[0] == 409 and not refused[1]["possible"]
            # A whole activation and on, whoever is asked.
            assert (await give(cleo, number, "done"))[0] == 200
            after = (await cleo.get("/api/battle", **{"try": number}))[1]
            assert after["head"] != told["head"] and after["sandbox"]["back"] and after["story"]
            status, picture = await cleo.get("/api/map", layers="last", **{"try": number})
            assert status == 200 and picture.startswith(b"\x89PNG")
            assert (await cleo.get("/api/where", **{"try": number}))[1]["places"]
            assert (await cleo.get("/api/about", piece="THC3", **{"try": number}))[0] == 200
            assert (await cleo.post("/api/back", {}, **{"try": number}))[0] == 200
            again = (await cleo.get("/api/battle", **{"try": number}))[1]
            assert again["question"]["prompt"] == told["question"]["prompt"] and not again["sandbox"]["back"]
            assert (await cleo.post("/api/back", {}, **{"try": number}))[0] == 409
            # It is shared by its number, with who sees the battle, and saved as a position that can be read again.
            assert (await ada.get("/api/battle", **{"try": number}))[1]["pieces"] == told["pieces"]
            status, document = await cleo.get("/api/position", **{"try": number})
            assert status == 200
            status, second = await ada.post("/api/try", {"position": json.dumps(document)})
            assert status == 200, second
            there = (await ada.get("/api/battle", **{"try": second["try"]}))[1]
            assert there["pieces"] == told["pieces"] and there["question"]["form"] == "command"
            # From a step: there THC3 stands where it began.
            steps = (await cleo.get("/api/steps", by="a"))[1]["steps"]
            status, third = await cleo.post("/api/try", {"by": "a", "at": str(steps[0]["at"])})
            assert status == 200, third
            pieces = (await cleo.get("/api/battle", **{"try": third["try"]}))[1]["pieces"]
            assert next(p["at"] for p in pieces if p["id"] == "THC3") == ["5108"]
            # Two people play this battle, and haven't agreed to be advised.
            assert (await cleo.post("/api/against", {"side": "vandal"}, **{"try": number}))[0] == 409
        finally:
            await cleo.http.close()
            await ada.http.close()
    assert await sim.head() == head and len(sim.messages) == trail, "nothing moved, and nothing was told"


async def test_against_the_computer(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle()

    async def allowed(battle: Any) -> bool:
        return True

    monkeypatch.setattr(sim.service.adviser, "allowed", allowed)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        browser = await seated(sim, lambda: Browser(at), sim.ada)
        text = json.dumps({"scenario": SCENARIO})
        number = (await browser.post("/api/try", {"position": text}))[1]["try"]
        # Somebody who may be advised asks who acts first, answers, and asks what to order.
        asked = await question(browser, number)
        while asked["form"] != "command":
            assert asked["advised"] is False
            assert (await browser.post("/api/suggest", {"token": asked["token"]}, **{"try": number}))[0] == 409
            path = {"token": asked["token"], "path": "0", "try": number}
            await give(browser, number, (await browser.get("/api/menu", **path))[1]["order"])
            asked = await question(browser, number)
        assert asked["advised"] is True
        status, advice = await browser.post("/api/suggest", {"token": asked["token"]}, **{"try": number})
        assert status == 200 and advice["orders"] and "Why:" in advice["lines"][0]
        orders = {"token": asked["token"], "orders": "\n".join(advice["orders"])}
        assert (await browser.post("/api/preview", orders, **{"try": number}))[1]["possible"]
        while (await browser.post("/api/back", {}, **{"try": number}))[0] == 200:
            pass
        assert (await browser.post("/api/against", {"side": "byzantine"}, **{"try": number}))[0] == 200
        told: list[Any] = []

        async def moved() -> bool:
            told.append((await browser.get("/api/battle", **{"try": number}))[1])
            return bool(told[-1]["story"]) and not told[-1]["sandbox"]["thinking"]

        while not await moved():
            await asyncio.sleep(0.05)
        assert told[-1]["mine"] == ["vandal"] and told[-1]["sandbox"]["computer"] == "byzantine"
        assert not told[-1]["sandbox"]["back"], "nobody has pressed anything yet"
        await browser.http.close()


async def test_what_is_hidden_is_not_tried(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", rules="bids")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals", phrase="b")
    await sim.ada.slash(sim.channel, "battle start")
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        browser = await seated(sim, lambda: Browser(at), sim.cleo)
        await sim.ada.slash(sim.channel, "order", text="27", preview=False)
        status, no = await browser.post("/api/try", {})
        assert status == 409 and "hidden" in no["error"], no
        await browser.http.close()


async def test_positions_nobody_should_send(sim: Table) -> None:
    await sim.battle()
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        browser = await seated(sim, lambda: Browser(at), sim.ada)
        for text in (
            "",
            "[]",
            "{",
            '{"x":' * 40 + "1" + "}" * 40,
            '{"scenario": "../../etc/passwd"}',
            '{"scenario": "tests/positions/x.json"}',
            '{"scenario": ["cataphract/tricameron"]}',
            '{"scenario": "cataphract/tricameron", "changes": {"QQ9": {"hits": 1}}}',
            '{"scenario": "cataphract/tricameron", "n": 99999999999999999999}',
        ):
            status, no = await browser.post("/api/try", {"position": text})
            assert status == 409 and no["error"], text[:60]
        assert (await browser.post("/api/try", {"position": "x" * (MOST_BYTES + 1)}))[0] == 409
        assert (await browser.post("/api/try", {"position": "x" * (2 * MOST_BYTES)}))[0] == 413
        assert (await browser.post("/api/try", {"at": "x", "by": "a"}))[0] == 409
        assert (await browser.get("/api/battle", **{"try": "made-up"}))[0] == 409
        assert (await browser.get("/api/position"))[0] == 404
        await browser.http.close()


async def test_there_are_few_and_they_are_dropped(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    now = [0.0]
    kept = Sandboxes(sim.bot.messages.thinking_pool, lambda: now[0])

    async def begin(user: int) -> str:
        here = await sim.bot.messages.lookup.look(battle.id, user)
        return kept.begin(here, here.game.fork(), {}, battle.sides, "x", advised=False).id

    first, *_ = [await begin(sim.ada.id) for _ in range(EACH)]
    assert len(kept) == EACH
    await begin(sim.ada.id)
    assert len(kept) == EACH
    here = await sim.bot.messages.lookup.look(battle.id, sim.ada.id)
    with pytest.raises(Exception, match="no such sandbox"):
        kept.of(here, first)
    for user in range(ALL):
        await begin(user + 1)
    assert len(kept) == ALL
    now[0] = IDLE + 1
    await begin(sim.ben.id)
    assert len(kept) == 1


async def test_orders_that_wait_go_on_by_themselves_as_in_a_battle(sim: Table) -> None:
    await acted(sim)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        ada = await seated(sim, lambda: Browser(at), sim.ada)
        try:
            number = (await ada.post("/api/try", {}))[1]["try"]
            # What orders come to is told of the position before them, though it has changed since.
            status, told = await give(ada, number, "THC5 > +1; done; THC4 @NW; done")
            assert status == 200 and "THC5" in told["lines"][0], told
            assert told["lines"][-1] == "Still to come: THC4 @NW; done", told["lines"]
            asked = await question(ada, number)
            assert asked["form"] == "choose" and asked["orders"] == ["Still to come: THC4 @NW; done"]
            assert (await give(ada, number, "nonsense"))[0] == 409
            assert (await question(ada, number))["orders"] == asked["orders"]
            assert (await ada.post("/api/back", {}, **{"try": number}))[0] == 200
            assert (await question(ada, number))["orders"] == []
            # What holds no more is skipped, and told with the reason, until other orders are given or it's taken back.
            status, told = await give(ada, number, "THC5 > +1; THC4 > 0101")
            assert status == 200, told
            (line,) = (await question(ada, number))["orders"]
            assert line.startswith("Skipped") and "THC4 > 0101" in line, line
            assert (await ada.post("/api/back", {}, **{"try": number}))[0] == 200, "taken back once before"
            assert (await question(ada, number))["orders"] == []
            await give(ada, number, "THC5 > +1; THC4 > 0101")
            assert (await question(ada, number))["orders"] == [line]
            await give(ada, number, "THC4 @NW")
            assert (await question(ada, number))["orders"] == []
        finally:
            await ada.http.close()
