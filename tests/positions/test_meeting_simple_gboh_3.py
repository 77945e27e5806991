"""Simple GBoH: more positions in which two or more rules meet: interrupted moves, ground and ZOC, command."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, chief, field, hits, where
from tests.positions.test_meeting_simple_gboh_2 import asked_by, due


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 5.12")
def test_a_leader_clears_the_way_he_stood_in() -> None:
    units = [unit("a", "MI1", 1009), FAR_A, unit("b", "HI9", 1510, "W")]
    ruled = rule(field(units, [chief("b", "Pyr", 1210)]), "MI1 > 1109 1210\nPyr 1510")
    assert ruled.refused == [] and where(ruled, "MI1", "Pyr") == [1210, 1510]


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 6.22")
@pytest.mark.parametrize(("answer", "dice", "stops", "facing"), [("left", [6], 1010, "NW"), ("no", [], 1011, "NE")])
def test_an_enemy_turns_and_holds_who_would_pass(answer: str, dice: list[int], stops: int, facing: str) -> None:
    units = [unit("a", "LN1", "0910", ma=7), FAR_A, unit("b", "HI9", 1110, "NE", tq=6), FAR]
    ruled = rule(field(units), f"LN1 > 1010 @SE 1011\nHI9 {answer}\nnone", *dice)
    assert where(ruled, "LN1") == [stops] and ruled.of("HI9")["facing"] == facing


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.22", "simple-gboh 7.41")
@pytest.mark.parametrize("fires", [True, False])
def test_light_horse_that_shot_at_the_elephant_stays_before_it(fires: bool) -> None:
    units = [unit("a", "EL1", "0910", tq=6), FAR_A, unit("b", "LC9", 1110, "W", tq=5, ma=8, missile="J"), FAR]
    orders = f"EL1 > 1010\nLC9 no\nLC9 {'fire' if fires else 'hold'}\ndone\nshock all"
    ruled = rule(field(units), orders, *([9] if fires else []))
    assert ruled.refused == [] and hits(ruled, "LC9") == [int(fires)]
    assert ("7.41" in asked_by(ruled) or "10.23" in asked_by(ruled)) is not fires
    if not fires:
        assert len(rule(field(units), f"{orders}\nLC9 stay").refused) == 1


@pytest.mark.rule("simple-gboh 10.4", "simple-gboh 7.52", "simple-gboh 7.82")
def test_germans_choose_how_they_attack() -> None:
    units = [unit("a", "GC1", 1010, tq=5, size=4), FAR_A, unit("b", "LI9", 1110, "E", tq=5, size=4), FAR]
    units[2]["facing"], units[2]["ma"] = "W", 5
    ruled = rule(field(units, phase="shock"), "shock all")
    if ruled.asked:
        assert {sum(due(rule(field(units, phase="shock"), f"shock all\n{c}")).values()) for c in ("GC", "LI")} == {
            -2,
            0,
        }
    else:
        assert due(ruled) == {}, "the better of its columns"


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh T:missile_drm", "simple-gboh 6.11")
@pytest.mark.parametrize(
    ("start", "facing", "die", "suffered"),
    [("0910", "E", 2, 1), ("0910", "E", 3, 0), (1009, "SW", 4, 1), (1009, "SW", 5, 0)],
)
def test_arrows_from_in_front_glance_off_heavy_foot(start: int, facing: str, die: int, suffered: int) -> None:
    units = [unit("a", "HI1", start, facing), FAR_A, unit("b", "SK8", 1110, "W", missile="A"), FAR]
    ruled = rule(field(units), "HI1 > 1010\nSK8 no\nSK8 fire", die)
    assert ruled.refused == [] and hits(ruled, "HI1") == [suffered]


@pytest.mark.rule("simple-gboh 5.24", "simple-gboh 5.23", "simple-gboh 5.21")
def test_a_phalanx_wheels_into_a_zoc_and_brings_up_its_other_half() -> None:
    units = [unit("a", "PH1", 1010), FAR_A, unit("b", "HI9", 1211, "W"), FAR]
    ruled = rule(field(units), "PH1 wheel left wheel right\nnone\nnone")
    assert (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"], ruled.left("PH1")) == (1109, "E", 1)


@pytest.mark.rule("simple-gboh 6.21", "simple-gboh 6.22", "simple-gboh 5.16")
@pytest.mark.parametrize("wood", [True, False])
def test_chariots_watch_no_wood(wood: bool) -> None:
    units = [unit("a", "HI1", 1010, ma=5), FAR_A, unit("b", "CH9", 1210, "W"), FAR]
    ground = {"terrain": {"1110": "forest"}} if wood else {}
    ruled = rule(field(units, ground=ground), "HI1 > 1110 1211\nCH9 no\nCH9 no")
    if wood:
        assert (where(ruled, "HI1"), hits(ruled, "HI1"), ruled.left("HI1")) == ([1211], [0], 1)
    else:
        assert ruled.refused[0] == "6.22" and where(ruled, "HI1") == [1010]


@pytest.mark.rule("simple-gboh 11.22", "simple-gboh 5.17", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("column", "left", "suffered"), [(True, 5, 0), (False, 2, 1)])
def test_a_bridge_carries_columns_only(column: bool, left: int, suffered: int) -> None:
    sides = [{"a": 1010, "b": 1110, "type": kind} for kind in ("river", "bridge")]
    units = [unit("a", "HI1", 1010, "SIDE_SE" if column else "E", column=column, ma=5), FAR_A, FAR]
    ruled = rule(field(units, ground={"columns": True, "hexsides": sides}), "HI1 > 1110")
    assert ruled.refused == [] and (ruled.left("HI1"), hits(ruled, "HI1")) == (left, [suffered])


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 6.21", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("level", "fights"), [(2, False), (1, True)])
def test_horse_below_a_height_it_cannot_climb_need_not_attack_it(level: int, fights: bool) -> None:
    units = [unit("a", "HC1", 1010), FAR_A, unit("b", "HI9", 1110, "W"), FAR]
    ruled = rule(field(units, phase="shock", ground={"levels": {"1110": level}}))
    assert (ruled.asked == ["shock"]) is fights


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 4.1", "simple-gboh 4.21")
@pytest.mark.parametrize(("between", "in_command"), [(None, True), ("b", False), ("a", False)])
def test_the_chain_of_command_skips_a_vacant_hex_only(between: str | None, in_command: bool) -> None:
    formations = [
        {"id": "horse", "name": "Horse", "commanders": ["Cato"], "gap": 1},
        {"id": "aux", "name": "Aux", "auxiliary": True},
    ]
    units = [unit("a", "LN1", 1010, formation="horse"), unit("a", "LN2", 1008, formation="horse"), FAR]
    if between:
        units.append(unit(between, "SK5", 1009, **({"formation": "aux"} if between == "a" else {})))
    walls = {"terrain": dict.fromkeys((1109, 1108, "0909", "0908"), "impassable")}
    given = field(
        units,
        [chief("a", "Cato", 1011, command_range=1)],
        ground={"sides": {"a": {"formations": formations}, "b": {}}, **walls},
        phase="activation",
    )
    ruled = rule(given, "horse")
    assert ruled.refused == [] and ("LN2" in ruled.end["orders"]["in_command"]) is in_command


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 8.1", "simple-gboh 5.12")
@pytest.mark.parametrize(("before", "gone"), [(3, False), (4, True)])
def test_horse_riding_round_an_elephant_pays_at_every_hex(before: int, gone: bool) -> None:
    units = [unit("a", "HC1", 1010, tq=6, ma=7, hits=before), FAR_A, unit("b", "EL9", 1210, "E"), FAR]
    ruled = rule(field(units), "HC1 > 1110 1211 1311\nEL9 no\nEL9 no\nEL9 no")
    state = ruled.of("HC1")
    assert state["eliminated"] is gone and (gone or (state["hex"], state["hits"]) == (1311, 5))


@pytest.mark.rule("simple-gboh 5.36", "simple-gboh 5.33")
@pytest.mark.parametrize("answer", ["LG8-1209", "LG8 1209", "LG8 > 1209"])
def test_the_upper_unit_of_a_stack_slides_out(answer: str) -> None:
    """Written as all answers of a unit with a hex."""
    legion = {**LEGION, "facing": "W"}
    units = [unit("a", "HI1", "0910"), FAR_A, unit("b", "LG8", 1210, **legion)]
    units.append(unit("b", "LG9", 1210, **legion, below="LG8"))
    ruled = rule(field(units, ground={"intervals": True}), f"HI1 > 1011\n{answer}")

    assert ruled.refused == [] and where(ruled, "LG8", "LG9") == [1209, 1210]
    assert ruled.of("LG9")["below"] is None


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 7.54")
@pytest.mark.parametrize("answer", ["HI9 1210", "HI9 1210 @W"])
def test_a_beaten_unit_keeps_its_facing_said_or_not(answer: str) -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=5), FAR_A, unit("b", "HI9", 1110, "W", tq=6, size=5), FAR]
    ruled = rule(field(units, phase="shock"), f"shock all\n{answer}\nHI1 no", 7)

    assert ruled.refused == [] and (ruled.of("HI9")["hex"], ruled.of("HI9")["facing"]) == (1210, "W")


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 7.35", "simple-gboh 7.53", "simple-gboh 8.3")
@pytest.mark.parametrize("into", [1109, 1110])
def test_two_give_ground_and_the_victor_chooses_where_to_follow(into: int) -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=10), FAR_A]
    units += [unit("b", "HI8", 1109, "W", tq=6, size=5), unit("b", "HI9", 1110, "W", tq=6, size=5)]
    orders = f"shock HI1 x HI8 HI9\nHI8\nHI8 1209\nHI9 1211\n{into}\nHI1 no"
    ruled = rule(field(units, phase="shock"), orders, 7)
    assert ruled.refused == [] and where(ruled, "HI1", "HI8", "HI9") == [into, 1209, 1211]
    assert hits(ruled, "HI1", "HI8", "HI9") == [1, 1, 1]


@pytest.mark.rule("simple-gboh 7.61", "simple-gboh 7.62", "simple-gboh 7.71", "simple-gboh 7.35")
@pytest.mark.parametrize(("die", "off"), [(4, True), (3, False)])
def test_one_of_two_riders_pursues(die: int, off: bool) -> None:
    units = [unit("a", "HC1", 1010, tq=6, size=4), unit("a", "LN2", 1011, tq=6, size=4)]
    units += [unit("b", "LC9", 1110, "W", tq=6, size=4, hits=5, ma=5), FAR]
    ruled = rule(field(units, phase="shock"), "shock HC1 LN2 x LC9\nHC1", 9, die)
    assert ruled.of("LC9")["eliminated"] and where(ruled, "LN2") == [1011]
    assert ruled.of("HC1")["pursuing"] is off and where(ruled, "HC1") == [None if off else 1110]


@pytest.mark.rule("simple-gboh 11.25", "simple-gboh 7.31", "simple-gboh 7.18")
def test_a_column_neither_shoots_nor_closes_nor_has_to_fight() -> None:
    column = unit("a", "LI1", "0910", "SIDE_SE", column=True, missile="A", ma=7)
    units = [column, FAR_A, unit("b", "HI9", 1210, "W"), FAR]
    given = field(units, ground={"columns": True})
    ruled = rule(given, "LI1 x HI9\nLI1 > 1010 1110")
    assert len(ruled.refused) == 2 and ruled.refused[0] in ("7.18", "11.25") and ruled.refused[1] == "11.25"
    units[0] = column | {"hex": 1110}
    assert "shock" not in rule(field(units, ground={"columns": True}, phase="shock")).asked


@pytest.mark.rule("simple-gboh 11.21", "simple-gboh 5.16", "simple-gboh 11.23")
@pytest.mark.parametrize(
    ("way", "left"),
    [
        ("1110 form @SIDE_SE", 3),
        ("1110 1210 1309 1409 form @SIDE_NE", 0),
        ("1110 1210 1309 1409 1508 form @SIDE_NE", None),
    ],
)
def test_forming_column_takes_the_last_point(way: str, left: int | None) -> None:
    units = [unit("a", "MI1", 1010, ma=5), FAR_A, FAR]
    ruled = rule(field(units, ground={"columns": True}), f"MI1 > {way}")
    if left is None:
        assert len(ruled.refused) == 1 and ruled.refused[0] in ("11.21", "5.16", "5.11")
    else:
        assert ruled.refused == [] and (ruled.left("MI1"), ruled.of("MI1")["column"]) == (left, True)


@pytest.mark.rule("simple-gboh 11.21", "simple-gboh 4.12", "simple-gboh 6.22")
def test_nobody_forms_column_next_to_the_enemy() -> None:
    units = [unit("a", "MI1", 1010, ma=5), FAR_A, unit("b", "HI9", 1210, "E"), FAR]
    assert rule(field(units, ground={"columns": True}), "MI1 > 1110 form @SIDE_SE").refused == ["11.21"]


@pytest.mark.rule("simple-gboh 11.14", "simple-gboh 7.31", "simple-gboh T:fortification_effects")
def test_nobody_has_to_storm_a_rampart() -> None:
    wall = [{"a": 1010, "b": 1110, "type": "rampart"}]
    units = [unit("a", "HI1", 1010, tq=6, size=5), FAR_A, unit("b", "HI9", 1110, "W", tq=6, size=5), FAR]
    given = field(units, phase="shock", ground={"hexsides": wall})
    none = rule(given, "shock none")
    assert none.refused == [] and "dice-due" not in none.kinds
    assert sum(due(rule(given, "shock HI1 x HI9")).values()) in (-3, -1)


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 7.62", "simple-gboh 9.0")
@pytest.mark.parametrize("led", [True, False])
def test_pursuers_who_never_come_back_cost_nothing(led: bool) -> None:
    units = [unit("a", "HC1", 1010, tq=6, size=4), FAR_A]
    units += [unit("b", "LN9", 1110, "W", tq=6, size=4, hits=5, ma=5), FAR]
    leaders = [chief("b", "Pyr", 2819), chief("a", "Alex", 1010 if led else "0202")]
    given = field(units, leaders, phase="shock", ground={"sides": {"a": {"withdrawal_level": 6}, "b": {}}})
    ruled = rule(given, "shock all\npass\na\ndone", *([5] if led else []), 9, 9, 9)
    assert "outcome" not in ruled.kinds
    assert ruled.of("HC1")["pursuing"] is led
    assert ruled.of("HC1")["eliminated"] is False and ruled.of("Alex")["eliminated"] is False


@pytest.mark.rule("simple-gboh 7.41", "simple-gboh 7.42")
@pytest.mark.parametrize(
    ("runner", "attackers", "contact", "may"),
    [
        ("SK9", [("MI1", 7)], False, True),
        ("SK9", [("LC1", 8)], False, False),
        ("SK9", [("MI1", 5)], True, False),
        ("LI9", [("MI1", 5)], False, True),
        ("LI9", [("MI1", 5), ("LC2", 8)], False, False),
    ],
)
def test_who_may_get_out_of_the_way(runner: str, attackers: list[tuple[str, int]], contact: bool, may: bool) -> None:
    """On foot skirmishers outrun anybody, from horse only slower ones, and nobody gets away who was in contact."""
    units = [unit("b", runner, 1110, "W", ma=6 if runner == "SK9" else 7), FAR, FAR_A]
    codes = [code for code, _ in attackers]
    units += [unit("a", code, 1010 + i, ma=ma) for i, (code, ma) in enumerate(attackers)]
    orders = {"side": "a", "moved": [] if contact else codes}
    ruled = rule(field(units, phase="shock", orders=orders), f"shock {' '.join(codes)} x {runner}")
    assert ruled.refused == [] and ("7.41" in asked_by(ruled)) is may


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.12", "simple-gboh 4.34")
@pytest.mark.parametrize("held", [True, False])
def test_javelineers_leave_an_enemy_in_contact_alone(held: bool) -> None:
    units = [unit("a", "LI1", 1010, missile="J"), unit("b", "MI9", 1210, "W"), FAR]
    units.append(unit("a", "HI2", 1209, "SW") if held else FAR_A)
    leaders = [chief("a", "Alex", 1010 if held else 1109)]
    ruled = rule(field(units, leaders), "LI1 harass MI9 1110", 4)
    assert ruled.refused == (["7.16"] if held else []) and hits(ruled, "MI9") == [0 if held else 1]


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 7.71", "simple-gboh 8.4", "simple-gboh 8.1")
@pytest.mark.parametrize(("before", "dice", "survives"), [(0, (4, 5), True), (4, (6, 9), False)])
def test_an_elephant_beaten_down_takes_its_killer_with_it(before: int, dice: tuple[int, ...], survives: bool) -> None:
    """Who is trampled before he can follow follows nobody; that isn't the Shock, and nobody is kept for it."""
    units = [unit("a", "HI1", 1010, tq=6, hits=before), FAR_A, unit("b", "EL9", 1110, "W", tq=6, hits=5), FAR]
    ruled = rule(field(units, phase="shock"), "shock all" + ("\nHI1 no" if survives else ""), *dice)
    assert ruled.refused == [] and ruled.of("EL9")["eliminated"] and ruled.of("HI1")["eliminated"] is not survives
    if survives:
        assert where(ruled, "HI1") == [1110] and hits(ruled, "HI1") == [1]


