"""Looking around, dice, standing orders: commands that change nothing of the battle."""

from __future__ import annotations

import pytest

from tests.bot.e2e.kit import Table, said


async def test_maps_units_and_rules(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    for options in ({}, {"at": "5108"}, {"at": "THC3", "show": "reach"}, {"show": "zoc"}):
        result = await sim.cleo.slash(sim.channel, "map", **options)
        shown = result.response or result.followups[0]
        assert shown.attachments and shown.attachments[0].description
    unit = await sim.cleo.slash(sim.channel, "unit", unit="thc3")
    assert unit.response is not None and "THC3" in (unit.response.embeds[0].title or "")
    assert "no unit" in said(await sim.cleo.slash(sim.channel, "unit", unit="QQ9"))
    assert "Rating" in said(await sim.cleo.slash(sim.channel, "rule", case="8.15")) or "8.15" in said(
        await sim.cleo.slash(sim.channel, "rule", case="8.15")
    )
    assert "There is no case" in said(await sim.cleo.slash(sim.channel, "rule", case="zzzz"))
    # A rule of this battle alone, by its id.
    assert said(await sim.cleo.slash(sim.channel, "rule", case="hun-reluctance")).startswith("**")
    assert "Belisarius" in said(await sim.ada.slash(sim.channel, "help"))
    assert "Belisarius" in said(await sim.ada.slash(sim.channel, "log"))
    assert await sim.head() == head


@pytest.mark.parametrize(
    ("command", "option"),
    [("map", "at"), ("unit", "unit"), ("rule", "case"), ("standing set", "who")],
)
async def test_completions_stay_within_limits(sim: Table, command: str, option: str) -> None:
    await sim.battle()
    for typed in ("", "t", "belisarius", "z" * 100):
        offered = await sim.ada.autocomplete(sim.channel, command, option, typed)
        assert len(offered) <= 25
        assert all(0 < len(o["name"]) <= 100 and len(o["value"]) <= 100 for o in offered)
    assert await sim.ada.autocomplete(sim.channel, command, option, "")


async def test_house_rolls(sim: Table) -> None:
    await sim.battle()
    rolled = await sim.ada.slash(sim.channel, "roll", dice="3d6+2", reason="weather")
    assert not rolled.ephemeral and "weather" in said(rolled) and "roll " in said(rolled)
    assert "3d6" in said(await sim.ada.slash(sim.channel, "roll", dice="lots"))


async def test_standing_orders_are_set_listed_and_cleared_in_private(sim: Table) -> None:
    await sim.battle()
    kinds = await sim.ada.autocomplete(sim.channel, "standing set", "question", "")
    assert kinds
    kind = kinds[0]["value"]
    answers = await sim.ada.autocomplete(sim.channel, "standing set", "answer", "", question=kind)
    assert {"always", "never", "ask"} <= {a["value"] for a in answers}
    given = await sim.ada.slash(sim.channel, "standing set", question=kind, answer="never", who="THC3")
    assert given.ephemeral and "never" in said(given)
    assert "THC3" in said(await sim.ada.slash(sim.channel, "standing list"))
    assert "given no standing orders" in said(await sim.ben.slash(sim.channel, "standing list"))
    assert "Taken back" in said(await sim.ada.slash(sim.channel, "standing clear", question=kind, who="THC3"))
    wrong = await sim.ada.slash(sim.channel, "standing set", question=kind, answer="perhaps")
    assert wrong.ephemeral and "always" in said(wrong)
