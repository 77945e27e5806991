"""7.36, 7.5, 7.8 The modifiers of a Shock and the row its roll comes to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.simple_gboh.shock import modifiers, odds, tables
from tests.each import for_each
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

ROMAN = {"roman": True, "legion": "I", "cls": "PR"}


def duel(attacker: dict[str, Any], defender: dict[str, Any], **values: Any) -> Rig:
    """An attacker at 1010 that faces east, and a defender at 1110 that faces west, which hasn't moved."""
    ours = {"hex": 1010, "facing": "E", **attacker}
    theirs = {"hex": 1110, "facing": "W", **defender}
    return battle([ours], [theirs], **values).shock_turn()


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 7.82", "simple-gboh T:shock_drm")
def test_first_example_has_its_breakdown():
    """7.5, first example (E3a): weapons, movement and pila, TQ against Size come to +3."""
    r = battle(
        [unit("LG1", 1010, roman=True, tq=6, size=3), unit("LG2", 1012, roman=True, tq=6, size=3)],
        [unit("HI2", 1110, "W", tq=5, size=5), unit("HI3", 1112, "W", tq=5, size=5)],
    ).shock_turn(moved=["LG1", "LG2"])
    expected = {
        "LG against HI from the front": 1,
        "moved to attack": 1,
        "pila": 1,
        "TQ 6 to 5": 1,
        "Size 3 to 5": -1,
    }
    assert r.modifiers("LG1 x HI2") == r.modifiers("LG2 x HI3") == expected
    assert r.reckoned("LG1 x HI2").drm == 3


@pytest.mark.rule("simple-gboh 7.51", "simple-gboh 7.53", "simple-gboh 7.83", "simple-gboh T:shock_results")
def test_first_example_is_rolled_by_the_table():
    """E3a: a roll of 0 is a 3, 2 hits to 1; one of 6 a 9, the defender rolls for its rout."""
    r = battle(
        [unit("LG1", 1010, roman=True, tq=6, size=3), unit("LG2", 1012, roman=True, tq=6, size=3)],
        [unit("HI2", 1110, "W", tq=5, size=5), unit("HI3", 1112, "W", tq=5, size=5)],
    ).shock_turn(moved=["LG1", "LG2"])
    r.fights("LG1 x HI2", "LG2 x HI3", dice=[0, 6, 5])
    assert (r.unit("LG1").hits, r.unit("HI2").hits) == (2, 1)
    assert r.unit("HI2").hex == 1110
    assert (r.unit("LG2").hits, r.unit("HI3").hits) == (0, 2)
    assert r.unit("HI3").hex != 1112
    assert r.unit("LG2").hex == 1112
    assert [x.purpose for x in r.rolls] == ["shock", "shock", "rout-roll"]


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.3", "simple-gboh 8.4", "simple-gboh 7.73")
def test_first_example_as_printed_when_the_roll_comes_to_it():
    """E3b: modified 1 and a rout roll of 7 end the attacker, who has no Depleted side; nobody advances on him."""
    r = duel({"code": "LG1", "roman": True, "tq": 6}, {"code": "HI2", "tq": 5})
    total = r.reckoned("LG1 x HI2").drm
    r.fights("LG1 x HI2", dice=[1 - total, 7])
    assert r.unit("LG1").eliminated
    assert r.state.sides["a"].rout_points == 6
    assert (r.unit("HI2").hits, r.unit("HI2").hex) == (0, 1110)


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 7.71", "simple-gboh 7.72")
def test_first_example_retreats_where_it_may_and_is_followed():
    """E3b: modified 7. Not into a hex in Roman ZOC, nor next to who attacks; the attacker advances and may turn."""
    r = battle(
        [unit("LG1", 1010, roman=True, tq=6, size=3), unit("LG2", 1212, "W", roman=True, tq=6)],
        [unit("HI3", 1110, "W", tq=5, size=5)],
    ).shock_turn()
    total = r.reckoned("LG1 x HI3").drm
    offered: list[str] = []

    def where(d: Any) -> str:
        offered.extend(c.key for c in d.choices)
        return d.default_key

    r.fights("LG1 x HI3", dice=[7 - total], answers=[where, "left"], but=["retreat-hex", "advance-turn"])
    assert (r.unit("LG1").hits, r.unit("HI3").hits) == (1, 2)
    held = {str(h) for h in r.g.zoc(r.unit("LG2"))}
    assert "1111" in held, "the example wants a hex behind in enemy ZOC"
    assert offered
    assert not held & set(offered)
    assert "1109" not in offered
    assert r.unit("LG1").hex == 1110
    assert r.unit("LG1").facing.name == "NE"


