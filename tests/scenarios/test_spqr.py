"""SPQR's battles as data: totals, who stands where, the ground, command."""

from __future__ import annotations

import copy
import json
from collections import Counter

import pytest

import scenarios
from engine.kernel.hexes import show
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.elephants import compass
from renderer.map.ground.types import UNKNOWN, kind_of, side_kind_of
from tests.each import for_each
from tests.engine.spqr import kit

BATTLES = ("bagradas", "beneventum", "cannae", "zama", "cynoscephalae", "great-plains", "lautulae")
SET_UPS = (*BATTLES, "cynoscephalae-deep")
_CACHE: dict[str, kit.Rig] = {}


def laid(name: str) -> kit.Rig:
    """The battle as it is set up; tests here change nothing in it."""
    return _CACHE.setdefault(name, kit.the(name))


# -- armies ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 2.21", "spqr 11.2")
@for_each(
    ("name", "side", "units", "size", "points", "level"),
    [
        ("bagradas", "carthage", 47, 261, 263, 100),
        ("bagradas", "rome", 58, 170, 354, 140),
        ("beneventum", "epirus", 34, 173, 211, 75),
        ("beneventum", "rome", 64, 184, 382, 155),
        ("cannae", "carthage", 66, 318, 434, 150),
        ("cannae", "rome", 186, 546, 1014, 355),
        ("zama", "rome", 106, 336, 650, 245),
        ("zama", "carthage", 94, 423, 478, 155),
        ("cynoscephalae", "macedon", 32, 197, 253, 95),
        ("cynoscephalae", "rome", 76, 246, 438, 165),
        ("cynoscephalae-deep", "macedon", 32, 197, 253, 95),
        ("great-plains", "rome", 45, 136, 303, 120),
        ("great-plains", "carthage", 58, 254, 306, 100),
        ("lautulae", "rome", 31, 91, 189, 75),
        ("lautulae", "samnite", 18, 72, 108, 45),
    ],
)
def test_totals(name, side, units, size, points, level):
    r = laid(name)
    army = list(r.g.units(side))
    found = len(army), sum(u.size for u in army), sum(rout.points(u) for u in army)
    assert (*found, r.state.sides[side].withdrawal_level) == (units, size, points, level)


@pytest.mark.rule("spqr 2.23")
@pytest.mark.parametrize(
    ("name", "legion", "own", "allies"),
    [
        ("lautulae", "V", {"HA": 4, "PR": 4, "TR": 3, "VE": 3, "RC": 1}, {"CO": 9, "CE": 1, "TR": 2, "VE": 2, "RC": 2}),
        ("cannae", "XIX", {"HA": 4, "PR": 4, "TR": 3, "VE": 3, "RC": 1}, {"CO": 9, "CE": 1, "TR": 2, "VE": 2, "RC": 2}),
        ("zama", "VII", {}, {"CO": 8}),
    ],
)
def test_a_legion_and_its_ala(name, legion, own, allies):
    found = {ala: Counter(g.cls or g.type for g, _ in _of(name, legion, ala)) for ala in (False, True)}
    assert found == {False: own, True: allies}


def _of(name: str, legion: str, ala: bool):
    scenario = scenarios.load(f"spqr/{name}")
    return [(g, n) for s in scenario.sides for g in s.units for n in g.numbers if (g.legion, g.ala) == (legion, ala)]


@pytest.mark.rule("spqr 4.41", "spqr 4.46", "spqr 5.51")
def test_who_commands():
    def ranks(name, side):
        found = Counter(x.rank for x in laid(name).state.leaders.values() if x.side == side)
        return {k: n for k, n in found.items() if k != "replacement"}

    offices = {"tribune": 2, "prefect sociorum": 2, "prefect equitum": 2}
    assert ranks("bagradas", "rome") == {"oc": 1, **offices}
    assert ranks("cannae", "rome") == {
        "oc": 1,
        "subordinate": 1,
        "proconsul": 2,
        "tribune": 3,
        "prefect sociorum": 3,
        "prefect equitum": 2,
    }
    elite = {name: sorted(x.id for x in laid(name).state.leaders.values() if x.elite) for name in BATTLES}
    assert {k: v for k, v in elite.items() if v} == {
        "beneventum": ["Pyrrhus"],
        "cannae": ["Hannibal"],
        "zama": ["Hannibal", "Scipio"],
        "great-plains": ["Scipio"],
    }


