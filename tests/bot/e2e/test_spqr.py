"""SPQR in the channel: stacks of two ordered by buttons and in writing, lines extended, looked at, put right."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems import registry
from tests.bot.e2e.kit import Table, card, controls, press, said, shown, text_of, type_in, units

pytestmark = pytest.mark.drawn

CASES = ("2.23", "4.42", "5.42", "6.64", "6.66", "9.62", "9.66", "10.31")
"""Of what this game has and its sisters haven't, or have otherwise."""


async def ordering(sim: Table, manager: Any, leader: str = "Antonius") -> None:
    """The Romans, led by Ada, have two stacks of hastati, and their leader gives orders."""
    await sim.ada.slash(sim.channel, "battle create", scenario="spqr/lautulae", side="Romans", mode="live")
    await sim.ben.slash(sim.channel, "battle join", side="Samnites")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    for piece, to in (("VHA2", "1508"), ("VHA4", "1510")):
        assert "Done" in await act(sim, manager, "move", piece=piece, to=to)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(4):
        (o,) = await sim.service.play.open_questions(battle.id)
        if o.decision.kind == "orders":
            break
        offered = [c.key for c in getattr(o.decision, "choices", ())]
        key = leader if leader in offered else next(k for k in offered if k.startswith("pass-"))
        await sim.service.play.order(battle.id, o.user, key, f"on {n}")
    await sim.bot.messages.publisher.publish(battle.id)
    assert await places(sim, "VHA1", "VHA2") == [(1508, None), (1508, "VHA1")]


async def act(sim: Table, manager: Any, name: str, **options: Any) -> str:
    return said(await manager.slash(sim.channel, f"referee {name}", reason="a slip", **options))


async def places(sim: Table, *names: str) -> list[tuple[int | None, str | None]]:
    """Where units stand, and under whom."""
    there = await units(sim)
    return [(there[x].hex, there[x].below) for x in names]


async def panel(sim: Table) -> Any:
    opened = await sim.ada.click(sim.asking, label="Orders")
    return opened.response or opened.followups[0]


def labels(message: Any) -> list[str]:
    return [x for c in controls(message) for x in (c.label, *(words for _, words in c.options))]


