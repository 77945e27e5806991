"""6.68, 9.62, 9.63 What strikes a stack: fire, checks, Shock, and how its two units break."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import stacking
from engine.systems.gboh.orders.orders import Fire, Move
from engine.systems.gboh.shock import charge, clash, collapse, designation, resolve
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack
from tests.engine.spqr.test_stacking import OC, stacks, whole


def field(ours: Any, theirs: Any, side: str = "a", **values: Any) -> kit.Rig:
    values = {"a_leaders": OC, "b_leaders": [leader("Philip", 2505, command_range=20)], **values}
    return kit.battle(list(ours), list(theirs), **values).orders(side, "Scipio" if side == "a" else "Philip")


def hits(r: kit.Rig, *names: str) -> list[int]:
    return [r.unit(n).hits for n in names]


# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.68", "spqr 8.13")
@pytest.mark.parametrize(("at", "facing", "struck"), [(1110, "W", "HA1"), (1009, "W", "HA1"), (910, "E", "HA2")])
def test_fire_strikes_the_upper_and_from_behind_the_lower(at: int, facing: str, struck: str) -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("SK1", at, facing, missile="A")], "b")
    r.fires("SK1", "HA1", dice=[0], answers=["hold"] if struck == "HA1" else [])
    assert hits(r, "HA1", "HA2") == ([1, 0] if struck == "HA1" else [0, 1])


@pytest.mark.rule("spqr 6.68", "spqr 9.62")
def test_only_the_upper_fires() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1110, "E")])
    r.refuses("6.68", Fire(unit="HA2", target="MI1"))
    assert fire.targets(r.g, r.unit("HA2")) == []
    assert [t.id for t in fire.targets(r.g, r.unit("HA1"))] == ["MI1"]
    r.order(Fire(unit="HA1", target="MI1"), dice=[3])
    assert hits(r, "MI1") == [1]


@pytest.mark.rule("spqr 6.68", "spqr 8.13")
def test_fire_is_ordered_at_the_upper() -> None:
    r = field([unit("SK1", 1210, "W", missile="A")], stack("HA1", "HA2", 1010))
    assert [t.id for t in fire.targets(r.g, r.unit("SK1"))] == ["HA1"]
    r.refuses("6.68", Fire(unit="SK1", target="HA2"))


@pytest.mark.rule("spqr 6.68", "spqr 8.22")
def test_the_upper_alone_reacts_with_its_javelins() -> None:
    r = field([unit("MI1", 1310, "W")], stack("HA1", "HA2", 1010, missile="J"))
    asked: list[str] = []

    def entry(d: Any) -> dict[str, str]:
        asked.extend(i.key for i in d.items)
        return {"HA1": "fire"}

    r.order(
        Move(unit="MI1", path=(1210, 1110)), answers=[entry], dice=[4], defaults=["reaction-facing", "line-extension"]
    )
    assert asked == ["HA1"] and hits(r, "MI1") == [1]


# -- checks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.68", "spqr 9.63")
@pytest.mark.parametrize(
    ("under", "legion", "added"), [("HA2", "XIV", 0), ("PR1", "XIV", 1), ("HA2", "V", 1), ("TR1", "V", 1)]
)
def test_a_mixed_stack_adds_one_to_every_check(under: str, legion: str, added: int) -> None:
    r = field(stack("HA1", under, 1010, under_legion=legion), [])
    for name in ("HA1", under):
        assert sum(m.value for m in cohesion.modifiers(r.g, r.unit(name))) == added
    r.run(cohesion.tq_check, r.unit("HA1"), "any", "any", "6.68", dice=[6])
    assert r.rolls[-1].total == 6 + added


@pytest.mark.rule("spqr 6.68", "spqr 7.16")
def test_in_reaction_the_stack_turns_the_upper_checks_and_both_share_what_comes_of_it() -> None:
    r = field([unit("MI1", 1209, "W")], stack("HA1", "HA2", 1010))
    answers = [{"HA1": "left"}, {"HA1": "hold"}]
    r.order(Move(unit="MI1", path=(1109,)), dice=[9], answers=answers, defaults=["line-extension"])
    assert r.unit("HA1").facing == r.unit("HA2").facing
    assert hits(r, "HA1", "HA2") == [2, 1], "9 is 3 over 6"


# -- Shock -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.68", "spqr 9.62", "spqr 8.32")
def test_a_stack_attacks_as_one_with_its_sizes_added_and_the_uppers_values() -> None:
    r = field(stack("HA1", "PR1", 1010), [unit("MI1", 1110, "W", size=3)])
    assert [u.id for u in designation.willing(r.g)] == ["HA1"]
    combat = Combat.of(r.g, Attack(attackers=("HA1",), defenders=("MI1",)))
    assert [u.id for u in combat.attackers] == ["HA1", "PR1"]
    found = clash.size_modifiers(r.g, combat.attackers, combat.defenders)
    assert [(m.value, m.reason) for m in found] == [(1, "size 6 to 3")]
    assert clash.best_attacker(r.g, combat.attackers, combat.defenders, r.unit("MI1")).id == "HA1"
    with kit.refused("6.68"):
        designation.check_plan(r.g, kit.read(r.orders("a", "Scipio"), "shock PR1 x MI1"))


@pytest.mark.rule("spqr 6.68", "spqr 9.62")
def test_a_stack_defends_with_its_sizes_added() -> None:
    r = field([unit("MI1", 1010, size=6)], stack("HA1", "HA2", 1110, "W"))
    combat = Combat.of(r.g, Attack(attackers=("MI1",), defenders=("HA1",)))
    assert [u.id for u in combat.defenders] == ["HA1", "HA2"]
    assert clash.size_modifiers(r.g, combat.attackers, combat.defenders) == [], "6 to 6"


@pytest.mark.rule("spqr 6.68", "spqr 8.33")
@pytest.mark.parametrize(("die", "shares"), [(6, [0, 0]), (7, [1, 0]), (8, [1, 1]), (9, [2, 1])])
def test_before_contact_the_upper_checks_for_both(die: int, shares: list[int]) -> None:
    r = field([unit("MI1", 1110, "W", tq=9)], stack("HA1", "HA2", 1010))
    r.g.orders.markers["MI1"] = "must"
    r.run(charge.charge, [Combat.of(r.g, Attack(attackers=("MI1",), defenders=("HA1",)))], dice=[0, die])
    assert hits(r, "HA1", "HA2") == shares
    assert [x.unit for x in r.rolls] == ["MI1", "HA1"]


@pytest.mark.rule("spqr 6.68", "spqr 10.14")
@pytest.mark.parametrize(
    ("n", "shares"), [(1, {"HA1": 1, "HA2": 0}), (2, {"HA1": 1, "HA2": 1}), (3, {"HA1": 2, "HA2": 1})]
)
def test_hits_of_a_shock_are_split_the_odd_one_to_the_upper(n: int, shares: dict[str, int]) -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1110, "W")])
    found = r.run(resolve.share, [r.unit("HA1"), r.unit("HA2")], r.unit("HA1"), n)
    assert {u.id: k for u, k in found} == shares


@pytest.mark.rule("spqr 6.68", "spqr 10.14")
def test_of_three_the_second_odd_hit_is_not_the_lowers_before_the_uppers() -> None:
    r = field([*stack("HA1", "HA2", 1010), roman("HA3", 1011)], [unit("MI1", 1110, "W")])
    units = [r.unit(x) for x in ("HA1", "HA2", "HA3")]
    found = r.run(resolve.share, units, r.unit("HA3"), 5)
    assert [k for _, k in found] == [2, 1, 2]


@pytest.mark.rule("spqr 6.68", "spqr 8.36")
@pytest.mark.parametrize(("at", "facing", "odd"), [(1110, "W", "HA1"), (910, "E", "HA2")])
def test_struck_from_the_rear_the_lower_takes_the_odd_hit(at: int, facing: str, odd: str) -> None:
    """HA3 behind the attacker takes superiority by position from it, which would double every hit."""
    behind = roman("HA3", 810 if odd == "HA2" else 1210, facing)
    r = field([unit("MI1", at, facing, size=6)], [*stack("HA1", "HA2", 1010, tq=9), behind])
    for die in range(10):
        before = hits(r, "HA1", "HA2")
        combat = Combat.of(r.g, Attack(attackers=("MI1",), defenders=("HA1",)))
        combat.chosen_attacker, combat.chosen_defender = r.unit("MI1"), r.unit("HA1")
        r.run(resolve.resolve, combat, dice=[die])
        one, other = (now - then for now, then in zip(hits(r, "HA1", "HA2"), before, strict=True))
        assert one - other == (0 if (one + other) % 2 == 0 else 1 if odd == "HA1" else -1)
        for u in ("HA1", "HA2", "MI1"):
            r.unit(u).hits = 0
    told = "".join(r.told())
    assert "3 to the defender" in told or "1 to the defender" in told, "odd numbers were among them"


@pytest.mark.rule("spqr 6.68", "spqr 8.41")
def test_a_stack_advances_as_one() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1110, "W", hits=5, tq=6)], terrain={1110: "woods"})
    r.fights("HA1 x MI1", dice=[9])
    assert r.unit("MI1").routed and stacks(r, 1110) == ["HA1", "HA2"]
    assert all(n >= 1 for n in hits(r, "HA1", "HA2")), "woods, for each"
    whole(r)


# -- breaking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.68")
def test_the_lower_goes_with_the_upper() -> None:
    r = field(stack("HA1", "HA2", 1010), [])
    r.run(rout.rout, r.unit("HA1"), defaults=["rout-path", "unit-order"])
    assert r.routed() == ["HA1", "HA2"]
    assert r.unit("HA1").at != r.unit("HA2").at and r.unit("HA2").beneath is None
    whole(r)


@pytest.mark.rule("spqr 6.68", "spqr 9.63")
@pytest.mark.parametrize(
    ("under", "die", "routed"), [("HA2", 6, False), ("HA2", 7, True), ("PR1", 5, False), ("PR1", 6, True)]
)
def test_where_the_lower_breaks_the_upper_checks(under: str, die: int, routed: bool) -> None:
    """It isn't what 9.63 says of it; a mixed stack rolls at +1."""
    r = field(stack("HA1", under, 1010), [])
    r.run(rout.rout, r.unit(under), defaults=["rout-path"], dice=[die])
    assert r.unit(under).routed and r.unit("HA1").routed is routed
    assert r.unit("HA1").beneath is None and hits(r, "HA1") == [0]
    whole(r)


