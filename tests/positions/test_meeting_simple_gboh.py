"""Simple GBoH: positions in which two or more rules meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.positions.kit import Ruling, rule, unit

Piece = dict[str, Any]


def chief(side: str, name: str, at: Any, **said: Any) -> Piece:
    return {"side": side, "id": name, "hex": at, **said}


def field(units: Sequence[Piece], leaders: Sequence[Piece] = (), **said: Any) -> Piece:
    """A Player Turn of side a, orders under way unless ``said`` differs; ``ground`` is what else the field says."""
    ground = said.pop("ground", {})
    said.setdefault("orders", {"side": "a"})
    if said["orders"] is None:
        del said["orders"]
    return {"system": "simple-gboh", "field": {"units": list(units), "leaders": list(leaders), **ground}, **said}


def where(ruled: Ruling, *pieces: str) -> list[Any]:
    return [ruled.of(p)["hex"] for p in pieces]


def hits(ruled: Ruling, *pieces: str) -> list[int]:
    return [ruled.of(p)["hits"] for p in pieces]


def dice_left(ruled: Ruling) -> list[int]:
    return [d for t in ruled.told if t["type"] == "dice-left" for d in t["dice"]]


LEGION: Mapping[str, Any] = {"roman": True, "legion": "V", "cls": "HA"}
FAR_A = unit("a", "MI20", "0202")
FAR = unit("b", "MI21", 2819, "W")


@pytest.mark.rule("simple-gboh 5.17", "simple-gboh 5.35", "simple-gboh 5.16")
@pytest.mark.parametrize(
    ("ma", "way", "suffered", "left"), [(4, "", [0, 0], 1), (4, "1210 1309", [1, 1], 0), (2, "", [1, 1], 0)]
)
def test_a_stack_in_a_wood_pays_or_takes_the_hit_twice(ma: int, way: str, suffered: list[int], left: int) -> None:
    """A stack goes by the slower unit, and each of the two takes the Hit of the ground."""
    units = [unit("a", "LG1", 1010, **LEGION, ma=5), unit("a", "LG2", 1010, **LEGION, ma=ma, below="LG1"), FAR]
    ruled = rule(field(units, ground={"terrain": {"1110": "forest"}}), f"LG1+LG2 > 1110 {way}")
    assert ruled.refused == []
    assert (hits(ruled, "LG1", "LG2"), ruled.left("LG1")) == (suffered, left)


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh 5.17", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(
    ("code", "way", "suffered", "left"),
    [("BI1", "", 0, 1), ("BI1", "1210", 0, 0), ("MI1", "", 1, 0), ("MI1", "1210", 2, 0)],
)
def test_barbarians_climb_a_wooded_height_unharmed(code: str, way: str, suffered: int, left: int) -> None:
    ground = {"terrain": {"1110": "forest"}, "levels": {"1110": 2, "1210": 2}}
    ruled = rule(field([unit("a", code, 1010, ma=5), FAR], ground=ground), f"{code} > 1110 {way}")
    assert ruled.refused == [] and ruled.of(code)["hex"] == int(way or "1110")
    assert (hits(ruled, code), ruled.left(code)) == ([suffered], left)


@pytest.mark.rule("simple-gboh 5.22", "simple-gboh 5.23", "simple-gboh 5.17")
@pytest.mark.parametrize(
    ("orders", "suffered", "left", "at"),
    [("fl", 0, 2, (1109, "E")), ("fl fl fl fl", 1, 0, (1408, "E")), ("wheel right", 0, 3, (1110, "SE"))],
)
def test_a_phalanx_with_one_half_in_the_rough(orders: str, suffered: int, left: int, at: Any) -> None:
    """Forward it pays for its worse half; a wheel costs only the hex the moving half comes into."""
    ruled = rule(field([unit("a", "PH1", 1010), FAR], ground={"terrain": {"1109": "rough"}}), f"PH1 {orders}")
    assert ruled.refused == []
    phalanx = ruled.of("PH1")
    assert (phalanx["hits"], ruled.left("PH1"), (phalanx["hex"], phalanx["facing"])) == (suffered, left, at)


@pytest.mark.rule("simple-gboh 5.24", "simple-gboh 5.21", "simple-gboh 6.22")
@pytest.mark.parametrize(
    ("orders", "rough", "refused"),
    [("fl wheel left", False, []), ("fl wheel left", True, ["5.24"]), ("fl forward", False, ["6.22"])],
)
def test_the_other_half_of_a_phalanx_comes_up_in_enemy_zoc(orders: str, rough: bool, refused: list[str]) -> None:
    ground = {"terrain": {"1210": "rough"}} if rough else {}
    units = [unit("a", "PH1", 1010), unit("b", "HI9", 1209, "W"), FAR_A]
    ruled = rule(field(units, ground=ground), f"PH1 {orders}\nnone")
    assert ruled.refused[: len(refused) or 1] == refused
    if not refused:
        assert (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"], ruled.left("PH1")) == (1109, "NE", 1)


@pytest.mark.rule("simple-gboh 11.22", "simple-gboh 5.14", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("weapon", "left"), [("A", 3), ("S", 4)])
def test_a_column_on_a_roman_road_comes_into_the_range_of_bows(weapon: str, left: int) -> None:
    """Half a point a hex beyond an enemy's range, and the price of open ground in it."""
    road = [{"type": "roman_road", "hexes": [1010, 1110, 1211, 1311, 1412]}]
    units = [unit("a", "HI1", 1010, "SIDE_SE", column=True, ma=5), unit("b", "SK9", 1711, "W", missile=weapon), FAR_A]
    ruled = rule(field(units, ground={"columns": True, "roads": road}), "HI1 > 1110 1211 1311 1412")
    assert ruled.refused == [] and ruled.of("HI1")["hex"] == 1412
    assert ruled.left("HI1") == left


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 7.22", "simple-gboh 6.15", "simple-gboh 6.22")
@pytest.mark.parametrize(("exit_die", "entry_die", "suffered"), [(3, 6, 2), (4, 6, 1), (3, 7, 1)])
def test_out_of_an_archers_zoc_into_a_javelineers(exit_die: int, entry_die: int, suffered: int) -> None:
    """Fire as it goes, the chance to turn before it comes, fire as it has come; then it stands."""
    units = [
        unit("a", "LC1", 1010, "W", tq=6, ma=8),
        FAR_A,
        unit("b", "SK9", 1110, "W", missile="B"),
        unit("b", "LI8", "0809", "E", missile="J"),
    ]
    orders = "LC1 > 0909\nSK9 fire\nLI8 no\nLI8 fire\nLC1 > 0810"
    ruled = rule(field(units), orders, exit_die, entry_die)
    assert hits(ruled, "LC1") == [suffered] and where(ruled, "LC1") == [909]
    assert len(ruled.refused) == 1
    assert rule(field(units), "LC1 > 0909 0910").refused == ["6.22"]


