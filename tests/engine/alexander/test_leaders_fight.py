"""8.34, 8.4 Leaders in Shock and against each other; 8.46 the king; 5.33 the crisis."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Pick
from engine.systems.alexander import king as kings
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderMoved, UnitsLeft
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import casualties, clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.turn import momentum
from tests.each import for_each
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


def meeting(ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **values: Any) -> kit.Rig:
    """Alexander with HC1 attacks HC9 with Spithridates."""
    mine = {"initiative": 7, "personal_combat": 7, "charisma": 4, **(ours or {})}
    his = {"initiative": 4, "personal_combat": 4, "charisma": 3, **(theirs or {})}
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("HC9", 1110, "W")],
        a_leaders=[kit.leader("Alexander", 1010, **mine)],
        b_leaders=[kit.leader("Spithridates", 1110, "SC", **his)],
        **values,
    )
    return r.orders("a", "Alexander")


def fight(r: kit.Rig, **given: Any) -> Combat:
    combat = Combat.of(r.g, Attack(attackers=("HC1",), defenders=("HC9",)))
    r.run(casualties.check, [combat], **given)
    return combat


@pytest.mark.rule("alexander 8.4", "alexander 8.41", "alexander 8.42", "alexander 8.45", "alexander 8.34")
def test_the_example_of_alexander_and_spithridates() -> None:
    r = meeting()
    fight(r, dice=[5, 4])
    x = r.leader("Spithridates")
    assert (x.wounded, x.status, x.initiative, x.personal_combat) == (True, "finished", 3, 3)
    assert r.leader("Alexander").status == "active"


@pytest.mark.rule("alexander 8.45", "alexander 8.44")
def test_a_second_wound_kills() -> None:
    r = meeting(theirs={"wounded": True})
    combat = fight(r, dice=[5, 5])  # 12 to 8, whose rating is 1 lower
    assert [x.id for x in combat.killed] == ["Spithridates"] and not r.leader("Spithridates").on_map


@pytest.mark.rule("alexander 8.42", "alexander table:leader_casualty")
@for_each(
    ("dice", "what"),
    [
        ((0, 3), "nothing"),
        ((0, 2), "finished"),
        ((1, 2), "finished"),
        ((2, 2), "wounded 1"),
        ((3, 2), "wounded 1"),
        ((4, 2), "wounded 2"),
        ((5, 2), "killed"),
        ((9, 0), "killed"),
    ],
)
def test_the_difference_tells_what_the_loser_suffers(dice: tuple[int, int], what: str) -> None:
    r = meeting()
    fight(r, dice=dice)
    x = r.leader("Spithridates")
    found = "killed" if not x.on_map else f"wounded {x.lowered or 1}" if x.wounded else x.status
    assert found == {"nothing": "inactive"}.get(what, what)


@pytest.mark.rule("alexander 8.42")
def test_the_mover_may_lose_too() -> None:
    r = meeting()
    fight(r, dice=[0, 6])
    assert r.leader("Alexander").wounded and not r.leader("Spithridates").wounded


@pytest.mark.rule("alexander 8.43", "alexander 8.34")
def test_without_a_rating_each_rolls_for_himself() -> None:
    r = meeting(theirs={"personal_combat": None})
    fight(r, dice=[3, 0, 9])
    assert r.leader("Alexander").status == "active" and not r.leader("Spithridates").on_map


@pytest.mark.rule("alexander 8.34")
def test_a_leader_by_himself_rolls_after_the_duels_and_those_who_fought_dont() -> None:
    r = meeting()
    fight(r, dice=[4, 7])
    r2 = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("HC9", 1110, "W")], a_leaders=[kit.leader("Alexander", 1010)]
    ).orders("a", "Alexander")
    fight(r2, dice=[1])
    assert r2.leader("Alexander").status == "active"


@pytest.mark.rule("alexander 8.34", "alexander 8.36")
@pytest.mark.parametrize(("die", "drm"), [(3, 0), (9, -4)])
def test_a_leader_hit_lends_no_charisma_and_a_killed_one_takes_it(die: int, drm: int) -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("HC9", 1110, "W")], a_leaders=[kit.leader("Alexander", 1010, charisma=4)]
    ).orders("a", "Alexander")
    combat = fight(r, dice=[0, die])
    found = clash.die_modifiers(r.g, combat.attackers, combat.defenders, combat.killed)
    assert sum(m.value for m in found) == drm


@pytest.mark.rule("alexander 8.36")
def test_the_charisma_of_both_sides_counts() -> None:
    r = meeting()
    found = clash.die_modifiers(r.g, [r.unit("HC1")], [r.unit("HC9")])
    assert sum(m.value for m in found) == 1


@pytest.mark.rule("alexander 8.4")
def test_of_several_leaders_their_owner_names_the_one_who_fights() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("HC9", 1110, "W")],
        a_leaders=[kit.leader("Alexander", 1010, personal_combat=7), kit.leader("Cleitus", 1010, "SC")],
        b_leaders=[kit.leader("Memnon", 1110, "SC", personal_combat=5)],
    ).orders("a", "Alexander")
    fight(r, answers=["Cleitus"], dice=[0, 4])
    assert [(d.kind, d.side) for d in r.decisions] == [("personal-combat", "a")]
    assert r.leader("Cleitus").lowered == 2 and r.leader("Alexander").status == "active"


@pytest.mark.rule("alexander 5.31")
def test_who_fought_in_his_phase_tries_no_momentum() -> None:
    r = meeting()
    fight(r, dice=[0, 3])
    r.unit("HC9").routed = True
    r.g.version += 1
    assert momentum.barred(r.g, r.leader("Alexander")) is not None
    r = meeting()
    r.unit("HC9").routed = True
    assert momentum.barred(r.g, r.leader("Alexander")) is None


@pytest.mark.rule("alexander 5.31", "alexander 5.5")
def test_a_fight_in_the_elite_phase_costs_no_later_momentum() -> None:
    r = meeting()
    r.orders("a", "Alexander", kind="elite")
    fight(r, dice=[0, 3])
    assert not r.leader("Alexander").no_momentum


# -- 4.63 --------------------------------------------------------------------------------------------------------------


def alone(**values: Any) -> kit.Rig:
    return kit.battle(
        [kit.unit("HC1", 101)],
        [FAR],
        a_leaders=[kit.leader("Alexander", 1010, initiative=7, personal_combat=7, command_range=9)],
        b_leaders=[kit.leader("Memnon", 1410, "SC", personal_combat=5, **values)],
    ).orders("a", "Alexander")


@pytest.mark.rule("alexander 4.63")
def test_lone_leaders_who_meet_fight_at_once() -> None:
    r = alone()
    r.order(orders.MoveLeader(leader="Alexander", to=1310), dice=[6, 0])
    assert not r.leader("Memnon").on_map and r.leader("Alexander").at == 1310


@pytest.mark.rule("alexander 4.63", "alexander 8.43")
def test_who_has_no_rating_fights_nobody_and_survivors_stay() -> None:
    r = alone()
    r.leader("Memnon").personal_combat_printed = None
    r.order(orders.MoveLeader(leader="Alexander", to=1310))
    r = alone()
    r.order(orders.MoveLeader(leader="Alexander", to=1310), dice=[0, 2])
    assert (r.leader("Alexander").at, r.leader("Memnon").at) == (1310, 1410)


@pytest.mark.rule("alexander 4.63")
def test_who_moved_his_leader_chooses_whom_he_meets() -> None:
    r = kit.battle(
        [kit.unit("HC1", 101)],
        [FAR],
        a_leaders=[kit.leader("Alexander", 1010, initiative=7, personal_combat=7, command_range=9)],
        b_leaders=[kit.leader(x, 1410, "SC", personal_combat=n) for x, n in (("Memnon", 5), ("Petines", 3))],
    ).orders("a", "Alexander")
    r.order(orders.MoveLeader(leader="Alexander", to=1310), answers=["Petines"], dice=[0, 6])
    assert [(d.kind, d.side, d.default) for d in r.decisions] == [("personal-combat", "a", Pick(key="Memnon"))]
    assert "Petines" in " ".join(r.told()) and "Memnon" not in " ".join(r.told())


@pytest.mark.rule("alexander 4.63")
def test_a_leader_among_his_men_isnt_challenged() -> None:
    r = kit.battle(
        [kit.unit("HC1", 101)],
        [kit.unit("HC9", 1410, "E")],
        a_leaders=[kit.leader("Alexander", 1010)],
        b_leaders=[kit.leader("Memnon", 1410, "SC")],
    ).orders("a", "Alexander")
    r.order(orders.MoveLeader(leader="Alexander", to=1310))
    assert r.leader("Memnon").on_map


# -- 4.62 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.62", "alexander 6.15")
def test_a_leader_with_a_unit_may_go_when_an_enemy_comes_within_two_hexes() -> None:
    r = kit.battle(
        [kit.unit("HI1", 1010, cls="HO1")],
        [kit.unit("HI9", 1310, "W", cls="HO1")],
        a_leaders=[kit.leader("A", 1010)],
        b_leaders=[kit.leader("Memnon", 1310, "SC", status="finished")],
    ).orders("a", "A")
    r.order(orders.Move(unit="HI1", path=(1110,)), answers=[{"Memnon": "1810"}])
    assert r.leader("Memnon").at == 1810, "Finished or not: MP 9 less 4"


@pytest.mark.rule("alexander 4.62")
def test_a_lone_leader_who_doesnt_go_is_lost() -> None:
    r = kit.battle(
        [kit.unit("HI1", 1010, cls="HO1")],
        [FAR],
        a_leaders=[kit.leader("A", 1010)],
        b_leaders=[kit.leader("Memnon", 1210, "SC")],
    ).orders("a", "A")
    r.order(orders.Move(unit="HI1", path=(1110,)), answers=[{"Memnon": "stay"}])
    assert not r.leader("Memnon").on_map and r.state.sides["b"].rout_points == 25


# -- 8.46 --------------------------------------------------------------------------------------------------------------


def darius(at: int = 1210, **values: Any) -> kit.Rig:
    company = values.pop("company", [kit.unit("HC9", at, "W")])
    return kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 110)],
        company,
        a_leaders=[kit.leader("Alexander", 1010, initiative=7)],
        b_leaders=[kit.leader("Darius", at, king=True, initiative=3, **values)],
    ).orders("a", "Alexander")


@pytest.mark.rule("alexander 8.46")
def test_the_king_flees_up_to_four_hexes_towards_his_edge() -> None:
    r = darius()
    found = kings.ways(r.g, r.leader("Darius"))
    assert {h // 100 for h in found} == {13, 14, 15, 16} and max(found.values()) == 4
    assert not kings.leaves(r.g, r.leader("Darius"), found), "the edge is far off"
    r.order(orders.Move(unit="HC1", path=(1110,)), answers=["1610"], defaults=["leader-withdrawal", "reaction-facing"])
    assert r.leader("Darius").at == 1610 and r.happened(LeaderMoved)[-1].rule == "8.46"
    policy = r.decisions[-1].policy
    assert policy is not None and policy.kind == "king-flight" and policy.no == "stay"
    assert policy.conditions == {"alone": False} and policy.yes in {c.key for c in r.decisions[-1].choices}


@pytest.mark.rule("alexander 8.46")
def test_he_may_leave_the_map_and_isnt_dead_by_that() -> None:
    r = darius(3810, company=[FAR])
    r.leader("Alexander").hex = 3510
    r.g.version += 1
    r.run(leaders.approached, r.unit("HC2"))
    r.unit("HC1").hex = 3710
    r.run(leaders.approached, r.unit("HC1"), answers=["off"])
    x = r.leader("Darius")
    assert not x.on_map and x.departed and r.happened(UnitsLeft)
    assert r.state.sides["b"].rout_points == 0
    assert not any(rule.decided(r.g) for rule in r.g.having("decided"))


@pytest.mark.rule("alexander 8.46")
def test_he_flees_even_from_a_leader() -> None:
    r = darius()
    r.order(orders.MoveLeader(leader="Alexander", to=909))
    r.unit("HC9").hex = 1313
    r.unit("HC1").hex = 505
    r.g.version += 1
    r.order(orders.MoveLeader(leader="Alexander", to=1109), answers=["1610"])
    assert r.leader("Darius").at == 1610


@pytest.mark.rule("alexander 8.46")
def test_his_death_ends_the_battle() -> None:
    r = darius()
    leaders.lose(r.g, r.leader("Darius"), "killed", "8.44")
    r.run(kit.Rig.sequence)
    assert (r.state.phase, r.state.winner) == ("over", "a")


@pytest.mark.rule("alexander 8.46")
def test_nothing_is_rolled_or_asked_any_more_in_the_shock_that_kills_him() -> None:
    r = darius(1110, personal_combat=0)
    r.leader("Alexander").personal_combat_printed = 7
    r.g.version += 1
    r.state.orders.moved.append("HC1")
    r.state.orders.markers["HC1"] = "must"
    r.state.phase = "shock"
    r.run(kit.Rig.sequence, dice=[0, 0, 9, 0], defaults=["leader-along"])
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock", "personal-combat", "personal-combat"]
    assert (r.state.phase, r.state.winner) == ("over", "a")


# -- 5.33 --------------------------------------------------------------------------------------------------------------


def crisis(*units: dict[str, Any], theirs: Any = (FAR,)) -> kit.Rig:
    r = kit.battle(list(units), list(theirs), a_leaders=[kit.leader("Alexander", 1010, initiative=7, command_range=5)])
    r.state.phase, r.state.last_leader = "momentum", "Alexander"
    r.leader("Alexander").status = "active"
    return r


FREE = ("crisis-path", "unit-order")


@pytest.mark.rule("alexander 5.33", "alexander table:momentum")
def test_in_a_crisis_all_near_him_fall_back_two_hexes_and_he_too() -> None:
    r = crisis(
        kit.unit("PH1", 1008),
        kit.unit("HC1", 1210),
        kit.unit("SK1", 1013),
        kit.unit("HC2", 1410),
        theirs=[kit.unit("HC9", 1310, "W")],
    )
    r.run(momentum.momentum_phase, dice=[9, 9, 7, 3], answers=["yes"], defaults=FREE)
    assert [r.unit(u).at // 100 for u in ("PH1", "HC1", "SK1", "HC2")] == [8, 10, 8, 14], "HC2 is 4 hexes away"
    assert r.leader("Alexander").at // 100 == 8 and r.leader("Alexander").status == "finished"
    assert r.unit("PH1").facing.name == "E", "facing is kept"
    assert (r.unit("PH1").hits, r.unit("HC1").hits, r.unit("SK1").hits) == (1, 0, 0), "6.72 [1] for foot"


@pytest.mark.rule("alexander 5.33", "alexander 6.94")
def test_it_passes_through_friends_to_a_hex_of_its_own_or_stays() -> None:
    behind = [kit.unit(f"LI{n}", 608 + n) for n in (1, 2, 3)]
    r = crisis(kit.unit("HC1", 710), *behind)
    r.run(momentum.momentum_phase, dice=[9, 9, 0], answers=["yes"], defaults=FREE)
    assert r.unit("HC1").at // 100 == 5 and r.unit("HC1").hits >= 1, "through one of them"
    assert [r.unit(u["code"]).at for u in behind] == [609, 610, 611], "they are too far from him"
    beyond = [kit.unit(f"MI{n}", 508 + n) for n in range(1, 5)]
    r = crisis(kit.unit("HC1", 710), *behind, *beyond)
    r.run(momentum.momentum_phase, dice=[9, 9], answers=["yes"], defaults=FREE)
    assert r.unit("HC1").at == 710, "nowhere to come out"


@pytest.mark.rule("alexander 5.33", "alexander 6.72")
def test_each_checks_its_tq_as_after_a_withdrawal() -> None:
    r = crisis(kit.unit("HC1", 1011, tq=6))
    r.run(momentum.momentum_phase, dice=[9, 9, 7], answers=["yes"], defaults=FREE)
    assert r.unit("HC1").hits == 1


@pytest.mark.rule("alexander 5.33")
@pytest.mark.parametrize(("walled", "ends"), [(False, 8), (True, 10)])
def test_enemy_zoc_is_entered_where_there_is_no_other_way(walled: bool, ends: int) -> None:
    block = [kit.unit(f"HI{n}", h, "E", cls="HO1") for n, h in enumerate((909, 910, 911) if walled else (), 91)]
    zone = [kit.unit("HC9", 807, "E"), kit.unit("HC8", 809, "E")] if not walled else block
    r = crisis(kit.unit("HC1", 1010), theirs=zone)
    r.leader("Alexander").hex = 1210
    r.run(momentum.momentum_phase, dice=[9, 9, *(() if walled else (0,))], answers=["yes"], defaults=FREE)
    assert r.unit("HC1").at // 100 in (ends, 9) and (r.unit("HC1").at // 100 == 10) is walled
