"""The charts as the referee reads them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import VERTICES
from engine.systems.alexander.charts import STANDARD
from engine.systems.alexander.rules import RULES
from engine.systems.alexander.troops import TROOPS
from engine.systems.gboh.charts import size_shift
from engine.systems.gboh.movement import movement
from engine.systems.gboh.shock import clash
from tests.each import for_each
from tests.engine.alexander import kit


def one(code: str, **values: Any) -> kit.Rig:
    ground = {k: values.pop(k) for k in ("terrain", "levels", "hexsides") if k in values}
    return kit.battle([kit.unit(code, 1010, **values)], [kit.unit("HC9", 3535, "W")], **ground).orders("a")


@pytest.mark.rule("alexander table:shock_crt")
@pytest.mark.parametrize(
    ("column", "die", "result"), [(1, 0, (6, 1)), (7, 7, (2, 3)), (12, 7, (1, 4)), (13, 9, (1, 6)), (8, 5, (2, 3))]
)
def test_results_of_shock(column: int, die: int, result: tuple[int, int]) -> None:
    expected = STANDARD.document["charts"]["shock_crt"]["cells"][str(die)][str(column)]
    assert STANDARD.crt(column, die) == tuple(expected)
    if (column, die) in ((1, 0), (13, 9)):
        assert STANDARD.crt(column, die) == result


@pytest.mark.rule("alexander table:clash", "alexander 8.35")
@pytest.mark.parametrize(
    ("attacker", "defender", "arc", "column"),
    [
        (("HI1", None), ("LI9", "LP"), "front", 9),
        (("PH1", None), ("HI9", None), "flank", 11),
        (("PH1", None), ("SK9", None), "front", 13),
        (("LN1", None), ("PH9", None), "rear", 11),
        (("PH1", None), ("HI9", "HO"), "front", 8),
    ],
)
def test_the_clash_of_the_examples(attacker: Any, defender: Any, arc: Any, column: int) -> None:
    r = kit.battle([kit.unit(attacker[0], 1010, cls=attacker[1])], [kit.unit(defender[0], 2020, cls=defender[1])])
    assert STANDARD.clash(r.unit(attacker[0]), r.unit(defender[0]), arc) == column


@pytest.mark.rule("alexander table:superiority", "alexander 2.22")
@pytest.mark.parametrize(
    ("attacker", "defender", "code"),
    [
        (("PH1", None), ("LI9", "LP"), "AS"),
        (("LI1", None), ("PH9", None), "DS"),
        (("LI1", "LP"), ("PH9", None), "-"),
        (("HC1", None), ("LN9", None), "AS"),
        (("HI1", "HY"), ("SK9", None), "AS"),
        (("HC1", None), ("LI9", "LP"), "DS"),
        (("HC1", None), ("LI9", None), "-"),
    ],
)
def test_superiority_of_weapons(attacker: Any, defender: Any, code: str) -> None:
    r = kit.battle([kit.unit(attacker[0], 1010, cls=attacker[1])], [kit.unit(defender[0], 2020, cls=defender[1])])
    assert STANDARD.superiority(r.unit(attacker[0]), r.unit(defender[0])) == code


@pytest.mark.rule("alexander table:superiority", "alexander 8.36")
@pytest.mark.parametrize(("missile", "supply", "code"), [("J", "full", "DS"), ("J", "no", "-"), (None, "full", "DS")])
def test_who_has_used_up_its_missiles_loses_its_superiority(missile: Any, supply: Any, code: str) -> None:
    r = kit.battle([kit.unit("LC1", 1010)], [kit.unit("LI9", 2020, missile=missile, supply=supply)])
    assert STANDARD.superiority(r.unit("LC1"), r.unit("LI9")) == code


@pytest.mark.rule("alexander 8.36", "alexander table:shock_column_shifts")
@pytest.mark.parametrize(
    ("attacker", "defender", "moved", "shift"),
    [(5, 4, True, 1), (4, 5, True, 0), (2, 5, True, -1), (5, 3, True, 1), (5, 4, False, 0), (4, 5, False, -1)],
)
def test_sizes(attacker: int, defender: int, moved: bool, shift: int) -> None:
    assert size_shift(attacker, defender, moved) == shift


@pytest.mark.rule("alexander 8.36", "alexander 6.27", "alexander table:shock_column_shifts")
def test_of_the_ground_that_favours_the_defender_the_best_counts_alone() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("MI9", 1110, "W")], terrain={1110: "woods"}, levels={1110: 1}
    ).orders("a")
    assert [m.value for m in clash.terrain_shifts(r.g, [r.unit("HC1")], [r.unit("MI9")])] == [-2]


@pytest.mark.rule("alexander table:terrain", "alexander 6.29", "alexander 6.21", "alexander 6.22")
@for_each(
    ("code", "cls", "terrain", "price"),
    [
        ("HI1", None, "woods", (2, 1)),
        ("SK1", None, "woods", (2, 0)),
        ("HC1", None, "rough", (1, 2)),
        ("LI1", None, "marsh", (2, 1)),
        ("EL1", None, "major_river", (1, 0)),
        ("EL1", None, "marsh", None),
        ("CH1", None, "woods", None),
        ("SK1", None, "sea", None),
    ],
)
def test_the_ground(code: str, cls: str | None, terrain: str, price: tuple[int, int] | None) -> None:
    r = one(code, cls=cls, terrain={1110: terrain})
    cost = movement.can_enter(r.g, r.unit(code), 1010, 1110)
    assert (cost and (cost.mp, cost.hits)) == price


@pytest.mark.rule("alexander 6.23", "alexander table:terrain")
@for_each(
    ("code", "cls", "climb", "price"),
    [
        ("HI1", None, 1, (2, 1)),
        ("HI1", None, -1, (2, 1)),
        ("LI1", None, -1, (2, 0)),
        ("LI1", "CA", -1, (2, 1)),
        ("HI1", None, 2, (3, 2)),
        ("HI1", None, 3, None),
        ("SK1", None, 3, (3, 3)),
        ("HC1", None, 2, None),
        ("HC1", None, 1, (2, 1)),
        ("SK1", None, 4, None),
    ],
)
def test_levels(code: str, cls: str | None, climb: int, price: tuple[int, int] | None) -> None:
    levels = {h: 5 for h in (1010, 1011)} | {1110: 5 + climb}
    r = one(code, cls=cls, levels=levels)
    cost = movement.can_enter(r.g, r.unit(code), 1010, 1110)
    assert (cost and (cost.mp, cost.hits)) == price


@pytest.mark.rule("alexander 6.21", "alexander 6.22")
def test_the_example_of_uphill_woods() -> None:
    r = kit.battle([kit.unit("HI1", 2015)], [kit.unit("HC9", 3535)], terrain={2115: "woods"}, levels={2015: 3, 2115: 4})
    cost = movement.can_enter(r.g, r.unit("HI1"), 2015, 2115)
    assert cost is not None and (cost.mp, cost.hits) == (3, 2)


@pytest.mark.rule("alexander 6.28")
@pytest.mark.parametrize(("code", "rough"), [("HI1", True), ("SK1", False), ("HC1", True), ("CH1", True)])
def test_rough_is_what_costs_the_unit_a_hit(code: str, rough: bool) -> None:
    assert STANDARD.is_difficult("woods", one(code).unit(code)) is rough
    assert not STANDARD.is_difficult("open", one(code).unit(code))


@pytest.mark.rule("alexander 6.62")
def test_column_takes_one_hit_less() -> None:
    r = one(
        "HI1",
        facing="SIDE_NE",
        column=True,
        terrain={1109: "woods"},
        hexsides=[{"a": 1010, "b": 1109, "type": "minor_river"}],
    )
    cost = movement.can_enter(r.g, r.unit("HI1"), 1010, 1109)
    assert cost is not None and cost.hits == 1
    r.unit("HI1").column = False
    cost = movement.can_enter(r.g, r.unit("HI1"), 1010, 1109)
    assert cost is not None and cost.hits == 2


@pytest.mark.rule("alexander 7.12", "alexander table:unit_types")
@pytest.mark.parametrize(
    ("code", "cls", "mp"), [("HI1", None, 3), ("SK1", None, 1), ("EL1", None, 6), ("CH1", None, 6), ("HC1", "Cat", 6)]
)
def test_what_turning_about_costs(code: str, cls: str | None, mp: int) -> None:
    r = one(code, cls=cls)
    assert STANDARD.turn_cost(r.g.map, r.unit(code), 1010, 3).mp == mp


@pytest.mark.rule("alexander 7.14", "alexander table:terrain")
@pytest.mark.parametrize(("code", "hits"), [("HI1", 1), ("SK1", 0), ("CH1", 2)])
def test_turning_on_rough_ground(code: str, hits: int) -> None:
    r = one(code, terrain={1010: "woods"})
    assert STANDARD.turn_cost(r.g.map, r.unit(code), 1010, 1).hits == hits


@pytest.mark.rule("alexander table:missile", "alexander 8.15")
@pytest.mark.parametrize(
    ("code", "missile", "strengths"),
    [
        ("SK1", "A", [5, 3, 3, 1, None]),
        ("SK1", "S", [3, 2, None]),
        ("SK1", "J", [5, None]),
        ("LC1", "A", [5, 3, 1, None]),
        ("LC1", "J", [3, None]),
        ("LI1", "I", [9, 6, 5, 2, 0, None]),
        ("AT1", "B", [7, 5, 5, 3, 2, 1, 0, None]),
    ],
)
def test_strengths(code: str, missile: Any, strengths: list[int | None]) -> None:
    unit = one(code, missile=missile).unit(code)
    assert [STANDARD.missile_strength(unit, d) for d in range(1, len(strengths) + 1)] == strengths


@pytest.mark.rule("alexander table:missile_supply", "alexander 8.17")
@pytest.mark.parametrize(("letter", "low"), [("A", [9]), ("S", [9]), ("J", [7, 8, 9]), ("I", [7, 8, 9]), ("B", [])])
def test_supply(letter: str, low: list[int]) -> None:
    assert STANDARD.low_on(RULES.weapons[letter].supply) == low


@pytest.mark.rule("alexander table:missile_drm", "alexander 8.15")
def test_modifiers_are_those_of_the_chart() -> None:
    rows = STANDARD.document["charts"]["missile_modifiers"]["rows"]
    fire = RULES.fire
    assert fire.targets["heavy"] == rows["heavy_infantry"]
    assert fire.bow_close == rows["heavy_infantry_front_at_range_1"]
    assert fire.targets["skirmisher"] == rows["skirmishers"]
    assert fire.targets["cataphract"] == rows["cataphracts_by_others"]
    assert fire.bow_targets["cataphract"] == rows["cataphracts_by_archers"]


@pytest.mark.rule("alexander table:rally", "alexander 10.27")
@pytest.mark.parametrize(
    ("tq", "die", "hits"), [(7, 5, 2), (7, 0, 1), (5, 9, 4), (4, 9, None), (3, 6, None), (3, 5, 2), (9, 7, 3)]
)
def test_the_rally_table(tq: int, die: int, hits: int | None) -> None:
    assert STANDARD.rallied("rally_table", die, tq) == hits


@pytest.mark.rule("alexander table:momentum", "alexander 5.33")
@pytest.mark.parametrize(
    ("die", "result"), [(0, "reactivation"), (1, "reactivation"), (2, "finished"), (8, "finished"), (9, "crisis")]
)
def test_doom(die: int, result: str) -> None:
    assert STANDARD.doom(die) == result
    fall = RULES.doom.fall(die, STANDARD)
    assert (fall.finishes, fall.reactivates, fall.crisis) == ("leader", die <= 1, die == 9)


@pytest.mark.rule("alexander table:leader_casualty", "alexander 8.34", "alexander 8.45")
@for_each("wounded", [False, True])
@for_each(("die", "killed", "ratings"), [(0, False, 0), (6, False, 0), (7, False, 1), (8, False, 2), (9, True, 0)])
def test_leaders_hit(die: int, killed: bool, ratings: int, wounded: bool) -> None:
    hurt = RULES.casualty.hurt(die, personal_combat=4, wounded=wounded)
    assert hurt.killed is (killed or (wounded and ratings > 0))
    assert hurt.finished and hurt.ratings == (0 if hurt.killed else ratings)


@pytest.mark.rule("alexander table:rout_points", "alexander 10.42")
@pytest.mark.parametrize(
    ("kind", "points", "factor"),
    [("PH", None, 2), ("HI/HO", None, 2), ("SK", 1, 1), ("SK/St", 2, 1), ("EL", 2, 1), ("CH", 2, 1), ("AT", 0, 1)],
)
def test_rout_points(kind: str, points: int | None, factor: int) -> None:
    assert (TROOPS[kind].rout_points, TROOPS[kind].rout_factor) == (points, factor)


@pytest.mark.rule("alexander table:hex_geometry")
def test_odd_columns_sit_half_a_hex_lower() -> None:
    r = one("HI1")
    assert r.g.map.neighbours(1010) == (1009, 1109, 1110, 1011, 910, 909)
    assert r.g.map.neighbours(1110) == (1109, 1210, 1211, 1111, 1011, 1010)
    assert len(VERTICES) == 6


@pytest.mark.rule("alexander table:unit_types", "alexander 7.31", "alexander 7.32")
def test_who_must_attack() -> None:
    must = {kind.split("/")[0] for kind, t in TROOPS.items() if t.must_attack}
    assert must == {"PH", "HI", "MI", "HC", "LN", "EL", "CH"}


@pytest.mark.rule("alexander 7.31", "alexander 2.22")
def test_light_troops_are_light() -> None:
    light = {kind.split("/")[0] for kind, t in TROOPS.items() if t.light}
    assert light == {"LI", "SK", "LC", "AT"}
