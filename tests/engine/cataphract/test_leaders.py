"""4.62 leaders and approaching enemies, 4.63 replacement, 8.19, 9.14, 9.36 casualties."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Picks
from engine.kernel.hexes import distance, neighbours
from engine.kernel.text import Refusal
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderEliminated, LeaderMoved, LeaderReplaced, LeaderWounded
from tests.engine.cataphract import kit

#  HC1 of side a has come to 1010; leaders of side b are near.


def comes(*others, leader=1110, enemies=(), answers=(), origin=None, hero=None, facing="E", **ground):
    """HC1 stands at 1010; "Zames" of the other side at ``leader``."""
    r = kit.battle(
        [kit.unit("HC1", 1010, facing), *enemies],
        list(others),
        b_leaders=[hero or kit.leader("Zames", leader)],
        **ground,
    ).orders("a")
    r.run(lambda g: leaders.approached(g, r.unit("HC1"), origin), answers=answers)
    return r


def offered(r):
    return [c.key for c in r.decisions[-1].items[0].choices]


def lost(r):
    return [e.leader for e in r.happened(LeaderEliminated)]


# -- 4.62 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.62")
def test_a_leader_alone_withdraws_1_to_3_hexes_each_farther_away():
    r = comes(answers=[{"Zames": "1310"}])
    assert r.leader("Zames").hex == 1310
    assert [e.how for e in r.happened(LeaderMoved)] == ["withdraw"]
    away = [distance(int(k), 1010) for k in offered(r) if k != "stay"]
    assert set(away) == {2, 3, 4}
    assert all(distance(int(k), 1110) <= 3 for k in offered(r) if k != "stay")


@pytest.mark.rule("cataphract 4.62")
def test_by_default_one_alone_withdraws():
    r = comes(answers=[lambda d: d.default])
    assert r.leader("Zames").on_map and r.leader("Zames").hex != 1110


@pytest.mark.rule("cataphract 4.62")
def test_alone_and_staying_he_is_lost():
    r = comes(answers=[{"Zames": "stay"}])
    assert lost(r) == ["Zames"]
    assert r.state.sides["b"].rout_points == 25


@pytest.mark.rule("cataphract 4.62")
def test_alone_and_unable_he_is_lost_unasked():
    walls = {h: "city_wall" for h in (1209, 1210, 1211, 1111)}
    r = comes(terrain=walls)
    assert r.decisions == [] and lost(r) == ["Zames"]


@pytest.mark.rule("cataphract 4.62")
def test_alone_and_held_by_another_enemy_already_he_is_lost():
    r = comes(enemies=[kit.unit("HC2", 1011, "E")])
    assert r.decisions == [] and lost(r) == ["Zames"]


@pytest.mark.rule("cataphract 4.62")
def test_with_a_unit_he_may_stay_or_go():
    r = comes(kit.unit("MI9", 1110, "W"), answers=[{"Zames": "stay"}])
    assert r.leader("Zames").hex == 1110 and not lost(r)
    r = comes(kit.unit("MI9", 1110, "W"), answers=[{"Zames": "1210"}])
    assert r.leader("Zames").hex == 1210
    assert r.decisions[0].default.picks == {"Zames": "stay"}


@pytest.mark.rule("cataphract 4.62")
def test_with_a_unit_and_held_already_he_is_not_asked():
    r = comes(kit.unit("MI9", 1110, "W"), enemies=[kit.unit("HC2", 1011, "E")])
    assert r.decisions == [] and not lost(r)


@pytest.mark.rule("cataphract 4.62")
def test_the_zoc_of_the_mover_itself_does_not_hold_him():
    r = comes(facing="E", answers=[{"Zames": "1210"}])
    assert r.leader("Zames").hex == 1210


@pytest.mark.rule("cataphract 4.62")
@pytest.mark.parametrize(("origin", "asked"), [(909, True), (1011, False), (None, True)])
def test_only_when_the_unit_becomes_adjacent(origin, asked):
    answers = [{"Zames": "1210"}] if asked else []
    assert bool(comes(origin=origin, answers=answers).decisions) is asked


@pytest.mark.rule("cataphract 4.62")
def test_the_last_ordered_step_tells_where_it_came_from():
    r = kit.battle([kit.unit("HC1", 1010)], b_leaders=[kit.leader("Zames", 1110)])
    r.orders("a", last_step={"HC1": (1011, 1010)})
    r.run(lambda g: leaders.approached(g, r.unit("HC1")))
    assert r.decisions == []


@pytest.mark.rule("cataphract 4.62")
def test_a_unit_that_enters_his_hex_drives_him_out_or_takes_him():
    r = comes(leader=1010, origin=1011, answers=[{"Zames": "1009"}])
    assert r.leader("Zames").hex == 1009
    assert "1110" not in offered(r), "enemy ZOC"
    r = comes(leader=1010, origin=1011, answers=[{"Zames": "stay"}])
    assert lost(r) == ["Zames"]


@pytest.mark.rule("cataphract 4.62")
@pytest.mark.rule("cataphract 4.61")
def test_he_withdraws_through_free_hexes_and_to_friends_only():
    enemies = [kit.unit("HC2", 1209, "SE")]
    r = comes(enemies=enemies, answers=[{"Zames": "stay"}])
    assert "1209" not in offered(r), "an enemy's hex"
    assert "1210" not in offered(r), "enemy ZOC"
    r = comes(kit.unit("MI9", 1210, "W"), enemies=enemies, answers=[{"Zames": "1210"}])
    assert r.leader("Zames").hex == 1210, "a friend is there"


@pytest.mark.rule("cataphract 4.62")
def test_leaders_at_a_distance_are_left_in_peace():
    assert comes(leader=1210).decisions == []


@pytest.mark.rule("cataphract 4.62")
def test_all_leaders_are_asked_at_once():
    heroes = [kit.leader("Zames", 1110), kit.leader("Pityaxes", 1109, "SC")]
    r = kit.battle([kit.unit("HC1", 1010)], b_leaders=heroes).orders("a")
    r.run(lambda g: leaders.approached(g, r.unit("HC1")), answers=[{"Zames": "1210", "Pityaxes": "1208"}])
    assert len(r.decisions) == 1
    assert {x.hex for x in r.g.leaders("b")} == {1210, 1208}


def left(r, h=1110, answers=()):
    r.run(lambda g: leaders.left_alone(g, h, "b"), answers=answers)
    return r


@pytest.mark.rule("cataphract 4.62")
def test_left_alone_he_may_withdraw_even_from_enemy_zoc():
    r = kit.battle([kit.unit("HC1", 1010, "E")], b_leaders=[kit.leader("Zames", 1110)])
    left(r, answers=[{"Zames": "1210"}])
    assert r.leader("Zames").hex == 1210
    r = kit.battle([kit.unit("HC1", 1010, "E")], b_leaders=[kit.leader("Zames", 1110)])
    assert lost(left(r, answers=[{"Zames": "stay"}])) == ["Zames"]


@pytest.mark.rule("cataphract 4.62")
@pytest.mark.parametrize("enemy", [{"routed": True}, {"at": 1009}])
def test_left_alone_next_to_nobody_who_fights_he_stays(enemy):
    unit = kit.unit("HC1", enemy.get("at", 1010), "E", routed=enemy.get("routed", False))
    r = kit.battle([unit], b_leaders=[kit.leader("Zames", 1110 if unit["at"] == 1010 else 1111)])
    left(r, 1110 if unit["at"] == 1010 else 1111)
    assert r.decisions == [] and not lost(r)


@pytest.mark.rule("cataphract 4.62")
def test_left_alone_between_several_he_may_withdraw_from_any_of_them():
    r = kit.battle([kit.unit("HC1", 1010), kit.unit("HC2", 1210, "W")], b_leaders=[kit.leader("Zames", 1110)])
    seen = []
    left(r, answers=[lambda d: seen.append(d) or Picks(picks={"Zames": "1011"})])
    ways = {c.hex for c in seen[0].items[0].choices if c.hex is not None}
    assert {1011, 1211} <= ways and r.leader("Zames").hex == 1011


@pytest.mark.rule("cataphract 4.62")
def test_not_alone_while_a_friend_is_there():
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("MI9", 1110, "W")], b_leaders=[kit.leader("Zames", 1110)])
    assert left(r).decisions == []


# -- 9.36 ------------------------------------------------------------------------------------------------------------


def is_hit(*dice, **values):
    r = kit.battle(a_leaders=[kit.leader("Bouzes", 1010, personal_combat=5, **values)])
    return r, lambda: r.run(lambda g: leaders.casualty(g, r.leader("Bouzes"), "9.14"), dice=dice)


@pytest.mark.rule("cataphract 9.36")
@pytest.mark.rule("cataphract 9.14")
@pytest.mark.rule("cataphract table:leader_casualty")
@pytest.mark.parametrize(("die", "killed"), [(0, False), (5, False), (6, True), (9, True)])
def test_above_his_personal_combat_he_is_killed(die, killed):
    r, run = is_hit(die)
    run()
    assert (lost(r) == ["Bouzes"]) is killed
    assert len(r.happened(LeaderWounded)) == (not killed)


@pytest.mark.rule("cataphract 9.36")
@pytest.mark.rule("cataphract 9.14")
def test_a_wound_costs_1_of_every_rating_and_the_turn():
    r, run = is_hit(3, strategy=4, charisma=0)
    run()
    x = r.leader("Bouzes")
    assert (x.initiative, x.command_range, x.strategy, x.charisma, x.personal_combat) == (4, 4, 3, 0, 4)
    assert x.status == "finished"


@pytest.mark.rule("cataphract 9.36")
@pytest.mark.rule("cataphract 9.14")
def test_a_second_wound_kills_without_a_roll():
    r, run = is_hit()
    r.leader("Bouzes").wounded = True
    run()
    assert lost(r) == ["Bouzes"] and r.rolls == []


# -- 4.63 ------------------------------------------------------------------------------------------------------------


def court(*dead, pool=("Aigan",)):
    """The OC Bouzes, the subordinate John, the contingent's Arethas; HI1 and the Saracens LC2; a pool."""
    r = kit.battle(
        [kit.unit("HI1", 1010), kit.unit("LC2", 1020, contingent="saracens")],
        a_leaders=[
            kit.leader("Bouzes", 1010),
            kit.leader("John", 1012, "SC"),
            kit.leader("Arethas", 1014, "CC", commands=("saracens",)),
            *(kit.leader(x, 3030, "SC") for x in pool),
        ],
    )
    for x in pool:
        r.leader(x).hex = None
        r.state.sides["a"].pool.append(x)
    for x in dead:
        r.leader(x).hex, r.leader(x).eliminated = None, True
    r.g.version += 1
    return r.orders("a", "Bouzes")


