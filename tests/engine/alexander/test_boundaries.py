"""Where a rule's number ends: just inside, and just beyond."""

from __future__ import annotations

import pytest

from engine.systems.alexander.orders import Formation
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.events import LeaderMoved
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import retreat_ways
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import trump
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


@pytest.mark.rule("alexander 8.14")
@pytest.mark.parametrize(("between", "seen"), [(1011, False), (1110, True)])
def test_a_unit_midway_blocks_the_sight_of_who_is_two_hexes_away(between: int, seen: bool) -> None:
    ours = [kit.unit("SK1", 1010, "SE", missile="A"), kit.unit("MI2", between)]
    r = kit.battle(ours, [kit.unit("MI9", 1012, "W"), FAR]).orders("a")
    assert (fire.bad_target(r.g, r.unit("SK1"), r.unit("MI9")) is None) is seen


@pytest.mark.rule("alexander 4.33")
@pytest.mark.parametrize(("other", "may"), [("LN2", True), ("HC2", False)])
def test_lancers_are_a_line_of_their_own(other: str, may: bool) -> None:
    r = kit.battle(
        [kit.unit("LN1", 1010), kit.unit(other, 1012)],
        [FAR],
        a_leaders=[kit.leader("Bessus", 1011, line_commands=1)],
        sides={"a": {"lines": [{"types": ["LN", "HC"]}]}},
    ).orders("a", "Bessus")
    order = orders.Line(units=("LN1", other))
    if may:
        line_composition.check_line(r.g, r.leader("Bessus"), [r.unit(u) for u in order.units])
    else:
        with kit.refused("4.33"):
            line_composition.check_line(r.g, r.leader("Bessus"), [r.unit(u) for u in order.units])


@pytest.mark.rule("alexander 4.23")
@pytest.mark.parametrize("along", [True, False])
def test_a_leader_with_a_phalanx_goes_along_only_if_he_is_told_to(along: bool) -> None:
    r = kit.battle([kit.unit("PH1", 1010)], [FAR], a_leaders=[kit.leader("Craterus", 1010)])
    r.orders("a", "Craterus")
    to = r.g.front(r.unit("PH1"))[0]
    r.order(orders.Move(unit="PH1", path=(to,), along=along), defaults=["leader-along"])
    assert bool(r.happened(LeaderMoved)) is along


@pytest.mark.rule("alexander 9.73")
def test_it_forms_at_the_end_of_the_way_it_was_told_and_nowhere_else() -> None:
    ours = [kit.unit("HC1", 1010)]
    theirs = [kit.unit("SK9", 1410, "E", missile="A"), FAR]
    options = {"9.7": True}
    r = kit.battle(ours, theirs, a_leaders=[kit.leader("Alexander", 1010)], options=options).orders("a", "Alexander")
    r.unit("HC1").hits = r.unit("HC1").tq - 1
    r.unit("HC1").moved = True
    r.order(Formation(unit="HC1", last=True, path=(1110, 1210)), defaults=["rout-path", "leader-along"])
    assert r.unit("HC1").routed and not r.unit("HC1").charging


@pytest.mark.rule("alexander 5.43", "alexander 5.41")
def test_a_side_tries_one_trump_and_with_a_higher_initiative() -> None:
    leaders = [kit.leader("Philotas", 1010, "SC", initiative=4), kit.leader("Alexander", 1012, initiative=7)]
    r = kit.battle([kit.unit("HC1", 1010), kit.unit("HC2", 1012)], [FAR], a_leaders=leaders)
    x = r.leader("Alexander")
    assert trump.bar(r.g, x, above=6) is None and trump.bar(r.g, x, above=7, or_equal=True) is None
    assert trump.bar(r.g, x, above=7).rule == "5.41"
    r.state.trump_used.append("a")
    assert trump.bar(r.g, x, above=4).rule == "5.43" and trump.candidates(r.g, "a", above=4) == []


@pytest.mark.rule("alexander 6.71")
def test_a_way_that_leads_no_farther_is_refused() -> None:
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("LC9", 1310, "W"), FAR]).orders("a")
    with kit.refused("6.71"):
        retreat_ways.read(r.g, r.unit("LC9"), r.unit("PH1"), 1010, "1209@W")


@pytest.mark.rule("alexander 9.73", "alexander 6.13")
@pytest.mark.parametrize(
    ("ma", "moved", "may", "hits"), [(4, False, True, 0), (3, False, False, 0), (8, True, True, 1)]
)
def test_four_movement_points_are_enough_to_form_and_moving_again_costs_a_hit(
    ma: int, moved: bool, may: bool, hits: int
) -> None:
    given = [kit.unit("HC1", 1010, ma=ma, tq=7, moved=moved)]
    r = kit.battle(given, [FAR], a_leaders=[kit.leader("Alexander", 1010)], options={"9.7": True})
    r.orders("a", "Alexander")
    if not may:
        r.refuses("9.73", Formation(unit="HC1"))
        return
    r.order(Formation(unit="HC1"))
    assert r.unit("HC1").charging and r.unit("HC1").hits == hits
    r = kit.battle(given, [FAR], a_leaders=[kit.leader("Alexander", 1010)], options={"9.7": True})
    r.orders("a", "Alexander")
    r.order(Formation(unit="HC1", last=True))
    assert r.unit("HC1").charging


@pytest.mark.rule("alexander 4.34")
@pytest.mark.parametrize(("at", "may"), [(1008, True), (1007, False)])
def test_a_leader_is_within_two_hexes_of_the_line_he_commands(at: int, may: bool) -> None:
    r = kit.battle(
        [kit.unit("MI1", 1010), kit.unit("MI2", 1011)],
        [FAR],
        a_leaders=[kit.leader("Porus", at, "SC", line_commands=1, command_range=9)],
        sides={"a": {"lines": [{"types": ["MI"]}]}},
    ).orders("a", "Porus")
    assert bool(line_composition.lines(r.g, r.leader("Porus"))) is may
