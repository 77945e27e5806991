"""5.1, 5.2 Whose turn it is to command, and the leader held in enemy ZOC."""

from __future__ import annotations

import pytest

from engine.systems.gboh.command import leaders as rules
from engine.systems.gboh.events import LeaderChanged, OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.turn import activation
from tests.engine.cataphract import kit

DONE = orders.Done()
FAR = 3030


def armies(a: list[dict], b: list[dict], **kw) -> kit.Rig:
    """Leaders of two armies far apart, in the Leader Activation Phase."""
    r = kit.battle([kit.unit("HC1", 505)], [kit.unit("LN1", 3030, "W")], a_leaders=a, b_leaders=b, **kw)
    r.state.phase = "select"
    return r


def begun(r: kit.Rig) -> list[str]:
    """Leaders in the order their Orders Phases began."""
    return [str(e.orders.leader) for e in r.happened(OrdersBegan)]


def ladies(*names_initiatives: tuple[str, int], at: int = 505, role: str = "SC") -> list[dict]:
    return [kit.leader(n, at + i, role, initiative=v) for i, (n, v) in enumerate(names_initiatives)]


def lone(names: list[tuple[str, int]], others: list[tuple[str, int]], **kw) -> kit.Rig:
    return armies(ladies(*names), ladies(*others, at=FAR), **kw)


# -- 5.11-5.15 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.12", "cataphract 9.14")
def test_the_order_follows_the_current_initiative():
    r = lone([("Anna", 4)], [("Bert", 4)])
    r.leader("Bert").wounded = True
    assert r.play().side == "b"


@pytest.mark.rule("cataphract 5.13", "cataphract 5.12")
def test_example_5_13_callinicum():
    r = lone(
        [("Arethas", 3), ("Longinus", 3), ("Bouzes", 5), ("John", 5), ("Belisarius", 6)],
        [("Alamoundaras", 5), ("Cabades", 5)],
    )
    # Arethas and Longinus in the order their owner likes; then fives: dice, and the sides alternate.
    answers = ["Longinus", DONE, "no", "Arethas", DONE, "no"]
    answers += ["Cabades", DONE, "no", "John", DONE, "no", "Alamoundaras", DONE, "no", "Bouzes", DONE, "no"]
    r.play(answers=answers, dice=[2, 7])
    assert begun(r) == ["Longinus", "Arethas", "Cabades", "John", "Alamoundaras", "Bouzes"]
    first, _, *fives = [d for d in r.decisions if d.kind == "activation"]
    assert {c.key for c in first.choices} >= {"Arethas", "Longinus"} and "Bouzes" not in {c.key for c in first.choices}
    assert [d.side for d in fives] == ["b", "a", "b", "a", "a"]


@pytest.mark.rule("cataphract 5.12")
def test_equal_dice_are_rolled_again_and_the_tie_is_rolled_for_once():
    r = lone([("Anna", 4), ("Ada", 4)], [("Bert", 4)])
    r.play(answers=["pass-Ada", "pass-Bert"], dice=[3, 3, 8, 1])
    assert len(r.rolls) == 4
    assert [d.side for d in r.decisions] == ["a", "b", "a"]


@pytest.mark.rule("cataphract 5.13", "cataphract 5.15")
def test_nobody_is_activated_twice():
    r = lone([("Anna", 4)], [("Bert", 6)])
    d = r.play(answers=["Anna", DONE, "no"])
    assert (d.side, r.leader("Anna").status) == ("b", "finished")
    assert activation.ready(r.g, "a") == []


@pytest.mark.rule("cataphract 5.14")
def test_three_orders_phases_in_a_row_and_no_more():
    r = lone([("Anna", 4)], [("Bert", 6)])
    # Bert may trump the Momentum each time, and doesn't.
    d = r.play(answers=["Anna", DONE, "yes", "no", DONE, "yes", "no", DONE], dice=[0, 0])
    assert begun(r) == ["Anna"] * 3
    assert (d.kind, d.side) == ("activation", "b")
    assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.15")
@pytest.mark.parametrize("how", ["no momentum", "pass", "momentum fails"])
def test_finished(how):
    r = lone([("Anna", 4)], [("Bert", 6)])
    if how == "no momentum":
        r.play(answers=["Anna", DONE, "no"])
    elif how == "pass":
        r.play(answers=["pass-Anna"])
        assert begun(r) == []
    else:
        r.play(answers=["Anna", DONE, "yes"], dice=[5])
    assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 5.28", "cataphract 3.0D")
def test_when_all_are_finished_rout_and_reload_follows():
    r = lone([("Anna", 4)], [("Bert", 6)])
    r.play(answers=["pass-Anna", "pass-Bert"])
    assert r.state.turn == 2


@pytest.mark.rule("cataphract 5.0")
def test_a_battle_without_leaders_left_goes_on():
    r = lone([("Anna", 4)], [("Bert", 6)])
    r.leader("Anna").eliminated, r.leader("Anna").hex = True, None
    d = r.play()
    assert d.side == "b"


# -- 5.26 --------------------------------------------------------------------------------------------------------------


