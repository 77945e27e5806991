"""11.3 Uncontrolled Advance."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import VERTICES, Facing, distance, front, turns
from engine.systems.cataphract import uncontrolled
from engine.systems.cataphract.state import OrdersPhase, UncontrolledLine
from engine.systems.gboh.command import line_command, line_composition
from engine.systems.gboh.events import Fired, ShockFought, UnitMoved
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.state import LineInProgress
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
DONE = orders.Done()


def advancing(hexes: dict[str, int], *, disciplined=False, die: tuple[int, ...] = (), **values) -> kit.Rig:
    """HC1 and HC2 under a Line Command by Anna (Initiative 5), moved to ``hexes`` from column 10; the enemy: 2010."""
    r = kit.battle(
        [kit.unit("HC1", 1010, **values), kit.unit("HC2", 1011, **values)],
        [kit.unit("HI9", 2010, "W")],
        a_leaders=[kit.leader("Anna", 905, initiative=5)],
        a_disciplined=disciplined,
    ).orders("a", "Anna")
    begun = {u: line_composition.nearest_enemy(r.g, r.unit(u)) for u in ("HC1", "HC2")}
    r.g.orders.line = LineInProgress(units=["HC1", "HC2"], acted=list(hexes), begun=begun)
    for u, h in hexes.items():
        r.unit(u).hex = h
    r.run(uncontrolled.test_line, r.leader("Anna"), dice=die)
    return r


def runaways(r) -> list[list[str]]:
    return [x.units for x in r.state.uncontrolled]


# -- 11.31, 11.32: when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.31", "cataphract 5.23", "cataphract table:army_discipline")
@pytest.mark.parametrize(
    ("hexes", "loose"),
    [
        ({"HC1": 1110}, False),  # one hex nearer
        ({"HC1": 1210}, True),  # two
        ({"HC1": 1510}, True),
        ({"HC1": 1008}, False),  # sideways
        ({"HC1": 810}, False),  # away
    ],
)
def test_two_hexes_nearer_and_an_undisciplined_line_runs_away(hexes, loose):
    r = advancing(hexes)
    assert r.rolls == []
    assert runaways(r) == ([["HC1"]] if loose else [])


@pytest.mark.rule("cataphract 11.31")
def test_one_unit_two_hexes_nearer_takes_all_that_acted_along():
    assert runaways(advancing({"HC1": 1210, "HC2": 1011})) == [["HC1", "HC2"]]


@pytest.mark.rule("cataphract 11.31", "cataphract 5.23")
@pytest.mark.parametrize(("missile", "loose"), [("B", False), ("C", False), ("J", True), ("F", True), (None, True)])
def test_bows_keep_their_heads(missile, loose):
    assert bool(runaways(advancing({"HC1": 1310}, missile=missile))) is loose


@pytest.mark.rule("cataphract 11.32", "cataphract table:command_control", "cataphract table:army_discipline")
@pytest.mark.parametrize(("die", "loose"), [(0, False), (5, False), (6, True), (9, True)])
def test_a_disciplined_line_checks_against_initiative(die, loose):
    r = advancing({"HC1": 1210}, disciplined=True, die=(die,))
    assert bool(runaways(r)) is loose
    assert r.rolls[0].rule == "11.32"


@pytest.mark.rule("cataphract 11.32")
def test_no_check_without_cause():
    assert advancing({"HC1": 1110}, disciplined=True).rolls == []
    assert advancing({"HC1": 1210}, disciplined=True, missile="C").rolls == []


@pytest.mark.rule("cataphract 11.31", "cataphract 5.23")
def test_the_test_follows_the_whole_line_command():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012)],
        [kit.unit("HI9", 2010, "W")],
        a_leaders=[kit.leader("Anna", 905)],
        a_disciplined=False,
    ).orders("a", "Anna")
    r.order(orders.Line(units=("HC1", "HC2")))
    r.run(line_command.line_phase, answers=[MOVE(unit="HC1", path=(1110, 1210))])
    assert runaways(r) == []
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase)
    assert runaways(r) == [["HC1"]] and r.state.uncontrolled[0].turn == 1


@pytest.mark.rule("cataphract 11.31")
def test_individual_orders_never_do_it():
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("HI9", 2010, "W")],
        a_leaders=[kit.leader("Anna", 905)],
        a_disciplined=False,
    ).orders("a", "Anna")
    r.order(MOVE(unit="HC1", path=(1110, 1210, 1310)))
    assert runaways(r) == []


async def uncontrolled_rush(g) -> None:
    """The Line of an Uncontrolled Advance moves; its Shock is not played."""
    g.state.orders = OrdersPhase(side="a", kind="uncontrolled", line_index=0)
    await uncontrolled.advance(g)


# -- acting ------------------------------------------------------------------------------------------------------------


def loose(*units, b=(), turn=1, now=2, **kw) -> kit.Rig:
    r = kit.battle(
        units,
        b,
        a_leaders=[kit.leader("Anna", 505, initiative=1)],
        b_leaders=[kit.leader("Bert", 3838, initiative=9)],
        **kw,
    )
    r.state.turn = now
    r.state.phase = "uncontrolled"
    r.state.uncontrolled = [UncontrolledLine(side="a", units=[u["code"] for u in units], turn=turn)]
    return r


@pytest.mark.rule("cataphract 11.31", "cataphract 3.0A")
def test_it_acts_from_the_next_turn_on():
    r = loose(kit.unit("HC1", 1010), b=[kit.unit("HI9", 3030, "W")], turn=2)
    assert uncontrolled.due(r.g) == []
    assert r.play().kind == "activation"
    r = loose(kit.unit("HC1", 1010), b=[kit.unit("HI9", 3030, "W")])
    assert uncontrolled.due(r.g) == [0]


@pytest.mark.rule("cataphract 11.31", "cataphract 6.11")
def test_it_spends_its_whole_ma_straight_at_the_nearest_enemy():
    r = loose(kit.unit("HC1", 1010, ma=6), b=[kit.unit("HI9", 3010, "W"), kit.unit("HI8", 3030, "W")])
    d = r.play(defaults=["uncontrolled-move"])
    steps = [(e.start, e.to) for e in r.happened(UnitMoved)]
    assert len(steps) == 6
    assert all(distance(b, 3010) == distance(a, 3010) - 1 for a, b in steps)
    assert r.unit("HC1").moved
    assert d.kind == "activation"  # no Momentum, no Trump


@pytest.mark.rule("cataphract 11.31")
def test_it_turns_where_it_must():
    r = loose(kit.unit("HC1", 1010, "W", ma=6), b=[kit.unit("HI9", 2010, "W")])
    r.play(defaults=["uncontrolled-move"])
    assert distance(r.unit("HC1").hex, 2010) == 10 - (6 - 2)  # two vertices are enough to have 1 of the ways in front


@pytest.mark.rule("cataphract 11.31", "cataphract 7.31")
def test_it_attacks_whatever_its_type():
    r = loose(kit.unit("LC1", 1010, tq=9), b=[kit.unit("HI9", 1410, "E", tq=9)])
    d = r.play(defaults=["uncontrolled-move", "reaction-facing"], dice=[0, 0, 0])
    assert [(e.attackers, e.defenders) for e in r.happened(ShockFought)] == [(["LC1"], ["HI9"])]
    # It came up of its own will: both check before the fight (9.13).
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock", "shock"]
    assert d.kind == "activation"
    # Having fought it is free again.
    assert runaways(r) == []


@pytest.mark.rule("cataphract 11.31")
def test_until_it_has_fought_it_goes_on_turn_after_turn_and_heeds_nobody():
    r = loose(kit.unit("HC1", 1010, ma=4), b=[kit.unit("HI9", 3010, "W")])
    r.play(defaults=["uncontrolled-move"])
    assert runaways(r) == [["HC1"]]
    r.leader("Anna").hex = r.unit("HC1").hex
    d = r.play(answers=["Anna"])
    assert d.kind == "orders"
    r.refuses("11.31", MOVE(unit="HC1", path=(1510,)))
    r.refuses("11.31", orders.Fire(unit="HC1", target="HI9"))
    r.refuses("11.31", orders.Line(units=("HC1",)))
    at = r.unit("HC1").hex
    r.play(answers=[DONE, "no", "pass-Bert"], defaults=["uncontrolled-move"])
    assert r.state.turn == 3
    assert r.unit("HC1").hex != at and r.unit("HC1").hits == 0


@pytest.mark.rule("cataphract 11.31", "cataphract 6.13")
def test_a_second_move_in_a_turn_costs_its_hit():
    # It has already moved this turn (in the elite phase, say): moving again.
    r = loose(kit.unit("HC1", 1010, moved=True, tq=9), b=[kit.unit("HI9", 3010, "W")])
    r.play(defaults=["uncontrolled-move"])
    assert r.unit("HC1").hits == 1


@pytest.mark.rule("cataphract 11.31")
def test_routed_units_are_free_of_the_line():
    r = loose(kit.unit("HC1", 1010, tq=2, hits=1, moved=True), b=[kit.unit("HI9", 3010, "W")])
    r.play(defaults=["uncontrolled-move", "rout-path"])
    assert r.unit("HC1").routed and runaways(r) == []


@pytest.mark.rule("cataphract 11.31")
def test_it_does_not_fire():
    r = loose(kit.unit("LC1", 1010, missile="J"), b=[kit.unit("HI9", 3010, "W")])
    r.play(defaults=["uncontrolled-move"])
    assert r.happened(Fired) == []


@pytest.mark.rule("cataphract 11.31", "cataphract 7.23")
def test_it_stops_at_enemy_zoc_and_the_windows_of_a_move_are_open():
    r = loose(kit.unit("HC1", 1010, tq=9), b=[kit.unit("LC9", 1410, "W", ma=9, tq=9)])
    r.run(uncontrolled_rush, answers=["stay"], defaults=["uncontrolled-move", "reaction-facing"])
    assert [x.kind for x in r.decisions] == ["orderly-withdrawal"]
    assert r.unit("HC1").hex in r.g.zoc(r.unit("LC9"))


@pytest.mark.rule("cataphract 11.31")
def test_who_stands_face_to_face_shocks_where_he_stands():
    r = loose(kit.unit("HC1", 1010, tq=9), b=[kit.unit("HI9", 1110, "W", tq=9)])
    r.orders("a", kind="uncontrolled", line_index=0)
    r.run(uncontrolled.advance)
    assert r.happened(UnitMoved) == []
    assert [u.id for u in designation.obliged(r.g)] == ["HC1"]


@pytest.mark.rule("cataphract 11.31", "cataphract 5.12")
def test_lines_of_both_sides_alternate_the_higher_die_first():
    r = loose(kit.unit("HC1", 505, ma=4), kit.unit("HC2", 520, ma=4), b=[kit.unit("HI9", 3005, "W", ma=4)])
    r.state.uncontrolled = [
        UncontrolledLine(side="a", units=["HC1"], turn=1),
        UncontrolledLine(side="a", units=["HC2"], turn=1),
        UncontrolledLine(side="b", units=["HI9"], turn=1),
    ]
    r.play(dice=[3, 3, 2, 8], defaults=["uncontrolled-move", "uncontrolled-line"])
    order = list(dict.fromkeys(e.unit for e in r.happened(UnitMoved)))
    assert order == ["HI9", "HC1", "HC2"]
    assert r.state.tie is None


@pytest.mark.rule("cataphract 11.31")
def test_equally_near_enemies_are_the_owners_choice():
    r = loose(kit.unit("HC1", 1010, ma=3), b=[kit.unit("HI8", 1806, "W"), kit.unit("HI9", 1814, "W")])
    picked = []

    def choose(d):
        picked.extend(c.key for c in d.choices)
        return d.choices[-1].key

    r.play(answers=[choose])
    assert len(picked) > 1
    assert str(r.unit("HC1").hex) == picked[-1]


@pytest.mark.rule("cataphract 11.31")
@for_each("facing", ["E", "NE", "NW", "W", "SW", "SE"])
@for_each("target", [1713, 1009, 410, 1018, 1605, 908])
def test_no_way_straight_at_the_enemy_is_longer_than_the_one_taken(facing, target):
    """Against a plain walk over turns and steps of which each brings the unit nearer."""
    terrain = {1110: "woods", 1011: "rough", 1109: "woods", 910: "woods", 1009: "rough"}
    r = loose(kit.unit("HC1", 1010, facing, ma=5, tq=20), b=[kit.unit("HI9", target, "E")], terrain=terrain)
    cost = {h: 2 if t == "woods" else 1 for h, t in terrain.items()}
    best: dict[tuple[int, Facing], int] = {(1010, Facing[facing]): 0}
    todo = list(best)
    while todo:
        h, f = todo.pop()
        mp = best[h, f]
        after = [((h, v), mp + turns(f, v)) for v in VERTICES if v != f]
        after += [
            ((n, f), mp + cost.get(n, 1))
            for n in front(h, f)
            if n != target and distance(n, target) < distance(h, target)
        ]
        for key, m in after:
            if m <= 5 and m < best.get(key, 99) and not (key[0] == h and h != 1010 and r.g.enemy_zoc(h, "a")):
                best[key] = m
                todo.append(key)
    nearest = min(distance(h, target) for h, _ in best)
    r.orders("a", kind="uncontrolled", line_index=0)
    r.run(uncontrolled.advance, defaults=["uncontrolled-move", "reaction-facing", "orderly-withdrawal"])
    assert distance(r.unit("HC1").hex, target) == nearest


def test_the_shock_of_a_line_is_played_by_its_side():
    r = loose(kit.unit("HC1", 1010, tq=9), b=[kit.unit("HI9", 1110, "W", tq=9)])
    r.orders("a", kind="uncontrolled", line_index=0)
    r.state.phase = "shock"
    r.run(sequence.shock, dice=[0], defaults=["rout-path"])
    assert runaways(r) == [] and r.state.phase == "uncontrolled"


# -- who first ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.31")
@pytest.mark.parametrize(("first", "moved"), [("HC1", ["HC1", "HC2"]), ("HC2", ["HC2", "HC1"])])
def test_the_units_of_a_line_rush_in_the_order_their_owner_likes(first, moved):
    r = loose(kit.unit("HC1", 1010), kit.unit("HC2", 1020), b=[kit.unit("HI9", 2510, "W"), kit.unit("HI8", 2520, "W")])
    r.orders("a", kind="uncontrolled", line_index=0)
    r.run(uncontrolled.advance, answers=[first], defaults=["uncontrolled-move", "must-check"])
    assert list(dict.fromkeys(e.unit for e in r.happened(UnitMoved))) == moved
    assert (r.decisions[0].kind, r.decisions[0].side) == ("unit-order", "a")


@pytest.mark.rule("cataphract 11.31")
@pytest.mark.parametrize(("answer", "line"), [("1", 0), ("2", 1)])
def test_of_two_lines_their_owner_says_which_advances_first(answer, line):
    r = loose(kit.unit("HC1", 1010), kit.unit("HC2", 1020), b=[kit.unit("HI9", 2510, "W")])
    r.state.uncontrolled = [UncontrolledLine(side="a", units=[u], turn=1) for u in ("HC1", "HC2")]
    r.run(uncontrolled.uncontrolled_phase, answers=[answer])
    assert r.g.orders.line_index == line
    (d,) = r.decisions
    assert (d.kind, d.side, d.default.key, d.policy.free) == ("uncontrolled-line", "a", "1", True)


@pytest.mark.rule("cataphract 11.31")
@pytest.mark.parametrize("state", ["routed", "rallied", "engaged"])
def test_who_can_not_rush(state):
    r = kit.battle([kit.unit("HC1", 1010, **{state: True}), kit.unit("HC2", 1012)], [kit.unit("HI9", 2010, "W")])
    assert [uncontrolled.able(r.unit(u)) for u in ("HC1", "HC2")] == [False, True]
    r.unit("HC2").hex = None
    r.g.version += 1
    assert not uncontrolled.able(r.unit("HC2"))


@pytest.mark.rule("cataphract 11.31")
def test_face_to_face_it_does_not_rush_and_elsewhere_it_comes_nearer_by_every_step():
    r = kit.battle([kit.unit("HC1", 1010, "E")], [kit.unit("HI9", 1110, "W")]).orders("a")
    assert uncontrolled.rushes(r.g, r.unit("HC1")) == {}
    r = kit.battle([kit.unit("HC1", 1010, "E", ma=3)], [kit.unit("HI9", 2010, "W")]).orders("a")
    found = uncontrolled.rushes(r.g, r.unit("HC1"))
    assert found and {distance(h, 2010) for h in found} == {7}
    for node in found.values():
        way = [1010, *(h for h in node.path() if not isinstance(h, Facing))]
        assert [distance(h, 2010) for h in way] == list(range(10, 6, -1))
    r = kit.battle([kit.unit("HC1", 1010, "E")], [kit.unit("HI9", 1410, "W")]).orders("a")
    found = uncontrolled.rushes(r.g, r.unit("HC1"))
    assert {distance(h, 1410) for h in found} == {1}
    for h, node in found.items():
        assert 1410 in front(h, node.facing), "it comes up facing the enemy"
