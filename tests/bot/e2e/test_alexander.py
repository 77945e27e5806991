"""Great Battles of Alexander in the channel: units of two hexes set up, bid for, ordered, looked at, put right."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems import registry
from tests.bot.e2e.kit import Table, card, control, press, said, shown, text_of, type_in, units

pytestmark = pytest.mark.drawn

SAMARKAND = "alexander/samarkand"
CASES = ("6.82", "6.43", "7.16", "9.14", "10.26", "5.33")
"""Of what this game has and its sisters haven't, or have otherwise."""


async def begun(sim: Table, **options: Any) -> None:
    """Ada leads the Macedonians, Ben the Persians; both armies are still to be set up."""
    await sim.ada.slash(sim.channel, "battle create", scenario=SAMARKAND, side="Macedonians", mode="live", **options)
    await sim.ben.slash(sim.channel, "battle join", side="Persians")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))


async def set_up(sim: Table) -> None:
    """As suggested, and on to the first orders of the Macedonians."""
    await begun(sim)
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "order", text="done")


async def ordering(sim: Table, leader: str) -> None:
    """Everybody answers with the default, but for the Macedonians' leader, until he gives orders."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(30):
        (o,) = await sim.service.play.open_questions(battle.id)
        game = await sim.service.play.game(battle.id)
        if o.decision.kind == "orders" and game.state.orders.leader == leader:
            break
        offered = [c.key for c in getattr(o.decision, "choices", ())]
        if leader in offered:
            await sim.service.play.order(battle.id, sim.ada.id, leader, f"on {n}")
        else:
            skipped = next((k for k in offered if k.startswith("pass-") and o.user == sim.ada.id), None)
            answer = type(o.decision.default)(key=skipped) if skipped else o.decision.default
            await sim.service.play.answer(battle.id, o.user, o.token, answer, f"on {n}")
    else:
        raise AssertionError(f"{leader} never gives orders")
    await sim.bot.messages.publisher.publish(battle.id)


async def test_pairs_are_set_up_in_secret_by_buttons_and_in_writing(sim: Table) -> None:
    await begun(sim)
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    assert panel.attachments
    await press(sim.ada, panel, "GH1")
    await type_in(sim.ada, panel, "3927 NW")
    assert "✓ `GH1 3927 @NW`" in text_of(panel)
    refused = await sim.ada.slash(sim.channel, "order", text="GH2 3921 @NW")
    assert "Done" not in said(refused) and (await units(sim))["GH2"].hex == 3725, "beyond its area"
    for other in (sim.ben, sim.cleo):
        for name in ("3927", "GH1"):
            looked = await other.slash(sim.channel, "unit", name=name)
            assert "3927" not in said(looked).replace("Nobody stands at 3927", "")
    await press(sim.ada, panel, "Done")
    assert "The Macedonians have set up." in "".join(m.content for m in sim.messages)
    assert (await units(sim))["GH1"].hex == 3927


async def test_bids_come_before_the_armies_are_set_up(sim: Table) -> None:
    await begun(sim, rules="bids")
    for who, bid in ((sim.ada, "4"), (sim.ben, "2")):
        told = said(await who.slash(sim.channel, "order", text=bid, preview=False))
        assert "Done" in told or "nswered" in told
    assert "set up their army" not in "".join(m.content for m in sim.messages)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (o,) = await sim.service.play.open_questions(battle.id)
    assert o.user == sim.ada.id, "who bids more chooses"
    await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
    await sim.bot.messages.publisher.publish(battle.id)
    assert "set up their army" in sim.asking.content


async def test_a_wheel_is_ordered_told_and_looked_at(sim: Table) -> None:
    await set_up(sim)
    await ordering(sim, "Andromachus")
    what = await sim.cleo.slash(sim.channel, "what", unit="GH1")
    assert "3625" in card(what) and "Wheel" in card(what)
    for show, at in (("reach", "GH1"), ("zoc", "GH1")):
        assert shown(await sim.ada.slash(sim.channel, "map", show=show, at=at)).attachments, show
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = opened.response or opened.followups[0]
    before = (await units(sim))["GH1"].facing
    await press(sim.ada, panel, "GH1: Wheel")
    assert "GH1 wheels" in text_of(panel)
    assert (await units(sim))["GH1"].facing != before
    assert "GH1 wheels" in sim.told
    assert shown(await sim.cleo.slash(sim.channel, "replay")).attachments
    await sim.restart()
    await sim.ada.slash(sim.channel, "undo")
    assert (await units(sim))["GH1"].facing == before


async def test_everything_that_may_be_looked_at(sim: Table) -> None:
    await set_up(sim)
    for name in ("GH1", "TLC1", "Pharnaces", "Macedonians"):
        assert shown(await sim.cleo.slash(sim.channel, "unit", name=name)).attachments, name
    for question in ("reaction-facing", "arranged-withdrawal"):
        given = await sim.ada.slash(sim.channel, "standing set", question=question, who="everybody", answer="never")
        assert "From now on" in said(given), said(given)
    listed = said(await sim.ada.slash(sim.channel, "standing list"))
    assert "arranged beforehand" in listed and "Turn to face" in listed


async def test_the_book_and_every_chart(sim: Table) -> None:
    for case in CASES:
        assert said(await sim.cleo.slash(sim.channel, "rule", case=case, game="alexander")).startswith(f"**{case}")
    refused = await sim.cleo.slash(sim.channel, "rule", case="99.9", game="alexander")
    assert "99.9" in said(refused)
    for chart in registry.CHARTS["alexander"]():
        told = said(await sim.cleo.slash(sim.channel, "chart", name=chart.id, game="alexander"))
        assert str(chart.title) in told, chart.id


async def test_a_referee_puts_a_pair_right(sim: Table, manager: Any) -> None:
    await set_up(sim)

    async def act(name: str, **options: Any) -> str:
        return said(await manager.slash(sim.channel, f"referee {name}", reason="a slip", **options))

    assert "Done" in await act("move", piece="GH1", to="3227")
    assert (await units(sim))["GH1"].hex == 3227
    where = (await units(sim))["GH1"]
    # Its second half would stand beyond the map, or on another unit.
    assert "Done" not in await act("move", piece="GH1", to="6028", facing="E")
    assert "Done" not in await act("move", piece="GH2", to="3227")
    assert (await units(sim))["GH1"].hex == where.hex
    assert "Done" in await act("set", piece="GH1", what="hits", value="2")
    assert "Done" in await act("set", piece="GH1", what="facing", value="E")
    assert "no “routed”" in await act("set", piece="GH1", what="routed", value="yes"), "it is saved or lost"
    assert "Done" in await act("set", piece="TLC1", what="routed", value="yes")
    assert (await units(sim))["TLC1"].routed
    assert "Done" in await act("remove", piece="GH1")
    assert "Done" in await act("place", piece="GH1", to="3227")
    assert (await units(sim))["GH1"].hex == 3227
    assert control(sim.asking, "answer") or control(sim.asking, "orders")
