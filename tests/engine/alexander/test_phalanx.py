"""9.6 Phalanxes: covered flanks, double depth, square."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.alexander.orders import Square
from engine.systems.gboh import footprint, special, view
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import reach, retreats
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.phalanx import defence
from engine.systems.gboh.referee import invariants, referee_values
from engine.systems.gboh.shock import clash, designation
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


# -- 9.63, 9.64 --------------------------------------------------------------------------------------------------------


def square(code: str = "PH1", *, theirs: Any = (FAR,), side: dict[str, Any] | None = None, **values: Any) -> kit.Rig:
    ground = {k: values.pop(k) for k in ("terrain", "levels") if k in values}
    ours = [kit.unit(code, 1010, **values)]
    sides = {"a": side} if side else None
    r = kit.battle(ours, list(theirs), a_leaders=[kit.leader("Alexander", 1010)], sides=sides, **ground)
    return r.orders("a", "Alexander")


@pytest.mark.rule("alexander 9.63", "alexander table:special_move_costs")
@pytest.mark.parametrize(("code", "cls"), [("PH1", None), ("HI1", "HO")])
def test_a_square_takes_the_whole_move(code: str, cls: str | None) -> None:
    r = square(code, cls=cls)
    r.order(Square(unit=code))
    u = r.unit(code)
    assert u.square and u.moved and footprint.hexes_of(u) == (1010, 1011)
    r.refuses("5.23", Move(unit=code, path=(1110,)))


@pytest.mark.rule("alexander 9.63", "alexander 6.13")
def test_forming_it_is_movement() -> None:
    r = square(moved=True)
    r.order(Square(unit="PH1"))
    assert r.unit("PH1").square and r.unit("PH1").hits == 1


@pytest.mark.rule("alexander 9.63")
def test_no_square_before_the_enemy() -> None:
    square(theirs=[kit.unit("LI9", 1110, "W")]).refuses("9.63", Square(unit="PH1"))


@pytest.mark.rule("alexander 9.63")
@pytest.mark.parametrize(("code", "cls"), [("HI1", "HY"), ("HI1", "HO1"), ("LI1", "CA"), ("HC1", None)])
def test_who_forms_none(code: str, cls: str | None) -> None:
    square(code, cls=cls).refuses("9.63", Square(unit=code))


@pytest.mark.rule("alexander 9.63")
def test_only_in_the_macedonian_army() -> None:
    r = square("HI1", cls="HO")
    scenario = r.g.scenario
    sides = tuple(s.model_copy(update={"first_of_equals": s.id == "a"}) for s in scenario.sides)
    r.g.scenario = scenario.model_copy(update={"sides": sides})
    r.refuses("9.63", Square(unit="HI1"))


@pytest.mark.rule("alexander 9.63")
@pytest.mark.parametrize(("facing", "hexes"), [("E", (1010, 1011)), ("W", (1011, 1010))])
def test_leaving_it_takes_the_whole_move_and_either_facing(facing: str, hexes: tuple[int, int]) -> None:
    r = square(square=True)
    r.refuses("9.63", Square(unit="PH1", facing=Facing.NE))
    r.refuses("9.63", Square(unit="PH1"))
    r.order(Square(unit="PH1", facing=Facing[facing]))
    u = r.unit("PH1")
    assert not u.square and (footprint.hexes_of(u), u.facing.name) == (hexes, facing)
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("alexander 9.64", "alexander 7.21")
def test_all_around_it_is_front_and_zone() -> None:
    r = square(square=True, theirs=[kit.unit("LI9", 1012, "NW")])
    u = r.unit("PH1")
    assert len(r.g.zoc(u)) == 8 and set(r.g.zoc(u)) == set(footprint.around(u))
    assert r.g.arc_of_attack(u, r.unit("LI9")) == "front"


@pytest.mark.rule("alexander 9.64")
def test_it_moves_one_movement_point_in_any_direction() -> None:
    r = square(square=True, terrain={1110: "woods"})
    assert reach.allowance(r.g, r.unit("PH1")) == 1
    ends = {h for h, _ in reach.search(r.g, r.unit("PH1"))}
    assert ends == {1009, 1011, 909, 910}, "woods ahead are 2 MP"
    r.order(Move(unit="PH1", path=(909,)))
    assert footprint.hexes_of(r.unit("PH1")) == (909, 910) and r.unit("PH1").square
    assert r.unit("PH1").facing is Facing.E


@pytest.mark.rule("alexander 9.64", "alexander 6.44")
def test_it_neither_wheels_nor_turns_nor_marches() -> None:
    r = square(square=True)
    for path in ((Facing.NE,), (Facing.W,)):
        with kit.refused("7.12"):
            reach.price(r.g, r.unit("PH1"), path)
    r.refuses("9.63", Move(unit="PH1", form=Facing.SIDE_N))
    with kit.refused("6.25"):
        reach.price(r.g, r.unit("PH1"), (1109, 1209))


@pytest.mark.rule("alexander 9.64", "alexander 7.31")
def test_it_comes_up_and_attacks_nobody() -> None:
    r = square(square=True, theirs=[kit.unit("MI9", 1210, "E")])
    r.order(Move(unit="PH1", path=(1109,)), defaults=["orderly-withdrawal", "reaction-facing"])
    assert r.g.enemies_in_zoc(r.unit("PH1")) and r.state.orders.markers == {}
    assert not designation.able(r.g, r.unit("PH1"))


@pytest.mark.rule("alexander 9.64", "alexander 9.63")
@pytest.mark.parametrize(("size", "counts"), [(10, 3), (8, 2), (9, 3), (3, 1)])
def test_its_size_is_a_quarter_rounded_up(size: int, counts: int) -> None:
    r = square(square=True, size=size, theirs=[kit.unit("MI9", 1110, "W", size=20)])
    assert clash.size(r.g, r.unit("PH1")) == counts
    odds = clash.reckon(r.g, [r.unit("MI9")], [r.unit("PH1")], r.unit("MI9"), r.unit("PH1"))
    assert any(s.reason == f"size 20 to {counts}" for s in odds.shifts)


@pytest.mark.rule("alexander 9.64", "alexander 8.15", "alexander table:cohesion_auto")
def test_missiles_hit_it_twice() -> None:
    r = square("PH1", square=True, theirs=[kit.unit("SK9", 1210, "W", missile="A")]).orders("b")
    assert volley.preview(r.g, r.unit("SK9"), r.unit("PH1")).harm == 2
    r.unit("PH1").square = False
    assert volley.preview(r.g, r.unit("SK9"), r.unit("PH1")).harm == 1


@pytest.mark.rule("alexander 9.64", "alexander 6.71")
def test_it_does_not_withdraw() -> None:
    r = square("PH1", square=True, theirs=[kit.unit("MI9", 1210, "W", ma=3)]).orders("b")
    assert "square" in str(retreats.bar(r.g, r.unit("PH1"), r.unit("MI9")))


@pytest.mark.rule("alexander 9.63", "alexander 10.21")
def test_a_rout_ends_it() -> None:
    r = square(square=True, hits=7, tq=7)
    r.run(rout.rout, r.unit("PH1"), dice=[9], defaults=["rout-path", "leader-along"])
    assert r.unit("PH1").routed and not r.unit("PH1").square


@pytest.mark.rule("alexander 9.63")
def test_it_is_offered_written_told_and_seen() -> None:
    r = square()
    keys = [c.key for c in special.unit_choices(r.g, r.unit("PH1"))]
    assert "square" in keys
    assert kit.read(r, "square PH1") == Square(unit="PH1")
    assert kit.written_as(Square(unit="PH1", facing=Facing.E)) == "square PH1 @E"
    r.order(Square(unit="PH1"))
    assert "PH1 forms square." in " ".join(r.told())
    counter = next(c for c in view.table(r.g).counters if c.id == "PH1")
    assert "square" in counter.states and counter.size == 3


@pytest.mark.rule("alexander 9.63")
def test_a_referee_forms_a_square_of_those_who_could_and_opens_it() -> None:
    def offered(r: kit.Rig, code: str = "PH1") -> str | None:
        return next((s.now for s in referee_values.of_piece(r.g, r.unit(code)) if s.key == "square"), None)

    r = square()
    assert offered(r) == "no" and offered(square("HC1"), "HC1") is None
    assert offered(square(routed=True)) is None and offered(square(column=True, facing="SIDE_SE")) is None
    before = footprint.hexes_of(r.unit("PH1"))
    referee_values.put(r.g, "PH1", "square", "no")
    assert not r.unit("PH1").square
    referee_values.put(r.g, "PH1", "square", "yes")
    assert r.unit("PH1").square and offered(r) == "yes" and not r.unit("PH1").moved
    referee_values.put(r.g, "PH1", "square", "no")
    assert not r.unit("PH1").square and footprint.hexes_of(r.unit("PH1")) == before
