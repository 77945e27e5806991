"""6.68, 9.62 where rules of stacks meet those of fire, Shock, elephants, advances and rout."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import HitsTaken
from engine.systems.gboh.orders.orders import Fire, Move
from engine.systems.gboh.shock import clash, contact
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import stack
from tests.engine.spqr.meeting import REACTIONS, comes_up, field, hits

# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.68", "spqr 8.17")
@pytest.mark.parametrize(("die", "wounds"), [(4, [0, 1]), (5, [0, 0])])
def test_from_behind_the_armour_of_the_lower_counts(die: int, wounds: list[int]) -> None:
    """A bow's 5 at one hex, and 1 for heavy infantry: triarii under hastati."""
    r = field(stack("HA1", "TR2", 1010), [unit("SK1", 910, "E", missile="A")], "b")
    r.fires("SK1", "HA1", dice=[die])
    assert hits(r, "HA1", "TR2") == wounds
    assert any("into TR2 from behind" in line for line in r.told())


@pytest.mark.rule("spqr 6.68", "spqr 8.17")
def test_from_ahead_the_armour_of_the_upper_counts() -> None:
    r = field(stack("HA1", "TR2", 1010), [unit("SK1", 1110, "W", missile="A")], "b")
    r.fires("SK1", "HA1", dice=[5], answers=["hold"])
    assert hits(r, "HA1", "TR2") == [1, 0] and not any("from behind" in line for line in r.told())


@pytest.mark.rule("spqr 6.68", "spqr 8.21")
def test_who_leaves_a_zone_as_a_stack_is_shot_in_the_back_of_the_lower() -> None:
    r = field(stack("HA1", "HA2", 1010, facing="W", missile=None, ma=6), [unit("SK9", 1110, "W", missile="A", ma=5)])
    r.order(Move(unit="HA1", under="HA2", path=(910,)), dice=[0], answers=[{"SK9": "fire"}], defaults=REACTIONS)
    assert hits(r, "HA1", "HA2") == [0, 1]


@pytest.mark.rule("spqr 6.68", "spqr 8.22")
def test_entry_fire_at_a_stack_that_comes_up_strikes_the_upper() -> None:
    r = field(stack("HA1", "HA2", 1010, missile=None), [unit("SK9", 1210, "W", missile="A")])
    r.order(Move(unit="HA1", under="HA2", path=(1110,)), dice=[0], answers=[{"SK9": "fire"}], defaults=REACTIONS)
    assert hits(r, "HA1", "HA2") == [1, 0]


@pytest.mark.rule("spqr 6.68", "spqr 9.63", "spqr 10.15")
@pytest.mark.parametrize(("under", "die", "goes"), [("HA2", 6, False), ("HA2", 7, True), ("PR2", 6, True)])
def test_the_lower_shot_to_pieces_from_behind_the_upper_checks(under: str, die: int, goes: bool) -> None:
    r = field(stack("HA1", under, 1010), [unit("SK1", 910, "E", missile="A")], "b")
    r.unit(under).hits = r.unit(under).tq - 1
    r.fires("SK1", "HA1", dice=[0, die, *([1] if goes else [])])  # The upper flees after it, through it.
    assert r.unit(under).routed and r.unit("HA1").routed is goes


@pytest.mark.rule("spqr 8.19", "spqr 6.68")
def test_a_leader_in_a_stacks_hex_is_looked_for_once() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("SK1", 1110, "W", missile="A")], "b", a_leaders=[leader("Scipio", 1010)])
    r.fires("SK1", "HA1", dice=[0, 0, 9], answers=["hold"])
    assert r.leader("Scipio").eliminated and [x.purpose for x in r.rolls].count("leader-hit") == 1


# -- Shock and rout ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.11", "spqr 6.68")
@pytest.mark.parametrize(("die", "more"), [(6, [0, 0]), (9, [2, 1])])
def test_of_a_stack_that_lets_elephants_through_the_upper_checks_for_both(die: int, more: list[int]) -> None:
    ours = [unit("EL1", 1010, tq=20, cls="AFR", missile="J")]
    r = comes_up(field(ours, stack("HA1", "HA2", 1110, "W", missile=None)), "EL1")
    r.fights("EL1 x HA1", dice=[0, 0, 0, die], answers=["open", "1210"])
    assert [x.unit for x in r.rolls if x.purpose == "pass-through"] == ["HA1"]
    found = [(e.unit, e.hits) for e in r.happened(HitsTaken) if e.cause == "elephants in its ranks"]
    assert found == [(u, n) for u, n in zip(("HA1", "HA2"), more, strict=True) if n]


@pytest.mark.rule("spqr 8.33", "spqr 6.68")
def test_elephants_before_a_stack_of_triarii_both_sides_shaken() -> None:
    r = comes_up(field([unit("EL1", 1010, cls="AFR", missile="J")], stack("TR1", "TR2", 1110, "W")), "EL1")
    theirs = [r.unit("TR1"), r.unit("TR2")]
    found = {
        u.id: sum(m.value for m in contact.modifiers(r.g, u, [r.unit("EL1")], theirs))
        for u in (r.unit("EL1"), theirs[0])
    }
    assert found == {"EL1": 1, "TR1": 1}