@pytest.mark.rule("simple-gboh 10.53", "simple-gboh 7.71", "simple-gboh 8.4")
@pytest.mark.parametrize(
    ("enemy", "die", "at", "lost"),
    [(unit("b", "MI9", 1110, "W", tq=5, hits=4), 1, 1110, False), (unit("b", "MI9", 1110, "W", tq=5), 5, None, True)],
)
def test_chariots_go_on_only_over_the_routed(enemy: dict[str, object], die: int, at: int | None, lost: bool) -> None:
    units = [unit("a", "CH1", 1010, tq=5), FAR_A, enemy, FAR]
    ruled = rule(field(units, phase="shock"), "shock all" + ("" if lost else "\nCH1 no"), die)
    assert ruled.of("CH1")["eliminated"] is lost and where(ruled, "CH1") == [at]


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 7.35", "simple-gboh 6.22")
@pytest.mark.parametrize("helper", [True, False])
def test_fresh_troops_lend_their_rush_to_who_was_held(helper: bool) -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=3), unit("b", "HI9", 1110, "W", tq=6, size=3 + 3 * helper), FAR]
    units.append(unit("a", "HI2", "0911", tq=6, size=3) if helper else FAR_A)
    orders = "HI2 > 1011\ndone\nshock HI1 HI2 x HI9\nHI1" if helper else "done\nshock all"
    ruled = rule(field(units), orders)
    assert list(due(ruled).values()) == ([1] if helper else [])