@pytest.mark.rule("spqr 6.68")
def test_when_both_reach_their_tq_nobody_is_lost_by_it() -> None:
    r = field(stack("HA1", "HA2", 1010, hits=5), [])
    r.run(cohesion.spread, r.unit("HA1"), 2, "a trial", "6.68", defaults=["rout-path"])
    assert r.unit("HA1").routed and r.unit("HA2").routed
    assert not r.unit("HA1").eliminated and not r.unit("HA2").eliminated


@pytest.mark.rule("spqr 6.68")
def test_a_lost_upper_leaves_the_lower_where_it_stood() -> None:
    r = field(stack("HA1", "HA2", 1010), [])
    r.run(rout.eliminate, r.unit("HA1"), "a trial", "6.68")
    assert r.unit("HA2").on_map and r.unit("HA2").beneath is None
    whole(r)


@pytest.mark.rule("spqr 6.68", "spqr 10.16")
@pytest.mark.parametrize(("given", "mutual"), [((5, 5), True), ((0, 5), False)])
def test_a_stack_gives_way_with_its_upper_unit_not_with_its_lower(given: tuple[int, int], mutual: bool) -> None:
    """10.16 Both sides at breaking point are so only where the upper is, too."""
    ours = stack("HA1", "HA2", 1010)
    for u, n in zip(ours, given, strict=True):
        u["hits"] = n
    r = field(ours, [unit("MI1", 1110, "W", tq=6, hits=6)])
    combat = Combat.of(r.g, Attack(attackers=("HA1",), defenders=("MI1",)))
    for name in ("HA1", "HA2"):
        r.unit(name).hits += 1
    dice = [] if mutual else [0]
    r.run(collapse.break_units, combat, dice=dice, defaults=["rout-path", "unit-order"])
    assert any("breaking point" in t for t in r.told()) is mutual
    assert r.unit("MI1").routed


@pytest.mark.rule("spqr 6.68")
def test_in_flight_through_a_stack_each_has_its_hit_and_the_upper_the_check() -> None:
    r = field([*stack("HA1", "HA2", 910), unit("MI1", 1010, routed=True)], [])
    r.unit("MI1").hex = 910
    r.g.version += 1
    r.run(stacking.pass_through, r.unit("MI1"), r.unit("HA1"), dice=[7])
    assert hits(r, "HA1", "HA2") == [2, 1] and [x.unit for x in r.rolls] == ["HA1"]


@pytest.mark.rule("spqr 6.68", "spqr 7.21")
def test_a_stack_has_one_zone() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1310, "W")])
    assert [u.id for u in r.g.enemy_zoc(1110, "b")] == ["HA1"]
    r.order(Move(unit="HA1", path=(1009,)))
    assert [u.id for u in r.g.enemy_zoc(1110, "b")] == ["HA2"]
