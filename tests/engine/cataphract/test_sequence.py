"""2.0, 3.0 Counters, die, and the sequence of play from phase to phase."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.kernel.decisions import Command
from engine.kernel.hexes import front, neighbours
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.state import Phase, UncontrolledLine
from engine.systems.gboh import special
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import OrdersEnded, PhaseBegan, RoutMoved, SupplyChanged, TurnBegan, UnitMoved
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import sequence
from scenarios import load
from tests.engine.cataphract import kit

DONE = orders.Done()


def phases(r: kit.Rig) -> list[str]:
    return [e.phase for e in r.happened(PhaseBegan)]


# -- 2.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 2.1")
@pytest.mark.parametrize(
    ("h", "around"),
    [
        (1010, {1009, 1011, 1109, 1110, 909, 910}),  # even column: (c±1, r-1) and (c±1, r)
        (1110, {1109, 1111, 1210, 1211, 1010, 1011}),  # odd column: (c±1, r) and (c±1, r+1)
    ],
)
def test_the_hex_grid(h, around):
    assert set(neighbours(h)) == around


@pytest.mark.rule("cataphract 2.21", "cataphract 2.22", "cataphract 2.24", "cataphract 4.1")
def test_counters_carry_the_values_of_the_scenario():
    r = kit.tricameron()
    thc = r.unit("THC1")
    assert (thc.type, thc.cls, thc.size, thc.tq, thc.ma, thc.missile) == ("HC", "Cat", 5, 7, 8, "C")
    assert (thc.moved, thc.hits, thc.routed, thc.supply) == (False, 0, False, "full")
    b = r.leader("Belisarius")
    ratings = (b.role, b.initiative, b.command_range, b.strategy, b.charisma, b.personal_combat, b.line_commands)
    assert ratings == ("OC", 6, 7, 8, 6, 6, 2)
    assert b.elite and not r.leader("Martinus").elite
    assert (r.leader("Sunicas").role, r.leader("Sunicas").line_commands) == ("CC", 0)


@pytest.mark.rule("cataphract table:unit_types", "cataphract 2.22", "cataphract 7.31")
@pytest.mark.parametrize(
    ("kind", "cavalry", "light"),
    [
        ("HC", True, False),
        ("LN", True, False),
        ("LC", True, True),
        ("HI", False, False),
        ("MI", False, False),
        ("LI", False, True),
        ("CH", False, True),
    ],
)
def test_unit_types(kind, cavalry, light):
    u = kit.battle([kit.unit(f"{kind}1", 1010)]).unit(f"{kind}1")
    assert (u.is_cavalry, u.is_infantry, u.is_light) == (cavalry, not cavalry, light)


@pytest.mark.rule("cataphract table:unit_types", "cataphract 2.22")
def test_the_class_is_part_of_a_line_group_only_for_cataphracts():
    r = kit.battle([kit.unit("HC1", 1010), kit.unit("HC2", 1020, cls="Cat"), kit.unit("LI1", 1030)])
    assert [r.unit(u).kind for u in ("HC1", "HC2", "LI1")] == ["HC", "HC/Cat", "LI"]
    assert STANDARD.superiority(r.unit("HC2"), r.unit("LI1")) == "AS"
    assert STANDARD.superiority(r.unit("HC1"), r.unit("LI1")) == "-"


# -- 3.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 3.0")
def test_every_phase_has_its_procedure():
    g = kit.tricameron().g
    own = {p for p in get_args(Phase) if any(r.procedure(p) for r in g.rules)}
    assert own == {"champion", "uncontrolled"}
    assert {*sequence.PHASES, *own} == set(get_args(Phase)) - {"over"}
    assert all(sequence.procedure(g, p) is r.procedure(p) for r in g.rules for p in own if r.procedure(p))


@pytest.mark.rule("cataphract 11.85", "cataphract 11.31")
@pytest.mark.parametrize(("prize", "phase"), [(None, "uncontrolled"), ("a", "champion")])
def test_what_comes_between_elite_phases_and_activation(prize, phase):
    """The champions' prize first, if it was won this turn; Uncontrolled Lines in any turn; without both, leaders."""
    g = kit.tricameron().g
    g.state.champions_prize = prize
    assert special.after_elite(g) == phase
    g.enforce([r for r in g.rules if r.after_elite(g) is None])
    assert special.after_elite(g) == "select"


