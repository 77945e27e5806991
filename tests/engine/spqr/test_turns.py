"""5 Whose turn it is, what becomes of it, and who comes before others: SPQR's own part; what its sisters share is in
``tests/engine/gboh/test_command.py``."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.events import LeaderChanged
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.turn import activation, elite, momentum, orders_phase, selection, sequence
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

FAR = unit("HC99", 3535, "W")
HOLDS = unit("HI9", 1110, "W")
"""Its ZOC has 1010 and 1011."""


def keys(decision: Any) -> list[str]:
    return [c.key for c in decision.choices]


@pytest.mark.rule("spqr 5.12", "spqr 5.13", "spqr 5.0", "spqr 3.A")
def test_the_order_of_the_bagradas() -> None:
    """EX-5.13"""
    ranks = {"Prf": "prefect sociorum", "Tri": "tribune", "Peq": "prefect equitum"}
    rome = [("Prf1", 2), ("Prf2", 2), ("Tri1", 3), ("Peq1", 3), ("Regulus", 5)]
    punic = [("Bostar", 4), ("Hamilcar", 4), ("Hasdrubal", 5), ("Xanthippus", 6)]
    r = kit.battle(
        [unit("MI1", 505)],
        [FAR],
        a_leaders=[
            leader(n, 505, "OC" if n == "Regulus" else "SC", initiative=i, rank=ranks.get(n[:3], "subordinate"))
            for n, i in rome
        ],
        b_leaders=[leader(n, 3535, "OC" if n == "Xanthippus" else "SC", initiative=i) for n, i in punic],
    )
    r.state.phase = "select"
    found = []
    for n in range(9):
        decision = r.play(dice=(2, 7) if n == 6 else ())
        names = [k for k in keys(decision) if k in r.state.leaders]
        found.append(set(names))
        r.leader(names[0]).status = "finished"
        activation.alternate(r.g, r.leader(names[0]))
    assert found == [
        *({"Prf1", "Prf2"}, {"Prf2"}, {"Tri1", "Peq1"}, {"Peq1"}, {"Bostar", "Hamilcar"}, {"Hamilcar"}),
        *({"Hasdrubal"}, {"Regulus"}, {"Xanthippus"}),
    ], "Hasdrubal's 7 beats Regulus's 2"


@pytest.mark.rule("spqr 5.12", "spqr 4.63")
def test_a_wounded_leader_comes_by_what_is_left_of_his_initiative() -> None:
    r = kit.battle([unit("MI1", 505)], [FAR], a_leaders=[leader("Ada", 505, initiative=4), leader("Ida", 505, "SC")])
    r.leader("Ida").wounded, r.leader("Ida").lowered = True, 2
    r.state.phase = "select"
    assert keys(r.play())[0] == "Ida", "5 less 2"


@pytest.mark.rule("spqr 5.27", "spqr 5.15")
@pytest.mark.parametrize("used", [True, False])
def test_hanno_is_finished_once_his_range_let_units_attack(used: bool) -> None:
    """EX-5.27"""
    r = kit.battle(
        [unit("LC1", 1010), unit("MI2", 505)],
        [HOLDS],
        a_leaders=[leader("Hanno", 1010, "SC", initiative=5), leader("Hannibal", 505, initiative=7, command_range=9)],
    )
    r.state.phase = "select"
    r.run(selection.select, answers=["Hanno" if used else "defer-Hanno"])
    if used:
        assert r.g.orders.shock_only
        r.g.orders.shocked.append("LC1")
        r.state.phase = "shock"
        r.run(sequence.shock, defaults=["shock"])
        r.run(momentum.momentum_phase)
        assert r.leader("Hanno").status == "finished"
    r.state.phase = "select"
    r.run(selection.select, answers=["Hannibal"])
    r.order(orders.MoveLeader(leader="Hanno", to=909))
    assert r.g.orders.orders_used == 2
    r.state.phase, r.state.orders = "select", None
    r.leader("Hannibal").status = "finished"
    r.run(selection.select)
    if used:
        assert r.state.phase == "rout"
    else:
        assert r.g.orders.leader == "Hanno" and momentum.barred(r.g, r.leader("Hanno")) is not None


@pytest.mark.rule("spqr 5.33", "spqr 5.27", "spqr 5.15")
@pytest.mark.parametrize("before", ["inactive", "finished"])
def test_reactivated_in_enemy_zoc_he_is_as_he_was_when_nobody_attacks(before: Any) -> None:
    """Whose own turn is still to come waits for it; whose turn has passed has no other one."""
    r = kit.battle(
        [unit("LC1", 1010)],
        [HOLDS],
        a_leaders=[leader("Hanno", 1010, "SC", initiative=5, status=before), leader("Oc", 505, initiative=7)],
        b_leaders=[leader("Regulus", 3535, initiative=5, status="active")],
    )
    r.state.phase, r.state.last_leader = "momentum", "Regulus"
    r.play(answers=["yes", "Hanno", lambda _: ShockPlan()], dice=[9, 0])
    hanno = r.leader("Hanno")
    assert (hanno.status, hanno.deferred) == (before, before == "inactive")


@pytest.mark.rule("spqr 5.27")
def test_freed_he_comes_before_an_enemy_of_higher_initiative_but_not_before_a_lower_one() -> None:
    r = kit.battle(
        [unit("MI1", 505)],
        [FAR],
        a_leaders=[leader("Free", 505, "SC", initiative=4, deferred=True), leader("Over", 505, initiative=6)],
        b_leaders=[leader("Low", 3535, "SC", initiative=3), leader("High", 3535, initiative=5)],
    )
    r.state.phase = "select"
    assert "Low" in keys(r.play())
    r.leader("Low").status = "finished"
    r.run(selection.select)
    assert r.g.orders.leader == "Free"


@pytest.mark.rule("spqr 5.33", "spqr table:doom", "spqr 5.34", "spqr 5.45")
@pytest.mark.parametrize(("die", "what"), [(0, "again"), (1, "again"), (2, "Finished"), (8, "Finished"), (9, "over")])
def test_doom(die: int, what: str) -> None:
    r = kit.battle(
        [unit("MI1", 505)],
        [FAR],
        a_leaders=[leader("Hannibal", 505, initiative=7)],
        b_leaders=[leader("Varro", 3535, initiative=4, status="finished"), leader("Paullus", 3535, "SC")],
    )
    r.state.phase, r.state.last_leader = "momentum", "Hannibal"
    r.leader("Hannibal").status = "active"
    r.run(momentum.momentum_phase, answers=["yes", *(["Varro"] if what == "again" else [])], dice=[9, die])
    assert r.leader("Hannibal").status == "finished"
    if what == "again":
        assert r.choices() == ["Varro", "Paullus", "no"] and r.g.orders.leader == "Varro"
        r.run(orders_phase.orders_phase, answers=[orders.Done()])
        r.run(sequence.shock)
        r.run(momentum.momentum_phase)
        assert r.leader("Varro").status == "finished", "no Momentum"
    else:
        over = what == "over"
        assert r.state.phase == ("rout" if over else "select")
        assert (r.leader("Paullus").status == "finished") is over


@pytest.mark.rule("spqr 5.44")
def test_zama_when_hannibal_trumps_laelius() -> None:
    """EX-5.44 Every leader who hasn't acted has one Orders Phase left, and no Momentum."""
    r = kit.battle(
        [unit("MI1", 505), unit("HC2", 506)],
        [FAR],
        a_leaders=[
            leader("Scipio", 505, initiative=7),
            leader("Laelius", 505, "SC", initiative=4),
            leader("Masinissa", 505, "SC", initiative=5),
            leader("Cassus", 505, "SC", initiative=3, status="finished"),
        ],
        b_leaders=[leader("Hannibal", 3535, initiative=7), leader("Hanno", 3535, "SC", initiative=5)],
    )
    r.state.phase, r.state.last_leader = "momentum", "Laelius"
    r.leader("Laelius").status = "active"
    r.run(momentum.momentum_phase, answers=["yes", "Hannibal"], dice=[4, 7])
    assert r.leader("Laelius").status == "finished" and r.g.orders.leader == "Hannibal"
    barred = [e.leader for e in r.happened(LeaderChanged) if e.no_momentum]
    assert barred == ["Scipio", "Masinissa", "Hanno"], "Scipio's Initiative is equal to Hannibal's"
    assert momentum.barred(r.g, r.leader("Hannibal")) is None


