"""4.23 to 4.25, 9.22 Line Commands: who is in a Line, who may command it, when, and where its leader goes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.command import dressing, leaders, line_composition, line_leave
from engine.systems.gboh.command.bonds import Bond, components
from engine.systems.gboh.events import LineBegan
from engine.systems.gboh.inquiry import leader as asked
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.strategies import Hurt
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

FAR = unit("HC99", 3535, "W")


def lines_of(r: kit.Rig, who: str = "Scipio") -> list[list[str]]:
    return [[u.id for u in x] for x in line_composition.lines(r.g, r.leader(who)) if len(x) > 1]


def stand(
    *ours: dict[str, Any], at: int = 910, theirs: Sequence[dict[str, Any]] = (FAR,), apart: int = 1, **values: Any
) -> kit.Rig:
    """Units near their Overall Commander; hastati, principes, velites and cavalry are a Line each."""
    rows = [["LG/HA", "LG/CO"], ["LG/PR"], ["LI/VE"], ["HC", "RC"], ["LC"], ["PH"], ["EL"], ["HI/TR"]]
    given = {"command_range": 3, **values.pop("leader", {})}
    table = {"a": {"lines": [{"types": row, "apart": apart} for row in rows]}}
    r = kit.battle(list(ours), list(theirs), a_leaders=[leader("Scipio", at, **given)], sides=table, **values)
    return r.orders("a", "Scipio")


def hastati(*hexes: int, facing: str = "E", first: int = 1) -> list[dict[str, Any]]:
    return [unit(f"LG{n}", h, facing, cls="HA", legion="III") for n, h in enumerate(hexes, first)]


# -- 4.24 composition --------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 4.24")
def test_flank_to_flank_a_line_is_as_long_as_it_stands() -> None:
    r = stand(*hastati(*range(1010, 1030)))
    assert lines_of(r) == [[f"LG{n}" for n in range(1, 21)]], "Command Range doesn't matter"
    r.order(orders.Line(units=("LG1", "LG7", "LG20")))
    assert r.g.orders.line.units == ["LG1", "LG7", "LG20"], "not all of it need take part"


@pytest.mark.rule("spqr 4.24")
def test_front_to_rear_too() -> None:
    r = stand(*hastati(1010, 1110, 1211, 1311, 1412, 1512, 1613))
    assert lines_of(r) == [[f"LG{n}" for n in range(1, 8)]]


@pytest.mark.rule("spqr 4.24")
def test_a_line_keeps_to_one_way_of_standing() -> None:
    r = stand(*hastati(1010, 1011, 1012, 1013, 1014, 1015), *hastati(1115, first=7), leader={"command_range": 2})
    assert lines_of(r) == [[f"LG{n}" for n in range(1, 7)]]
    r.refuses("4.24", orders.Line(units=("LG1", "LG6", "LG7")))


@pytest.mark.rule("spqr 4.24")
@pytest.mark.parametrize(("facing", "linked"), [("E", True), ("W", False), ("NE", False)])
def test_all_face_one_way(facing: str, linked: bool) -> None:
    r = stand(*hastati(1010), *hastati(1011, facing=facing, first=2), leader={"command_range": 0})
    assert bool(lines_of(r)) is linked


@pytest.mark.rule("spqr 4.24")
def test_who_stands_otherwise_is_in_it_only_within_command_range() -> None:
    """EX-4.24 Hanno's cavalry at Cannae."""
    horse = [unit("HC1", 1010, "E"), unit("HC2", 1110, "NE"), unit("HC3", 1211, "SE"), unit("HC4", 1311, "E")]
    r = stand(*horse, leader={"command_range": 4})
    assert lines_of(r) == [["HC1", "HC2", "HC3", "HC4"]]
    r = stand(*horse, leader={"command_range": 3})
    assert lines_of(r) == [["HC1", "HC2", "HC3"]], "the last is 4 hexes off"
    r.refuses("4.24", orders.Line(units=("HC1", "HC4")))


@pytest.mark.rule("spqr 4.24")
def test_velites_flank_to_flank_need_no_range() -> None:
    """EX-4.24 The Roman velites at Cannae."""
    velites = [unit(f"LI{n}", 1009 + n, "E", cls="VE", legion="III") for n in range(1, 9)]
    r = stand(*velites, leader={"command_range": 1})
    assert lines_of(r) == [[f"LI{n}" for n in range(1, 9)]]


