"""Leaders and their orders in every game of the family: reach and number of orders, Momentum, doom, Trump."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import distance
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import command, leader_moves, leaders
from engine.systems.gboh.events import OrdersBegan, PhaseBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.turn import activation, momentum, orders_phase, selection, sequence, trump
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig

FAR = unit("HC9", 3535, "W")
HOLDS = unit("HI9", 1110, "W")
"""Its ZOC has 1010 and 1011."""


def keys(decision: Any) -> list[str]:
    return [c.key for c in decision.choices]


# -- orders ------------------------------------------------------------------------------------------------------------


@shared(Case.COMMAND_RANGE)
@pytest.mark.rule("cataphract 4.21", "alexander 4.21", "spqr 4.21")
def test_enemies_and_their_empty_zones_bar_the_way_of_an_order(kit: Kit) -> None:
    wall = [unit(f"HI{n}", 1100 + n, "W") for n in range(1, 41)]
    r = kit.battle([unit("HC1", 1210), unit("HC2", 910)], wall, a_leaders=[leader("A", 810)]).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("HC2"))
    r.refuses(kit.case(Case.COMMAND_RANGE), orders.Move(unit="HC1", path=(1310,)))
    r = kit.battle([unit("HC1", 1010)], [HOLDS], a_leaders=[leader("A", 710, command_range=3)]).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("HC1")), "the unit's own hex never bars the way"


@shared(Case.COMMAND_RANGE)
@pytest.mark.rule("cataphract 4.21", "alexander 4.21", "spqr 4.21")
@pytest.mark.parametrize(("at", "heard"), [(1510, True), (1610, False)])
def test_the_units_hex_is_counted_and_the_leaders_is_not(kit: Kit, at: int, heard: bool) -> None:
    r = kit.battle([unit("HC1", at)], [FAR], a_leaders=[leader("A", 1010, command_range=5)]).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("HC1")) is heard


@shared(Case.COMMAND_RANGE)
@pytest.mark.rule("cataphract 4.21", "alexander 4.21", "spqr 4.21")
@pytest.mark.parametrize(("friend", "heard"), [(None, False), (1010, True)])
def test_a_friend_in_the_hex_cancels_the_enemys_zone_for_the_way(kit: Kit, friend: int | None, heard: bool) -> None:
    ours = [unit("HC1", 707), *([unit("HI1", friend)] if friend else [])]
    r = kit.battle(ours, [HOLDS], a_leaders=[leader("A", 909)]).orders("a", "A")
    reach = command.reach(r.g, r.leader("A"), 2)
    assert (1010 in reach) is heard


@shared(Case.ORDER_COUNT)
@pytest.mark.rule("cataphract 4.22", "alexander 4.22", "spqr 4.22", "spqr 5.21", "spqr 5.22")
def test_as_many_orders_as_initiative_and_no_more(kit: Kit) -> None:
    ours = [unit(f"HC{n}", 1000 + 2 * n) for n in range(1, 5)]
    r = kit.battle(ours, [FAR], a_leaders=[leader("A", 1008, initiative=3, command_range=20)]).orders("a", "A")
    for n in range(1, 4):
        r.order(orders.Move(unit=f"HC{n}", path=(1100 + 2 * n,)))
    assert not orders_phase.may_command(r.g)
    r.refuses(kit.case(Case.ORDER_COUNT), orders.Move(unit="HC4", path=(1108,)))


@shared(Case.ONE_ORDER)
@pytest.mark.rule("cataphract 5.24", "alexander 5.23", "spqr 5.25", "spqr 4.0")
def test_one_order_a_unit_in_a_phase_and_again_in_the_next(kit: Kit) -> None:
    r = kit.battle([unit("LI1", 1010)], [FAR], a_leaders=[leader("A", 1010)]).orders("a", "A")
    r.order(orders.Move(unit="LI1", path=(1110,)))
    r.refuses(kit.case(Case.ONE_ORDER), orders.Move(unit="LI1", path=(1210,)))
    r.orders("a", "A", momentum=True)
    r.order(orders.Move(unit="LI1", path=(1210,)))
    assert r.unit("LI1").at == 1210


@shared(Case.LINE_COMMAND, Case.LEADER_WITH_LINE)
@pytest.mark.rule("cataphract 4.31", "alexander 4.31", "spqr 4.23", "cataphract 4.34", "alexander 4.36", "spqr 5.21")
def test_a_line_command_takes_the_place_of_all_other_orders(kit: Kit) -> None:
    ours = [unit("LC1", 910), unit("LC2", 911), unit("HC1", 908)]
    r = kit.battle(ours, [FAR], a_leaders=[leader("A", 910)]).orders("a", "A")
    r.order(orders.Move(unit="HC1", path=(1008,)))
    r.refuses(kit.case(Case.LINE_COMMAND), orders.Line(units=("LC1", "LC2")))
    r = kit.battle(ours, [FAR], a_leaders=[leader("A", 910)]).orders("a", "A")
    r.order(orders.Line(units=("LC1", "LC2")))
    r.g.state.orders.line = None
    r.refuses(kit.case(Case.LEADER_WITH_LINE), orders.Move(unit="HC1", path=(1008,)))


@shared(Case.LEADER_HELD)
@pytest.mark.rule("cataphract 4.24", "alexander 4.24", "spqr 4.26", "spqr 5.27")
def test_a_subordinate_who_comes_into_enemy_zoc_gives_no_more_orders(kit: Kit) -> None:
    ours = [unit("LI1", 909), unit("LI2", 505)]
    for role, may in (("SC", False), ("OC", True)):
        r = kit.battle(ours, [HOLDS], a_leaders=[leader("A", 909, role)]).orders("a", "A")
        assert orders_phase.may_command(r.g)
        r.order(orders.Move(unit="LI1", path=(1010,), along=True, attack=False), defaults=["reaction-facing"])
        assert r.leader("A").at == 1010 and orders_phase.may_command(r.g) is may


@shared(Case.OVERALL_COMMANDER)
@pytest.mark.rule("cataphract 4.4", "alexander 4.4", "spqr 4.3", "spqr 4.26", "spqr 4.27")
def test_only_the_overall_commander_moves_others_and_two_orders_free_who_is_held(kit: Kit) -> None:
    def phase(who: str) -> Rig:
        leaders = [leader("Over", 810), leader("Held", 1010, "SC", status="finished"), leader("Free", 710, "SC")]
        return kit.battle([unit("LC1", 1010), unit("LC2", 810)], [HOLDS], a_leaders=leaders).orders("a", who)

    r = phase("Over")
    assert leader_moves.price(r.g, r.leader("Held")) == 2
    r.order(orders.MoveLeader(leader="Held", to=909))
    assert (r.leader("Held").at, r.g.orders.orders_used) == (909, 2)
    r.order(orders.MoveLeader(leader="Free", to=711))
    assert r.g.orders.orders_used == 3
    r.refuses(kit.case(Case.OVERALL_COMMANDER), orders.MoveLeader(leader="Free", to=710))
    phase("Free").refuses(kit.case(Case.OVERALL_COMMANDER), orders.MoveLeader(leader="Over", to=811))


@shared(Case.LEADER_ENTERS_ZONE)
@pytest.mark.rule("cataphract 4.61", "alexander 4.61", "spqr 4.61")
def test_a_leader_enters_enemy_zoc_only_where_a_friend_stands(kit: Kit) -> None:
    r = kit.battle([unit("LI1", 1010)], [HOLDS], a_leaders=[leader("A", 808)]).orders("a", "A")
    r.refuses(kit.case(Case.LEADER_ENTERS_ZONE), orders.MoveLeader(leader="A", to=1011))
    r.order(orders.MoveLeader(leader="A", to=1010))
    assert r.leader("A").at == 1010


@shared()
@pytest.mark.rule("cataphract 4.23", "alexander 4.23", "spqr 4.23")
def test_a_leader_rides_with_a_unit_he_orders_at_no_order_of_his_own(kit: Kit) -> None:
    r = kit.battle([unit("HC1", 1010)], [FAR], a_leaders=[leader("A", 1010)]).orders("a", "A")
    r.order(orders.Move(unit="HC1", path=(1110, 1210), along=True))
    assert (r.leader("A").at, r.g.orders.orders_used) == (1210, 1)
    r.order(orders.MoveLeader(leader="A", to=1910))
    assert (r.leader("A").at, r.g.orders.orders_used) == (1910, 2), "nine Movement Points in all"
    r.refuses(kit.case(Case.LEADER_MOVEMENT), orders.MoveLeader(leader="A", to=2010))


# -- leaders and enemies -----------------------------------------------------------------------------------------------


def comes(kit: Kit, *others: dict[str, Any], enemies: Any = (), answers: Any = (), **values: Any) -> Rig:
    """HC1 has come to 1010; "Zames" of the other side stands at 1110."""
    ours = [unit("HC1", 1010), *enemies]
    r = kit.battle(ours, list(others), b_leaders=[leader("Zames", 1110)], **values).orders("a")
    r.run(lambda g: leaders.approached(g, r.unit("HC1")), answers=answers)
    return r


@shared()
@pytest.mark.rule("cataphract 4.62", "spqr 4.62")
def test_a_leader_alone_withdraws_1_to_3_hexes_each_farther_away(kit: Kit) -> None:
    r = comes(kit, answers=[{"Zames": "1410"}])
    assert (r.leader("Zames").at, r.leader("Zames").status) == (1410, "inactive")
    away = {distance(int(k), 1010) for k in r.choices() if k != "stay"}
    assert away == {2, 3, 4}
    assert comes(kit, answers=[lambda d: d.default]).leader("Zames").on_map


@shared()
@pytest.mark.rule("cataphract 4.62", "spqr 4.62")
def test_who_stays_alone_or_cant_go_is_lost(kit: Kit) -> None:
    assert not comes(kit, answers=[{"Zames": "stay"}]).leader("Zames").on_map
    held = comes(kit, enemies=[unit("HC2", 1011)])
    assert held.decisions == [] and not held.leader("Zames").on_map
    ring = [unit(f"HI{n}", h) for n, h in enumerate((1109, 1111, 1210, 1211), 1)]
    shut_in = comes(kit, enemies=ring)
    assert not shut_in.leader("Zames").on_map


@shared()
@pytest.mark.rule("cataphract 4.62", "spqr 4.62")
def test_with_a_unit_he_stays_or_goes_as_he_likes(kit: Kit) -> None:
    friend = unit("MI9", 1110, "W")
    assert comes(kit, friend, answers=[{"Zames": "stay"}]).leader("Zames").at == 1110
    assert comes(kit, friend, answers=[{"Zames": "1210"}]).leader("Zames").at == 1210
    assert comes(kit, friend, enemies=[unit("HC2", 1011)]).decisions == [], "held before, he isn't asked"


# -- activation --------------------------------------------------------------------------------------------------------


def equals(kit: Kit) -> Rig:
    """Two leaders of Initiative 5 on either side."""
    r = kit.battle(
        [unit("HC1", 505)],
        [FAR],
        a_leaders=[leader("Anna", 505), leader("Ada", 505, "SC")],
        b_leaders=[leader("Bert", 3535), leader("Bob", 3535, "SC")],
    )
    r.state.phase = "select"
    return r


@shared()
@pytest.mark.rule("cataphract 5.12", "spqr 5.12")
@pytest.mark.parametrize(("dice", "first"), [((3, 7), "b"), ((7, 3), "a"), ((4, 4, 9, 0), "a")])
def test_of_equals_the_higher_die_is_first_and_then_they_alternate(kit: Kit, dice: Any, first: str) -> None:
    r = equals(kit)
    found = []
    for n in range(4):
        decision = r.play(dice=dice if not n else ())
        name = next(k for k in keys(decision) if k in r.state.leaders)
        found.append(r.leader(name).side)
        r.leader(name).status = "finished"
        activation.alternate(r.g, r.leader(name))
    other = "a" if first == "b" else "b"
    assert found == [first, other, first, other]


@shared()
@pytest.mark.rule("cataphract 5.12", "alexander 5.12", "spqr 5.12")
def test_of_ones_own_equals_their_owner_chooses(kit: Kit) -> None:
    r = equals(kit)
    for name in ("Bert", "Bob"):
        r.leader(name).status = "finished"
    assert {"Anna", "Ada"} <= set(keys(r.play()))


@shared()
@pytest.mark.rule("cataphract 5.14", "alexander 5.14", "spqr 5.14", "spqr 5.31")
@pytest.mark.parametrize(("phases", "may"), [(2, True), (3, False)])
def test_three_phases_in_a_row_at_most(kit: Kit, phases: int, may: bool) -> None:
    r = kit.battle([unit("HC1", 505)], [FAR], a_leaders=[leader("A", 505)])
    r.leader("A").in_a_row = phases
    assert (momentum.barred(r.g, r.leader("A")) is None) is may


@shared(Case.FINISHED)
@pytest.mark.rule("cataphract 5.15", "alexander 5.15", "spqr 5.15", "spqr 5.11")
def test_passing_finishes_a_leader_and_then_the_turn(kit: Kit) -> None:
    r = kit.battle([unit("HC1", 505)], [FAR], a_leaders=[leader("A", 505)])
    r.state.phase = "select"
    assert r.leader("A").status == "inactive"
    r.run(selection.select, answers=["pass-A"])
    assert r.leader("A").status == "finished"
    r.run(selection.select)
    assert r.state.phase == "rout"


@shared(Case.PHASE_END)
@pytest.mark.rule("cataphract 5.28", "alexander 5.27", "spqr 5.29", "spqr 5.28", "spqr 3.C")
def test_after_orders_comes_shock_and_then_momentum(kit: Kit) -> None:
    r = kit.battle([unit("HC1", 1010)], [FAR], a_leaders=[leader("A", 1010)]).orders("a", "A")
    r.run(orders_phase.orders_phase, answers=[orders.Done()])
    assert r.state.phase == "shock"
    r.run(sequence.shock)
    assert r.state.phase == "momentum" and r.state.orders is None


@shared()
@pytest.mark.rule("cataphract 5.25", "alexander 5.24", "spqr 5.26", "spqr 4.0")
def test_to_attack_takes_no_order(kit: Kit) -> None:
    ours = [unit("HC1", 1010), unit("HC2", 1012)]
    r = kit.battle(ours, [unit("MI9", 1110, "W")], a_leaders=[leader("A", 1012, initiative=1)]).orders("a", "A")
    r.order(orders.Move(unit="HC2", path=(1112,), attack=None))
    assert not orders_phase.may_command(r.g)
    assert [u.id for u in designation.willing(r.g)] == ["HC1"], "in Command Range, and all orders are given"
    r.leader("A").hex = 3030
    r.g.version += 1
    assert designation.willing(r.g) == []


# -- held leaders ------------------------------------------------------------------------------------------------------


def held(kit: Kit) -> Rig:
    """Parmenio (3) in enemy ZOC, Craterus (5) and Alexander (7) free; Omares (4) and Memnon (6) of the enemy."""
    r = kit.battle(
        [unit("LI1", 1010), unit("HC1", 505)],
        [HOLDS],
        a_leaders=[
            leader("Parmenio", 1010, "SC", initiative=3),
            leader("Craterus", 505, "SC", initiative=5),
            leader("Alexander", 505, initiative=7, command_range=9),
        ],
        b_leaders=[leader("Omares", 3535, "SC", initiative=4), leader("Memnon", 3535, initiative=6)],
    )
    r.state.phase = "select"
    return r


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27", "spqr 4.26")
def test_in_enemy_zoc_he_enables_shock_waits_or_passes(kit: Kit) -> None:
    r = held(kit)
    assert keys(r.play())[:2] == ["Parmenio", "defer-Parmenio"] and "pass-Parmenio" in keys(r.decisions[-1])
    r = held(kit)
    r.run(selection.select, answers=["Parmenio"])
    assert r.g.orders.shock_only and not orders_phase.may_command(r.g)


def nobody(_: Any) -> ShockPlan:
    """Nobody attacks."""
    return ShockPlan()


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27", "spqr 5.15")
def test_who_enables_nobody_to_attack_is_finished_in_cataphract_alone(kit: Kit) -> None:
    r = held(kit)
    r.play(answers=["Parmenio", nobody])
    x = r.leader("Parmenio")
    if not kit.rules.command.idle_waits:
        assert x.status == "finished"
        return
    assert (x.status, x.deferred) == ("inactive", True)
    x.hex = 808
    r.g.version += 1
    for name in ("Omares", "Memnon"):
        r.leader(name).status = "finished"
    r.run(selection.select)
    assert r.g.orders.leader == "Parmenio" and not r.g.orders.shock_only, "free, he is next"
    assert momentum.barred(r.g, x) is not None


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27", "spqr 5.15")
def test_asked_as_the_turn_ends_he_waits_no_longer(kit: Kit) -> None:
    r = held(kit)
    for name in ("Craterus", "Alexander", "Omares", "Memnon"):
        r.leader(name).status = "finished"
    d = r.play(answers=["Parmenio", nobody])
    if kit.rules.command.idle_waits:
        assert (d.kind, r.leader("Parmenio").status) == ("last-call", "inactive")
        r.play(answers=["shock", nobody])
    assert r.state.turn == 2, "the turn is over"


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27", "spqr 5.31")
def test_who_waits_is_next_once_he_is_free_and_has_no_momentum(kit: Kit) -> None:
    r = held(kit)
    r.run(selection.select, answers=["defer-Parmenio"])
    assert r.leader("Parmenio").status == "inactive" and r.leader("Parmenio").deferred
    r.leader("Parmenio").hex = 808
    for name in ("Omares", "Memnon"):
        r.leader(name).status = "finished"
    r.g.version += 1
    r.run(selection.select)
    assert [e.orders.leader for e in r.happened(OrdersBegan)] == ["Parmenio"]
    assert momentum.barred(r.g, r.leader("Parmenio")) is not None


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27")
def test_whether_the_enemys_lower_leader_comes_before_him(kit: Kit) -> None:
    r = held(kit)
    r.run(selection.select, answers=["defer-Parmenio"])
    r.leader("Parmenio").hex = 808
    r.g.version += 1
    if kit.rules.command.released_first:
        r.run(selection.select)
        assert r.g.orders.leader == "Parmenio", "before any leader of higher Initiative"
    else:
        assert "Omares" in keys(r.play())


@shared(Case.ACTIVATED_HELD)
@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27")
def test_those_still_held_are_asked_once_more(kit: Kit) -> None:
    r = held(kit)
    for name in ("Craterus", "Alexander", "Omares", "Memnon"):
        r.leader(name).status = "finished"
    r.leader("Parmenio").deferred = True
    decision = r.play()
    assert (decision.kind, keys(decision)) == ("last-call", ["shock", "pass"])
    r = held(kit)
    for name in ("Craterus", "Alexander", "Omares", "Memnon"):
        r.leader(name).status = "finished"
    r.leader("Parmenio").deferred = True
    r.run(sequence.procedure(r.g, "last-call"), answers=["pass"])
    assert r.leader("Parmenio").status == "finished"


# -- momentum and doom -------------------------------------------------------------------------------------------------


def at_momentum(kit: Kit, **values: Any) -> Rig:
    """Hannibal (7) has ended his Orders Phase; Paullus (5) and Varro (4) face him."""
    r = kit.battle(
        [unit("HC1", 2005)],
        [FAR],
        a_leaders=[leader("Hannibal", 505, initiative=7, **values), leader("Hanno", 505, "SC", initiative=5)],
        b_leaders=[leader("Varro", 3535, initiative=4), leader("Paullus", 3535, "SC", initiative=5)],
    )
    r.state.phase, r.state.last_leader = "momentum", "Hannibal"
    r.leader("Hannibal").status = "active"
    return r


@shared(Case.MOMENTUM)
@pytest.mark.rule("cataphract 5.32", "alexander 5.32", "spqr 5.32", "spqr 5.34")
@for_each(("die", "goes_on"), [(0, True), (7, True), (8, False)])
def test_initiative_or_less_is_momentum(kit: Kit, die: int, goes_on: bool) -> None:
    """EX-5.32"""
    r = at_momentum(kit)
    r.run(momentum.momentum_phase, answers=["yes"], dice=[die])
    assert (r.leader("Hannibal").status == "active") is goes_on
    assert bool([e for e in r.happened(OrdersBegan) if e.momentum]) is goes_on


@shared(Case.MOMENTUM_WHO)
@pytest.mark.rule("cataphract 5.31", "alexander 5.31", "spqr 5.31")
@for_each("bar", ["bypassed", "held", "finished"])
def test_who_may_not_try_momentum(kit: Kit, bar: str) -> None:
    r = at_momentum(kit)
    x = r.leader("Hannibal")
    if bar == "bypassed":
        x.no_momentum = True
    elif bar == "finished":
        x.status = "finished"
    else:
        r.unit("HC1").hex, r.unit("HC9").hex = 505, 606
    r.g.version += 1
    assert r.g.in_enemy_zoc(x) is (bar == "held")
    r.run(momentum.momentum_phase)
    assert x.status == "finished" and r.state.phase == "select"


@shared(Case.DOOM)
@pytest.mark.rule("alexander 5.33", "spqr 5.33", "cataphract 5.33")
@for_each("die", range(10))
def test_doom_as_the_book_has_it(kit: Kit, die: int) -> None:
    r = at_momentum(kit)
    r.leader("Paullus").status = "finished"
    fall = kit.rules.doom.fall(die, r.g.charts)
    asked = ["Paullus"] if fall.reactivates else []
    r.run(momentum.momentum_phase, answers=["yes", *asked], dice=[9, die], defaults=["crisis-path", "unit-order"])
    assert r.leader("Hannibal").status == "finished"
    if fall.reactivates:
        assert r.g.orders.leader == "Paullus", "even a Finished one"
        assert momentum.barred(r.g, r.leader("Paullus")) is not None
    if fall.turn_over:
        assert [e.phase for e in r.happened(PhaseBegan)][-1] == "rout"
    assert (r.leader("Varro").status == "finished") is (fall.finishes == "everybody")
    assert (r.leader("Hanno").status == "finished") is (fall.finishes != "leader")


# -- Trump -------------------------------------------------------------------------------------------------------------


def cannae(kit: Kit) -> Rig:
    """Servilius (3) and Paullus (5) against Maharbal (6) and Hannibal (7)."""
    r = kit.battle(
        [unit("HC1", 505)],
        [FAR],
        a_leaders=[leader("Paullus", 505, initiative=5), leader("Servilius", 505, "SC", initiative=3)],
        b_leaders=[leader("Hannibal", 3535, initiative=7), leader("Maharbal", 3535, "SC", initiative=6)],
    )
    r.state.phase = "select"
    return r


@shared(Case.TRUMP, Case.ONE_TRUMP)
@pytest.mark.rule("cataphract 5.41", "alexander 5.41", "spqr 5.41")
@pytest.mark.rule("cataphract 5.43", "alexander 5.43", "spqr 5.43", "spqr 5.15", "spqr 3.A")
@for_each(("die", "acts", "finished"), [(0, "Paullus", False), (5, "Paullus", False), (6, "Servilius", True)])
def test_a_trump(kit: Kit, die: int, acts: str, finished: bool) -> None:
    """EX-5.41"""
    r = cannae(kit)
    r.run(selection.select, answers=["trump-Paullus", *(["no"] if die <= 5 else [])], dice=[die])
    assert r.g.orders.leader == acts and (r.leader("Paullus").status == "finished") is finished
    assert r.state.trump_used == ["a"], "one try for each side and activation"


@shared(Case.TRUMP_MOMENTUM)
@pytest.mark.rule("cataphract 5.42", "alexander 5.42", "spqr 5.42")
@pytest.mark.parametrize(("die", "acts"), [(7, "Paullus"), (6, "Maharbal")])
def test_the_trump_is_trumped(kit: Kit, die: int, acts: str) -> None:
    """EX-5.42.1"""
    r = cannae(kit)
    r.run(selection.select, answers=["trump-Paullus", "Maharbal"], dice=[5, die])
    assert r.g.orders.leader == acts
    assert r.leader("Maharbal" if acts == "Paullus" else "Paullus").status == "finished"
    assert r.leader("Servilius").status == "inactive"


@shared(Case.TRUMP_MOMENTUM, Case.TRUMP_EFFECTS)
@pytest.mark.rule("cataphract 5.42", "alexander 5.42", "spqr 5.42")
@pytest.mark.rule("cataphract 5.44", "alexander 5.44", "spqr 5.44", "spqr 5.45")
def test_momentum_is_trumped(kit: Kit) -> None:
    """EX-5.42.2, EX-5.44"""
    r = cannae(kit)
    r.leader("Paullus").status, r.state.phase, r.state.last_leader = "active", "momentum", "Paullus"
    r.run(momentum.momentum_phase, answers=["yes", "Hannibal"], dice=[5, 6])
    assert r.g.orders.leader == "Hannibal" and r.leader("Paullus").status == "finished"
    bypassed = [x for x in ("Servilius", "Maharbal", "Hannibal") if r.leader(x).no_momentum]
    assert bypassed == ["Servilius", "Maharbal"]
    assert all(r.leader(x).status == "inactive" for x in bypassed), "they act all the same, once"


@shared(Case.TRUMP_EFFECTS)
@pytest.mark.rule("cataphract 5.44", "alexander 5.44", "spqr 5.44")
def test_whether_equals_are_bypassed(kit: Kit) -> None:
    r = cannae(kit)
    r.leader("Maharbal").initiative_printed = 5
    r.run(selection.select, answers=["trump-Paullus", "no"], dice=[5])
    assert r.leader("Maharbal").no_momentum is kit.rules.command.bypass_equals
    assert r.leader("Servilius").no_momentum and not r.leader("Hannibal").no_momentum


@shared(Case.TRUMPER_ACTS)
@pytest.mark.rule("cataphract 5.45", "alexander 5.46", "spqr 5.46")
def test_who_trumped_must_do_something_with_it(kit: Kit) -> None:
    ours = [unit("LI1", 1010, hits=1), unit("LI2", 1012)]
    r = kit.battle(ours, [FAR], a_leaders=[leader("A", 1010)]).orders("a", "A", trumping=True, trumped="B")
    r.refuses(kit.case(Case.TRUMPER_ACTS), orders.Done())
    r.order(orders.Recover(unit="LI1"))
    if kit.rules.command.trumper_moves:
        r.refuses(kit.case(Case.TRUMPER_ACTS), orders.Done())
    else:
        orders_phase.check(r.g, orders.Done())
    r.order(orders.Move(unit="LI2", path=(1112,)))
    orders_phase.check(r.g, orders.Done())


@shared(Case.TRUMPER_ACTS)
@pytest.mark.rule("cataphract 5.45", "alexander 5.46", "spqr 5.46")
def test_whether_to_fire_is_to_do_something(kit: Kit) -> None:
    ours = [unit("LI1", 1010, missile="bow"), unit("LI2", 1012)]
    r = kit.battle(ours, [unit("HI9", 1210, "E")], a_leaders=[leader("A", 1010)]).orders("a", "A", trumping=True)
    r.order(orders.Fire(unit="LI1", target="HI9"), dice=[9])
    if kit.rules.command.trumper_moves and not kit.rules.command.trumper_fires:
        r.refuses(kit.case(Case.TRUMPER_ACTS), orders.Done())
    else:
        orders_phase.check(r.g, orders.Done())


@shared(Case.TRUMP_UNDONE)
@pytest.mark.rule("cataphract 5.46", "alexander 5.47", "spqr 5.47")
def test_a_trump_nothing_came_of_never_was(kit: Kit) -> None:
    r = kit.battle(
        [unit("LI1", 1010), unit("HC1", 505)],
        [HOLDS],
        a_leaders=[
            leader("Held", 1010, "SC", initiative=6),
            leader("First", 505, "SC", initiative=2),
            leader("Other", 505, initiative=4),
        ],
    )
    r.state.phase = "select"
    r.run(selection.select, answers=["trump-Held"], dice=[6])
    assert r.leader("Other").no_momentum and r.g.orders.shock_only
    r.state.phase = "shock"
    r.run(sequence.shock, defaults=["shock"])
    finished = kit.rules.command.undone_trump_finishes
    assert r.leader("Held").status == ("finished" if finished else "inactive")
    assert not r.leader("Other").no_momentum and r.g.orders.leader == "First"


@shared(Case.TRUMP, Case.TRUMP_MOMENTUM)
@pytest.mark.rule("cataphract 5.41", "alexander 5.41", "spqr 5.41", "cataphract 5.42", "alexander 5.42", "spqr 5.42")
@for_each(
    ("above", "answers", "refused_by"),
    [(5, False, Case.TRUMP), (4, False, None), (6, True, Case.TRUMP_MOMENTUM), (5, True, None)],
)
def test_whose_initiative_is_too_low_for_a_trump(kit: Kit, above: int, answers: bool, refused_by: Case | None) -> None:
    """5.41 takes more than the leader's whose turn it is, 5.42 as much as the trumper's, or who has Momentum."""
    r = kit.battle([unit("HC1", 1010)], [unit("HC9", 1510)], a_leaders=[leader("Narses", 1009, initiative=5)])
    no = trump.bar(r.g, r.leader("Narses"), above=above, or_equal=answers)
    assert (no.rule if no is not None else None) == (kit.case(refused_by) if refused_by is not None else None)