@pytest.mark.rule("spqr 8.41", "spqr 8.42", "spqr 6.64", "spqr 6.67")
def test_a_stack_that_advances_into_woods_and_turns_has_the_hits_of_both_twice() -> None:
    theirs = [unit("MI1", 1110, "W", hits=5), unit("MI2", 1209, "W", missile=None)]
    r = field(stack("HA1", "HA2", 1010, tq=9), theirs, terrain={1110: "woods"})
    r.fights("HA1 x MI1", dice=[9], answers=[{"HA1": "left"}], but=["advance-turn"])
    assert r.unit("HA1").facing == r.unit("HA2").facing == Facing.NE
    assert "HA1 advances after combat to 1110, HA2 with it, facing E" in r.told()
    assert hits(r, "HA1", "HA2") == [1 + 1 + 1, 1 + 1 + 1], "Shock, woods, a vertex in the woods"


@pytest.mark.rule("spqr 8.34", "spqr 6.68")
def test_a_leader_with_a_stack_is_rolled_for_once() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1110, "W", tq=9)], a_leaders=[leader("Scipio", 1010)])
    r.fights("HA1 x MI1", dice=[5, 5])
    assert [x.purpose for x in r.rolls] == ["leader-hit", "shock"]


@pytest.mark.rule("spqr 8.36", "spqr 9.62")
def test_a_stack_outflanked_fights_by_the_type_of_the_upper() -> None:
    r = field([unit("MI1", 1009, "SE")], stack("TR1", "HA2", 1010, "E"))
    found = clash.foresee(r.g, [r.unit("MI1")], [r.unit("TR1"), r.unit("HA2")])
    assert (found.defender.id, found.base, found.superiority, found.why) == ("TR1", 10, "AS", "position")


@pytest.mark.rule("spqr 8.14", "spqr 6.68")
def test_both_of_a_stack_have_thrown_their_javelins_in_shock() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1110, "W", tq=9)])
    r.fights("HA1 x MI1", dice=[5])
    assert [r.unit(x).supply for x in ("HA1", "HA2")] == ["no", "no"]


@pytest.mark.rule("spqr 10.26", "spqr 6.68")
def test_a_leader_is_asked_once_as_a_stack_breaks() -> None:
    r = field(stack("HA1", "HA2", 1010), a_leaders=[leader("Scipio", 1010)])
    r.run(rout.rout, r.unit("HA1"), answers=[{"Scipio": "go"}], defaults=["rout-path", "unit-order"])
    assert r.routed() == ["HA1", "HA2"] and r.leader("Scipio").at == r.unit("HA1").at


@pytest.mark.rule("spqr 6.68", "spqr 8.23")
def test_who_has_shot_doesnt_go_along_with_his_stack() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI9", 1110, "W", missile=None)])
    r.order(Fire(unit="HA1", target="MI9"), dice=[9])
    r.refuses("5.25", Move(unit="HA1", under="HA2", path=(1009,)))


@pytest.mark.rule("spqr 10.41", "spqr 10.42", "spqr 6.68")
def test_cavalry_that_breaks_off_from_a_stack_lets_both_flee_all_their_way() -> None:
    theirs = stack("HA8", "HA9", 1110, "W", tq=3, hits=2, missile=None)
    r = comes_up(field([unit("HC1", 1010, tq=7, ma=8, size=9)], theirs), "HC1")
    r.fights("HC1 x HA8", dice=[0, 9, 7])
    assert [r.unit(x).at // 100 for x in ("HA8", "HA9")] == [16, 16], "five columns, its whole MA"
    assert [x.purpose for x in r.rolls].count("pursuit") == 1 and r.unit("HC1").spent


@pytest.mark.rule("spqr 10.16", "spqr 6.68")
def test_where_a_stack_and_its_enemy_both_would_rout_each_of_the_winners_is_one_short() -> None:
    r = field(stack("HA1", "HA2", 1010, hits=5), [unit("MI9", 1110, "W", tq=5, hits=4)])
    r.fights("HA1 x MI9", dice=[9])
    assert r.routed() == ["MI9"] and hits(r, "HA1", "HA2") == [5, 5] and r.advanced() == [("HA1", 1110)]


@pytest.mark.rule("spqr 9.41", "spqr 9.62")
@pytest.mark.parametrize(("top", "under", "shift"), [("HA1", "TR2", -4), ("TR1", "TR2", -2)])
def test_a_stack_runs_onto_pikes_as_legionaries_where_any_of_it_is(top: str, under: str, shift: int) -> None:
    pikes = [unit("PH7", 1110, "W"), unit("PH8", 1112, "W"), unit("PH9", 1108, "W")]
    r = comes_up(field(stack(top, under, 1010), pikes), top, under)
    ours = [r.unit(top), r.unit(under)]
    found = clash.reckon(r.g, ours, [r.unit("PH7")], ours[0], r.unit("PH7"))
    assert sum(m.value for m in found.shifts if m.rule == "9.41") == shift


@pytest.mark.rule("spqr 10.33", "spqr 6.68")
@pytest.mark.parametrize(("under", "theirs", "shift"), [(True, False, -1), (True, True, 0), (False, True, 1)])
def test_one_depleted_under_another_shifts_the_column_once(under: bool, theirs: bool, shift: int) -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI9", 1110, "W", depleted=theirs)])
    r.unit("HA2").depleted = under
    r.g.version += 1
    found = clash.foresee(r.g, [r.unit("HA1"), r.unit("HA2")], [r.unit("MI9")])
    assert sum(m.value for m in found.shifts if m.rule == "10.33") == shift