@pytest.mark.rule("simple-gboh 6.12", "simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.52")
@pytest.mark.parametrize(
    ("armour", "left", "drm"),
    [({}, 5, 0), ({"cls": "CAT"}, 4, 1), ({"cls": "CAT", "byzantine": True}, 5, 1)],
)
def test_cataphracts_turn_slowly_and_mind_no_javelins(armour: dict[str, object], left: int, drm: int) -> None:
    units = [unit("a", "HC1", "0910", "SE", tq=6, size=4, ma=7, **armour), FAR_A, FAR]
    units.append(unit("b", "MI9", 1110, "W", tq=6, size=4, missile="J"))
    assert rule(field(units), "HC1 > @E").left("HC1") == left + 1
    ruled = rule(field(units), "HC1 > @E 1010\nMI9 no\nMI9 hold\ndone\nshock all")
    assert ruled.left("HC1") == left and sum(due(ruled).values()) == drm


@pytest.mark.rule("simple-gboh 10.4", "simple-gboh 7.14", "simple-gboh 7.12")
@pytest.mark.parametrize(("code", "die", "suffered"), [("GC1", 5, 1), ("GC1", 6, 0), ("LC1", 3, 1), ("LC1", 4, 0)])
def test_javelins_from_the_saddle_and_from_beside_it(code: str, die: int, suffered: int) -> None:
    units = [unit("a", code, 1010, missile="J"), FAR_A, unit("b", "HI9", 1110, "E"), FAR]
    ruled = rule(field(units), f"{code} x HI9", die)
    assert ruled.refused == [] and hits(ruled, "HI9") == [suffered]


