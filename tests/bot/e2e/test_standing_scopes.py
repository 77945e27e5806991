"""/standing through Discord: whom orders are for, who sees them, what the channel is told when one is used."""

from __future__ import annotations

from typing import Any

from tests.bot.e2e.kit import SCENARIO, Table, controls, said


def names(offered: list[dict[str, str]]) -> list[str]:
    return [o["value"] for o in offered]


async def test_commands_types_groups_and_units_are_offered_and_taken(sim: Table) -> None:
    await sim.battle()
    offered = names(await sim.ada.autocomplete(sim.channel, "standing set", "who", ""))
    assert offered[0] == "*" and {"Huns", "cavalry", "heavy-cavalry"} <= set(offered) and len(offered) <= 25
    assert names(await sim.ada.autocomplete(sim.channel, "standing set", "who", "thc3")) == ["THC3"]
    assert "Huns" not in names(await sim.ben.autocomplete(sim.channel, "standing set", "who", ""))
    assert await sim.cleo.autocomplete(sim.channel, "standing set", "who", "") == []
    for who in ("huns", "light-cavalry", "THC", "THC3", "Sunicas"):
        result = await sim.ada.slash(
            sim.channel, "standing set", question="orderly-withdrawal", answer="always", who=who
        )
        assert result.ephemeral and "From now on" in said(result), said(result)
    # Everybody by whatever word somebody has for it, of their language too.
    meant = {"question": "orderly-withdrawal", "answer": "always"}
    for who in ("*", "all", "Everybody"):
        assert "everybody" in said(await sim.ada.slash(sim.channel, "standing set", who=who, **meant))
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    assert "D'ora in poi" in said(await sim.ada.slash(sim.channel, "standing set", who="tutti", **meant))
    taken = await sim.ada.slash(sim.channel, "standing clear", who="tutti", question="orderly-withdrawal")
    assert "non c'era" not in said(taken).casefold(), said(taken)
    await sim.ada.slash(sim.channel, "preferences language", language="en")
    result = await sim.ada.slash(sim.channel, "standing set", question="orderly-withdrawal", answer="always", who="LN1")
    assert result.ephemeral and "LN1 is none of yours" in said(result)


async def test_the_list_is_complete_ordered_and_private(sim: Table) -> None:
    await sim.battle()
    give = [
        {"question": "orderly-withdrawal", "answer": "always"},
        {"question": "orderly-withdrawal", "answer": "if:from-infantry", "also": "if:no-hits", "who": "Huns"},
        {"question": "orderly-withdrawal", "answer": "never", "who": "HLC1"},
        {"question": "return-fire", "answer": "if:odds-4"},
    ]
    for order in give:
        result = await sim.ada.slash(sim.channel, "standing set", **order)
        assert "From now on" in said(result), said(result)
    before = len(sim.messages)
    result = await sim.ada.slash(sim.channel, "standing list")
    assert result.ephemeral and len(sim.messages) == before
    listed = said(result).splitlines()
    at = next(n for n, line in enumerate(listed) if "Withdraw in order" in line)
    assert [line.split(":")[0] for line in listed[at + 1 : at + 4]] == [
        "- HLC1",
        "- Huns (the command Huns)",
        "- everybody",
    ]
    assert "from infantry and when it costs no hit, otherwise not" in listed[at + 2]
    assert any("hits at least 4 times in ten" in line for line in listed)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for kind in (await sim.service.play.game(battle.id)).system.policies:
        assert any(str(kind.title).split(",")[0] in line.replace("\\", "") for line in listed), kind.kind
    for other, told in ((sim.ben, "given no standing orders"), (sim.cleo, "You have no side in this battle.")):
        result = await other.slash(sim.channel, "standing list")
        assert result.ephemeral and told in said(result) and "Huns" not in said(result)
        assert await other.autocomplete(sim.channel, "standing clear", "who", "") == []
    answer = await sim.ben.slash(sim.channel, "standing clear", question="return-fire")
    assert answer.ephemeral and "no such standing order" in said(answer)
    assert "no side" in said(await sim.cleo.slash(sim.channel, "standing clear", question="return-fire"))
    await sim.ada.slash(sim.channel, "standing clear", question="orderly-withdrawal", who="huns")
    assert "Huns" not in said(await sim.ada.slash(sim.channel, "standing list"))


async def test_who_plays_both_sides_names_the_one_he_means(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    await sim.ada.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    result = await sim.ada.slash(sim.channel, "standing set", question="trump", answer="never")
    assert "say which: Byzantines or Vandals" in said(result)
    assert sorted(names(await sim.ada.autocomplete(sim.channel, "standing set", "side", ""))) == ["byzantine", "vandal"]
    for side in ("Byzantines", "vandal"):
        await sim.ada.slash(sim.channel, "standing set", question="trump", answer="never", side=side)
    listed = said(await sim.ada.slash(sim.channel, "standing list"))
    assert "Byzantines, everybody: never" in listed and "Vandals, everybody: never" in listed
    assert "say which" in said(await sim.ada.slash(sim.channel, "standing clear", question="trump"))
    result = await sim.ada.slash(sim.channel, "standing clear", question="trump", side="Vandals")
    assert "Taken back" in said(result)
    listed = said(await sim.ada.slash(sim.channel, "standing list"))
    assert "Byzantines, everybody: never" in listed and "Vandals, everybody" not in listed
    wrong = await sim.ben.slash(sim.channel, "standing clear", question="trump", side="Byzantines")
    assert wrong.ephemeral and "You have no side" in said(wrong)


async def test_an_order_that_was_used_is_told_in_the_dispatch(sim: Table) -> None:
    await sim.battle()
    for question in ("reaction-facing", "orderly-withdrawal", "entry-fire", "retire-fire", "withdrawal-fire"):
        for side in (sim.ada, sim.ben):
            await side.slash(sim.channel, "standing set", question=question, answer="always")
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    told = ""
    for _ in range(60):
        if " by standing order: " in told:
            break
        for o in await sim.service.play.open_questions(battle.id):
            assert o.user is not None
            await sim.service.play.answer(battle.id, o.user, o.token, _bold(o.decision), "test")
            break
        await sim.bot.messages.publisher.publish(battle.id)
        told = "\n".join(m.content for m in sim.messages)
    assert " by standing order: " in told
    marked = [
        e
        for e in await sim.service.play.entries(battle.id)
        if e.kind == "answer" and e.data.get("note", {}).get("by") == "standing order"
    ]
    assert marked and not controls(sim.messages[0])


def _bold(decision: Any) -> Any:
    """An order that brings a unit close to the enemy, if there is one; else the default."""
    menu = getattr(decision, "menu", None)
    best = decision.default
    if menu is None or getattr(decision, "kind", "") != "orders":
        return best
    for choice in menu:
        step = choice
        while step.answer is None and step.menu is not None and len(step.menu()):
            step = max(step.menu(), key=lambda c: ("entry" in str(c.note or ""), c.mp or 0))
        if step.answer is not None and step.answer != best and step.answer.do == "move":
            return step.answer
    return best