@pytest.mark.rule("simple-gboh 5.35", "simple-gboh 7.52", "simple-gboh 7.53", "simple-gboh 8.22", "simple-gboh 8.3")
def test_second_example():
    """7.5, second example (E4): two stacks of principes against a phalanx, -1; one is Depleted, the other hit."""
    stacks = [
        unit(f"LG{n}", h, tq=5, size=3, depletable=True, **ROMAN) for n, h in enumerate((1010, 1010, 1011, 1011), 1)
    ]
    r = battle(stacks, [unit("PH9", 1110, "W", tq=7, size=10, depletable=True)]).shock_turn(
        moved=["LG1", "LG2", "LG3", "LG4"]
    )
    assert [u.id for u in r.g.ranks(r.unit("LG1"))] == ["LG1", "LG2"]
    assert r.modifiers("LG1+LG3 x PH9") == {
        "LG/PR against PH from the front": -1,
        "came up to a phalanx": -1,
        "pila": 1,
        "TQ 5 to 7": -2,
        "Size 12 to 10": 1,
        "moved to attack": 1,
    }
    r.fights("LG1+LG3 x PH9", dice=[1, 6, 3])
    assert (r.unit("LG1").depleted, r.unit("LG1").hits, r.unit("LG2").hits) == (True, 0, 0)
    assert not r.unit("LG2").depleted
    assert r.unit("LG1").hex == r.unit("LG2").hex != 1010
    assert (r.unit("LG3").hits, r.unit("LG4").hits) == (1, 1)
    assert r.unit("LG3").hex == r.unit("LG4").hex != 1011
    assert (r.unit("PH9").hits, r.unit("PH9").hex) == (0, 1110)


# -- 7.82 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "simple-gboh 7.82",
    "simple-gboh 2.22",
    "simple-gboh T:weapon_matrix_frontal",
    "simple-gboh T:weapon_matrix_flank_rear",
)
@for_each(
    ("attacker", "defender", "front", "behind"),
    [
        ("HI", "LI", 3, 3),
        ("LG", "PH", -1, 4),
        ("LC", "PH", -5, 2),
        ("GC", "PH", -5, 3),
        ("HC", "SK", 4, 4),
        ("SK*", "LI", -1, 0),
        ("EL", "HC", 4, 5),
        ("CH", "GC", 4, 4),
        ("RC", "LI", -1, 3),
        ("BI", "CO/CON", 0, 3),
        ("CO/VET", "HI", 1, 4),
        ("CO/REC", "SK*", 4, 4),
        ("CO/CON", "ART", 0, 3),
    ],
)
def test_weapon_matrices(attacker: str, defender: str, front: int, behind: int):
    a, d = (dict(zip(("type", "cls"), x.split("/"), strict=False)) for x in (attacker, defender))
    r = duel({"code": f"{a['type'].strip('*')}1", **a}, {"code": f"{d['type'].strip('*')}9", **d})
    ours, theirs = (next(r.g.units(side)) for side in ("a", "b"))
    found = [tables.weapons(r.g.charts, ours, theirs, x) for x in ("front", "behind")]
    assert [f[0] for f in found if f is not None] == [front, behind]


@pytest.mark.rule("simple-gboh 10.4", "simple-gboh 7.82")
def test_german_cavalry_attacks_in_the_better_of_two_columns():
    r = duel({"code": "GC1"}, {"code": "LP9"})
    assert tables.weapons(r.g.charts, r.unit("GC1"), r.unit("LP9"), "front") == (0, "LI")
    assert tables.weapons(r.g.charts, r.unit("LP9"), r.unit("GC1"), "front") == (-4, "LP")


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.82")
@pytest.mark.parametrize("kind", ["HC", "RC", "BC", "LN", "LC", "GC"])
def test_no_cavalry_has_a_modifier_against_elephants(kind: str):
    r = duel({"code": f"{kind}1"}, {"code": "EL9"})
    if kind != "GC":
        assert tables.weapons(r.g.charts, r.unit(f"{kind}1"), r.unit("EL9"), "front") is None
    assert not r.g.opponents(r.unit(f"{kind}1"))


