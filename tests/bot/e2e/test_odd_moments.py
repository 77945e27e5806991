"""Commands and presses at moments they weren't made for: after the end, beside the battle, once another leads."""

from __future__ import annotations

from typing import Any

import discord

from tests.bot.e2e.kit import SCENARIO, Table, card, control, controls, press, said, shown


def now(sim: Table, message: Any) -> Any:
    """A message as it is by now."""
    return next(m for m in sim.messages if m.id == message.id)


def saying(sim: Table, words: str) -> Any:
    """The newest message that says something."""
    return next(m for m in reversed(sim.messages) if words in m.content)


async def test_a_battle_that_is_refused_takes_no_channel(sim: Table) -> None:
    refused = await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Persians")
    assert "The sides are Byzantines and Vandals." in said(refused)
    assert await sim.service.battles.in_channel(sim.channel.id) is None
    await sim.battle()


async def test_beside_and_after_a_battle(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    parent = sim.bot.get_channel(sim.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="aside", type=discord.ChannelType.public_thread)
    await sim.env.settle()
    [aside] = sim.channel.threads
    for command in ("what", "battle resign", "battle status"):
        told = said(await sim.ada.slash(aside, command))
        assert told == "There is no battle in this thread: “Tricameron” is fought in the channel it belongs to."
    assert "It isn't mirrored." in said(await sim.ada.slash(sim.channel, "battle mirror", off=True))
    assert " · answered by default <t:" in said(await sim.ada.slash(sim.channel, "battle status"))
    # Somebody deletes the question: whoever asks how things stand has it back.
    asking = sim.asking
    await sim.bot.http.delete_message(sim.channel.id, asking.id)
    await sim.cleo.slash(sim.channel, "battle status")
    assert not [c for m in sim.messages for c in controls(m)], "who plays no side changes nothing"
    await sim.ben.slash(sim.channel, "battle status")
    assert sim.asking.id != asking.id and [c.label for c in controls(sim.asking)] == [c.label for c in controls(asking)]

    # Two ask themselves whether they mean it; a draw that was offered is agreed to by the same command.
    sure = shown(await sim.ada.slash(sim.channel, "battle resign"))
    await sim.ada.slash(sim.channel, "battle draw")
    offer = saying(sim, "Ada offers a draw")
    await sim.ben.slash(sim.channel, "battle draw")
    assert now(sim, offer).content.endswith("Ben agrees.")
    late = await press(sim.ada, sure, "Resign")
    assert "This battle is over." in said(late) and not controls(sure), "and its buttons are gone"

    for command in ("battle resign", "battle draw", "battle claim", "battle start", "battle leave", "battle mirror"):
        told = said(await sim.ada.slash(sim.channel, command))
        assert told == "“Tricameron” is over. /battle create begins another battle here.", command
    asked = await sim.ada.slash(sim.channel, "what")
    assert "is over: The battle is drawn by agreement. /record report" in card(asked)
    assert "Whose decision" not in card(asked)
    assert "Whose decision" not in card(await sim.ada.slash(sim.channel, "what", unit="THC3"))
    described = said(await sim.ada.slash(sim.channel, "battle describe"))
    assert described.startswith("**The battle is drawn by agreement.**\n")


async def test_a_side_that_is_shared_and_handed_on(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    told = said(await sim.ada.slash(sim.channel, "team substitute", player=sim.ada))
    assert told == "You lead the Byzantines already."
    assert said(await sim.ben.slash(sim.channel, "team leave")).startswith("You are in no team of this battle")
    assert "name the one whose player is away" in said(await sim.cleo.slash(sim.channel, "team computer"))
    assert said(await sim.cleo.slash(sim.channel, "standing list")) == "You have no side in this battle."
    await sim.ada.slash(sim.channel, "team substitute", player=sim.cleo)
    first = saying(sim, "Ada asks you to lead")
    await sim.ada.slash(sim.channel, "team substitute", player=sim.cleo)
    assert now(sim, first).content == (
        "-# Ada asks you to lead the Byzantines in “Tricameron” in their place.\nAsked once more."
    )
    assert not controls(now(sim, first))
    second = saying(sim, "Ada asks you to lead")
    await sim.ada.slash(sim.channel, "battle draw")
    draw = saying(sim, "Ada offers a draw")
    await press(sim.cleo, second, "Agree")
    assert now(sim, second).content == "Cleo leads the Byzantines now.", "its own answer stays"
    # What Ada has offered isn't Cleo's word.
    assert now(sim, draw).content.endswith("It has lapsed.")
    assert said(await sim.ben.slash(sim.channel, "battle draw")) == "Your opponent is asked."

    await sim.cleo.slash(sim.channel, "team invite", player=sim.ada)
    await press(sim.ada, saying(sim, "Cleo asks you to join"), "Agree")
    refused = said(await sim.cleo.slash(sim.channel, "team assign", player=sim.ada, commands="Gelimer"))
    assert refused == "Gelimer is no leader, command, group, type or unit of the Byzantines."
    await sim.cleo.slash(sim.channel, "team assign", player=sim.ada, commands="Belisarius")
    called = saying(sim, "Cleo has given you Belisarius")
    assert [u.id for u in called.mentions] == [sim.ada.id], "what she is asked now called somebody else"
    await sim.cleo.slash(sim.channel, "team remove", player=sim.ada)
    assert [u.id for u in saying(sim, "taken you out").mentions] == [sim.ada.id]

    await sim.cleo.slash(sim.channel, "team substitute", player=sim.ada)
    third = saying(sim, "Cleo asks you to lead")
    assert control(third, "guest")
    await sim.cleo.slash(sim.channel, "battle resign", sure=True)
    assert now(sim, third).content.endswith("It has lapsed.") and not controls(now(sim, third))
