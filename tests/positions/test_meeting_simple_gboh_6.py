"""Simple GBoH: positions in which two rules meet: the last rows of the table, corners of the map, losses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, chief, dice_left, field, hits, where

SHOCK: dict[str, Any] = {"phase": "shock"}


def foot(side: str, code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    """TQ 6, Size 4, unless said otherwise."""
    return unit(side, code, at, facing, **{"tq": 6, "size": 4, "ma": 5, **state})


def won(ruled: Ruling) -> list[str | None]:
    """Who has won; [] while it goes on."""
    return [t["winner"] for t in ruled.told if t["type"] == "outcome"]


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.22", "simple-gboh 8.3")
@pytest.mark.parametrize("depletable", [True, False])
def test_who_is_thrown_back_for_good_is_depleted_instead(depletable: bool) -> None:
    """0, 1 less by the weapons and 3 for hits: an automatic rout. Who can be Depleted keeps half the hits, and goes."""
    units = [foot("a", "LI1", 1010, hits=3, depletable=depletable), foot("b", "HI9", 1110, "W"), FAR_A, FAR]
    ruled = rule(field(units, **SHOCK), "shock LI1 x HI9" + ("\n0909" if depletable else ""), 0)
    assert ruled.refused == [] and dice_left(ruled) == []
    li = ruled.of("LI1")
    assert li["eliminated"] is not depletable and ruled.of("HI9")["hits"] == 0
    assert ruled.of("HI9")["hex"] == 1110
    if depletable:
        assert (li["hex"], li["facing"], li["depleted"], li["hits"]) == (909, "E", True, 1)


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 5.35", "simple-gboh 7.71", "simple-gboh 8.3")
@pytest.mark.parametrize(("die", "top"), [(6, 1110), (7, None)])
def test_a_stack_taken_from_behind(die: int, top: int | None) -> None:
    """5 and 3 for the rear: one roll for the stack. It takes the hits and goes, or loses its upper unit."""
    legion: dict[str, Any] = {**LEGION, "size": 3}
    units = [foot("b", "LG8", 1110, "W", **legion), foot("b", "LG9", 1110, "W", **legion, below="LG8")]
    units += [foot("a", "MI1", 1210, "W", size=6), FAR_A, FAR]
    ruled = rule(field(units, **SHOCK), "shock MI1 x LG8\n1010\n@W", 5, die)
    assert dice_left(ruled) == [] and ruled.of("MI1")["hex"] == 1110
    assert where(ruled, "LG9") == [1010]
    if top is None:
        assert ruled.of("LG8")["eliminated"] and hits(ruled, "LG9") == [0]
    else:
        assert where(ruled, "LG8") == [1010] and hits(ruled, "LG8", "LG9") == [1, 1]


@pytest.mark.rule("simple-gboh 8.4", "simple-gboh 7.52", "simple-gboh 7.71")
def test_two_who_break_each_other() -> None:
    """6, less 1 for hits: one and two hits end both; the attacker is kept, and stays where it is."""
    units = [foot("a", "MI1", 1010, hits=5), foot("b", "MI9", 1110, "W", hits=4), FAR_A, FAR]
    ruled = rule(field(units, **SHOCK), "shock MI1 x MI9", 6)
    assert ruled.of("MI9")["eliminated"]
    assert (ruled.of("MI1")["hex"], ruled.of("MI1")["hits"]) == (1010, 5)


@pytest.mark.rule("simple-gboh 4.36", "simple-gboh 7.46", "simple-gboh 9.0", "simple-gboh 4.38")
def test_a_general_whose_men_are_cut_down_is_engaged_elsewhere() -> None:
    """9 and 3 for the rear, less 1 for him: 5 and 2 break them. He costs nothing."""
    units = [foot("b", "MI9", 1110, "W"), foot("a", "MI1", 1210, "W"), FAR_A, FAR]
    given = field(units, [chief("b", "Bravo", 1110), chief("a", "Alfa", "0202")], **SHOCK)
    ruled = rule(given, "shock MI1 x MI9", 5, 9, 5)
    assert ruled.of("MI9")["eliminated"] and not ruled.of("Bravo")["eliminated"]
    assert ruled.of("Bravo")["hex"] in (None, 2819)


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.42", "simple-gboh 7.52")
def test_horse_in_a_corner_cannot_get_away_from_an_elephant() -> None:
    """A hit before the roll, which then counts: 0, 5 by the weapons, and 1."""
    units = [foot("a", "EL1", 2901), foot("b", "LC9", 3001, "W", ma=9), FAR_A, FAR]
    ruled = rule(field(units, **SHOCK), "shock EL1 x LC9", 0)
    assert dice_left(ruled) == [] and hits(ruled, "EL1", "LC9") == [1, 3]


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 8.5", "simple-gboh 9.0")
def test_an_elephant_stung_from_behind_runs_over_both_sides() -> None:
    """Who stung it is rolled for first; 9 hurts the foot two hexes off by 4, and ends it."""
    units = [foot("a", "SK1", 1010, tq=4, missile="J"), foot("b", "EL9", 1110, "E", tq=5)]
    units += [foot("b", "MI8", 1310, "W", tq=5), FAR_A, FAR]
    ruled = rule(field(units), "SK1 x EL9", 6, 5, 5, 9)
    assert ruled.refused == [] and dice_left(ruled) == []
    assert ruled.of("EL9")["eliminated"] and hits(ruled, "SK1", "MI8") == [1, 4]


@pytest.mark.rule("simple-gboh 11.25", "simple-gboh 11.23", "simple-gboh 7.52")
def test_a_column_that_is_attacked_deploys() -> None:
    """3 for its flank, 2 for its TQ; then it stands as it was before the march."""
    units = [foot("a", "MI1", 1010), foot("b", "MI9", 1110, "SIDE_S", column=True), FAR_A, FAR]
    ruled = rule(field(units, options={"11.2": True}, **SHOCK), "shock MI1 x MI9\n@SW", 0)
    assert dice_left(ruled) == [] and hits(ruled, "MI1", "MI9") == [1, 2]
    assert ruled.of("MI9")["column"] is False


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 3.2")
@pytest.mark.parametrize(("lost", "winner"), [(7, ["a"]), (6, [None]), (5, ["b"]), (4, ["b"])])
def test_both_armies_have_had_enough(lost: int, winner: list[str | None]) -> None:
    """Each at level 5, and a has lost 6: who is farther above its own level has lost, equal is a draw."""
    sides = {"a": {"withdrawal_level": 5}, "b": {"withdrawal_level": 5}}
    lately = {"a": {"rout_points": 6}, "b": {"rout_points": lost}}
    given = field([FAR_A, FAR], ground={"sides": sides}, phase="withdrawal", sides=lately)
    assert won(rule(given)) == winner


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 8.1", "simple-gboh 7.36")
@pytest.mark.parametrize(("level", "winner"), [(14, ["a"]), (15, [])])
def test_a_phalanx_of_two_hexes_counts_twice(level: int, winner: list[str]) -> None:
    """From behind 3, and 3 for its hits, 1 less by TQ: 2 more hits are as many as its TQ."""
    units = [foot("b", "PH9", 1111, "W", tq=7, hits=5), foot("a", "MI1", 1210, "W"), FAR_A, FAR]
    sides = {"a": {"withdrawal_level": 50}, "b": {"withdrawal_level": level}}
    ruled = rule(field(units, ground={"sides": sides}, **SHOCK), "shock MI1 x PH9\nno", 0)
    assert ruled.of("PH9")["eliminated"] and won(ruled) == winner


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 4.1")
@pytest.mark.parametrize(("die", "back"), [(1, True), (2, False)])
def test_pursuers_come_back_on_the_enemys_edge(die: int, back: bool) -> None:
    units = [foot("a", "RC1", None, ma=8, pursuing=True), FAR_A, FAR]
    given = field(units, [chief("a", "Alfa", "0202")], phase="activation")
    ruled = rule(given, "a\n3005\nRC1 @W\nRC1 > 2905" if back else "a", die)
    assert ruled.refused == [] and where(ruled, "RC1") == [2905 if back else None]
    assert ruled.of("RC1")["pursuing"] is not back


@pytest.mark.rule("simple-gboh 10.53", "simple-gboh 10.51", "simple-gboh 7.52")
@pytest.mark.parametrize(("ridden", "suffered"), [(3, 2), (4, 2), (None, 2)])
def test_chariots_are_spent_by_their_charge(ridden: int | None, suffered: int) -> None:
    """From behind 5: with 1 for a ride of four hexes 6, which is the same."""
    units = [foot("b", "MI9", 1110, "W"), foot("a", "CH1", 1210, "W", moved=ridden is not None), FAR_A, FAR]
    orders: dict[str, Any] = {"side": "a"}
    if ridden is not None:
        orders |= {"moved": ["CH1"], "hexes_moved": {"CH1": ridden}, "came_into": {"CH1": [1210]}}
    ruled = rule(field(units, orders=orders, **SHOCK), "shock CH1 x MI9", 0)
    assert ruled.of("CH1")["eliminated"] and hits(ruled, "MI9") == [suffered]
