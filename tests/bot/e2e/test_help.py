"""/help shows how orders are written with units of the battle it is asked in."""

from __future__ import annotations

import re

from bot.notation import parse
from tests.bot.e2e.kit import Table, said


async def test_examples_are_the_askers_own_units(sim: Table) -> None:
    assert "`/order HC3 > 2405 @E; LI2 x LC5`" in said(await sim.ada.slash(sim.channel, "help"))
    await sim.battle()
    for player, units, enemies in ((sim.ada, "THC", "LN"), (sim.ben, "LN", "THC")):
        shown = re.search(r"`/order ([^`]+)`", said(await player.slash(sim.channel, "help")))
        assert shown is not None
        move, shot = parse(shown[1])
        assert str(move).startswith(units) and str(shot).startswith(units) and f" x {enemies}" in str(shot)
