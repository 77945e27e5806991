"""Orders that count on the enemy they fire at, or on one who turns, to be broken, in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation import grammar
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.inquiry import order as asked_about
from engine.systems.gboh.movement import movement, yielding
from engine.systems.gboh.orders import orders, written
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig, refused

QUIET = (
    "go-on",
    "reaction-facing",
    "rout-path",
    "orderly-withdrawal",
    "return-fire",
    "entry-fire",
    "retire-fire",
    "must-check",
)
HIT, MISS = 1, 9
FIRE = ("cataphract 8.11", "alexander 8.11", "spqr 8.11")


def before(kit: Kit, *enemies: dict[str, Any], mover: dict[str, Any] | None = None, **more: Any) -> Rig:
    """Horse archers of side a in 1010 face east; their leader is behind them."""
    mine = [mover if mover is not None else unit("LC1", 1010, "E", missile="bow")]
    return kit.battle(mine, enemies, a_leaders=[leader("Narses", 810)], **more).orders("a", "Narses")


def shaken(at: int, facing: str = "W", **values: Any) -> dict[str, Any]:
    """Light infantry that one hit breaks, and which can't withdraw from anybody."""
    return unit("LI9", at, facing, **{"hits": 3, "ma": 3, **values})


def goes(r: Rig, text: str, *dice: int, **more: Any) -> Rig:
    (statement,) = grammar.parse(text)
    r.order(written.Reader(r.g, "a", statement).order(), dice=dice, defaults=QUIET, **more)
    return r


def steps(r: Rig, name: str = "LC1") -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.unit == name]


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule(*FIRE)
def test_who_is_shot_down_on_the_way_is_out_of_it(kit: Kit) -> None:
    r = goes(before(kit, shaken(1310)), "LC1 > 1110 x LI9 > 1210 1310", HIT)
    assert r.unit("LI9").routed
    assert steps(r) == [1110, 1210, 1310]


@shared(Case.ORDERED_FIRE, Case.ZONE_STOP)
@pytest.mark.rule(*FIRE, "cataphract 7.23", "alexander 7.23", "spqr 7.22")
@for_each(
    ("facing", "told"),
    [("W", "LC1 stops at 1210: it is in enemy ZOC."), ("E", "LC1 stops at 1210: LI9 stands in its way.")],
)
def test_where_the_shot_misses_it_stops_before_what_it_cant_do(kit: Kit, facing: str, told: str) -> None:
    r = goes(before(kit, shaken(1310, facing)), "LC1 > 1110 x LI9 > 1210 1310", MISS)
    assert steps(r) == [1110, 1210]
    assert told in r.told()


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule(*FIRE)
@for_each(("shot", "came"), [("LC1 > 1110 x LI9 > 1210 1310", [1110]), ("LC1 x LI9 > 1110 1210 1310", [])])
def test_its_owner_sees_that_the_shot_has_missed_and_may_stop_there(kit: Kit, shot: str, came: list[int]) -> None:
    r = before(kit, shaken(1310), mover=unit("LC1", 1010, "E", missile="bow"))
    (statement,) = grammar.parse(shot)
    quiet = [q for q in QUIET if q != "go-on"]
    r.order(written.Reader(r.g, "a", statement).order(), dice=[MISS], answers=["no"], defaults=quiet)
    assert [d.kind for d in r.decisions if d.side == "a"] == ["go-on"]
    assert steps(r) == came and r.g.orders.markers == {}
    r.refuses(kit.case(Case.ONE_ORDER), orders.Move(unit="LC1", path=(1011,)))


