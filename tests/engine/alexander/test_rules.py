"""What differs from the sisters by a number or a switch, played out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel import hexes
from engine.kernel.hexes import Facing
from engine.systems.alexander.rules import RULES
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion, rally, recovery, rout
from engine.systems.gboh.command import leaders, line_leave
from engine.systems.gboh.events import EliteOffered, OrdersBegan, UnitRouted
from engine.systems.gboh.missiles import fire, harass, sight, volley
from engine.systems.gboh.movement import facing, reach, retreats, stacking, withdrawal, zoc
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import charge, clash, collapse, designation
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.strategies import LeaveFacts
from engine.systems.gboh.turn import elite as phase
from engine.systems.gboh.turn import momentum
from tests.each import for_each
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


def field(*ours: dict[str, Any], theirs: Any = (FAR,), **values: Any) -> kit.Rig:
    return kit.battle(list(ours), list(theirs), **values)


# -- command -----------------------------------------------------------------------------------------------------------


def leave(**given: Any) -> tuple[int | None, bool, bool]:
    facts = {
        "overall": False,
        "in_reach": False,
        "strategy": 6,
        "commanders_strategy": None,
        "first_turn": False,
        "momentum": False,
    }
    found = RULES.lines.leave(LeaveFacts(**{**facts, **given}))
    return found.limit, found.denied, found.forfeits_momentum


@pytest.mark.rule("alexander 4.34", "alexander table:line_command")
def test_leave_for_a_first_line_command() -> None:
    assert leave(first_turn=True, in_reach=True) == (None, False, False)
    assert leave(in_reach=True) == (None, False, True)
    assert leave() == (6, False, False)
    assert leave(strategy=None) == (None, True, False)
    assert leave(overall=True) == (None, False, False)


@pytest.mark.rule("alexander 4.53", "alexander table:line_command")
def test_a_wing_commander_needs_no_roll_in_his_first_phase() -> None:
    assert leave(exempt=True) == (None, False, False)
    assert leave(exempt=True, momentum=True, earned=True) == (6, False, False)


@pytest.mark.rule("alexander 4.35", "alexander table:line_command")
def test_leave_in_momentum() -> None:
    assert leave(momentum=True, earned=True) == (6, False, False)
    assert leave(momentum=True, in_reach=True)[1]
    assert leave(momentum=True, overall=True) == (None, False, False)


def commanders(**values: Any) -> kit.Rig:
    return kit.battle(
        [kit.unit("LC1", 1010), kit.unit("LC2", 1012)],
        [FAR],
        a_leaders=[
            kit.leader("Darius", 1010, strategy=None, command_range=5),
            kit.leader("Bessus", 1012, "SC", strategy=6, **values),
        ],
    )


@pytest.mark.rule("alexander 4.34", "alexander 5.31")
def test_commanding_through_the_overall_commander_costs_momentum() -> None:
    r = commanders().orders("a", "Bessus")
    r.state.turn = 2
    r.order(orders.Line(units=("LC1", "LC2")))
    assert r.leader("Bessus").no_momentum and not r.leader("Bessus").earned_lines
    assert momentum.barred(r.g, r.leader("Bessus")) is not None


@pytest.mark.rule("alexander 4.34", "alexander 4.35")
@pytest.mark.parametrize(("die", "granted"), [(6, True), (7, False)])
def test_elsewhere_he_rolls_his_own_strategy(die: int, granted: bool) -> None:
    r = kit.battle(
        [kit.unit("LC1", 3010), kit.unit("LC2", 3012)],
        [FAR],
        a_leaders=[kit.leader("Darius", 110, strategy=None), kit.leader("Bessus", 3012, "SC", strategy=6)],
    ).orders("a", "Bessus")
    r.state.turn = 2
    r.order(orders.Line(units=("LC1", "LC2")), dice=[die])
    assert (r.g.orders.line is not None) is granted
    assert r.leader("Bessus").earned_lines is granted and not r.leader("Bessus").no_momentum
    assert r.leader("Bessus").status == "active", "a failure leaves him Individual Orders"


@pytest.mark.rule("alexander 4.3", "alexander 4.31")
def test_only_leaders_with_l_give_line_commands() -> None:
    r = commanders(line_commands=0).orders("a", "Bessus")
    r.refuses("4.31", orders.Line(units=("LC1", "LC2")))


@pytest.mark.rule("alexander 4.31", "alexander 5.21")
def test_one_line_command_and_none_after_individual_orders() -> None:
    r = commanders().orders("a", "Bessus", lines_used=1)
    r.refuses("4.31", orders.Line(units=("LC1", "LC2")))
    r = commanders().orders("a", "Bessus", orders_used=1)
    r.refuses("4.31", orders.Line(units=("LC1", "LC2")))


@pytest.mark.rule("alexander 5.12")
@pytest.mark.parametrize("first", ["a", "b"])
def test_of_equals_the_named_side_is_first_and_nobody_rolls(first: str) -> None:
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [FAR],
        a_leaders=[kit.leader("Philotas", 505, "SC", initiative=5)],
        b_leaders=[kit.leader("Memnon", 3535, "SC", initiative=5)],
    )
    scenario = r.g.scenario
    sides = tuple(s.model_copy(update={"first_of_equals": s.id == first}) for s in scenario.sides)
    r.g.scenario = scenario.model_copy(update={"sides": sides})
    r.state.phase = "select"
    decision = r.play()
    assert (decision.side, decision.kind) == (first, "activation")


@pytest.mark.rule("alexander 5.44", "alexander 5.42")
def test_a_trump_bypasses_equals_too() -> None:
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [FAR],
        a_leaders=[
            kit.leader("Low", 505, "SC", initiative=2),
            kit.leader("High", 505, "SC", initiative=5),
            kit.leader("Same", 505, "SC", initiative=5),
        ],
        b_leaders=[kit.leader("Higher", 3535, "SC", initiative=6)],
    )
    r.state.phase = "select"
    r.play(answers=["trump-High", "no"], dice=[5])
    assert [r.leader(n).no_momentum for n in ("Low", "Same", "Higher", "High")] == [True, True, False, False]
    assert r.leader("High").status == "active"


@pytest.mark.rule("alexander 4.64")
def test_nobody_replaces_a_lost_leader() -> None:
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("A", 505), kit.leader("B", 506, "SC")])
    leaders.lose(r.g, r.leader("B"), "killed", "8.44")
    assert leaders.replaceable(r.g, "a") == []


@pytest.mark.rule("alexander 8.44", "alexander 10.42")
@pytest.mark.parametrize(("rp", "points"), [(None, 35), (70, 70)])
def test_what_a_lost_leader_counts(rp: int | None, points: int) -> None:
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("Alexander", 505, initiative=7, rp=rp)])
    leaders.lose(r.g, r.leader("Alexander"), "killed", "8.44")
    assert r.state.sides["a"].rout_points == points and not r.leader("Alexander").on_map


@pytest.mark.rule("alexander 8.45")
@pytest.mark.parametrize(("die", "lower"), [(7, 1), (8, 2)])
def test_a_wound_lowers_every_rating(die: int, lower: int) -> None:
    given: dict[str, Any] = {"initiative": 7, "command_range": 9, "charisma": 4, "personal_combat": 1, "strategy": 5}
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("Alexander", 505, **given)])
    r.run(leaders.casualty, r.leader("Alexander"), "8.34", dice=[die])
    x = r.leader("Alexander")
    assert (x.initiative, x.command_range, x.charisma, x.strategy) == (7 - lower, 9 - lower, 4 - lower, 5 - lower)
    assert x.personal_combat == 0 and x.status == "finished"
    r.run(leaders.casualty, x, "8.34", dice=[7])
    assert not x.on_map, "a second wound kills"


@pytest.mark.rule("alexander 8.34")
def test_a_slight_hit_finishes_him_for_the_turn() -> None:
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("Alexander", 505)])
    r.run(leaders.casualty, r.leader("Alexander"), "8.34", dice=[3])
    assert r.leader("Alexander").status == "finished" and not r.leader("Alexander").wounded


@pytest.mark.rule("alexander 4.62")
@pytest.mark.parametrize(("ma", "hexes"), [(4, 5), (8, 1)])
def test_a_leader_withdraws_by_the_mp_he_has_more(ma: int, hexes: int) -> None:
    r = kit.battle([kit.unit("HI1", 1010, ma=ma)], [FAR], b_leaders=[kit.leader("Lone", 1110)]).orders("a")
    found = leaders.retreats(r.g, r.leader("Lone"), r.unit("HI1"))
    assert max(abs(h // 100 - 11) for h in found) == hexes


@pytest.mark.rule("alexander 5.33", "alexander 5.34", "alexander 5.45")
@pytest.mark.parametrize("answer", ["Memnon", "no"])
def test_doom_may_let_the_enemy_act_at_once(answer: str) -> None:
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [FAR],
        a_leaders=[kit.leader("Alexander", 505, initiative=7)],
        b_leaders=[kit.leader("Memnon", 3535, "SC", initiative=5, status="finished")],
    )
    r.state.phase, r.state.last_leader = "momentum", "Alexander"
    r.leader("Alexander").status = "active"
    r.run(momentum.momentum_phase, dice=[9, 1], answers=["yes", answer])
    assert r.leader("Alexander").status == "finished"
    begun = [e.orders.leader for e in r.happened(OrdersBegan)]
    assert begun == (["Memnon"] if answer == "Memnon" else [])
    assert r.leader("Memnon").no_momentum is (answer == "Memnon")


@pytest.mark.rule("alexander 5.32", "alexander 5.15")
@pytest.mark.parametrize(("die", "goes_on"), [(0, True), (7, True), (8, False)])
def test_momentum_takes_initiative_or_less(die: int, goes_on: bool) -> None:
    r = kit.battle([kit.unit("HC1", 505)], [FAR], a_leaders=[kit.leader("Alexander", 505, initiative=7)])
    r.state.phase, r.state.last_leader = "momentum", "Alexander"
    r.leader("Alexander").status = "active"
    r.run(momentum.momentum_phase, dice=[die], answers=["yes"])
    assert (r.leader("Alexander").status == "active") is goes_on


def elite(turn: int, **values: Any) -> kit.Rig:
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [FAR],
        a_leaders=[kit.leader("Alexander", 505, elite=True)],
        optional_rules=("5.5",),
        **values,
    )
    r.state.turn, r.state.phase = turn, "elite"
    return r


@pytest.mark.rule("alexander 5.5")
@pytest.mark.parametrize(("turn", "dice", "order"), [(1, [], ["a"]), (2, [7], ["a"]), (2, [8], []), (2, [9], [])])
def test_some_rolls_cost_the_elite_phase(turn: int, dice: list[int], order: list[str]) -> None:
    r = elite(turn, options={"5.5": True})
    r.run(phase.elite_phase, dice=dice)
    assert [e.order for e in r.happened(EliteOffered)] == [order]


@pytest.mark.rule("alexander 5.5")
def test_it_is_an_option() -> None:
    r = elite(1)
    r.run(phase.elite_phase)
    assert [e.order for e in r.happened(EliteOffered)] == [[]]


@pytest.mark.rule("alexander 5.14", "alexander 5.5")
def test_an_elite_phase_is_one_of_three() -> None:
    r = elite(1)
    x = r.leader("Alexander")
    x.status, x.in_a_row = "active", 2
    assert momentum.barred(r.g, x) is None
    x.elite_phase = True
    assert momentum.barred(r.g, x) is not None


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 6.94", "alexander table:stacking", "alexander 6.91")
@pytest.mark.parametrize(
    ("mover", "friend", "routed", "price"),
    [
        ("SK1", "PH2", False, (0, 0)),
        ("LI1", "LI2", False, (1, 1)),
        ("LI1", "HI2", False, None),
        ("HI1", "LI2", False, None),
        ("HI1", "LI2", True, (1, 0)),
        ("HC1", "SK2", False, (1, 1)),
    ],
)
def test_passing_through(mover: str, friend: str, routed: bool, price: tuple[int, int] | None) -> None:
    r = field(kit.unit(mover, 1010), kit.unit(friend, 1110, routed=routed))
    found = stacking.passage(r.g, r.unit(mover), [r.unit(friend)])
    assert (found and (found.mover.hits, found.stationary[0][1].hits)) == price


@pytest.mark.rule("alexander 6.67", "alexander table:stacking")
def test_columns_pass_nobody() -> None:
    r = field(kit.unit("SK1", 1010), kit.unit("LI2", 1110, "SIDE_N", column=True))
    assert stacking.passage(r.g, r.unit("SK1"), [r.unit("LI2")]) is None


@pytest.mark.rule("alexander 10.24", "alexander table:stacking")
def test_flight_through_a_friend() -> None:
    r = field(kit.unit("LI1", 1010, routed=True), kit.unit("LI2", 1110, tq=5))
    r.run(stacking.pass_through, r.unit("LI1"), r.unit("LI2"), dice=[7])
    assert r.unit("LI2").hits == 1 + 2


@pytest.mark.rule("alexander 6.13", "alexander 6.12")
def test_moving_again_costs_a_hit() -> None:
    r = field(kit.unit("LI1", 1010, moved=True)).orders("a")
    assert reach.price(r.g, r.unit("LI1"), (1110,)).hits == 1


@pytest.mark.rule("alexander 6.61")
def test_forming_column_takes_no_movement_points() -> None:
    r = field(kit.unit("LI1", 1010), a_leaders=[kit.leader("A", 1010)]).orders("a", "A")
    r.order(Move(unit="LI1", path=(1110, 1210, 1310, 1410, 1510), form=Facing.SIDE_NE))
    assert r.unit("LI1").column and r.unit("LI1").at == 1510


@pytest.mark.rule("alexander 6.62", "alexander 10.15")
def test_a_column_has_one_mp_more_and_its_own_tq() -> None:
    r = field(kit.unit("LI1", 1010, "SIDE_N", column=True, tq=5)).orders("a")
    assert reach.allowance(r.g, r.unit("LI1")) == 6
    assert cohesion.tq(r.g, r.unit("LI1")) == 5


@pytest.mark.rule("alexander 7.25")
def test_a_held_unit_turns_by_all_its_mp() -> None:
    r = field(kit.unit("MI1", 1010, ma=5), theirs=[kit.unit("MI9", 909, "SE", ma=5)]).orders("a")
    assert zoc.turning_allowance(r.g, r.unit("MI1")) == 5


@pytest.mark.rule("alexander 7.16", "alexander table:tq_checks")
@pytest.mark.parametrize(("die", "routs"), [(3, False), (4, True)])
def test_turning_before_a_faster_enemy_may_rout(die: int, routs: bool) -> None:
    r = field(kit.unit("HC1", 1010, "W", ma=8), theirs=[kit.unit("HI9", 909, "W", ma=5, tq=6)]).orders("a")
    r.g.orders.held_at_start.clear()
    r.run(facing.reaction_facing, r.unit("HC1"), answers=["right"], dice=[die], defaults=["rout-path"])
    assert r.unit("HI9").routed is routs
    assert r.unit("HI9").hits == 0


@pytest.mark.rule("alexander 7.16")
@pytest.mark.parametrize(("speed", "chance"), [(8, 0.4), (5, 0.7), (2, 1.0)])
def test_what_may_rout_is_asked_and_what_cannot_is_done(speed: int, chance: float) -> None:
    """Nobody turns into rout unasked, and whoever is asked knows the odds."""
    r = field(kit.unit("HC1", 1010, "W", ma=speed), theirs=[kit.unit("HI9", 909, "W", ma=5, tq=6)]).orders("a")
    r.g.orders.held_at_start.clear()
    asked: list[Any] = []

    def stays(decision: Any) -> str:
        asked.extend(decision.items)
        return "no"

    r.run(facing.reaction_facing, r.unit("HC1"), answers=[stays])
    (item,) = asked
    turn = next(c for c in item.choices if c.key == "right")
    assert item.policy is not None and item.policy.free is (chance == 1)
    assert item.policy.conditions["no-hits"] is (chance == 1)
    if chance == 1:
        assert turn.risk is None
    else:
        assert turn.risk is not None and turn.risk.chance == turn.chance == pytest.approx(chance)
        assert str(turn.risk.failing) == "routs HI9"


@pytest.mark.rule("alexander 7.16")
def test_cavalry_turns_towards_foot_without_a_roll() -> None:
    r = field(kit.unit("MI1", 1010, "W"), theirs=[kit.unit("HC9", 909, "W")]).orders("a")
    r.g.orders.held_at_start.clear()
    r.run(facing.reaction_facing, r.unit("MI1"), answers=["right"])
    assert not r.unit("HC9").routed and r.unit("HC9").facing is not Facing.W


@pytest.mark.rule("alexander 7.16")
def test_neither_pairs_nor_who_was_held_before_turn_in_reaction() -> None:
    r = field(kit.unit("HC1", 1010, "W"), theirs=[kit.unit("PH9", 908, "W")]).orders("a")
    assert not facing.can_turn(r.g, r.unit("PH9"), r.unit("HC1"), 1010)
    r = field(kit.unit("HC1", 1010, "NW"), theirs=[kit.unit("MI9", 909, "W")])
    assert r.g.in_enemy_zoc(r.unit("MI9"))
    r.orders("a")
    r.unit("HC1").facing = Facing.E
    r.g.version += 1
    assert not facing.can_turn(r.g, r.unit("MI9"), r.unit("HC1"), 1010)


# -- withdrawal --------------------------------------------------------------------------------------------------------


def gives_way(code: str, at: int = 1210, facing_: str = "W", **values: Any) -> kit.Rig:
    return field(kit.unit("HI1", 1010, ma=4), theirs=[kit.unit(code, at, facing_, **values)]).orders("a")


@pytest.mark.rule("alexander 6.71", "alexander 9.31")
@pytest.mark.parametrize(
    ("code", "ma", "farthest"), [("SK9", 6, 2), ("SK9", 4, 2), ("LI9", 5, 1), ("LI9", 4, 0), ("HC9", 8, 4)]
)
def test_how_far_one_withdraws(code: str, ma: int, farthest: int) -> None:
    r = gives_way(code, ma=ma)
    unit, mover = r.unit(code), r.unit("HI1")
    if not farthest:
        assert retreats.bar(r.g, unit, mover) is not None
        return
    assert retreats.bar(r.g, unit, mover) is None
    assert max(len(w.path) for w in retreats.retreats(r.g, unit, mover, 1010)) == farthest


@pytest.mark.rule("alexander 6.71")
def test_uphill_is_too_far_for_light_foot() -> None:
    r = field(
        kit.unit("HI1", 1010, cls="HO", ma=4),
        theirs=[kit.unit("LI9", 1210, "W", ma=5)],
        levels={h: 1 for h in (1309, 1310, 1311, 1209, 1211)},
    ).orders("a")
    assert retreats.retreats(r.g, r.unit("LI9"), r.unit("HI1"), 1010) == []


@pytest.mark.rule("alexander 6.72", "alexander table:cohesion_auto")
@pytest.mark.parametrize(
    ("code", "facing_", "hits"),
    [("LI9", "W", 1), ("LI9", "E", 2), ("SK9", "W", 0), ("SK9", "E", 1), ("HC9", "W", 0), ("HC9", "E", 1)],
)
def test_what_withdrawing_costs_for_certain(code: str, facing_: str, hits: int) -> None:
    r = gives_way(code, facing_=facing_)
    assert retreats.penalties(r.g, r.unit(code), 1010) == hits


@pytest.mark.rule("alexander 6.72", "alexander table:tq_checks")
@pytest.mark.parametrize(("code", "dice", "hits"), [("LI9", [5], 1), ("LI9", [9], 2), ("HC9", [9], 1), ("SK9", [], 0)])
def test_and_by_a_roll(code: str, dice: list[int], hits: int) -> None:
    r = gives_way(code, tq=5)
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI1"), starting=False), dice=dice, answers=[{code: "1310@W"}]
    )
    assert r.unit(code).at == 1310 and r.unit(code).hits == hits


@pytest.mark.rule("alexander 6.75", "alexander 6.83")
def test_nobody_withdraws_onto_rough_ground_or_into_a_zone() -> None:
    r = field(
        kit.unit("HI1", 1010), theirs=[kit.unit("LI9", 1210, "W")], terrain={1310: "woods"}, levels={1309: 1}
    ).orders("a")
    assert retreats.closed(r.g, r.unit("LI9"), 1210, 1310)
    assert not retreats.closed(r.g, r.unit("LI9"), 1210, 1309), "a level is no rough ground"


# -- missiles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 8.13")
@pytest.mark.parametrize(("code", "sees"), [("LI1", False), ("SK1", True), ("LC1", False)])
def test_only_skirmishers_fire_through_their_flanks(code: str, sees: bool) -> None:
    r = field(kit.unit(code, 1010, missile="J"))
    assert sight.in_arc(r.unit(code), 1009) is sees
    assert sight.in_arc(r.unit(code), 1109)


@pytest.mark.rule("alexander 8.14")
@pytest.mark.parametrize(("at", "target", "seen"), [(1110, 1411, True), (1210, 1410, False), (1310, 1410, False)])
def test_everybody_shoots_over_who_is_nearer(at: int, target: int, seen: bool) -> None:
    r = field(kit.unit("SK1", 1010, missile="A"), kit.unit("HI2", at), theirs=[kit.unit("MI9", target, "W")])
    assert (sight.blocked_by(r.g, 1010, target, r.unit("SK1")) is None) is seen


@pytest.mark.rule("alexander 8.14")
def test_towns_block_the_view() -> None:
    r = field(kit.unit("SK1", 1010, missile="A"), theirs=[kit.unit("MI9", 1410, "W")], terrain={1210: "town"})
    assert sight.blocked(r.g, r.unit("SK1"), 1410) == 1210


@pytest.mark.rule("alexander 8.15", "alexander table:missile_drm", "alexander 9.31", "alexander 9.42")
@for_each(
    ("missile", "target", "cls", "distance", "modifier"),
    [
        ("A", "HI9", None, 1, 3),
        ("A", "HI9", None, 2, 1),
        ("J", "HI9", None, 1, 1),
        ("S", "PH9", None, 1, 3),
        ("A", "SK9", None, 2, 2),
        ("A", "HC9", "Cat", 2, 2),
        ("S", "HC9", "Cat", 2, 1),
        ("A", "LI9", None, 2, 0),
    ],
)
def test_what_the_target_is_counts(missile: Any, target: str, cls: Any, distance: int, modifier: int) -> None:
    r = field(kit.unit("SK1", 1010, missile=missile), theirs=[kit.unit(target, 1010 + 100 * distance, "W", cls=cls)])
    r.orders("a")
    assert volley.preview(r.g, r.unit("SK1"), r.unit(target)).modifier == modifier


@pytest.mark.rule("alexander 8.15")
@pytest.mark.parametrize(("code", "missile", "modifier"), [("SK1", "J", 0), ("SK1", "A", 1), ("LC1", "J", 1)])
def test_having_moved_counts_but_for_javelins_on_foot(code: str, missile: Any, modifier: int) -> None:
    r = field(kit.unit(code, 1010, missile=missile), theirs=[kit.unit("MI9", 1110, "W")]).orders("a")
    assert volley.preview(r.g, r.unit(code), r.unit("MI9"), moved=True).modifier == modifier


@pytest.mark.rule("alexander 8.15")
@pytest.mark.parametrize(("target", "hits"), [("EL9", 2), ("CH9", 2), ("HC9", 1)])
def test_elephants_and_chariots_take_two(target: str, hits: int) -> None:
    r = field(kit.unit("SK1", 1010, missile="A"), theirs=[kit.unit(target, 1110, "W")]).orders("a")
    assert volley.preview(r.g, r.unit("SK1"), r.unit(target)).hits(0) == hits


@pytest.mark.rule("alexander 8.16")
def test_downhill_one_hex_farther_on_a_0() -> None:
    r = field(kit.unit("LC1", 1010, missile="A"), theirs=[kit.unit("MI9", 1410, "W")], levels={1010: 2}).orders("a")
    odds = volley.preview(r.g, r.unit("LC1"), r.unit("MI9"))
    assert odds.extended and (odds.hits(0), odds.hits(1)) == (1, 0)


@pytest.mark.rule("alexander 8.17")
@pytest.mark.parametrize(
    ("missile", "die", "supply"), [("A", 9, "low"), ("A", 8, "full"), ("J", 7, "low"), ("J", 6, "full")]
)
def test_when_missiles_run_low(missile: Any, die: int, supply: str) -> None:
    r = field(kit.unit("SK1", 1010, missile=missile), theirs=[kit.unit("MI9", 1110, "W", tq=9)]).orders("a")
    r.run(fire.fire, r.unit("SK1"), r.unit("MI9"), "order", dice=[die])
    assert r.unit("SK1").supply == supply


@pytest.mark.rule("alexander 9.32", "alexander 9.41")
@pytest.mark.parametrize(
    ("code", "missile", "hexes"),
    [
        ("SK1", "J", 2),
        ("SK1", "S", 2),
        ("SK1", "A", 0),
        ("LI1", "J", 2),
        ("LC1", "A", 4),
        ("LC1", "J", 4),
        ("HC1", None, 0),
    ],
)
def test_who_harasses(code: str, missile: Any, hexes: int) -> None:
    assert harass.reach(field(kit.unit(code, 1010, missile=missile)).unit(code)) == hexes


@pytest.mark.rule("alexander 9.32", "alexander 9.41")
@pytest.mark.parametrize(
    ("code", "ma", "theirs", "may"),
    [("SK1", 6, 6, True), ("SK1", 6, 7, False), ("LC1", 8, 8, False), ("LC1", 8, 7, True)],
)
def test_whom_one_harasses(code: str, ma: int, theirs: int, may: bool) -> None:
    r = field(kit.unit(code, 1010, ma=ma, missile="J"), theirs=[kit.unit("MI9", 1210, "W", ma=theirs)]).orders("a")
    assert (harass.bad_target(r.g, r.unit(code), r.unit("MI9")) is None) is may


@pytest.mark.rule("alexander 7.21")
@pytest.mark.parametrize(("supply", "hexes"), [("full", 4), ("low", 4), ("no", 2)])
def test_skirmishers_with_missiles_hold_their_flanks_too(supply: Any, hexes: int) -> None:
    r = field(kit.unit("SK1", 1010, missile="J", supply=supply))
    assert len(r.g.zoc(r.unit("SK1"))) == hexes


@pytest.mark.rule("alexander 7.21", "alexander 9.53")
def test_artillery_has_no_zone() -> None:
    r = field(kit.unit("AT1", 1010, missile="B"))
    assert r.g.zoc(r.unit("AT1")) == () and sight.in_arc(r.unit("AT1"), 910)


# -- Shock -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.31")
def test_skirmishers_attack_nobody_in_order() -> None:
    theirs = [kit.unit("MI9", 1110, "W")]
    r = field(kit.unit("SK1", 1010), kit.unit("SK2", 1210, "W", cls="St"), theirs=theirs).orders("a")
    assert not designation.able(r.g, r.unit("SK1")) and designation.able(r.g, r.unit("SK2"))
    r.unit("MI9").routed = True
    r.g.version += 1
    assert designation.able(r.g, r.unit("SK1"))


def reckoned(r: kit.Rig, ours: list[str], theirs: list[str]) -> clash.Reckoning:
    return clash.foresee(r.g, [r.unit(u) for u in ours], [r.unit(u) for u in theirs])


@pytest.mark.rule("alexander 9.31", "alexander table:shock_superiority_effects")
def test_skirmishers_in_defence_do_little_harm() -> None:
    r = field(kit.unit("LI1", 1010), theirs=[kit.unit("SK9", 1110, "W")]).orders("a")
    odds = reckoned(r, ["LI1"], ["SK9"])
    assert odds.superiority == "AS" and all(odds.hits(die)[0] <= 1 for die in range(10))
    a, d = r.g.charts.crt(odds.column, 9)
    assert odds.hits(9) == (min(1, a // 2), 2 * d)


@pytest.mark.rule("alexander 9.31")
@pytest.mark.parametrize(("facing_", "share"), [("W", 0.5), ("E", 1.0)])
def test_trained_skirmishers_do_half_harm_but_from_behind(facing_: str, share: float) -> None:
    r = field(kit.unit("SK1", 1010, cls="St"), theirs=[kit.unit("MI9", 1110, facing_)]).orders("a")
    odds = reckoned(r, ["SK1"], ["MI9"])
    _, d = r.g.charts.crt(odds.column, 9)
    assert odds.hits(9)[1] == int(d * share)


@pytest.mark.rule("alexander 8.32", "alexander 9.31")
def test_the_size_of_skirmishers_with_others_does_not_count() -> None:
    stand = kit.unit("PH1", 3722, "NW", size=10)
    theirs = [kit.unit("HI8", 3622, "SE", cls="HO1", size=5), kit.unit("SK9", 3821, "SE", size=5)]
    r = field(stand, theirs=theirs).orders("a")
    shifts = clash.size_modifiers(r.g, [r.unit("PH1")], [r.unit("HI8"), r.unit("SK9")])
    assert [m.reason for m in shifts] == ["size 10 to 5"]


@pytest.mark.rule("alexander 8.37")
def test_breakthrough() -> None:
    theirs = [kit.unit("LI8", 1109, "W", cls="LP", hits=2, tq=5), kit.unit("LI9", 1111, "W", cls="LP", hits=4, tq=5)]
    r = field(kit.unit("PH1", 1010, hits=1), theirs=theirs).orders("a")
    combat = Combat.of(r.g, Attack(attackers=("PH1",), defenders=("LI8", "LI9")))
    r.run(lambda g: collapse.breakthroughs(g, [combat]))
    assert [r.unit(u).hits for u in ("PH1", "LI8", "LI9")] == [1, 2, 6]


@pytest.mark.rule("alexander 8.33", "alexander 9.33", "alexander table:pre_shock_exemptions")
@pytest.mark.parametrize(
    ("attacker", "cls", "defender", "dice"),
    [("LI1", None, "HI9", 1), ("LI1", "LP", "HI9", 2), ("MI1", None, "HI9", 2), ("HI1", None, "SK9", 1)],
)
def test_who_need_not_roll_before_contact(attacker: str, cls: Any, defender: str, dice: int) -> None:
    r = field(kit.unit(attacker, 1010, cls=cls), theirs=[kit.unit(defender, 1110, "W")]).orders("a")
    r.g.orders.markers[attacker] = "must"
    combat = Combat.of(r.g, Attack(attackers=(attacker,), defenders=(defender,)))
    r.run(charge.charge, [combat], dice=[0] * dice)
    assert len(r.rolls) == dice


# -- rout and rally ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.34", "alexander 10.42")
@pytest.mark.parametrize(("cls", "lost"), [(None, True), ("St", False)])
def test_skirmishers_do_not_rout_unless_trained(cls: Any, lost: bool) -> None:
    r = field(kit.unit("SK1", 2010, cls=cls))
    r.run(rout.rout, r.unit("SK1"), defaults=["rout-path"])
    assert r.unit("SK1").eliminated is lost and (lost or r.unit("SK1").routed)
    assert r.state.sides["a"].rout_points == (1 if lost else 0)


@pytest.mark.rule("alexander 9.56", "alexander 8.38")
@pytest.mark.parametrize("code", ["AT1", "CH1"])
def test_artillery_and_chariots_are_lost(code: str) -> None:
    r = field(kit.unit(code, 2010))
    r.run(rout.rout, r.unit(code))
    assert r.unit(code).eliminated and len(r.happened(UnitRouted)) == 1


def rallying(code: str = "LI1", **values: Any) -> kit.Rig:
    return field(
        kit.unit(code, 2010, routed=True, **values), a_leaders=[kit.leader("A", 2011, initiative=4, command_range=9)]
    ).orders("a", "A")


@pytest.mark.rule("alexander 10.27", "alexander table:rally_attempt")
@pytest.mark.parametrize(
    ("dice", "what"), [([2, 5], "rallied"), ([5, 9], "rallied"), ([6], "flees"), ([8], "lost"), ([7], "flees")]
)
def test_rally_by_initiative(dice: list[int], what: str) -> None:
    r = rallying(tq=7)
    r.run(rally.rally, r.leader("A"), r.unit("LI1"), Facing.E, dice=dice, defaults=["rout-path"])
    u = r.unit("LI1")
    found = "lost" if u.eliminated else "flees" if u.routed else "rallied"
    assert found == what and (what != "flees" or u.at != 2010)
    if dice == [2, 5]:
        assert u.hits == 2


@pytest.mark.rule("alexander 10.27")
def test_heavy_infantry_that_fails_is_lost() -> None:
    r = rallying("HI1", tq=7)
    r.run(rally.rally, r.leader("A"), r.unit("HI1"), Facing.E, dice=[6])
    assert r.unit("HI1").eliminated


@pytest.mark.rule("alexander 10.27")
def test_each_leader_tries_once_a_turn_and_some_never_rally() -> None:
    r = rallying(tq=7)
    r.order(orders.Rally(unit="LI1"), dice=[6], defaults=["rout-path"])
    assert r.leader("A").rallied_for == ["LI1"]
    r.refuses("10.27", orders.Rally(unit="LI1"))
    r = rallying("HI1", cls="HO")
    r.refuses("10.27", orders.Rally(unit="HI1"))
    r = rallying("EL1")
    r.refuses("10.27", orders.Rally(unit="EL1"))


@pytest.mark.rule("alexander 10.27")
@pytest.mark.parametrize(("ground", "may"), [("rough", True), ("woods", False), ("marsh", False)])
def test_where_units_rally(ground: str, may: bool) -> None:
    r = field(kit.unit("LI1", 2010, routed=True), a_leaders=[kit.leader("A", 2011)], terrain={2010: ground}).orders(
        "a", "A"
    )
    if may:
        rally.can_rally(r.g, r.leader("A"), r.unit("LI1"))
    else:
        r.refuses("10.27", orders.Rally(unit="LI1"))


@pytest.mark.rule("alexander 10.14")
def test_skirmishers_recover_on_open_ground_alone() -> None:
    r = field(kit.unit("SK1", 2010, hits=2), a_leaders=[kit.leader("A", 2011)], terrain={2010: "woods"}).orders(
        "a", "A"
    )
    r.refuses("10.14", orders.Recover(unit="SK1"))
    r = field(kit.unit("SK1", 2010, hits=2), a_leaders=[kit.leader("A", 2011)]).orders("a", "A")
    assert recovery.can_recover(r.g, r.leader("A"), r.unit("SK1")) == 2


@pytest.mark.rule("alexander 10.25")
def test_a_routed_unit_has_tq_1() -> None:
    r = field(kit.unit("LI1", 2010, routed=True, tq=5, missile="J"))
    assert cohesion.tq(r.g, r.unit("LI1")) == 1


@pytest.mark.rule("alexander 4.34")
def test_a_line_is_not_ordered_in_momentum_without_leave() -> None:
    r = commanders().orders("a", "Bessus", momentum=True)
    assert line_leave.needs_leave(r.g, r.leader("Bessus"))
    r.refuses("4.34", orders.Permission())


@pytest.mark.rule("alexander 8.13", "alexander 9.32")
def test_from_where_it_would_stand_the_nearer_half_is_fired_at() -> None:
    r = kit.battle([kit.unit("SK1", 1010, "E", missile="J")], [kit.unit("PH9", 1112, "W")]).orders("a")
    sk, ph = r.unit("SK1"), r.unit("PH9")
    far, near = sorted(footprint.hexes_of(ph), key=lambda h: hexes.distance(h, sk.at), reverse=True)
    beyond = next(h for h in hexes.neighbours(far) if h != near and hexes.distance(h, near) == 2)
    assert volley.preview(r.g, sk, ph, origin=beyond).distance == 1


@pytest.mark.rule("alexander 8.36")
@pytest.mark.parametrize(
    ("other", "at", "whom", "found"),
    [
        ("MI8", (1109, "W"), ["MI9"], "-"),  # before it, and left alone
        ("MI8", (1109, "W"), ["MI9", "MI8"], "AS"),  # it attacks that one too
        ("SK8", (1109, "W"), ["MI9"], "AS"),
        ("MI8", (910, "E"), ["MI9"], "-"),  # behind it
    ],
)
def test_enemies_left_alone_cost_an_attacker_its_better_position(
    other: str, at: tuple[int, str], whom: list[str], found: str
) -> None:
    """Exception 4: the ZOC of an enemy, skirmishers apart, whom neither it nor anybody else attacks."""
    theirs = [kit.unit("MI9", 1110, "E"), kit.unit(other, *at)]
    r = field(kit.unit("HI1", 1010), theirs=theirs).orders("a")
    defenders = [r.unit(u) for u in whom]
    assert clash.superiority(r.g, r.unit("HI1"), r.unit("MI9"), defenders)[0] == found
