"""9.6 Phalanxes: covered flanks, double depth, square."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.phalanx import defence
from engine.systems.gboh.shock import clash
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


# -- 9.61 --------------------------------------------------------------------------------------------------------------


def line(*flanks: dict[str, Any], attacker: str = "MI9", moved: bool = True, **values: Any) -> kit.Rig:
    """A phalanx at 1010 and 1011 facing east, attacked from 1110 ahead; its flank hexes are 1009 and 1012."""
    theirs = kit.unit(attacker, 1110, "W", **values)
    r = kit.battle([kit.unit("PH1", 1010), *flanks], [theirs]).orders("b")
    if moved:
        r.state.orders.moved.append(attacker)
    return r


def shift(r: kit.Rig, attacker: str = "MI9", defender: str = "PH1") -> int:
    odds = clash.reckon(r.g, [r.unit(attacker)], [r.unit(defender)], r.unit(attacker), r.unit(defender))
    return sum(s.value for s in odds.shifts if s.rule == "9.61")


NORTH, SOUTH = kit.unit("PH2", 1008), kit.unit("PH3", 1012)


@pytest.mark.rule("alexander 9.61", "alexander table:shock_column_shifts")
@pytest.mark.parametrize(("flanks", "columns"), [((), 0), ((NORTH,), -2), ((SOUTH,), -2), ((NORTH, SOUTH), -4)])
def test_two_columns_for_each_flank_that_another_phalanx_holds(flanks: Any, columns: int) -> None:
    assert shift(line(*flanks)) == columns


@pytest.mark.rule("alexander 9.61")
def test_one_column_against_heavy_infantry() -> None:
    assert shift(line(NORTH, SOUTH, attacker="HI9"), "HI9") == -2


@pytest.mark.rule("alexander 9.61")
def test_none_against_a_phalanx_or_who_stayed_or_comes_from_the_flank() -> None:
    r = kit.battle([kit.unit("PH1", 1010), NORTH], [kit.unit("PH9", 1111, "W")]).orders("b", moved=["PH9"])
    assert shift(r, "PH9") == 0
    assert shift(line(NORTH, moved=False)) == 0
    r = kit.battle([kit.unit("PH1", 1010), NORTH], [kit.unit("MI9", 1012, "W")]).orders("b", moved=["MI9"])
    assert r.g.arc_of_attack(r.unit("PH1"), r.unit("MI9")) == "flank" and shift(r) == 0


@pytest.mark.rule("alexander 9.61")
def test_a_phalanx_in_echelon_covers_by_its_zone() -> None:
    echelon = kit.unit("PH2", 908)
    r = line(echelon)
    assert 1009 in r.g.zoc(r.unit("PH2")) and shift(r) == -2
    assert shift(line({**echelon, "routed": True})) == 0


@pytest.mark.rule("alexander 9.61")
@pytest.mark.parametrize("given", [{"code": "HI2", "cls": "HO"}, {"routed": True}])
def test_others_and_routed_phalanxes_cover_nobody(given: dict[str, Any]) -> None:
    assert shift(line({**NORTH, **given})) == 0


@pytest.mark.rule("alexander 9.61")
def test_a_phalanx_in_column_has_no_such_defence() -> None:
    r = line(NORTH)
    r.unit("PH1").column = True
    assert defence.covered_flanks(r.g, r.unit("PH1")) == []