@shared(Case.ORDERED_FIRE, Case.ZONE_STOP)
@pytest.mark.rule(*FIRE, "cataphract 7.23", "alexander 7.23", "spqr 7.22")
@for_each(
    ("text", "values"),
    [
        ("LC1 > 1110 x LI9 > 1210 1310", {"hits": 0}),  # One shot can't break it.
        ("LC1 > 1110 1210 x LI9 > 1310", {}),  # It has come into its ZOC before, and stops there for good.
        ("LC1 > 1110 1210 1310 x LI9", {}),  # It fires when it is there.
        ("LC1 > 1110 1210 1310", {}),
        ("LC1 > 1110 x LI9 > 1210 1310", {"side": "other"}),  # Another stands in the way.
    ],
)
def test_whom_its_fire_cant_take_out_of_the_way_is_nobody_to_count_on(kit: Kit, text: str, values: Any) -> None:
    values = dict(values)
    enemies = [shaken(1309)] if values.pop("side", None) else []
    if enemies:
        values["ma"] = 3
        r = before(kit, *enemies, unit("HI8", 1310, "W"))
    else:
        r = before(kit, shaken(1310, **values))
    with refused(kit.case(Case.ZONE_STOP)):
        goes(r, text)
    assert r.unit("LC1").hex == 1010


@shared(Case.ORDERED_FIRE, Case.ZONE_STOP)
@pytest.mark.rule(*FIRE, "cataphract 7.23", "alexander 7.23", "spqr 7.22")
def test_who_holds_it_may_be_shot_down_before_it_sets_out(kit: Kit) -> None:
    def held() -> Rig:
        return before(kit, shaken(1110, ma=9), mover=unit("LC1", 1010, "E", missile="bow"))

    with refused(kit.case(Case.ZONE_STOP)):
        goes(held(), "LC1 > 1011")
    free = goes(held(), "LC1 x LI9 > 1011 1111", HIT)
    assert steps(free) == [1011, 1111]
    bound = goes(held(), "LC1 x LI9 > 1011 1111", MISS)
    assert (
        steps(bound) == []
        and "LC1 stops at 1010: it (MA 9) is held in the ZOC of LI9 (MA 9): only a faster unit may leave."
        in bound.told()
    )


@shared(Case.ORDERED_FIRE, Case.ZONE_STOP)
@pytest.mark.rule(*FIRE, "cataphract 7.23", "alexander 7.23", "spqr 7.22")
def test_a_hex_that_is_far_is_gone_to_past_whom_it_shoots_down_first(kit: Kit) -> None:
    r = before(kit, shaken(1210, "W", ma=9), mover=unit("LC1", 1010, "E", missile="bow"))
    goes(r, "LC1 x LI9 > 1210", HIT)
    assert r.unit("LC1").hex == 1210


@shared(Case.ORDERED_FIRE, Case.PASSING_FRIENDS)
@pytest.mark.rule(*FIRE, "cataphract 6.63", "alexander 6.94", "spqr 6.69")
@for_each(("die", "came"), [(HIT, [1110, 1210, 1211]), (MISS, [1110])])
def test_through_a_friend_it_goes_only_where_no_enemy_holds_him(kit: Kit, die: int, came: list[int]) -> None:
    mine = [unit("LC1", 1010, "E", missile="bow"), unit("LC2", 1210, "W")]
    r = kit.battle(mine, [shaken(1209, "SE")], a_leaders=[leader("Narses", 810)]).orders("a", "Narses")
    goes(r, "LC1 x LI9 > 1110 1210 1211", die)
    assert steps(r) == came
    assert r.unit("LI9").routed is (die == HIT)


@shared(Case.REACTION_FACING)
@pytest.mark.rule("cataphract 7.14", "alexander 7.16", "spqr 7.16")
@for_each(("turns", "came"), [(True, [1110, 1210, 1310]), (False, [1110])])
def test_who_breaks_as_it_turns_is_out_of_the_way(kit: Kit, turns: bool, came: list[int]) -> None:
    r = before(kit, unit("HI9", 1210, "E", hits=5))
    way = (1110, 1210, 1310)
    assert yielding.price(r.g, r.unit("LC1"), way).hopes == {"HI9": "turns"}
    quiet = ("rout-path", "orderly-withdrawal", "entry-fire", "must-check")
    answers, dice = (["left"], [9]) if turns else (["no"], [])
    r.order(orders.Move(unit="LC1", path=way), answers=answers, dice=dice, defaults=quiet)
    assert steps(r) == came
    assert turns or "LC1 stops at 1110: HI9 stands in its way." in r.told()