@pytest.mark.rule("simple-gboh 6.21", "simple-gboh 6.23", "simple-gboh 4.12")
@pytest.mark.parametrize(("code", "goes"), [("SK1", False), ("MI1", True)])
def test_who_watches_his_flanks_is_held_by_what_he_sees(code: str, goes: bool) -> None:
    sides = {"a": {"formations": [{"id": "f", "name": "F", "commanders": ["Cato"]}]}, "b": {}}
    units = [unit("a", code, 1010, "SE", formation="f"), unit("b", "HI9", 1110, "E"), FAR]
    units[0]["facing"], units[1]["hex"], units[1]["facing"] = "E", 1009, "W"
    given = field(
        units,
        [chief("a", "Cato", "0118", command_range=1)],
        ground={"sides": sides},
        orders={"side": "a", "formations": ["f"]},
    )
    ruled = rule(given, f"{code} > @SE 1011")
    assert where(ruled, code) == [1011 if goes else 1010]
    assert ruled.refused == [] if goes else ruled.refused[0] in ("4.12", "6.23")


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.52", "simple-gboh 6.11")
@pytest.mark.parametrize(("facing", "drm"), [("SW", 0), ("E", 4)])
def test_a_phalanx_half_on_a_flank_attacks_in_front(facing: str, drm: int) -> None:
    units = [unit("a", "PH1", 1010, tq=7, size=10), FAR_A, unit("b", "HI9", 1110, facing, tq=7, size=10), FAR]
    assert sum(due(rule(field(units, phase="shock"), "shock PH1 x HI9")).values()) == drm