OUT_OF_COMMAND = {"sides": {"a": {"formations": [{"id": "f", "name": "F", "commanders": ["Cato"]}]}, "b": {}}}
CATO = chief("a", "Cato", "0118", command_range=2)


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 7.1", "simple-gboh 7.14", "simple-gboh 6.23")
@pytest.mark.parametrize(("die", "suffered"), [(2, 1), (3, 0)])
def test_skirmishers_out_of_command_and_in_contact(die: int, suffered: int) -> None:
    """The bow fires, the javelins in enemy ZOC don't, and neither spends a point."""
    units = [
        unit("a", "SK1", 1010, missile="A", formation="f"),
        unit("a", "SK2", 1011, missile="J", formation="f"),
        unit("b", "HI9", 1110, "W"),
    ]
    given = field(units, [CATO], ground=OUT_OF_COMMAND, orders={"side": "a", "formations": ["f"]})
    ruled = rule(given, "SK2 x HI9\nSK1 > @NW 0909\nSK1 x HI9", die)
    assert ruled.refused[0] == "7.1" and ruled.refused[1] in ("4.12", "6.23") and len(ruled.refused) == 2
    assert hits(ruled, "HI9") == [suffered]
    assert where(ruled, "SK1", "SK2") == [1010, 1011]


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 6.14")
@pytest.mark.parametrize("way", ["LI1 > 1109", "LI1 > 1009 @E 1109", "LI1 > 1009 @E 1108 @SE 1109"])
def test_who_has_left_a_zoc_comes_not_back_to_the_same_enemy(way: str) -> None:
    units = [unit("a", "LI1", 1010, "NE", ma=7), unit("a", "MI2", 1009, "NE"), unit("b", "HI9", 1110, "W")]
    units[1]["hex"] = "1008"
    ruled = rule(field(units), f"{way}\nMI2 > @SE 1108 1109\nnone")
    assert ruled.refused == ["6.22"]
    assert where(ruled, "LI1", "MI2") == [1010, 1109]


