"""Simple GBoH in the channel: a Formation activated, its units ordered, the enemy's turn seized, a leader's ride."""

from __future__ import annotations

from typing import Any

from engine.systems import registry
from tests.bot.e2e.kit import Table, card, controls, said, text_of, type_in, units, use


async def begun(sim: Table) -> Any:
    """Ada leads the Samnites, who have the first Player Turn at Lautulae; the battle."""
    await sim.ada.slash(sim.channel, "battle create", scenario="simple-gboh/lautulae", side="Samnites", mode="live")
    await sim.ben.slash(sim.channel, "battle join", side="Romans")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return battle


async def question(sim: Table, battle: Any) -> Any:
    (o,) = await sim.service.play.open_questions(battle.id)
    return o.decision


def labels(message: Any) -> list[str]:
    return [x for c in controls(message) for x in (c.label, *(words for _, words in c.options))]


async def test_a_player_turn_from_activation_to_the_enemy_s(sim: Table) -> None:
    """A Formation is activated, one of its units turns, no other one does, and the turn is passed on."""
    battle = await begun(sim)
    d = await question(sim, battle)
    assert (d.kind, d.side) == ("activation", "samnite")
    assert any("Van, 8 units" in x for x in labels(sim.asking)), labels(sim.asking)
    whole = max((c for c in d.choices if "+" not in c.key), key=lambda c: c.lean)
    await sim.service.play.order(battle.id, sim.ada.id, whole.key, "on 1")
    await sim.bot.messages.publisher.publish(battle.id)
    d = await question(sim, battle)
    assert (d.kind, "yet to act" in str(d.prompt)) == ("orders", True)
    opened = await sim.ada.click(sim.asking, label="Orders")
    page = opened.response or opened.followups[0]
    before = await units(sim)
    activated = {c.unit for c in d.menu if c.unit is not None and c.key == c.unit}
    outsider = next(x for x, u in before.items() if u.side == "samnite" and x not in activated and u.hex is not None)
    assert "isn't activated" in said(await type_in(sim.ada, page, f"{outsider} @NE"))
    assert any(": " in x and x.partition(":")[0] in activated for x in labels(page)), "ideas for those who may act"
    mover = next(iter(sorted(activated)))
    to = "NE" if before[mover].facing.name != "NE" else "NW"
    await type_in(sim.ada, page, f"{mover} @{to}")
    assert (await units(sim))[mover].facing.name == to
    await sim.service.play.order(battle.id, sim.ada.id, "done", "on 2")
    for n in range(8):
        d = await question(sim, battle)
        if d.kind in ("seizure", "activation"):
            break
        whose = sim.ada if d.side == "samnite" else sim.ben
        await sim.service.play.order(battle.id, whose.id, "done" if d.kind == "shock" else "no", f"on {3 + n}")
    assert (d.kind, d.side) in (("seizure", "samnite"), ("activation", "roman")), d


async def van_ordered(sim: Table, manager: Any, **romans: str) -> Any:
    """The referee has put Romans before the Samnite van, which is activated and is to be ordered; the battle."""
    battle = await begun(sim)
    for piece, to in romans.items():
        done = await manager.slash(sim.channel, "referee move", piece=piece, to=to, reason="a slip")
        assert "Done" in said(done), said(done)
    await sim.service.play.order(battle.id, sim.ada.id, "van", "van")
    assert (await question(sim, battle)).kind == "orders"
    await sim.bot.messages.publisher.publish(battle.id)
    return battle


async def events(sim: Table, battle: Any, kind: str) -> list[dict[str, Any]]:
    """What happened of one kind, as the journal has it."""
    entries = await sim.service.play.entries(battle.id, 1)
    return [e.data for e in entries if e.kind == "event" and e.data["type"] == kind]