@pytest.mark.rule("spqr 4.24")
@pytest.mark.parametrize(
    ("apart", "second", "linked"),
    [(1, 1011, True), (1, 1012, False), (2, 1012, True), (2, 1013, False), (3, 1013, True), (3, 1014, False)],
)
def test_units_stand_as_far_apart_as_their_row_allows(apart: int, second: int, linked: bool) -> None:
    r = stand(*hastati(1010, second), apart=apart, leader={"command_range": 0})
    assert bool(lines_of(r)) is linked


@pytest.mark.rule("spqr 4.24")
@pytest.mark.parametrize(
    ("apart", "second", "linked"),
    [(1, 1112, False), (2, 1112, False), (2, 1111, True), (2, 912, False), (3, 1112, True), (3, 1212, False)],
)
def test_spaced_units_stand_one_row_out_of_step_at_most(apart: int, second: int, linked: bool) -> None:
    """1111 is one hex down the flank and one half-left of it; 1212 is two out of step."""
    r = stand(*hastati(1010, second), apart=apart, at=1010, leader={"command_range": 0})
    assert bool(lines_of(r)) is linked


@pytest.mark.rule("spqr 4.24")
@pytest.mark.parametrize("between", ["enemy", "zone", "other line", "own line", "nobody"])
def test_what_may_lie_between(between: str) -> None:
    ours, theirs = hastati(1010, 1012), [FAR]
    if between == "enemy":
        theirs = [unit("HI8", 1011, "W")]
    elif between == "zone":
        theirs = [unit("HI8", 1110, "W")]
    elif between == "other line":
        ours = [*ours, unit("LG9", 1011, cls="PR", legion="III")]
    elif between == "own line":
        ours = [*ours, unit("LG9", 1011, cls="CO", legion="III", ala=True)]
    r = stand(*ours, theirs=theirs, apart=2, leader={"command_range": 0})
    assert bool(lines_of(r)) is (between in ("own line", "nobody"))


@pytest.mark.rule("spqr 4.24", "spqr 9.22")
def test_velites_in_a_gap() -> None:
    """EX-9.22"""

    def velites(*hexes: int) -> list[dict[str, Any]]:
        return [unit(f"LI{n}", h, cls="VE", legion="III") for n, h in enumerate(hexes, 1)]

    def bound(ours: Sequence[dict[str, Any]], apart: int = 1) -> bool:
        found = lines_of(stand(*ours, at=2708, apart=apart, leader={"command_range": 0}))
        return any(x[0].startswith("LG") for x in found)

    assert bound([*hastati(2808, 2810), *velites(2809)])
    assert not bound([*hastati(2808, 2811), *velites(2809, 2810)])
    assert not bound([*hastati(2808, 2811), *velites(2809, 2810)], apart=3), "even where three hexes are allowed"
    assert bound([*hastati(2808, 2811), *velites(2809)], apart=3)
    r = stand(*hastati(2808, 2810, 2812), *velites(2809, 2811), at=2708, leader={"command_range": 0})
    assert ["LG1", "LG2", "LG3"] in lines_of(r)
    assert not bound([*hastati(2808, 2810), unit("LG9", 2809, cls="PR", legion="III")])


@pytest.mark.rule("spqr 4.24")
def test_pairs_of_hexes_are_dressed_as_single_units_are() -> None:
    pairs = [unit(f"PH{n}", 1008 + 2 * n) for n in range(1, 6)]
    assert lines_of(stand(*pairs, leader={"command_range": 0})) == [[f"PH{n}" for n in range(1, 6)]]
    apart = [unit("PH1", 1010), unit("PH2", 1013)]
    assert lines_of(stand(*apart, leader={"command_range": 0})) == []
    assert lines_of(stand(*apart, leader={"command_range": 0}, apart=2)) == [["PH1", "PH2"]]
    files = [unit("PH1", 1010), unit("PH2", 1110), unit("PH3", 1210)]
    assert lines_of(stand(*files, leader={"command_range": 0})) == [["PH1", "PH2", "PH3"]]


@pytest.mark.rule("spqr 4.24")
def test_types_that_the_battle_doesnt_list_together_are_in_no_line_together() -> None:
    r = stand(*hastati(1010), unit("LG2", 1011, cls="PR", legion="III"))
    assert lines_of(r) == []
    r.refuses("4.24", orders.Line(units=("LG1", "LG2")))


