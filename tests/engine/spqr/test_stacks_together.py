"""6.6, 9.6 where rules of stacks meet others: ground, fire, withdrawals, elephants, rout, advances."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, show
from engine.kernel.text import Refusal
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.orders import moves_offered
from engine.systems.gboh.orders.orders import Move, Recover
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.spqr import doctrine
from engine.systems.spqr.system import Spqr
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack
from tests.engine.spqr.meeting import REACTIONS, field, hits

SLOW = unit("HI9", 1310, "W", ma=4)
"""Heavy infantry that comes within two hexes of 1010 by a step to 1210: hastati have 1 Movement Point to withdraw."""


def stands(r: kit.Rig, at: int) -> list[str]:
    return [u.id for u in sharing.stacks(r.g).at(at)]


def told(r: kit.Rig, top: str, under: str, to: int) -> str:
    """What the menu says of a move of the two to a hex."""
    choice = next(c for c in moves_offered.menu(r.g, r.unit(top), under=under) if c.key == show(to))
    return str(choice.note or "")


def pressed(*ours: Any, enemy: Any = SLOW, **values: Any) -> kit.Rig:
    return field(ours, [enemy], "b", **values)


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.64", "spqr 6.22")
@pytest.mark.parametrize(
    ("top", "under", "ground", "wanted"),
    [
        ("HA1", "TR2", {"terrain": {1110: "broken"}}, [0, 1]),
        ("TR1", "HA2", {"terrain": {1110: "broken"}}, [1, 0]),
        ("HA1", "HA2", {"terrain": {1110: "woods"}}, [1, 1]),
        ("HA1", "TR2", {"levels": {1110: 1}}, [0, 1]),
        ("HA1", "TR2", {"levels": {1110: 2}}, [1, 2]),
    ],
)
def test_the_ground_tells_on_each_of_a_stack_by_its_own_row(
    top: str, under: str, ground: dict[str, Any], wanted: list[int]
) -> None:
    r = field(stack(top, under, 1010), **ground)
    foretold = told(r, top, under, 1110)
    r.order(Move(unit=top, under=under, path=(1110,)))
    assert hits(r, top, under) == wanted
    assert (f"costs {wanted[0]} " in foretold) == (wanted[0] > 0)
    assert (f"costs {under} {wanted[1] or 'none'}" in foretold) == (wanted[0] != wanted[1])


@pytest.mark.rule("spqr 6.64", "spqr 6.13")
def test_who_has_moved_before_has_the_hit_for_it_alone() -> None:
    r = field(stack("HA1", "HA2", 1010))
    r.unit("HA2").moved = True
    assert told(r, "HA1", "HA2", 1110) == "costs HA2 1 hit"
    r.order(Move(unit="HA1", under="HA2", path=(1110,)))
    assert hits(r, "HA1", "HA2") == [0, 1]


@pytest.mark.rule("spqr 6.64", "spqr 4.3")
def test_the_last_order_moves_a_stack_only_where_its_commander_stands() -> None:
    commander: dict[str, Any] = {"initiative": 1}
    r = field(stack("HA1", "HA2", 1010), a_leaders=[leader("Scipio", 909, **commander)])
    r.refuses("6.64", Move(unit="HA1", under="HA2", path=(1110,)))
    r = field(stack("HA1", "HA2", 1010), a_leaders=[leader("Scipio", 1010, **commander)])
    r.order(Move(unit="HA1", under="HA2", path=(1110,)))
    assert r.g.orders.orders_used == 1


@pytest.mark.rule("spqr 6.64")
def test_a_stack_goes_as_far_as_the_slower_and_the_upper_alone_farther() -> None:
    r = field([roman("HA1", 1010), roman("TR2", 1010, below="HA1", ma=4)])
    five = (1110, 1210, 1310, 1410, 1510)
    r.refuses("6.25", Move(unit="HA1", under="TR2", path=five))
    r.order(Move(unit="HA1", path=five))


@pytest.mark.rule("spqr 6.66", "spqr 6.64")
def test_the_lower_may_go_once_the_upper_has_left() -> None:
    r = field(stack("HA1", "HA2", 1010))
    r.refuses("6.66", Move(unit="HA2", path=(1109,)))
    r.order(Move(unit="HA1", path=(1110,)))
    r.order(Move(unit="HA2", path=(1109,)))
    assert (r.unit("HA1").at, r.unit("HA2").at) == (1110, 1109)


@pytest.mark.rule("spqr 6.67", "spqr 7.14")
def test_turning_to_fit_into_a_stack_in_woods_costs_a_hit_a_vertex() -> None:
    r = field([roman("HA1", 1010, "E"), roman("HA2", 1110, "SW")], terrain={1110: "woods"})
    r.order(Move(unit="HA1", path=(1110,)))
    assert r.unit("HA1").facing == r.unit("HA2").facing == Facing.SW
    assert hits(r, "HA1", "HA2") == [1 + 2, 0], "the woods, and two vertices"


@pytest.mark.rule("spqr 6.67", "spqr 7.23")
@pytest.mark.parametrize(("facing", "may"), [("E", True), ("NE", False)])
def test_in_enemy_zoc_only_who_faces_alike_joins(facing: str, may: bool) -> None:
    r = field([roman("HA1", 1010), roman("HA2", 910, facing)], [unit("MI9", 1110, "W", missile=None)])
    if not may:
        r.refuses("6.67", Move(unit="HA2", path=(1010,)))
        return
    r.order(Move(unit="HA2", path=(1010,)), defaults=REACTIONS)
    assert stands(r, 1010) == ["HA1", "HA2"] and r.g.orders.markers == {"HA1": "must"}


@pytest.mark.rule("spqr 6.69", "spqr 10.25", "spqr 10.27")
def test_routed_men_of_the_legion_are_passed_for_nothing_and_joined_by_nobody() -> None:
    r = field([roman("HA1", 1010), roman("HA2", 1110, routed=True)])
    r.refuses("6.61", Move(unit="HA1", path=(1110,)))
    r.order(Move(unit="HA1", path=(1110, 1210)))
    assert hits(r, "HA1") == [0] and r.unit("HA2").on_map
    r = field([roman("HA1", 1010), roman("HA2", 1110, legion="V", routed=True)])
    r.order(Move(unit="HA1", path=(1110, 1210)))
    assert hits(r, "HA1") == [1] and r.unit("HA2").on_map, "another legion's: a hit, but the routed take none of it"


@pytest.mark.rule("spqr 6.77", "spqr 6.69")
@pytest.mark.parametrize("mover", [roman("HA1", 1010), roman("VE1", 1010)])
def test_nobody_passes_a_column_of_his_own_legion(mover: dict[str, Any]) -> None:
    r = field([mover, roman("HA2", 1110, "SIDE_NE", column=True)])
    r.refuses("6.77", Move(unit=mover["code"], path=(1110, 1210)))


@pytest.mark.rule("spqr 6.77", "spqr 6.66")
def test_a_stack_forms_no_column() -> None:
    r = field(stack("HA1", "HA2", 1010))
    r.refuses("6.77", Move(unit="HA1", form=Facing.SIDE_NE))


@pytest.mark.rule("spqr 6.66", "spqr 10.28")
def test_who_has_rallied_isnt_brought_to_the_top() -> None:
    r = field([roman("HA1", 1010), roman("HA2", 1010, below="HA1", rallied=True)])
    r.refuses("10.28", Uppermost(unit="HA2"))


@pytest.mark.rule("spqr 10.17", "spqr 6.66", "spqr 6.64")
def test_each_of_a_stack_recovers_by_itself_and_doesnt_go_then() -> None:
    r = field(stack("HA1", "HA2", 1010, hits=2))
    r.order(Recover(unit="HA2"))
    assert hits(r, "HA1", "HA2") == [2, 0]
    r.refuses("6.64", Move(unit="HA1", under="HA2", path=(1110,)))
    r.order(Move(unit="HA1", path=(1110,)))


# -- withdrawing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.65", "spqr 6.52")
@pytest.mark.parametrize(
    ("top", "under", "dice", "wanted"),
    [("HA1", "TR2", [0], [0, 1]), ("HA1", "TR2", [9], [1, 1]), ("TR1", "HA2", [], [1, 0]), ("TR1", "TR2", [], [1, 1])],
)
def test_of_a_stack_triarii_have_the_hit_of_foot_and_hastati_their_check(
    top: str, under: str, dice: list[int], wanted: list[int]
) -> None:
    r = pressed(*stack(top, under, 1010, missile=None))
    r.order(Move(unit="HI9", path=(1210,)), answers=[{top: "0910@E"}], dice=dice, defaults=REACTIONS[:2])
    assert stands(r, 910) == [top, under] and hits(r, top, under) == wanted
    assert any(f"withdraws in order 1010 → 0910, {under} with it" in line for line in r.told())


@pytest.mark.rule("spqr 6.55", "spqr 6.63", "spqr 6.66")
@pytest.mark.parametrize(
    ("behind", "joins"),
    [
        (roman("PR2", 910, missile=None), True),
        (roman("PR2", 910, legion="V", missile=None), True),
        (roman("VE2", 910, missile=None), False),
        (unit("MI2", 910, missile=None), False),
    ],
)
def test_hastati_withdraw_onto_the_principes_behind_them(behind: dict[str, Any], joins: bool) -> None:
    r = pressed(roman("HA1", 1010, missile=None), behind)
    offered: list[str] = []

    def goes(d: Any) -> dict[str, str]:
        item = next(i for i in d.items if i.key == "HA1")
        offered.extend(c.key for c in item.choices if c.key.startswith("0910"))
        return {**{i.key: "stay" for i in d.items}, "HA1": "0910@E" if joins else "stay"}

    r.order(Move(unit="HI9", path=(1210,)), answers=[goes], dice=[6] if joins else [], defaults=REACTIONS[:2])
    assert offered == (["0910@E"] if joins else []), "facing as those do who stand there"
    if joins:
        assert stands(r, 910) == [behind["code"], "HA1"] and hits(r, "HA1", behind["code"]) == [0, 0]


@pytest.mark.rule("spqr 6.55", "spqr 6.61")
def test_where_two_would_withdraw_onto_one_the_second_is_asked_anew() -> None:
    ours = [roman(code, at, missile=None) for code, at in (("HA1", 1010), ("HA3", 1011), ("PR2", 910))]
    r = pressed(*ours, enemy=unit("HI9", 1311, "W", ma=4))
    both: list[Any] = [{"HA1": "0910@E", "HA3": "0910@E"}, {"HA3": "stay"}]
    r.order(Move(unit="HI9", path=(1211,)), answers=both, dice=[0], defaults=REACTIONS[:2])
    assert stands(r, 910) == ["PR2", "HA1"] and r.unit("HA3").at == 1011
    assert Spqr(r.g.scenario).invariants(r.state) == []


@pytest.mark.rule("spqr 6.55", "spqr 6.61")
def test_nobody_withdraws_into_a_full_hex() -> None:
    r = pressed(roman("HA1", 1010, missile=None), *stack("HA2", "HA3", 910, missile=None))
    seen: list[str] = []

    def stay(d: Any) -> str:
        seen.extend(c.key for i in d.items if i.key == "HA1" for c in i.choices)
        return "stay"

    r.order(Move(unit="HI9", path=(1210,)), answers=[stay], defaults=REACTIONS[:2])
    assert seen and not any(k.startswith("0910") for k in seen)


@pytest.mark.rule("spqr 6.55", "spqr 6.67")
def test_who_would_have_to_turn_to_join_needs_the_movement_point() -> None:
    r = pressed(roman("HA1", 1010, missile=None), roman("PR2", 910, "NE", missile=None))
    with pytest.raises(Refusal) as no:
        r.order(Move(unit="HI9", path=(1210,)), answers=[{"HA1": "0910@E", "PR2": "stay"}], defaults=REACTIONS[:2])
    assert no.value.rule in ("6.51", "6.67") and "0910" in str(no.value)
    assert not any(k.startswith("0910") for k in r.choices())


@pytest.mark.rule("spqr 6.65", "spqr 6.54")
def test_a_leader_goes_with_the_stack_that_withdraws() -> None:
    r = pressed(*stack("HA1", "HA2", 1010, missile=None), a_leaders=[leader("Scipio", 1010)])
    answers: list[Any] = [{"HA1": "0910@E"}]
    r.order(Move(unit="HI9", path=(1210,)), answers=answers, dice=[0], defaults=REACTIONS[:2])
    assert r.leader("Scipio").at == 910 == r.unit("HA2").at


# -- extending ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.66", "spqr 9.63")
def test_a_stack_of_two_legions_extends_too_and_moves_without_a_hit_afterwards() -> None:
    r = pressed(*stack("HA1", "PR1", 1010, under_legion="V", missile=None), enemy=unit("MI9", 1310, "W"))
    r.order(Move(unit="MI9", path=(1210,)), answers=[{"HA1": "1011"}], defaults=["reaction-facing", REACTIONS[2]])
    assert r.unit("HA1").at == 1011 and r.unit("PR1").beneath is None and not r.unit("HA1").moved
    r.unit("MI9").hex = 3030
    r.orders("a", "Scipio")
    r.order(Move(unit="HA1", path=(1111,)))
    assert hits(r, "HA1") == [0], "sliding was no move (9.66)"


@pytest.mark.rule("spqr 9.66", "spqr 9.71")
def test_triarii_who_may_not_move_yet_extend_their_line() -> None:
    r = pressed(
        *stack("TR1", "TR2", 1010),
        roman("HA3", 810),
        enemy=unit("EL9", 1311, "W", cls="AFR", missile="J"),
        rules_not_used=(),
    )
    assert not doctrine.roused(r.g, r.unit("TR1")), "elephants rouse nobody"
    r.order(Move(unit="EL9", path=(1211,)), answers=[{"TR1": "1009"}], defaults=["reaction-facing", REACTIONS[2]])
    assert r.unit("TR1").at == 1009
