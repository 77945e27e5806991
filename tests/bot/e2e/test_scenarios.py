"""/scenario: a server brings battles along, plays them, and nobody elsewhere gets to see them."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

import scenarios
from bot.service.setup.scenarios import MOST
from scenarios import limits
from tests.bot.e2e.kit import SCENARIO, Table, card, said
from tests.bot.e2e.test_record import saved
from tests.each import for_each

Document = dict[str, Any]


@pytest.fixture
def manager(sim: Table) -> Any:
    """Somebody who manages the server and doesn't play."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


def document(**changes: Any) -> Document:
    """Tricameron as a battle of one's own."""
    found = scenarios.document(scenarios.find(SCENARIO))
    return {**found, "id": "our-battle", "title": "Our battle", **changes}


async def load(sim: Table, who: Any, given: Any, channel: Any = None) -> Any:
    if not isinstance(given, bytes):
        given = (given if isinstance(given, str) else json.dumps(given)).encode()
    return await who.slash(channel or sim.channel, "referee scenario load", file=("our-battle.json", given))


async def offered(sim: Table, who: Any, channel: Any = None, command: str = "battle create") -> list[str]:
    found = await who.autocomplete(channel or sim.channel, command, "scenario", "own/our")
    return [x["value"] for x in found]


async def test_a_battle_of_ones_own_is_drawn_offered_told_and_played(sim: Table, manager: Any) -> None:
    result = await load(sim, manager, document())
    assert result.ephemeral and "“Our battle” is offered in this server from now on, as `own/our-battle`" in said(
        result
    )
    shown = next(m for m in (result.response, *result.followups) if m is not None and m.attachments)
    assert shown.attachments[0].filename == "map.png"
    assert await offered(sim, sim.ada) == ["own/our-battle"]
    assert await offered(sim, sim.cleo, command="battle briefing") == ["own/our-battle"]
    told = await sim.cleo.slash(sim.channel, "battle briefing", scenario="own/our-battle")
    embed = next(m for m in (told.response, *told.followups) if m is not None and m.embeds).embeds[0]
    assert embed.title == "Our battle"
    assert "bids" in [
        x["value"]
        for x in await sim.ada.autocomplete(sim.channel, "battle create", "rules", "", scenario="own/our-battle")
    ]
    await sim.ada.slash(sim.channel, "battle create", scenario="own/our-battle", side="Byzantines")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    # Replaced and then removed, it is still there for the battle under way, and for its rematch.
    assert "Battles made before stay" in said(await load(sim, manager, document(title="Another")))
    assert "is offered no longer" in said(
        await manager.slash(sim.channel, "referee scenario remove", scenario="our-battle")
    )
    assert await offered(sim, sim.ada) == []
    await sim.restart()
    await sim.to_orders()
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    assert "again, with the sides changed" in said(await sim.ada.slash(sim.channel, "battle rematch"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.title == "Our battle"


async def test_a_battle_is_handed_on_with_whose_it_is(sim: Table, manager: Any) -> None:
    """Exported it is the same battle, with author, licence and version, and is taken elsewhere as it is."""
    given = document(author="Ada *Lovelace*", licence="CC BY 4.0", version="3", silenced=["field"])
    taken = said(await load(sim, manager, given))
    assert "version 3" in taken and "by Ada \\*Lovelace\\*" in taken and "licence: CC BY 4.0" in taken
    listed = said(await manager.slash(sim.channel, "referee scenario list"))
    assert "version 3 · by Ada \\*Lovelace\\* · licence: CC BY 4.0" in listed
    result = await manager.slash(sim.channel, "referee scenario export", scenario="our-battle")
    assert result.ephemeral and "licence: CC BY 4.0" in said(result) and "ask them" not in said(result)
    shown = next(m for m in (result.response, *result.followups) if m is not None and m.attachments)
    assert shown.attachments[0].filename == "our-battle.json"
    data = sim.env.backend.cdn.get(shown.attachments[0].url)
    assert data is not None and scenarios.read(json.loads(data), "it") == scenarios.read(given, "it")
    again = said(await load(sim, manager, data))
    assert "Battles made before stay" in again and "The file is the one that was offered before." in again
    refused = said(await manager.slash(sim.channel, "referee scenario export", scenario="nothing"))
    assert "no scenario “own/nothing” of its own" in refused


async def test_a_new_state_of_a_battle_tells_both_versions(sim: Table, manager: Any) -> None:
    """The list has the new one; who forgets to raise the version is told so; a battle begun before keeps its own."""
    await load(sim, manager, document(version="1"))
    await sim.ada.slash(sim.channel, "battle create", scenario="own/our-battle", side="Byzantines")
    assert "Version before: 1; now: 2." in said(await load(sim, manager, document(version="2", date="534")))
    assert "· version 2" in said(await manager.slash(sim.channel, "referee scenario list"))
    told = said(await load(sim, manager, document(version="2", date="535")))
    assert "yet still version 2: ask its author to raise that" in told and "Version before" not in told
    assert "Version before: 2; now: none." in said(await load(sim, manager, document()))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    assert json.loads(await sim.service.database.battles.scenario(battle.id))["version"] == "1"
    briefing = card(await sim.cleo.slash(sim.channel, "battle briefing"))
    assert "-# version 1" in briefing and "version 2" not in briefing


async def test_what_may_not_be_meant_is_told(sim: Table, manager: Any) -> None:
    found = document()
    found["sides"][0]["withdrawal_level"] = 5000
    told = said(await load(sim, manager, found))
    assert "Advice: sides[0].withdrawal_level: all units of the army together are worth" in told


async def test_a_record_of_it_brings_the_scenario_along(sim: Table, manager: Any) -> None:
    await load(sim, manager, document())
    await sim.ada.slash(sim.channel, "battle create", scenario="own/our-battle", side="Byzantines")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    data = await saved(sim, sim.cleo)
    assert b"\n%scenario " in data
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    assert "is kept under the number" in said(await stranger.slash(channel, "record load", file=("b.txt", data)))
    # The record is theirs now; the scenario it is of is still ours alone.
    assert await offered(sim, stranger, channel) == []


async def test_only_referees_load_and_remove(sim: Table, manager: Any) -> None:
    sim.show("referee")
    for who in (sim.ada, sim.cleo):
        assert "Only referees" in said(await load(sim, who, document()))
    assert await sim.service.scenarios.of_guild(sim.guild.id) == ()
    role = sim.guild.create_role("judges")
    judge = sim.guild.add_member(sim.env.create_user("jude", global_name="Jude"), roles=[role])
    await manager.slash(sim.channel, "settings referee-role", role=role)
    assert "is offered in this server" in said(await load(sim, judge, document()))
    assert "Only referees" in said(
        await sim.ada.slash(sim.channel, "referee scenario remove", scenario="own/our-battle")
    )
    assert "`own/our-battle` **Our battle** (Cataphract)" in said(
        await sim.ada.slash(sim.channel, "referee scenario list")
    )
    assert "has no scenario" in said(await judge.slash(sim.channel, "referee scenario remove", scenario="x"))
    assert len(await sim.service.scenarios.of_guild(sim.guild.id)) == 1


async def test_another_server_knows_nothing_of_it(sim: Table, manager: Any) -> None:
    await load(sim, manager, document())
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    role = other.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(sim.env.create_user("zoe"), roles=[role])
    assert await offered(sim, stranger, channel) == []
    assert await stranger.autocomplete(channel, "referee scenario remove", "scenario", "") == []
    assert "has brought no battle along" in said(await stranger.slash(channel, "referee scenario list"))
    for command in ("battle create", "battle briefing", "referee scenario remove"):
        result = await stranger.slash(channel, command, scenario="own/our-battle")
        assert result.ephemeral and "This server has no scenario “own/our-battle” of its own" in said(result), command
    assert await stranger.autocomplete(channel, "battle create", "rules", "", scenario="own/our-battle") == []
    assert await sim.service.battles.of_guild(other.id) == []
    # The same id is another battle there, and taking that away leaves ours alone.
    await load(sim, stranger, document(title="Theirs"), channel)
    assert [x.title for x in await sim.service.scenarios.of_guild(sim.guild.id)] == ["Our battle"]
    await stranger.slash(channel, "referee scenario remove", scenario="own/our-battle")
    assert [x.title for x in await sim.service.scenarios.of_guild(sim.guild.id)] == ["Our battle"]


async def test_there_is_room_for_so_many(sim: Table, manager: Any) -> None:
    checked = await sim.service.scenarios.check(json.dumps(document()).encode())
    for n in range(MOST):
        await sim.service.database.uploads.put(sim.guild.id, f"own/x{n}", "x", 1, checked.document, 0.0, MOST)
    assert f"{MOST} scenarios of its own; the most there is room for" in said(await load(sim, manager, document()))
    assert len(await sim.service.scenarios.of_guild(sim.guild.id)) == MOST
    assert len(await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "")) == 25
    # One of the same id takes no more room.
    assert "is offered as it is in this file" in said(await load(sim, manager, document(id="x7")))


def changed(*path: Any, to: Any) -> Document:
    """Our battle with something else at one place."""
    found: Any = json.loads(json.dumps(document()))
    here = found
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = to
    return found


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 1


HOSTILE: list[tuple[Any, str]] = [
    (b"", "no valid JSON"),
    (b"\xff\xfe{\x00}\x00", "no UTF-8 text"),
    ('{"system": "cataphract"}'.encode("utf-16-le"), "no UTF-8 text"),
    (b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(range(256)), "no UTF-8 text"),
    (b"\x1f\x8b\x08\x00" + bytes(40), "no UTF-8 text"),
    ("[]", "must be a JSON object"),
    ("{" * 3000, "no valid JSON"),
    ("[" * 100_000, "nested too deeply"),
    (json.dumps(document(briefing=nested(30))), "nested too deeply"),
    (" " * (257 * 1024), "too large"),
    (json.dumps(document())[:-1] + ', "title": "twice"}', "title: is given twice"),
    (document(turn_limit=float("nan")), "NaN is no number"),
    (document(turn_limit=float("inf")), "Infinity is no number"),
    (json.dumps(document())[:-1] + ', "turn_limit": 1e999}', "a number is too large"),
    (document(turn_limit=10**12), "a number too large"),
    (document(turn_limit=200_000), "a number too large"),
    (json.dumps(document())[:-1] + ', "turn_limit": ' + "9" * 5000 + "}", "too many digits"),
    (changed("map", "cols", to=[0, 99_999]), "map: has more than"),
    (changed("map", "cols", to=["0", "9.9e4"]), "map: has more than"),
    (changed("map", "rows", to=[-90_000, 90_000]), "map: has more than"),
    (changed("map", "levels", to={"4504": 90_000}), "map.levels"),
    (changed("map", "levels", to={"4504": "90000"}), "map.levels"),
    (changed("map", "terrain", to={"4504": "lava"}), "lava"),
    (changed("sides", to=[]), "sides"),
    (changed("sides", to=None), "sides"),
    (changed("sides", 0, "units", to=[{"numbers": list(range(9000))}]), "sides: have more than"),
    (document(system="chess"), "is no rule system known here"),
    (document(id="../../etc/passwd"), "id"),
    (document(title="x" * 101), "title: has more than 100 characters"),
    (changed("briefing", "history", to="x" * 5000), "history: has more than 4000 characters"),
    (document(extra=1), "extra: is no field of the format"),
    (
        document(charts={"format": "hexarch-chart-pack/1", "system": "cataphract", "title": "t", "cells": {"a": 1}}),
        "charts",
    ),
]


@pytest.mark.parametrize(("given", "why"), HOSTILE, ids=range(len(HOSTILE)))
async def test_what_is_no_scenario_is_refused_and_nothing_changes(
    sim: Table, manager: Any, given: Any, why: str
) -> None:
    result = await load(sim, manager, given)
    told = said(result)
    assert why in told.replace("\\", ""), told
    assert result.ephemeral and len(told) <= 2000 and "reference" not in told
    assert await sim.service.scenarios.of_guild(sim.guild.id) == ()


async def test_what_isnt_seen_is_taken_out_of_names(sim: Table, manager: Any) -> None:
    sim.show("referee")
    hostile = "\u202e@everyone\u202c \x00<@1>\x07 **Our**\nbattle\ud800\u200b"
    result = await load(sim, manager, b"\xef\xbb\xbf" + json.dumps(document(title=hostile)).encode())
    assert "is offered" in said(result)
    [info] = await sim.service.scenarios.of_guild(sim.guild.id)
    assert info.title == "@everyone <@1> **Our** battle"
    for text in (said(result), said(await sim.cleo.slash(sim.channel, "referee scenario list"))):
        assert "@everyone" not in text and "<@1>" not in text and "\\*\\*Our" in text


async def test_what_can_be_read_but_not_begun_is_refused(sim: Table, manager: Any, monkeypatch: Any) -> None:
    from bot.service.setup import scenarios

    def broken(*_: Any) -> Any:
        raise KeyError("no such procedure")

    monkeypatch.setattr(scenarios.registry, "initial_state", broken)
    assert "can't be begun: the rules fail at it (KeyError" in said(await load(sim, manager, document()))
    assert await sim.service.scenarios.of_guild(sim.guild.id) == ()


async def test_what_can_not_be_drawn_is_refused(sim: Table, manager: Any, monkeypatch: Any) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise ValueError("no such colour")

    monkeypatch.setattr(sim.bot.messages.pictures, "table", broken)
    assert "map can't be drawn: ValueError" in said(await load(sim, manager, document()))
    assert await sim.service.scenarios.of_guild(sim.guild.id) == ()


@for_each("key", [i.key for i in scenarios.listing()])
def test_every_battle_of_ours_is_within_the_limits(key: str) -> None:
    given = scenarios.document(scenarios.find(key))
    assert scenarios.checked(given, "here").model_dump(mode="json") == scenarios.load(key).model_dump(mode="json")


@for_each(
    ("text", "tidied"),
    [
        ("plain", "plain"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\u202egnol\u202c \u2066x\u2069 \u200f\u061cy", "gnol x y"),
        ("half \ud800 a", "half a"),
        ("\ufeff\u200bzero", "zero"),
        ("tab\tand  spaces \u2028next\r\n\r\nline", "tab and spaces\nnext\nline"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("Zażółć ⚔", "Zażółć ⚔"),
    ],
)
def test_tidy(text: str, tidied: str) -> None:
    assert limits.tidy(text) == tidied