def held(*, more_a=(), role="SC", b_units=(), **kw) -> kit.Rig:
    """Sue (4) with HC1 in the ZOC of LN1, HC1 with LN1 in its own ZOC; Oscar (6) commands in chief; enemy Bert (8)."""
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC2", 1015)],
        [kit.unit("LN1", 1110, "W", tq=9), *b_units],
        a_leaders=[
            kit.leader("Sue", 1010, role, initiative=4),
            kit.leader("Oscar", 1015, initiative=6, command_range=8),
            *more_a,
        ],
        b_leaders=[kit.leader("Bert", FAR, initiative=8)],
        **kw,
    )
    r.state.phase = "select"
    return r


ATTACK = ShockPlan(attacks=(Attack(attackers=("HC1",), defenders=("LN1",)),))


@pytest.mark.rule("cataphract 5.26", "cataphract 5.15")
def test_a_leader_in_enemy_zoc_enables_shock_passes_or_waits():
    d = held().play()
    keys = {c.key for c in d.choices}
    assert {"Sue", "defer-Sue", "pass-Sue"} <= keys
    d = held(role="OC").play()
    assert "defer-Sue" not in {c.key for c in d.choices}


@pytest.mark.rule("cataphract 5.26", "cataphract 4.24", "cataphract 7.33")
def test_he_gives_no_orders_but_his_range_designates():
    r = held()
    d = r.play(answers=["Sue"])
    assert d.kind == "shock" and r.g.orders.shock_only
    d.check(ATTACK)


# 9.14 leader casualties for Sue, CRT roll.
FIGHT = {"defaults": ["rout-path", "advance-turn"]}


@pytest.mark.rule("cataphract 5.26", "cataphract 5.31")
def test_after_enabling_shock_he_is_finished_even_if_the_enemy_is_gone():
    r = held()
    # LN1 is about to break: whatever the dice, Sue is out of enemy ZOC after the fight.
    r.unit("LN1").hits = 8
    d = r.play(answers=["Sue", ATTACK], dice=[5, 5], **FIGHT)
    assert not r.g.in_enemy_zoc(r.leader("Sue"))
    assert (d.kind, d.side) == ("activation", "a") and d.subject == "Oscar"
    assert r.leader("Sue").status == "finished"


@pytest.mark.rule("cataphract 5.26", "cataphract 5.31")
def test_shock_only_means_finished_whatever_becomes_of_the_enemy():
    r = held()

    def nobody_attacks(_):
        r.unit("LN1").hex = 2020  # as by a withdrawal of the enemy's
        return ShockPlan()

    d = r.play(answers=["Sue", nobody_attacks])
    assert (d.kind, d.subject) == ("activation", "Oscar")
    assert r.leader("Sue").status == "finished"


@pytest.mark.rule("cataphract 5.26")
def test_deferred_he_is_passed_over_and_asked_at_the_end_of_the_turn():
    r = held()
    d = r.play(answers=["defer-Sue", "pass-Oscar", "pass-Bert"])
    assert (d.kind, d.subject) == ("last-call", "Sue")
    r2 = held()
    d = r2.play(answers=["defer-Sue", "pass-Oscar", "pass-Bert", "pass"])
    assert r2.state.turn == 2 and d.kind == "activation"
    assert any(e.leader == "Sue" and e.status == "finished" for e in r2.happened(LeaderChanged))


def both_held() -> kit.Rig:
    """Sue and Sara, of equal Initiative, each in the ZOC of an enemy."""
    r = kit.battle(
        [kit.unit("HC1", 1010, "E"), kit.unit("HC2", 1020, "E")],
        [kit.unit("LN1", 1110, "W"), kit.unit("LN2", 1120, "W")],
        a_leaders=[kit.leader("Sue", 1010, "SC", initiative=4), kit.leader("Sara", 1020, "SC", initiative=4)],
    )
    for x in r.g.leaders():
        x.deferred = True
    r.state.phase = "select"
    return r


@pytest.mark.rule("cataphract 5.26", "cataphract 5.12")
@pytest.mark.parametrize("first", ["Sue", "Sara"])
def test_of_several_held_leaders_of_equal_initiative_their_owner_names_the_first(first):
    r = both_held()
    d = r.play(answers=[first])
    assert (r.decisions[0].kind, r.decisions[0].side, d.kind, d.subject) == ("leader-order", "a", "last-call", first)


@pytest.mark.rule("cataphract 5.26", "cataphract 5.12")
@pytest.mark.parametrize("first", ["Sue", "Sara"])
def test_and_of_several_who_have_come_free(first):
    r = both_held()
    r.unit("LN1").hex, r.unit("LN2").hex = 3010, 3020
    d = r.play(answers=[first])
    assert (d.kind, d.subject) == ("orders", first)


@pytest.mark.rule("cataphract 5.41", "cataphract 5.12")
@pytest.mark.parametrize("whose", ["Anna", "Ada"])
def test_who_of_equals_acts_when_a_trump_fails_is_their_owner_s_choice(whose):
    r = lone([("Anna", 3), ("Ada", 3), ("Zoe", 5)], [("Bert", 9)])
    d = r.play(answers=["trump-Zoe", whose], dice=[9])
    assert (d.kind, d.subject) == ("orders", whose)


