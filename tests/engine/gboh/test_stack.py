"""Who shares a hex: order, charts, what strikes a stack, double depth, gaps; on toy units, and Cataphract's chart."""

from __future__ import annotations

import pytest

from engine.systems.cataphract.stacking_chart import CHART, companions
from engine.systems.gboh import footprint, stack
from engine.systems.gboh.movement import sharing, stacking
from engine.systems.gboh.stack import FREE, Row, Stacks, Toll, Verdict
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.gboh.toys import ALEXANDER, SPQR, toy

ALEXANDRINE, ROMAN = ALEXANDER, SPQR


def names(units) -> list[str]:
    return [u.id for u in units]


# -- who is where ------------------------------------------------------------------------------------------------------


def test_a_unit_of_two_hexes_is_in_both():
    """Each half counts as a unit in its hex (A 6.91)."""
    pair, other = toy("PH1", 2020), toy("LI1", 2021)
    stacks = Stacks([pair, other])
    assert names(stacks.at(2020)) == ["PH1"] and names(stacks.at(2021)) == ["PH1", "LI1"]
    assert stacks.at(2022) == () and stacks.top(2022) is None and stacks.top(2021) is pair
    assert stacks.tops() == {2020: pair, 2021: pair}
    assert names(stacks.beside(pair)) == ["LI1"] and names(stacks.beside(other)) == ["PH1"]


def test_order_from_top_to_bottom():
    stacks = Stacks([toy("HA1", place=1), toy("HA2"), toy("AT1"), toy("HA3", place=1)], lambda u: u.place)
    assert names(stacks.at(2020)) == ["HA2", "HA1", "HA3", "AT1"]
    assert names(stacks.of(stacks.at(2020)[1])) == ["HA2", "HA1", "HA3", "AT1"]


def test_off_the_map_is_in_no_stack():
    assert Stacks([toy("HA1", None)]).tops() == {}


# -- charts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mover", "stationary", "tolls"),
    [
        (toy("SK1"), toy("PH1"), (0, 0)),
        (toy("LI1"), toy("LI2"), (1, 1)),
        (toy("LI1"), toy("HI1"), None),
        (toy("PH1"), toy("LI1"), None),
        (toy("PH1"), toy("LI1", routed=True), (1, 0)),
        (toy("LI1", routed=True), toy("HI1"), (0, 1)),
    ],
)
def test_passing_in_alexander(mover, stationary, tolls):
    found = stack.passage(ALEXANDRINE, mover, [stationary])
    assert (found and (found.mover.hits, found.stationary[0][1].hits)) == tolls
    assert not ALEXANDRINE.stop(mover, [stationary]).allowed or mover.routed


@pytest.mark.parametrize(
    ("mover", "stationary", "through", "drm"),
    [
        (toy("HA1", colour="XIV"), toy("HA2", colour="XIV"), (0, 0), 0),
        (toy("HA1", colour="XIV"), toy("PR1", colour="XIV"), (0, 0), 1),
        (toy("HA1", colour="XIV"), toy("HA2", colour="V"), (1, 1), 1),
        (toy("VE1", colour="XIV"), toy("HA1", colour="XIV"), (0, 0), None),
        (toy("VE1", colour="XIV"), toy("RC1", colour="XIV"), (1, 1), None),
        (toy("SK1"), toy("HA1"), (0, 0), None),
    ],
)
def test_example_6_63_of_spqr(mover, stationary, through, drm):
    """Roman units stop together, at +1 to checks where class or colour differ; velites and others never do."""
    found = stack.passage(ROMAN, mover, [stationary])
    assert found is not None
    assert (found.mover.hits, found.stationary[0][1].hits) == through
    verdict = ROMAN.stop(mover, [stationary])
    assert (verdict.check_drm if verdict.allowed else None) == drm


def test_a_third_unit_passes_as_any_other_and_does_not_stay():
    """S 6.63: hastati through a stack of their own legion take a hit, and so does each of the stack."""
    mover, here = toy("HA1", colour="XIV"), [toy("HA2", colour="XIV"), toy("PR1", colour="XIV")]
    found = stack.passage(ROMAN, mover, here)
    assert found is not None and found.mover == Toll(hits=1), "the mover suffers once"
    assert [(u.id, t.hits) for u, t in found.stationary] == [("HA2", 1), ("PR1", 1)]
    assert not ROMAN.stop(mover, here).allowed


def test_who_flees_goes_on_even_from_a_full_hex():
    mover, here = toy("HA1", routed=True, colour="XIV"), [toy("HA2"), toy("PR1")]
    verdict = ROMAN.stop(mover, here)
    assert verdict.allowed and verdict.onward and verdict.stationary == Toll(hits=1, check="excess")


def test_an_empty_hex_is_free():
    assert ROMAN.stop(toy("VE1"), []) == Verdict()
    assert stack.passage(ROMAN, toy("VE1"), []) == stack.Passage(FREE, ())


