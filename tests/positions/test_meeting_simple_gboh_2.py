"""Simple GBoH: positions of Shock and what follows from it, in which two or more rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, chief, ended, field, hits, where


def due(ruled: Ruling) -> dict[str, int]:
    """Modifiers of the Shock roll that play waits for, those that are 0 left out."""
    (roll,) = [t for t in ruled.told if t["type"] == "dice-due"]
    assert roll["purpose"] == "shock"
    return {m["reason"]: m["value"] for m in roll["modifiers"] if m["value"]}


@pytest.mark.rule("simple-gboh 7.42", "simple-gboh 7.44", "simple-gboh 7.74", "simple-gboh 4.36", "simple-gboh 6.22")
@pytest.mark.parametrize(("die", "suffered"), [(5, 1), (6, 0)])
def test_who_advances_after_retreating_horse_comes_under_fire_from_its_neighbour(die: int, suffered: int) -> None:
    units = [
        unit("a", "MI1", "0910", ma=5),
        FAR_A,
        unit("b", "LC9", 1110, "W", ma=8),
        unit("b", "SK8", 1211, "W", missile="A"),
    ]
    way = "MI1 > 1010\nLC9 no\ndone\nshock all\nLC9 1510\nMI1 1110"
    ruled = rule(field(units, [chief("b", "Pyr", 1110)]), f"{way}\nSK8 fire", die)
    assert ruled.refused == []
    assert where(ruled, "LC9", "Pyr", "MI1") == [1510, 1510, 1110] and hits(ruled, "MI1") == [suffered]


@pytest.mark.rule("simple-gboh 7.45", "simple-gboh 8.1", "simple-gboh 7.41", "simple-gboh 7.44")
@pytest.mark.parametrize(("die", "gone"), [(6, True), (5, False)])
def test_light_foot_breaks_as_it_retreats(die: int, gone: bool) -> None:
    units = [unit("a", "MI1", "0910", ma=5), FAR_A, unit("b", "LI9", 1110, "W", ma=7, tq=5, hits=4), FAR]
    orders = "MI1 > 1010\nLI9 no\ndone\nshock all\nLI9 1510\nMI1 1110 @E"
    ruled = rule(field(units), orders, die)
    assert ruled.of("LI9")["eliminated"] is gone
    assert where(ruled, "MI1") == [1110]
    if not gone:
        assert where(ruled, "LI9") == [1510]


@pytest.mark.rule("simple-gboh 7.44", "simple-gboh 7.41", "simple-gboh 7.35", "simple-gboh 7.4")
def test_one_of_two_defenders_retreats_and_the_other_fights_alone() -> None:
    units = [
        unit("a", "HI1", "0910", size=5),
        FAR_A,
        unit("b", "HI8", 1109, "W", size=5),
        unit("b", "SK9", 1110, "W", ma=6, missile="A"),
    ]
    orders = "HI1 > 1010\nnone\nnone\ndone\nshock HI1 x HI8 SK9\nSK9 1410"
    ruled = rule(field(units), orders)
    assert ruled.refused == []
    assert where(ruled, "HI1", "SK9") == [1010, 1410]
    assert sum(due(ruled).values()) == 1


@pytest.mark.rule("simple-gboh 7.46", "simple-gboh 4.38", "simple-gboh 7.4")
@pytest.mark.parametrize(("second", "drm"), [(1, 0), (2, 1)])
def test_a_leader_who_falls_before_the_clash_lends_nothing_to_it(second: int, drm: int) -> None:
    units = [unit("a", "HI1", 1010), FAR_A, unit("b", "HI9", 1110, "W"), FAR]
    ruled = rule(field(units, [chief("a", "Alex", 1010)], phase="shock"), "shock all", 0, second)
    assert ruled.of("Alex")["eliminated"] is (drm == 0) and sum(due(ruled).values()) == drm


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.38", "simple-gboh 7.46", "simple-gboh 7.4")
@pytest.mark.parametrize(("row", "dice", "drm"), [(12, (5, 3), 1), (13, (5, 3), 0), (12, (0, 0, 3), 0)])
def test_a_hero_inspires_the_fight_next_door(row: int, dice: tuple[int, ...], drm: int) -> None:
    units = [
        unit("a", "HI1", 1010),
        unit("a", "HI2", 1000 + row),
        unit("b", "HI9", 1110, "W"),
        unit("b", "HI8", 1100 + row, "W"),
    ]
    given = field(units, [chief("a", "Alex", 1010, heroic=True)], phase="shock")
    ruled = rule(given, "shock HI1 x HI9 & HI2 x HI8", *dice)
    assert ruled.refused == [] and sum(due(ruled).values()) == drm


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.3", "simple-gboh 8.22", "simple-gboh 8.23", "simple-gboh 5.35")
@pytest.mark.parametrize(("before", "top"), [(3, 3), (5, None)])
def test_a_beaten_stack_that_cannot_retreat(before: int, top: int | None) -> None:
    """The upper unit is Depleted with half its Hits; both take 2 more where they stand, which may be its end."""
    stack = [
        unit("a", "LG1", 1010, **LEGION, tq=6, size=5, hits=before, depletable=True),
        unit("a", "LG2", 1010, **LEGION, tq=6, size=5, depletable=True, below="LG1"),
    ]
    walls = {"terrain": dict.fromkeys(("1009", "0909", "0910"), "impassable")}
    units = [*stack, FAR_A, unit("b", "PH9", 1111, "W", tq=7, size=10), FAR]
    ruled = rule(field(units, phase="shock", ground=walls), "shock all", 5, 7)
    assert ruled.refused == [] and hits(ruled, "LG2", "PH9") == [2, 0]
    upper = ruled.of("LG1")
    assert (None if upper["eliminated"] else upper["hits"]) == top
    assert upper["depleted"] is True and ruled.of("LG2")["depleted"] is False
    assert where(ruled, "LG2") == [1010]


@pytest.mark.rule("simple-gboh 8.4", "simple-gboh 8.1", "simple-gboh 7.71", "simple-gboh 7.52")
@pytest.mark.parametrize(("die", "stands"), [(2, 1010), (4, 1110)])
def test_when_both_would_rout_the_attacker_holds_on(die: int, stands: int) -> None:
    units = [
        unit("a", "HI1", 1010, tq=5, size=5, hits=3),
        FAR_A,
        unit("b", "HI9", 1110, "W", tq=5, size=5, hits=4),
        FAR,
    ]
    ruled = rule(field(units, phase="shock"), "shock all\nHI1 no" if die == 4 else "shock all", die)
    assert ruled.refused == [] and ruled.of("HI9")["eliminated"]
    assert (hits(ruled, "HI1"), where(ruled, "HI1"), ruled.of("HI1")["eliminated"]) == ([4], [stands], False)


@pytest.mark.rule("simple-gboh 7.62", "simple-gboh 7.63", "simple-gboh 4.36", "simple-gboh 7.46")
@pytest.mark.parametrize(("back", "returns"), [(3, True), (4, False)])
def test_the_general_rides_off_in_pursuit_and_comes_back(back: int, returns: bool) -> None:
    units = [unit("a", "HC1", 1010, tq=6, size=4), FAR_A, unit("b", "LN9", 1110, "W", tq=6, size=4, hits=5, ma=5), FAR]
    leaders = [chief("a", "Alex", 1010), chief("b", "Pyr", 2819)]
    on = "\nW\nHC1 > 2910\nAlex go" if returns else ""
    ruled = rule(field(units, leaders, phase="shock"), f"shock all\npass\na\n3010{on}", 5, 9, 5, back)
    assert ruled.of("LN9")["eliminated"]
    assert ruled.refused == ([] if returns else ["3.2"])
    assert ruled.of("Alex")["eliminated"] is False and ruled.of("HC1")["pursuing"] is not returns
    assert where(ruled, "HC1", "Alex") == ([2910, 2910] if returns else [None, None])


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.41", "simple-gboh 7.52", "simple-gboh 7.42")
def test_horse_that_cannot_get_away_from_elephants_is_hit_before_the_clash() -> None:
    units = [unit("a", "EL1", 1010, tq=6), FAR_A, unit("b", "LN9", 1110, "W", tq=6), FAR]
    walls = {"terrain": dict.fromkeys(("1210", "1211", "1111"), "impassable")}
    ruled = rule(field(units, phase="shock", ground=walls), "shock all")
    assert hits(ruled, "LN9") == [1] and sorted(due(ruled).values()) == [1, 4]
    free = rule(field(units, phase="shock"), "shock all\nLN9 no")
    assert len(free.refused) == 1 and free.asked == ["retreat-before-shock"]


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 10.22", "simple-gboh 7.53", "simple-gboh 7.73")
def test_an_elephant_broken_on_the_pikes_tramples_its_own() -> None:
    units = [unit("a", "EL1", 1010, tq=6), unit("a", "MI2", 1009, tq=5), unit("b", "PH9", 1111, "W", tq=7), FAR]
    ruled = rule(field(units, phase="shock"), "shock all", 0, 5, 9)
    assert ruled.refused == [] and ruled.of("EL1")["eliminated"]
    assert hits(ruled, "MI2", "PH9") == [4, 0] and where(ruled, "PH9") == [1111]


@pytest.mark.rule("simple-gboh 10.51", "simple-gboh 10.53", "simple-gboh 7.52")
@pytest.mark.parametrize(("start", "moved"), [("0610", 1), ("0710", 0)])
def test_chariots_that_gather_speed_and_are_spent(start: str, moved: int) -> None:
    units = [unit("a", "CH1", start, tq=5), FAR_A, unit("b", "MI9", 1110, "W", tq=5), FAR]
    orders = "CH1 > 1010\nMI9 no\ndone\nshock all"
    assert sorted(due(rule(field(units), orders)).values()) == [1] * (1 + moved)
    fought = rule(field(units), orders, 2)
    assert fought.of("CH1")["eliminated"] and hits(fought, "MI9") == [1] and where(fought, "MI9") == [1110]


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.31", "simple-gboh 7.32")
@pytest.mark.parametrize("held", [True, False])
def test_an_enemy_at_ones_back_spoils_the_attack_on_anothers(held: bool) -> None:
    units = [unit("a", "HI1", 1010), FAR_A, unit("b", "HI9", 1110, "E")]
    units.append(unit("b", "HI8", "0910", "E") if held else FAR)
    given = field(units, phase="shock")
    assert sum(due(rule(given, "shock HI1 x HI9")).values()) == (0 if held else 3)
    none = rule(given, "shock none")
    assert none.refused == (["7.31"] if held else [])
    assert ("dice-due" in none.kinds) is held, "who is held attacks whatever is said"


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 7.32", "simple-gboh 7.3")
@pytest.mark.parametrize(
    ("facing", "order", "refused"),
    [
        ("SW", "shock HI1 x HI9", ["7.31"]),
        ("SW", "shock none", ["7.31"]),
        ("SW", "shock HI1 x HI9 & MI2 x HI8", []),
        ("SW", "shock HI1 x HI8 HI9", []),
        ("E", "shock HI1 x HI9", ["7.32"]),
        ("E", "shock none", []),
    ],
)
def test_whom_one_must_attack(facing: str, order: str, refused: list[str]) -> None:
    units = [
        unit("a", "HI1", 1010),
        unit("a", "MI2", 1009, "SE"),
        unit("b", "HI8", 1109, facing),
        unit("b", "HI9", 1110, "W" if facing == "SW" else facing),
    ]
    assert rule(field(units, phase="shock"), order).refused == refused


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 7.35", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("banks", "drm"), [((1010,), 1), ((1010, 1011), 0)])
def test_a_river_before_one_attacker_or_both(banks: tuple[int, ...], drm: int) -> None:
    river = [{"a": bank, "b": 1110, "type": "river"} for bank in banks]
    units = [unit("a", "HI1", 1010, size=5), unit("a", "HI2", 1011, size=5), unit("b", "HI9", 1110, "W", size=5), FAR]
    ruled = rule(field(units, phase="shock", ground={"hexsides": river}), "shock HI1 HI2 x HI9\nHI1")
    assert sum(due(ruled).values()) == drm


@pytest.mark.rule("simple-gboh 7.74", "simple-gboh 7.71", "simple-gboh 5.17", "simple-gboh 7.54")
@pytest.mark.parametrize(
    ("ground", "die", "suffered"),
    [({"levels": {"1110": 2}}, 8, 1), ({"terrain": {"1110": "rough"}}, 7, 0)],
)
def test_the_ground_won_may_cost_a_hit(ground: Any, die: int, suffered: int) -> None:
    """Who advances takes the Hits that are certain, not those that might be bought off."""
    units = [unit("a", "HI1", 1010, tq=6, size=5), FAR_A, unit("b", "HI9", 1110, "W", tq=6, size=5, hits=5), FAR]
    ruled = rule(field(units, phase="shock", ground=ground), "shock all\nHI1 no", die, 9)
    assert ruled.refused == [] and ruled.of("HI9")["eliminated"]
    assert where(ruled, "HI1") == [1110] and hits(ruled, "HI1") == [suffered]


@pytest.mark.rule("simple-gboh 10.24", "simple-gboh 4.12", "simple-gboh 7.33", "simple-gboh 7.31")
def test_an_elephant_in_contact_obeys_nobody_and_fights() -> None:
    units = [unit("a", "EL1", 1010), FAR_A, unit("b", "HI9", 1110, "W"), FAR]
    given = field(units, [chief("a", "Alex", 1010)], phase="activation")
    ruled = rule(given, "a\nEL1 > @NE 1009\ndone\nshock none")
    assert ruled.refused == ["10.24", "7.31"]
    assert [t["purpose"] for t in ruled.told if t["type"] == "dice-due"] == ["leader-hit"], "it must attack"


@pytest.mark.rule("simple-gboh T:weapon_matrix_special_modifiers", "simple-gboh 7.52", "simple-gboh 5.33")
@pytest.mark.parametrize(("joins", "drm"), [(False, 6), (True, 4)])
def test_javelins_are_thrown_by_those_who_come_up_not_by_those_who_join(joins: bool, drm: int) -> None:
    mate = unit("a", "LG2", 1010 if joins else "0202", **LEGION, tq=6, size=1)
    units = [unit("a", "LG1", "0910", **LEGION, tq=6, size=5), mate, unit("b", "HI9", 1110, "E", tq=6, size=5)]
    ruled = rule(field([*units, FAR]), "LG1 > 1010\nHI9 no\ndone\nshock all")
    assert sum(due(ruled).values()) == drm


@pytest.mark.rule("simple-gboh 7.24", "simple-gboh 7.37", "simple-gboh 10.11", "simple-gboh 9.0")
@pytest.mark.parametrize(("level", "winner"), [(4, ["a"]), (5, [])])
def test_an_engine_alone_shoots_and_is_overrun(level: int, winner: list[str]) -> None:
    engine = {"side": "b", "code": "ART9", "type": "ART", "hex": 1110, "facing": "W", "missile": "Bolt"}
    units = [unit("a", "HI1", "0910"), FAR_A, engine, FAR]
    given = field(units, ground={"sides": {"a": {}, "b": {"withdrawal_level": level}}})
    ruled = rule(given, "HI1 > 1010\nART9 x HI1\ndone", 0)
    assert hits(ruled, "HI1") == [1] and where(ruled, "HI1") == [1010]
    assert ruled.of("ART9")["eliminated"] and ended(ruled) == winner


@pytest.mark.rule("simple-gboh 7.42", "simple-gboh 7.43", "simple-gboh 4.36")
@pytest.mark.parametrize("answer", ["LC9 1510", "LC9 1510 @W", "1510-W"])
def test_a_retreat_is_written_as_the_notation_says(answer: str) -> None:
    """With the facing it keeps, or none; the way there is found by the rules, and not written."""
    units = [unit("a", "MI1", "0910", ma=5), FAR_A, unit("b", "LC9", 1110, "W", ma=8), FAR]
    given, before = field(units, [chief("b", "Pyr", 1110)]), "MI1 > 1010\nLC9 no\ndone\nshock all\n"
    ruled = rule(given, f"{before}{answer}")
    assert ruled.refused == [] and where(ruled, "LC9", "Pyr") == [1510, 1510]
    way = rule(given, f"{before}LC9 > 1210 1310 1410 1510").told
    assert [t["text"] for t in way if t["type"] == "refusal"] == [
        "“LC9 > 1210 1310 1410 1510”: name only the hex where it ends: 1510."
    ]


@pytest.mark.rule("simple-gboh 7.24", "simple-gboh 7.14")
@pytest.mark.parametrize("answer", ["yes", "ART9 x HI1", "x HI1", "fire", "ART9 fire"])
def test_artillery_in_reaction_is_let_loose_as_the_notation_says(answer: str) -> None:
    """With one target only."""
    engine = {"side": "b", "code": "ART9", "type": "ART", "hex": 1110, "facing": "W", "missile": "Bolt"}
    ruled = rule(field([unit("a", "HI1", "0910"), FAR_A, engine, FAR]), f"HI1 > 1010\n{answer}", 0)

    assert ruled.refused == [] and hits(ruled, "HI1") == [1]


def asked_by(ruled: Ruling) -> list[str]:
    """Cases of the questions that were put, in their order."""
    return [t["rule"] for t in ruled.told if t["type"] in ("next", "decision")]


@pytest.mark.rule("simple-gboh 7.2", "simple-gboh 7.22", "simple-gboh 7.23")
@pytest.mark.parametrize(("answer", "again"), [("fire", False), ("hold", True)])
def test_who_has_shot_at_a_comer_does_not_shoot_back_at_him(answer: str, again: bool) -> None:
    units = [unit("a", "LI1", "0910", missile="A"), FAR_A, unit("b", "SK8", 1110, "W", missile="A"), FAR]
    dice = [9, 9, 9] if again else [9, 9]
    orders = f"LI1 > 1010 x SK8\nSK8 no\nSK8 {answer}" + ("\nSK8 fire" if again else "")
    ruled = rule(field(units), orders, *dice[1:])
    assert ruled.refused == [] and ("7.23" in asked_by(ruled)) is again


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 6.15", "simple-gboh 7.23")
@pytest.mark.parametrize("held", [True, False])
def test_archers_held_by_one_enemy_do_nothing_about_another(held: bool) -> None:
    units = [unit("a", "LI1", "0910", missile="A"), unit("b", "SK8", 1110, "W", missile="A"), FAR]
    units.append(unit("a", "HI2", 1109, "SE") if held else FAR_A)
    comes = rule(field(units), "LI1 > 1010\nnone\nnone")
    assert ({"6.15", "7.22"} & set(asked_by(comes)) == set()) is held
    shoots = rule(field(units), "LI1 x SK8", 9)
    assert ("7.23" in asked_by(shoots)) is not held


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 6.14", "simple-gboh 6.12")
@pytest.mark.parametrize(("facing", "refused", "suffered"), [("W", ["7.1"], 0), ("E", [], 1)])
def test_javelins_are_thrown_beside_a_zoc_not_in_it(facing: str, refused: list[str], suffered: int) -> None:
    units = [unit("a", "LI1", "0910", missile="J"), FAR_A, unit("b", "HI9", 1110, facing), FAR]
    ruled = rule(field(units), "LI1 > 1010 x HI9\nnone", 5)
    assert ruled.refused[: len(refused)] == refused and hits(ruled, "HI9") == [suffered]


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 6.14", "simple-gboh 6.12", "simple-gboh 6.22")
def test_archers_going_back_do_not_shoot_and_skirmishers_in_a_zoc_do_not_turn() -> None:
    units = [unit("a", "SK1", 1009, missile="A"), unit("a", "SK3", "0911"), unit("b", "HI9", 1110, "W"), FAR]
    assert rule(field(units), "SK1 > @NW 0908 @SE x HI9").refused == ["7.1"]
    assert rule(field(units), "SK3 > 1011 @NE").refused == ["6.14"]
    assert rule(field(units), "SK3 > @NE 0910 @W\nnone").left("SK3") >= 1


@pytest.mark.rule("simple-gboh 4.31", "simple-gboh 4.32", "simple-gboh 4.1")
def test_leaders_who_go_along_and_leaders_who_may_not_go_alone() -> None:
    sides = {
        "a": {"formations": [{"id": n, "name": n, "commanders": [c]} for n, c in (("ff", "Cato"), ("gg", "Varro"))]},
        "b": {},
    }
    units = [unit("a", "MI1", 1010, formation="ff"), unit("a", "MI2", 1012, formation="ff")]
    units += [unit("a", "MI3", "0202", formation="gg"), FAR]
    leaders = [chief("a", "Cato", 1010), chief("a", "Varro", 1012, role="SC")]
    given = field(units, leaders, phase="activation", ground={"sides": sides})
    ruled = rule(given, "ff\nVarro > 1112\nMI1 > 1110\nCato go\nCato > 1210\nMI2 > 1112\nVarro go\nVarro > 1212")
    assert len(ruled.refused) >= 2 and set(ruled.refused) <= {"4.31", "4.32", "4.1", "3.2"}
    assert where(ruled, "MI1", "Cato", "MI2", "Varro") == [1110, 1110, 1112, 1112]


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 10.23", "simple-gboh 7.54")
def test_victorious_horse_has_to_advance_before_an_elephant() -> None:
    units = [unit("a", "HC1", 1010, tq=6, size=4), FAR_A, unit("b", "HI9", 1110, "W", tq=6, size=4, hits=5)]
    units.append(unit("b", "EL8", 1210, "W"))
    ruled = rule(field(units, phase="shock"), "shock all", 9, 9)
    assert ruled.of("HI9")["eliminated"]
    assert where(ruled, "HC1") == [1110] and hits(ruled, "HC1") == [0]


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 7.72", "simple-gboh 5.23")
@pytest.mark.parametrize(("friend", "stands"), [(False, 1109), (True, 1010)])
def test_a_phalanx_advances_straight_on_or_not_at_all(friend: bool, stands: int) -> None:
    units = [unit("a", "PH1", 1010, tq=7, size=10), unit("b", "HI8", 1109, "W", tq=6, size=9, hits=5), FAR]
    if friend:
        units.append(unit("a", "MI2", 1110))
    ruled = rule(field(units, phase="shock"), "shock PH1 x HI8", 5, 9)
    assert ruled.of("HI8")["eliminated"] and where(ruled, "PH1") == [stands] and ruled.of("PH1")["facing"] == "E"


@pytest.mark.rule("simple-gboh 4.43", "simple-gboh 4.44", "simple-gboh 4.41")
@pytest.mark.parametrize(("die", "seized"), [(4, True), (5, False)])
def test_a_subordinate_who_seizes_the_turn_or_fails_to(die: int, seized: bool) -> None:
    formations = [
        {"id": "mil", "name": "Mil's", "commanders": ["Mil"]},
        {"id": "aux", "name": "Aux", "auxiliary": True},
    ]
    units = [unit("a", "MI1", 1010), unit("b", "MI7", 2010, "W", formation="mil")]
    units.append(unit("b", "SK9", 2016, "W", formation="aux"))
    leaders = [
        chief("a", "Alex", 1010),
        chief("b", "Pyr", 2011, seizure=2, initiative=7),
        chief("b", "Mil", 2010, role="SC", seizure=2, initiative=4),
    ]
    given = field(
        units,
        leaders,
        ground={"sides": {"a": {}, "b": {"formations": formations}}},
        phase="seizure",
        orders={"side": "a", "seizable": True},
    )
    ruled = rule(given, "b: Mil" + ("\nb: aux\nb: mil" if seized else ""), die)
    assert ruled.refused == (["4.43"] if seized else []) and ruled.of("Mil")["seizure"] == 1
    (last,) = [t for t in ruled.told if t["type"] == "decision"]
    assert (last["side"], last["kind"]) == (("b", "orders") if seized else ("a", "activation"))


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 5.35", "simple-gboh 7.14", "simple-gboh 8.1")
@pytest.mark.parametrize(("before", "dice", "stack"), [(0, (2, 9, 5, 9), [2, 1]), (5, (5, 5, 5, 5), [0, 0])])
def test_an_elephant_tramples_a_stack(before: int, dice: tuple[int, ...], stack: list[int]) -> None:
    """One check for both by the upper one; an elephant at its last Hit runs amok for certain."""
    units = [unit("a", "SK1", 1010, missile="A", tq=5), FAR_A, unit("b", "EL9", 1110, "W", tq=6, hits=before), FAR]
    units.append(unit("b", "LG8", 1109, "W", **LEGION, tq=6))
    units.append(unit("b", "LG9", 1109, "W", **LEGION, tq=5, below="LG8"))
    ruled = rule(field(units), "SK1 x EL9", *dice)
    assert ruled.of("EL9")["eliminated"] and hits(ruled, "LG8", "LG9") == stack


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 4.36", "simple-gboh 8.3", "simple-gboh 7.46")
def test_the_leader_goes_back_with_what_is_left_of_the_stack() -> None:
    units = [
        unit("a", "LG1", 1010, **LEGION, tq=6, size=5, hits=3),
        unit("a", "LG2", 1010, **LEGION, tq=6, size=5, below="LG1"),
        FAR_A,
        unit("b", "PH9", 1111, "W", tq=7, size=10),
    ]
    ruled = rule(field(units, [chief("a", "Alex", 1010)], phase="shock"), "shock all\n0910", 5, 4, 7)
    assert ruled.refused == [] and ruled.of("LG1")["eliminated"]
    assert where(ruled, "LG2", "Alex") == [910, 910] and ruled.of("LG2")["below"] is None
    assert ruled.of("Alex")["elsewhere"] is False


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 4.36", "simple-gboh 4.11", "simple-gboh 8.1")
def test_the_smell_of_elephants_takes_the_commanders_horse() -> None:
    units = [unit("a", "HC1", 1010, "W", tq=6, hits=5), unit("a", "MI2", "0910"), unit("b", "EL9", 1110, "E"), FAR]
    ruled = rule(field(units, [chief("a", "Cato", 1010, command_range=2)], phase="activation"), "a")
    assert ruled.of("HC1")["eliminated"]
    assert (ruled.of("Cato")["elsewhere"], ruled.of("Cato")["eliminated"]) == (True, False)
    assert "MI2" in ruled.end["orders"]["in_command"]


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 7.35", "simple-gboh 7.52")
def test_the_attacker_deals_out_the_odd_hit() -> None:
    units = [unit("a", "HI1", 1010, size=5), FAR_A]
    units += [unit("b", "HI8", 1109, "W", size=5), unit("b", "HI9", 1110, "W", size=5)]
    ruled = rule(field(units, phase="shock"), "shock HI1 x HI8 HI9\nb: HI8\na: HI9", 5)
    assert ruled.refused == [] and hits(ruled, "HI1", "HI8", "HI9") == [2, 0, 1]


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.35", "simple-gboh 7.52")
def test_of_two_attackers_the_one_behind_counts() -> None:
    units = [unit("a", "HI1", 1010, size=3), unit("a", "MI2", 1210, "W", tq=6, size=3)]
    units += [unit("b", "HI9", 1110, "W", size=6), FAR]
    ruled = rule(field(units, phase="shock"), "shock HI1 MI2 x HI9")
    assert list(due(ruled).values()) == [3] and ruled.asked == []


@pytest.mark.rule("simple-gboh 7.43", "simple-gboh 7.41", "simple-gboh 5.31", "simple-gboh 5.14")
@pytest.mark.parametrize(("code", "ma", "may"), [("SK9", 6, True), ("LC9", 8, True), ("LC9", 6, False)])
def test_a_retreat_through_friends(code: str, ma: int, may: bool) -> None:
    """For 1 MP more in open order, 2 more on horseback; who would have to stop on the friend has no retreat."""
    walls = {"terrain": dict.fromkeys(("1211", "1111", "1109"), "impassable")}
    units = [unit("a", "MI1", "0910", ma=5), FAR_A, unit("b", code, 1110, "W", ma=ma), unit("b", "MI7", 1210, "W")]
    orders = f"MI1 > 1010\n{code} no\ndone\nshock all" + ("\n1310" if may else "")
    ruled = rule(field(units, ground=walls), orders)
    assert ruled.refused == [] and ("7.41" in asked_by(ruled)) is may
    assert where(ruled, code) == [1310 if may else 1110]


@pytest.mark.rule("simple-gboh 11.25", "simple-gboh 8.3", "simple-gboh 7.71", "simple-gboh 7.53")
def test_a_column_is_beaten_back_and_forms() -> None:
    units = [unit("a", "HI1", 1110, tq=6, size=5), FAR_A, FAR]
    units.append(unit("b", "HI9", 1210, "SIDE_SW", tq=6, size=5, column=True))
    ruled = rule(field(units, phase="shock", ground={"columns": True}), "shock all\nHI9 1310\nHI1 no\nW", 5)
    assert where(ruled, "HI1", "HI9") == [1210, 1310] and hits(ruled, "HI1", "HI9") == [1, 2]
    assert (ruled.of("HI9")["column"], ruled.of("HI9")["facing"]) == (False, "W")


@pytest.mark.rule("simple-gboh 4.31", "simple-gboh 4.34", "simple-gboh 5.17", "simple-gboh 5.14")
def test_a_leader_rides_over_a_river_to_the_front() -> None:
    river = [{"a": 1010, "b": b, "type": "river"} for b in (1009, 1011, "0909", "0910", 1109, 1110)]
    units = [unit("a", "MI2", 1210), unit("b", "HI9", 1310, "E"), FAR]
    given = field(
        units, [chief("a", "Alex", 1010)], ground={"hexsides": river}, orders={"side": "a", "leads": ["Alex"]}
    )
    ruled = rule(given, "Alex > 1211\nAlex > 1210")
    assert ruled.refused == ["4.34"] and where(ruled, "Alex") == [1210] and ruled.left("Alex") == 4


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 9.0", "simple-gboh 7.52", "simple-gboh 8.1")
@pytest.mark.parametrize(("level", "winner"), [(28, ["a"]), (29, [])])
def test_a_double_phalanx_is_a_quarter_of_an_army(level: int, winner: list[str]) -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=7), FAR_A, FAR]
    units.append(unit("b", "PH9", 1111, "W", tq=7, size=10, hits=6, may_double=True))
    units.append(unit("b", "PH8", 1111, "W", tq=7, size=10, may_double=True, below="PH9"))
    given = field(units, phase="shock", ground={"sides": {"a": {}, "b": {"withdrawal_level": level}}})
    assert sum(due(rule(given, "shock all")).values()) == -2
    ruled = rule(given, "shock all", 5)
    assert ruled.of("PH9")["eliminated"] and hits(ruled, "HI1") == [2]
    assert ended(rule(given, "shock all\n1110\nHI1 no", 5)) == winner
