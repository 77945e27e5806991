"""The battles of Attila, Belisarius and Narses as data: published totals, set-up, command, maps, rules of their own."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

import scenarios
from engine.kernel.hexes import Facing, Hex, column, distance, row
from engine.systems import registry
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.scenario import CataphractScenario, LeaderSpec, SideSpec, UnitGroup
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.state import initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import special
from engine.systems.gboh.scenario import LineSpec
from renderer.graphics.curves import chains
from renderer.map.ground.types import UNKNOWN, kind_of, side_kind_of
from renderer.map.layout import side_between
from tests.each import for_each

BATTLES = ("utus", "catalaunian", "dara", "callinicum", "taginae", "casilinum")
WALL_ARCHERS = {1013: "LI7", 1016: "LI8"}


def load(name: str) -> CataphractScenario:
    return scenarios.load(f"cataphract/{name}")


@pytest.fixture(params=BATTLES)
def battle(request: pytest.FixtureRequest) -> CataphractScenario:
    return load(request.param)


def group(name: str, code: str, number: int) -> UnitGroup:
    return next(g for s in load(name).sides for g in s.units if g.code == code and number in g.numbers)


def leader(name: str, who: str) -> LeaderSpec:
    return next(x for s in load(name).sides for x in s.leaders if x.id == who)


def units(side: SideSpec) -> Iterator[tuple[str, UnitGroup, Hex]]:
    for g in side.units:
        for n, h in zip(g.numbers, g.hexes, strict=True):
            yield f"{g.code}{n}", g, h


def closed(scenario: CataphractScenario, h: Hex) -> bool:
    return STANDARD.is_prohibited(scenario.map.terrain_at(h))


def stretch(c: int, first: int, last: int) -> set[Hex]:
    return {c * 100 + r for r in range(first, last + 1)}


# -- armies --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 2.21", "cataphract 12.11")
@for_each(
    ("name", "side", "count", "size", "points", "tq", "level"),
    [
        ("utus", "east-roman", 50, 0, 285, 6.2, 100),
        ("utus", "hun", 49, 0, 292, 6.0, 120),
        # The table has 52 units and 6.1, which is 317 / 52; the set-up list has 53.
        ("catalaunian", "west-roman", 53, 0, 317, 5.98, 120),
        ("catalaunian", "hun", 51, 0, 287, 5.6, 100),
        ("dara", "byzantine", 42, 248, 251, 6.0, 100),
        ("dara", "persian", 52, 364, 273, 5.3, 110),
        # 152 / 25 is 6.08; the table has 6.0.
        ("callinicum", "byzantine", 25, 139, 152, 6.08, 60),
        ("callinicum", "persian", 32, 204, 183, 5.7, 75),
        ("taginae", "byzantine", 31, 172, 193, 6.2, 75),
        ("taginae", "goth", 32, 200, 152, 4.8, 45),
        ("casilinum", "byzantine", 29, 166, 177, 6.1, 70),
        ("casilinum", "frank", 21, 105, 108, 5.1, 45),
    ],
)
def test_published_totals(name: str, side: str, count: int, size: int, points: int, tq: float, level: int) -> None:
    army = load(name).side(side)
    # The cheiroballistrae of the Utus are not among the 50 units.
    there = [g for _, g, _ in units(army) if g.type != "CH"]
    assert (len(there), sum(g.size for g in there)) == (count, size)
    assert sum(g.tq if g.rp is None else g.rp for _, g, _ in units(army)) == points
    assert sum(g.tq for g in there) / len(there) == pytest.approx(tq, abs=0.05)
    assert army.withdrawal_level == level


@pytest.mark.rule("cataphract 12.11")
def test_light_losses_at_the_utus() -> None:
    romans = load("utus").side("east-roman")
    assert {g.type: g.rp for g in romans.units if g.rp is not None} == {"LI": 3, "CH": 0}


def test_like_troops_are_alike_in_every_battle() -> None:
    """Those of Justinian's time, whose counters serve in several battles."""
    seen: dict[tuple[str, str, int], tuple[object, ...]] = {}
    for name in ("tricameron", "dara", "callinicum", "taginae", "casilinum"):
        for side in load(name).sides:
            for g in side.units:
                for n in g.numbers:
                    values = (g.type, g.cls, g.size, g.tq, g.ma, g.missile, g.passes_lightly, g.name)
                    assert seen.setdefault((side.id, g.code, n), values) == values, (name, g.code, n)