def two_armies(**a_values) -> kit.Rig:
    """One OC a side, Initiative 4 and 6, far apart."""
    return kit.battle(
        [kit.unit("HC1", 505)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[kit.leader("Anna", 505, initiative=4, **a_values)],
        b_leaders=[kit.leader("Bert", 3030, initiative=6)],
    )


@pytest.mark.rule("cataphract 3.0", "cataphract 5.28", "cataphract 2.6", "cataphract 3.0E", "cataphract 5.11")
def test_a_whole_turn_runs_through_phases_a_to_e_and_into_the_next():
    r = two_armies()
    last = r.play(answers=["Anna", DONE, "no", "Bert", DONE, "no"])
    assert [(d.kind, d.side) for d in r.decisions] == [
        ("activation", "a"),
        ("orders", "a"),
        ("momentum", "a"),
        ("activation", "b"),
        ("orders", "b"),
        ("momentum", "b"),
        ("activation", "a"),
    ]
    assert last.kind == "activation"
    # "orders" begins with OrdersBegan.
    assert phases(r) == [
        *("elite", "uncontrolled", "select"),
        *("shock", "momentum", "select"),
        *("shock", "momentum", "select"),
        *("rout", "withdrawal", "turn"),
        *("elite", "uncontrolled", "select"),
    ]
    assert [e.turn for e in r.happened(TurnBegan)] == [2]
    assert {x.status for x in r.g.leaders()} == {"inactive"}


@pytest.mark.rule("cataphract 3.0B", "cataphract 5.27")
def test_orders_come_before_shock():
    r = two_armies()
    r.unit("HC1").hex, r.leader("Anna").hex = 1010, 910
    r.unit("LN1").hex = 1110
    d = r.play(answers=["Anna", DONE])
    assert isinstance(d, Command) and (d.kind, d.side) == ("shock", "a")


@pytest.mark.rule("cataphract 3.0B", "cataphract 3.0C")
def test_a_new_orders_phase_forgets_the_last():
    r = two_armies()
    r.play(answers=["Anna", orders.Move(unit="HC1", path=(606,)), DONE, "yes", "no"], dice=[4])
    assert r.g.orders.momentum and r.g.orders.acted == [] and r.g.orders.orders_used == 0
    assert len(r.happened(OrdersEnded)) == 1


@pytest.mark.rule("cataphract 3.0D")
def test_rout_and_reload_in_order():
    r = kit.battle(
        [
            kit.unit("HC1", 1010, rallied=True, hits=2),
            kit.unit("LN1", 1515, "W", routed=True),
            kit.unit("LC1", 2030, missile="C", supply="low"),
        ],
        [kit.unit("LN2", 3010, "E", routed=True)],
    )
    r.state.phase = "rout"
    r.run(sequence.rout_and_reload, defaults=["rout-path"])
    kinds = [type(e) for e in r.events if isinstance(e, (UnitFormed, RoutMoved, SupplyChanged))]
    assert kinds == [UnitFormed, *[RoutMoved] * (len(kinds) - 2), SupplyChanged]
    assert not r.unit("HC1").rallied
    assert r.unit("LC1").supply == "full"
    # 10.22 both fled their whole MA towards their own edges.
    assert r.unit("LN1").hex // 100 == 15 - 8
    assert r.unit("LN2").hex // 100 == 30 + 8
    assert r.state.phase == "withdrawal"
    assert not r.happened(UnitMoved)


@pytest.mark.rule("cataphract 3.0D", "cataphract 5.11")
def test_a_new_turn_clears_the_marks_of_the_old():
    r = two_armies()
    r.unit("HC1").moved = True
    anna = r.leader("Anna")
    anna.status, anna.no_momentum, anna.deferred, anna.in_a_row = "finished", True, True, 3
    r.leader("Bert").status = "finished"
    r.state.phase = "rout"
    r.play()
    assert (anna.status, anna.no_momentum, anna.deferred, anna.in_a_row) == ("inactive", False, False, 0)
    assert not r.unit("HC1").moved


@pytest.mark.rule("cataphract 5.11", "cataphract 9.36", "cataphract 9.14")
def test_a_wounded_leader_is_finished_for_that_turn_and_acts_in_all_later_ones():
    r = two_armies()
    r.run(lambda g: leaders.casualty(g, r.leader("Anna"), "9.14"), dice=[0])
    anna = r.leader("Anna")
    rating = anna.initiative_printed - 1
    assert (anna.wounded, anna.status, anna.initiative) == (True, "finished", rating)
    d = r.play(answers=[])
    assert d.side == "b", "in this turn he is passed over"
    for turn in (2, 3):
        d = r.play(answers=["pass-Bert"])
        assert (r.state.turn, anna.status, anna.wounded) == (turn, "inactive", True)
        assert d.kind == "activation" and d.side == "a" and any(c.key == "Anna" for c in d.choices)
        d = r.play(answers=["Anna", orders.Move(unit="HC1", path=(next(_ahead(r)),)), DONE, "no"])
        assert anna.status == "finished" and d.side == "b", "having given his orders"
        assert anna.initiative == rating


def _ahead(r: kit.Rig):
    unit = r.unit("HC1")
    return (h for h in front(unit.at, unit.facing) if h in r.g.map and r.g.unit_at(h) is None)


@pytest.mark.rule("cataphract 3.0E", "cataphract 2.6")
def test_play_ends_when_an_army_withdraws():
    r = two_armies()
    r.state.sides["b"].rout_points = 50
    r.state.phase = "withdrawal"
    r.run(sequence.play)
    assert (r.state.phase, r.state.winner) == ("over", "a")


@pytest.mark.rule("cataphract 3.0A")
def test_an_uncontrolled_line_acts_before_any_leader():
    r = two_armies()
    r.state.turn = 2
    r.state.uncontrolled = [UncontrolledLine(side="b", units=["LN1"], turn=1)]
    d = r.play(defaults=["uncontrolled-move"])
    assert (d.kind, d.side) == ("activation", "a")
    assert [e.unit for e in r.happened(UnitMoved)][:1] == ["LN1"]


@pytest.mark.rule("cataphract 4.0", "cataphract 5.0")
def test_a_unit_moves_only_by_order():
    r = two_armies()
    d = r.play(answers=["Anna"])
    assert d.kind == "orders"
    r.refuses("4.21", orders.Move(unit="LN1", path=(2930,)))  # the enemy's
    r.unit("HC1").hex = 2005
    r.g.version += 1
    r.refuses("4.21", orders.Move(unit="HC1", path=(2105,)))  # out of reach


@pytest.mark.rule("cataphract table:doom")
def test_doom_chart():
    results = [STANDARD.doom(n) for n in range(10)]
    assert results == ["command_paralysis"] * 2 + ["finished"] * 7 + ["turn_over"]


@pytest.mark.rule("cataphract table:army_discipline")
def test_armies_of_tricameron():
    assert [s.disciplined for s in load("cataphract/tricameron").sides] == [True, False]
    r = kit.tricameron()
    assert [r.state.sides[s].bonus for s in r.state.sides] == [False, True]


def test_front_hexes_follow_the_facing_used_in_these_tests():
    r = kit.battle([kit.unit("HC1", 1010)])
    assert set(front(1010, r.unit("HC1").facing)) == {1109, 1110}
