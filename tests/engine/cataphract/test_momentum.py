"""5.3 Momentum and the Die Roll of Doom."""

from __future__ import annotations

import pytest

from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import momentum
from tests.each import for_each
from tests.engine.cataphract import kit

DONE = orders.Done()


def after_orders(role="SC", initiative=6, **state) -> kit.Rig:
    """Anna has just ended an Orders Phase; Ada (5) of her side and Bert (4) of the other wait."""
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[
            kit.leader("Anna", 1010, role, initiative=initiative),
            kit.leader("Ada", 1012, "SC", initiative=5),
        ],
        b_leaders=[kit.leader("Bert", 3030, initiative=4)],
    )
    r.state.phase, r.state.last_leader = "momentum", "Anna"
    anna = r.leader("Anna")
    anna.status, anna.in_a_row = "active", 1
    for k, v in state.items():
        setattr(anna, k, v)
    return r


@pytest.mark.rule("cataphract 5.32", "cataphract 3.0C")
@for_each("die", range(10))
def test_example_5_32_belisarius(die):
    r = after_orders("OC", 6)
    dice = [die, 5] if die == 9 else [die]
    r.run(momentum.momentum_phase, answers=["yes"], dice=dice)
    if die <= 6:
        assert r.state.phase == "orders" and r.g.orders.momentum and r.g.orders.leader == "Anna"
        assert r.leader("Anna").in_a_row == 2
    else:
        assert r.state.phase == "select" and r.leader("Anna").status == "finished"
    assert len(r.rolls) == (2 if die == 9 else 1)


@pytest.mark.rule("cataphract 5.33")
def test_doom_says_what_it_is():
    r = after_orders("OC", 6)
    assert str(momentum.at_stake(r.g, r.leader("Anna")).failing) == (
        "ends Anna's turn, as not trying does, and a 9 brings doom, another roll: "
        "every leader of his side is Finished 20 %, he is Finished 70 %, the turn is over for both sides 10 %"
    )


@pytest.mark.rule("cataphract 5.31", "cataphract 5.28")
def test_momentum_is_a_choice():
    r = after_orders()
    r.run(momentum.momentum_phase, answers=["no"])
    assert r.leader("Anna").status == "finished" and r.rolls == []


@pytest.mark.rule("cataphract 5.31")
@pytest.mark.parametrize(
    "state",
    [
        {"role": "CC"},
        {"no_momentum": True},  # bypassed, or activated after deferral
        {"in_a_row": 3},
        {"status": "finished"},
        {"eliminated": True, "hex": None, "status": "finished"},
    ],
)
def test_nobody_restricted_is_asked(state):
    r = after_orders(**state)
    r.run(momentum.momentum_phase)
    assert r.decisions == [] and r.rolls == []
    assert r.state.phase == "select" and r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.31")
@pytest.mark.parametrize("role", ["OC", "SC"])
def test_no_momentum_in_enemy_zoc_for_anybody(role):
    r = after_orders(role)
    r.unit("LN1").hex = 1110
    r.run(momentum.momentum_phase)
    assert r.decisions == [] and r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.33", "cataphract table:doom")
@pytest.mark.parametrize(
    ("die", "finished", "phase"),
    [
        (0, {"Anna", "Ada"}, "select"),
        (1, {"Anna", "Ada"}, "select"),
        (2, {"Anna"}, "select"),
        (8, {"Anna"}, "select"),
        (9, {"Anna", "Ada", "Bert"}, "rout"),
    ],
)
def test_doom(die, finished, phase):
    r = after_orders()
    r.run(momentum.momentum_phase, answers=["yes"], dice=[9, die])
    assert {x.id for x in r.g.leaders() if x.status == "finished"} == finished
    assert r.state.phase == phase


@pytest.mark.rule("cataphract 5.33")
def test_a_9_is_doom_even_for_initiative_9():
    r = after_orders(initiative=9)
    r.run(momentum.momentum_phase, answers=["yes"], dice=[9, 5])
    assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.33", "cataphract 5.26")
def test_paralysis_includes_leaders_who_wait():
    r = after_orders()
    r.leader("Ada").deferred = True
    r.run(momentum.momentum_phase, answers=["yes"], dice=[9, 0])
    assert (r.leader("Ada").status, r.leader("Ada").deferred) == ("finished", False)
    r.g.version += 1
    assert r.play().side == "b"  # the opponent still activates theirs


@pytest.mark.rule("cataphract 5.33", "cataphract 3.0D")
def test_the_turn_is_over_for_both():
    r = after_orders()
    r.play(answers=["yes"], dice=[9, 9])
    assert r.state.turn == 2


@pytest.mark.rule("cataphract 5.34")
def test_only_the_leader_of_the_phase_just_ended():
    r = after_orders()
    r.leader("Bert").status = "finished"
    r.play(answers=["no", "Ada", DONE, "yes"], dice=[3])
    assert [e.orders.leader for e in r.happened(OrdersBegan)] == ["Ada", "Ada"]
    assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.32", "cataphract 9.14")
def test_current_initiative_counts():
    r = after_orders(initiative=6, wounded=True)
    r.run(momentum.momentum_phase, answers=["yes"], dice=[6])
    assert r.leader("Anna").status == "finished"
