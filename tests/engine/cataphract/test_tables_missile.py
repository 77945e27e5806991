"""The missile charts: strength by range, and supply."""

from __future__ import annotations

import pytest

from engine.systems.cataphract.charts import STANDARD
from engine.systems.gboh.missiles import fire
from tests.each import for_each
from tests.engine.cataphract import kit

RANGES = [
    ("LI1", "C", [8, 6, 6, 3, 1]),
    ("LC1", "C", [6, 4, 4, 1]),
    ("LI1", "B", [5, 3, 3, 1]),
    ("LC1", "B", [5, 3, 1]),
    ("MI1", "F", [6]),
    ("LI1", "J", [6]),
    ("LC1", "J", [4]),
    ("CH1", "X", [9, 8, 7, 6, 5, 4, 3, 1]),
]


@pytest.mark.rule("cataphract table:missile_range_results", "cataphract 9.31")
@for_each(("code", "missile", "strengths"), RANGES)
def test_strength_by_range(code, missile, strengths):
    r = kit.battle([kit.unit(code, 1010, missile=missile)])
    unit, charts = r.unit(code), STANDARD
    assert [charts.missile_strength(unit, d) for d in range(1, 10)] == strengths + [None] * (9 - len(strengths))
    assert charts.missile_range(unit) == len(strengths)


@pytest.mark.rule("cataphract table:missile_range_results", "cataphract 8.13", "cataphract 8.15")
@for_each(("code", "missile", "strengths"), RANGES)
def test_every_range_in_play(code, missile, strengths):
    """The highest roll that hits is the strength, one more misses, and one hex further there is no target."""
    for d in range(1, len(strengths) + 2):
        for die in range(10):
            r = kit.battle([kit.unit(code, 1010, missile=missile)], [kit.unit("LN1", 1010 + d)])
            r.orders("a")
            shooter, target = r.unit(code), r.unit("LN1")
            assert (target in fire.targets(r.g, shooter)) is (d <= len(strengths))
            if d > len(strengths):
                break
            r.run(lambda g: fire.fire(g, shooter, target, "order"), dice=[die])  # noqa: B023
            assert target.hits == (1 if die <= strengths[d - 1] else 0), f"{missile} at {d}, roll {die}"


@pytest.mark.rule("cataphract table:missile_supply", "cataphract 8.17")
@pytest.mark.parametrize(("missile", "low"), [("B", {9}), ("C", {9}), ("J", {6, 7, 8, 9}), ("F", set()), ("X", set())])
def test_supply_after_every_natural_roll(missile, low):
    for die in range(10):
        r = kit.battle([kit.unit("CH1" if missile == "X" else "LI1", 1010, missile=missile)], [kit.unit("LN1", 1110)])
        r.orders("a")
        shooter = next(r.g.units("a"))
        r.run(lambda g: fire.fire(g, shooter, r.unit("LN1"), "order"), dice=[die])  # noqa: B023
        assert shooter.supply == ("no" if missile == "F" else "low" if die in low else "full")


@pytest.mark.rule("cataphract table:missile_supply", "cataphract 8.17")
@pytest.mark.parametrize("missile", ["B", "C", "J"])
def test_a_low_unit_has_one_volley_left(missile):
    r = kit.battle([kit.unit("LI1", 1010, missile=missile, supply="low")], [kit.unit("LN1", 1110)])
    r.orders("a")
    r.run(lambda g: fire.fire(g, r.unit("LI1"), r.unit("LN1"), "order"), dice=[3])
    assert r.unit("LI1").supply == "no"
