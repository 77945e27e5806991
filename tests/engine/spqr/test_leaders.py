"""4.1, 4.6 What leaders are rated, and what becomes of them among enemies."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.command import leader_moves, leaders
from engine.systems.gboh.inquiry import leader as asked
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import casualties, clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.turn import activation
from tests.each import for_each
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

FAR = unit("HC99", 3535, "W")


def meeting(**values: Any) -> kit.Rig:
    """Antonius with LG1 in a combat with MI9."""
    given = {"initiative": 4, "command_range": 5, "strategy": 3, "charisma": 2, "elite": True, **values}
    r = kit.battle(
        [unit("LG1", 1010)],
        [unit("MI9", 1110, "W")],
        a_leaders=[leader("Antonius", 1010, **given), leader("Cassus", 905, "SC", charisma=3)],
    )
    return r.orders("a", "Antonius")


def fight(r: kit.Rig, *dice: int) -> Combat:
    combat = Combat.of(r.g, Attack(attackers=("LG1",), defenders=("MI9",)))
    r.run(casualties.check, [combat], dice=dice)
    return combat


@pytest.mark.rule("spqr 4.63")
@for_each("die", range(1, 10))
def test_only_a_0_hits_a_leader_with_a_unit_in_shock(die: int) -> None:
    r = meeting()
    fight(r, die)
    assert (r.leader("Antonius").status, r.leader("Antonius").wounded) == ("active", False)


@pytest.mark.rule("spqr 4.63", "spqr table:leader_casualty", "spqr 5.15")
@pytest.mark.parametrize(("die", "lower"), [(0, 0), (6, 0), (7, 1), (8, 2), (9, None)])
def test_how_badly(die: int, lower: int | None) -> None:
    r = meeting()
    combat = fight(r, 0, die)
    x = r.leader("Antonius")
    if lower is None:
        assert not x.on_map and [y.id for y in combat.killed] == ["Antonius"]
        assert r.state.sides["a"].rout_points == 20
        return
    assert (x.status, x.wounded) == ("finished", lower > 0)
    ratings = (x.initiative, x.command_range, x.strategy, x.charisma)
    assert ratings == (4 - lower, 5 - lower, 3 - lower, 2 - lower)
    assert (x.line_commands, x.elite) == (1, True), "these stay"


@pytest.mark.rule("spqr 4.63")
@pytest.mark.parametrize(("first", "second", "lowered"), [(7, 7, 2), (7, 8, 3), (8, 7, 3), (8, 8, None), (8, 3, 2)])
def test_wounds_add_up_and_no_initiative_is_death(first: int, second: int, lowered: int | None) -> None:
    r = meeting()
    fight(r, 0, first)
    fight(r, 0, second)
    x = r.leader("Antonius")
    if lowered is None:
        assert not x.on_map, "4 less 4"
    else:
        assert (x.on_map, x.initiative) == (True, 4 - lowered)


@pytest.mark.rule("spqr 4.63")
def test_what_is_rolled_for_names_the_wound_that_kills() -> None:
    r = meeting(initiative=2)
    fight(r, 0, 7)
    assert r.rolls[-1].needs == "7 or less to live" and r.leader("Antonius").initiative == 1
    told = [str(f.text) for s in asked.about(r.g, r.leader("Antonius")).sections for f in s.facts]
    assert "Wounded: each rating is 1 lower" in told


@pytest.mark.rule("spqr 4.63")
def test_leaders_elsewhere_are_in_no_danger() -> None:
    r = meeting()
    r.leader("Antonius").hex = 905
    r.g.version += 1
    fight(r)
    assert r.rolls == []


@pytest.mark.rule("spqr 4.1", "spqr 5.27")
def test_his_charisma_counts_even_in_enemy_zoc() -> None:
    r = meeting(role="SC", strategy=None)
    assert r.g.in_enemy_zoc(r.leader("Antonius"))
    found = clash.die_modifiers(r.g, [r.unit("LG1")], [r.unit("MI9")])
    assert sum(m.value for m in found) == 2


@pytest.mark.rule("spqr 4.1")
def test_ratings_and_nine_movement_points() -> None:
    r = kit.battle([unit("MI1", 505)], [FAR], a_leaders=[leader("Antonius", 1010)]).orders("a", "Antonius")
    assert leader_moves.left(r.g, r.leader("Antonius")) == 9
    r.order(orders.MoveLeader(leader="Antonius", to=1910))
    assert r.leader("Antonius").at == 1910
    r.refuses("6.14", orders.MoveLeader(leader="Antonius", to=2010))
    r = kit.battle([unit("MI1", 505)], [FAR], a_leaders=[leader("Antonius", 1010)]).orders("a", "Antonius")
    r.refuses("6.14", orders.MoveLeader(leader="Antonius", to=2010))


@pytest.mark.rule("spqr 4.21")
def test_ground_a_leader_cant_enter_bars_the_way() -> None:
    wall = {1000 + n: "impassable" for n in range(1, 41)}
    r = kit.battle([unit("MI1", 1110)], [FAR], a_leaders=[leader("Antonius", 910)], terrain=wall)
    r.orders("a", "Antonius").refuses("4.21", orders.Move(unit="MI1", path=(1210,)))


@pytest.mark.rule("spqr 4.27", "spqr 5.13", "spqr 5.45")
def test_a_finished_leader_is_not_activated_again() -> None:
    r = kit.battle([unit("MI1", 505)], [FAR], a_leaders=[leader("Antonius", 505, status="finished")])
    assert activation.ready(r.g) == []
    r.orders("a", "Antonius")
    r.leader("Antonius").status = "finished"
    r.g.version += 1
    r.refuses("4.22", orders.Move(unit="MI1", path=(605,)))


@pytest.mark.rule("spqr 4.61")
def test_in_enemy_zoc_he_stops() -> None:
    ours = [unit("LI1", 1010), unit("LI2", 1012)]
    holders = [unit("HI9", 1110, "W")]
    r = kit.battle(ours, holders, a_leaders=[leader("Antonius", 909)]).orders("a", "Antonius")
    through = leader_moves.destinations(r.g, r.leader("Antonius"))
    assert through[1010] == 1 and 1011 not in through
    wall = [unit(f"HI{n}", 1100 + n, "W") for n in range(1, 41)]
    r = kit.battle([unit("LI1", 1010)], wall, a_leaders=[leader("Antonius", 909)]).orders("a", "Antonius")
    through = leader_moves.destinations(r.g, r.leader("Antonius"))
    assert {h // 100 for h in through} <= set(range(1, 11)) and [h for h in through if h // 100 == 10] == [1010]


@pytest.mark.rule("spqr 4.62")
def test_withdrawing_takes_no_order_and_no_movement_points() -> None:
    r = kit.battle([unit("LC1", 1010)], [unit("MI9", 1110, "W")], b_leaders=[leader("Mago", 1110)]).orders("a")
    r.run(lambda g: leaders.approached(g, r.unit("LC1")), answers=[{"Mago": "1210"}])
    assert r.g.orders.leader_mp == {} and r.g.orders.orders_used == 0
    assert r.leader("Mago").at == 1210
