"""What of the program a written order passes, from the command to the message. How many files: ``hexarch bench``."""

from __future__ import annotations

from bot.cli.bot_figures import entered
from tests.bot.e2e.kit import Table, said


async def test_the_menus_of_the_next_order_are_not_built_before_somebody_wants_them(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    for text in ("thc3 -> 4909", "thc4 @SW"):
        with entered() as files:
            result = await sim.ada.slash(sim.channel, "order", text=text)
        assert "Done" in said(result)
        assert "bot/cogs/play/orders.py" in files and any(f.startswith("engine/systems/gboh/") for f in files)
        assert not any(f.endswith(("/line_composition.py", "/line_leave.py")) for f in files)