@pytest.mark.rule("simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.82")
@for_each(
    ("attacker", "defender", "expected"),
    [
        ({"code": "MI1"}, {"code": "PH9"}, {"came up to a phalanx": -1}),
        ({"code": "HI1"}, {"code": "PH9"}, {}),
        ({"code": "HC1"}, {"code": "MI9", "missile": "J"}, {"rode up to javelins": -1}),
        ({"code": "HC1"}, {"code": "MI9", "missile": "A"}, {}),
        ({"code": "HC1"}, {"code": "LG9", "roman": True}, {"rode up to javelins": -1}),
        ({"code": "HC1", "cls": "CAT"}, {"code": "LG9", "roman": True}, {}),
        ({"code": "MI1", "missile": "J"}, {"code": "MI9", "missile": "J"}, {}),
        ({"code": "LG1", "roman": True}, {"code": "HI9"}, {"pila": 1}),
        ({"code": "LG1"}, {"code": "HI9"}, {}),
        ({"code": "LG1", "roman": True}, {"code": "CO9", "cls": "VET", "roman": True}, {}),
        ({"code": "LG1", "roman": True, "depletable": True, "depleted": True}, {"code": "HI9"}, {}),
        ({"code": "BI1", "letter": "F"}, {"code": "HI9"}, {"weapon F": 1}),
        ({"code": "BI1", "letter": "F"}, {"code": "BI9", "letter": "F"}, {}),
        ({"code": "BI1", "letter": "F"}, {"code": "BI9", "letter": "X"}, {"weapon F": 1}),
    ],
)
def test_special_modifiers_of_who_moved(attacker: dict[str, Any], defender: dict[str, Any], expected: dict[str, int]):
    r = duel(attacker, defender)
    ours, theirs = attacker["code"], defender["code"]
    still = r.modifiers(f"{ours} x {theirs}")
    r.g.orders.moved.append(ours)
    moved = r.modifiers(f"{ours} x {theirs}")
    assert {k: v for k, v in moved.items() if k not in still} == {**expected, "moved to attack": 1}


@pytest.mark.rule("simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.82")
def test_pila_tell_against_pila_from_behind():
    r = battle(
        [unit("LG1", 1210, "SW", roman=True)],
        [unit("LG9", 1110, "W", roman=True)],
    ).shock_turn(moved=["LG1"])
    assert r.modifiers("LG1 x LG9")["pila"] == 1


# -- 7.36 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.36")
def test_attacks_from_flank_and_rear_use_the_other_matrix():
    r = battle([unit("HI1", 1010)], [unit("LI9", 1110, "W")]).shock_turn()
    assert "HI against LI from the front" in r.modifiers("HI1 x LI9")
    for facing in ("NW", "SW", "E", "NE", "SE"):
        r.unit("LI9").facing = Facing[facing]
        front = 1010 in r.g.front(r.unit("LI9"))
        assert ("HI against LI from the front" in r.modifiers("HI1 x LI9")) == front


@pytest.mark.rule("simple-gboh 7.36")
def test_who_is_in_the_zoc_of_an_enemy_behind_him_attacks_as_from_the_front():
    """D22"""
    r = battle([unit("HI1", 1108, "SE")], [unit("PH9", 1110, "W")]).shock_turn()
    assert r.modifiers("HI1 x PH9")["HI against PH from flank or rear"] == 3
    r = battle([unit("HI1", 1108, "SE")], [unit("PH9", 1110, "W"), unit("HI8", 1107, "SW")]).shock_turn()
    assert 1108 in r.g.zoc(r.unit("HI8"))
    assert r.modifiers("HI1 x PH9")["HI against PH from the front"] == -1


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.35")
def test_of_attackers_from_two_sides_one_behind_leads():
    r = battle([unit("HI1", 1010), unit("LI2", 1109, "SE")], [unit("MI9", 1110, "W")]).shock_turn()
    found = r.reckoned("HI1+LI2 x MI9")
    assert (found.attacker.id, found.angle) == ("LI2", "behind")


@pytest.mark.rule("simple-gboh 7.36")
def test_a_pair_in_front_and_flank_attacks_as_from_the_front():
    """A phalanx across a Front and a Flank hex of one defender."""
    r = battle([unit("PH1", 1109, "SE")], [unit("MI9", 1110, "W")]).shock_turn()
    assert {r.g.arc(r.unit("MI9"), h) for h in (1010, 1109)} == {"front", "flank"}
    assert "PH against MI from the front" in r.modifiers("PH1 x MI9")


