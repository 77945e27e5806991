"""Crécy in the channel: set-up, activations, Seizure, fire that is returned, shock, Standards, charts, a restart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.kernel.following import following
from tests.bot.e2e.kit import Table, controls, press, said, text_of

pytestmark = pytest.mark.drawn

SCENARIO = "men-of-iron/crecy"


async def begun(sim: Table) -> None:
    """Ada leads the English, Ben the French, who are to choose."""
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="English", mode="live")
    await sim.ben.slash(sim.channel, "battle join", side="French")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    await sim.choose(sim.ada, "Begin as we stand")


def told(sim: Table) -> str:
    """The last dispatch."""
    pinned = {m.id for m in sim.channel.pinned_messages()}
    return [m for m in sim.messages if m.attachments and m.id not in pinned][-1].content


async def test_a_command_is_activated_moves_and_play_goes_on(sim: Table) -> None:
    await begun(sim)
    (status,) = sim.channel.pinned_messages()
    assert "Free activation" in status.content and "Turn" not in status.content
    assert status.embeds[0].fields[0].value.startswith("Flight Points: **0 / ")
    await sim.choose(sim.ben, "Activate Doria's Crossbows (5 units)")
    assert "Doria's Crossbows: free activation." in told(sim)
    preview = await sim.ben.slash(sim.channel, "order", text="DCB1 > 1404; DCB2 > 1405; done")
    assert "4 of 5 MP" in said(preview)
    go = next(c for c in controls(preview.response) if c.label == "Carry out")
    await sim.ben.click(preview.response.message, custom_id=go.custom_id)
    assert "DCB1 1204 → 1404, DCB2 1205 → 1405" in told(sim)
    (status,) = sim.channel.pinned_messages()
    assert "Go on with which Command?" in status.content


async def test_a_whole_activation_in_one_batch_is_a_dispatch_of_its_own(sim: Table) -> None:
    await begun(sim)
    preview = await sim.ben.slash(sim.channel, "order", text="Doria; DCB1 > 1404; done")
    go = next(c for c in controls(preview.response) if c.label == "Carry out")
    await sim.ben.click(preview.response.message, custom_id=go.custom_id)
    assert told(sim).startswith("-# Doria's Crossbows\n") and "are ready" not in told(sim)
    await sim.ben.slash(sim.channel, "order", text="pass")
    await sim.ada.slash(sim.channel, "order", text="Godfrey")
    assert told(sim).startswith("-# Godfrey of Harcourt's Longbows\n")


async def test_ending_orders_and_naming_the_next_command_is_one_press(sim: Table) -> None:
    await begun(sim)
    await sim.ben.slash(sim.channel, "order", text="Doria")
    opened = await sim.ben.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    assert "and then:" in text_of(panel) and "Failing passes play to the enemy" in text_of(panel)
    await press(sim.ben, panel, "Activate Grimaldi's Crossbows · 30 %")
    assert "✓ Activate Grimaldi's Crossbows: 2 or less" in text_of(panel)
    said_of_it = "".join(m.content for m in sim.messages)
    assert "The French name Grimaldi's Crossbows to go on" in said_of_it and "Continuity: needs 2 or less" in said_of_it


async def test_what_no_longer_follows_is_asked_instead(sim: Table) -> None:
    await begun(sim)
    await sim.ben.slash(sim.channel, "order", text="Doria")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    game = await sim.service.play.game(battle.id)
    (question,) = await sim.service.play.open_questions(battle.id)
    found = following(game, question.decision)
    assert [f.asked.kind for f in found] == ["continue"] and question.decision.kind == "orders"
    named = found[0].ways[0][-1]
    likelier = replace(named, choice=replace(named.choice, chance=0.9))
    outcome = await sim.service.play.answer(
        battle.id, sim.ben.id, question.token, question.decision.default, 1, then=[likelier]
    )
    assert outcome.followed == 0
    (asked,) = await sim.service.play.open_questions(battle.id)
    assert asked.decision.kind == "continue" and asked.user == sim.ben.id


async def test_a_seizure_that_hardly_ever_pays_is_left_unasked(sim: Table) -> None:
    await begun(sim)
    for text in ("Doria", "done", "Grimaldi"):
        await sim.ben.slash(sim.channel, "order", text=text)
    story = "".join(m.content for m in sim.messages)
    assert "Seize the battle?" not in story and "Grimaldi's Crossbows: Continuity: needs 2 or less" in story


async def test_the_enemy_may_seize_before_the_die(sim: Table) -> None:
    await begun(sim)
    await sim.ada.slash(sim.channel, "standing set", question="seizure", who="everybody", answer="ask")
    await sim.ben.slash(sim.channel, "order", text="Doria")
    await sim.ben.slash(sim.channel, "order", text="done")
    await sim.ben.slash(sim.channel, "order", text="Grimaldi")
    assert sim.ada.mention in sim.asking.content and "Seize the battle?" in sim.asking.content
    refused = await sim.ben.slash(sim.channel, "order", text="no")
    assert "isn't your decision" in said(refused)
    await sim.choose(sim.ada, "Let them roll")
    assert "Grimaldi's Crossbows: Continuity: needs 2 or less" in "".join(m.content for m in sim.messages)


async def test_a_standing_order_answers_the_seizure(sim: Table) -> None:
    await begun(sim)
    await sim.ada.slash(sim.channel, "standing set", question="seizure", who="everybody", answer="never")
    before = len(sim.messages)
    for text in ("Doria", "done", "Grimaldi"):
        await sim.ben.slash(sim.channel, "order", text=text)
    assert not any("Seize the battle?" in m.content and sim.ada.mention in m.content for m in sim.messages[before:])


async def test_orders_for_a_command_wait_for_the_seizure(sim: Table) -> None:
    await begun(sim)
    await sim.ada.slash(sim.channel, "standing set", question="seizure", who="everybody", answer="ask")
    await sim.ben.slash(sim.channel, "order", text="Doria")
    await sim.ben.slash(sim.channel, "order", text="done")
    preview = await sim.ben.slash(sim.channel, "order", text="Alencon; AMM1 > +1; AMM2 > +1")
    go = next(c for c in controls(preview.response) if c.label == "Carry out")
    await sim.ben.click(preview.response.message, custom_id=go.custom_id)
    await sim.choose(sim.ada, "Let them roll")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    game = await sim.service.play.game(battle.id)
    moved = game.state.activation.moved if game.state.activation is not None else []
    went_on = any(e.kind == "roll" and e.data["purpose"] == "continuity" and e.data["total"] <= 3 for e in game.journal)
    assert moved == (["AMM1", "AMM2"] if went_on else [])


async def test_it_goes_on_after_a_restart(sim: Table) -> None:
    await begun(sim)
    await sim.ben.slash(sim.channel, "order", text="Doria")
    await sim.ben.slash(sim.channel, "order", text="DCB1 > 1404")
    await sim.restart()
    await sim.ben.slash(sim.channel, "order", text="DCB2 > 1405")
    assert "DCB2" in told(sim)
    back = await sim.ben.slash(sim.channel, "undo")
    assert "1405" not in told(sim), said(back)


async def test_a_command_is_ordered_together_in_the_panel(sim: Table) -> None:
    await begun(sim)
    await sim.ben.slash(sim.channel, "order", text="Doria")
    opened = await sim.ben.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    group = next(c for c in controls(panel) if c.verb == "group" and c.label.startswith("Doria's Crossbows"))
    await sim.ben.click(panel.message, custom_id=group.custom_id)
    assert "5 of 5 can" in text_of(panel)
    await press(sim.ben, panel, "Forward 2")
    assert "5 done." in text_of(panel) and "move and fire" in text_of(panel)
    assert "DCB1" in told(sim) and "DCB5" in told(sim)


async def test_anybody_may_look(sim: Table) -> None:
    await begun(sim)
    await sim.ben.slash(sim.channel, "order", text="Doria")
    unit = await sim.cleo.slash(sim.channel, "unit", name="DCB1")
    assert unit.acknowledged
    chart = await sim.cleo.slash(sim.channel, "chart", name="shock")
    assert "10.3" in said(chart)
    rule = await sim.cleo.slash(sim.channel, "rule", case="11.4")
    assert "Reluctance" in said(rule)
    wrong = await sim.ben.slash(sim.channel, "order", text="DCB1 > 2309")
    assert "8.0" in said(wrong)
