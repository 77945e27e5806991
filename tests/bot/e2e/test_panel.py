"""The guided panel: the choice of a hex, the same for the next, groups, confirmations."""

from __future__ import annotations

from typing import Any

from tests.bot.e2e.kit import Table, control, controls, press, text_of


async def opened(sim: Table) -> Any:
    """The panel on its first page: Belisarius has six orders."""
    await sim.battle()
    await sim.to_orders()
    shown = await sim.ada.click(sim.asking, label="Orders")
    return shown.response or shown.followups[0]


async def test_a_unit_goes_to_any_hex_in_three_presses_and_the_same_is_offered_for_the_next(sim: Table) -> None:
    panel = await opened(sim)
    assert panel.ephemeral and panel.attachments and "6 of 6 left" in text_of(panel)
    await press(sim.ada, panel, "THC3")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007`" in text_of(panel) and "THC3 5108 → 5007" in text_of(panel)
    assert "The same for the next: THC4, Move 5009 NW" in text_of(panel)
    await press(sim.ada, panel, "Same for THC4")
    assert "✓ `THC4 > 5010 @NW 5009`" in text_of(panel)
    assert "4 of 6 left" in text_of(panel) and control(panel, "same").label == "Same for THC5"


async def test_a_facing_wished_for_before_the_hex_is_pressed(sim: Table) -> None:
    panel = await opened(sim)
    await press(sim.ada, panel, "THC3")
    await sim.ada.click(panel.message, custom_id=control(panel, "sector").custom_id)
    face = next(c for c in controls(panel) if c.verb == "face" and c.label == "W")
    await sim.ada.click(panel.message, custom_id=face.custom_id)
    await press(sim.ada, panel, "5007")
    assert "✓ `THC3 > 5008 @NW 5007 @W`" in text_of(panel)
