"""The guided panel: the choice of a hex, the same for the next, groups, confirmations."""

from __future__ import annotations

from typing import Any

import pytest

from bot.aside import aside
from engine.kernel.decisions import Command, Pick
from tests.bot.e2e.kit import Table, components, control, controls, press, said, text_of
from tests.bot.strict.law import law_of

pytestmark = pytest.mark.drawn


async def opened(sim: Table) -> Any:
    """The panel on its first page: Belisarius has six orders."""
    await sim.battle()
    await sim.to_orders()
    shown = await sim.ada.click(sim.asking, label="Orders")
    return shown.response or shown.followups[0]


async def test_a_unit_goes_to_any_hex_in_three_presses_and_the_same_is_offered_for_the_next(sim: Table) -> None:
    panel = await opened(sim)
    assert panel.ephemeral and panel.attachments and "6 of 6 left" in text_of(panel)
    await press(sim.ada, panel, "THC3 ")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007`" in text_of(panel) and "THC3 5108 → 5007" in text_of(panel)
    assert "**THC4** the same, Move 5009 NW" in text_of(panel)
    await press(sim.ada, panel, "THC4: the same")
    assert "✓ `THC4 > 5010 @NW 5009`" in text_of(panel)
    assert "4 of 6 left" in text_of(panel) and control(panel, "same").label == "THC5: the same"


async def test_of_two_panels_the_newest_goes_on(sim: Table) -> None:
    """The other would show what has long been settled, with buttons that look alive."""
    first = await opened(sim)
    shown = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    second = shown.response or shown.followups[0]
    await sim.bot.messages.guided.idle()
    assert "another panel" in text_of(first) and not controls(first) and not first.attachments
    assert control(second, "go")
    await press(sim.ada, second, "THC3 ")
    await sim.bot.messages.guided.idle()
    assert controls(second), "a page of its own is no other panel"


async def test_a_panel_from_before_a_restart_shows_what_is_asked_once_an_order_is_taken_back(sim: Table) -> None:
    """Nobody remembers it by then: the press itself brings it up to date."""
    panel = await opened(sim)
    await press(sim.ada, panel, "THC3 ")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    await press(sim.ada, panel, "5007")
    assert "5 of 6 left" in text_of(panel)
    await sim.restart()
    undone = await sim.ada.click(panel.message, custom_id=control(panel, "undo").custom_id)
    assert "Taken back" in said(undone)
    assert "6 of 6 left" in text_of(panel) and control(panel, "go"), text_of(panel)
    await sim.ada.click(panel.message, custom_id=control(panel, "undo").custom_id)
    assert "may act before everyone else" in text_of(panel)


async def test_a_facing_wished_for_before_the_hex_is_pressed(sim: Table) -> None:
    panel = await opened(sim)
    await press(sim.ada, panel, "THC3 ")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    face = next(c for c in controls(panel) if c.verb == "face" and c.label == "W")
    await sim.ada.click(panel.message, custom_id=face.custom_id)
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007 @W`" in text_of(panel)


async def test_an_idea_of_the_first_page_is_one_press(sim: Table) -> None:
    panel = await opened(sim)
    idea = next(c for c in controls(panel) if c.verb == "idea")
    unit = idea.label.partition(":")[0]
    head = await sim.head()
    await sim.ada.click(panel.message, custom_id=idea.custom_id)
    assert f"✓ `{unit} > " in text_of(panel) and await sim.head() > head


async def test_an_idea_that_is_not_offered_is_refused_in_words(sim: Table) -> None:
    panel = await opened(sim)
    idea = next(c for c in controls(panel) if c.verb == "idea")
    made_up = idea.custom_id[:-10] + "0123456789"
    stored = sim.env.backend.get_message(sim.channel.id, panel.message.id)
    _put_id(stored.components, idea.custom_id, made_up)
    head = await sim.head()
    result = await sim.ada.click(panel.message, custom_id=made_up)
    assert "isn't possible (any more); nothing was done" in said(result)
    assert await sim.head() == head


