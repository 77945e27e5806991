"""Battles, offers, leagues and cups are shown by title and players, not by the numbers they are stored by."""

from __future__ import annotations

import re
from typing import Any

from discord import app_commands

from tests.bot.e2e.kit import SCENARIO, Table, said
from tests.bot.e2e.test_events import called, dora, referee
from tests.bot.e2e.test_listing import record
from tests.bot.e2e.test_offers import make

__all__ = ["dora", "referee"]

LISTS = (
    "battle list",
    "battle status",
    "offer list",
    "event list",
    "event table",
    "event fixtures",
    "watch list",
    "mine",
)
"""Commands that show several of them, or how one stands, to whoever asks."""

TYPED = ("battle status",)
"""Those among them that tell a battle's number for whoever has to name one that others are called like."""


async def numbers(sim: Table) -> set[str]:
    """What battles, offers and events of the server are stored by."""
    service, guild = sim.service, sim.guild.id
    found = [b.id for b in await service.battles.of_guild(guild)]
    found += [o.id for o in await service.offers.of_guild(guild)]
    return {*found, *(e.id for e in await service.competitions.of_guild(guild))}


def drawn_from(text: str) -> str:
    """A text without what an event's order was drawn from: whoever works it out needs that to the letter."""
    return re.sub(r"-# The order was drawn from .*", "", text)


def choosers(sim: Table) -> list[tuple[str, str]]:
    """Every command and parameter by which a battle, an offer or an event is chosen."""
    return [
        (command.qualified_name, p.name)
        for command in sim.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for p in command.parameters
        if p.autocomplete and p.name in ("battle", "offer", "event")
    ]


async def test_every_list_choice_and_message_names_them(sim: Table, referee: Any, dora: Any) -> None:
    await sim.battle(mode="correspondence")
    await record(sim, sim.ada)
    field = sim.guild.create_text_channel("field")
    await sim.cleo.slash(sim.channel, "watch start")
    await make(sim, sim.ada, field, side="Byzantines")
    await called(sim, referee, "league", sim.ada, sim.ben, dora)
    known = await numbers(sim)
    assert len(known) >= 4
    for who, command in ((w, c) for w in (sim.ada, sim.cleo, referee) for c in LISTS if c not in TYPED):
        told = drawn_from(said(await who.slash(sim.channel, command)))
        assert not any(n in told for n in known), (command, told)
    assert "Ada – Ben" in said(await sim.cleo.slash(sim.channel, "watch list"))
    for message in [m for c in (sim.channel, field) for m in list(c.history())]:
        embeds = "".join(e.description or "" for e in message.embeds)
        told = drawn_from(message.content + embeds)
        assert not any(n in told for n in known), told
    asked = 0
    for command, parameter in choosers(sim):
        hidden = command.startswith(("referee", "settings", "host"))
        for who in (referee,) if hidden else (sim.ada, sim.cleo, referee):
            for choice in await who.autocomplete(sim.channel, command, parameter, ""):
                asked += 1
                label = choice["name"]
                assert not any(n in label for n in known), (command, label)
                if parameter == "battle" and "record" not in command:
                    assert "Tricameron" in label, (command, label)
    assert asked > 30


async def test_two_battles_that_read_alike_show_where_they_are(sim: Table) -> None:
    fields = [sim.guild.create_text_channel(f"field-{n}") for n in range(2)]
    for f in fields:
        await sim.ada.slash(f, "battle create", scenario=SCENARIO, side="Byzantines")
    battles = await sim.service.battles.of_guild(sim.guild.id)
    labels = [c["name"] for c in await sim.ada.autocomplete(sim.channel, "battle move", "battle", "trica")]
    assert sorted(labels) == sorted(f"Tricameron · Ada – free · open · #{f.name}" for f in fields)
    refused = said(await sim.ada.slash(sim.channel, "battle move", battle="Tricameron"))
    assert all(b.id in refused for b in battles) and "Ada – free" in refused
    await sim.ada.slash(fields[0], "battle join", side="Vandals")
    (other,) = [c for c in await sim.ada.autocomplete(sim.channel, "battle move", "battle", "ada – free")]
    assert "(" not in other["name"]
    moved = said(await sim.ada.slash(sim.channel, "battle move", battle="Tricameron · Ada – free · open"))
    assert "goes on here" in moved, moved
    here = await sim.service.battles.in_channel(sim.channel.id)
    assert here is not None and here.id == other["value"]


async def test_nobody_moves_what_they_may_not_by_its_title(sim: Table) -> None:
    field = sim.guild.create_text_channel("field")
    await sim.ada.slash(field, "battle create", scenario=SCENARIO, side="Byzantines")
    [battle] = await sim.service.battles.of_guild(sim.guild.id)
    assert await sim.cleo.autocomplete(sim.channel, "battle move", "battle", "") == []
    assert "no such battle" in said(await sim.cleo.slash(sim.channel, "battle move", battle="Tricameron"))
    assert "Only its players" in said(await sim.cleo.slash(sim.channel, "battle move", battle=battle.id))


async def test_an_offer_is_withdrawn_by_its_title(sim: Table) -> None:
    fields = [sim.guild.create_text_channel(f"field-{n}") for n in range(2)]
    await make(sim, sim.ada, fields[0], side="Byzantines")
    [choice] = await sim.ada.autocomplete(sim.channel, "offer withdraw", "offer", "")
    assert choice["name"].startswith("Tricameron · by Ada · ")
    await sim.ada.slash(sim.channel, "offer withdraw", offer="tricameron")
    assert await sim.service.offers.of_guild(sim.guild.id) == []


async def test_who_names_no_battle_is_told_the_nearest_names(sim: Table) -> None:
    """By the titles people see, not by what files are called."""
    for command in ("battle create", "battle briefing", "offer make"):
        for name, near in (
            ("cataphract/tricamron", "The nearest are: Tricameron."),
            ("battle of cannae", "The nearest are: Cannae."),
            ("Hastings", "Choose one from the list that opens as you type."),
        ):
            told = said(await sim.ada.slash(sim.channel, command, scenario=name))
            assert told == f"There is no battle “{name}”. {near}", (command, told)