@pytest.mark.rule("cataphract 5.26")
def test_last_call_for_shock_only():
    r = held()
    d = r.play(answers=["defer-Sue", "pass-Oscar", "pass-Bert", "shock"])
    assert d.kind == "shock" and r.g.orders.shock_only


@pytest.mark.rule("cataphract 5.26", "cataphract 4.4", "cataphract 5.31")
def test_out_of_enemy_zoc_again_he_is_next_for_his_side_without_momentum():
    r = held(more_a=[kit.leader("Zoe", 1021, "SC", initiative=7)])
    move = orders.MoveLeader(leader="Sue", to=1018)
    d = r.play(answers=["defer-Sue", "Oscar", move, DONE, "no"], defaults=["shock"])
    # Oscar (6) moved Sue out; before Zoe (7) may act, Sue must, and she has full command.
    assert (d.kind, d.subject) == ("orders", "Sue")
    assert not r.g.orders.shock_only
    d = r.play(answers=[DONE])
    assert (d.kind, d.subject) == ("activation", "Zoe")
    assert r.leader("Sue").status == "finished"


@pytest.mark.rule("cataphract 5.26", "cataphract 4.4")
def test_example_5_26_martinus():
    # Martinus starts in enemy ZOC, enables Shock and is Finished; moved out by Belisarius he can't act again.
    r = held()
    r.play(answers=["Sue", ShockPlan()])
    assert r.leader("Sue").status == "finished"
    d = r.play(answers=["Oscar", orders.MoveLeader(leader="Sue", to=1018), DONE, "no"], defaults=["shock"])
    assert r.leader("Sue").hex == 1018 and r.leader("Sue").status == "finished"
    assert (d.kind, d.side) == ("activation", "b")


@pytest.mark.rule("cataphract 5.26")
def test_entering_enemy_zoc_ends_his_orders():
    r = kit.battle(
        [kit.unit("LC1", 1010), kit.unit("LC2", 1011)],
        [kit.unit("LN1", 1310, "W")],
        a_leaders=[kit.leader("Sue", 1010, "SC", initiative=4)],
        b_leaders=[kit.leader("Bert", FAR, initiative=8)],
    )
    r.state.phase = "select"
    ride = orders.Move(unit="LC1", path=(1110, 1210), attack=False, along=True)
    d = r.play(answers=["Sue", ride], defaults=["reaction-facing"])
    # No more orders; LC1 has kept its distance and nobody else can attack; no Momentum in enemy ZOC.
    assert (d.kind, d.side) == ("activation", "b")
    assert r.leader("Sue").hex == 1210 and r.leader("Sue").status == "finished"


@pytest.mark.rule("cataphract 5.26", "cataphract 5.31")
@pytest.mark.parametrize("by_range", [True, False])
def test_having_entered_enemy_zoc_his_range_finishes_him_ordered_units_do_not(by_range):
    # Sue rides into the ZOC of LN1, which then breaks. HC1 was ordered; HC3 attacks only by her range.
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC3", 1211, tq=9)],
        [kit.unit("LN1", 1310, "W", tq=9)],
        a_leaders=[kit.leader("Sue", 1010, "SC", initiative=4)],
        b_leaders=[kit.leader("Bert", FAR, initiative=8)],
    )
    r.state.phase = "select"
    r.unit("LN1").hits = 8
    attackers = ("HC1", "HC3") if by_range else ("HC1",)
    ride = orders.Move(unit="HC1", path=(1110, 1210), along=True)
    plan = ShockPlan(attacks=(Attack(attackers=attackers, defenders=("LN1",)),))
    # 9.13: HC1 0 hits, LN1 (TQ 9) 0; 9.14 Sue; 9.16.
    beside_the_point = ["reaction-facing", "rout-path", "advance-turn", "clash-unit"]
    d = r.play(answers=["Sue", ride, plan], dice=[5, 5, 5, 5], defaults=beside_the_point)
    assert r.unit("LN1").routed or not r.unit("LN1").on_map
    assert not r.g.in_enemy_zoc(r.leader("Sue"))
    assert (d.kind == "momentum") is not by_range


@pytest.mark.rule("cataphract 5.25", "cataphract 5.27")
def test_shock_follows_orders_and_is_no_order():
    r = held(role="OC")
    d = r.play(answers=["Sue"])
    assert d.kind == "orders"
    with kit.refused("5.22"):
        d.check(ATTACK)
    assert r.play(answers=[DONE]).kind == "shock"


@pytest.mark.rule("cataphract 5.15", "cataphract 5.26")
def test_a_wound_finishes_a_leader():
    r = lone([("Anna", 4)], [("Bert", 6)])
    r.run(rules.casualty, r.leader("Anna"), "8.19", dice=[0])
    assert (r.leader("Anna").wounded, r.leader("Anna").status) == (True, "finished")
    assert r.play().side == "b"