def _put_id(components: Any, old: str, new: str) -> None:
    for c in components:
        if c.get("custom_id") == old:
            c["custom_id"] = new
        _put_id([*c.get("components", ()), *([c["accessory"]] if "accessory" in c else [])], old, new)


async def test_a_group_is_ordered_in_two_presses_and_told_who_cannot(sim: Table) -> None:
    panel = await opened(sim)
    group = next(c for c in controls(panel) if c.verb == "group" and "Thracian" in c.label)
    await sim.ada.click(panel.message, custom_id=group.custom_id)
    assert "3 of 3 can" in text_of(panel) and panel.attachments
    await press(sim.ada, panel, "Forward 1")
    assert "3 done" in text_of(panel) and "3 of 6 left" in text_of(panel)
    assert all(f"THC{n}" in sim.told for n in (3, 4, 5))


async def test_a_group_goes_on_when_the_opponent_has_answered(sim: Table) -> None:
    panel = await opened(sim)
    group = next(c for c in controls(panel) if c.verb == "group" and "Thracian" in c.label)
    await sim.ada.click(panel.message, custom_id=group.custom_id)
    await press(sim.ada, panel, "Advance and strike")
    assert text_of(panel).count("Still to come") == 1 and "Vandals" in text_of(panel)
    assert not controls(panel), "nothing to press while the opponent is asked"
    await answered_by_ben(sim)
    await sim.bot.messages.guided.idle()
    is_ready_again(panel)


