"""Orderly Withdrawal in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import Fired, LeaderMoved, UnitMoved
from engine.systems.gboh.movement import movement, retreat_ways, withdrawal
from engine.systems.gboh.movement.retreats import retreats
from engine.systems.gboh.orders import orders
from tests.each import for_each
from tests.engine.gboh.kit import ALEXANDER, CATAPHRACT, shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig, refused


def close(kit: Kit, mover: dict[str, Any], *units: dict[str, Any], **more: Any) -> Rig:
    """``mover`` of side a has just come within reach of side b's units."""
    return kit.battle([mover], units, **more).orders("a")


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51")
@for_each(("at", "asked"), [(1110, True), (1210, True), (1310, False)])
def test_an_enemy_within_2_hexes_is_the_trigger(kit: Kit, at: int, asked: bool) -> None:
    """S 6.51 At two hexes or never: an enemy who has come next to a unit has let it miss its chance."""
    asked = asked and not (kit.system == "spqr" and at == 1110)
    r = close(kit, unit("HC9", 1010, "W"), unit("LC1", at, "E"))
    r.withdraws("HC9", answers=["stay"] if asked else [])
    assert bool(r.decisions) is asked


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51")
@for_each(("ma", "asked"), [(8, False), (9, True), (10, True)])
def test_only_faster_units(kit: Kit, ma: int, asked: bool) -> None:
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "W", ma=ma))
    r.withdraws("HC9", answers=["stay"] if asked else [])
    assert bool(r.decisions) is asked


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51")
def test_whether_the_mover_starts_or_arrives_there(kit: Kit) -> None:
    r = close(kit, unit("HC9", 1010, "W"), unit("LC1", 1210, "W"))
    r.withdraws("HC9", starting=True, answers=["1309@W"], dice=checks(kit))
    assert "about to move" in str(r.decisions[0].prompt)
    assert r.unit("LC1").hex == 1309


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51")
def test_declined_once_a_further_step_asks_again(kit: Kit) -> None:
    r = close(kit, unit("HI9", 910, "E"), unit("LC1", 1210, "W"))
    order = orders.Move(unit="HI9", path=(1010, 1009))
    r.run(movement.move, r.unit("HI9"), order, answers=["stay", "1310@W"], dice=checks(kit))
    assert r.unit("LC1").hex == 1310


def checks(kit: Kit, die: int = 0) -> list[int]:
    """The die of the check a withdrawal of horse ends with, where the book has one."""
    return [die] if kit.rules.troops["LC"].withdrawal_check else []


@shared()
@pytest.mark.rule("cataphract 6.53", "alexander 6.73", "spqr 6.53")
@pytest.mark.parametrize(("hits", "routs"), [(3, False), (4, True)])
def test_a_unit_broken_by_the_approach_routs_instead(kit: Kit, hits: int, routs: bool) -> None:
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "E", hits=hits, tq=5))
    r.withdraws("HC9", answers=["1310@E"], dice=[] if routs else checks(kit))
    assert r.unit("LC1").routed is routs
    assert bool(r.happened(UnitMoved)) is not routs


@shared()
@pytest.mark.rule("cataphract 6.53", "alexander 6.73", "spqr 6.53")
@pytest.mark.parametrize(("hits", "routs"), [(3, False), (4, True)])
def test_a_unit_broken_by_a_friend_it_passes_routs_instead_of_the_rest(kit: Kit, hits: int, routs: bool) -> None:
    # Woods beside the friend leave it no other way.
    others = [unit("LC2", 1310, "W", ma=4, tq=9)]
    r = close(kit, unit("HI9", 1010), unit("LC1", 1210, "W", hits=hits, tq=5), *others, terrain={1309: "woods"})
    r.withdraws("HI9", answers=["1410@W"], dice=[] if routs else checks(kit))
    assert r.unit("LC1").routed is routs
    assert (r.unit("LC1").hex == 1410) is not routs


@shared(Case.WITHDRAWAL_LEADERS)
@pytest.mark.rule("cataphract 6.54", "alexander 6.74", "spqr 6.54")
def test_any_number_of_times_with_the_penalties_each_time_and_nothing_else(kit: Kit) -> None:
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "E"))
    r.withdraws("HC9", answers=["1310@E"], dice=checks(kit))
    r.unit("HC9").hex = 1110
    r.withdraws("HC9", answers=["1410@E"], dice=checks(kit))
    assert r.unit("LC1").hits == 2
    assert not r.unit("LC1").moved
    assert (r.g.orders.moved, r.g.orders.orders_used) == ([], 0)


