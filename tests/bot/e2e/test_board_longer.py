"""An answer for more than this once, from the board: on Discord it waits for its press, at home it is pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.board.on_discord import linked
from bot.local_world import seat_all
from tests.bot.e2e.kit import Table, controls, press, shown
from tests.bot.e2e.test_board import URL, Browser, seated, token_of
from tests.bot.e2e.test_local_board import Machine, machine

__all__ = ["machine"]

SMALL = "simple-gboh/samarkand"
"""Leaders are asked whether they go along, and whether to seize the turn: that may be answered for good."""
MOST = 40


async def asked_for_longer(
    seats: list[dict[str, str]],
    get: Callable[..., Awaitable[Any]],
    give: Callable[[int, Any, str], Awaitable[None]],
) -> tuple[int, Any]:
    """Go on by the first choice of each menu until somebody is asked what may be answered for good."""
    for _ in range(MOST):
        for n, seat in enumerate(seats):
            question = (await get(n, "/api/battle", **seat))["question"]
            if question is None:
                continue
            if any(x["key"].startswith("always") for x in question["longer"]):
                return n, question
            token, path = question["token"], ""
            menu = await get(n, "/api/menu", token=token, path="", **seat)
            if "items" in menu:
                order = "\n".join(f"{i['key']} {i['default']}" for i in menu["items"])
            else:
                done = [c["n"] for c in menu["choices"] if c["key"] == menu["done"]]
                path = str(done[0] if done else 0)
                while "order" not in (menu := await get(n, "/api/menu", token=token, path=path, **seat)):
                    path = f"{menu['path']}.0"
                order = menu["order"]
            await give(n, question, order)
            break
    raise AssertionError("nobody was asked anything of the kind")


async def test_on_discord_it_waits_for_its_press(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SMALL, side="Macedonian")
    await sim.ben.slash(sim.channel, "battle join", side="Persian")
    await sim.ada.slash(sim.channel, "battle start")
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        people = [sim.ada, sim.ben]
        browsers = [await seated(sim, lambda: Browser(at), p) for p in people]
        try:

            async def get(n: int, address: str, /, **given: Any) -> Any:
                return (await browsers[n].get(address, **given))[1]

            async def give(n: int, question: Any, order: str) -> None:
                await people[n].slash(sim.channel, "order", text=order)

            n, question = await asked_for_longer([{}, {}], get, give)
            battle = await sim.service.battles.in_channel(sim.channel.id)
            assert battle is not None
            opened = await people[n].slash(sim.channel, "battle board")
            head, wanted = await sim.head(), [x for x in question["longer"] if x["key"].startswith("always")][-1]
            body = {"token": question["token"], "longer": "always nothing"}
            assert (await browsers[n].post("/api/send", body))[0] == 409
            assert (await browsers[1 - n].post("/api/send", {**body, "longer": wanted["key"]}))[0] == 409
            status, sent = await browsers[n].post("/api/send", {**body, "longer": wanted["key"]})
            assert status == 200 and wanted["label"] in sent["sent"]
            user = people[n].id
            assert await sim.head() == head and not await sim.service.standing_orders.of(battle.id, user)
            # Whoever opens the board again finds it there, too.
            again = await people[n].slash(sim.channel, "battle board")
            assert token_of(again)
            for message in (shown(opened), shown(again)):
                assert wanted["label"] in [c.label for c in controls(message)]
            await press(people[n], shown(again), wanted["label"])
            assert await sim.head() != head
            assert await sim.service.standing_orders.of(battle.id, user)
        finally:
            for browser in browsers:
                await browser.http.close()


async def test_on_one_machine_it_is_pressed(machine: Machine) -> None:
    world = machine.world
    await seat_all(machine.bot, world.guild.id, world.channel.id, SMALL, [p.id for p in world.players])
    seats = [{"seat": str(p.id)} for p in world.players]

    async def get(n: int, address: str, /, **given: Any) -> Any:
        return (await machine.browser.get(address, **given))[1]

    async def give(n: int, question: Any, order: str) -> None:
        body = {"token": question["token"], "orders": order}
        assert (await machine.browser.post("/api/send", body, origin=machine.at, **seats[n]))[0] == 200

    n, question = await asked_for_longer(seats, get, give)
    wanted = [x for x in question["longer"] if x["key"].startswith("always")][-1]
    body = {"token": question["token"], "longer": wanted["key"]}
    assert (await machine.browser.post("/api/send", body, origin=machine.at, **seats[n]))[0] == 200
    told = await get(n, "/api/battle", **seats[n])
    given = await machine.bot.service.standing_orders.of(told["id"], world.players[n].id)
    assert given and (told["question"] is None or told["question"]["token"] != question["token"])
