"""What the board's page of the dice is given, over real HTTP: no more than /dice audit tells."""

from __future__ import annotations

import json

from bot.board.on_discord import linked
from bot.board.verify import until
from engine.fairdice import Trail, verify
from tests.bot.e2e.kit import Table
from tests.bot.e2e.test_audit import play, trail_file
from tests.bot.e2e.test_board import URL, Browser, seated


async def test_the_trail_is_that_of_dice_audit(sim: Table) -> None:
    await play(sim)
    async with linked(sim.bot, "127.0.0.1", 0, URL) as at:
        browser = await seated(sim, lambda: Browser(at), sim.cleo)
        status, told = await browser.get("/api/trail")
        page = (await browser.get("/verify"))[1]
        assert (await browser.get("/api/battle"))[1]["rolls"] == "roll {n}"
        stranger = Browser(at)
        assert (await stranger.get("/api/trail"))[0] == 403
        for b in (browser, stranger):
            await b.http.close()
    assert status == 200 and b"verify.js" in page
    assert told["trail"] == json.loads(await trail_file(sim, sim.cleo)), "secrets still to come among them"
    found = Trail.model_validate(told["trail"])
    rolls = {r.n: r for r in found.rolls()}
    assert len(told["told"]) > 5 and all(tuple(t["dice"]) == rolls[t["n"]].dice for t in told["told"])
    house = [n for n, r in rolls.items() if r.purpose == "house"]
    assert house and not {t["n"] for t in told["told"]} & set(house), "what no rule asked for stands in the trail alone"
    # Whoever sees a battle as it stood some time ago gets the trail as it stood then.
    for n in (0, 1, 12, len(rolls)):
        part = until(found, n)
        assert verify(part).valid and [r.n for r in part.rolls()] == list(range(1, n + 1))
        used = max((e.data["segment"] for e in part.entries if e.kind == "roll"), default=0)
        assert all(i < used for i in part.secrets) and set(part.secrets) <= set(found.secrets)