def test_a_chart_without_a_row_says_so():
    with pytest.raises(LookupError, match="no row"):
        stack.Chart(rows=(Row(lambda m, s: False, Verdict()),)).through(toy("LI1"), [toy("LI2")])


# -- Cataphract's chart ------------------------------------------------------------------------------------------------


def shared_hex(*units, **mover):
    """A unit of side a at 1010, and units in the hex it would enter."""
    r = kit.battle([kit.unit("LC1", 1010, **mover), *(kit.unit(code, 1110, **state) for code, state in units)]).orders(
        "a"
    )
    return r, r.unit("LC1"), [r.unit(code) for code, _ in units]


@pytest.mark.rule("cataphract 6.65", "cataphract 6.63", "cataphract table:stacking")
@for_each("mover", [{}, {"routed": True}, {"passes_lightly": True}])
@for_each("state", [{}, {"routed": True}])
@for_each("die", [3, 9])
def test_cataphracts_chart_says_what_passing_through_costs(mover, state, die):
    r, unit, here = shared_hex(("HI1", {"tq": 6, **state}), **mover)
    found = stack.passage(CHART, unit, here)
    assert found is not None
    toll = found.stationary[0][1]
    r.run(stacking.pass_through, unit, here[0], dice=[die] if toll.check != "none" else [])
    excess = {"none": 0, "one": min(1, max(0, die - 6)), "excess, one at least": max(1, die - 6)}[toll.check]
    assert unit.hits == found.mover.hits
    assert here[0].eliminated == toll.lost and (toll.lost or here[0].hits == toll.hits + excess)


@pytest.mark.rule("cataphract 11.63", "cataphract table:stacking")
def test_a_crew_suffers_with_its_infantry_and_the_mover_once():
    r, unit, here = shared_hex(("HI1", {}), ("CH1", {}))
    found = stack.passage(CHART, unit, here)
    assert found is not None and [t.hits for _, t in found.stationary] == [1, 1]
    r.run(stacking.pass_through, unit, here[0])
    assert unit.hits == found.mover.hits == 1 and [u.hits for u in here] == [1, 1]


@pytest.mark.rule("cataphract 6.47")
@pytest.mark.parametrize(("mover", "state"), [({}, {"column": True}), ({"routed": True}, {"column": True})])
def test_a_column_is_passed_through_by_who_flees_alone(mover, state):
    r, unit, here = shared_hex(("HI1", state), **mover)
    assert (stack.passage(CHART, unit, here) is not None) == stacking.may_pass(r.g, unit, here[0]) == bool(mover)


@pytest.mark.rule("cataphract 11.63")
@for_each("code", ["HI1", "MI1", "LI1", "HC1"])
@for_each("routed", [False, True])
def test_who_stays_with_a_bolt_thrower(code, routed):
    r = kit.battle([kit.unit("CH1", 1010), kit.unit(code, 1110, routed=routed)]).orders("a")
    gun, other = r.unit("CH1"), r.unit(code)
    stays = CHART.stop(gun, [other])
    assert (stays.allowed and not stays.onward) == companions(gun, other) == sharing.companions(r.g, gun, other)


@pytest.mark.rule("cataphract 6.61", "cataphract 11.63")
def test_nobody_else_stays_and_no_third():
    r = kit.battle([kit.unit("HI1", 1010), kit.unit("CH1", 1010), kit.unit("HI2", 1110), kit.unit("CH2", 1110)])
    foot, gun, more, second = (r.unit(c) for c in ("HI1", "CH1", "HI2", "CH2"))
    assert not CHART.stop(more, [foot]).allowed
    assert not CHART.stop(second, [foot, gun]).allowed and not CHART.stop(second, [gun]).allowed
    assert CHART.stop(second, [foot]).allowed


# -- order -------------------------------------------------------------------------------------------------------------


def test_a_newcomer_goes_to_the_bottom_above_engines():
    """S 6.66, A 9.62, C 11.63."""
    here = (toy("HA1"), toy("AT1"))
    assert names(stack.entered(here, toy("HA2"))) == ["HA1", "HA2", "AT1"]
    assert names(stack.entered((toy("HA1"),), toy("AT1"))) == ["HA1", "AT1"]
    assert names(stack.entered((), toy("HA2"))) == ["HA2"]


def test_only_the_top_leaves_and_engines():
    here = (toy("HA1"), toy("HA2"), toy("AT1"))
    assert [stack.may_leave(here, u) for u in here] == [True, False, True]


def test_a_stack_faces_one_way():
    """S 6.67."""
    assert stack.facing_of((toy("AT1"), toy("HA1", facing="NW"))) == footprint.Facing.NW
    assert stack.facing_of((toy("AT1"),)) is None


# -- what strikes it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("arc", "who"), [("front", "HA1"), ("flank", "HA1"), ("rear", "HA2")])
def test_who_bears_fire_and_checks(arc, who):
    """S 6.68, A 9.62: the top, or the bottom from the rear; never an engine somebody is with (C 11.63)."""
    here = (toy("HA1"), toy("HA2"), toy("AT1"))
    assert stack.bearer(here, arc).id == who
    assert stack.bearer((toy("AT1"),), arc).id == "AT1"


