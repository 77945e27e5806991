"""7 Facing, zones of control, who must or may attack."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import UnitTurned
from engine.systems.gboh.movement import facing, reach, zoc
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import designation
from tests.each import for_each
from tests.engine.spqr import kit


def field(*units: dict[str, Any], b: Any = (), **more: Any) -> kit.Rig:
    leaders = [kit.leader("A", 805, command_range=20)]
    return kit.battle(list(units), list(b), a_leaders=leaders, **more).orders("a", "A")


# -- 7.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 7.11")
def test_two_front_two_flank_and_two_rear_hexes_and_three_before_a_phalanx() -> None:
    r = field(kit.unit("HI1", 1010, "E"), kit.unit("PH1", 3722, "NW"))
    arcs = {h: r.g.arc(r.unit("HI1"), h) for h in (1109, 1110, 1009, 1011, 909, 910)}
    assert list(arcs.values()) == ["front", "front", "flank", "flank", "rear", "rear"]
    assert set(r.g.front(r.unit("PH1"))) == {3622, 3721, 3821}


@pytest.mark.rule("spqr 7.12", "spqr 7.15")
@for_each(
    ("code", "values", "one", "three"),
    [
        ("HI1", {}, 1, 3),
        ("HI1", {"cls": "TR"}, 1, 1),
        ("LG1", {"cls": "HA"}, 1, 1),
        ("LG1", {"cls": "CO", "ala": True}, 1, 1),
        ("LG1", {"cls": "SAM"}, 1, 3),
        ("LI1", {"cls": "VE"}, 1, 1),
        ("LI1", {}, 1, 3),
        ("RC1", {}, 1, 3),
        ("LC1", {}, 1, 3),
        ("SK1", {}, 0, 0),
        ("EL1", {}, 2, 6),
        ("CH1", {}, 2, 6),
    ],
)
def test_what_turning_takes(code: str, values: Any, one: int, three: int) -> None:
    r = field(kit.unit(code, 1010, "E", **{"ma": 8, **values}))
    assert reach.price(r.g, r.unit(code), (Facing.NE,)).mp == one
    assert reach.price(r.g, r.unit(code), (Facing.W,)).mp == three
    found = reach.search(r.g, r.unit(code))
    assert found[1010, Facing.NE].mp == one and found[1010, Facing.W].mp == three
    assert reach.price(r.g, r.unit(code), found[1010, Facing.W].path()).mp == three


@pytest.mark.rule("spqr 7.12")
def test_a_roman_pays_again_where_it_turns_in_another_hex() -> None:
    r = field(kit.unit("LG1", 1010, "E", ma=5))
    assert reach.price(r.g, r.unit("LG1"), (Facing.W, 910, Facing.E)).mp == 3
    r.order(Move(unit="LG1", path=(Facing.NW, Facing.W, 910, Facing.E)))
    assert [e.mp for e in r.happened(UnitTurned)] == [1, 0, 1]


@pytest.mark.rule("spqr 7.14")
@pytest.mark.parametrize("ground", ["woods", "broken", "marsh"])
def test_turning_on_rough_ground_costs_a_hit_a_vertex(ground: str) -> None:
    for code, values, n in (("LG1", {}, 2), ("HC1", {}, 2), ("SK1", {}, 0), ("EL1", {}, 0)):
        r = field(kit.unit(code, 1010, **values), terrain={1010: ground})
        assert reach.price(r.g, r.unit(code), (Facing.NW,)).hits == n, code


def comes_up(die: int | None, *, mover: dict[str, Any], unit: dict[str, Any], answer: str = "left") -> kit.Rig:
    r = kit.battle([{**mover, "hex": 3030}], [unit]).orders("a")
    r.unit(mover["code"]).hex = mover["hex"]
    r.run(facing.reaction_facing, r.unit(mover["code"]), answers=[answer], dice=[] if die is None else [die])
    return r


@pytest.mark.rule("spqr 7.16")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (2, 1), (3, 1), (4, 2), (6, 4)])
def test_who_turns_rolls_with_the_difference_in_speed(die: int, hits: int) -> None:
    """Horse of 8 comes up to foot of 4: the roll and 4 against TQ 6; 1 hit at least."""
    r = comes_up(die, mover=kit.unit("HC1", 1011, "NE", ma=8), unit=kit.unit("HI9", 1010, "E", tq=6, ma=4))
    assert r.unit("HI9").facing == Facing.NE and r.unit("HI9").hits == hits


@pytest.mark.rule("spqr 7.16")
def test_horse_turns_towards_foot_without_a_roll() -> None:
    r = comes_up(None, mover=kit.unit("HI1", 1011, "NE"), unit=kit.unit("HC9", 1010, "E"))
    assert r.unit("HC9").hits == 0 and r.unit("HC9").facing == Facing.NE
    r = comes_up(9, mover=kit.unit("HC1", 1011, "NE", ma=8), unit=kit.unit("LC9", 1010, "E", tq=8, ma=9))
    assert r.unit("LC9").hits == 1, "9 less 1 is no more than 8: the one hit at least"


@pytest.mark.rule("spqr 7.16")
def test_who_may_not_turn_in_reaction() -> None:
    mover = kit.unit("HC1", 1011, "NE")
    for unit in (kit.unit("PH9", 1010, "E"), kit.unit("HI9", 1010, "E", routed=True)):
        r = kit.battle([mover], [unit]).orders("a")
        assert not facing.can_turn(r.g, r.unit(unit["code"]), r.unit("HC1"), 1011)
    r = kit.battle([mover, kit.unit("HI2", 1009, "SW")], [kit.unit("HI9", 1010, "E")]).orders("a")
    r.g.orders.held_at_start.append("HI9")
    assert not facing.can_turn(r.g, r.unit("HI9"), r.unit("HC1"), 1011)
    r = kit.battle([{**mover, "hex": 3030}], [kit.unit("HI9", 1010, "E")]).orders("a")
    r.unit("HC1").hex = 1011
    r.g.version += 1
    assert facing.can_turn(r.g, r.unit("HI9"), r.unit("HC1"), 1011)
    r.g.orders.reaction_turned.append("HI9")
    assert not facing.can_turn(r.g, r.unit("HI9"), r.unit("HC1"), 1011), "once in an Orders Phase"
    r = kit.battle([mover, kit.unit("HI2", 909, "SE")], [kit.unit("HI9", 1010, "E")]).orders("a")
    r.g.orders.held_at_start.clear()
    assert not facing.can_turn(r.g, r.unit("HI9"), r.unit("HC1"), 1011), "another enemy holds it"


# -- 7.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 7.21")
@for_each(
    ("code", "values", "hexes"),
    [
        ("HI1", {}, 2),
        ("LC1", {}, 2),
        ("SK1", {"missile": "S"}, 4),
        ("SK1", {"missile": "S", "supply": "no"}, 0),
        ("SK1", {"missile": "J", "supply": "low"}, 4),
        ("LI1", {"cls": "VE", "missile": "J"}, 4),
        ("LI1", {"cls": "VE", "missile": "J", "supply": "no"}, 2),
        ("LI1", {"missile": "J"}, 2),
        ("HI1", {"routed": True}, 0),
        ("EL1", {"cls": "LEADER"}, 0),
        ("EL1", {"routed": True, "rampaging": True}, 0),
    ],
)
def test_who_holds_what(code: str, values: Any, hexes: int) -> None:
    r = field(kit.unit(code, 1010, **values))
    assert len(r.g.zoc(r.unit(code))) == hexes


@pytest.mark.rule("spqr 7.22")
def test_who_comes_into_a_zone_stops_and_who_is_faster_leaves_it() -> None:
    r = field(kit.unit("HC1", 1010, ma=8), b=[kit.unit("HI9", 1210, "W", ma=4)])
    with kit.refused("7.22"):
        reach.price(r.g, r.unit("HC1"), (1110, 1109))
    for ma, may in ((4, False), (5, True)):
        r = field(kit.unit("MI1", 1110, "W", ma=ma), b=[kit.unit("HI9", 1210, "W", ma=4)])
        assert zoc.may_leave(r.g, r.unit("MI1")) is may


@pytest.mark.rule("spqr 7.22")
def test_a_phalanx_holds_as_one_of_5_and_leaves_as_one() -> None:
    for ma, may in ((5, False), (6, True)):
        r = field(kit.unit("LG1", 1110, "W", ma=ma), b=[kit.unit("PH9", 1210, "W", ma=4)])
        assert zoc.may_leave(r.g, r.unit("LG1")) is may
    with kit.refused("7.22"):
        r = field(kit.unit("LG1", 1110, "W", ma=5), b=[kit.unit("PH9", 1210, "W", ma=4)])
        reach.price(r.g, r.unit("LG1"), (1010,))
    r = field(kit.unit("PH1", 1110, "W", ma=4), b=[kit.unit("HI9", 1210, "W", ma=4)])
    assert zoc.may_leave(r.g, r.unit("PH1"))


@pytest.mark.rule("spqr 7.22")
def test_it_leaves_through_a_free_front_hex_alone() -> None:
    r = field(kit.unit("HC1", 1110, "W", ma=8), b=[kit.unit("HI9", 1210, "W", ma=4)])
    held = r.g.front(r.unit("HC1"))
    blocks = [kit.unit(f"HI{n}", h) for n, h in enumerate(held, 2)]
    r = field(kit.unit("HC1", 1110, "W", ma=8), *blocks, b=[kit.unit("HI9", 1210, "W", ma=4)])
    assert not zoc.may_leave(r.g, r.unit("HC1"))


@pytest.mark.rule("spqr 7.24")
def test_both_sides_hold_a_hex_both_reach() -> None:
    r = field(kit.unit("HI1", 1010), b=[kit.unit("HI9", 1210, "W")])
    assert 1110 in r.g.zones("a") and 1110 in r.g.zones("b")


def up_to(code: str, *, b: Any = None, answers: Any = (), **values: Any) -> kit.Rig:
    r = field(kit.unit(code, 1010, **values), b=[b or kit.unit("HI9", 1210, "W")])
    r.order(Move(unit=code, path=(1110,)), answers=answers, defaults=["orderly-withdrawal", "reaction-facing"])
    return r


@pytest.mark.rule("spqr 7.25", "spqr 7.26")
@for_each(
    ("code", "values"),
    [
        ("PH1", {}),
        ("HI1", {}),
        ("LG1", {}),
        ("MI1", {}),
        ("BI1", {}),
        ("HC1", {}),
        ("RC1", {}),
        ("LN1", {}),
        ("EL1", {}),
    ],
)
def test_who_must_attack_where_it_comes_up(code: str, values: Any) -> None:
    """The book's example: a phalanx that has come up to hastati has its marker."""
    path = (1109,) if code == "PH1" else (1110,)
    r = field(kit.unit(code, 1010, **values), b=[kit.unit("LG9", 1210, "W")])
    r.order(Move(unit=code, path=path), defaults=["orderly-withdrawal", "reaction-facing", "entry-fire"])
    assert r.g.orders.markers == {code: "must"}