@pytest.mark.rule("spqr 4.24")
def test_routed_units_are_in_no_line() -> None:
    r = stand(*hastati(1010, 1011), unit("LG3", 1012, cls="HA", legion="III", routed=True))
    assert lines_of(r) == [["LG1", "LG2"]]
    with kit.refused("4.24"):
        line_composition.check_line(r.g, r.leader("Scipio"), [r.unit("LG1"), r.unit("LG3")])


@pytest.mark.rule("spqr 4.24", "spqr 4.23")
def test_the_menu_offers_each_line_and_nothing_that_is_refused() -> None:
    r = stand(*hastati(1010, 1011), unit("RC1", 909), unit("RC2", 908), unit("EL1", 911), unit("EL2", 912))
    menu = menus.orders_menu(r.g, r.leader("Scipio"))
    offered = [c.answer for c in menu.choices if isinstance(c.answer, orders.Line)]
    assert {x.units for x in offered} == {("LG1", "LG2"), ("RC1", "RC2"), ("EL1", "EL2")}
    for x in offered:
        line_leave.check_line_command(r.g, r.leader("Scipio"), x)


@pytest.mark.rule("spqr 4.24", "spqr table:line_command_eligibility", "spqr 4.43", "spqr 4.44")
@pytest.mark.parametrize(
    ("battle", "kinds", "contingents", "apart"),
    [
        ("zama", ("LG/HA", "LG/CO"), (), 2),
        ("zama", ("HI/TR", "LG/CO"), (), 2),
        ("bagradas", ("HI/TR",), (), 2),
        ("beneventum", ("HI/TR",), (), 1),
        ("cannae", ("RC",), ("Legion Cavalry", "Allied Cavalry"), None),
    ],
)
def test_lines_of_the_battles_that_the_book_tells_of(
    battle: str, kinds: Sequence[str], contingents: Sequence[str], apart: int | None
) -> None:
    """Triarii with and without gaps, cohorts with hastati and with triarii; at Cannae no Line of both cavalries."""
    rome = kit.the(battle).g.spec("rome")
    found = [
        row.hexes_apart
        for row in rome.lines
        if set(kinds) <= set(row.types) and all(row.admits(k, c) for k in kinds for c in contingents or [""])
    ]
    assert found == ([] if apart is None else [apart])


# -- 4.25 who may ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 4.25")
@pytest.mark.parametrize(("at", "close"), [(910, True), (810, True), (710, False)])
def test_a_line_is_commanded_from_two_hexes_away(at: int, close: bool) -> None:
    for ours in (hastati(1010, 1011), [unit("RC1", 1010), unit("RC2", 1011)]):
        r = stand(*ours, at=at)
        command = orders.Line(units=tuple(u["code"] for u in ours))
        if close:
            r.order(command)
            assert r.happened(LineBegan)
        else:
            r.refuses("4.25", command)


@pytest.mark.rule("spqr 4.25")
def test_one_unit_of_the_line_is_enough() -> None:
    r = stand(*hastati(*range(1010, 1020)), at=919)
    r.order(orders.Line(units=("LG1", "LG2")))
    assert r.happened(LineBegan), "and it need not be one of those that move"


@pytest.mark.rule("spqr 4.25", "spqr 8.16")
@pytest.mark.parametrize(("kind", "seen"), [("MI", False), ("EL", True)])
def test_units_in_between_hide_the_line_and_elephants_dont(kind: str, seen: bool) -> None:
    r = stand(*hastati(1010, 1011), unit(f"{kind}7", 909), unit(f"{kind}8", 910), at=809)
    assert bool([x for x in lines_of(r) if "LG1" in x]) is seen


def tribunes(**values: Any) -> kit.Rig:
    """Two lines of hastati; a Tribune beside one, out of the Consul's reach, in the second turn."""
    r = kit.battle(
        [*hastati(1010, 1011), *hastati(1020, 1021, first=3)],
        values.pop("theirs", [FAR]),
        a_leaders=[
            leader("Regulus", 130, command_range=5, strategy=3),
            leader("Antonius", 910, "SC", rank="tribune", command_range=4, initiative=3, strategy=None),
        ],
        **values,
    )
    r.state.turn = 2
    return r


FIRST = orders.Line(units=("LG1", "LG2"))