# -- 7.52 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.52")
@pytest.mark.parametrize(
    ("a", "d", "value"), [(2, 4, -2), (1, 2, 0), (5, 7, -1), (7, 5, 1), (4, 2, 2), (12, 10, 1), (3, 2, 0)]
)
def test_size(a: int, d: int, value: int):
    """D15"""
    r = duel({"code": "MI1", "size": a}, {"code": "MI9", "size": d})
    assert r.modifiers("MI1 x MI9").get(f"Size {a} to {d}", 0) == value


@pytest.mark.rule("simple-gboh 7.52")
@pytest.mark.parametrize(
    ("ours", "theirs", "sized"),
    [
        (["EL1"], ["MI9"], False),
        (["MI1"], ["EL9"], False),
        (["EL1"], ["CH9"], True),
        (["SK1"], ["MI9"], False),
        (["EL1", "MI2"], ["MI9"], True),
    ],
)
def test_sizes_of_elephants_chariots_and_skirmishers(ours: list[str], theirs: list[str], sized: bool):
    sizes = {"EL": 8, "CH": 3, "SK": 8, "MI": 3}
    a = [unit(c, h, size=sizes[c[:2]]) for c, h in zip(ours, (1010, 1011), strict=False)]
    if ours == ["SK1"]:
        a = [unit("SK1", 1010, type="SK*", size=8)]
    d = [unit(c, 1110, "W", size=sizes[c[:2]] + (4 if c == "MI9" and len(ours) > 1 else 0)) for c in theirs]
    r = battle(a, d).shock_turn()
    found = r.modifiers(f"{'+'.join(ours)} x {'+'.join(theirs)}")
    assert any(k.startswith("Size") for k in found) == sized
    if len(ours) > 1:
        assert "Size 3 to 7" in found, "the elephant's Size counts for nothing beside the infantry's"


@pytest.mark.rule("simple-gboh 7.52")
def test_hits_count_within_three():
    """D16"""
    r = battle(
        [unit("MI1", 1010, tq=6, hits=2), unit("MI2", 1011, tq=6, hits=2)], [unit("PH9", 1110, "W", tq=12, hits=9)]
    ).shock_turn()
    assert r.modifiers("MI1+MI2 x PH9")["hits 4 to 9"] == 3
    r.unit("PH9").hits = 5
    assert r.modifiers("MI1+MI2 x PH9")["hits 4 to 5"] == 1
    r.unit("PH9").hits = 0
    assert r.modifiers("MI1+MI2 x PH9")["hits 4 to 0"] == -3


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 2.23")
def test_tq_counts_within_three_and_as_it_is_in_force():
    r = duel({"code": "HI1", "tq": 9, "depletable": True}, {"code": "MI9", "tq": 4})
    assert r.modifiers("HI1 x MI9")["TQ 9 to 4"] == 3
    r.unit("HI1").depleted = True
    assert r.modifiers("HI1 x MI9")["TQ 7 to 4"] == 3
    r.unit("HI1").tq = 7
    assert r.modifiers("HI1 x MI9")["TQ 5 to 4"] == 1


@pytest.mark.rule("simple-gboh 7.52")
def test_moving_counts_for_who_came_into_contact():
    r = duel({"code": "MI1"}, {"code": "MI9"})
    assert "moved to attack" not in r.modifiers("MI1 x MI9")
    r.g.orders.moved.append("MI1")
    assert r.modifiers("MI1 x MI9")["moved to attack"] == 1
    r.g.orders.started_in_zoc.append("MI1")
    assert "moved to attack" not in r.modifiers("MI1 x MI9")


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 5.35")
def test_who_joins_a_stack_enters_no_vacant_hex():
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], [unit("MI9", 1110, "W")]).shock_turn(
        moved=["LG2"]
    )
    assert "moved to attack" not in r.modifiers("LG1 x MI9")
    r.g.orders.moved.append("LG1")
    assert "moved to attack" in r.modifiers("LG1 x MI9")


@pytest.mark.rule("simple-gboh 10.51", "simple-gboh 10.53", "simple-gboh 10.5")
def test_chariots_need_four_hexes_and_are_spent():
    """D17"""
    r = duel({"code": "CH1"}, {"code": "MI9", "tq": 6})
    r.g.orders.moved.append("CH1")
    r.g.orders.hexes_moved["CH1"] = 3
    found = r.modifiers("CH1 x MI9")
    assert found["CH against MI from the front"] == 1
    assert "moved to attack" not in found
    r.g.orders.hexes_moved["CH1"] = 4
    assert r.modifiers("CH1 x MI9")["moved to attack"] == 1
    drm = r.reckoned("CH1 x MI9").drm
    r.fights("CH1 x MI9", dice=[5 - drm])
    assert r.unit("CH1").eliminated
    assert not r.unit("MI9").eliminated