@pytest.mark.rule("simple-gboh 7.17", "simple-gboh 4.12", "simple-gboh 7.14")
@pytest.mark.parametrize(
    ("commander", "screen", "die", "suffered", "refused"),
    [
        ("0910", False, 2, 1, []),
        ("0910", False, 3, 0, []),
        ("0118", False, 0, 0, ["4.12"]),
        ("0910", True, 0, 0, ["7.17"]),
    ],
)
def test_hit_and_run_against_hoplites(
    commander: str, screen: bool, die: int, suffered: int, refused: list[str]
) -> None:
    """Javelins from the saddle at heavy foot: +1 moved, +2 mounted, +1 at HI; not out of command, not through a ZOC."""
    units = [
        unit("a", "LC1", 1010, missile="J", formation="f"),
        FAR_A | {"formation": "f"},
        unit("b", "HI9", 1309, "W"),
    ]
    if screen:
        units.append(unit("b", "HI8", 1111, "NW"))
    given = field(units, [CATO | {"hex": commander}], ground=OUT_OF_COMMAND, orders={"side": "a", "formations": ["f"]})
    ruled = rule(given, "LC1 harass HI9 1110 1210", die)
    assert (ruled.refused, hits(ruled, "HI9"), where(ruled, "LC1")) == (refused, [suffered], [1010])
    if not refused:
        assert len(rule(given, "LC1 harass HI9 1110 1210\nLC1 > 1110", die).refused) == 1


@pytest.mark.rule("simple-gboh 5.36", "simple-gboh 6.22")
@pytest.mark.parametrize(("answer", "stops"), [("LG9 1211", 1111), ("no", 1212)])
def test_a_stack_at_intervals_slides_into_the_way(answer: str, stops: int) -> None:
    """The unit that has slid out holds up whoever was about to pass by."""
    legion = {**LEGION, "facing": "W"}
    units = [unit("a", "HI1", "0910"), FAR_A, unit("b", "LG8", 1210, **legion)]
    units.append(unit("b", "LG9", 1210, **legion, below="LG8"))
    ruled = rule(field(units, ground={"intervals": True}), f"HI1 > 1011 1111 1212\n{answer}\nnone")
    assert where(ruled, "HI1", "LG8") == [stops, 1210]
    assert ruled.of("LG9")["hex"] == (1211 if stops == 1111 else 1210)
    assert ruled.of("LG9")["facing"] == "W"


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 4.34", "simple-gboh 4.38", "simple-gboh 7.46")
def test_a_lone_leader_takes_refuge_with_a_friend_who_is_in_contact() -> None:
    units = [unit("a", "MI1", 1009), FAR_A, unit("b", "HI9", 1209, "W"), FAR]
    ruled = rule(field(units, [chief("b", "Pyr", 1210)]), "MI1 > 1109\nHI9 no\nPyr 1110\nPyr 1209")
    assert ruled.refused == ["4.35"]
    assert where(ruled, "MI1", "Pyr") == [1109, 1209]
    fought = rule(field(units, [chief("b", "Pyr", 1210)]), "MI1 > 1109\nHI9 no\nPyr 1209\ndone\nshock all", 0, 1, 9)
    assert fought.of("Pyr")["eliminated"] is True


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 7.22", "simple-gboh 7.41")
@pytest.mark.parametrize(("answer", "dice", "suffered"), [("fire", [4], 1), ("fire", [5], 0), ("hold", [], 0)])
def test_cavalry_turns_to_the_foot_fires_and_gives_up_its_retreat(answer: str, dice: list[int], suffered: int) -> None:
    units = [unit("a", "MI1", "0910", ma=5), FAR_A, unit("b", "LC9", 1110, "NE", missile="J", ma=8), FAR]
    ruled = rule(field(units), f"MI1 > 1010\nLC9 left\nLC9 {answer}\ndone\nshock all", *dice)
    assert ruled.refused == []
    assert (ruled.of("LC9")["facing"], hits(ruled, "MI1", "LC9")) == ("NW", [suffered, 0])
    due = [t["type"] for t in ruled.told if t["type"] in ("stopped", "dice-due", "decision")]
    if answer == "hold":
        assert ruled.asked == ["retreat-before-shock"]
    else:
        assert ruled.asked == [] and due


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 8.1", "simple-gboh 8.22", "simple-gboh 4.36", "simple-gboh 5.11")
@pytest.mark.parametrize("depletable", [False, True])
def test_a_failed_turn_is_the_last_hit(depletable: bool) -> None:
    """The unit is gone before the enemy arrives, and its leader is engaged elsewhere; others may go where it stood."""
    units = [
        unit("a", "LN1", "0910", ma=7),
        FAR_A,
        unit("b", "HI9", 1110, "NE", tq=5, hits=4, depletable=depletable),
        FAR,
    ]
    on = "" if depletable else "\nLN1 > 1110"
    ruled = rule(field(units, [chief("b", "Pyr", 1110)]), f"LN1 > 1010\nHI9 left{on}", 6)
    assert ruled.refused == ([] if depletable else ["5.12"])
    hoplite, leader = ruled.of("HI9"), ruled.of("Pyr")
    assert leader["eliminated"] is False
    if depletable:
        assert (hoplite["depleted"], hoplite["hits"], hoplite["facing"]) == (True, 1, "NE")
        assert (leader["elsewhere"], leader["hex"]) == (False, 1110)
    else:
        assert hoplite["eliminated"] and leader["elsewhere"] and leader["hex"] is None
        assert where(ruled, "LN1") == [1010]