def replaced_by(r, new, to, replaces, by="Bouzes"):
    leaders.can_replace(r.g, r.leader(by), r.leader(new), to, replaces)
    r.run(leaders.replace, r.leader(by), r.leader(new), to, replaces)
    return r.leader(new)


def no_replacement(r, *args, **more):
    with pytest.raises(Refusal) as no:
        replaced_by(r, *args, **more)
    return no.value.rule


@pytest.mark.rule("cataphract 4.63")
def test_a_subordinate_is_replaced_from_the_pool():
    r = court("John")
    assert [(a.id, b.id) for a, b in leaders.replaceable(r.g, "a")] == [("Aigan", "John")]
    x = replaced_by(r, "Aigan", 1010, "John")
    assert (x.hex, x.status, x.no_shock, x.eliminated) == (1010, "finished", True, False)
    assert r.state.sides["a"].pool == []
    assert len(r.happened(LeaderReplaced)) == 1
    assert leaders.replaceable(r.g, "a") == [], "once for each loss"


@pytest.mark.rule("cataphract 4.63")
def test_a_replacement_may_be_replaced_in_turn():
    r = court("John", pool=("Aigan", "Simmas"))
    replaced_by(r, "Aigan", 1010, "John")
    r.leader("Aigan").hex, r.leader("Aigan").eliminated = None, True
    r.g.version += 1
    assert [(a.id, b.id) for a, b in leaders.replaceable(r.g, "a")] == [("Simmas", "Aigan")]


