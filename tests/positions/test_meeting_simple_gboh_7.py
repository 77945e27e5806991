"""Simple GBoH where rules meet: zones and command, what fires at whom, angles of attack, ends of a Shock."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, chief, dice_left, ended, field, hits, where

SHOCK: dict[str, Any] = {"phase": "shock"}


def foot(side: str, code: str, at: Any, facing: str = "E", **said: Any) -> dict[str, Any]:
    return unit(side, code, at, facing, **{"tq": 6, "size": 4, **said})


def rolled(ruled: Any) -> list[str]:
    return [t["rule"] for t in ruled.told if t["type"] == "roll"]


@pytest.mark.rule("simple-gboh 10.24", "simple-gboh 6.23", "simple-gboh 7.32")
def test_an_elephant_with_an_enemy_before_it_stands() -> None:
    """Its commander behind it helps nothing; the enemy turns his back: whom it attacks is its choice."""
    units = [unit("a", "EL1", 1010, tq=6, size=4), foot("b", "MI9", 1110), FAR_A, FAR]
    begun = {"side": "a", "formations": ["a"]}
    ruled = rule(field(units, [chief("a", "Alfa", "0910")], orders=begun), "EL1 > 1009\ndone\nshock none")
    assert ruled.refused == ["10.24"] and where(ruled, "EL1") == [1010] and ruled.asked == ["activation"]


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 7.22", "simple-gboh T:missile_drm")
@pytest.mark.parametrize(
    ("mover", "dice", "turned", "rider", "stung"),
    [("LN1", (5, 4), True, 0, 1), ("LN1", (5, 5), True, 0, 0), ("LN1", (6,), False, 1, 0), ("MI1", (4,), True, 0, 1)],
)
def test_horse_turns_to_horse_by_a_roll_and_to_foot_without(
    mover: str, dice: tuple[int, ...], turned: bool, rider: int, stung: int
) -> None:
    """Javelins from the saddle: 6, and two less."""
    units = [unit("a", mover, 1010, tq=6, ma=6), unit("b", "LC9", 1210, "NE", tq=5, missile="J"), FAR_A, FAR]
    ruled = rule(field(units), f"{mover} > 1109\nLC9 @NW" + ("\nLC9 fire" if turned else ""), *dice)
    assert ruled.refused == [] and dice_left(ruled) == [] and where(ruled, mover) == [1109]
    assert hits(ruled, "LC9", mover) == [rider, stung] and (ruled.of("LC9")["facing"] == "NW") is turned


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.82")
@pytest.mark.parametrize(("held", "mine", "his"), [(True, 2, 1), (False, 1, 2)])
def test_who_has_an_enemy_at_his_own_back_attacks_as_from_the_front(held: bool, mine: int, his: int) -> None:
    """3: from behind it would be 6."""
    units = [foot("a", "MI1", 1110), foot("b", "MI9", 1210, "NE"), FAR_A, FAR]
    units += [foot("b", "MI8", 1010)] if held else []
    ruled = rule(field(units, **SHOCK), "shock MI1 x MI9", 3)
    assert ruled.refused == [] and hits(ruled, "MI1", "MI9") == [mine, his]


@pytest.mark.rule("simple-gboh 7.36", "simple-gboh 7.71", "simple-gboh 8.3")
def test_a_phalanx_half_before_and_half_beside_attacks_from_the_front() -> None:
    """4 and 3: from the side it would be 8, and a roll."""
    units = [unit("a", "PH1", 1010, tq=6, size=4), foot("b", "MI9", 1110, "SW"), FAR_A, FAR]
    ruled = rule(field(units, **SHOCK), "shock PH1 x MI9\n1210\nnone", 4)
    assert len(rolled(ruled)) == 1 and hits(ruled, "PH1", "MI9") == [1, 2] and where(ruled, "MI9") == [1210]


@pytest.mark.rule("simple-gboh T:missile_drm", "simple-gboh 7.13")
@pytest.mark.parametrize(("die", "stung"), [(3, 1), (4, 0)])
def test_bowmen_who_have_moved_at_cataphracts_in_a_wood(die: int, stung: int) -> None:
    """6 at two hexes, and one less for each."""
    units = [unit("a", "SK1", 1010, missile="C"), unit("b", "HC9", 1310, "W", cls="CAT", tq=7), FAR_A, FAR]
    ruled = rule(field(units, ground={"terrain": {"1310": "forest"}}), "SK1 > 1110 x HC9", die)
    assert ruled.refused == [] and hits(ruled, "HC9") == [stung]


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.14", "simple-gboh 8.5")
@pytest.mark.parametrize(("check", "runs"), [(4, False), (5, True)])
def test_hit_and_run_at_an_elephants_face(check: int, runs: bool) -> None:
    """4 and 2 is 6; its hit counts in the check."""
    units = [unit("a", "SK1", 1010, missile="J", tq=4), unit("b", "EL9", 1210, "W", tq=5), FAR_A, FAR]
    ruled = rule(field(units), "SK1 harass EL9 1110", 4, check, *([9] if runs else []))
    assert ruled.refused == [] and dice_left(ruled) == [] and ruled.of("EL9")["eliminated"] is runs
    if runs:
        assert ruled.of("SK1")["eliminated"] is True, "5 more than its TQ"


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 6.23", "simple-gboh 7.1")
@pytest.mark.parametrize(("weapon", "shot", "case"), [("A", [], ""), ("J", ["7.1"], "7.1")])
def test_bowmen_in_contact_shoot_without_a_commander_and_go_nowhere(weapon: str, shot: list[str], case: str) -> None:
    units = [unit("a", "SK1", 1010, missile=weapon, formation="f"), foot("b", "MI9", 1110, "W"), FAR]
    units += [FAR_A | {"formation": "f"}]
    ground = {"sides": {"a": {"formations": [{"id": "f", "name": "F", "commanders": ["Alfa"]}]}, "b": {}}}
    orders = {"side": "a", "formations": ["f"]}
    given = field(units, [chief("a", "Alfa", "0202", command_range=2)], ground=ground, orders=orders)
    ruled = rule(given, "SK1 x MI9", 5)
    assert ruled.refused == shot and hits(ruled, "MI9") == [0 if case else 1]
    assert set(rule(given, "SK1 > 0910").refused) <= {"4.12", "6.23"} and rule(given, "SK1 > 0910").refused


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 9.0")
@pytest.mark.parametrize(("die", "gone"), [(9, True), (8, False)])
def test_who_never_comes_back_from_pursuit_counts_nothing(die: int, gone: bool) -> None:
    units = [unit("a", "RC1", None, tq=6, pursuing=True), FAR_A, FAR]
    sides = {"a": {"withdrawal_level": 1}, "b": {"withdrawal_level": 1}}
    ruled = rule(field(units, ground={"sides": sides}, phase="activation"), "a\ndone", die)
    assert ended(ruled) == [] and ruled.of("RC1")["departed"] is gone


@pytest.mark.rule("simple-gboh 11.25", "simple-gboh 7.31")
def test_a_column_next_to_the_enemy_attacks_nobody() -> None:
    units = [foot("a", "MI1", 1010, "SIDE_SE", column=True), foot("b", "MI9", 1110, "W"), FAR_A, FAR]
    given = field(units, options={"11.2": True}, **SHOCK)
    assert rule(given, "shock MI1 x MI9", 5).refused == ["11.25"]
    ruled = rule(field([*units, foot("a", "MI2", 1011)], options={"11.2": True}, **SHOCK), "shock MI2 x MI9", 4)
    assert ruled.refused == [] and hits(ruled, "MI1", "MI2", "MI9") == [0, 2, 1]


@pytest.mark.rule("simple-gboh 7.37", "simple-gboh 10.13")
@pytest.mark.parametrize("guarded", [False, True])
def test_engines_alone_are_lost_as_the_shock_begins(guarded: bool) -> None:
    units = [foot("a", "MI1", 1010), unit("b", "ART9", 1110, "W"), FAR_A, FAR]
    units += [foot("b", "MI9", 1110, "W")] if guarded else []
    ruled = rule(field(units), "done" + ("\nshock MI1 x MI9" if guarded else ""), *([4] if guarded else []))
    assert ruled.of("ART9")["eliminated"] is not guarded
    if guarded:
        assert hits(ruled, "MI1", "MI9") == [2, 1], "the engine's Size doesn't count"


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 7.34", "simple-gboh 7.35")
def test_each_enemy_in_front_is_somebodys() -> None:
    units = [foot("a", "MI1", 1010), foot("a", "MI2", 1011), foot("b", "MI8", 1109, "W"), foot("b", "MI9", 1110, "W")]
    given = field([*units, FAR], **SHOCK)
    assert rule(given, "shock MI1 x MI8").refused == ["7.31"]
    assert rule(given, "shock MI1 x MI8 & MI1 x MI9 & MI2 x MI9", 4).refused == ["7.34"]
    ruled = rule(given, "shock MI1 x MI8 & MI2 x MI9", 4, 4)
    assert ruled.refused == [] and hits(ruled, "MI1", "MI2", "MI8", "MI9") == [2, 2, 1, 1]


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 4.36", "simple-gboh 7.46")
@pytest.mark.parametrize("closed", [False, True])
def test_the_beaten_and_its_general_between_friends(closed: bool) -> None:
    """7, less 1 for him: at 8 and 7 in all it gives way, or takes two hits more."""
    friends = [1210, 1111, 1211] if closed else [1210, 1111]
    units = [foot("a", "MI1", 1010), foot("b", "MI9", 1110, "W"), FAR_A]
    units += [foot("b", f"MI{n}", h, "E") for n, h in enumerate(friends, 11)]
    ruled = rule(field(units, [chief("b", "Beta", 1110)], **SHOCK), "shock MI1 x MI9\nMI1 no", 5, 8)
    assert hits(ruled, "MI9", "MI1") == [4 if closed else 2, 1]
    assert where(ruled, "MI9", "Beta", "MI1") == ([1110, 1110, 1010] if closed else [1211, 1211, 1110])


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 6.21")
@pytest.mark.parametrize("held", [False, True])
def test_who_is_held_already_turns_to_nobody(held: bool) -> None:
    units = [foot("a", "MI1", 1010, ma=5), foot("b", "MI9", 1210, "NE"), FAR]
    units += [foot("a", "MI2", 1209, "SE")] if held else [FAR_A]
    ruled = rule(field(units), "MI1 > 1109")
    assert ruled.refused == [] and (ruled.asked == ["reaction-facing"]) is not held


@pytest.mark.rule("simple-gboh T:missile_drm", "simple-gboh 7.22")
@pytest.mark.parametrize(("facing", "die", "stung"), [("W", 0, 1), ("W", 1, 0), ("NE", 2, 1), ("NE", 3, 0)])
def test_slings_at_heavy_foot_in_front_and_behind(facing: str, die: int, stung: int) -> None:
    """3, and one less; two less more into its front."""
    units = [unit("a", "SK1", 1010, missile="S"), foot("b", "HI9", 1110, facing), FAR_A, FAR]
    ruled = rule(field(units), "SK1 x HI9", die)
    assert ruled.refused == [] and hits(ruled, "HI9") == [stung]


@pytest.mark.rule("simple-gboh 11.13", "simple-gboh 11.14", "simple-gboh 7.31")
def test_across_a_rampart_nobody_has_to_attack() -> None:
    """Of two who stand before him the other has to."""
    ground = {"hexsides": [{"a": "1010", "b": "1110", "type": "rampart"}]}
    units = [foot("a", "MI1", 1010), foot("b", "MI9", 1110, "W"), FAR_A, FAR]
    walled = rule(field(units, ground=ground, **SHOCK), "shock none")
    assert walled.refused == [] and walled.asked == ["activation"] and rolled(walled) == []
    units.append(foot("a", "MI2", 1011))
    assert rule(field(units, ground=ground, **SHOCK), "shock none").refused == ["7.31"]