@pytest.mark.rule("simple-gboh 11.27", "simple-gboh 11.25", "simple-gboh 7.41", "simple-gboh 6.15")
@pytest.mark.parametrize(("die", "column"), [(4, False), (5, True)])
def test_a_column_of_light_foot_tries_to_form_and_may_not_retreat(die: int, column: bool) -> None:
    """At TQ 6 less 2; neither formed just now nor in Column does it retreat before the Shock; then it is formed."""
    units = [
        unit("a", "MI1", 1010, ma=5, size=4),
        FAR_A,
        unit("b", "LI9", 1210, "SIDE_SW", column=True, tq=6, ma=7, size=4),
        FAR,
    ]
    given = field(units, ground={"columns": True})
    turned = rule(given, "MI1 > 1110\nLI9 right", die)
    assert (turned.of("LI9")["column"], hits(turned, "LI9")) == (column, [int(column)])
    assert turned.of("LI9")["facing"] == ("SIDE_SW" if column else "W")
    fought = rule(given, "MI1 > 1110\nLI9 right\ndone\nshock all", die)
    assert "retreat-before-shock" not in fought.asked
    # MI against LI 0, moved +1; in Column TQ 5 to 4 +1 and its Hit +1: 5, where formed it would be 2
    after = rule(given, "MI1 > 1110\nLI9 right\ndone\nshock all\nW", die, 2)
    assert after.of("LI9")["column"] is False and after.of("LI9")["facing"] in ("W", "SW")


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 6.13", "simple-gboh 5.34")
@pytest.mark.parametrize("then", ["PH1 fl", "PH1 about", "HI3 > 1110 1210 @E"])
def test_a_phalanx_in_double_depth_is_one_unit_and_nobody_passes(then: str) -> None:
    units = [
        unit("a", "PH1", 1110, hits=1, may_double=True),
        unit("a", "PH2", 1010, hits=3, may_double=True),
        unit("a", "HI3", 1009, ma=9),
        FAR,
    ]
    ruled = rule(field(units), f"double PH2 PH1\nHI3 > @SE\n{then}")
    assert len(ruled.refused) == 1
    assert (ruled.of("PH2")["below"], hits(ruled, "PH1"), where(ruled, "PH1", "HI3")) == ("PH1", [3], [1110, 1009])