def option(message: Any, verb: str, label: str) -> tuple[str, str]:
    """Custom id and value of a line in a list of the message."""
    for c in controls(message):
        for value, words in c.options if c.verb == verb else ():
            if label in words:
                return c.custom_id, value
    raise AssertionError(f"no {label} under {verb}: {labels(message)}")


async def test_a_formation_is_activated_and_does_what_seems_best_by_one_press(sim: Table) -> None:
    battle = await begun(sim)
    list_of, main_body = option(sim.asking, "lead", "Main body, 7 units")
    pressed = await sim.ada.select(sim.asking, [main_body], custom_id=list_of)
    panel = pressed.response or pressed.followups[0]
    assert panel.ephemeral and "one." in text_of(panel), text_of(panel)
    for n in range(6):
        d = await question(sim, battle)
        if d.side == "samnite":
            break
        await sim.service.play.answer(battle.id, sim.ben.id, await token(sim, battle), d.default, n)
    (turn,) = await events(sim, battle, "formations-activated")
    moved = {e["unit"] for e in await events(sim, battle, "unit-moved")}
    assert turn["formations"] == ["main-body"] and d.side == "samnite"
    assert len(moved) >= 5 and moved <= set(turn["units"]), "most of them have gone on, and nobody else"


async def test_who_cannot_be_ordered_together_is_not_led(sim: Table) -> None:
    await begun(sim)
    list_of, value = option(sim.asking, "lead", "Light foot")
    lines = [words for c in controls(sim.asking) if c.verb == "lead" for _, words in c.options]
    assert not any("Pass" in x or "moves" in x for x in lines), "nobody is ordered then"
    stored = sim.env.backend.get_message(sim.channel.id, sim.asking.id)
    head, pass_on = await sim.head(), next(v for c in controls(sim.asking) for v, words in c.options if words == "Pass")
    for c in stored.components:
        for x in c["components"]:
            if x["custom_id"] == list_of:
                x["options"][0]["value"] = pass_on
    refused = await sim.ada.select(sim.asking, [pass_on], custom_id=list_of)
    assert "isn't offered" in said(refused) and await sim.head() == head and value != pass_on


async def test_the_enemy_s_next_turn_is_left_to_them_with_the_shock(sim: Table, manager: Any) -> None:
    """The question whether to seize it isn't asked then; the turn after that it is asked again."""
    battle = await van_ordered(sim, manager, VHA1="2108", VHA2="2110")
    await sim.ada.slash(sim.channel, "order", text="SV1 > 2208; SV3 > 2210", preview=False)
    for n in range(6):
        d = await question(sim, battle)
        if (d.kind, d.side) == ("orders", "samnite"):
            break
        await sim.service.play.order(battle.id, sim.ben.id, "none", f"let them come {n}")
    await sim.bot.messages.publisher.publish(battle.id)
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    assert "**Nothing more asked this activation**, then “The Romans are about to have" in text_of(panel)
    let = next(c for c in controls(panel) if c.verb == "let")
    await sim.ada.click(panel.message, custom_id=let.custom_id)
    d = await question(sim, battle)
    for n in range(6):
        if d.kind == "activation":
            break
        assert d.side == "rome", "nothing more is asked of the Samnites"
        await sim.service.play.answer(battle.id, whose(sim, d).id, await token(sim, battle), d.default, n)
        d = await question(sim, battle)
    assert (d.kind, d.side) == ("activation", "rome") and await events(sim, battle, "shock-fought")
    assert not await events(sim, battle, "seizure-used")
    await sim.service.play.order(battle.id, sim.ben.id, "pass", "on")
    await sim.service.play.order(battle.id, sim.ben.id, "no", "let them")
    await sim.service.play.order(battle.id, sim.ada.id, "pass", "and on")
    d = await question(sim, battle)
    assert (d.kind, d.side) == ("seizure", "samnite"), "once is once"


def whose(sim: Table, decision: Any) -> Any:
    return sim.ada if decision.side == "samnite" else sim.ben