def test_like_leaders_are_alike_in_every_battle() -> None:
    seen: dict[str, tuple[object, ...]] = {}
    for name in ("tricameron", "dara", "callinicum", "taginae", "casilinum"):
        for x in (x for s in load(name).sides for x in s.leaders):
            key = "Johannes" if x.name == "John, nephew of Vitalian" else x.id
            ratings = (x.role, x.initiative, x.command_range, x.strategy, x.charisma, x.personal_combat, x.elite)
            assert seen.setdefault(key, ratings) == ratings, (name, x.id)


@pytest.mark.rule("cataphract 6.65")
def test_who_passes_lightly(battle: CataphractScenario) -> None:
    light = {g.name for s in battle.sides for g in s.units if g.passes_lightly}
    expected = {
        g.name
        for s in battle.sides
        for g in s.units
        if (g.nationality == "Heruli" and g.type == "LN")
        or (g.nationality == "Hun" and g.type == "LC")
        or (g.nationality == "Visigoth" and g.type == "LC")
    }
    assert light == expected
    assert bool(light) == (battle.id != "callinicum")


@pytest.mark.rule("cataphract 6.71", "cataphract 6.74")
def test_feigned_retreat() -> None:
    def values(name: str) -> dict[str, int]:
        return {g.code: g.feint_reaction for s in load(name).sides for g in s.units if g.feint_reaction is not None}

    def feigns(name: str) -> set[str]:
        return {g.code for s in load(name).sides for g in s.units if g.feigns}

    assert values("utus") == {"THC": 2, "HLN": 2}
    assert values("catalaunian") == {"ALHC": 4, "VHC": 5, "VLC": 6, "HC": 8, "LC": 7, "OHC": 3}
    assert (feigns("utus"), feigns("catalaunian")) == ({"LC"}, {"LC", "VLC"})
    assert all(not values(n) and not feigns(n) for n in BATTLES[2:])


@pytest.mark.rule("cataphract 11.5", "cataphract 11.71")
def test_swords_and_shields() -> None:
    swords = {
        n: {f"{g.code}{i}" for s in load(n).sides for g in s.units if g.sword for i in g.numbers} for n in BATTLES
    }
    assert swords.pop("utus") == {f"MI{n}" for n in range(1, 7)}
    assert swords.pop("catalaunian") == (
        {f"MI{n}" for n in range(1, 7)} | {"SMI1", "SMI2", "SMI3", "BMI1", "BMI2", "ALMI1", "ALMI2", "HBMI1"}
    )
    assert not any(swords.values())
    riders = {"THC", "AHC", "BHC"}  # on foot: 11.1
    walls = {n: {g.code for s in load(n).sides for g in s.units if g.forms_shield_wall} for n in BATTLES}
    assert walls == {
        "utus": {"THI"},
        "catalaunian": {"RHI", "RMI"},
        "dara": {"MI"} | riders,
        "callinicum": {"IMI"} | riders,
        "taginae": {"NMI"},
        "casilinum": {"NMI"} | riders,
    }


@pytest.mark.rule("cataphract 11.1")
def test_cataphracts_dismount_where_the_rule_is_used(battle: CataphractScenario) -> None:
    cataphracts = [g for s in battle.sides for g in s.units if g.cls == "Cat"]
    used = "11.1" not in battle.rules_not_used
    assert all((g.dismounted is not None) == used for g in cataphracts)
    assert all(g.dismounted.size == g.size for g in cataphracts if g.dismounted)


# -- set-up --------------------------------------------------------------------------------------------------------


def test_set_up_hexes_can_be_stood_in(battle: CataphractScenario) -> None:
    for side in battle.sides:
        for name, g, h in units(side):
            assert not closed(battle, h) or WALL_ARCHERS.get(h) == name, name
            assert all(not closed(battle, a) for a in g.allowed), name
        for x in side.leaders:
            assert x.hex is None or not closed(battle, x.hex), x.id
            assert not any(closed(battle, a) for a in x.allowed), x.id


def test_areas_have_room_for_all_who_may_stand_there(battle: CataphractScenario) -> None:
    for side in battle.sides:
        areas = {g.allowed for g in side.units if g.allowed}
        for area in areas:
            inside = [n for n, g, _ in units(side) if g.type != "CH" and g.allowed and set(g.allowed) <= set(area)]
            assert len(inside) <= len(area)