@pytest.mark.rule("simple-gboh 5.33", "simple-gboh 5.11", "simple-gboh 5.12")
def test_the_lower_unit_comes_to_the_top_and_marches_off() -> None:
    units = [unit("a", "LG1", 1010, **LEGION, ma=5), unit("a", "LG2", 1010, **LEGION, ma=5, below="LG1"), FAR]
    assert rule(field(units), "LG2 > 1110").refused == ["5.33"]
    ruled = rule(field(units), "top LG2\nLG2 > 1110 1210 1309 1409\nLG2 > 1110 1210 1309")
    assert len(ruled.refused) == 1
    assert where(ruled, "LG1", "LG2") == [1010, 1309] and ruled.left("LG2") == 0
    other = rule(field(units), "top LG2\nLG2 > 1110 1210 1309\nLG1 > 1110 1210 1309 1409\nLG1 > 1109 1209 1308")
    assert len(other.refused) == 1 and where(other, "LG1", "LG2") == [1308, 1309]


@pytest.mark.rule("simple-gboh 5.34", "simple-gboh 5.14", "simple-gboh 5.31", "simple-gboh 11.26")
@pytest.mark.parametrize(
    ("column", "way", "cases", "left"),
    [
        (False, "1110 1210", (), 1),
        (False, "1110", ("5.31", "5.32"), None),
        (True, "1110 1211", ("5.16", "11.26"), None),
    ],
)
def test_heavy_foot_goes_through_friends(column: bool, way: str, cases: tuple[str, ...], left: int | None) -> None:
    """2 MP more for the friend, whose facing it needn't take; it may not stay there, and a Column may not go in."""
    facing = "SIDE_SE" if column else "E"
    units = [unit("a", "HI1", 1010, facing, ma=5, column=column), unit("a", "MI2", 1110, "NE"), FAR]
    ruled = rule(field(units, ground={"columns": True}), f"HI1 > {way}")
    if cases:
        assert len(ruled.refused) == 1 and ruled.refused[0] in cases
    else:
        assert ruled.refused == [] and (ruled.left("HI1"), ruled.of("HI1")["facing"]) == (left, "E")


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.17", "simple-gboh 7.14", "simple-gboh 8.5")
@pytest.mark.parametrize(
    ("before", "dice", "rider", "elephant"),
    [(0, [3], 1, 0), (0, [2, 5], 1, 1), (0, [2, 6, 0], 1, None), (4, [], None, 0)],
)
def test_hit_and_run_at_an_elephant_from_behind(before: int, dice: list[int], rider: int | None, elephant: Any) -> None:
    """The rider takes his Hit first, which spoils his aim; who has no Hit left to take routs before he throws."""
    units = [unit("a", "LC1", 1010, missile="J", tq=5, hits=before), FAR_A, unit("b", "EL9", 1210, "E", tq=6), FAR]
    ruled = rule(field(units), "LC1 harass EL9 1110", *dice)
    assert ruled.refused == []
    for code, expected in (("LC1", rider), ("EL9", elephant)):
        state = ruled.of(code)
        assert (None if state["eliminated"] else state["hits"]) == expected, code


def ended(ruled: Ruling) -> list[Any]:
    """Who has won, if the battle is over."""
    return [t["winner"] for t in ruled.told if t["type"] == "outcome"]


@pytest.mark.rule("simple-gboh 7.15", "simple-gboh 7.14", "simple-gboh 5.35", "simple-gboh 9.0")
@pytest.mark.parametrize(("second", "winner"), [(0, ["a"]), (1, [])])
def test_the_arrow_that_kills_the_general_ends_the_battle(second: int, winner: list[str]) -> None:
    stack = [unit("b", "LG8", 1310, "W", **LEGION), unit("b", "LG9", 1310, "W", **LEGION, below="LG8")]
    units = [unit("a", "SK1", 1010, missile="A"), *stack, FAR]
    given = field(
        units,
        [chief("b", "Pyr", 1310, initiative=5), chief("a", "Alex", "0110")],
        ground={"sides": {"a": {}, "b": {"withdrawal_level": 25}}},
    )
    ruled = rule(given, "SK1 x LG8", 0, second)
    assert ruled.refused == [] and hits(ruled, "LG8", "LG9") == [1, 0]
    assert (ruled.of("Pyr")["eliminated"], ended(ruled)) == (bool(winner), winner)


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.23", "simple-gboh 7.2", "simple-gboh 8.1")
@pytest.mark.parametrize(("mine", "his"), [(0, 2), (0, 3), (1, 2)])
def test_two_javelineers_at_their_last_hit_kill_each_other(mine: int, his: int) -> None:
    """Fire and return fire count at once: neither suffers from what the other has just done."""
    units = [unit("a", "LI1", 1010, missile="J", tq=5, hits=4), FAR_A]
    units += [unit("b", "LI9", 1210, "W", missile="J", tq=5, hits=4), FAR]
    ruled = rule(field(units), "LI1 harass LI9 1110\nLI9 fire", mine, his)
    assert ruled.refused == [] and dice_left(ruled) == []
    assert ruled.of("LI1")["eliminated"] is (his == 2)
    assert ruled.of("LI9")["eliminated"] is (mine == 0)


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 8.5", "simple-gboh 10.22")
def test_an_elephant_runs_amok_and_another_just_falls() -> None:
    units = [unit("a", "SK1", 1010, missile="A", tq=5), FAR_A, FAR]
    units += [unit("b", "EL9", 1110, "W", tq=6, hits=4), unit("b", "EL8", 1109, "W", tq=6, hits=5)]
    ruled = rule(field(units), "SK1 x EL9", 2, 2, 5, 7)
    assert ruled.refused == [] and dice_left(ruled) == []
    assert "dice-due" not in ruled.kinds and "stopped" not in ruled.kinds
    assert [ruled.of(code)["eliminated"] for code in ("EL9", "EL8", "SK1")] == [True, True, False]


