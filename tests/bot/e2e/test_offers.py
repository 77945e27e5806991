"""/offer: a battle is offered, accepted by exactly one, fought in the channel in a thread, or comes to nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.service.competitions.offers import LASTS
from engine.kernel.text import Refusal
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said


async def make(sim: Table, who: Any, channel: Any = None, **options: Any) -> Any:
    """An offer; its message."""
    told = await who.slash(channel or sim.channel, "offer make", scenario=SCENARIO, **options)
    assert told.ephemeral and "is open." in said(told), said(told)
    return next(
        m
        for m in reversed((channel or sim.channel).history())
        if not m.flags.ephemeral and any(c.verb == "offer" for c in controls(m))
    )


async def accept(who: Any, message: Any, phrase: str = "", label: str = "Accept") -> Any:
    """Press [Accept], send the box."""
    pressed = next(c for c in controls(message) if c.label.startswith(label))
    shown = await who.click(message, custom_id=pressed.custom_id)
    if shown.modal is None:
        return shown
    field = shown.modal["components"][0]["components"][0]["custom_id"]
    return await who.submit_modal(shown, {field: phrase} if phrase else {})


def text(sim: Table, message: Any) -> str:
    return next(m.content for m in sim.channel.history() if m.id == message.id)


def thread_of(sim: Table, channel: int) -> ChannelHandle:
    return next(t for t in sim.channel.threads if t.id == channel)


async def test_an_offer_is_accepted_and_fought_in_its_channel(sim: Table) -> None:
    message = await make(sim, sim.ada, side="Byzantines", words="First *come*", phrase="heads", limits="12h")
    assert f"<@{sim.ada.id}> offers a battle: **Tricameron**" in message.content
    assert "plays the Byzantines" in message.content and "12 hours" in message.content
    assert "> First \\*come\\*" in message.content
    told = await accept(sim.ben, message, "tails")
    assert told.ephemeral and "You play the Vandals" in said(told), said(told)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.status == "open" and battle.limits.seconds == 12 * 3600
    assert battle.player("byzantine") == sim.ada.id and battle.player("vandal") == sim.ben.id
    assert {s.side: s.phrase for s in battle.seats} == {"byzantine": "heads", "vandal": "tails"}
    assert f"<@{sim.ben.id}> accepts and plays the Vandals: <#{sim.channel.id}>" in text(sim, message)
    shown = next(m for m in sim.channel.history() if m.id == message.id)
    assert controls(shown) == []
    called = [m for m in sim.messages if "accepts your offer" in m.content]
    assert len(called) == 1 and f"<@{sim.ada.id}>" in called[0].content
    lobby = next(m for m in sim.messages if any(c.verb == "start" for c in controls(m)))
    await sim.ada.click(lobby, custom_id=control(lobby, "start").custom_id)
    assert (await sim.service.battles.get(battle.id)).status == "open", "it waits for the other one"
    await sim.ben.click(lobby, custom_id=control(lobby, "start").custom_id)
    assert (await sim.service.battles.get(battle.id)).status == "running"


async def test_it_is_fought_in_a_thread_where_the_channel_has_a_battle(sim: Table) -> None:
    await sim.battle()
    message = await make(sim, sim.ada)
    assert "chooses a side" in message.content
    told = await accept(sim.cleo, message, label="Accept: play the Vandals")
    assert "You play the Vandals" in said(told), said(told)
    [thread] = sim.channel.threads
    assert thread.id == message.id and f"<#{thread.id}>" in said(told)
    battle = await sim.service.battles.in_channel(thread.id)
    assert battle is not None
    assert battle.player("byzantine") == sim.ada.id and battle.player("vandal") == sim.cleo.id
    assert any("Tricameron" in m.content for m in thread.history()), "its lobby is shown there"
    await sim.ada.slash(thread, "battle start")
    begun = await sim.cleo.slash(thread, "battle start")
    assert "begins" in said(begun)


async def test_without_leave_to_open_threads_it_says_what_to_do_and_stays_open(sim: Table) -> None:
    channel = sim.guild.create_text_channel(
        "narrow",
        overwrites={sim.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)},
    )
    await sim.cleo.slash(channel, "battle create", scenario=SCENARIO, side="Vandals")
    message = await make(sim, sim.ada, channel)
    told = await accept(sim.ben, message, label="Accept: play the Vandals")
    assert told.ephemeral and "I may not open threads in #narrow" in said(told), said(told)
    assert "Create Public Threads" in said(told) and "or accept when the battle here is over" in said(told).lower()
    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    assert offer.status == "open" and channel.threads == []
    await sim.cleo.slash(channel, "battle abandon", sure=True)
    told = await accept(sim.ben, message, label="Accept: play the Vandals")
    assert "You play the Vandals" in said(told), said(told)


async def test_nobody_accepts_his_own_nor_what_is_offered_to_somebody_else(sim: Table) -> None:
    message = await make(sim, sim.ada, opponent=sim.ben)
    assert message.content.startswith(f"⚔️ <@{sim.ben.id}>, <@{sim.ada.id}> offers you a battle")
    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    kept = sim.env.backend.get_message(message.channel.id, message.id)
    assert kept.allowed_mentions.allows_user(sim.ben.id) and not kept.allowed_mentions.allows_user(sim.ada.id)
    assert "your own offer" in said(await accept(sim.ada, message))
    assert "made to somebody else" in said(await accept(sim.cleo, message))
    assert "Only who made the offer" in said(await sim.cleo.click(message, label="Decline or withdraw"))
    assert "Declined" in said(await sim.ben.click(message, label="Decline or withdraw"))
    assert "Declined." in text(sim, message)
    with pytest.raises(Refusal, match="has been declined"):
        await sim.service.offers.check_accept(offer.id, sim.guild.id, sim.ben.id)


async def test_of_two_who_accept_one_does(sim: Table) -> None:
    message = await make(sim, sim.ada, side="Vandals")
    pressed = control(message, "offer").custom_id
    boxes = [await who.click(message, custom_id=pressed) for who in (sim.ben, sim.cleo)]
    told = [said(await who.submit_modal(box, {})) for who, box in zip((sim.ben, sim.cleo), boxes, strict=True)]
    assert "You play the Byzantines" in told[0] and "accepted that offer already" in told[1], told
    assert len(await sim.service.battles.of_guild(sim.guild.id)) == 1


async def test_of_two_who_accept_in_the_same_instant_one_does(sim: Table) -> None:
    await make(sim, sim.ada, side="Vandals")
    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    users = [sim.ben.id, sim.cleo.id, 77, 78]
    done = await asyncio.gather(
        *(sim.service.offers.accept(offer.id, sim.guild.id, u, sim.channel.id + u % 5) for u in users),
        return_exceptions=True,
    )
    assert sum(isinstance(x, tuple) for x in done) == 1
    assert all(isinstance(x, tuple) or "accepted that offer already" in str(x) for x in done), done
    assert len(await sim.service.battles.of_guild(sim.guild.id)) == 1


async def test_the_channel_is_taken_in_the_last_instant(sim: Table) -> None:
    await make(sim, sim.ada)
    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    await sim.battle()
    with pytest.raises(Refusal, match="has a battle already"):
        await sim.service.offers.accept(offer.id, sim.guild.id, sim.ben.id, sim.channel.id, side="vandal")
    [again] = await sim.service.offers.of_guild(sim.guild.id)
    assert again.status == "open" and again.battle is None and again.taker is None and again.side == ""


async def test_offers_are_withdrawn_and_listed(sim: Table) -> None:
    message = await make(sim, sim.ada)
    await make(sim, sim.ben, side="Vandals")
    listed = said(await sim.cleo.slash(sim.channel, "offer list"))
    assert "any side" in listed and "Vandals" in listed and f"/{message.id}" in listed
    assert "Withdrawn" in said(await sim.ada.slash(sim.channel, "offer withdraw"))
    assert "Withdrawn." in text(sim, message)
    assert "no open offer" in said(await sim.ada.slash(sim.channel, "offer withdraw"))
    [left] = await sim.service.offers.of_guild(sim.guild.id)
    assert "Only who made" in said(await sim.ada.slash(sim.channel, "offer withdraw", offer=left.id))


async def test_offers_of_another_server_are_none_of_ours(sim: Table) -> None:
    await make(sim, sim.ada)
    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    assert "Nobody offers a battle" in said(await stranger.slash(channel, "offer list"))
    assert "no such offer" in said(await stranger.slash(channel, "offer withdraw", offer=offer.id))
    assert await stranger.autocomplete(channel, "offer withdraw", "offer", "") == []
    told = await stranger.slash(channel, "offer make", scenario=SCENARIO)
    assert "is open" in said(told)
    theirs = next(m for m in channel.history() if any(c.verb == "offer" for c in controls(m)))
    forged = sim.env.backend.get_message(channel.id, theirs.id)
    for row in forged.components:
        for c in row["components"]:
            c["custom_id"] = c["custom_id"].replace((await sim.service.offers.of_guild(other.id))[0].id, offer.id)
    pressed = next(c for row in forged.components for c in row["components"] if c["custom_id"].startswith("hx:offer:"))
    refused = await stranger.click(theirs, custom_id=pressed["custom_id"])
    assert "no such offer" in said(refused)
    [kept] = await sim.service.offers.of_guild(sim.guild.id)
    assert kept.status == "open"


async def test_who_cant_see_the_channel_doesnt_see_its_offers(sim: Table) -> None:
    me = sim.guild.me
    assert me is not None
    hidden = sim.guild.create_text_channel(
        "hidden",
        overwrites={
            sim.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            sim.ada: discord.PermissionOverwrite(view_channel=True),
            me: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    await make(sim, sim.ada, hidden)
    assert "Nobody offers" in said(await sim.cleo.slash(sim.channel, "offer list"))
    assert "Tricameron" in said(await sim.ada.slash(sim.channel, "offer list"))


async def test_an_offer_expires_after_a_fortnight(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await make(sim, sim.ada)
    clock, late = sim.service.sessions.clock, LASTS + 1
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + late)
    assert "has expired" in said(await accept(sim.ben, message, label="Accept: play the Vandals"))
    assert "Nobody offers" in said(await sim.ben.slash(sim.channel, "offer list"))
    await sim.bot.messages.offers.tick()
    await sim.bot.messages.offers.tick()
    assert "Nobody has accepted in time" in text(sim, message)
    assert await sim.service.offers.unsettled() == []


async def test_offers_survive_a_restart(sim: Table) -> None:
    message = await make(sim, sim.ada, side="Byzantines")
    await sim.restart()
    told = await accept(sim.ben, message)
    assert "You play the Vandals" in said(told), said(told)


async def test_a_battle_that_was_promised_is_made_after_a_restart(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await make(sim, sim.ada, side="Byzantines")

    async def dies(*args: Any, **options: Any) -> Any:
        raise asyncio.CancelledError

    [offer] = await sim.service.offers.of_guild(sim.guild.id)
    with monkeypatch.context() as m:
        m.setattr(sim.service.offers, "battle_of", dies)
        with pytest.raises(asyncio.CancelledError):
            await sim.service.offers.accept(offer.id, sim.guild.id, sim.ben.id, sim.channel.id)
    assert await sim.service.battles.of_guild(sim.guild.id) == []
    await sim.restart()
    for _ in range(2):
        await sim.bot.messages.offers.tick()
    [battle] = await sim.service.battles.of_guild(sim.guild.id)
    assert {s.user for s in battle.seats} == {sim.ada.id, sim.ben.id}
    assert "accepts and plays" in text(sim, message)
    assert len([m for m in sim.messages if "accepts your offer" in m.content]) == 1


async def test_what_cant_be_offered_is_refused(sim: Table) -> None:
    refusals = [
        ({"scenario": "chess"}, "There is no battle “chess”. Choose one from the list"),
        ({"scenario": SCENARIO, "side": "Goths"}, "The sides are"),
        ({"scenario": SCENARIO, "rules": "nonsense"}, "is no optional rule"),
        ({"scenario": SCENARIO, "limits": "soon"}, "Write a time"),
        ({"scenario": SCENARIO, "limits": "90d"}, "to thirty days"),
        ({"scenario": SCENARIO, "opponent": sim.ada}, "somebody else"),
    ]
    for options, why in refusals:
        told = await sim.ada.slash(sim.channel, "offer make", **options)
        assert told.ephemeral and why in said(told), said(told)
    assert await sim.service.offers.of_guild(sim.guild.id) == []


async def test_where_the_bot_may_not_write_nothing_is_offered(sim: Table) -> None:
    silent = sim.guild.create_text_channel(
        "silent", overwrites={sim.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    told = await sim.ada.slash(silent, "offer make", scenario=SCENARIO)
    assert "I may not write in this channel" in said(told)
    assert await sim.service.offers.of_guild(sim.guild.id) == []


async def test_an_offer_whose_channel_is_gone_before_it_is_posted_is_withdrawn(sim: Table) -> None:
    offer = await sim.service.offers.make(sim.guild.id, 987654321, sim.ada.id, SCENARIO)
    for _ in range(2):
        await sim.bot.messages.offers.tick()
    assert (await sim.service.offers.get(offer.id, sim.guild.id)).status == "withdrawn"
    assert await sim.service.offers.unsettled() == []


async def test_ten_open_offers_are_enough(sim: Table) -> None:
    for _ in range(10):
        await sim.service.offers.make(sim.guild.id, sim.channel.id, sim.ada.id, SCENARIO)
    told = await sim.ada.slash(sim.channel, "offer make", scenario=SCENARIO)
    assert "10 open offers" in said(told)
    assert "is open" in said(await sim.ben.slash(sim.channel, "offer make", scenario=SCENARIO))
