"""The tribesmen of the Lyginus lose patience under fire."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import distance, front
from engine.systems.alexander.special.impetuosity import Impetuosity, rushes
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.referee import referee_values
from engine.systems.gboh.shock import assignment, designation
from engine.systems.gboh.turn import orders_phase
from tests.engine.alexander import kit

RULE = {"id": "impetuosity", "title": "Impetuosity", "text": "They rush.", "params": {"side": "b"}}


def glen(*, leader: int = 2020, tribe: dict[str, Any] | None = None, **values: Any) -> kit.Rig:
    """SK1, an archer at 1010, and LI9 of the tribes at 1210, facing it."""
    return kit.battle(
        [kit.unit("SK1", 1010, missile="A"), kit.unit("HC1", 505)],
        [{**kit.unit("LI9", 1210, "W", tq=5), **(tribe or {})}],
        a_leaders=[kit.leader("Alexander", 1010)],
        b_leaders=[kit.leader("Syrmus", leader)],
        special_rules=[RULE],
        **values,
    ).orders("a", "Alexander")


def rule(r: kit.Rig) -> Impetuosity:
    return next(x for x in r.g.rules if isinstance(x, Impetuosity))


def stung(r: kit.Rig, *dice: int) -> kit.Rig:
    r.run(fire.fire, r.unit("SK1"), r.unit("LI9"), "order", dice=dice, defaults=["return-fire"])
    return r


def marked(r: kit.Rig) -> list[str]:
    return [u.id for u in rule(r).marked(r.g)]


@pytest.mark.parametrize(("die", "who"), [(5, []), (6, ["LI9"])])
def test_who_fails_its_tq_will_rush(die: int, who: list[str]) -> None:
    assert marked(stung(glen(), 0, die)) == who


@pytest.mark.parametrize("leader", [1210, 1211, 1309])
def test_a_leader_with_or_beside_it_keeps_it_back(leader: int) -> None:
    assert marked(stung(glen(leader=leader), 0, *([5] if leader == 1210 else []))) == []


def test_fire_at_its_rear_or_a_miss_doesnt_sting() -> None:
    assert marked(stung(glen(tribe={"facing": "E"}), 0)) == []
    assert marked(stung(glen(), 8)) == []


def test_in_enemy_zoc_it_stands() -> None:
    r = glen()
    r.unit("HC1").hex = 1110
    r.unit("HC1").facing = r.unit("HC1").facing
    r.g.version += 1
    assert r.g.in_enemy_zoc(r.unit("LI9"))
    assert marked(stung(r, 0)) == []


def test_at_the_next_activation_it_rushes_before_any_order_and_attacks() -> None:
    r = stung(glen(), 0, 9)
    r.orders("b", "Syrmus")
    used: list[int] = []

    def look(d: Any) -> Any:
        used.append(r.g.orders.orders_used)
        return d.default

    answers: list[Any] = ["1110@W"] if len(rushes(r.g, r.unit("LI9"))) > 1 else []
    r.run(
        orders_phase.orders_phase,
        answers=[*answers, look],
        dice=[9],
        defaults=["orderly-withdrawal", "reaction-facing", "entry-fire", "leader-withdrawal"],
    )
    assert r.g.enemies_in_zoc(r.unit("LI9")) and used == [0]
    assert r.g.orders.markers["LI9"] == "must"
    rule(r).fights(r.g, r.unit("LI9"))
    assert marked(r) == []


def test_a_referee_gives_and_takes_the_marker() -> None:
    r = glen()
    unit = r.unit("LI9")
    keys = {s.key: s.now for s in referee_values.of_piece(r.g, unit)}
    assert keys["impetuous"] == "no" and "impetuous" not in {s.key for s in referee_values.of_piece(r.g, r.unit("SK1"))}
    referee_values.put(r.g, "LI9", "impetuous", "yes")
    assert marked(r) == ["LI9"]
    referee_values.put(r.g, "LI9", "impetuous", "yes")
    referee_values.put(r.g, "LI9", "impetuous", "no")
    assert marked(r) == []


def test_it_must_attack_missile_units_next_to_it_in_its_own_phase_alone() -> None:
    r = stung(glen(), 0, 9)
    assert list(rule(r).must_attack(r.g)) == [], "it isn't its own phase"
    r.orders("b", "Syrmus")
    assert list(rule(r).must_attack(r.g)) == [], "nobody is next to it"
    r.unit("SK1").hex = 1110
    r.g.version += 1
    assert list(rule(r).must_attack(r.g)) == ["LI9"]
    r.unit("SK1").missile = None
    assert list(rule(r).must_attack(r.g)) == []


def test_it_is_obliged_once_though_it_is_marked_too() -> None:
    r = stung(glen(), 0, 9).orders("b", "Syrmus")
    r.unit("SK1").hex = 1110
    r.g.orders.markers["LI9"] = "must"
    r.g.version += 1
    assert [u.id for u in designation.obliged(r.g)] == ["LI9"]
    assert assignment.forced(r.g, designation.obliged(r.g))


def test_where_it_cant_come_next_to_them_it_comes_as_near_as_it_can_and_faces_them() -> None:
    r = glen()
    unit = r.unit("LI9")
    unit.hex, unit.ma = 1810, 3
    r.g.version += 1
    ends = rushes(r.g, unit)
    assert ends and {distance(n.hex, 1010) for n in ends} == {5}
    ahead = [front(n.hex, n.facing) for n in ends]
    assert all(min(distance(h, 1010) for h in found) == 4 for found in ahead), "towards them"
