"""Where two things meet: a request and a seat handed on, a preview and the battle's end, a battle that moves."""

from __future__ import annotations

from typing import Any

import pytest

from bot.narration import TextCatalogue
from tests.bot.e2e.kit import Table, control, controls, said, text_of

SETTLED = "That question has been settled."


def asking(channel: Any) -> list[Any]:
    """Messages with [Agree] and [Decline] of what one player asks of the other."""
    return [m for m in channel.history() if any(c.verb == "consent" for c in controls(m))]


async def agreed(sim: Table) -> None:
    """Cleo takes the side she is asked to lead."""
    asked = next(m for m in sim.messages if any(c.verb == "guest" for c in controls(m)))
    await sim.cleo.click(asked, custom_id=next(c for c in controls(asked) if c.verb == "guest").custom_id)


def calls(sim: Table, message: Any, who: Any) -> bool:
    """Whether somebody is called by a message, and not only named in it."""
    return bool(sim.env.backend.get_message(message.channel.id, message.id).allowed_mentions.allows_user(who.id))


@pytest.mark.parametrize("end", ["abandon", "resign", "draw"])
async def test_a_preview_loses_its_buttons_when_the_battle_ends(sim: Table, end: str) -> None:
    await sim.battle()
    await sim.to_orders()
    older = (await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @NW", preview=True)).response
    newer = (await sim.ada.slash(sim.channel, "order", text="THC4 @NW", preview=True)).response
    assert [c.label for c in controls(newer)][:2] == ["Carry out", "Leave it"]
    if end == "draw":
        await sim.ben.slash(sim.channel, "battle draw")
        await sim.ada.slash(sim.channel, "battle draw")
    else:
        await (sim.ada if end == "abandon" else sim.ben).slash(sim.channel, f"battle {end}", sure=True)
    for preview in (older, newer):
        assert controls(preview) == [] and "settled" in text_of(preview)


async def test_a_private_message_of_who_gave_the_seat_away_loses_its_controls(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    preview = (await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @NW", preview=True)).response
    await sim.ada.slash(sim.channel, "team substitute", player=sim.cleo)
    await agreed(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and sim.cleo.id in battle.people
    assert preview is not None
    for shown, verb in ((preview, "run"), (panel, "undo")):
        if found := [c for c in controls(shown) if c.verb == verb]:
            await sim.ada.click(shown.message, custom_id=found[0].custom_id)
        assert not [c for c in controls(shown) if c.verb in ("run", "take", "idea")], text_of(shown)


async def test_a_preview_loses_its_buttons_when_the_computer_takes_the_seat(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    preview = (await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @NW", preview=True)).response
    assert preview is not None
    await sim.ada.slash(sim.channel, "team computer")
    [asked] = asking(sim.channel)
    await sim.ben.click(asked, custom_id=control(asked, "consent").custom_id)
    await sim.env.settle()
    assert not controls(preview) and "settled" in text_of(preview), "its question is put to another now"


async def test_a_preview_of_before_a_restart_and_in_its_readers_language(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    before = (await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @NW", preview=True)).response
    await sim.restart()
    await sim.ada.slash(sim.channel, "preferences language", language="pl")
    after = (await sim.ada.slash(sim.channel, "order", text="THC4 @NW; THC5 @NW", preview=True)).response
    await sim.ada.slash(sim.channel, "battle abandon", sure=True)
    assert before is not None and after is not None
    await sim.ada.click(before.message, custom_id=control(before, "run").custom_id)
    for shown in (before, after):
        assert not controls(shown) and text_of(shown) == TextCatalogue.load("pl").translate(SETTLED)


@pytest.mark.parametrize("way", ["seat", "substitute"])
async def test_what_is_asked_is_put_to_who_leads_the_side_now(sim: Table, manager: Any, way: str) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle draw")
    [old] = asking(sim.channel)
    assert sim.ben.mention in old.content
    if way == "seat":
        await manager.slash(sim.channel, "referee seat", side="Vandals", player=sim.cleo, reason="Ben is away")
    else:
        await sim.ben.slash(sim.channel, "team substitute", player=sim.cleo)
        await agreed(sim)
    [now] = asking(sim.channel)
    assert now.id != old.id and now.content.startswith(sim.cleo.mention) and sim.ben.mention not in now.content
    told = next(m for m in sim.messages if m.id == old.id)
    assert controls(told) == [] and "Somebody else leads that side now" in told.content
    # Put anew once: not by looking once more, nor after a restart.
    await sim.bot.messages.publisher.publish((await sim.service.battles.in_channel(sim.channel.id)).id)  # type: ignore[union-attr]
    await sim.restart()
    await sim.bot.messages.background.tick()
    [still] = asking(sim.channel)
    assert still.id == now.id
    agree = next(c for c in controls(still) if c.verb == "consent")
    refused = said(await sim.ben.click(still, custom_id=agree.custom_id))
    assert refused and (await sim.service.battles.in_channel(sim.channel.id)) is not None
    await sim.cleo.click(still, custom_id=agree.custom_id)
    assert await sim.service.battles.in_channel(sim.channel.id) is None


async def test_a_request_that_goes_along_calls_nobody_once_more(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle draw")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    elsewhere = sim.guild.create_text_channel("hill")
    await sim.ada.slash(elsewhere, "battle move", battle=battle.id)
    [now] = asking(elsewhere)
    called = [m for m in elsewhere.history() if not m.is_system() and calls(sim, m, sim.ben)]
    assert len(called) == 1 and "goes on" in called[0].content, [m.content for m in called]
    assert now.content.startswith(sim.ben.mention) and not calls(sim, now, sim.ben)


async def test_what_is_asked_follows_the_seat_and_the_channel_by_one_call_each(sim: Table, manager: Any) -> None:
    """Handed on and back; then the channel is lost, the bot restarted, and the seat handed on elsewhere."""
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle draw")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for who in (sim.cleo, sim.ben):
        await manager.slash(sim.channel, "referee seat", side="Vandals", player=who, reason="so be it")
        [now] = asking(sim.channel)
        assert now.content.startswith(who.mention) and not calls(sim, now, who), "the act has called them"
    sim.env.backend.delete_channel(sim.channel.id)
    await sim.env.settle()
    await sim.restart()
    await sim.bot.messages.background.tick()
    hill = sim.guild.create_text_channel("hill")
    await sim.ada.slash(hill, "battle move", battle=battle.id)
    await manager.slash(hill, "referee seat", side="Vandals", player=sim.cleo, reason="so be it")
    [now] = asking(hill)
    assert now.content.startswith(sim.cleo.mention)
    assert len([m for m in hill.history() if not m.is_system() and calls(sim, m, sim.cleo)]) == 1
    await sim.cleo.click(now, custom_id=control(now, "consent").custom_id)
    assert (await sim.service.battles.get(battle.id)).status == "finished"
