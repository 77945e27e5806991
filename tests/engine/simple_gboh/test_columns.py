"""11.2 Column: forming and leaving it, marching, what it keeps away from, falling into line."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, front, neighbours
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders.orders import Move
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, unit

E = Facing.E
SIDE = Facing(1)
"""A hexside, next to the vertex E."""
AHEAD = front(1010, SIDE)[0]


def field(*units: Any, enemies: Any = (), **values: Any) -> Rig:
    return kit.battle(list(units), list(enemies), **{"columns": True, **values}).turn()


def column(code: str = "HI1", at: int = 1010, **values: Any) -> dict[str, Any]:
    return unit(code, at, SIDE.name, column=True, **values)


@pytest.mark.rule("simple-gboh 11.21", "simple-gboh 11.23")
def test_a_unit_forms_column_at_the_end_of_its_move_for_one_point():
    r = field(unit("HI1", 1010))
    there = front(1010, E)[0]
    r.refuses("11.23", Move(unit="HI1", path=(there,), form=Facing(3)))
    r.order(Move(unit="HI1", path=(there,), form=SIDE))
    assert (r.unit("HI1").column, r.unit("HI1").facing, r.unit("HI1").hex) == (True, SIDE, there)
    assert set(r.g.front(r.unit("HI1"))) == set(front(there, SIDE)), "one Front hex"
    assert len(r.g.zoc(r.unit("HI1"))) == 1


@pytest.mark.rule("simple-gboh 11.21")
def test_not_without_the_point_nor_next_to_an_enemy():
    r = field(unit("HI1", 1010, ma=1))
    r.refuses("11.21", Move(unit="HI1", path=(front(1010, E)[0],), form=SIDE))
    near = next(h for h in neighbours(1010) if h not in front(1010, E))
    r = field(unit("HI1", 1010), enemies=[unit("HI9", near, "NE")])
    assert not r.g.in_enemy_zoc(r.unit("HI1")) or near
    r.refuses("11.21", Move(unit="HI1", form=SIDE))


@pytest.mark.rule("simple-gboh 11.21")
def test_a_point_kept_for_the_change_spares_it_no_hit():
    there = front(1010, E)[0]
    r = field(unit("HI1", 1010, ma=3), terrain={there: "woods"})
    assert reach.price(r.g, r.unit("HI1"), (there,)).hits == 0
    r.order(Move(unit="HI1", path=(there,), form=SIDE))
    assert (r.unit("HI1").column, r.unit("HI1").hits) == (True, 1)


@pytest.mark.rule("simple-gboh 11.21")
@pytest.mark.parametrize("code", ["BI1", "SK1", "LC1", "EL1"])
def test_others_form_none(code):
    field(unit(code, 1010)).refuses("11.21", Move(unit=code, form=SIDE))


@pytest.mark.rule("simple-gboh 11.2")
def test_only_where_the_battle_or_its_players_want_columns():
    field(unit("HI1", 1010), columns=False).refuses("11.2", Move(unit="HI1", form=SIDE))
    asked = kit.battle([unit("HI1", 1010)], [], options={"11.2": True}).turn()
    asked.order(Move(unit="HI1", form=SIDE))
    assert asked.unit("HI1").column


@pytest.mark.rule("simple-gboh 11.22", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(
    ("terrain", "mp", "hits"), [("open", 1, 0), ("woods", 3, 0), ("rough", 1, 0), ("major_river", 1, 0)]
)
def test_a_column_has_a_point_more_and_a_line_of_the_chart_of_its_own(terrain, mp, hits):
    r = field(column(), terrain={AHEAD: terrain})
    assert reach.allowance(r.g, r.unit("HI1")) == r.unit("HI1").ma + 1
    end = reach.price(r.g, r.unit("HI1"), (AHEAD,))
    assert (end.mp, end.hits) == (mp, hits)


@pytest.mark.rule("simple-gboh 11.22", "simple-gboh T:terrain_effects")
def test_a_bridge_is_for_columns():
    sides = [{"a": 1010, "b": AHEAD, "type": t} for t in ("river_volturno", "bridge")]
    assert reach.price((r := field(column(), hexsides=sides)).g, r.unit("HI1"), (AHEAD,)).mp == 1
    for other in (unit("HI1", 1010), unit("LC1", 1010)):
        there = front(1010, E)[0]
        sides = [{"a": 1010, "b": there, "type": t} for t in ("river_volturno", "bridge")]
        r = field(other, hexsides=sides)
        assert reach.price(r.g, r.unit(other["code"]), (there,)).mp >= 3


@pytest.mark.rule("simple-gboh 11.23", "simple-gboh 6.12", "simple-gboh T:facing_costs")
@pytest.mark.parametrize("values", [{}, {"roman": True, "cls": "TR"}])
def test_it_turns_by_the_hexside_a_point_each(values):
    r = field(column(**values))
    assert reach.price(r.g, r.unit("HI1"), (SIDE.turned(2),)).mp == 1
    assert reach.price(r.g, r.unit("HI1"), (SIDE.turned(4),)).mp == 2


@pytest.mark.rule("simple-gboh 11.24")
def test_it_marches_ahead_or_half_to_either_side_without_turning():
    r = field(column())
    for n in (2, 0, -2):
        to = front(1010, SIDE.turned(n))[0]
        assert reach.price(r.g, r.unit("HI1"), (to,)).mp == 1
    aside = front(1010, SIDE.turned(4))[0]
    assert reach.price(r.g, r.unit("HI1"), (aside,)).mp > 1, "elsewhere it turns first"


@pytest.mark.rule("simple-gboh 11.24", "simple-gboh 11.23")
def test_a_column_of_two_marches_head_first_and_never_turns_in_its_hexes():
    r = field(unit("PH1", 1010, "E"))
    assert footprint.stand(r.unit("PH1")).shape is footprint.Shape.TWO
    end, stand = next(iter(footprint.into_column(r.unit("PH1")).items()))
    r.order(Move(unit="PH1", form=stand.facing))
    assert (r.unit("PH1").column, r.unit("PH1").headed) == (True, end)
    r.turn()
    head, _ = footprint.hexes_of(r.unit("PH1"))
    ahead = front(head, r.unit("PH1").facing)[0]
    r.refuses("11.24", Move(unit="PH1", path=(r.unit("PH1").facing.turned(2),)))
    r.order(Move(unit="PH1", path=(ahead,)))
    assert footprint.hexes_of(r.unit("PH1")) == (ahead, head), "the rear half takes the place of the head"
    r.turn()
    r.order(Move(unit="PH1", form=footprint.out_of_column(r.unit("PH1"), r.unit("PH1").headed)[0].facing))
    assert (r.unit("PH1").column, r.unit("PH1").facing) == (False, E), "towards the edge it came from"


@pytest.mark.rule("simple-gboh 11.25", "simple-gboh 2.23")
def test_its_tq_is_two_lower_and_it_goes_nowhere_next_to_an_enemy():
    enemy = front(front(AHEAD, SIDE)[0], SIDE)[0]
    r = field(column(tq=6), enemies=[unit("HI9", enemy, "E")])
    assert cohesion.tq(r.g, r.unit("HI1")) == 4
    r.refuses("11.25", Move(unit="HI1", path=(AHEAD, front(AHEAD, SIDE)[0])))
    assert not any(enemy in neighbours(h) for h, _ in reach.search(r.g, r.unit("HI1")))


@pytest.mark.rule("simple-gboh 11.26", "simple-gboh 5.32")
def test_columns_neither_stack_nor_pass_nor_are_passed():
    romans = {"roman": True, "legion": "I", "cls": "HA"}
    r = field(column("LG1", **romans), unit("LG2", AHEAD, "E", **romans))
    r.refuses("11.26", Move(unit="LG1", path=(AHEAD,)))
    there = front(1010, E)[0]
    r = field(unit("LC1", 1010), column("HI2", there))
    r.refuses("11.26", Move(unit="LC1", path=(there, front(there, E)[0])))
    pile = field(unit("LG1", 1010, **romans), unit("LG2", 1010, below="LG1", **romans))
    pile.refuses("11.26", Move(unit="LG1", form=SIDE, under="LG2"))


@pytest.mark.rule("simple-gboh 11.27", "simple-gboh 6.15")
@pytest.mark.parametrize(("die", "column_yet", "hits"), [(4, False, 0), (5, True, 1)])
def test_a_column_falls_into_line_before_the_enemy_if_its_roll_lets_it(die, column_yet, hits):
    beside = front(1010, SIDE.turned(4))[0]
    start = next(h for h in neighbours(beside) if h not in neighbours(1010) and h != 1010)
    facing = next(f for f in Facing if f.is_vertex and beside in front(start, f))
    r = kit.battle([unit("HI1", start, facing.name)], [column("HI9", tq=6)], columns=True).turn()
    r.order(Move(unit="HI1", path=(beside,)), dice=[die], answers=[{"HI9": "left"}])
    u = r.unit("HI9")
    assert (u.column, u.hits) == (column_yet, hits), "TQ 6, and 2 less In Column"
    assert u.facing is (SIDE if column_yet else SIDE.turned(1))
    assert r.g.orders.uncolumned == ([] if column_yet else ["HI9"])