async def token(sim: Table, battle: Any) -> int:
    (o,) = await sim.service.play.open_questions(battle.id)
    return o.token


async def test_who_may_fire_at_who_comes_up_is_asked_and_only_they_answer(sim: Table, manager: Any) -> None:
    battle = await van_ordered(sim, manager, VVE1="2008")
    await sim.ada.slash(sim.channel, "order", text="SV1 > 2108", preview=False)
    d = await question(sim, battle)
    assert (d.kind, d.side) == ("entry-fire", "rome")
    assert "SV1" in str(d.prompt) and any("VVE1" in x for x in labels(sim.asking)), labels(sim.asking)
    fire = next(c for c in controls(sim.asking) if "VVE1" in c.label)
    before = len(await events(sim, battle, "fired"))
    assert "to decide" in said(await use(sim.ada, sim.asking, fire)), "the question isn't the mover's"
    assert len(await events(sim, battle, "fired")) == before
    await use(sim.ben, sim.asking, fire)
    (shot,) = (await events(sim, battle, "fired"))[before:]
    assert (shot["unit"], shot["target"]) == ("VVE1", "SV1")
    assert (await question(sim, battle)).side == "samnite", "the mover goes on"


async def test_a_shock_is_told_beforehand_carried_out_and_told(sim: Table, manager: Any) -> None:
    battle = await van_ordered(sim, manager, VHA1="2108")
    await sim.ada.slash(sim.channel, "order", text="SV1 > 2208", preview=False)
    for n in range(4):
        d = await question(sim, battle)
        if (d.kind, d.side) == ("orders", "samnite"):
            break
        await sim.service.play.order(battle.id, sim.ben.id, "none", f"let them come {n}")
    odds = card(await sim.cleo.slash(sim.channel, "what", attackers="SV1", defenders="VHA1"))
    assert "%" in odds and "VHA1" in odds, odds
    assert not await events(sim, battle, "shock-fought")
    # One attack that must be made is nobody's choice: it isn't asked about.
    assert "Done" in said(await sim.ada.slash(sim.channel, "order", text="done", preview=False))
    assert (await question(sim, battle)).kind == "seizure"
    told = " ".join(m.content or "" for m in sim.messages)
    assert "Shock, SV1 against VHA1: +0 LG/SAM against LG/HA from the front, +1 moved to attack" in told
    after = await units(sim)
    assert after["SV1"].hits + after["VHA1"].hits
    assert all(f"{x} {after[x].hits} ({after[x].hits} of TQ 6)" in told for x in ("SV1", "VHA1") if after[x].hits)


async def test_the_book_and_every_chart(sim: Table) -> None:
    await begun(sim)
    for case in ("4.1", "4.31", "5.36", "6.21", "7.22", "7.41", "7.5", "8.3"):
        assert said(await sim.cleo.slash(sim.channel, "rule", case=case)).startswith(f"**{case}"), case
    assert "no case “99.9” in Simple GBoH" in said(await sim.cleo.slash(sim.channel, "rule", case="99.9"))
    for chart in registry.CHARTS["simple-gboh"]():
        told = said(await sim.cleo.slash(sim.channel, "chart", name=chart.id))
        assert str(chart.title) in told, chart.id


async def test_a_referee_puts_hits_and_attempts_right(sim: Table, manager: Any) -> None:
    battle = await begun(sim)
    for options, told in (
        ({"piece": "SV1", "what": "hits", "value": "2"}, "Done"),
        ({"piece": "SV1", "what": "hits", "value": "many"}, "a number"),
        ({"piece": "SV1", "what": "facing", "value": "NE"}, "Done"),
    ):
        answer = said(await manager.slash(sim.channel, "referee set", reason="a slip", **options))
        assert told in answer, (options, answer)
    assert ((await units(sim))["SV1"].hits, (await units(sim))["SV1"].facing.name) == (2, "NE")
    assert (await question(sim, battle)).kind == "activation"
