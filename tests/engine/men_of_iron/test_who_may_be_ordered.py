"""3.1, 4.1 Orders of the Move/Fire part: to whom, against whom, and which moves are refused before they begin."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import hobilars, move_fire, movement, orders, reach
from engine.systems.men_of_iron.orders import Fire, Move, MoveLeader
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, standard, unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)


def field(*units, b=FAR, **values) -> Rig:
    values.setdefault("a_leaders", [leader("LA", 110, command_range=40)])
    return kit.battle(units, b, **values).activate("A")


def said(r: Rig, order) -> str:
    with pytest.raises(Refusal) as caught:
        move_fire.check(r.g, order)
    return str(caught.value)


@pytest.mark.rule("men-of-iron 3.1", "men-of-iron 13.2")
def test_units_move_in_the_move_fire_part_of_a_commands_activation():
    r = field(unit("DM1", 1010), a_standards=[standard("S", 120, "A")])
    step = Move(unit="DM1", path=(1110,))
    movement.check_move(r.g, r.unit("DM1"), step)
    for phase in ("begin", "shock", "resolve", "end"):
        r.state.phase = phase  # type: ignore[assignment]
        with kit.refused("3.1"):
            movement.check_move(r.g, r.unit("DM1"), step)
    r.activate("A", standard="S")
    with kit.refused("3.1"):
        movement.check_move(r.g, r.unit("DM1"), step)
    r.state.activation = None
    r.g.version += 1
    with kit.refused("3.1"):
        movement.check_move(r.g, r.unit("DM1"), step)


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 9.1")
def test_who_and_at_whom():
    r = field(unit("LB1", 1010, "E"), unit("LB2", None), unit("LB3", 1012, command="C"), b=[unit("PK8", None), *FAR])
    assert said(r, Move(unit="LB7", path=(1110,))) == "There is no unit LB7."
    assert said(r, Move(unit="PK9", path=(2720,))) == "PK9 is the enemy's. (4.1)"
    assert said(r, Move(unit="LB2", path=(1110,))) == "LB2 is not on the map."
    assert said(r, Move(unit="LB3", path=(1112,))) == "LB3 belongs to C; A is active. (4.1)"
    assert said(r, Fire(unit="LB1", target="PK7")) == "There is no enemy PK7 on the map. (9.1)"
    assert said(r, Fire(unit="LB1", target="PK8")) == "There is no enemy PK8 on the map. (9.1)"
    assert said(r, Fire(unit="LB1", target="LB3")) == "LB3 is your own. (9.1)"
    for target in ("PK7", "PK8", "LB3"):
        assert said(r, Move(unit="LB1", path=(1110,), fire_at=target)).startswith("There is no enemy")


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 15.2")
def test_a_move_goes_somewhere():
    r = field(unit("DM1", 1010), a_leaders=[leader("LA", 1010)])
    assert said(r, Move(unit="DM1")).startswith("Where should DM1 go")
    assert said(r, Move(unit="DM1", path=(NE,), along=True)) == "DM1 stays in its hex: nobody has to go along. (15.2)"
    move_fire.check(r.g, Move(unit="DM1", path=(NE,)))
    move_fire.check(r.g, Move(unit="DM1", path=(1110,), along=True))


# -- turns (6.2, 7.2) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 7.2")
def test_held_in_enemy_zoc_it_turns_once_by_one_vertex():
    r = field(unit("DM1", 1010, "E"), b=[unit("LB9", 1110, "W")])
    assert r.g.in_enemy_zoc(r.unit("DM1"))
    move_fire.check(r.g, Move(unit="DM1", path=(NE,)))
    assert "one vertex" in said(r, Move(unit="DM1", path=(NW,)))
    assert "already" in said(r, Move(unit="DM1", path=(E,)))
    r.order(Move(unit="DM1", path=(NE,)))
    assert "has turned all it may" in said(r, Move(unit="DM1", path=(E,)))


@pytest.mark.rule("men-of-iron 6.2")
def test_elsewhere_it_turns_as_it_likes_before_and_after_its_way():
    r = field(unit("DM1", 1010, "E"))
    r.order(Move(unit="DM1", path=(NW, W)))
    r.order(Move(unit="DM1", path=(SW, 1011, NW, NE)))
    assert r.unit("DM1").facing == NE


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 9.2")
@pytest.mark.parametrize(("at", "held"), [(1110, True), (1310, False)])
def test_held_it_turns_once_whether_it_fires_between_or_not(at, held):
    r = field(unit("LB1", 1010, "E"), b=[unit("LB9", at, "W")])
    order = Move(unit="LB1", path=(NE, E), fire_at="LB9", fire_after=1)
    if held:
        assert said(r, order) == "LB1 stays where it is held and turns once, by one vertex. (6.2)"
    else:
        move_fire.check(r.g, order)


@pytest.mark.rule("men-of-iron 7.2")
def test_entering_enemy_zoc_it_takes_one_facing_and_turns_no_more():
    r = field(unit("LB1", 1010, "E"), b=[unit("LB9", 1210, "W")])
    move_fire.check(r.g, Move(unit="LB1", path=(1110, NE), fire_at="LB9"))
    assert "turns no more" in said(r, Move(unit="LB1", path=(1110, NE), fire_at="LB9", fire_after=1))
    r.order(Move(unit="LB1", path=(1110, NE)), dice=[0], defaults=("reaction-fire",))
    assert "has turned all it may" in said(r, Move(unit="LB1", path=(E,)))
    free = field(unit("LB1", 1010, "E"), b=[unit("LB9", 1310, "W")])
    move_fire.check(free.g, Move(unit="LB1", path=(1110, NE), fire_at="LB9", fire_after=1))


# -- fire that goes with a move (9.2) --------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.2")
def test_missile_infantry_fires_when_its_move_is_over():
    r = field(unit("LB1", 1010, "E"), b=[unit("PK9", 1310, "W")])
    for after in (None, 1):
        move_fire.check(r.g, Move(unit="LB1", path=(1110,), fire_at="PK9", fire_after=after))
    move_fire.check(r.g, Move(unit="LB1", path=(1110, NE), fire_at="PK9", fire_after=1))
    assert "fires only when its move is over" in said(r, Move(unit="LB1", path=(1110,), fire_at="PK9", fire_after=0))
    for after in (-1, 2):
        assert said(r, Move(unit="LB1", path=(1110,), fire_at="PK9", fire_after=after)) == (
            f"LB1 can't fire after step {after} of 1. (9.2)"
        )


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.1")
def test_the_shot_is_judged_where_the_move_has_brought_it():
    r = field(unit("GE1", 1010, "E"), b=[unit("PK9", 1210, "E")])
    assert "reaches 1" in said(r, Fire(unit="GE1", target="PK9"))
    move_fire.check(r.g, Move(unit="GE1", path=(1110, 1010), fire_at="PK9", fire_after=1))
    assert "reaches 1" in said(r, Move(unit="GE1", path=(1110, 1010), fire_at="PK9", fire_after=2))
    assert "behind" in said(r, Move(unit="GE1", path=(1110, W), fire_at="PK9"))
    move_fire.check(r.g, Move(unit="GE1", path=(1110, W), fire_at="PK9", fire_after=1))


@pytest.mark.rule("men-of-iron 14.2")
def test_hobilars_that_move_or_change_do_not_fire():
    r = field(unit("DH1", 1010, "E"), b=[unit("PK9", 1310, "W")])
    for order in (Move(unit="DH1", path=(1110,), fire_at="PK9"), Move(unit="DH1", change_after=0, fire_at="PK9")):
        assert "Hobilars don't fire in an activation" in said(r, order)
    move_fire.check(r.g, Move(unit="DH1", path=(NE,), fire_at="PK9"))
    r.order(Move(unit="DH1", path=(1110,)))
    assert "has spent movement points" in said(r, Fire(unit="DH1", target="PK9"))


# -- Hobilars (14.2) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 14.2")
def test_when_hobilars_change():
    r = field(unit("MH1", 1010))
    for after in (-1, 2):
        assert said(r, Move(unit="MH1", path=(1110,), change_after=after)) == (
            f"MH1 can't change after step {after} of 1. (14.2)"
        )
    for after in (0, 1):
        move_fire.check(r.g, Move(unit="MH1", path=(1110,), change_after=after))
    assert hobilars.can_change(r.g, r.unit("MH1"), reach.start(r.g, r.unit("MH1")))
    r.order(Move(unit="MH1", path=(1110,)))
    assert not hobilars.can_change(r.g, r.unit("MH1"), reach.start(r.g, r.unit("MH1"))), "it has moved"
    other = field(unit("MM1", 1010))
    assert not hobilars.can_change(other.g, other.unit("MM1"), reach.start(other.g, other.unit("MM1")))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 7.2")
def test_in_enemy_zoc_their_way_ends_with_the_change():
    """Next to nobody, yet in a ZOC there is none: the change where it must stop isn't followed by a step."""
    r = field(unit("MH1", 1010, "E"), b=[unit("LB9", 1210, "W")])
    r.refuses("14.2", Move(unit="MH1", path=(1110, 1111), change_after=1))


