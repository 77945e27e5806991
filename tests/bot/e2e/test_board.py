"""The board's door in Discord, and what its page is told, over real HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.board import groups, seats
from bot.board.answers import BODY, PAGE
from bot.board.on_discord import linked
from bot.board.watchers import ALL, EACH
from bot.messages.access.links import Links, Session
from engine.kernel.text import Refusal
from tests.bot.e2e.kit import Table, components, control, controls, press, said, shown
from tests.bot.e2e.test_archived import archived, put_away, thread
from tests.waiting import until

__all__ = ["thread"]

URL = "https://board.test"


class Browser:
    """Somebody's browser at the board."""

    def __init__(self, at: str) -> None:
        self.at = at
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        self.cookie = ""
        self.more: dict[str, str] = {}
        """Headers it sends with every request."""

    async def get(self, path: str, /, *, headers: dict[str, str] | None = None, **query: str) -> tuple[int, Any]:
        given = {"Cookie": self.cookie, **self.more, **(headers or {})}
        async with self.http.get(f"{self.at}{path}", params=query, headers=given) as answer:
            return answer.status, await _read(answer)

    async def post(self, path: str, body: Any, /, *, origin: str = URL, **query: str) -> tuple[int, Any]:
        headers = {"Cookie": self.cookie, "Origin": origin, **self.more}
        async with self.http.post(f"{self.at}{path}", params=query, json=body, headers=headers) as answer:
            if "Set-Cookie" in answer.headers:
                self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
                self.set = answer.headers["Set-Cookie"]
            return answer.status, await _read(answer)

    async def open(self, token: str) -> int:
        return (await self.post("/api/session", {"token": token}))[0]


async def _read(answer: aiohttp.ClientResponse) -> Any:
    return await answer.json() if answer.content_type == "application/json" else await answer.read()


@pytest_asyncio.fixture
async def at(sim: Table) -> AsyncIterator[str]:
    async with linked(sim.bot, "127.0.0.1", 0, URL) as address:
        yield address


@pytest_asyncio.fixture
async def browse(at: str) -> AsyncIterator[Any]:
    opened: list[Browser] = []

    def make() -> Browser:
        opened.append(Browser(at))
        return opened[-1]

    yield make
    for browser in opened:
        await browser.http.close()


def token_of(result: Any) -> str:
    """The secret part of the link somebody was given."""
    (link,) = [c.url for c in components(shown(result)) if getattr(c, "url", None)]
    assert link.startswith(f"{URL}/#") and link not in said(result)
    return link.partition("#")[2]


async def seated(sim: Table, browse: Any, who: Any) -> Browser:
    browser = browse()
    assert await browser.open(token_of(await who.slash(sim.channel, "battle board"))) == 200
    return browser


async def test_without_a_board_there_is_no_button_and_a_sentence(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    assert "board" not in [c.verb for c in controls(sim.asking)]
    assert "no board" in said(await sim.ada.slash(sim.channel, "battle board"))


async def test_a_link_is_good_once_for_ten_minutes_and_for_one(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no battle" in said(await sim.ada.slash(sim.channel, "battle board"))
    await sim.battle()
    await sim.to_orders()
    pressed = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "board").custom_id)
    assert shown(pressed).ephemeral and "good once" in said(pressed)
    token = token_of(pressed)
    stored = await sim.service.settings.of(f"user:{sim.ada.id}")
    assert token not in repr(stored) and len(stored["board-links"]) == 1, "nothing but its digest is stored"
    first, second = browse(), browse()
    # Whoever fetches the address, as previews do, spends nothing.
    assert (await first.get("/"))[0] == 200
    assert await first.open(token) == 200
    assert all(w in first.set for w in ("__Host-hx=", "HttpOnly", "Secure", "SameSite=Strict", "Path=/"))
    for used in (token, "", "1." + "x" * 99):
        assert await second.open(used) == 409
    assert (await first.get("/api/battle"))[1]["mine"] == ["byzantine"]
    assert (await second.get("/api/battle"))[0] == 403
    late = token_of(await sim.ada.slash(sim.channel, "battle board"))
    now = sim.service.clock()
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: now + 601)
    links = Links(sim.service.settings, lambda: now + 601)
    with pytest.raises(Refusal, match="ten minutes"):
        await links.redeem(late)