# -- 5.46, 5.47 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 5.46")
def test_a_trumper_with_nobody_to_move_or_fire_may_end_his_phase() -> None:
    units = [unit("LI1", 1010, hits=1)]
    r = kit.battle(units, [FAR], a_leaders=[leader("Ada", 1010)]).orders("a", "Ada", trumping=True, trumped="B")
    r.refuses("5.46", orders.Done())
    r.order(orders.Recover(unit="LI1"))
    orders_phase.check(r.g, orders.Done())


@pytest.mark.rule("spqr 5.47")
def test_a_trumper_in_enemy_zoc_who_attacks_nobody_goes_back_and_is_not_finished() -> None:
    r = kit.battle(
        [unit("LC1", 1010), unit("HC1", 505)],
        [HOLDS],
        a_leaders=[
            leader("Held", 1010, "SC", initiative=6),
            leader("First", 505, "SC", initiative=2),
            leader("Other", 505, initiative=4),
        ],
    )
    r.state.phase = "select"
    r.run(selection.select, answers=["trump-Held"], dice=[6])
    assert r.g.orders.shock_only and r.leader("Other").no_momentum
    r.state.phase = "shock"
    r.run(sequence.shock, defaults=["shock"])
    held = r.leader("Held")
    assert (held.status, held.deferred) == ("inactive", True)
    assert r.g.orders.leader == "First" and not r.leader("Other").no_momentum


# -- 5.5 ---------------------------------------------------------------------------------------------------------------