@pytest.mark.rule("spqr 9.7", "spqr 4.5", "spqr 10.41")
def test_where_rules_of_one_time_or_commander_hold():
    def without(case):
        return {name for name in BATTLES if case in scenarios.load(f"spqr/{name}").rules_not_used}

    assert without("9.7") == {"zama", "cynoscephalae", "great-plains"}
    served = {name for name in BATTLES for x in laid(name).state.leaders.values() if x.carthaginian}
    assert served == {"cannae", "zama"}
    assert without("10.4") == {"beneventum"}


# -- where they stand --------------------------------------------------------------------------------------------------


@for_each("name", SET_UPS)
def test_nobody_begins_in_enemy_zoc_or_on_closed_ground_or_in_anothers_hex(name):
    r = laid(name)
    held: dict[int, list] = {}
    for u in r.g.units():
        assert not r.g.in_enemy_zoc(u), u.id
        for h in footprint.hexes_of(u):
            assert h in r.g.map and not r.g.charts.is_prohibited(r.g.map.terrain_at(h)), u.id
            held.setdefault(h, []).append(u)
    for h, here in held.items():
        top, *below = r.g.ranks(here[0])
        assert len(here) == 1 or here == [top, *below], show(h)
        assert len({(u.side, u.legion, u.facing) for u in here}) == 1, show(h)
    for x in r.state.leaders.values():
        assert x.hex is None or not r.g.charts.is_prohibited(r.g.map.terrain_at(x.hex)), x.id


@pytest.mark.rule("spqr 6.66")
@pytest.mark.parametrize(("name", "stacks"), [("cannae", 60), ("zama", 13), ("bagradas", 0)])
def test_stacks_at_set_up(name, stacks):
    r = laid(name)
    assert sum(r.g.stacked(u) for u in r.g.units()) == 2 * stacks
    if stacks:
        top, below = ("IIIHA1", "IIIHA2") if name == "cannae" else ("AITR1", "AITR2")
        assert [u.id for u in r.g.ranks(r.unit(below))] == [top, below]


@pytest.mark.parametrize(
    ("name", "unit", "hexes"),
    [("bagradas", "PH1", {1710, 1711}), ("zama", "PH1", {3605, 3606}), ("cannae", "PH8", {1837, 1838})],
)
def test_phalanxes_stand_in_both_their_hexes(name, unit, hexes):
    assert set(footprint.hexes_of(laid(name).unit(unit))) == hexes


@pytest.mark.rule("spqr 4.24")
@pytest.mark.parametrize(
    ("name", "leader", "one", "size"),
    [
        ("lautulae", "Fabius", "VHA1", 9),  # hastati and the cohorts beside them
        ("bagradas", "Xanthippus", "PH1", 8),
        ("zama", "Hanno", "CMI1", 28),  # the first line
        ("great-plains", "Masinissa", "MLC1", 6),
    ],
)
def test_lines_as_the_armies_stand(name, leader, one, size):
    r = kit.the(name)
    who = r.leader(leader)
    r.orders(who.side, leader)
    found = [len(x) for x in line_composition.lines(r.g, who) if one in {u.id for u in x}]
    assert max(found) == size


# -- the ground --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.21", "spqr 6.22")
def test_from_2322_to_2523_at_cynoscephalae():
    r = kit.the("cynoscephalae", {"MMI1": 2322, "AHI1": 2322}, alone=True)

    def way(code):
        steps = [r.g.charts.step_cost(r.g.map, r.unit(code), a, b) for a, b in ((2322, 2423), (2423, 2523))]
        return sum(s.mp for s in steps)

    assert [r.g.map.level_at(h) for h in (2322, 2423, 2523)] == [3, 4, 5]
    assert way("AHI1") == way("MMI1") == 4


@pytest.mark.rule("spqr 6.23", "spqr 6.24")
def test_the_aufidus_and_the_ruins_of_cannae_are_closed():
    ground, charts = laid("cannae").g.map, laid("cannae").g.charts
    assert all(charts.is_prohibited(ground.terrain_at(c * 100 + 1)) for c in range(1, 51))
    assert all(charts.is_prohibited(ground.terrain_at(h)) for h in (4441, 4442, 4541))
    assert ground.terrain_at(2800) == "open"


@pytest.mark.rule("spqr 6.24")
def test_the_road_at_zama_has_no_effect():
    r = laid("zama")
    unit = r.unit("IHA1")
    on, off = ((2122, 2222), (2124, 2224))
    assert r.g.charts.step_cost(r.g.map, unit, *on).mp == r.g.charts.step_cost(r.g.map, unit, *off).mp == 1


