"""10.1, 10.2, 10.5 Cohesion, rout, rally and Engaged units as SPQR has them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cohesion import cohesion, engaged, rally, recovery, rout
from engine.systems.gboh.events import HitsTaken, RoutMoved, UnitEliminated
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.orders import orders
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import clash, designation
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, refused, unit

ANNA = leader("Anna", 1008, initiative=4, command_range=9)
QUIET = ("rout-path", "unit-order", "leader-along")


def field(*a: Any, b: Any = (), **more: Any) -> Rig:
    given = {"a_leaders": [ANNA], **more}
    return kit.battle(a, b or [unit("MI9", 3030, "W")], **given).orders("a", "Anna")


# -- 10.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.11", "spqr 10.27", "spqr table:cohesion_and_tq")
@pytest.mark.parametrize(("values", "tq"), [({"tq": 6}, 6), ({"tq": 6, "hits": 4}, 6), ({"tq": 6, "routed": True}, 1)])
def test_checks_are_against_the_printed_tq_hits_or_no_hits_and_1_of_the_routed(values: Any, tq: int) -> None:
    r = field(unit("LG1", 1010, **values))
    for die in (tq, 9):
        n = r.run(cohesion.tq_check, r.unit("LG1"), "test", "text", "10.11", dice=[die])
        assert n == max(0, die - tq)


@pytest.mark.rule("spqr 10.0", "spqr 10.12", "spqr 10.13", "spqr 10.15")
def test_hits_add_up_change_no_rating_and_rout_at_tq() -> None:
    r = field(unit("LG1", 1010, tq=6, missile="J"))
    one = r.unit("LG1")
    before = (one.tq, one.size, one.ma, fire.inability(r.g, one))
    r.run(cohesion.hits, one, 5, "fire", "8.17")
    assert one.hits == 5 and not one.routed and (one.tq, one.size, one.ma, fire.inability(r.g, one)) == before
    r.run(cohesion.hits, one, 1, "fire", "8.17", defaults=QUIET)
    assert one.routed and one.hits == 0


def mutual(hits: tuple[int, int], tq: tuple[int, int], die: int, **more: Any) -> Rig:
    """An attack in which both sides reach their TQ; nobody rolls before contact."""
    ours, theirs, attack = more.pop("a"), more.pop("d"), more.pop("attack")
    ours, theirs = {**ours, "hits": hits[0], "tq": tq[0]}, {**theirs, "hits": hits[1], "tq": tq[1]}
    r = kit.battle([ours], [theirs], a_leaders=[ANNA], **more).orders("a", "Anna")
    r.fights(attack, dice=[die])
    return r


def die_for(r: Rig, a: str, d: str, wanted: tuple[int, int]) -> int:
    odds = clash.foresee(r.g, [r.unit(a)], [r.unit(d)])
    return next(n for n in range(10) if odds.hits(n) == wanted)


@pytest.mark.rule("spqr 10.16")
def test_where_both_are_as_far_over_their_tq_the_defender_routs() -> None:
    """The first example: hastati, TQ 6 with 4 hits, on Celts, TQ 5 with 1; 2(2), doubled for the Celts."""
    a, d = unit("LG1", 1010, size=3), unit("MI9", 1110, "W", size=3)
    still = field(a, b=[d])
    die = die_for(still, "LG1", "MI9", (2, 4))
    r = mutual((4, 1), (6, 5), die, a=a, d=d, attack="LG1 x MI9")
    assert r.routed() == ["MI9"] and r.advanced() == [("LG1", 1110)] and r.unit("LG1").hits == 5


@pytest.mark.rule("spqr 10.16")
def test_the_ground_of_the_advance_counts_for_the_attacker() -> None:
    """The second example: hoplites, TQ 6 with 3 hits, up a level into the woods on hastati, TQ 6 with 4; 3(2)."""
    ground: Any = {"terrain": {1110: "woods"}, "levels": {1110: 2, 1010: 1}}
    a, d = unit("HI1", 1010, cls="HO", size=3), unit("LG9", 1110, "W", size=3)
    still = field(a, b=[d], **ground)
    die = die_for(still, "HI1", "LG9", (3, 2))
    r = mutual((3, 4), (6, 6), die, a=a, d=d, attack="HI1 x LG9", **ground)
    assert r.routed() == ["HI1"] and r.advanced() == [] and r.unit("LG9").hits == 5


@pytest.mark.rule("spqr 10.17")
@pytest.mark.parametrize(
    ("ground", "other", "why"),
    [
        ("open", None, None),
        ("woods", None, "10.17"),
        ("broken", None, "10.17"),
        ("open", unit("MI9", 1110, "E"), "10.17"),
        ("open", unit("SK9", 1210, "W", missile="S"), "10.17"),
        ("open", unit("SK9", 1210, "W", missile="S", supply="no"), None),
        ("open", unit("MI9", 1310, "W"), None),
    ],
)
def test_two_hits_recovered_in_the_clear_out_of_reach(ground: str, other: Any, why: str | None) -> None:
    r = field(unit("LG1", 1010, hits=3), b=[other] if other else (), terrain={1010: ground})
    if why is not None:
        return r.refuses(why, orders.Recover(unit="LG1"))
    r.order(orders.Recover(unit="LG1"))
    assert r.unit("LG1").hits == 1
    with refused("10.17"):
        recovery.can_recover(r.g, r.leader("Anna"), r.unit("LG1"))
    r = field(unit("LG1", 1010, hits=3))
    r.g.orders.acted = ["LG1"]
    r.refuses("10.17", orders.Recover(unit="LG1"))


# -- 10.2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.21")
@pytest.mark.parametrize("code", ["SK1", "SC1"])
def test_skirmishers_and_engines_are_lost(code: str) -> None:
    r = field(unit(code, 1010, missile="S" if code == "SK1" else "B"))
    r.run(rout.rout, r.unit(code), defaults=QUIET)
    assert r.unit(code).eliminated and r.happened(RoutMoved) == []


@pytest.mark.rule("spqr 10.21", "spqr table:cohesion_and_tq")
@pytest.mark.parametrize(
    ("hits", "attacking", "die", "stands"),
    [
        (7, False, 7, True),
        (7, False, 8, False),
        (9, False, 5, True),
        (9, False, 6, False),
        (7, True, 4, True),
        (7, True, 5, False),
    ],
)
def test_a_phalanx_rolls_to_stand(hits: int, attacking: bool, die: int, stands: bool) -> None:
    r = field(unit("PH1", 1010, tq=7, hits=hits))
    if attacking:
        r.g.assailing = {"PH1"}
    r.run(cohesion.settle, r.unit("PH1"), dice=[die], defaults=QUIET)
    assert r.unit("PH1").routed is not stands and (not stands or r.unit("PH1").hits == 6)


@pytest.mark.rule("spqr 10.21")
def test_not_where_it_was_struck_from_a_better_position() -> None:
    r = field(unit("PH1", 1010, tq=7, hits=7))
    r.g.outflanked = {"PH1"}
    r.run(cohesion.settle, r.unit("PH1"), defaults=QUIET)
    assert r.unit("PH1").routed
    a = [unit("HC1", 1009, "E", tq=20, size=8)]
    r = kit.battle(a, [unit("PH9", 1109, "E", tq=3, hits=2, size=4)], a_leaders=[ANNA]).orders("a", "Anna")
    assert r.g.arc_of_attack(r.unit("PH9"), r.unit("HC1")) == "rear"
    r.fights("HC1 x PH9", dice=[5, 3], answers=[])
    assert r.unit("PH9").routed or r.unit("PH9").eliminated
    assert "phalanx-rout" not in [x.purpose for x in r.rolls]


@pytest.mark.rule("spqr 10.0", "spqr 10.22")
def test_two_hexes_towards_its_edge_facing_it() -> None:
    r = field(unit("LG1", 1010, "E"))
    r.run(rout.rout, r.unit("LG1"), defaults=QUIET)
    assert r.unit("LG1").at // 100 == 8 and r.unit("LG1").facing.name == "W" and r.unit("LG1").routed


@pytest.mark.rule("spqr 10.22")
def test_it_prefers_empty_hexes_then_friends_and_never_empty_ones_in_enemy_zoc() -> None:
    r = field(unit("LG1", 1010, "E"), unit("MI2", 909, "W", tq=20))
    r.run(rout.rout, r.unit("LG1"), defaults=QUIET)
    assert r.happened(RoutMoved)[0].to == 910
    both = [unit("MI2", 909, "W", tq=20)]
    r = field(unit("LG1", 1010, "E"), *both, b=[unit("MI9", 810, "E")])
    assert r.g.enemy_zoc(910, "a")
    r.run(rout.rout, r.unit("LG1"), dice=[0], defaults=QUIET)
    assert r.happened(RoutMoved)[0].to == 909


@pytest.mark.rule("spqr 10.23")
def test_in_the_rout_phase_phalanxes_are_lost_and_others_run_their_whole_ma() -> None:
    r = field(
        unit("PH1", 1010, routed=True),
        unit("LG2", 1020, "W", routed=True, ma=5),
        unit("HI3", 1030, "W", routed=True, moved=True, ma=4),
    )
    r.run(rout.rout_phase, "a", defaults=QUIET)
    assert r.unit("PH1").eliminated
    assert (r.unit("LG2").at // 100, r.unit("HI3").at // 100) == (5, 6)
    assert r.happened(HitsTaken) == []


@pytest.mark.rule("spqr 10.24")
def test_who_leaves_the_map_or_has_no_way_is_lost_and_counts() -> None:
    r = field(unit("LG1", 210, "W", routed=True, tq=6, ma=5))
    r.run(rout.rout_phase, "a", defaults=QUIET)
    assert r.unit("LG1").eliminated and r.state.sides["a"].rout_points == 6
    shut = dict.fromkeys((1009, 1011, 909, 910, 1109, 1110), "village")
    r = field(unit("LG1", 1010, tq=6), terrain=shut)
    r.run(rout.rout, r.unit("LG1"), defaults=QUIET)
    assert [e.rule for e in r.happened(UnitEliminated)] == ["10.24"]


@pytest.mark.rule("spqr 10.25")
@pytest.mark.parametrize(("beyond", "lost"), [(None, False), (unit("MI3", 709, "W", tq=20), False), ("both", True)])
def test_it_never_ends_on_a_friend(beyond: Any, lost: bool) -> None:
    others = [unit("MI2", 810, "W", tq=20), unit("MI5", 809, "W", tq=20), unit("MI6", 811, "W", tq=20)]
    if beyond == "both":
        others += [unit(f"HI{i + 1}", h, "W", tq=20) for i, h in enumerate((708, 709, 710, 711))]
    elif beyond is not None:
        others.append(beyond)
    r = field(unit("LG1", 1010, "E"), *others)
    r.run(rout.rout, r.unit("LG1"), dice=[0, 0] if lost else [0], defaults=QUIET)
    assert r.unit("LG1").eliminated is lost and invariants.broken(r.g, at_rest=True) == []
    assert lost or r.unit("LG1").at // 100 == 7


@pytest.mark.rule("spqr 10.27")
def test_what_the_routed_can_do() -> None:
    r = field(unit("LG1", 1010, routed=True, missile="J"), b=[unit("MI9", 1110, "W")])
    assert not designation.able(r.g, r.unit("LG1")) and fire.inability(r.g, r.unit("LG1")) is not None
    r.refuses("10.27", orders.Move(unit="LG1", path=(909,)))
    r.run(cohesion.hits, r.unit("LG1"), 1, "fire", "8.17")
    assert r.unit("LG1").eliminated
    for code, supply in (("LG1", "no"), ("LC1", "full")):
        r = field(unit(code, 1010, missile="J"))
        r.run(rout.rout, r.unit(code), defaults=QUIET)
        assert r.unit(code).supply == supply


# -- rally -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.0", "spqr 10.28", "spqr 10.29", "spqr table:rally")
@pytest.mark.parametrize(
    ("dice", "comes"), [([2, 5], "rallied"), ([5, 0], "rallied"), ([6], "flight"), ([7], "flight"), ([8], "lost")]
)
def test_a_leader_rallies_by_his_initiative_and_one(dice: list[int], comes: str) -> None:
    """The example, of a leader of Initiative 4 and principes of TQ 7; by the table a 5 is 2 hits."""
    r = field(unit("LG1", 1010, "W", cls="PR", tq=7, routed=True))
    r.order(orders.Rally(unit="LG1"), dice=dice, defaults=QUIET)
    one = r.unit("LG1")
    assert (one.rallied, one.routed, one.eliminated) == (comes == "rallied", comes != "rallied", comes == "lost")
    if comes == "rallied":
        assert one.hits == (2 if dice[1] == 5 else 1)
    if comes == "flight":
        assert one.at // 100 == 8, "two hexes more"
        r.refuses("10.28", orders.Rally(unit="LG1"))


@pytest.mark.rule("spqr 10.29", "spqr table:rally")
@pytest.mark.parametrize(
    ("tq", "hits"),
    [
        (3, [1, 1, 2, 2, 2, 2, 2, 2, None, None]),
        (5, [1, 1, 2, 2, 2, 2, 2, 2, 3, 3]),
        (6, [1, 1, 2, 2, 2, 2, 3, 3, 4, 4]),
        (9, [1, 1, 2, 2, 2, 2, 3, 3, 4, 4]),
    ],
)
def test_the_rally_table(tq: int, hits: list[int]) -> None:
    r = field(unit("LG1", 1010))
    assert [r.g.charts.rallied("rally_table", n, tq) for n in range(10)] == hits


@pytest.mark.rule("spqr 10.28")
@pytest.mark.parametrize(
    ("ground", "other", "why"),
    [
        ("open", None, None),
        ("woods", None, "10.28"),
        ("open", unit("MI9", 1110, "E"), "10.28"),
        ("open", unit("SK9", 1210, "W", missile="S"), "10.28"),
    ],
)
def test_where_units_rally(ground: str, other: Any, why: str | None) -> None:
    r = field(unit("LG1", 1010, "W", routed=True), b=[other] if other else (), terrain={1010: ground})
    if why is None:
        rally.can_rally(r.g, r.leader("Anna"), r.unit("LG1"))
    else:
        r.refuses(why, orders.Rally(unit="LG1"))


@pytest.mark.rule("spqr 10.28")
def test_rallied_foot_stays_without_missiles_turns_freely_and_takes_no_orders() -> None:
    r = field(unit("LG1", 1010, "W", tq=7, missile="J"))
    r.run(rout.rout, r.unit("LG1"), defaults=QUIET)
    r.order(orders.Rally(unit="LG1", facing=Facing.E), dice=[0, 0])
    one = r.unit("LG1")
    assert one.facing is Facing.E and one.supply == "no"
    r.refuses("10.28", orders.Recover(unit="LG1"))
    r.refuses("10.28", orders.Move(unit="LG1", path=(r.g.front(one)[0],)))


@pytest.mark.rule("spqr 10.28")
def test_elephants_and_phalanxes_never_rally() -> None:
    r = field(unit("EL1", 1010, cls="AFR", routed=True))
    r.refuses("10.28", orders.Rally(unit="EL1"))


# -- 10.5 ------------------------------------------------------------------------------------------------------------


def locked(a: Any, d: Any, **more: Any) -> Rig:
    """Both have fought and stand: Engaged, where the option is played."""
    given = {"a_leaders": [ANNA], "optional_rules": ["10.5"], "options": {"10.5": True}, **more}
    r = kit.battle([a], [d], **given).orders("a", "Anna")
    r.unit(a["code"]).engaged = r.unit(d["code"]).engaged = True
    r.g.version += 1
    return r


@pytest.mark.rule("spqr 10.51")
def test_who_stays_face_to_face_is_engaged_and_does_nothing_else() -> None:
    a, d = unit("HI1", 1010, tq=20), unit("MI9", 1110, "W", tq=20)
    r = kit.battle([a], [d], a_leaders=[ANNA], optional_rules=["10.5"], options={"10.5": True}).orders("a", "Anna")
    r.fights("HI1 x MI9", dice=[5])
    assert r.unit("HI1").engaged and r.unit("MI9").engaged
    r = locked({**unit("LI1", 1010, missile="J"), "tq": 9}, d)
    for order in (orders.Move(unit="LI1", path=(1009,)), orders.Fire(unit="LI1", target="MI9")):
        r.refuses("10.51", order)
    assert [u.id for u in designation.obliged(r.g)] == ["LI1"]
    r = kit.battle([a], [d], a_leaders=[ANNA]).orders("a", "Anna")
    r.fights("HI1 x MI9", dice=[5])
    assert not r.unit("HI1").engaged, "an option"


@pytest.mark.rule("spqr 10.51b")
@pytest.mark.parametrize(
    ("who", "ma", "able"),
    [("LC1", 9, True), ("HC1", 8, True), ("LI1", 6, True), ("LI1", 4, False), ("HI1", 9, False)],
)
def test_cavalry_and_light_foot_slip_away_from_who_is_slower(who: str, ma: int, able: bool) -> None:
    r = locked(unit(who, 1010, ma=ma), unit("MI9", 1110, "W", ma=5))
    found = engaged.escapes(r.g, r.unit(who))
    assert bool(found) is able and all(h not in (1109, 1110, 1111) for h in found)


@pytest.mark.rule("spqr 10.52")
def test_it_ends_when_one_of_them_leaves() -> None:
    r = locked(unit("LC1", 1010, ma=9), unit("MI9", 1110, "W", ma=5))
    r.run(engaged.before_designation, answers=[{"LC1": "0910"}])
    assert not r.unit("LC1").engaged and not r.unit("MI9").engaged


@pytest.mark.rule("spqr 10.17")
@pytest.mark.parametrize(
    ("hits", "told"), [(1, "recovers 1 hit and is in good order."), (4, "recovers 2 hits (2 hits left).")]
)
def test_what_is_recovered_and_what_is_left_is_told(hits: int, told: str) -> None:
    r = kit.battle([kit.unit("MI1", 1010, hits=hits)], [kit.unit("MI9", 3535)], a_leaders=[kit.leader("Scipio", 1010)])
    r.orders("a", "Scipio")
    r.order(orders.Recover(unit="MI1"))
    assert f"MI1 {told}" in r.told()


def test_whoever_is_lost_as_its_flight_ends_on_a_friend_flees_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of a battle: the friend broke of it, fled, had nowhere to go but back, and was the end of it."""
    r = field(unit("MI1", 1010, routed=True), unit("MI2", 1011))
    first, friend = r.unit("MI1"), r.unit("MI2")

    async def comes_back(g: Any, mover: Any, h: Any) -> None:
        await rout.eliminate(g, mover, f"{friend.id} ends its flight on it", "10.25")

    monkeypatch.setattr(rout.stacking, "stop_in", comes_back)
    r.run(partial(rout._one_more, chased=False), first, ())
    assert not first.on_map and friend.on_map
    assert [e.unit for e in r.events if isinstance(e, UnitEliminated)] == ["MI1"], "and is lost once"