@shared(Case.WITHDRAWAL_LEADERS, kits=(CATAPHRACT, ALEXANDER))
@pytest.mark.rule("cataphract 6.54", "alexander 6.74", "cataphract 4.62", "alexander 4.62")
@pytest.mark.parametrize(("key", "where"), [("go", 1410), ("stay", 1210)])
def test_leaders_may_go_along_for_nothing(kit: Kit, key: str, where: int) -> None:
    """Not in SPQR, where they do (6.65)."""
    r = close(kit, unit("HI9", 1010), unit("LC1", 1210, "W"), b_leaders=[leader("Gelimer", 1210)])
    r.withdraws("HI9", answers=["1410@W", key], dice=checks(kit))
    assert r.leader("Gelimer").hex == where
    assert r.g.orders.leader_mp == {}
    assert len(r.happened(LeaderMoved)) == (2 if key == "go" else 0)


@shared(Case.WITHDRAWAL_GROUND)
@pytest.mark.rule("cataphract 6.55", "alexander 6.75", "spqr 6.55")
def test_not_into_enemy_zoc_nor_onto_enemies_nor_off_the_map(kit: Kit) -> None:
    r = kit.battle([unit("HI9", 1010), unit("HC8", 1409, "W")], [unit("LC1", 1210, "W")]).orders("a")
    found = retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010)
    touched = {h for o in found for h in o.path}
    assert found and not touched & {1308, 1309, 1409}
    r = close(kit, unit("HI9", 1010), unit("LC1", 1210, "W"), cols=(1, 12), rows=(10, 10))
    r.withdraws("HI9")
    assert r.decisions == []


@shared(Case.WITHDRAWAL_GROUND)
@pytest.mark.rule("cataphract 6.55", "alexander 6.75", "spqr 6.55")
def test_not_into_woods(kit: Kit) -> None:
    r = close(kit, unit("HI9", 1010), unit("LC1", 1210, "W"), terrain={1310: "woods"})
    assert all(1310 not in o.path for o in retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010))


@shared(Case.WITHDRAWAL_FIRE)
@pytest.mark.rule("cataphract 6.56", "alexander 6.75", "cataphract 8.12", "alexander 8.12", "spqr 6.55")
@pytest.mark.parametrize(("at", "mover_faces"), [(1210, "E"), (1110, "W")])
def test_mounted_archers_fire_before_they_go_always_at_range_2(kit: Kit, at: int, mover_faces: str) -> None:
    if kit.system == "spqr" and at == 1110:
        return  # 6.51 Nobody withdraws from an enemy who is next to him.
    r = close(kit, unit("HC9", 1010, mover_faces), unit("LC1", at, "W", missile="bow"))
    to = "1310@W" if at == 1210 else "1210@W"
    r.withdraws("HC9", dice=[2, *checks(kit)], answers=[to, "fire"])
    (shot,) = r.happened(Fired)
    assert (shot.how, r.rolls[0].needs, r.rolls[0].total) == ("withdrawal", "3 or less", 3)
    assert str(r.rolls[0].text).endswith("range 2")
    assert r.unit("HC9").hits == 1
    assert r.events.index(shot) < r.events.index(r.happened(UnitMoved)[0])


@shared(Case.WITHDRAWAL_FIRE)
@pytest.mark.rule("cataphract 6.56", "alexander 6.75", "cataphract 8.12", "alexander 8.12", "spqr 6.55")
@for_each(
    "it",
    [
        unit("LC1", 1210, "W", missile="javelin"),
        unit("LC1", 1210, "W"),
        unit("LI1", 1210, "W", missile="bow", ma=9, tq=9),
        unit("LC1", 1210, "W", missile="bow", supply="no"),
    ],
)
def test_who_cannot_fire_while_withdrawing(kit: Kit, it: dict[str, Any]) -> None:
    r = close(kit, unit("HC9", 1010), it)
    troop = kit.rules.troops[it["code"][:2]]
    r.withdraws("HC9", answers=["1310@W"], dice=[0] * troop.withdrawal_check)
    assert r.unit(it["code"]).hex == 1310 and not r.happened(Fired)