@pytest.mark.rule("simple-gboh 10.53")
def test_chariots_that_rout_everybody_go_on():
    r = duel({"code": "CH1"}, {"code": "MI9", "tq": 2})
    drm = r.reckoned("CH1 x MI9").drm
    r.fights("CH1 x MI9", dice=[max(0, 8 - drm), 9])
    assert r.unit("MI9").eliminated
    assert r.unit("CH1").hex == 1110
    r = duel({"code": "CH1"}, {"code": "SK9", "tq": 6})
    drm = r.reckoned("CH1 x SK9").drm
    r.fights("CH1 x SK9", dice=[max(0, 3 - drm)])
    assert r.unit("CH1").on_map, "chariots that attack skirmishers alone are not spent"


@pytest.mark.rule("simple-gboh 10.53", "simple-gboh 8.3")
def test_chariots_that_rout_who_has_no_way_to_retreat_go_on():
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = duel({"code": "CH1"}, {"code": "MI9", "tq": 4, "hits": 1}, terrain=shut)
    r.fights("CH1 x MI9", dice=[7 - r.reckoned("CH1 x MI9").drm])
    assert r.unit("MI9").eliminated, "2 hits, and 2 for want of a hex"
    assert r.unit("CH1").hex == 1110


# -- leaders, ground -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.38")
def test_a_leader_counts_once_on_either_side():
    r = battle(
        [unit("MI1", 1010), unit("MI2", 1011)],
        [unit("MI9", 1110, "W")],
        a_leaders=[leader("Ajax", 1010), leader("Nestor", 1011, "SC")],
        b_leaders=[leader("Hector", 1110)],
    ).shock_turn()
    found = r.modifiers("MI1+MI2 x MI9")
    assert [v for k, v in found.items() if k in ("Ajax", "Nestor", "Hector")] == [1, -1]
    r.leader("Hector").hex = 1210
    assert "Hector" not in r.modifiers("MI1+MI2 x MI9")


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.38")
def test_heroic_charisma_reaches_two_hexes_where_he_fights_himself():
    r = battle(
        [unit("MI1", 1010), unit("MI2", 1012)],
        [unit("MI9", 1110, "W"), unit("MI8", 1112, "W")],
        a_leaders=[leader("Alexander", 1012, elite=True)],
    ).shock_turn()
    assert "Alexander" not in r.modifiers("MI1 x MI9"), "his own unit doesn't fight"
    r.g.assailing = {"MI2"}
    assert r.modifiers("MI1 x MI9")["Alexander"] == 1
    r.unit("MI2").hex = r.leader("Alexander").hex = 1013
    assert "Alexander" not in r.modifiers("MI1 x MI9"), "three hexes are too far"
    r.unit("MI2").hex = r.leader("Alexander").hex = 1012
    r.leader("Alexander").elite = False
    assert "Alexander" not in r.modifiers("MI1 x MI9")


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh T:terrain_effects")
def test_the_ground_that_helps_the_defender_most_counts():
    r = battle(
        [unit("MI1", 1010), unit("MI2", 1011)],
        [unit("MI9", 1110, "W")],
        terrain={1110: "forest"},
        hexsides=[{"a": 1010, "b": 1110, "type": "river"}],
    ).shock_turn()
    assert [v for k, v in r.modifiers("MI1+MI2 x MI9").items() if k in ("forest", "across the river")] == [-1, -1]
    assert r.modifiers("MI1 x MI9")["across the river"] == -2, "all attack across it"
    assert "across the river" not in r.modifiers("MI2 x MI9")


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh T:terrain_effects", "simple-gboh 2.1")
def test_ground_counts_by_whatever_name_a_map_has_for_it():
    side = [{"a": 1010, "b": 1110, "type": "river_volturno"}]
    r = duel({"code": "MI1"}, {"code": "MI9"}, terrain={1110: "woods"}, hexsides=side)
    found = r.modifiers("MI1 x MI9")
    assert (found["woods"], found["across the river Volturno"]) == (-1, -2)
    r = duel({"code": "MI1"}, {"code": "MI9"}, terrain={1110: "rocky_riverbed"})
    assert r.modifiers("MI1 x MI9")["rocky riverbed"] == -1
    r = duel({"code": "MI1"}, {"code": "MI9"}, hexsides=[{"a": 1010, "b": 1110, "type": "rocky_riverbed"}])
    assert "across the rocky riverbed" not in r.modifiers("MI1 x MI9")


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh T:terrain_effects")
def test_uphill_and_downhill():
    up = duel({"code": "MI1"}, {"code": "MI9"}, levels={1110: 1})
    assert up.modifiers("MI1 x MI9")["uphill"] == -1
    down = duel({"code": "MI1"}, {"code": "MI9"}, levels={1010: 1})
    assert down.modifiers("MI1 x MI9")["downhill"] == 1


