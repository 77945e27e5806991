"""[Suggest]: a whole activation, carried out by one press, changed or left; in contests only where both agree."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.narration.advice import expected, why
from bot.notation import parse
from bot.service.computers import advising
from bot.service.computers.adviser import SUGGESTIONS
from engine.computer.levels import Level
from engine.kernel.text import Text
from tests.bot.e2e.kit import Table, card, control, controls, press, said, text_of

SAMARKAND = "simple-gboh/samarkand"

QUICK = Level(keen=4.0, budget=60, brief=4, samples=1, sampled=1, horizon=12, cpu=3600.0)
"""Thinks, but not for long."""


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ADVISER", QUICK)
    monkeypatch.setattr(advising, "TRIALS", 2)


async def to_orders(sim: Table) -> Any:
    """Belisarius is to order, in a battle that counts; what Ada's panel shows."""
    await sim.battle()
    await sim.to_orders()
    return await panel_of(sim)


async def battle_of(sim: Table) -> Any:
    return await sim.service.battles.in_channel(sim.channel.id)


async def panel_of(sim: Table) -> Any:
    shown = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    return shown.response or shown.followups[0]


async def agreed(sim: Table) -> None:
    """Both sides may be advised."""
    asked = await sim.ada.slash(sim.channel, "battle advice", allow=True)
    assert "Your opponent is asked" in said(asked)
    request = next(m for m in reversed(sim.messages) if any(c.verb == "consent" for c in controls(m)))
    assert "suggestions" in request.content
    await sim.ben.click(request, label="Agree")


def orders(panel: Any) -> list[str]:
    return text_of(panel).split("```")[1].strip().splitlines()


async def as_written(sim: Table, panel: Any) -> list[str]:
    """The orders of the suggestion that is shown, by its button."""
    assert "```" not in text_of(panel)
    await press(sim.ada, panel, "As written…")
    return orders(panel)


async def suggested(sim: Table) -> Any:
    """Ada's panel with a suggestion in it."""
    await to_orders(sim)
    await agreed(sim)
    panel = await panel_of(sim)
    await press(sim.ada, panel, "Suggest")
    assert "Suggested" in text_of(panel), text_of(panel)
    return panel


async def test_nobody_is_advised_in_a_contest_unless_both_agree(sim: Table) -> None:
    panel = await to_orders(sim)
    assert not [c for c in controls(panel) if c.verb == "suggest"]
    await agreed(sim)
    panel = await panel_of(sim)
    assert control(panel, "suggest").label == "Suggest"
    # Whoever has agreed may end it, for both and at once: the button that is still shown says so.
    ended = await sim.ben.slash(sim.channel, "battle advice", allow=False)
    assert "Nobody is advised" in said(ended)
    refused = await press(sim.ada, panel, "Suggest")
    assert "unless both sides agree" in said(refused)
    assert not [c for c in controls(await panel_of(sim)) if c.verb == "suggest"]


async def test_a_suggestion_is_a_whole_activation_with_what_it_costs_and_one_press_gives_it(sim: Table) -> None:
    panel = await suggested(sim)
    told = text_of(panel)
    assert "Expected" in told and "Why: " in told
    written = await as_written(sim, panel)
    assert len(written) > 1 and len(parse("\n".join(written))) == len(written)
    assert f"{len(written)} orders" in told
    head = await sim.head()
    await press(sim.ada, panel, "Carry out")
    assert await sim.head() > head and "one." in text_of(panel)
    first = written[0].split()[0]
    entries = await sim.service.play.entries((await battle_of(sim)).id, head + 1)
    given = [e.data["answer"] for e in entries if e.kind == "answer" and e.data["side"] == "byzantine"]
    assert first in str(given[0])


async def test_the_orders_can_be_changed_and_nothing_is_given_before_it_is_pressed(sim: Table) -> None:
    panel = await suggested(sim)
    await as_written(sim, panel)
    head = await sim.head()
    box = await sim.ada.click(panel.message, custom_id=control(panel, "amend").custom_id)
    assert box.modal is not None
    row = box.modal["components"][0]
    field = row.get("component") or row["components"][0]
    assert field["value"].splitlines() == orders(panel)
    await sim.ada.submit_modal(box, {field["custom_id"]: "THC3 > 5008 @NW 5007"})
    assert orders(panel) == ["THC3 > 5008 @NW 5007"] and await sim.head() == head
    await press(sim.ada, panel, "Carry out")
    assert "THC3 5108 → 5007" in text_of(panel)


