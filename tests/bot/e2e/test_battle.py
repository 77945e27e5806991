"""Making a battle, sitting down, beginning, ending."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.e2e.kit import SCENARIO, Table, controls, first_answer, said


async def test_from_nothing_to_the_first_question(sim: Table) -> None:
    created = await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, mode="live")
    assert created.ephemeral and "Tricameron" in said(created)
    (lobby,) = sim.channel.pinned_messages()
    assert [c.label for c in controls(lobby)] == ["Join: Byzantines", "Join: Vandals", "Briefing"]

    joined = await sim.ada.click(lobby, label="Join: Byzantines")
    assert "You play the Byzantines" in said(joined)
    taken = await sim.ben.slash(sim.channel, "battle join", side="Byzantines")
    assert "have a player already" in said(taken)
    await sim.ben.slash(sim.channel, "battle join", side="vandals", phrase="sand and salt")

    (lobby,) = sim.channel.pinned_messages()
    begun = await sim.ada.click(lobby, label="Begin")
    assert begun.acknowledged
    (status,) = sim.channel.pinned_messages()
    assert "Turn 1" in status.content and sim.ada.mention in status.content
    assert status.embeds[0].fields[0].name == "Byzantines"
    asking = sim.asking
    assert asking.attachments and asking.attachments[0].description, (
        "the map comes with words for those who can't see it"
    )
    assert first_answer(asking)


async def test_scenarios_and_sides_are_completed(sim: Table) -> None:
    offered = await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "tri")
    assert offered[0]["value"] == SCENARIO
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    sides = await sim.ben.autocomplete(sim.channel, "battle join", "side", "")
    assert [s["name"] for s in sides] == ["Vandals"]


async def test_what_can_not_be_is_refused_in_a_sentence(sim: Table) -> None:
    for command, says in (
        ("battle start", "no battle in this channel"),
        ("order", "no battle in this channel"),
        ("undo", "no battle in this channel"),
    ):
        options = {"text": "done"} if command == "order" else {}
        result = await sim.ada.slash(sim.channel, command, **options)
        assert result.ephemeral and says in said(result), command
    unknown = await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/nowhere")
    assert unknown.ephemeral and "nowhere" in said(unknown)
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    again = await sim.ben.slash(sim.channel, "battle create", scenario=SCENARIO)
    assert "has a battle already" in said(again)
    early = await sim.cleo.slash(sim.channel, "battle start")
    assert "Only its players" in said(early)
    early = await sim.ada.slash(sim.channel, "map")
    assert "hasn't begun" in said(early)


async def test_leaving_and_the_list(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Vandals")
    await sim.ada.slash(sim.channel, "battle leave")
    (lobby,) = sim.channel.pinned_messages()
    assert len(controls(lobby)) == 3
    assert "Tricameron" in said(await sim.cleo.slash(sim.channel, "battle list"))


async def test_resigning_asks_first_and_ends_the_battle(sim: Table) -> None:
    await sim.battle()
    assert "with your defeat" in said(await sim.ben.slash(sim.channel, "battle resign"))
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    (status,) = sim.channel.pinned_messages()
    assert "resign" in status.content
    over = await sim.ada.slash(sim.channel, "order", text="done")
    assert "over" in said(over)


async def test_only_the_creator_or_a_referee_breaks_a_battle_off(sim: Table) -> None:
    await sim.battle()
    assert "may resign" in said(await sim.ben.slash(sim.channel, "battle abandon", sure=True))
    assert "broken off" in said(await sim.ada.slash(sim.channel, "battle abandon", sure=True))


async def test_rules_of_the_battle_are_told_by_title(sim: Table) -> None:
    await sim.battle()
    told = "\n".join(m.content for m in sim.messages)
    assert "(The infantry on the Carthage road, roll 1)" in told and "(reinforcements" not in told


async def test_a_battle_that_goes_on_while_it_is_told_is_told_as_it_is_by_then(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits with an order until the last one is told; a question's menu holds no more once it is answered."""
    await sim.battle()
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    prompts, play = sim.bot.messages.publisher.prompts, sim.service.play
    answered, times = prompts.answered, 0

    async def meanwhile(*args: Any) -> Any:
        nonlocal times
        times += 1
        found = await answered(*args)
        if times == 1:
            (o,) = await play.open_questions(battle.id)
            assert o.user is not None and o.decision.kind == "orders"
            await play.answer(battle.id, o.user, o.token, o.decision.default, "test")
        return found

    monkeypatch.setattr(prompts, "answered", meanwhile)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    assert times == 2
    asked = {str(o.token) for o in await play.open_questions(battle.id)}
    assert {c.custom_id.split(":")[3] for c in controls(sim.asking) if c.custom_id.count(":") > 2} & asked
