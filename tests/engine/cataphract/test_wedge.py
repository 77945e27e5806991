"""Casilinum: the Frankish Wedge, its command, its advance as one body. Its assault: :mod:`test_wedge_shock`."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.statement import HexRef, Number, Sign, Statement, Word
from engine.kernel.text import Refusal
from engine.systems.cataphract import uncontrolled
from engine.systems.cataphract.orders import WedgeAdvance
from engine.systems.cataphract.special import wedge
from engine.systems.cataphract.special.wedge import Wedge
from engine.systems.cataphract.special.wedge_order import WedgeOrder
from engine.systems.cataphract.state import initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import special
from engine.systems.gboh.command import leader_moves, leaders, line_command, line_composition, line_leave
from engine.systems.gboh.events import HitsTaken, Told, UnitMoved
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import menus, orders, written
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.cataphract.wedge_field import DONE, PLACES, RANKS, at, body, franks, loose, rule

# -- the formation -----------------------------------------------------------------------------------------------------


def test_the_set_up_is_a_wedge_of_six_ranks():
    assert body(franks()) == [list(rank) for rank in RANKS]


@pytest.mark.parametrize(("units", "stands"), [(5, False), (6, True), (7, True), (8, True), (20, True), (21, True)])
def test_it_takes_six_units_at_least_and_the_last_rank_may_be_short(units, stands):
    found = body(franks(PLACES[:units]))
    assert (found is not None) is stands
    assert not stands or sum(len(rank) for rank in found or ()) == units


def test_a_seventh_rank_is_no_part_of_it():
    assert [len(rank) for rank in body(franks([*PLACES, 1411])) or ()] == [1, 2, 3, 4, 5, 6]


@for_each(
    "state",
    [{"routed": True}, {"column": True}, {"hex": 2020}, {"eliminated": True, "hex": None}, {"facing": Facing.NE}],
)
@for_each("n", [1, 2, 5])
def test_the_first_three_ranks_are_complete_and_of_one_facing(n, state):
    r = franks(PLACES[:6], at=1815)
    for k, v in state.items():
        setattr(r.unit(f"MI{n}"), k, v)
    assert body(r) is None


def test_a_gap_farther_back_loses_only_who_has_nobody_in_front():
    r = franks()
    r.unit("MI7").hex = 1101  # from 1712, the edge of the fourth rank
    assert body(r) == [
        [2014],
        [1913, 1914],
        [1813, 1814, 1815],
        [1713, 1714, 1715],
        [1613, 1614, 1615, 1616],
        [1512, 1513, 1514, 1515, 1516],
    ]


@pytest.mark.parametrize(("place", "stands"), [(2014, True), (1913, True), (1815, True), (1916, False), (None, False)])
def test_buccelin_is_with_a_unit_of_the_first_three_ranks(place, stands):
    r = franks(PLACES[:6])
    r.leader("Buccelin").hex = place
    assert (body(r) is not None) is stands


def test_it_forms_facing_any_way():
    mirrored = [2014, 2113, 2114, 2213, 2214, 2215]
    assert body(franks(mirrored, at=2214, facing="W")) == [[2014], [2113, 2114], [2213, 2214, 2215]]
    assert body(franks(mirrored, at=2214)) is None


def test_foot_of_the_other_side_forms_none():
    r = franks(PLACES[:6])
    kit.under(r, Wedge(rule("wedge", side="b", leader="Buccelin")), *special.rules(r.g)[1:])
    assert body(r) is None


def test_it_forms_again_when_its_units_are_back_in_place():
    r = franks(PLACES[:6], turn={"MI4": "SE"}).orders("a", "Buccelin")
    assert body(r) is None
    r.order(orders.Move(unit="MI4", path=(Facing.E,)))
    assert body(r) is not None


# -- command -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32")
def test_the_wedge_is_one_line():
    r = franks().orders("a", "Buccelin")
    found = wedge.standing(r.g, "a")
    assert found is not None
    line_composition.check_line(r.g, r.leader("Buccelin"), found.units)
    r.order(wedge.line(found))
    assert r.g.orders.line is not None and len(r.g.orders.line.units) == 21


def test_another_leader_gives_it_no_line_command():
    r = franks(others=[kit.unit("MI50", 1518), kit.unit("MI51", 1519)]).orders("a", "Alanorix")
    r.leader("Alanorix").line_permission = True
    with pytest.raises(Refusal, match="Buccelin commands the Wedge"):
        line_leave.check_line_command(r.g, r.leader("Alanorix"), orders.Line(units=("MI13", "MI14")))
    # Units outside it are another matter.
    line_leave.check_line_command(r.g, r.leader("Alanorix"), orders.Line(units=("MI50", "MI51")))
    assert not any(u.id == "MI13" for group in line_composition.lines(r.g, r.leader("Alanorix")) for u in group)
    # Without a Wedge they are foot like any other.
    r.leader("Buccelin").hex = 1101
    r.g.version += 1
    r.order(orders.Line(units=("MI13", "MI14")))


def test_buccelin_goes_to_units_of_the_first_three_ranks_only():
    r = franks().orders("a", "Buccelin")
    assert set(leader_moves.destinations(r.g, r.leader("Buccelin"))) == {2014, 1913, 1914, 1813, 1815}
    for h in (1713, 2114):
        r.refuses("wedge", orders.MoveLeader(leader="Buccelin", to=h))
    r.refuses("wedge", orders.Move(unit="MI5", path=(1914, 2015), along=True))
    assert not leader_moves.can_ride(r.g, r.leader("Buccelin"), (1914, 2015))
    r.order(orders.MoveLeader(leader="Buccelin", to=2014))
    assert r.leader("Buccelin").hex == 2014
    # Others go where they like.
    assert len(leader_moves.destinations(r.g, r.leader("Alanorix"))) > 50


@pytest.mark.rule("cataphract 4.62")
def test_before_an_enemy_he_gives_way_within_those_ranks_only():
    r = franks(PLACES[:6], at=2014, b=[kit.unit("HC99", 2114, "W")])
    assert set(leaders.retreats(r.g, r.leader("Buccelin"), r.unit("HC99"))) == {1913, 1914, 1813, 1814, 1815}


def test_without_a_wedge_he_is_free():
    r = franks(PLACES[:5]).orders("a", "Buccelin")
    assert 2117 in leader_moves.destinations(r.g, r.leader("Buccelin"))


# -- passing through one another ---------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.65", "cataphract 6.63")
def test_a_unit_passes_one_friend_at_1_mp_more_and_only_he_is_hit():
    r = franks().orders("a", "Buccelin")
    assert reach.price(r.g, r.unit("MI2"), (2014, 2114)).mp == 3
    assert reach.price(r.g, r.unit("MI2"), (2014, 2114)).hits == 0
    assert reach.price(r.g, r.unit("MI2"), (2013, 2113)).mp == 2
    r.order(orders.Move(unit="MI2", path=(2014, 2114)))
    assert [(e.unit, e.hits) for e in r.happened(HitsTaken)] == [("MI1", 1)]
    assert sum(e.mp for e in r.happened(UnitMoved)) == 3


@pytest.mark.rule("cataphract 6.65")
def test_only_one_friend():
    r = franks().orders("a", "Buccelin")
    r.refuses("6.65", orders.Move(unit="MI5", path=(1914, 2014, 2114)))
    ways = [n.path() for n in reach.search(r.g, r.unit("MI5")).values()]
    passed = [sum(x in PLACES for x in way) for way in ways]
    assert max(passed) == 1
    # Where nothing but a second friend would let it out, it doesn't get out.
    r = franks(PLACES[:6], others=[kit.unit("LI50", 2013), kit.unit("LI51", 2015)]).orders("a", "Buccelin")
    assert 2114 not in {h for h, _ in reach.search(r.g, r.unit("MI5"))}


@pytest.mark.rule("cataphract 6.65")
def test_foot_beside_the_wedge_does_not_weave():
    r = franks(PLACES[:6], others=[kit.unit("MI50", 1814 - 100, "SE")]).orders("a", "Buccelin")
    assert body(r) is not None and reach.price(r.g, r.unit("MI50"), (Facing.E, 1814, 1914, 2015)).hits == 2


@pytest.mark.rule("cataphract 6.65")
def test_the_mp_must_do():
    r = franks(states={"MI2": {"ma": 2}}).orders("a", "Buccelin")
    r.refuses("6.25", orders.Move(unit="MI2", path=(2014, 2114)))
    assert 2114 not in {h for h, _ in reach.search(r.g, r.unit("MI2"))}


@pytest.mark.rule("cataphract 6.65")
def test_units_out_of_a_wedge_pass_as_everybody_does():
    r = franks(PLACES[:3], at=1914).orders("a", "Buccelin")
    assert reach.price(r.g, r.unit("MI2"), (2014, 2114)).hits == 1
    r.order(orders.Move(unit="MI2", path=(2014, 2114)))
    assert sorted((e.unit, e.hits) for e in r.happened(HitsTaken)) == [("MI1", 1), ("MI2", 1)]


# -- the advance as one ------------------------------------------------------------------------------------------------


def test_the_wedge_advances_as_one_with_its_leader():
    r = franks().orders("a", "Buccelin")
    r.order(WedgeAdvance(path=(2114, 2214, 2314)))
    assert at(r, 1) == 2314
    moved = [wedge.places(2014, (2114, 2214, 2314), h)[-1] for h in PLACES]
    assert [at(r, n) for n in range(1, 22)] == moved
    assert [h for rank in body(r) or () for h in rank] == moved
    assert r.leader("Buccelin").hex == wedge.places(2014, (2114, 2214, 2314), 1814)[-1]
    assert r.leader("Alanorix").hex == 1614
    assert r.g.orders.leader_mp == {"Buccelin": 3}
    assert r.g.orders.lines_used == 1 and r.g.orders.line is not None
    assert set(r.g.orders.acted) == {f"MI{n}" for n in range(1, 22)} == set(r.g.orders.line.acted)
    assert r.happened(HitsTaken) == []


@pytest.mark.rule("cataphract 4.34")
def test_riding_along_is_its_leader_s_move_with_the_line():
    r = franks().orders("a", "Buccelin")
    r.order(WedgeAdvance(path=(2114,)))
    with kit.refused("4.34"):
        line_command.check(r.g, r.leader("Buccelin"), orders.MoveLeader(leader="Buccelin", to=1914))
    r.run(line_command.line_phase)
    assert r.decisions == [], "nobody is left to act"


@pytest.mark.rule("cataphract 4.34")
def test_who_has_moved_with_the_line_does_not_go_along_with_the_wedge():
    r = franks().orders("a", "Buccelin")
    r.order(wedge.line(wedge.ordered(r.g, r.leader("Buccelin"))))

    def look(d: Any) -> Any:
        assert not any(c.key == "wedge" for c in d.menu)
        with kit.refused("4.34"):
            d.check(WedgeAdvance(path=(2114,)))
        return DONE

    r.run(line_command.line_phase, answers=[orders.MoveLeader(leader="Buccelin", to=2014)])
    r.run(line_command.line_phase, answers=[look])


@pytest.mark.rule("cataphract 11.31")
def test_it_is_a_line_command_and_may_run_away_with_them():
    r = franks(a_disciplined=False).orders("a", "Buccelin")
    r.order(WedgeAdvance(path=(2114, 2214)))
    r.run(line_command.line_phase)
    r.run(line_command.line_phase)
    assert [len(x.units) for x in r.state.uncontrolled] == [21]


@pytest.mark.parametrize(
    ("case", "path"),
    [
        ("wedge", ()),
        ("6.31", (2214,)),
        ("wedge", (2013,)),  # beside the tip, not ahead of it
        ("6.25", (2114, 2214, 2314, 2414, 2514, 2614)),  # 6 hexes
    ],
)
def test_it_goes_straight_ahead_as_far_as_its_ma(case, path):
    r = franks().orders("a", "Buccelin")
    r.refuses(case, WedgeAdvance(path=path))


@pytest.mark.rule("cataphract 6.25")
def test_every_unit_pays_for_its_own_ground():
    r = franks(terrain={1911: "woods"}).orders("a", "Buccelin")
    # Three units come through the wood, each for 2 MP and a hit: MI7 with its second hex, MI18 with its fourth.
    r.refuses("6.25", WedgeAdvance(path=(2113, 2213, 2312, 2412, 2511)))
    r.order(WedgeAdvance(path=(2113, 2213, 2312, 2412)))
    assert [e.unit for e in r.happened(HitsTaken)] == ["MI7", "MI12", "MI18"]


def test_nobody_else_may_stand_in_the_way():
    r = franks(others=[kit.unit("HI50", 2012)]).orders("a", "Buccelin")
    r.refuses("6.62", WedgeAdvance(path=(2113, 2213)))
    r.order(WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 7.23")
def test_in_enemy_zoc_all_stop():
    # The cavalry faces 1912 and 1913: MI4 would come there with its first step upwards.
    r = franks(b=[kit.unit("HC99", 2012, "W")]).orders("a", "Buccelin")
    assert r.g.enemy_zoc(1912, "a")
    r.refuses("7.23", WedgeAdvance(path=(2113, 2213)))


@pytest.mark.rule("cataphract 5.24")
def test_all_its_units_must_be_free_to_move():
    r = franks().orders("a", "Buccelin", acted=["MI9"])
    r.refuses("5.24", WedgeAdvance(path=(2114,)))
    r = franks(states={"MI9": {"rallied": True}}).orders("a", "Buccelin")
    r.refuses("10.27", WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 5.24")
def test_nor_in_a_line_under_way_when_one_has_acted():
    r = franks(PLACES[:6]).orders("a", "Buccelin")
    r.order(orders.Line(units=tuple(f"MI{n}" for n in range(1, 7))))
    r.g.orders.acted.append("MI6")
    with kit.refused("5.24"):
        line_command.check(r.g, r.leader("Buccelin"), WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 7.23")
def test_held_in_enemy_zoc_it_does_not_leave():
    r = franks(PLACES[:6], b=[kit.unit("HC99", 1816, "NW")]).orders("a", "Buccelin")
    assert [u.id for u in r.g.units("a") if r.g.in_enemy_zoc(u)] == ["MI6"]
    r.refuses("7.23", WedgeAdvance(path=(2113,)))


def test_only_buccelin_leads_it():
    r = franks().orders("a", "Alanorix")
    r.refuses("wedge", WedgeAdvance(path=(2114,)))
    r = franks(PLACES[:5]).orders("a", "Buccelin")
    r.refuses("wedge", WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 6.14")
def test_he_must_be_able_to_keep_up():
    r = franks().orders("a", "Buccelin", leader_mp={"Buccelin": 7})
    r.refuses("6.14", WedgeAdvance(path=(2114, 2214, 2314)))
    r.order(WedgeAdvance(path=(2114, 2214)))


@pytest.mark.rule("cataphract 4.31")
def test_it_is_refused_where_a_line_command_is():
    r = franks().orders("a", "Buccelin", orders_used=1)
    r.refuses("4.31", WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 5.23")
def test_in_a_line_under_way_it_moves_as_one_too():
    r = franks(PLACES[:6]).orders("a", "Buccelin")
    r.order(orders.Line(units=tuple(f"MI{n}" for n in range(1, 7))))
    r.run(line_command.line_phase, answers=[WedgeAdvance(path=(2114,))])
    assert body(r) == [[2114], [2014, 2015], [1913, 1914, 1915]]
    r = franks(PLACES[:6]).orders("a", "Buccelin")
    r.order(orders.Line(units=("MI1", "MI2", "MI3")))
    with kit.refused("5.23"):
        line_command.check(r.g, r.leader("Buccelin"), WedgeAdvance(path=(2114,)))


@pytest.mark.rule("cataphract 7.23", "cataphract 7.14")
def test_where_the_tip_is_stopped_the_rest_stop_behind_it():
    # It passes by the flank of an enemy, who turns: after one hex the tip stands in its ZOC.
    r = franks(PLACES[:6], b=[kit.unit("HC99", 2113, "E", ma=3)]).orders("a", "Buccelin")
    assert not r.g.enemy_zoc(2114, "a") and not r.g.enemy_zoc(2215, "a")
    r.order(WedgeAdvance(path=(2114, 2215)), answers=[{"HC99": "right"}])
    assert body(r) == [[2114], [2014, 2015], [1913, 1914, 1915]]
    # Nobody turns: they all go on.
    r = franks(PLACES[:6], b=[kit.unit("HC99", 2113, "E", ma=3)]).orders("a", "Buccelin")
    r.order(WedgeAdvance(path=(2114, 2215)), defaults=["reaction-facing"])
    assert body(r) == [[2215], [2114, 2115], [2014, 2015, 2016]]


def test_the_menu_offers_the_advance_and_the_notation_writes_it():
    r = franks().orders("a", "Buccelin")
    menu = menus.orders_menu(r.g, r.leader("Buccelin"))
    ends = menu["wedge"].menu().choices
    assert {c.hex for c in ends} == {c.answer.path[-1] for c in ends}
    assert {2113, 2114, 2514} <= {c.hex for c in ends} and max(c.mp for c in ends) == 5
    for c in ends:
        r.g.version += 1
        wedge.check_advance(r.g, r.leader("Buccelin"), c.answer.path)

    def read(*tokens):
        return written.Reader(r.g, "a", Statement((Word("wedge"), *tokens))).order()

    answer = WedgeAdvance(path=(2114, 2214))
    assert kit.write(answer).tokens == (Word("wedge"), Sign(">"), HexRef(2114), HexRef(2214))
    assert read(Sign(">"), HexRef(2114), HexRef(2214)) == answer
    far = read(Sign(">"), HexRef(2314))
    assert len(far.path) == 3 and far.path[-1] == 2314
    assert len(read(Number(3)).path) == 3
    r.order(read(Number(3)))
    with pytest.raises(Refusal):
        read(Word("MI1"))
    # No Wedge, no such choice.
    r = franks(PLACES[:5]).orders("a", "Buccelin")
    assert all(c.key != "wedge" for c in menus.orders_menu(r.g, r.leader("Buccelin")))
    r.refuses("wedge", written.Reader(r.g, "a", Statement((Word("wedge"), Number(3)))).order())


# -- Uncontrolled Advance ----------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.31")
def test_the_tip_rushes_and_the_rest_keep_their_places():
    r = loose(b=[kit.unit("HI99", 3014, "W")])
    r.run(uncontrolled.advance, defaults=["uncontrolled-move"])
    tip = at(r, 1)
    assert tip // 100 == 25  # its whole MA of 5
    found = body(r)
    assert found is not None and [len(rank) for rank in found] == [1, 2, 3, 4, 5, 6] and found[0] == [tip]
    assert r.leader("Buccelin").hex in found[2]
    assert {e.how for e in r.happened(UnitMoved)} == {"uncontrolled"}
    assert all(u.moved for u in r.g.units("a"))


@pytest.mark.rule("cataphract 11.31")
def test_the_rest_move_no_farther_than_keeps_them_in_place():
    # The tip has 3 hexes to its enemy's ZOC; MI2, quicker than the rest, stays behind it all the same.
    r = loose(PLACES[:6], b=[kit.unit("HI99", 2414, "W")], states={"MI2": {"ma": 8}})
    r.run(uncontrolled.advance, defaults=["uncontrolled-move", "reaction-facing"])
    assert at(r, 1) // 100 == 23
    assert body(r) is not None and at(r, 2) // 100 == 22


@pytest.mark.rule("cataphract 11.31")
def test_units_of_other_lines_stay_and_units_outside_the_wedge_rush_by_themselves():
    others = [kit.unit("MI50", 1001, ma=5)]
    r = loose(
        PLACES[:8],
        b=[kit.unit("HI99", 3014, "W")],
        others=others,
        line_units=[*(f"MI{n}" for n in range(1, 8)), "MI50"],
    )
    r.run(uncontrolled.advance, defaults=["uncontrolled-move"])
    assert at(r, 8) == PLACES[7] and body(r) is not None
    assert at(r, 50) // 100 == 15


@pytest.mark.rule("cataphract 11.31")
def test_it_does_not_turn_while_straight_ahead_brings_it_nearer():
    # The nearest enemy is far to the right: straight ahead the tip still comes nearer hex by hex.
    r = loose(PLACES[:6], b=[kit.unit("HI99", 2332, "W")])
    r.run(uncontrolled.advance, defaults=["uncontrolled-move"])
    assert body(r) is not None and at(r, 1) // 100 == 23
    assert not any(x.facing is not Facing.E for x in r.g.units("a"))


@pytest.mark.rule("cataphract 11.31")
def test_lured_backwards_it_breaks_up():
    r = loose(PLACES[:6], b=[kit.unit("HI99", 1014, "E")])
    r.run(uncontrolled.advance, defaults=["unit-order", "uncontrolled-move", "reaction-facing"])
    assert body(r) is None
    assert any("breaks up" in e.story for e in r.happened(Told))
    assert r.unit("MI6").facing is not Facing.E


@pytest.mark.rule("cataphract 11.31")
def test_face_to_face_it_stays_where_it_is():
    r = loose(PLACES[:6], b=[kit.unit("HI99", 2114, "W")])
    r.run(uncontrolled.advance)
    assert r.happened(UnitMoved) == [] and body(r) is not None


def test_at_casilinum_the_franks_begin_in_the_wedge():
    scenario = load("cataphract/casilinum")
    g = Cataphract(scenario).context(initial_state(scenario))
    found = wedge.standing(g, "frank")
    assert found is not None and [len(rank) for rank in found.ranks] == [1, 2, 3, 4, 5, 6]
    assert found.tip.id == "BMI1" and found.leader.hex in {u.at for u in found.ranks[2]}


# -- asked about -------------------------------------------------------------------------------------------------------


def test_the_referee_says_who_goes_along_how_far_and_what_it_leads_into() -> None:
    r = franks(b=[kit.unit("HI9", 2214, "W")])
    told = [str(f.text) for f in WedgeOrder().facts(r.g, WedgeAdvance(path=(2114,)))]
    assert told[0].startswith("21 units: MI1-21") and told[1] == "1 hex, its tip to 2114"
    assert told[2] == "stops in the ZOC of HI9; must attack HI9"