@pytest.mark.rule("simple-gboh 10.4", "simple-gboh 7.17", "simple-gboh 7.14")
@pytest.mark.parametrize(
    ("at", "way", "die", "suffered"),
    [(1210, "1110", 3, 1), (1210, "1110", 5, 0), (1309, "1110 1210", 3, 1), (1309, "1110 1210", 4, 0)],
)
def test_germans_throw_as_foot_from_two_hexes_and_as_horse_from_three(
    at: int, way: str, die: int, suffered: int
) -> None:
    units = [unit("a", "GC1", 1010), FAR_A, unit("b", "MI9", at, "W"), FAR]
    ruled = rule(field(units), f"GC1 harass MI9 {way}", die)
    assert ruled.refused == [] and hits(ruled, "MI9") == [suffered]


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 7.15", "simple-gboh 4.36", "simple-gboh 8.1")
@pytest.mark.parametrize(("second", "dead"), [(5, False), (0, True)])
def test_the_parting_shot_breaks_the_horse_under_its_general(second: int, dead: bool) -> None:
    units = [unit("a", "LC1", 1010, "W", tq=5, hits=4), FAR_A, unit("b", "SK9", 1110, "W", missile="B"), FAR]
    ruled = rule(field(units, [chief("a", "Alex", 1010)]), "LC1 > 0909 0809\nAlex go\nSK9 fire", 0, second)
    assert ruled.refused == []
    general = ruled.of("Alex")
    assert ruled.of("LC1")["eliminated"] and (general["eliminated"], general["elsewhere"]) == (dead, not dead)
    assert general["hex"] is None


@pytest.mark.rule("simple-gboh 10.13", "simple-gboh 7.71", "simple-gboh 8.3", "simple-gboh 9.0")
@pytest.mark.parametrize(("level", "winner"), [(4, ["a"]), (5, [])])
def test_the_engine_is_lost_when_its_foot_gives_ground(level: int, winner: list[str]) -> None:
    """The attacker advances over artillery that can't go along; without values it is worth 4."""
    units = [unit("a", "HI1", 1010), FAR_A, unit("b", "HI8", 1110, "W"), FAR]
    units.append({"side": "b", "code": "ART9", "type": "ART", "hex": 1110, "facing": "W"})
    given = field(units, phase="shock", ground={"sides": {"a": {}, "b": {"withdrawal_level": level}}})
    ruled = rule(given, "shock all\nHI8 1210\nHI1 no", 7)
    assert ruled.refused == []
    assert where(ruled, "HI1", "HI8") == [1110, 1210] and hits(ruled, "HI1", "HI8") == [1, 2]
    assert ruled.of("ART9")["eliminated"] and ended(ruled) == winner


