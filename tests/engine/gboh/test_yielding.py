"""Orders that count on enemies giving ground, and how far they are carried out, in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation import grammar
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.inquiry import order as asked_about
from engine.systems.gboh.movement import movement, reach, yielding
from engine.systems.gboh.orders import orders, written
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig, refused
from tests.engine.gboh.test_withdrawal import checks

QUIET = ("reaction-facing",)
WAY = (1010, 1110, 1210, 1310)
"""Four hexes east of 0910: through where the enemy of these tests stands."""


def before(kit: Kit, *enemies: dict[str, Any], mover: dict[str, Any] | None = None, **more: Any) -> Rig:
    """Heavy infantry of side a in 0910 faces east; its leader is behind it."""
    mine = [mover if mover is not None else unit("HI9", 910, "E")]
    return kit.battle(mine, enemies, a_leaders=[leader("Narses", 810)], **more).orders("a", "Narses")


def goes(r: Rig, *answers: Any, path: tuple[Any, ...] = WAY, dice: list[int] | None = None, **order: Any) -> Rig:
    r.order(orders.Move(unit="HI9", path=path, **order), answers=answers, dice=dice or [], defaults=QUIET)
    return r


def read(r: Rig, text: str) -> Any:
    return written.Reader(r.g, "a", grammar.parse(text)[0]).order()


def steps(r: Rig) -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.unit == "HI9"]


MARKS = ("cataphract 6.57", "alexander 6.76", "spqr 6.56")


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_who_comes_up_goes_on_where_the_enemy_stood(kit: Kit) -> None:
    r = goes(before(kit, unit("LC1", 1210, "W")), "1510@W", "stay", dice=checks(kit))
    assert steps(r) == [*WAY]
    assert r.unit("LC1").hex == 1510


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_where_the_enemy_stays_the_mover_stops_and_that_is_told(kit: Kit) -> None:
    # Asked within 2 hexes; next to it, it is in the mover's ZOC and isn't asked any more.
    r = goes(before(kit, unit("LC1", 1210, "W")), "stay")
    assert steps(r) == [1010, 1110]
    assert "HI9 stops at 1110: it is in enemy ZOC." in r.told()
    assert r.g.orders.markers == {"HI9": "must"}


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_an_enemy_that_faces_away_and_stays_stands_in_the_way(kit: Kit) -> None:
    r = goes(before(kit, unit("LC1", 1210, "E")), "stay")
    assert steps(r) == [1010, 1110]
    assert "HI9 stops at 1110: LC1 stands in its way." in r.told()


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_who_withdraws_a_little_stops_it_by_its_zone_from_there(kit: Kit) -> None:
    # 1310 facing west bears on 1210: it is asked anew when the mover is 2 hexes off again.
    r = goes(before(kit, unit("LC1", 1210, "W")), "1310@W", "stay", dice=checks(kit))
    assert steps(r) == [1010, 1110, 1210]
    assert "HI9 stops at 1210: it is in enemy ZOC." in r.told()


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
@for_each(("second", "came"), [("1610@W", [*WAY]), ("stay", [1010, 1110, 1210])])
def test_two_enemies_one_behind_the_other(kit: Kit, second: str, came: list[int]) -> None:
    r = before(kit, unit("LC1", 1209, "W"), unit("LC2", 1310, "W"))
    first = "1506@W"
    assert set(yielding.price(r.g, r.unit("HI9"), WAY).counts_on) == {"LC1", "LC2"}
    goes(r, {"LC1": first}, {"LC2": second}, dice=checks(kit) * (1 + (second != "stay")))
    assert steps(r) == came


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_two_asked_at_once_of_whom_one_stays(kit: Kit) -> None:
    # Both bear on 1110 and are 2 hexes from 1010.
    r = before(kit, unit("LC1", 1210, "W"), unit("LC2", 1211, "NW"))
    goes(r, {"LC1": "1510@W", "LC2": "stay"}, dice=checks(kit))
    assert steps(r) == [1010, 1110]


@shared(Case.ZONE_STOP)
@pytest.mark.rule("cataphract 7.23", "alexander 7.23", "spqr 7.22")
@for_each("values", [{"ma": 4}, {"routed": True}, {"column": True, "facing": "SIDE_NW"}, {"ma": 9, "held": True}])
def test_who_cant_withdraw_is_nobody_to_count_on(kit: Kit, values: dict[str, Any]) -> None:
    values = dict(values)
    held = values.pop("held", False)
    others = [unit("HC8", 1309, "SW")] if held else []
    enemy = unit("LC1", 1210, values.pop("facing", "W"), **values)
    r = kit.battle([unit("HI9", 910, "E"), *others], [enemy], a_leaders=[leader("Narses", 810)]).orders("a", "Narses")
    with refused(kit.case(Case.ENEMY_HEXES if "routed" in values or "column" in values else Case.ZONE_STOP)):
        movement.check_move(r.g, r.unit("HI9"), orders.Move(unit="HI9", path=WAY))


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_what_it_has_not_the_mp_for_is_refused_all_the_same(kit: Kit) -> None:
    r = before(kit, unit("LC1", 1210, "W"))
    with refused(kit.case(Case.CLOSED_GROUND)):
        movement.check_move(r.g, r.unit("HI9"), orders.Move(unit="HI9", path=(*WAY, 1410)))
    assert r.unit("LC1").hex == 1210


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_who_is_held_where_it_stands_counts_on_nobody(kit: Kit) -> None:
    # The horse looks into the mover's flank, which the mover can't do to it.
    r = before(kit, unit("LC1", 911, "NW"))
    assert r.g.in_enemy_zoc(r.unit("HI9"))
    with refused(kit.case(Case.ZONE_STOP)):
        movement.check_move(r.g, r.unit("HI9"), orders.Move(unit="HI9", path=(1010,)))


@shared(Case.WITHDRAWAL_TIMING, Case.COLUMN)
@pytest.mark.rule(
    *MARKS, "cataphract 6.44", "alexander 6.64", "spqr 6.74", "cataphract 6.4", "alexander 6.6", "spqr 6.7"
)
def test_a_column_goes_on_as_well(kit: Kit) -> None:
    mover = unit("HI9", 910, "SIDE_NE", column=True)
    r = goes(before(kit, unit("LC1", 1210, "W"), mover=mover), "1509@W", dice=checks(kit), path=(1010, 1110, 1210))
    assert steps(r) == [1010, 1110, 1210]


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_the_hex_an_enemy_is_to_leave_may_be_named_alone(kit: Kit) -> None:
    r = before(kit, unit("LC1", 1210, "W"))
    assert 1210 not in {h for h, _ in reach.search(r.g, r.unit("HI9"))}
    r.order(read(r, "HI9 > 1210"), answers=["1510@W"], dice=checks(kit), defaults=QUIET)
    assert r.unit("HI9").hex == 1210


@shared(Case.WITHDRAWAL_TIMING)
@pytest.mark.rule(*MARKS)
def test_the_referee_says_beforehand_whom_it_takes(kit: Kit) -> None:
    r = before(kit, unit("LC1", 1210, "W"))
    found = asked_about.about(r.g, grammar.parse("HI9 > 1010 1110 1210 1310"), (), ("a",))
    said = [str(fact.text) for section in found.sections for fact in section.facts]
    assert "It counts on LC1 to give ground; where one stays, it stops where it must" in said
    assert any("stops at 1110: it is in enemy ZOC" in x for x in said)
    assert r.unit("HI9").hex == 910
