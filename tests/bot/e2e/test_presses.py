"""Who may press what, and when: never trust a button."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.components.ids import Ref, parse
from tests.bot.e2e.kit import Table, control, controls, first_answer, press, said, text_of, use


async def test_others_are_refused_in_private(sim: Table) -> None:
    await sim.battle()
    asking, first = sim.asking, first_answer(sim.asking)
    head = await sim.head()
    for who, says in ((sim.cleo, "Only the players"), (sim.ben, "Byzantines to decide")):
        result = await use(who, asking, first)
        assert result.ephemeral and says in said(result)
    assert await sim.head() == head


async def test_a_stale_control_says_so(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    orders = control(sim.asking, "orders")
    opened = await sim.ada.click(sim.asking, custom_id=orders.custom_id)
    panel = opened.response or opened.followups[0]
    await sim.restart()
    stale = control(panel, "go")
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    head = await sim.head()
    result = await sim.ada.select(panel.message, [stale.options[0][0]], custom_id=stale.custom_id)
    assert result.followups[0].ephemeral and "settled already" in said(result)
    assert await sim.head() == head
    assert "That question has been settled" in text_of(panel), "and the panel is at what is asked now"
    assert "5 of 6 left" in text_of(panel) and control(panel, "go") and panel.attachments
    await press(sim.ada, panel, "THC4 ")
    assert await sim.head() == head and control(panel, "idea")


async def test_an_order_written_meanwhile_brings_the_panel_up_to_date(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    panel = opened.response or opened.followups[0]
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert "5 of 6 left" in text_of(panel) and control(panel, "go")
    await sim.ada.slash(sim.channel, "order", text="done")
    assert "orders?" not in text_of(panel) or "another" in text_of(panel), text_of(panel)


async def test_two_presses_at_once_count_once(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    head = await sim.head()
    answers = [
        sim.service.play.answer(battle.id, sim.ada.id, question.token, question.decision.default, n) for n in (1, 2)
    ]
    results = await asyncio.gather(*answers, return_exceptions=True)
    assert sum(isinstance(r, Exception) for r in results) == 1
    assert "answered already" in str(next(r for r in results if isinstance(r, Exception)))
    entries = await sim.service.play.entries(battle.id, since=head + 1)
    assert sum(e.kind == "answer" for e in entries) == 1


async def test_forged_ids_do_nothing(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    head = await sim.head()
    message = sim.asking
    for ref, verb in (
        (Ref(battle.id, str(question.token), "999"), "answer"),
        (Ref("deadbeef", str(question.token)), "select"),
        (Ref(battle.id, str(question.token), "x.y"), "go"),
        (Ref(battle.id, str(question.token), "1.2.3.4.5.6.7.8.9.10.11.12.13.14"), "go"),
        (Ref(battle.id, str(question.token), "999"), "take"),
        (Ref(battle.id, str(question.token), "0~0123456789"), "idea"),
        (Ref(battle.id, str(question.token), "0@UP"), "face"),
        (Ref(battle.id, str(question.token), "0/Z"), "sector"),
        (Ref(battle.id, str(question.token), "0/YYYY"), "sector"),
        (Ref(battle.id, str(question.token), "nobody"), "group"),
        (Ref(battle.id, str(question.token), "nobody~0123456789"), "many"),
        (Ref(battle.id, str(question.token), "~0123456789"), "then"),
        (Ref(battle.id, str(question.token), "x"), "then"),
        (Ref(battle.id, str(question.token), "-1"), "answer"),
        (Ref(battle.id, str(question.token), "all!"), "alike"),
        (Ref(battle.id, str(question.token), "all"), "rest"),
        (Ref(battle.id, str(question.token), "0"), "one"),
        (Ref(battle.id, str(question.token), "yes"), "always"),
        (Ref(battle.id, str(question.token), "99"), "each"),
    ):
        stored = sim.env.backend.get_message(sim.channel.id, message.id)
        stored.components[0]["components"][0]["custom_id"] = ref.custom_id(verb)
        forged = replace(first_answer(message), custom_id=ref.custom_id(verb))
        result = await use(sim.ada, message, forged)
        assert result.ephemeral and "went wrong" not in said(result), (verb, said(result))
        assert await sim.head() == head


def test_ids_are_read_back() -> None:
    ref = Ref("0a1b2c3d", "120", "3.12/B@NE!#1")
    assert parse(ref.custom_id("go")) == ("go", ref)
    assert parse("something else") is None and parse("hx:go") is None


async def test_a_question_to_the_other_player_calls_him_once(sim: Table) -> None:
    await sim.battle()
    for _ in range(40):
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        opens = await sim.service.play.open_questions(battle.id)
        if any(o.user == sim.ben.id for o in opens):
            break
        done = [c for c in controls(sim.asking) if c.verb == "default"]
        if done:
            await sim.ada.click(sim.asking, custom_id=done[0].custom_id)
        else:
            await sim.choose(sim.ada, "")
    mentions = [m for m in sim.messages if sim.ben.id in {u.id for u in m.mentions} and not m.pinned]
    assert len(mentions) == 1
    assert controls(mentions[0])
    refused = await sim.ada.slash(sim.channel, "order", text="done")
    assert "must answer first" in said(refused)


async def test_no_view_is_kept_once_it_was_sent(sim: Table) -> None:
    """Components are found by their ids: a view that discord.py kept would wait with a task of its own, or for ever."""
    await sim.battle()
    await sim.to_orders()
    opened = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    assert controls(opened.response or opened.followups[0])
    assert not [t for t in asyncio.all_tasks() if "timeout_task" in repr(t.get_coro())]
    assert not sim.bot._connection._view_store._synced_message_views
