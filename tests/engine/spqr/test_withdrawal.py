"""6.5 Orderly Withdrawal: who, how far, at what price; the book's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.movement import facing, retreats
from tests.each import for_each
from tests.engine.spqr import kit

ELSEWHERE = kit.unit("HI8", 3535)


def asked(mover: dict[str, Any], *units: dict[str, Any], **more: Any) -> kit.Rig:
    """``mover`` of side a has just come within reach of side b's units."""
    return kit.battle([mover], units, **more).orders("a")


def ways(r: kit.Rig, code: str, mover: str) -> set[str]:
    return {w.key for w in retreats.retreats(r.g, r.unit(code), r.unit(mover), r.unit(mover).at)}


VE: dict[str, Any] = {"cls": "VE", "missile": "J", "ma": 6}


@pytest.mark.rule("spqr 6.51")
def test_velites_before_a_phalanx_have_one_mp() -> None:
    """Example 1: MA 6 less 5, since the phalanx counts 5 for who gets away from it."""
    r = asked(kit.unit("PH1", 1010), kit.unit("LI9", 1210, "E", **VE))
    assert {k[:4] for k in ways(r, "LI9", "PH1")} == {"1309", "1310"}
    r = asked(kit.unit("PH1", 1010), kit.unit("LI9", 1210, "E", **VE), terrain={1309: "marsh", 1310: "woods"})
    assert ways(r, "LI9", "PH1") == set()


@pytest.mark.rule("spqr 6.51")
def test_horse_before_elephants_has_no_mp_for_a_slope() -> None:
    """Example 2: MA 8 less 7 is 1, and a level up takes 2."""
    horse = kit.unit("HC9", 1210, "E", ma=8)
    assert ways(asked(kit.unit("EL1", 1010, ma=7), horse), "HC9", "EL1")
    levels = {1309: 1, 1310: 1, 1211: 1, 1209: 1, 1311: 1, 1308: 1}
    assert not ways(asked(kit.unit("EL1", 1010, ma=7), horse, levels=levels), "HC9", "EL1")


@pytest.mark.rule("spqr 6.51")
def test_hastati_before_a_phalanx_stay_and_a_phalanx_that_withdraws_counts_4() -> None:
    """Example 3: 5 against 5."""
    r = asked(kit.unit("PH1", 1010), kit.unit("LG9", 1210, "W", ma=5))
    assert not retreats.quick_enough(r.unit("LG9"), r.unit("PH1"), 5) and ways(r, "LG9", "PH1") == set()
    r.withdraws("PH1")
    assert r.decisions == []
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit("PH9", 1210, "W"))
    assert retreats.bar(r.g, r.unit("PH9"), r.unit("HI1")) is not None


@pytest.mark.rule("spqr 6.51")
@pytest.mark.parametrize(("code", "ma", "pace"), [("PH1", 4, 6), ("HI1", 4, 5), ("LG1", 5, 6)])
def test_a_column_that_comes_counts_with_its_own_allowance(code: str, ma: int, pace: int) -> None:
    r = asked(kit.unit(code, 1010, "SIDE_SE", column=True, ma=ma), kit.unit("LC9", 1211, "W", ma=9))
    assert retreats.reach.pace(r.g, r.unit(code)) == pace


@pytest.mark.rule("spqr 6.51")
@pytest.mark.parametrize("state", [{"routed": True}, {"column": True, "facing": "SIDE_SE"}])
def test_neither_routed_nor_in_column_nor_in_a_zone(state: dict[str, Any]) -> None:
    given = {"facing": "W", **state}
    r = asked(kit.unit("HI1", 1010, ma=3), kit.unit("LG9", 1210, given.pop("facing"), ma=5, **given))
    assert retreats.bar(r.g, r.unit("LG9"), r.unit("HI1")) is not None
    held = kit.battle(
        [kit.unit("HI1", 1010, ma=3), kit.unit("HI2", 1209, "SE", ma=3)], [kit.unit("LG9", 1210, "W", ma=5)]
    )
    held.orders("a")
    no = retreats.bar(held.g, held.unit("LG9"), held.unit("HI1"))
    assert no is not None and "ZOC" in str(no)


@pytest.mark.rule("spqr 6.52")
@for_each(
    ("code", "values", "dice", "hits"),
    [
        ("LG9", {"cls": "HA", "tq": 6}, [6], 0),
        ("LG9", {"cls": "HA", "tq": 6}, [7], 1),
        ("LG9", {"cls": "PR", "tq": 6}, [9], 1),
        ("LG9", {"cls": "CO", "tq": 6}, [9], 1),
        ("LI9", {}, [], 1),
        ("MI9", {}, [], 1),
        ("LI9", {"cls": "VE"}, [], 0),
        ("SK9", {"missile": "S"}, [], 0),
        ("HC9", {"ma": 8}, [], 0),
    ],
)
def test_what_withdrawing_costs(code: str, values: dict[str, Any], dice: list[int], hits: int) -> None:
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit(code, 1210, "W", **{"ma": 6, **values}))
    r.withdraws("HI1", answers=["1310@W"], dice=dice)
    assert (r.unit(code).hex, r.unit(code).hits) == (1310, hits)
    assert r.unit(code).facing.name == "W", "it keeps its facing"


