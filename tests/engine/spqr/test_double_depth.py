"""9.5 Double depth as SPQR has it; how it is carried out is tested with Alexander's."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh import footprint, special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.phalanx.orders import Double, Undouble
from engine.systems.gboh.shock import clash, contact
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from scenarios import load
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

PHILIP = leader("Philip", 1005, command_range=20, initiative=9)


def field(*ours: Any, theirs: Any = (), leaders: Any = (PHILIP,), **values: Any) -> kit.Rig:
    r = kit.battle(list(ours), list(theirs), a_leaders=list(leaders), **values)
    return r.orders("a", leaders[0]["id"])


def deep(*others: Any, **values: Any) -> kit.Rig:
    """PH1 over PH2 at 1010 and 1011, facing east."""
    return field(unit("PH1", 1010), unit("PH2", 1010, below="PH1"), *others, **values)


@pytest.mark.rule("spqr 9.51")
def test_the_commander_has_the_one_behind_go_under_for_a_point_more() -> None:
    r = field(unit("PH1", 1110), unit("PH2", 1010))
    choice = next(c for c in special.unit_choices(r.g, r.unit("PH2")) if c.key == "double-PH1")
    assert choice.mp == 2
    r.order(Double(unit="PH2", under="PH1"))
    assert r.unit("PH2").beneath == "PH1" and r.g.deep(r.unit("PH1"))
    assert (r.unit("PH1").hits, r.unit("PH2").hits) == (0, 0)
    r.refuses("5.25", Move(unit="PH2", path=(1210,)))
    r.refuses("9.52", Move(unit="PH1", path=(1210,)))


@pytest.mark.rule("spqr 9.51")
def test_a_subordinate_does_not_form_it_nor_who_is_not_directly_behind() -> None:
    r = field(unit("PH1", 1110), unit("PH2", 1010), leaders=[leader("Nicanor", 1005, "SC", command_range=20)])
    r.refuses("9.51", Double(unit="PH2", under="PH1"))
    field(unit("PH1", 1110), unit("PH2", 1013)).refuses("9.51", Double(unit="PH2", under="PH1"))


@pytest.mark.rule("spqr 9.52")
def test_both_go_forward_as_one_for_two_orders_with_four_points() -> None:
    r = deep(terrain={1110: "woods"})
    assert reach.allowance(r.g, r.unit("PH1")) == 4
    r.order(Move(unit="PH1", path=(1110,)))
    assert footprint.stand(r.unit("PH1")) == footprint.stand(r.unit("PH2"))
    assert r.g.orders.orders_used == 2 and (r.unit("PH1").hits, r.unit("PH2").hits) == (1, 1)


@pytest.mark.rule("spqr 9.52")
def test_it_neither_wheels_nor_obeys_others_and_nobody_enters_its_hexes() -> None:
    r = deep(unit("SK1", 909))
    assert all(f.name == "E" for _, f in reach.search(r.g, r.unit("PH1")))
    assert not any(h in (1010, 1011) for h, _ in reach.search(r.g, r.unit("SK1")))
    with pytest.raises(Refusal):
        reach.price(r.g, r.unit("SK1"), (1010, 1110))
    other = field(
        unit("PH1", 1010),
        unit("PH2", 1010, below="PH1"),
        leaders=[leader("Nicanor", 1005, "SC", command_range=20)],
    )
    other.refuses("9.52", Move(unit="PH1", path=(1110,)))


@pytest.mark.rule("spqr 9.52")
def test_the_upper_leaves_forward_by_the_commanders_order() -> None:
    r = deep()
    r.order(Undouble(unit="PH1", path=(1110, 1210)))
    assert r.unit("PH1").at == 1210 and r.unit("PH2").at == 1010 and not r.g.deep(r.unit("PH2"))


@pytest.mark.rule("spqr 9.53")
def test_sizes_add_and_checks_before_contact_shift() -> None:
    r = deep(theirs=[unit("MI1", 1111, "W", size=10)])
    combat = Combat.of(r.g, Attack(attackers=("PH1",), defenders=("MI1",)))
    assert [m.reason for m in clash.size_modifiers(r.g, combat.attackers, combat.defenders)] == ["size 20 to 10"]
    attacked = contact.modifiers(r.g, r.unit("MI1"), combat.attackers, combat.defenders)
    assert [m.value for m in attacked] == [1]
    defending = contact.modifiers(r.g, r.unit("PH1"), combat.defenders, combat.attackers)
    assert [m.value for m in defending] == [-1]


@pytest.mark.rule("spqr 9.53")
@pytest.mark.parametrize(("at", "facing", "factor"), [(1111, "W", 2), (910, "E", 3)])
def test_superiority_by_position_triples_its_hits(at: int, facing: str, factor: int) -> None:
    r = deep(theirs=[unit("MI1", at, facing)])
    enemy = r.unit("MI1")
    found = clash.reckon(r.g, [enemy], [*r.g.ranks(r.unit("PH1"))], enemy, r.unit("PH1"))
    assert found.factor == factor


@pytest.mark.rule("spqr 9.53")
@pytest.mark.parametrize(("at", "facing", "struck"), [(1211, "W", [1, 0]), (810, "E", [0, 1])])
def test_fire_strikes_the_upper_and_from_behind_the_lower(at: int, facing: str, struck: list[int]) -> None:
    r = deep(theirs=[unit("SK1", at, facing, missile="A")])
    r.g.state.orders = r.g.new_orders("b")
    shot = r.run(volley.shoot, r.unit("SK1"), r.unit("PH1"), "order", dice=[0])
    r.run(volley.settle, shot)
    assert [r.unit("PH1").hits, r.unit("PH2").hits] == struck


@pytest.mark.rule("spqr 9.53", "spqr 10.21")
@pytest.mark.parametrize("first", ["PH1", "PH2"])
def test_if_one_routs_both_do_to_hexes_apart(first: str) -> None:
    r = deep()
    r.unit(first).hits = 7
    r.run(rout.rout, r.unit(first), dice=[9, 1], defaults=["rout-path"])
    assert set(r.routed()) == {"PH1", "PH2"}
    where = [footprint.hexes_of(u) for u in (r.unit("PH1"), r.unit("PH2")) if u.on_map]
    assert len({h for pair in where for h in pair}) == 2 * len(where)


@pytest.mark.rule("spqr 9.51")
def test_in_a_battles_file_only_two_of_one_group_begin_two_deep() -> None:
    scenario: Any = load("spqr/cynoscephalae-deep")
    groups = [g for s in scenario.sides for g in s.units if g.type == "PH"]
    deep, other = (groups[0].model_copy(update={"double_depth": x}) for x in (True, False))
    also = deep.model_copy()
    assert scenario.may_share([deep, deep])
    assert not scenario.may_share([deep, also]) and not scenario.may_share([deep, deep, deep])
    assert not scenario.may_share([other, other])