@pytest.mark.rule("spqr 7.25", "spqr 7.26")
@pytest.mark.parametrize("code", ["LC1", "LI1"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_light_troops_say_so_where_they_come_up(code: str, answer: str) -> None:
    r = up_to(code, answers=[answer])
    assert r.g.orders.markers == ({code: "must"} if answer == "yes" else {})


@pytest.mark.rule("spqr 7.25")
@pytest.mark.parametrize(
    ("code", "values"), [("SK1", {"missile": "S"}), ("LI1", {"missile": "A"}), ("LC1", {"missile": "A"})]
)
def test_skirmishers_and_archers_never_attack(code: str, values: Any) -> None:
    r = up_to(code, answers=[], **values)
    assert r.g.orders.markers == {}
    no = special.why_not(r.g, Special.bars_attack, r.unit(code))
    assert no is not None and no.rule == "7.25"
    assert not designation.able(r.g, r.unit(code))


@pytest.mark.rule("spqr 7.25")
def test_who_has_only_turned_may_attack_and_need_not() -> None:
    r = field(kit.unit("HI1", 1110, "NE"), b=[kit.unit("SK9", 1210, "W", supply="no", missile="S")])
    r.order(Move(unit="HI1", path=(Facing.E,)), defaults=["reaction-facing"])
    assert r.g.orders.markers == {} and r.g.opponents(r.unit("HI1"))
