"""9.32, 9.41, 9.42 Harassment by foot and by horse."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import harass
from engine.systems.gboh.orders.orders import Harass, Move
from engine.systems.gboh.shock import clash
from tests.engine.alexander import kit
from tests.engine.alexander.kit import leader, unit


def against(who: dict[str, Any], target: dict[str, Any], *others: dict[str, Any], **values: Any) -> kit.Rig:
    theirs = [target, *(u for u in others if u["facing"] == "W")]
    ours = [who, *(u for u in others if u["facing"] != "W")]
    return kit.battle(ours, theirs, a_leaders=[leader("A", 910)], **values).orders("a", "A")


def no(r: kit.Rig, *path: int) -> Refusal | None:
    who, target = next(r.g.units("a")), next(r.g.units("b"))
    try:
        harass.check_harass(r.g, who, target, path)
    except Refusal as why:
        return why
    return None


LI = unit("LI1", 1010, missile="J")
LC = unit("LC1", 1010, missile="A")


@pytest.mark.rule("alexander 9.32")
@pytest.mark.parametrize(
    ("code", "missile", "may"),
    [("LI1", "J", True), ("SK1", "J", True), ("SK1", "S", True), ("SK1", "A", False), ("MI1", "J", False)],
)
def test_who_harasses_on_foot(code: str, missile: str, may: bool) -> None:
    r = against(unit(code, 1010, missile=missile, ma=6), unit("HI9", 1012, "E"))
    why = no(r, 1011)
    assert (why is None) is may and (why is None or why.rule == "9.32")


@pytest.mark.rule("alexander 9.32")
@pytest.mark.parametrize(("ma", "may"), [(5, True), (6, False)])
def test_foot_harasses_who_is_no_faster(ma: int, may: bool) -> None:
    why = no(against(LI, unit("MI9", 1012, "E", ma=ma)), 1011)
    assert (why is None) is may and (why is None or why.rule == "9.32")


@pytest.mark.rule("alexander 9.32")
@pytest.mark.parametrize(("at", "path"), [(1011, ()), (1013, (1011, 1012))], ids=["next to it", "three hexes away"])
def test_two_hexes_away_and_no_other(at: int, path: tuple[int, ...]) -> None:
    why = no(against(LI, unit("HI9", at, "E")), *path)
    assert why is not None and why.rule == "9.32"


@pytest.mark.rule("alexander 9.32")
def test_in_any_direction_and_unseen() -> None:
    assert no(against(LI, unit("HI9", 1012, "E")), 1011) is None, "it faces east"
    assert no(against(unit("LI1", 1010, "NW", missile="J"), unit("HI9", 1012, "E")), 1011) is None


@pytest.mark.rule("alexander 9.32")
@pytest.mark.parametrize(
    ("other", "values"),
    [
        (unit("MI2", 1011, "E"), {}),
        (unit("MI8", 1011, "W"), {}),
        (None, {"terrain": {1011: "rough"}}),
        (None, {"terrain": {1011: "woods"}}),
    ],
    ids=["a friend", "an enemy", "rough", "woods"],
)
def test_the_way_is_free(other: Any, values: dict[str, Any]) -> None:
    why = no(against(LI, unit("HI9", 1012, "E"), *([other] if other else []), **values), 1011)
    assert why is not None and why.rule == "9.32"


@pytest.mark.rule("alexander 9.32", "alexander 9.41")
def test_no_zone_on_the_way_but_beside_the_target() -> None:
    assert no(against(LI, unit("HI9", 1012, "NW")), 1011) is None

    blocked = against(LC, unit("HI9", 1014, "E"), unit("MI8", 1112, "W"))
    assert no(blocked, 1011, 1012, 1013) is not None


@pytest.mark.rule("alexander 9.32")
def test_not_out_of_enemy_zone() -> None:
    why = no(against(LI, unit("HI9", 1012, "E"), unit("MI8", 1110, "W")), 1011)
    assert why is not None and why.rule == "9.32"


@pytest.mark.rule("alexander 9.32", "alexander 8.15", "alexander 6.13")
@pytest.mark.parametrize(("who", "dice", "hits"), [("J", [4], 1), ("J", [5], 0), ("S", [1], 0)])
def test_it_shoots_at_range_one_having_moved(who: str, dice: list[int], hits: int) -> None:
    """A javelin on foot cares not for having moved: strength 5, heavy infantry +1; slings 3, +1 and +3 at its front."""
    kind = "LI1" if who == "J" else "SK1"
    r = against(unit(kind, 1010, missile=who, ma=6), unit("HI9", 1012, "NW"))
    r.order(Harass(unit=kind, target="HI9", path=(1011,)), dice=dice, defaults=["reaction-facing"])
    assert r.unit("HI9").hits == hits
    assert r.unit(kind).hex == 1010 and not r.unit(kind).moved and r.unit(kind).hits == 0
    r.refuses("5.23", Move(unit=kind, path=(1109,)))


@pytest.mark.rule("alexander 9.32", "alexander 9.41")
@pytest.mark.parametrize(("facing", "answers"), [("NW", True), ("SE", False)])
def test_the_target_answers_into_its_zone_at_the_same_time(facing: str, answers: bool) -> None:
    r = against(
        unit("LI1", 1010, missile="J", tq=1),
        unit("LI9", 1012, facing, missile="J", tq=1),
        unit("SK8", 912, "W", missile="A"),
    )
    asked = [{"LI9": "fire"}] if answers else []
    dice = [0, 0] if answers else [0]
    r.order(
        Harass(unit="LI1", target="LI9", path=(1011,)),
        dice=dice,
        answers=asked,
        defaults=["reaction-facing", "rout-path"],
    )
    assert r.unit("LI9").routed and r.unit("LI1").routed is answers
    assert {e.unit for e in r.happened(Fired)} == ({"LI1", "LI9"} if answers else {"LI1"}), "nobody else"


@pytest.mark.rule("alexander 9.41")
@pytest.mark.parametrize(
    ("who", "ma", "rule"),
    [
        (LC, 7, None),
        (LC, 8, "9.41"),
        (unit("HC1", 1010, missile="J"), 7, None),
        (unit("HC1", 1010), 7, "9.41"),
    ],
    ids=["slower", "as fast", "javelins of heavy cavalry", "no missiles"],
)
def test_horse_harasses_who_is_slower(who: dict[str, Any], ma: int, rule: str | None) -> None:
    why = no(against(who, unit("HI9", 1014, "E", ma=ma)), 1011, 1012, 1013)
    assert (why.rule if why else None) == rule


@pytest.mark.rule("alexander 9.42")
@pytest.mark.parametrize(("code", "may"), [("LC1", True), ("LN1", False)])
def test_light_cavalry_harasses_cataphracts_however_fast(code: str, may: bool) -> None:
    r = against(unit(code, 1010, missile="J"), unit("HC9", 1013, "E", cls="Cat", ma=9))
    assert (no(r, 1011, 1012) is None) is may


@pytest.mark.rule("alexander 9.42", "alexander 9.7")
@pytest.mark.parametrize(("charging", "shift"), [(True, 2), (False, 0)])
def test_with_charge_formations_cataphracts_weigh_in_formation_alone(charging: bool, shift: int) -> None:
    r = kit.battle(
        [unit("HC1", 1010, cls="Cat", charging=charging)],
        [unit("HC9", 1110, "W")],
        options={"9.7": True, "10.3": True},
    ).orders("a")
    found = clash.foresee(r.g, [r.unit("HC1")], [r.unit("HC9")])
    assert sum(s.value for s in found.shifts if "cataphract" in s.reason) == shift


@pytest.mark.rule("alexander 9.41")
def test_every_way_that_is_offered_is_accepted_of_a_target_of_two_hexes_too() -> None:
    """A path that passes its nearer half ends there, and goes on to none beside the other."""
    r = against(LC, unit("PH1", 1013, "NW"))
    target = next(r.g.units("b"))
    assert len(footprint.hexes_of(target)) == 2
    offered = harass.harass_options(r.g, next(r.g.units("a")))
    assert offered
    for _, path in offered:
        assert no(r, *path) is None, path
