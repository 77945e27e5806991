"""11.1 Fortifications: which side is inside, what they cost, what they do to fire and Shock, who throws from them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, neighbours
from engine.systems.gboh import footprint, works
from engine.systems.gboh.missiles import fire, volley
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh import fortifications
from engine.systems.simple_gboh.charts import STANDARD
from engine.systems.simple_gboh.shock import before_ways, contact, modifiers, retreat
from scenarios import load
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import unit

IN, OUT = 1010, 1110
"""A camp of seven hexes around one, of which IN is the eastern edge; OUT lies before it."""
CAMP = (909, 908, 910, 809, 810, 1009, 1010)


def camp(kind: str = "rampart", gate: tuple[int, int] | None = None) -> dict[str, Any]:
    """A ring of works around :data:`CAMP`."""
    sides = []
    for h in CAMP:
        for n in neighbours(h):
            if n not in CAMP:
                sides.append({"type": "gate" if gate in ((h, n), (n, h)) else kind, "a": h, "b": n})
    return {"hexsides": sides}


def laid(*sides: Any, **values: Any) -> kit.Rig:
    return kit.battle(*sides, **values).turn()


def values(r: kit.Rig, shooter: str, target: str) -> list[int]:
    return [m.value for m in volley.preview(r.g, r.unit(shooter), r.unit(target)).modifiers]


@pytest.mark.rule("simple-gboh 11.11")
def test_what_a_ring_cuts_off_is_inside() -> None:
    r = laid([unit("HI1", 2020)], [unit("HI9", 2120)], **camp())
    found = fortifications.of(r.g)
    assert sorted(found.inner) == sorted(CAMP)
    assert [(c.kind, c.side) for c in found.between(IN, OUT)] == [("ramparts", "inside")]
    assert [(c.kind, c.side) for c in found.between(OUT, IN)] == [("ramparts", "outside")]
    assert found.between(2020, 2021) == []


@pytest.mark.rule("simple-gboh 11.11", "simple-gboh T:fortification_effects")
def test_the_camp_at_beneventum_is_its_inside() -> None:
    ground = load("spqr/beneventum").map
    found = STANDARD.works(ground)
    assert sorted(found.inner) == sorted(h for h, t in ground.terrain.items() if t == "roman_camp")
    gates = [f for f in ground.hexsides if f.type == "gate"]
    assert {c.pierced for f in gates for c in found.between(f.a, f.b)} == {"ramparts"}


@pytest.mark.rule("simple-gboh 11.12", "simple-gboh T:fortification_effects")
@for_each(
    ("kind", "gate", "outward", "mp", "hits", "choice"),
    [
        ("rampart", None, False, 4, 1, 0),
        ("rampart", None, True, 2, 0, 1),
        ("wall", None, False, 4, 1, 0),
        ("wall", None, True, 3, 0, 1),
        ("ditch", None, False, 3, 1, 0),
        ("ditch", None, True, 2, 0, 1),
        ("rampart", (IN, OUT), False, 3, 0, 0),
        ("rampart", (IN, OUT), True, 3, 0, 0),
    ],
)
def test_what_crossing_costs(kind: str, gate: Any, outward: bool, mp: int, hits: int, choice: int) -> None:
    a, b = (IN, OUT) if outward else (OUT, IN)
    r = laid([unit("LI1", 2020)], [unit("HI9", 2120)], **camp(kind, gate))
    cost = r.g.charts.step_cost(r.g.map, r.unit("LI1"), a, b)
    assert cost is not None and (cost.mp, cost.hits, len(cost.avoidable)) == (mp, hits, choice)


@pytest.mark.rule("simple-gboh 11.12")
def test_a_column_passes_a_gate_for_less() -> None:
    r = laid([unit("LI1", 2020)], [unit("HI9", 2120)], **camp("rampart", (IN, OUT)))
    r.g.version += 1
    r.unit("LI1").column = True
    r.g.version += 1
    cost = r.g.charts.step_cost(r.g.map, r.unit("LI1"), OUT, IN)
    assert cost is not None and cost.mp == 2


@pytest.mark.rule("simple-gboh 11.13")
@pytest.mark.parametrize(
    ("code", "gate", "open_to"),
    [
        ("LC1", None, False),
        ("LC1", (IN, OUT), True),
        ("EL1", (IN, OUT), False),
        ("CH1", None, False),
        ("HI1", None, True),
    ],
)
def test_who_crosses_and_where(code: str, gate: Any, open_to: bool) -> None:
    r = laid([unit(code, 2020)], [unit("HI9", 2120)], **camp("rampart", gate))
    assert (r.g.charts.step_cost(r.g.map, r.unit(code), OUT, IN) is not None) is open_to


@pytest.mark.rule("simple-gboh 11.13")
def test_the_full_price_must_be_there() -> None:
    r = laid([unit("LI1", OUT, "W", ma=3)], [unit("HI9", 2120)], **camp())
    r.refuses("5.16", orders.Move(unit="LI1", path=(IN,)))
    r = laid([unit("LI1", OUT, "W", ma=4)], [unit("HI9", 2120)], **camp())
    r.order(orders.Move(unit="LI1", path=(IN,)))
    assert (r.unit("LI1").hex, r.unit("LI1").hits) == (IN, 1)


@pytest.mark.rule("simple-gboh 11.14", "simple-gboh 6.21")
def test_zones_of_control_reach_across() -> None:
    r = laid([unit("LC1", OUT, "W")], [unit("LC9", IN, "E")], **camp())
    assert r.g.in_enemy_zoc(r.unit("LC1")) and r.g.in_enemy_zoc(r.unit("LC9"))
    assert fortifications.fortified(r.g, IN, OUT) and not fortifications.fortified(r.g, 909, IN)


@pytest.mark.rule("simple-gboh 11.14", "simple-gboh T:fortification_effects")
@for_each(
    ("shooter", "kind", "inside", "found"),
    [
        (unit("LI1", 0, missile="J"), "wall", False, [4]),
        (unit("SK1", 0, missile="B"), "wall", False, [2]),
        (unit("SK1", 0, missile="S"), "wall", False, [1]),
        (unit("LI1", 0, missile="J"), "rampart", False, [3]),
        (unit("SK1", 0, missile="B"), "rampart", True, [-1]),
        (unit("LI1", 0, missile="J"), "rampart", True, [-1]),
        (unit("LI1", 0, missile="J"), "wall", True, [4]),
        (unit("SK1", 0, missile="B"), "ditch", False, []),
    ],
)
def test_fire_across(shooter: dict[str, Any], kind: str, inside: bool, found: list[int]) -> None:
    a, b = (IN, OUT) if inside else (OUT, IN)
    facing = "E" if inside else "W"
    r = laid([{**shooter, "hex": a, "facing": facing}], [unit("MI9", b, "NE")], **camp(kind))
    assert values(r, shooter["code"], "MI9") == found


@pytest.mark.rule("simple-gboh T:fortification_effects")
def test_fire_through_a_gate_counts_as_what_it_is_in() -> None:
    r = laid([unit("SK1", OUT, "W", missile="B")], [unit("MI9", IN, "NE")], **camp("wall", (IN, OUT)))
    assert values(r, "SK1", "MI9") == [2]


@pytest.mark.rule("simple-gboh 10.12")
def test_artillery_fires_across_from_towers_alone() -> None:
    foes = [unit("MI9", 1310, "W")]
    r = laid([unit("ART1", IN, missile="Bolt")], foes, **camp())
    r.refuses("10.12", orders.Fire(unit="ART1", target="MI9"))
    r = laid([unit("ART1", IN, missile="Bolt")], foes, **camp(), terrain={IN: "tower"})
    r.order(orders.Fire(unit="ART1", target="MI9"), dice=[9])
    assert sorted(m.value for m in r.rolls[0].modifiers) == [-1, -1], "lower target, the tower"


@pytest.mark.rule("simple-gboh T:fortification_effects")
def test_a_tower_is_a_level_higher_and_lends_a_hex() -> None:
    r = laid([unit("SK1", IN, missile="B")], [unit("MI9", 1510, "W")], **camp(), terrain={IN: "tower"})
    odds = volley.preview(r.g, r.unit("SK1"), r.unit("MI9"))
    assert (odds.distance, odds.strength, odds.extended) == (5, 0, True)
    assert sorted(m.value for m in odds.modifiers) == [-1, -1, -1], "lower; the tower; the ramparts"
    r = laid([unit("SK1", IN, missile="B")], [unit("MI9", 1510, "W")], **camp())
    assert fire.bad_target(r.g, r.unit("SK1"), r.unit("MI9")) is not None


@pytest.mark.rule("simple-gboh T:fortification_effects")
def test_who_fires_a_hex_further_from_a_tower_does_so_by_the_case_of_fire() -> None:
    """The book knows no extended range by itself."""
    r = laid([unit("SK1", IN, missile="B")], [unit("MI9", 1510, "W")], **camp(), terrain={IN: "tower"})
    r.order(orders.Fire(unit="SK1", target="MI9"), dice=[9])
    assert r.rolls[0].rule == "7.14"


@pytest.mark.rule("simple-gboh 7.81")
def test_a_ballista_in_a_tower_doesnt_reach_the_next_hex() -> None:
    r = laid([unit("ART1", IN, missile="Ballista")], [unit("MI9", OUT)], **camp(), terrain={IN: "tower"})
    r.refuses("7.81", orders.Fire(unit="ART1", target="MI9"))


@pytest.mark.rule("simple-gboh 11.15")
@pytest.mark.parametrize(
    ("thrower", "able"),
    [
        (unit("HI1", IN), True),
        (unit("LG1", IN, roman=True, legion="I", cls="HA"), True),
        (unit("SK1", IN), False),
        (unit("LC1", IN), False),
        (unit("HI1", IN, depletable=True, depleted=True), False),
    ],
)
def test_infantry_throws_from_ramparts(thrower: dict[str, Any], able: bool) -> None:
    r = laid([thrower], [unit("MI9", OUT, "NE")], **camp())
    assert fortifications.throws(r.g, r.unit(thrower["code"])) is able
    assert bool(fire.targets(r.g, r.unit(thrower["code"]))) is able


@pytest.mark.rule("simple-gboh 11.15")
@pytest.mark.parametrize(("die", "hits"), [(3, 1), (4, 0)])
def test_throwing_is_on_the_sling_line_with_1_to_the_roll(die: int, hits: int) -> None:
    r = laid([unit("HI1", IN)], [unit("MI9", OUT, "NE")], **camp())
    r.order(orders.Fire(unit="HI1", target="MI9"), dice=[die])
    assert [m.value for m in r.rolls[0].modifiers] == [1, -1] and r.unit("MI9").hits == hits


@pytest.mark.rule("simple-gboh 11.15")
def test_only_at_the_next_hex_and_over_the_ramparts() -> None:
    r = laid([unit("HI1", IN)], [unit("MI9", 1210, "W")], **camp())
    assert fire.targets(r.g, r.unit("HI1")) == []
    r = laid([unit("HI1", IN, "W")], [unit("MI9", 909, "E")], **camp())
    r.refuses("11.15", orders.Fire(unit="HI1", target="MI9"))
    r = laid([unit("HI1", 909)], [unit("MI9", 1009, "W")], **camp())
    assert not fortifications.throws(r.g, r.unit("HI1")), "in the middle of the camp"


@pytest.mark.rule("simple-gboh 11.15", "simple-gboh 7.22")
def test_who_mans_the_ramparts_fires_at_who_comes_up() -> None:
    r = laid([unit("LI1", 1210, "W")], [unit("HI9", IN, "E")], **camp())
    r.order(
        orders.Move(unit="LI1", path=(OUT,)), dice=[9], answers=["fire"], defaults=["reaction-facing", "lead-escape"]
    )
    assert r.fired() == [("HI9", "LI1", "entry")]


@pytest.mark.rule("simple-gboh 11.14", "simple-gboh T:fortification_effects")
@for_each(
    ("kind", "gate", "inside", "value"),
    [
        ("wall", None, False, -3),
        ("wall", None, True, -2),
        ("rampart", None, False, -3),
        ("rampart", None, True, -1),
        ("ditch", None, False, -2),
        ("ditch", None, True, -1),
        ("rampart", (IN, OUT), False, -1),
        ("rampart", (IN, OUT), True, 0),
    ],
)
def test_shock_across(kind: str, gate: Any, inside: bool, value: int) -> None:
    a, b = (IN, OUT) if inside else (OUT, IN)
    r = laid([unit("HI1", a, "E" if inside else "W")], [unit("HI9", b, "NE")], **camp(kind, gate))
    assert sum(m.value for m in modifiers.terrain(r.g, [r.unit("HI1")], [r.unit("HI9")])) == value


@pytest.mark.rule("simple-gboh T:fortification_effects")
def test_a_tower_adds_to_the_wall() -> None:
    r = laid([unit("HI1", OUT, "W")], [unit("HI9", IN, "E")], **camp("wall"), terrain={IN: "tower"})
    assert sum(m.value for m in modifiers.terrain(r.g, [r.unit("HI1")], [r.unit("HI9")])) == -4
    cost = r.g.charts.step_cost(r.g.map, r.unit("HI1"), OUT, IN)
    assert cost is not None and cost.mp == 1 + 3 + 1


@pytest.mark.rule("simple-gboh 11.11")
def test_works_that_close_no_ring_have_their_inside_towards_the_settlement() -> None:
    ditch = {"hexsides": [{"type": "ditch", "a": 1010, "b": 1110}], "terrain": {505: "camp"}}
    r = laid([unit("HI1", 2020)], [unit("HI9", 2120)], **ditch)
    found = works.of(r.g.map, {"ditch": "ditch"})
    assert found.inner == frozenset()
    assert (found.side(1010, 1110), found.side(1110, 1010)) == ("inside", "outside")


def test_facings_of_the_camp_are_as_these_tests_take_them() -> None:
    r = laid([unit("HI1", IN, "E")], [unit("HI9", OUT, "W")])
    assert OUT in r.g.front(r.unit("HI1")) and IN in r.g.front(r.unit("HI9")) and r.unit("HI1").facing == Facing.E


@pytest.mark.rule("simple-gboh 11.14", "simple-gboh 7.31")
@pytest.mark.parametrize(("values", "due"), [({}, True), (camp(), False)])
def test_nobody_must_attack_across(values: dict[str, Any], due: bool) -> None:
    r = laid([unit("HI1", OUT, "W")], [unit("HI9", IN, "E")], **values)
    assert [e.id for e in contact.open_to(r.g, r.unit("HI1"))] == ["HI9"], "it may"
    assert bool(contact.due(r.g, r.unit("HI1"))) is due


@pytest.mark.rule("simple-gboh 11.13", "simple-gboh 8.3")
def test_nobody_retreats_across() -> None:
    attacker = unit("HI1", 909, "E")
    r = laid([attacker], [unit("HI9", IN, "W")])
    assert any(OUT in footprint.hexes_of(m.to) for m in retreat.ways(r.g, r.unit("HI9"), [r.unit("HI1")]))
    r = laid([attacker], [unit("HI9", IN, "W")], **camp())
    found = retreat.ways(r.g, r.unit("HI9"), [r.unit("HI1")])
    assert all(h in CAMP for m in found for h in footprint.hexes_of(m.to))


@pytest.mark.rule("simple-gboh 11.13", "simple-gboh 7.42")
def test_nobody_retreats_before_shock_over_the_works() -> None:
    foot = unit("SK9", OUT, "E")
    open_field = kit.battle([unit("HI1", 1210, "W")], [foot]).shock_turn()
    before = before_ways.ways(open_field.g, open_field.unit("SK9"), [open_field.unit("HI1")])
    assert any(IN in w.path for w in before)
    r = kit.battle([unit("HI1", 1210, "W")], [foot], **camp("ditch")).shock_turn()
    assert not any(h in CAMP for w in before_ways.ways(r.g, r.unit("SK9"), [r.unit("HI1")]) for h in w.path)