@pytest.mark.rule("spqr 4.25", "spqr 3.A")
@pytest.mark.parametrize(("die", "granted"), [(0, True), (3, True), (4, False), (9, False)])
def test_out_of_his_commanders_range_he_rolls_against_that_ones_strategy(die: int, granted: bool) -> None:
    r = tribunes().orders("a", "Antonius")
    assert line_leave.needs_leave(r.g, r.leader("Antonius"), FIRST.units)
    r.order(FIRST, dice=[die])
    assert bool(r.happened(LineBegan)) is granted
    if not granted:
        assert r.leader("Antonius").status == "active"
        r.refuses("4.25", FIRST)
        r.order(orders.Move(unit="LG1", path=(1110,)))
        assert r.unit("LG1").at == 1110, "Individual Orders are left"


@pytest.mark.rule("spqr 4.25")
def test_a_unit_of_the_line_in_enemy_zoc_adds_1() -> None:
    r = tribunes(theirs=[unit("HI9", 1111, "W")]).orders("a", "Antonius")
    assert not r.g.in_enemy_zoc(r.unit("LG1")) and r.g.in_enemy_zoc(r.unit("LG2"))
    assert line_leave.at_stake(r.g, r.leader("Antonius"), FIRST.units).chance == pytest.approx(0.3)
    r.order(FIRST, dice=[3])
    assert not r.happened(LineBegan) and r.rolls[-1].total == 4
    r = tribunes(theirs=[unit("HI9", 1111, "W")]).orders("a", "Antonius")
    r.order(FIRST, dice=[2])
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.25")
def test_the_roll_is_for_a_line_and_not_for_lines() -> None:
    r = tribunes().orders("a", "Antonius")
    r.refuses("4.25", orders.Permission())
    menu = menus.orders_menu(r.g, r.leader("Antonius"))
    assert not [c for c in menu.choices if isinstance(c.answer, orders.Permission)]
    assert [c.chance for c in menu.choices if isinstance(c.answer, orders.Line)] == [pytest.approx(0.4)]
    found = asked.about(r.g, r.leader("Antonius"))
    assert any(f.rule == "4.25" and "granted 40 %" in str(f.text) for s in found.sections for f in s.facts)


@pytest.mark.rule("spqr 4.25")
@pytest.mark.parametrize(("oc", "turn", "roll"), [(510, 2, False), (130, 1, False), (130, 2, True)])
def test_in_range_or_on_the_first_turn_nobody_rolls(oc: int, turn: int, roll: bool) -> None:
    r = tribunes()
    r.leader("Regulus").hex, r.state.turn = oc, turn
    r.orders("a", "Antonius")
    assert line_leave.needs_leave(r.g, r.leader("Antonius"), FIRST.units) is roll
    r.order(FIRST, dice=[0] if roll else [])
    assert r.happened(LineBegan) and not r.leader("Antonius").no_momentum
    assert r.leader("Antonius").earned_lines


@pytest.mark.rule("spqr 4.25")
def test_in_momentum_only_who_commanded_a_line_before_and_then_by_a_roll_even_in_range() -> None:
    r = tribunes()
    r.leader("Regulus").hex = 510
    r.orders("a", "Antonius", momentum=True)
    r.refuses("4.25", FIRST)
    r.leader("Antonius").earned_lines = True
    r.order(FIRST, dice=[4])
    assert not r.happened(LineBegan)
    r.orders("a", "Antonius", momentum=True)
    r.leader("Antonius").line_permission = None
    r.order(FIRST, dice=[3])
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.25", "spqr 4.65")
def test_without_an_overall_commander_there_is_nobody_to_ask() -> None:
    r = tribunes()
    leaders.suffer(r.g, r.leader("Regulus"), Hurt(killed=True), "4.63")
    r.orders("a", "Antonius").refuses("4.25", FIRST)
    r.state.turn = 1
    r.order(FIRST)
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.25", "spqr 4.3")
@pytest.mark.parametrize("momentum", [False, True])
def test_the_overall_commander_rolls_never(momentum: bool) -> None:
    r = stand(*hastati(1010, 1011))
    r.state.turn, r.g.orders.momentum = 4, momentum
    r.order(FIRST)
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.25", "spqr 4.26")
def test_in_enemy_zoc_a_subordinate_commands_nobody_and_the_overall_commander_does() -> None:
    holder = unit("HI9", 1110, "W")
    for role in ("SC", "OC"):
        r = stand(*hastati(1010, 1011), at=1010, theirs=[holder], leader={"role": role})
        assert r.g.in_enemy_zoc(r.leader("Scipio"))
        if role == "OC":
            r.order(FIRST)
            assert r.happened(LineBegan)
        else:
            r.refuses("4.25", FIRST)
            r.refuses("4.22", orders.MoveLeader(leader="Scipio", to=909))