def zama(*, turn: int = 2, rival: bool = True) -> kit.Rig:
    """Scipio, with Laelius near and Masinissa far; Hannibal, as elite as he."""
    r = kit.battle(
        [unit("RC1", 505), unit("RC2", 3005)],
        [FAR],
        a_leaders=[
            leader("Scipio", 505, initiative=7, command_range=7, elite=True),
            leader("Laelius", 805, "SC", initiative=4),
            leader("Masinissa", 3005, "SC", initiative=5),
        ],
        b_leaders=[leader("Hannibal", 3535, initiative=7, elite=rival)],
    )
    r.state.turn, r.state.phase = turn, "elite"
    return r


@pytest.mark.rule("spqr 5.51")
@pytest.mark.parametrize(
    ("turn", "who"), [(1, ["Scipio", "Laelius", "Masinissa", "no"]), (2, ["Scipio", "Laelius", "no"])]
)
def test_who_may_have_the_elite_phase(turn: int, who: list[str]) -> None:
    r = zama(turn=turn, rival=False)
    assert keys(r.play()) == who and not r.rolls, "no roll without a rival"


@pytest.mark.rule("spqr 5.51")
def test_it_may_be_declined_and_finished_leaders_have_none() -> None:
    r = zama(rival=False)
    r.run(elite.elite_phase)
    r.run(elite.elite_phase, answers=["no"])
    r.run(elite.elite_phase)
    assert r.state.phase == "select"
    r = zama(rival=False)
    r.leader("Laelius").status = "finished"
    assert [x.id for x in elite.eligible(r.g, "a")] == ["Scipio"]


@pytest.mark.rule("spqr 5.53")
@pytest.mark.parametrize(("dice", "whose"), [((5, 4), ["a"]), ((3, 4), ["b"]), ((6, 6), [])])
def test_of_two_elite_commanders_the_higher_total_has_the_phase_and_of_equals_nobody(dice: Any, whose: Any) -> None:
    r = zama()
    r.run(elite.elite_phase, dice=dice)
    assert r.state.elite_order == whose
    if not whose:
        r.run(elite.elite_phase)
        assert r.state.phase == "select"


@pytest.mark.rule("spqr 5.53")
def test_initiative_is_added_as_it_is_now() -> None:
    r = zama()
    r.leader("Hannibal").wounded = True
    r.run(elite.elite_phase, dice=(4, 5))
    assert r.state.elite_order == [], "4 and 7 against 5 and 6"
    assert [x.total for x in r.rolls] == [11, 11]


@pytest.mark.rule("spqr 5.52", "spqr 5.34", "spqr 5.14", "spqr 5.53")
def test_scipio_gives_the_phase_to_laelius() -> None:
    """EX-5.53"""
    r = zama()
    r.run(elite.elite_phase, dice=(9, 0))
    r.run(elite.elite_phase, answers=["Laelius"])
    r.order(orders.Move(unit="RC1", path=(605,)))
    r.run(orders_phase.orders_phase, answers=[orders.Done()])
    r.run(sequence.shock)
    x = r.leader("Laelius")
    assert (r.state.phase, x.status, x.elite_phase) == ("elite", "inactive", True), "no Momentum after it"
    r.run(elite.elite_phase)
    decision = r.play()
    assert "Laelius" in keys(decision), "his Initiative of 4 is the lowest"
    x.in_a_row = 1
    assert momentum.barred(r.g, x) is None, "one sure phase, and one by Momentum"
    x.in_a_row = 2
    assert momentum.barred(r.g, x) is not None
    scipio = r.leader("Scipio")
    scipio.in_a_row = 2
    assert momentum.barred(r.g, scipio) is None, "he has all three of his"


@pytest.mark.rule("spqr 5.52", "spqr 5.53", "spqr 5.14", "spqr 5.34")
@pytest.mark.parametrize("between", [False, True])
def test_who_had_the_elite_phase_may_have_momentum_once_whether_or_not_somebody_acted_between(between: bool) -> None:
    """EX-5.53: Laelius has one sure phase and one Momentum left."""
    r = zama(rival=False)
    low = r.leader("Masinissa" if between else "Laelius")
    low.initiative_printed = 3
    r.leader("Hannibal").status = "finished"
    r.state.phase = "elite"
    turn = [low.id] if not between else [low.id, orders.Done(), "no", "Laelius"]
    d = r.play(answers=["Laelius", orders.Done(), *turn, orders.Done()])
    assert (d.kind, d.subject) == ("momentum", "Laelius")
    d = r.play(answers=["yes", orders.Done()], dice=[0])
    assert d.kind == "activation", "that was the third"


@pytest.mark.rule("spqr 5.24")
def test_leaders_order_no_other_leaders() -> None:
    r = kit.battle(
        [unit("LC1", 1010), unit("MI2", 505)],
        [FAR],
        a_leaders=[leader("Mago", 1010, "SC"), leader("Hanno", 1010, "SC", initiative=4)],
    ).orders("a", "Mago")
    r.refuses("4.3", orders.MoveLeader(leader="Hanno", to=909))