@pytest.mark.rule("simple-gboh 7.12", "simple-gboh 7.18", "simple-gboh 7.1")
def test_whom_archers_in_contact_may_shoot_at_and_who_may_not() -> None:
    units = [
        unit("a", "SK1", 1010, missile="A"),
        unit("a", "LI2", 1011, missile="A", depletable=True, depleted=True),
        unit("b", "HI9", 1110, "W"),
        unit("b", "LC8", 1209, "W"),
    ]
    ruled = rule(field(units), "SK1 x LC8\nLI2 x HI9\nSK1 x HI9", 2)
    assert ruled.refused == ["7.12", "7.18"] and hits(ruled, "HI9", "LC8") == [1, 0]


@pytest.mark.rule("simple-gboh 7.13", "simple-gboh 7.12", "simple-gboh 7.81")
@pytest.mark.parametrize(
    ("weapon", "friend", "target", "seen"),
    [
        ("A", "1009", "1007", True),
        ("A", "1009", "1008", False),
        ("A", "1008", "1007", False),
        ("S", "1009", "1008", False),
    ],
)
def test_shooting_over_friends(weapon: str, friend: str, target: str, seen: bool) -> None:
    """Only bows, and only over who is nearer to them than to the target."""
    units = [
        unit("a", "SK1", 1010, "NE", missile=weapon),
        unit("a", "MI2", friend, "NE"),
        unit("b", "MI9", target, "SE"),
    ]
    ruled = rule(field([*units, FAR]), "SK1 x MI9", 0)
    assert ruled.refused == ([] if seen else ["7.13"]) and hits(ruled, "MI9") == [int(seen)]


TWO_FORMATIONS = {
    "sides": {
        "a": {
            "formations": [
                {"id": "f", "name": "F", "commanders": ["Cato"]},
                {"id": "g", "name": "G", "commanders": ["Varro"]},
            ],
            "together": [{"id": "both", "leader": "Cato", "formations": ["f", "g"], "least": 2, "most": 2}],
        },
        "b": {},
    }
}


@pytest.mark.rule("simple-gboh 4.36", "simple-gboh 4.14", "simple-gboh 4.11", "simple-gboh 4.12")
def test_a_leader_who_comes_back_commands_at_once_but_no_group() -> None:
    units = [
        unit("a", "MI1", "0510", formation="f"),
        unit("a", "MI2", 1810, formation="f"),
        unit("a", "MI3", "0514", formation="g"),
        unit("b", "HI9", 2010, "W"),
        unit("b", "HI8", "0710", "W"),
    ]
    leaders = [
        chief("a", "Cato", None, elsewhere=True, command_range=3),
        chief("a", "Varro", "0514", role="SC", command_range=3),
    ]
    given = field(units, leaders, ground=TWO_FORMATIONS, phase="activation")
    ruled = rule(given, "f+g\nf\nCato MI1\nMI2 > 1910\nMI1 > 0610\nCato stay\nnone")
    assert len(ruled.refused) == 2 and ruled.refused[1] == "4.12"
    assert where(ruled, "Cato", "MI1", "MI2") == [510, 610, 1810]
    assert ruled.refused[0] == "4.14"


@pytest.mark.rule("simple-gboh 4.14", "simple-gboh 4.1", "simple-gboh 4.11")
@pytest.mark.parametrize(("varro", "activated"), [("0512", True), ("0516", False)])
def test_a_group_is_activated_as_the_notation_says(varro: str, activated: bool) -> None:
    """Each Formation is In Command by its own Commander; a Commander out of the group leader's range isn't reached."""
    units = [
        unit("a", "MI1", "0510", formation="f"),
        unit("a", "MI2", varro, formation="g"),
        unit("b", "HI9", 1610, "W"),
        unit("a", "MI3", 1410, formation="g"),
    ]
    leaders = [chief("a", "Cato", "0510", command_range=3), chief("a", "Varro", varro, role="SC", command_range=3)]
    ruled = rule(field(units, leaders, ground=TWO_FORMATIONS, phase="activation"), "f+g")
    if activated:
        assert ruled.refused == [] and ruled.end["orders"]["in_command"] == ["MI1", "MI2"]
    else:
        assert ruled.refused != []


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.11", "simple-gboh 4.12")
@pytest.mark.parametrize(("enemy", "in_command"), [("1009", False), ("1108", True)])
def test_an_enemy_on_the_way_cuts_the_voice_of_command(enemy: str, in_command: bool) -> None:
    units = [unit("a", "MI1", 1007, "SE", formation="f"), unit("b", "HI9", enemy, "SW"), FAR]
    given = field(
        units,
        [CATO | {"hex": 1010, "command_range": 3}],
        ground=OUT_OF_COMMAND,
        orders={"side": "a", "formations": ["f"]},
    )
    ruled = rule(given, "MI1 > 1008\nnone")
    if in_command:
        assert "4.12" not in ruled.refused and where(ruled, "MI1") == [1008]
    else:
        assert ruled.refused[0] == "4.12" and where(ruled, "MI1") == [1007]


