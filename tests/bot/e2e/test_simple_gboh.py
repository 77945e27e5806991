"""Simple GBoH in the channel: a Formation activated, its units ordered, the enemy's turn seized, a leader's ride."""

from __future__ import annotations

from typing import Any

from tests.bot.e2e.kit import Table, controls, said, type_in, units


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