@for_each(
    ("name", "code", "number", "area"),
    [
        ("utus", "THI", 13, stretch(19, 12, 33)),
        ("utus", "THC", 6, stretch(19, 34, 40)),
        ("utus", "THC", 7, set()),
        ("utus", "HMI", 1, stretch(16, 21, 24)),
        ("utus", "HLN", 1, stretch(16, 21, 24)),
        ("utus", "CH", 1, stretch(19, 12, 33) | stretch(16, 21, 24)),
        ("utus", "MI", 1, stretch(32, 12, 33)),
        ("catalaunian", "RHI", 1, stretch(21, 13, 22) | stretch(20, 14, 22)),
        ("catalaunian", "ARMI", 2, stretch(21, 13, 22) | stretch(20, 14, 22)),
        ("catalaunian", "ALHC", 4, stretch(22, 23, 27)),
        ("catalaunian", "ALMI", 1, set()),
        ("catalaunian", "VMI", 9, stretch(21, 27, 37) | stretch(20, 28, 38)),
        ("catalaunian", "LC", 1, stretch(33, 13, 34)),
        ("catalaunian", "MI", 1, stretch(32, 14, 35)),
        ("catalaunian", "HBMI", 1, stretch(34, 10, 12)),
        ("catalaunian", "HFMI", 1, set()),
        ("taginae", "GHC", 1, stretch(55, 11, 22) | {5412, 5413, 5415, 5416, 5418, 5419, 5421, 5422}),
        ("taginae", "GLI", 1, set()),
    ],
)
def test_who_may_stand_where(name: str, code: str, number: int, area: set[Hex]) -> None:
    assert set(group(name, code, number).allowed) == area


def test_facings() -> None:
    """In Attila's battles everybody chooses; elsewhere nobody does."""
    for name in BATTLES:
        free = {g.free_facing for s in load(name).sides for g in s.units if g.type != "CH"}
        assert free == {name in ("utus", "catalaunian")}
    facing = {u.id: u.facing for u in initial_state(load("taginae")).units.values()}
    assert [facing[u] for u in ("LI9", "LI15", "THC1", "NMI1", "GHC1")] == [
        *(Facing.SE, Facing.NE, Facing.E, Facing.SE, Facing.W),
    ]
    facing = {u.id: u.facing for u in initial_state(load("casilinum")).units.values()}
    assert [facing[u] for u in ("HLN1", "LI9", "BHC1", "THC1", "FMI1")] == [
        *(Facing.NW, Facing.SW, Facing.SW, Facing.W, Facing.E),
    ]


def test_set_up_order(battle: CataphractScenario) -> None:
    romans = {"east-roman", "west-roman", "byzantine"}
    assert battle.setup_order[0] in romans and battle.setup_order[1] not in romans


def test_heruli_may_hide_within_five_hexes_of_the_hill() -> None:
    area = group("dara", "HLN", 1).allowed
    near = {h for h in load("dara").map if distance(h, 1402) <= 5 and column(h) < 20}
    assert set(area) == {h for h in near if not closed(load("dara"), h)}
    assert leader("dara", "Pharas").set_up_with == "HLN1"
    assert leader("catalaunian", "Theodoric").set_up_with == "VHC1"


@for_each(
    ("name", "side", "edge", "facing"),
    [
        ("utus", "east-roman", 1, Facing.W),
        ("utus", "hun", 40, Facing.E),
        ("catalaunian", "west-roman", 1, Facing.W),
        ("catalaunian", "hun", 40, Facing.E),
        ("dara", "persian", 35, Facing.E),
        ("callinicum", "persian", 35, Facing.E),
        ("taginae", "byzantine", 36, Facing.W),
        ("taginae", "goth", 62, Facing.E),
        ("casilinum", "byzantine", 35, Facing.E),
        ("casilinum", "frank", 1, Facing.W),
    ],
)
def test_retreat_edges(name: str, side: str, edge: int, facing: Facing) -> None:
    scenario = load(name)
    spec = scenario.side(side)
    assert set(spec.retreat_edge) == {h for h in scenario.map if column(h) == edge and not closed(scenario, h)}
    assert spec.retreat_facing == facing


