"""/help shows how orders are written with units of the battle it is asked in."""

from __future__ import annotations

import re

from bot import rulebooks
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


async def test_the_case_shown_is_one_of_the_battle_s_rules(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="simple-gboh/samarkand", side="Macedonians")
    await sim.ben.slash(sim.channel, "battle join", side="Persians")
    await sim.ada.slash(sim.channel, "battle start")
    shown = re.search(r"`/rule shock`, `/rule ([^`]+)`", said(await sim.ada.slash(sim.channel, "help")))
    assert shown is not None and rulebooks.case("simple-gboh", shown[1]) is not None, shown


async def test_units_of_two_hexes_are_explained_where_they_are(sim: Table) -> None:
    assert "wheel left" not in said(await sim.ada.slash(sim.channel, "help"))
    await sim.ada.slash(sim.channel, "battle create", scenario="alexander/lyginus", side="Macedonians")
    await sim.ben.slash(sim.channel, "battle join", side="Triballi")
    await sim.ada.slash(sim.channel, "battle start")
    assert "`/order PH1 wheel left`" in said(await sim.ada.slash(sim.channel, "help"))