async def test_what_is_done_on_a_machine_of_ones_own_isnt_there(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    ada = await seated(sim, browse, sim.ada)
    for path in ("offered", "begin", "act"):
        assert (await ada.post(f"/api/{path}", {"lesson": "spqr", "act": "resign"}))[0] == 404
    assert b"data-edition" not in (await ada.get("/"))[1]
    told = (await ada.get("/api/battle"))[1]
    assert "edition" not in told and told["lesson"] is None


async def test_rights_are_looked_up_at_every_request(sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "FRESH", 0.0)
    await sim.battle()
    await sim.to_orders()
    ada, cleo = [await seated(sim, browse, p) for p in (sim.ada, sim.cleo)]
    told = (await ada.get("/api/battle"))[1]
    seen = (await cleo.get("/api/battle"))[1]
    assert told["question"]["form"] == "command" and seen["question"] is None and seen["mine"] == []
    token = told["question"]["token"]
    for browser, words in ((ada, "You are asked"), (cleo, "Byzantines decide: ")):
        situation = (await browser.get("/api/describe", what=""))[1]["sections"][0]
        assert any(line.startswith(words) for line in situation["lines"]), situation
    assert (await cleo.get("/api/describe", what="Thracian"))[1]["sections"][0]["title"] == "Byzantines: Thracian"
    assert (await cleo.get("/api/describe", what="x" * 999))[0] == 409
    assert (await cleo.get("/api/menu", token=token, path=""))[0] == 409
    assert (await cleo.post("/api/send", {"token": token, "orders": "done"}))[0] == 409
    # Of another battle there is nothing to be had by any parameter.
    assert (await cleo.get("/api/battle", battle="deadbeef", seat=str(sim.ada.id)))[1]["mine"] == []
    sim.guild.remove_member(sim.cleo)
    assert (await cleo.get("/api/battle"))[0] == 403, "who has left the server sees nothing of it"
    assert (await ada.post("/api/leave", {}))[0] == 200
    old = browse()
    old.cookie = ada.cookie
    assert (await old.get("/api/battle"))[0] == 403


async def test_whoever_has_everything_deleted_is_let_in_no_more(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "FRESH", 0.0)
    await sim.battle()
    cleo = await seated(sim, browse, sim.cleo)
    link = token_of(await sim.cleo.slash(sim.channel, "battle board"))
    assert (await cleo.get("/api/battle"))[0] == 200
    asked = await sim.cleo.slash(sim.channel, "data delete")
    await press(sim.cleo, shown(asked), "Delete")
    assert (await cleo.get("/api/battle"))[0] == 403
    assert await browse().open(link) == 409


async def test_a_battle_in_a_thread_that_was_put_away(sim: Table, browse: Any, thread: Any) -> None:
    """It is seen as before, and orders that wait there are carried out."""
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.slash(sim.channel, "battle board")
    ada = browse()
    await ada.open(token_of(opened))
    await put_away(sim, thread.id)
    told = (await ada.get("/api/battle"))[1]
    assert told["mine"] and told["question"]
    head = await sim.head()
    status, sent = await ada.post("/api/send", {"token": told["question"]["token"], "orders": "THC3 > 5008"})
    assert status == 200 and "one press" in sent["sent"]
    await press(sim.ada, shown(opened), "Carry out")
    assert await sim.head() > head and not archived(sim, thread.id)
    assert (await ada.get("/api/battle"))[1]["head"] == await sim.head()


async def test_orders_are_composed_and_carried_out_by_one_press(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.slash(sim.channel, "battle board")
    browser = browse()
    await browser.open(token_of(opened))
    battle = (await browser.get("/api/battle"))[1]
    token = battle["question"]["token"]
    unit = next(p for p in battle["pieces"] if p["id"] == "THC3")
    assert unit["at"] == ["5108"] and unit["facts"]
    places = (await browser.get("/api/where"))[1]
    assert places["places"]["5108"]["name"] and places["hexes"]
    status, picture = await browser.get("/api/map", head=battle["head"])
    assert status == 200 and picture.startswith(b"\x89PNG")
    menu = (await browser.get("/api/menu", token=token, path=""))[1]
    n = next(c["n"] for c in menu["choices"] if c.get("unit") == "THC3")
    menu = (await browser.get("/api/menu", token=token, path=str(n)))[1]
    beside = menu["beside"]
    goal = next(c for c in beside["choices"] if c["at"] == "5008")
    menu = (await browser.get("/api/menu", token=token, path=f"{menu['path']}.{beside['n']}.{goal['n']}"))[1]
    while "order" not in menu:
        menu = (await browser.get("/api/menu", token=token, path=f"{menu['path']}.0"))[1]
    order = menu["order"]
    assert order.startswith("THC3 > ")
    head = await sim.head()
    seen = (await browser.post("/api/preview", {"token": token, "orders": order}))[1]
    assert seen["possible"] and "THC3" in seen["lines"][0] and await sim.head() == head
    wrong = await browser.post("/api/send", {"token": token, "orders": "THC3 > 0101"})
    assert wrong[0] == 409 and not wrong[1]["possible"] and await sim.head() == head
    status, sent = await browser.post("/api/send", {"token": token, "orders": order})
    assert status == 200 and "one press" in sent["sent"] and await sim.head() == head, "the page moves nothing"
    # The message by which the board was opened has the orders and their button now.
    message = shown(opened)
    assert order in message.content and control(message, "run")
    # And whoever opens the board again finds them there, too.
    again = await sim.ada.slash(sim.channel, "battle board")
    assert order in said(again) and token_of(again)
    await press(sim.ada, shown(again), "Carry out")
    assert await sim.head() > head
    old = await browser.post("/api/preview", {"token": token, "orders": order})
    assert old[0] == 409 and "settled" in old[1]["error"]
    assert order not in said(await sim.ada.slash(sim.channel, "battle board"))


async def test_what_waits_in_discord_is_known_to_every_window(sim: Table, browse: Any) -> None:
    """To a page loaded anew as well, and to one that had sent something else; until it is carried out, or left."""
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.slash(sim.channel, "battle board")
    first, second = browse(), await seated(sim, browse, sim.ada)
    await first.open(token_of(opened))
    ben = await seated(sim, browse, sim.ben)
    question = (await first.get("/api/battle"))[1]["question"]
    assert "waits" not in question

    async def waits() -> Any:
        return (await second.get("/api/battle"))[1]["question"].get("waits")

    for order in ("THC3 > 5008", "THC5 @NW"):
        async with second.http.get(f"{second.at}/api/events", headers={"Cookie": second.cookie}) as stream:
            await stream.content.readuntil(b"here\n\n")
            _, told = await first.post("/api/send", {"token": question["token"], "orders": order})
            assert b"changed" in await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 30)
        assert await waits() == {"orders": "\n".join(told["orders"]), "said": told["sent"]}
    assert "waits" not in ((await ben.get("/api/battle"))[1]["question"] or {})
    # What is left in Discord waits no more, not even where the board is opened again.
    message = shown(await sim.ada.slash(sim.channel, "battle board"))
    assert "THC5" in message.content
    await press(sim.ada, message, "Leave it")
    assert await waits() is None
    assert "THC5" not in said(await sim.ada.slash(sim.channel, "battle board"))
    # Other orders that are left are not these.
    await first.post("/api/send", {"token": question["token"], "orders": "THC3 > 5008"})
    written = await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @SW")
    await press(sim.ada, shown(written), "Leave it")
    assert (await waits())["orders"].startswith("THC3 > 5008")


async def test_who_reads_another_language_is_refused_in_it(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    ada = await seated(sim, browse, sim.ada)
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    token = (await ada.get("/api/battle"))[1]["question"]["token"]
    status, told = await ada.get("/api/together", token=token, units="THC3")
    assert status == 409 and "meno di due unità" in told["error"], told
    status, told = await ada.post("/api/preview", {"token": "1", "orders": "THC3 > 5008"})
    assert status == 409 and "settled" not in told["error"], told


async def test_the_page_says_its_own_sentences_in_the_language_of_who_reads_it(sim: Table, browse: Any) -> None:
    await sim.battle()
    ada, ben = [await seated(sim, browse, who) for who in (sim.ada, sim.ben)]
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    status, told = await ada.get("/api/words")
    assert status == 200 and told["language"] == "it" and told["sentences"]["‹ Back"] == "‹ Indietro"
    assert (await ben.get("/api/words"))[1] == {"language": "en", "forms": ["one", "other"], "sentences": {}}
    for browser, name in ((ada, "Bizantini"), (ben, "Byzantines")):
        shown = (await browser.get("/api/battle"))[1]
        assert shown["sides"][0]["name"] == name
        assert [w["side"] for w in shown["waiting"]] == [name] * (browser is ben), "the others are asked"
    await sim.service.guilds.set_language(sim.guild.id, "pl")
    assert (await ben.get("/api/words"))[1]["forms"] == ["one", "few", "other"]
    assert (await browse().get("/api/words"))[0] == 403


async def test_of_a_frame_that_holds_too_many_it_is_said_who_is_left(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "UNITS", 3)
    await sim.battle()
    await sim.to_orders()
    ada = await seated(sim, browse, sim.ada)
    token = (await ada.get("/api/battle"))[1]["question"]["token"]
    found = max((await ada.get("/api/groups", token=token))[1]["groups"], key=lambda g: len(g["units"]))
    assert found["title"].startswith(found["name"]) and found["units"][0] not in found["name"]
    told = (await ada.get("/api/together", token=token, units=",".join(found["units"])))[1]
    assert len(told["units"]) == 3
    more = len(found["units"]) - 3
    assert told["lines"] == [
        f"3 units go together at most, the nearest to the enemy first. {more} units are left for the next orders."
    ]
    few = (await ada.get("/api/together", token=token, units=",".join(found["units"][:2])))[1]
    assert few["lines"] == []


async def test_what_was_ordered_before_is_told_with_the_question(sim: Table, browse: Any) -> None:
    """What follows the end of the orders is no answer to the next question: it waits, and the page says so."""
    await sim.battle()
    await sim.to_orders()
    ada = await seated(sim, browse, sim.ada)
    orders, wait = "THC3 > 5008; done; THC5 > +1", "Still to come: THC5 > +1"
    asked = (await ada.get("/api/battle"))[1]["question"]
    assert asked["orders"] == []
    seen = (await ada.post("/api/preview", {"token": asked["token"], "orders": orders}))[1]
    assert seen["lines"][-1] == wait, seen["lines"]
    assert wait in said(await sim.ada.slash(sim.channel, "order", text=orders, preview=False))
    then = (await ada.get("/api/battle"))[1]["question"]
    assert then["token"] != asked["token"] and then["orders"] == [wait]


async def test_several_units_at_once(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    ada, cleo = [await seated(sim, browse, p) for p in (sim.ada, sim.cleo)]
    token = (await ada.get("/api/battle"))[1]["question"]["token"]
    found = (await ada.get("/api/groups", token=token))[1]["groups"]
    assert found and all(len(g["units"]) > 1 and g["title"] for g in found)
    # Whatever stands within a frame: the enemy, those not to be ordered and what nobody knows are passed over.
    units = ["QQ9", *found[0]["units"], "VHC1", *found[0]["units"]]
    told = (await ada.get("/api/together", token=token, units=",".join(units)))[1]
    assert sorted(told["units"]) == sorted(found[0]["units"]) and told["ideas"]
    head = await sim.head()
    for idea in told["ideas"]:
        seen = (await ada.post("/api/preview", {"token": token, "orders": "\n".join(idea["orders"])}))[1]
        assert seen["possible"] and len(seen["orders"]) == len(idea["orders"]) > 1, idea
        assert re.match(r"\d+ of \d+ can", idea["lines"][0])
    assert await sim.head() == head
    for units in ("", "QQ9", found[0]["units"][0], "x" * 20_000):
        assert (await ada.get("/api/together", token=token, units=units[:4000]))[0] == 409
    # The first goes to a place, the others as far in the same direction; who can't is told.
    units, first = ",".join(found[0]["units"]), told["units"][0]
    for goal in told["goals"][::20]:
        sent = (await ada.get("/api/together", token=token, units=units, to=goal["at"]))[1]
        assert sent["orders"][0].startswith(f"{first} ") and goal["at"] in sent["orders"][0], sent
        assert len(sent["orders"]) == len(told["units"]) or sent["lines"], sent
        seen = (await ada.post("/api/preview", {"token": token, "orders": "\n".join(sent["orders"])}))[1]
        assert seen["possible"] and len(seen["orders"]) == len(sent["orders"]), seen
    for to in ("0101", "QQ9", "x" * 4000):
        assert (await ada.get("/api/together", token=token, units=units, to=to))[0] == 409
    for path in ("/api/groups", "/api/together", "/api/ideas"):
        assert (await cleo.get(path, token=token, units=units))[0] == 409


async def test_ideas_are_whole_orders_for_who_is_asked_alone(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    ada, ben, cleo = [await seated(sim, browse, p) for p in (sim.ada, sim.ben, sim.cleo)]
    token = (await ada.get("/api/battle"))[1]["question"]["token"]
    found = (await ada.get("/api/ideas", token=token))[1]
    assert len(found["ideas"]) == 3 and len(found["more"]) > 3 and found["many"]
    own = (await ada.get("/api/ideas", token=token, unit="THC3"))[1]
    assert own["ideas"] and own["more"] == own["many"] == []
    for idea in [*found["ideas"], *found["more"][:4], *own["ideas"]]:
        seen = (await ada.post("/api/preview", {"token": token, "orders": idea["order"]}))[1]
        assert seen["possible"] and seen["orders"] == [idea["order"]], idea
    for many in found["many"]:
        assert len(many["orders"]) > 1 and ": " in many["label"]
    # Nothing is told of who can't be ordered, nor to anybody else.
    for unit in ("LC5", "QQ9", "x" * 4000):
        assert (await ada.get("/api/ideas", token=token, unit=unit))[1] == {"ideas": [], "more": [], "many": []}
    for browser in (ben, cleo):
        assert (await browser.get("/api/ideas", token=token))[0] == 409
        assert (await browser.get("/api/ideas", token=token, unit="THC3"))[0] == 409


async def test_a_position_is_drawn_once_for_all_who_see_the_same(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    await sim.to_orders()
    ada, ben, cleo, cleo_again = [await seated(sim, browse, p) for p in (sim.ada, sim.ben, sim.cleo, sim.cleo)]
    drawn = list[Any]()
    above = sim.bot.messages.pictures.above

    async def counted(*args: Any) -> bytes:
        drawn.append(args)
        return await above(*args)

    monkeypatch.setattr(sim.bot.messages.pictures, "above", counted)
    found = [(await b.get("/api/map", layers="last"))[1] for b in (cleo, cleo_again, cleo)]
    assert len(drawn) == 1 and len(set(found)) == 1 and found[0].startswith(b"\x89PNG")
    # A player is asked for with other eyes, and whoever wants other layers gets them.
    await ada.get("/api/map", layers="last")
    await ben.get("/api/map", layers="last")
    await cleo.get("/api/map", layers="zones,nothing")
    assert len(drawn) == 4
    grounds = [(await b.get("/api/ground", key="whatever"))[1] for b in (ada, cleo)]
    assert grounds[0] == grounds[1] and len(grounds[0]) > len(found[0])
    head = (await ada.get("/api/battle"))[1]
    await sim.ada.slash(sim.channel, "order", text="THC3 > 5008")
    after = (await ada.get("/api/battle"))[1]
    assert after["head"] > head["head"] and after["ground"] == head["ground"]
    assert (await cleo.get("/api/map", layers="last"))[1] != found[0] and len(drawn) == 5


async def test_discord_is_asked_for_members_at_a_bearable_pace(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two in a second, of however many who look: each of them is remembered for longer."""
    await sim.battle()
    asked, now = list[int](), [1000.0]
    looking = seats.LinkedSeats(
        sim.bot,
        sim.bot.messages.lookup,
        Links(sim.service.settings, sim.service.clock),
        sim.bot.messages.mirrors,
        lambda: now[0],
    )
    member = seats.visibility.member_of

    async def counted(client: Any, guild: int, user: int) -> Any:
        asked.append(user)
        return await member(client, guild, sim.cleo.id)

    monkeypatch.setattr(seats.visibility, "member_of", counted)
    for seconds in range(400):
        now[0] += seconds % 5
        for user in range(1, 101):
            await looking._member(sim.guild.id, user)
    assert len(asked) <= 100 + 2 * (now[0] - 1000) / 0.8


async def test_every_browser_hears_that_the_battle_goes_on(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    browser = await seated(sim, browse, sim.cleo)
    heard = bytearray()
    async with browser.http.get(f"{browser.at}/api/events", headers={"Cookie": browser.cookie}) as stream:
        assert stream.status == 200 and stream.headers["X-Accel-Buffering"] == "no"

        async def listen() -> None:
            async for chunk in stream.content.iter_any():
                heard.extend(chunk)

        listening = asyncio.ensure_future(listen())
        await until(lambda: b": here" in heard)
        before = (await browser.get("/api/battle"))[1]["head"]
        await sim.ada.slash(sim.channel, "order", text="THC3 > 5008")
        await until(lambda: b"data: changed" in heard)
        assert (await browser.get("/api/battle"))[1]["head"] != before
        listening.cancel()


@pytest.mark.parametrize("many", [EACH])
async def test_streams_are_counted(sim: Table, browse: Any, many: int) -> None:
    await sim.battle()
    browser = await seated(sim, browse, sim.ada)
    headers = {"Cookie": browser.cookie}
    streams = [await browser.http.get(f"{browser.at}/api/events", headers=headers) for _ in range(many)]
    assert {s.status for s in streams} == {200} and many < ALL
    assert (await browser.get("/api/events"))[0] == 409
    for s in streams:
        s.close()


async def test_abuse(sim: Table, browse: Any) -> None:
    """Wrong origin, wrong host, bodies and paths nobody sends: a short word, and nothing happens."""
    await sim.battle()
    await sim.to_orders()
    browser = await seated(sim, browse, sim.ada)
    token = (await browser.get("/api/battle"))[1]["question"]["token"]
    head = await sim.head()
    for origin in ("https://evil.test", "null", ""):
        assert (await browser.post("/api/send", {"token": token, "orders": "done"}, origin=origin))[0] == 403
    assert (await browser.get("/api/battle", headers={"Host": "evil.test"}))[0] == 403
    assert (await browser.post("/api/preview", {"token": token, "orders": "x" * BODY}))[0] == 413
    assert (await browser.post("/api/preview", {"token": token, "orders": "THC3 " * 400}))[0] == 409
    assert (await browser.post("/api/preview", ["x"]))[0] == 400
    for path in ("0." * 5000, "-1", "²", "999999", "x", "0..0", "9" * 200):
        status, answer = await browser.get("/api/menu", token=token, path=path)
        assert status in (400, 409) and answer, path
    for door in ("/api/ideas", "/api/groups", "/api/together"):
        for other in ("x" * 4000, "²", ""):
            status, answer = await browser.get(door, unit="THC3", units="THC3,THC4", token=other)
            assert status == 409, (door, other, answer)
        assert (await browser.post(door, {"token": token}))[0] == 405, "it looks, and can't be sent anything"
        assert (await browse().get(door, token=token))[0] == 403
    for unit in ("\0", "THC3\n", "../THC3", "<b>", "٣"):
        assert (await browser.get("/api/ideas", token=token, unit=unit))[1] == {"ideas": [], "more": [], "many": []}
    assert (await browser.get("/api/together", token=token, units=",".join(["THC3"] * 1200)))[0] == 409
    for path in ("/api", "/page/", "/page/../server.py", "/page/%2e%2e/server.py", "/healthz", "/api/nothing"):
        assert (await browser.get(path))[0] in (403, 404), path
    assert (await browser.get("/api/about", piece="QQ9"))[0] == 409
    assert await sim.head() == head


async def test_pages_are_kept_to_themselves(sim: Table, browse: Any) -> None:
    browser = browse()
    async with browser.http.get(f"{browser.at}/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        page = await answer.text()
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", page) and "style=" not in page and "onclick=" not in page
    for name in re.findall(r"page/([\w.]+)", page):
        assert (await browser.get(f"/page/{name}"))[0] == 200, name
    assert sum(p.stat().st_size for p in PAGE.iterdir()) < 150 * 1024


async def test_links_and_sessions_are_few(sim: Table) -> None:
    links = Links(sim.service.settings, sim.service.clock)
    tokens = [await links.make(Session(7, "b")) for _ in range(8)]
    with pytest.raises(Refusal):
        await links.redeem(tokens[0])
    secret, session = await links.redeem(tokens[-1])
    assert session == await links.session(secret) == Session(7, "b")
    assert await links.session(secret + "x") is None and await links.session("8" + secret[1:]) is None
    await links.end(7)
    assert await links.session(secret) is None


async def test_a_suggestion_is_orders_with_their_reason(
    sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron", side="Byzantines")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    await sim.to_orders()
    ada, cleo = [await seated(sim, browse, p) for p in (sim.ada, sim.cleo)]
    question = (await ada.get("/api/battle"))[1]["question"]
    assert question["advised"] is False
    status, no = await ada.post("/api/suggest", {"token": question["token"]})
    assert status == 409 and "both sides agree" in no["error"]

    async def allowed(battle: Any) -> bool:
        return True

    monkeypatch.setattr(sim.service.adviser, "allowed", allowed)
    question = (await ada.get("/api/battle"))[1]["question"]
    assert question["advised"] is True
    assert (await cleo.post("/api/suggest", {"token": question["token"]}))[0] == 409
    status, told = await ada.post("/api/suggest", {"token": question["token"]})
    assert status == 200 and told["orders"] and "Why:" in told["lines"][0] and told["ways"]
    seen = (await ada.post("/api/preview", {"token": question["token"], "orders": "\n".join(told["orders"])}))[1]
    assert seen["possible"]
