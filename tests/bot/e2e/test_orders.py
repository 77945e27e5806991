"""Orders, written and guided; how many messages and interactions they take."""

from __future__ import annotations

import re
from typing import Any

from tests.bot.e2e.kit import Table, control, controls, press, said, text_of, type_in


async def test_one_written_order_is_one_interaction_and_no_new_message(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    before = len(sim.messages)
    result = await sim.ada.slash(sim.channel, "order", text="thc3 -> 4909")
    assert result.ephemeral and "Done" in said(result)
    assert len(sim.messages) == before
    assert "THC3" in sim.told and "4909" in sim.told


async def test_a_refused_order_says_why_and_changes_nothing(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    for text, says in (
        ("THC3 > 1001", "1001"),
        ("LC2 > 4510", "LC2"),
        ("NOBODY > 4510", "NOBODY"),
        ("THC3 > 24", "four digits"),
        (";;", "no order"),
    ):
        result = await sim.ada.slash(sim.channel, "order", text=text)
        assert result.ephemeral and says in said(result), said(result)
    other = await sim.ben.slash(sim.channel, "order", text="done")
    assert "Byzantines" in said(other)
    stranger = await sim.cleo.slash(sim.channel, "order", text="done")
    assert "no side" in said(stranger)
    assert await sim.head() == head


async def test_a_batch_is_shown_first_then_carried_out(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    preview = await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @SW")
    assert await sim.head() == head
    shown = preview.response or preview.followups[0]
    assert "THC3" in shown.content and "THC4 @SW" in shown.content
    run = control(shown, "run")
    assert "That is for" in said(await sim.ben.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id))
    await sim.ada.click(shown.message, custom_id=run.custom_id)
    assert "THC4" in sim.told
    assert "2 done" in shown.content


async def test_what_cannot_begin_offers_nothing_to_carry_out_and_what_is_skipped_is_named(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    refused = await sim.ada.slash(sim.channel, "order", text="THC3 > 1001; THC4 @SW")
    assert "Not possible" in said(refused)
    shown = refused.response or refused.followups[0]
    assert not {c.verb for c in controls(shown)} & {"run", "drop"}
    later = await sim.ada.slash(sim.channel, "order", text="THC4 @SW; THC3 > 1001; THC5 @SW; done")
    assert "Would be skipped: THC3 > 1001 – " in said(later)
    assert "THC5" in said(later).split("```")[0], "what comes after it is looked at too"
    assert "Then:" not in said(later), "the end of the orders waits for the one that was skipped"
    assert control(later.response or later.followups[0], "run")


async def test_a_guided_order_takes_three_choices_and_goes_on_in_the_same_panel(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    messages = len(sim.messages)
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    assert panel.ephemeral and panel.attachments
    await press(sim.ada, panel, "THC3 ")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007" in text_of(panel)
    assert control(panel, "go"), "the panel is ready for the next order"
    assert len(sim.messages) == messages


async def test_back_and_typing_in_the_panel(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    await press(sim.ada, panel, "THC3 ")
    first = {c.custom_id for c in controls(panel)}
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    assert {c.custom_id for c in controls(panel)} - first
    await sim.ada.click(panel.message, custom_id=control(panel, "back").custom_id)
    assert {c.custom_id for c in controls(panel)} == first
    await type_in(sim.ada, panel, "5108")
    assert "facing" in text_of(panel), "who turns where it stands is asked which way"
    await sim.ada.click(panel.message, custom_id=control(panel, "back").custom_id)
    await type_in(sim.ada, panel, "5008 NW")
    assert "✓ `THC3 > 5008 @NW`" in text_of(panel)
    await type_in(sim.ada, panel, "THC4 @SW")
    assert "✓ `THC4" in text_of(panel)


async def test_writing_in_the_box(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    box = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "write").custom_id)
    assert box.modal is not None
    result = await sim.ada.submit_modal(box, {_field(box.modal): "THC3 @NW"})
    assert "Done" in said(result)
    assert "THC3" in sim.told


async def test_completion_offers_only_what_is_legal_within_discords_limits(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    for typed in ("", "THC3", "THC3 >", "THC3 > 50", "THC3 > 5008 ", "THC3 > 5008; THC4 > ", "x" * 99, "@", "zz"):
        offered = await sim.ada.autocomplete(sim.channel, "order", "text", typed)
        assert len(offered) <= 25
        assert all(len(o["name"]) <= 100 and len(o["value"]) <= 100 for o in offered)
    offered = await sim.ada.autocomplete(sim.channel, "order", "text", "THC3 > 50")
    assert offered and all(o["value"].startswith("THC3 > 50") for o in offered)
    written = await sim.ada.slash(sim.channel, "order", text=offered[0]["value"])
    assert "Done" in said(written)
    assert await sim.cleo.autocomplete(sim.channel, "order", "text", "") == []


async def test_undo_is_free_before_anything_has_come_of_it(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "THC3" in sim.told
    assert "Taken back" in said(await sim.ada.slash(sim.channel, "undo"))
    assert "THC3" not in sim.told and "taken back" in sim.told
    await sim.ada.slash(sim.channel, "order", text="THC4 @SW")
    assert "THC4" in sim.told


def _field(modal: object) -> str:
    """Custom id of the only field of a modal."""
    text = str(modal)
    assert "components" in text
    row = modal["components"][0]  # type: ignore[index]
    inner = row.get("component") or row["components"][0]
    return inner["custom_id"]


async def answered_by_ben(sim: Table) -> None:
    """Ada gives an order and ends her activation, dice fall, and Ben answers what he is asked."""
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.ada.slash(sim.channel, "dice roll", dice="d10")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    while not any(o.user == sim.ben.id for o in await sim.service.play.open_questions(battle.id)):
        done = [c for c in controls(sim.asking) if c.verb == "default"]
        await (sim.ada.click(sim.asking, custom_id=done[0].custom_id) if done else sim.choose(sim.ada, ""))
    await answer(sim, sim.ben)


async def answer(sim: Table, who: Any) -> None:
    """What is proposed to the first question put to somebody."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    question = next(o for o in await sim.service.play.open_questions(battle.id) if o.user == who.id)
    await sim.service.play.answer(battle.id, who.id, question.token, question.decision.default, "test")
    await sim.bot.messages.publisher.publish(battle.id)


def request_of(sim: Table) -> Any:
    return next(m for m in reversed(sim.messages) if "asks to take back" in m.content)


async def test_a_take_back_that_costs_the_opponent_something_needs_his_consent(sim: Table) -> None:
    await answered_by_ben(sim)
    asked = await sim.ada.slash(sim.channel, "undo")
    assert "opponent is asked" in said(asked)
    request = request_of(sim)
    assert sim.ben.mention in request.content
    agree = control(request, "consent").custom_id
    assert "for your opponent" in said(await sim.ada.click(request, custom_id=agree))
    assert "Only the players" in said(await sim.cleo.click(request, custom_id=agree))
    await sim.ben.click(request, custom_id=agree)
    assert request_of(sim).content.splitlines()[-1] == "Ben agrees."
    assert any("taken back" in m.content for m in sim.messages)


async def test_a_take_back_says_what_it_undoes(sim: Table) -> None:
    await answered_by_ben(sim)
    await sim.ada.slash(sim.channel, "undo")
    said_first = request_of(sim).content
    assert "Ada asks to take back “Try Momentum” and what came of it – Martinus: " in said_first, said_first
    assert re.search(r"\d+ (other )?answers?, \d+ rolls?\. Rolls stay in the trail, annulled\.$", said_first), (
        said_first
    )


async def test_a_take_back_that_nobody_answers_says_that_it_has_lapsed(sim: Table) -> None:
    await answered_by_ben(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.ada.slash(sim.channel, "undo")
    (question, *_) = await sim.service.play.open_questions(battle.id)
    await answer(sim, sim.ada if question.user == sim.ada.id else sim.ben)
    request = request_of(sim)
    assert not controls(request) and sim.ben.mention not in request.content
    assert request.content.startswith("-# Ada asks to take back") and request.content.endswith("\nIt has lapsed.")


async def test_a_declined_take_back_says_so_as_long_as_it_stands(sim: Table) -> None:
    await answered_by_ben(sim)
    await sim.ada.slash(sim.channel, "undo")
    request = request_of(sim)
    await sim.ben.click(request, label="Decline")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.bot.messages.publisher.publish(battle.id)
    assert request_of(sim).content.endswith("\nBen declines.")


async def test_a_take_back_whose_message_is_gone_is_asked_again_after_a_restart(sim: Table) -> None:
    await answered_by_ben(sim)
    await sim.ada.slash(sim.channel, "undo")
    first = request_of(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.bot.get_partial_messageable(sim.channel.id).get_partial_message(first.id).delete()
    await sim.restart()
    await sim.bot.messages.publisher.renew(battle.id, repair=True)
    again = request_of(sim)
    assert again.id != first.id and sim.ben.mention in again.content
    await sim.ben.click(again, label="Agree")
    assert any("taken back" in m.content for m in sim.messages)


async def test_an_old_dispatch_asks_nothing_any_more(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="done")
    dispatches = len(sim.messages)
    await sim.choose(sim.ada, "Activate Sunicas")
    assert len(sim.messages) > dispatches, "an activation has a dispatch of its own"
    assert [m for m in sim.messages if {c.verb for c in controls(m)} - {"briefing"}] == [sim.asking]
