"""4.2, 5.1 to 5.5 Whose turn it is, what he may do with it, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Choose
from engine.systems.gboh.command import command
from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import activation, elite, momentum, orders_phase, selection, sequence
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")
HOLDS = kit.unit("HI9", 1110, "W", cls="HO1")
"""Its ZOC has 1010 and 1011."""


def keys(decision: Any) -> list[str]:
    assert isinstance(decision, Choose)
    return [c.key for c in decision.choices]


def at_select(r: kit.Rig) -> kit.Rig:
    r.state.phase = "select"
    return r


# -- 4.2 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.21")
def test_the_way_of_an_order_is_barred_by_enemies_and_their_empty_zones() -> None:
    wall = [kit.unit(f"HI{n}", 1100 + n, "W", cls="HO1") for n in range(1, 41)]
    r = kit.battle([kit.unit("HC1", 1210), kit.unit("HC2", 910)], wall, a_leaders=[kit.leader("A", 810)]).orders(
        "a", "A"
    )
    assert command.in_command(r.g, r.leader("A"), r.unit("HC2"))
    r.refuses("4.21", orders.Move(unit="HC1", path=(1310,)))
    r = kit.battle([kit.unit("HC1", 1010)], [HOLDS], a_leaders=[kit.leader("A", 710, command_range=3)]).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("HC1")), "the unit's own hex never bars the way"


@pytest.mark.rule("alexander 4.21")
def test_of_a_pair_either_hex_counts_and_the_leaders_own_doesnt() -> None:
    r = kit.battle([kit.unit("PH1", 1008)], [FAR], a_leaders=[kit.leader("A", 1014, command_range=5)]).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("PH1")), "its right half at 1009 is 5 hexes away"
    r.leader("A").command_range_printed = 4
    r.g.version += 1
    r.refuses("4.21", orders.Move(unit="PH1", path=(1108,)))


@pytest.mark.rule("alexander 4.22", "alexander 5.21", "alexander 5.22")
def test_as_many_orders_as_initiative_and_no_more() -> None:
    """EX-5.21 Alexander gives up to 7."""
    ours = [kit.unit(f"HC{n}", 1000 + 2 * n) for n in range(1, 9)]
    r = kit.battle(ours, [FAR], a_leaders=[kit.leader("A", 1008, initiative=7, command_range=20)]).orders("a", "A")
    for n in range(1, 8):
        r.order(orders.Move(unit=f"HC{n}", path=(1100 + 2 * n,)))
    assert not orders_phase.may_command(r.g)
    r.refuses("4.22", orders.Move(unit="HC8", path=(1116,)))


@pytest.mark.rule("alexander 4.0", "alexander 5.23")
def test_one_order_a_unit_in_a_phase_and_again_in_the_next() -> None:
    """EX-5.23"""
    r = kit.battle([kit.unit("LI1", 1010)], [FAR], a_leaders=[kit.leader("A", 1010)]).orders("a", "A")
    r.order(orders.Move(unit="LI1", path=(1110,)))
    r.refuses("5.23", orders.Move(unit="LI1", path=(1210,)))
    r.orders("a", "A", momentum=True)
    r.order(orders.Move(unit="LI1", path=(1210,)))
    assert r.unit("LI1").at == 1210 and r.unit("LI1").hits == 1


@pytest.mark.rule("alexander 4.23", "alexander 6.15")
def test_a_leader_moves_by_his_own_order_or_with_a_unit_at_no_order() -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [FAR], a_leaders=[kit.leader("A", 1010)]).orders("a", "A")
    r.order(orders.Move(unit="HC1", path=(1110, 1210), along=True))
    assert (r.leader("A").at, r.g.orders.orders_used) == (1210, 1)
    r.order(orders.MoveLeader(leader="A", to=1910))
    assert (r.leader("A").at, r.g.orders.orders_used) == (1910, 2)
    r.refuses("6.15", orders.MoveLeader(leader="A", to=2010))


@pytest.mark.rule("alexander 4.24")
def test_entering_enemy_zoc_ends_a_subordinates_orders() -> None:
    ours = [kit.unit("LI1", 909), kit.unit("LI2", 505)]
    r = kit.battle(ours, [HOLDS], a_leaders=[kit.leader("A", 909, "SC")]).orders("a", "A")
    assert orders_phase.may_command(r.g)
    r.order(orders.Move(unit="LI1", path=(1010,), along=True, attack=False), defaults=["reaction-facing"])
    assert r.leader("A").at == 1010 and not orders_phase.may_command(r.g)


@pytest.mark.rule("alexander 4.26")
def test_leaders_have_no_facing() -> None:
    assert not hasattr(kit.battle([], [FAR], a_leaders=[kit.leader("A", 1010)]).leader("A"), "facing")


@pytest.mark.rule("alexander 4.61")
def test_a_leader_enters_enemy_zoc_only_where_a_friend_stands_and_stops() -> None:
    r = kit.battle([kit.unit("LI1", 1010)], [HOLDS], a_leaders=[kit.leader("A", 808)]).orders("a", "A")
    r.refuses("4.61", orders.MoveLeader(leader="A", to=1011))
    r.order(orders.MoveLeader(leader="A", to=1010))
    assert r.leader("A").at == 1010


@pytest.mark.rule("alexander 4.1")
def test_leaders_pay_what_cavalry_pays_and_take_no_hits() -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [FAR], a_leaders=[kit.leader("A", 1010)], terrain={1110: "rough"}).orders(
        "a", "A"
    )
    cost = r.g.charts.step_cost(r.g.map, r.unit("HC1"), 1010, 1110)
    r.order(orders.MoveLeader(leader="A", to=1110))
    assert cost is not None and r.g.orders.leader_mp["A"] == cost.mp and cost.hits > 0


# -- 5.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 5.12", "alexander 5.13", "alexander 5.11")
def test_the_order_of_the_granicus() -> None:
    """EX-5.13"""
    mac = [kit.leader("Alexander", 505, initiative=7), kit.leader("Philotas", 505, "SC", initiative=5)]
    per = [kit.leader(n, 3535, "SC", initiative=i) for n, i in (("Memnon", 5), ("Omares", 3), ("Arsites", 2))]
    r = at_select(kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=mac, b_leaders=per))
    sides = tuple(s.model_copy(update={"first_of_equals": s.id == "b"}) for s in r.g.scenario.sides)
    r.g.scenario = r.g.scenario.model_copy(update={"sides": sides})
    found = []
    for _ in range(5):
        decision = r.play()
        name = next(k for k in keys(decision) if k in r.state.leaders)
        found.append(name)
        r.leader(name).status = "finished"
        activation.alternate(r.g, r.leader(name))
    assert found == ["Arsites", "Omares", "Memnon", "Philotas", "Alexander"]


@pytest.mark.rule("alexander 5.12")
def test_of_ones_own_equals_their_owner_chooses() -> None:
    r = at_select(
        kit.battle(
            [kit.unit("HC1", 505)],
            [FAR],
            a_leaders=[kit.leader("A", 505, "SC", initiative=3), kit.leader("B", 505, "SC", initiative=3)],
        )
    )
    assert {"A", "B"} <= set(keys(r.play()))


@pytest.mark.rule("alexander 5.14", "alexander 5.31")
@pytest.mark.parametrize(("phases", "may"), [(2, True), (3, False)])
def test_three_phases_in_a_row_at_most(phases: int, may: bool) -> None:
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("A", 505)])
    r.leader("A").in_a_row = phases
    assert (momentum.barred(r.g, r.leader("A")) is None) is may


@pytest.mark.rule("alexander 5.15")
def test_passing_finishes_a_leader() -> None:
    r = at_select(kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("A", 505)]))
    r.run(selection.select, answers=["pass-A"])
    assert r.leader("A").status == "finished"


@pytest.mark.rule("alexander 5.26", "alexander 5.27", "alexander 5.24")
def test_after_orders_comes_shock_and_then_momentum() -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [FAR], a_leaders=[kit.leader("A", 1010)]).orders("a", "A")
    r.run(orders_phase.orders_phase, answers=[orders.Done()])
    assert r.state.phase == "shock"
    r.run(sequence.shock)
    assert r.state.phase == "momentum" and r.state.orders is None


@pytest.mark.rule("alexander 5.27")
def test_when_all_are_finished_the_rout_phase_follows() -> None:
    r = at_select(kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("A", 505, status="finished")]))
    r.run(selection.select)
    assert r.state.phase == "rout"


# -- 5.25 --------------------------------------------------------------------------------------------------------------


def held(**values: Any) -> kit.Rig:
    """Parmenio (3) in enemy ZOC, Craterus (5) and Alexander (7) free."""
    return kit.battle(
        [kit.unit("LI1", 1010), kit.unit("HC1", 505)],
        [HOLDS],
        a_leaders=[
            kit.leader("Parmenio", 1010, "SC", initiative=3),
            kit.leader("Craterus", 505, "SC", initiative=5),
            kit.leader("Alexander", 505, initiative=7, command_range=9),
        ],
        **values,
    )


@pytest.mark.rule("alexander 5.25", "alexander 4.24")
def test_in_enemy_zoc_he_enables_shock_waits_or_passes() -> None:
    r = at_select(held())
    assert keys(r.play())[:2] == ["Parmenio", "defer-Parmenio"] and "pass-Parmenio" in keys(r.decisions[-1])


@pytest.mark.rule("alexander 5.25")
def test_who_waits_is_passed_over_and_next_once_he_is_free() -> None:
    """EX-5.25"""
    r = at_select(held())
    r.run(selection.select, answers=["defer-Parmenio"])
    assert r.leader("Parmenio").status == "inactive" and r.leader("Parmenio").deferred
    assert "Craterus" in keys(r.play())
    r.leader("Parmenio").hex = 808
    r.g.version += 1
    r.run(selection.select)
    assert [e.orders.leader for e in r.happened(OrdersBegan)] == ["Parmenio"]
    assert momentum.barred(r.g, r.leader("Parmenio")) is not None, "5.31 held before"


@pytest.mark.rule("alexander 5.25", "alexander 5.15")
def test_who_let_units_shock_by_his_range_is_finished_wherever_he_goes() -> None:
    """EX-5.25"""
    r = at_select(held())
    r.run(selection.select, answers=["Parmenio"])
    assert r.g.orders.shock_only
    assert not orders_phase.may_command(r.g)
    r.g.orders.shocked.append("LI1")
    r.state.phase = "shock"
    r.run(sequence.shock, defaults=["shock"])
    r.run(momentum.momentum_phase)
    assert r.leader("Parmenio").status == "finished"


@pytest.mark.rule("alexander 5.25")
def test_those_still_held_are_asked_once_more() -> None:
    r = at_select(held())
    for x in ("Craterus", "Alexander"):
        r.leader(x).status = "finished"
    r.leader("Parmenio").deferred = True
    decision = r.play()
    assert (decision.kind, keys(decision)) == ("last-call", ["shock", "pass"])


# -- 5.4 ---------------------------------------------------------------------------------------------------------------


def trumps(**values: Any) -> kit.Rig:
    """Omares (3) and Memnon (5) against Philotas (5) and Alexander (7)."""
    return at_select(
        kit.battle(
            [kit.unit("HC1", 505)],
            [FAR],
            a_leaders=[kit.leader("Alexander", 505, initiative=7), kit.leader("Philotas", 505, "SC", initiative=5)],
            b_leaders=[kit.leader("Memnon", 3535, "SC", initiative=5), kit.leader("Omares", 3535, "SC", initiative=3)],
            **values,
        )
    )


@pytest.mark.rule("alexander 5.41", "alexander 5.15")
@pytest.mark.parametrize(("die", "acts", "finished"), [(5, "Memnon", False), (6, "Omares", True)])
def test_a_trump(die: int, acts: str, finished: bool) -> None:
    """EX-5.41"""
    r = trumps()
    r.run(selection.select, answers=["trump-Memnon", *(["no"] if die == 5 else [])], dice=[die])
    assert r.g.orders.leader == acts and (r.leader("Memnon").status == "finished") is finished


@pytest.mark.rule("alexander 5.42", "alexander 5.43")
@pytest.mark.parametrize(("die", "acts"), [(7, "Memnon"), (5, "Philotas")])
def test_the_trump_is_trumped(die: int, acts: str) -> None:
    """EX-5.42a"""
    r = trumps()
    r.run(selection.select, answers=["trump-Memnon", "Philotas"], dice=[5, die])
    assert r.g.orders.leader == acts
    assert r.leader("Philotas" if acts == "Memnon" else "Memnon").status == "finished"


@pytest.mark.rule("alexander 5.42", "alexander 5.44")
def test_momentum_is_trumped_and_equals_are_bypassed() -> None:
    """EX-5.42b, EX-5.44"""
    r = trumps()
    r.state.phase, r.state.last_leader = "momentum", "Memnon"
    r.leader("Memnon").status = "active"
    r.run(momentum.momentum_phase, answers=["yes", "Alexander"], dice=[5, 6])
    assert r.g.orders.leader == "Alexander" and r.leader("Memnon").status == "finished"
    assert [r.leader(x).no_momentum for x in ("Omares", "Philotas", "Alexander")] == [True, True, False]


@pytest.mark.rule("alexander 5.46")
def test_who_trumped_must_have_a_unit_move() -> None:
    r = kit.battle(
        [kit.unit("LI1", 1010, missile="J", hits=1), kit.unit("LI2", 1012)], [FAR], a_leaders=[kit.leader("A", 1010)]
    ).orders("a", "A", trumping=True, trumped="B")
    r.refuses("5.46", orders.Done())
    r.order(orders.Recover(unit="LI1"))
    r.refuses("5.46", orders.Done())
    r.order(orders.Move(unit="LI2", path=(1112,)))
    orders_phase.check(r.g, orders.Done())


@pytest.mark.rule("alexander 5.46")
def test_or_could_let_one_attack() -> None:
    r = kit.battle([kit.unit("LI1", 1010)], [HOLDS], a_leaders=[kit.leader("A", 1010)]).orders("a", "A", trumping=True)
    orders_phase.check(r.g, orders.Done())


@pytest.mark.rule("alexander 5.47")
def test_a_trump_nothing_came_of_never_was_and_finishes_who_tried() -> None:
    r = kit.battle(
        [kit.unit("LI1", 1010), kit.unit("HC1", 505)],
        [HOLDS],
        a_leaders=[
            kit.leader("Held", 1010, "SC", initiative=6),
            kit.leader("First", 505, "SC", initiative=2),
            kit.leader("Other", 505, "SC", initiative=4),
        ],
    )
    at_select(r).run(selection.select, answers=["trump-Held"], dice=[6])
    assert r.leader("Other").no_momentum and r.g.orders.shock_only
    r.state.phase = "shock"
    r.run(sequence.shock, defaults=["shock"])
    assert r.leader("Held").status == "finished" and not r.leader("Other").no_momentum
    assert r.g.orders.leader == "First"


# -- 5.5 ---------------------------------------------------------------------------------------------------------------


def alexander(turn: int) -> kit.Rig:
    r = kit.battle(
        [kit.unit("HC1", 505), kit.unit("HC2", 3005)],
        [FAR],
        a_leaders=[
            kit.leader("Alexander", 505, initiative=7, command_range=9, elite=True),
            kit.leader("Near", 1005, "SC"),
            kit.leader("Far", 3005, "SC"),
            kit.leader("Contingent", 505, "CC", commands=("a",)),
        ],
        optional_rules=("5.5",),
        options={"5.5": True},
    )
    r.state.turn, r.state.phase = turn, "elite"
    return r


@pytest.mark.rule("alexander 5.5")
@pytest.mark.parametrize(("turn", "who"), [(1, ["Alexander", "Near", "Far"]), (2, ["Alexander", "Near"])])
def test_who_may_have_the_elite_phase(turn: int, who: list[str]) -> None:
    assert [x.id for x in elite.eligible(alexander(turn).g, "a")] == who


@pytest.mark.rule("alexander 5.5", "alexander 5.34")
def test_after_it_he_is_inactive_and_may_have_momentum_once() -> None:
    r = alexander(1)
    r.run(elite.elite_phase)
    r.run(elite.elite_phase, answers=["Near"])
    r.run(orders_phase.orders_phase, answers=[orders.Done()])
    r.run(sequence.shock)
    x = r.leader("Near")
    assert (r.state.phase, x.status, x.elite_phase) == ("elite", "inactive", True)
    x.in_a_row = 1
    assert momentum.barred(r.g, x) is None
    x.in_a_row = 2
    assert momentum.barred(r.g, x) is not None