# -- leaders (15.2) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 7.2")
def test_where_a_leader_may_go():
    r = field(
        unit("DM1", 1010),
        b=[unit("LB9", 1310, "W")],
        a_leaders=[leader("LA", 1010, ma=3), leader("LC", 110, command="C")],
    )
    assert said(r, MoveLeader(leader="LX", to=1110)) == "There is no leader LX on the map."
    assert "his own Command's activation" in said(r, MoveLeader(leader="LC", to=111))
    assert said(r, MoveLeader(leader="LA", to=1010)) == "LA is at 1010 already. (15.2)"
    assert said(r, MoveLeader(leader="LA", to=2990)) == "2990 is not on the map. (5.2)"
    assert "LB9 holds it" in said(r, MoveLeader(leader="LA", to=1310))
    assert "can't stop alone at 1210" in said(r, MoveLeader(leader="LA", to=1210))
    assert said(r, MoveLeader(leader="LA", to=610)) == "LA can't reach 0610 with 3 MP. (15.2)"
    move_fire.check(r.g, MoveLeader(leader="LA", to=710))
    r.order(MoveLeader(leader="LA", to=910))
    assert r.g.act.mp["LA"] == 1
    assert said(r, MoveLeader(leader="LA", to=610)) == "LA can't reach 0610 with 2 MP. (15.2)"
    move_fire.check(r.g, MoveLeader(leader="LA", to=710))


@pytest.mark.rule("men-of-iron 15.2")
def test_a_leader_with_all_ways_closed_is_not_offered():
    ring = [unit(f"PK{n}", h, "W") for n, h in enumerate((1009, 1011, 909, 910, 1109, 1110), 1)]
    r = field(unit("DM9", 1010), b=ring, a_leaders=[leader("LA", 1010)])
    keys = [c.key for c in kit.move_fire.menus.orders_menu(r.g).choices]
    assert "LA" not in keys and keys[-1] == "done"
    assert orders.Done()