@pytest.mark.parametrize(("name", "hex_"), [("dara", 1019), ("callinicum", 1302)])
def test_retreat_hexes(name: str, hex_: Hex) -> None:
    spec = load(name).side("byzantine")
    assert (spec.retreat_edge, spec.retreat_facing) == ((hex_,), None)
    assert not closed(load(name), hex_)


# -- command -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.5")
@for_each(
    ("name", "who", "commands", "kinds"),
    [
        ("utus", "Attila", (), ()),
        ("utus", "Valerian", (), ("HI", "LI")),
        ("utus", "Artabates", (), ("HC/Cat",)),
        ("utus", "Zandalas", (), ("HC/Cat",)),
        ("utus", "Pharas", ("Heruli",), ()),
        ("catalaunian", "Aetius", ("Romans", "Saxons", "Burgundians", "Franks", "Armoricans"), ()),
        ("catalaunian", "Paullus", ("Romans", "Saxons", "Burgundians", "Franks", "Armoricans"), ()),
        ("catalaunian", "Sangiban", ("Alans",), ()),
        ("catalaunian", "Thorismund", ("Visigoths", "Visigoths on the ridge"), ()),
        ("catalaunian", "Attila", (), ()),
        ("catalaunian", "Ellac", ("Huns",), ()),
        ("catalaunian", "Valimir", ("Ostrogoths",), ()),
        ("catalaunian", "Ardaric", ("Gepids", "Burgundians", "Franks"), ()),
        ("dara", "Sunicas", ("Huns",), ()),
        ("dara", "Simmias", ("Huns",), ()),
        ("dara", "Pharas", ("Heruli",), ()),
        ("dara", "Bouzes", (), ()),
        ("callinicum", "Longinus", ("Isaurians",), ()),
        ("callinicum", "Arethas", ("Saracens",), ()),
        ("callinicum", "Cabades", ("Immortals", "Persians"), ()),
        ("callinicum", "Azarethes", ("Immortals", "Persians"), ()),
        ("callinicum", "Alamoundaras", (), ()),
        ("taginae", "Dagisthaeus", ("Armenian",), ()),
        ("taginae", "Pharas", ("Heruli",), ("LN",)),
        ("casilinum", "Pharas", ("Heruli",), ("LN",)),
        ("casilinum", "Sunicas", ("Huns",), ()),
    ],
)
def test_whom_leaders_may_command(name: str, who: str, commands: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    assert (leader(name, who).commands, leader(name, who).kinds) == (commands, kinds)


@pytest.mark.rule("cataphract 4.31", "cataphract 5.51")
def test_elite_leaders_and_line_commands(battle: CataphractScenario) -> None:
    leaders = [x for s in battle.sides for x in s.leaders]
    elite = {x.id for x in leaders if x.elite}
    assert (
        elite
        == {
            "utus": {"Attila"},
            "catalaunian": {"Attila", "Aetius"},
            "dara": {"Belisarius"},
            "callinicum": {"Belisarius"},
            "taginae": {"Narses"},
            "casilinum": {"Narses"},
        }[battle.id]
    )
    for x in leaders:
        assert x.line_commands == (0 if x.role == "CC" else 2 if x.id == "Belisarius" else 1), x.id


def test_two_kings_at_the_catalaunian_fields() -> None:
    romans = load("catalaunian").side("west-roman")
    assert {x.id: (x.role, x.superior) for x in romans.leaders} == {
        "Aetius": ("OC", None),
        "Paullus": ("OC", None),
        "Sangiban": ("SC", "Aetius"),
        "Thorismund": ("SC", "Theodoric"),
        "Theodoric": ("OC", None),
        "TheodoricII": ("SC", "Theodoric"),
    }
    paullus = leader("catalaunian", "Paullus")
    assert (paullus.succeeds, paullus.hex) == ("Aetius", None)


def test_one_arm_at_a_time_and_whom_the_federates_obey() -> None:
    assert {x.id for n in BATTLES for s in load(n).sides for x in s.leaders if x.one_kind} == {"Valerian"}
    assert set(group("dara", "HLN", 1).commanded_by) == {"Belisarius", "Pharas"}
    assert set(group("dara", "HLC", 2).commanded_by) == {"Belisarius", "Sunicas", "Simmias"}


@pytest.mark.rule("cataphract 4.32")
def test_lines() -> None:
    def rows(name: str, side: str) -> list[tuple[str, ...]]:
        return [x.types for x in load(name).side(side).lines]

    east, huns = load("utus").sides
    assert east.lines == (
        LineSpec(types=("HC/Cat",), cavalry_gap=0, cavalry_reach=1),
        LineSpec(types=("HI",)),
        LineSpec(types=("LI",), foot_gap=1),
    )
    assert huns.lines == (
        LineSpec(types=("HC",), cavalry_reach=1),
        LineSpec(types=("LC",), cavalry_reach=1),
        LineSpec(types=("MI",)),
    )
    west, allies = load("catalaunian").sides
    assert [(x.types, x.cavalry_gap, x.cavalry_reach) for x in west.lines] == [
        (("HI", "MI"), 1, 2),
        (("HC", "LC"), 0, 1),
        (("MI",), 1, 2),
        (("MI",), 1, 2),
        (("HC", "MI"), 0, 1),
    ]
    assert [x.contingents for x in allies.lines] == [
        ("Huns",),
        ("Ostrogoths",),
        ("Huns",),
        ("Gepids",),
        ("Franks",),
        ("Burgundians",),
    ]
    assert rows("dara", "byzantine") == [("HC/Cat",), ("MI", "LI")]
    assert rows("dara", "persian") == [("LC",), ("LN",), ("HC",), ("LI",), ("MI",)]
    assert rows("callinicum", "byzantine") == [("HC/Cat",), ("MI",)]
    assert rows("callinicum", "persian") == [("LC",), ("LC",), ("HC",)]
    assert rows("taginae", "byzantine") == [("HC/Cat",), ("LI",), ("HI",), ("MI",)]
    assert rows("taginae", "goth") == [("HC",), ("LI",)]
    assert rows("casilinum", "byzantine") == [("HC/Cat",), ("LI", "MI", "HI")]
    assert rows("casilinum", "frank") == [("MI",)]


def test_who_is_in_no_line() -> None:
    """The Heruli at the Utus, federate horse elsewhere."""
    alone: dict[str, set[str]] = {}
    for name in BATTLES:
        for side in load(name).sides:
            for g in side.units:
                kind = "HC/Cat" if g.cls == "Cat" else g.type
                if not any(x.admits(kind, g.contingent) for x in side.lines):
                    alone.setdefault(name, set()).add(g.code)
    assert alone == {
        "utus": {"HMI", "HLN", "CH"},
        "dara": {"HLC", "HLN"},
        "taginae": {"HLC", "HLN"},
        "casilinum": {"HLC", "HLN"},
    }


# -- rules ---------------------------------------------------------------------------------------------------------


def test_rules_not_used() -> None:
    attila = ("6.4", "11.1", "11.2", "11.3")
    assert {n: load(n).rules_not_used for n in BATTLES} == {
        "utus": attila,
        "catalaunian": attila,
        "dara": ("8.18",),
        "callinicum": (),
        "taginae": ("11.1",),
        "casilinum": (),
    }


@pytest.mark.rule("cataphract 11.2")
def test_discipline() -> None:
    wild = {(n, s.id) for n in BATTLES for s in load(n).sides if not s.disciplined}
    assert wild == {("taginae", "goth"), ("casilinum", "frank")}


def test_special_rules() -> None:
    attila = ["no-size", "sc-line-command", "cav-no-ow-vs-cav"]
    alans = ["alan-defection", "alan-activation", "alan-no-recovery"]
    dara = ["turn1-command", "wind", "arrow-supply", "foederati-command", "heruli-hidden", "trench", "dara-walls"]
    assert {n: [r.id for r in load(n).special_rules] for n in BATTLES} == {
        "utus": [*attila, "li-rp", "hun-mi-free-line"],
        "catalaunian": [*attila, "terrain-types", *alans, "ferocity", "aetius-death", "hun-mi-free-line"],
        "dara": dara,
        "callinicum": ["lent", "euphrates"],
        "taginae": ["turn1-command", "no-dismount", "goth-archers", "nearest-unit", "free-setup"],
        "casilinum": ["wedge", "wedge-shock", "turn1-command"],
    }


def test_every_special_rule_is_described_for_authors() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "scenario-format.md").read_text("utf-8")
    table = text.split("### `special_rules`")[1]
    assert [i for i in kinds.KINDS if f"`{i}`" not in table] == []