async def test_a_stack_is_ordered_by_one_press_taken_back_and_kept(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    page = await panel(sim)
    offered = labels(page)
    mine = [x for x in offered if x.startswith("VHA1: ")]
    assert mine and mine[0].endswith(", with VHA2"), mine
    await press(sim.ada, page, mine[0])
    (there, _), (below, top) = await places(sim, "VHA1", "VHA2")
    assert there == below != 1508 and top == "VHA1"
    assert "1 of 3 left" in text_of(page), "two orders"
    assert "VHA1 & VHA2" in text_of(page)
    await sim.restart()
    assert await places(sim, "VHA1", "VHA2") == [(there, None), (there, "VHA1")]
    await sim.ada.slash(sim.channel, "undo")
    assert await places(sim, "VHA1", "VHA2") == [(1508, None), (1508, "VHA1")]


async def test_a_stack_is_ordered_in_writing(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    page = await panel(sim)
    refused = said(await type_in(sim.ada, page, "VHA2 > 1608"))
    assert "stands under VHA1" in refused, "who is below goes second"
    for text, why in (("VHA1+VHA3 > 1708", "VHA3"), ("extend VHA3 1509", "Line Command"), ("top VHA3", "uppermost")):
        refused = said(await sim.ada.slash(sim.channel, "order", text=text))
        assert why in refused and "Done" not in refused, refused
    await type_in(sim.ada, page, "top VHA2")
    assert await places(sim, "VHA1", "VHA2") == [(1508, "VHA2"), (1508, None)]
    await type_in(sim.ada, page, "VHA2+VHA1 > 1608")
    assert await places(sim, "VHA1", "VHA2") == [(1608, "VHA2"), (1608, None)]
    assert "1608" in sim.told


async def test_a_line_extends_by_buttons_under_a_line_command(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    page = await panel(sim)
    await type_in(sim.ada, page, "line VHA1")
    await type_in(sim.ada, page, "extend VHA1 1509")
    assert await places(sim, "VHA1", "VHA2") == [(1509, None), (1508, None)]
    assert "1509" in text_of(page)


async def test_a_line_extends_before_the_enemy_by_buttons(sim: Table, manager: Any) -> None:
    """The owner of the stacks is asked in the middle of the enemy's order, which goes on by itself after the answer."""
    await ordering(sim, manager, "Minatius")
    for piece, to in (("SV1", "1908"), ("Minatius", "2008")):
        assert "Done" in await act(sim, manager, "move", piece=piece, to=to)
    for piece in ("VVE1", "VVE2"):
        assert "Done" in await act(sim, manager, "remove", piece=piece)
    await sim.ben.slash(sim.channel, "order", text="SV1 > 1808 1708")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    assert (question.decision.kind, question.user) == ("line-extension", sim.ada.id)
    page = sim.asking
    await press(sim.ada, page, next(x for x in labels(page) if "1507" in x))
    assert await places(sim, "VHA1", "VHA2") == [(1507, None), (1508, None)]
    assert (await units(sim))["SV1"].hex == 1708 and "extends the line to 1507" in sim.told
    (question,) = await sim.service.play.open_questions(battle.id)
    assert question.user == sim.ben.id, "and the order has gone on"


async def test_stacks_and_leaders_are_looked_at(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    for code, who in (("VHA1", "over VHA2"), ("VHA2", "under VHA1")):
        assert who in card(await sim.cleo.slash(sim.channel, "unit", name=code)), code
    top = card(await sim.cleo.slash(sim.channel, "what", unit="VHA1"))
    assert "Stack, VHA1 over VHA2: Size 6" in top and "Extends the line to 1507, 1509" in top
    assert "stands under VHA1" in card(await sim.cleo.slash(sim.channel, "what", unit="VHA2"))
    assert "one class of one legion" in card(await sim.cleo.slash(sim.channel, "unit", name="Antonius"))
    assert "a Tribune orders legion infantry" in card(await sim.cleo.slash(sim.channel, "what", unit="Antonius"))
    for show, at in (("reach", "VHA1"), ("zoc", "VHA1"), ("reach", "VVE1")):
        assert shown(await sim.ada.slash(sim.channel, "map", show=show, at=at)).attachments, (show, at)
    assert shown(await sim.cleo.slash(sim.channel, "map", at="VHA1")).attachments


async def test_standing_orders_for_what_legions_do_unasked(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    for question in ("line-extension", "orderly-withdrawal"):
        given = await sim.ada.slash(sim.channel, "standing set", question=question, who="VHA1", answer="always")
        assert "From now on" in said(given), said(given)
    assert "Extend the line" in said(await sim.ada.slash(sim.channel, "standing list"))


async def test_a_referee_puts_stacks_and_depleted_units_right(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    assert "Done" in await act(sim, manager, "set", piece="VHA1", what="top", value="VHA2")
    assert await places(sim, "VHA1", "VHA2") == [(1508, "VHA2"), (1508, None)]
    assert "Done" in await act(sim, manager, "set", piece="VHA1", what="facing", value="NE")
    assert (await units(sim))["VHA2"].facing == (await units(sim))["VHA1"].facing
    assert "Done" in await act(sim, manager, "set", piece="VHA1", what="depleted", value="yes")
    assert (await units(sim))["VHA1"].depleted
    assert "Depleted" in card(await sim.cleo.slash(sim.channel, "unit", name="VHA1"))
    assert "VHA3 can't share 1508 with VHA1 and VHA2" in await act(sim, manager, "move", piece="VHA3", to="1508")
    assert "Done" not in await act(sim, manager, "move", piece="SV1", to="1508")
    assert "Done" in await act(sim, manager, "move", piece="VHA1", to="1509")
    assert await places(sim, "VHA1", "VHA2") == [(1509, None), (1508, None)]
    assert "Done" in await act(sim, manager, "remove", piece="VHA2")
    assert "Done" in await act(sim, manager, "place", piece="VHA2", to="1509")
    assert await places(sim, "VHA1", "VHA2") == [(1509, None), (1509, "VHA1")]


async def test_the_book_and_every_chart(sim: Table, manager: Any) -> None:
    await ordering(sim, manager)
    for case in CASES:
        assert said(await sim.cleo.slash(sim.channel, "rule", case=case)).startswith(f"**{case}"), case
    assert "no case “99.9” in SPQR" in said(await sim.cleo.slash(sim.channel, "rule", case="99.9"))
    assert said(await sim.cleo.slash(sim.channel, "rule", case="9.66", game="spqr")).startswith("**9.66")
    for chart in registry.CHARTS["spqr"]():
        told = said(await sim.cleo.slash(sim.channel, "chart", name=chart.id))
        assert str(chart.title) in told, chart.id
