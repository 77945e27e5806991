"""The board of the local edition: what can be begun and done there, by whom, and what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app import create_bot
from bot.local import build_world, furnish, tell_refusals
from bot.local_board import board_served
from bot.local_world import seat_all
from bot.service import Service
from engine.systems import registry
from scenarios.lessons import offered
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import SCENARIO, controls
from tests.bot.e2e.test_board import Browser
from tests.bot.e2e.test_no_english import WORD, _wordless

__all__ = ["_wordless"]

KEY = "the key of this machine"
SMALL = "simple-gboh/samarkand"


class Machine:
    """One run of the local edition, with a browser at its board."""

    def __init__(self, bot: Any, world: Any, at: str) -> None:
        self.bot = bot
        self.world = world
        self.at = at
        self.browser = Browser(at)

    async def ask(self, path: str, /, **given: Any) -> tuple[int, Any]:
        return await self.browser.post(f"/api/{path}", given, origin=self.at)

    async def act(self, act: str, **given: Any) -> tuple[int, Any]:
        return await self.ask("act", act=act, **{"battle": (await self.told())["id"], **given})

    async def told(self, seat: int = 0) -> Any:
        status, told = await self.browser.get("/api/battle", seat=str(seat))
        assert status == 200, told
        return told

    async def battles(self) -> list[tuple[str, str]]:
        """Everything that was ever begun in the channel, with how it stands."""
        rows = await self.bot.service.database.battles.in_channel(self.world.channel.id)
        return [(r.scenario_key, r.status) for r in rows]


@pytest_asyncio.fixture
async def machine(tmp_path: Path) -> AsyncIterator[Machine]:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}", untimed=True)
    bot = create_bot(service, drawing_pool=DrawnOnce(), rooms=False)
    bot.messages.opponents.pace = 0
    world = build_world(bot)
    await world.env.start()
    tell_refusals(bot)
    try:
        async with board_served(bot, world, KEY, 0, asyncio.Lock(), "http://127.0.0.1:1/#chat") as address:
            found = Machine(bot, world, address.partition("/#")[0])
            assert (await found.ask("session", token=KEY))[0] == 200
            yield found
            await found.browser.http.close()
    finally:
        await world.env.shutdown()
        await service.close()


async def test_nobody_begins_anything_without_the_key(machine: Machine) -> None:
    stranger = Browser(machine.at)
    try:
        assert (await stranger.post("/api/session", {"token": "another"}, origin=machine.at))[0] == 409
        for path in ("offered", "begin", "act"):
            given = {"lesson": "spqr", "act": "resign"}
            for cookie in ("", "hx=another"):
                stranger.cookie = cookie
                assert (await stranger.post(f"/api/{path}", given, origin=machine.at))[0] == 403
            # Nor does another page, in the browser that has the key.
            stranger.cookie = machine.browser.cookie
            assert (await stranger.post(f"/api/{path}", given, origin="http://127.0.0.1:1"))[0] == 403
    finally:
        await stranger.http.close()
    assert await machine.battles() == []


async def test_what_cant_be_begun_is_refused_and_changes_nothing(machine: Machine) -> None:
    assert (await machine.browser.get("/api/battle"))[0] == 409
    good = {"battle": SMALL, "side": 0, "level": "recruit"}
    bad: list[dict[str, Any]] = [
        {},
        {"lesson": "chess"},
        {"lesson": ["spqr"]},
        {**good, "battle": "cataphract/nowhere"},
        {**good, "battle": "cataphract/drill"},
        {**good, "battle": "x" * 5000},
        *({**good, "side": side} for side in (2, -1, "0", True, None, 0.0)),
        {**good, "level": "god"},
    ]
    for given in bad:
        status, told = await machine.ask("begin", **given)
        assert status == 409 and told["error"], given
    assert await machine.battles() == []
    assert (await machine.ask("begin", lesson="simple-gboh"))[0] == 200
    before = await machine.told()
    # What is under way is broken off for nothing but a battle that can begin, and only where it was named.
    for given in ({"lesson": "spqr"}, {**good, "breaks": "another"}, {**good, "side": 9, "breaks": before["id"]}):
        assert (await machine.ask("begin", **given))[0] == 409
    for act in ("", "abandon", "agree", "resign now"):
        assert (await machine.act(act))[0] == 409, act
    assert (await machine.act("stop", battle="another"))[0] == 409
    after = await machine.told()
    assert (after["id"], after["head"]) == (before["id"], before["head"])


async def test_from_a_lesson_to_a_battle_and_another_one(machine: Machine) -> None:
    ada, ben = (p.id for p in machine.world.players)
    brief = (await machine.ask("offered", brief=True))[1]
    assert [x["system"] for x in brief["lessons"]] == [x.system for x in offered()] and "games" not in brief
    whole = (await machine.ask("offered"))[1]
    battles = {b["key"]: b for g in whole["games"] for b in g["battles"]}
    assert {SMALL, SCENARIO, "justinian/renovatio"} <= set(battles) and battles[SMALL]["about"]
    assert whole["under_way"] is None and whole["chat"].endswith("#chat")
    # A lesson: its card, and its buttons.
    assert (await machine.ask("begin", lesson="simple-gboh"))[1] == {"seat": str(ada)}
    card = (await machine.told())["lesson"]
    assert (card["step"], card["wanted"]["order"]) == (0, "velites") and "{" not in card["text"]
    assert (await machine.act("show"))[0] == 200
    assert (await machine.told())["lesson"]["step"] == 1
    assert (await machine.act("back"))[0] == 409, "nothing was done in this step"
    assert (await machine.told(ben))["lesson"] is None
    # A battle against the computer, on the other side.
    lesson = (await machine.told())["id"]
    begun = {"battle": SMALL, "side": 1, "level": "recruit", "breaks": lesson}
    assert (await machine.ask("begin", **begun))[0] == 200
    assert await machine.battles() == [(SMALL, "running"), ("simple-gboh/drill", "abandoned")]
    told = await machine.told()
    sides = [s["id"] for s in told["sides"]]
    assert told["mine"] == [sides[1]] and told["edition"]["alone"] and told["edition"]["computer"]
    assert (await machine.act("undo"))[1]["said"] == "You have given no order yet."
    assert (await machine.act("resign"))[0] == 200
    over = await machine.told()
    assert "resign" in over["outcome"] and not over["edition"]["running"]
    assert (await machine.act("swap"))[0] == 200
    again = await machine.told()
    assert again["id"] != over["id"] and again["mine"] == [sides[0]] and again["edition"]["computer"]
    # Two people at one machine.
    assert (await machine.ask("begin", battle=SMALL, side=1, breaks=again["id"]))[0] == 200
    one, other = await machine.told(), await machine.told(ben)
    assert (one["mine"], other["mine"]) == ([sides[1]], [sides[0]]) and not one["edition"]["alone"]
    asked, waits = (one, other) if one["question"] else (other, one)
    assert waits["edition"]["next"] == asked["seat"] and not waits["edition"]["thinking"]


async def test_a_battle_on_the_field_comes_up_by_itself_and_goes_again(machine: Machine) -> None:
    service, world = machine.bot.service, machine.world
    await seat_all(machine.bot, world.guild.id, world.channel.id, SMALL, [p.id for p in world.players])
    first = await machine.told()
    async with machine.browser.http.get(
        f"{machine.at}/api/events", headers={"Cookie": machine.browser.cookie}
    ) as stream:
        await seat_all(machine.bot, world.guild.id, world.field.id, SCENARIO, [p.id for p in world.players])
        while b"changed" not in (line := await asyncio.wait_for(stream.content.readline(), 20)):
            assert line
    field = await machine.told()
    assert field["id"] != first["id"]
    # What is ordered goes where it is fought.
    at = (await service.battles.in_channel(world.field.id)).id
    head = field["head"]
    asked = field if field["question"] else await machine.told(world.players[1].id)
    path = (await machine.browser.get("/api/menu", token=asked["question"]["token"], path="", seat=asked["seat"]))[1]
    order = path["choices"][0]["key"]
    given = {"token": asked["question"]["token"], "orders": order}
    sent = await machine.browser.post("/api/send", given, origin=machine.at, seat=asked["seat"])
    assert sent[0] == 200, sent
    assert (await machine.told())["id"] == at and (await machine.told())["head"] > head
    await service.endings.abandon(at, world.players[0].id)
    assert (await machine.told())["id"] == first["id"]


async def test_what_the_other_side_asks_is_answered_there(machine: Machine) -> None:
    world = machine.world
    await seat_all(machine.bot, world.guild.id, world.channel.id, SMALL, [p.id for p in world.players])
    with world.env.time_context():
        await world.players[0].slash(world.channel, "battle draw")
    ada, ben = await machine.told(), await machine.told(world.players[1].id)
    assert (ada["edition"]["request"], ben["edition"]["request"]) == ("", "draw")
    given = {"act": "agree", "battle": ben["id"]}
    assert (await machine.browser.post("/api/act", given, origin=machine.at, seat=ben["seat"]))[0] == 200
    assert not (await machine.told())["edition"]["running"]


@pytest.mark.parametrize("system", [x.system for x in offered()])
async def test_what_a_lesson_wants_done_first_can_be_done(machine: Machine, system: str) -> None:
    """Each step by what its card offers, by what is marked, or else by showing it."""
    assert (await machine.ask("begin", lesson=system))[0] == 200
    offers = 0
    for _ in range(40):
        told = await machine.told()
        card, question = told["lesson"], told["question"]
        if card["over"]:
            break
        assert "{" not in card["text"] + card["hint"] and not card["hint"], card
        first = card["wanted"]
        if first is None:
            assert (await machine.act("show"))[0] == 200
            continue
        offers += 1
        token = question["token"]
        if first["path"]:
            found = (await machine.browser.get("/api/menu", token=token, path=first["path"]))[1]
            assert found["order"] == first["order"]
        status, sent = await machine.ask("send", token=token, orders=first["order"])
        assert status == 200 and sent["possible"], (first, sent)
    assert card["through"] and card["text"] and offers >= 3


def texts_of(told: Any) -> list[str]:
    """Everything that is read of an answer: not what it is known by."""
    if isinstance(told, dict):
        return [text for name, x in told.items() if name not in KEYS for text in texts_of(x)]
    return [text for x in told for text in texts_of(x)] if isinstance(told, list) else [told] * isinstance(told, str)


KEYS = ("key", "system", "id", "chat", "language", "languages")


async def test_the_first_visit_is_spoken_to_in_the_language_of_its_browser(machine: Machine) -> None:
    """Once, before anybody has chosen one; what is chosen on the page holds then, in every seat and in the chat."""
    service, world = machine.bot.service, machine.world
    everyone = {p.id for p in world.everyone}
    machine.browser.more = {"Accept-Language": "de-DE,pl;q=0.9,en;q=0.8"}
    assert (await machine.ask("session", token=KEY))[0] == 200
    assert service.preferences.languages == dict.fromkeys(everyone, "pl")
    assert machine.bot.messages.lookup.words(world.guild.id).language == "pl"
    assert (await machine.browser.get("/api/words"))[1]["language"] == "pl"
    offered = (await machine.ask("offered"))[1]
    assert offered["language"] == "pl" and [x["key"] for x in offered["languages"]] == ["en", "it", "pl"]
    # Another browser changes nothing of it.
    machine.browser.more = {"Accept-Language": "it"}
    assert (await machine.ask("session", token=KEY))[0] == 200
    assert (await machine.ask("offered"))[1]["language"] == "pl"
    assert (await machine.ask("language", language="it"))[0] == 200
    assert service.preferences.languages == dict.fromkeys(everyone, "it")
    for given in ("de", "", 5):
        status, told = await machine.ask("language", language=given)
        assert status == 409 and "catalogo" in told["error"]
    assert (await machine.ask("language", language="en"))[0] == 200
    # English that was chosen stays.
    assert (await machine.ask("session", token=KEY))[0] == 200
    assert (await machine.browser.get("/api/words"))[1] == {
        "language": "en",
        "forms": ["one", "other"],
        "sentences": {},
    }
    # One seat by itself, as on Discord.
    with world.env.time_context():
        await world.players[1].slash(world.channel, "preferences language", language="pl")
    ben = str(world.players[1].id)
    assert (await machine.browser.get("/api/words", seat=ben))[1]["language"] == "pl"


async def test_who_is_not_let_in_reads_why_in_the_language_of_their_browser(machine: Machine) -> None:
    stranger = Browser(machine.at)
    stranger.more = {"Accept-Language": "it-IT,it;q=0.9"}
    try:
        status, told = await stranger.post("/api/session", {"token": "another"}, origin=machine.at)
        assert (status, told["error"]) == (409, "Apri l'indirizzo che dà hexarch local: contiene la chiave.")
        status, told = await stranger.get("/api/battle")
        assert status == 403 and told["error"].startswith("Apri di nuovo la plancia")
        assert (await stranger.get("/api/words"))[0] == 403
    finally:
        await stranger.http.close()


async def test_what_can_be_begun_is_offered_without_an_english_word(machine: Machine, _wordless: None) -> None:
    await machine.ask("language", language="it")
    offered = (await machine.ask("offered"))[1]
    games = {word for x in registry.SYSTEMS for word in WORD.findall(registry.title(x))}
    titles = {word for g in offered["games"] for b in g["battles"] for word in WORD.findall(b["title"])}
    said = [text for text in texts_of(offered) if set(WORD.findall(text)) - games - titles]
    assert not said


async def test_the_welcome_in_the_chat_speaks_the_language_that_was_chosen(machine: Machine) -> None:
    await furnish(machine.bot, machine.world, welcome=True)
    for language, learn in (("it", "Impara Cataphract"), ("pl", "Naucz się Cataphract"), ("en", "Learn Cataphract")):
        await machine.ask("language", language=language)
        with machine.world.env.time_context():
            (message,) = machine.world.channel.history()
        assert learn in [c.label for c in controls(message)]
        assert ("Welcome" in message.content) == (language == "en")