def test_parameters_name_what_exists(battle: CataphractScenario) -> None:
    leaders = {x.id for s in battle.sides for x in s.leaders}
    known = {
        "side": {s.id for s in battle.sides},
        "contingent": (contingents := {g.contingent for s in battle.sides for g in s.units}),
        "contingents": contingents,
        "leader": leaders,
        "leaders": leaders,
        "successor": leaders,
        "units": {n for s in battle.sides for n, _, _ in units(s)},
        "walls": battle.map.hexes,
        "gate": battle.map.hexes,
        "exit": battle.map.hexes,
    }
    for rule in battle.special_rules:
        assert rule.title and rule.text
        for name, value in rule.params.items():
            if name in known:
                assert set(value if isinstance(value, list) else [value]) <= known[name], (rule.id, name)


def test_tribes_with_ferocity_are_foot_on_both_sides() -> None:
    rule = load("catalaunian").special("ferocity")
    assert rule is not None
    tribes = rule.params["contingents"]
    assert isinstance(tribes, list)
    fierce = {(s.id, g.code) for s in load("catalaunian").sides for g in s.units if g.contingent in tribes}
    assert fierce == {
        *(("west-roman", c) for c in ("SMI", "BMI", "FMI", "ARMI")),
        *(("hun", c) for c in ("GMI", "HBMI", "HFMI")),
    }