@shared(Case.WITHDRAWAL_FIRE)
@pytest.mark.rule("cataphract 6.56", "alexander 6.75", "spqr 6.55")
def test_backwards_and_again_only_where_the_book_lets_them(kit: Kit) -> None:
    """A 6.75 They shoot over their shoulders, in every withdrawal; C 6.56 what they see, once at each enemy."""
    over = kit.rules.movement.withdrawal_fire_over_shoulder
    assert over is (kit.system == "alexander")
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "E", missile="bow", ma=12))
    r.withdraws("HC9", answers=["1310@E", *["fire"] * over], dice=[*[8] * over, *checks(kit)])
    assert len(r.fired()) == over
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "W", missile="bow", ma=12))
    r.withdraws("HC9", answers=["1310@W", "fire"], dice=[8, *checks(kit)])
    r.unit("HC9").hex = 1110
    r.withdraws("HC9", answers=["1410@W", *["fire"] * over], dice=[*[8] * over, *checks(kit)])
    assert len(r.fired()) == 1 + over


@shared(Case.WITHDRAWAL_FIRE)
@pytest.mark.rule("cataphract 6.56", "alexander 6.75", "spqr 6.55")
def test_no_fire_without_withdrawing_and_none_need_be_fired(kit: Kit) -> None:
    r = close(kit, unit("HC9", 1010), unit("LC1", 1210, "W", missile="bow"))
    r.withdraws("HC9", answers=["stay"])
    r.withdraws("HC9", answers=["1310@W", "hold"], dice=checks(kit))
    assert not r.happened(Fired)
    assert r.g.orders.withdrawal_fire == []


@shared()
@pytest.mark.rule("cataphract 6.57", "alexander 6.76", "spqr 6.56")
def test_the_mover_goes_on_after_the_withdrawal(kit: Kit) -> None:
    r = close(kit, unit("HC9", 910, "E"), unit("LC1", 1210, "W"))
    order = orders.Move(unit="HC9", path=(1010, 1110, 1210))
    answers = ["1310@W", "stay"]
    r.run(movement.move, r.unit("HC9"), order, answers=answers, dice=checks(kit), defaults=["reaction-facing"])
    assert r.unit("HC9").hex == 1210


@shared()
@pytest.mark.rule("cataphract 6.57", "alexander 6.76", "spqr 6.56")
def test_nobody_withdraws_from_a_shock_or_what_follows_it(kit: Kit) -> None:
    """LC8 could get away from MI9 by an order's move; it isn't asked as MI9 advances to within 2 hexes of it."""
    enemies = [unit("HI8", 1110, "W", tq=1), unit("LC8", 1310, "W", tq=9)]
    r = kit.battle([unit("MI9", 1010, tq=9, ma=4)], enemies).orders("a", moved=["MI9"])
    r.fights("MI9 x HI8", dice=[9], but=["orderly-withdrawal"])
    assert r.advanced() == [("MI9", 1110)]
    assert r.decisions == [] and r.unit("LC8").hex == 1310


FARTHER_ONLY = {h: 1 for c in range(13, 20) for h in range(c * 100 + 5, c * 100 + 16)}


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51", "cataphract 6.55", "alexander 6.75", "spqr 6.55")
@for_each(
    ("to", "why"),
    [
        ("1209", Case.WITHDRAWAL),  # as far from the enemy as it is
        ("1211 1310", Case.WITHDRAWAL),  # its first step is
        ("1208", Case.WITHDRAWAL),  # two hexes beside it: every way there leads along the enemy
        ("1610", Case.WITHDRAWAL),  # 4 MP, and it has 3
        ("2310", Case.WITHDRAWAL),  # 11 MP
        ("1309", Case.WITHDRAWAL_GROUND),  # woods, or rough ground
    ],
)
def test_why_a_withdrawal_ends_nowhere_there(kit: Kit, to: str, why: Case) -> None:
    closed = "rough" if kit.system == "alexander" else "woods"
    r = close(kit, unit("HC9", 1010, ma=6), unit("LC1", 1210, "W"), terrain={1309: closed})
    u, mover = r.unit("LC1"), r.unit("HC9")
    with refused(kit.case(why)):
        retreat_ways.read(r.g, u, mover, 1010, to.replace(" ", "-"))


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71", "spqr 6.51")
def test_who_has_too_few_mp_for_any_hex_is_told_so(kit: Kit) -> None:
    levels = {h: 1 for h in FARTHER_ONLY}
    foot, mover = unit("LI1", 1210, "W"), unit("HI9", 1010)
    r = close(kit, mover, foot, levels=levels)
    assert not retreats(r.g, r.unit("LI1"), r.unit("HI9"), 1010)
    no = withdrawal._cannot(r.g, r.unit("LI1"), r.unit("HI9"), 1010)
    assert no.rule == kit.case(Case.WITHDRAWAL) and "has 1 MP" in str(no)