@pytest.mark.rule(
    "simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.52", "simple-gboh 5.35", "simple-gboh 2.23"
)
@pytest.mark.parametrize(("depleted", "drm"), [(False, 3), (True, 0)])
def test_a_stack_comes_up_with_javelins_unless_its_front_is_depleted(depleted: bool, drm: int) -> None:
    """+1 by the matrix, +1 moved, +1 javelins; Depleted no javelins and TQ 6 to 4: 2 less; Hits of both count."""
    top = unit("a", "LG1", "0910", **LEGION, tq=6, size=3, depletable=True, depleted=depleted)
    units = [top, unit("a", "LG2", "0910", **LEGION, tq=6, size=3, below="LG1"), FAR_A]
    units.append(unit("b", "HI9", 1110, "W", tq=6, size=6))
    plain = rule(field(units), "LG1+LG2 > 1010\nHI9 no\ndone\nshock all")
    assert sum(due(plain).values()) == drm
    units[0]["hits"], units[1]["hits"] = 1, 2
    worn = rule(field(units), "LG1+LG2 > 1010\nHI9 no\ndone\nshock all")
    assert sum(due(worn).values()) == drm - 3


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("level", "drm"), [(1, -2), (0, -1), (-1, 0)])
def test_a_wood_on_a_slope_helps_twice(level: int, drm: int) -> None:
    units = [unit("a", "MI1", 1010, tq=6, size=5), FAR_A, unit("b", "MI9", 1110, "W", tq=6, size=5), FAR]
    ground = {"terrain": {"1110": "forest"}, "levels": {"1110": 1 + level}, "default_level": 1}
    assert sum(due(rule(field(units, phase="shock", ground=ground), "shock MI1 x MI9")).values()) == drm