@pytest.mark.rule("cataphract 11.81")
def test_champions() -> None:
    def told(name: str) -> list[tuple[object, ...]]:
        return [(c.side, c.name, c.combat, c.endurance, c.appeal) for c in load(name).champions]

    assert told("dara") == [("byzantine", "Andreas", 6, 6, None), ("persian", "the Persian Pair", 4, 6, None)]
    assert told("taginae") == [("byzantine", "Anzalas", 5, 6, None), ("goth", "Coccas", 3, 7, "Totila")]
    assert not any(told(n) for n in BATTLES if n not in ("dara", "taginae"))


@pytest.mark.rule("cataphract 8.18")
def test_bows_at_dara() -> None:
    assert load("dara").missile_overrides == {"B_infantry": {"1": 8, "2": 5, "3": 4, "4": 1, "5": 0}}
    assert not any(load(n).missile_overrides for n in BATTLES if n != "dara")


# -- variants ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "in_force"),
    [
        ({}, ["turn1-command", "no-dismount", "goth-archers", "nearest-unit"]),
        ({"free-setup": False}, ["turn1-command", "no-dismount", "goth-archers", "nearest-unit"]),
        ({"free-setup": True}, ["turn1-command", "no-dismount", "free-setup"]),
    ],
)
def test_free_set_up_at_taginae(options: dict[str, bool], in_force: list[str]) -> None:
    scenario = load("taginae")
    assert scenario.optional_rules == ("10.3", "free-setup")
    g = Cataphract(scenario).context(initial_state(scenario, options))
    assert [r.spec.id for r in special.rules(g)] == in_force


def test_every_battle_starts_with_every_option(battle: CataphractScenario) -> None:
    for on in (False, True):
        state = initial_state(battle, dict.fromkeys(battle.optional_rules, on))
        assert registry.system_for(battle).view(state, [s.id for s in battle.sides]).counters


def test_a_bid_is_a_variant_with_a_lower_level(battle: CataphractScenario) -> None:
    """Competitive play: the higher bidder lowers his own level; the file is changed like any other."""
    document = copy.deepcopy(scenarios.document(scenarios.find(battle.id)))
    document["id"] = f"{battle.id}-bid"
    document["sides"][0]["withdrawal_level"] -= 10
    variant = scenarios.read(document, "bid.json")
    assert variant.sides[0].withdrawal_level == battle.sides[0].withdrawal_level - 10
    assert variant.sides[1:] == battle.sides[1:]


# -- maps ----------------------------------------------------------------------------------------------------------


def test_slopes_go_one_level_at_a_time(battle: CataphractScenario) -> None:
    for h in battle.map:
        assert all(abs(battle.map.level_at(h) - battle.map.level_at(n)) <= 1 for n in battle.map.neighbours(h)), h