@pytest.mark.parametrize("name", BATTLES)
def test_the_map_is_drawn_and_nothing_on_it_is_unknown(name):
    ground = laid(name).g.map
    assert UNKNOWN not in {kind_of(t) for t in ground.terrain.values()}
    assert UNKNOWN not in {side_kind_of(f.type) for f in ground.hexsides}
    assert len(ground.places) >= 4
    standing = {h for u in laid(name).g.units() for h in footprint.hexes_of(u)}
    assert not [p.name for p in ground.places if p.hex in standing]


@pytest.mark.rule("spqr 9.14")
@pytest.mark.parametrize(("name", "north"), [("zama", "N"), ("cynoscephalae", "NW"), ("beneventum", "N")])
def test_the_compass_of_a_rampage(name, north):
    assert compass.way(laid(name).g.map, 1).name == north


@for_each("name", SET_UPS)
def test_sources_are_told(name):
    scenario = scenarios.load(f"spqr/{name}")
    assert "inferred" in scenario.provenance["Withdrawal Levels"]
    assert {g.values for s in scenario.sides for g in s.units} <= {"source", "external", "inferred"}


# -- what authors get wrong --------------------------------------------------------------------------------------------


@for_each(
    ("name", "rule", "params", "said"),
    [
        ("beneventum", "camp-chart", {"hexside": "wall"}, 'hexside: there is no hexside of type "wall"'),
        ("beneventum", "camp-chart", {"shift": 12}, "shift: must be at most 9, not 12"),
        ("beneventum", "guard", {"area": "the town"}, "area: the battle has no area 'the town'"),
        ("beneventum", "guard", {"contingents": ["Agema"]}, "contingents: Agema isn't of the side rome"),
        ("beneventum", "guard", {"contingents": []}, "contingents: must have at least 1 entry"),
        ("beneventum", "guard", {"share": 0}, "share: must be at least 1, not 0"),
        ("beneventum", "roman-road", {"road": "street"}, "road: the map has no road of type 'street'"),
        ("cannae", "drawn-forward", {"kinds": ["PH"]}, "kinds: rome has no PH"),
        ("cannae", "drawn-forward", {"towards": "SIDE_N"}, "towards: SIDE_N is a hexside; use one of E, "),
        ("cannae", "drawn-forward", {"area": "the plain"}, "area: the battle has no area 'the plain'"),
        ("cynoscephalae", "not-before", {"leaders": ["Nicator"]}, 'leaders: there is no leader "Nicator" in this'),
        ("cynoscephalae", "not-before", {"turn": 1}, "turn: must be at least 2, not 1"),
        ("cynoscephalae", "line-of-march", {"units": ["PH6"]}, "units: must have at least 2 entries"),
        ("cynoscephalae", "line-of-march", {"units": ["PH6", "EL1"]}, "units: EL1 isn't of the side macedon"),
    ],
)
def test_bad_parameters_are_refused_with_a_sentence(name, rule, params, said):
    document = copy.deepcopy(scenarios.document(scenarios.find(f"spqr/{name}")))
    own = next(r for r in document["special_rules"] if r["id"] == rule)
    own["params"] = {**own["params"], **params}
    with pytest.raises(scenarios.ScenarioError) as caught:
        scenarios.read(document, "mine.json")
    assert any(f"({rule}).params.{said}" in p for p in caught.value.problems), caught.value.problems


@pytest.mark.rule("spqr 10.31")
@pytest.mark.parametrize("chosen", [False, True])
def test_the_elephants_of_zama_begin_depleted_where_that_is_chosen(chosen: bool) -> None:
    state = kit.the("zama", options={"depleted-elephants": chosen, "leader-elephant": True}).state
    depleted = {u.id for u in state.units.values() if u.depleted}
    assert depleted == ({f"EL{n}" for n in range(1, 17)} if chosen else set())


def test_depleted_with_names_an_optional_rule_of_the_battle() -> None:
    document = json.loads((scenarios.PACKAGED / "spqr" / "zama.json").read_text("utf-8"))
    document["optional_rules"].remove("depleted-elephants")
    with pytest.raises(scenarios.ScenarioError) as caught:
        scenarios.checked(document, "mine.json")
    assert any("(EL).depleted_with: depleted-elephants is no optional rule" in x for x in caught.value.problems)