@pytest.mark.rule("simple-gboh 10.13", "simple-gboh 7.41", "simple-gboh 7.44", "simple-gboh 7.45")
def test_light_foot_leaves_its_engine_to_who_follows() -> None:
    engine = {"side": "b", "code": "ART9", "type": "ART", "hex": 1110, "facing": "W"}
    units = [unit("a", "MI1", 1010, ma=5), FAR_A, unit("b", "LI9", 1110, "W", tq=5, ma=7), engine, FAR]
    given = field(units, phase="shock", orders={"side": "a", "moved": ["MI1"]})
    ruled = rule(given, "shock all\nLI9 1510\nMI1 1110 @E", 5)
    assert ruled.refused == [] and where(ruled, "MI1", "LI9") == [1110, 1510]
    assert ruled.of("ART9")["eliminated"] and hits(ruled, "LI9") == [0]


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 7.14", "simple-gboh 5.12")
@pytest.mark.parametrize(
    ("orders", "die", "suffered", "at"),
    [
        ("SK1 x MI9", 3, 1, 1010),
        ("SK1 x MI9 @NW > 0909", 3, 0, 909),
        ("SK1 x MI9 @NW > 0909", 2, 1, 909),
        ("SK1 > 1109 x MI9 @NW > 1009", 5, 0, 1009),
        ("SK1 > 1109 x MI9 @NW > 1009", 4, 1, 1009),
    ],
)
def test_who_shoots_and_means_to_go_shoots_worse(orders: str, die: int, suffered: int, at: int) -> None:
    units = [unit("a", "SK1", 1010, missile="A"), FAR_A, unit("b", "MI9", 1210, "E"), FAR]
    ruled = rule(field(units), f"{orders}\nMI9 no" if "1109" in orders else orders, die)
    assert ruled.refused == [] and hits(ruled, "MI9") == [suffered] and where(ruled, "SK1") == [at]


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 7.35", "simple-gboh 8.3", "simple-gboh 7.73")
def test_each_of_two_attackers_breaks_or_gives_way_by_itself() -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=5), unit("a", "HI2", 1011, tq=6, size=5)]
    units += [unit("b", "PH9", 1111, "W", tq=7, size=10), FAR]
    ruled = rule(field(units, phase="shock"), "shock HI1 HI2 x PH9\nHI1\nHI2 0911", 2, 7, 3)
    assert ruled.refused == [] and ruled.of("HI1")["eliminated"]
    assert hits(ruled, "HI2", "PH9") == [2, 0] and where(ruled, "HI2", "PH9") == [911, 1111]


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 7.35", "simple-gboh 7.51")
def test_the_defender_deals_out_the_attackers_odd_hit() -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=3), unit("a", "HI2", 1011, tq=6, size=3)]
    units += [unit("b", "HI9", 1110, "W", tq=6, size=6), FAR]
    ruled = rule(field(units, phase="shock"), "shock HI1 HI2 x HI9\na: HI1\nb: HI2", 5)
    assert ruled.refused == [] and hits(ruled, "HI1", "HI2", "HI9") == [0, 1, 2]


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.12", "simple-gboh 7.33", "simple-gboh 7.14")
def test_a_formation_that_has_lost_its_commander_still_shoots_and_fights() -> None:
    sides = {"a": {"formations": [{"id": "ff", "name": "F", "commanders": ["Cato"]}]}, "b": {}}
    units = [
        unit("a", "MI1", "0808", formation="ff"),
        unit("a", "HI2", 1010, formation="ff"),
        unit("a", "SK3", 1208, "SE", formation="ff", missile="A"),
        unit("b", "HI9", 1110, "W"),
    ]
    leaders = [chief("a", "Alex", "0110"), chief("a", "Cato", None, role="SC", eliminated=True)]
    given = field(units, leaders, ground={"sides": sides}, phase="activation")
    ruled = rule(given, "ff\nMI1 > 0908 1009 1109\nSK3 x HI9\ndone", 1)
    assert "4.12" in ruled.refused and ruled.end["orders"]["in_command"] == []
    assert hits(ruled, "HI9") == [1] and ruled.asked == ["shock"]


@pytest.mark.rule("simple-gboh 4.41", "simple-gboh 4.36", "simple-gboh 4.46")
@pytest.mark.parametrize(("elsewhere", "asked"), [(True, ["activation"]), (False, ["seizure"])])
def test_a_general_engaged_elsewhere_seizes_nothing(elsewhere: bool, asked: list[str]) -> None:
    units = [unit("a", "MI1", 1010), unit("b", "MI7", 2010, "W")]
    pyrrhus = chief("b", "Pyr", None if elsewhere else 2010, elsewhere=elsewhere, seizure=1, initiative=6)
    given = field(units, [chief("a", "Alex", 1010), pyrrhus], phase="start", last_side="b", orders=None)
    assert rule(given).asked == asked


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 6.13", "simple-gboh 6.23", "simple-gboh 5.23")
@pytest.mark.parametrize(
    ("order", "near", "cases"),
    [
        ("fr", True, ("6.22",)),
        ("about", True, ("6.13",)),
        ("fr", False, ("4.12", "6.23")),
        ("wheel right", True, ("6.22",)),
    ],
)
def test_a_phalanx_with_one_half_held(order: str, near: bool, cases: tuple[str, ...]) -> None:
    sides = {"a": {"formations": [{"id": "ff", "name": "F", "commanders": ["Cato"]}]}, "b": {}}
    units = [unit("a", "PH1", 1010, formation="ff"), unit("b", "HI9", 1109, "W"), FAR]
    given = field(
        units,
        [chief("a", "Cato", "0909" if near else "0118", command_range=2)],
        ground={"sides": sides},
        orders={"side": "a", "formations": ["ff"]},
    )
    ruled = rule(given, f"PH1 {order}")
    assert len(ruled.refused) == 1 and ruled.refused[0] in cases and where(ruled, "PH1") == [1010]