@shared(Case.REACTION_FACING, Case.ENEMY_HEXES)
@pytest.mark.rule("cataphract 7.14", "alexander 7.16", "spqr 7.16", "cataphract 6.62", "alexander 6.93", "spqr 6.62")
@for_each("enemy", [{"tq": 9, "hits": 0, "ma": 9}, {"hits": 5, "held": True}, {"hits": 5, "routed": True}])
def test_who_wont_break_by_turning_is_nobody_to_count_on(kit: Kit, enemy: dict[str, Any]) -> None:
    enemy = dict(enemy)
    held = [unit("HI2", 1310, "W")] if enemy.pop("held", False) else []
    mine = [unit("LC1", 1010, "E"), *held]
    foe = unit("HI9", 1210, "E", **enemy)
    r = kit.battle(mine, [foe], a_leaders=[leader("Narses", 810)]).orders("a", "Narses")
    with refused(kit.case(Case.ENEMY_HEXES)):
        movement.check_move(r.g, r.unit("LC1"), orders.Move(unit="LC1", path=(1110, 1210)))


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule(*FIRE)
def test_the_referee_says_beforehand_whom_it_shoots_away(kit: Kit) -> None:
    r = before(kit, shaken(1310))
    found = asked_about.about(r.g, grammar.parse("LC1 > 1110 x LI9 > 1210 1310"), (), ("a",))
    said = [str(fact.text) for section in found.sections for fact in section.facts]
    assert "It counts on its fire to break LI9; where that stays, it stops where it must" in said
    assert r.unit("LC1").hex == 1010


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule(*FIRE)
def test_fire_it_never_came_to_is_told(kit: Kit) -> None:
    """It was ordered past one who stayed."""
    r = before(kit, unit("LC8", 1310, "W", ma=12), unit("HI9", 1510, "W"))
    goes(r, "LC1 > 1110 1210 1310 x HI9")
    assert steps(r) == [1110, 1210]
    assert "LC1 doesn't fire at HI9: it has stopped before it was to." in r.told()


@shared(Case.ORDERED_FIRE, Case.COLUMN_FORMING)
@pytest.mark.rule(*FIRE, "cataphract 6.41", "alexander 6.61", "spqr 6.71")
@for_each(("die", "column"), [(HIT, True), (MISS, False)])
def test_it_forms_column_only_where_it_was_to(kit: Kit, die: int, column: bool) -> None:
    mover = unit("MI1", 1010, "E", missile="bow")
    r = goes(before(kit, shaken(1210), mover=mover), "MI1 x LI9 > 1110 1109 form @SIDE_NE", die)
    assert r.unit("MI1").column is column
    assert column or "MI1 doesn't change formation: it has stopped before it was to." in r.told()


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule(*FIRE, "cataphract 8.23", "alexander 8.23", "spqr 8.23")
def test_who_is_shot_down_himself_goes_nowhere_and_has_nothing_to_say(kit: Kit) -> None:
    """Routed before, he is lost to the answer to his shot; what else he was to do is nobody's business."""
    archer = unit("LC1", 1010, "E", missile="bow", hits=4)
    r = before(kit, shaken(1310, missile="bow"), mover=archer)
    (statement,) = grammar.parse("LC1 > 1110 x LI9 > 1210 1310")
    quiet = [q for q in QUIET if q != "return-fire"]
    r.order(written.Reader(r.g, "a", statement).order(), dice=[MISS, 0], answers=["fire"], defaults=quiet)
    assert r.unit("LC1").routed and steps(r) == [1110]
    assert not any("stops" in x or "doesn't" in x for x in r.told())