@pytest.mark.rule("spqr 4.25", "spqr 4.23")
def test_two_line_commands_begin_where_he_stood_at_first() -> None:
    """He can't command one Line, move, and then command another he was far from."""
    near, far = hastati(1010, 1011), [unit("RC1", 1017), unit("RC2", 1018)]
    r = stand(*near, *far, leader={"line_commands": 2, "command_range": 7})
    r.state.phase = "orders"
    r.order(FIRST)
    r.state.phase = "line"
    r.play(answers=[orders.MoveLeader(leader="Scipio", to=916), orders.Done()])
    assert r.leader("Scipio").at == 916 and r.state.phase == "orders"
    r.refuses("4.25", orders.Line(units=("RC1", "RC2")))
    r = stand(*near, unit("RC1", 908), unit("RC2", 907), leader={"line_commands": 2, "command_range": 7})
    r.order(FIRST)
    r.g.state.orders.line = None
    r.g.version += 1
    r.order(orders.Line(units=("RC1", "RC2")))
    assert [e.line.units for e in r.happened(LineBegan)] == [["LG1", "LG2"], ["RC1", "RC2"]]
    r.g.state.orders.line = None
    r.refuses("4.23", orders.Line(units=("RC1", "RC2")))


@pytest.mark.rule("spqr 4.23", "spqr 5.23")
def test_a_leader_who_moves_with_his_line_stays_in_range_of_it() -> None:
    r = stand(*hastati(1010, 1011), leader={"command_range": 3})
    r.order(FIRST)
    decision = r.play()
    with kit.refused("4.23"):
        decision.check(orders.MoveLeader(leader="Scipio", to=610))
    decision.check(orders.MoveLeader(leader="Scipio", to=710))
    assert isinstance(decision, Command)
    (way,) = [c for c in decision.menu if c.unit == "Scipio"]
    assert way.menu is not None
    offered = {c.hex for c in way.menu()}
    assert 710 in offered and 610 not in offered, "what is refused isn't offered"
    decision = r.play(answers=[orders.MoveLeader(leader="Scipio", to=710)])
    assert r.leader("Scipio").at == 710
    with kit.refused("4.23"):
        decision.check(orders.MoveLeader(leader="Scipio", to=810))


@pytest.mark.rule("spqr 4.23")
@pytest.mark.parametrize("lines", [0, 1])
def test_a_leader_without_line_commands_gives_none(lines: int) -> None:
    r = stand(*hastati(1010, 1011), leader={"line_commands": lines})
    if lines:
        r.order(FIRST)
    else:
        r.refuses("4.23", FIRST)


@pytest.mark.rule("spqr 5.23", "spqr 5.22")
def test_in_one_line_command_some_move_and_others_fire_but_nobody_recovers() -> None:
    velites = [unit(f"LI{n}", 1009 + n, cls="VE", legion="III", missile="J", hits=1) for n in (1, 2)]
    r = stand(*velites, theirs=[unit("HI9", 1210, "E")])
    r.order(orders.Line(units=("LI1", "LI2")))
    decision = r.play(answers=[orders.Move(unit="LI2", path=(911,))])
    decision.check(orders.Move(unit="LI1", path=(1110,), fire_at="HI9"))
    for other in (orders.Recover(unit="LI1"), orders.Move(unit="LI2", path=(1011,))):
        with pytest.raises(Refusal):
            decision.check(other)


@pytest.mark.parametrize("apart", [1, 2, 3])
def test_units_near_one_another_are_all_that_need_asking_about(apart: int) -> None:
    rng = random.Random(apart)
    hexes = rng.sample([100 * c + n for c in range(8, 20) for n in range(8, 20)], 40)
    units = [unit(f"LG{n}", h, rng.choice(["E", "NE"]), cls="HA", legion="III") for n, h in enumerate(hexes, 1)]
    r = stand(*units, apart=apart)
    members, row = list(r.g.units("a")), r.g.spec("a").lines[0]
    for link in dressing.dressed(r.g, row, members):
        assert isinstance(link, Bond)
        whole = components(members, lambda a, b, x=link: footprint.distance(a, b) <= x.hexes and x.binds(a, b))
        assert components(members, link) == whole
        assert any(len(group) > 2 for group in whole) and len(whole) > 2