@pytest.mark.rule("simple-gboh 4.37", "simple-gboh 4.11", "simple-gboh 4.1")
@pytest.mark.parametrize("named", [False, True])
def test_an_anonymous_commander_is_himself_his_successor(named: bool) -> None:
    sides = {"a": {"formations": [{"id": "ff", "name": "F", "commanders": ["Cato"]}]}, "b": {}}
    units = [unit("a", "MI1", "0510", formation="ff"), unit("a", "MI2", 1810, formation="ff"), FAR]
    leaders = [
        chief("a", "Alex", "0110"),
        chief("a", "Cato", None, role="SC", eliminated=True, named=named, command_range=2),
    ]
    given = field(units, leaders, ground={"sides": sides}, phase="activation")
    ruled = rule(given, "ff" + ("" if named else "\nMI2"))
    assert ruled.refused == []
    assert ruled.end["orders"]["in_command"] == ([] if named else ["MI2"])
    assert where(ruled, "Cato") == [None if named else 1810]


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 11.25", "simple-gboh 4.36", "simple-gboh 8.1")
@pytest.mark.parametrize(("column", "before", "after"), [(False, 0, 1), (True, 0, 3), (False, 3, 4), (True, 3, None)])
def test_an_elephant_among_a_column(column: bool, before: int, after: int | None) -> None:
    units = [unit("a", "SK1", 1010, missile="A", tq=5), FAR_A, unit("b", "EL9", 1110, "W", tq=6), FAR]
    facing = "SIDE_SE" if column else "E"
    units.append(unit("b", "LI8", 1109, facing, column=column, tq=6, hits=before))
    given = field(units, [chief("b", "Pyr", 1109)], ground={"columns": True})
    ruled = rule(given, "SK1 x EL9", 2, 9, 5, 7)
    light = ruled.of("LI8")
    assert ruled.of("EL9")["eliminated"] and (None if light["eliminated"] else light["hits"]) == after
    assert ruled.of("Pyr")["elsewhere"] is (after is None) and ruled.of("Pyr")["eliminated"] is False


@pytest.mark.rule("simple-gboh 7.23", "simple-gboh 7.17", "simple-gboh 7.81")
@pytest.mark.parametrize(
    ("order", "die", "suffered"),
    [("x SK8", 4, 0), ("x SK8", 3, 1), ("harass SK8 1110 1210", 5, 1), ("harass SK8 1110 1210", 6, 0)],
)
def test_who_comes_close_to_shoot_is_shot_at_from_close(order: str, die: int, suffered: int) -> None:
    units = [unit("a", "LC1", 1010, missile="A"), FAR_A, unit("b", "SK8", 1309, "W", missile="A"), FAR]
    ruled = rule(field(units), f"LC1 {order}\nSK8 fire", 9, die)
    assert ruled.refused == [] and hits(ruled, "LC1", "SK8") == [suffered, 0]


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.17")
@pytest.mark.parametrize(
    ("code", "weapon", "enemy", "refused"),
    [
        ("SK1", "A", "MI9", ["7.16"]),
        ("LI1", "J", "LN9", ["7.16"]),
        ("MI1", "J", "MI9", ["7.16"]),
        ("LC1", "J", "LN9", []),
        ("LC1", "A", "MI9", []),
        ("SK1", "S", "MI9", []),
    ],
)
def test_who_may_run_up_and_away(code: str, weapon: str, enemy: str, refused: list[str]) -> None:
    units = [unit("a", code, 1010, missile=weapon), FAR_A, unit("b", enemy, 1210, "W"), FAR]
    assert rule(field(units), f"{code} harass {enemy} 1110", 9).refused == refused


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 2.23", "simple-gboh 8.23")
@pytest.mark.parametrize(("before", "die", "outcome"), [(0, 4, ("NW", 0)), (0, 5, ("NE", 1)), (3, 5, None)])
def test_worn_troops_turn_badly(before: int, die: int, outcome: tuple[str, int] | None) -> None:
    units = [unit("a", "LN1", "0910"), FAR_A, FAR]
    units.append(unit("b", "HI9", 1110, "NE", tq=6, hits=before, depletable=True, depleted=True))
    ruled = rule(field(units), "LN1 > 1010\nHI9 left", die)
    state = ruled.of("HI9")
    assert (None if state["eliminated"] else (state["facing"], state["hits"])) == outcome
    assert where(ruled, "LN1") == [1010]


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 5.12")
@pytest.mark.parametrize("answer", ["Pyr 1410", "Pyr > 1410"])
def test_a_lone_leader_rides_away(answer: str) -> None:
    units = [unit("a", "MI1", 1009), FAR_A, unit("b", "HI9", 1910, "W")]
    ruled = rule(field(units, [chief("b", "Pyr", 1210)]), f"MI1 > 1109\n{answer}")
    assert ruled.refused == [] and where(ruled, "Pyr") == [1410]


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 5.35", "simple-gboh 6.11")
@pytest.mark.parametrize(("die", "facing", "upper"), [(6, "NW", 0), (7, "NE", 1)])
def test_a_stack_turns_as_one_by_the_nerve_of_its_front(die: int, facing: str, upper: int) -> None:
    legion = {**LEGION, "facing": "NE"}
    units = [unit("a", "LN1", "0910"), FAR_A, unit("b", "LG8", 1110, **legion, tq=6), FAR]
    units.append(unit("b", "LG9", 1110, **legion, tq=5, below="LG8"))
    ruled = rule(field(units), "LN1 > 1010\nLG8 left", die)
    assert ruled.refused == [] and hits(ruled, "LG8", "LG9") == [upper, 0]
    assert {ruled.of("LG8")["facing"], ruled.of("LG9")["facing"]} == {facing}