def test_everybody_can_march_to_his_edge(battle: CataphractScenario) -> None:
    """All ground that units are set up on hangs together, and each side's way out with it."""
    charts = STANDARD
    for side in battle.sides:
        seen = set(side.retreat_edge)
        todo = list(seen)
        while todo:
            h = todo.pop()
            for n in battle.map.neighbours(h):
                if n not in seen and not closed(battle, n) and charts.step_cost(battle.map, None, n, h) is not None:
                    seen.add(n)
                    todo.append(n)
        assert all(h in seen for name, _, h in units(side) if WALL_ARCHERS.get(h) != name)


def test_the_ridge_between_the_armies() -> None:
    m = load("catalaunian").map
    top = {h for h in m if m.level_at(h) == 3}
    assert len(top) >= 6
    assert set(leader("catalaunian", "Thorismund").allowed) == top
    assert all(set(group("catalaunian", "VMI", n).allowed) == top for n in range(1, 6))
    assert set(m.terrain.values()) == {"woods", "river", "camp"}
    assert not m.hexsides and not m.roads


def test_the_renderer_knows_all_ground(battle: CataphractScenario) -> None:
    assert UNKNOWN not in {kind_of(t) for t in battle.map.terrain.values()}
    assert UNKNOWN not in {side_kind_of(f.type) for f in battle.map.hexsides}


def test_camps_and_villages_cost_what_open_ground_costs() -> None:
    rows = STANDARD.document["charts"]["movement_costs"]["rows"]
    assert all(rows[n] == rows["open"] for n in ("camp", "village", "ford", "city_gate"))


def test_the_trench_and_the_walls_of_dara() -> None:
    m = load("dara").map
    assert {h for h in WALL_ARCHERS if m.terrain_at(h) == "city_wall"} == {1013, 1016}
    assert m.terrain_at(1019) == "city_gate"
    assert all(m.terrain_at(h) == "city_wall" for h in stretch(10, 9, 22) - {1019})
    front = [h for g in load("dara").side("byzantine").units for h in g.hexes if column(h) == 16]
    for h in front:
        east = [n for n in m.neighbours(h) if column(n) == 17]
        assert all("trench" in m.side(h, n) for n in east), h
    assert len(chains([side_between(f.a, f.b) for f in m.hexsides])) == 1, "one unbroken line"


def test_ground_the_rules_examples_cross() -> None:
    crossed = {
        "callinicum": (1503, 1805, 1905, 2006, 2105, 2206, 2305, 2405),
        "dara": (2103, 2104, 2105, 2106, 2107, 2204, 2205, 2206, 2303, 2305),
        "casilinum": (2204, 2208, 2304),
    }
    for name, hexes in crossed.items():
        m = load(name).map
        assert all((m.terrain_at(h), m.level_at(h)) == ("open", 0) for h in hexes), name


def test_the_river_at_callinicum() -> None:
    m = load("callinicum").map
    ways = [n for n in m.neighbours(1302) if not closed(load("callinicum"), n)]
    assert [(h, m.terrain_at(h)) for h in ways] == [(1303, "ford")]
    water = {h for h in m if m.terrain_at(h) == "river"}
    assert {column(h) for h in water} == set(range(1, 36)), "from edge to edge"


def test_the_hills_of_taginae() -> None:
    m = load("taginae").map
    assert (m.terrain_at(3823), m.level_at(3823)) == ("open", 0)
    assert (m.terrain_at(3923), m.level_at(3923)) == ("rough", 1)
    for code, _, h in units(load("taginae").side("byzantine")):
        ground = ("rough", 1) if code.startswith("LI") else ("open", 0)
        assert (m.terrain_at(h), m.level_at(h)) == ground, code
    assert m.compass == {"R": "south", "L": "north", "UP": "east", "DOWN": "west"}


def test_the_river_at_casilinum() -> None:
    scenario = load("casilinum")
    m = scenario.map
    assert set(m.side(814, 914)) == {"bridge", "river_volturno"}
    assert next(f for f in m.hexsides if f.type == "bridge").a == 814
    frank = {h for _, _, h in units(scenario.side("frank"))}
    assert frank == {2014, 1913, 1914, *stretch(18, 13, 15), *stretch(17, 12, 15), *stretch(16, 12, 16)} | stretch(
        15, 11, 16
    )
    assert all(m.terrain_at(h) == "open" for s in scenario.sides for _, _, h in units(s))
    assert {row(h) for h in m.roads[0].hexes} == {14}