@pytest.mark.rule("cataphract 4.63")
def test_a_contingent_commander_returns_himself_pool_or_no_pool():
    r = court("Arethas", pool=())
    r.leader("Arethas").wounded = True
    x = replaced_by(r, "Arethas", 1020, "Arethas")
    assert (x.hex, x.wounded, x.status) == (1020, False, "finished")


@pytest.mark.rule("cataphract 4.63")
def test_he_arrives_with_a_unit_he_may_command():
    r = court("Arethas")
    assert no_replacement(r, "Arethas", 1010, "Arethas") == "4.63"
    assert no_replacement(court("John"), "Aigan", 1011, "John") == "4.63"


@pytest.mark.rule("cataphract 4.63")
def test_only_the_oc_replaces_only_the_dead_and_never_himself():
    assert no_replacement(court("Arethas"), "Arethas", 1020, "Arethas", by="John") == "4.63"
    assert no_replacement(court(), "Aigan", 1010, "John") == "4.63"
    assert no_replacement(court("John", pool=()), "Arethas", 1020, "John") == "4.63"
    r = court("Bouzes")
    assert leaders.replaceable(r.g, "a") == []


@pytest.mark.rule("cataphract 4.62", "cataphract 4.61")
def test_he_goes_to_friends_first_and_stops_in_enemy_zoc():
    """Every hex he may withdraw to is farther from the enemy by each of its steps, and no way leads on from a ZOC."""
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1411, "NW")],
        [kit.unit("MI9", 1310, "W")],
        b_leaders=[kit.leader("Zames", 1110)],
    )
    found = leaders.retreats(r.g, r.leader("Zames"), r.unit("HC1"))
    assert found[0] == 1310, "where a friend stands"
    assert len(found) == len(set(found))
    assert {distance(h, 1110) for h in found} == {1, 2, 3}
    far = [distance(h, 1010) for h in found[1:]]
    assert far == sorted(far, reverse=True), "the farthest first"
    held = {h for h in found if r.g.enemy_zoc(h, "b")}
    assert held, "HC2 holds some of them"
    for h in found:
        before = [n for n in neighbours(h) if n == 1110 or (n in found and n not in held)]
        assert any(distance(n, 1010) < distance(h, 1010) for n in before), h
