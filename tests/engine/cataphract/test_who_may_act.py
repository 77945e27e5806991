"""4.0, 4.24, 4.25, 5.0, 5.14: nobody acts without an order, and who gives them when."""

from __future__ import annotations

import pytest

from engine.kernel.text import Refusal
from engine.systems.cataphract.state import UncontrolledLine
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.segment import shock_segment
from engine.systems.gboh.turn import orders_phase
from tests.engine.cataphract import kit

DONE = orders.Done()


def army(role: str = "OC", *, enemies=(), **values) -> kit.Rig:
    """HC1 beside Anna, HC2 out of her reach, LC3 with missiles; the enemy as given."""
    units = [kit.unit("HC1", 1010), kit.unit("HC2", 3010), kit.unit("LC3", 1012, missile="C")]
    leaders = [kit.leader("Anna", 1010, role, command_range=4, **values), kit.leader("Sue", 1013, "SC")]
    return kit.battle(units, [*enemies, kit.unit("HI9", 3535, "W")], a_leaders=leaders).orders("a", "Anna")


MOVES = {"HC1": (1110,), "HC2": (3110,), "LC3": (1112,)}


@pytest.mark.rule("cataphract 4.0", "cataphract 5.0")
def test_units_move_fire_rally_and_recover_by_the_order_of_a_leader_who_reaches_them():
    r = army(enemies=[kit.unit("LN8", 1312, "W")])
    r.unit("HC2").hits, r.unit("HC2").routed = 1, False
    for order in (
        orders.Move(unit="HC2", path=MOVES["HC2"]),
        orders.Recover(unit="HC2"),
        orders.Rally(unit="HC2"),
    ):
        r.refuses("4.21", order)
    r.order(orders.Fire(unit="LC3", target="LN8"), dice=[9])
    assert r.g.orders.orders_used == 1


@pytest.mark.rule("cataphract 4.0", "cataphract 5.0")
@pytest.mark.parametrize("status", ["inactive", "finished"])
def test_only_the_active_leader_gives_orders(status):
    r = army()
    r.leader("Anna").status = status
    if status == "finished":
        assert not orders_phase.may_command(r.g)
    assert orders_phase.leader_of(r.g).id == "Anna", "whatever others may be near"


@pytest.mark.rule("cataphract 4.0", "cataphract 11.31")
def test_an_uncontrolled_line_needs_none_and_heeds_none():
    r = army()
    r.state.uncontrolled = [UncontrolledLine(side="a", units=["HC1"], turn=1)]
    r.refuses("11.31", orders.Move(unit="HC1", path=MOVES["HC1"]))


@pytest.mark.rule("cataphract 4.0", "cataphract 7.33")
@pytest.mark.parametrize(("at", "acted", "may"), [(1010, [], True), (3010, [], False), (3010, ["HC1"], True)])
def test_units_fight_that_were_ordered_or_are_within_his_range(at, acted, may):
    r = kit.battle(
        [kit.unit("HC1", at)], [kit.unit("HI9", at + 100, "W")], a_leaders=[kit.leader("Anna", 1009, command_range=4)]
    )
    r.orders("a", "Anna", acted=acted)
    assert ([u.id for u in designation.willing(r.g)] == ["HC1"]) is may


@pytest.mark.rule("cataphract 4.24")
@pytest.mark.parametrize(("role", "silent"), [("OC", False), ("SC", True), ("CC", True)])
def test_in_enemy_zoc_nobody_but_the_oc_orders_units_or_himself(role, silent):
    r = army(role, enemies=[kit.unit("LN8", 1110, "W")], commands=("a",) if role == "CC" else ())
    assert r.g.in_enemy_zoc(r.leader("Anna"))
    assert orders_phase.may_command(r.g) is not silent


@pytest.mark.rule("cataphract 4.24", "cataphract 4.61")
def test_nor_does_he_leave_it_but_by_the_oc_s_order():
    r = army("SC", enemies=[kit.unit("LN8", 1110, "W")])
    r.leader("Sue").role = "OC"
    r.g.version += 1
    r.refuses("4.22", orders.MoveLeader(leader="Anna", to=910))
    r.orders("a", "Sue").order(orders.MoveLeader(leader="Anna", to=910))
    assert r.leader("Anna").hex == 910 and r.g.orders.orders_used == 2, "it costs two (4.4)"


@pytest.mark.rule("cataphract 4.25")
def test_a_finished_leader_gives_no_order_of_any_kind():
    r = army("SC")
    r.leader("Anna").status = "finished"
    for order in (
        orders.Move(unit="HC1", path=MOVES["HC1"]),
        orders.MoveLeader(leader="Anna", to=1011),
        orders.Recover(unit="HC1"),
        orders.Line(units=("HC1", "LC3")),
    ):
        with pytest.raises(Refusal):
            orders_phase.check(r.g, order)


@pytest.mark.rule("cataphract 5.14")
@pytest.mark.parametrize(("row", "more"), [(1, True), (2, True), (3, False)])
def test_a_third_orders_phase_in_a_row_is_the_last(row, more):
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[kit.leader("Anna", 505, initiative=4)],
        b_leaders=[kit.leader("Bert", 3030, initiative=6)],
    )
    r.state.phase = "select"
    answers, dice = ["Anna"], []
    for n in range(row):
        answers += [DONE] if n == row - 1 else [DONE, "yes", "no"]
        dice += [] if n == row - 1 else [0]
    d = r.play(answers=answers, dice=dice)
    assert (d.kind == "momentum") is more


@pytest.mark.rule("cataphract 6.57")
@pytest.mark.parametrize("phase", ["orders", "shock"])
def test_withdrawal_is_offered_while_the_enemy_moves_and_never_in_his_shock(phase):
    anna = kit.leader("Anna", 1009)
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("LC9", 1210, "W")], a_leaders=[anna]).orders("a", "Anna")
    r.state.phase = phase
    if phase == "orders":
        r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit("HC1"), starting=True), answers=["stay"])
        return
    r.run(shock_segment)
    assert r.decisions == []
