"""4.31-4.35: leaders ride alone or with a unit, keep away from the enemy, and escape."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, front, neighbours
from engine.kernel.text import Refusal
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.inquiry import place
from engine.systems.gboh.orders.kinds import MOVE_LEADER
from engine.systems.gboh.orders.orders import Move, MoveLeader
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, leader, unit

E, W = Facing.E, Facing.W
AHEAD = front(1010, E)[0]


def field(*units: Any, enemies: Any = (), at: int = 1010, leads: bool = True, **values: Any) -> Rig:
    r = kit.battle(list(units), list(enemies), a_leaders=[leader("Scipio", at)], **values)
    return r.turn(leads=["Scipio"] if leads else [])


def reached(r: Rig, name: str = "Scipio") -> dict[int, int]:
    return leader_moves.destinations(r.g, r.leader(name))


# -- 4.31-4.33 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.31", "simple-gboh T:terrain_effects")
def test_alone_a_leader_pays_as_cavalry_does_and_takes_no_hits():
    r = field(unit("HI1", 1515), unit("HI2", AHEAD))
    on = front(AHEAD, E)[0]
    assert reached(r)[AHEAD] == 2, "and 1 more for a friend's hex"
    assert max(reached(r).values()) == 9
    woods = field(unit("HI1", 1515), terrain={AHEAD: "woods", 1110: "woods", on: "river"})
    assert reached(woods)[AHEAD] == 2, "no third point, and no hit"
    assert on not in reached(woods)
    r.order(MoveLeader(leader="Scipio", to=AHEAD))
    assert r.leader("Scipio").hex == AHEAD
    r.refuses("4.31", MoveLeader(leader="Scipio", to=on))


@pytest.mark.rule("simple-gboh 4.31")
def test_or_with_the_unit_it_began_with_but_not_both():
    r = field(unit("HI1", 1010))
    r.order(Move(unit="HI1", path=(AHEAD,)), answers=[{"Scipio": "go"}])
    assert r.leader("Scipio").hex == AHEAD
    r.refuses("4.31", MoveLeader(leader="Scipio", to=1010))
    late = field(unit("HI1", AHEAD))
    late.order(MoveLeader(leader="Scipio", to=AHEAD))
    late.order(Move(unit="HI1", path=(front(AHEAD, E)[0],)))
    assert late.leader("Scipio").hex == AHEAD, "it has moved, and isn't asked"


@pytest.mark.rule("simple-gboh 4.31", "simple-gboh 4.32")
def test_riding_costs_it_nothing_wherever_the_unit_goes():
    r = field(unit("SK1", 1010), hexsides=[], levels={1010: 1, AHEAD: 3})
    assert AHEAD not in reached(r)
    r.order(Move(unit="SK1", path=(AHEAD,)), answers=[{"Scipio": "go"}])
    assert r.leader("Scipio").hex == AHEAD


@pytest.mark.rule("simple-gboh 4.32")
def test_a_leader_who_isnt_activated_goes_along_with_its_unit_alone():
    r = field(unit("HI1", 1010), leads=False)
    r.refuses("4.31", MoveLeader(leader="Scipio", to=AHEAD))
    r.order(Move(unit="HI1", path=(AHEAD,)), answers=[{"Scipio": "go"}])
    assert r.leader("Scipio").hex == AHEAD
    r = field(unit("HI1", 1010), leads=False)
    r.order(Move(unit="HI1", path=(AHEAD,)), answers=[{"Scipio": "stay"}])
    assert r.leader("Scipio").hex == 1010


@pytest.mark.rule("simple-gboh 4.33")
def test_an_overall_commander_has_thirty_points_in_place_of_an_activation():
    r = field(unit("HI1", 1515)).turn(kind="oc", leads=["Scipio"], activated=[], in_command=[])
    assert max(reached(r).values()) == 30
    order = MoveLeader(leader="Scipio", to=AHEAD)
    told = [*MOVE_LEADER.facts(r.g, order), *place.about(r.g, AHEAD, "Scipio").facts]
    assert [str(f.text) for f in told if "MP" in str(f.text)] == ["1 of 30 MP", "He goes there for 1 of 30 MP"]


def test_a_leader_sent_where_he_is_is_told_so():
    r = field(unit("HI1", 1515))
    with pytest.raises(Refusal, match="Scipio is at 1010 already"):
        leader_moves.check_destination(r.g, r.leader("Scipio"), 1010)


# -- 4.34 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.34")
def test_next_to_an_enemy_only_where_a_friend_is():
    beside = next(h for h in neighbours(1210) if h not in front(1210, E) and h in neighbours(1110))
    r = field(unit("HI1", 3030), enemies=[unit("HI9", 1210, "E")])
    assert beside not in r.g.zoc(r.unit("HI9"))
    assert not any(h in neighbours(1210) for h in reached(r)), "in its zone or not"
    for to, said in ((beside, "it is next to HI9, and no friend is there"), (1210, "it is held by HI9")):
        with pytest.raises(Refusal, match=said) as no:
            leader_moves.check_destination(r.g, r.leader("Scipio"), to)
        assert no.value.rule == "4.34"
    with_friend = field(unit("HI1", beside), enemies=[unit("HI9", 1210, "E")])
    assert beside in reached(with_friend)


# -- 4.35 --------------------------------------------------------------------------------------------------------------


def caught(*ours: Any, enemy: int | None = None, **values: Any) -> tuple[Rig, int]:
    """An enemy who is about to come next to Scipio, who is alone at 1010."""
    to = AHEAD
    start = front(to, E)[0] if enemy is None else enemy
    r = kit.battle(list(ours), [unit("HI9", start, "W")], a_leaders=[leader("Scipio", 1010)], **values).turn("b")
    return r, to


@pytest.mark.rule("simple-gboh 4.35")
def test_a_leader_alone_gets_away_up_to_three_hexes():
    r, to = caught(unit("HI1", 3030))
    seen: list[list[int]] = []

    def look(d: Any) -> Any:
        seen.append([int(c.key) for c in d.items[0].choices if c.key != "stay"])
        return {"Scipio": "1012"}

    r.order(Move(unit="HI9", path=(to,)), answers=[look])
    assert r.leader("Scipio").hex == 1012
    assert not any(h in neighbours(to) for h in seen[0]), "nowhere next to the enemy"
    assert any(h in neighbours(h2) for h in seen[0] for h2 in neighbours(1010))


@pytest.mark.rule("simple-gboh 4.35")
def test_it_may_stay_and_is_not_lost_for_it():
    r, to = caught(unit("HI1", 3030))
    r.order(Move(unit="HI9", path=(to,)), answers=[{"Scipio": "stay"}])
    assert (r.leader("Scipio").hex, r.leader("Scipio").eliminated) == (1010, False)


@pytest.mark.rule("simple-gboh 4.35")
def test_nobody_stays_in_a_hex_that_an_enemy_enters():
    r, to = caught(unit("HI1", 3030))
    r.order(Move(unit="HI9", path=(to, 1010)), answers=[{"Scipio": "stay"}, {"Scipio": "stay"}])
    assert r.leader("Scipio").eliminated


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 5.36")
def test_a_leader_alone_gets_away_from_who_slides_out_beside_him():
    stack = {"roman": True, "legion": "I", "cls": "HA"}
    foes = [unit("LG8", 1310, "W", **stack), unit("LG9", 1310, "W", below="LG8", **stack)]
    r = kit.battle([unit("HI1", 1010)], foes, a_leaders=[leader("Scipio", 1312)], intervals=True).turn()
    away: list[str] = []

    def flees(d: Any) -> dict[str, str]:
        away.append(d.items[0].choices[0].key)
        return {"Scipio": away[0]}

    r.order(Move(unit="HI1", path=(AHEAD,)), answers=[{"LG8": "LG9-1311"}, flees])
    assert r.leader("Scipio").hex == int(away[0]) != 1312


@pytest.mark.rule("simple-gboh 4.35")
def test_who_cant_get_away_is_lost():
    ring = {h: "river" for h in neighbours(1010) if h != AHEAD}
    r, to = caught(unit("HI1", 3030), terrain=ring)
    r.order(Move(unit="HI9", path=(to,)))
    assert r.leader("Scipio").eliminated


@pytest.mark.rule("simple-gboh 4.35")
def test_enemy_zones_dont_hinder_it_and_a_leader_with_a_unit_isnt_asked():
    behind = next(h for h in neighbours(1010) if h in front(1010, W))
    further = front(behind, W)[0]
    zone = next(f.name for f in Facing if f.is_vertex and behind in front(further, f))
    r = kit.battle(
        [unit("HI1", 3030)],
        [unit("HI9", front(AHEAD, E)[0], "W"), unit("HI8", further, zone)],
        a_leaders=[leader("Scipio", 1010)],
    ).turn("b")
    seen: list[int] = []

    def look(d: Any) -> Any:
        seen.extend(int(c.key) for c in d.items[0].choices if c.key != "stay")
        return {"Scipio": "stay"}

    r.order(Move(unit="HI9", path=(AHEAD,)), answers=[look])
    assert seen and behind not in seen
    stacked = kit.battle(
        [unit("HI1", 1010, "W")], [unit("HI9", front(AHEAD, E)[0], "W")], a_leaders=[leader("Scipio", 1010)]
    ).turn("b")
    stacked.order(Move(unit="HI9", path=(AHEAD,)), defaults=("reaction-facing",))
    assert stacked.leader("Scipio").hex == 1010
