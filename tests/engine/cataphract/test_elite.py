"""5.5 Elite commanders."""

from __future__ import annotations

import pytest

from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import elite
from tests.engine.cataphract import kit

DONE = orders.Done()


def start(turn=1, b_elite=False, **kw) -> kit.Rig:
    """Anna, elite OC (6, Range 5); Sue (4) 3 hexes off, Zoe (3) 12 off; enemy Bert (5)."""
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[
            kit.leader("Anna", 1010, initiative=6, elite=True),
            kit.leader("Sue", 1013, "SC", initiative=4),
            kit.leader("Zoe", 1022, "SC", initiative=3),
        ],
        b_leaders=[kit.leader("Bert", 3030, initiative=5, elite=b_elite)],
        **kw,
    )
    r.state.turn = turn
    return r


def offered(d) -> set[str]:
    return {c.key for c in d.choices}


@pytest.mark.rule("cataphract 5.51")
def test_on_turn_1_any_leader_later_those_in_the_ocs_range():
    d = start(1).play()
    assert (d.kind, d.side, offered(d)) == ("elite", "a", {"Anna", "Sue", "Zoe", "no"})
    assert d.default_key == "no"
    d = start(2).play()
    assert offered(d) == {"Anna", "Sue", "no"}


@pytest.mark.rule("cataphract 5.51")
def test_it_may_be_declined_and_comes_once_a_turn():
    r = start()
    d = r.play(answers=["no"])
    assert d.kind == "activation" and r.happened(OrdersBegan) == []
    r = start()
    d = r.play(answers=["Zoe", DONE])
    assert d.kind == "activation"
    assert [(e.orders.leader, e.orders.kind) for e in r.happened(OrdersBegan)] == [("Zoe", "elite")]


@pytest.mark.rule("cataphract 5.51")
def test_without_an_elite_oc_there_is_none():
    r = start()
    r.leader("Anna").elite = False
    assert r.play().kind == "activation"
    r = start()
    r.leader("Anna").eliminated, r.leader("Anna").hex = True, None
    assert r.play().kind == "activation"


@pytest.mark.rule("cataphract 5.51")
def test_two_elite_sides_dice_for_the_first():
    r = start(b_elite=True)
    d = r.play(dice=[4, 4, 2, 7])
    assert (d.kind, d.side) == ("elite", "b")
    d = r.play(answers=["no"])
    assert (d.kind, d.side) == ("elite", "a")


@pytest.mark.rule("cataphract 5.52", "cataphract 5.34", "cataphract 5.13", "cataphract 5.31")
def test_no_momentum_from_it_and_he_is_activated_again_with_momentum():
    r = start()
    r.leader("Sue").status = "inactive"
    d = r.play(answers=["Zoe", DONE])
    assert r.leader("Zoe").status == "inactive"
    assert (d.kind, d.subject) == ("activation", "Zoe")
    d = r.play(answers=["Zoe", DONE])
    assert (d.kind, d.subject) == ("momentum", "Zoe")


@pytest.mark.rule("cataphract 5.14", "cataphract 5.52")
def test_it_counts_among_three_in_a_row_if_nobody_came_between():
    r = start()
    r.leader("Bert").initiative_printed = 0  # he can't trump; he is passed first
    d = r.play(answers=["Zoe", DONE, "pass-Bert", "Zoe", DONE, "yes", DONE], dice=[0])
    assert r.leader("Zoe").in_a_row == 3
    assert (d.kind, d.subject) == ("activation", "Sue")
    r = start()
    r.leader("Bert").initiative_printed = 0
    d = r.play(answers=["Sue", DONE, "pass-Bert", "Zoe", DONE, "no", "Sue", DONE, "yes", DONE], dice=[0])
    assert r.leader("Sue").in_a_row == 2
    assert (d.kind, d.subject) == ("momentum", "Sue")


@pytest.mark.rule("cataphract 5.41", "cataphract 5.52")
def test_it_cannot_be_trumped():
    r = start()
    d = r.play(answers=["Zoe"])
    assert d.kind == "orders"  # Bert (5 > 3) was not asked


@pytest.mark.rule("cataphract 4.33", "cataphract 5.52")
def test_leave_for_line_commands_is_for_that_phase_only():
    r = start()
    # Zoe is out of Anna's range: a 0 is needed.
    r.play(answers=["Zoe", orders.Permission()], dice=[0])
    assert r.leader("Zoe").line_permission is True
    r.play(answers=[DONE])
    assert r.leader("Zoe").line_permission is None and r.leader("Zoe").status == "inactive"
    r = start()
    d = r.play(answers=["Zoe", orders.Permission()], dice=[1])
    assert r.leader("Zoe").status == "finished"  # a failure out of range finishes him for the turn
    assert (d.kind, d.subject) == ("activation", "Sue")


@pytest.mark.rule("cataphract 5.51", "cataphract 5.26")
def test_a_subordinate_in_enemy_zoc_only_enables_shock():
    r = start()
    r.unit("HC1").hex = r.leader("Sue").hex = 1015
    r.unit("LN1").hex = 1115
    d = r.play(answers=["Sue"])
    assert d.kind == "shock" and r.g.orders.kind == "elite"


@pytest.mark.rule("cataphract 5.51", "cataphract 4.21")
def test_his_range_is_traced_like_any_other():
    r = start(2)
    assert {x.id for x in elite.eligible(r.g, "a")} == {"Anna", "Sue"}
    # Walled in: nothing reaches Sue.
    ring = (1009, 1109, 1110, 1011, 910, 909)
    r = kit.battle(
        [],
        [kit.unit(f"LN{i}", h, "W") for i, h in enumerate(ring, 1)],
        a_leaders=[kit.leader("Anna", 1010, elite=True), kit.leader("Sue", 1013, "SC")],
    )
    r.state.turn = 2
    assert [x.id for x in elite.eligible(r.g, "a")] == ["Anna"]