SEIZERS = {
    "sides": {
        "a": {},
        "b": {
            "formations": [
                {"id": "mil", "name": "Mil's", "commanders": ["Mil"]},
                {"id": "kin", "name": "Kin's", "commanders": ["Kin"]},
                {"id": "aux", "name": "Light foot", "auxiliary": True},
            ]
        },
    }
}


@pytest.mark.rule("simple-gboh 4.42", "simple-gboh 4.45", "simple-gboh 4.13", "simple-gboh 4.44")
@pytest.mark.parametrize("chosen", ["mil", "aux"])
def test_a_seized_turn_reaches_as_far_as_the_general_and_is_given_back(chosen: str) -> None:
    units = [
        unit("a", "MI1", 1010),
        unit("b", "MI7", 2010, "W", formation="mil"),
        unit("b", "MI8", 2018, "W", formation="kin"),
        unit("b", "SK9", 2016, "W", formation="aux"),
    ]
    leaders = [
        chief("a", "Alex", 1010, seizure=2),
        chief("b", "Pyr", 2011, seizure=1, initiative=6, command_range=3),
        chief("b", "Mil", 2010, role="SC"),
        chief("b", "Kin", 2018, role="SC"),
    ]
    given = field(units, leaders, ground=SEIZERS, phase="seizure", orders={"side": "a", "seizable": True})
    ruled = rule(given, f"b: Pyr\nb: kin\nb: {chosen}\ndone", 6)
    assert ruled.refused == ["4.42"]
    (last,) = [t for t in ruled.told if t["type"] == "decision"]
    assert (last["side"], last["kind"]) == ("a", "activation"), "nobody seizes it again"
    assert ruled.of("Pyr")["seizure"] == 0


@pytest.mark.rule("simple-gboh 4.46", "simple-gboh 4.34", "simple-gboh 4.44")
def test_a_general_who_rides_on_his_attempt_keeps_away_from_the_enemy() -> None:
    units = [unit("a", "MI1", 1010), unit("b", "MI7", 2010, "W")]
    leaders = [chief("a", "Alex", 1010), chief("b", "Pyr", 2010, seizure=1, initiative=6)]
    given = field(units, leaders, phase="seizure", orders={"side": "a", "seizable": True})
    ruled = rule(given, "b: ride Pyr\nb: Pyr > 1110\nb: Pyr > 1210")
    assert ruled.refused == ["4.34"] and where(ruled, "Pyr") == [1210]
    (last,) = [t for t in ruled.told if t["type"] == "decision"]
    assert (last["side"], last["kind"], ruled.of("Pyr")["seizure"]) == ("a", "activation", 0)


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 8.1", "simple-gboh 4.36", "simple-gboh 2.23")
@pytest.mark.parametrize(("level", "winner"), [(5, ["a"]), (4, [None])])
def test_both_armies_have_had_enough(level: int, winner: list[str | None]) -> None:
    """A Depleted loss counts its printed TQ, a leader engaged elsewhere nothing."""
    units = [
        unit("a", "HI1", 1014, tq=6, size=5),
        unit("a", "HI2", 1010, tq=5, size=5, hits=2, depletable=True, depleted=True),
        unit("b", "HI8", 1110, "W", tq=6, size=5),
        unit("b", "MI9", 1114, "W", tq=5, size=5, hits=4),
    ]
    sides = {"a": {"withdrawal_level": level}, "b": {"withdrawal_level": 4}}
    given = field(units, [chief("b", "Pyr", 1114)], ground={"sides": sides}, phase="shock")
    ruled = rule(given, "shock HI2 x HI8 & HI1 x MI9\nHI1 no", 5, 5, 9, 0)
    assert ruled.refused == [] and ruled.of("Pyr")["elsewhere"]
    assert ended(ruled) == winner