async def test_it_can_be_left_and_asked_for_again_without_more_thinking(sim: Table) -> None:
    panel = await suggested(sim)
    before = await as_written(sim, panel)
    await press(sim.ada, panel, "Something else")
    assert control(panel, "suggest")
    sim.bot.messages.advisers.pool = None  # type: ignore[assignment] nobody to think
    await press(sim.ada, panel, "Suggest")
    assert await as_written(sim, panel) == before


async def test_what_is_carried_out_is_what_the_message_shows_whatever_was_suggested_since(sim: Table) -> None:
    panel = await suggested(sim)
    battle = await battle_of(sim)
    [question] = await sim.service.play.open_questions(battle.id)
    await sim.service.adviser.keep(battle.id, question, ["THC5 @SW"])
    written = await as_written(sim, panel)
    assert written != ["THC5 @SW"]
    for n in range(SUGGESTIONS):
        await sim.service.adviser.keep(battle.id, question, [f"THC{n} @SW"])
    await press(sim.ada, panel, "Something else")
    await press(sim.ada, panel, "Suggest")
    again = panel
    for n in range(SUGGESTIONS):
        await sim.service.adviser.keep(battle.id, question, [f"THC{n} @NW"])
    head = await sim.head()
    gone = await press(sim.ada, again, "Carry out")
    assert "ask for another suggestion" in said(gone) and await sim.head() == head, "of so many the first is forgotten"


async def test_others_presses_and_stale_ones_change_nothing(sim: Table) -> None:
    panel = await suggested(sim)
    carry = control(panel, "advised").custom_id
    battle = await battle_of(sim)
    (o,) = await sim.service.play.open_questions(battle.id)
    await sim.service.play.order(battle.id, sim.ada.id, "THC3 > 5008 @NW 5007", "test")
    head = await sim.head()
    await sim.ada.click(panel.message, custom_id=carry)
    assert "has been settled" in text_of(panel) and await sim.head() == head
    assert o.token != (await sim.service.play.open_questions(battle.id))[0].token


async def test_a_suggestion_for_a_position_that_is_gone_is_not_shown(sim: Table) -> None:
    await to_orders(sim)
    await agreed(sim)
    panel = await panel_of(sim)
    battle = await battle_of(sim)
    pool, began, go = sim.bot.messages.advisers.pool, asyncio.Event(), asyncio.Event()
    real = pool.advise

    async def slowly(job: Any) -> Any:
        began.set()
        await go.wait()
        return await real(job)

    pool.advise = slowly  # type: ignore[method-assign]
    pressed = asyncio.ensure_future(press(sim.ada, panel, "Suggest"))
    await began.wait()
    assert "Thinking" in text_of(panel), "the press is answered before anything is thought about"
    await sim.service.play.order(battle.id, sim.ada.id, "THC3 > 5008 @NW 5007", "test")
    go.set()
    await pressed
    await sim.env.settle()
    assert "no longer holds" in text_of(panel) and not [c for c in controls(panel) if c.verb == "advised"]