@pytest.mark.rule("spqr 6.52")
@pytest.mark.parametrize(
    ("code", "values", "faces", "hits"),
    [
        ("LI9", {"cls": "VE"}, "W", 0),
        ("LI9", {"cls": "VE"}, "E", 1),
        ("SK9", {"missile": "S"}, "E", 1),
        ("HC9", {"ma": 8}, "E", 1),
        ("MI9", {}, "E", 2),
    ],
)
def test_being_come_up_to_from_behind_costs_a_hit_before(code: str, values: Any, faces: str, hits: int) -> None:
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit(code, 1210, faces, **{"ma": 6, **values}))
    r.withdraws("HI1", answers=[f"1310@{faces}"])
    assert r.unit(code).hits == hits
    if hits:
        kinds = [e.type for e in r.events]
        assert kinds.index("hits-taken") < kinds.index("unit-moved")


@pytest.mark.rule("spqr 6.52")
@pytest.mark.parametrize(("code", "values", "hits"), [("LI9", {"cls": "VE"}, 1), ("SK9", {"missile": "S"}, 0)])
def test_from_the_flank_skirmishers_alone_take_none(code: str, values: Any, hits: int) -> None:
    r = asked(kit.unit("HI1", 1012, "NE", ma=4), kit.unit(code, 1010, "E", **{"ma": 6, **values}))
    assert facing.approach(r.unit(code), 1012) == "flank"
    r.withdraws("HI1", answers=["1009@E"])
    assert r.unit(code).hits == hits


@pytest.mark.rule("spqr 6.52")
def test_turning_afterwards_takes_mp_and_of_romans_one_for_any_turn() -> None:
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit("LI9", 1210, "W", **VE))
    assert "1310@E" in ways(r, "LI9", "HI1")
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit("LI9", 1210, "W", ma=6))
    assert "1310@NW" in ways(r, "LI9", "HI1") and "1310@E" not in ways(r, "LI9", "HI1")


@pytest.mark.rule("spqr 6.55")
@pytest.mark.parametrize("ground", ["woods", "marsh", "river", "village"])
def test_ground_that_nobody_withdraws_into(ground: str) -> None:
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit("LC9", 1210, "W"), terrain={1310: ground})
    assert all(not k.startswith("1310") for k in ways(r, "LC9", "HI1"))
    r = asked(kit.unit("HI1", 1010, ma=4), kit.unit("LC9", 1210, "W"), terrain={1310: "broken"})
    assert any(k.startswith("1310") for k in ways(r, "LC9", "HI1"))


@pytest.mark.rule("spqr 6.56", "spqr 6.52")
def test_the_phalanx_among_withdrawing_horse_and_velites() -> None:
    """The example at the end of the chapter, step by step."""
    r = kit.battle(
        [kit.unit("PH1", 3012, "SE")],
        [kit.unit("RC9", 3214, "NW", ma=8), kit.unit("LI9", 3216, "SW", tq=5, **VE)],
    ).orders("a")
    steps: list[tuple[int, list[Any]]] = [
        (3112, [{"RC9": "3415@NW"}]),
        (3213, []),
        (3214, [{"RC9": "3515@NW", "LI9": "3316@SW"}]),
        (3314, [{"RC9": "3616@NW", "LI9": "3417@SW"}]),
        (3415, ["stay"]),
    ]
    for at, answers in steps:
        r.unit("PH1").hex = at
        r.withdraws("PH1", answers=answers)
    gone = [(e.unit, e.to) for e in r.happened(UnitMoved) if e.how == "withdraw"]
    assert ("LI9", 3316) in gone and r.unit("LI9").hex == 3417 and r.unit("RC9").hex == 3616
    assert (r.unit("LI9").hits, r.unit("RC9").hits) == (2, 0)
    assert r.unit("LI9").facing.name == "SW"


@pytest.mark.rule("spqr 6.57")
def test_a_whole_line_of_horse_withdraws_when_a_leader_is_near() -> None:
    horse = [kit.unit("HC8", 1210, "W", ma=8), kit.unit("HC9", 1211, "W", ma=8)]
    r = kit.battle([kit.unit("HI1", 1010, ma=4)], horse, b_leaders=[kit.leader("Hanno", 1310)]).orders("a")
    r.withdraws("HI1", answers=[{"HC8": "line", "HC9": "stay"}, {"HC8": "1310@W", "HC9": "1311@W"}])
    assert (r.unit("HC8").hex, r.unit("HC9").hex) == (1310, 1311)
    r = kit.battle([kit.unit("HI1", 1010, ma=4)], horse, b_leaders=[kit.leader("Hanno", 2020)]).orders("a")
    r.withdraws("HI1", answers=["stay"])
    assert "line" not in r.choices()
