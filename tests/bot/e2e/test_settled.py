"""Controls of a question: what they say, what stands beside them, and that they go when it is settled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.e2e.kit import Table, control, controls, said, text_of, type_in

TOOLS = ["Map", "Undo", "What if…", "Help"]


async def approached(sim: Table, order: str = "THC3 > 4706", kind: str = "orderly-withdrawal") -> Any:
    """Belisarius orders a ride that comes close to Ben's light cavalry; the question Ben is asked."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.ada.slash(sim.channel, "order", text=order, preview=False)
    opens = await sim.service.play.open_questions(battle.id)
    return next((o for o in opens if o.user == sim.ben.id and o.decision.kind == kind), None)


def labels(message: Any) -> list[str]:
    return [c.label for c in controls(message)]


async def press(sim: Table, who: Any, message: Any, label: str) -> Any:
    return await who.click(message, custom_id=next(c.custom_id for c in controls(message) if c.label == label))


async def test_buttons_say_what_they_do_and_go_with_the_answer(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    assert await approached(sim) is not None
    asking = sim.asking
    assert sim.ben.mention in asking.content
    shown = labels(asking)
    assert shown[-4:] == TOOLS
    assert shown[-11:-4] == [
        *("Stay, this activation", "Withdraw whenever we can, this activation"),
        *("LC2, always: Withdraw", "LC2, always: Stay"),
        *("Nothing more this activation", "Everything we can, this activation", "All of ours: Stay, always"),
    ]
    assert shown[-12] == "Stay" and shown[-13].startswith("LC2: Withdraw to ")
    await press(sim, sim.ben, asking, "Stay")
    (asking,) = (m for m in sim.messages if m.id == asking.id)
    assert "Vandals: " in asking.content
    assert not {"one", "rest", "always"} & {c.verb for c in controls(asking)}, "what follows stands there now"


@pytest.mark.parametrize(
    ("button", "listed"), [("LC2, always: Stay", "LC2: never"), ("All of ours: Stay, always", "everybody: never")]
)
async def test_an_answer_for_good_says_for_whom_it_is(sim: Table, button: str, listed: str) -> None:
    await sim.battle()
    await sim.to_orders()
    assert await approached(sim) is not None
    told = said(await press(sim, sim.ben, sim.asking, button))
    whom = "All of ours" if "ours" in button else "LC2"
    assert f"{whom}, from now on: " in told and ", never." in told and "/standing clear" in told
    assert listed in said(await sim.ben.slash(sim.channel, "standing list"))


async def test_none_for_this_activation_is_private_listed_and_can_be_ended(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    assert await approached(sim) is not None
    await press(sim, sim.ben, sim.asking, "Stay, this activation")
    assert await approached(sim, "THC4 > 4707") is None, "LC2 isn't asked again"
    assert "Vandals, by standing order: LC2: Stay" in sim.told.replace("\\", ""), "what was done unasked is told"
    listed = said(await sim.ben.slash(sim.channel, "standing list"))
    assert "LC2: never, in this activation" in listed
    assert "in this activation" not in said(await sim.ada.slash(sim.channel, "standing list"))
    assert "Taken back" in said(
        await sim.ben.slash(sim.channel, "standing clear", question="orderly-withdrawal", who="LC2")
    )
    assert "in this activation" not in said(await sim.ben.slash(sim.channel, "standing list"))


async def test_all_of_them_for_this_activation(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    assert await approached(sim) is not None
    await press(sim, sim.ben, sim.asking, "Withdraw whenever we can, this activation")
    listed = said(await sim.ben.slash(sim.channel, "standing list"))
    assert "everybody: always, in this activation" in listed and "LC2" not in listed
    assert "in this activation" not in said(await sim.ada.slash(sim.channel, "standing list"))


async def test_nothing_more_this_activation(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    assert await approached(sim) is not None
    await press(sim, sim.ben, sim.asking, "Nothing more this activation")
    for order in ("THC4 > 4707", "THC5 > 4708"):
        assert await approached(sim, order) is None and order[:4] in sim.told
    listed = said(await sim.ben.slash(sim.channel, "standing list"))
    assert "Whatever else would be asked" in listed and "everybody: left undone, unasked, in this activation" in listed


async def test_standing_set_may_end_with_the_activation(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    options = {"question": "orderly-withdrawal", "answer": "never", "until": "activation"}
    given = said(await sim.ben.slash(sim.channel, "standing set", **options))
    assert given.startswith("For now: ") and "never, in this activation" in given
    assert await approached(sim) is None
    options = {"question": "orderly-withdrawal", "until": "activation"}
    assert "Taken back" in said(await sim.ben.slash(sim.channel, "standing clear", **options))


async def test_a_panel_goes_on_when_its_question_is_settled_otherwise(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    assert "6 of 6 left" in text_of(panel)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "5 of 6 left" in text_of(panel) and panel.attachments, "on to what is asked now"
    await sim.ada.slash(sim.channel, "order", text="done")
    assert "6 of" not in text_of(panel) and not any(c.verb == "idea" for c in controls(panel))


async def test_a_panel_tells_what_the_dispatch_tells_and_nothing_of_what_was_taken_back(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    await type_in(sim.ada, panel, "THC3 @NW")
    line = next(x for x in text_of(panel).splitlines() if "THC3" in x and "✓" not in x).removeprefix("-# ")
    assert "✓" in text_of(panel) and line in sim.told
    await sim.ada.slash(sim.channel, "undo")
    assert "✓" not in text_of(panel) and line not in text_of(panel) and "6 of 6 left" in text_of(panel)


async def test_a_panel_that_waits_for_the_other_player_comes_back_by_itself(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    await type_in(sim.ada, panel, "THC3 > 4706")
    assert not controls(panel) and "Vandals: THC3 has come to 4706" in text_of(panel)
    messages = len(sim.messages)
    await press(sim, sim.ben, sim.asking, "Nothing more this activation")
    assert "5 of 6 left" in text_of(panel) and control(panel, "go")
    assert len(sim.messages) == messages, "both are here: nobody needs another message"


async def test_a_preview_that_came_to_nothing_too(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    preview = await sim.ada.slash(sim.channel, "order", text="THC3 @NW; THC4 @SW")
    shown = preview.response or preview.followups[0]
    assert control(shown, "run")
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert not controls(shown) and "has been settled" in shown.content


async def asked(sim: Table, asking: Any, text: str) -> Any:
    box = await press(sim, sim.ada, asking, "What if…")
    row = box.modal["components"][0]
    return await sim.ada.submit_modal(box, {(row.get("component") or row["components"][0])["custom_id"]: text})


async def test_map_undo_what_if_and_help_stand_on_the_question(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    asking, head = sim.asking, await sim.head()
    assert labels(asking)[-4:] == TOOLS or labels(asking)[-5:-1] == TOOLS
    shown = await press(sim, sim.cleo, asking, "Map")
    assert shown.ephemeral and (shown.response or shown.followups[0]).attachments
    helped = await press(sim, sim.ada, asking, "Help")
    assert helped.ephemeral and "orders?" in said(helped), "and what is asked now"
    for text, tells in (("", "Turn 1"), ("THC1", "THC1"), ("4706", "4706"), ("THC1 > 4706", "4706")):
        answer = await asked(sim, asking, text)
        found = answer.response or answer.followups[0]
        assert answer.ephemeral and tells in f"{found.content} {found.embeds[0].to_dict()}"
    answer = await asked(sim, asking, "NOBODY")
    assert answer.ephemeral and "NOBODY" in said(answer)
    assert await sim.head() == head
    assert "You have no side" in said(await press(sim, sim.cleo, asking, "Undo"))
    assert "Taken back" in said(await press(sim, sim.ada, asking, "Undo"))
    assert await sim.head() > head


@pytest.mark.parametrize(("mode", "later"), [("live", 11 * 60.0), ("correspondence", 0.0)])
async def test_who_may_be_away_is_called(sim: Table, mode: str, later: float) -> None:
    await sim.battle(mode=mode)
    await sim.to_orders()
    assert await approached(sim) is not None
    messages, clock = len(sim.messages), sim.bot.service.clock
    sim.bot.service.clock = lambda: clock() + later
    await press(sim, sim.ben, sim.asking, "Nothing more this activation")
    assert len(sim.messages) == messages + 1 and sim.ada.mention in sim.asking.content
    assert control(sim.asking, "orders")


async def test_a_new_dispatch_calls_whoever_is_asked_on_it(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    messages, clock = len(sim.messages), sim.bot.service.clock
    await sim.ada.slash(sim.channel, "order", text="done")
    # Whoever answered last went away long before it is told.
    sim.bot.service.clock = lambda: clock() + 11 * 60.0
    for _ in range(20):
        (o, *_) = await sim.service.play.open_questions(battle.id)
        if len(sim.messages) > messages:
            break
        await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test", o.side)
        await sim.bot.messages.publisher.publish(battle.id)
    new = sim.messages[messages:]
    assert len(new) == 1 and new[0].attachments and new[0].content.startswith("-# Turn 1")
    called = sim.ada if o.user == sim.ada.id else sim.ben
    assert called.mention in new[0].content and called.id in {u.id for u in new[0].mentions}
    assert any(c.custom_id.split(":")[3] == str(o.token) for c in controls(new[0])), "and is asked there"
