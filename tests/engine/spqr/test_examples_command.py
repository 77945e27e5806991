"""The book's examples of chapter 5 at Cannae: who may move again, Momentum, trumps one upon the other."""

from __future__ import annotations

import pytest

from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import momentum, selection
from tests.each import for_each
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, unit


def cannae() -> Rig:
    """Servilius, who is to be activated, Paullus and Varro; Hanno, Maharbal and Hannibal."""
    r = kit.battle(
        [unit("LG1", 505)],
        [unit("LC9", 3535, "W"), unit("LC8", 3534, "W")],
        a_leaders=[
            leader("Servilius", 505, "SC", initiative=3),
            leader("Varro", 505, "SC", initiative=4),
            leader("Paullus", 505, initiative=5),
        ],
        b_leaders=[
            leader("Hanno", 3535, "SC", initiative=5),
            leader("Maharbal", 3535, "SC", initiative=6),
            leader("Hannibal", 3535, initiative=7, command_range=9),
        ],
    )
    r.state.phase = "select"
    return r


def statuses(r: Rig, *names: str) -> list[str]:
    return [r.leader(n).status for n in names]


@pytest.mark.rule("spqr 5.25", "spqr 5.24")
def test_maharbal_orders_a_unit_once_in_an_orders_phase_and_hannibal_or_his_momentum_may_again() -> None:
    """EX-5.25"""
    r = cannae().orders("b", "Maharbal")
    r.order(orders.Move(unit="LC9", path=(3435,)))
    r.refuses("5.25", orders.Move(unit="LC9", path=(3335,)))
    r.state.phase, r.state.last_leader = "momentum", "Maharbal"
    r.run(momentum.momentum_phase, answers=["yes"], dice=[6])
    assert r.g.orders.leader == "Maharbal"
    r.order(orders.Move(unit="LC9", path=(3335,)))
    r.orders("b", "Hannibal")
    r.order(orders.Move(unit="LC9", path=(3235,)))


@pytest.mark.rule("spqr 5.32")
@for_each("die", range(10))
def test_hannibal_has_momentum_on_7_or_less(die: int) -> None:
    """EX-5.32 On a 9 there is the roll for doom, which is of no consequence here."""
    r = cannae()
    r.state.phase, r.state.last_leader, r.leader("Hannibal").status = "momentum", "Hannibal", "active"
    r.run(momentum.momentum_phase, answers=["yes"], dice=[die, *([5] if die == 9 else [])])
    assert statuses(r, "Hannibal") == ["active" if die <= 7 else "finished"]
    assert [x.purpose for x in r.rolls] == ["momentum", *(["doom"] if die == 9 else [])]


@pytest.mark.rule("spqr 5.41")
@pytest.mark.parametrize(("die", "who"), [(0, "Paullus"), (5, "Paullus"), (6, "Servilius"), (9, "Servilius")])
def test_paullus_trumps_servilius_on_5_or_less(die: int, who: str) -> None:
    """EX-5.41"""
    r = cannae()
    r.run(selection.select, answers=["trump-Paullus", *(["no"] if die <= 5 else [])], dice=[die])
    assert r.g.orders.leader == who
    assert statuses(r, "Paullus", "Servilius") == (["active", "inactive"] if die <= 5 else ["finished", "active"])


@pytest.mark.rule("spqr 5.42", "spqr 5.43", "spqr 5.44", "spqr 5.15")
def test_maharbal_fails_to_trump_the_trump_and_hannibal_trumps_the_momentum() -> None:
    """EX-5.42"""
    r = cannae()
    r.run(selection.select, answers=["trump-Paullus", "Maharbal"], dice=[5, 7])
    assert r.g.orders.leader == "Paullus" and statuses(r, "Maharbal") == ["finished"]
    r.state.phase, r.state.last_leader = "momentum", "Paullus"
    r.run(momentum.momentum_phase, answers=["yes", "Hannibal"], dice=[5, 6])
    assert r.g.orders.leader == "Hannibal" and statuses(r, "Paullus") == ["finished"]
    assert [n for n in ("Servilius", "Varro", "Hanno") if r.leader(n).no_momentum] == ["Servilius", "Varro", "Hanno"]
    r.state.phase, r.state.orders, r.leader("Hannibal").status = "select", None, "finished"
    r.run(selection.select, answers=["Servilius"])
    assert r.g.orders.leader == "Servilius", "the lowest of those who have not acted"
    assert momentum.barred(r.g, r.leader("Servilius")) is not None