@pytest.mark.rule("simple-gboh 3.1", "simple-gboh 4.44")
def test_the_first_turn_of_all_goes_to_the_higher_die_and_is_nobodys_to_seize() -> None:
    units = [unit("a", "MI1", 1010), unit("b", "MI7", 2010, "W")]
    leaders = [chief("a", "Alex", 1010, seizure=1), chief("b", "Pyr", 2010, seizure=1)]
    ruled = rule(field(units, leaders, phase="first", orders=None), "", 4, 4, 2, 7)
    assert [(t["side"], t["kind"]) for t in ruled.told if t["type"] == "decision"] == [("b", "activation")]


@pytest.mark.rule("simple-gboh 7.34", "simple-gboh 7.35", "simple-gboh 7.32")
def test_nobody_is_attacked_twice() -> None:
    units = [unit("a", "HI1", 1010), unit("a", "HI2", 1011), unit("b", "HI9", 1110, "E"), FAR]
    given = field(units, phase="shock")
    ruled = rule(given, "shock HI1 x HI9 & HI2 x HI9")
    assert len(ruled.refused) == 1 and ruled.refused[0] in ("7.34", "7.35") and ruled.asked == ["shock"]
    assert rule(given, "shock HI1 HI2 x HI9").refused == []


@pytest.mark.rule("simple-gboh 7.44", "simple-gboh 7.41", "simple-gboh 7.4")
def test_one_of_two_attackers_follows() -> None:
    units = [unit("a", "HI1", 1010), unit("a", "MI2", 1011, ma=5), unit("b", "SK9", 1110, "W", ma=6), FAR]
    given = field(units, phase="shock", orders={"side": "a", "moved": ["HI1", "MI2"]})
    ruled = rule(given, "shock all\nSK9 1410\nMI2 1110 @E")
    assert ruled.refused == [] and where(ruled, "HI1", "MI2", "SK9") == [1010, 1110, 1410]
    assert ruled.asked == ["activation"], "no Shock is left"


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 5.35", "simple-gboh 5.11")
@pytest.mark.parametrize("depletable", [True, False])
def test_who_is_left_of_a_stack_that_was_shot_at_as_it_left(depletable: bool) -> None:
    """The lower unit hasn't spent a point, and goes by itself: it may be fired at as well."""
    top = unit("a", "LG1", 1010, "W", **LEGION, tq=6, hits=5, depletable=depletable)
    units = [top, unit("a", "LG2", 1010, "W", **LEGION, below="LG1"), FAR_A]
    units += [unit("b", "SK8", 1110, "W", missile="A"), FAR]
    alone = "" if depletable else "\nLG2 > 0909 0809\nSK8 hold"
    ruled = rule(field(units), f"LG1+LG2 > 0909 0809\nSK8 fire{alone}", 0)
    assert ruled.refused == []
    assert ruled.of("LG1")["eliminated"] is not depletable
    assert where(ruled, "LG2") == [809]


@pytest.mark.rule("simple-gboh 7.61", "simple-gboh 7.71", "simple-gboh 7.54")
def test_horse_pursues_no_foot() -> None:
    units = [unit("a", "HC1", 1010, tq=6, size=4), FAR_A, unit("b", "MI9", 1110, "W", tq=6, size=4, hits=5), FAR]
    ruled = rule(field(units, phase="shock"), "shock all\nHC1 left", 3)
    assert ruled.refused == [] and ruled.of("MI9")["eliminated"]
    assert (where(ruled, "HC1"), ruled.of("HC1")["facing"]) == ([1110], "NE")


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.14", "simple-gboh 8.22")
@pytest.mark.parametrize(("answer", "dice", "left"), [("SK8 fire; SK7 fire", (2, 2), 2), ("SK8 fire", (2,), 1)])
def test_two_archers_shoot_at_one_comer(answer: str, dice: tuple[int, ...], left: int) -> None:
    units = [unit("a", "HI1", "0910", tq=6, hits=5, depletable=True), FAR_A]
    units += [unit("b", "SK8", 1110, "W", missile="A"), unit("b", "SK7", 1109, "SW", missile="A"), FAR]
    ruled = rule(field(units), f"HI1 > 1010\nnone\n{answer}", *dice)
    state = ruled.of("HI1")
    assert ruled.refused == [] and (state["depleted"], state["hits"], state["hex"]) == (True, max(1, left - 1), 1010)