@pytest.mark.parametrize(
    ("hits", "arc", "shares"),
    [(0, "front", [0, 0, 0]), (3, "front", [2, 1, 0]), (3, "rear", [1, 2, 0]), (4, "rear", [2, 2, 0])],
)
def test_hits_on_a_stack_are_split(hits, arc, shares):
    """S 6.68, 9.62, A 9.62: evenly, the odd one to the top, to the bottom from the rear."""
    here = (toy("HA1"), toy("HA2"), toy("AT1"))
    assert [n for _, n in stack.shared(hits, here, arc)] == shares
    assert stack.shared(hits, (), arc) == ()


@pytest.mark.parametrize(("broken", "sequel"), [(0, "rout"), (1, "check")])
def test_when_one_of_a_stack_breaks(broken, sequel):
    """S 6.68: the top takes the bottom with it; the bottom makes the top check."""
    here = (toy("HA1"), toy("HA2"), toy("AT1"))
    assert [(u.id, s) for u, s in stack.sequels(here, here[broken])] == [(here[1 - broken].id, sequel)]


@pytest.mark.parametrize("broken", [0, 1])
def test_in_double_depth_both_break(broken):
    """A 9.62, S 9.53."""
    here = (toy("PH1"), toy("PH2"))
    assert [s for _, s in stack.sequels(here, here[broken])] == ["rout"]


# -- double depth ------------------------------------------------------------------------------------------------------


def test_double_depth_is_the_same_hexes_and_the_same_facing():
    front = toy("PH1", 2020)
    assert stack.doubled(front, toy("PH2", 2020))
    for other in (front, toy("PH2", 2021), toy("PH2", 2021, "W"), toy("PH2", 2020, side="b"), toy("HI1", 2020)):
        assert not stack.doubled(front, other)


@pytest.mark.parametrize("kind", ["forward-left", "forward-right"])
def test_a_unit_directly_behind_goes_under(kind):
    """A 9.62: both halves enter the two hexes of the one ahead."""
    behind = toy("PH2", 2020)
    ahead = next(m.to for m in footprint.steps(behind) if m.kind == kind)
    move = stack.doubling(behind, toy("PH1", ahead.hex, ahead.facing.name))
    assert move is not None and (move.kind, move.to) == (kind, ahead)


def test_from_elsewhere_it_does_not():
    behind = toy("PH2", 2020)
    assert stack.doubling(behind, toy("PH1", 2120, "NE")) is None
    assert stack.doubling(behind, toy("PH1", 2220)) is None
    assert stack.doubling(behind, toy("PH1", 2119, side="b")) is None
    assert stack.doubling(toy("HI1", 2020), toy("PH1", 2119)) is None


# -- gaps --------------------------------------------------------------------------------------------------------------


def fills(u) -> bool:
    return u.troop.kind in ("SK", "VE")


def joined(*units, between, gap=0, zones=()) -> bool:
    return stack.bridged(Stacks(units), between, gap, fills, dict.fromkeys(zones))


def test_example_9_22_of_spqr():
    """Hastati at 2808 and 2810 with velites at 2809 are a Line; two velites running break it."""
    assert joined(toy("VE1", 2809), between=[2809])
    assert not joined(toy("VE1", 2809), toy("VE2", 2810), between=[2809, 2810])
    for a, b in ((2808, 2810), (2810, 2812)):
        assert joined(toy("VE1", 2809), toy("VE2", 2811), between=range(a + 1, b)), "and so on along the Line"


def test_what_breaks_a_line():
    assert joined(between=[])
    assert not joined(between=[2809]), "an empty hex, where the row allows none"
    assert joined(between=[2809], gap=1)
    assert not joined(toy("HA1", 2809), between=[2809], gap=1), "a unit of another Line"
    assert not joined(toy("VE1", 2809), toy("VE2", 2809), between=[2809]), "more than one unit"
    assert not joined(between=[2809], gap=1, zones=[2809]), "enemy ZOC"
    assert joined(toy("VE1", 2809), between=[2809, 2810], gap=2)
    assert not joined(toy("VE1", 2809), between=[2809, 2810], gap=1)


@pytest.mark.rule("cataphract 11.63", "cataphract 6.52")
def test_foot_withdraws_for_nothing_through_the_engine_it_may_stand_with():
    r = kit.battle([kit.unit("HI1", 1010), kit.unit("CH1", 1110), kit.unit("HI2", 1011)]).orders("b")
    assert stacking.hits(r.g, r.unit("HI1"), 1110) == 0
    assert stacking.hits(r.g, r.unit("HI1"), 1011) == 1
    r.run(stacking.pass_through, r.unit("HI1"), r.unit("CH1"))
    assert r.unit("HI1").hits == r.unit("CH1").hits == 0