async def test_a_group_goes_on_when_the_opponent_answers_before_the_panel_has(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a computer player does: what the panel then shows is settled already, and it follows at once."""
    panel = await opened(sim)
    group = next(c for c in controls(panel) if c.verb == "group" and "Thracian" in c.label)
    await sim.ada.click(panel.message, custom_id=group.custom_id)
    go_on, late = sim.bot.messages.guided.go_on, [True]

    async def answered_first(*given: Any, **named: Any) -> None:
        if late and late.pop():
            await answered_by_ben(sim)
        await go_on(*given, **named)

    monkeypatch.setattr(sim.bot.messages.guided, "go_on", answered_first)
    await press(sim.ada, panel, "Advance and strike")
    await sim.bot.messages.guided.idle()
    is_ready_again(panel)


async def test_a_group_goes_on_when_a_computer_has_answered(sim: Table) -> None:
    """Its answers are given in no context of a press, and the panel follows them all the same."""
    panel = await opened(sim)
    group = next(c for c in controls(panel) if c.verb == "group" and "Thracian" in c.label)
    await sim.ada.click(panel.message, custom_id=group.custom_id)
    await press(sim.ada, panel, "Advance and strike")
    await aside(answered_by_ben(sim))
    await sim.bot.messages.guided.idle()
    is_ready_again(panel)


async def answered_by_ben(sim: Table) -> None:
    """Ben's answers to all that is asked now, by their defaults."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(20):
        opens = await sim.service.play.open_questions(battle.id)
        theirs = [o for o in opens if o.user == sim.ben.id]
        if not theirs:
            break
        o = theirs[0]
        await sim.service.play.answer(battle.id, sim.ben.id, o.token, o.decision.default, f"on {n}")
        await sim.bot.messages.publisher.publish(battle.id)


def is_ready_again(panel: Any) -> None:
    assert "3 of 6 left" in text_of(panel), "the panel is ready again by itself"
    assert "Still to come" not in text_of(panel), "and nothing is to come that has been done"
    assert control(panel, "go")


async def test_what_risks_the_orders_of_several_units_is_asked_once_more(sim: Table) -> None:
    await sim.battle()
    risky = await _to_a_risk(sim)
    shown = await sim.ben.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    panel = shown.response or shown.followups[0]
    assert "failing" in text_of(panel), text_of(panel)
    button = next(c for c in controls(panel) if c.verb == "take" and c.custom_id.endswith(f":{risky}"))
    head = await sim.head()
    await sim.ben.click(panel.message, custom_id=button.custom_id)
    assert "failing" in text_of(panel) and [c.label for c in controls(panel)][1] == "Leave it"
    await press(sim.ben, panel, "Leave it")
    assert await sim.head() == head and control(panel, "go")
    await sim.ben.click(panel.message, custom_id=button.custom_id)
    await sim.ben.click(panel.message, custom_id=controls(panel)[0].custom_id)
    assert await sim.head() > head and "✓ `" in text_of(panel)


async def _to_a_risk(sim: Table) -> int:
    """On until Ben may give a Line Command that needs leave; the position of that choice."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(80):
        o, *_ = await sim.service.play.open_questions(battle.id)
        assert o.user is not None
        if o.user == sim.ben.id and isinstance(o.decision, Command):
            for k, c in enumerate(o.decision.menu):
                if c.risk is not None and c.risk.units > 1:
                    await sim.bot.messages.publisher.publish(battle.id)
                    return k
        pick = o.decision.default
        keys = [c.key for c in getattr(o.decision, "choices", ())]
        if o.decision.kind == "activation" and "activate" in keys:
            pick = Pick(key="activate")
        await sim.service.play.answer(battle.id, o.user, o.token, pick, f"on {n}")
    raise AssertionError("nobody asks leave")


async def test_what_a_group_might_do_is_one_press_too(sim: Table) -> None:
    panel = await opened(sim)
    (together,) = [c for c in controls(panel) if c.verb == "many" and c.options]
    value = next(v for v, words in together.options if words == "Thracian: Forward 1")
    await sim.ada.select(panel.message, [value], custom_id=together.custom_id)
    assert "3 done" in text_of(panel) and "3 of 6 left" in text_of(panel)


async def test_who_has_acted_is_offered_last(sim: Table) -> None:
    panel = await opened(sim)
    idea = next(c for c in controls(panel) if c.verb == "idea" and not c.options)
    unit = idea.label.partition(":")[0]
    await sim.ada.click(panel.message, custom_id=idea.custom_id)
    assert not any(c.label.startswith(f"{unit}:") for c in controls(panel) if c.verb == "idea" and not c.options)


async def test_further_ideas_stand_in_a_list_and_are_one_press_too(sim: Table) -> None:
    panel = await opened(sim)
    more = next(c for c in controls(panel) if c.verb == "idea" and c.options)
    value, label = more.options[-1]
    head = await sim.head()
    await sim.ada.select(panel.message, [value], custom_id=more.custom_id)
    assert f"✓ `{label.partition(':')[0]} " in text_of(panel) and await sim.head() > head


async def test_where_no_files_are_taken_with_a_layout_the_picture_is_shown_by_its_address(sim: Table) -> None:
    layouts = law_of(sim.env.backend).layouts
    layouts.files = False
    panel = await opened(sim)
    assert layouts.refused == 1 and "6 of 6 left" in text_of(panel) and control(panel, "go")
    [shown] = [i.media.url for c in components(panel) for i in getattr(c, "items", ())]
    assert shown.startswith("http")
    await press(sim.ada, panel, "THC3 ")
    assert layouts.refused == 2 and control(panel, "back") and "THC3" in text_of(panel)
    [after] = [i.media.url for c in components(panel) for i in getattr(c, "items", ())]
    assert after.startswith("http") and after != shown


@pytest.mark.parametrize("verb", ["idea", "many"])
async def test_a_panel_goes_on_where_nothing_may_be_told(sim: Table, verb: str) -> None:
    """What keeps the channel silent is said beside it, and is no error of ours."""
    panel = await opened(sim)
    sim.env.inject_error("POST", f"/channels/{sim.channel.id}/messages", status=403, code=50013, times=None)
    for m in sim.messages:
        path = f"/channels/{sim.channel.id}/messages/{m.id}"
        sim.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    pressed = await sim.ada.click(panel.message, custom_id=control(panel, verb).custom_id)
    assert "It is done, but I may not write here" in said(pressed) and "our side" not in said(pressed), said(pressed)
    assert "✓" in text_of(panel) or "6 of 6 left" not in text_of(panel), text_of(panel)
