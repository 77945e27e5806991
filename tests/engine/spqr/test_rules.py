"""2, 3, 11 What counters say, the order of a turn, Rout Points and how a battle ends; the switches of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh import footprint
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import BattleEnded, OrdersBegan, PhaseBegan
from engine.systems.gboh.turn import sequence, victory
from engine.systems.spqr.troops import PILA, ROMAN, TROOPS, VELITES
from tests.each import for_each
from tests.engine.gboh.rig import Rig
from tests.engine.spqr import kit

# -- 2 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 2.21", "spqr 2.25", "spqr table:unit_ratings")
def test_a_unit_has_what_its_counter_says_and_a_depleted_side() -> None:
    r = kit.battle([kit.unit("LG1", 1010, size=3, tq=6, ma=5, missile="J"), kit.unit("PH1", 1015)])
    u = r.unit("LG1")
    assert (u.size, u.tq, u.ma, u.missile, u.depleted) == (3, 6, 5, "J", False)
    assert [len(footprint.hexes_of(r.unit(x))) for x in ("PH1", "LG1")] == [2, 1]
    assert kit.battle([kit.unit("LG1", 1010, depleted=True)]).unit("LG1").depleted


@pytest.mark.rule("spqr 2.22")
def test_types_and_classes() -> None:
    classes: dict[str, list[str]] = {}
    for kind in TROOPS:
        letters, _, cls = kind.partition("/")
        classes.setdefault(letters, []).append(cls)
    assert set(classes) == {*["PH", "HI", "LG", "MI", "BI", "LI", "SK", "HC", "RC", "LN", "LC", "EL", "CH", "SC"]}
    assert classes["LG"] == ["HA", "PR", "CO", "CE", "SAM"] and classes["HI"] == ["", "HO", "TR"]
    assert [TROOPS[k].clash for k in ("RC", "HC/CAT", "SC", "LI/VE", "HI/TR")] == ["HC", "HC", "LI", "LI", "HI"]


@pytest.mark.rule("spqr 2.23")
def test_a_legion_and_its_ala_have_one_colour() -> None:
    legion, ala = kit.unit("LG1", 1010, legion="V"), kit.unit("LG2", 1012, cls="CO", legion="V", ala=True)
    r = kit.battle([legion, ala, kit.unit("MI1", 1014)])
    assert [(u.legion, u.ala) for u in r.g.units()] == [("V", False), ("V", True), (None, False)]
    assert {ROMAN, PILA} <= TROOPS["LG/HA"].tags and PILA not in TROOPS["HI/TR"].tags and ROMAN in TROOPS["HI/TR"].tags
    assert VELITES in TROOPS["LI/VE"].tags and not TROOPS["RC"].tags


# -- 3 ---------------------------------------------------------------------------------------------------------------


class Everything(tuple[str, ...]):
    """Every kind of question."""

    def __contains__(self, kind: object) -> bool:
        return True


def turn(**states: Any) -> Rig:
    """A turn in which everybody does what is done where nobody answers, with one volley before it begins to count."""
    r = kit.battle(
        [kit.unit("MI1", 1010, **states), kit.unit("LI1", 1015, missile="A", supply="low")],
        [kit.unit("MI9", 3010, "W")],
        a_leaders=[kit.leader("Anna", 1012, initiative=5), kit.leader("Cato", 1013, "SC", initiative=3)],
        b_leaders=[kit.leader("Bomilcar", 3012, initiative=4)],
        turn_limit=1,
    )
    r.state.turn, r.state.phase = 1, "turn"
    r.run(sequence.play, dice=[8, 8, 8], defaults=Everything())
    return r


@pytest.mark.rule("spqr 3.A", "spqr 3.B1", "spqr 3.B2", "spqr 3.C", "spqr 3.E")
def test_a_turn_goes_from_the_lowest_initiative_through_orders_shock_and_momentum_to_the_end() -> None:
    r = turn()
    assert [e.orders.leader for e in r.happened(OrdersBegan)] == ["Cato", "Bomilcar", "Anna"]
    phases = [e.phase for e in r.happened(PhaseBegan)]
    assert phases.index("rout") < phases.index("withdrawal") and phases.count("rout") == 1
    kinds = [e.type for e in r.events]
    assert kinds.index("orders-began") < kinds.index("orders-ended") < len(kinds) - kinds[::-1].index("orders-began")
    assert all(x.status == "finished" for x in r.state.leaders.values())


@pytest.mark.rule("spqr 3.D", "spqr 8.15")
def test_then_who_is_routed_flees_missiles_come_back_and_markers_go() -> None:
    r = turn(routed=True)
    assert r.unit("MI1").hex != 1010 and r.unit("LI1").supply == "full"
    kinds = [e.type for e in r.events]
    fled = max(n for n, k in enumerate(kinds) if k == "rout-moved")
    assert fled < kinds.index("supply-changed")


@pytest.mark.rule("spqr 3.D")
def test_who_has_fewer_routed_units_flees_first() -> None:
    r = kit.battle(
        [kit.unit("MI1", 1010, "W", routed=True), kit.unit("MI2", 1012, "W", routed=True)],
        [kit.unit("MI9", 3010, "E", routed=True)],
    )
    assert sequence._fleeing(r.g) == ["b", "a"]
    r.unit("MI1").routed = r.unit("MI2").routed = False
    assert sequence._fleeing(r.g) == ["a", "b"]


@pytest.mark.rule("spqr 3.E", "spqr 11.1", "spqr 11.3")
@pytest.mark.parametrize(("points", "over"), [(99, False), (100, True), (101, True)])
def test_an_army_at_its_level_withdraws_as_the_turn_ends(points: int, over: bool) -> None:
    r = kit.battle([kit.unit("MI1", 1010)], [kit.unit("MI9", 3010)])
    r.state.turn, r.state.phase = 1, "withdrawal"
    r.state.sides["a"].rout_points = points
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == ["b"] * over
    assert bool([e for e in r.happened(PhaseBegan) if e.phase == "turn"]) is not over


# -- 11 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 11.2", "spqr table:rout_points")
@for_each(
    ("code", "values", "points"),
    [
        ("LG1", {"tq": 6}, 6),
        ("HI1", {"tq": 8, "cls": "TR"}, 8),
        ("PH1", {"tq": 7}, 14),
        ("SK1", {"tq": 5}, 2),
        ("EL1", {"tq": 5}, 2),
        ("EL1", {"tq": 5, "cls": "LEADER"}, 0),
        ("HI1", {"tq": 7, "cls": "HO"}, 7),
        ("MI1", {"tq": 6, "hits": 3, "depleted": True}, 6),
    ],
)
def test_what_a_lost_unit_counts(code: str, values: Any, points: int) -> None:
    r = kit.battle([kit.unit(code, 1010, **values)], [kit.unit("MI9", 3010)])
    r.run(r.g.breaks.eliminate, r.unit(code), "test", "11.2")
    assert r.state.sides["a"].rout_points == points


@pytest.mark.rule("spqr 11.2", "spqr table:rout_points")
@pytest.mark.parametrize(
    ("role", "rank", "points"),
    [
        ("OC", "oc", 20),
        ("SC", "subordinate", 20),
        ("SC", "proconsul", 20),
        ("SC", "tribune", 4),
        ("SC", "prefect sociorum", 4),
        ("SC", "prefect equitum", 4),
        ("SC", "replacement", 4),
    ],
)
def test_what_a_lost_leader_counts_by_his_printed_initiative(role: str, rank: str, points: int) -> None:
    r = kit.battle(a_leaders=[kit.leader("Varro", 1010, role, rank=rank, initiative=4)])
    r.leader("Varro").wounded = True
    assert leaders.rp(r.g, r.leader("Varro")) == points


@pytest.mark.rule("spqr 11.4")
@pytest.mark.parametrize(("a", "b", "winner"), [(105, 101, "b"), (101, 105, "a"), (103, 103, None)])
def test_of_two_that_withdraw_the_less_beaten_wins(a: int, b: int, winner: str | None) -> None:
    r = kit.battle([kit.unit("MI1", 1010)], [kit.unit("MI9", 3010)])
    r.state.sides["a"].rout_points, r.state.sides["b"].rout_points = a, b
    r.run(victory.withdrawal_phase)
    assert r.state.winner == winner and r.state.phase == "over"