@pytest.mark.rule("simple-gboh 7.51", "simple-gboh 7.52")
def test_the_roll_is_told_with_every_modifier_and_its_row():
    r = duel({"code": "LG1", "roman": True}, {"code": "HI9", "tq": 5})
    r.g.orders.moved.append("LG1")
    r.fights("LG1 x HI9", dice=[3])
    told = next(str(e.text(r.state)) for e in r.events if e.type == "shock-fought")
    for m in r.reckoned("LG1 x HI9").modifiers[:2]:
        assert str(m.words) in told
    assert "die 3, total " in told
    assert "(row " in told


@pytest.mark.rule("simple-gboh 7.83", "simple-gboh T:shock_results")
def test_every_total_has_its_row_and_the_columns_mirror():
    charts = duel({"code": "MI1"}, {"code": "MI9"}).g.charts
    rows = [tables.row(charts, n) for n in range(-6, 16)]
    assert [x.printed[0] for x in rows] == [
        *["Auto Rout"] * 4,
        *["DR(+2) Rout or 3H & Retreat"] * 2,
        *["DR Rout or 2H & Retreat"] * 2,
        "2H & Retreat",
        *["2H"] * 2,
        *["1H"] * 3,
        *["None"] * 8,
    ]
    assert rows[7].printed == ("DR Rout or 2H & Retreat", "None")
    assert rows[14].printed == ("None", "DR Rout or 2H & Retreat")


@pytest.mark.rule("simple-gboh 7.53")
def test_the_odds_add_up_and_tell_who_may_break():
    r = duel({"code": "HI1"}, {"code": "MI9", "tq": 5, "hits": 3, "depletable": True})
    found = odds.of(r.g, r.reckoned("HI1 x MI9"))
    assert sum(p for _, p in found.results) == pytest.approx(1)
    assert any("MI9 is Depleted" in str(what) for what, _ in found.besides)
    total = 0.0
    for die in range(10):
        row = r.reckoned("HI1 x MI9").row(die + r.reckoned("HI1 x MI9").drm)
        out = row.defender
        rolls = sum(d + out.drm > 5 for d in range(10)) / 10
        total += {"none": float(out.hits >= 2), "roll": rolls + (1 - rolls) * (out.hits >= 2), "auto": 1.0}[
            out.rout
        ] / 10
    assert dict((str(w), p) for w, p in found.besides)["MI9 is Depleted"] == pytest.approx(total)


def test_size_values_are_symmetric():
    assert all(modifiers.size_value(a, d) == -modifiers.size_value(d, a) for a in range(1, 20) for d in range(1, 20))


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.82")
def test_double_depth_is_better_in_attack_and_from_the_front_in_defence():
    deep = {"may_double": True, "size": 10}
    r = battle(
        [unit("PH1", 1010, "E", **deep), unit("PH2", 1010, "E", below="PH1", **deep)],
        [unit("PH9", 1110, "W", **deep), unit("PH8", 1110, "W", below="PH9", **deep)],
    ).shock_turn()
    found = r.modifiers("PH1 x PH9")
    assert (found["attacks in double depth"], found["defends in double depth"]) == (1, -1)
    r.unit("PH8").hex = None
    assert r.modifiers("PH1 x PH9")["Size 20 to 10"] == 2
    r = battle(
        [unit("HI1", 1108, "SE")],
        [unit("PH9", 1110, "W", **deep), unit("PH8", 1110, "W", below="PH9", **deep)],
    ).shock_turn()
    assert "defends in double depth" not in r.modifiers("HI1 x PH9"), "from its flank it is no better"