@pytest.mark.errors_expected("the adviser can't think")
async def test_where_thinking_fails_the_panel_is_there_again(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await to_orders(sim)
    await agreed(sim)
    panel = await panel_of(sim)

    async def fails(job: Any) -> Any:
        raise RuntimeError("the process broke down")

    monkeypatch.setattr(sim.bot.messages.advisers.pool, "advise", fails)
    await press(sim.ada, panel, "Suggest")
    assert "couldn't think that through" in text_of(panel) and control(panel, "suggest")
    monkeypatch.undo()
    await press(sim.ada, panel, "Suggest")
    assert "Suggested" in text_of(panel)


async def test_a_suggestion_outlives_a_restart(sim: Table) -> None:
    panel = await suggested(sim)
    await sim.restart()
    head = await sim.head()
    await press(sim.ada, panel, "Carry out")
    assert await sim.head() > head


async def test_a_suggestion_is_drawn_and_told_to_who_sees_no_picture(sim: Table) -> None:
    """As arrows on the map as it stands; the alternative text says what they say, and that nothing is ordered yet."""
    panel = await suggested(sim)
    (open_now,) = await sim.service.play.open_questions((await battle_of(sim)).id)
    found = await sim.bot.messages.advisers.advise((await battle_of(sim)).id, open_now)
    assert found is not None and found.marks and {t.side for t in found.marks} == {"byzantine"}
    moved = next(t for t in found.marks if t.kind == "move")
    assert len(moved.hexes) > 1
    alt = panel.message.attachments[0].description or ""
    assert alt.startswith("Suggested, and not ordered yet. Map of ") and moved.unit in alt


async def test_against_the_computer_everybody_is_advised(sim: Table) -> None:
    await sim.ada.slash(
        sim.channel, "battle create", scenario=SAMARKAND, mode="live", opponent="recruit", side="Macedonians"
    )
    sim.bot.messages.opponents.hear = lambda battle_id: None  # type: ignore[method-assign] it doesn't answer
    await sim.ada.slash(sim.channel, "battle start")
    battle = await battle_of(sim)
    assert await sim.service.adviser.allowed(battle)
    needless = await sim.ada.slash(sim.channel, "battle advice", allow=True)
    assert "everybody may be advised" in said(needless)


def test_what_is_expected_is_told_in_a_sentence_and_in_a_lesson_why() -> None:
    from types import SimpleNamespace as View

    from bot.narration import TextCatalogue
    from bot.service.computers.advising import Advice
    from engine.computer.forecast import Loss

    words = TextCatalogue.load("en")
    table: Any = View(
        sides=[View(id="a", name="Goths", points_name="Rout Points"), View(id="b", name="Huns", points_name="")]
    )
    found = Advice(("done",), (), {"a": Loss(4.2, 1.1, 0.0), "b": Loss()}, {"points": 9.0, "leaders": -4.0}, 6)
    told = expected(found, table, words)
    assert told == "Expected, on average of 6 trials: the Goths 4 Rout Points, 1 routed or lost; the Huns nothing."
    led = replace(found, lead=Text("{unit}: {what}", unit="GHC1", what=Text("Strike HLC2 from 2305")))
    assert why(led, words) == (
        "GHC1: Strike HLC2 from 2305. Why: it brings the enemy nearer to defeat; the price is that leaders of yours "
        "come into danger."
    )
    assert why(found, words) == (
        "Why: it brings the enemy nearer to defeat; the price is that leaders of yours come into danger."
    )
    assert expected(Advice(("done",), losses={"a": Loss()}), table, words) == (
        "Expected: no losses on either side yet."
    )
    assert "hold what you have" in why(Advice(("done",), gains={"ground": 0.4}), words)


async def test_after_a_step_back_the_suggestion_is_one_for_the_position_there_is(sim: Table) -> None:
    """It is thought of anew, told as not ordered yet, and can be given."""
    panel = await suggested(sim)
    await press(sim.ada, panel, "Carry out")
    went = await sim.head()
    await sim.ada.slash(sim.channel, "undo")
    panel = await panel_of(sim)
    await press(sim.ada, panel, "Suggest")
    assert "Suggested" in text_of(panel) and await as_written(sim, panel)
    head = await sim.head()
    assert head > went, "a step back is written down"
    await press(sim.ada, panel, "Carry out")
    assert await sim.head() > head


async def test_out_of_turn_what_if_is_answered_as_if_it_were_ones_turn(sim: Table) -> None:
    await to_orders(sim)
    asked = await sim.ben.slash(sim.channel, "what", attackers="LN8", defenders="AHC1")
    assert "LN8 comes up to " in card(asked) and "column" in card(asked)
    order = await sim.ben.slash(sim.channel, "what", order="LN8 > 4516")
    assert "at this moment" in card(order) or "Not legal" in card(order)
